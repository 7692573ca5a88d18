//! Tests of `figures.rs`.

use std::fs;

use super::*;
use crate::session::play::ClipTick;
use crate::test_support::{Dice, enter_root};
use sidle::level::{Disk, load_level};
use sidle::player::{Command, Controller, Event, Mode};
use sidle::replay::Recording;
use sidle::sim::Sim;

fn account(asked: DVec3, taken: DVec3) -> Account {
    Account {
        asked,
        taken,
        moved: asked + taken,
        ..Account::default()
    }
}

/// A figure in units of a tenth of a millimetre.
fn tenths(text: &str) -> i64 {
    let (number, unit) = text.split_once(' ').expect("a unit");
    let number: f64 = number.parse().expect("a number");
    (number * if unit == "mm" { 10.0 } else { 1e4 }).round() as i64
}

#[test]
fn lengths_are_in_millimetres_up_to_ten_metres() {
    assert_eq!(length_text(0.041_66), "41.7 mm");
    assert_eq!(length_text(0.9994), "999 mm");
    assert_eq!(length_text(0.0999), "99.9 mm");
    assert_eq!(length_text(2.5), "2500 mm");
    assert_eq!(length_text(12.0), "12.00 m");
    assert_eq!(length_text(0.0), "0.0 mm");
}

#[test]
fn all_figures_of_a_tick_have_the_decimals_of_the_longest() {
    let figures = Figures::new(&account(DVec3::X * 0.25, DVec3::Z * 0.0177));
    assert_eq!(
        (&figures.asked[..], figures.taken.as_deref()),
        ("250 mm", Some("18 mm"))
    );
    let figures = Figures::new(&account(DVec3::X * 1.2, DVec3::ZERO));
    assert_eq!((&figures.moved[..], figures.taken), ("1200 mm", None));
}

#[test]
fn figures_on_one_line_add_up_after_rounding() {
    let mut dice = Dice(35);
    for case in 0..100_000 {
        let direction = DVec3::new(dice.sign(), dice.sign(), dice.sign()).normalize_or(DVec3::X);
        let length = 10.0_f64.powf(dice.roll() * 6.0 - 5.0);
        let asked = direction * length;
        // Some are at a slant, and only those need not add up.
        let aside =
            direction.any_orthonormal_vector() * (f64::from(case % 2) * dice.roll() * length);
        let taken = asked * (dice.sign() * 2.0) + aside;
        let account = account(asked, taken);
        let figures = Figures::new(&account);
        let ahead = if asked.dot(account.moved) < 0.0 {
            -1
        } else {
            1
        };
        let [asked, moved] = [&figures.asked, &figures.moved].map(|text| tenths(text));
        let shown = figures.taken.as_deref().map_or(0, tenths);
        if case % 2 == 0 {
            assert_eq!(
                (asked - ahead * moved).abs(),
                shown,
                "case {case}: {figures:?}"
            );
        }
        let unit = if figures.asked.ends_with(" m") {
            100
        } else if figures.asked.contains('.') {
            1
        } else {
            10
        };
        let exact = taken.length() * 1e4;
        assert!(
            (exact - shown as f64).abs() <= 1.1 * unit as f64,
            "case {case}: {figures:?}"
        );
    }
}

/// Every tick of a recording, moved by `controller`, that met anything.
fn each_tick(
    recording: &Recording,
    controller: Controller,
    mut each: impl FnMut(&ClipTick, Option<&ClipTick>, &Sim),
) {
    let file = format!(
        "levels/{}",
        recording.header.file.rsplit('/').next().unwrap_or_default()
    );
    let mut level = load_level(file.as_str().as_ref(), &Disk)
        .level
        .expect("a shipped level");
    recording.header.apply_to(&mut level);
    let (mut sim, _) = Sim::of_level(level, recording.header.hz);
    recording.begin(&mut sim).expect("the recorded level");
    sim.set_tracing(true);
    let mut last: Option<ClipTick> = None;
    for input in recording.inputs.iter() {
        let before = *sim.player();
        let command = Command {
            controller,
            ..input.command
        };
        sim.tick(&command);
        let tick = ClipTick::new(&before, &command, &sim);
        each(&tick, last.as_ref(), &sim);
        last = Some(tick);
    }
}

#[test]
fn asked_and_taken_make_moved_in_every_tick_of_every_recording_with_every_controller() {
    enter_root();
    let folders = ["recordings", "docs/sliding/moments"];
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("the folder"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let (mut met, mut pushed, mut parted) = (0, 0, 0);
    for path in paths.filter(|path| path.extension().is_some_and(|end| end == "sidle")) {
        let recording = Recording::decode(&fs::read(&path).expect("a file")).expect("a recording");
        for controller in [Controller::Classic, Controller::Swept, Controller::Boxed] {
            if !controller.suits(recording.header.tuning.body) {
                continue;
            }
            each_tick(&recording, controller, |tick, before, sim| {
                let account = Account::new(tick, before, sim.tuning());
                let case = || {
                    format!(
                        "{}, {controller:?}, tick {}: {account:?}",
                        path.display(),
                        tick.tick
                    )
                };
                assert!(
                    (account.asked + account.taken).abs_diff_eq(account.moved, 1e-12),
                    "{}",
                    case()
                );
                if tick.respawned {
                    return;
                }
                assert_eq!(account.moved, tick.motion, "{}", case());
                if tick.planes.is_empty() {
                    return;
                }
                met += 1;
                let figures = Figures::new(&account);
                parted += usize::from(figures.parts.is_some());
                // What pushes a body moves it by as much as is told.
                let offsets = tick.events.iter().filter_map(|event| match event {
                    Event::Push { offset, .. } => Some(*offset),
                    _ => None,
                });
                if account.is_pushed
                    && account.taken != DVec3::ZERO
                    && !account.is_step
                    && sim.zone_events().is_empty()
                    // Who is carried, or follows the ground down, moves by more than pushes.
                    && tick.before.ride.is_none()
                    && tick.after.ride.is_none()
                    && !tick.events.iter().any(|event| matches!(event, Event::Snap { .. }))
                {
                    let flat = match tick.after.mode {
                        Mode::Walk => DVec3::new(1.0, 0.0, 1.0),
                        Mode::Fly => DVec3::ONE,
                    };
                    let (told, sum) =
                        (account.of_this_tick() * flat, offsets.sum::<DVec3>() * flat);
                    assert!(told.abs_diff_eq(sum, 1e-9), "{}: {sum}", case());
                    pushed += 1;
                }
            });
        }
    }
    assert!(
        met > 1000 && pushed > 100 && parted > 100,
        "{met} {pushed} {parted}"
    );
}
