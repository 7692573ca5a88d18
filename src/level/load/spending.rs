//! What a level would hold, counted and compared with its budget before anything is built.

use core::ops::Range;

use crate::geometry::Triangle;
use crate::level::budget::{Budget, BudgetItem, Excess, Overrun, text_memory};
use crate::level::document::Document;
use crate::level::text::Problems;

/// Roughly how much memory a triangle takes at most, while a level is loaded, for every time that it is placed; bytes.
/// `sidle check` takes 228 bytes for each of the 753 088 triangles of 14 terrains, and 290 for each of one mesh with as many,
/// whose corners are shared.
const TRIANGLE_MEMORY: u64 = 320;

/// How much memory a triangle that collides takes at least, for every time that it is placed: itself, and its share of the
/// tree; bytes.
const MIN_TRIANGLE_MEMORY: u64 = size_of::<Triangle>() as u64 + 16;

/// The least memory that a prop, a mover, and a point of a path take; bytes.
const BOX_MEMORY: u64 = 2000;
const POINT_MEMORY: u64 = 64;

/// The repair of every level over its budget.
const REPAIR: &str = "make the level smaller; a link has lower limits than your own files, and `--no-limits` lifts those";

/// Something that is counted, up to its limit.
struct Count {
    item: BudgetItem,
    found: u64,
    limit: u64,
    /// The place of the first beyond the limit.
    beyond: Option<Range<usize>>,
}

impl Count {
    fn new(item: BudgetItem, limit: u64) -> Self {
        Self {
            item,
            found: 0,
            limit,
            beyond: None,
        }
    }

    fn add(&mut self, number: u64, span: &Range<usize>) {
        self.found = self.found.saturating_add(number);
        if self.found > self.limit && self.beyond.is_none() {
            self.beyond = Some(span.clone());
        }
    }
}

/// What a level holds, compared with its budget.
pub(super) struct Spending {
    meshes: Count,
    props: Count,
    movers: Count,
    zones: Count,
    path_points: Count,
    mesh_bytes: Count,
    triangles: Count,
    memory: Count,
    least_memory: Count,
}

impl Spending {
    /// Counts what the text of a level places, apart from its meshes' contents.
    pub fn new(budget: &Budget, document: &Document, text: &str) -> Self {
        let mut spending = Self {
            meshes: Count::new(BudgetItem::Meshes, budget.meshes),
            props: Count::new(BudgetItem::Props, budget.props),
            movers: Count::new(BudgetItem::Movers, budget.movers),
            zones: Count::new(BudgetItem::Zones, budget.zones),
            path_points: Count::new(BudgetItem::PathPoints, budget.path_points),
            mesh_bytes: Count::new(BudgetItem::MeshBytes, budget.mesh_bytes),
            triangles: Count::new(BudgetItem::Triangles, budget.triangles),
            memory: Count::new(BudgetItem::Memory, budget.memory),
            least_memory: Count::new(BudgetItem::LeastMemory, budget.least_memory),
        };
        let text_bytes = text.len() as u64;
        spending.memory.add(text_memory(text_bytes), &(0..0));
        spending.least_memory.add(text_bytes, &(0..0));
        for mesh in &document.meshes {
            spending.meshes.add(1, &mesh.span);
        }
        for prop in &document.props {
            spending.props.add(1, &prop.span);
            spending.memory.add(BOX_MEMORY, &prop.span);
        }
        for mover in &document.movers {
            let points = mover.path.points().len() as u64;
            spending.movers.add(1, &mover.span);
            spending.path_points.add(points, &mover.span);
            let memory = BOX_MEMORY + points * POINT_MEMORY;
            spending.memory.add(memory, &mover.span);
        }
        for zone in &document.zones {
            spending.zones.add(1, &zone.span);
            spending.memory.add(BOX_MEMORY, &zone.span);
        }
        spending
    }

    /// Counts the bytes of a mesh's file, named at `span`.
    pub fn add_mesh_bytes(&mut self, bytes: usize, span: &Range<usize>) {
        let bytes = bytes as u64;
        for count in [
            &mut self.mesh_bytes,
            &mut self.memory,
            &mut self.least_memory,
        ] {
            count.add(bytes, span);
        }
    }

    /// Counts memory that is needed while a mesh is read.
    pub fn add_memory(&mut self, bytes: u64, span: &Range<usize>) {
        self.memory.add(bytes, span);
    }

    /// Counts a mesh of this many triangles, placed at `span`.
    pub fn add_triangles(&mut self, triangles: u64, span: &Range<usize>) {
        self.triangles.add(triangles, span);
        let memory = triangles.saturating_mul(TRIANGLE_MEMORY);
        self.memory.add(memory, span);
    }

    /// Counts the colliders of a mesh of this many triangles, placed at `span`.
    pub fn add_colliders(&mut self, triangles: u64, span: &Range<usize>) {
        let memory = triangles.saturating_mul(MIN_TRIANGLE_MEMORY);
        self.least_memory.add(memory, span);
    }

    fn counts(&self) -> [&Count; 9] {
        let Self {
            meshes,
            props,
            movers,
            zones,
            path_points,
            mesh_bytes,
            triangles,
            memory,
            least_memory,
        } = self;
        [
            meshes,
            props,
            movers,
            zones,
            path_points,
            mesh_bytes,
            triangles,
            memory,
            least_memory,
        ]
    }

    /// Whether something is over its budget.
    pub fn is_exceeded(&self) -> bool {
        self.counts().iter().any(|count| count.beyond.is_some())
    }

    /// Reports everything that is over its budget, and returns it.
    pub fn report(&self, problems: &mut Problems<'_>) -> Option<Excess> {
        let mut overruns = Vec::new();
        for count in self.counts() {
            let Some(span) = count.beyond.clone() else {
                continue;
            };
            let overrun = Overrun {
                item: count.item,
                found: count.found,
                limit: count.limit,
            };
            let label = "the first beyond the limit";
            let repair = match count.item {
                BudgetItem::LeastMemory => {
                    "make the level smaller, or open it outside of a browser"
                }
                _ => REPAIR,
            };
            problems.error(span, overrun.to_string(), label, Some(repair.to_owned()));
            overruns.push(overrun);
        }
        (!overruns.is_empty()).then(|| self.excess(overruns))
    }

    /// `overruns`, and what the whole level costs.
    pub fn excess(&self, overruns: Vec<Overrun>) -> Excess {
        Excess {
            overruns,
            mesh_bytes: self.mesh_bytes.found,
            triangles: self.triangles.found,
            memory: self.memory.found,
        }
    }
}
