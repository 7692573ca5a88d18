//! Sensors stop no body, and report which bodies touch them.

use crate::random::Random;
use crate::surfaces::*;
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::rotation_from_degrees;
use sidle::player::Mode;

#[test]
fn sensors_change_nothing_but_are_reported() {
    let mut random = Random::new(SEED);
    let mut reported = 0;
    for (controller, tuning, name) in walkers() {
        for mode in [Mode::Walk, Mode::Fly] {
            let mut sensors = Vec::new();
            for _ in 0..40 {
                let rotation = rotation_from_degrees(random.vec3(180.0));
                let half = random.vec3(0.8).abs() + 0.02;
                sensors.extend(Obb::new(random.vec3(8.0), rotation, half));
            }
            let wall = slab([-50.0, 0.0, -9.0], [50.0, 9.0, -8.0]);
            let count = sensors.len();
            let boxes: Vec<_> = [floor(), wall].into_iter().chain(sensors.clone()).collect();
            let sensing = world(vec![], boxes, count, SENSOR);
            let plain = world(vec![], vec![floor(), wall], 0, USUAL);
            for hz in [30, 120] {
                let start = DVec3::new(random.signed(), tuning.radius + 0.01, random.signed());
                let mut walk = Walk::new(&sensing, tuning, controller, hz, start);
                let mut other = Walk::new(&plain, tuning, controller, hz, start);
                for tick in 0..hz * 4 {
                    let case = format!("seed {SEED}, {name}, {mode:?}, {hz} Hz, tick {tick}");
                    let command = Command {
                        mode,
                        yaw: BinaryAngle::from_degrees(f64::from(tick * 6 / hz) * 57.0),
                        ..ahead()
                    };
                    let from = walk.state.position;
                    let found: Vec<_> = walk.tick(command).sensors().to_vec();
                    other.tick(command);
                    assert_eq!(walk.state, other.state, "{case}");
                    assert!(other.scratch_is_clear(), "{case}");
                    reported += found.len();
                    // The slow truth: many places on the way. They may miss a sensor that is only just touched.
                    let way = walk.state.position - from;
                    for (number, obb) in sensors.iter().enumerate() {
                        let alone = World::new(vec![], vec![*obb]);
                        let id = ColliderId::Box(BoxId(2 + number as u32));
                        let at = |share: f64, grown: f64| {
                            let place = walk.state.position - way * (1.0 - share);
                            let grown = Tuning {
                                radius: tuning.radius + grown,
                                height: tuning.height + grown * 2.0,
                                ..tuning
                            };
                            if controller == Controller::Boxed {
                                grown
                                    .obb(place, walk.state.yaw)
                                    .is_some_and(|obb| alone.fits(obb).is_err())
                            } else {
                                let body = grown.body().and_then(|body| body.at(place));
                                body.is_some_and(|body| alone.worst_overlap(body) > 0.0)
                            }
                        };
                        let passed = |grown| (0..=20).any(|step| at(f64::from(step) / 20.0, grown));
                        if passed(-1e-3) {
                            assert!(found.contains(&id), "{case}: {id:?}");
                        } else if found.contains(&id) {
                            assert!(passed(2e-2), "{case}: {id:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(reported > 200, "{reported}");
}

impl Walk<'_> {
    /// Whether the last tick has met no sensor.
    fn scratch_is_clear(&mut self) -> bool {
        let mut probe = self.state;
        let tuning = self.tuning;
        let contacts = advance(
            self.world,
            &tuning,
            &mut probe,
            &Command::default(),
            1e-3,
            &mut self.scratch,
            None,
        );
        contacts.sensors().is_empty()
    }
}

#[test]
fn a_thin_sensor_is_noticed_at_any_speed_by_every_body() {
    for (controller, tuning, name) in walkers() {
        for speed in [0.5, 50.0, 5000.0] {
            let barrier = slab([-9.0, -9.0, -20.0001], [9.0, 9.0, -20.0]);
            let barrier = world(vec![], vec![barrier], 1, SENSOR);
            let upright = [[-9.0, -9.0, -20.0], [9.0, -9.0, -20.0], [0.0, 20.0, -20.0]];
            let sheet = Triangle::new(upright.map(Vec3::from_array)).expect("a triangle");
            let sheet = world(vec![sheet], vec![], 1, SENSOR);
            for (kind, world) in [&barrier, &sheet].into_iter().enumerate() {
                let tuning = Tuning {
                    fly_speed: speed,
                    ..tuning
                };
                let start = DVec3::NEG_Z * 18.5;
                let mut walk = Walk::new(world, tuning, controller, 60, start);
                let fly = Command {
                    mode: Mode::Fly,
                    ..ahead()
                };
                let (mut seen, mut last) = (0, start.z);
                for _ in 0..400 {
                    seen += walk.tick(fly).sensors().len();
                    last = walk.state.position.z;
                    if last < -24.0 {
                        break;
                    }
                }
                assert!(seen > 0 || last > -19.0, "{name}, {speed} m/s, kind {kind}");
                assert!(
                    speed < 1.0 || last < -24.0,
                    "{name}, {speed} m/s, kind {kind}"
                );
                assert!(walk.tick(fly).sensors().is_empty() || last > -24.0);
            }
        }
    }
}
