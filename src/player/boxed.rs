//! The boxed controller: the player is a box itself, pushed off the faces that it runs into.
//!
//! Source: "OBB collision 2" (blog, 2016), whose character is an OBB, or an AABB that does not turn.
//! It finds the face that was hit, takes its normal from its plane, builds the sliding vector from the
//! motion and that normal, and moves along the face.
//!
//! The box is turned and moved first, through anything. Then *every* triangle near it, in order, by 13
//! separating axes, and every box, by 15, may push it out, each push applied at once: what of the motion
//! led into the face is taken away, and what remains is the slide.
//!
//! The texts do not say which face was hit when several are crossed. Ours:
//! - a face counts only if the motion of this tick reached it;
//! - of a box, the face that was touched before the tick wins, so that the ends of fence panels in a
//!   row stop nobody; else the face that was reached last;
//! - of a triangle, its own plane wins over directions along it, so that the edges inside a floor or a
//!   wall stop nobody; else the face that was reached last;
//! - if the motion reached none, as after a turn, the axis of least penetration is the way out.
//!
//! Its known limits are kept, as the classic controller's are:
//! - it does not look at the way between two ticks: what is thin is passed at speed;
//! - a turn beside a wall pushes the box away from it;
//! - the result depends on the order, and a later push may press the box into something before;
//! - it climbs no steps: a kerb of any height is a wall;
//! - two boxes that meet edge to edge part along neither's face.

use glam::DVec3;

use super::{Event, PlayerState, Trace, Tuning};
use crate::geometry::{Obb, Sphere, Triangle};
use crate::query::{
    AxisGap, ObbOverlap, ObbTriangleAxis, closest_cone_point, closest_obb_point,
    closest_triangle_point, overlap_obb_obb, overlap_obb_obb_axes, overlap_obb_triangle,
    overlap_obb_triangle_axes,
};
use crate::tolerance::{LIFT, TOUCH, WALL_COS};
use crate::world::{Collider, Surface, World};

/// A direction whose cosine with a triangle's normal is below this runs along the triangle.
///
/// Smaller: edges inside a floor of many triangles throw the box back; larger: the box hangs over
/// the sharp ridge of a mesh.
const ALONG_COS: f64 = 0.5;

/// Moves the player's box by `motion`, through anything, and pushes it out of the world.
///
/// # Shapes
/// - `motion` in metres. Position and velocity of `state` change, nothing else.
///
/// # Example
/// A box of 1 m flies 0.2 m towards a wall that it already touches, and stays:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{PlayerState, Trace, Tuning, boxed};
/// let wall = Obb::new(DVec3::X * -1.0, DMat3::IDENTITY, DVec3::new(1.0, 9.0, 9.0)).unwrap();
/// let world = World::new(vec![], vec![wall]);
/// let mut state = PlayerState { position: DVec3::X * 0.5, ..Default::default() };
/// boxed::move_and_push(&world, &Tuning::default(), &mut state, DVec3::X * -0.2, &mut Trace::new());
/// assert!((state.position - DVec3::X * 0.5).length() < 1e-12);
/// ```
pub fn move_and_push(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    trace: &mut Trace,
) {
    // What the box turned into pushes it away, before it moves.
    push_out(world, tuning, state, DVec3::ZERO, trace);
    push_out(world, tuning, state, motion, trace);
    state.velocity = closest_cone_point(trace.planes(), state.velocity);
}

/// Moves the box by `motion`, and out of all that is near it, in order.
fn push_out(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    trace: &mut Trace,
) {
    let from = state.position;
    state.position += motion;
    let Some(mut obb) = tuning.obb(state.position, state.yaw) else {
        return;
    };
    let near = trace.take_near();
    let near = find_near(world, &obb, obb.half_extents().length(), near);
    for number in &near {
        let (collider, moved) = (world.collider(*number), state.position - from);
        let Some((direction, depth)) = way_out(&obb, collider, moved) else {
            continue;
        };
        state.position += direction * depth;
        trace.add_plane(direction);
        trace.push(Event::Push {
            collider: collider.id(),
            offset: direction * depth,
            position: state.position,
        });
        obb = obb.at(state.position);
    }
    trace.give_near(near);
}

