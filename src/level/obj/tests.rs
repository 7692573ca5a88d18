//! OBJ texts are read as tobj reads them, with every problem in its place.

use core::fmt::Write;

use glam::Vec3;

use super::*;
use crate::level::meshes::{MAX_CORNERS, MAX_VISITS};
use crate::level::text::{MAX_PROBLEMS, Severity};
use crate::test_support::{places_and_messages, with_threads};

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

fn read(text: &str) -> (Option<Mesh>, Vec<Diagnostic>) {
    let source = Source::new("a.obj", text.into()).unwrap();
    let ReadMesh { mesh, problems, .. } =
        read_mesh(&source, false, &mut |_, _| (), |_, _| Vec::new());
    (mesh.and_then(CutMesh::finish), problems)
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
        let text = format!("\u{feff}v 0 0 0{rest}\nv 1 0 0{rest}\nv +.5 1e0 -0.{rest}\nf 1 2 3");
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

fn material(name: &str, color: Option<[f32; 3]>) -> MtlMaterial {
    MtlMaterial {
        name: name.into(),
        color,
        ..MtlMaterial::default()
    }
}

/// Every triangle with the name and the material of its part, as tobj alone reads the text.
fn as_tobj_reads(
    text: &str,
    materials: &[MtlMaterial],
) -> Vec<(String, Option<String>, [Vec3; 3])> {
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
        let material = mesh.material_id.map(|id| &materials[id]);
        let material = material.filter(|material| material.color.is_some());
        let material = material.map(|material| material.name.clone());
        let corner = |index: u32| Vec3::from_slice(&mesh.positions[3 * index as usize..]);
        for face in mesh.indices.chunks_exact(3) {
            all.push((
                name.clone(),
                material.clone(),
                [face[0], face[1], face[2]].map(corner),
            ));
        }
    }
    all
}

