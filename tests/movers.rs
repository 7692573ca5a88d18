//! Movers: how they drive, what stops them, and what they do to a player, with every controller.

mod support;

use sidle::geometry::{Aabb, Polyline};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, Command, Controller, Mode, PlayerState, Rules, Spawn, Tuning};
use sidle::query::{ObbOverlap, overlap_obb_obb};
use sidle::replay::StateHash;
use sidle::sim::Sim;
use sidle::world::{BoxFit, BoxId, DrivenMover, Mover, MoverPlan, Obstacle, OnHit, PathEnd};
use support::{RATES, Shapes, add_box, floor};

/// A box of `size` around the points of its path, at 2 m/s.
fn plan(points: &[[f64; 3]], size: DVec3) -> MoverPlan {
    MoverPlan {
        path: Polyline::new(points.iter().copied().map(DVec3::from_array)).expect("a path"),
        speed: 2.0,
        bounds: Aabb::from_points([size * -0.5, size * 0.5]).expect("bounds"),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Stop,
        on_hit: OnHit::Stop,
    }
}

struct Drive {
    sim: Sim,
    command: Command,
}

/// `plans` driving among `shapes`, with a player at `position`.
fn drive(
    mut shapes: Shapes,
    plans: Vec<MoverPlan>,
    position: DVec3,
    controller: Controller,
    hz: u32,
) -> Drive {
    let mut movers = Vec::new();
    for plan in plans {
        let mover = Mover::new(plan).expect("a mover");
        let id = BoxId(shapes.boxes.len() as u32);
        shapes.boxes.push(mover.obb(0.0));
        movers.push(DrivenMover::new(mover, id));
    }
    let spawn = Spawn {
        position,
        controller,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        kill_y: -20.0,
    };
    let sim = Sim::new(shapes.world(), Tuning::default(), rules, hz).with_movers(movers);
    let command = sim.idle_command();
    Drive { sim, command }
}

impl Drive {
    fn run(&mut self, seconds: f64) -> &mut Self {
        for _ in 0..(seconds * f64::from(self.sim.hz())).round() as u32 {
            self.sim.tick(&self.command);
            assert!(self.player().position.is_finite());
        }
        self
    }

    fn player(&self) -> PlayerState {
        *self.sim.player()
    }

    fn mover(&self, number: usize) -> &DrivenMover {
        &self.sim.movers()[number]
    }

    fn distance(&self, number: usize) -> f64 {
        self.mover(number).state.distance
    }

    /// The deepest overlap of the player with anything; metres.
    fn overlap(&self) -> f64 {
        let body = self.sim.tuning().body().expect("a body");
        let body = body.at(self.player().position).expect("a finite place");
        self.sim.world().worst_overlap(body)
    }
}

fn each(check: impl Fn(Controller, u32, &str)) {
    for (name, controller) in Controller::NAMES {
        for hz in RATES {
            check(controller, hz, &format!("{name} at {hz} Hz"));
        }
    }
}

const FAR: DVec3 = DVec3::new(50.0, 0.5, 50.0);
const CUBE: DVec3 = DVec3::new(2.0, 2.0, 2.0);

#[test]
fn at_the_end_it_stops_returns_or_restarts() {
    let path = [[0.0, 1.0, 0.0], [10.0, 1.0, 0.0]];
    let ends = |on_end, seconds: f64| {
        let plan = MoverPlan {
            on_end,
            ..plan(&path, CUBE)
        };
        let mut drive = drive(floor(), vec![plan], FAR, Controller::Swept, 120);
        drive.run(seconds);
        drive.distance(0)
    };
    // 2 m/s along 10 m: 5 s there.
    assert!((ends(PathEnd::Stop, 4.0) - 8.0).abs() < 1e-9);
    assert_eq!(ends(PathEnd::Stop, 7.0), 10.0);
    assert!((ends(PathEnd::Return, 7.0) - 6.0).abs() < 1e-9);
    assert!(
        (ends(PathEnd::Return, 11.0) - 2.0).abs() < 1e-9,
        "and again"
    );
    assert!((ends(PathEnd::Restart, 7.0) - 4.0).abs() < 1e-9);
}

