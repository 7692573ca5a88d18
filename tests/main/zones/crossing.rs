//! When a zone is entered, and in which order zones act.

use super::{ahead, effects, flyer, gate, go, walker, zone};
use crate::support::floor;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};
use sidle::sim::{Race, ZoneEffect};
use sidle::world::{World, ZoneAction};

/// Ticks per second.
const RATES: [u32; 6] = [30, 60, 90, 120, 240, 360];

#[test]
fn a_race_through_thin_gates_is_timed_at_every_speed_rate_and_with_every_controller() {
    for (name, controller) in Controller::NAMES {
        for hz in RATES {
            for speed in [0.5, 5.0, 60.0, 600.0, 100_000.0] {
                for thickness in [1e-6, 0.01, 0.5] {
                    // The gates are so far apart that the body enters no two of them in one tick.
                    let spacing = (4.0 * speed / f64::from(hz)).max(3.0);
                    let zones = vec![
                        gate(ZoneAction::Start, -spacing, thickness),
                        gate(ZoneAction::Checkpoint, -2.0 * spacing, thickness),
                        gate(ZoneAction::Finish, -3.0 * spacing, thickness),
                    ];
                    let mut sim = flyer(World::default(), zones, controller, speed, hz);
                    let ticks = (4.0 * spacing / speed * f64::from(hz)) as usize + 2;
                    let events = go(&mut sim, 1.0, ticks);
                    let case = format!("{name}, {hz} Hz, {speed} m/s, {thickness} m");
                    let Race::Finished { ticks } = sim.race() else {
                        panic!("{case}: {events:?}")
                    };
                    let expected = [
                        (0, ZoneEffect::Ready),
                        (0, ZoneEffect::Go),
                        (1, ZoneEffect::Checkpoint { number: 1 }),
                        (2, ZoneEffect::Finish { ticks }),
                    ];
                    assert_eq!(effects(&events), expected, "{case}");
                    // The clock runs from where the body leaves the first gate to where it meets the last. This is
                    // less than the distance between them by the body, which is 1 m wide, and by one thickness.
                    let distance = 2.0 * spacing - 1.0 - thickness;
                    let expected = distance / speed * f64::from(hz);
                    let late = ticks as f64 - expected;
                    assert!((0.0..=2.0).contains(&late), "{case}: {ticks} of {expected}");
                }
            }
        }
    }
}

#[test]
fn a_walker_enters_what_its_body_touches_and_not_only_its_centre() {
    // The zone is 1 cm high and lies on the floor, far below the centre of the body.
    for controller in [Controller::Swept, Controller::Classic, Controller::Boxed] {
        let plate = zone(ZoneAction::Message, [0.0, 0.0, -3.0], [1.0, 0.01, 1.0]);
        let mut sim = walker(floor().world(), vec![plate], controller, DVec3::Y * 0.5);
        let events = go(&mut sim, 1.0, 240);
        assert_eq!(
            effects(&events),
            [(0, ZoneEffect::Notice)],
            "{controller:?}"
        );
    }
    // The head of a person touches a zone that the reference point passes 1.4 m below.
    let mut sim = flyer(World::default(), Vec::new(), Controller::Swept, 5.0, 60);
    let person = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..*sim.tuning()
    };
    assert_eq!(sim.retune(person), Ok(()));
    let head = sim.player().position.y + 1.45;
    let beam = zone(ZoneAction::Message, [0.0, head, -3.0], [9.0, 0.1, 0.1]);
    let mut sim = sim.with_zones(vec![beam]);
    assert_eq!(effects(&go(&mut sim, 1.0, 120)), [(0, ZoneEffect::Notice)]);
}

