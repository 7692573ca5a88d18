//! Actions of the editor.

/// An action of the editor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EditAction {
    /// Select the prop under the crosshair.
    Select,
    /// Select that prop and start to drag it.
    BeginDrag,
    /// Drag the prop to the crosshair.
    Drag,
    /// Drop the prop.
    EndDrag,
    /// Select the prop this many places further in the list.
    SelectNext(isize),
    Nudge(Nudge),
    NextStep,
    NextAxis,
    Copy,
    Delete,
    /// Add a prop of this kind at the crosshair.
    Add(&'static str),
    SetSpawn,
    Undo,
    Redo,
    Save,
}

/// A step by which the selected prop is moved, turned or scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nudge {
    pub kind: NudgeKind,
    /// Whether to take a tenth of the usual step.
    pub fine: bool,
    /// Whether the key repeats while held. Then undo joins this step with the one before.
    pub repeated: bool,
}

/// The number that a nudge changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NudgeKind {
    Move { right: f64, up: f64, ahead: f64 },
    Turn { axis: usize, direction: f64 },
    Scale { larger: bool },
}
