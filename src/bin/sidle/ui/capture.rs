//! What of the devices goes into the panel, and so nowhere else.

/// What of the devices goes into the panel, and so nowhere else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelCapture {
    #[default]
    Nothing,
    /// Something is typed into it, while the mouse points at the level.
    Typing,
    /// The mouse is over it, or drags something of it.
    Mouse,
    /// Something is typed into it, and the mouse is over it.
    Both,
}

impl PanelCapture {
    pub fn new(typing: bool, mouse: bool) -> Self {
        match (typing, mouse) {
            (false, false) => Self::Nothing,
            (true, false) => Self::Typing,
            (false, true) => Self::Mouse,
            (true, true) => Self::Both,
        }
    }

    /// Whether keys go into the panel: none but those that close it does anything else.
    pub fn keys(self) -> bool {
        self != Self::Nothing
    }

    /// Whether even Esc does.
    pub fn escape(self) -> bool {
        matches!(self, Self::Typing | Self::Both)
    }

    pub fn mouse(self) -> bool {
        matches!(self, Self::Mouse | Self::Both)
    }
}
