//! Ends of ladders below a wall that goes on, with roofs of every height above.

use super::*;

/// The height of the ladder's end; metres.
const END: f64 = 2.0;

/// A wall behind z = 0 with a roof `rise` above the ladder's end, or none in reach. The ladder stands out by `depth`, or is flush with
/// the wall. There may be another wall at its right.
fn blind(rise: f64, depth: f64, corner: bool) -> World {
    let mut boxes = vec![
        slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0]),
        slab([-9.0, 0.0, -40.0], [9.0, END + rise, -0.001]),
    ];
    if corner {
        boxes.push(slab([0.8, 0.0, -5.0], [2.0, 9.0, 5.0]));
    }
    boxes.push(slab([-1.0, 0.0, -0.1], [1.0, END, depth]));
    let id = BoxId(boxes.len() as u32 - 1);
    let mut world = World::new(vec![], boxes);
    world.set_tag(ColliderId::Box(id), TAG);
    assert!(world.set_surface_rules(TAG, LADDER));
    world
}

fn bodies() -> impl Iterator<Item = Tuning> {
    let [sphere, person, _] = tunings();
    let upright = Tuning {
        body: BodyShape::Box,
        ..person
    };
    [sphere, person, upright].into_iter()
}

/// Presses on for 4 s, and then for half a second more. Returns the walk, and the farthest motion of a tick of that.
fn press_on(world: &World, tuning: Tuning, hz: u32, yaw_deg: f64) -> (Walk<'_>, f64) {
    let mut walk = Walk::new(world, tuning, hz, DVec3::new(0.1, 0.0, 1.0));
    walk.run(4.0, look(1.0, yaw_deg, 10.0));
    let mut farthest = 0.0_f64;
    for _ in 0..hz / 2 {
        let before = walk.state;
        walk.tick(look(1.0, yaw_deg, 10.0));
        farthest = farthest.max(walk.state.position.distance(before.position));
    }
    (walk, farthest)
}

/// The last piece of a climb may lead away from the edge that it ends on, faster than a push has to.
#[test]
fn a_climb_over_an_edge_is_no_push_off_the_ladder() {
    let world = ladder(ROOF);
    for body in bodies() {
        for walk_speed in [2.0, 5.0, 12.0] {
            for hz in RATES {
                let tuning = Tuning {
                    walk_speed,
                    launch_speed: 0.0,
                    ..body
                };
                let case = format!("{:?}, {walk_speed} m/s, {hz} Hz", body.body);
                let mut walk = Walk::new(&world, tuning, hz, DVec3::new(0.1, 0.0, 0.6));
                let mut climbed = false;
                for _ in 0..5 * hz {
                    walk.tick(look(1.0, 0.0, 0.0));
                    climbed |= walk.climbs();
                    if walk.feet() > ROOF - 0.02 && walk.state.ground.is_floor() {
                        break;
                    }
                    assert!(!climbed || walk.climbs(), "{case}: {:?}", walk.state);
                }
                assert!(
                    climbed && walk.state.ground.is_floor(),
                    "{case}: {:?}",
                    walk.state
                );
                assert!(walk.highest < ROOF + 1e-3, "{case}: {}", walk.highest);
            }
        }
    }
}

#[test]
fn a_roof_up_to_a_step_above_the_end_of_a_ladder_is_climbed_and_below_a_higher_one_the_climber_rests()
 {
    let mut wrong = Vec::new();
    for tuning in bodies() {
        for depth in [-0.001, 0.02, 0.1] {
            for rise_cm in (0..=44).step_by(4).chain([34, 300]) {
                let rise = f64::from(rise_cm) / 100.0;
                let world = blind(rise, depth, false);
                for hz in RATES {
                    let (walk, farthest) = press_on(&world, tuning, hz, 0.0);
                    let is_up = walk.state.ground.is_floor()
                        && (walk.feet() - END - rise).abs() < 1e-3
                        && walk.state.position.z < -1.0;
                    let rests = farthest < 1e-6;
                    let is_right = match rise_cm {
                        // Where the end carries the body, it stands there, and its own step decides.
                        _ if rests && walk.state.ground.stands() && rise > 0.2 => true,
                        0..=34 => is_up,
                        // As far up as its hands reach down to the end.
                        _ => rests && walk.feet() < END + 0.15 * tuning.radius,
                    };
                    if !is_right || walk.highest > END + rise + 1e-3 {
                        wrong.push(format!(
                            "{:?}, {depth}, {rise}, {hz} Hz: up {is_up}, {farthest}, {:?} {}",
                            tuning.body, walk.state.ground, walk.state.position
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn who_presses_on_below_a_wall_or_in_a_corner_comes_to_rest_or_moves_on() {
    let mut wrong = Vec::new();
    for tuning in tunings().into_iter().chain(bodies().skip(2)) {
        for depth in [-0.001, 0.02, 0.1] {
            for corner in [false, true] {
                let world = blind(7.0, depth, corner);
                for hz in RATES {
                    for yaw_deg in [0.0, -20.0, -45.0, 12.0] {
                        let (walk, farthest) = press_on(&world, tuning, hz, yaw_deg);
                        let has_turned_aside = walk.state.position.x.abs() > 1.0;
                        if farthest >= 1e-6 && !has_turned_aside {
                            wrong.push(format!(
                                "{:?}, {depth}, corner {corner}, {hz} Hz, {yaw_deg}°: {farthest}, {:?} {}",
                                tuning.body, walk.state.ground, walk.state.position
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
