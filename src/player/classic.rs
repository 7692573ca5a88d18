//! The classic controller: the founding text's push-out of a camera sphere, flaws included.
//!
//! Source: N. Sakharnykh, "Camera collision" (GameDev.ru, 2003), after a gametutorials.com demo;
//! props by the sphere–box contact of I. Millington, *Game Physics Engine Development*, ch. 13.
//!
//! First the sphere moves, through everything. Then *every* triangle of the world, in order, may push it
//! out along its plane's normal; then every box may. Each push is applied at once, so the next test uses
//! the new position. The slide is the part of the motion that remains after the pushes.
//!
//! The known flaws are kept, because the game shows them:
//! - a centre that passes a plane within one tick is pushed out on the *far* side (tunnelling);
//! - the result depends on the order of the triangles, and a later push may press the sphere into
//!   a collider that pushed before;
//! - edges are tested with half the radius, so the sphere sinks into convex corners;
//! - the sum of angles counts points a little outside a triangle as inside;
//! - at a low edge of a mesh, the half radius first lets the sphere sink in; then one tick throws it up
//!   onto the top face;
//! - under a ceiling too low for the sphere, floor and ceiling push in turn, and the last push wins;
//! - where boxes stand end to end, the end of the box behind pushes the sphere a little ahead (at 60 Hz, a
//!   walk along such a fence at 45 degrees is 1.3 % too fast).
//!
//! Differences: the text also shifts the view target, while our view is a direction and moves with the
//! position. The text has no velocity, while ours loses only the parts that point into a push of the tick.

use glam::DVec3;

use super::trace::Tracer;
use super::{Contacts, Event, Finding, PlayerState, Scratch, Trace, Tuning};
use crate::contact::contact_sphere_obb;
use crate::geometry::float::max;
use crate::geometry::{Capsule, Obb, Sphere, Triangle};
use crate::query::{
    INSIDE_BEYOND_EDGE, PlaneSide, PolygonTouch, classify_sphere_plane, closest_cone_point,
    closest_plane_point, contains_polygon_point, overlap_sphere_polygon, separate_sphere_plane,
    separate_sphere_plane_one_sided,
};
use crate::tolerance::TOUCH;
use crate::world::{BoxId, Collider, ColliderId, FilteredWorld, PlacedBody, Surface, TriangleId};

/// How far pushes may move the sphere before its surroundings are gathered again, in radii, at first.
/// Smaller: more gathering; larger: more exact tests.
const FIRST_SLACK: f64 = 0.25;

/// Moves the player by `motion`, through everything, and pushes it out of the world.
///
/// # Shapes
/// - `motion` in metres. Only the position and the velocity of `state` change.
/// - `trace`, if there is one, is emptied and then filled with the events of the move.
///
/// # Example
/// A sphere of 0.5 m flies 0.2 m towards a wall that it already touches, and stays in place:
/// ```
/// use sidle::{geometry::Triangle, glam::{DVec3, Vec3}, world::World};
/// use sidle::player::{PlayerState, Scratch, Tuning, classic};
/// let wall = [Vec3::new(0.0, -9.0, -9.0), Vec3::new(0.0, 9.0, -9.0), Vec3::new(0.0, 0.0, 9.0)];
/// let world = World::new(vec![Triangle::new(wall).unwrap()], vec![]);
/// let mut state = PlayerState { position: DVec3::X * 0.5, ..Default::default() };
/// let (tuning, mut scratch) = (Tuning::default(), Scratch::new());
/// classic::move_and_push(&world, &tuning, &mut state, DVec3::X * -0.2, &mut scratch, None);
/// assert!((state.position - DVec3::X * 0.5).length() < 1e-12);
/// ```
pub fn move_and_push<'w>(
    world: impl Into<FilteredWorld<'w>>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    trace: Option<&mut Trace>,
) {
    scratch.clear();
    let tracer = &mut Tracer::new(trace);
    walk(world.into(), tuning, state, motion, scratch, tracer);
}

/// The same within a tick, which has already added to `contacts` and to the trace.
pub(super) fn walk(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    motion: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) {
    let from = state.position;
    state.position += motion;
    tracer.push(Event::Move {
        from,
        to: state.position,
    });
    push_out(world, tuning, state, from, scratch, tracer);
    state.velocity = closest_cone_point(scratch.contacts.planes(), state.velocity);
}

