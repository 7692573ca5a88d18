//! From the faces of an OBJ text to triangles, with warnings about faces that are dropped or altered.

use glam::{DVec3, Vec3};

use super::lines::line_at;
use super::problems::Problems;
use super::triangulate::{Cut, MOST_VISITS, Triangulator};
use super::words::count;
use crate::geometry::Triangle;

const FACES: (&str, &str) = ("face", "faces");

/// The triangles of consecutive faces.
#[derive(Default)]
pub(super) struct CutFaces {
    pub triangles: Vec<[Vec3; 3]>,
    /// The number of each triangle's face.
    pub faces: Vec<u32>,
    pub defects: FaceDefects,
}

/// Cuts consecutive faces, and counts those that are dropped or altered.
pub(super) struct FaceCutter {
    triangulator: Triangulator,
    /// The corners of the current face without repetitions: as they are read, and for cutting.
    corners: Vec<Vec3>,
    exact: Vec<DVec3>,
    cut: Vec<[usize; 3]>,
    cut_faces: CutFaces,
}

impl FaceCutter {
    /// A cutter of about `count` faces.
    pub fn new(count: usize) -> Self {
        Self {
            triangulator: Triangulator::new(),
            corners: Vec::new(),
            exact: Vec::new(),
            cut: Vec::new(),
            cut_faces: CutFaces {
                triangles: Vec::with_capacity(count),
                faces: Vec::with_capacity(count),
                defects: FaceDefects::default(),
            },
        }
    }

    /// Adds the triangles of face `number` with these corners, whose line starts at `line_start`.
    pub fn cut(&mut self, corners: impl Iterator<Item = Vec3>, number: usize, line_start: usize) {
        let CutFaces {
            triangles,
            faces,
            defects,
        } = &mut self.cut_faces;
        self.corners.clear();
        self.corners.extend(corners);
        self.corners.dedup();
        while self.corners.len() > 1 && self.corners.first() == self.corners.last() {
            self.corners.pop();
        }
        if self.corners.len() < 3 {
            defects.without_area.add(line_start);
            return;
        }
        self.exact.clear();
        let exact = self.corners.iter().map(|corner| corner.as_dvec3());
        self.exact.extend(exact);
        self.cut.clear();
        let quality = self.triangulator.cut(&self.exact, &mut self.cut);
        let cut = self.cut.iter();
        let cut = cut.map(|triangle| triangle.map(|corner| self.corners[corner]));
        triangles.extend(cut.filter(|triangle| Triangle::new(*triangle).is_some()));
        let added = triangles.len() - faces.len();
        faces.resize(triangles.len(), number as u32);
        match quality {
            Cut::Knotted => defects.knotted.add(line_start),
            _ if added == 0 => defects.without_area.add(line_start),
            Cut::Crossing => defects.crossing.add(line_start),
            Cut::Exact => {}
        }
    }

    /// The triangles of all faces.
    pub fn finish(self) -> CutFaces {
        self.cut_faces
    }
}

/// The faces and triangles that are dropped or altered.
#[derive(Default)]
pub(super) struct FaceDefects {
    without_area: Noted,
    crossing: Noted,
    knotted: Noted,
    duplicate: Noted,
}

impl FaceDefects {
    /// Adds the defects of later faces.
    pub fn extend(&mut self, later: Self) {
        self.without_area.extend(later.without_area);
        self.crossing.extend(later.crossing);
        self.knotted.extend(later.knotted);
        self.duplicate.extend(later.duplicate);
    }

    /// Notes a duplicate triangle of the face whose line starts at `line_start`.
    pub fn add_duplicate(&mut self, line_start: usize) {
        self.duplicate.add(line_start);
    }

    /// Warns of them.
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
            &format!("whose outline passes one point more than {MOST_VISITS} times: dropped"),
            "expected an outline that goes round once",
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
struct Noted {
    count: usize,
    first: Option<usize>,
}

impl Noted {
    fn add(&mut self, line_start: usize) {
        self.count += 1;
        self.first.get_or_insert(line_start);
    }

    fn extend(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.or(later.first);
    }

    fn report(self, problems: &mut Problems<'_>, names: (&str, &str), what: &str, label: &str) {
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
