//! From the faces of an OBJ text to triangles, with warnings about faces that are dropped or altered.

use glam::{DVec3, Vec3};

use super::lines::{Line, for_each_line_where, line_at};
use crate::geometry::Triangle;
use crate::level::meshes::{Cut, MAX_CORNERS, MAX_VISITS, Triangulator};
use crate::level::text::{Problems, count};

const FACES: (&str, &str) = ("face", "faces");

/// The triangles of consecutive faces.
#[derive(Default)]
pub(super) struct CutFaces {
    /// The corners of each triangle: their places among those of all faces.
    pub triangles: Vec<[u32; 3]>,
    /// The number of each triangle's face.
    pub faces: Vec<u32>,
    pub defects: FaceDefects,
}

/// Cuts consecutive faces, and counts those that are dropped or altered.
#[derive(Default)]
pub(super) struct FaceCutter {
    triangulator: Triangulator,
    /// The corners of the current face without repetitions, as they are read with their places, and for cutting.
    corners: Vec<(Vec3, u32)>,
    exact: Vec<DVec3>,
    cut: Vec<[usize; 3]>,
    cut_faces: CutFaces,
}

impl FaceCutter {
    /// A cutter of about `count` faces.
    pub fn new(count: usize) -> Self {
        Self {
            cut_faces: CutFaces {
                triangles: Vec::with_capacity(count),
                faces: Vec::with_capacity(count),
                ..CutFaces::default()
            },
            ..Self::default()
        }
    }

    /// Adds the triangles of face `number` with these corners and their places.
    pub fn cut(&mut self, corners: impl Iterator<Item = (Vec3, u32)>, number: usize) {
        let CutFaces {
            triangles,
            faces,
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
            defects.without_area.add(number);
            return;
        }
        self.exact.clear();
        let exact = self.corners.iter().map(|(corner, _)| corner.as_dvec3());
        self.exact.extend(exact);
        self.cut.clear();
        let quality = self.triangulator.cut(&self.exact, &mut self.cut);
        let has_area = |triangle: &&[usize; 3]| {
            Triangle::new(triangle.map(|corner| self.corners[corner].0)).is_some()
        };
        let cut = self.cut.iter().filter(has_area);
        triangles.extend(cut.map(|triangle| triangle.map(|corner| self.corners[corner].1)));
        let added = triangles.len() - faces.len();
        faces.resize(triangles.len(), number as u32);
        match quality {
            _ if added == 0 => defects.without_area.add(number),
            Cut::Knotted => defects.knotted.add(number),
            Cut::Long => defects.long.add(number),
            Cut::Crossing => defects.crossing.add(number),
            Cut::Exact => {}
        }
    }

    /// The triangles of all faces.
    pub fn finish(self) -> CutFaces {
        self.cut_faces
    }
}

/// Whether this line is a face that is read, one with three corners or more.
pub(super) fn is_face(line: &Line<'_>) -> bool {
    line.keyword() == "f" && line.arguments().len() >= 3
}

/// The start of the line of face `number`. It is looked for, since a large mesh needs the memory that a list would take.
fn face_line(text: &str, number: usize) -> usize {
    let (mut before, mut start) = (0, 0);
    for_each_line_where(
        text,
        &[],
        |letter| letter == b'f',
        |line| {
            if is_face(line) {
                if before == number {
                    start = line.start;
                }
                before += 1;
            }
        },
    );
    start
}

/// The faces and triangles that are dropped or altered, by the numbers of the faces.
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

    /// Notes a duplicate triangle of a face.
    pub fn add_duplicate(&mut self, face: usize) {
        self.duplicate.add(face);
    }

    /// Warns of them.
    pub fn report(self, problems: &mut Problems<'_>) {
        let text = problems.source().text();
        let mut report = |noted: Noted, things, problem: &str, label| {
            let help = problem.ends_with("dropped").then_some(MEND);
            let first = noted.first.map(|face| face_line(text, face));
            let in_lines = Noted { first, ..noted };
            in_lines.report(problems, things, problem, label, help);
        };
        report(
            self.without_area,
            FACES,
            "without an area: dropped",
            "in one line or one point",
        );
        report(
            self.knotted,
            FACES,
            &format!("whose outline passes one point more than {MAX_VISITS} times"),
            "cut as a fan, which may cover too much",
        );
        report(
            self.long,
            FACES,
            &format!("not convex, with more than {MAX_CORNERS} corners"),
            "cut as a fan, which may cover too much",
        );
        report(
            self.crossing,
            FACES,
            "whose outline crosses itself",
            "filled as well as possible",
        );
        let triangles = ("triangle", "triangles");
        let label = "the same three corners as before";
        report(
            self.duplicate,
            triangles,
            "that stood there already: dropped",
            label,
        );
    }
}

/// How to repair a mesh whose faces are dropped.
const MEND: &str = "`sidle mend IN OUT` writes the mesh without them";

/// Dropped or altered things: how many, and the start of the first one's line.
#[derive(Default)]
pub(super) struct Noted {
    count: usize,
    first: Option<usize>,
}

impl Noted {
    pub fn add(&mut self, first: usize) {
        self.count += 1;
        self.first.get_or_insert(first);
    }

    fn extend(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.or(later.first);
    }

    pub fn report(
        self,
        problems: &mut Problems<'_>,
        names: (&str, &str),
        problem: &str,
        label: &str,
        help: Option<&str>,
    ) {
        let Some(line_start) = self.first else { return };
        let span = line_at(problems.source().text(), line_start).span();
        let things = count(self.count, names.0, names.1);
        let label = if self.count == 1 {
            label.to_owned()
        } else {
            format!("{label}; this is the first")
        };
        let help = help.map(str::to_owned);
        problems.warning(span, format!("{things} {problem}"), label, help);
    }
}
