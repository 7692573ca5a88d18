//! The visible attributes of an OBJ text survive cutting, dropping and every notation.

use glam::{Vec2, Vec3};

use crate::geometry::PackedNormal;
use crate::level::load::load_level;
use crate::level::loaded::LoadedLevel;
use crate::level::meshes::{Mesh, MeshPart, TextureWrap};
use crate::level::obj::mtl::{MtlMaterial, read_materials};
use crate::level::obj::{CutMesh, ReadMesh, read_mesh};
use crate::level::text::{Severity, Source};
use crate::test_support::MemoryFiles;

/// A square whose texture coordinates are its own x and y, and whose normals lean to the right.
const SQUARE: &str =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 3 0 4\n";

fn painted() -> Vec<MtlMaterial> {
    let text = "newmtl wood\nmap_Kd wood.png\nnewmtl far\nmap_Kd -s 2 4 -o 0.5 0.25 wood.png\n\
                newmtl plain\nKd 1 0 0\n";
    let (materials, problems) = read_materials(&Source::new("a.mtl", text.into()).unwrap());
    assert_eq!(problems, []);
    materials
}

fn read(text: &str) -> Mesh {
    let text = format!("mtllib a.mtl\n{text}");
    let source = Source::new("a.obj", text.into()).unwrap();
    let ReadMesh { mesh, .. } = read_mesh(&source, false, &mut |_, _| (), |_, _| painted());
    mesh.and_then(CutMesh::finish).expect("a mesh")
}

fn packed(normal: Vec3) -> PackedNormal {
    PackedNormal::new(normal.as_dvec3())
}

fn painted_part(rest: &str) -> MeshPart {
    let text = format!("usemtl wood\n{SQUARE}{rest}");
    read(&text).parts.remove(0)
}

/// The corner of the square where it is on the picture, whose y counts down.
fn on_picture(corner: Vec3) -> Vec2 {
    Vec2::new(corner.x, 1.0 - corner.y)
}

#[test]
fn texture_coordinates_follow_their_corners_through_every_notation() {
    for faces in [
        "f 1/1/1 2/2/1 3/3/1 4/4/1",
        "f -4/-4/-1 -3/-3/-1 -2/-2/-1 -1/-1/-1",
        "f 4/4 1/1 2/2 3/3",
        "f 1/1 2/2 3/3 # half\nf 1/1 3/3 4/4",
        // Corners twice in a row, and a face without an area before.
        "f 1/1 1/1 2/2\nf 1/1 1/1 2/2 3/3 3/3 4/4 1/1",
        // A duplicate.
        "f 1/1 2/2 3/3\nf 2/4 3/4 1/4\nf 1/1 3/3 4/4",
        "f 1/1 2/2 \\\n 3/3 4/4",
    ] {
        let part = painted_part(faces);
        assert_eq!(part.triangles.len(), 2, "{faces}");
        let expected: Vec<_> = part
            .triangles
            .iter()
            .map(|triangle| triangle.map(on_picture))
            .collect();
        assert_eq!(part.tex_coords, expected, "{faces}");
    }
}

#[test]
fn a_concave_face_and_one_behind_its_own_list_keep_their_texture_coordinates() {
    let corners = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)];
    let mut text = String::from("usemtl wood\nf 1/6 2/5 3/4 4/3 5/2 6/1\n");
    for (x, y) in corners {
        text += &format!("v {x} {y} 0\n");
    }
    for (x, y) in corners.into_iter().rev() {
        text += &format!("vt {x} {y}\n");
    }
    let part = read(&text).parts.remove(0);
    assert_eq!([part.triangles.len(), part.tex_coords.len()], [4, 4]);
    for (corners, tex_coords) in part.triangles.iter().zip(&part.tex_coords) {
        assert_eq!(corners.map(on_picture), *tex_coords);
    }
}

#[test]
fn the_options_of_a_picture_scale_and_move_it() {
    let part = read(&format!("usemtl far\n{SQUARE}f 1/1 2/2 3/3"))
        .parts
        .remove(0);
    let [a, b, c] = part.tex_coords[0];
    // u is 2 u + 0.5 and v is 4 v + 0.25, counted from the bottom.
    assert_eq!((a, b), (Vec2::new(0.5, 0.75), Vec2::new(2.5, 0.75)));
    assert_eq!(c, Vec2::new(2.5, -3.25));
}

