//! Ladders that end below a wall or a roof.

use super::*;

/// A ladder flush with the wall behind z = 0, up to 2 m. The wall goes on, and so do another one at its right, a roof that
/// slopes down over the player, or both.
fn blind(corner: bool, roof: bool) -> World {
    let sheet = |corners: [[f32; 3]; 4]| {
        let [a, b, c, d] = corners.map(Vec3::from_array);
        [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).expect("a triangle"))
    };
    let wall = |low: f32, high: f32| {
        sheet([
            [-1.0, low, 0.0],
            [1.0, low, 0.0],
            [1.0, high, 0.0],
            [-1.0, high, 0.0],
        ])
    };
    let mut triangles = [wall(0.0, 2.0), wall(2.0, 9.0)].concat();
    if roof {
        let edges = [
            [-1.0, 3.0, 0.0],
            [1.0, 3.0, 0.0],
            [1.0, 2.0, 2.0],
            [-1.0, 2.0, 2.0],
        ];
        triangles.extend(sheet(edges));
    }
    let mut boxes = vec![slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0])];
    if corner {
        boxes.push(slab([0.8, 0.0, -5.0], [2.0, 9.0, 5.0]));
    }
    let mut world = World::new(triangles, boxes);
    for id in 0..2 {
        world.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
    }
    assert!(world.set_surface_rules(TAG, LADDER));
    world
}

#[test]
fn who_climbs_to_the_end_of_a_ladder_below_a_wall_or_a_roof_comes_to_rest_there() {
    let ends = [
        blind(false, false),
        blind(true, false),
        blind(false, true),
        blind(true, true),
        ladder(2.0),
        house(&[slab([-0.5, 0.0, 0.0], [0.5, 2.0, 0.02])]),
    ];
    for (end, world) in ends.iter().enumerate() {
        for tuning in tunings() {
            for hz in RATES {
                for yaw_deg in [0.0, -20.0, -45.0, 12.0] {
                    let case = format!("end {end}, {:?}, {hz} Hz, {yaw_deg}°", tuning.body);
                    let mut walk = Walk::new(world, tuning, hz, DVec3::new(0.1, 0.0, 1.0));
                    // A corner, or the side of a ladder, is reached within this time.
                    let there = |walk: &Walk| walk.state.position.x;
                    walk.run(4.0, look(1.0, yaw_deg, 10.0));
                    let has_turned_aside = there(&walk).abs() > 0.6 && !walk.climbs();
                    for _ in 0..hz / 2 {
                        let before = walk.state;
                        walk.tick(look(1.0, yaw_deg, 10.0));
                        let moved = walk.state.position.distance(before.position);
                        assert!(
                            has_turned_aside || moved < 1e-6,
                            "{case}: {moved}, {before:?}"
                        );
                    }
                }
            }
        }
    }
}
