//! Reads OBJ text line by line: vertices, faces, names and materials, with every problem's place. `obj.rs`
//! makes triangles of them.

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::lines::{Line, Word, for_each_line, parse_float};
use super::mtl::Material;
use super::obj_corners::Corners;
use super::problems::Problems;
use super::source::Source;
use super::words::{count, did_you_mean};

/// The most corners of a face. The time to cut a face grows at least with the square of its corners: the
/// worst known outlines (they cross themselves everywhere) take 0.1 s with this many.
pub(super) const MOST_CORNERS: usize = 1000;

/// The most files of materials that a mesh may name.
const MOST_MATERIAL_FILES: usize = 50;

/// The name of faces below no name.
const UNNAMED: &str = "unnamed_object";

/// The bytes between two progress reports; a few milliseconds of work.
pub(super) const BETWEEN_REPORTS: usize = 1 << 20;

/// Keywords of the OBJ format that are ignored.
const IGNORED: [&str; 38] = [
    "vp",
    "cstype",
    "deg",
    "bmat",
    "step",
    "p",
    "l",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "s",
    "mg",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "maplib",
    "usemap",
    "call",
    "csh",
    "bzp",
    "bsp",
    "cdp",
    "cdc",
    "res",
    "scmp",
    "fo",
];

/// The contents of an OBJ text; unusable if there is an error among the problems.
pub(super) struct Checked<'s> {
    pub vertices: Vec<Vec3>,
    /// The vertex indices of all faces, from 0, one face behind the other.
    pub corners: Vec<u32>,
    /// In the order of the text.
    pub faces: Vec<Face>,
    /// Faces with the same heading, in the order of the text.
    pub groups: Vec<Group>,
    /// The materials of all MTL files that the text names.
    pub materials: Vec<Material>,
    pub problems: Problems<'s>,
}

/// A face. A mesh has millions, so it is small.
pub(super) struct Face {
    /// The end of its corners; they start at the end of the previous face's.
    pub corners_end: usize,
    /// The start of its line in the text.
    pub line_start: usize,
}

/// The names and the material that hold for some faces.
pub(super) struct Group {
    pub first_face: usize,
    /// The name of the object or group.
    pub name: String,
    pub material: Option<String>,
}

/// Reads the OBJ text of `source`; for the others see [`read_mesh`](super::obj::read_mesh).
pub(super) fn check<'s>(
    source: &'s Source,
    report: &mut dyn FnMut(usize),
    mut open_materials: impl FnMut(&str, Range<usize>) -> Vec<Material>,
) -> Checked<'s> {
    let mut checker = Checker::new(source);
    let mut next_report = BETWEEN_REPORTS;
    for_each_line(source.text(), |line| {
        checker.check(line);
        if line.start >= next_report {
            report(line.start);
            next_report = line.start + BETWEEN_REPORTS;
        }
    });
    checker.indices.check_far_indices(&mut checker.problems);
    let materials: Vec<_> = core::mem::take(&mut checker.material_files)
        .into_iter()
        .take(MOST_MATERIAL_FILES)
        .flat_map(|(name, span)| open_materials(&name, span))
        .collect();
    checker.check_material_names(&materials);
    Checked {
        vertices: checker.vertices,
        corners: checker.corners,
        faces: checker.faces,
        groups: checker.groups,
        materials,
        problems: checker.problems,
    }
}

/// Reads an OBJ text line by line.
struct Checker<'s> {
    problems: Problems<'s>,
    vertices: Vec<Vec3>,
    corners: Vec<u32>,
    faces: Vec<Face>,
    groups: Vec<Group>,
    /// The heading of the next face, and whether it is new.
    name: String,
    material: Option<String>,
    begins_group: bool,
    material_files: Vec<(String, Range<usize>)>,
    /// Every used material, with its first place.
    material_names: BTreeMap<String, Range<usize>>,
    unknown_keywords: BTreeSet<String>,
    indices: Corners,
}

impl<'s> Checker<'s> {
    fn new(source: &'s Source) -> Self {
        Self {
            problems: Problems::new(source),
            vertices: Vec::new(),
            corners: Vec::new(),
            faces: Vec::new(),
            groups: Vec::new(),
            name: UNNAMED.to_owned(),
            material: None,
            begins_group: true,
            material_files: Vec::new(),
            material_names: BTreeMap::new(),
            unknown_keywords: BTreeSet::new(),
            indices: Corners::default(),
        }
    }

    fn check(&mut self, line: &Line<'_>) {
        match line.keyword() {
            "v" => self.check_vertex(line),
            "vt" => self.indices.add_to(1),
            "vn" => self.indices.add_to(2),
            "f" => self.check_face(line),
            "o" | "g" => self.begin_object(line.rest()),
            "usemtl" => self.use_material(line),
            "mtllib" if line.rest().is_empty() => self.problems.warning(
                line.span(),
                "this line names no file of materials",
                "expected `mtllib NAME.mtl`",
                None,
            ),
            "mtllib" => self.add_material_file(line),
            keyword if keyword.is_empty() || IGNORED.contains(&keyword) => {}
            keyword => self.warn_of_unknown_keyword(keyword, line.keyword_span()),
        }
    }

