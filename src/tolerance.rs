//! Every numerical tolerance of the crate, derived from one slop.
//!
//! A tolerance bounds rounding errors. It is not tuning: [`Tuning`](crate::player::Tuning) sets how
//! the game feels.

/// The length below which two positions count as equal; metres.
///
/// Smaller: touching surfaces separate after a few rounding errors; larger: the ground supports a
/// body before the body reaches it.
pub const SLOP: f64 = 1e-4;

/// A surface within this distance of the body *touches* it; metres. One [`SLOP`].
///
/// Smaller: contacts flicker while walking; larger: walls act at a distance.
pub const TOUCH: f64 = SLOP;

/// A triangle whose height is below this fraction of its longest edge is degenerate; a ratio.
///
/// Three collinear corners, rotated and moved, become a sliver about 1e-7 of its length high,
/// because vertices are stored as f32. Smaller: such slivers get a random normal; larger: thin but
/// valid triangles are dropped.
pub const SLIVER: f64 = 1e-6;

/// Least upward part of a contact normal on a slope rather than a wall; a cosine.
///
/// Smaller: a wall that leans by rounding counts as a steep slope; larger: steep slopes count as
/// walls.
pub const WALL_COS: f64 = 1e-3;

/// A surface is flat enough to walk on if its `normal.y` is at least the cosine of the slope limit, less this; a
/// cosine.
///
/// Vertices are stored as f32, and a contact normal is the difference of two positions, so a slope of exactly the limit
/// is steeper or flatter by rounding. Here it is floor. At 45 degrees, the margin is less than 1e-4 degrees. Smaller:
/// such a slope changes between floor and steep from tick to tick; larger: slopes that are too steep are walked on.
pub const SLOPE_MARGIN: f64 = 1e-6;

/// Speed towards or away from a surface that counts as zero; metres per second.
///
/// One [`SLOP`] per second. Smaller: a landed player flickers between ground and air; larger: a
/// slow jump is lost.
pub const REST_SPEED: f64 = SLOP;

/// Relative margin, on squared distances, within which a sweep starts in contact.
///
/// Smaller: rounding lets a sphere at rest slip into a face; larger: a sphere just apart counts as
/// touching.
pub const START_MARGIN: f64 = 1e-9;

/// A motion is parallel to an edge when its perpendicular part, squared, is below this fraction of
/// its squared length.
///
/// Smaller: rounding hides the touch of a nearly parallel edge; larger: edges at a small angle are
/// left to their vertices.
pub const PARALLEL_SQUARED: f64 = 1e-14;

/// A motion whose part into a surface is below this fraction of its length only grazes the surface.
///
/// Smaller: rounding lets a wall stop motion along it; larger: a long motion enters surfaces at a
/// small angle.
pub const GRAZING: f64 = 1e-9;

/// A vector may point into a surface by up to this fraction of its length.
///
/// Smaller: rounding makes every projection invalid; larger: bodies slowly enter surfaces.
pub const CONE_MARGIN: f64 = 1e-9;

/// Two planes whose normals have a cross product below this, squared, are one plane; a squared sine.
///
/// A vector along the one then enters the other by far less than [`CONE_MARGIN`]. Smaller: rounding
/// alone gives the direction of their crease; larger: nearly opposed walls hold what fits between
/// them.
pub const SAME_PLANE_SQUARED: f64 = 1e-24;

/// Two normals whose cosine is at least this are equal.
///
/// Smaller: a gently curved wall counts as flat; larger: one flat wall counts as many.
pub const SAME_NORMAL_COS: f64 = 1.0 - 1e-12;

/// The gap that the swept controller leaves to the surface that stops it; metres. Half a [`TOUCH`].
///
/// Smaller: rounding far from the origin exceeds it; larger: the gap is visible.
pub const STOP_GAP: f64 = TOUCH * 0.5;

/// Surfaces within this distance constrain a slide; metres. Two [`TOUCH`].
///
/// Smaller than or close to [`STOP_GAP`]: the surface that stopped the body is missed; larger:
/// walls act at a distance and slow a body that would pass them.
pub const CONTACT_GAP: f64 = TOUCH * 2.0;

/// The back-off before a touch at which a motion ends, measured perpendicular to the surface;
/// metres. A thousandth of a [`SLOP`].
///
/// Smaller: rounding makes a slide along a floor hit the floor's next triangle; larger: bodies
/// creep away from corners.
pub const BACK_OFF: f64 = SLOP * 1e-3;

/// A distance shorter than this counts as zero; metres. A millionth of a [`SLOP`].
///
/// Smaller: time is spent on invisible motion; larger: slow motion is lost.
pub const MIN_DISTANCE: f64 = SLOP * 1e-6;

/// A contact whose closest point is no higher than this above the plane of a nearer contact is
/// voided (a hidden internal edge); metres. A hundredth of a [`SLOP`].
///
/// Smaller: rounding makes a body catch on the inner edges of a flat floor; larger: shallow kinks
/// act late.
pub const VOID_HEIGHT: f64 = SLOP * 1e-2;

/// A contact can void another only if the cosine between their normals is at least this.
///
/// Smaller: in a deep overlap the floor voids a wall; larger: a small body catches on inner edges.
pub const VOID_COS: f64 = 0.8;

/// Two edges whose directions have a sine below this are parallel and have no common perpendicular;
/// a ratio.
///
/// Smaller: rounding errors dominate their cross product and the gap along it; larger: boxes apart
/// by this fraction of their size count as touching.
pub const PARALLEL_EDGES: f64 = 1e-6;

/// An edge-edge axis must be shallower than a face axis by this to win; metres. A hundredth of a
/// [`SLOP`].
///
/// Smaller: rounding picks an edge where two faces touch; larger: boxes that touch edge to edge are
/// pushed too far.
pub const FACE_PREFERENCE: f64 = SLOP * 1e-2;

/// A cached contact is dropped when it separates by more than this; metres. Ten [`SLOP`].
///
/// Not zero, because a resolved contact has a separation of about zero. Smaller: a resting box
/// loses contacts while its others are resolved; larger: lifted bodies still count as touching.
pub const CONTACT_BREAKING_DISTANCE: f64 = SLOP * 10.0;

/// The normal of a cached edge contact may leave the range between the edge's face normals by this;
/// a sine.
///
/// Smaller: the contact of a beam that lies flat on a beam flickers; larger: edges that have turned
/// away from each other still push.
pub const CONTACT_BREAKING_TILT: f64 = 0.05;

/// The edge of the world. No query finds anything beyond this distance from the origin along an
/// axis; metres.
///
/// Levels and players end at 1e9 m. Smaller: meshes with huge coordinates stop colliding; larger:
/// products of several distances overflow 64 bits.
pub const WORLD_EDGE: f64 = 1e30;

/// The greatest radius of the edges of an [upright box](crate::geometry::UprightBody); metres. A hundred [`SLOP`].
///
/// Smaller: beside the box, the next triangle of a floor has the normal of its side, and stops it; larger: the box rolls over the
/// edges of steps.
pub const BOX_ROUNDING: f64 = SLOP * 100.0;
