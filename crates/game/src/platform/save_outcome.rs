//! The outcome of saving a text.

/// The outcome of saving a text over the file's expected content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Written,
    /// Nothing was written, since the file has other content: these bytes. `None` if the file is gone.
    Conflict(Option<Vec<u8>>),
}
