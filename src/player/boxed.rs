//! The boxed controller: the player is a box, pushed off the faces that it runs into.
//!
//! Source: "OBB collision 2" (blog, 2016), whose character is an OBB, or an AABB that does not turn.
//! The text finds the face that was hit, takes the normal of its plane, builds the sliding vector from the
//! motion and that normal, and moves along the face.
//!
//! First the box turns and moves, through everything. Then *every* triangle near it, in order, may push it
//! out, tested by 13 separating axes; and so may every box, tested by 15. Each push is applied at once. It
//! removes the part of the motion that points into the face; the rest is the slide.
//!
//! The texts do not define which face was hit when the box crosses several. Here a face counts only if the
//! motion of this tick reached it. Of several faces, one that the box touched before wins, as along a
//! fence of many panels; otherwise the face that was reached last wins. Colliders of which only one face
//! was reached push first, the others after them, so the inner edges of a triangulated floor do not stop a
//! player. If the motion reached no face, as after a turn, the axis of least penetration counts.
//!
//! The known limits are kept, like those of the classic controller:
//! - there is no sweep between two ticks, so a fast box passes through thin walls;
//! - a turn beside a wall pushes the box away from the wall;
//! - the result depends on the order of the colliders, and a later push may press the box into one that
//!   pushed before;
//! - the box climbs no steps: a kerb of any height is a wall;
//! - two boxes that meet edge to edge are separated along neither box's face.

use glam::DVec3;

use super::trace::Tracer;
use super::{Event, PlayerState, Scratch, Trace, Tuning};
use crate::geometry::float::{max, min};
use crate::geometry::{Obb, Sphere};
use crate::query::{
    AxisGap, ObbOverlap, closest_cone_point, closest_obb_point, closest_triangle_point,
    overlap_obb_obb, overlap_obb_obb_axes, overlap_obb_triangle, overlap_obb_triangle_axes,
};
use crate::tolerance::{BACK_OFF, TOUCH, WALL_COS};
use crate::world::{Collider, Surface, World};

/// Two normals count as the same direction when the cosine of their angle is greater than this.
///
/// Smaller: a floor and the wall on it count as one; larger: the ends of a fence's panels stop a box that
/// stands a little askew to the fence.
const SAME_DIRECTION_COS: f64 = 0.7;

/// Moves the player's box by `motion`, through everything, and pushes it out of the world.
///
/// # Shapes
/// - `motion` in metres. Only the position and the velocity of `state` change.
/// - `trace`, if there is one, is emptied and then filled with the events of the move.
///
/// # Example
/// A box of 1 m flies 0.2 m towards a wall that it already touches, and stays in place:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{PlayerState, Scratch, Tuning, boxed};
/// let wall = Obb::new(DVec3::X * -1.0, DMat3::IDENTITY, DVec3::new(1.0, 9.0, 9.0)).unwrap();
/// let world = World::new(vec![], vec![wall]);
/// let mut state = PlayerState { position: DVec3::X * 0.5, ..Default::default() };
/// let (tuning, mut scratch) = (Tuning::default(), Scratch::new());
/// boxed::move_and_push(&world, &tuning, &mut state, DVec3::X * -0.2, &mut scratch, None);
/// assert!((state.position - DVec3::X * 0.5).length() < 1e-12);
/// ```
pub fn move_and_push(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    trace: Option<&mut Trace>,
) {
    scratch.clear();
    walk(
        world,
        tuning,
        state,
        motion,
        scratch,
        &mut Tracer::new(trace),
    );
}

/// The same within a tick, which has already added to the contacts and to the trace.
pub(super) fn walk(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    // Colliders that the box turned into push it away before it moves.
    push_out(world, tuning, state, DVec3::ZERO, scratch, tracer);
    push_out(world, tuning, state, motion, scratch, tracer);
    state.velocity = closest_cone_point(scratch.contacts.planes(), state.velocity);
}

