//! The level `garden`: textured meshes collide as they look.

use super::{BOXED, CLASSIC, SWEPT, walker};
use crate::support::shipped_level;

#[test]
fn textured_meshes_collide_as_they_look() {
    for controller in [SWEPT, CLASSIC, BOXED] {
        // Where a walker gets to that goes along -Z from z = 9.
        let end_of_walk = |x: f64, seconds: f64| {
            let walk = walker(shipped_level("garden"), controller, [x, 0.5, 9.0], 0.0);
            walk.forward(seconds).position()
        };
        // It passes all three arches, or is stopped by the wall next to an opening.
        assert!(end_of_walk(0.0, 4.0).z < -8.0, "{controller:?}");
        assert!(end_of_walk(2.0, 4.0).z > 4.5, "{controller:?}");
        // It passes a tree. The trunk stops it or leads it around.
        assert!(end_of_walk(-7.7, 1.5).z < 4.0, "{controller:?}");
        let end = end_of_walk(-6.5, 1.5);
        let is_led_around = (end.x + 6.5).abs() > 0.5;
        assert!(end.z > 5.9 || is_led_around, "{controller:?}: {end}");
    }
}

#[test]
fn the_garden_has_textures_from_obj_and_gltf() {
    let level = shipped_level("garden");
    let mut pictures = Vec::new();
    for model in &level.scene.models {
        for part in &model.mesh.parts {
            let Some(texture) = model
                .mesh
                .material_of(part)
                .and_then(|material| material.texture.as_ref())
            else {
                continue;
            };
            assert_eq!(part.tex_coords.len(), part.triangles.len(), "{}", part.name);
            let bytes = texture.image.bytes.as_ref().expect("a picture");
            assert!(bytes.starts_with(b"\x89PNG"), "{}", texture.image.name);
            if !pictures.contains(&texture.image.name) {
                pictures.push(texture.image.name.clone());
            }
        }
    }
    pictures.sort();
    assert_eq!(
        pictures,
        [
            "assets/brick.png",
            "assets/tiles.png",
            "assets/tree.glb, images[0]"
        ]
    );
    let tree = &level.scene.models[1].mesh;
    let [trunk, leaves] = [&tree.parts[0], &tree.parts[1]];
    assert_eq!(
        [trunk.normals.len(), trunk.colors.len()],
        [trunk.triangles.len(); 2]
    );
    assert_eq!(
        tree.material_of(leaves)
            .and_then(|material| material.alpha_cutoff),
        Some(0.5)
    );
}
