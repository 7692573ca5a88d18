//! Exit codes.

/// The exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command succeeded.
    Fine = 0,
    /// The input has problems, or a check failed.
    Problems = 1,
    // clap exits with 2 on wrong usage.
}
