//! From the faces of an OBJ text to triangles, with warnings about faces that are dropped or altered.

use glam::{DVec3, Vec3};

use super::lines::line_at;
use super::problems::Problems;
use super::triangulate::{Cut, MOST_CORNERS, MOST_VISITS, Triangulator};
use super::words::count;
use crate::geometry::Triangle;

const FACES: (&str, &str) = ("face", "faces");

/// The triangles of consecutive faces.
#[derive(Default)]
pub(super) struct CutFaces {
    pub triangles: Vec<[Vec3; 3]>,
    /// The number of each triangle's face.
    pub faces: Vec<u32>,
    /// The places of each triangle's corners among those of all faces, if they are kept.
    pub places: Vec<[u32; 3]>,
    pub defects: FaceDefects,
}

/// Cuts consecutive faces, and counts those that are dropped or altered.
pub(super) struct FaceCutter {
    triangulator: Triangulator,
    /// Whether the places of corners are kept.
    keeps_places: bool,
    /// The corners of the current face without repetitions: as they are read with their places, and for cutting.
    corners: Vec<(Vec3, u32)>,
    exact: Vec<DVec3>,
    cut: Vec<[usize; 3]>,
    cut_faces: CutFaces,
}

impl FaceCutter {
    /// A cutter of about `count` faces.
    pub fn new(count: usize, keeps_places: bool) -> Self {
        let places = if keeps_places { count } else { 0 };
        Self {
            triangulator: Triangulator::new(),
            keeps_places,
            corners: Vec::new(),
            exact: Vec::new(),
            cut: Vec::new(),
            cut_faces: CutFaces {
                triangles: Vec::with_capacity(count),
                faces: Vec::with_capacity(count),
                places: Vec::with_capacity(places),
                defects: FaceDefects::default(),
            },
        }
    }

    /// Adds the triangles of face `number` with these corners and their places, whose line starts at `line_start`.
    pub fn cut(
        &mut self,
        corners: impl Iterator<Item = (Vec3, u32)>,
        number: usize,
        line_start: usize,
    ) {
        let CutFaces {
            triangles,
            faces,
            places,
            defects,
        } = &mut self.cut_faces;
        self.corners.clear();
        self.corners.extend(corners);
        self.corners.dedup_by_key(|(corner, _)| *corner);
        while let [(first, _), .., (last, _)] = &self.corners[..]
            && first == last
        {
            self.corners.pop();
        }
        if self.corners.len() < 3 {
            defects.without_area.add(line_start);
            return;
        }
        self.exact.clear();
        let exact = self.corners.iter().map(|(corner, _)| corner.as_dvec3());
        self.exact.extend(exact);
        self.cut.clear();
        let quality = self.triangulator.cut(&self.exact, &mut self.cut);
        for triangle in &self.cut {
            let corners = triangle.map(|corner| self.corners[corner].0);
            if Triangle::new(corners).is_none() {
                continue;
            }
            triangles.push(corners);
            if self.keeps_places {
                places.push(triangle.map(|corner| self.corners[corner].1));
            }
        }
        let added = triangles.len() - faces.len();
        faces.resize(triangles.len(), number as u32);
        match quality {
            _ if added == 0 => defects.without_area.add(line_start),
            Cut::Knotted => defects.knotted.add(line_start),
            Cut::Long => defects.long.add(line_start),
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
    long: Noted,
    duplicate: Noted,
}

impl FaceDefects {
    /// Adds the defects of later faces.
    pub fn extend(&mut self, later: Self) {
        self.without_area.extend(later.without_area);
        self.crossing.extend(later.crossing);
        self.knotted.extend(later.knotted);
        self.long.extend(later.long);
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

    fn extend(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.or(later.first);
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
