//! Checks OBJ text line by line, with every problem's place, and writes the part that matters in a
//! form that tobj is sure to understand: vertices, faces with absolute indices, names and materials.

use core::fmt::Write;
use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Line, Word, lines, parse_float};
use super::problems::Problems;
use super::source::Source;
use super::words::{count, did_you_mean};

/// More corners than this make no face: the time to cut one grows with the square of its corners and
/// more. The worst outlines found (they cross themselves everywhere) take 0.1 s with so many.
pub(super) const MOST_CORNERS: usize = 1000;

/// Keywords of the OBJ format that carry nothing we use.
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

/// What came of checking a text.
pub(super) struct Checked<'s> {
    /// The text for tobj; of no use when the diagnostics hold an error.
    pub text: String,
    pub faces: Vec<Face>,
    /// Of all MTL files that the text names.
    pub materials: Vec<tobj::Material>,
    pub problems: Problems<'s>,
}

/// Checks the OBJ text of `source`; for `open_materials` see [`read_mesh`](super::obj::read_mesh).
pub(super) fn check<'s>(
    source: &'s Source,
    mut open_materials: impl FnMut(&str, Range<usize>) -> Vec<tobj::Material>,
) -> Checked<'s> {
    let mut checker = Checker::new(source);
    for line in lines(source.text()) {
        checker.check(&line);
    }
    checker.check_far_indices();
    let materials: Vec<_> = core::mem::take(&mut checker.material_files)
        .into_iter()
        .flat_map(|(name, span)| open_materials(&name, span))
        .collect();
    checker.check_material_names(&materials);
    Checked {
        text: checker.clean.finish(&checker.faces),
        faces: checker.faces,
        materials,
        problems: checker.problems,
    }
}

/// A face of the checked text: its corners as absolute indices from 0.
pub(super) struct Face {
    corners: Vec<usize>,
    pub span: Range<usize>,
    /// What stands before it in the checked text: `o` and `usemtl` lines.
    heading: String,
}

/// The checked text in the making: vertices first, so that a face may name one that comes later.
#[derive(Default)]
struct Clean {
    vertices: String,
}

impl Clean {
    fn finish(self, faces: &[Face]) -> String {
        let mut text = self.vertices;
        // One name for all material files: the materials themselves are handed over by the loader.
        text.push_str("mtllib materials\n");
        for face in faces {
            text.push_str(&face.heading);
            text.push('f');
            for corner in &face.corners {
                write!(text, " {}", corner + 1).expect("a String takes everything");
            }
            text.push('\n');
        }
        text
    }
}

/// Reads an OBJ text line by line.
struct Checker<'s> {
    problems: Problems<'s>,
    clean: Clean,
    faces: Vec<Face>,
    heading: String,
    material_files: Vec<(String, Range<usize>)>,
    /// Every material in use, and where first.
    material_names: BTreeMap<String, Range<usize>>,
    unknown_keywords: BTreeSet<String>,
    /// How many `v`, `vt` and `vn` lines were read.
    counts: [usize; 3],
    /// Positive indices of which only the end of the file can tell whether they exist: the index
    /// from 1, the list it counts in, and its place.
    far_indices: Vec<(usize, usize, Range<usize>)>,
}

/// The lists that the parts of a face's corner count in: `f position/texture/normal`.
const LISTS: [(&str, (&str, &str)); 3] = [
    ("v", ("vertex", "vertices")),
    ("vt", ("texture coordinate", "texture coordinates")),
    ("vn", ("normal", "normals")),
];

impl<'s> Checker<'s> {
    fn new(source: &'s Source) -> Self {
        Self {
            problems: Problems::new(source),
            clean: Clean::default(),
            faces: Vec::new(),
            heading: String::new(),
            material_files: Vec::new(),
            material_names: BTreeMap::new(),
            unknown_keywords: BTreeSet::new(),
            counts: [0; 3],
            far_indices: Vec::new(),
        }
    }

    fn check(&mut self, line: &Line<'_>) {
        match line.keyword() {
            "v" => self.check_vertex(line),
            "vt" => self.counts[1] += 1,
            "vn" => self.counts[2] += 1,
            "f" => self.check_face(line),
            "o" | "g" => self.set_heading("o", line.rest()),
            "usemtl" => self.use_material(line),
            "mtllib" if line.rest().is_empty() => self.problems.warning(
                line.span(),
                "this line names no file of materials",
                "expected `mtllib NAME.mtl`",
                None,
            ),
            "mtllib" => self.material_files.push((line.rest(), line.rest_span())),
            keyword if keyword.is_empty() || IGNORED.contains(&keyword) => {}
            keyword => self.warn_of_unknown_keyword(keyword, line.keyword_span()),
        }
    }

