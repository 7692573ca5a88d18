//! How much a level may hold, counted before anything is built.

use core::ops::Range;

use super::document::Document;
use super::problems::Problems;

/// Roughly how much memory a triangle takes at most, while a level is loaded, for every time that it is placed; bytes.
/// `sidle check` of 14 terrains, 753 088 triangles, takes 302 bytes each.
const TRIANGLE_MEMORY: u64 = 320;

/// The same for a prop, a mover, and a point of a path; bytes.
const BOX_MEMORY: u64 = 2000;
const POINT_MEMORY: u64 = 64;

/// How much memory a text takes while it is read, as a multiple of its length: the tree of a TOML text is the largest.
const TEXT_MEMORY: u64 = 20;

/// The most that a level may hold.
///
/// [`load_level_reporting`](super::load_level_reporting) counts a level's text and meshes before it
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
    /// The points of all movers' paths.
    pub path_points: u64,
    /// The pairs of a mover and another box near its start. Every tick compares them.
    pub mover_pairs: u64,
    /// The estimated memory; bytes.
    pub memory: u64,
}

impl Budget {
    /// For a level from a link, which nobody has checked yet.
    pub const LINK: Self = Self {
        text_bytes: 1 << 20,
        mesh_bytes: 64 << 20,
        meshes: 500,
        triangles: 500_000,
        props: 2000,
        movers: 200,
        path_points: 10_000,
        mover_pairs: 5000,
        // All of the above together stays below 200 MB.
        memory: 190 << 20,
    };

    /// For a player's own files.
    pub const OWN: Self = Self {
        text_bytes: 64 << 20,
        mesh_bytes: 1 << 30,
        meshes: 100_000,
        triangles: 20_000_000,
        props: 200_000,
        movers: 10_000,
        path_points: 1_000_000,
        mover_pairs: 200_000,
        memory: 12 << 30,
    };

    /// No limit at all, for a player who has decided to wait.
    pub const UNLIMITED: Self = Self {
        text_bytes: u64::MAX,
        mesh_bytes: u64::MAX,
        meshes: u64::MAX,
        triangles: u64::MAX,
        props: u64::MAX,
        movers: u64::MAX,
        path_points: u64::MAX,
        mover_pairs: u64::MAX,
        memory: u64::MAX,
    };
}

/// The repair of every level over its budget.
const REPAIR: &str = "make the level smaller; a link has lower limits than your own files, and `--no-limits` lifts those";

/// Something that is counted, up to its limit.
struct Count {
    what: &'static str,
    found: u64,
    limit: u64,
    /// The place of the first beyond the limit.
    beyond: Option<Range<usize>>,
}

impl Count {
    fn new(what: &'static str, limit: u64) -> Self {
        Self {
            what,
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

    fn report(self, problems: &mut Problems<'_>) {
        let Self {
            what,
            found,
            limit,
            beyond,
        } = self;
        if let Some(span) = beyond {
            let message = format!("this level has {found} {what}, and may have at most {limit}");
            let label = "the first beyond the limit";
            problems.error(span, message, label, Some(REPAIR.to_owned()));
        }
    }
}

/// What a level holds, compared with its budget.
pub(super) struct Spending {
    meshes: Count,
    props: Count,
    movers: Count,
    path_points: Count,
    mesh_bytes: Count,
    triangles: Count,
    memory: u64,
    /// The place at which the memory exceeds its limit.
    memory_limit: u64,
    memory_beyond: Option<Range<usize>>,
}

impl Spending {
    /// Counts what the text of a level places, apart from its meshes' contents.
    pub fn new(budget: &Budget, document: &Document, text: &str) -> Self {
        let mut spending = Self {
            meshes: Count::new("meshes", budget.meshes),
            props: Count::new("props", budget.props),
            movers: Count::new("movers", budget.movers),
            path_points: Count::new("points of paths", budget.path_points),
            mesh_bytes: Count::new("bytes of meshes", budget.mesh_bytes),
            triangles: Count::new("triangles", budget.triangles),
            memory: (text.len() as u64).saturating_mul(TEXT_MEMORY),
            memory_limit: budget.memory,
            memory_beyond: None,
        };
        for mesh in &document.meshes {
            spending.meshes.add(1, &mesh.span);
        }
        for prop in &document.props {
            spending.props.add(1, &prop.span);
            spending.add_memory(BOX_MEMORY, &prop.span);
        }
        for mover in &document.movers {
            let points = mover.path.points().len() as u64;
            spending.movers.add(1, &mover.span);
            spending.path_points.add(points, &mover.span);
            spending.add_memory(BOX_MEMORY + points * POINT_MEMORY, &mover.span);
        }
        spending
    }

    fn add_memory(&mut self, bytes: u64, span: &Range<usize>) {
        self.memory = self.memory.saturating_add(bytes);
        if self.memory > self.memory_limit && self.memory_beyond.is_none() {
            self.memory_beyond = Some(span.clone());
        }
    }

    /// Counts the bytes of a mesh's file, named at `span`.
    pub fn add_mesh_bytes(&mut self, bytes: usize, span: &Range<usize>) {
        self.mesh_bytes.add(bytes as u64, span);
        self.add_memory(bytes as u64, span);
    }

    /// Counts a mesh of this many triangles, placed at `span`.
    pub fn add_triangles(&mut self, triangles: u64, span: &Range<usize>) {
        self.triangles.add(triangles, span);
        self.add_memory(triangles.saturating_mul(TRIANGLE_MEMORY), span);
    }

    /// Whether something is over its budget, so no further file needs to be read.
    pub fn is_exceeded(&self) -> bool {
        let counts = [
            &self.meshes,
            &self.props,
            &self.movers,
            &self.path_points,
            &self.mesh_bytes,
            &self.triangles,
        ];
        counts.iter().any(|count| count.beyond.is_some()) || self.memory_beyond.is_some()
    }

    /// Reports everything that is over its budget.
    pub fn report(self, problems: &mut Problems<'_>) {
        for count in [
            self.meshes,
            self.props,
            self.movers,
            self.path_points,
            self.mesh_bytes,
            self.triangles,
        ] {
            count.report(problems);
        }
        if let Some(span) = self.memory_beyond {
            let [found, limit] =
                [self.memory, self.memory_limit].map(|bytes| bytes.div_ceil(1 << 20));
            let message = format!(
                "this level needs about {found} MB of memory, and may need at most {limit}"
            );
            let label = "the first beyond the limit";
            problems.error(span, message, label, Some(REPAIR.to_owned()));
        }
    }
}

/// An upper bound of the triangles of an OBJ text, without reading its numbers.
pub(super) fn count_obj_triangles(text: &[u8]) -> u64 {
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
