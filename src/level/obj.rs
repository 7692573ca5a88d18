//! Meshes from OBJ text.
//!
//! `obj_check.rs` reads the text line by line and reports every problem with its place. Here, faces are cut
//! into triangles, and those without an area are dropped. The tests compare both with the crate tobj, which
//! knows no places, lets `nan` through, takes polylines for faces, and panics on some texts.

use core::ops::Range;
use std::collections::BTreeMap;

use super::mesh::{Mesh, MeshPart};
use super::mtl::Material;
use super::obj_check::{BETWEEN_REPORTS, Checked, Group, check};
use super::obj_faces::FaceCutter;
use super::obj_parts::parts;
use super::source::Source;
use super::{Diagnostic, LoadStage};
use crate::geometry::Aabb;
use crate::parallel::Workers;

/// Reads the OBJ text of `source`. Of duplicate triangles one is kept, whichever way it faces, unless
/// `one_sided` collision distinguishes the sides. `report` receives the number of bytes read, now and then; of a text for which it does, also
/// that cutting begins.
/// `open_materials` returns the materials of an MTL file, by its name and the span of the line that names it.
pub(super) fn read_mesh(
    source: &Source,
    one_sided: bool,
    report: &mut dyn FnMut(LoadStage, usize),
    open_materials: impl FnMut(&str, Range<usize>) -> Vec<Material>,
) -> (Option<Mesh>, Vec<Diagnostic>) {
    let read = &mut |done| report(LoadStage::Read, done);
    let mut checked = check(source, read, open_materials);
    let mesh = if checked.problems.has_errors() {
        None
    } else {
        if source.text().len() > BETWEEN_REPORTS {
            report(LoadStage::Cut, 0);
        }
        build(&mut checked, one_sided)
    };
    (mesh, checked.problems.finish())
}

/// Cuts the faces of a text without errors into triangles.
fn build(checked: &mut Checked<'_>, one_sided: bool) -> Option<Mesh> {
    let Checked {
        vertices,
        corners,
        faces,
        groups,
        materials,
        problems,
    } = checked;
    // Of materials with the same name, the last counts.
    let colors: BTreeMap<&str, Option<[f32; 3]>> = materials
        .iter()
        .map(|material| (material.name.as_str(), material.color))
        .collect();
    let color_of = |group: &Group| *colors.get(group.material.as_deref()?)?;

    let pieces = Workers::All.map_pieces(faces, |first, piece| {
        let before = first.checked_sub(1).map(|last| faces[last].corners_end);
        let mut corners_start = before.unwrap_or_default();
        let mut cutter = FaceCutter::new(piece.len());
        for (face, number) in piece.iter().zip(first..) {
            let indices = &corners[corners_start..face.corners_end];
            corners_start = face.corners_end;
            let corners = indices.iter().map(|index| vertices[*index as usize]);
            cutter.cut(corners, number, face.line_start);
        }
        cutter.finish()
    });
    // A large mesh needs the memory.
    (*vertices, *corners) = (Vec::new(), Vec::new());
    let (parts, defects) = parts(pieces, faces, groups, color_of, one_sided);
    defects.report(problems);

    let Some(bounds) = bounds_of(&parts) else {
        let label = "expected at least one face `f` with an area";
        problems.error(0..0, "this mesh has no usable triangle", label, None);
        return None;
    };
    Some(Mesh { parts, bounds })
}

/// The smallest box around all triangles of `parts`.
fn bounds_of(parts: &[MeshPart]) -> Option<Aabb> {
    let ends = parts.iter().flat_map(|part| {
        let ends = Workers::All.map_pieces(&part.triangles, |_, piece| {
            let corners = piece.as_flattened().iter();
            Aabb::from_points(corners.map(|corner| corner.as_dvec3()))
        });
        ends.into_iter().flatten()
    });
    Aabb::from_points(ends.flat_map(|bounds| [bounds.min(), bounds.max()]))
}

#[cfg(test)]
mod tests {
    use core::fmt::Write;

    use glam::Vec3;

    use super::super::Severity;
    use super::super::obj_check::MOST_CORNERS;
    use super::super::problems::MOST_PROBLEMS;
    use super::super::triangulate::MOST_VISITS;
    use super::*;
    use crate::test_support::places_and_messages;

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    fn read(text: &str) -> (Option<Mesh>, Vec<Diagnostic>) {
        let source = Source::new("a.obj", text.into()).unwrap();
        read_mesh(&source, false, &mut |_, _| (), |_, _| Vec::new())
    }

