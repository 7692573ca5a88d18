//! What the editor is asked to do.

/// What the editor is asked to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EditAction {
    /// Select what the crosshair points at.
    Select,
    /// Select it and take it in the hand.
    Grasp,
    /// It is in the hand.
    Drag,
    /// Let go of it.
    Release,
    /// Select another one, so many places farther.
    SelectNext(isize),
    Nudge(Nudge),
    NextStep,
    NextAxis,
    Copy,
    Delete,
    /// Add one of this kind at the crosshair.
    Add(&'static str),
    SetSpawn,
    Undo,
    Redo,
    Save,
}

/// A step of the selected prop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nudge {
    pub kind: NudgeKind,
    /// A tenth of the usual step.
    pub fine: bool,
    /// Whether the key is only held, so that it belongs to the step before.
    pub repeated: bool,
}

/// What a step changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NudgeKind {
    Move { right: f64, up: f64, ahead: f64 },
    Turn { axis: usize, direction: f64 },
    Scale { larger: bool },
}
