//! A game's own movement by `step_and_slide`. With the velocity that `advance` has, it climbs and follows the ground with the same
//! bits. Bad numbers leave the body where it is.

use crate::random::Random;
use crate::step_fronts::{BODIES, FOOT, fronts, leaning, step, tuning};
use crate::support::{Shapes, cases, flight_of_stairs, floor, ramp};
use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{
    Axis, Body, Command, Contacts, Controller, Ground, PlayerState, Scratch, StepSettings, Tuning,
    WalkState, advance, step_and_slide,
};
use sidle::world::World;

const SEED: u64 = 52;

/// A player of a game: the body, its limits, and where it is.
struct Player<'w> {
    world: &'w World,
    body: Body,
    settings: StepSettings,
    walk: WalkState,
    /// How far it has been raised by steps, and how far it has followed the ground down; metres.
    climbed: f64,
    dropped: f64,
    scratch: Scratch,
}

impl<'w> Player<'w> {
    /// One at rest at `position`, whose ground a move of no time has found.
    fn new(world: &'w World, tuning: &Tuning, position: DVec3) -> Self {
        let walk = WalkState {
            position,
            ..WalkState::default()
        };
        let mut player = Self {
            world,
            body: tuning.body().expect("a body"),
            settings: StepSettings::from(tuning),
            walk,
            climbed: 0.0,
            dropped: 0.0,
            scratch: Scratch::new(),
        };
        player.go(0.0);
        player
    }

    fn go(&mut self, dt: f64) -> &Contacts {
        let (walk, settings, scratch) = (&mut self.walk, &self.settings, &mut self.scratch);
        let contacts = step_and_slide(self.world, self.body, walk, dt, settings, scratch, None);
        self.climbed += contacts.climbed();
        self.dropped += contacts.dropped();
        contacts
    }

    /// A tick of Quake's ground movement towards `wish`, or of a fall.
    fn quake(&mut self, wish: DVec3, speed: f64, dt: f64) {
        let mut gravity = DVec3::ZERO;
        if self.walk.ground.stands() {
            let now = self.walk.velocity.length();
            let left = f64::max(now - f64::max(now, 2.5) * 6.0 * dt, 0.0);
            self.walk.velocity *= left / f64::max(now, 1e-9);
            let missing = f64::max(speed - self.walk.velocity.dot(wish), 0.0);
            self.walk.velocity += wish * f64::min(missing, 10.0 * speed * dt);
        } else {
            gravity = DVec3::Y * (20.0 * dt * 0.5);
        }
        self.walk.velocity -= gravity;
        self.go(dt);
        if !self.walk.ground.stands() {
            self.walk.velocity -= gravity;
        }
    }

    fn feet(&self) -> f64 {
        self.walk.position.y - self.body.radius()
    }
}

/// Walks along -Z and back with `advance` and by `step_and_slide`, and compares every bit after every tick. Returns how high
/// both have been.
fn check_same_bits(shapes: Shapes, tuning: &Tuning, start: DVec3, hz: u32, case: &str) -> f64 {
    let (world, dt) = (shapes.world(), 1.0 / f64::from(hz));
    let mut game = Player::new(&world, tuning, start);
    let mut state = PlayerState {
        position: start,
        controller: Controller::Swept,
        ..PlayerState::default()
    };
    let mut scratch = Scratch::new();
    let mut highest = f64::MIN;
    let ticks = (2.5 / tuning.walk_speed * f64::from(hz)).ceil() as usize + 2;
    for (number, forward) in [1.0, -1.0]
        .into_iter()
        .flat_map(|forward| std::iter::repeat_n(forward, ticks))
        .enumerate()
    {
        let command = Command {
            forward: Axis::new(forward),
            controller: Controller::Swept,
            ..Command::default()
        };
        advance(&world, tuning, &mut state, &command, dt, &mut scratch, None);
        game.settings.wish = command.walk_wish();
        game.walk.velocity = game.settings.wish * tuning.walk_speed;
        game.go(dt);
        assert_eq!(game.walk.position, state.position, "{case}, tick {number}");
        assert_eq!(game.walk.ground, state.ground, "{case}, tick {number}");
        assert!(state.ground.stands(), "{case}, tick {number}");
        highest = highest.max(game.feet());
    }
    highest
}

