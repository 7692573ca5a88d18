//! The state of zones: restored, recorded, hashed, and kept when the level is edited.

use super::{ahead, flyer, gate, go, zone};
use sidle::glam::DVec3;
use sidle::player::{Axis, Command, Controller};
use sidle::replay::{LevelHash, Recorder, Recording, StateHash, verify};
use sidle::sim::{Race, Sim, ZoneState};
use sidle::world::{World, Zone, ZoneAction};

fn zones() -> Vec<Zone> {
    vec![
        gate(ZoneAction::Start, -1.0, 1.0),
        gate(ZoneAction::Checkpoint, -4.0, 1.0),
        gate(
            ZoneAction::Teleport {
                to: DVec3::new(0.0, 0.0, -9.0),
            },
            -6.0,
            1.0,
        ),
        gate(ZoneAction::Message, -11.0, 1.0),
        gate(ZoneAction::Finish, -14.0, 1.0),
    ]
}

fn sim(controller: Controller) -> Sim {
    flyer(World::default(), zones(), controller, 5.0, 60)
}

/// To and fro through all zones.
fn commands(sim: &Sim) -> Vec<Command> {
    let mut commands = Vec::new();
    for (forward, ticks) in [(1.0, 170), (-1.0, 120), (0.0, 20), (1.0, 250)] {
        let command = Command {
            forward: Axis::new(forward),
            ..sim.idle_command()
        };
        commands.extend(std::iter::repeat_n(command, ticks));
    }
    commands
}

fn hash_of(sim: &Sim) -> StateHash {
    let mut hash = StateHash::new();
    hash.add(sim);
    hash
}

#[test]
fn a_restored_state_goes_on_with_the_same_bits_and_events() {
    for (name, controller) in Controller::NAMES {
        let mut sim = sim(controller);
        let commands = commands(&sim);
        let (mut snapshots, mut hashes, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for command in &commands {
            snapshots.push(sim.snapshot());
            sim.tick(command);
            hashes.push(hash_of(&sim));
            events.push(sim.zone_events().to_vec());
        }
        assert!(matches!(sim.race(), Race::Finished { .. }), "{name}");
        assert!(events.iter().flatten().count() > 8, "{name}");
        for from in [559, 0, 300, 17, 44, 45, 60, 61, 120, 200] {
            sim.restore(&snapshots[from]);
            assert_eq!(sim.snapshot(), snapshots[from]);
            assert!(sim.zone_events().is_empty() && snapshots[from].fits(&sim));
            for (tick, command) in commands.iter().enumerate().skip(from) {
                sim.tick(command);
                assert_eq!(hash_of(&sim), hashes[tick], "{name}: {from}, {tick}");
                assert_eq!(sim.zone_events(), events[tick], "{name}: {from}, {tick}");
            }
        }
    }
}

#[test]
fn a_recording_from_any_tick_replays_to_the_same_finish() {
    for begin in [0, 40, 62, 90, 130, 400] {
        let mut sim = sim(Controller::Swept);
        let commands = commands(&sim);
        commands[..begin]
            .iter()
            .for_each(|command| sim.tick(command));
        let mut recorder = Recorder::new("Race", "race.toml", &sim);
        for command in &commands[begin..] {
            sim.tick(command);
            recorder.add(command, &sim);
        }
        let recording = Recording::decode(&recorder.recording().encode()).expect("a good file");
        assert_eq!(recording, recorder.recording());
        let fresh = self::sim(Controller::Swept);
        let verified = verify(&recording, fresh).expect("the same run");
        assert_eq!(verified.hash, recorder.hash(), "{begin}");
    }
}

#[test]
fn a_state_of_other_zones_does_not_fit() {
    let mut sim = sim(Controller::Swept);
    go(&mut sim, 1.0, 60);
    let own = sim.snapshot();
    assert!(own.fits(&sim));
    let mut fewer = own.clone();
    fewer.zones.inside = vec![false; 4].into();
    assert_eq!(fewer.misfit(&sim), Some("zones"));
    let mut further = own.clone();
    further.zones.race = Race::Running {
        ticks: 1,
        checkpoints: 2,
    };
    assert_eq!(further.misfit(&sim), Some("zones"));
    let mut none = own;
    none.zones = ZoneState::default();
    assert_eq!(none.misfit(&sim), Some("zones"));
    // A state that does not fit is restored as far as it does, and never panics.
    sim.restore(&none);
    go(&mut sim, 1.0, 60);
    let mut endless = sim.snapshot();
    endless.zones.race = Race::Running {
        ticks: u64::MAX,
        checkpoints: u32::MAX,
    };
    sim.restore(&endless);
    go(&mut sim, 1.0, 300);
}

#[test]
fn levels_differ_by_their_zones_and_states_by_what_was_entered() {
    let hash = |zones: Vec<Zone>| {
        let sim = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
        LevelHash::of(&sim)
    };
    let one = |action| vec![gate(action, -1.0, 1.0)];
    let to = |x: f64| ZoneAction::Teleport { to: DVec3::X * x };
    let mut hashes = vec![hash(Vec::new()), hash(vec![gate(to(1.0), -1.0, 1.5)])];
    let actions = ZoneAction::NAMES.map(|(_, action)| action);
    hashes.extend(actions.map(|action| hash(one(action))));
    hashes.push(hash(one(to(1.0))));
    let mut order = zones();
    hashes.push(hash(order.clone()));
    order.swap(1, 4);
    hashes.push(hash(order));
    for (at, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(hash), "{at}");
    }
    // Zones that were not entered change no state.
    let far = vec![zone(ZoneAction::Start, [99.0; 3], [1.0; 3])];
    let [mut without, mut with] =
        [Vec::new(), far].map(|zones| flyer(World::default(), zones, Controller::Swept, 5.0, 60));
    go(&mut without, 1.0, 30);
    go(&mut with, 1.0, 30);
    assert_eq!(hash_of(&without), hash_of(&with));
    let [mut near, mut far] = [-1.0, -99.0].map(|z| {
        let zones = vec![gate(ZoneAction::Message, z, 1.0)];
        flyer(World::default(), zones, Controller::Swept, 5.0, 60)
    });
    go(&mut near, 1.0, 10);
    go(&mut far, 1.0, 10);
    assert_eq!(near.player(), far.player());
    assert_ne!(hash_of(&near), hash_of(&far));
}

