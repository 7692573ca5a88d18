//! Tests of `parameters.rs`.

use clap::{CommandFactory, Parser};

use super::*;
use crate::cli::{Cli, Subcommand};

fn command(query: &str) -> PageCommand {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let pairs: Vec<_> = pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    command_line(&Cli::command(), &pairs)
}

fn parse(query: &str) -> Option<Subcommand> {
    Cli::try_parse_from(command(query).line)
        .expect(query)
        .command
}

#[test]
fn a_path_without_a_name_is_ignored_and_the_rest_counts() {
    for name in ["level", "replay", "script"] {
        let found = command(&format!("{name}=&hz=60&{name}"));
        let message = format!("?{name}= is ignored: it names no file");
        assert_eq!(found.ignored, [message.clone(), message]);
        assert!(found.line.contains(&"--hz=60".to_owned()), "{name}");
        assert!(parse(&format!("{name}=")).is_some());
        assert!(parse(&format!("simulate=1&{name}=")).is_some());
    }
}

#[test]
fn a_long_name_or_value_is_cut_in_messages() {
    for length in [59, 60, 61, 6000] {
        let long = "ä".repeat(length);
        let found = command(&format!("hz={long}&{long}=1"));
        let shown = if length > 60 {
            "ä".repeat(60) + "…"
        } else {
            long
        };
        assert_eq!(found.unknown, std::slice::from_ref(&shown));
        assert!(found.ignored[0].contains(&format!("`{shown}`")), "{length}");
    }
}

#[test]
fn parameters_become_options() {
    let Some(Subcommand::Play(play)) =
        parse("level=levels/-a.toml&spawn=-1,2,-3,90,-10&panel=1&outside=0")
    else {
        panic!("the window");
    };
    assert_eq!(play.level, Some("levels/-a.toml".into()));
    assert_eq!(play.start.spawn.unwrap().position, [-1.0, 2.0, -3.0]);
    assert!(play.panel && !play.outside);
    assert!(matches!(parse(""), Some(Subcommand::Play(play)) if play.level.is_none()));
}

#[test]
fn a_simulation_uses_the_named_level_or_the_test_level() {
    let Some(Subcommand::Simulate(run)) = parse("simulate=1&controller=swept&hz=60") else {
        panic!("no window");
    };
    assert_eq!((run.level, run.hz), (Some(TEST_LEVEL.into()), 60));
    let replayed = parse("simulate=1&replay=#moment=AQz");
    assert!(matches!(replayed, Some(Subcommand::Simulate(run)) if run.level.is_none()));
    assert!(matches!(
        parse("level=a.toml&simulate=0"),
        Some(Subcommand::Play(_))
    ));
}

#[test]
fn unknown_parameters_and_those_that_write_files_or_lift_limits_are_reported_and_ignored() {
    let query = "utm_source=x&level=a.toml&help=1&version&screenshot=a.png&after=1&no-limits=1";
    let found = command(query);
    assert_eq!(found.line, ["sidle", "play", "--", "a.toml"]);
    let unknown = [
        "utm_source",
        "help",
        "version",
        "screenshot",
        "after",
        "no-limits",
    ];
    assert_eq!(found.unknown, unknown);
    let simulated = command("simulate=1&trace=a.csv&record=a.sidle");
    assert_eq!(simulated.unknown, ["trace", "record"]);
}

#[test]
fn a_bad_parameter_is_ignored_with_the_reason_and_the_others_count() {
    for (query, name, why) in [
        ("controller=none", "controller", "`none`"),
        ("hz=0", "hz", "`0`"),
        ("hz=-1e999", "hz", "`-1e999`"),
        ("msaa=3000", "msaa", "`3000`"),
        ("spawn=1,2", "spawn", "`1,2`"),
        ("fov=", "fov", "``"),
        ("overlays=tea", "overlays", "tea"),
        ("map=huge", "map", "`huge`"),
        ("hz=60&hz=120", "hz", "earlier `hz`"),
        ("script=a.toml&replay=b.sidle", "replay", "earlier `script`"),
        ("replay=b.sidle&hz=60", "hz", "earlier `replay`"),
        ("outside=1&free=0,0,0,0,0", "free", "earlier `outside`"),
    ] {
        let found = command(&format!("{query}&panel=1"));
        let [ignored] = &*found.ignored else {
            panic!("{query}: {:?}", found.ignored);
        };
        assert!(
            ignored.starts_with(&format!("?{name}= is ignored: ")) && ignored.contains(why),
            "{ignored}"
        );
        assert!(!ignored.contains("--"), "{ignored}");
        let line = Cli::try_parse_from(found.line).expect(query);
        assert!(matches!(line.command, Some(Subcommand::Play(play)) if play.panel));
    }
}
