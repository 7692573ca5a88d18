//! Tests of `tick_breakdown.rs`.

use super::*;
use sidle::world::BoxId;

const WALL: ColliderId = ColliderId::Box(BoxId(3));

fn turn(left: DVec3, way: DVec3) -> Event {
    Event::Turn {
        position: DVec3::ZERO,
        left,
        way,
        crease: None,
    }
}

fn sweep(from: DVec3, to: DVec3, hit: Option<(ColliderId, DVec3)>) -> Event {
    Event::Sweep { from, to, hit }
}

#[test]
fn a_sweep_has_the_motion_before_and_after_its_planes() {
    let hit = Some((WALL, DVec3::X));
    let normal = DVec3::X;
    let (left, way) = (DVec3::new(-1.0, 0.0, 1.0), DVec3::Z);
    let breakdown = TickBreakdown::new(&[
        turn(left, left),
        sweep(DVec3::ZERO, DVec3::ZERO, hit),
        Event::Plane { normal },
        turn(left, way),
        sweep(DVec3::ZERO, way, None),
        Event::Stop(Stop::Free),
    ]);
    let [motion] = &breakdown.motions[..] else {
        panic!("{breakdown:?}")
    };
    let StepKind::Sweep(second) = &motion.steps[1].kind else {
        panic!("{motion:?}")
    };
    assert_eq!((second.left, second.way), (left, way));
    assert_eq!((&second.planes[..], second.hit), (&[normal][..], None));
    assert_eq!((motion.stop, motion.planes_at_end()), (Some(Stop::Free), 1));
    assert_eq!(motion.refused, None);
}

#[test]
fn a_turn_without_a_sweep_is_refused() {
    let normal = DVec3::X;
    let breakdown = TickBreakdown::new(&[
        Event::Plane { normal },
        turn(DVec3::NEG_X, DVec3::ZERO),
        Event::Stop(Stop::Blocked),
    ]);
    let (_, refused) = breakdown.motions[0].refused.as_ref().unwrap();
    assert_eq!((refused.left, refused.way), (DVec3::NEG_X, DVec3::ZERO));
    assert_eq!(breakdown.motions[0].planes_at_end(), 1);
}

#[test]
fn failed_attempts_are_not_effective() {
    let motion = |tried: Option<Try>| {
        let tried = tried.map(Event::Try).into_iter();
        tried.chain([Event::Stop(Stop::Free)])
    };
    let tries = [Try::Up, Try::Over, Try::Down].map(Some);
    let mut events: Vec<Event> = motion(None).collect();
    events.extend(tries.into_iter().flat_map(motion));
    let effective = |events: &[Event]| -> Vec<Option<Try>> {
        let breakdown = TickBreakdown::new(events);
        breakdown.effective().map(|motion| motion.tried).collect()
    };
    assert_eq!(effective(&events), [None]);
    events.push(Event::Step { rise: 0.2 });
    assert_eq!(effective(&events), tries);
    events.extend(motion(Some(Try::Follow)));
    assert_eq!(effective(&events), tries);
    events.push(Event::Snap { drop: 0.1 });
    assert_eq!(effective(&events).len(), 4);
}

#[test]
fn a_push_behind_the_start_throws_back() {
    let pushed = |offset: DVec3| {
        let to = DVec3::NEG_Z * 0.04;
        let push = Event::Push {
            collider: WALL,
            offset,
            position: to + offset,
        };
        let from = DVec3::ZERO;
        TickBreakdown::new(&[Event::Move { from, to }, push]).thrown_back()
    };
    // After 40 mm ahead, a push of 100 mm ends 60 mm behind the start. One of 30 mm does not.
    assert!((pushed(DVec3::Z * 0.1).unwrap() - 0.06).abs() < 1e-12);
    assert_eq!(pushed(DVec3::Z * 0.03), None);
    assert_eq!(pushed(DVec3::X), None);
    assert_eq!(TickBreakdown::new(&[]).thrown_back(), None);
}