/// What may be no farther from the box than `reach`, in order, in the list `found`.
fn find_near(world: &World, obb: &Obb, reach: f64, mut found: Vec<u32>) -> Vec<u32> {
    found.clear();
    if let Some(sphere) = Sphere::new(obb.center(), obb.half_extents().length()) {
        world.numbers_near(&sphere.into(), reach, &mut found);
    }
    found
}

/// Which way, and how far, a box leaves `collider` that got there by moving by `moved`. `None`: they do
/// not overlap.
fn way_out(obb: &Obb, collider: Collider<'_>, moved: DVec3) -> Option<(DVec3, f64)> {
    let (direction, separation) = match collider {
        Collider::Triangle(_, triangle) => match overlap_obb_triangle(obb, triangle) {
            ObbOverlap::Apart(_) => return None,
            ObbOverlap::Overlapping(least) => {
                let hit = face_of_triangle(obb, triangle, moved).unwrap_or(least);
                (hit.direction, hit.separation)
            }
        },
        Collider::Box(_, other) => match overlap_obb_obb(obb, other) {
            ObbOverlap::Apart(_) => return None,
            ObbOverlap::Overlapping(least) => {
                let hit = face_of_box(obb, other, moved).unwrap_or(least);
                (hit.direction, hit.separation)
            }
        },
    };
    // Just touching, where a box at rest is, there is nothing to do, and nothing to report.
    (separation < 0.0).then_some((direction, -separation))
}

/// When the box came to a face that it is in.
struct Reached {
    /// The gap before the motion; metres.
    gap_before: f64,
    /// How much of the motion was made since then; 0 to 1.
    ago: f64,
}

/// `None`: the box was behind the face already before it moved by `moved`.
fn reached<Axis>(gap: &AxisGap<Axis>, moved: DVec3) -> Option<Reached> {
    let (depth, approach) = (-gap.separation, -gap.direction.dot(moved));
    (depth <= approach.max(0.0) + LIFT).then(|| Reached {
        gap_before: approach - depth,
        ago: depth / approach.max(LIFT),
    })
}

/// The face of the two boxes that the motion ran into.
fn face_of_box(obb: &Obb, other: &Obb, moved: DVec3) -> Option<AxisGap> {
    let faces = overlap_obb_obb_axes(obb, other)
        .into_iter()
        .take(6)
        .flatten();
    let ranked = faces.filter_map(|gap| {
        let reached = reached(&gap, moved)?;
        let touched_before = reached.gap_before <= TOUCH;
        Some((if touched_before { 0.0 } else { reached.ago }, gap))
    });
    // Of several that were touched before, the one that takes least of the motion.
    let opposes = |gap: &AxisGap| -gap.direction.dot(moved);
    let first = ranked.min_by(|(a, one), (b, other)| {
        let by_motion = || opposes(one).total_cmp(&opposes(other));
        a.total_cmp(b).then_with(by_motion)
    });
    first.map(|(_, gap)| gap)
}

/// The triangle, or the face of the box, that the motion ran into.
fn face_of_triangle(
    obb: &Obb,
    triangle: &Triangle,
    moved: DVec3,
) -> Option<AxisGap<ObbTriangleAxis>> {
    let gaps = overlap_obb_triangle_axes(obb, triangle);
    let normal = triangle.plane().normal();
    let is_own = |gap: &&AxisGap<_>| gap.axis == ObbTriangleAxis::TriangleFace;
    let own = gaps.iter().flatten().find(is_own);
    let own = own.and_then(|own| Some((reached(own, moved)?.ago, *own)));
    let along = |gap: &AxisGap<_>| gap.direction.dot(normal).abs() < ALONG_COS;
    let faces = gaps[..3].iter().flatten();
    let others = faces
        .filter(|gap| own.is_none() || !along(gap))
        .filter_map(|gap| Some((reached(gap, moved)?.ago, *gap)));
    let last = own
        .into_iter()
        .chain(others)
        .min_by(|(a, _), (b, _)| a.total_cmp(b));
    last.map(|(_, gap)| gap)
}

