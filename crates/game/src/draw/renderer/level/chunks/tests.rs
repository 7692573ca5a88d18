//! Tests of `chunks.rs`.

use super::*;
use crate::platform::built_in::BuiltIn;
use sidle::geometry::Placement;
use sidle::geometry::packing::Packed;
use sidle::glam::DVec3;
use sidle::level::{Level, load_level};

use crate::draw::renderer::level::ice::Ice;
use crate::draw::renderer::level::vertices::{Batches, Vertex};
use crate::draw::textures::TextureTable;

fn level(name: &str) -> Level {
    let path = format!("levels/{name}.toml");
    let loaded = load_level(path.as_ref(), &BuiltIn);
    loaded.level.expect("a level")
}

fn drawn(name: &str) -> Batch {
    let level = level(name);
    let mut batches = Batches::default();
    for model in &level.scene.models {
        let (mesh, look) = (&model.mesh, &model.look);
        let (place, origin) = (Placement::IDENTITY, DVec3::ZERO);
        batches.add(
            mesh,
            look,
            &place,
            origin,
            (&TextureTable::default(), &Ice::default()),
        );
    }
    batches.0.remove(0)
}

/// The bytes of a triangle's corners, in their order.
fn packed(corners: [Vertex; 3]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(3 * size_of::<Vertex>());
    corners.iter().for_each(|corner| corner.pack(&mut bytes));
    bytes
}

#[test]
fn every_triangle_is_in_one_chunk_with_its_corners_in_order() {
    for name in ["courtyard", "terrain", "contact-lab"] {
        let batch = drawn(name);
        let chunks = split(&batch);
        let mut found = Vec::new();
        for chunk in &chunks {
            let geometry = &chunk.geometry;
            assert!(geometry.indices.len() <= 3 * MAX_TRIANGLES);
            for corners in geometry.indices.chunks(3) {
                let corners = [0, 1, 2].map(|at| geometry.vertices[usize::from(corners[at])]);
                for corner in corners.map(|corner| Vec3::from_array(corner.position())) {
                    assert_eq!(chunk.bounds.union(Bounds::around([corner])), chunk.bounds);
                }
                found.push(packed(corners));
            }
        }
        let mut expected: Vec<_> = batch
            .triangles
            .iter()
            .map(|triangle| packed(triangle.vertices()))
            .collect();
        found.sort();
        expected.sort();
        assert!(found == expected, "{name}");
    }
}

#[test]
fn a_vertex_takes_24_bytes() {
    assert_eq!(size_of::<Vertex>(), 24);
}

#[test]
fn no_triangles_make_no_chunk() {
    assert_eq!(split(&Batch::default()), []);
}

#[test]
fn the_triangles_of_a_quad_share_two_vertices() {
    let batch = drawn("courtyard");
    let triangles = &batch.triangles;
    let chunks = split(&batch);
    let vertices = chunks.iter().map(|chunk| chunk.geometry.vertices.len());
    let vertices: usize = vertices.sum();
    assert!(
        vertices * 10 < triangles.len() * 3 * 9,
        "{vertices} of {}",
        triangles.len() * 3
    );
}

#[test]
fn groups_are_full_disjoint_and_of_neighbours() {
    for count in [0, 1, 7, 8, 9, 16, 17, 1000] {
        let points: Vec<Vec3> = (0..count)
            .map(|at| {
                Vec3::new(
                    (at * 37 % 101) as f32,
                    (at % 3) as f32,
                    (at * 53 % 89) as f32,
                )
            })
            .collect();
        let groups = split_points(&points, 8);
        let mut all: Vec<u32> = groups.concat();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..count as u32), "{count}");
        assert_eq!(groups.len(), (count as usize).div_ceil(8), "{count}");
        assert!(
            groups
                .iter()
                .all(|group| group.is_sorted() && group.len() <= 8)
        );
    }
    // Points in one place cannot be told apart.
    let same = split_points(&[Vec3::ONE; 100], 8);
    assert_eq!(same.len(), 13);
}
