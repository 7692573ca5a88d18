//! What a level would hold, counted and compared with its budget before anything is built.

use core::ops::Range;

use crate::geometry::Triangle;
use crate::level::budget::{Budget, BudgetItem, Excess, Overrun, text_memory};
use crate::level::document::Document;
use crate::level::text::Problems;
use crate::parallel::Workers;

/// Roughly how much memory a triangle takes at most, while a level is loaded, for every time that it is placed; bytes.
/// `sidle check` takes 228 bytes for each of the 753 088 triangles of 14 terrains, and 290 for each of one mesh with as many,
/// whose corners are shared.
const TRIANGLE_MEMORY: u64 = 320;

/// How much memory a triangle that collides takes at least, for every time that it is placed: itself, and its share of the
/// tree; bytes.
const LEAST_TRIANGLE_MEMORY: u64 = size_of::<Triangle>() as u64 + 16;

/// The same for a prop, a mover, and a point of a path; bytes.
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
        let memory = triangles.saturating_mul(LEAST_TRIANGLE_MEMORY);
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

/// About how many bytes of a text one piece of the counting has.
const PIECE_BYTES: usize = 1 << 20;

/// An upper bound of the triangles of an OBJ text, without reading its numbers.
pub(super) fn count_obj_triangles(text: &[u8]) -> u64 {
    let counts = Workers::All.map(&pieces(text, PIECE_BYTES), |piece| count_triangles(piece));
    counts.into_iter().sum()
}

/// `text` in pieces of at least `bytes` and whole lines, where no line of a piece continues in the next one.
fn pieces(text: &[u8], bytes: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > bytes {
        let mut lines = rest[bytes..].split_inclusive(|byte| *byte == b'\n');
        // The first of them may have begun before.
        let mut end = bytes + lines.next().map_or(0, <[u8]>::len);
        for line in lines {
            end += line.len();
            if !line.contains(&b'\\') {
                break;
            }
        }
        let (piece, later) = rest.split_at(end);
        pieces.push(piece);
        rest = later;
    }
    pieces.push(rest);
    pieces
}

/// The same for a piece.
fn count_triangles(text: &[u8]) -> u64 {
    let (mut triangles, mut corners, mut is_joined) = (0_u64, 0_u64, false);
    for line in text.split(|byte| *byte == b'\n') {
        let line = line
            .split(|byte| *byte == b'#')
            .next()
            .unwrap_or_default()
            .trim_ascii();
        let joined = line.strip_suffix(b"\\");
        let mut words = joined
            .unwrap_or(line)
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        // Only faces, and lines joined with what may be one, are worth counting.
        if is_joined || line.first() == Some(&b'f') && words.next() == Some(b"f") || line == b"\\" {
            corners += words.count() as u64;
        }
        is_joined = joined.is_some();
        if !is_joined {
            triangles += corners.saturating_sub(2);
            corners = 0;
        }
    }
    triangles + corners.saturating_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    #[test]
    fn a_text_is_counted_alike_in_pieces_of_any_size() {
        let lines = [
            "v 1 2 3\n",
            "f 1 2 3 4\n",
            "f 1 2 \\\n",
            "3 4 5\n",
            "\n",
            "\\\n",
            "# f \\\n",
            "f 1 2 3",
        ];
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let text: String = (0..40).map(|_| lines[random.below(lines.len())]).collect();
            let all = count_triangles(text.as_bytes());
            for bytes in [1, 2, 7, 50, 1000] {
                let pieces = pieces(text.as_bytes(), bytes);
                assert_eq!(pieces.concat(), text.as_bytes());
                let counts = pieces.into_iter().map(count_triangles);
                assert_eq!(
                    counts.sum::<u64>(),
                    all,
                    "seed {seed}, {bytes} bytes:\n{text}"
                );
            }
        }
    }

    #[test]
    fn the_triangles_of_a_text_are_counted_without_reading_it() {
        let count = |text: &str| count_obj_triangles(text.as_bytes());
        assert_eq!(count(""), 0);
        assert_eq!(count("f"), 0);
        assert_eq!(
            count("v 1 2 3\nf 1 2 3\r\nf 1//1 2//1 3//1 4//1 # 5 6 7\n\tf 1 2 3"),
            4
        );
        assert_eq!(count("f 1 2 \\\n 3 4\nfo 1 2 3 4\n#f 1 2 3"), 2);
        assert_eq!(count("f 1 2 3 \\"), 1);
        assert_eq!(count("\\\nf 1 2 3"), 2, "at least as many as there are");
    }
}