/// Moves the box by `motion` and pushes it out of all colliders near it, in order, first where the
/// direction is unambiguous. Returns the longest push; metres.
pub(super) fn push_out(
    world: &World,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> f64 {
    let from = state.position;
    state.position += motion;
    if motion != DVec3::ZERO {
        let to = state.position;
        tracer.push(Event::Move { from, to });
    }
    let Some(mut obb) = tuning.obb(state.position, state.yaw) else {
        return 0.0;
    };
    let mut longest = 0.0_f64;
    let Scratch { near, contacts, .. } = scratch;
    let reach = obb.half_extents().length();
    find_near(world, &obb, reach, near);
    tracer.push(Event::Gather {
        position: state.position,
        reach,
    });
    tracer.add_near(near.iter().map(|number| world.collider(*number).id()));
    for unambiguous_only in [true, false] {
        for number in near.iter() {
            let (collider, moved) = (world.collider(*number), state.position - from);
            let found = penetration(&obb, collider, moved);
            let Some(found) = found.filter(|found| found.unambiguous || !unambiguous_only) else {
                continue;
            };
            longest = max(longest, found.depth);
            let offset = found.direction * found.depth;
            state.position += offset;
            obb = obb.at(state.position);
            contacts.add_plane(found.direction);
            tracer.mark_acted(collider.id());
            tracer.push(Event::Push {
                collider: collider.id(),
                offset,
                position: state.position,
            });
        }
    }
    longest
}

/// Fills `found` with the numbers of all colliders that may be within `reach` of the box, in order.
fn find_near(world: &World, obb: &Obb, reach: f64, found: &mut Vec<u32>) {
    found.clear();
    if let Some(sphere) = Sphere::new(obb.center(), obb.half_extents().length()) {
        world.numbers_near(&sphere.into(), reach, found);
    }
}

/// How far a box is inside a collider, and in which direction it leaves.
struct Penetration {
    direction: DVec3,
    /// Metres, positive.
    depth: f64,
    /// Whether the motion reached faces in this direction only.
    unambiguous: bool,
}

/// The penetration of a box, which moved by `moved`, into `collider`. `None`: they do not overlap.
fn penetration(obb: &Obb, collider: Collider<'_>, moved: DVec3) -> Option<Penetration> {
    let found = match collider {
        Collider::Triangle(_, triangle) => {
            let ObbOverlap::Overlapping(least) = overlap_obb_triangle(obb, triangle) else {
                return None;
            };
            // The triangle's own face, then those of the player's box.
            let [x, y, z, own, ..] = overlap_obb_triangle_axes(obb, triangle);
            face_hit(&[own, x, y, z], moved).unwrap_or(Penetration::along(&least))
        }
        Collider::Box(_, other) => {
            let ObbOverlap::Overlapping(least) = overlap_obb_obb(obb, other) else {
                return None;
            };
            let [x, y, z, other_x, other_y, other_z, ..] = overlap_obb_obb_axes(obb, other);
            let faces = [other_x, other_y, other_z, x, y, z];
            face_hit(&faces, moved).unwrap_or(Penetration::along(&least))
        }
    };
    // A box at rest just touches. That needs no push and no report.
    (found.depth > 0.0).then_some(found)
}

impl Penetration {
    fn along<Axis>(gap: &AxisGap<Axis>) -> Self {
        Self {
            direction: gap.direction,
            depth: -gap.separation,
            unambiguous: false,
        }
    }
}

/// The penetration through the face that the motion reached last; of several at the same time, the first.
/// `None`: the motion reached no face.
fn face_hit<Axis>(faces: &[Option<AxisGap<Axis>>], moved: DVec3) -> Option<Penetration> {
    let mut last: Option<(f64, Penetration)> = None;
    for gap in faces.iter().flatten() {
        let Some(since) = distance_since_contact(gap, moved) else {
            continue;
        };
        let mut found = Penetration {
            unambiguous: true,
            ..Penetration::along(gap)
        };
        if let Some((latest, known)) = &mut last {
            found.unambiguous =
                known.unambiguous && known.direction.dot(found.direction) > SAME_DIRECTION_COS;
            known.unambiguous = found.unambiguous;
            if since >= *latest - BACK_OFF {
                continue;
            }
        }
        last = Some((since, found));
    }
    last.map(|(_, found)| found)
}

/// How far the box went after it reached a face; metres. 0 for a face that the box touched before it moved
/// by `moved`. `None`: the box was behind the face before.
fn distance_since_contact<Axis>(gap: &AxisGap<Axis>, moved: DVec3) -> Option<f64> {
    let (depth, approach) = (-gap.separation, -min(gap.direction.dot(moved), 0.0));
    let gap_before = approach - depth;
    if gap_before < -BACK_OFF {
        None
    } else if gap_before <= TOUCH {
        Some(0.0)
    } else {
        Some(moved.length() * depth / approach)
    }
}

/// Fills the contacts with all surfaces that the box touches.
pub(super) fn find_touching(
    world: &World,
    tuning: &Tuning,
    state: &PlayerState,
    scratch: &mut Scratch,
) {
    let Scratch { near, contacts, .. } = scratch;
    contacts.touching_mut().clear();
    let Some(obb) = tuning.obb(state.position, state.yaw) else {
        return;
    };
    find_near(world, &obb, TOUCH, near);
    for number in near.iter() {
        let collider = world.collider(*number);
        let (touch, point) = match collider {
            Collider::Triangle(_, triangle) => {
                let [x, y, z, own, edges @ ..] = overlap_obb_triangle_axes(&obb, triangle);
                (
                    touch(&[own], &[x, y, z], &edges),
                    closest_triangle_point(triangle, obb.center()),
                )
            }
            Collider::Box(_, other) => {
                let gaps = overlap_obb_obb_axes(&obb, other);
                (
                    touch(&[], &gaps[..6], &gaps[6..]),
                    closest_obb_point(other, obb.center()),
                )
            }
        };
        if let Some((normal, separation)) = touch {
            contacts.touching_mut().push(Surface {
                collider: collider.id(),
                point,
                normal,
                separation,
            });
        }
    }
}

/// The normal and the separation of a contact. They come from the collider's `own` face if the box touches
/// it; else from the steepest of the touched `faces`; else from the edges. The steepest face counts because
/// a corner that only just reaches under another supports no player. `None`: the shapes do not touch.
fn touch<Axis>(
    own: &[Option<AxisGap<Axis>>],
    faces: &[Option<AxisGap<Axis>>],
    edges: &[Option<AxisGap<Axis>>],
) -> Option<(DVec3, f64)> {
    let all = own.iter().chain(faces).chain(edges).flatten();
    let nearest = all.max_by(|a, b| a.separation.total_cmp(&b.separation))?;
    if nearest.separation > TOUCH {
        return None;
    }
    let touched = |gap: &&AxisGap<Axis>| gap.separation >= nearest.separation - TOUCH;
    let own = own.iter().flatten().find(touched);
    let faces = faces.iter().flatten().filter(touched);
    let steepest = faces.min_by(|a, b| a.direction.y.total_cmp(&b.direction.y));
    let gap = own.or(steepest).unwrap_or(nearest);
    Some((gap.direction, gap.separation))
}

/// Where a walker that left the ground by less than the snap distance lands, straight down. `None`: there
/// is no floor, or another surface comes first.
pub(super) fn follow_ground_down(
    world: &World,
    tuning: &Tuning,
    state: &PlayerState,
    floor_cos: f64,
    scratch: &mut Scratch,
) -> Option<DVec3> {
    let obb = tuning.obb(state.position, state.yaw)?;
    let near = &mut scratch.near;
    find_near(world, &obb, tuning.snap_distance, near);
    let drops = near
        .iter()
        .filter_map(|number| match world.collider(*number) {
            Collider::Triangle(_, triangle) => {
                drop_onto(&overlap_obb_triangle_axes(&obb, triangle))
            }
            Collider::Box(_, other) => drop_onto(&overlap_obb_obb_axes(&obb, other)),
        });
    let (drop, normal) = drops.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (drop <= tuning.snap_distance && normal.y >= floor_cos)
        .then(|| state.position - DVec3::Y * drop)
}

/// How far a box falls straight down onto the shape to which it has these `gaps`, and the normal there.
/// `None`: the box falls past the shape, or is already inside.
fn drop_onto<Axis>(gaps: &[Option<AxisGap<Axis>>]) -> Option<(f64, DVec3)> {
    let mut last: Option<(f64, DVec3)> = None;
    for gap in gaps
        .iter()
        .flatten()
        .filter(|gap| gap.separation > -BACK_OFF)
    {
        // The box is beside or below the shape: no fall closes this gap.
        if gap.direction.y < WALL_COS {
            return None;
        }
        // The shapes meet when the last gap is closed.
        let drop = max(gap.separation, 0.0) / gap.direction.y;
        if last.is_none_or(|(latest, _)| drop > latest) {
            last = Some((drop, gap.direction));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::angle::BinaryAngle;
    use crate::geometry::{Triangle, rotation_from_degrees};
    use crate::world::{BoxId, ColliderId};
    use glam::{DMat3, Vec3};

    fn prop(center: DVec3, size: DVec3) -> Obb {
        Obb::new(center, DMat3::IDENTITY, size * 0.5).unwrap()
    }

    fn pushed(world: &World, from: DVec3, motion: DVec3) -> (PlayerState, Trace) {
        let mut state = PlayerState {
            position: from,
            velocity: motion,
            ..Default::default()
        };
        let mut trace = Trace::new();
        let (tuning, scratch) = (Tuning::default(), &mut Scratch::new());
        let traced = Some(&mut trace);
        move_and_push(world, &tuning, &mut state, motion, scratch, traced);
        (state, trace)
    }

    /// Two crates of 2 m side by side along Z, with their near faces at x = 1.
    fn two_crates(first_z: f64) -> World {
        let crates = [first_z, -first_z].map(|z| prop(DVec3::new(0.0, 0.0, z), DVec3::splat(2.0)));
        World::new(vec![], crates.to_vec())
    }

    #[test]
    fn the_box_ends_against_the_face_and_keeps_its_slide() {
        // The box moves from x = 1.7 by -0.6 and touches at 1.5. The 0.3 m along the face are kept.
        let world = two_crates(-1.0);
        let (state, trace) = pushed(
            &world,
            DVec3::new(1.7, 0.0, -1.0),
            DVec3::new(-0.6, 0.0, 0.3),
        );
        assert!(
            (state.position - DVec3::new(1.5, 0.0, -0.7)).length() < 1e-15,
            "{}",
            state.position
        );
        assert_eq!(state.velocity, DVec3::new(0.0, 0.0, 0.3));
        let pushes: Vec<_> = trace.pushes().map(|(collider, _)| collider).collect();
        assert_eq!(pushes, [ColliderId::Box(BoxId(0))]);
    }

    #[test]
    fn the_end_of_the_next_crate_does_not_stop_the_box_in_either_order() {
        for first_z in [-1.0, 1.0] {
            // The box slides along the first crate and passes the seam at z = 0 within this motion.
            let world = two_crates(first_z);
            let (state, _) = pushed(
                &world,
                DVec3::new(1.5, 0.0, -0.6),
                DVec3::new(-0.2, 0.0, 0.2),
            );
            assert!(
                (state.position - DVec3::new(1.5, 0.0, -0.4)).length() < 1e-15,
                "{}",
                state.position
            );
        }
    }

    #[test]
    fn at_a_corner_the_face_that_was_reached_last_counts() {
        // The box reaches the side x = 1 after 0.1 of 0.4 m, and the end z = 1 after 0.3 of 0.4 m.
        let world = World::new(vec![], vec![prop(DVec3::ZERO, DVec3::splat(2.0))]);
        let (state, _) = pushed(
            &world,
            DVec3::new(1.6, 0.0, 1.8),
            DVec3::new(-0.4, 0.0, -0.4),
        );
        assert!(
            (state.position - DVec3::new(1.2, 0.0, 1.5)).length() < 1e-15,
            "{}",
            state.position
        );
    }

    #[test]
    fn a_box_that_turns_into_a_wall_is_pushed_away() {
        let world = two_crates(-1.0);
        let mut state = PlayerState {
            position: DVec3::new(1.5, 0.0, -1.0),
            yaw: BinaryAngle::from_degrees(45.0),
            ..Default::default()
        };
        let rest = |state: &mut PlayerState, tuning: &Tuning| {
            move_and_push(
                &world,
                tuning,
                state,
                DVec3::ZERO,
                &mut Scratch::new(),
                None,
            );
            state.position.x
        };
        let upright = Tuning {
            box_turns: false,
            ..Tuning::default()
        };
        assert_eq!(rest(&mut state, &upright), 1.5);
        assert!((rest(&mut state, &Tuning::default()) - 1.0 - 0.5_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_drop_ends_where_the_last_gap_closes() {
        let slope = rotation_from_degrees(DVec3::Z * 30.0);
        let slope = Obb::new(DVec3::ZERO, slope, DVec3::new(9.0, 1.0, 9.0)).unwrap();
        let (sin, cos) = crate::geometry::angle::sin_cos_deg(30.0);
        // A box of 1 m, 0.1 m above the position where its lower edge touches the slope.
        let touching = (1.0 + 0.5 * (sin + cos)) / cos;
        let player = prop(DVec3::Y * (touching + 0.1), DVec3::ONE);
        let (drop, normal) = drop_onto(&overlap_obb_obb_axes(&player, &slope)).unwrap();
        assert!((drop - 0.1).abs() < 1e-12, "{drop}");
        assert!(
            normal.abs_diff_eq(DVec3::new(-sin, cos, 0.0), 1e-12),
            "{normal}"
        );
        let beside = prop(DVec3::new(0.0, 9.0, 9.6), DVec3::ONE);
        assert_eq!(drop_onto(&overlap_obb_obb_axes(&beside, &slope)), None);
    }

    #[test]
    fn a_corner_level_with_the_top_of_a_crate_touches_its_side() {
        // The crate's top and the box's bottom are both at y = 1, its side and the box's at x = 1.
        let crate_box = prop(DVec3::ZERO, DVec3::splat(2.0));
        let player = prop(DVec3::new(1.5, 1.5, 0.0), DVec3::ONE);
        let gaps = overlap_obb_obb_axes(&player, &crate_box);
        assert_eq!(touch(&[], &gaps[..6], &gaps[6..]), Some((DVec3::X, 0.0)));
    }

    #[test]
    fn a_trace_does_not_change_the_motion() {
        let wall = [
            Vec3::new(0.0, -9.0, -9.0),
            Vec3::new(0.0, 9.0, -9.0),
            Vec3::new(0.0, 0.0, 9.0),
        ];
        let world = World::new(vec![Triangle::new(wall).unwrap()], vec![]);
        let (from, motion) = (DVec3::X * 0.6, DVec3::new(-0.3, 0.0, 0.1));
        let (traced, trace) = pushed(&world, from, motion);
        let mut untraced = PlayerState {
            position: from,
            velocity: motion,
            ..Default::default()
        };
        let (tuning, scratch) = (Tuning::default(), &mut Scratch::new());
        move_and_push(&world, &tuning, &mut untraced, motion, scratch, None);
        assert_eq!(traced, untraced);
        assert_eq!(trace.pushes().count(), 1);
    }
}
