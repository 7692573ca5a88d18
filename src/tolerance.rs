//! Every numerical tolerance of the crate, derived from one slop.
//!
//! A tolerance says how far rounding may carry a number away from the truth.
//! It is not tuning: how the game feels is set in [`Tuning`](crate::player::Tuning).

/// The length below which two positions count as the same; metres.
///
/// Smaller: surfaces that touch are reported as apart after a few rounding errors;
/// larger: the ground is felt before it is reached.
pub const SLOP: f64 = 1e-4;

/// A surface no farther from the sphere than this is *touching* it; metres. One [`SLOP`].
///
/// Smaller: contacts flicker while walking; larger: walls are felt at a distance.
pub const TOUCH: f64 = SLOP;

/// A triangle lower than this share of its longest edge has no area worth the name; a ratio.
///
/// Three corners in one line, turned and moved, come back as a sliver about 1e-7 of its length
/// high, since vertices are stored in 32 bits. Smaller: such slivers get a random normal; larger:
/// thin but honest triangles are dropped.
pub const SLIVER: f64 = 1e-6;

/// Least upward part of a contact normal that counts as a slope rather than a wall; a cosine.
///
/// Smaller: a wall that leans by rounding is a steep slope; larger: steep slopes pass for walls.
pub const WALL_COS: f64 = 1e-3;

/// Speed towards or away from a surface that counts as none; metres per second.
///
/// One [`SLOP`] per second. Smaller: a landed player flickers between ground and air;
/// larger: a slow start of a jump is swallowed.
pub const REST_SPEED: f64 = SLOP;

/// Relative margin, on squared distances, within which a sweep counts its start as touching.
///
/// Smaller: rounding makes a sphere at rest slip into a face; larger: a sphere just apart counts as
/// touching.
pub const START_MARGIN: f64 = 1e-9;

/// A motion that turns away from an edge by less than this share of its length, squared, runs along
/// it.
///
/// Smaller: the touch of a nearly parallel edge is lost in rounding; larger: edges that are met at
/// a small angle are left to their corners.
pub const PARALLEL_SQUARED: f64 = 1e-14;

/// A motion into a surface by less than this share of its length only grazes it.
///
/// Smaller: rounding lets a wall stop what moves along it; larger: a long motion enters surfaces it
/// meets at a small angle.
pub const GRAZING: f64 = 1e-9;

/// A vector that points into a surface by no more than this share of its length is allowed to.
///
/// Smaller: rounding makes every projection look forbidden; larger: surfaces are entered slowly.
pub const CONE_MARGIN: f64 = 1e-9;

/// Two normals whose cosine is at least this are the same one.
///
/// Smaller: a gently curved wall is taken for a flat one; larger: one flat wall is many.
pub const SAME_NORMAL_COS: f64 = 1.0 - 1e-12;

/// The gap that the swept mover leaves to what stops it; metres. Half a [`TOUCH`].
///
/// Smaller: rounding far from the origin eats it up; larger: the gap can be seen.
pub const STOP_GAP: f64 = TOUCH * 0.5;

/// Surfaces no farther than this take part in the choice of the way on; metres. Two [`TOUCH`].
///
/// Smaller than or near to [`STOP_GAP`]: what stopped the body is not felt; larger: walls are felt
/// at a distance, and slow what would just pass them.
pub const CONTACT_GAP: f64 = TOUCH * 2.0;

/// How much before a touch a motion ends, measured square to the surface; metres. A thousandth of a
/// [`SLOP`].
///
/// Smaller: rounding makes a slide along a floor meet the floor's next triangle; larger: bodies
/// creep away from corners.
pub const LIFT: f64 = SLOP * 1e-3;

/// A way shorter than this is none; metres. A millionth of a [`SLOP`].
///
/// Smaller: time is spent on ways that nobody sees; larger: slow motions are lost.
pub const LEAST_WAY: f64 = SLOP * 1e-6;

/// A contact whose nearest point is no higher than this above the plane of a nearer contact adds
/// nothing to it; metres. A hundredth of a [`SLOP`].
///
/// Smaller: rounding makes the edges of a flat floor felt; larger: shallow kinks are felt late.
pub const VOID_HEIGHT: f64 = SLOP * 1e-2;

/// Only contacts whose normals are within an angle of this cosine can silence one another.
///
/// Smaller: in a deep overlap a wall is silenced by the floor; larger: a small body feels edges.
pub const VOID_COS: f64 = 0.8;

/// Two box edges whose directions have a sine below this are parallel: square to both there is no one
/// direction; a ratio.
///
/// Smaller: the axis between them, and the gap along it, is made of rounding errors; larger: boxes
/// that are apart by this share of their size count as touching.
pub const PARALLEL_EDGES: f64 = 1e-6;

/// By how much an axis of two edges has to be shallower than that of a face, to be the way out;
/// metres. A hundredth of a [`SLOP`].
///
/// Smaller: rounding picks an edge where a face lies on a face; larger: boxes that touch edge to edge
/// are pushed farther than they need.
pub const FACE_PREFERENCE: f64 = SLOP * 1e-2;

/// A kept contact may part by this before it is dropped; metres. Ten [`SLOP`].
///
/// Not zero: a contact that has been resolved sits at zero. Smaller: a resting box loses contacts while
/// its others are resolved; larger: what has been lifted off still counts as touching.
pub const KEPT_GAP: f64 = SLOP * 10.0;

/// By how much the normal of a kept edge contact may leave the angle between the edge's faces; a sine.
///
/// Smaller: the contact of a beam that lies flat on a beam flickers; larger: edges that have turned
/// away from one another still push.
pub const KEPT_TILT: f64 = 0.05;
