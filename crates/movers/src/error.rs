//! Why a mover gave no state.

use core::fmt;
use std::time::Duration;

/// A request that a mover did not answer with a valid state. It names the mover and the request, says what came, and
/// how to repair it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverError {
    /// The mover's name.
    pub mover: String,
    /// The request, as the protocol calls it, such as `tick`.
    pub request: &'static str,
    /// What was wrong.
    pub fault: MoverFault,
}

/// The fault of a mover.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoverFault {
    /// It does not offer this request, which should not have been made.
    NotOffered,
    /// It cannot have this world or body; the text says why.
    Unsuitable(String),
    /// Its program did not start; the text says why.
    NotStarted(String),
    /// No answer came in time.
    Late(Duration),
    /// The answer is longer than this; bytes.
    TooLong(usize),
    /// It sent a line that nobody had asked for. Here is the beginning of the line.
    Unasked(String),
    /// The answer has a number that is not finite, or is out of the range of the world, in this part of its state.
    NotFinite(&'static str),
    /// The answer is not that of the request.
    Nonsense {
        /// The problem.
        problem: String,
        /// The beginning of the answer.
        answer: String,
    },
    /// Its program has ended. The text says how.
    Ended(String),
    /// It answered with this error.
    Refused(String),
}

impl fmt::Display for MoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mover,
            request,
            fault,
        } = self;
        match fault {
            MoverFault::NotOffered => write!(
                f,
                "the mover `{mover}` does not offer `{request}`\nif it does, add \"{request}\" to `can` in its answer to `hello`"
            ),
            MoverFault::Unsuitable(problem) => write!(f, "the mover `{mover}` {problem}"),
            MoverFault::NotStarted(problem) => write!(
                f,
                "the mover `{mover}` did not start: {problem}\ncheck the command in --mover {mover}=COMMAND; it needs no shell"
            ),
            MoverFault::Late(limit) => write!(
                f,
                "the mover `{mover}` did not answer `{request}` within {} ms\nlet it write one line for each request and flush it, or raise --mover-timeout",
                limit.as_millis()
            ),
            MoverFault::TooLong(limit) => write!(
                f,
                "the mover `{mover}` answered `{request}` with more than {limit} bytes\nlet it write one short line for each request"
            ),
            MoverFault::Unasked(line) => write!(
                f,
                "the mover `{mover}` sent a line before `{request}` that nobody had asked for: {line}\nlet it write one line for each request, and messages to its standard error"
            ),
            MoverFault::NotFinite(part) => write!(
                f,
                "the mover `{mover}` answered `{request}` with a {part} that is not finite, or too large\nlet it check its numbers before it answers"
            ),
            MoverFault::Nonsense { problem, answer } => write!(
                f,
                "the mover `{mover}` answered `{request}` with something else: {problem}\nits line begins: {answer}"
            ),
            MoverFault::Ended(how) => write!(
                f,
                "the mover `{mover}` has ended, {how}, and does not answer `{request}`\nits messages on its standard error may say why"
            ),
            MoverFault::Refused(text) => {
                write!(
                    f,
                    "the mover `{mover}` answered `{request}` with an error: {text}"
                )
            }
        }
    }
}

impl std::error::Error for MoverError {}
