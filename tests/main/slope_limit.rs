//! A slope of exactly the limit is floor, and stays floor, for every body on boxes and on triangles.

use crate::random::Random;
use crate::support::{cases, rules};
use sidle::geometry::angle::{BinaryAngle, cos_deg};
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DVec3, Vec3};
use sidle::player::{Axis, BodyShape, Command, Controller, Ground, PlayerState, Tuning};
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, SurfaceRules, TriangleId, World};

const SEED: u64 = 51;

/// Half the size of a slope; metres.
const HALF: f64 = 20.0;

/// How far a limit may be from the slope; radians.
const NEAR: f64 = 1e-9;

const BODIES: [(Controller, BodyShape); 5] = [
    (Controller::Swept, BodyShape::Sphere),
    (Controller::Swept, BodyShape::Capsule),
    (Controller::Swept, BodyShape::Box),
    (Controller::Classic, BodyShape::Sphere),
    (Controller::Boxed, BodyShape::Sphere),
];

/// The upper face of a box, or two triangles, through the origin, and its normal.
fn slope(is_box: bool, slope_deg: f64, turn_deg: f64) -> (World, DVec3) {
    let rotation =
        rotation_from_degrees(DVec3::Y * turn_deg) * rotation_from_degrees(DVec3::X * slope_deg);
    let normal = rotation * DVec3::Y;
    if is_box {
        let obb = Obb::new(normal * -HALF, rotation, DVec3::splat(HALF)).expect("a box");
        return (World::new(vec![], vec![obb]), normal);
    }
    let corner = |x: f64, z: f64| -> Vec3 { (rotation * DVec3::new(x, 0.0, z) * HALF).as_vec3() };
    let [a, b, c, d] = [
        corner(-1.0, -1.0),
        corner(-1.0, 1.0),
        corner(1.0, 1.0),
        corner(1.0, -1.0),
    ];
    let triangles = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).expect("a face"));
    // Its corners are rounded to 32 bits, and so is its slope.
    let steeper = triangles.map(|triangle| triangle.plane().normal());
    let normal = if steeper[0].y < steeper[1].y {
        steeper[0]
    } else {
        steeper[1]
    };
    (World::new(triangles.to_vec(), vec![]), normal)
}

#[test]
fn a_slope_of_exactly_the_limit_is_floor_and_stays_floor() {
    let mut random = Random::new(SEED);
    let (mut wrong, mut rounded) = (Vec::new(), 0);
    let count = cases(4_000, 100_000);
    for case in 0..count {
        let (controller, body) = BODIES[random.below(5)];
        let is_box = random.below(2) == 0;
        let slope_deg = 42.0 + random.signed() * 38.0;
        let (mut world, normal) = slope(is_box, slope_deg, random.signed() * 180.0);
        let off = [0.0, random.signed() * NEAR][random.below(2)];
        let limit_deg = (normal.y.acos() + off).to_degrees();
        let mut tuning = Tuning {
            body,
            radius: 0.3,
            box_turns: false,
            max_slope_deg: limit_deg,
            ..Tuning::default()
        };
        if random.below(4) == 0 {
            // The surface has the limit, and the walker a stricter one.
            tuning.max_slope_deg = 1.0;
            let rules = SurfaceRules {
                max_slope_deg: Some(limit_deg),
                ..SurfaceRules::default()
            };
            for id in [0, 1] {
                world.set_tag(ColliderId::Triangle(TriangleId(id)), 7);
            }
            world.set_tag(ColliderId::Box(BoxId(0)), 7);
            world.set_surface_rules(7, rules);
        }
        let reach = match (controller, body) {
            (Controller::Boxed, _) => tuning.radius * normal.abs().element_sum(),
            // The radius of its edges is 10 mm.
            (_, BodyShape::Box) => 0.01 + (tuning.radius - 0.01) * normal.abs().element_sum(),
            _ => tuning.radius,
        };
        let hz = [30, 60, 120, 240, 360][random.below(5)];
        let start = normal * (reach + 5e-5);
        let mut sim = Sim::new(world, tuning, rules(start, controller), hz).without_trace();
        // It stands there already. From the air, it might be too fast to stay on a steep one.
        let ground = Ground::Floor { normal };
        let player = *sim.player();
        sim.set_player(PlayerState { ground, ..player });
        let axis = |random: &mut Random| Axis::new(random.below(3) as f64 - 1.0);
        let command = Command {
            forward: axis(&mut random),
            right: axis(&mut random),
            yaw: BinaryAngle::from_degrees(random.signed() * 180.0),
            ..sim.idle_command()
        };
        let mut is_rounded_up = false;
        let grounds: Vec<_> = (0..8)
            .map(|_| {
                sim.tick(&command);
                let mut normals = sim
                    .contacts()
                    .touching()
                    .iter()
                    .map(|surface| surface.normal.y);
                is_rounded_up |= normals.any(|rise| rise < cos_deg(limit_deg));
                sim.player().ground.name()
            })
            .collect();
        rounded += usize::from(is_rounded_up);
        if grounds.iter().any(|ground| *ground != "floor") {
            wrong.push(format!(
                "case {case}: {controller:?}, {body:?}, box {is_box}, {slope_deg}°, {off:e}, {hz} Hz: {grounds:?}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases, seed {SEED}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(10)]
    );
    // Without the margin, these would have been steep in some of their ticks.
    assert!(rounded > count / 4, "{rounded} of {count}");
}
