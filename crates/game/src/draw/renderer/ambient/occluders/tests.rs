//! Tests of occluders: scaled, mirrored and moving.

use super::*;
use crate::draw::renderer::ambient::occlusion_bake::bake;
use crate::draw::renderer::ambient::occlusion_grid::NORMAL_OFFSET;
use crate::draw::renderer::level::bounds::Bounds;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::test_support::Folder;
use sidle::level::{Disk, load_level};
use std::fs;

/// A cube from the origin to (1, 1, 1) whose faces look outwards.
const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0\nv 1 1 0\nv 1 1 1\nv 0 1 1\n\
                        f 1 2 3 4\nf 8 7 6 5\nf 4 3 7 8\nf 2 1 5 6\nf 3 2 6 7\nf 1 4 8 5\n";

/// The drawing of a level with the cube, placed by these `keys`.
fn level_mesh(name: &str, keys: &str) -> LevelMesh {
    let folder = Folder::new(name);
    let path = folder.0.join("level.toml");
    fs::write(folder.0.join("cube.obj"), CUBE).expect("a mesh");
    let text = format!("format = 1\nname = \"Cube\"\nspawn.position = [0, 5, 0]\n{keys}");
    fs::write(&path, text).expect("a level");
    let loaded = load_level(&path, &Disk);
    let level = loaded
        .level
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    LevelMesh::of_level(&level, &mut Vec::new())
}

fn triangles(mesh: &LevelMesh) -> Vec<[Vec3; 3]> {
    let triangles = mesh.occluders.triangles(&mesh.models);
    let triangles = triangles.expect("triangles").into_iter();
    let triangles = triangles.map(|corners| corners.map(Vec3::from_array));
    triangles.collect()
}

/// Checks that all fronts of a convex body look outwards.
fn check_fronts(triangles: &[[Vec3; 3]], words: &str) {
    let Bounds { min, max } = Bounds::around(triangles.iter().flatten().copied());
    assert_eq!(triangles.len(), 12, "{words}");
    for [a, b, c] in triangles {
        let normal = (*b - *a).cross(*c - *a);
        assert!(normal.dot(*a - (min + max) * 0.5) > 0.0, "{words}");
    }
}

#[test]
fn fronts_look_outwards_however_a_mesh_or_a_prop_is_scaled() {
    for scale in ["1", "[2, 0.5, 3]", "-1", "[-2, 1, 3]", "[1, -0.5, -2]"] {
        for rotation in ["[0, 0, 0]", "[0, 30, 0]", "[40, -70, 15]"] {
            let keys = format!("scale = {scale}\nrotation_deg = {rotation}\n");
            let mesh = level_mesh("fronts", &format!("[[mesh]]\nfile = \"cube.obj\"\n{keys}"));
            check_fronts(&triangles(&mesh), &format!("mesh: {keys}"));
            if !scale.contains('-') {
                let kind = "[kinds.box]\nmesh = \"cube.obj\"\n[[prop]]\nkind = \"box\"\n";
                let mesh = level_mesh("fronts", &format!("{kind}position = [0, 1, 0]\n{keys}"));
                check_fronts(&triangles(&mesh), &format!("prop: {keys}"));
            }
        }
    }
}

#[test]
fn the_side_of_a_mirrored_cube_is_as_open_as_that_of_another() {
    let openness = |scale: &str| {
        let mesh = level_mesh(
            "mirrored",
            &format!("[[mesh]]\nfile = \"cube.obj\"\nscale = {scale}\n"),
        );
        let triangles = triangles(&mesh);
        let Bounds { min, max } = Bounds::around(triangles.iter().flatten().copied());
        let grid = mesh.occluders.triangles(&mesh.models);
        let grid = bake(&grid.expect("triangles"), || false).expect("a grid");
        // In the middle of the top.
        let place = Vec3::new((min.x + max.x) * 0.5, max.y, (min.z + max.z) * 0.5);
        let place = place + Vec3::Y * NORMAL_OFFSET * grid.layout.cell;
        let cell = ((place - grid.layout.corner) / grid.layout.cell).floor();
        let cell = cell.to_array().map(|part| part as u32);
        grid.texels[grid.layout.texel(cell)]
    };
    let upright = openness("3");
    assert!((100..160).contains(&upright[3]), "half of all: {upright:?}");
    assert_eq!(openness("[-3, 3, 3]"), upright);
}

#[test]
fn a_prop_darkens_from_where_it_is_now_and_a_mover_never_does() {
    let mut mesh = level_mesh(
        "moved",
        "[kinds.box]\nmesh = \"cube.obj\"\n[[prop]]\nkind = \"box\"\nposition = [0, 1, 0]\n\
             [[mover]]\nkind = \"box\"\npath = [[5, 1, 0], [9, 1, 0]]\nspeed = 1\n",
    );
    let before = triangles(&mesh);
    assert_eq!(before.len(), 12, "those of the prop");
    let place = sidle::geometry::Placement {
        position: sidle::glam::DVec3::new(3.0, 1.0, 0.0),
        ..sidle::geometry::Placement::IDENTITY
    };
    mesh.models.place_props([place].into_iter());
    let after = triangles(&mesh);
    let min = |triangles: &[[Vec3; 3]]| Bounds::around(triangles.iter().flatten().copied()).min;
    let moved = min(&after) - min(&before);
    assert!((moved - Vec3::X * 3.0).length() < 1e-5, "{moved}");
}