#[test]
fn a_surface_without_a_picture_has_no_texture_coordinates() {
    for material in ["plain", "none"] {
        let part = read(&format!("usemtl {material}\n{SQUARE}f 1/1 2/2 3/3"))
            .parts
            .remove(0);
        assert!(part.tex_coords.is_empty(), "{material}");
    }
}

#[test]
fn a_face_that_names_nothing_gets_nothing_of_its_neighbours() {
    // A face has what all of its corners name.
    let part = painted_part("f 2/2/1 3/3/1 4/4/1\nf 1 2 4\nf 1/9 2/2 3/3\nf 1// 3// 4//");
    assert_eq!(part.triangles.len(), 4);
    assert_ne!(part.tex_coords[0], [Vec2::ZERO; 3]);
    assert_eq!(part.tex_coords[1..], [[Vec2::ZERO; 3]; 3]);
    assert_eq!(part.normals[0], [packed(Vec3::new(0.6, 0.0, 0.8)); 3]);
    assert_eq!(part.normals[1..], [[packed(Vec3::Z); 3]; 3]);
}

#[test]
fn normals_are_kept_only_where_they_make_a_surface_smooth() {
    let normals = |vn: &str| {
        let text = format!("v 0 0 0\nv 1 0 0\nv 1 1 0\n{vn}\nf 1//1 2//1 3//1\n");
        read(&text).parts.remove(0).normals
    };
    for flat in [
        "vn 0 0 1",
        "vn 0 0 7.5",
        "vn 0.001 0 1",
        "vn 0 0 0",
        "vn nan 0 1",
    ] {
        assert!(normals(flat).is_empty(), "{flat}");
    }
    assert_eq!(normals("vn 0 3 4"), [[packed(Vec3::new(0.0, 0.6, 0.8)); 3]]);
    assert_eq!(normals("vn 0 1e-15 0"), [[packed(Vec3::Y); 3]]);
    // A smooth triangle behind a flat one.
    let text = format!("{SQUARE}f 1 2 3\nf 1//1 3//1 4//1");
    let part = read(&text).parts.remove(0);
    assert_eq!(
        part.normals,
        [[packed(Vec3::Z); 3], [packed(Vec3::new(0.6, 0.0, 0.8)); 3]]
    );
}

#[test]
fn colours_of_vertices_are_read_in_every_notation() {
    let colors = |colors: [&str; 3]| {
        let [a, b, c] = colors;
        let text = format!("v 0 0 0{a}\nv 1 0 0{b}\nvt 1 1\nv 1 1 0{c}\nf 1 2 3\n");
        read(&text).parts.remove(0).colors
    };
    let [red, black, white] = [[255, 0, 0, 255], [0, 0, 0, 255], [255; 4]];
    assert_eq!(
        colors([" 1 0 0", " 0 0 0", " 1 1 1"]),
        [[red, black, white]]
    );
    assert_eq!(
        colors([" 255 0 0", " 0 0 0", " 255 255 255"]),
        [[red, black, white]]
    );
    // With a weight, and only some of the vertices.
    assert_eq!(colors([" 2 1 0 0", "", " 1"]), [[red, white, white]]);
    assert_eq!(colors(["", " 0.5", " 1 0 0 # red"]), [[white, white, red]]);
    assert_eq!(
        colors(["", " nan 0 0", " -1 -2 -3"]),
        [[white, white, black]]
    );
    assert_eq!(colors([" 1 1 1"; 3]), [[[0; 4]; 3]; 0]);
    // Half as displayed is a fifth of the light.
    assert_eq!(colors([" .5 .5 .5", "", ""])[0][0], [55, 55, 55, 255]);
}

/// A level with the given files around a textured triangle.
fn level(materials: &str, others: &[(&str, &str)]) -> LoadedLevel {
    let text = "format = 1\nname = \"a\"\nspawn.position = [0, 9, 0]\nspawn.mode = \"fly\"\n[[mesh]]\nfile = \"m/a.obj\"\n";
    let mesh = format!(
        "mtllib in/a.mtl\nusemtl wood\n{SQUARE}f 1/1 2/2 3/3\nusemtl other\nf 1/1 3/3 4/4\n"
    );
    let files = [
        ("a.toml", text),
        ("m/a.obj", &mesh),
        ("m/in/a.mtl", materials),
    ];
    let files = files.iter().chain(others).copied();
    load_level("a.toml".as_ref(), &MemoryFiles::new(files))
}

