//! Turns a page's parameters into a command line: `?level=a.toml&controller=swept` becomes
//! `sidle play --controller=swept -- a.toml`, and with `simulate=1` it is `sidle simulate`.

use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, Command};

use super::built_in::TEST_LEVEL;

/// Options that write files or lift limits. The author of a link to the page must not start a download with it, nor open a
/// level of any size.
const REFUSED: [&str; 5] = ["screenshot", "after", "record", "trace", "no-limits"];

/// The most characters of a name or a value in a message. Larger: a long one fills the card.
const MAX_SHOWN: usize = 60;

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

/// The fault of the parameter `name`, in the words of a page.
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

/// `text`, cut after [`MAX_SHOWN`] characters.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
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
        // The page has a separate help.
        _ => None,
    }
}

fn is_on(value: &str) -> bool {
    !matches!(value, "0" | "false" | "no" | "off")
}

#[cfg(test)]
mod tests;