#[test]
fn an_edited_level_keeps_the_race_going() {
    let edited = |zones: Vec<Zone>, before: &Sim| {
        let fresh = flyer(World::default(), zones, Controller::Swept, 5.0, 60);
        fresh.continued_from(before)
    };
    let mut sim = sim(Controller::Swept);
    // Behind the checkpoint.
    go(&mut sim, 1.0, 54);
    let race = sim.race();
    assert!(matches!(race, Race::Running { checkpoints: 1, .. }));
    assert!(sim.zone_state().inside[1]);
    // The finish moves, and a zone comes in front of all others: the race and the place in the checkpoint stay.
    let mut moved = zones();
    moved[4] = gate(ZoneAction::Finish, -20.0, 1.0);
    moved.insert(0, gate(ZoneAction::Message, 50.0, 1.0));
    let mut now = edited(moved, &sim);
    assert_eq!(now.race(), race);
    assert_eq!(
        now.zone_state().inside[..],
        [false, false, true, false, false, false]
    );
    now.tick(&ahead(&now, 0.0));
    assert!(now.zone_events().is_empty());
    // The checkpoint goes: as many as there are may have been passed.
    let mut fewer = zones();
    fewer.remove(1);
    let now = edited(fewer, &sim);
    assert!(matches!(now.race(), Race::Running { checkpoints: 0, .. }));
    // All zones go.
    assert_eq!(edited(Vec::new(), &sim).race(), Race::None);
    // A message that comes to where the body is, is entered.
    let mut more = zones();
    more.push(gate(ZoneAction::Message, sim.player().position.z, 1.0));
    let mut now = edited(more, &sim);
    now.tick(&ahead(&now, 0.0));
    assert_eq!(now.zone_events().len(), 1);
    // A start that goes while the body is in it begins no race.
    let mut ready = self::sim(Controller::Swept);
    go(&mut ready, 1.0, 6);
    assert_eq!(ready.race(), Race::Ready);
    let now = edited(zones().split_off(1), &ready);
    assert_eq!(now.race(), Race::None);
}
