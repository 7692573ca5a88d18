//! How much a level may hold. `excess.rs`: what of a level is over it. The group `load` counts, before anything is built.

mod excess;

pub use excess::{BudgetItem, Excess, Overrun, megabytes};

/// How much memory a text takes while it is read, as a multiple of its length: the tree of a TOML text is the largest.
const TEXT_MEMORY: u64 = 20;

/// The most that a level may hold.
///
/// [`load_level_reporting`](crate::level::load_level_reporting) counts a level's text and meshes before it
/// builds anything. A level over its budget has an error that says what, how much and the limit.
///
/// # Example
/// ```
/// use sidle::level::{Budget, Disk, load_level_reporting};
/// let few = Budget { props: 3, ..Budget::OWN };
/// let loaded = load_level_reporting("levels/courtyard.toml".as_ref(), &Disk, &few, &mut |_| ());
/// let error = loaded.diagnostics[0].message.as_str();
/// assert!(error.contains("props") && error.contains("at most 3"), "{error}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The bytes of the level's text.
    pub text_bytes: u64,
    /// The bytes of all meshes together, each file once.
    pub mesh_bytes: u64,
    /// The placements of meshes.
    pub meshes: u64,
    /// The triangles of all meshes, signs, props and movers, each as often as it is placed.
    pub triangles: u64,
    /// The props.
    pub props: u64,
    /// The movers.
    pub movers: u64,
    /// The zones. Every tick looks at each.
    pub zones: u64,
    /// The points of all movers' paths.
    pub path_points: u64,
    /// The pairs of a mover and another box near its start. Every tick compares them.
    pub mover_pairs: u64,
    /// The tests of a tick where a body touches most colliders at once, at the starts of player and movers, in zones, where
    /// teleports lead to, and where colliders are densest: as many as the body touches there, and as many again for each mover
    /// among them. A tick with 500 tests takes up to 30 ms on a desktop.
    pub tick_tests: u64,
    /// The memory that the level may need, estimated from above; bytes.
    pub memory: u64,
    /// The memory that it needs in any case, estimated from below; bytes.
    pub least_memory: u64,
    /// Whether the rest is still counted beyond a limit. Otherwise no further file is read.
    pub counts_all: bool,
}

/// What the program can address; bytes. In a browser 4 294 MB.
const ADDRESS_SPACE: u64 = usize::MAX as u64;

impl Budget {
    /// For a level from a link, which was not checked yet.
    pub const LINK: Self = Self {
        text_bytes: 1 << 20,
        mesh_bytes: 64 << 20,
        meshes: 500,
        triangles: 500_000,
        props: 2000,
        movers: 200,
        zones: 200,
        path_points: 10_000,
        mover_pairs: 5000,
        tick_tests: 500,
        // All of the above together stays below 200 MB.
        memory: 190_000_000,
        least_memory: ADDRESS_SPACE,
        counts_all: false,
    };

    /// For a player's own files.
    pub const OWN: Self = Self {
        text_bytes: 64 << 20,
        mesh_bytes: 1 << 30,
        meshes: 100_000,
        triangles: 20_000_000,
        props: 200_000,
        movers: 10_000,
        zones: 10_000,
        path_points: 1_000_000,
        mover_pairs: 200_000,
        tick_tests: 3000,
        memory: 12_000_000_000,
        least_memory: ADDRESS_SPACE,
        counts_all: true,
    };

    /// For a player who has decided to wait: no limit but that of the program's address space.
    pub const UNLIMITED: Self = Self {
        text_bytes: u64::MAX,
        mesh_bytes: u64::MAX,
        meshes: u64::MAX,
        triangles: u64::MAX,
        props: u64::MAX,
        movers: u64::MAX,
        zones: u64::MAX,
        path_points: u64::MAX,
        mover_pairs: u64::MAX,
        tick_tests: u64::MAX,
        memory: u64::MAX,
        least_memory: ADDRESS_SPACE,
        counts_all: true,
    };
}

/// How much memory a text of `bytes` takes while it is read.
pub(super) fn text_memory(bytes: u64) -> u64 {
    bytes.saturating_mul(TEXT_MEMORY)
}