    /// Each file of materials is read once, and only so many.
    fn add_material_file(&mut self, line: &Line<'_>) {
        let (name, span) = (line.rest(), line.rest_span());
        let known = &self.material_files;
        if known.len() > MOST_MATERIAL_FILES || known.iter().any(|(other, _)| *other == name) {
            return;
        }
        if known.len() == MOST_MATERIAL_FILES {
            let message = "this file of materials is ignored, and so are those below";
            let label = format!("expected at most {MOST_MATERIAL_FILES} such files");
            self.problems.warning(span.clone(), message, label, None);
        }
        self.material_files.push((name, span));
    }

    /// Reports each unknown keyword once: a file of another format has one on every line.
    fn warn_of_unknown_keyword(&mut self, keyword: &str, span: Range<usize>) {
        if self.unknown_keywords.insert(keyword.to_owned()) {
            self.problems.warning(
                span,
                format!("unknown keyword `{keyword}` is ignored"),
                "expected a keyword of the OBJ format, such as `v`, `f`, `o` or `usemtl`",
                None,
            );
        }
    }

    fn use_material(&mut self, line: &Line<'_>) {
        let name = line.rest();
        if name.is_empty() {
            let message = "this line names no material: the faces below have no colour";
            self.problems
                .warning(line.span(), message, "expected `usemtl NAME`", None);
            self.set_material(None);
            return;
        }
        self.material_names
            .entry(name.clone())
            .or_insert_with(|| line.rest_span());
        self.set_material(Some(name));
    }

    fn set_material(&mut self, name: Option<String>) {
        self.material = name;
        self.begins_group = true;
    }

    fn begin_object(&mut self, name: String) {
        self.name = if name.is_empty() {
            UNNAMED.to_owned()
        } else {
            name
        };
        self.begins_group = true;
    }

    /// Warns of unknown materials. If there are none at all, the reason is reported already.
    fn check_material_names(&mut self, materials: &[Material]) {
        let names = materials.iter().map(|material| material.name.as_str());
        let known: BTreeSet<&str> = names.clone().collect();
        if known.is_empty() {
            return;
        }
        for (name, span) in core::mem::take(&mut self.material_names) {
            if !known.contains(name.as_str()) {
                let message = format!("there is no material `{name}`");
                let label = "the faces below have no colour of their own";
                let is_shown = !self.problems.is_full_of_warnings();
                let help = is_shown.then(|| did_you_mean(&name, names.clone()));
                let help = help.flatten();
                self.problems.warning(span, message, label, help);
            }
        }
    }

    fn check_vertex(&mut self, line: &Line<'_>) {
        self.indices.add_to(0);
        let words = line.arguments();
        // Position, with an optional weight and colour.
        if !matches!(words.len(), 3 | 4 | 6 | 7) {
            let numbers = count(words.len(), "number", "numbers");
            let message = format!("this vertex has {numbers}");
            self.problems
                .error(line.span(), message, "expected three: `v x y z`", None);
            return;
        }
        let mut position = Vec3::ZERO;
        for (at, word) in words.iter().enumerate() {
            match parse_float(word.text) {
                Some(number) if at < 3 => position[at] = number,
                Some(_) => {}
                None => self.refuse_number(word),
            }
        }
        self.vertices.push(position);
    }

    fn refuse_number(&mut self, word: &Word<'_>) {
        let too_large = word
            .text
            .parse::<f64>()
            .is_ok_and(|number| !number.is_nan());
        let found = match word.text.contains(|c: char| c.is_ascii_digit()) {
            true if too_large => "is beyond what 32 bits hold",
            false if too_large => "is not finite",
            _ => "is not a number",
        };
        let message = format!("`{}` {found}", word.text);
        let label = "expected a finite number, such as 1.5";
        self.problems.error(word.span(), message, label, None);
    }

    fn check_face(&mut self, line: &Line<'_>) {
        let words = line.arguments();
        if !(3..=MOST_CORNERS).contains(&words.len()) {
            let message = format!("this face has {}", count(words.len(), "corner", "corners"));
            let label = if words.len() < 3 {
                "expected three or more: `f 1 2 3`".to_owned()
            } else {
                format!("expected at most {MOST_CORNERS}: cut it into smaller faces")
            };
            self.problems.error(line.span(), message, label, None);
        }
        for word in words {
            let corner = self.indices.check(word, &mut self.problems);
            self.corners.extend(corner);
        }
        if core::mem::take(&mut self.begins_group) {
            self.groups.push(Group {
                first_face: self.faces.len(),
                name: self.name.clone(),
                material: self.material.clone(),
            });
        }
        self.faces.push(Face {
            corners_end: self.corners.len(),
            line_start: line.start,
        });
    }
}