#[test]
fn a_picture_is_found_relative_to_its_materials_and_read_once() {
    let found = |name: &str, path: &str| {
        let materials = format!("newmtl wood\nmap_Kd {name}\nnewmtl other\nmap_Kd {name}\n");
        let loaded = level(&materials, &[(path, "picture")]);
        assert_eq!(loaded.diagnostics, [], "{name}");
        let level = loaded.level.unwrap();
        let textures = level.scene.models[0].mesh.materials.iter();
        let textures: Vec<_> = textures
            .map(|material| material.texture.clone().unwrap())
            .collect();
        let [one, other] = &textures[..] else {
            panic!("{textures:?}")
        };
        assert!(std::sync::Arc::ptr_eq(&one.image, &other.image), "{name}");
        assert_eq!(one.image.bytes.as_deref(), Some(&b"picture"[..]), "{name}");
        one.wrap
    };
    assert_eq!(found("wood.png", "m/in/wood.png"), [TextureWrap::Repeat; 2]);
    found("my wood, old.png", "m/in/my wood, old.png");
    found("\"my wood.png\"", "m/in/my wood.png");
    found("pictures\\wood.png", "m/in/pictures/wood.png");
    found("C:\\Users\\me\\wood.png", "m/in/wood.png");
    found("/home/me/wood.png", "m/in/wood.png");
    found(
        "-blendu on -mm 0 1 -bm 1 -type sphere wood.png",
        "m/in/wood.png",
    );
    found("-o 1 2 3 -s 1 wood 2.png", "m/in/wood 2.png");
    found("-t 0 0 0 7", "m/in/7");
    found("-x.png", "m/in/-x.png");
    assert_eq!(
        found("-clamp on wood.png", "m/in/wood.png"),
        [TextureWrap::Clamp; 2]
    );
}

#[test]
fn a_missing_picture_is_named_once_with_its_place_and_what_lies_beside() {
    let materials =
        "newmtl wood\nmap_Kd pictures/Wood.tga\nnewmtl other\nmap_Kd pictures/Wood.tga\n";
    let loaded = level(materials, &[("m/in/pictures/wood.png", "")]);
    let [problem] = &loaded.diagnostics[..] else {
        panic!("{:?}", loaded.diagnostics)
    };
    assert_eq!(problem.severity, Severity::Warning);
    assert_eq!(problem.location(), "m/in/a.mtl:2:8");
    assert_eq!(
        problem.message,
        "cannot read the picture `m/in/pictures/Wood.tga`: there is no such file"
    );
    assert_eq!(problem.help.as_deref(), Some("did you mean `wood.png`?"));
    let level = loaded.level.unwrap();
    let texture = level.scene.models[0].mesh.materials[0]
        .texture
        .as_ref()
        .unwrap();
    assert_eq!(texture.image.bytes, None);
}

#[test]
fn a_picture_whose_opacity_is_used_is_cut_out() {
    let cutoff = |lines: &str| {
        let loaded = level(&format!("newmtl wood\n{lines}\n"), &[("m/in/a.png", "")]);
        let level = loaded.level.unwrap();
        level.scene.models[0].mesh.materials[0].alpha_cutoff
    };
    assert_eq!(cutoff("map_Kd a.png\nmap_d a.png"), Some(0.5));
    assert_eq!(cutoff("map_d a.png\nmap_Kd -s 2 2 a.png"), Some(0.5));
    assert_eq!(cutoff("map_Kd a.png\nmap_d b.png"), None);
    assert_eq!(cutoff("map_Kd a.png"), None);
}

#[test]
fn a_picture_beside_no_colour_or_black_is_shown_as_it_is() {
    let color = |lines: &str| {
        let loaded = level(&format!("newmtl wood\n{lines}\n"), &[("m/in/a.png", "")]);
        loaded.level.unwrap().scene.models[0].mesh.materials[0].color
    };
    for lines in [
        "map_Kd a.png",
        "Kd 0 0 0\nmap_Kd a.png",
        "Kd 1 1 1\nmap_Kd a.png",
    ] {
        assert_eq!(color(lines), [1.0; 4], "{lines}");
    }
    assert_eq!(color("Kd 0 0 0"), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(color("map_Kd a.png\nKd 1 0 0"), [1.0, 0.0, 0.0, 1.0]);
}
