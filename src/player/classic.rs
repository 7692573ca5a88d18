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
//! Differences. The text also shifts the view target, while our view is a direction and moves with the
//! position. The text has no velocity, while ours loses only the parts that point into a push of the tick.

use glam::DVec3;

use super::trace::Tracer;
use super::{Contacts, Event, Finding, PlayerState, Scratch, Trace, Tuning};
use crate::contact::contact_sphere_obb;
use crate::geometry::float::max;
use crate::geometry::{Capsule, Obb, Sphere, Triangle};
use crate::query::{
    INSIDE_BEYOND_EDGE, PlaneSide, PolygonTouch, capsule_capsule_normal, classify_sphere_plane,
    closest_cone_point, closest_plane_point, contains_polygon_point, overlap_sphere_polygon,
    separate_sphere_plane, separate_sphere_plane_one_sided,
};
use crate::tolerance::TOUCH;
use crate::world::{BoxId, Collider, ColliderId, FilteredWorld, PlacedBody, Surface, TriangleId};

/// How far pushes may move the sphere before its surroundings are gathered again, in radii, at first.
/// Smaller: more gathering; larger: more exact tests.
const FIRST_SLACK: f64 = 0.25;

/// Moves the player by `motion`, through everything, and pushes it out of the world.
///
/// # Arguments
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
    move_and_push_out(world.into(), tuning, state, motion, scratch, tracer);
}

/// [`move_and_push`] within a tick, which has already added to `contacts` and to the trace.
pub(super) fn move_and_push_out(
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
/// The tree excludes shapes out of reach, which cannot push. The others are tested in the order of the text, from where
/// the pushes before have left the sphere. `from` is where the sphere came from. Shapes that it passes from there do
/// not push.
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
            Collider::Round(id, body) => push_of_body(&sphere, id, &body.capsule, tracer),
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

/// The text's test of one triangle, from the classification of the sphere to the offset.
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

/// The push of a round body, by the distance from it.
#[cold]
fn push_of_body(
    sphere: &Sphere,
    id: BoxId,
    body: &Capsule,
    tracer: &mut Tracer<'_>,
) -> Option<Push> {
    let (normal, distance) = capsule_capsule_normal(&Capsule::from(*sphere), body);
    let depth = sphere.radius() + body.radius() - distance;
    let is_inside = depth > 0.0;
    let finding = if is_inside {
        Finding::Acted
    } else {
        Finding::Apart
    };
    tracer.add_candidate(ColliderId::Box(id), finding);
    is_inside.then_some(Push {
        offset: normal * depth,
        length: depth,
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
mod tests;
