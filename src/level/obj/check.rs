//! Reads OBJ text line by line, finds every problem with its place, reads what is only seen of the corners of faces, and
//! keeps from tobj what it would misread. `mod.rs` lets tobj read the rest, and makes triangles of it.

use core::cell::OnceCell;
use core::fmt::Write;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};

use super::corners::{Corner, Corners};
use super::faces::{Noted, is_face};
use super::lines::{Line, Word, for_each_line_where, parse_float};
use super::material_files::MAX_MATERIAL_FILES;
use super::models::{Indexed, SeenCorners};
use super::mtl::MtlMaterial;
use super::text::{BETWEEN_REPORTS, ObjText, Reader};
use crate::level::text::{Problems, Source, count, did_you_mean};
use crate::order::set_of;
use crate::parallel::Workers;

/// A material that no file has: the words of a name have one space between them.
const NO_MATERIAL: &str = "no  material";

/// The colour of a vertex that has none, where others have one.
const WHITE: &str = " 1 1 1";

/// How many bytes are checked before they are read. Smaller: more time is spent on sending; larger: reading waits longer.
const SENT_AT_ONCE: usize = 1 << 18;

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

/// An OBJ text that was checked.
pub(super) struct Checked<'s, R> {
    /// What was read of it, unless there is an error among the problems.
    pub read: Option<R>,
    /// Where the corners of each face end, among those of all faces. What was read does not tell one face from the next.
    pub corner_ends: Vec<u32>,
    /// What is only seen of the corners of all faces.
    pub seen: SeenCorners,
    /// The materials of all MTL files that the text names.
    pub materials: Vec<MtlMaterial>,
    pub problems: Problems<'s>,
}

/// What is sent from checking to reading.
enum Sent<'s> {
    Lines(ObjText<'s>),
    /// After all vertices: the files of materials with their places.
    DataEnd(Vec<(String, Range<usize>)>),
}

/// Checks the OBJ text of `source`, and calls `read` with what tobj can read of it, and with the materials, which are there before
/// the first face. A large text is read while later lines of it are checked. For the others see
/// [`read_mesh`](super::read_mesh).
pub(super) fn check<'s, R>(
    source: &'s Source,
    report: &mut dyn FnMut(usize),
    mut open_materials: impl FnMut(&str, Range<usize>) -> Vec<MtlMaterial>,
    read: impl Fn(&mut Reader<'s, '_>, &OnceCell<Vec<MtlMaterial>>) -> R,
) -> Checked<'s, R> {
    let length = source.text().len();
    let workers = match length > BETWEEN_REPORTS {
        true => Workers::All,
        false => Workers::Caller,
    };
    // Whether a vertex has a colour, so that all of them need one.
    let mut are_colored = false;
    loop {
        let mut checker = Checker::new(source, are_colored);
        let materials = OnceCell::<Vec<MtlMaterial>>::new();
        let is_untextured = AtomicBool::new(false);
        let mut report = |done: usize| report(done.min(length));
        let read = workers.pipe(
            |send| checker.check_all(&is_untextured, send),
            |next| {
                let mut next_lines = || match next()? {
                    Sent::Lines(lines) => Some(lines),
                    Sent::DataEnd(files) => {
                        let files = files.into_iter().take(MAX_MATERIAL_FILES);
                        let all = files.flat_map(|(name, span)| open_materials(&name, span));
                        let all = materials.get_or_init(|| all.collect());
                        // They are visible only on a texture.
                        let is_textured = all.iter().any(|material| material.texture.is_some());
                        is_untextured.store(!is_textured, Ordering::Relaxed);
                        let mut lines = ObjText::new(source.text());
                        // tobj knows only the materials that come before the faces. It gets all of them here.
                        lines.write(format_args!("mtllib materials"));
                        Some(lines)
                    }
                };
                let nothing = ObjText::new(source.text());
                let result = read(
                    &mut Reader::new(nothing, &mut next_lines, &mut report),
                    &materials,
                );
                // Where reading ends early, the materials still have problems to report.
                while next_lines().is_some() {}
                result
            },
        );
        if checker.colors_came_late {
            are_colored = true;
            continue;
        }
        let materials = materials.into_inner().unwrap_or_default();
        checker.check_material_names(&materials);
        checker.report_counted();
        let problems = checker.problems;
        return Checked {
            read: Some(read).filter(|_| !problems.has_errors()),
            corner_ends: checker.corner_ends,
            seen: SeenCorners {
                tex_coords: checker.tex_coords,
                normals: checker.normals,
            },
            materials,
            problems,
        };
    }
}

