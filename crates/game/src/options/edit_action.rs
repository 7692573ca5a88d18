//! Actions of the editor.

use sidle::level::{EditValue, EntryId, TableId};

/// An action of the editor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EditAction {
    /// Select the entry under the crosshair; or add it, or take it away.
    Select {
        adds: bool,
    },
    /// Select this entry; or add it, or take it away.
    SelectEntry {
        entry: EntryId,
        adds: bool,
    },
    /// Select this point of the selected entry.
    SelectPoint(usize),
    /// Select nothing, or no point of the path that is selected.
    Deselect,
    /// Select all but the spawn.
    SelectAll,
    /// Select what is there and start to drag it, or take a handle.
    BeginDrag(Pointer),
    /// Drag what is held there.
    Drag(Pointer),
    /// Drop it.
    EndDrag,
    /// Select the entry this many places further in the list.
    SelectNext(isize),
    SetTool(Tool),
    /// Give the selected entry this colour: red, green and blue.
    SetColor([u8; 3]),
    /// Give the selected entries this surface.
    SetSurface(SurfaceChoice),
    Nudge(Nudge),
    /// Turn it by a right angle about Y, to the left.
    QuarterTurn,
    NextStep,
    NextAxis,
    /// Copy the selected entry next to itself.
    Copy,
    /// Keep a copy of it, for pasting.
    KeepCopy,
    /// Add the copy at the crosshair.
    Paste,
    Delete,
    /// Add the item of this name.
    Add {
        name: &'static str,
        /// Where to, from the left and from the top, as shares of the picture; `None` for the crosshair.
        place: Option<(f32, f32)>,
    },
    /// Show where the item of this name would go.
    Preview {
        name: &'static str,
        place: Option<(f32, f32)>,
    },
    /// Add what the level has, by the number of its name.
    AddOwn {
        own: Own,
        number: usize,
        place: Option<(f32, f32)>,
    },
    /// Move the selected entries to the first one: their faces or middles along this axis.
    Align {
        axis: usize,
        side: i8,
    },
    /// Make the gaps between them along this axis the same.
    Distribute(usize),
    /// Lower each of them to what is below it.
    Lower,
    /// Make a prefab of them.
    Group,
    /// Add a point to the path of the selected mover.
    AddPoint,
    /// Let the player start here: where the player stands, or where something new would go.
    SetSpawn {
        place: Option<(f32, f32)>,
    },
    Undo,
    Redo,
    Save,
}

impl EditAction {
    /// Adds the item of this name at the crosshair.
    pub fn add(name: &'static str) -> Self {
        Self::Add { name, place: None }
    }
}

/// A key of the level's text that the player has changed in the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueChange {
    pub table: TableId,
    pub key: &'static str,
    /// `None` removes the key.
    pub value: Option<EditValue>,
}

/// A surface for the selected entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceChoice {
    /// None.
    Nothing,
    /// One of the level, by the number of its name.
    Own(usize),
    /// A usual one, which the level gets if it has none of this name.
    Usual(&'static str),
    /// One that the level gets, to be changed.
    New,
}

/// What the palette offers besides its usual items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The level's prefabs.
    Prefab,
    /// The kinds of props that the level defines.
    Kind,
    /// The meshes next to the level.
    Mesh,
}

impl Own {
    /// All of them, each with a description.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Prefab, "A prefab of this level."),
        (Self::Kind, "A kind of prop of this level."),
        (Self::Mesh, "A mesh next to the level."),
    ];
}

/// Where the player points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// The free mouse, from the left and from the top, as shares of the picture; `None` for the crosshair.
    pub place: Option<(f32, f32)>,
    /// Whether to take a tenth of the usual step; or to add to what is selected.
    pub fine: bool,
}

/// What the handles of the selected entry do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Move,
    Turn,
    Size,
}

impl Tool {
    pub const NAMES: [(&'static str, Self); 3] = [
        ("Move", Self::Move),
        ("Turn", Self::Turn),
        ("Size", Self::Size),
    ];
}

/// A step by which the selected entry is moved, turned or scaled.
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
