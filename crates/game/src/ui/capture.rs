//! Which input the panel uses, so that the game ignores it.

/// The input that the panel uses itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelCapture {
    #[default]
    Nothing,
    /// A text field has the focus, while the mouse points at the level.
    Typing,
    /// The mouse is over the panel, or drags a part of it.
    Mouse,
    /// A text field has the focus, and the mouse is over the panel.
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

    /// Whether the panel uses the keys, except, unless a field has the focus, those that close it.
    pub fn keys(self) -> bool {
        self != Self::Nothing
    }

    /// Whether the panel uses even Esc and the keys that close it.
    pub fn escape(self) -> bool {
        matches!(self, Self::Typing | Self::Both)
    }

    /// Whether the panel uses the mouse.
    pub fn mouse(self) -> bool {
        matches!(self, Self::Mouse | Self::Both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_captures_the_keys_and_pointing_captures_keys_and_mouse() {
        for (typing, mouse, captured) in [
            (false, false, [false, false, false]),
            (true, false, [true, true, false]),
            (false, true, [true, false, true]),
            (true, true, [true, true, true]),
        ] {
            let capture = PanelCapture::new(typing, mouse);
            let actual = [capture.keys(), capture.escape(), capture.mouse()];
            assert_eq!(actual, captured, "{capture:?}");
        }
    }
}