#[test]
fn before_a_box_it_stops_returns_or_passes() {
    let path = [[0.0, 1.0, 0.0], [10.0, 1.0, 0.0]];
    let hits = |on_hit, seconds| {
        let mut shapes = floor();
        // Its near side at x = 6: the cube of 2 m touches it when it has gone 5 m, after 2.5 s.
        add_box(&mut shapes, DVec3::new(7.0, 1.0, 0.5), DVec3::ZERO, CUBE);
        let plan = MoverPlan {
            on_hit,
            ..plan(&path, CUBE)
        };
        let mut drive = drive(shapes, vec![plan], FAR, Controller::Swept, 120);
        drive.run(seconds);
        let boxes = drive.sim.world().boxes();
        let apart = match overlap_obb_obb(&boxes[0], &boxes[1]) {
            ObbOverlap::Apart(gap) | ObbOverlap::Overlapping(gap) => gap.separation,
        };
        (drive.distance(0), drive.mover(0).state.blocked_by, apart)
    };
    let (distance, blocked_by, apart) = hits(OnHit::Stop, 4.0);
    assert_eq!(blocked_by, Some(Obstacle::Box(BoxId(0))));
    assert!((4.998..=5.0001).contains(&distance), "{distance}");
    assert!(apart > -2e-4 && apart < 2e-3, "{apart}");
    let (distance, blocked_by, _) = hits(OnHit::Return, 4.0);
    assert_eq!(blocked_by, None);
    assert!((1.98..2.02).contains(&distance), "{distance}");
    let (distance, blocked_by, apart) = hits(OnHit::Pass, 3.5);
    assert!((distance - 7.0).abs() < 1e-9 && blocked_by.is_none());
    assert!(apart < -1.0);
}

#[test]
fn what_stopped_it_may_drive_away() {
    let slow = plan(&[[-4.0, 1.0, 0.0], [20.0, 1.0, 0.0]], CUBE);
    // In its way from 4 s to 6 s, just when it gets there.
    let crossing = MoverPlan {
        on_hit: OnHit::Pass,
        ..plan(&[[6.0, 1.0, -9.5], [6.0, 1.0, 10.0]], CUBE)
    };
    let mut drive = drive(floor(), vec![slow, crossing], FAR, Controller::Swept, 120);
    drive.run(5.0);
    assert_eq!(
        drive.mover(0).state.blocked_by,
        Some(Obstacle::Box(BoxId(1)))
    );
    assert!((7.99..=8.001).contains(&drive.distance(0)));
    drive.run(3.0);
    assert_eq!(drive.mover(0).state.blocked_by, None);
    assert!(drive.distance(0) > 10.0);
}

#[test]
fn no_speed_jumps_over_a_thin_box() {
    let mut shapes = floor();
    let sheet = DVec3::new(0.02, 4.0, 4.0);
    add_box(&mut shapes, DVec3::new(40.0, 1.0, 0.0), DVec3::ZERO, sheet);
    let bullet = MoverPlan {
        speed: 5000.0,
        ..plan(&[[0.0, 1.0, 0.0], [90.0, 1.0, 0.0]], CUBE * 0.1)
    };
    let mut drive = drive(shapes, vec![bullet], FAR, Controller::Swept, 60);
    drive.run(1.0);
    assert_eq!(
        drive.mover(0).state.blocked_by,
        Some(Obstacle::Box(BoxId(0)))
    );
    assert!((drive.distance(0) - 39.89).abs() < 2e-3);
}