/// Lets every triangle push once, then every box. Returns the longest push; metres.
///
/// The tree excludes what is out of reach, which cannot push. The others are tested in the order of the
/// text, from where the pushes before have left the sphere. `from` is where the sphere came from: what it passes from
/// there does not push.
pub(super) fn push_out(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &mut PlayerState,
    from: DVec3,
    scratch: &mut Scratch,
    tracer: &mut Tracer<'_>,
) -> f64 {
    let mut longest = 0.0_f64;
    let Some(mut sphere) = Sphere::new(state.position, tuning.radius) else {
        return longest;
    };
    let Scratch { near, contacts, .. } = scratch;
    let mut slack = tuning.radius * FIRST_SLACK;
    let mut gathered_at = sphere.center();
    find_near(world, tuning, &sphere, slack, near, tracer);
    let (mut next, mut tested) = (0, 0);
    let came_from = PlacedBody::from(sphere.at(from));
    while let Some(&number) = near.get(next) {
        next += 1;
        if !world.is_below(number, &came_from, TOUCH) {
            continue;
        }
        let collider = world.collider(number);
        let push = match collider {
            Collider::Triangle(id, triangle) => {
                tested += 1;
                push_of_triangle(tuning, &sphere, id, triangle, tracer)
            }
            Collider::Box(id, obb) => push_of_box(&sphere, id, obb, tracer),
        };
        let Some(push) = push else {
            continue;
        };
        longest = max(longest, push.length);
        apply(state, push.offset, collider.id(), contacts, tracer);
        sphere = sphere.at(state.position);
        if sphere.center().distance(gathered_at) > slack {
            // Doubled, so that a long way through many colliders gathers few times.
            slack *= 2.0;
            gathered_at = sphere.center();
            find_near(world, tuning, &sphere, slack, near, tracer);
            let is_done = |other: &u32| world.collider(*other).id() <= collider.id();
            next = near.partition_point(is_done);
        }
    }
    tracer.count_far(world.world().triangle_count().saturating_sub(tested));
    longest
}

/// Fills `found` with the numbers of all colliders that may push the sphere while pushes move it by at most
/// `slack`, in order.
fn find_near(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    sphere: &Sphere,
    slack: f64,
    found: &mut Vec<u32>,
    tracer: &mut Tracer<'_>,
) {
    let of_edges = sphere.radius() * max(tuning.edge_radius_factor - 1.0, 0.0);
    let reach = slack + of_edges;
    find_near_angles(world, sphere, reach, found);
    tracer.push(Event::Gather {
        position: sphere.center(),
        reach,
    });
}

/// Fills `found` with the numbers of all colliders within `reach` of the sphere, in order, among them every
/// triangle that counts as reached only by its sum of angles.
fn find_near_angles(world: FilteredWorld<'_>, sphere: &Sphere, reach: f64, found: &mut Vec<u32>) {
    found.clear();
    let body = Capsule::from(*sphere);
    world.numbers_near_grown(&body, reach, INSIDE_BEYOND_EDGE, found);
}

/// How a collider pushes.
struct Push {
    offset: DVec3,
    /// Metres.
    length: f64,
}

/// Steps 1 to 6 of the text for one triangle.
fn push_of_triangle(
    tuning: &Tuning,
    sphere: &Sphere,
    id: TriangleId,
    triangle: &Triangle,
    tracer: &mut Tracer<'_>,
) -> Option<Push> {
    let (plane, vertices) = (&triangle.plane(), triangle.vertices());
    match overlap_sphere_polygon(sphere, plane, &vertices, tuning.edge_radius_factor) {
        Err(class) => {
            tracer.classify(id, class.side);
            return None;
        }
        Ok(overlap) => {
            tracer.classify(id, PlaneSide::Intersects);
            tracer.push(Event::Polygon {
                triangle: id,
                overlap,
            });
            if overlap.touch == PolygonTouch::Miss {
                return None;
            }
        }
    }
    let offset = if tuning.one_sided {
        separate_sphere_plane_one_sided(sphere, plane)
    } else {
        separate_sphere_plane(sphere, plane)
    };
    let length = offset.length();
    Some(Push { offset, length })
}

