//! Tests of the view from the side in a shipped level: what it says of steps, launches and landings.

use std::fs;

use super::*;
use crate::draw::info_panel::InfoRow;
use crate::platform::built_in::BuiltIn;
use crate::test_support::{Folder, enter_root, walk};
use sidle::level::{Disk, load_level};
use sidle::player::{Controller, Mode, Spawn};
use sidle::replay::Recording;

/// Where on the z axis the five stairs at the left wall are that are climbed, and the one that is too high.
const CLIMBED: [f64; 5] = [18.8, 16.2, 13.6, 11.0, 8.4];
const TOO_HIGH: f64 = 5.8;

/// Where the jump pad is.
const PAD: f64 = 3.2;

const RATES: [u32; 2] = [30, 120];

/// A player at `position` in the level of stairs, who faces `yaw_deg`, as a person or as a sphere.
fn session(
    position: DVec3,
    yaw_deg: f64,
    (controller, is_person): (Controller, bool),
    hz: u32,
) -> Session {
    let path = "levels/stairs-and-ramps.toml";
    let level = load_level(path.as_ref(), &BuiltIn).level;
    let mut level = level.expect("a shipped level");
    level.rules.spawn = Spawn {
        position,
        yaw: BinaryAngle::from_degrees(yaw_deg),
        pitch: BinaryAngle::ZERO,
        controller,
        mode: Mode::Walk,
    };
    if is_person {
        (level.tuning.body, level.tuning.radius) = (BodyShape::Capsule, 0.3);
    }
    Session::new(level, None, hz)
}

/// A player in front of the stairs at the left wall, who faces them.
fn before_the_row(z: f64, body: (Controller, bool), hz: u32) -> Session {
    let height = if body.1 { 0.301 } else { 0.501 };
    session(DVec3::new(-15.6, height, z), 90.0, body, hz)
}

/// What the inspector says now.
fn caption_of(session: &mut Session) -> Caption {
    session.update_contact_clip();
    let mut view = SideView::new(DVec3::ZERO);
    let picture = view.draw(session, 1.6, 1.0);
    picture.expect("a contact").caption
}

/// The bodies of the swept controller: a sphere and a person.
const SWEPT: [(Controller, bool); 2] = [(Controller::Swept, false), (Controller::Swept, true)];

/// What the inspector says of the last tick, in a pause.
fn sentence_of_tick(session: &mut Session) -> String {
    session.paused = true;
    let sentence = caption_of(session).sentence;
    session.paused = false;
    sentence
}

/// Checks that the steps which the large view lists lead from where the last tick began to where it ended, without a gap.
fn check_way(session: &mut Session, before: DVec3, case: &str) {
    session.set_tracing(true);
    let sim = &session.sim;
    let end = sim.player().position;
    let breakdown = TickBreakdown::new(sim.trace().events(), end);
    let mut place = before;
    for step in breakdown.effective().flat_map(|motion| &motion.steps) {
        let gap = step.from.distance(place);
        assert!(gap < 1e-8, "{case}: a gap of {gap} m in {breakdown:#?}");
        place = step.to;
    }
    let gap = place.distance(end);
    assert!(
        gap < 1e-8,
        "{case}: {gap} m before the end in {breakdown:#?}"
    );
}

#[test]
fn the_listed_motions_lead_from_the_start_of_each_tick_to_its_end() {
    for body in SWEPT {
        for hz in RATES {
            for z in CLIMBED.into_iter().chain([TOO_HIGH]) {
                let mut session = before_the_row(z, body, hz);
                for tick in 0..2 * hz {
                    let before = session.sim.player().position;
                    walk(&mut session, 1, 1.0, 0.0);
                    check_way(
                        &mut session,
                        before,
                        &format!("{body:?}, {hz} Hz, {z}, {tick}"),
                    );
                }
            }
            // Down from the platform, over steps of 10 and of 20 cm and a ramp.
            for x in [2.8, 5.8, -8.8] {
                let height = if body.1 { 2.701 } else { 2.901 };
                let start = DVec3::new(x, height, -16.5);
                let mut session = session(start, 180.0, body, hz);
                for tick in 0..3 * hz {
                    let before = session.sim.player().position;
                    walk(&mut session, 1, 1.0, 0.0);
                    check_way(
                        &mut session,
                        before,
                        &format!("{body:?}, {hz} Hz, {x}, {tick}"),
                    );
                }
            }
        }
    }
}

