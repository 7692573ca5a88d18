//! Questions that the player has to confirm before edits or a changed file are lost.

/// An action that would lose something. The player confirms it by repeating it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Saving over a file that has changed on disk to these bytes; `None` if the file is gone.
    Overwrite(Option<Vec<u8>>),
    /// Discarding unsaved edits.
    Discard(DiscardCause),
}

/// An action that would discard unsaved edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscardCause {
    /// Quitting the game.
    Quit,
    /// Loading the level again.
    Reload,
    /// Opening another level.
    Open,
}

impl Confirmation {
    /// The question to the player; names of key rows stand in braces.
    pub fn text(&self) -> &'static str {
        match self {
            Self::Overwrite(Some(_)) => {
                "The file has changed on disk. Saving once more (⟦Ctrl+S⟧ in the editor) \
                 overwrites it with your edits; {reload} loads the file and discards your edits."
            }
            Self::Overwrite(None) => {
                "The file is gone from the disk. Saving once more writes it again."
            }
            Self::Discard(DiscardCause::Quit) => {
                "There are unsaved edits: ⟦Ctrl+S⟧ in the editor saves them, Quit once more in the menu quits without them."
            }
            Self::Discard(DiscardCause::Reload) => {
                "There are unsaved edits: ⟦Ctrl+S⟧ in the editor saves them, {reload} once more loads the file without them."
            }
            Self::Discard(DiscardCause::Open) => {
                "There are unsaved edits: ⟦Ctrl+S⟧ in the editor saves them, the same key once more opens the other \
                 level without them."
            }
        }
    }
}
