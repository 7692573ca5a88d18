//! Surfaces with a separate step height.

use crate::random::Random;
use crate::surfaces::*;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::rotation_from_degrees;

/// A surface that steps of this height lead up onto.
pub(crate) const fn step(height: f64) -> SurfaceRules {
    SurfaceRules {
        step_height: Some(height),
        ..USUAL
    }
}

/// A platform of this height behind z = -1.
fn ledge(height: f64) -> Obb {
    slab([-20.0, -1.0, -20.0], [20.0, height, -1.0])
}

/// How high a walker has come who runs ahead for a second and a half.
fn height(world: &World, tuning: Tuning, controller: Controller, hz: u32) -> f64 {
    let start = DVec3::new(0.0, tuning.radius, 1.0);
    let mut walk = Walk::new(world, tuning, controller, hz, start);
    walk.run(1.5, ahead());
    walk.state.position.y - tuning.radius
}

/// The walkers that climb steps: a ball and a person.
fn climbers() -> [Tuning; 2] {
    let ball = Tuning::default();
    let person = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..ball
    };
    [ball, person]
}

#[test]
fn a_ledge_is_climbed_by_its_own_step_height() {
    // The player's is 0.35 m.
    for (ledge_height, rules, climbs) in [
        (0.6, USUAL, false),
        (0.6, step(0.7), true),
        (0.6, step(0.6), true),
        (0.6, step(0.599), false),
        (1.2, step(1.3), true),
        (0.3, USUAL, true),
        (0.3, step(0.1), false),
        (0.3, step(0.0), false),
    ] {
        let ledges = world(vec![], vec![floor(), ledge(ledge_height)], 1, rules);
        for tuning in climbers() {
            for hz in [30, 360] {
                let height = height(&ledges, tuning, Controller::Swept, hz);
                let expected = if climbs { ledge_height } else { 0.0 };
                let case = format!("{ledge_height} with {rules:?}, {:?}, {hz} Hz", tuning.body);
                assert!((height - expected).abs() < 0.01, "{case}: {height}");
            }
        }
        for controller in [Controller::Classic, Controller::Boxed] {
            let plain = World::new(vec![], vec![floor(), ledge(ledge_height)]);
            let [with, without] =
                [&ledges, &plain].map(|world| height(world, Tuning::default(), controller, 60));
            assert_eq!(with, without, "{controller:?} climbs no steps");
        }
    }
}

#[test]
fn what_the_step_leads_onto_counts_and_not_what_stands_beside_it() {
    let fence = slab([-20.0, 0.0, -1.1], [20.0, 0.5, -1.0]);
    let next_ledge = slab([3.0, -1.0, -20.0], [20.0, 0.9, -0.9]);
    for tuning in climbers() {
        // Over a fence of 0.5 m onto a usual platform: not even next to a ledge that allows steps of 1 m.
        let usual = vec![floor(), fence, ledge(0.3), next_ledge];
        let usual = world(vec![], usual, 1, step(1.0));
        assert!(height(&usual, tuning, Controller::Swept, 60).abs() < 0.01);
        // The step leads onto the fence first, so it is the fence that must allow it.
        for (boxes, expected) in [
            (vec![floor(), fence, ledge(0.3)], 0.0),
            (vec![floor(), ledge(0.3), fence], 0.3),
        ] {
            let generous = world(vec![], boxes, 1, step(1.0));
            let height = height(&generous, tuning, Controller::Swept, 60);
            assert!((height - expected).abs() < 0.01, "{height}");
        }
    }
}

#[test]
fn the_tread_of_a_mesh_counts_and_not_its_riser() {
    let corner = |x: f32, y: f32, z: f32| Vec3::new(x * 20.0, y, z);
    let (a, b) = (corner(-1.0, 0.0, -1.0), corner(1.0, 0.0, -1.0));
    let (c, d) = (corner(1.0, 0.6, -1.0), corner(-1.0, 0.6, -1.0));
    let (e, f) = (corner(1.0, 0.6, -20.0), corner(-1.0, 0.6, -20.0));
    let corners = [[a, b, c], [a, c, d], [d, c, e], [d, e, f]];
    let triangles: Vec<_> = corners.into_iter().filter_map(Triangle::new).collect();
    for (tagged, climbs) in [([0, 1], false), ([2, 3], true)] {
        let mut stair = World::new(triangles.clone(), vec![floor()]);
        for id in tagged {
            stair.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
        }
        assert!(stair.set_surface_rules(TAG, step(0.7)));
        for tuning in climbers() {
            let height = height(&stair, tuning, Controller::Swept, 60);
            assert_eq!(height > 0.59, climbs, "{tagged:?}: {height}");
        }
    }
}

#[test]
fn the_same_step_height_of_all_surfaces_is_the_players_in_every_bit() {
    let mut random = Random::new(SEED);
    for tuning in climbers() {
        let mut boxes = vec![floor(), ledge(0.3)];
        for _ in 0..60 {
            let rotation = rotation_from_degrees(DVec3::Y * random.vec3(180.0).x);
            let place = random.vec3(6.0) * DVec3::new(1.0, 0.0, 1.0);
            let half = random.vec3(0.6).abs() + 0.1;
            boxes.extend(Obb::new(place, rotation, half));
        }
        for height in [0.0, 0.2, 0.5] {
            let plain = World::new(vec![], boxes.clone());
            let ruled = world(vec![], boxes.clone(), boxes.len(), step(height));
            let of_player = Tuning {
                step_height: height,
                ..tuning
            };
            let start = DVec3::new(0.0, tuning.radius + 1.0, 7.0);
            let mut one = Walk::new(&plain, of_player, Controller::Swept, 60, start);
            let mut two = Walk::new(&ruled, tuning, Controller::Swept, 60, start);
            for tick in 0..600_u32 {
                let command = Command {
                    yaw: BinaryAngle::from_degrees(f64::from(tick / 60) * 100.0),
                    ..ahead()
                };
                one.tick(command);
                two.scratch = Scratch::new();
                two.tick(command);
                assert_eq!(one.state, two.state, "seed {SEED}, {height}, {tick}");
            }
        }
    }
}

#[test]
fn surfaces_of_many_step_heights_beside_each_other_are_climbed_each_by_its_own() {
    // Ten kerbs of 0.6 m side by side; half of them allow it, in steps from 0.61 m.
    let kerb = |number: f64| {
        slab(
            [number * 2.0 - 10.0, -1.0, -20.0],
            [number * 2.0 - 8.0, 0.6, -1.0],
        )
    };
    let kerbs = (0..10).map(f64::from).map(kerb);
    let mut kerbs = World::new(vec![], [floor()].into_iter().chain(kerbs).collect());
    for number in 0..10_u32 {
        let allowed = if number % 2 == 0 { 0.61 } else { 0.4 } + f64::from(number) * 1e-3;
        kerbs.set_tag(ColliderId::Box(BoxId(number + 1)), number + 1);
        assert!(kerbs.set_surface_rules(number + 1, step(allowed)));
    }
    let [_, person] = climbers();
    for number in 0..10 {
        let x = f64::from(number) * 2.0 - 9.0;
        let start = DVec3::new(x, person.radius, 1.0);
        let mut walk = Walk::new(&kerbs, person, Controller::Swept, 60, start);
        walk.run(1.0, ahead());
        let height = walk.state.position.y - person.radius;
        assert_eq!(height > 0.59, number % 2 == 0, "{number}: {height}");
    }
}