#[test]
fn a_step_that_was_taken_is_told_with_its_height_whatever_its_front() {
    for body in SWEPT {
        for hz in RATES {
            for z in CLIMBED {
                let case = format!("{body:?}, {hz} Hz, {z}");
                let mut session = before_the_row(z, body, hz);
                let mut climbed = 0.0;
                let mut told = 0;
                for _ in 0..hz {
                    walk(&mut session, 1, 1.0, 0.0);
                    let rise = session.sim.contacts().climbed();
                    if rise < 1e-3 {
                        continue;
                    }
                    climbed += rise;
                    let caption = caption_of(&mut session);
                    if told == 0 {
                        assert!(caption.title.starts_with("Step"), "{case}: {caption:?}");
                        let names = caption.rows.iter().map(|row| &*row.1);
                        assert!(
                            !names.clone().any(|name| name == "taken away"),
                            "{caption:?}"
                        );
                    }
                    let sentence = sentence_of_tick(&mut session);
                    let rise = format!("{} in this tick", figures::length_text(rise));
                    assert!(sentence.starts_with("Climbs "), "{case}: {sentence}");
                    assert!(sentence.contains(&rise), "{case}: {sentence}, not {rise}");
                    told += 1;
                }
                // Four steps of 30 cm; a round body rolls over a part of them.
                assert!(
                    told > 0 && climbed < 1.25,
                    "{case}: {climbed} m, {told} ticks"
                );
            }
        }
    }
}

#[test]
fn a_step_that_was_refused_is_told_with_its_height_and_the_limit() {
    for body in SWEPT {
        for hz in RATES {
            let mut session = before_the_row(TOO_HIGH, body, hz);
            walk(&mut session, 2 * hz as usize, 1.0, 0.0);
            let caption = caption_of(&mut session);
            let (title, sentence) = (caption.title, caption.sentence);
            let why = "The step of 400 mm is too high: at most 350 mm are climbed.";
            assert!(sentence.ends_with(why), "{body:?}, {hz} Hz: {sentence}");
            assert!(title.starts_with("Blocked"), "{body:?}, {hz} Hz: {title}");
            assert!(sentence.contains("into one surface"), "{sentence}");
            let now = sentence_of_tick(&mut session);
            assert!(now.ends_with(why), "{body:?}, {hz} Hz: {now}");
        }
    }
    // The side of the terrace is no step.
    let mut session = session(DVec3::new(6.0, 0.501, 11.5), 90.0, SWEPT[0], 120);
    walk(&mut session, 240, 1.0, 0.0);
    let sentence = caption_of(&mut session).sentence;
    assert!(!sentence.contains("step"), "{sentence}");
}

