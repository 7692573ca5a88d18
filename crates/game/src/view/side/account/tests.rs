//! Tests of `account.rs`.

use super::*;
use crate::view::side::cause::Cause;
use sidle::player::{Ground, PlayerState, Rules};
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, World};

fn tick(wish: DVec3, motion: DVec3, planes: &[DVec3], events: &[Event]) -> ClipTick {
    let state = PlayerState {
        ground: Ground::Floor { normal: DVec3::Y },
        ..PlayerState::default()
    };
    ClipTick {
        tick: 1,
        before: state,
        after: state,
        wish,
        motion,
        planes: planes.to_vec(),
        touching: vec![],
        events: events.to_vec(),
        landing: None,
        launched: false,
        movers: vec![],
        respawned: false,
    }
}

fn turn(left: DVec3) -> Event {
    Event::Turn {
        position: DVec3::ZERO,
        left,
        way: left,
        crease: None,
    }
}

#[test]
fn the_first_touch_takes_what_leads_into_the_wall_from_the_momentum() {
    let momentum = DVec3::new(0.03, -0.01, -0.04);
    let slid = DVec3::X * 0.03;
    let tick = tick(momentum, slid, &[DVec3::Z, DVec3::Y], &[turn(momentum)]);
    let account = Account::new(&tick, None, &Tuning::default());
    // The floor takes the fall, which nobody asked for.
    assert_eq!(account.asked, DVec3::new(0.03, 0.0, -0.04));
    assert!(!account.is_pushed);
    assert_eq!((account.taken, account.moved), (DVec3::Z * 0.04, slid));
    assert_eq!(account.asked + account.taken, slid);
    assert!((account.share().unwrap() - 0.6).abs() < 1e-12);
    assert_eq!(account.thrown_back(), None);
}

#[test]
fn a_slide_that_lasts_is_counted_from_what_the_keys_ask_for() {
    let wish = DVec3::new(0.03, 0.0, -0.04);
    let slides = tick(wish, DVec3::X * 0.03, &[DVec3::Z], &[turn(DVec3::X * 0.03)]);
    let account = Account::new(&slides, Some(&slides), &Tuning::default());
    assert_eq!((account.asked, account.taken), (wish, DVec3::Z * 0.04));
    // All of it is missing from the speed since the first touch.
    assert_eq!(
        (account.earlier, account.of_this_tick()),
        (DVec3::Z * 0.04, DVec3::ZERO)
    );
}

#[test]
fn a_walker_who_gains_speed_along_a_wall_is_asked_for_no_more_than_it_has() {
    let wish = DVec3::new(0.03, 0.0, -0.04);
    let slow = DVec3::X * 0.01;
    let slides = tick(wish, slow, &[DVec3::Z], &[turn(slow)]);
    let account = Account::new(&slides, Some(&slides), &Tuning::default());
    assert_eq!(account.asked, DVec3::new(0.01, 0.0, -0.04));
    assert_eq!(account.asked + account.taken, slow);
}

#[test]
fn the_floor_takes_a_fall() {
    let fall = DVec3::NEG_Y * 0.1;
    let mut lands = tick(DVec3::ZERO, fall * 0.25, &[DVec3::Y], &[turn(fall)]);
    lands.before.ground = Ground::None;
    let account = Account::new(&lands, None, &Tuning::default());
    assert_eq!((account.asked, account.taken), (fall, fall * -0.75));
}

#[test]
fn a_push_out_of_a_corner_is_taken_as_a_whole_and_throws_back() {
    let (ahead, back) = (DVec3::NEG_Z * 0.04, DVec3::Z * 0.1);
    let (from, to) = (DVec3::ZERO, ahead);
    let push = Event::Push {
        collider: ColliderId::Box(BoxId(0)),
        offset: back - ahead,
        position: back,
    };
    let tick = tick(ahead, back, &[DVec3::Z], &[Event::Move { from, to }, push]);
    let account = Account::new(&tick, None, &Tuning::default());
    assert!(account.is_pushed);
    assert_eq!((account.asked, account.taken), (ahead, back - ahead));
    assert!((account.thrown_back().unwrap() - 0.1).abs() < 1e-12);
}

