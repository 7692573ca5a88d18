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
    let events = [
        turn(left, left),
        sweep(DVec3::ZERO, DVec3::ZERO, hit),
        Event::Plane { normal },
        turn(left, way),
        sweep(DVec3::ZERO, way, None),
        Event::Stop(Stop::Free),
    ];
    let breakdown = TickBreakdown::new(&events, way);
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
    let events = [
        Event::Plane { normal },
        turn(DVec3::NEG_X, DVec3::ZERO),
        Event::Stop(Stop::Blocked),
    ];
    let breakdown = TickBreakdown::new(&events, DVec3::ZERO);
    assert!(breakdown.motions[0].is_effective, "it says why it stays");
    let (_, refused) = breakdown.motions[0].refused.as_ref().unwrap();
    assert_eq!((refused.left, refused.way), (DVec3::NEG_X, DVec3::ZERO));
    assert_eq!(breakdown.motions[0].planes_at_end(), 1);
}

/// A motion through these places, one after the other.
fn motion(tried: Option<Try>, places: &[DVec3]) -> Vec<Event> {
    let sweeps = places.windows(2).map(|pair| sweep(pair[0], pair[1], None));
    let tried = tried.map(Event::Try).into_iter();
    let stop = std::iter::once(Event::Stop(Stop::Free));
    tried.chain(sweeps).chain(stop).collect()
}

/// The attempts on the way to `end`.
fn effective(events: &[Event], end: DVec3) -> Vec<Option<Try>> {
    let breakdown = TickBreakdown::new(events, end);
    breakdown.effective().map(|motion| motion.tried).collect()
}

#[test]
fn failed_attempts_are_not_effective() {
    // At the foot of a step, raised, over its tread, on the tread, and the place below that.
    let start = DVec3::ZERO;
    let foot = DVec3::X * 0.02;
    let raised = start + DVec3::Y * 0.35;
    let over = raised + DVec3::X * 0.05;
    let tread = over.with_y(0.2);
    let mut events = motion(None, &[start, foot]);
    events.extend(motion(Some(Try::Up), &[start, raised]));
    events.extend(motion(Some(Try::Over), &[raised, over]));
    events.extend(motion(Some(Try::Down), &[over, tread]));
    assert_eq!(effective(&events, foot), [None]);
    events.push(Event::Step { rise: 0.2 });
    let tries = [Try::Up, Try::Over, Try::Down].map(Some);
    assert_eq!(effective(&events, tread), tries);
    let below = tread - DVec3::Y * 0.1;
    events.extend(motion(Some(Try::Follow), &[tread, below]));
    assert_eq!(effective(&events, tread), tries);
    events.push(Event::Snap { drop: 0.1 });
    assert_eq!(effective(&events, below).len(), 4);
}

#[test]
fn of_several_attempts_at_a_step_only_the_last_one_counts_and_what_follows_it() {
    let start = DVec3::ZERO;
    let raised = DVec3::Y * 0.35;
    let [short, long] = [0.02, 0.08].map(|ahead| raised + DVec3::X * ahead);
    let tread = long.with_y(0.2);
    let mut events = motion(Some(Try::Up), &[start, raised]);
    // It is stopped at once, comes down beside the tread, goes farther in, and down again.
    events.extend(motion(Some(Try::Over), &[raised, raised]));
    events.extend(motion(Some(Try::Over), &[raised, short]));
    events.extend(motion(Some(Try::Down), &[short, short.with_y(0.1)]));
    events.extend(motion(Some(Try::Over), &[short, long]));
    events.extend(motion(Some(Try::Down), &[long, tread]));
    events.push(Event::Step { rise: 0.2 });
    // The rest of the motion leads along the tread.
    let end = tread + DVec3::X * 0.1;
    events.extend(motion(None, &[tread, end]));
    let (up, over, down) = (Some(Try::Up), Some(Try::Over), Some(Try::Down));
    assert_eq!(effective(&events, end), [up, over, over, down, None]);
    // A second step in the same tick.
    let upper = end + DVec3::Y * 0.15;
    events.extend(motion(Some(Try::Up), &[end, upper]));
    events.push(Event::Step { rise: 0.15 });
    let breakdown = TickBreakdown::new(&events, upper);
    assert_eq!(breakdown.effective().count(), 6);
    assert_eq!(breakdown.steps, 2);
    assert!((breakdown.climbed.unwrap() - 0.35).abs() < 1e-12);
}

#[test]
fn the_way_over_a_crest_leaves_the_straight_motion_where_the_ground_falls_away() {
    let start = DVec3::ZERO;
    let crest = DVec3::X * 0.04;
    let beyond = crest + DVec3::new(0.05, -0.03, 0.0);
    let straight = motion(None, &[start, DVec3::X * 0.1]);
    let ahead = motion(Some(Try::Follow), &[start, DVec3::X * 0.1]);
    let rest = motion(Some(Try::Follow), &[crest, beyond]);
    let events = [straight, ahead, rest].concat();
    assert_eq!(effective(&events, beyond), [Some(Try::Follow); 2]);
    let breakdown = TickBreakdown::new(&events, beyond);
    let first = breakdown.effective().next().unwrap();
    assert_eq!(first.steps[0].to, crest);
}