#[test]
fn a_low_step_under_a_low_ceiling_is_refused_for_the_headroom() {
    let folder = Folder::new("headroom");
    let path = folder.0.join("low.toml");
    // A step of 30 cm, and a ceiling just above the head of a person.
    let crates = ["[0, -0.5, 0]", "[0, 0.15, -6]", "[0, 2.2501, -4]"];
    let sizes = ["[40, 1, 40]", "[8, 0.3, 8]", "[8, 1, 8]"];
    let props = crates.iter().zip(sizes).map(|(position, scale)| {
        format!("[[prop]]\nkind = \"crate\"\nposition = {position}\nscale = {scale}\n")
    });
    let head = "format = 1\nname = \"Low\"\n[spawn]\nposition = [0, 0.3, 2]\n[player]\nbody = \"capsule\"\nradius = 0.3\n";
    fs::write(&path, head.to_owned() + &props.collect::<String>()).expect("a level");
    let loaded = load_level(&path, &Disk);
    let level = loaded.level.expect("a good level");
    for hz in RATES {
        let mut session = Session::new(level.clone(), None, hz);
        walk(&mut session, 2 * hz as usize, 1.0, 0.0);
        let sentence = caption_of(&mut session).sentence;
        let why = "There is no headroom to climb the step of 300 mm.";
        assert!(sentence.ends_with(why), "{hz} Hz: {sentence}");
    }
}

#[test]
fn a_walker_who_follows_steps_down_is_told_how_far() {
    for body in SWEPT {
        for hz in RATES {
            let height = if body.1 { 2.701 } else { 2.901 };
            let start = DVec3::new(2.8, height, -16.5);
            let mut session = session(start, 180.0, body, hz);
            let mut told = 0;
            for _ in 0..3 * hz {
                walk(&mut session, 1, 1.0, 0.0);
                let drop = session.sim.contacts().dropped();
                if drop > 1e-3 {
                    let sentence = sentence_of_tick(&mut session);
                    let drop = figures::length_text(drop);
                    let end = format!("Then followed the ground {drop} down.");
                    assert!(sentence.ends_with(&end), "{body:?}, {hz} Hz: {sentence}");
                    told += 1;
                }
            }
            assert!(told > 10, "{body:?}, {hz} Hz: {told}");
        }
    }
}

#[test]
fn a_launch_and_its_landing_are_told_for_every_controller() {
    let others = [Controller::Classic, Controller::Boxed].map(|other| (other, false));
    for body in SWEPT.into_iter().chain(others) {
        for hz in RATES {
            let case = format!("{body:?}, {hz} Hz");
            let mut session = before_the_row(PAD, body, hz);
            while session.sim.zone_events().is_empty() {
                assert!(session.sim.ticks() < u64::from(2 * hz), "{case}");
                walk(&mut session, 1, 1.0, 0.0);
            }
            let caption = caption_of(&mut session);
            assert_eq!(caption.title, "Launch", "{case}");
            let why = "A zone throws it into the air: 12.0 m/s up and 4.0 m/s along, whatever its speed was.";
            assert!(
                caption.sentence.ends_with(why),
                "{case}: {}",
                caption.sentence
            );
            walk(&mut session, hz as usize / 2, 0.0, 0.0);
            let sentence = sentence_of_tick(&mut session);
            assert_eq!(sentence, "Moved freely; nothing was hit.", "{case}");
            while session.sim.contacts().landing().is_none() {
                assert!(session.sim.ticks() < u64::from(4 * hz), "{case}");
                walk(&mut session, 1, 0.0, 0.0);
            }
            let sentence = sentence_of_tick(&mut session);
            let landing = session.sim.contacts().landing().expect("a landing");
            let (speed, seconds) = (landing.speed(), landing.air_time);
            let told = format!("Lands at {speed:.1} m/s, after {seconds:.2} s in the air.");
            assert!(sentence.ends_with(&told), "{case}: {sentence}");
            if body.0 == Controller::Swept {
                assert_eq!(sentence, told, "{case}");
            }
        }
    }
}

#[test]
fn a_jump_is_told() {
    let mut session = before_the_row(PAD, SWEPT[0], 120);
    walk(&mut session, 10, 0.0, 0.0);
    let jump = sidle::player::Command {
        jump: true,
        ..session.sim.idle_command()
    };
    crate::test_support::play(&mut session, jump);
    let sentence = sentence_of_tick(&mut session);
    assert_eq!(sentence, "Jumps. Moved freely; nothing was hit.");
}