#[test]
fn tobj_reads_the_same_triangles_names_and_colours() {
    let materials = ["red", "blue", "plain"].map(|name| {
        let color = [name.len() as f32 / 8.0, 0.5, 0.0];
        material(name, (name != "plain").then_some(color))
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
        let ReadMesh { mesh, .. } =
            read_mesh(&source, false, &mut |_, _| (), |_, _| materials.to_vec());
        let mut ours = Vec::new();
        let mesh = mesh.and_then(CutMesh::finish).unwrap();
        for part in &mesh.parts {
            let material = mesh.material_of(part).map(|material| material.name.clone());
            let all = part.triangles.iter();
            ours.extend(all.map(|triangle| (part.name.clone(), material.clone(), *triangle)));
        }
        assert_eq!(
            ours,
            as_tobj_reads(&text, &materials),
            "seed {seed}:\n{text}"
        );
    }
}

/// The places and messages of a text that is read with warnings, and the number of its triangles.
fn warned(text: &str) -> (usize, Vec<String>) {
    let (mesh, problems) = read(text);
    let parts = mesh.expect("a mesh").parts;
    let triangles = parts.iter().map(|part| part.triangles.len()).sum();
    (triangles, places_and_messages(&problems))
}

#[test]
fn a_vertex_with_too_few_numbers_is_refused_and_one_with_too_many_is_not() {
    assert_eq!(bad("v 0 0"), ["a.obj:1:1: this vertex has 2 numbers"]);
    assert_eq!(bad("v"), ["a.obj:1:1: this vertex has 0 numbers"]);
    let message = "a.obj:5:1: 2 vertices with too many numbers: only the first three are used";
    for rest in ["0 0", "1 2 3 4 5 6", "a b"] {
        let text = format!("{SQUARE}v 0 0 0 {rest}\nv 0 1 0 {rest}\nf 2 5 6");
        assert_eq!(warned(&text), (1, vec![message.to_owned()]), "{rest}");
    }
}

#[test]
fn what_is_not_needed_never_refuses_a_mesh() {
    for text in [
        "f 1 2\nf 1 2 3",
        "f\nf 1 2 3",
        "f 1\nf 1 2 3",
        "f 1/7 2/7 3/7",
        "f 1//7 2//7 3//7",
        "f 1/-1 2/-1 3/-1",
        "f 1/0 2/0 3/0",
        "f 1/x 2/x 3/x",
        "f 1/99999999999999999999 2 3",
    ] {
        let (triangles, problems) = warned(&format!("{SQUARE}{text}"));
        assert_eq!((triangles, problems.len()), (1, 1), "{text}: {problems:?}");
        assert!(
            problems[0].starts_with("a.obj:5:1: "),
            "{text}: {problems:?}"
        );
    }
    let (_, problems) = warned(&format!("{SQUARE}f 1/1/9 2/1/9 3/1\nf 1 2 4"));
    assert_eq!(
        problems,
        [
            "a.obj:5:1: 3 corners with texture coordinates that do not exist: ignored",
            "a.obj:5:1: 2 corners with normals that do not exist: ignored"
        ]
    );
    // Colours, texture coordinates and normals that are not numbers.
    for line in ["v 0 0 0 nan nan nan", "vt nan", "vn", "vt a b", "vn 0 0"] {
        let text = format!("{SQUARE}{line}\nf 1 2 3");
        assert_eq!(warned(&text), (1, vec![]), "{line}");
    }
}

#[test]
fn a_weight_does_not_move_a_vertex() {
    for weight in ["0", "2", "nan"] {
        let text = format!("v 0 0 0 {weight}\nv 1 0 0 {weight}\nv 1 1 0 {weight}\nf 1 2 3");
        assert_eq!(triangles(&text)[0][2], Vec3::new(1.0, 1.0, 0.0), "{weight}");
    }
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
    assert_eq!(lines, [1, 2, 3, 4]);
    let (_, problems) = read(&"v 1\n".repeat(1000));
    assert_eq!(problems.len(), MAX_PROBLEMS + 1);
    assert_eq!(
        problems.last().unwrap().message,
        "950 more errors, not shown"
    );
}

#[test]
fn warnings_never_hide_an_error() {
    let mut text = String::new();
    for number in 0..2 * MAX_PROBLEMS {
        writeln!(text, "unknown{number}").unwrap();
    }
    let problems = bad(&format!("{text}{SQUARE}f 0 1 2\nf 1 2 3"));
    assert_eq!(
        problems[0],
        "a.obj:105:3: index 0: the OBJ format counts from 1"
    );
    assert_eq!(problems.len(), 1 + MAX_PROBLEMS + 1);
}

#[test]
fn the_end_of_a_long_text_counts_on_any_number_of_threads() {
    // Long enough to be read while it is checked.
    let text = format!("{SQUARE}{}", "f 1 2 3\n".repeat(200_000));
    for threads in [1, 2, 16] {
        let (good, problems) = with_threads(threads, || {
            let (mesh, problems) = read(&format!("{text}f 1 3 4\n"));
            let parts = mesh.unwrap().parts;
            assert_eq!(places_and_messages(&problems).len(), 1, "{problems:?}");
            (parts, bad(&format!("{text}f 1 2 9\n")))
        })
        .unwrap();
        assert_eq!(good[0].triangles.len(), 2, "{threads} threads");
        let last = "a.obj:200005:7: there is no `v` number 9";
        assert_eq!(problems, [last], "{threads} threads");
    }
}

#[test]
fn a_missing_material_or_name_is_a_warning() {
    let text = format!("mtllib a.mtl\nusemtl bricks\n{SQUARE}f 1 2 3\nusemtl\nf 3 4 1");
    let source = Source::new("a.obj", text.into()).unwrap();
    let ReadMesh { mesh, problems, .. } = read_mesh(&source, false, &mut |_, _| (), |_, _| {
        vec![material("brick", Some([1.0; 3]))]
    });
    let parts = mesh.and_then(CutMesh::finish).unwrap().parts;
    let materials: Vec<_> = parts.iter().map(|part| part.material).collect();
    assert_eq!(materials, [None]);
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
fn faces_that_cannot_be_cut_well_are_named_with_their_place() {
    // A saw: teeth upwards along the x axis, closed by two corners below.
    let saw = |corners: usize| {
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
    assert_eq!(triangles(&saw(MAX_CORNERS)).len(), MAX_CORNERS - 2);
    let knot = " 1 2 1 3".repeat(MAX_VISITS);
    for (text, place, message) in [
        (
            saw(MAX_CORNERS + 1),
            "a.obj:1002:1",
            "1 face not convex, with more than 1000 corners",
        ),
        (
            format!("{SQUARE}f 4{knot}\nf 1 2 4"),
            "a.obj:5:1",
            "1 face whose outline passes one point more than 64 times",
        ),
    ] {
        let (mesh, problems) = read(&text);
        assert!(mesh.is_some());
        let [problem, ..] = &problems[..] else {
            panic!("{problems:?}")
        };
        assert_eq!(problem.severity, Severity::Warning);
        assert_eq!(problem.location(), place);
        assert_eq!(problem.message, message);
        let text = problem.to_string();
        assert!(
            text.contains("cut as a fan, which may cover too much"),
            "{text}"
        );
    }
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