#[test]
fn a_player_on_top_is_carried_along() {
    each(|controller, hz, what| {
        let bus = plan(
            &[[0.0, 0.5, 0.0], [6.0, 0.5, 0.0], [6.0, 0.5, 8.0]],
            DVec3::new(4.0, 1.0, 4.0),
        );
        let top = DVec3::new(1.0, 1.5, -0.5);
        let mut drive = drive(floor(), vec![bus], top, controller, hz);
        drive.run(0.1);
        let offset = |drive: &Drive| {
            drive.player().position - drive.mover(0).mover.obb(drive.distance(0)).center()
        };
        let before = offset(&drive);
        drive.run(5.0);
        assert!((drive.distance(0) - 10.2).abs() < 1e-9, "{what}");
        let moved = offset(&drive).distance(before);
        assert!(moved < 1e-3, "{what}: {moved} m off its place");
        assert_eq!(
            drive.player().ride.map(|ride| ride.platform),
            Some(BoxId(0))
        );
        assert!(drive.player().velocity.length() < 1e-6, "{what}");
    });
}

#[test]
fn a_lift_takes_a_player_up_and_down_again() {
    each(|controller, hz, what| {
        let lift = MoverPlan {
            on_end: PathEnd::Return,
            speed: 3.0,
            ..plan(
                &[[0.0, 0.1, 0.0], [0.0, 6.1, 0.0]],
                DVec3::new(3.0, 0.2, 3.0),
            )
        };
        let mut drive = drive(floor(), vec![lift], DVec3::Y * 0.7, controller, hz);
        for _ in 0..40 {
            drive.run(0.1);
            let top = drive.distance(0) + 0.2;
            let height = drive.player().position.y - top;
            assert!(
                (height - 0.5).abs() < 2e-3,
                "{what}: {height} m over the lift"
            );
            assert_eq!(drive.player().ground.name(), "floor", "{what}");
        }
    });
}

#[test]
fn a_turning_platform_takes_a_player_round() {
    each(|controller, hz, what| {
        let bus = MoverPlan {
            turn: true,
            ..plan(
                &[[0.0, 0.5, 0.0], [0.0, 0.5, -10.0], [10.0, 0.5, -10.0]],
                DVec3::new(3.0, 1.0, 5.0),
            )
        };
        let mut drive = drive(
            floor(),
            vec![bus],
            DVec3::new(1.0, 1.5, 1.5),
            controller,
            hz,
        );
        let place = |drive: &Drive| {
            let obb = drive.mover(0).mover.obb(drive.distance(0));
            (obb, obb.to_local(drive.player().position))
        };
        drive.run(0.2);
        let (_, before) = place(&drive);
        drive.run(7.8);
        let (obb, after) = place(&drive);
        assert!(after.distance(before) < 2e-3, "{what}: {after}");
        assert!((obb.axes() * DVec3::NEG_Z).distance(DVec3::X) < 1e-9);
    });
}

#[test]
fn a_jump_keeps_the_speed_of_what_it_leaves() {
    each(|controller, hz, what| {
        let bus = MoverPlan {
            speed: 4.0,
            ..plan(
                &[[0.0, 0.5, 0.0], [90.0, 0.5, 0.0]],
                DVec3::new(4.0, 1.0, 4.0),
            )
        };
        let start = DVec3::new(0.0, 1.5, 0.0);
        let mut drive = drive(floor(), vec![bus], start, controller, hz);
        drive.run(0.5);
        let before = drive.player().position.x - drive.distance(0);
        drive.command.jump = true;
        drive.run(1.0 / f64::from(hz));
        drive.command.jump = false;
        assert_eq!(drive.player().ride, None, "{what}");
        assert!((drive.player().velocity.x - 4.0).abs() < 1e-6, "{what}");
        drive.run(1.0);
        // It has landed where it took off.
        assert!(drive.player().ride.is_some(), "{what}");
        let along = drive.player().position.x - drive.distance(0) - before;
        assert!(along.abs() < 1e-3, "{what}: {along}");
        assert!(drive.player().velocity.length() < 1e-6, "{what}");
    });
}