/// A paused session of a moment of the book of sliding, with its recording.
fn moment(name: &str) -> (Session, Recording) {
    let path = format!("docs/sliding/moments/{name}.sidle");
    let bytes = fs::read(path).expect("a recording");
    let recording = Recording::decode(&bytes).expect("a recording");
    let header = &recording.header;
    let file = header.file.rsplit('/').next().unwrap_or_default();
    let level = load_level(format!("levels/{file}").as_ref(), &Disk).level;
    let mut level = level.expect("a shipped level");
    header.apply_to(&mut level);
    let mut session = Session::new(level, None, header.hz);
    session.paused = true;
    (session, recording)
}

#[test]
fn a_dashed_line_leads_from_a_face_to_the_place_beyond_it_where_its_plane_pushes() {
    enter_root();
    let (mut session, recording) = moment("edge");
    for input in recording.inputs.iter().take(349) {
        crate::test_support::play(&mut session, input);
    }
    session.update_contact_clip();
    let mut view = SideView::new(DVec3::ZERO);
    view.draw(&session, 1.6, 1.0).expect("a throw-back");
    // The wall ends at x = -4, and its front is at z = 2.5. The body is half a metre from it.
    let is_beyond = |end: &DVec3| (end.x + 4.0).abs() < 1e-3 && (2.499..3.001).contains(&end.z);
    let debug = view.debug();
    let lines = debug.geometry.lines.iter();
    let dashes = lines
        .map(|line| line.ends().map(|end| debug.place_of(end)))
        .filter(|ends| ends[0].distance(ends[1]) > 1e-3 && ends.iter().all(is_beyond));
    assert!(dashes.count() >= 3);
}

#[test]
fn the_label_the_list_and_the_table_have_the_same_figures() {
    enter_root();
    for name in ["slide", "corner", "edge", "tunnel", "crease", "step"] {
        let (mut session, recording) = moment(name);
        let mut view = SideView::new(DVec3::ZERO);
        let mut compared = 0;
        for input in recording.inputs.iter() {
            crate::test_support::play(&mut session, input);
            if !session.sim.ticks().is_multiple_of(7) {
                continue;
            }
            session.update_contact_clip();
            let picture = view.draw(&session, 1.6, 1.0).expect("a tick");
            let case = format!("{name}, tick {}", session.sim.ticks());
            for (_, what, listed) in &picture.caption.rows {
                // The list adds a share, or the way back.
                let listed = listed.split(',').next().unwrap_or_default();
                let listed = listed.trim_end_matches(" back");
                let mut labels = view.debug().labels.iter();
                let label = labels.find_map(|label| label.text.strip_prefix(&format!("{what} ")));
                let label = label.map(|label| label.trim_end_matches(" back"));
                // A short arrow has no label.
                assert!(
                    label.is_none_or(|label| label == listed),
                    "{case}: {label:?} {listed}"
                );
                compared += usize::from(label.is_some());
                let mut rows = picture.details.rows.iter().filter_map(|row| match row {
                    InfoRow::Value(label, value, _) => {
                        let name = label.trim_start_matches(['=', '+', '−', ' ']);
                        (name == what).then_some(value.as_str())
                    }
                    _ => None,
                });
                let told = rows.next();
                assert!(
                    told.is_none_or(|told| told == listed),
                    "{case}: {told:?} {listed}"
                );
                let is_parted = ["taken away", "pushed", "added", "by the step"].contains(&&**what);
                assert!(told.is_some() || is_parted, "{case}: {what} is missing");
            }
        }
        assert!(compared > 5, "{name}: {compared}");
    }
}

