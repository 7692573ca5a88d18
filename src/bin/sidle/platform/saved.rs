//! The outcome of saving a text.

/// The outcome of saving a text over one that was read before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    Written,
    /// Nothing was written, since the file does not hold what was expected. These are its bytes; `None`: it is gone.
    Changed(Option<Vec<u8>>),
}
