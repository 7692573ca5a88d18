//! Checks OBJ text line by line, with every problem's place, and writes the part that matters in a
//! form that tobj is sure to understand: vertices, faces with absolute indices, names and materials.

use core::ops::Range;
use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Line, lines, parse_float};
use super::obj_corners::Corners;
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
    checker.corners.check_far_indices(&mut checker.problems);
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
                text.push_str(&format!(" {}", corner + 1));
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
    corners: Corners,
}

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
            corners: Corners::default(),
        }
    }

    fn check(&mut self, line: &Line<'_>) {
        match line.keyword() {
            "v" => self.check_vertex(line),
            "vt" => self.corners.add_to(1),
            "vn" => self.corners.add_to(2),
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
        self.heading.push_str(&format!("{keyword} {name}\n"));
    }

    fn check_vertex(&mut self, line: &Line<'_>) {
        self.corners.add_to(0);
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
                self.clean.vertices.push(' ');
                self.clean.vertices.push_str(word.text);
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
            .filter_map(|corner| self.corners.check(&corner, &mut self.problems))
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
}