    /// The mesh of a text that has no problem at all.
    fn good(text: &str) -> Mesh {
        let (mesh, problems) = read(text);
        assert_eq!(problems, []);
        mesh.unwrap()
    }

    /// All triangles of a text that has no problem at all.
    fn triangles(text: &str) -> Vec<[Vec3; 3]> {
        good(text)
            .parts
            .into_iter()
            .flat_map(|part| part.triangles)
            .collect()
    }

    /// Places and messages of a text that has problems.
    fn bad(text: &str) -> Vec<String> {
        let (mesh, problems) = read(text);
        assert!(mesh.is_none(), "{text:?} was read");
        places_and_messages(&problems)
    }

    #[test]
    fn every_notation_of_a_corner_means_the_same() {
        let expected = [[Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0)]];
        for face in [
            "f 1 2 3",
            "f 1/1 2/1 3/1",
            "f 1//1 2//1 3//1",
            "f 1/1/1 2/1/1 3/1/1",
            "f -4 -3 -2",
            "f 1/-1 2/-1 3/-1",
            "f 1/ 2/ 3/",
            "f 1// 2// 3//",
            "f\t1  2 3  # front",
            "f 1 2 \\\n 3",
            "f 1 2 3\r",
            "usemtl none\nf 1 2 3",
            "s off\ng a\no b\nf 1 2 3",
        ] {
            let text = format!("# made by hand\n{SQUARE}vt 0 0\nvn 0 0 1\n{face}\n");
            assert_eq!(triangles(&text), expected, "{face}");
        }
    }

    #[test]
    fn extra_numbers_of_a_vertex_are_ignored() {
        for rest in [
            "",
            " 1.0",
            " 0.5",
            " 0.1 0.2 0.3",
            " 1 0.1 0.2 0.3",
            " # corner",
        ] {
            let text =
                format!("\u{feff}v 0 0 0{rest}\nv 1 0 0{rest}\nv +.5 1e0 -0.{rest}\nf 1 2 3");
            assert_eq!(triangles(&text)[0][2], Vec3::new(0.5, 1.0, 0.0), "{rest}");
        }
    }

    #[test]
    fn a_face_may_come_before_its_vertices() {
        assert_eq!(triangles(&format!("f 1 2 3\n{SQUARE}")).len(), 1);
    }

    #[test]
    fn lines_and_points_are_not_faces() {
        assert_eq!(
            triangles(&format!("{SQUARE}l 1 2 3 4\np 1 2 3\nf 1 2 3")).len(),
            1
        );
    }

    #[test]
    fn faces_keep_the_order_of_the_file_over_all_its_parts() {
        let mesh = good(&format!(
            "{SQUARE}v 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\no one\nusemtl a\nf 1 2 3 4\nf 1 2 5\no two\nf 8 7 6 5\nusemtl b\nf 2 3 6\n"
        ));
        let names: Vec<_> = mesh.parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names.first(), Some(&"one"));
        assert_eq!(
            mesh.parts
                .iter()
                .map(|part| part.triangles.len())
                .sum::<usize>(),
            6
        );
        let last = mesh.parts.last().unwrap().triangles.last().unwrap();
        assert_eq!(
            *last,
            [Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, 0.0, 1.0)]
        );
    }

    /// Every triangle with the name and colour of its part, as tobj reads the text.
    fn as_tobj_reads(text: &str, materials: &[Material]) -> Vec<(String, Color, [Vec3; 3])> {
        let (models, _) =
            tobj::load_obj_buf(&mut text.as_bytes(), &tobj::LoadOptions::default(), |_| {
                Ok((
                    Vec::new(),
                    (0..materials.len())
                        .map(|at| (materials[at].name.clone(), at))
                        .collect(),
                ))
            })
            .unwrap();
        let mut all = Vec::new();
        for tobj::Model { mesh, name } in models {
            let color = mesh.material_id.and_then(|id| materials[id].color);
            let corner = |index: u32| Vec3::from_slice(&mesh.positions[3 * index as usize..]);
            for face in mesh.indices.chunks_exact(3) {
                all.push((name.clone(), color, [face[0], face[1], face[2]].map(corner)));
            }
        }
        all
    }

    type Color = Option<[f32; 3]>;

    #[test]
    fn tobj_reads_the_same_triangles_names_and_colours() {
        let materials = ["red", "blue", "plain"].map(|name| Material {
            name: name.into(),
            color: (name != "plain").then_some([name.len() as f32 / 8.0, 0.5, 0.0]),
        });
        for seed in 0..300 {
            let mut random = crate::test_support::Random::new(seed);
            let mut text = String::from("mtllib a.mtl\nvt 0 0\nvn 0 1 0\n");
            let mut vertices = 0_usize;
            for _ in 0..40 {
                match random.below(8) {
                    0 => writeln!(
                        text,
                        "{} part {}",
                        ["o", "g"][random.below(2)],
                        random.below(3)
                    ),
                    1 => writeln!(
                        text,
                        "usemtl {}",
                        ["red", "blue", "plain", "none"][random.below(4)]
                    ),
                    _ => {
                        // Three corners of their own, not in one line.
                        let at = vertices as f64 / 64.0;
                        writeln!(text, "v {at} 0 -1.5e-1\nv {at} 1 {at}\nv -7 {at} 9.25").unwrap();
                        vertices += 3;
                        let corner = |list: &str, back: usize| match list {
                            "v" => format!("{}", vertices - back),
                            "back" => format!("-{}/-1/-1", 1 + back),
                            "vn" => format!("{}//1", vertices - back),
                            _ => format!("{}/1", vertices - back),
                        };
                        let form = ["v", "back", "vn", "vt"][random.below(4)];
                        let [a, b, c] = [2, 1, 0].map(|back| corner(form, back));
                        writeln!(text, "f {a} {b} {c}")
                    }
                }
                .unwrap();
            }
            let source = Source::new("a.obj", text.clone().into()).unwrap();
            let (mesh, _) = read_mesh(&source, false, &mut |_, _| (), |_, _| materials.to_vec());
            let mut ours = Vec::new();
            for part in mesh.unwrap().parts {
                let all = part.triangles.iter();
                ours.extend(all.map(|triangle| (part.name.clone(), part.color, *triangle)));
            }
            assert_eq!(
                ours,
                as_tobj_reads(&text, &materials),
                "seed {seed}:\n{text}"
            );
        }
    }

    #[test]
    fn faces_and_vertices_with_too_few_numbers_are_reported() {
        assert_eq!(
            bad(&format!("{SQUARE}f 1 2")),
            ["a.obj:5:1: this face has 2 corners"]
        );
        assert_eq!(
            bad(&format!("{SQUARE}f")),
            ["a.obj:5:1: this face has 0 corners"]
        );
        assert_eq!(bad("v 0 0"), ["a.obj:1:1: this vertex has 2 numbers"]);
        assert_eq!(bad("v 0 0 0 0 0"), ["a.obj:1:1: this vertex has 5 numbers"]);
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        for number in [
            "nan",
            "inf",
            "-infinity",
            "1e999",
            "1e39",
            "0x1",
            "1,5",
            "--1",
        ] {
            let problems = bad(&format!("{SQUARE}v 0 {number} 0\nf 1 2 3"));
            assert_eq!(problems.len(), 1, "{number}");
            assert!(
                problems[0].starts_with("a.obj:5:5: "),
                "{number}: {}",
                problems[0]
            );
        }
    }

    #[test]
    fn one_run_finds_all_problems_and_counts_very_many() {
        let (_, problems) = read("v 1\nv 2\nf 1 2 9\nf 0 1 2");
        let lines: Vec<_> = problems
            .iter()
            .map(|p| p.place.as_ref().unwrap().line)
            .collect();
        assert_eq!(
            lines,
            [1, 2, 4, 3],
            "far indices are known at the end of the file only"
        );
        let (_, problems) = read(&"v 1\n".repeat(1000));
        assert_eq!(problems.len(), MOST_PROBLEMS + 1);
        assert_eq!(
            problems.last().unwrap().message,
            "950 more errors, not shown"
        );
    }

    #[test]
    fn warnings_never_hide_an_error() {
        let mut text = String::new();
        for number in 0..2 * MOST_PROBLEMS {
            writeln!(text, "unknown{number}").unwrap();
        }
        let problems = bad(&format!("{text}{SQUARE}f 0 1 2\nf 1 2 3"));
        assert_eq!(
            problems[0],
            "a.obj:105:3: index 0: the OBJ format counts from 1"
        );
        assert_eq!(problems.len(), 1 + MOST_PROBLEMS + 1);
    }

    #[test]
    fn a_missing_material_or_name_is_a_warning() {
        let text = format!("mtllib a.mtl\nusemtl bricks\n{SQUARE}f 1 2 3\nusemtl\nf 3 4 1");
        let source = Source::new("a.obj", text.into()).unwrap();
        let (mesh, problems) = read_mesh(&source, false, &mut |_, _| (), |_, _| {
            vec![Material {
                name: "brick".into(),
                color: Some([1.0; 3]),
            }]
        });
        let colors: Vec<_> = mesh.unwrap().parts.iter().map(|part| part.color).collect();
        assert_eq!(colors, [None]);
        let places: Vec<_> = problems.iter().map(Diagnostic::location).collect();
        assert_eq!(places, ["a.obj:8:1", "a.obj:2:8"]);
        assert_eq!(problems[1].help.as_deref(), Some("did you mean `brick`?"));
    }

    #[test]
    fn a_text_without_a_usable_triangle_is_refused() {
        for text in [
            "",
            "v 0 0 0",
            SQUARE,
            &format!("{SQUARE}f 1 1 1"),
            &format!("{SQUARE}f 1 2 1"),
        ] {
            let problems = bad(text);
            assert!(
                problems[0].ends_with("this mesh has no usable triangle"),
                "{problems:?}"
            );
        }
    }

    #[test]
    fn faces_without_an_area_are_dropped_and_counted() {
        let (mesh, problems) = read(&format!(
            "{SQUARE}v 2 0 0\nf 1 2 3\nf 1 2 5\nf 3 3 3\nf 2 2 3 4"
        ));
        assert_eq!(mesh.unwrap().parts[0].triangles.len(), 2);
        assert_eq!(problems.len(), 1);
        assert!(
            problems[0].message.starts_with("2 faces without an area"),
            "{}",
            problems[0]
        );
        assert_eq!(problems[0].place.as_ref().unwrap().line, 7);
    }

    #[test]
    fn a_face_has_a_greatest_number_of_corners() {
        // A saw: teeth upwards along the x axis, closed by two corners below.
        let with_corners = |corners: usize| {
            let mut text = String::new();
            for corner in 0..corners - 2 {
                writeln!(text, "v {corner} {} 0", corner % 2).unwrap();
            }
            write!(text, "v {corners} -1 0\nv -1 -1 0\nf").unwrap();
            for corner in (1..=corners).rev() {
                write!(text, " {corner}").unwrap();
            }
            text
        };
        assert_eq!(
            triangles(&with_corners(MOST_CORNERS)).len(),
            MOST_CORNERS - 2
        );
        assert_eq!(
            bad(&with_corners(MOST_CORNERS + 1)),
            ["a.obj:1002:1: this face has 1001 corners"]
        );
    }

    #[test]
    fn a_face_that_passes_one_point_too_often_is_dropped_with_its_place() {
        let knot = " 1 2 1 3".repeat(MOST_VISITS);
        let (mesh, problems) = read(&format!("{SQUARE}f{knot}\nf 1 2 3"));
        assert_eq!(mesh.unwrap().parts[0].triangles.len(), 1);
        let [problem] = &problems[..] else {
            panic!("{problems:?}")
        };
        assert_eq!(problem.severity, Severity::Warning);
        assert_eq!(problem.location(), "a.obj:5:1");
        assert_eq!(
            problem.message,
            "1 face whose outline passes one point more than 64 times: dropped"
        );
    }

    #[test]
    fn an_unknown_keyword_is_a_warning() {
        let (mesh, problems) = read(&format!("{SQUARE}vertex 1 2 3\nf 1 2 3"));
        assert!(mesh.is_some());
        assert_eq!(problems[0].severity, Severity::Warning);
        assert_eq!(problems[0].location(), "a.obj:5:1");
    }

    #[test]
    fn no_corruption_of_a_text_makes_it_panic() {
        let text = format!(
            "# cube\nmtllib a.mtl\no a\n{SQUARE}vt 0 0\nvn 0 0 1\nusemtl b\nf 1/1/1 2/1/1 3/1/1 4/1/1\nf -1 -2 -3\n"
        );
        let mut random = crate::test_support::Random::new(7);
        let mut pick = |limit: usize| random.below(limit);
        let alphabet: Vec<char> = "0123456789-+./\\ \nvftnlopse#\tée".chars().collect();
        for _ in 0..5000 {
            let mut characters: Vec<char> = text.chars().collect();
            for _ in 0..1 + pick(6) {
                let at = pick(characters.len());
                match pick(3) {
                    0 => drop(characters.remove(at)),
                    1 => characters.insert(at, alphabet[pick(alphabet.len())]),
                    _ => characters[at] = alphabet[pick(alphabet.len())],
                }
            }
            let corrupted: String = characters.into_iter().collect();
            let (mesh, problems) = read(&corrupted);
            assert!(
                mesh.is_some() || problems.iter().any(|p| p.place.is_some()),
                "{corrupted:?}"
            );
        }
    }
}