#[test]
fn a_zone_acts_once_until_it_is_left_and_entered_again() {
    let zones = vec![gate(ZoneAction::Message, -5.0, 2.0)];
    let mut sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
    // The body goes in and stands there.
    assert_eq!(go(&mut sim, 1.0, 60).len(), 1);
    assert_eq!(go(&mut sim, 0.0, 60).len(), 0);
    assert!(sim.zone_state().inside[0]);
    // It leaves on the other side, and comes in again from there.
    assert_eq!(go(&mut sim, 1.0, 60).len(), 0);
    assert!(!sim.zone_state().inside[0]);
    assert_eq!(go(&mut sim, -1.0, 60).len(), 1);
    // A respawn also leaves the zone.
    let respawn = sidle::player::Command {
        respawn: true,
        ..sim.idle_command()
    };
    sim.tick(&respawn);
    assert!(!sim.zone_state().inside[0]);
}

#[test]
fn a_body_that_begins_in_a_zone_enters_it_in_the_first_tick() {
    let zones = vec![gate(ZoneAction::Start, 0.0, 2.0)];
    let mut sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
    assert_eq!(sim.race(), Race::None);
    assert_eq!(effects(&go(&mut sim, 0.0, 5)), [(0, ZoneEffect::Ready)]);
    assert_eq!(sim.race(), Race::Ready);
    assert_eq!(sim.race().ticks(), Some(0));
}

#[test]
fn zones_entered_in_one_tick_act_in_the_order_of_the_level() {
    // The body passes them in the order 2, 1, 0.
    let zones = (1..=3)
        .rev()
        .map(|place| gate(ZoneAction::Message, -3.0 * f64::from(place), 0.1))
        .collect();
    let mut sim = flyer(World::default(), zones, Controller::Swept, 600.0, 30);
    let events = go(&mut sim, 1.0, 1);
    let order: Vec<_> = events.iter().map(|(_, zone, _)| *zone).collect();
    assert_eq!(order, [0, 1, 2]);
}

#[test]
fn a_zone_blocks_nothing() {
    let run = |zones| {
        let mut sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
        go(&mut sim, 1.0, 120);
        *sim.player()
    };
    let zones = vec![zone(ZoneAction::Message, [0.0; 3], [50.0; 3])];
    assert_eq!(run(zones), run(Vec::new()));
}

#[test]
fn zones_of_extreme_sizes_and_places_act_where_they_are_met() {
    let message = ZoneAction::Message;
    let zones = vec![
        zone(message, [0.0; 3], [5e-324; 3]),
        zone(message, [0.0; 3], [1e9; 3]),
        zone(message, [1e9; 3], [1e9; 3]),
        zone(message, [-1e9, 0.0, 0.0], [1e-9; 3]),
    ];
    let mut sim = flyer(World::default(), zones, Controller::Swept, 600.0, 30);
    let events = go(&mut sim, 1.0, 60);
    assert_eq!(
        effects(&events),
        [(0, ZoneEffect::Notice), (1, ZoneEffect::Notice)]
    );
}

#[test]
fn a_lift_carries_its_passenger_into_a_zone() {
    use crate::support::{Shapes, add_movers, mover_desc};
    let mut shapes = Shapes::default();
    let lift = mover_desc(
        &[DVec3::new(0.0, -0.5, 0.0), DVec3::new(0.0, 9.5, 0.0)],
        DVec3::new(4.0, 1.0, 4.0),
    );
    let movers = add_movers(&mut shapes, vec![lift]);
    let above = zone(ZoneAction::Message, [0.0, 8.0, 0.0], [4.0, 1.0, 4.0]);
    let swept = Controller::Swept;
    let mut sim = walker(shapes.world(), vec![above], swept, DVec3::Y * 0.5).with_movers(movers);
    let mut entered = None;
    for _ in 0..300 {
        sim.tick(&ahead(&sim, 0.0));
        if !sim.zone_events().is_empty() {
            entered = Some(sim.player().position.y);
        }
    }
    // The zone begins at 7.5 m, and the sphere reaches 0.5 m up.
    let height = entered.expect("the zone is entered");
    assert!((7.0..7.1).contains(&height), "{height}");
}