/// The push of a box, by its contact with the sphere.
fn push_of_box(sphere: &Sphere, id: BoxId, obb: &Obb, tracer: &mut Tracer<'_>) -> Option<Push> {
    // A player at rest just touches. That needs no push and no report.
    let contact = contact_sphere_obb(sphere, obb).filter(|contact| contact.depth > 0.0);
    let finding = contact.map_or(Finding::Apart, |_| Finding::Acted);
    tracer.add_candidate(ColliderId::Box(id), finding);
    contact.map(|contact| Push {
        offset: contact.normal * contact.depth,
        length: contact.depth,
    })
}

/// Adds to `touching` the triangles on which this controller rests a little outside their edges. Its sum
/// of angles counts such a point as inside, so the triangle supports it and is touched.
pub(super) fn find_touching_beyond_edges(
    world: FilteredWorld<'_>,
    sphere: &Sphere,
    near: &mut Vec<u32>,
    touching: &mut Vec<Surface>,
) {
    find_near_angles(world, sphere, TOUCH, near);
    for number in near.iter() {
        let Collider::Triangle(id, triangle) = world.collider(*number) else {
            continue;
        };
        let plane = &triangle.plane();
        let class = classify_sphere_plane(sphere, plane);
        let separation = class.distance.abs() - sphere.radius();
        let collider = ColliderId::Triangle(id);
        let known = |surface: &Surface| surface.collider == collider;
        if separation.abs() > TOUCH || touching.iter().any(known) {
            continue;
        }
        let point = closest_plane_point(plane, sphere.center());
        if contains_polygon_point(&triangle.vertices(), point).inside {
            let side = if class.distance < 0.0 { -1.0 } else { 1.0 };
            touching.push(Surface {
                collider,
                point,
                normal: plane.normal() * side,
                separation,
            });
        }
    }
    touching.sort_by_key(|surface| surface.collider);
}

