//! Objects with marks become layers.

use glam::Vec3;

use super::*;

/// A tetrahedron with one corner at `at`.
fn part(name: &str, at: f32) -> MeshPart {
    let at = Vec3::splat(at);
    let [a, b, c, d] = [at, at + Vec3::X, at + Vec3::Y, at + Vec3::Z];
    MeshPart {
        name: name.to_owned(),
        triangles: vec![[a, c, b], [a, b, d], [a, d, c], [b, c, d]],
        ..MeshPart::default()
    }
}

fn mesh(parts: Vec<MeshPart>) -> Mesh {
    let bounds = bounds_of(&parts).unwrap();
    Mesh {
        parts,
        materials: Vec::new(),
        bounds,
    }
}

#[test]
fn a_mesh_without_marks_is_one_layer_and_stays_as_it_is() {
    let plain = mesh(vec![part("a", 0.0), part("b_col", 1.0)]);
    let (authored, warnings, words) = collide_by_names(plain.clone(), false);
    assert_eq!(authored.layers.len(), 1);
    assert_eq!(*authored.layers[0].mesh, plain);
    assert!(authored.layers[0].collides && authored.layers[0].is_drawn);
    assert_eq!((warnings.len(), words), (0, None));
}

#[test]
fn names_make_layers_and_what_has_no_mark_is_only_drawn() {
    let marked = mesh(vec![
        part("hall", 0.0),
        part("floor-col", 2.0),
        // The same triangles as those that are drawn.
        part("hall-colonly", 0.0),
        part("rock-convcol", 4.0),
        part("gate-zone-finish", 6.0),
        part("helper-noimp", 8.0),
        part("me-spawn", 10.0),
    ]);
    let (authored, warnings, words) = collide_by_names(marked, false);
    let names = |collides, is_drawn| -> Vec<(String, usize)> {
        let layers = authored.layers.iter();
        let layers =
            layers.filter(|layer| (layer.collides, layer.is_drawn) == (collides, is_drawn));
        let parts = layers.flat_map(|layer| &layer.mesh.parts);
        parts
            .map(|part| (part.name.clone(), part.triangles.len()))
            .collect()
    };
    assert_eq!(names(true, true), [("floor-col".to_owned(), 4)]);
    let hidden = [
        ("hall-colonly".to_owned(), 4),
        ("rock-convcol".to_owned(), 4),
    ];
    assert_eq!(names(true, false), hidden);
    assert_eq!(
        names(false, true),
        [("hall".to_owned(), 4), ("rock-convcol".to_owned(), 4)]
    );
    assert_eq!(authored.zones.len(), 1);
    assert_eq!(authored.zones[0].cube.translation, DVec3::splat(6.5));
    let start = authored.start.unwrap();
    assert_eq!(
        (start.feet, start.yaw_deg),
        (DVec3::new(10.5, 10.0, 10.5), 0.0)
    );
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(
        words.unwrap(),
        "by its marks: 2 objects collide as triangles, 1 object collides as a hull, 1 object is left out, 1 start, 1 zone, \
         1 other is only drawn, since marks say what collides"
    );
}

#[test]
fn a_flat_hull_collides_as_it_is_drawn_and_says_so() {
    let mut flat = part("sheet-convcolonly", 0.0);
    flat.triangles.truncate(1);
    let (authored, warnings, _) = collide_by_names(mesh(vec![flat]), false);
    assert_eq!(authored.layers.len(), 1);
    assert_eq!(authored.layers[0].mesh.parts[0].triangles.len(), 1);
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].contains("`sheet-convcolonly` is flat"),
        "{warnings:?}"
    );
}

#[test]
fn a_box_stands_along_the_axes_of_its_object() {
    let frame = DAffine3::from_rotation_y(0.5) * DAffine3::from_scale(DVec3::new(-2.0, 1.0, 3.0));
    let mut turned = part("crate", 1.0);
    for corner in turned.triangles.as_flattened_mut() {
        *corner = frame.transform_point3(corner.as_dvec3()).as_vec3();
    }
    let mut objects = Objects::default();
    objects.add(Object {
        name: "crate",
        parts: vec![turned],
        solid: Solid::Box,
        is_hidden: true,
        surface: None,
        frame,
    });
    let (layers, _) = objects.finish(Vec::new(), false);
    let triangles = &layers[0].mesh.parts[0].triangles;
    let six = triangles.iter().map(|[a, b, c]| a.cross(*b).dot(*c));
    // It is a cube of a metre before its frame, which mirrors it, and its faces still look outwards.
    assert!((six.sum::<f32>() - 36.0).abs() < 1e-3);
}

#[test]
fn more_surfaces_than_a_hostile_file_needs_have_no_effect() {
    let mut objects = Objects::default();
    for number in 0..MAX_SURFACES + 5 {
        let friction = number as f64;
        objects.add(Object {
            name: "ice",
            parts: vec![part("ice", number as f32 * 2.0)],
            solid: Solid::Mesh,
            is_hidden: false,
            surface: Some(SurfaceRules {
                friction,
                ..SurfaceRules::default()
            }),
            frame: DAffine3::IDENTITY,
        });
    }
    assert_eq!(objects.warnings.len(), 1);
    let (layers, _) = objects.finish(Vec::new(), false);
    assert_eq!(layers.len(), MAX_SURFACES + 1);
}
