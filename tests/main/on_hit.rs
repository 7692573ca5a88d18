//! What a responder decides about hits: to slide, to ignore, to stop, or to push.

use std::cell::RefCell;

use crate::random::Random;
use crate::support::RATES;
use sidle::geometry::Obb;
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{
    Axis, Body, BodyShape, Command, Controller, Mode, MoveSettings, PlayerState, Push, Scratch,
    Tuning, advance, move_and_slide,
};
use sidle::world::{BoxId, ColliderId, Filter, Hit, HitResponder, HitResponse, World};

fn slab(center: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half_extents).expect("a box")
}

fn number(collider: ColliderId) -> u32 {
    match collider {
        ColliderId::Box(BoxId(number)) => number,
        ColliderId::Triangle(_) => panic!("there are boxes only"),
    }
}

/// A floor at 0, which is box 0, and other boxes.
fn room(boxes: impl IntoIterator<Item = Obb>) -> World {
    let floor = slab(DVec3::NEG_Y, DVec3::new(99.0, 1.0, 99.0));
    World::new(vec![], [floor].into_iter().chain(boxes).collect())
}

fn person() -> Tuning {
    Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    }
}

fn standing(z: f64) -> PlayerState {
    PlayerState {
        position: DVec3::new(0.0, 0.3, z),
        ..PlayerState::default()
    }
}

const AHEAD: fn() -> Command = || Command {
    forward: Axis::new(1.0),
    ..Command::default()
};

/// Walks ahead for `seconds`, and returns the end and all pushes.
fn walk(
    world: &World,
    start: PlayerState,
    seconds: f64,
    hz: u32,
    respond: &dyn Fn(&Hit) -> HitResponse,
) -> (PlayerState, Vec<Push>) {
    let responder = HitResponder::new(80.0, respond);
    let seen = world.filtered(Filter::ALL).on_hit(&responder);
    let (tuning, mut player, mut scratch) = (person(), start, Scratch::new());
    let mut pushes = vec![];
    let dt = 1.0 / f64::from(hz);
    for _ in 0..(seconds * f64::from(hz)).round() as u32 {
        let contacts = advance(seen, &tuning, &mut player, &AHEAD(), dt, &mut scratch, None);
        pushes.extend_from_slice(contacts.pushes());
    }
    (player, pushes)
}

#[test]
fn a_responder_that_always_slides_changes_no_bit() {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let boxes: Vec<_> = (0..60)
            .map(|_| {
                let center = random.vec3(9.0) * DVec3::new(1.0, 0.2, 1.0);
                slab(center, DVec3::splat(0.7) + random.vec3(0.5))
            })
            .collect();
        let (world, tuning) = (room(boxes), person());
        let responder = HitResponder::new(80.0, &|_| HitResponse::Slide);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let mut players = [PlayerState {
            position: DVec3::Y * 4.0,
            ..PlayerState::default()
        }; 2];
        let mut memory = [Scratch::new(), Scratch::new()];
        let mut command = AHEAD();
        for tick in 0..3000 {
            if tick % 40 == 0 {
                command.yaw = BinaryAngle::from_degrees(random.signed() * 180.0);
                command.jump = tick % 120 == 0;
                command.mode = if tick % 900 > 800 {
                    Mode::Fly
                } else {
                    Mode::Walk
                };
            }
            let [plain, asking] = &mut players;
            let [first, second] = &mut memory;
            let one = advance(&world, &tuning, plain, &command, 1.0 / 60.0, first, None);
            let other = advance(seen, &tuning, asking, &command, 1.0 / 60.0, second, None);
            assert_eq!(one, other, "seed {seed}, tick {tick}");
            assert_eq!(plain, asking, "seed {seed}, tick {tick}");
        }
    }
}

#[test]
fn whoever_is_asked_about_hits_walks_down_narrow_treads_on_the_ground_as_well() {
    let (rise, tread) = (0.34, 0.1);
    let steps = (1..=10).map(|number| {
        // Each is over the next lower one.
        let height = rise * f64::from(11 - number);
        let front = -2.0 - tread * f64::from(number);
        slab(
            DVec3::new(0.0, height * 0.5, front + 5.0),
            DVec3::new(8.0, height * 0.5, 5.0),
        )
    });
    // Nobody feels the fog around the steps.
    let fog = slab(DVec3::new(0.0, 2.0, -2.5), DVec3::new(8.0, 2.0, 0.4));
    let world = room(steps.chain([fog]));
    let respond = |hit: &Hit| match number(hit.collider) {
        11 => HitResponse::Ignore,
        _ => HitResponse::Slide,
    };
    let tuning = Tuning {
        ground_accel: f64::INFINITY,
        walk_speed: 2.0,
        ..person()
    };
    for hz in [20, 30, 60, 120] {
        let (mut player, mut scratch) = (standing(-1.0), Scratch::new());
        player.position.y += rise * 10.0;
        for tick in 0..hz * 3 {
            let responder = HitResponder::new(80.0, &respond);
            let seen = world.filtered(Filter::ALL).on_hit(&responder);
            let dt = 1.0 / f64::from(hz);
            advance(seen, &tuning, &mut player, &AHEAD(), dt, &mut scratch, None);
            assert!(player.ground.stands(), "{hz} Hz, tick {tick}: {player:?}");
        }
        let at = player.position;
        assert!((at.y - 0.3).abs() < 1e-3 && at.z < -5.0, "{hz} Hz: {at}");
    }
}