#[test]
fn its_side_pushes_a_player_along() {
    each(|controller, hz, what| {
        let wall = plan(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
        let player = DVec3::new(3.0, 0.5, 0.0);
        let mut drive = drive(floor(), vec![wall], player, controller, hz);
        drive.run(4.0);
        assert!((drive.distance(0) - 8.0).abs() < 1e-9, "{what}");
        let gap = drive.player().position.x - 0.5 - 9.0;
        assert!((-1e-3..2e-3).contains(&gap), "{what}: {gap}");
        assert!(drive.overlap() < 1.1e-3, "{what}: {}", drive.overlap());
    });
}

#[test]
fn a_player_with_a_wall_behind_stops_it() {
    each(|controller, hz, what| {
        let mut shapes = floor();
        let wall = DVec3::new(0.1, 4.0, 8.0);
        add_box(&mut shapes, DVec3::new(6.05, 2.0, 0.0), DVec3::ZERO, wall);
        let press = plan(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
        let player = DVec3::new(4.0, 0.5, 0.0);
        let mut drive = drive(shapes, vec![press], player, controller, hz);
        drive.run(4.0);
        assert_eq!(drive.mover(0).state.blocked_by, Some(Obstacle::Player));
        // 1 m is left between it and the wall: the player.
        let distance = drive.distance(0);
        assert!((3.99..=4.001).contains(&distance), "{what}: {distance}");
        assert!(drive.overlap() < 2e-3, "{what}: {}", drive.overlap());
        assert!((drive.player().position.x - 5.5).abs() < 5e-3, "{what}");
        // Once the player has walked out, sideways, it goes on to the wall.
        drive.command.right = Axis::new(1.0);
        drive.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(-90.0);
        drive.run(1.5);
        drive.command.right = Axis::ZERO;
        let blocked_by = drive.mover(0).state.blocked_by;
        assert_eq!(blocked_by, Some(Obstacle::Box(BoxId(0))), "{what}");
    });
}

#[test]
fn a_lift_stops_under_a_player_with_a_ceiling_above() {
    each(|controller, hz, what| {
        let mut shapes = floor();
        let slab = DVec3::new(6.0, 0.5, 6.0);
        add_box(&mut shapes, DVec3::Y * 4.25, DVec3::ZERO, slab);
        let lift = MoverPlan {
            on_hit: OnHit::Pass,
            ..plan(
                &[[0.0, 0.1, 0.0], [0.0, 9.1, 0.0]],
                DVec3::new(3.0, 0.2, 3.0),
            )
        };
        let mut drive = drive(shapes, vec![lift], DVec3::Y * 0.7, controller, hz);
        drive.run(4.0);
        // The slab's lower side at 4 m, the player of 1 m below it, and the lift of 0.2 m.
        let distance = drive.distance(0);
        assert!((2.79..=2.801).contains(&distance), "{what}: {distance}");
        assert_eq!(drive.mover(0).state.blocked_by, Some(Obstacle::Player));
        assert!(drive.overlap() < 2e-3, "{what}: {}", drive.overlap());
    });
}

#[test]
fn a_wall_takes_a_rider_off_and_never_lets_one_through() {
    each(|controller, hz, what| {
        let mut shapes = floor();
        // Over the bus, and in the way of who stands on it.
        let gate = DVec3::new(0.2, 4.0, 8.0);
        add_box(&mut shapes, DVec3::new(5.1, 3.1, 0.0), DVec3::ZERO, gate);
        let bus = MoverPlan {
            speed: 6.0,
            ..plan(
                &[[0.0, 0.5, 0.0], [40.0, 0.5, 0.0]],
                DVec3::new(4.0, 1.0, 4.0),
            )
        };
        let mut drive = drive(shapes, vec![bus], DVec3::Y * 1.5, controller, hz);
        drive.run(5.0);
        assert!((drive.distance(0) - 30.0).abs() < 1e-9, "{what}");
        let player = drive.player();
        assert!(player.position.x <= 4.501, "{what}: {}", player.position);
        assert!(
            (player.position.y - 0.5).abs() < 2e-3,
            "{what}: on the floor"
        );
    });
}

#[test]
fn a_fast_car_pushes_and_never_runs_through() {
    for speed in [30.0, 300.0, 3000.0] {
        each(|controller, hz, what| {
            let mut shapes = floor();
            let wall = DVec3::new(0.05, 6.0, 20.0);
            add_box(&mut shapes, DVec3::new(60.0, 3.0, 0.0), DVec3::ZERO, wall);
            let car = MoverPlan {
                speed,
                ..plan(&[[0.0, 1.0, 0.0], [90.0, 1.0, 0.0]], CUBE)
            };
            let player = DVec3::new(20.0, 0.5, 0.0);
            let mut drive = drive(shapes, vec![car], player, controller, hz);
            drive.run(4.0);
            let x = drive.player().position.x;
            assert!(
                x < 59.5 + 2e-3,
                "{what} {speed} m/s: through the wall at {x}"
            );
            let front = drive.distance(0) + 1.0;
            assert!(
                x > front,
                "{what} {speed} m/s: through the car at {x}, {front}"
            );
            assert!(drive.overlap() < 2e-3, "{what}: {}", drive.overlap());
        });
    }
}

#[test]
fn a_restart_waits_until_its_start_is_free() {
    each(|controller, hz, what| {
        let mut shapes = floor();
        // A slot, open towards -Z, that is little wider than the player.
        for (x, z) in [(-1.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
            let size = DVec3::new(0.9, 3.0, 0.9);
            add_box(&mut shapes, DVec3::new(x, 1.5, z), DVec3::ZERO, size);
        }
        let stamp = MoverPlan {
            on_end: PathEnd::Restart,
            on_hit: OnHit::Pass,
            ..plan(
                &[[0.0, 1.0, 0.0], [0.0, 6.0, 0.0]],
                DVec3::new(1.0, 1.9, 1.0),
            )
        };
        let player = DVec3::new(0.0, 0.5, -2.0);
        let mut drive = drive(shapes, vec![stamp], player, controller, hz);
        drive.run(1.2);
        drive.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(180.0);
        drive.command.forward = Axis::new(1.0);
        drive.run(1.2);
        drive.command.forward = Axis::ZERO;
        let inside = drive.player().position;
        assert!(inside.z > -0.1, "{what}: in the slot, at {inside}");
        drive.run(1.0);
        // It is at its end since 2.5 s, and cannot come back.
        assert_eq!(drive.distance(0), 5.0, "{what}");
        assert_eq!(drive.mover(0).state.blocked_by, Some(Obstacle::Player));
        assert!(drive.player().position.distance(inside) < 1e-3, "{what}");
        drive.command.forward = Axis::new(-1.0);
        drive.run(1.0);
        assert!(drive.distance(0) < 2.0, "{what}: it has begun again");
    });
}

#[test]
fn flying_into_one_or_being_met_in_the_air_pushes_too() {
    each(|controller, hz, what| {
        let wall = plan(&[[0.0, 5.0, 0.0], [9.0, 5.0, 0.0]], CUBE);
        let player = DVec3::new(3.0, 5.2, 0.3);
        let mut drive = drive(floor(), vec![wall], player, controller, hz);
        drive.command.mode = Mode::Fly;
        drive.run(4.0);
        assert!((drive.distance(0) - 8.0).abs() < 1e-9, "{what}");
        let gap = drive.player().position.x - 0.5 - 9.0;
        assert!((-1e-3..2e-3).contains(&gap), "{what}: {gap}");
    });
}

#[test]
fn respawning_takes_the_movers_back_and_falling_does_not() {
    let bus = plan(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
    let nowhere = DVec3::new(500.0, 1.0, 0.0);
    let mut drive = drive(floor(), vec![bus], nowhere, Controller::Swept, 120);
    drive.run(2.0);
    // 21 m by 20 m/s² take 1.45 s: the player has fallen off once.
    assert!((drive.distance(0) - 4.0).abs() < 1e-9);
    drive.command.respawn = true;
    drive.run(1.0 / 120.0);
    assert_eq!(drive.distance(0), 0.0);
    assert_eq!(drive.sim.world().boxes()[0].center(), DVec3::Y);
}

#[test]
fn an_aabb_crashes_where_the_obb_passes() {
    // A car of 2 x 4 m drives along the diagonal, between two walls along it that are 2.4 m apart.
    let crashed = |boxes| {
        let mut shapes = floor();
        for side in [-1.0, 1.0] {
            let aside = DVec3::new(1.0, 0.0, 1.0).normalize() * (1.2 + 0.25) * side;
            let center = DVec3::new(10.0, 1.0, -10.0) + aside;
            let size = DVec3::new(0.5, 2.0, 6.0);
            add_box(&mut shapes, center, DVec3::Y * -45.0, size);
        }
        let car = MoverPlan {
            turn: true,
            ..plan(
                &[[0.0, 1.0, 0.0], [20.0, 1.0, -20.0]],
                DVec3::new(2.0, 1.5, 4.0),
            )
        };
        let mut drive = drive(shapes, vec![car], FAR, Controller::Swept, 120);
        drive.command.boxes = boxes;
        drive.run(15.0);
        drive.mover(0).state.blocked_by.is_some()
    };
    assert!(!crashed(BoxFit::Oriented));
    assert!(crashed(BoxFit::Aligned));
}

#[test]
fn where_movers_are_is_part_of_the_hash() {
    let hash = |speed| {
        let bus = MoverPlan {
            speed,
            ..plan(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE)
        };
        let mut drive = drive(floor(), vec![bus], FAR, Controller::Swept, 120);
        let mut hash = StateHash::new();
        for _ in 0..10 {
            drive.sim.tick(&drive.command);
            hash.add(&drive.sim);
        }
        hash.to_string()
    };
    assert_eq!(hash(2.0), hash(2.0));
    assert_ne!(hash(2.0), hash(2.5));
}

/// A number from -1 to 1, the next of a fixed row. Source: G. Marsaglia's xorshift, 2003.
fn next(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

#[test]
fn among_movers_the_swept_player_is_never_inside_anything() {
    let (mut rides, mut stops, mut pushed) = (0, 0, 0);
    for seed in 1..=12_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut shapes = floor();
        for _ in 0..12 {
            let center = DVec3::new(next(&mut state) * 9.0, 0.0, next(&mut state) * 9.0);
            let size = DVec3::new(1.0, 2.0, 1.5) + DVec3::splat(next(&mut state).abs());
            let turn = DVec3::Y * (next(&mut state) * 90.0);
            add_box(&mut shapes, center, turn, size);
        }
        let plans = (0..8).map(|number| {
            let mut point = || {
                let height = 0.3 + next(&mut state).abs() * 1.5;
                [next(&mut state) * 9.0, height, next(&mut state) * 9.0]
            };
            let path = [point(), point(), point()];
            let size = DVec3::new(2.5, 0.6, 2.0) + DVec3::splat(next(&mut state).abs() * 0.8);
            MoverPlan {
                turn: number % 2 == 0,
                speed: [1.0, 4.0, 20.0, 200.0][number % 4],
                on_end: PathEnd::Return,
                on_hit: [OnHit::Pass, OnHit::Return, OnHit::Stop][number % 3],
                ..plan(&path, size)
            }
        });
        let plans = plans.collect();
        let start = DVec3::new(0.0, 9.0, 0.0);
        let mut drive = drive(shapes, plans, start, Controller::Swept, 120);
        for tick in 0..3000 {
            if tick % 40 == 0 {
                drive.command.forward = Axis::new(next(&mut state) + 0.5);
                drive.command.right = Axis::new(next(&mut state));
                let yaw = next(&mut state) * 180.0;
                drive.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(yaw);
            }
            drive.command.jump = tick % 90 == 0;
            let before = drive.player().position;
            drive.run(1.0 / 120.0);
            let overlap = drive.overlap();
            assert!(overlap < 1e-4, "seed {seed}, tick {tick}: {overlap} m deep");
            rides += u32::from(drive.player().ride.is_some());
            let stopped = |driven: &DrivenMover| driven.state.blocked_by == Some(Obstacle::Player);
            stops += u32::from(drive.sim.movers().iter().any(stopped));
            pushed += u32::from(drive.player().position.distance(before) > 0.2);
        }
    }
    assert!(
        rides > 100 && stops > 50 && pushed > 500,
        "{rides} {stops} {pushed}"
    );
}
