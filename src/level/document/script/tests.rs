//! Tests of `script.rs`.

use super::*;

fn parse(text: &str) -> (WalkScript, Vec<Diagnostic>) {
    WalkScript::parse(&Source::new("walk.toml", text.into()).unwrap())
}

fn commands(text: &str, hz: u32) -> Vec<Command> {
    let (script, problems) = parse(text);
    assert_eq!(problems, []);
    let inputs = script.inputs(&Spawn::default(), hz);
    inputs.map(|input| input.command).collect()
}

#[test]
fn missing_keys_are_zero_or_unchanged() {
    let all = commands(
        "[[step]]\nseconds = 0.1\nforward = 1\nyaw_deg = 90\npitch_deg = -10\nmode = \"fly\"\n\
         [[step]]\nseconds = 0.1",
        60,
    );
    assert_eq!(all.len(), 12);
    let last = all[11];
    assert_eq!(last.forward, Axis::ZERO);
    assert_eq!((last.yaw.degrees(), last.mode), (90.0, Mode::Fly));
    assert!((last.pitch.degrees() + 10.0).abs() < 1e-6);
}

#[test]
fn seconds_are_rounded_to_whole_ticks() {
    assert_eq!(commands("[[step]]\nseconds = 0.99", 10).len(), 10);
    assert_eq!(commands("[[step]]\nseconds = 0.04", 10).len(), 0);
}

#[test]
fn a_jump_is_pressed_in_the_first_tick_only() {
    let jumps: Vec<_> = commands("[[step]]\nseconds = 0.3\njump = true", 10);
    assert_eq!(
        jumps.iter().map(|command| command.jump).collect::<Vec<_>>(),
        [true, false, false]
    );
}

#[test]
fn a_step_crouches_when_walking_and_not_when_flying() {
    let all = commands(
        "[[step]]\nseconds = 0.1\ncrouch = true\n[[step]]\nseconds = 0.1\n\
         [[step]]\nseconds = 0.1\ncrouch = true\nup = 1\nmode = \"fly\"",
        10,
    );
    assert_eq!(
        all.iter().map(Command::crouch).collect::<Vec<_>>(),
        [true, false, false]
    );
    assert_eq!(all[2].up, Axis::new(1.0));
}

#[test]
fn a_turn_goes_left_and_lasts() {
    let all = commands(
        "[[step]]\nseconds = 1.0\nturn_deg_per_s = 90\n[[step]]\nseconds = 0.1",
        120,
    );
    assert!((all[0].yaw.degrees() - 0.75).abs() < 1e-6);
    assert_eq!(all[119].yaw.degrees(), 90.0);
    assert_eq!(all.last().unwrap().yaw.degrees(), 90.0);
}

#[test]
fn each_bad_value_is_reported_once_with_its_place() {
    let (_, problems) =
        parse("[[step]]\nforward = 2\njmp = true\n[[step]]\nseconds = -1\nmode = \"swim\"");
    let places: Vec<_> = problems.iter().map(Diagnostic::location).collect();
    assert_eq!(places.len(), 5, "{problems:?}");
    for place in [
        "walk.toml:1:1",
        "walk.toml:2:11",
        "walk.toml:3:1",
        "walk.toml:5:11",
        "walk.toml:6:8",
    ] {
        assert!(
            places.iter().any(|known| known == place),
            "{place} not in {places:?}"
        );
    }
    assert_eq!(parse("").1.len(), 1, "an empty script is an error");
}
