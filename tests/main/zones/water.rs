//! Water in a level: the same bits in a simulation, its recording and its snapshot.

use std::path::Path;

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::level::{Level, WithLevel, load_level};
use sidle::player::{Axis, Command, Event, Ground};
use sidle::replay::{Recorder, Recording, StateHash, verify};
use sidle::sim::Sim;

use crate::support::fs::Disk;

const HZ: u32 = 60;

/// A basin with a current in its one half, and a bank all around it.
const BASIN: &str = r#"
format = 1
name = "Basin"
[spawn]
position = [0, 0.5, 7]
[player]
body = "capsule"
radius = 0.3
[[prop]]
kind = "block"
position = [0, -4.5, 0]
scale = [30, 1, 30]
[[prop]]
kind = "block"
position = [0, -2, 10]
scale = [30, 4.6, 10]
[[prop]]
kind = "block"
position = [0, -2, -10]
scale = [30, 4.6, 10]
[[zone]]
position = [0, -2, 2.5]
size = [30, 4, 5]
on_enter = "water"
text = "It is cold."
[[zone]]
position = [0, -2, -2.5]
size = [30, 4, 5]
on_enter = "water"
velocity = [1, 0, 0]
"#;

fn basin() -> Level {
    let path = Path::new("levels/basin.toml");
    let files = WithLevel {
        path,
        text: BASIN,
        files: &Disk,
    };
    load_level(path, &files).level.expect("a level")
}

fn sim() -> Sim {
    Sim::of_level(basin(), HZ).0
}

/// From the bank into the water, down, across the current, up, and out over the other bank.
fn commands() -> Vec<Command> {
    let ahead = |pitch: f64| Command {
        forward: Axis::new(1.0),
        pitch: BinaryAngle::from_degrees(pitch),
        ..Command::default()
    };
    let parts = [
        (1.2, ahead(0.0)),
        (0.8, ahead(-60.0)),
        (1.5, ahead(0.0)),
        (6.0, ahead(40.0)),
    ];
    let parts = parts
        .into_iter()
        .map(|(seconds, command)| std::iter::repeat_n(command, (seconds * f64::from(HZ)) as usize));
    parts.flatten().collect()
}

#[test]
fn a_level_with_water_is_swum_across_and_left_over_the_bank() {
    let mut sim = sim();
    let (mut deepest, mut drift, mut mantled) = (0.0_f64, 0.0_f64, false);
    for command in commands() {
        sim.tick(&command);
        let player = sim.player();
        deepest = deepest.min(player.position.y);
        drift = drift.max(player.position.x);
        mantled |= matches!(player.ground, Ground::Mantle { .. });
        let mut events = sim.trace().events().iter();
        let swims = events.any(|event| matches!(event, Event::Swim { .. }));
        assert!(!swims || sim.zone_state().inside.contains(&true));
        if mantled && player.ground.stands() && player.position.z < -5.2 {
            break;
        }
    }
    assert!(
        deepest < -2.0 && drift > 0.5 && mantled,
        "{deepest}, {drift}"
    );
    let end = sim.player().position;
    // The bank is 0.3 m above the water.
    assert!(
        end.z < -5.0 && (end.y - 0.6).abs() < 1e-3 && sim.water().is_none(),
        "{end}"
    );
}

#[test]
fn a_swim_replays_from_any_tick_and_from_any_snapshot() {
    let commands = commands();
    let (mut sim, mut snapshots) = (self::sim(), vec![]);
    let hash = |sim: &Sim| {
        let mut hash = StateHash::new();
        hash.add(sim);
        hash
    };
    for command in &commands {
        snapshots.push((sim.snapshot(), sim.water()));
        sim.tick(command);
    }
    let end = hash(&sim);
    for begin in (0..commands.len()).step_by(70) {
        let mut again = self::sim();
        again.restore(&snapshots[begin].0);
        assert_eq!(again.water(), snapshots[begin].1);
        let mut recorder = Recorder::new("Basin", "basin.toml", &again);
        for command in &commands[begin..] {
            again.tick(command);
            recorder.add(command, &again);
        }
        assert_eq!(hash(&again), end, "{begin}");
        let recording = Recording::decode(&recorder.recording().encode()).expect("a good file");
        verify(&recording, self::sim()).expect("the same run");
    }
}

#[test]
fn the_current_is_read_from_velocity_and_is_still_without_it() {
    let currents = sim()
        .zones()
        .iter()
        .map(|zone| zone.action)
        .collect::<Vec<_>>();
    let water = |current| sidle::world::ZoneAction::Water { current };
    assert_eq!(currents, [water(DVec3::ZERO), water(DVec3::X)]);
}
