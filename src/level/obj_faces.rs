//! From the faces of an OBJ text to triangles, with warnings about faces that are dropped or altered.

use glam::{DVec3, Vec3};

use super::duplicates::duplicates;
use super::lines::line_at;
use super::mesh::MeshPart;
use super::problems::Problems;
use super::triangulate::{Cut, MOST_CORNERS, MOST_VISITS, Triangulator};
use super::words::count;
use crate::geometry::Triangle;

const FACES: (&str, &str) = ("face", "faces");

/// Cuts faces, and counts those that are dropped or altered.
pub(super) struct FaceCutter {
    triangulator: Triangulator,
    /// The corners of the current face without repetitions: as they are read, and for cutting.
    corners: Vec<Vec3>,
    exact: Vec<DVec3>,
    cut: Vec<[usize; 3]>,
    /// The start of each triangle's line.
    line_starts: Vec<usize>,
    without_area: Noted,
    crossing: Noted,
    knotted: Noted,
    long: Noted,
    duplicate: Noted,
}

impl FaceCutter {
    pub fn new() -> Self {
        Self {
            triangulator: Triangulator::new(),
            corners: Vec::new(),
            exact: Vec::new(),
            cut: Vec::new(),
            line_starts: Vec::new(),
            without_area: Noted::default(),
            crossing: Noted::default(),
            knotted: Noted::default(),
            long: Noted::default(),
            duplicate: Noted::default(),
        }
    }

    /// Adds the triangles of the face with these corners, whose line starts at `line_start`.
    pub fn cut(
        &mut self,
        corners: impl Iterator<Item = Vec3>,
        line_start: usize,
        triangles: &mut Vec<[Vec3; 3]>,
    ) {
        self.corners.clear();
        self.corners.extend(corners);
        self.corners.dedup();
        while self.corners.len() > 1 && self.corners.first() == self.corners.last() {
            self.corners.pop();
        }
        if self.corners.len() < 3 {
            self.without_area.add(line_start);
            return;
        }
        self.exact.clear();
        let exact = self.corners.iter().map(|corner| corner.as_dvec3());
        self.exact.extend(exact);
        self.cut.clear();
        let quality = self.triangulator.cut(&self.exact, &mut self.cut);
        let before = triangles.len();
        let cut = self.cut.iter();
        let cut = cut.map(|triangle| triangle.map(|corner| self.corners[corner]));
        triangles.extend(cut.filter(|triangle| Triangle::new(*triangle).is_some()));
        let added = triangles.len() - before;
        self.line_starts
            .extend(core::iter::repeat_n(line_start, added));
        match quality {
            _ if added == 0 => self.without_area.add(line_start),
            Cut::Knotted => self.knotted.add(line_start),
            Cut::Long => self.long.add(line_start),
            Cut::Crossing => self.crossing.add(line_start),
            Cut::Exact => {}
        }
    }

    /// Removes duplicates from `parts`, which hold all triangles.
    pub fn drop_duplicates(&mut self, parts: &mut [MeshPart], one_sided: bool) {
        let triangles = parts.iter().flat_map(|part| &part.triangles);
        let mut dropped = duplicates(triangles, one_sided).into_iter().peekable();
        if dropped.peek().is_none() {
            return;
        }
        let mut number = 0;
        for part in parts {
            part.triangles.retain(|_| {
                let drop = dropped.next_if_eq(&number).is_some();
                if drop {
                    self.duplicate.add(self.line_starts[number]);
                }
                number += 1;
                !drop
            });
        }
    }

    pub fn report(self, problems: &mut Problems<'_>) {
        self.without_area.report(
            problems,
            FACES,
            "without an area: dropped",
            "in one line or one point",
        );
        self.knotted.report(
            problems,
            FACES,
            &format!("whose outline passes one point more than {MOST_VISITS} times"),
            "cut as a fan, which may cover too much",
        );
        self.long.report(
            problems,
            FACES,
            &format!("not convex, with more than {MOST_CORNERS} corners"),
            "cut as a fan, which may cover too much",
        );
        self.crossing.report(
            problems,
            FACES,
            "whose outline crosses itself",
            "filled as well as possible",
        );
        let triangles = ("triangle", "triangles");
        let label = "the same three corners as before";
        self.duplicate.report(
            problems,
            triangles,
            "that stood there already: dropped",
            label,
        );
    }
}

/// Dropped or altered faces: their number, and the start of the first one's line.
#[derive(Default)]
pub(super) struct Noted {
    count: usize,
    first: Option<usize>,
}

impl Noted {
    pub fn add(&mut self, line_start: usize) {
        self.count += 1;
        self.first.get_or_insert(line_start);
    }

    pub fn report(self, problems: &mut Problems<'_>, names: (&str, &str), what: &str, label: &str) {
        let Some(line_start) = self.first else { return };
        let span = line_at(problems.source().text(), line_start).span();
        let things = count(self.count, names.0, names.1);
        let label = if self.count == 1 {
            label.to_owned()
        } else {
            format!("{label}; this is the first")
        };
        problems.warning(span, format!("{things} {what}"), label, None);
    }
}
