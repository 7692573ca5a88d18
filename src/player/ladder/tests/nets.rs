//! Ladders of many faces, whose edges all face the climber.

use glam::DVec3;

use super::{LADDER, TAG, Walk, look, slab};
use crate::geometry::Triangle;
use crate::player::Tuning;
use crate::world::{ColliderId, TriangleId, World};

/// The ground, and a sheet of `cells` by `cells` squares, 3 m wide, as a ladder that leans over, in degrees from level, with its upper
/// edge at z = 0 and this height `top`.
fn net(deg: f64, top: f64, cells: u32) -> World {
    let (sin, cos) = crate::geometry::angle::sin_cos_deg(deg);
    let corner = |column: u32, row: u32| {
        let share = |number: u32| f64::from(number) / f64::from(cells);
        let (across, up) = (share(column), share(row));
        let away = top * cos / sin * (1.0 - up);
        DVec3::new(3.0 * across - 1.5, top * up, away).as_vec3()
    };
    let mut triangles = Vec::new();
    for (column, row) in (0..cells).flat_map(|column| (0..cells).map(move |row| (column, row))) {
        let [a, b] = [corner(column, row), corner(column + 1, row)];
        let [c, d] = [corner(column + 1, row + 1), corner(column, row + 1)];
        triangles.extend([[a, b, c], [a, c, d]].map(|face| Triangle::new(face).expect("a face")));
    }
    let count = triangles.len() as u32;
    let ground = slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0]);
    let mut world = World::new(triangles, vec![ground]);
    for id in 0..count {
        world.set_tag(ColliderId::Triangle(TriangleId(id)), TAG);
    }
    assert!(world.set_surface_rules(TAG, LADDER));
    world
}

#[test]
fn a_climb_begins_wherever_a_net_is_met() {
    // The edge of a row lies a little below the middle of the body, and faces it as the row above does, up to rounding.
    for (number, cells) in (0..40).zip([5, 3, 4, 6].into_iter().cycle()) {
        let (deg, top) = (88.0 + f64::from(number) * 0.3797, 2.545);
        let world = net(deg, top, cells);
        for (rows, hz) in [(1.0, 20), (1.0, 60), (1.4, 30)] {
            for aside in [-0.71, -0.2, 0.0, 0.504, 0.73] {
                let radius = top / f64::from(cells) * rows * 1.16;
                let tuning = Tuning {
                    radius,
                    walk_speed: 7.7667,
                    ..Tuning::default()
                };
                let start = DVec3::new(aside, 0.0, radius * 2.0 + 0.8);
                let mut walk = Walk::new(&world, tuning, hz, start);
                let climbs = (0..hz).any(|_| {
                    walk.tick(look(1.0, 0.0, 0.0));
                    walk.climbs()
                });
                let case = format!("{deg}°, {cells} rows, {radius} m, {aside}, {hz} Hz");
                assert!(climbs, "{case}: {:?}", walk.state);
            }
        }
    }
}
