//! The corners of faces in an OBJ text: `position/texture/normal`, each an index into its list.

use core::ops::Range;

use super::lines::Word;
use super::problems::Problems;
use super::words::count;

/// The lists that a face's corner indexes: `f position/texture/normal`.
const LISTS: [(&str, (&str, &str)); 3] = [
    ("v", ("vertex", "vertices")),
    ("vt", ("texture coordinate", "texture coordinates")),
    ("vn", ("normal", "normals")),
];

/// The lengths of the lists so far, and the indices to check at the end.
#[derive(Default)]
pub(super) struct Corners {
    /// How many `v`, `vt` and `vn` lines were read.
    counts: [usize; LISTS.len()],
    /// Positive indices that the end of the file must check: the index from 1, its list, and its place.
    far_indices: Vec<(usize, usize, Range<usize>)>,
}

impl Corners {
    /// One more entry in a list: 0 for `v`, 1 for `vt`, 2 for `vn`.
    pub fn add_to(&mut self, list: usize) {
        self.counts[list] += 1;
    }

    /// The vertex of a face's corner, from 0. Reports all its problems.
    pub fn check(&mut self, corner: &Word<'_>, problems: &mut Problems<'_>) -> Option<u32> {
        const FORMS: &str = "expected `v`, `v/vt`, `v//vn` or `v/vt/vn`";
        let parts = 1 + corner.text.bytes().filter(|byte| *byte == b'/').count();
        if parts > LISTS.len() {
            let message = format!("corner `{}` has {parts} parts", corner.text);
            problems.error(corner.span(), message, FORMS, None);
            return None;
        }
        if corner.text.is_empty() || corner.text.starts_with('/') {
            let message = format!("corner `{}` names no vertex", corner.text);
            problems.error(corner.span(), message, FORMS, None);
            return None;
        }
        let mut indices = [Some(0); LISTS.len()];
        for (list, part) in corner.split('/').enumerate() {
            // Only the first index is required: `1//3`, `1//`.
            if !part.text.is_empty() {
                indices[list] = self.check_index(list, &part, problems);
            }
        }
        let [vertex, texture, normal] = indices;
        let vertex = vertex.filter(|_| texture.is_some() && normal.is_some())?;
        // An index beyond 32 bits is beyond the end of the file, where it is reported.
        Some(u32::try_from(vertex).unwrap_or(u32::MAX))
    }

    /// The index `part` of a corner in a list, from 0.
    fn check_index(
        &mut self,
        list: usize,
        part: &Word<'_>,
        problems: &mut Problems<'_>,
    ) -> Option<usize> {
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
            problems.error(span, message, expected, None);
            return None;
        };
        if index == 0 {
            let label = format!(
                "expected 1 for the first `{keyword}` of the file, -1 for the last one so far"
            );
            problems.error(span, "index 0: the OBJ format counts from 1", label, None);
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
            problems.error(
                span,
                format!("index {index} reaches before the first `{keyword}`"),
                label,
                None,
            );
            return None;
        }
        Some(known - magnitude)
    }

    /// Reports the indices beyond the end of their list, at the end of the file.
    pub fn check_far_indices(&mut self, problems: &mut Problems<'_>) {
        for (index, list, span) in core::mem::take(&mut self.far_indices) {
            let (keyword, things) = LISTS[list];
            let known = self.counts[list];
            if index > known {
                let label = format!("this file has {}", count(known, things.0, things.1));
                problems.error(
                    span,
                    format!("there is no `{keyword}` number {index}"),
                    label,
                    None,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::obj::read_mesh;
    use super::super::source::Source;
    use crate::test_support::places_and_messages;

    /// Three corners and one more, and one of everything else.
    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    /// Places and messages of a text that has problems.
    fn bad(text: &str) -> Vec<String> {
        let source = Source::new("a.obj", text.into()).unwrap();
        let (mesh, problems) = read_mesh(&source, false, &mut |_, _| (), |_, _| Vec::new());
        assert!(mesh.is_none(), "{text:?} was read");
        places_and_messages(&problems)
    }

    #[test]
    fn indices_out_of_range_are_reported_with_their_place() {
        let with = |face: &str| bad(&format!("{SQUARE}vt 0 0\nvn 0 0 1\n{face}"));
        assert_eq!(
            with("f 0 1 2"),
            ["a.obj:7:3: index 0: the OBJ format counts from 1"]
        );
        assert_eq!(with("f 1 2 5"), ["a.obj:7:7: there is no `v` number 5"]);
        assert_eq!(
            with("f 1 -5 2"),
            ["a.obj:7:5: index -5 reaches before the first `v`"]
        );
        assert_eq!(
            with("f 1/2 2/1 3/1"),
            ["a.obj:7:5: there is no `vt` number 2"]
        );
        assert_eq!(
            with("f 1/-5 2/1 3/1"),
            ["a.obj:7:5: index -5 reaches before the first `vt`"]
        );
        assert_eq!(
            with("f 1//-5 2//1 3//1"),
            ["a.obj:7:6: index -5 reaches before the first `vn`"]
        );
        assert_eq!(
            with("f 1//9 2//1 3//1"),
            ["a.obj:7:6: there is no `vn` number 9"]
        );
        assert_eq!(
            with("f 1 2 99999999999999999999"),
            ["a.obj:7:7: `99999999999999999999` is too large for an index"]
        );
        assert_eq!(with("f 1 2 9223372036854775807").len(), 1);
        assert_eq!(with("f 1 2 -9223372036854775808").len(), 1);
        assert_eq!(with("f 1 2 3.0"), ["a.obj:7:7: `3.0` is not an index"]);
        assert_eq!(
            with("f 1/1/1/1 2 3"),
            ["a.obj:7:3: corner `1/1/1/1` has 4 parts"]
        );
        assert_eq!(with("f /1 2 3"), ["a.obj:7:3: corner `/1` names no vertex"]);
    }

    #[test]
    fn every_bad_index_of_a_face_is_reported() {
        assert_eq!(
            bad(&format!("{SQUARE}f 0 x/-1 1/2 2 7")),
            [
                "a.obj:5:3: index 0: the OBJ format counts from 1",
                "a.obj:5:5: `x` is not an index",
                "a.obj:5:7: index -1 reaches before the first `vt`",
                "a.obj:5:12: there is no `vt` number 2",
                "a.obj:5:16: there is no `v` number 7",
            ]
        );
    }
}
