//! Nodes place their meshes as the crate gltf places them, and trees that are none are refused.

use glam::Vec3;
use serde_json::{Value, json};

use crate::level::gltf::tests::{CORNERS, Made, bad, corners, good, read, triangles};
use crate::test_support::Random;

#[test]
fn nodes_place_their_meshes_and_a_mirror_keeps_the_front() {
    let placed = |node: Value| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        let mut node = node;
        node["mesh"] = json!(0);
        made.json["nodes"][0] = node;
        triangles(&good(&made))[0]
    };
    let [a, b, c] = corners([0, 1, 2]);
    assert_eq!(
        placed(json!({ "translation": [1, 2, 3] })),
        [a, b, c].map(|corner| corner + Vec3::new(1.0, 2.0, 3.0))
    );
    assert_eq!(
        placed(json!({ "scale": [2, 3, 4] })),
        [a, b, c].map(|corner| corner * Vec3::new(2.0, 3.0, 4.0))
    );
    // A quarter turn to the left, from above; the length of a rotation does not matter.
    let turned = placed(json!({ "rotation": [0, 2, 0, 2] }));
    assert!(turned[1].distance(Vec3::NEG_Z) < 1e-6, "{turned:?}");
    assert_eq!(placed(json!({ "rotation": [0, 0, 0, 0] })), [a, b, c]);
    // Columns, the last of which moves.
    let matrix = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 6, 7, 1];
    assert_eq!(
        placed(json!({ "matrix": matrix }))[1],
        Vec3::new(5.0, 6.0, 6.0)
    );
    for node in [
        json!({ "scale": [-1, 1, 1] }),
        json!({ "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
    ] {
        let [a, b, c] = placed(node);
        assert!(
            (b - a).cross(c - a).z > 0.0,
            "its front still looks along +Z"
        );
    }
}

#[test]
fn a_node_moves_its_children_and_meshes_are_shown_by_several_nodes() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.json["nodes"] = json!([
        { "children": [1, 2], "translation": [10, 0, 0], "scale": [2, 2, 2] },
        { "mesh": 0, "name": "near" },
        { "mesh": 0, "translation": [0, 0, 5], "children": [3] },
        { "mesh": 0, "rotation": [0, 0, 1, 0] },
    ]);
    made.json["meshes"][0]["name"] = json!("wall");
    let mesh = good(&made);
    let names: Vec<_> = mesh.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["near", "wall", "wall"]);
    let starts: Vec<_> = triangles(&mesh)
        .iter()
        .map(|triangle| triangle[1])
        .collect();
    let expected = [[12.0, 0.0, 0.0], [12.0, 0.0, 10.0], [8.0, 0.0, 10.0]].map(Vec3::from_array);
    assert!(
        starts
            .iter()
            .zip(expected)
            .all(|(found, expected)| found.distance(expected) < 1e-6),
        "{starts:?}"
    );
    // Without a default scene, the roots are the nodes without a parent.
    for key in ["scene", "scenes"] {
        made.json.as_object_mut().unwrap().remove(key);
        assert_eq!(triangles(&good(&made)).len(), 3, "{key}");
    }
    made.json["nodes"] = json!([]);
    assert_eq!(triangles(&good(&made)).len(), 1, "a library of meshes");
}

#[test]
fn a_very_long_name_that_many_nodes_show_is_cut() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.json["meshes"][0]["name"] = json!("w".repeat(1 << 20));
    for at in 1..100 {
        made.node(json!({ "mesh": 0, "translation": [at, 0, 0] }));
    }
    let mesh = good(&made);
    assert_eq!(mesh.parts.len(), 100);
    assert!(mesh.parts.iter().all(|part| part.name.len() < 2000));
}

#[test]
fn a_long_chain_of_nodes_is_read() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    let count = 50_000;
    let chain = (0..count).map(|at| json!({ "children": [at + 1], "translation": [1, 0, 0] }));
    made.json["nodes"] = chain.chain([json!({ "mesh": 0 })]).collect();
    assert_eq!(triangles(&good(&made))[0][0], Vec3::X * count as f32);
}

#[test]
fn circles_and_shared_branches_of_nodes_are_refused() {
    let nodes = |nodes: Value| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        made.json["nodes"] = nodes;
        bad(&made)
    };
    let again = "is in the tree already: it may have one parent only";
    assert_eq!(
        nodes(json!([{ "mesh": 0, "children": [0] }])),
        format!("`nodes[0].children[0]`: `nodes[0]` {again}")
    );
    assert_eq!(
        nodes(json!([{ "children": [1] }, { "mesh": 0, "children": [0] }])),
        format!("`nodes[1].children[0]`: `nodes[0]` {again}")
    );
    // Each level of this tree would double the meshes.
    let doubling = (0..30).map(|at| json!({ "children": [at + 1, at + 1] }));
    assert_eq!(
        nodes(doubling.chain([json!({ "mesh": 0 })]).collect()),
        format!("`nodes[29].children[1]`: `nodes[30]` {again}")
    );
    assert_eq!(
        nodes(json!([{ "children": [7] }])),
        "`nodes[0].children[0]`: found `7`: the file has no such entry"
    );
}

#[test]
fn a_skin_stands_where_its_first_joint_puts_it() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    // The joint is 3 m up, and bound 1 m up; the node itself does not count.
    let mut bind = [[0.0; 16]];
    for (at, one) in [(0, 1.0), (5, 1.0), (10, 1.0), (15, 1.0), (13, -1.0)] {
        bind[0][at] = one;
    }
    let bind = made.floats(&bind, "MAT4");
    made.json["skins"] = json!([{ "joints": [1], "inverseBindMatrices": bind }]);
    made.json["nodes"][0] = json!({ "mesh": 0, "skin": 0, "translation": [50, 0, 0] });
    made.node(json!({ "translation": [0, 3, 0] }));
    let (mesh, problems) = read(&made.text());
    assert_eq!(problems, ["not shown: 1 movement by a skin"]);
    assert_eq!(triangles(&mesh.unwrap())[0][0], Vec3::Y * 2.0);
}

