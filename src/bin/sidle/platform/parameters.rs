//! A page's parameters as a command line: `?level=a.toml&controller=swept` is
//! `sidle --controller=swept -- a.toml`, and `simulate=1` makes it `sidle simulate`.

use clap::{ArgAction, Command};

use super::built_in::TEST_LEVEL;

/// The command line of `program` that `parameters` ask for, and the names of those that are none. A link may have
/// strange ones: places where it is posted add their own.
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
    let known = program.find_subcommand(name);
    let (mut line, mut strange) = (vec!["sidle".to_owned(), name.to_owned()], Vec::new());
    for (name, value) in parameters {
        match known.and_then(|known| option(known, name)) {
            Some(Takes::Value) => line.push(format!("--{name}={value}")),
            Some(Takes::Nothing) if is_on(value) => line.push(format!("--{name}")),
            Some(Takes::Nothing) => {}
            None if name == "level" || name == "simulate" => {}
            None => strange.push(name.clone()),
        }
    }
    let level = value("level").cloned();
    // A simulation has no test level of its own; a recording names its level.
    let alone = simulates && value("replay").is_none();
    let level = level.or(alone.then(|| TEST_LEVEL.to_owned()));
    line.extend(level.into_iter().flat_map(|path| ["--".to_owned(), path]));
    (line, strange)
}

/// What an option takes.
enum Takes {
    Value,
    Nothing,
}

fn option(command: &Command, name: &str) -> Option<Takes> {
    let mut options = command.get_arguments();
    let option = options.find(|option| option.get_long() == Some(name))?;
    match option.get_action() {
        ArgAction::Set => Some(Takes::Value),
        ArgAction::SetTrue => Some(Takes::Nothing),
        // Help, which the page has itself.
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
    fn parameters_are_options() {
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
    fn a_simulation_takes_the_level_that_is_named_or_the_test_level() {
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
    fn what_is_no_option_is_told_and_passed_over() {
        let (line, strange) = line("utm_source=x&level=a.toml&help=1&version");
        assert_eq!(line, ["sidle", "play", "--", "a.toml"]);
        assert_eq!(strange, ["utm_source", "help", "version"]);
        let bad = super::tests::line("controller=none").0;
        assert!(Cli::try_parse_from(bad).is_err());
    }
}
