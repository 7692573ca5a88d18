//! How a command ends.

/// The exit code that a shell sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command succeeded.
    Fine = 0,
    /// The input has problems, or a check failed.
    Problems = 1,
    // Wrong usage is 2; clap returns it.
}
