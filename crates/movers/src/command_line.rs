//! `NAME=COMMAND`, as the command line names a mover.

use core::fmt;
use core::str::FromStr;

use sidle::player::Controller;

/// The longest name of a mover; characters.
const MAX_NAME: usize = 24;

/// A mover that is a program: its name, and the command that starts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoverCommand {
    name: String,
    words: Vec<String>,
}

impl MoverCommand {
    /// Its name among the controllers.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program and its arguments; at least the program.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

impl FromStr for MoverCommand {
    type Err = MoverCommandError;

    /// Splits `NAME=COMMAND`. Spaces separate the words of the command. A part in single or double quotes may contain
    /// spaces and the other quotes. There is no other special character, and no shell.
    ///
    /// # Example
    /// ```
    /// use sidle_movers::MoverCommand;
    /// let mover: MoverCommand = r#"jolt=node "my adapters/jolt.mjs" --padding 0.02"#.parse().unwrap();
    /// assert_eq!(mover.name(), "jolt");
    /// assert_eq!(mover.words(), ["node", "my adapters/jolt.mjs", "--padding", "0.02"]);
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, command) = text.split_once('=').ok_or(MoverCommandError::NoName)?;
        let fits = |character: char| character.is_alphanumeric() || "-_.".contains(character);
        let is_short = (1..=MAX_NAME).contains(&name.chars().count());
        if !is_short || !name.chars().all(fits) {
            return Err(MoverCommandError::BadName(name.to_owned()));
        }
        if Controller::NAMES.iter().any(|(ours, _)| *ours == name) {
            return Err(MoverCommandError::Taken(name.to_owned()));
        }
        let words = split(command)?;
        if words.is_empty() {
            return Err(MoverCommandError::NoCommand);
        }
        Ok(Self {
            name: name.to_owned(),
            words,
        })
    }
}

/// The words of `command`.
fn split(command: &str) -> Result<Vec<String>, MoverCommandError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in command.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t' | '\n' | '\r') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(MoverCommandError::OpenQuote(open)),
        None => Ok(words),
    }
}

/// Why a text is no mover.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoverCommandError {
    /// There is no `=`.
    NoName,
    /// The name is empty or long, or has another character.
    BadName(String),
    /// A controller of `sidle` has this name.
    Taken(String),
    /// There is no program.
    NoCommand,
    /// This quote is not closed.
    OpenQuote(char),
}

impl fmt::Display for MoverCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => write!(f, "write NAME=COMMAND, such as jolt=\"node jolt.mjs\""),
            Self::BadName(name) => write!(
                f,
                "`{name}` is no name; take 1 to {MAX_NAME} letters, digits, `-`, `_` or `.`"
            ),
            Self::Taken(name) => write!(
                f,
                "`{name}` is a controller of sidle; give the mover another name"
            ),
            Self::NoCommand => write!(
                f,
                "write a command after `=`, such as jolt=\"node jolt.mjs\""
            ),
            Self::OpenQuote(quote) => write!(f, "close the quote {quote}"),
        }
    }
}

impl std::error::Error for MoverCommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        format!("a={command}")
            .parse::<MoverCommand>()
            .unwrap()
            .words
    }

    #[test]
    fn quotes_keep_spaces_and_backslashes_are_kept() {
        assert_eq!(words("  python3   mover.py "), ["python3", "mover.py"]);
        assert_eq!(
            words(r#"C:\tools\mover.exe "a b"c '"' ''"#),
            [r"C:\tools\mover.exe", "a bc", "\"", ""]
        );
        assert_eq!(
            words("sh -c 'exec node x=1'"),
            ["sh", "-c", "exec node x=1"]
        );
    }

    #[test]
    fn a_text_that_is_no_mover_says_why() {
        let error = |text: &str| text.parse::<MoverCommand>().unwrap_err();
        assert_eq!(error("python3"), MoverCommandError::NoName);
        assert_eq!(error("=python3"), MoverCommandError::BadName(String::new()));
        assert_eq!(
            error("a b=python3"),
            MoverCommandError::BadName("a b".to_owned())
        );
        assert_eq!(
            error("swept=python3"),
            MoverCommandError::Taken("swept".to_owned())
        );
        assert_eq!(error("a= "), MoverCommandError::NoCommand);
        assert_eq!(error("a='b"), MoverCommandError::OpenQuote('\''));
    }
}
