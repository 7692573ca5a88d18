//! Tests of the effects: what they show of steps, landings and walls at any rate, and that they change nothing.

use super::*;
use crate::session::observe::Listener;
use crate::test_support::{slab, walker, walking};
use sidle::player::Controller;
use sidle::replay::StateHash;
use sidle::world::{BoxId, SurfaceRules, World};

const RATES: [u32; 4] = [30, 60, 120, 360];

/// A player at this height over a floor, in front of a wall that is 1.5 m away, both with this friction.
fn sim(height: f64, hz: u32, friction: f64) -> Sim {
    let floor = slab(DVec3::Y * (-1.0 - height), DVec3::new(99.0, 1.0, 99.0));
    let wall = slab(DVec3::new(0.0, 1.0, -2.05), DVec3::new(99.0, 2.0, 0.05));
    let mut world = World::new(vec![], vec![floor, wall]);
    let rules = SurfaceRules {
        friction,
        ..SurfaceRules::default()
    };
    world.set_surface_rules(1, rules);
    world.set_tag(ColliderId::Box(BoxId(0)), 1);
    world.set_tag(ColliderId::Box(BoxId(1)), 1);
    walker(world, Controller::Swept, hz)
}

/// The number of motes that begin in a second in which these axes are held, ahead and to the right.
fn second(sim: &mut Sim, seen: &mut (Listener, Effects), (ahead, right): (f64, f64)) -> usize {
    let command = walking(sim, ahead, right);
    let (listener, effects) = seen;
    let begun = (0..sim.hz()).map(|_| {
        let before = *sim.player();
        sim.tick(&command);
        let feet = listener.hear(&before, sim);
        effects.note(&before, &command, sim, feet);
        let now = effects
            .motes()
            .iter()
            .filter(|mote| mote.born == effects.tick);
        now.count()
    });
    begun.sum()
}

#[test]
fn who_stands_leaves_nothing_and_who_walks_leaves_dust_at_each_step_at_any_rate() {
    for hz in RATES {
        let (mut sim, mut seen) = (sim(0.0, hz, 1.0), Default::default());
        second(&mut sim, &mut seen, (0.0, 0.0));
        assert_eq!(second(&mut sim, &mut seen, (0.0, 0.0)), 0, "{hz} Hz");
        assert!(seen.1.is_empty(), "{hz} Hz");
        // Three or four steps in a second.
        let begun = second(&mut sim, &mut seen, (0.0, 1.0));
        assert!((9..=12).contains(&begun), "{hz} Hz: {begun}");
        assert!(seen.1.scratches().is_empty(), "{hz} Hz");
    }
}

#[test]
fn a_wall_leaves_more_the_more_speed_it_takes_away_and_nothing_of_a_body_that_rests() {
    for hz in RATES {
        let along = |axes: (f64, f64)| {
            let (mut sim, mut seen) = (sim(0.0, hz, 1.0), Default::default());
            second(&mut sim, &mut seen, (1.0, 0.0));
            let begun = second(&mut sim, &mut seen, axes);
            let length = |it: &Scratch| it.ends[0].distance(it.ends[1]);
            (begun, seen.1.scratches().iter().map(length).sum::<f64>())
        };
        let ((grazing, _), (hard, scratched)) = (along((0.2, 1.0)), along((1.0, 1.0)));
        assert!(hard > grazing + 8, "{hz} Hz: {hard}, {grazing}");
        assert!(hard < 60, "{hz} Hz: {hard}");
        // Of 5 m/s, cos 45° leads along the wall.
        assert!((scratched - 3.5).abs() < 0.2, "{hz} Hz: {scratched}");
        assert_eq!(along((1.0, 0.0)), (0, 0.0), "{hz} Hz");
    }
}

#[test]
fn a_landing_raises_more_dust_the_deeper_the_fall_was() {
    let landing = |height: f64, hz: u32| {
        let (mut sim, mut seen) = (sim(height, hz, 1.0), Default::default());
        second(&mut sim, &mut seen, (0.0, 0.0))
    };
    for hz in RATES {
        assert_eq!(landing(0.0, hz), 0, "{hz} Hz");
        let (low, high) = (landing(0.5, hz), landing(1.8, hz));
        assert!(low > 4 && high > low, "{hz} Hz: {low}, {high}");
    }
}

#[test]
fn ice_gives_flakes_and_an_hour_of_scraping_does_not_pile_up() {
    let (mut sim, mut seen) = (sim(0.0, 60, 0.1), Default::default());
    for number in 0..40 {
        let side = if number % 2 == 0 { 1.0 } else { -1.0 };
        second(&mut sim, &mut seen, (1.0, side));
        let effects = &seen.1;
        assert!(effects.motes().len() <= MAX_MOTES && effects.scratches().len() <= MAX_SCRATCHES);
        assert!(
            effects
                .motes()
                .iter()
                .all(|it| it.matter == Matter::Ice && !it.is_spark)
        );
    }
    assert!(!seen.1.is_empty());
    // All is gone a while after.
    for _ in 0..8 {
        second(&mut sim, &mut seen, (0.0, 0.0));
    }
    assert!(seen.1.is_empty());
}

#[test]
fn the_same_ticks_leave_the_same_and_play_as_without_it() {
    let run = |is_seen: bool| {
        let (mut sim, mut seen) = (sim(1.0, 120, 1.0), Default::default());
        let command = walking(&sim, 1.0, 1.0);
        for _ in 0..300 {
            if is_seen {
                let (listener, effects): &mut (Listener, Effects) = &mut seen;
                let before = *sim.player();
                sim.tick(&command);
                let feet = listener.hear(&before, &sim);
                effects.note(&before, &command, &sim, feet);
            } else {
                sim.tick(&command);
            }
        }
        let mut hash = StateHash::new();
        hash.add(&sim);
        (hash.bits(), seen.1.motes, seen.1.scratches)
    };
    let (one, other, unseen) = (run(true), run(true), run(false));
    assert_eq!(one, other);
    assert_eq!(one.0, unseen.0);
    assert!(unseen.1.is_empty() && !one.1.is_empty());
}

#[test]
fn motes_stay_near_where_they_began_at_every_age() {
    let mut effects = Effects::default();
    effects.add(false, Matter::Stone, (DVec3::ZERO, DVec3::X * 3.0), 1.0);
    effects.add(true, Matter::Metal, (DVec3::ZERO, DVec3::X * 3.0), 1.0);
    for mote in effects.motes() {
        assert_eq!(mote.age(-1.0, 120.0), None);
        assert_eq!(mote.age(1e9, 120.0), None);
        for age in [0.0, 0.3, 0.99] {
            let (place, velocity) = mote.motion(age);
            assert!(place.length() < 1.5 && velocity.is_finite(), "{place}");
        }
    }
}