#[test]
fn a_game_climbs_every_front_and_comes_down_with_the_bits_of_advance() {
    for body in BODIES {
        let start = DVec3::new(0.1, body.1 + 1e-4, FOOT + body.1 + 0.413);
        for (name, front) in fronts(body.2) {
            for (speed, hz) in [(1.0, 20), (5.0, 60), (2.0, 120), (30.0, 240), (5.0, 360)] {
                let case = format!("{body:?}, {name}, {speed} m/s, {hz} Hz");
                let highest = check_same_bits(step(&front), &tuning(body, speed), start, hz, &case);
                assert!((highest - body.2).abs() < 2e-3, "{case}: up to {highest}");
            }
        }
        let case = format!("{body:?}, too high");
        let front = step(&leaning(0.352, 4.0));
        let highest = check_same_bits(front, &tuning(body, 5.0), start, 60, &case);
        assert!(highest < 1e-3, "{case}: up to {highest}");
    }
}

#[test]
fn a_game_walks_ramps_with_the_bits_of_advance() {
    for body in BODIES {
        let start = DVec3::new(0.1, body.1 + 1e-4, body.1 + 0.413);
        for slope_deg in [5.0, 30.0, 49.9, 50.1, 70.0] {
            for hz in [20, 60, 240] {
                let case = format!("{body:?}, {slope_deg} degrees, {hz} Hz");
                let tuning = tuning(body, 3.0);
                let highest = check_same_bits(ramp(slope_deg), &tuning, start, hz, &case);
                assert_eq!(highest > 0.1, slope_deg < 50.0, "{case}: up to {highest}");
            }
        }
    }
}

