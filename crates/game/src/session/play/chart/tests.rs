//! Tests of `chart.rs`.

use super::*;
use crate::session::history::GhostMode;
use crate::test_support::{floor, slab, walker, walking};
use sidle::glam::DVec3;
use sidle::world::World;

/// The player walks at 45 degrees against a wall that is 2 m ahead.
fn slide(ticks: u32) -> (Sim, Ghosts, Chart) {
    let wall = slab(DVec3::new(0.0, 1.0, -2.5), DVec3::new(99.0, 2.0, 0.5));
    let world = World::new(vec![], vec![floor(), wall]);
    let mut sim = walker(world, Controller::Swept, 120);
    let (mut ghosts, mut chart) = (Ghosts::default(), Chart::default());
    let command = walking(&sim, 1.0, 1.0);
    for _ in 0..ticks {
        ghosts.tick(&sim, &command.into(), GhostMode::On, None);
        sim.tick(&command);
        chart.add(&sim, &ghosts, &command, Duration::from_micros(7));
    }
    (sim, ghosts, chart)
}

fn row(chart: &Chart, row: ChartRow, tick: u64) -> Option<f64> {
    let own = chart.find(Controller::Swept, false).unwrap();
    own.at(tick).unwrap()[row as usize]
}

#[test]
fn a_slide_keeps_the_speed_along_the_wall_and_wobbles_at_the_first_contact() {
    let (sim, _, chart) = slide(120);
    // 1.5 m at 5 m/s × cos 45°: 51 ticks.
    let last = sim.ticks();
    let near = |value: Option<f64>, wanted: f64, slack: f64| {
        value.is_some_and(|value| (value - wanted).abs() < slack)
    };
    assert!(near(row(&chart, ChartRow::Speed, 30), 1.0, 1e-6));
    assert!(near(
        row(&chart, ChartRow::Speed, last),
        0.5_f64.sqrt(),
        1e-3
    ));
    assert_eq!(row(&chart, ChartRow::Gap, 5), None);
    assert!(near(row(&chart, ChartRow::Gap, last), 0.0, 2e-3));
    assert!(near(row(&chart, ChartRow::Wobble, last), 0.0, 1e-6));
    let wobbles = (2..=last).filter(|tick| row(&chart, ChartRow::Wobble, *tick) > Some(1e-3));
    assert!((1..=2).contains(&wobbles.count()));
    assert_eq!(row(&chart, ChartRow::Time, last), Some(7e-6));
    assert_eq!(chart.series().len(), 3);
    assert!(chart.covers(1, last) && !chart.covers(1, last + 1));
}

#[test]
fn resimulated_ticks_replace_their_samples() {
    let (mut sim, mut ghosts, mut chart) = slide(20);
    let start = sim.snapshot();
    let idle = sim.idle_command();
    for count in [10, 4] {
        sim.restore(&start);
        for _ in 0..count {
            ghosts.tick(&sim, &idle.into(), GhostMode::Off, None);
            sim.tick(&idle);
            chart.add(&sim, &ghosts, &idle, Duration::ZERO);
        }
        assert!(chart.covers(1, 20 + count));
        assert!(!chart.covers(1, 21 + count));
    }
    // The series of a ghost that is off ends.
    let ghost = chart.find(Controller::Classic, true).unwrap();
    assert!(ghost.at(20).is_some() && ghost.at(21).is_none());
}

#[test]
fn each_column_has_the_minimum_and_maximum_of_its_ticks() {
    let value = |tick: u64| (tick != 3).then_some(tick as f64);
    let pairs = envelope(value, 7, 8, 4);
    assert_eq!(
        pairs,
        [
            Some((0.0, 1.0)),
            Some((2.0, 2.0)),
            Some((4.0, 5.0)),
            Some((6.0, 7.0))
        ]
    );
    // With more columns than ticks some are empty, and so are those before the first tick.
    let wide = envelope(value, 1, 2, 4);
    assert_eq!(wide.iter().flatten().count(), 2);
    assert_eq!(envelope(value, 1, 4, 4)[..2], [None, None]);
}