#[test]
fn what_is_ignored_stops_nobody_at_any_speed_and_the_next_thing_does() {
    let pane = slab(DVec3::new(0.0, 1.0, -3.0), DVec3::new(5.0, 1.0, 0.01));
    let wall = slab(DVec3::new(0.0, 1.0, -8.0), DVec3::new(5.0, 1.0, 0.5));
    let world = room([pane, wall]);
    let glass = |hit: &Hit| match number(hit.collider) {
        1 => HitResponse::Ignore,
        _ => HitResponse::Slide,
    };
    for hz in RATES {
        // Also from inside of it, and touching it.
        for z in [0.0, -2.69, -2.5, -3.0] {
            let (end, pushes) = walk(&world, standing(z), 3.0, hz, &glass);
            let at = end.position.z;
            assert!((at + 7.2).abs() < 1e-3, "{hz} Hz from {z}: {at}");
            assert_eq!(pushes, []);
        }
    }
    let (body, settings) = (Body::sphere(0.3).expect("a size"), MoveSettings::default());
    for length in [1.0, 10.0, 1e3, 1e6] {
        let responder = HitResponder::new(80.0, &glass);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let mut scratch = Scratch::new();
        let motion = DVec3::NEG_Z * length;
        let end = move_and_slide(seen, body, DVec3::Y, motion, &settings, &mut scratch, None);
        let expected = f64::max(-length, -7.2);
        assert!((end.position.z - expected).abs() < 1e-3, "{length}");
    }
}

#[test]
fn glass_breaks_only_when_it_is_hit_fast() {
    let pane = slab(DVec3::new(0.0, 1.0, -3.0), DVec3::new(5.0, 1.0, 0.01));
    let world = room([pane]);
    let breaks_at = |speed: f64| {
        move |hit: &Hit| match -hit.velocity.dot(hit.normal) > speed {
            true if number(hit.collider) == 1 => HitResponse::Ignore,
            _ => HitResponse::Slide,
        }
    };
    for hz in RATES {
        let (end, _) = walk(&world, standing(0.0), 2.0, hz, &breaks_at(4.9));
        assert!(end.position.z < -4.0, "{hz}: {}", end.position);
        let (end, _) = walk(&world, standing(0.0), 2.0, hz, &breaks_at(5.1));
        let at = end.position;
        assert!((at.z + 2.69).abs() < 1e-3, "{hz}: {at}");
    }
}

#[test]
fn an_ignored_floor_lets_the_player_fall() {
    let world = room([]);
    let (end, _) = walk(&world, standing(0.0), 0.1, 60, &|_| HitResponse::Slide);
    assert!(end.ground.stands());
    let falling = PlayerState {
        position: DVec3::Y * 2.0,
        ..PlayerState::default()
    };
    let (end, _) = walk(&world, falling, 3.0, 60, &|_| HitResponse::Ignore);
    assert!(end.position.y < -50.0, "{}", end.position);
}

#[test]
fn what_stops_a_player_leaves_it_at_rest_and_lets_it_climb_nothing() {
    // A low step, met at a slant: a player who slides would go along it, or up.
    let step = slab(DVec3::new(0.0, 0.1, -3.0), DVec3::new(50.0, 0.1, 1.0));
    let world = room([step]);
    for hz in RATES {
        let (climbed, _) = walk(&world, standing(0.0), 0.6, hz, &|_| HitResponse::Slide);
        assert!(climbed.position.y > 0.45, "{}", climbed.position);
        let (end, _) = walk(
            &world,
            standing(0.0),
            1.0,
            hz,
            &|hit| match number(hit.collider) {
                1 => HitResponse::Stop,
                _ => HitResponse::Slide,
            },
        );
        assert!((end.position.y - 0.3).abs() < 1e-3, "{}", end.position);
        assert!(end.position.z > -2.0, "{}", end.position);
        assert_eq!(end.velocity, DVec3::ZERO);
    }
}

