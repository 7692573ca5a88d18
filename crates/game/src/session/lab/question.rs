//! The question that each exhibit asks, and the state of its shapes that answers it.

use sidle::contact::{ContactBuffer, ContactKind, contact_obb_obb, contact_obb_obb_as_written};
use sidle::geometry::{Obb, Plane, Pose, Sphere};
use sidle::glam::DVec3;
use sidle::player::Tuning;
use sidle::query::{
    ObbOverlap, PolygonTouch, intersect_segment_obb, intersect_segment_polygon, overlap_obb_obb,
    overlap_obb_triangle, overlap_sphere_polygon, sweep_obb_obb, sweep_point_plane,
    sweep_sphere_obb, sweep_sphere_plane, sweep_sphere_plane_sampled, sweep_sphere_sphere,
};

use crate::session::lab::body::{LabBody, find_contacts, triangle};
use crate::session::lab::exhibit::Lesson;
use crate::session::lab::state::Lab;

/// The steps of a motion that is tested step by step.
pub const MOTION_STEPS: u32 = 3;

/// A shadow this much longer than the shortest one counts as the shortest; metres.
const SHADOW_SLACK: f64 = 0.02;

/// Depths that differ less are the same; metres.
const SAME_DEPTH: f64 = 1e-9;

/// Normals with at least this cosine belong to the same face.
const SAME_FACE: f64 = 0.99;

/// The state of the shapes that answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// They no longer touch, meet or overlap.
    Apart,
    /// They touch.
    Touching,
    /// They have so many contacts.
    Contacts(usize),
    /// An edge of the polygon pushes.
    Edge,
    /// The steps of the motion find the plane.
    Steps,
    /// The push is along the back of the plane, or to another face than at the start.
    OtherSide,
    /// The first shape's middle is within the second.
    MiddleInside,
    /// The shadow is as short as it gets.
    ShortShadow,
    /// The ball is within the box.
    BallInside,
    /// The box and the AABB around it give the same answer.
    BoundsAgree,
    /// They touch, and not with two edges.
    NoEdges,
    /// The contact as written is the library's.
    SameContact,
}

/// The question of an exhibit, and the answer of its shapes.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub ask: &'static str,
    pub answer: &'static str,
    goal: Goal,
}

impl Question {
    /// Whether the shapes of `lab` are in the state that answers the question.
    pub fn is_answered_by(&self, lab: &Lab) -> bool {
        let (first, second) = (lab.first(), lab.second());
        match (self.goal, &first, &second) {
            (Goal::Apart, _, _) => !touches(lab, &first, &second),
            (Goal::Touching, _, _) => touches(lab, &first, &second),
            (Goal::Contacts(count), _, _) => lab.contacts().len() == count,
            (Goal::Edge, LabBody::Sphere(sphere), LabBody::Polygon(corners)) => {
                let touch = polygon_touch(sphere, corners);
                matches!(touch, Some(PolygonTouch::Edge(_)))
            }
            (Goal::Steps, LabBody::Sphere(sphere), LabBody::Plane(plane)) => {
                sweep_sphere_plane_sampled(sphere, lab.motion(), plane, MOTION_STEPS).is_some()
            }
            (Goal::OtherSide, _, _) => {
                let (now, start) = (lab.contacts().first(), normal_at_start(lab));
                let normals = now.map(|contact| contact.normal).zip(start);
                normals.is_some_and(|(now, start)| now.dot(start) < SAME_FACE)
            }
            (Goal::MiddleInside, LabBody::Sphere(sphere), LabBody::HalfSpace(ground)) => {
                ground.surface().signed_distance(sphere.center()) < 0.0
            }
            (Goal::MiddleInside, LabBody::Sphere(sphere), LabBody::Obb(obb)) => {
                is_within(obb, sphere.center())
            }
            (Goal::ShortShadow, LabBody::Obb(obb), LabBody::Segment(axis)) => {
                let shortest = 2.0 * obb.half_extents().min_element();
                let direction = (axis.end - axis.start).normalize_or_zero();
                let [low, high] = obb.project(direction);
                high - low < shortest + SHADOW_SLACK
            }
            (Goal::BallInside, LabBody::Obb(obb), LabBody::Sphere(ball)) => {
                is_within(obb, ball.center())
            }
            (Goal::BoundsAgree, LabBody::Obb(a), LabBody::Obb(b)) => {
                let overlap = |obb| matches!(overlap_obb_obb(obb, b), ObbOverlap::Overlapping(_));
                let bounds = a.aligned();
                overlap(&bounds) == overlap(a)
            }
            (Goal::NoEdges, _, _) => {
                let kinds = lab.contacts().iter().map(|contact| contact.kind());
                !lab.contacts().is_empty()
                    && kinds.into_iter().all(|kind| kind != ContactKind::EdgeEdge)
            }
            (Goal::SameContact, LabBody::Obb(a), LabBody::Obb(b)) => {
                let [ours, written] = [contact_obb_obb(a, b), contact_obb_obb_as_written(a, b)];
                ours.zip(written).is_some_and(|(ours, written)| {
                    (ours.depth - written.depth).abs() < SAME_DEPTH
                        && ours.normal.dot(written.normal) > SAME_FACE
                })
            }
            _ => false,
        }
    }
}

