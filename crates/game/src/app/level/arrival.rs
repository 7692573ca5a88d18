//! Why a level is opened that the game has written.

use crate::options::action::Starter;

/// Why a level is opened, which its first message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is a new one.
    New(Starter),
    /// It was just written around a bare mesh, and is edited or not.
    Written { edits: bool },
    /// It is the level of the bare mesh that was played, whose file was there already, and it is edited.
    Found,
}

impl Arrival {
    /// Whether the editor opens in the level.
    pub fn edits(self) -> bool {
        match self {
            Self::New(starter) => starter == Starter::Empty,
            Self::Written { edits } => edits,
            Self::Found => true,
        }
    }

    /// The message about the level whose file is `shown`; `editor` is the key of the editor.
    pub fn message(self, shown: &str, editor: &str) -> String {
        match self {
            Self::New(Starter::Empty) => {
                format!("a new empty level, {shown}: drag something out of the palette into it")
            }
            Self::New(Starter::Room) => format!("a new level, {shown}: {editor} edits it"),
            Self::Written { edits: true } => {
                format!("wrote {shown} next to the mesh; the editor is open")
            }
            Self::Written { edits: false } => {
                format!("wrote {shown} next to the mesh: {editor} edits it")
            }
            Self::Found => format!("{shown} was there already; the editor is open in it"),
        }
    }
}
