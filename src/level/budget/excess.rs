//! What of a level is over its budget, and what the level would cost all the same.

use core::fmt;

use crate::geometry::packing::{packed_choice, packed_fields};

/// What a [`Budget`](super::Budget) limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetItem {
    /// The bytes of the level's text.
    TextBytes,
    /// The bytes of all meshes together.
    MeshBytes,
    /// The placements of meshes.
    Meshes,
    /// The triangles, each as often as it is placed.
    Triangles,
    /// The props.
    Props,
    /// The movers.
    Movers,
    /// The zones.
    Zones,
    /// The points of all movers' paths.
    PathPoints,
    /// The pairs of a mover and another box near its start.
    MoverPairs,
    /// The tests of a tick where a body touches most.
    TickTests,
    /// The memory that the level may need.
    Memory,
    /// The memory that it needs in any case.
    LeastMemory,
}

impl BudgetItem {
    /// All of them, with their names.
    pub const NAMES: [(&'static str, Self); 12] = [
        ("bytes of text", Self::TextBytes),
        ("bytes of meshes", Self::MeshBytes),
        ("meshes", Self::Meshes),
        ("triangles", Self::Triangles),
        ("props", Self::Props),
        ("movers", Self::Movers),
        ("zones", Self::Zones),
        ("points of paths", Self::PathPoints),
        ("pairs of a mover and a box near it", Self::MoverPairs),
        ("tests in a tick", Self::TickTests),
        ("MB of memory", Self::Memory),
        ("MB of memory at least", Self::LeastMemory),
    ];

    /// The name, after a number.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        let found = names.find(|(_, item)| *item == self);
        found.map_or("", |(name, _)| name)
    }

    /// Whether it is memory, which messages give in MB.
    #[must_use]
    pub fn is_memory(self) -> bool {
        matches!(self, Self::Memory | Self::LeastMemory)
    }
}

/// One number of a level that is over its budget. Memory is in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// What there is too much of.
    pub item: BudgetItem,
    /// How much.
    pub found: u64,
    /// How much there may be.
    pub limit: u64,
}

/// The unit of memory in messages, as on the labels of memory and in the tools of browsers; bytes.
const MEGABYTE: u64 = 1_000_000;

/// `bytes` of memory in MB, rounded up.
#[must_use]
pub fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(MEGABYTE)
}

impl Overrun {
    /// What was found and the limit, in the unit of the item's name. What was found is rounded up and the limit down, so
    /// that the first is always larger.
    #[must_use]
    pub fn numbers(&self) -> (u64, u64) {
        let Self { item, found, limit } = *self;
        if item.is_memory() {
            (megabytes(found), limit / MEGABYTE)
        } else {
            (found, limit)
        }
    }
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, limit) = self.numbers();
        match self.item {
            BudgetItem::TextBytes => {
                write!(
                    f,
                    "this file has {found} bytes, and may have at most {limit}"
                )
            }
            BudgetItem::Memory => write!(
                f,
                "this level needs about {found} MB of memory, and may need at most {limit}"
            ),
            BudgetItem::LeastMemory => write!(
                f,
                "this level needs at least {found} MB of memory, and this program can address only {limit}"
            ),
            item => {
                let name = item.name();
                write!(
                    f,
                    "this level has {found} {name}, and may have at most {limit}"
                )
            }
        }
    }
}

/// What of a level is over its budget, and what the level would cost all the same, as counted before it is built.
///
/// # Example
/// ```
/// use sidle::level::{Budget, BudgetItem, Disk, load_level_reporting};
/// let few = Budget { props: 3, ..Budget::OWN };
/// let loaded = load_level_reporting("levels/courtyard.toml".as_ref(), &Disk, &few, &mut |_| ());
/// let excess = loaded.excess.expect("the courtyard has more than three props");
/// assert_eq!((excess.overruns[0].item, excess.overruns[0].limit), (BudgetItem::Props, 3));
/// assert!(excess.triangles > 100 && excess.can_be_lifted());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excess {
    /// Everything that is over its budget.
    pub overruns: Vec<Overrun>,
    /// The bytes of all meshes together.
    pub mesh_bytes: u64,
    /// The triangles, each as often as it is placed.
    pub triangles: u64,
    /// The memory that the level may need; bytes.
    pub memory: u64,
}

impl Excess {
    /// Whether the level can be loaded without its limits, since it may fit into memory.
    #[must_use]
    pub fn can_be_lifted(&self) -> bool {
        let mut items = self.overruns.iter().map(|overrun| overrun.item);
        items.all(|item| item != BudgetItem::LeastMemory)
    }
}

packed_choice!(BudgetItem, BudgetItem::NAMES);
packed_fields!(Overrun { item, found, limit });
packed_fields!(Excess {
    overruns,
    mesh_bytes,
    triangles,
    memory,
});