fn is_within(obb: &Obb, point: DVec3) -> bool {
    obb.to_local(point).abs().cmplt(obb.half_extents()).all()
}

fn polygon_touch(sphere: &Sphere, corners: &[DVec3]) -> Option<PolygonTouch> {
    let plane = Plane::from_polygon(corners)?;
    let factor = Tuning::default().edge_radius_factor;
    let overlap = overlap_sphere_polygon(sphere, &plane, corners, factor);
    overlap.ok().map(|overlap| overlap.touch)
}

/// Whether the shapes touch, overlap, or meet on their way.
fn touches(lab: &Lab, first: &LabBody, second: &LabBody) -> bool {
    let motion = lab.motion();
    match (lab.exhibit().lesson, first, second) {
        (Lesson::Polygon, LabBody::Sphere(a), LabBody::Polygon(corners)) => {
            !matches!(polygon_touch(a, corners), None | Some(PolygonTouch::Miss))
        }
        (Lesson::Sweep | Lesson::Steps, LabBody::Sphere(a), LabBody::Plane(b)) => {
            sweep_sphere_plane(a, motion, b).is_some()
        }
        (Lesson::Sweep, LabBody::Sphere(a), LabBody::Sphere(b)) => {
            sweep_sphere_sphere(a, motion, b).is_some()
        }
        (Lesson::Sweep, LabBody::Sphere(a), LabBody::Obb(b)) => {
            sweep_sphere_obb(a, motion, b).is_some()
        }
        (Lesson::Sweep, LabBody::Obb(a), LabBody::Obb(b)) => sweep_obb_obb(a, motion, b).is_some(),
        (Lesson::Segment, LabBody::Segment(a), LabBody::Plane(b)) => {
            sweep_point_plane(a.start, a.end - a.start, b).is_some()
        }
        (Lesson::Segment, LabBody::Segment(a), LabBody::Polygon(corners)) => {
            intersect_segment_polygon(a, corners).is_some()
        }
        (Lesson::Segment, LabBody::Segment(a), LabBody::Obb(b)) => {
            intersect_segment_obb(a, b).is_some()
        }
        (Lesson::Axes, LabBody::Obb(a), LabBody::Polygon(corners)) => triangle(corners)
            .is_some_and(|b| matches!(overlap_obb_triangle(a, &b), ObbOverlap::Overlapping(_))),
        (Lesson::EdgesAndFaces, LabBody::Obb(a), LabBody::Obb(b)) => {
            matches!(overlap_obb_obb(a, b), ObbOverlap::Overlapping(_))
        }
        _ => !lab.contacts().is_empty(),
    }
}

/// The normal of the first contact at the exhibit's start.
fn normal_at_start(lab: &Lab) -> Option<DVec3> {
    let mut found = ContactBuffer::new(1);
    let first = lab.exhibit().first.transformed(&lab.exhibit().start);
    let second = lab.exhibit().second.transformed(&Pose::IDENTITY);
    find_contacts(&first, &second, &mut found);
    found.contacts().first().map(|contact| contact.normal)
}

/// The question of the exhibit of this name.
pub fn question(name: &str) -> Option<Question> {
    let known = QUESTIONS.iter().find(|(known, ..)| *known == name);
    known.map(|&(_, goal, ask, answer)| Question { ask, answer, goal })
}

