//! Options, help, and errors common to all commands.

use std::process::{Command, Stdio};

use super::run::{BAD, COURTYARD, sidle};

#[test]
fn wrong_usage_exits_2_with_a_message() {
    for arguments in [
        &["check"][..],
        &["check", "--jsn", COURTYARD],
        &["simulate"],
        &["simulate", COURTYARD, "--hz", "0"],
        &["simulate", COURTYARD, "--hz", "fast"],
        &["simulate", COURTYARD, "--controller", "glide"],
        &["simulate", COURTYARD, "--trace"],
        &["simulate", COURTYARD, BAD],
        &["simulate", COURTYARD, "--spawn", "1,2,3"],
        &["simulate", COURTYARD, "--script", "a", "--replay", "b"],
        &["simulate", COURTYARD, "--replay", "b", "--hz", "60"],
        &["replay"],
        &["replay", "a.sidle", "--force"],
        &["--size", "huge"],
        &["--overlays", "boxes,spectres"],
        &["--exhibit", "boxes"],
        &[COURTYARD, "--overlays", ""],
    ] {
        let messages = sidle(arguments).failed(2);
        assert!(messages.starts_with("error: "), "{arguments:?}: {messages}");
    }
    let messages = sidle(&["simulate", COURTYARD, "--controller", "glide"]).failed(2);
    assert!(messages.contains("classic"), "{messages}");
    let messages = sidle(&["play", COURTYARD, "--overlays", "boxes,spectres"]).failed(2);
    let known =
        "there is no overlay `spectres`; there are: all, none, boxes, triangles, xray, tightness";
    assert!(messages.contains(known), "{messages}");
}

#[test]
fn exhibit_needs_a_lab_and_a_known_name() {
    let messages = sidle(&[COURTYARD, "--exhibit", "boxes"]).failed(2);
    let known = "there is no exhibit `boxes`; there are: sphere-polygon, ";
    assert!(messages.contains(known), "{messages}");
    let messages = sidle(&[COURTYARD, "--exhibit", "box-box"]).failed(1);
    assert!(messages.contains("this level has no `[lab]`"), "{messages}");
}

#[test]
fn a_closed_output_pipe_is_no_error() {
    for arguments in [
        &["check", COURTYARD][..],
        &["simulate", COURTYARD, "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let printed = sidle(&["--version"]).fine();
    assert_eq!(printed, concat!("sidle ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn the_help_lists_commands_options_and_exit_codes() {
    let printed = sidle(&["--help"]).fine();
    for word in [
        "play",
        "check",
        "simulate",
        "replay",
        "compare",
        "Exit codes: 0 fine, 1",
        "stderr",
    ] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    assert_eq!(printed, sidle(&["help"]).fine());
    let printed = sidle(&["help", "simulate"]).fine();
    for word in [
        "--controller",
        "--spawn",
        "--script",
        "--replay",
        "--record",
        "--hz",
        "--trace",
        "--json",
        "120",
    ] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    let printed = sidle(&["help", "compare"]).fine();
    assert!(
        printed.contains("residual motion  median distance per tick"),
        "{printed}"
    );
    assert!(sidle(&["check", "--help"]).fine().contains("--json"));
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_display_play_says_so_and_exits_1() {
    for arguments in [
        &[][..],
        &["play"],
        &[COURTYARD],
        &["play", COURTYARD],
        &["replay", "recordings/walk.sidle"],
    ] {
        let messages = sidle(arguments).failed(1);
        assert_eq!(
            messages,
            "error: there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is \
             set\n`sidle check` and `sidle simulate` work without one\n",
            "{arguments:?}"
        );
    }
}