/// Reads an OBJ text line by line.
struct Checker<'s> {
    problems: Problems<'s>,
    /// Vertices; all other lines that tobj reads.
    data: ObjText<'s>,
    text: ObjText<'s>,
    /// Where the corners of each face so far end, among those of all faces.
    corner_ends: Vec<u32>,
    tex_coords: Indexed<Vec2>,
    normals: Indexed<Vec3>,
    /// Whether a vertex has a colour; then each has one.
    is_colored: bool,
    /// Whether vertices were sent without a colour, and a later one has one.
    colors_came_late: bool,
    has_sent_data: bool,
    material_files: Vec<(String, Range<usize>)>,
    /// Every used material, with its first place.
    material_names: BTreeMap<String, Range<usize>>,
    unknown_keywords: BTreeSet<String>,
    corners: Corners,
    without_corners: Noted,
    long_vertices: Noted,
}

impl<'s> Checker<'s> {
    fn new(source: &'s Source, is_colored: bool) -> Self {
        let [data, text] = [(); 2].map(|()| ObjText::new(source.text()));
        Self {
            problems: Problems::new(source),
            data,
            text,
            corner_ends: Vec::new(),
            tex_coords: Indexed::default(),
            normals: Indexed::default(),
            is_colored,
            colors_came_late: false,
            has_sent_data: false,
            material_files: Vec::new(),
            material_names: BTreeMap::new(),
            unknown_keywords: BTreeSet::new(),
            corners: Corners::default(),
            without_corners: Noted::default(),
            long_vertices: Noted::default(),
        }
    }