/// Fills the trace with all that the box touches.
pub(super) fn find_touching(
    world: &World,
    tuning: &Tuning,
    state: &PlayerState,
    trace: &mut Trace,
) {
    trace.touching_mut().clear();
    let Some(obb) = tuning.obb(state.position, state.yaw) else {
        return;
    };
    let near = trace.take_near();
    let near = find_near(world, &obb, TOUCH, near);
    for number in &near {
        let collider = world.collider(*number);
        let (touch, point) = match collider {
            Collider::Triangle(_, triangle) => (
                touch(&overlap_obb_triangle_axes(&obb, triangle), 4),
                closest_triangle_point(triangle, obb.center()),
            ),
            Collider::Box(_, other) => (
                touch(&overlap_obb_obb_axes(&obb, other), 6),
                closest_obb_point(other, obb.center()),
            ),
        };
        if let Some((normal, separation)) = touch {
            trace.touching_mut().push(Surface {
                collider: collider.id(),
                point,
                normal,
                separation,
            });
        }
    }
    trace.give_near(near);
}

/// The normal and the separation of a touch: of the faces, which come first, the flattest that is
/// touched; else that of two edges. `None`: they are farther apart than a touch.
fn touch<Axis: Copy>(gaps: &[Option<AxisGap<Axis>>], faces: usize) -> Option<(DVec3, f64)> {
    let gaps = || gaps.iter().flatten();
    let nearest = gaps().max_by(|a, b| a.separation.total_cmp(&b.separation))?;
    if nearest.separation > TOUCH {
        return None;
    }
    let touched = gaps()
        .take(faces)
        .filter(|gap| gap.separation >= nearest.separation - TOUCH);
    let flattest = touched.max_by(|a, b| a.direction.y.total_cmp(&b.direction.y));
    let gap = flattest.unwrap_or(nearest);
    Some((gap.direction, gap.separation))
}

/// Where a walker comes to stand again that left the ground by less than the snap distance: straight
/// down. `None`: there is no floor, or something else comes first.
pub(super) fn follow_ground_down(
    world: &World,
    tuning: &Tuning,
    state: &PlayerState,
    floor_cos: f64,
    trace: &mut Trace,
) -> Option<DVec3> {
    let obb = tuning.obb(state.position, state.yaw)?;
    let near = trace.take_near();
    let near = find_near(world, &obb, tuning.snap_distance, near);
    let drops = near
        .iter()
        .filter_map(|number| match world.collider(*number) {
            Collider::Triangle(_, triangle) => {
                drop_onto(&overlap_obb_triangle_axes(&obb, triangle))
            }
            Collider::Box(_, other) => drop_onto(&overlap_obb_obb_axes(&obb, other)),
        });
    let first = drops.min_by(|(a, _), (b, _)| a.total_cmp(b));
    trace.give_near(near);
    let (drop, normal) = first?;
    (drop <= tuning.snap_distance && normal.y >= floor_cos)
        .then(|| state.position - DVec3::Y * drop)
}

/// How far straight down a box falls onto what it has these `gaps` to, and the normal there. `None`: it
/// falls past, or is inside already.
fn drop_onto<Axis>(gaps: &[Option<AxisGap<Axis>>]) -> Option<(f64, DVec3)> {
    let mut last: Option<(f64, DVec3)> = None;
    for gap in gaps.iter().flatten().filter(|gap| gap.separation > -LIFT) {
        // Beside it or above it: no fall closes this gap.
        if gap.direction.y < WALL_COS {
            return None;
        }
        // They meet when the last of the gaps is closed.
        let drop = gap.separation.max(0.0) / gap.direction.y;
        if last.is_none_or(|(latest, _)| drop > latest) {
            last = Some((drop, gap.direction));
        }
    }
    last
}