#[test]
fn quakes_movement_climbs_every_flight_that_advance_climbs_and_follows_it_down() {
    let mut wrong = Vec::new();
    for body in [BODIES[0], BODIES[1], BODIES[3]] {
        for (rise, tread) in [
            (0.15, 0.3),
            (0.2, 0.25),
            (0.3, 0.3),
            (0.35, 0.4),
            (0.25, 0.6),
        ] {
            for hz in [20, 60, 120, 240, 360].into_iter().skip(cases(1, 0)) {
                for speed in [2.0, 8.0] {
                    let tuning = tuning(body, speed);
                    let world = flight_of_stairs(rise, tread).world();
                    let start = DVec3::new(0.0, tuning.radius + 1e-4, -2.0 + tuning.radius + 0.3);
                    let mut player = Player::new(&world, &tuning, start);
                    let case = format!("{body:?}, {rise} / {tread}, {speed} m/s, {hz} Hz");
                    let seconds = (tread * 10.0 + 1.0) / speed + 0.7;
                    let ticks = (seconds * f64::from(hz)) as usize;
                    let mut in_the_air = 0;
                    for wish in [DVec3::NEG_Z, DVec3::Z] {
                        // Turning round takes a while.
                        let ticks = if wish.z < 0.0 { ticks } else { ticks * 2 };
                        for _ in 0..ticks {
                            player.quake(wish, speed, 1.0 / f64::from(hz));
                            in_the_air += usize::from(!player.walk.ground.stands());
                        }
                        let height = if wish.z < 0.0 { rise * 10.0 } else { 0.0 };
                        if (player.feet() - height).abs() > 2e-3 {
                            wrong.push(format!("{case}: feet at {}", player.feet()));
                        }
                    }
                    let drawn = (player.climbed - rise * 10.0).abs();
                    if drawn > 0.05 || player.dropped > rise * 10.0 + 0.05 {
                        let (up, down) = (player.climbed, player.dropped);
                        wrong.push(format!("{case}: {up} m climbed, {down} m followed"));
                    }
                    if in_the_air > 0 {
                        wrong.push(format!("{case}: {in_the_air} ticks in the air"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn a_move_of_no_time_finds_the_ground_and_changes_nothing_else() {
    let world = floor().world();
    let tuning = tuning(BODIES[3], 5.0);
    let on_floor = DVec3::new(1.0, tuning.radius + 5e-5, 2.0);
    let mut player = Player::new(&world, &tuning, on_floor);
    let expected = WalkState {
        position: on_floor,
        velocity: DVec3::ZERO,
        ground: Ground::Floor { normal: DVec3::Y },
    };
    assert_eq!(player.walk, expected);
    player.walk.velocity = DVec3::new(3.0, 0.0, 4.0);
    let before = player.walk;
    player.go(0.0);
    assert_eq!(player.walk, before);
    // Without velocity, time changes nothing either.
    player.walk.velocity = DVec3::ZERO;
    player.go(0.5);
    assert_eq!(player.walk, expected);
    // In the air, there is no ground, and a fall goes on.
    let falls = WalkState {
        position: DVec3::Y * 5.0,
        velocity: DVec3::new(1.0, -2.0, 3.0),
        ground: Ground::None,
    };
    player.walk = falls;
    player.go(0.0);
    assert_eq!(player.walk, falls);
}

#[test]
fn bad_numbers_are_refused_and_no_number_does_harm() {
    let world = flight_of_stairs(0.2, 0.3).world();
    let tuning = tuning(BODIES[1], 5.0);
    let start = DVec3::new(0.0, tuning.radius + 5e-5, 0.0);
    let mut player = Player::new(&world, &tuning, start);
    let (good, settings) = (player.walk, player.settings);
    let refused = WalkState {
        position: start,
        ..WalkState::default()
    };
    type Change = fn(&mut Player<'_>, &mut f64, f64);
    let changes: [Change; 6] = [
        |player, _, bad| player.walk.velocity.x = bad,
        |_, dt, bad| *dt = bad,
        |player, _, bad| player.settings.step_height = bad,
        |player, _, bad| player.settings.snap_distance = bad,
        |player, _, bad| player.settings.max_slope_deg = bad,
        |player, _, bad| player.settings.wish.y = bad,
    ];
    for change in changes {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut dt = 0.01;
            (player.walk, player.settings) = (good, settings);
            player.walk.velocity = DVec3::NEG_Z;
            change(&mut player, &mut dt, bad);
            let contacts = player.go(dt);
            assert!(contacts.touching().is_empty() && contacts.planes().is_empty());
            assert_eq!(player.walk, refused, "{bad}");
        }
    }
    player.settings = settings;
    for dt in [-1.0, -f64::MIN_POSITIVE] {
        player.walk = good;
        player.go(dt);
        assert_eq!(player.walk, refused);
    }
    // A position that is no number stays, as it does in `move_and_slide`.
    player.walk = good;
    player.walk.position.y = f64::NAN;
    player.go(0.01);
    assert!(player.walk.position.y.is_nan() && player.walk.velocity == DVec3::ZERO);
    // A ground that is none counts as none: the body does not step.
    for normal in [
        DVec3::ZERO,
        DVec3::NAN,
        DVec3::Y * 3.0,
        DVec3::NEG_Y,
        DVec3::X,
    ] {
        player.walk = good;
        player.walk.velocity = DVec3::NEG_Z * 5.0;
        player.walk.ground = Ground::Floor { normal };
        for _ in 0..60 {
            let climbed = player.go(1.0 / 60.0).climbed();
            assert!(player.walk.position.is_finite() && climbed < 0.3);
        }
    }
    // Limits that are below 0 count as 0, and an infinite launch speed never takes off.
    (player.walk, player.settings) = (good, settings);
    player.settings.step_height = -1.0;
    player.settings.snap_distance = -1.0;
    player.settings.launch_speed = f64::INFINITY;
    for _ in 0..60 {
        player.walk.velocity = DVec3::new(0.0, 50.0, -5.0);
        player.go(1.0 / 60.0);
        assert!((player.walk.position.y - start.y).abs() < 1e-9 && player.walk.ground.stands());
    }
    assert!(player.walk.position.z > -2.0);
}

#[test]
fn no_velocity_passes_through_a_wall_or_makes_a_number_that_is_not_finite() {
    let wall = Obb::new(
        DVec3::NEG_Z * 3.5,
        DMat3::IDENTITY,
        DVec3::new(1e6, 1e6, 0.5),
    );
    let mut shapes = floor();
    shapes.boxes.extend(wall);
    let world = shapes.world();
    let tuning = tuning(BODIES[3], 5.0);
    let start = DVec3::new(0.0, tuning.radius + 5e-5, 0.0);
    for speed in [1e-300, 1e-9, 1.0, 1e3, 1e6, 1e9, 1e30, 1e150, 1e200, 1e300] {
        for way in [DVec3::NEG_Z, DVec3::new(1.0, -1.0, -1.0), DVec3::ONE * -1.0] {
            let mut player = Player::new(&world, &tuning, start);
            for _ in 0..3 {
                player.walk.velocity = way * speed;
                player.go(0.5);
                let WalkState {
                    position, velocity, ..
                } = player.walk;
                assert!(position.is_finite() && velocity.is_finite(), "{speed}");
                // Sideways, the fastest come past the end of the wall.
                if way == DVec3::NEG_Z {
                    assert!(position.z > -3.0 + tuning.radius, "{speed}: {position}");
                    assert!(player.feet() > -1e-3, "{speed}: {position}");
                }
            }
        }
    }
}

#[test]
fn gravity_and_nudges_on_the_ground_change_no_speed_and_a_launch_takes_off() {
    let world = floor().world();
    let tuning = tuning(BODIES[3], 5.0);
    let start = DVec3::new(0.0, tuning.radius + 5e-5, 0.0);
    let mut player = Player::new(&world, &tuning, start);
    player.walk.velocity = DVec3::X * 5.0;
    for up in [-0.3, 1.9].into_iter().cycle().take(200) {
        player.walk.velocity.y += up;
        player.go(1.0 / 60.0);
        assert!(player.walk.velocity.abs_diff_eq(DVec3::X * 5.0, 1e-9));
        assert!(player.walk.ground.stands());
    }
    player.walk.velocity.y = 2.1;
    player.go(1.0 / 60.0);
    assert!(!player.walk.ground.stands() && player.feet() > 0.03);
    assert_eq!(
        player.walk.velocity,
        DVec3::new(player.walk.velocity.x, 2.1, 0.0)
    );
    // The landing is reported, with the speed of the fall.
    let landing = loop {
        player.walk.velocity.y -= 20.0 / 60.0;
        if let Some(landing) = player.go(1.0 / 60.0).landing() {
            break *landing;
        }
    };
    assert!((landing.speed() - 2.1).abs() < 0.5, "{landing:?}");
    assert_eq!(landing.air_time, 1.0 / 60.0);
    assert!(player.walk.ground.stands());
}

/// Divides `whole` into `count` random parts.
fn random_parts(random: &mut Random, whole: f64, count: usize) -> Vec<f64> {
    let parts: Vec<f64> = (0..count).map(|_| 0.05 + random.signed().abs()).collect();
    let sum: f64 = parts.iter().sum();
    parts.iter().map(|part| part / sum * whole).collect()
}

/// Divides a tick of `dt` seconds into equal ones, none longer than `longest`.
fn sub_steps(dt: f64, longest: f64) -> impl Iterator<Item = f64> {
    let count = (dt / longest).ceil().clamp(1.0, 64.0);
    std::iter::repeat_n(dt / count, count as usize)
}

/// Ends of the same run, whose ticks are divided in several ways.
fn ends(seconds: f64, mut run: impl FnMut(&[f64]) -> DVec3) -> Vec<DVec3> {
    let mut random = Random::new(SEED);
    let mut ends = Vec::new();
    for count in [10, 40, 150, 600] {
        let ticks = random_parts(&mut random, seconds, count);
        let parts: Vec<f64> = ticks.iter().flat_map(|dt| sub_steps(*dt, 0.01)).collect();
        ends.push(run(&ticks));
        ends.push(run(&parts));
    }
    ends
}

fn spread(ends: &[DVec3]) -> f64 {
    ends.iter()
        .map(|end| end.distance(ends[0]))
        .fold(0.0, f64::max)
}

#[test]
fn however_time_is_divided_flights_and_walks_at_a_fixed_velocity_end_at_the_same_place() {
    let tuning = tuning(BODIES[3], 3.0);
    let floor_level = DVec3::Y * (tuning.radius + 5e-5);
    // A parabola, with one half of the gravity before each move and one half after it.
    let empty = World::default();
    let flight = |ticks: &[f64]| {
        let mut player = Player::new(&empty, &tuning, DVec3::ZERO);
        player.walk.velocity = DVec3::new(3.0, 8.0, -2.0);
        ticks
            .iter()
            .for_each(|dt| player.quake(DVec3::ZERO, 0.0, *dt));
        player.walk.position
    };
    let found = ends(1.2, flight);
    let exact = DVec3::new(3.6, 8.0 * 1.2 - 10.0 * 1.44, -2.4);
    assert!(
        found.iter().all(|end| end.abs_diff_eq(exact, 1e-9)),
        "{found:?}"
    );

    // Along the ground, into a wall at a slant, up a ramp, and up a flight of stairs. Each step may bring the body on by up to
    // a millimetre.
    let wall = Obb::new(
        DVec3::X * 2.0,
        DMat3::from_rotation_y(0.3),
        DVec3::new(0.5, 9.0, 90.0),
    );
    let mut walled = floor();
    walled.boxes.extend(wall);
    let (walled, stairs) = (walled.world(), flight_of_stairs(0.2, 0.3).world());
    for (name, world, way, margin) in [
        ("floor", &floor().world(), DVec3::new(2.0, 0.0, -1.0), 1e-9),
        ("wall", &walled, DVec3::new(2.0, 0.0, -1.0), 1e-9),
        ("ramp", &ramp(30.0).world(), DVec3::NEG_Z * 3.0, 1e-9),
        ("stairs", &stairs, DVec3::NEG_Z * 3.0, 1e-2),
    ] {
        let found = ends(2.0, |ticks| {
            let mut player = Player::new(world, &tuning, floor_level);
            for dt in ticks {
                player.walk.velocity = way;
                player.go(*dt);
            }
            player.walk.position
        });
        // The wall begins 1.5 m from the start, and the way without it is 4 m long.
        assert!(name != "wall" || found[0].x < 2.0, "{found:?}");
        assert!(
            spread(&found) < margin,
            "{name}: {} {found:?}",
            spread(&found)
        );
    }
}

#[test]
fn friction_and_acceleration_depend_on_the_tick_and_sub_steps_only_make_that_small() {
    let world = floor().world();
    let tuning = tuning(BODIES[3], 8.0);
    let floor_level = DVec3::Y * (tuning.radius + 5e-5);
    let run = |ticks: &[f64]| {
        let mut player = Player::new(&world, &tuning, floor_level);
        ticks.iter().for_each(|dt| player.quake(DVec3::X, 8.0, *dt));
        player.walk.position
    };
    let at = |hz: f64, longest: f64| {
        let ticks = std::iter::repeat_n(1.0 / hz, hz as usize);
        let parts: Vec<f64> = ticks.flat_map(|dt| sub_steps(dt, longest)).collect();
        run(&parts)
    };
    let whole = spread(&[240.0, 15.0, 30.0, 60.0].map(|hz| at(hz, 1.0)));
    let parted = spread(&[240.0, 15.0, 30.0, 60.0].map(|hz| at(hz, 1.0 / 120.0)));
    assert!(whole > 0.1, "{whole}");
    assert!(parted < whole / 4.0 && parted > 1e-4, "{parted} of {whole}");
    // Sub-steps of equal length are the same bits as ticks of that length.
    assert_eq!(at(30.0, 1.0 / 120.0), at(120.0, 1.0));
}