/// The name of an exhibit, the check of its answer, the question, and the answer.
const QUESTIONS: [(&str, Goal, &str, &str); 38] = [
    (
        "sphere-polygon",
        Goal::Edge,
        "The face pushes the sphere. Where does an edge push it instead?",
        "Outside of the polygon, up to r/2 from the edge: the zone that is drawn.",
    ),
    (
        "sphere-polygon-edge",
        Goal::Apart,
        "An edge pushes. How far out does the sphere still count as touching?",
        "To r/2, although it reaches twice as far: the text's approximation.",
    ),
    (
        "sphere-plane-sweep",
        Goal::Apart,
        "Turn the motion. When does the sphere not touch the plane?",
        "When d1 stays above r: along the plane, away from it, or too short.",
    ),
    (
        "sphere-plane-steps",
        Goal::Steps,
        "No step touches the plane. Shorten the motion with Shift T: when do the steps find it?",
        "When a step is about as short as the sphere is wide. The sweep found it all the time.",
    ),
    (
        "sphere-sphere-sweep",
        Goal::Apart,
        "How far aside must the sphere start to pass the other one?",
        "Until its centre passes at r1 + r2: then the equation has no root.",
    ),
    (
        "sphere-box-sweep",
        Goal::Apart,
        "How near to a corner does the sphere pass without a touch?",
        "Its centre may come up to one radius: for it, the box has round edges.",
    ),
    (
        "box-box-sweep",
        Goal::Apart,
        "Turn the motion until the boxes miss each other. Which angle is enough?",
        "One axis on which their shadows never meet at the same time.",
    ),
    (
        "ray-plane",
        Goal::Apart,
        "Turn the ray. From which side does it hit the plane?",
        "From the front alone. From behind, or too short, it misses.",
    ),
    (
        "segment-polygon",
        Goal::Apart,
        "It crosses the polygon. How does it miss?",
        "Both ends are on one side, or it crosses the plane where the angles no longer sum to 2π.",
    ),
    (
        "segment-box",
        Goal::Apart,
        "The segment enters three slabs. When does it miss the box?",
        "When it leaves one slab before it has entered the last.",
    ),
    (
        "sphere-sphere",
        Goal::Apart,
        "Pull the spheres apart. At which distance of the centres does the contact end?",
        "At rA + rB, whichever way you pull.",
    ),
    (
        "sphere-half-space",
        Goal::MiddleInside,
        "Push the sphere's centre below the ground. Which way is it pushed?",
        "Still up: a half-space has an inside, so the depth goes on growing.",
    ),
    (
        "sphere-plane",
        Goal::OtherSide,
        "Drag the sphere through the plane. Which side pushes it?",
        "The side of its centre. A plane has no inside: once through, it is pushed on.",
    ),
    (
        "sphere-box",
        Goal::MiddleInside,
        "Drag the sphere's centre into the box. Which face pushes it now?",
        "The nearest face. The nearest point is the centre itself, and gives no direction.",
    ),
    (
        "sphere-in-box",
        Goal::OtherSide,
        "One face pushes the sphere out. Where does another one?",
        "Beyond the middle between them: always the nearest face pushes.",
    ),
    (
        "capsule-half-space",
        Goal::Contacts(2),
        "Standing, the capsule has one contact. And lying?",
        "Two, one for each end: enough to lie still.",
    ),
    (
        "capsule-plane",
        Goal::OtherSide,
        "Drag the capsule's middle through the plane. Which side pushes the ends?",
        "Both ends are pushed to the side of the middle.",
    ),
    (
        "capsule-sphere",
        Goal::Apart,
        "How far from the capsule's axis does the contact end?",
        "At rA + rB anywhere along it: a capsule is a sphere that was swept along its axis.",
    ),
    (
        "capsule-capsule",
        Goal::Contacts(1),
        "Parallel, they touch at two points. And turned?",
        "At one: where the two axes come nearest to each other.",
    ),
    (
        "capsule-box",
        Goal::Apart,
        "Roll the capsule over the rim. When does it let go?",
        "When its axis is one radius away from the nearest edge or face.",
    ),
    (
        "capsule-triangle",
        Goal::Apart,
        "Pull the capsule off the triangle, upwards or downwards. Which side pushed it?",
        "The one to which the way out was shortest: a triangle has two sides.",
    ),
    (
        "capsule-polyhedron",
        Goal::Apart,
        "Pull the capsule off the wedge. When does it let go?",
        "When its axis is one radius away from every face and edge.",
    ),
    (
        "box-projection",
        Goal::ShortShadow,
        "Turn the box. How short does its shadow on the axis get?",
        "As short as its shortest side, once that side lies along the axis.",
    ),
    (
        "box-matrix",
        Goal::BallInside,
        "Move the box around the ball. Which numbers say that it is inside?",
        "Those in box space: each is smaller than that half extent.",
    ),
    (
        "box-aabb",
        Goal::BoundsAgree,
        "The turned box is apart, but the AABB around it overlaps. Where do both agree?",
        "Far apart, deep inside, or unturned. The AABB also encloses air, so only its `apart` is certain.",
    ),
    (
        "box-plane",
        Goal::OtherSide,
        "Drag the box's centre through the plane. Which corners are contacts now?",
        "Those on the other side: the side of the centre pushes.",
    ),
    (
        "box-half-space",
        Goal::Contacts(4),
        "Let the box settle. How many contacts does it come to rest on?",
        "Four: the corners of a face. The text says that three already keep a box in place.",
    ),
    (
        "box-box",
        Goal::Touching,
        "The box falls. On how many axes is the gap closed when it touches?",
        "On all 15. While one of them shows a gap, the boxes are apart.",
    ),
    (
        "crossed-boxes",
        Goal::NoEdges,
        "Two edges touch. Turn the beam. Which features touch instead?",
        "Corners on a face, as soon as an edge lies along the face.",
    ),
    (
        "box-box-as-written",
        Goal::SameContact,
        "Ours and the text's differ. Find a place where both are the same.",
        "Where a corner in a face is deepest: the text's sign matters for edges alone.",
    ),
    (
        "box-edges",
        Goal::Apart,
        "Pull the boxes apart. Do 144 tests see it sooner than 15 axes?",
        "No. Both see it at once, and the axes cost a tenth.",
    ),
    (
        "box-triangle",
        Goal::Apart,
        "Pull the box off. Which axis shows the first gap?",
        "The yellow one: n above the face, another one past an edge.",
    ),
    (
        "polyhedra",
        Goal::Apart,
        "Pull the solids apart. Which features touch last?",
        "A corner and a face, or two edges: the only kinds of contacts there are.",
    ),
    (
        "polyhedron-box",
        Goal::Apart,
        "Lift the octahedron off. Does it need other tests than a box?",
        "The same ones: all corners against faces, all edges against edges.",
    ),
    (
        "sphere-polyhedron",
        Goal::Apart,
        "Roll the sphere off the wedge. Which feature does it touch last?",
        "The nearest face, edge or corner, at one radius from its centre.",
    ),
    (
        "polyhedron-half-space",
        Goal::Contacts(3),
        "Let the octahedron settle. How many contacts does it rest on?",
        "Three: the corners of one face.",
    ),
    (
        "assemblies",
        Goal::Apart,
        "Lift the dumbbell off the table. How many pairs of parts must be apart?",
        "All 15: three parts by five. Spheres around them rule out most.",
    ),
    (
        "assemblies-mixed",
        Goal::Apart,
        "Lift the hammer off the trestle. How many pairs of parts must be apart?",
        "All six: two parts by three.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::lab::exhibit::exhibits;
    use crate::session::lab::state::LabInput;
    use crate::test_support::Dice;

    fn direction(dice: &mut Dice) -> DVec3 {
        DVec3::new(dice.sign(), dice.sign(), dice.sign())
    }

    #[test]
    fn each_exhibit_asks_in_order_and_no_question_is_answered_at_the_start() {
        let names: Vec<_> = exhibits().iter().map(|exhibit| exhibit.name).collect();
        let asked: Vec<_> = QUESTIONS.iter().map(|(name, ..)| *name).collect();
        assert_eq!(asked, names);
        for name in names {
            let lab = Lab::new(DVec3::new(1.0, 2.0, 3.0), Some(name));
            let question = question(name).unwrap();
            assert!(!question.is_answered_by(&lab), "{name}");
            assert!(!lab.is_answered(), "{name}");
            assert!(question.ask.contains('?') || question.ask.ends_with('.'));
        }
    }

    #[test]
    fn each_question_can_be_answered_by_hand_and_stays_answered() {
        for exhibit in exhibits() {
            let mut lab = Lab::new(DVec3::ZERO, Some(exhibit.name));
            let mut dice = Dice(7);
            for step in 0..40_000 {
                if lab.is_answered() {
                    break;
                }
                if step % 40 == 0 {
                    lab.restart();
                }
                lab.place_by_hand(direction(&mut dice) * 0.1, direction(&mut dice) * 0.3);
                let stretch = dice.sign();
                lab.tick(
                    &LabInput {
                        stretch,
                        ..LabInput::default()
                    },
                    1.0 / 30.0,
                );
            }
            assert!(lab.is_answered(), "{}", exhibit.name);
            lab.restart();
            assert!(lab.is_answered(), "{}", exhibit.name);
            lab.show_next(false);
            assert!(!lab.is_answered(), "after {}", exhibit.name);
            assert_eq!(lab.answered(), 1);
        }
    }
}
