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

/// What a level holds, compared with its budget, in the order of the messages.
pub(super) struct Spending([Count; 9]);

impl Spending {
    /// Counts what the text of a level places, apart from its meshes' contents.
    pub fn new(budget: &Budget, document: &Document, text: &str) -> Self {
        let limits = [
            (BudgetItem::Meshes, budget.meshes),
            (BudgetItem::Props, budget.props),
            (BudgetItem::Movers, budget.movers),
            (BudgetItem::Zones, budget.zones),
            (BudgetItem::PathPoints, budget.path_points),
            (BudgetItem::MeshBytes, budget.mesh_bytes),
            (BudgetItem::Triangles, budget.triangles),
            (BudgetItem::Memory, budget.memory),
            (BudgetItem::LeastMemory, budget.least_memory),
        ];
        let mut spending = Self(limits.map(|(item, limit)| Count {
            item,
            found: 0,
            limit,
            beyond: None,
        }));
        let text_bytes = text.len() as u64;
        spending.add(BudgetItem::Memory, text_memory(text_bytes), &(0..0));
        spending.add(BudgetItem::LeastMemory, text_bytes, &(0..0));
        for mesh in &document.meshes {
            spending.add(BudgetItem::Meshes, 1, &mesh.span);
        }
        for prop in &document.props {
            spending.add(BudgetItem::Props, 1, &prop.span);
            spending.add_memory(BOX_MEMORY, &prop.span);
        }
        for mover in &document.movers {
            let points = mover.path.points().len() as u64;
            spending.add(BudgetItem::Movers, 1, &mover.span);
            spending.add(BudgetItem::PathPoints, points, &mover.span);
            spending.add_memory(BOX_MEMORY + points * POINT_MEMORY, &mover.span);
        }
        for zone in &document.zones {
            spending.add_zone(&zone.span);
        }
        spending
    }

    /// Counts a zone, named at `span`.
    pub fn add_zone(&mut self, span: &Range<usize>) {
        self.add(BudgetItem::Zones, 1, span);
        self.add_memory(BOX_MEMORY, span);
    }

    fn add(&mut self, item: BudgetItem, number: u64, span: &Range<usize>) {
        for count in self.0.iter_mut().filter(|count| count.item == item) {
            count.found = count.found.saturating_add(number);
            if count.found > count.limit && count.beyond.is_none() {
                count.beyond = Some(span.clone());
            }
        }
    }

    /// How much of `item` there is.
    fn found(&self, item: BudgetItem) -> u64 {
        let count = self.0.iter().find(|count| count.item == item);
        count.map_or(0, |count| count.found)
    }

    /// Counts the bytes of a mesh's file, named at `span`.
    pub fn add_mesh_bytes(&mut self, bytes: usize, span: &Range<usize>) {
        let items = [
            BudgetItem::MeshBytes,
            BudgetItem::Memory,
            BudgetItem::LeastMemory,
        ];
        for item in items {
            self.add(item, bytes as u64, span);
        }
    }

    /// Counts memory that is needed while a mesh is read.
    pub fn add_memory(&mut self, bytes: u64, span: &Range<usize>) {
        self.add(BudgetItem::Memory, bytes, span);
    }

    /// Counts a mesh of this many triangles, placed at `span`.
    pub fn add_triangles(&mut self, triangles: u64, span: &Range<usize>) {
        self.add(BudgetItem::Triangles, triangles, span);
        self.add_memory(triangles.saturating_mul(TRIANGLE_MEMORY), span);
    }

    /// Counts the colliders of a mesh of this many triangles, placed at `span`.
    pub fn add_colliders(&mut self, triangles: u64, span: &Range<usize>) {
        let memory = triangles.saturating_mul(MIN_TRIANGLE_MEMORY);
        self.add(BudgetItem::LeastMemory, memory, span);
    }

    /// Whether something is over its budget.
    pub fn is_exceeded(&self) -> bool {
        self.0.iter().any(|count| count.beyond.is_some())
    }

    /// Reports everything that is over its budget, and returns it.
    pub fn report(&self, problems: &mut Problems<'_>) -> Option<Excess> {
        let mut overruns = Vec::new();
        for count in &self.0 {
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
            mesh_bytes: self.found(BudgetItem::MeshBytes),
            triangles: self.found(BudgetItem::Triangles),
            memory: self.found(BudgetItem::Memory),
        }
    }
}