#[test]
fn random_files_are_read_as_the_crate_gltf_reads_them() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let made = random_file(&mut random);
        let (mesh, problems) = read(&made.glb());
        let ours = mesh.map(|mesh| triangles(&mesh)).unwrap_or_default();
        let expected = as_the_crate_reads(&made.glb());
        assert_eq!(
            ours.len(),
            expected.len(),
            "seed {seed}: {problems:?}\n{}",
            made.json
        );
        for (ours, expected) in ours.iter().zip(expected) {
            for (ours, expected) in ours.iter().zip(expected) {
                let size = expected.abs().max_element() + 1.0;
                assert!(
                    ours.distance(expected) < 1e-4 * size,
                    "seed {seed}: {ours} {expected}"
                );
            }
        }
    }
}

/// A few meshes in a tree of nodes.
fn random_file(random: &mut Random) -> Made {
    let mut made = Made::new();
    for _ in 0..1 + random.below(3) {
        let count = 3 + random.below(9);
        let vertices: Vec<_> = (0..count)
            .map(|_| random.vec3(5.0).as_vec3().to_array())
            .collect();
        let position = made.positions(&vertices);
        let mode = 4 + random.below(3);
        let mut primitive = json!({ "mode": mode, "attributes": { "POSITION": position } });
        if random.below(2) == 0 {
            let all: Vec<u8> = (0..3 + random.below(12))
                .map(|_| random.below(count) as u8)
                .collect();
            let (component, size) = [(5121, 1), (5123, 2), (5125, 4)][random.below(3)];
            let bytes: Vec<u8> = all
                .iter()
                .flat_map(|index| u32::from(*index).to_le_bytes()[..size].to_vec())
                .collect();
            primitive["indices"] = json!(made.accessor(&bytes, component, "SCALAR", all.len()));
        }
        made.push("meshes", json!({ "primitives": [primitive] }));
    }
    let meshes = made.json["meshes"].as_array().unwrap().len();
    let count = 1 + random.below(6);
    for number in 0..count {
        let mut numbers = |size: f64| random.vec3(size).to_array();
        let mut node = json!({ "translation": numbers(9.0), "scale": numbers(2.0) });
        let [x, y, z] = numbers(1.0);
        let length = (x * x + y * y + z * z + 0.25).sqrt();
        node["rotation"] = json!([x / length, y / length, z / length, 0.5 / length]);
        if random.below(3) > 0 {
            node["mesh"] = json!(random.below(meshes));
        }
        if number > 0 && random.below(2) == 0 {
            made.push("nodes", node);
            let parent = &mut made.json["nodes"][number - 1];
            parent["children"] = json!([number]);
        } else {
            made.node(node);
        }
    }
    made
}

/// All triangles of a file, with its own reading of nodes and primitives over that of the crate.
fn as_the_crate_reads(glb: &[u8]) -> Vec<[Vec3; 3]> {
    use glam::DMat4;
    let file = ::gltf::Gltf::from_slice_without_validation(glb).unwrap();
    let blob = file.blob.clone().unwrap();
    let mut found: Vec<[Vec3; 3]> = Vec::new();
    let scene = file.default_scene().unwrap();
    let mut open: Vec<_> = scene.nodes().map(|node| (node, DMat4::IDENTITY)).collect();
    open.reverse();
    while let Some((node, parent)) = open.pop() {
        let local = node
            .transform()
            .matrix()
            .map(|column| column.map(f64::from));
        let place = parent * DMat4::from_cols_array_2d(&local);
        for primitive in node.mesh().into_iter().flat_map(|mesh| mesh.primitives()) {
            let reader = primitive.reader(|_| Some(&blob));
            let positions: Vec<_> = reader.read_positions().unwrap().collect();
            let order: Vec<usize> = match reader.read_indices() {
                Some(indices) => indices.into_u32().map(|index| index as usize).collect(),
                None => (0..positions.len()).collect(),
            };
            let mut all: Vec<[usize; 3]> = match primitive.mode() {
                ::gltf::mesh::Mode::Triangles => order
                    .chunks_exact(3)
                    .map(|triple| [triple[0], triple[1], triple[2]])
                    .collect(),
                ::gltf::mesh::Mode::TriangleStrip => order
                    .windows(3)
                    .enumerate()
                    .map(|(at, window)| {
                        if at % 2 == 0 {
                            [window[0], window[1], window[2]]
                        } else {
                            [window[1], window[0], window[2]]
                        }
                    })
                    .collect(),
                _ => order[1..]
                    .windows(2)
                    .map(|pair| [pair[0], pair[1], order[0]])
                    .collect(),
            };
            if place.determinant() < 0.0 {
                all.iter_mut().for_each(|triangle| triangle.swap(1, 2));
            }
            for triangle in all {
                let corners = triangle.map(|vertex| {
                    place
                        .transform_point3(Vec3::from_array(positions[vertex]).as_dvec3())
                        .as_vec3()
                });
                let key = |corners: &[Vec3; 3]| {
                    let mut key = corners.map(|corner| corner.to_array().map(f32::to_bits));
                    key.sort_unstable();
                    key
                };
                let is_known = found.iter().any(|triangle| key(triangle) == key(&corners));
                if crate::geometry::Triangle::new(corners).is_some() && !is_known {
                    found.push(corners);
                }
            }
        }
        let mut children: Vec<_> = node.children().map(|child| (child, place)).collect();
        children.reverse();
        open.extend(children);
    }
    found
}
