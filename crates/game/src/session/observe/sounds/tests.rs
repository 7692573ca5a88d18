//! Tests of the sounds: steps, contacts, scraping and landings at any rate.

use super::*;
use crate::test_support::{slab, walker, walking};
use sidle::player::Controller;
use sidle::world::World;

/// A player at this height over a floor, in front of a wall that is 1.5 m away.
fn sim(height: f64, hz: u32) -> Sim {
    let floor = slab(DVec3::Y * (-1.0 - height), DVec3::new(99.0, 1.0, 99.0));
    let wall = slab(DVec3::new(0.0, 1.0, -2.05), DVec3::new(99.0, 2.0, 0.05));
    walker(World::new(vec![], vec![floor, wall]), Controller::Swept, hz)
}

/// The sounds of a second in which these axes are held, ahead and to the right, in every tick.
fn second(sim: &mut Sim, listener: &mut Listener, forward: f64, right: f64) -> Vec<SoundFrame> {
    let command = walking(sim, forward, right);
    let ticks = (0..sim.hz()).map(|_| {
        let before = *sim.player();
        sim.tick(&command);
        listener.hear(&before, sim);
        listener.take(true)
    });
    ticks.collect()
}

fn steps(heard: &[SoundFrame]) -> usize {
    heard.iter().filter(|heard| heard.step > 0.0).count()
}

#[test]
fn who_stands_hears_nothing_and_who_walks_hears_as_many_steps_at_any_rate() {
    for hz in [30, 60, 120, 360] {
        let (mut sim, mut listener) = (sim(0.0, hz), Listener::default());
        second(&mut sim, &mut listener, 0.0, 0.0);
        let still = second(&mut sim, &mut listener, 0.0, 0.0);
        assert!(still.iter().all(SoundFrame::is_silent), "{hz} Hz");
        // 5 m/s and 0.55 m + 0.14 s · 5 m/s: four strides of 1.25 m, of which rounding may delay the last.
        let walk = second(&mut sim, &mut listener, 0.0, 1.0);
        assert!((3..=4).contains(&steps(&walk)), "{hz} Hz: {}", steps(&walk));
        assert!(
            walk.iter()
                .all(|heard| heard.contacts == 0 && heard.scrape == 0.0)
        );
        assert!(walk.iter().all(|heard| heard.footing == Footing::Wood));
    }
}

#[test]
fn a_wall_ticks_once_and_scrapes_as_fast_as_the_body_slides() {
    for hz in [30, 120, 360] {
        let (mut sim, mut listener) = (sim(0.0, hz), Listener::default());
        second(&mut sim, &mut listener, 0.0, 0.0);
        let heard = second(&mut sim, &mut listener, 1.0, 1.0);
        let contacts: u32 = heard.iter().map(|heard| heard.contacts).sum();
        assert_eq!(contacts, 1, "{hz} Hz");
        // Of 5 m/s, cos 45° leads along the wall.
        let scrape = f64::from(heard.last().unwrap().scrape);
        assert!(
            (scrape - 5.0 / 2.0_f64.sqrt()).abs() < 0.1,
            "{hz} Hz: {scrape}"
        );
        // Straight at it, the body rests: no scrape, and no further contact.
        let heard = second(&mut sim, &mut listener, 1.0, 0.0);
        assert_eq!(heard.last().unwrap().scrape, 0.0, "{hz} Hz");
        assert!(
            heard[1..].iter().all(|heard| heard.contacts == 0),
            "{hz} Hz"
        );
    }
}

#[test]
fn a_landing_is_as_loud_as_the_fall_was_fast_and_no_step_is_heard_in_the_air() {
    let landing = |height: f64, hz: u32| {
        let (mut sim, mut listener) = (sim(height, hz), Listener::default());
        let heard = second(&mut sim, &mut listener, 0.0, 1.0);
        let first = heard.iter().position(|heard| heard.landing > 0.0);
        let steps = steps(&heard[..first.unwrap_or(0)]);
        assert_eq!(steps, 0, "{height} m, {hz} Hz");
        let landings = heard.iter().filter(|heard| heard.landing > 0.0).count();
        assert!(landings <= 1, "{height} m, {hz} Hz");
        heard.iter().map(|heard| heard.landing).fold(0.0, f32::max)
    };
    for hz in [30, 120, 360] {
        assert_eq!(landing(0.0, hz), 0.0, "{hz} Hz");
        let (low, high) = (landing(0.5, hz), landing(1.5, hz));
        // √(2 · 20 m/s² · 0.5 m) = 4.5 m/s, of 9 m/s.
        assert!((low - 0.5).abs() < 0.1, "{hz} Hz: {low}");
        assert!(high > low + 0.2, "{hz} Hz: {high}");
    }
}

#[test]
fn in_a_pause_a_scrape_is_not_heard_and_nothing_is_heard_twice() {
    let (mut sim, mut listener) = (sim(0.0, 120), Listener::default());
    second(&mut sim, &mut listener, 1.0, 1.0);
    assert!(listener.take(true).scrape > 0.0, "a frame without a tick");
    assert!(listener.take(false).is_silent());
}

#[test]
fn a_success_is_heard_once() {
    let mut listener = Listener::default();
    listener.note_success();
    assert!(listener.take(false).success);
    assert!(listener.take(false).is_silent());
}