/// Applies one push at once.
fn apply(
    state: &mut PlayerState,
    offset: DVec3,
    collider: ColliderId,
    contacts: &mut Contacts,
    tracer: &mut Tracer<'_>,
) {
    state.position += offset;
    if let Some(normal) = offset.try_normalize() {
        contacts.add_plane(normal);
    }
    tracer.push(Event::Push {
        collider,
        offset,
        position: state.position,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use glam::Vec3;

    /// A wall in the plane x = 0 facing +X, from z = -4 to 4 and y = -4 to 4, as two triangles.
    fn wall() -> World {
        let [a, b, c, d] =
            [(-4.0, 4.0), (-4.0, -4.0), (4.0, -4.0), (4.0, 4.0)].map(|(y, z)| Vec3::new(0.0, y, z));
        let wall = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap());
        assert_eq!(wall[0].plane().normal(), DVec3::X);
        World::new(wall.to_vec(), vec![])
    }

    fn pushed(world: &World, tuning: &Tuning, from: DVec3, motion: DVec3) -> (PlayerState, Trace) {
        let mut state = PlayerState {
            position: from,
            velocity: motion,
            ..Default::default()
        };
        let mut trace = Trace::new();
        let (scratch, traced) = (&mut Scratch::new(), Some(&mut trace));
        move_and_push(world, tuning, &mut state, motion, scratch, traced);
        (state, trace)
    }

    #[test]
    fn the_sphere_comes_to_rest_at_exactly_its_radius_and_keeps_its_slide() {
        let (state, trace) = pushed(
            &wall(),
            &Tuning::default(),
            DVec3::X,
            DVec3::new(-0.8, 0.0, 0.3),
        );
        assert!(
            (state.position - DVec3::new(0.5, 0.0, 0.3)).length() < 1e-15,
            "{}",
            state.position
        );
        assert_eq!(state.velocity, DVec3::new(0.0, 0.0, 0.3));
        assert_eq!(
            trace.pushes().count(),
            1,
            "the first push is enough for the second triangle"
        );
    }

    #[test]
    fn a_centre_that_passes_the_plane_is_pushed_out_on_the_far_side_a_known_flaw() {
        let (state, _) = pushed(&wall(), &Tuning::default(), DVec3::X, DVec3::X * -1.1);
        assert!((state.position.x + 0.5).abs() < 1e-15);
    }

    #[test]
    fn one_sided_faces_bring_it_back_to_the_front() {
        let one_sided = Tuning {
            one_sided: true,
            ..Tuning::default()
        };
        let (state, _) = pushed(&wall(), &one_sided, DVec3::X, DVec3::X * -1.4);
        assert!((state.position.x - 0.5).abs() < 1e-15);
        // A sphere farther than r behind the plane is out of reach, and stays there.
        let (state, _) = pushed(&wall(), &one_sided, DVec3::X, DVec3::X * -1.6);
        assert!((state.position.x + 0.6).abs() < 1e-15);
    }

    #[test]
    fn edges_are_tested_with_the_tuned_share_of_the_radius() {
        // 0.3 m above the wall's upper edge, 1 mm off its plane: within r, beyond r / 2.
        let above = DVec3::new(1e-3, 4.3, 0.0);
        let (state, trace) = pushed(&wall(), &Tuning::default(), above, DVec3::ZERO);
        assert_eq!((state.position, trace.pushes().count()), (above, 0));
        let whole = Tuning {
            edge_radius_factor: 1.0,
            ..Tuning::default()
        };
        let (state, _) = pushed(&wall(), &whole, above, DVec3::ZERO);
        assert!(
            (state.position.x - 0.5).abs() < 1e-15,
            "the edge below throws the sphere aside"
        );
    }

    #[test]
    fn the_trace_has_the_side_of_every_triangle_and_the_tests() {
        let (_, trace) = pushed(&wall(), &Tuning::default(), DVec3::X * 0.4, DVec3::ZERO);
        let sides = trace.sides();
        assert_eq!((sides.front, sides.intersects, sides.behind), (1, 1, 0));
        let [
            Event::Move { .. },
            Event::Gather { .. },
            Event::Polygon { triangle, overlap },
            ..,
        ] = *trace.events()
        else {
            panic!("no test traced")
        };
        assert_eq!(
            (triangle, overlap.touch),
            (TriangleId(0), PolygonTouch::Face)
        );
        assert_eq!(overlap.projected, DVec3::ZERO);
    }

    #[test]
    fn no_velocity_is_left_in_an_acute_corner() {
        // The wall at x = 0, and a box whose side is turned away from it by 40 degrees. Clipping the
        // velocity by one after the other would leave a part of it.
        let rotation = crate::geometry::rotation_from_degrees(DVec3::Y * 40.0);
        let center = DVec3::new(1.0, 0.0, -1.0) + rotation * DVec3::X * 2.0;
        let leaning = Obb::new(center, rotation, DVec3::new(2.0, 4.0, 4.0)).unwrap();
        let world = World::new(wall().triangles().to_vec(), vec![leaning]);
        let mut state = PlayerState {
            position: DVec3::new(0.6, 0.0, 1.5),
            ..Default::default()
        };
        for _ in 0..300 {
            state.velocity = DVec3::new(-0.3, 0.0, -1.0) * 5.0;
            let motion = state.velocity / 120.0;
            let (tuning, scratch) = (Tuning::default(), &mut Scratch::new());
            move_and_push(&world, &tuning, &mut state, motion, scratch, None);
        }
        assert!(state.velocity.length() < 1e-9, "{}", state.velocity);
    }

    #[test]
    fn a_trace_does_not_change_the_motion() {
        let from = PlayerState {
            position: DVec3::X * 0.3,
            velocity: DVec3::NEG_X,
            ..Default::default()
        };
        let (mut traced, mut untraced) = (from, from);
        let (tuning, mut trace) = (Tuning::default(), Trace::new());
        let (scratch, on) = (&mut Scratch::new(), Some(&mut trace));
        move_and_push(&wall(), &tuning, &mut traced, DVec3::Z, scratch, on);
        move_and_push(&wall(), &tuning, &mut untraced, DVec3::Z, scratch, None);
        assert_eq!(traced, untraced);
        assert_eq!(trace.pushes().count(), 1);
    }
}
