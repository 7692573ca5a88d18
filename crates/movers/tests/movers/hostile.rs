//! Programs that break the protocol: each gets one message, ends, and leaves nothing behind.

use std::time::{Duration, Instant};

use sidle::glam::DVec3;
use sidle::player::Command;
use sidle_movers::{Mover, MoverError, State};

use super::{room, start};

/// The answer to the first tick of a program that answers it with `text`, within 300 ms.
fn first_tick(text: &str) -> Result<State, MoverError> {
    let mut mover = start(&format!("answer '{text}'"), 300)?;
    mover.world(&room())?;
    mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0)?;
    let state = mover.tick(0.01, &Command::default(), &[]);
    // It stays ended.
    if let Err(error) = &state {
        assert_eq!(
            mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0).as_ref(),
            Err(error)
        );
    }
    state
}

fn message(text: &str) -> String {
    first_tick(text).unwrap_err().to_string()
}

#[test]
fn a_silent_program_is_late() {
    let begun = Instant::now();
    let error = start("silent", 30).unwrap_err().to_string();
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(
        error,
        "the mover `tested` did not answer `hello` within 300 ms\n\
         let it write one line for each request and flush it, or raise --mover-timeout"
    );
    assert!(message("wait").contains("did not answer `tick` within 300 ms"));
}

#[test]
fn a_program_that_does_not_read_holds_up_nobody() {
    // The world is longer than any pipe.
    let mut setup = room();
    setup.triangles = vec![setup.triangles[0]; 20_000];
    let mut mover = start("flood", 100).unwrap();
    let begun = Instant::now();
    assert!(mover.world(&setup).is_err());
    drop(mover);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_flooding_program_is_stopped_at_a_mebibyte() {
    let mut mover = start("flood", 2000).unwrap();
    let error = mover.world(&room()).unwrap_err().to_string();
    assert!(
        error.starts_with("the mover `tested` answered `world` with more than 1048576 bytes\n"),
        "{error}"
    );
}

#[test]
fn a_lying_program_gets_a_message_for_each_lie() {
    let state =
        |position: &str| format!(r#"{{"position":{position},"velocity":[0,0,0],"ground":"none"}}"#);
    for (text, expected) in [
        (
            state("[NaN,0,0]"),
            "with a number that is not finite, or too large",
        ),
        (
            state("[1e999,0,0]"),
            "with a position that is not finite, or too large",
        ),
        (
            state("[1e300,0,0]"),
            "with a position that is not finite, or too large",
        ),
        (
            state("[null,0,0]"),
            "a number is null, as some languages write NaN",
        ),
        (state("[0,0]"), "something else: invalid length 2"),
        (
            state("[0,0,0]").replace("none", "lava"),
            "unknown variant `lava`",
        ),
        ("hello".to_owned(), "its line begins: hello"),
        (String::new(), "answered `tick` with something else"),
        ("{}".to_owned(), "missing field `position`"),
        ("\u{1b}[2J".to_owned(), "its line begins: \u{fffd}[2J"),
        (
            r#"{"error":"no license"}"#.to_owned(),
            "with an error: no license",
        ),
        (
            "exit 3".to_owned(),
            "has ended, with exit code 3, and does not answer `tick`",
        ),
    ] {
        let message = message(&text);
        assert!(message.contains(expected), "{text}: {message}");
    }
    // Unknown keys are no lie.
    let fine = state("[0,1,0]").replace("}", r#","mood":"good"}"#);
    assert_eq!(first_tick(&fine).unwrap().position, DVec3::Y);
}

#[test]
fn two_answers_to_one_request_are_noticed() {
    let twice = "{\"position\":[0,0,0],\"velocity\":[0,0,0],\"ground\":\"none\"}\nagain";
    let mut mover = start(&format!("answer '{twice}'"), 2000).unwrap();
    mover.world(&room()).unwrap();
    let command = Command::default();
    mover.tick(0.01, &command, &[]).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let error = mover.tick(0.01, &command, &[]).unwrap_err().to_string();
    assert!(
        error.contains("that nobody had asked for: again"),
        "{error}"
    );
}

#[test]
fn a_program_that_does_not_exist_says_so() {
    let command = "ghost=/nowhere/mover 1".parse().unwrap();
    let error = sidle_movers::Process::start(&command, Duration::from_millis(100));
    let error = error.unwrap_err().to_string();
    assert!(
        error.starts_with("the mover `ghost` did not start: /nowhere/mover: "),
        "{error}"
    );
}

/// Whether the process runs; one that nobody has waited for does not.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let mut mover = start("parent", 5000).unwrap();
    let child = mover.hello().unwrap().version;
    assert!(runs(&child));
    drop(mover);
    wait_for_end(&child);
}

/// A test program that is killed has no time to clean up. Its guard does it.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind_by_a_program_that_is_killed() {
    if let Ok(path) = std::env::var("SIDLE_KILLED_TEST") {
        // This is the program that will be killed, by itself.
        let mut mover = start("parent", 5000).unwrap();
        std::fs::write(path, mover.hello().unwrap().version).unwrap();
        std::process::abort();
    }
    let path = std::env::temp_dir().join(format!("sidle-killed-{}", std::process::id()));
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "hostile::no_process_is_left_behind_by_a_program_that_is_killed",
        ])
        .env("SIDLE_KILLED_TEST", &path)
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .status();
    assert!(!status.unwrap().success());
    let child = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    wait_for_end(&child);
}

/// Waits until a process that was sent the signal to end has ended. A busy machine takes a moment for that.
#[cfg(target_os = "linux")]
fn wait_for_end(process: &str) {
    let begun = Instant::now();
    while runs(process) {
        assert!(begun.elapsed() < Duration::from_secs(5), "{process} runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}
