//! The entries that the palette adds.

use sidle::glam::DVec3;
use sidle::level::EntryTable;

/// Something that can be added to a level.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub name: &'static str,
    pub table: EntryTable,
    /// Its lines, besides its position, or its path that begins at the origin.
    pub keys: &'static str,
    /// Its scale, or for a zone its size; metres.
    pub scale: DVec3,
    pub about: &'static str,
}

const fn prop(
    name: &'static str,
    keys: &'static str,
    scale: [f64; 3],
    about: &'static str,
) -> Item {
    item(name, EntryTable::Prop, keys, scale, about)
}

const fn zone(
    name: &'static str,
    keys: &'static str,
    scale: [f64; 3],
    about: &'static str,
) -> Item {
    item(name, EntryTable::Zone, keys, scale, about)
}

const fn item(
    name: &'static str,
    table: EntryTable,
    keys: &'static str,
    scale: [f64; 3],
    about: &'static str,
) -> Item {
    Item {
        name,
        table,
        keys,
        scale: DVec3::from_array(scale),
        about,
    }
}

const ONE: [f64; 3] = [1.0; 3];

/// The size of a new ramp, and of new stairs: easy to walk up; metres.
const SLOPE: [f64; 3] = [2.0, 1.0, 2.0];

/// The size of a new platform, and of a new zone; metres.
const PLATFORM: [f64; 3] = [2.0, 0.25, 2.0];
const ROOM: [f64; 3] = [2.0; 3];

/// All of them, in the order of the palette.
pub const ITEMS: [Item; 17] = [
    prop(
        "block",
        "kind = \"block\"\ncolor = \"#5f8090\"",
        ONE,
        "A cube of a metre.",
    ),
    prop(
        "ramp",
        "kind = \"ramp\"\ncolor = \"#8aa37b\"",
        SLOPE,
        "It rises away from you.",
    ),
    prop(
        "stairs",
        "kind = \"stairs\"\ncolor = \"#e2b13c\"",
        SLOPE,
        "They rise away from you.",
    ),
    prop(
        "cylinder",
        "kind = \"cylinder\"\ncolor = \"#e4ded0\"",
        ONE,
        "An upright column.",
    ),
    prop(
        "wall",
        "kind = \"block\"\ncolor = \"#e4ded0\"",
        [4.0, 2.5, 0.25],
        "A block across your view.",
    ),
    prop("crate", "kind = \"crate\"", ONE, "A wooden crate."),
    prop(
        "fence",
        "kind = \"fence\"",
        ONE,
        "A fence across your view.",
    ),
    prop("car", "kind = \"car\"", ONE, "A parked car."),
    item(
        "platform",
        EntryTable::Mover,
        "kind = \"block\"\ncolor = \"#c26a45\"\npath = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]\nspeed = 1.5\nturn = false",
        PLATFORM,
        "It moves between the points of its path. Drag the points.",
    ),
    item(
        "lift",
        EntryTable::Mover,
        "kind = \"block\"\ncolor = \"#c26a45\"\npath = [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]]\nspeed = 1.0\nturn = false",
        PLATFORM,
        "A platform that moves up and down.",
    ),
    item(
        "sign",
        EntryTable::Sign,
        "text = \"Read me\"",
        ONE,
        "A board with a text. Nothing collides with it.",
    ),
    zone(
        "finish",
        "on_enter = \"finish\"",
        ROOM,
        "The race ends here, once it has passed all checkpoints.",
    ),
    zone(
        "race start",
        "on_enter = \"start\"",
        ROOM,
        "The clock runs from where you leave it.",
    ),
    zone(
        "checkpoint",
        "on_enter = \"checkpoint\"",
        ROOM,
        "Checkpoints count in the order of the list.",
    ),
    zone(
        "teleport",
        "on_enter = \"teleport\"\nto = [0.0, 0.0, 0.0]",
        ROOM,
        "It takes you to its target. Drag the target.",
    ),
    zone(
        "jump pad",
        "on_enter = \"launch\"\nvelocity = [0.0, 9.0, 0.0]",
        [2.0, 0.5, 2.0],
        "It throws you upwards.",
    ),
    zone(
        "message",
        "on_enter = \"message\"\ntext = \"Hello\"",
        ROOM,
        "Its text is shown to whoever enters.",
    ),
];

impl Item {
    /// The item of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ITEMS.iter().find(|item| item.name == name)
    }

    /// The kind of its mesh; `None` if it has none.
    pub fn kind(&self) -> Option<&'static str> {
        let (_, rest) = self.keys.split_once("kind = \"")?;
        rest.split_once('"').map(|(kind, _)| kind)
    }

    /// Its lines, with a position where it has no path.
    pub fn lines(&self) -> String {
        match self.table {
            EntryTable::Mover => self.keys.to_owned(),
            EntryTable::Zone => format!(
                "position = [0.0, 0.0, 0.0]\nsize = [1.0, 1.0, 1.0]\n{}",
                self.keys
            ),
            EntryTable::Prop => format!("{}\nposition = [0.0, 0.0, 0.0]", self.keys),
            _ => format!("position = [0.0, 0.0, 0.0]\n{}", self.keys),
        }
    }
}