/// A player of the classic controller in the shipped level `name`, who faces `yaw_deg` and goes on, fast or not, until a contact
/// of this kind begins, and for some ticks after it.
fn until(name: &str, (z, yaw_deg, fast): (f64, f64, bool), kind: ContactKind) -> Session {
    let path = format!("levels/{name}.toml");
    let level = load_level(path.as_ref(), &BuiltIn).level;
    let mut level = level.expect("a shipped level");
    level.rules.spawn.position = DVec3::new(0.0, 0.5, z);
    level.rules.spawn.yaw = BinaryAngle::from_degrees(yaw_deg);
    level.rules.spawn.controller = Controller::Classic;
    let mut session = Session::new(level, None, 120);
    for _ in 0..600 {
        let mut command = crate::test_support::walking(&session.sim, 1.0, 0.0);
        command.fast = fast;
        crate::test_support::play(&mut session, command);
        if session.begins_contact(&[kind]) {
            walk(&mut session, 10, 0.0, 0.0);
            return session;
        }
    }
    panic!("{name}: no such contact");
}

#[test]
fn a_throw_back_names_its_test_with_its_number_and_another_value_prevents_it() {
    let mut session = until("edge-radius", (3.0, 60.0, false), ContactKind::Thrown);
    session.update_contact_clip();
    let mut view = SideView::new(DVec3::ZERO);
    let picture = view.draw(&session, 1.6, 1.0).expect("a contact");
    let sentence = &picture.caption.sentence;
    assert!(sentence.starts_with("Thrown back by "), "{sentence}");
    assert!(
        sentence.contains("Edge radius factor 1.0 notices an edge within 500 mm. It was "),
        "{sentence}"
    );
    assert!(
        sentence.contains("Once noticed, the face pushed the body out by all "),
        "{sentence}"
    );
    let trial = view.trial().expect("another value");
    assert_eq!(trial, Trial::EdgeRadiusFactor(0.5));
    let played = (session.sim.snapshot(), *session.sim.tuning());
    session.try_value(trial).expect("a run");
    assert_eq!(
        (session.sim.snapshot(), *session.sim.tuning()),
        played,
        "the game goes on as before"
    );
    let clip = session.contact_clip().expect("a clip");
    let tick = &clip.ticks()[clip.index_of(clip.subject.middle_tick())];
    let [before, after] = session
        .trial_run()
        .and_then(|run| run.at(tick.tick))
        .expect("a tick");
    // Where it was thrown back, the other goes on.
    let back = tick.motion.dot(tick.wish);
    let other = (after.position - before.position).dot(tick.wish);
    assert!(back < 0.0 && other > 0.0, "{back} {other}");
    let picture = view.draw(&session, 1.6, 1.0).expect("a contact");
    assert!(
        picture
            .caption
            .rows
            .iter()
            .any(|(_, what, _)| *what == "with factor 0.5")
    );
    let words = "edge radius factor 0.5";
    assert!(view.debug().labels.iter().any(|label| label.text == words));
    session.forget_trial();
    assert!(session.trial_run().is_none());
}

#[test]
fn a_tunnel_offers_more_ticks_which_the_wall_stops() {
    let mut session = until("speed", (95.0, 0.0, true), ContactKind::Tunnel);
    session.update_contact_clip();
    let mut view = SideView::new(DVec3::ZERO);
    let picture = view.draw(&session, 1.6, 1.0).expect("a contact");
    assert!(
        picture
            .caption
            .sentence
            .contains("more than its radius of 500 mm")
    );
    let trial = view.trial().expect("another value");
    assert!(matches!(trial, Trial::TickRate(_)), "{trial:?}");
    session.try_value(trial).expect("a run");
    let clip = session.contact_clip().expect("a clip");
    let tick = &clip.ticks()[clip.index_of(clip.subject.middle_tick())];
    let [_, after] = session
        .trial_run()
        .and_then(|run| run.at(tick.tick))
        .expect("a tick");
    assert!(
        after.position.z > tick.after.position.z + 0.5,
        "{}",
        after.position.z
    );
    let mut none = until("speed", (95.0, 0.0, true), ContactKind::Tunnel);
    assert!(
        none.try_value(trial).is_err(),
        "nobody has looked at the contact yet"
    );
}

mod one_sided;