#[test]
fn a_push_shares_the_momentum_for_every_mass_and_leaves_what_cannot_be_moved() {
    let wall = slab(DVec3::new(0.0, 1.0, -2.0), DVec3::new(5.0, 5.0, 0.5));
    let world = room([wall]);
    let flying = PlayerState {
        position: DVec3::new(0.0, 1.0, 0.0),
        ..PlayerState::default()
    };
    let run = |own: f64, mass: f64, velocity: DVec3| {
        let respond = move |_: &Hit| HitResponse::Push { mass, velocity };
        let responder = HitResponder::new(own, &respond);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let tuning = Tuning {
            fly_speed: 6.0,
            ..person()
        };
        let (mut player, mut scratch) = (flying, Scratch::new());
        let command = Command {
            mode: Mode::Fly,
            ..AHEAD()
        };
        for _ in 0..60 {
            let contacts = advance(
                seen,
                &tuning,
                &mut player,
                &command,
                1.0 / 60.0,
                &mut scratch,
                None,
            );
            if let [push] = contacts.pushes() {
                return (player.velocity, Some(*push));
            }
            assert!(contacts.pushes().is_empty());
        }
        (player.velocity, None)
    };
    for (own, mass) in [
        (80.0, 20.0),
        (80.0, 1e-9),
        (1e-9, 80.0),
        (80.0, 1e12),
        (1.0, 1.0),
    ] {
        for rest in [DVec3::ZERO, DVec3::NEG_Z * 2.0, DVec3::Z * 3.0] {
            let (velocity, push) = run(own, mass, rest);
            let push = push.expect("a push");
            assert_eq!(
                (push.collider, push.normal),
                (ColliderId::Box(BoxId(1)), DVec3::Z)
            );
            assert!((push.point.z + 1.5).abs() < 1e-9);
            let moved = rest + push.impulse / mass;
            // Both go on equally fast, and together they have the momentum that they had.
            let scale = own + mass;
            assert!(
                (moved.z - velocity.z).abs() < 1e-6,
                "{own} {mass}: {moved} {velocity}"
            );
            let momentum = velocity * own + moved * mass - (DVec3::NEG_Z * 6.0 * own + rest * mass);
            assert!(momentum.length() < 1e-6 * scale, "{own} {mass}: {momentum}");
        }
    }
    // What moves away faster is not pushed, nor is anything without a mass, or with one that is not a number.
    assert_eq!(run(80.0, 20.0, DVec3::NEG_Z * 7.0).1, None);
    for (own, mass) in [
        (80.0, 0.0),
        (0.0, 20.0),
        (-1.0, 20.0),
        (80.0, -1.0),
        (f64::NAN, 1.0),
    ] {
        assert_eq!(
            run(own, mass, DVec3::ZERO),
            (DVec3::ZERO, None),
            "{own} {mass}"
        );
    }
    assert_eq!(run(80.0, f64::NAN, DVec3::ZERO).1, None);
    assert_eq!(run(f64::INFINITY, f64::INFINITY, DVec3::ZERO).1, None);
    assert_eq!(run(80.0, 20.0, DVec3::NAN).1, None);
    // An immovable collider takes all of the momentum, and an immovable player gives none of its speed.
    assert!(run(80.0, f64::INFINITY, DVec3::ZERO).0.length() < 1e-9);
    assert!((run(f64::INFINITY, 20.0, DVec3::ZERO).0.z + 6.0).abs() < 1e-9);
}

#[test]
fn a_crate_that_is_pushed_goes_ahead_of_the_player_and_is_never_entered() {
    for hz in RATES {
        for mass in [2.0, 20.0, 200.0] {
            let half = DVec3::splat(0.5);
            let mut crate_box = slab(DVec3::new(0.0, 0.5, -2.0), half);
            let mut world = room([crate_box]);
            let (tuning, mut player, mut scratch) = (person(), standing(0.0), Scratch::new());
            let (mut velocity, dt) = (DVec3::ZERO, 1.0 / f64::from(hz));
            for _ in 0..hz * 2 {
                let respond = |hit: &Hit| match number(hit.collider) {
                    1 => HitResponse::Push { mass, velocity },
                    _ => HitResponse::Slide,
                };
                let responder = HitResponder::new(80.0, &respond);
                let seen = world.filtered(Filter::ALL).on_hit(&responder);
                let contacts =
                    advance(seen, &tuning, &mut player, &AHEAD(), dt, &mut scratch, None);
                for push in contacts.pushes() {
                    velocity += push.impulse / mass;
                }
                velocity.y = 0.0;
                crate_box = slab(crate_box.center() + velocity * dt, half);
                world.move_box(BoxId(1), crate_box);
                let body = tuning.placed_body(&player).expect("a body");
                assert!(world.fits(body).is_ok(), "{hz} Hz, {mass} kg");
            }
            // Without friction, it comes to the player's own speed, or nearly.
            assert!(
                crate_box.center().z < -6.0,
                "{hz} Hz, {mass} kg: {}",
                crate_box.center()
            );
            assert!(
                (-velocity.z - 5.0).abs() < 0.6,
                "{hz} Hz, {mass} kg: {velocity}"
            );
        }
    }
}