    /// Each unknown keyword once: in a file of another format they stand on every line.
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
            // No material has this name, since it begins a comment.
            self.set_heading("usemtl", "#".to_owned());
            return;
        }
        self.material_names
            .entry(name.clone())
            .or_insert_with(|| line.rest_span());
        self.set_heading("usemtl", name);
    }

    /// Warns of names that are not among the materials. Without any materials, whatever is the
    /// reason has been reported.
    fn check_material_names(&mut self, materials: &[tobj::Material]) {
        let names = materials.iter().map(|material| material.name.as_str());
        let known: BTreeSet<&str> = names.clone().collect();
        if known.is_empty() {
            return;
        }
        for (name, span) in core::mem::take(&mut self.material_names) {
            if !known.contains(name.as_str()) {
                let message = format!("there is no material `{name}`");
                let label = "the faces below have no colour of their own";
                let help = did_you_mean(&name, names.clone());
                self.problems.warning(span, message, label, help);
            }
        }
    }

    fn set_heading(&mut self, keyword: &str, name: String) {
        writeln!(self.heading, "{keyword} {name}").expect("a String takes everything");
    }

    fn check_vertex(&mut self, line: &Line<'_>) {
        self.counts[0] += 1;
        let words: Vec<_> = line.arguments().collect();
        // Position; position and weight; position and colour; all of them.
        if !matches!(words.len(), 3 | 4 | 6 | 7) {
            let numbers = count(words.len(), "number", "numbers");
            let message = format!("this vertex has {numbers}");
            self.problems
                .error(line.span(), message, "expected three: `v x y z`", None);
            return;
        }
        self.clean.vertices.push('v');
        for (at, word) in words.iter().enumerate() {
            if parse_float(word.text).is_none() {
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
                self.problems.error(
                    word.span(),
                    message,
                    "expected a finite number, such as 1.5",
                    None,
                );
            } else if at < 3 {
                write!(self.clean.vertices, " {}", word.text).expect("a String takes everything");
            }
        }
        self.clean.vertices.push('\n');
    }

    fn check_face(&mut self, line: &Line<'_>) {
        let length = line.arguments().count();
        if !(3..=MOST_CORNERS).contains(&length) {
            let message = format!("this face has {}", count(length, "corner", "corners"));
            let label = if length < 3 {
                "expected three or more: `f 1 2 3`".to_owned()
            } else {
                format!("expected at most {MOST_CORNERS}: cut it into smaller faces")
            };
            self.problems.error(line.span(), message, label, None);
        }
        let corners: Vec<_> = line
            .arguments()
            .filter_map(|corner| self.check_corner(&corner))
            .collect();
        if corners.len() < length || length < 3 {
            return;
        }
        let heading = core::mem::take(&mut self.heading);
        self.faces.push(Face {
            corners,
            span: line.span(),
            heading,
        });
    }

    /// The vertex of a face's corner, from 0. Everything that is wrong with it is reported.
    fn check_corner(&mut self, corner: &Word<'_>) -> Option<usize> {
        const FORMS: &str = "expected `v`, `v/vt`, `v//vn` or `v/vt/vn`";
        let parts: Vec<_> = corner.split('/').collect();
        if parts.len() > 3 {
            let message = format!("corner `{}` has {} parts", corner.text, parts.len());
            self.problems.error(corner.span(), message, FORMS, None);
            return None;
        }
        if parts.first().is_none_or(|vertex| vertex.text.is_empty()) {
            let message = format!("corner `{}` names no vertex", corner.text);
            self.problems.error(corner.span(), message, FORMS, None);
            return None;
        }
        let mut indices = [Some(0); LISTS.len()];
        for (list, part) in parts.into_iter().enumerate() {
            // The texture index may be left out: `1//3`, and so may all but the first: `1//`.
            if !part.text.is_empty() {
                indices[list] = self.check_index(list, &part);
            }
        }
        let [vertex, texture, normal] = indices;
        vertex.filter(|_| texture.is_some() && normal.is_some())
    }

    /// The index `part` of a corner in a list, from 0.
    fn check_index(&mut self, list: usize, part: &Word<'_>) -> Option<usize> {
        let (keyword, things) = LISTS[list];
        let (known, span) = (self.counts[list], part.span());
        let Ok(index) = part.text.parse::<i64>() else {
            let digits = part.text.trim_start_matches(['-', '+']);
            let (found, expected) = if digits.bytes().all(|byte| byte.is_ascii_digit()) {
                ("is too large for an index", "expected a smaller number")
            } else {
                (
                    "is not an index",
                    "expected a whole number, such as 1 or -1",
                )
            };
            let message = format!("`{}` {found}", part.text);
            self.problems.error(span, message, expected, None);
            return None;
        };
        if index == 0 {
            let label = format!(
                "expected 1 for the first `{keyword}` of the file, -1 for the last one so far"
            );
            self.problems
                .error(span, "index 0: the OBJ format counts from 1", label, None);
            return None;
        }
        let magnitude = usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX);
        if index > 0 {
            if magnitude > known {
                self.far_indices.push((magnitude, list, span));
            }
            return Some(magnitude - 1);
        }
        if magnitude > known {
            let label = match known {
                0 => format!("no {} comes before this line", things.0),
                1 => format!("only 1 {} comes before this line", things.0),
                _ => format!("only {known} {} come before this line", things.1),
            };
            self.problems.error(
                span,
                format!("index {index} reaches before the first `{keyword}`"),
                label,
                None,
            );
            return None;
        }
        Some(known - magnitude)
    }

    fn check_far_indices(&mut self) {
        for (index, list, span) in core::mem::take(&mut self.far_indices) {
            let (keyword, things) = LISTS[list];
            let known = self.counts[list];
            if index > known {
                let label = format!("this file has {}", count(known, things.0, things.1));
                self.problems.error(
                    span,
                    format!("there is no `{keyword}` number {index}"),
                    label,
                    None,
                );
            }
        }
    }
}