#[test]
fn a_free_tick_and_a_respawn_take_nothing() {
    let ahead = DVec3::NEG_Z * 0.04;
    let free = tick(ahead, ahead, &[DVec3::Y], &[turn(ahead)]);
    let account = Account::new(&free, None, &Tuning::default());
    assert_eq!((account.asked, account.taken), (ahead, DVec3::ZERO));
    let mut respawned = free;
    respawned.respawned = true;
    let account = Account::new(&respawned, None, &Tuning::default());
    assert_eq!((account, account.share()), (Account::default(), None));
}

#[test]
fn a_step_adds_to_the_motion_and_takes_nothing_away() {
    let (ahead, up) = (DVec3::NEG_Z * 0.04, DVec3::Y * 0.3);
    let step = [turn(ahead), Event::Step { rise: 0.3 }];
    let tick = tick(ahead, ahead + up, &[DVec3::Z], &step);
    let account = Account::new(&tick, None, &Tuning::default());
    assert!(account.is_step);
    assert_eq!((account.asked, account.taken), (ahead, up));
    // Not even where the riser was touched in the tick before.
    let account = Account::new(&tick, Some(&tick), &Tuning::default());
    assert_eq!(account.taken, up);
}

#[test]
fn who_is_carried_out_of_something_keeps_no_share_of_what_was_asked() {
    let (asked, out) = (DVec3::NEG_Z * 1e-4, DVec3::X * 0.144);
    let carried = tick(asked, out, &[DVec3::X, DVec3::Z], &[turn(asked)]);
    let account = Account::new(&carried, None, &Tuning::default());
    assert!(account.exceeds());
    assert_eq!(crate::view::side::arrows::taken_name(&account), "added");
    // The way along a slide is less than what was asked, or as much.
    let slid = tick(asked, asked, &[DVec3::X], &[turn(asked)]);
    assert!(!Account::new(&slid, None, &Tuning::default()).exceeds());
}

#[test]
fn a_throw_between_two_walls_is_blamed_on_the_push_into_the_second() {
    let push = |number, offset: DVec3| Event::Push {
        collider: ColliderId::Box(BoxId(number)),
        offset,
        position: offset,
    };
    // Out of the first wall by 2 mm, and out of the second by 7 mm.
    let events = [
        push(0, DVec3::new(0.002, 0.0, 0.0)),
        push(1, DVec3::new(-0.001, 0.0, 0.007)),
    ];
    let asked = DVec3::NEG_Z * 0.002;
    let walls = [DVec3::X, DVec3::Z];
    let thrown = tick(asked, DVec3::new(0.001, 0.0, 0.005), &walls, &events);
    let account = Account::new(&thrown, None, &Tuning::default());
    let sim = Sim::new(World::default(), Tuning::default(), Rules::default(), 120);
    let cause_of = |tick: &ClipTick| Cause::find(tick, &account, None, None, &sim);
    let cause = cause_of(&thrown).expect("a throw has a cause");
    assert_eq!(
        cause.sentence,
        "The push out of one surface put it 7.1 mm inside the next, though it moves only 2.0 mm a tick."
    );
    assert!(cause.trial.is_some());
    // Of two pushes the first may be the deeper one: then the second was the last of the tick before.
    let turns = [
        push(0, DVec3::new(0.0086, 0.0, 0.0)),
        push(1, DVec3::new(-0.006, 0.0, 0.005)),
    ];
    let in_turn = tick(asked, DVec3::new(0.0026, 0.0, 0.003), &walls, &turns);
    let cause = cause_of(&in_turn).expect("a throw has a cause");
    assert_eq!(
        cause.sentence,
        "Two walls push in turn, and no push knows of the next. The last one of the tick before left it in the other wall, which \
         now pushes by 8.6 mm."
    );
    // One push alone is not to blame on another.
    let alone = tick(asked, thrown.motion, &walls, &events[1..]);
    let cause = cause_of(&alone).expect("a throw has a cause");
    assert!(
        cause.sentence.starts_with("It was met 7.1 mm inside"),
        "{}",
        cause.sentence
    );
}
