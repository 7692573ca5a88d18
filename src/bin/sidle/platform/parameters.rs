//! Turns a page's parameters into a command line: `?level=a.toml&controller=swept` becomes
//! `sidle play --controller=swept -- a.toml`, and with `simulate=1` it is `sidle simulate`.

use clap::{ArgAction, Command};

use super::built_in::TEST_LEVEL;

/// The command line of `program` for `parameters`, and the names of unknown parameters. Links have such ones, since
/// sites where they are posted add their own.
pub fn command_line(
    program: &Command,
    parameters: &[(String, String)],
) -> (Vec<String>, Vec<String>) {
    let value = |wanted: &str| {
        let mut pairs = parameters.iter();
        pairs.find_map(|(name, value)| (name == wanted).then_some(value))
    };
    let simulates = value("simulate").is_some_and(|value| is_on(value));
    let name = if simulates { "simulate" } else { "play" };
    let command = program.find_subcommand(name);
    let (mut line, mut unknown) = (vec!["sidle".to_owned(), name.to_owned()], Vec::new());
    for (name, value) in parameters {
        match command.and_then(|command| option_kind(command, name)) {
            Some(OptionKind::Value) => line.push(format!("--{name}={value}")),
            Some(OptionKind::Flag) if is_on(value) => line.push(format!("--{name}")),
            Some(OptionKind::Flag) => {}
            None if name == "level" || name == "simulate" => {}
            None => unknown.push(name.clone()),
        }
    }
    let level = value("level").cloned();
    // `sidle simulate` needs a level, unless a recording names one.
    let needs_level = simulates && value("replay").is_none();
    let level = level.or(needs_level.then(|| TEST_LEVEL.to_owned()));
    line.extend(level.into_iter().flat_map(|path| ["--".to_owned(), path]));
    (line, unknown)
}

/// Whether an option has a value.
enum OptionKind {
    Value,
    Flag,
}

fn option_kind(command: &Command, name: &str) -> Option<OptionKind> {
    let mut options = command.get_arguments();
    let option = options.find(|option| option.get_long() == Some(name))?;
    match option.get_action() {
        ArgAction::Set => Some(OptionKind::Value),
        ArgAction::SetTrue => Some(OptionKind::Flag),
        // The page has a help of its own.
        _ => None,
    }
}

fn is_on(value: &str) -> bool {
    !matches!(value, "0" | "false" | "no" | "off")
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::{Cli, Subcommand};

    fn line(query: &str) -> (Vec<String>, Vec<String>) {
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let pairs: Vec<_> = pairs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        command_line(&Cli::command(), &pairs)
    }

    fn parse(query: &str) -> Option<Subcommand> {
        Cli::try_parse_from(line(query).0).expect(query).command
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
    fn unknown_parameters_are_reported_and_ignored() {
        let (line, unknown) = line("utm_source=x&level=a.toml&help=1&version");
        assert_eq!(line, ["sidle", "play", "--", "a.toml"]);
        assert_eq!(unknown, ["utm_source", "help", "version"]);
        let bad = super::tests::line("controller=none").0;
        assert!(Cli::try_parse_from(bad).is_err());
    }
}