#[test]
fn a_step_is_climbed_and_not_pushed_and_a_landing_pushes_down() {
    let step = slab(DVec3::new(0.0, 0.1, -2.0), DVec3::new(0.5, 0.1, 0.5));
    let world = room([step]);
    let push = |hit: &Hit| match number(hit.collider) {
        1 => HitResponse::Push {
            mass: 20.0,
            velocity: DVec3::ZERO,
        },
        _ => HitResponse::Slide,
    };
    for hz in RATES {
        let (end, pushes) = walk(&world, standing(0.0), 1.0, hz, &push);
        assert!(end.position.z < -3.0, "{hz} Hz");
        // It only treads on the far edge.
        let treads = pushes.iter().all(|push| push.normal.y > 0.9);
        assert!(treads, "{hz} Hz: {pushes:?}");
        let above = PlayerState {
            position: DVec3::new(0.0, 2.0, -2.0),
            ..PlayerState::default()
        };
        let responder = HitResponder::new(80.0, &push);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let (mut player, mut scratch, mut pushes) = (above, Scratch::new(), vec![]);
        for _ in 0..hz {
            let (tuning, idle, dt) = (person(), Command::default(), 1.0 / f64::from(hz));
            let contacts = advance(seen, &tuning, &mut player, &idle, dt, &mut scratch, None);
            pushes.extend_from_slice(contacts.pushes());
        }
        // It falls 1.5 m by 20 m/s², and comes to rest on the step.
        let [landing] = pushes[..] else {
            panic!("{hz} Hz: {pushes:?}");
        };
        let strength = 60.0_f64.sqrt() * 16.0;
        assert!(
            (-landing.impulse.y - strength).abs() < 16.0,
            "{hz} Hz: {landing:?}"
        );
        assert!(
            player.ground.stands() && player.velocity == DVec3::ZERO,
            "{hz} Hz"
        );
    }
}

#[test]
fn a_tick_asks_once_about_each_collider_and_in_the_order_of_the_hits() {
    let near = slab(DVec3::new(0.0, 1.0, -2.0), DVec3::new(3.0, 1.0, 0.1));
    let far = slab(DVec3::new(0.0, 1.0, -3.0), DVec3::new(3.0, 1.0, 0.1));
    for boxes in [[near, far], [far, near]] {
        let (world, asked) = (room(boxes), RefCell::new(vec![]));
        let respond = |hit: &Hit| {
            asked.borrow_mut().push(hit.point.z);
            HitResponse::Ignore
        };
        let responder = HitResponder::new(80.0, &respond);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let body = Body::sphere(0.3).expect("a size");
        let (settings, mut scratch) = (MoveSettings::default(), Scratch::new());
        let (start, motion) = (DVec3::Y, DVec3::NEG_Z * 9.0);
        for _ in 0..2 {
            let end = move_and_slide(seen, body, start, motion, &settings, &mut scratch, None);
            assert_eq!(end.position.z, -9.0);
        }
        let expected = [-1.9, -2.9, -1.9, -2.9];
        let asked = asked.borrow();
        assert_eq!(asked.len(), expected.len());
        for (asked, expected) in asked.iter().zip(expected) {
            assert!((asked - expected).abs() < 1e-9, "{asked}");
        }
    }
}

#[test]
fn controllers_that_do_not_sweep_meet_everything() {
    let wall = slab(DVec3::new(0.0, 1.0, -2.0), DVec3::new(5.0, 1.0, 0.5));
    let world = room([wall]);
    for controller in [Controller::Classic, Controller::Boxed] {
        let responder = HitResponder::new(80.0, &|_| HitResponse::Ignore);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let tuning = Tuning::default();
        let mut player = PlayerState {
            position: DVec3::Y * 0.5,
            ..PlayerState::default()
        };
        let mut scratch = Scratch::new();
        for _ in 0..120 {
            let command = Command {
                controller,
                ..AHEAD()
            };
            advance(
                seen,
                &tuning,
                &mut player,
                &command,
                1.0 / 60.0,
                &mut scratch,
                None,
            );
        }
        let at = player.position;
        assert!((at.z + 1.0).abs() < 1e-2, "{controller:?}: {at}");
    }
}
