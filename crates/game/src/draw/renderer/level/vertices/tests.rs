//! Tests of vertices: their normals and their colours.

use super::*;
use sidle::geometry::Aabb;
use sidle::glam::{DMat3, Vec2};
use sidle::level::Material;

/// A triangle in the plane z = 0 with its front towards +Z, with these normals.
fn mesh(normals: Vec<[PackedNormal; 3]>) -> Mesh {
    let part = MeshPart {
        triangles: vec![[MeshVec3::ZERO, MeshVec3::X, MeshVec3::Y]],
        normals,
        ..MeshPart::default()
    };
    Mesh {
        parts: vec![part],
        materials: Vec::new(),
        bounds: Aabb::from_points([DVec3::ZERO, DVec3::ONE]).unwrap(),
    }
}

fn only(mesh: &Mesh, placement: &Placement) -> DrawnTriangle {
    let mut batches = Batches::default();
    let table = TextureTable::of_meshes([mesh]);
    batches.add(
        mesh,
        &Look::Mesh,
        placement,
        DVec3::ZERO,
        (&table, &Ice::default()),
    );
    assert_eq!((batches.0.len(), batches.0[0].triangles.len()), (1, 1));
    batches.0[0].triangles[0]
}

fn scaled(x: f64, y: f64, z: f64) -> Placement {
    Placement {
        scale: DVec3::new(x, y, z),
        ..Placement::IDENTITY
    }
}

#[test]
fn a_flat_triangle_is_lit_by_the_normal_of_its_face() {
    for placement in [
        scaled(1.0, 1.0, 1.0),
        scaled(-2.0, 3.0, 1.0),
        scaled(1.0, 1.0, -1.0),
    ] {
        let drawn = only(&mesh(Vec::new()), &placement);
        let front = if placement.scale.z < 0.0 {
            -DVec3::Z
        } else {
            DVec3::Z
        };
        assert_eq!(drawn.face.unpack(), front, "{placement:?}");
        assert_eq!(drawn.normals, [drawn.face; 3]);
    }
}

#[test]
fn a_smooth_normal_stays_perpendicular_to_a_stretched_and_mirrored_surface() {
    let normal = MeshVec3::new(0.6, 0.0, 0.8);
    let smooth = mesh(vec![[PackedNormal::new(normal.as_dvec3()); 3]]);
    for scale in [
        [1.0, 1.0, 1.0],
        [4.0, 1.0, 0.5],
        [-1.0, 1.0, 1.0],
        [-3.0, 2.0, 0.25],
    ] {
        let [x, y, z] = scale;
        let drawn = only(&smooth, &scaled(x, y, z));
        // The tangent of the surface, placed like a point.
        let tangent = DVec3::new(0.8 * x, 0.0, -0.6 * z);
        let lit = drawn.normals[0].unpack();
        assert!(
            lit.dot(tangent).abs() < 1e-3 * tangent.length(),
            "{scale:?}"
        );
        assert!(lit.dot(drawn.face.unpack()) > 0.0, "{scale:?}");
    }
    let turned = Placement {
        rotation: DMat3::from_rotation_y(0.5),
        ..scaled(1.0, 2.0, 3.0)
    };
    let drawn = only(&smooth, &turned);
    let expected = turned.rotation * (normal.as_dvec3() / turned.scale).normalize();
    assert!((drawn.normals[1].unpack() - expected).length() < 1e-3);
}

#[test]
fn normals_that_point_inwards_light_the_front() {
    let normal = PackedNormal::new(DVec3::NEG_Z);
    let inwards = only(&mesh(vec![[normal; 3]]), &Placement::IDENTITY);
    assert_eq!(inwards.normals, [inwards.face; 3]);
}

fn material(color: [f32; 4]) -> Material {
    Material {
        name: "paint".to_owned(),
        color,
        texture: None,
        alpha_cutoff: None,
        double_sided: true,
    }
}

#[test]
fn vertex_colours_multiply_the_material_in_linear_light() {
    let mut painted = mesh(Vec::new());
    let half = [128, 255, 0, 255];
    painted.parts[0].colors = vec![[half, [255; 4], half]];
    // Without a material, they are the colour.
    let colors = only(&painted, &Placement::IDENTITY).colors;
    // 128 / 255 of the light is displayed as 188.
    assert_eq!(colors, [[188, 255, 0, 255], [255; 4], [188, 255, 0, 255]]);
    painted.materials = vec![material([0.5, 1.0, 1.0, 1.0])];
    painted.parts[0].material = Some(0);
    let colors = only(&painted, &Placement::IDENTITY).colors;
    assert_eq!(colors[1], [188, 255, 255, 255]);
    // A quarter of the light.
    assert_eq!(colors[0], [137, 255, 0, 255]);
    painted.materials = vec![material([9.0, -1.0, f32::NAN, 1.0])];
    let colors = only(&painted, &Placement::IDENTITY).colors;
    assert_eq!(colors[1], [255, 0, 0, 255]);
}

#[test]
fn a_textured_part_has_a_place_for_each_corner_and_no_grid() {
    let mut textured = mesh(Vec::new());
    textured.materials = vec![Material {
        texture: Some(sidle::level::Texture {
            image: std::sync::Arc::new(sidle::level::TextureImage {
                name: "none.png".to_owned(),
                bytes: None,
            }),
            wrap: Default::default(),
        }),
        ..material([1.0; 4])
    }];
    textured.parts[0].material = Some(0);
    // Without places, the texture cannot be drawn.
    assert_eq!(only(&textured, &Placement::IDENTITY).colors[0], [255; 4]);
    textured.parts[0].tex_coords = vec![[Vec2::ZERO, Vec2::X, Vec2::Y]];
    let mut batches = Batches::default();
    let table = TextureTable::of_meshes([&textured]);
    batches.add(
        &textured,
        &Look::Mesh,
        &Placement::IDENTITY,
        DVec3::ZERO,
        (&table, &Ice::default()),
    );
    let batch = &batches.0[0];
    assert_eq!(batch.texture, Some(0));
    assert_eq!(
        batch.tex_coords,
        [[[0, 0], [1.0_f32.to_bits(), 0], [0, 1.0_f32.to_bits()]]]
    );
    assert_eq!(batch.triangles[0].colors, [[255, 255, 255, 0]; 3]);
}
