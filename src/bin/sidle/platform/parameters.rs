//! Turns a page's parameters into a command line: `?level=a.toml&controller=swept` becomes
//! `sidle play --controller=swept -- a.toml`, and with `simulate=1` it is `sidle simulate`.

use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, Command};

use super::built_in::TEST_LEVEL;

/// Options that write files or lift limits. The author of a link to the page must not start a download with it, nor open a
/// level of any size.
const REFUSED: [&str; 5] = ["screenshot", "after", "record", "trace", "no-limits"];

/// The most characters of a name or a value in a message. Larger: a long one fills the card.
const MOST_SHOWN: usize = 60;

/// The command line of a page.
#[derive(Debug, Default)]
pub struct PageCommand {
    pub line: Vec<String>,
    /// The names of unknown parameters. Links have such ones, since sites where they are posted add their own.
    pub unknown: Vec<String>,
    /// Messages about parameters that are ignored.
    pub ignored: Vec<String>,
}

/// The command line of `program` for `parameters`.
pub fn command_line(program: &Command, parameters: &[(String, String)]) -> PageCommand {
    let value = |wanted: &str| {
        let mut pairs = parameters.iter();
        pairs.find_map(|(name, value)| (name == wanted).then_some(value))
    };
    let simulates = value("simulate").is_some_and(|value| is_on(value));
    let name = if simulates { "simulate" } else { "play" };
    let command = program.find_subcommand(name);
    let level = value("level").filter(|path| !path.is_empty()).cloned();
    // `sidle simulate` needs a level, unless a recording names one.
    let needs_level = simulates && value("replay").is_none_or(String::is_empty);
    let level = level.or(needs_level.then(|| TEST_LEVEL.to_owned()));
    let with_level = |options: &[String]| {
        let command = ["sidle".to_owned(), name.to_owned()].into_iter();
        let level = level
            .iter()
            .flat_map(|path| ["--".to_owned(), path.clone()]);
        let line: Vec<_> = command
            .chain(options.iter().cloned())
            .chain(level)
            .collect();
        line
    };
    let mut result = PageCommand::default();
    let mut options = Vec::new();
    for (name, value) in parameters {
        let is_path = ["level", "replay", "script"].contains(&name.as_str());
        if is_path && value.is_empty() {
            let message = format!("?{name}= is ignored: it names no file");
            result.ignored.push(message);
            continue;
        }
        let option = match command.and_then(|command| option_kind(command, name)) {
            Some(OptionKind::Value) => format!("--{name}={value}"),
            Some(OptionKind::Flag) if is_on(value) => format!("--{name}"),
            Some(OptionKind::Flag) => continue,
            None if name == "level" || name == "simulate" => continue,
            None => {
                result.unknown.push(shorten(name));
                continue;
            }
        };
        options.push(option);
        if let Err(error) = program.clone().try_get_matches_from(with_level(&options)) {
            options.pop();
            let why = reason(name, &error);
            result.ignored.push(format!("?{name}= is ignored: {why}"));
        }
    }
    result.line = with_level(&options);
    result
}

/// What is wrong with the parameter `name`, in the words of a page.
fn reason(name: &str, error: &clap::Error) -> String {
    let context = |kind| error.get(kind).map(ToString::to_string);
    if error.kind() == ErrorKind::ArgumentConflict {
        let both = [ContextKind::InvalidArg, ContextKind::PriorArg].map(context);
        let both = both.iter().flatten().map(|option| {
            let option = option.trim_start_matches('-');
            option.split(['=', ' ']).next().unwrap_or_default()
        });
        // An option that is given twice conflicts with itself.
        let other = both.into_iter().find(|option| *option != name);
        let other = other.unwrap_or(name);
        return format!("it does not go with an earlier `{other}`");
    }
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let value = shorten(&value);
    let value = value.escape_debug();
    let source = std::error::Error::source(error).map(ToString::to_string);
    let valid = context(ContextKind::ValidValue).map(|valid| format!("expected {valid}"));
    match source.or(valid) {
        Some(expected) => format!("its value is `{value}`; {expected}"),
        None => format!("its value `{value}` is not valid"),
    }
}

/// `text`, cut after [`MOST_SHOWN`] characters.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
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
        _ if REFUSED.contains(&name) => None,
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
}