    /// Checks all lines, and sends those that tobj reads. A large mesh needs the memory of texture coordinates, which are
    /// forgotten as soon as it `is_untextured`.
    fn check_all(&mut self, is_untextured: &AtomicBool, send: &mut dyn FnMut(Sent<'s>)) {
        // Vertices first, since a face may come before its vertices.
        self.check_where(
            &[],
            |letter| matches!(letter, b'v' | b'm'),
            Self::check_data,
            &mut |checker| {
                checker.has_sent_data = true;
                send(Sent::Lines(checker.taken(|checker| &mut checker.data)));
            },
        );
        if self.colors_came_late {
            return;
        }
        send(Sent::DataEnd(core::mem::take(&mut self.material_files)));
        let known = self.corners.blocks();
        self.check_where(
            &known,
            |letter| !matches!(letter, b'v' | b'#' | b'\n'),
            Self::check_other,
            &mut |checker| {
                if is_untextured.load(Ordering::Relaxed) {
                    checker.tex_coords = Indexed::default();
                }
                send(Sent::Lines(checker.taken(|checker| &mut checker.text)));
            },
        );
    }

    /// Checks the lines with such first letters that are not `known`, and sends now and then what was made of them, unless
    /// there is an error.
    fn check_where(
        &mut self,
        known: &[Range<usize>],
        is_wanted: impl Fn(u8) -> bool,
        check: impl Fn(&mut Self, &Line<'s>),
        send: &mut dyn FnMut(&mut Self),
    ) {
        let mut sent = 0;
        let mut send_checked = |checker: &mut Self| {
            if !checker.problems.has_errors() && !checker.colors_came_late {
                send(checker);
            }
        };
        for_each_line_where(self.problems.source().text(), known, is_wanted, |line| {
            check(self, line);
            if line.end - sent >= SENT_AT_ONCE {
                sent = line.end;
                send_checked(self);
            }
        });
        send_checked(self);
    }

    /// Takes one of the lists of lines.
    fn taken(&mut self, list: impl Fn(&mut Self) -> &mut ObjText<'s>) -> ObjText<'s> {
        let empty = ObjText::new(self.problems.source().text());
        core::mem::replace(list(self), empty)
    }

    /// Reports what was only counted.
    fn report_counted(&mut self) {
        let problems = &mut self.problems;
        let faces = ("face", "faces");
        let problem = "with fewer than three corners: dropped";
        let label = "expected three or more: `f 1 2 3`";
        core::mem::take(&mut self.without_corners).report(problems, faces, problem, label, None);
        let vertices = ("vertex", "vertices");
        let problem = "with too many numbers: only the first three are used";
        let label = "expected three: `v x y z`, or six with a colour";
        core::mem::take(&mut self.long_vertices).report(problems, vertices, problem, label, None);
        core::mem::take(&mut self.corners).report(problems);
    }

    /// A line of vertices, texture coordinates or normals, or one that names materials, which are needed first.
    fn check_data(&mut self, line: &Line<'s>) {
        match line.keyword() {
            "v" => {
                self.corners.add_to(0, line);
                self.check_vertex(line);
            }
            "vt" => {
                self.corners.add_to(1, line);
                self.tex_coords.values.push(numbers(line).into());
                self.data.leave_out(line.end - line.start);
            }
            "vn" => {
                self.corners.add_to(2, line);
                self.normals.values.push(numbers(line).into());
                self.data.leave_out(line.end - line.start);
            }
            keyword if keyword.starts_with('v') => self.check_keyword(line),
            "mtllib" if line.rest().is_empty() => self.problems.warning(
                line.span(),
                "this line names no file of materials",
                "expected `mtllib NAME.mtl`",
                None,
            ),
            "mtllib" => self.add_material_file(line),
            // Joined with the next line, or another one.
            _ => {}
        }
    }

    /// Any other line.
    fn check_other(&mut self, line: &Line<'s>) {
        match line.keyword() {
            "f" => self.check_face(line),
            keyword @ ("o" | "g") => {
                let name = line.rest();
                self.text.write(format_args!("{keyword} {name}"));
            }
            "usemtl" => self.use_material(line),
            keyword if keyword == "mtllib" || keyword.starts_with('v') => {}
            _ => self.check_keyword(line),
        }
    }

    /// Each file of materials is read once, up to a limit.
    fn add_material_file(&mut self, line: &Line<'_>) {
        let (name, span) = (line.rest(), line.rest_span());
        let known = &self.material_files;
        if known.len() > MAX_MATERIAL_FILES || known.iter().any(|(other, _)| *other == name) {
            return;
        }
        if known.len() == MAX_MATERIAL_FILES {
            let message = "this file of materials is ignored, and so are those below";
            let label = format!("expected at most {MAX_MATERIAL_FILES} such files");
            self.problems.warning(span.clone(), message, label, None);
        }
        self.material_files.push((name, span));
    }

    /// Reports each unknown keyword once, because a file of another format has one on every line.
    fn check_keyword(&mut self, line: &Line<'_>) {
        let keyword = line.keyword();
        let is_known = keyword.is_empty() || IGNORED.contains(&keyword);
        if !is_known && self.unknown_keywords.insert(keyword.to_owned()) {
            self.problems.warning(
                line.keyword_span(),
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
            self.text.write(format_args!("usemtl {NO_MATERIAL}"));
            return;
        }
        self.text.write(format_args!("usemtl {name}"));
        self.material_names
            .entry(name)
            .or_insert_with(|| line.rest_span());
    }

    /// Warns of unknown materials. If there are none at all, the reason is reported already.
    fn check_material_names(&mut self, materials: &[MtlMaterial]) {
        let names = materials.iter().map(|material| material.name.as_str());
        let known: BTreeSet<&str> = set_of(names.clone());
        if known.is_empty() {
            return;
        }
        for (name, span) in core::mem::take(&mut self.material_names) {
            if !known.contains(name.as_str()) {
                let message = format!("there is no material `{name}`");
                let label = "the faces below have no colour";
                let is_shown = !self.problems.is_full_of_warnings();
                let help = is_shown.then(|| did_you_mean(&name, names.clone()));
                let help = help.flatten();
                self.problems.warning(span, message, label, help);
            }
        }
    }

    fn check_vertex(&mut self, line: &Line<'s>) {
        let words = line.arguments();
        let [x, y, z, others @ ..] = words else {
            let numbers = count(words.len(), "number", "numbers");
            let message = format!("this vertex has {numbers}");
            self.problems
                .error(line.span(), message, "expected three: `v x y z`", None);
            return;
        };
        for word in [x, y, z] {
            if parse_float(word.text).is_none() {
                self.refuse_number(word);
            }
        }
        // A weight, a colour, or both.
        if !matches!(others.len(), 0 | 1 | 3 | 4) {
            self.long_vertices.add(line.start);
        }
        let color = match others {
            [r, g, b] | [_, r, g, b] => Some([r, g, b].map(|word| word.text)),
            _ => None,
        };
        let is_number = |word: &&str| parse_float(word).is_some();
        let color = color.filter(|words| words.iter().all(is_number));
        if color.is_some() && !self.is_colored {
            self.is_colored = true;
            self.colors_came_late = self.has_sent_data;
            self.data.extend_lines("v", WHITE);
        }
        let is_as_read = match color {
            Some(_) => others.len() == 3,
            None => others.is_empty() && !self.is_colored,
        };
        if is_as_read && line.is_plain {
            return self.data.keep(line.start..line.end);
        }
        // tobj would divide by the weight, which is for curves.
        let [x, y, z] = [x, y, z].map(|word| word.text);
        match color {
            Some([r, g, b]) => self.data.write(format_args!("v {x} {y} {z} {r} {g} {b}")),
            None if self.is_colored => self.data.write(format_args!("v {x} {y} {z}{WHITE}")),
            None => self.data.write(format_args!("v {x} {y} {z}")),
        }
    }

    fn refuse_number(&mut self, word: &Word<'_>) {
        let too_large = word
            .text
            .parse::<f64>()
            .is_ok_and(|number| !number.is_nan());
        let found = match word.text.contains(|c: char| c.is_ascii_digit()) {
            true if too_large => "does not fit into 32 bits",
            false if too_large => "is not finite",
            _ => "is not a number",
        };
        let message = format!("`{}` {found}", word.text);
        let label = "expected a finite number, such as 1.5";
        self.problems.error(word.span(), message, label, None);
    }

    fn check_face(&mut self, line: &Line<'s>) {
        let words = line.arguments();
        let mut are_as_written = true;
        self.corners.begin_face(line);
        for word in words {
            let corner = self.corners.check(word, &mut self.problems);
            are_as_written &= corner == Some(Corner::AsWritten);
        }
        if !is_face(line) {
            self.without_corners.add(line.start);
            return;
        }
        let before = self.corner_ends.last().map_or(0, |end| *end as usize);
        if let Some(numbers) = self.corners.of_face(1) {
            self.tex_coords.add_face(numbers, before);
        }
        if let Some(numbers) = self.corners.of_face(2) {
            self.normals.add_face(numbers, before);
        }
        self.corner_ends.push((before + words.len()) as u32);
        let length = line.end - line.start;
        if are_as_written {
            let vertices = words
                .iter()
                .map(|word| word.text.split(['/']).next().unwrap_or_default());
            self.text.write_face(vertices, length);
        } else {
            let mut vertices = String::new();
            for number in self.corners.of_face(0).into_iter().flatten() {
                // Writing to a text in memory cannot fail.
                let _ = write!(vertices, " {number}");
            }
            let vertices = vertices.split_ascii_whitespace();
            self.text.write_face(vertices, length);
        }
    }
}

/// The first `N` numbers of a line. Those that are missing or no numbers are 0, so that the next lines keep their numbers.
fn numbers<const N: usize>(line: &Line<'_>) -> [f32; N] {
    let mut words = line.arguments().iter();
    [(); N].map(|()| {
        let number = words.next().and_then(|word| parse_float(word.text));
        number.unwrap_or(0.0)
    })
}
