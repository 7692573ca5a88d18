//! glTF files are read as the crate gltf reads them, and broken ones are explained.

use std::path::Path;

use data_encoding::BASE64;
use glam::{DVec3, Vec2, Vec3};
use serde_json::{Value, json};

use super::super::{Budget, Files, LoadedLevel, Mesh, Severity, TextureWrap, load_mesh_as_level};
use super::{GltfFile, Images, read_gltf};
use crate::test_support::{MemoryFiles, Random};

/// A glTF file that is made in memory.
#[derive(Clone)]
struct Made {
    json: Value,
    bytes: Vec<u8>,
}

impl Made {
    /// A file without anything in it.
    fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0" },
            "accessors": [], "bufferViews": [], "meshes": [], "nodes": [],
            "scene": 0, "scenes": [{ "nodes": [] }],
        });
        let bytes = Vec::new();
        Self { json, bytes }
    }

    /// A triangle with this `mode`, `positions` and `indices`, at the origin.
    fn with(mode: u32, positions: &[[f32; 3]], indices: &[u16]) -> Self {
        let mut made = Self::new();
        let position = made.positions(positions);
        let mut primitive = json!({ "mode": mode, "attributes": { "POSITION": position } });
        if !indices.is_empty() {
            let bytes: Vec<u8> = indices.iter().flat_map(|it| it.to_le_bytes()).collect();
            let indices = made.accessor(&bytes, 5123, "SCALAR", indices.len());
            primitive["indices"] = json!(indices);
        }
        made.push("meshes", json!({ "primitives": [primitive] }));
        made.node(json!({ "mesh": 0 }));
        made
    }

    /// Adds an entry to one of its lists, and returns its number.
    fn push(&mut self, list: &str, entry: Value) -> usize {
        if self.json.get(list).is_none() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(entry);
        list.len() - 1
    }

    /// Adds a root.
    fn node(&mut self, node: Value) -> usize {
        let number = self.push("nodes", node);
        let roots = self.json["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.push(json!(number));
        number
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        let view = json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() });
        self.push("bufferViews", view)
    }

    fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        let view = self.view(bytes);
        let accessor =
            json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        self.push("accessors", accessor)
    }

    fn floats<const N: usize>(&mut self, numbers: &[[f32; N]], kind: &str) -> usize {
        let bytes: Vec<u8> = numbers
            .as_flattened()
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        self.accessor(&bytes, 5126, kind, numbers.len())
    }

    fn positions(&mut self, numbers: &[[f32; 3]]) -> usize {
        self.floats(numbers, "VEC3")
    }

    /// The first primitive.
    fn primitive(&mut self) -> &mut Value {
        &mut self.json["meshes"][0]["primitives"][0]
    }

    /// With its bytes in the text.
    fn text(&self) -> Vec<u8> {
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            BASE64.encode(&self.bytes)
        );
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        json.to_string().into_bytes()
    }

    fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        let mut json = json.to_string().into_bytes();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut bytes = self.bytes.clone();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let length = 12 + 8 + json.len() + 8 + bytes.len();
        let mut glb = b"glTF\x02\0\0\0".to_vec();
        glb.extend((length as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", json), (b"BIN\0", bytes)] {
            glb.extend((chunk.len() as u32).to_le_bytes());
            glb.extend(kind);
            glb.extend(chunk);
        }
        glb
    }
}

const CORNERS: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
];

fn read_at(path: &str, bytes: &[u8], files: &dyn Files) -> (Option<Mesh>, Vec<String>) {
    let file = GltfFile {
        name: path,
        path: path.as_ref(),
        files,
        most_bytes: 1 << 20,
        one_sided: false,
    };
    let (mesh, problems) = read_gltf(file, bytes, &mut Images::default());
    let messages = problems.iter().map(|it| {
        assert_eq!(it.severity == Severity::Error, mesh.is_none(), "{it}");
        match &it.place {
            Some(_) => format!("{}: {}", it.location(), it.message),
            None => it.message.clone(),
        }
    });
    let messages = messages.collect();
    (mesh, messages)
}

fn no_files() -> MemoryFiles<'static> {
    MemoryFiles::new([("", "")])
}

fn read(bytes: &[u8]) -> (Option<Mesh>, Vec<String>) {
    read_at("a.gltf", bytes, &no_files())
}

/// The mesh of a file that has no problem, as text and as GLB.
fn good(made: &Made) -> Mesh {
    let (mesh, problems) = read(&made.text());
    assert_eq!(problems, [""; 0], "{}", made.json);
    let (same, problems) = read_at("a.glb", &made.glb(), &no_files());
    assert_eq!(problems, [""; 0]);
    let mesh = mesh.unwrap();
    assert_eq!(mesh.parts, same.unwrap().parts);
    mesh
}

fn triangles(mesh: &Mesh) -> Vec<[Vec3; 3]> {
    mesh.parts
        .iter()
        .flat_map(|part| part.triangles.clone())
        .collect()
}

/// The one error of a broken file.
fn bad(made: &Made) -> String {
    let (mesh, problems) = read(&made.text());
    assert!(mesh.is_none(), "{}", made.json);
    let [problem] = &problems[..] else {
        panic!("{problems:?}")
    };
    problem.clone()
}

/// The corners of a triangle by their numbers in [`CORNERS`].
fn corners(numbers: [usize; 3]) -> [Vec3; 3] {
    numbers.map(|number| Vec3::from_array(CORNERS[number]))
}

#[test]
fn lists_strips_and_fans_make_triangles_with_and_without_indices() {
    for (mode, order, expected) in [
        (4, &[0, 1, 2, 0, 2, 3][..], [[0, 1, 2], [0, 2, 3]]),
        // An incomplete triangle at the end is left out.
        (4, &[0, 1, 2, 0, 2, 3, 1][..], [[0, 1, 2], [0, 2, 3]]),
        (5, &[0, 1, 3, 2][..], [[0, 1, 3], [3, 1, 2]]),
        (6, &[0, 1, 2, 3][..], [[1, 2, 0], [2, 3, 0]]),
    ] {
        let expected = expected.map(corners);
        let indexed = Made::with(mode, &CORNERS, order);
        assert_eq!(triangles(&good(&indexed)), expected, "mode {mode}");
        let plain: Vec<_> = order
            .iter()
            .map(|number| CORNERS[usize::from(*number)])
            .collect();
        let plain = Made::with(mode, &plain, &[]);
        assert_eq!(triangles(&good(&plain)), expected, "mode {mode}");
        for facing in expected {
            let [a, b, c] = facing;
            assert!((b - a).cross(c - a).z > 0.0, "mode {mode}");
        }
    }
    let mut default = Made::with(4, &CORNERS, &[0, 1, 2]);
    default.primitive().as_object_mut().unwrap().remove("mode");
    assert_eq!(triangles(&good(&default)), [corners([0, 1, 2])]);
}

#[test]
fn indices_of_every_size_are_read() {
    for (component, bytes) in [
        (5121, vec![0, 1, 2]),
        (5123, vec![0, 0, 1, 0, 2, 0]),
        (5125, vec![0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]),
    ] {
        let mut made = Made::with(4, &CORNERS, &[]);
        let indices = made.accessor(&bytes, component, "SCALAR", 3);
        made.primitive()["indices"] = json!(indices);
        assert_eq!(triangles(&good(&made)), [corners([0, 1, 2])], "{component}");
    }
    for (component, kind) in [(5126, "SCALAR"), (5122, "SCALAR"), (5125, "VEC2")] {
        let mut made = Made::with(4, &CORNERS, &[]);
        let indices = made.accessor(&[0; 24], component, kind, 3);
        made.primitive()["indices"] = json!(indices);
        assert!(
            bad(&made).contains("accessors[1].type`: expected")
                || bad(&made).contains("indices`: indices are")
        );
    }
}

#[test]
fn positions_of_every_size_are_read() {
    // Two metres wide: as they are, and as shares of their largest number.
    for (component, size, largest) in [
        (5120, 1, 127),
        (5121, 1, 255),
        (5122, 2, 32_767),
        (5123, 2, 65_535),
    ] {
        for normalized in [false, true] {
            let two = if normalized { largest } else { 2 };
            let bytes: Vec<u8> = [[0, 0, 0], [two, 0, 0], [0, two, 0]]
                .as_flattened()
                .iter()
                .flat_map(|number: &i32| number.to_le_bytes()[..size].to_vec())
                .collect();
            let mut made = Made::new();
            let position = made.accessor(&bytes, component, "VEC3", 3);
            made.json["accessors"][position]["normalized"] = json!(normalized);
            made.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
            made.push(
                "meshes",
                json!({ "primitives": [{ "attributes": { "POSITION": position } }] }),
            );
            let scale = if normalized { 2.0 } else { 1.0 };
            made.node(json!({ "mesh": 0, "scale": [scale, scale, scale] }));
            let expected = [[Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0]];
            assert_eq!(
                triangles(&good(&made)),
                expected,
                "{component} {normalized}"
            );
        }
    }
}

#[test]
fn interleaved_and_sparse_vertices_are_read() {
    let mut made = Made::with(4, &CORNERS, &[]);
    // Twenty bytes for each vertex, the first four of which are something else.
    let bytes: Vec<u8> = CORNERS
        .iter()
        .flat_map(|corner| [[9.0].as_slice(), corner, &[7.0]].concat())
        .flat_map(f32::to_le_bytes)
        .collect();
    let view = made.view(&bytes);
    made.json["bufferViews"][view]["byteStride"] = json!(20);
    made.json["accessors"][0] = json!({ "bufferView": view, "byteOffset": 4, "componentType": 5126, "type": "VEC3", "count": 3 });
    assert_eq!(triangles(&good(&made)), [corners([0, 1, 2])]);

    // The second vertex is moved, over others and over zeros.
    let indices = made.view(&[1]);
    let values = made.view(&[0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0]);
    made.json["accessors"][0]["sparse"] = json!({
        "count": 1,
        "indices": { "bufferView": indices, "componentType": 5121 },
        "values": { "bufferView": values },
    });
    let [a, _, c] = corners([0, 1, 2]);
    assert_eq!(triangles(&good(&made)), [[a, Vec3::X * 2.0, c]]);
    let indices = made.view(&[1, 0, 2, 0]);
    let values = made.view(
        &[[2.0_f32, 0.0, 0.0], [0.0, 2.0, 0.0]]
            .as_flattened()
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect::<Vec<_>>(),
    );
    made.json["accessors"][0] = json!({
        "componentType": 5126, "type": "VEC3", "count": 3,
        "sparse": {
            "count": 2,
            "indices": { "bufferView": indices, "componentType": 5123 },
            "values": { "bufferView": values },
        },
    });
    assert_eq!(
        triangles(&good(&made)),
        [[Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0]]
    );
    made.json["accessors"][0]["sparse"]["indices"]["componentType"] = json!(5121);
    assert_eq!(
        bad(&made),
        "`accessors[0].sparse.indices`: number 1 is 0: expected growing numbers below 3"
    );
}

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
        [a, b, c].map(|it| it + Vec3::new(1.0, 2.0, 3.0))
    );
    assert_eq!(
        placed(json!({ "scale": [2, 3, 4] })),
        [a, b, c].map(|it| it * Vec3::new(2.0, 3.0, 4.0))
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
    let starts: Vec<_> = triangles(&mesh).iter().map(|it| it[1]).collect();
    let expected = [[12.0, 0.0, 0.0], [12.0, 0.0, 10.0], [8.0, 0.0, 10.0]].map(Vec3::from_array);
    assert!(
        starts
            .iter()
            .zip(expected)
            .all(|(found, it)| found.distance(it) < 1e-6),
        "{starts:?}"
    );
    // Without a default scene, the roots are the nodes that are nobody's child.
    for key in ["scene", "scenes"] {
        made.json.as_object_mut().unwrap().remove(key);
        assert_eq!(triangles(&good(&made)).len(), 3, "{key}");
    }
    made.json["nodes"] = json!([]);
    assert_eq!(triangles(&good(&made)).len(), 1, "a library of meshes");
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
        "`nodes[0].children[0]`: there is no `nodes[7]`: the file has 1"
    );
}

#[test]
fn normals_are_placed_by_the_inverse_transpose() {
    let normal = |node: Value| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        let normal = made.floats(&[[0.6, 0.0, 0.8]; 4], "VEC3");
        made.primitive()["attributes"]["NORMAL"] = json!(normal);
        made.json["nodes"][0] = node;
        made.json["nodes"][0]["mesh"] = json!(0);
        good(&made).parts[0].normals[0][0]
    };
    let near = |found: Vec3, expected: [f32; 3]| {
        let expected = Vec3::from_array(expected).normalize();
        assert!(found.distance(expected) < 1e-6, "{found} {expected}");
    };
    near(normal(json!({})), [0.6, 0.0, 0.8]);
    // A surface that is stretched along X leans less to that side.
    near(normal(json!({ "scale": [2, 1, 1] })), [0.3, 0.0, 0.8]);
    near(normal(json!({ "scale": [-1, 1, 1] })), [-0.6, 0.0, 0.8]);
    near(
        normal(json!({ "scale": [5, 5, 5], "translation": [9, 9, 9] })),
        [0.6, 0.0, 0.8],
    );
}

#[test]
fn colours_of_vertices_are_read_in_every_form() {
    let colors = |bytes: &[u8], component: u32, kind: &str, normalized: bool| {
        let mut made = Made::with(4, &CORNERS[..3], &[]);
        let color = made.accessor(bytes, component, kind, 3);
        made.json["accessors"][color]["normalized"] = json!(normalized);
        made.primitive()["attributes"]["COLOR_0"] = json!(color);
        good(&made).parts[0].colors[0]
    };
    let floats: Vec<u8> = [1.0_f32, 0.5, 0.0]
        .repeat(3)
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    assert_eq!(
        colors(&floats, 5126, "VEC3", false),
        [[255, 128, 0, 255]; 3]
    );
    let floats: Vec<u8> = [2.0_f32, f32::NAN, -1.0, 0.2]
        .repeat(3)
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    assert_eq!(colors(&floats, 5126, "VEC4", false), [[255, 0, 0, 51]; 3]);
    assert_eq!(
        colors(&[255, 128, 0, 9].repeat(3), 5121, "VEC4", true),
        [[255, 128, 0, 9]; 3]
    );
    assert_eq!(
        colors(&[255, 128, 0, 9].repeat(3), 5121, "VEC4", false),
        [[255, 128, 0, 9]; 3]
    );
    let words = [255, 255, 0, 0, 128, 128];
    assert_eq!(
        colors(&words.repeat(3), 5123, "VEC3", true),
        [[255, 0, 128, 255]; 3]
    );
}

/// A textured triangle with this material and these extra lists.
fn textured(material: Value) -> Made {
    let mut made = Made::with(4, &CORNERS[..3], &[]);
    let near = made.floats(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], "VEC2");
    let far = made.floats(&[[0.5, 0.5]; 3], "VEC2");
    let picture = made.view(b"picture");
    made.primitive()["attributes"]["TEXCOORD_0"] = json!(near);
    made.primitive()["attributes"]["TEXCOORD_1"] = json!(far);
    made.primitive()["material"] = json!(0);
    made.push("materials", material);
    made.push("textures", json!({ "source": 0, "sampler": 0 }));
    made.push(
        "images",
        json!({ "bufferView": picture, "mimeType": "image/png" }),
    );
    made.push("samplers", json!({ "wrapS": 33071, "wrapT": 33648 }));
    made
}

#[test]
fn a_material_has_its_colour_its_picture_and_its_holes() {
    let made = textured(json!({
        "name": "leaves",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 0.25, 1, 0.75], "baseColorTexture": { "index": 0 },
        },
        "alphaMode": "MASK", "alphaCutoff": 0.3, "doubleSided": true,
    }));
    let mesh = good(&made);
    let [material] = &mesh.materials[..] else {
        panic!()
    };
    assert_eq!(material.name, "leaves");
    assert_eq!(material.color, [0.5, 0.25, 1.0, 0.75]);
    assert_eq!(
        (material.alpha_cutoff, material.double_sided),
        (Some(0.3), true)
    );
    let texture = material.texture.as_ref().unwrap();
    assert_eq!(texture.wrap, [TextureWrap::Clamp, TextureWrap::Mirror]);
    assert_eq!(texture.image.bytes.as_deref(), Some(&b"picture"[..]));
    assert_eq!(mesh.parts[0].tex_coords, [[Vec2::ZERO, Vec2::X, Vec2::ONE]]);

    let plain = good(&textured(json!({})));
    assert_eq!(plain.materials[0].color, [1.0; 4]);
    assert_eq!(plain.materials[0].name, "materials[0]");
    assert!(
        plain.parts[0].tex_coords.is_empty(),
        "there is no picture to lay"
    );
    let older = good(&textured(
        json!({ "extensions": { "KHR_materials_pbrSpecularGlossiness": {
        "diffuseFactor": [0, 1, 0, 1], "diffuseTexture": { "index": 0 } } } }),
    ));
    assert_eq!(older.materials[0].color, [0.0, 1.0, 0.0, 1.0]);
    assert!(older.materials[0].texture.is_some());
}

#[test]
fn a_picture_is_laid_by_the_coordinates_and_the_transform_of_its_material() {
    let tex_coords = |texture: Value| {
        let material = json!({ "pbrMetallicRoughness": { "baseColorTexture": texture } });
        good(&textured(material)).parts[0].tex_coords[0]
    };
    assert_eq!(
        tex_coords(json!({ "index": 0, "texCoord": 1 })),
        [Vec2::splat(0.5); 3]
    );
    let transform = |transform: Value| {
        tex_coords(json!({ "index": 0, "extensions": { "KHR_texture_transform": transform } }))
    };
    let moved = transform(json!({ "offset": [0.5, 0.25], "scale": [2, 4] }));
    assert_eq!(
        moved,
        [
            Vec2::new(0.5, 0.25),
            Vec2::new(2.5, 0.25),
            Vec2::new(2.5, 4.25)
        ]
    );
    // Counter-clockwise as seen, where v counts down.
    let turned = transform(json!({ "rotation": core::f64::consts::FRAC_PI_2 }));
    assert!(turned[1].distance(Vec2::NEG_Y) < 1e-6, "{turned:?}");
    assert_eq!(transform(json!({ "texCoord": 1 })), [Vec2::splat(0.5); 3]);
    // Coordinates that the mesh does not have, and numbers beyond all bounds.
    assert_eq!(tex_coords_of_missing(), 0);
    assert_eq!(transform(json!({ "scale": [1e300, 1e300] }))[0], Vec2::ZERO);
}

fn tex_coords_of_missing() -> usize {
    let texture = json!({ "index": 0, "texCoord": 7 });
    let material = json!({ "pbrMetallicRoughness": { "baseColorTexture": texture } });
    good(&textured(material)).parts[0].tex_coords.len()
}

#[test]
fn a_picture_may_lie_in_the_text_or_beside_and_a_missing_one_is_a_warning() {
    let read = |image: Value, files: &dyn Files| {
        let mut made =
            textured(json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
        made.json["images"][0] = image;
        let (mesh, problems) = read_at("in/a.gltf", &made.text(), files);
        let texture = mesh.unwrap().materials[0].texture.clone().unwrap();
        (texture.image.bytes.clone(), problems)
    };
    let bytes = Some(b"picture".to_vec());
    let inline = json!({ "uri": "data:image/png;base64,cGljdHVyZQ==" });
    assert_eq!(read(inline, &no_files()), (bytes.clone(), vec![]));
    let beside = MemoryFiles::new([("in/my wood.png", "picture")]);
    assert_eq!(
        read(json!({ "uri": "my%20wood.png" }), &beside),
        (bytes.clone(), vec![])
    );
    for (image, problem) in [
        (
            json!({ "uri": "wood.png" }),
            "`images[0].uri`: cannot read the picture `in/wood.png`: there is no such file",
        ),
        (
            json!({ "uri": "data:image/png;base64,c*" }),
            "`images[0].uri`: character 2 of its bytes is no base64",
        ),
        (
            json!({ "uri": "https://example.org/a.png" }),
            "`images[0].uri`: it names an address of a network, which is never read",
        ),
        (
            json!({ "bufferView": 99 }),
            "`images[0].bufferView`: there is no `bufferViews[99]`: the file has 4",
        ),
        (json!({}), "`images[0]`: `bufferView` is missing"),
    ] {
        assert_eq!(read(image, &no_files()), (None, vec![problem.to_owned()]));
    }
}

#[test]
fn what_is_not_shown_is_named_once() {
    let mut made = textured(json!({ "alphaMode": "BLEND" }));
    made.json["animations"] = json!([{}, {}]);
    made.json["cameras"] = json!([{}]);
    made.json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [{}, {}, {}] } });
    made.primitive()["targets"] = json!([{}]);
    for mode in 0..4 {
        let position = json!({ "POSITION": 0 });
        let primitives = made.json["meshes"][0]["primitives"].as_array_mut().unwrap();
        primitives.push(json!({ "mode": mode, "attributes": position }));
    }
    let (mesh, problems) = read(&made.text());
    assert_eq!(triangles(&mesh.unwrap()).len(), 1);
    assert_eq!(
        problems,
        [
            "not shown: 2 animations, 1 morph target, 4 lists of points or lines, 1 camera, 3 lights",
            "1 material is half transparent: drawn opaque",
        ]
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
fn triangles_without_an_area_and_duplicates_are_dropped_with_their_corners() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 1, 0, 1, 2, 2, 1, 0, 0, 2, 3]);
    let color = made.floats(
        &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]],
        "VEC3",
    );
    made.primitive()["attributes"]["COLOR_0"] = json!(color);
    let (mesh, problems) = read(&made.text());
    let mesh = mesh.unwrap();
    assert_eq!(triangles(&mesh), [corners([0, 1, 2]), corners([0, 2, 3])]);
    let [red, green, blue, black] = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [0, 0, 0, 255],
    ];
    assert_eq!(
        mesh.parts[0].colors,
        [[red, green, blue], [red, blue, black]]
    );
    assert_eq!(
        problems,
        [
            "1 triangle without an area: dropped",
            "1 triangle that stood there already: dropped"
        ]
    );
}

#[test]
fn buffers_lie_in_files_beside() {
    let made = Made::with(4, &CORNERS[..3], &[]);
    let mut json = made.json.clone();
    json["buffers"] = json!([{ "byteLength": made.bytes.len(), "uri": "my%20data.bin" }]);
    let text = json.to_string().into_bytes();
    let missing = "`buffers[0].uri`: cannot read `in/my data.bin`: there is no such file";
    assert_eq!(
        read_at("in/a.gltf", &text, &no_files()),
        (None, vec![missing.to_owned()])
    );

    struct Beside(Vec<u8>);
    impl Files for Beside {
        fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            assert_eq!(path, Path::new("in/my data.bin"));
            Ok(self.0.clone())
        }
    }
    let (mesh, problems) = read_at("in/a.gltf", &text, &Beside(made.bytes.clone()));
    assert_eq!(problems, [""; 0]);
    assert_eq!(triangles(&mesh.unwrap()), [corners([0, 1, 2])]);
    let short = read_at("in/a.gltf", &text, &Beside(vec![0; 35]));
    assert_eq!(
        short,
        (
            None,
            vec!["`buffers[0]`: it says 36 bytes, and has 35".to_owned()]
        )
    );
    // A longer file is fine.
    let long = [made.bytes, vec![9; 7]].concat();
    assert!(read_at("in/a.gltf", &text, &Beside(long)).0.is_some());
}

#[test]
fn every_cut_of_a_glb_is_explained() {
    let glb = Made::with(4, &CORNERS, &[0, 1, 2]).glb();
    let at = |bytes: &[u8]| read_at("a.glb", bytes, &no_files());
    for length in 0..glb.len() {
        let (mesh, problems) = at(&glb[..length]);
        assert!(
            mesh.is_none() && problems.len() == 1,
            "{length}: {problems:?}"
        );
        let expected = if length < 4 {
            "this is no GLB"
        } else {
            "this GLB is cut off"
        };
        assert!(problems[0].starts_with(expected), "{length}: {problems:?}");
    }
    // Bytes behind its end do not matter.
    assert!(at(&[glb.clone(), vec![1, 2, 3]].concat()).0.is_some());
    let changed = |place: usize, byte: u8| {
        let mut glb = glb.clone();
        glb[place] = byte;
        at(&glb).1.remove(0)
    };
    assert_eq!(
        changed(0, b'x'),
        "this is no GLB: it does not begin with `glTF`"
    );
    assert_eq!(
        changed(4, 1),
        "this file has version 1 of glTF; expected 2.0"
    );
    assert_eq!(
        changed(16, b'x'),
        "this GLB is cut off: it has no chunk `JSON`"
    );
    assert!(changed(20, b'x').starts_with("line 1, column 1 of its JSON: this is no JSON"));
    assert!(changed(15, 0xff).starts_with("this GLB is cut off: its chunk `JSON` says"));
    // Whatever its name, and a text by the name of a GLB.
    assert!(read_at("a.obj", &glb, &no_files()).0.is_some());
    let text = Made::with(4, &CORNERS, &[0, 1, 2]).text();
    assert_eq!(
        at(&text).1,
        ["this is no GLB: it does not begin with `glTF`"]
    );
}

#[test]
fn mistakes_of_the_json_have_their_line_and_column() {
    let (mesh, problems) = read(b"{\n  \"asset\": { \"version\": \"2.0\", }\n}");
    assert!(mesh.is_none());
    assert_eq!(problems, ["a.gltf:2:32: this is no JSON: trailing comma"]);
    assert_eq!(
        read(b"").1,
        ["a.gltf:1:1: this is no JSON: EOF while parsing a value"]
    );
    assert_eq!(
        read(b"v 0 0 0\n").1,
        ["a.gltf:1:1: this is no JSON: expected value"]
    );
    let deep = [b"[".repeat(200), b"]".repeat(200)].concat();
    assert_eq!(
        read(&deep).1,
        ["a.gltf:1:128: this is no JSON: recursion limit exceeded"]
    );
    assert_eq!(
        read(b"\xef\xbb\xbf{}").1,
        ["this is no glTF: `asset` is missing"]
    );
    for text in ["null", "[]", "7", "{}", "\"a\""] {
        assert_eq!(
            read(text.as_bytes()).1,
            ["this is no glTF: `asset` is missing"],
            "{text}"
        );
    }
}

/// A change of a file.
type Change<'c> = &'c dyn Fn(&mut Value);

#[test]
fn wrong_values_are_named_by_their_path() {
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        change(&mut made.json);
        bad(&made)
    };
    let mesh = "meshes[0].primitives[0]";
    let cases: [(String, Change<'_>); 21] = [
        ("this file has version 1.0 of glTF; expected 2.0".to_owned(), &|it| it["asset"]["version"] = json!("1.0")),
        ("`asset.version`: expected a text, found `2.0`".into(), &|it| it["asset"]["version"] = json!(2.0)),
        ("`scene`: there is no `scenes[3]`: the file has 1".into(), &|it| it["scene"] = json!(3)),
        ("`nodes`: expected a list, found an object".into(), &|it| it["nodes"] = json!({})),
        ("`nodes[0].mesh`: expected a whole number from 0, found `-1`".into(), &|it| it["nodes"][0]["mesh"] = json!(-1)),
        ("`nodes[0].matrix`: expected a list of 16 numbers, found a list of 3".into(), &|it| it["nodes"][0]["matrix"] = json!([1, 2, 3])),
        ("`nodes[0].scale[1]`: expected a number, found a text".into(), &|it| it["nodes"][0]["scale"] = json!([1, "2", 3])),
        ("`meshes[0]`: `primitives` is missing".into(), &|it| it["meshes"][0] = json!({})),
        (format!("`{mesh}.mode`: there is no mode 9"), &|it| it["meshes"][0]["primitives"][0]["mode"] = json!(9)),
        (format!("`{mesh}`: `attributes` is missing"), &|it| it["meshes"][0]["primitives"][0] = json!({})),
        (format!("`{mesh}.attributes.POSITION`: there is no `accessors[7]`: the file has 2"), &|it| it["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(7)),
        (format!("`{mesh}.material`: there is no `materials[0]`: the file has 0"), &|it| it["meshes"][0]["primitives"][0]["material"] = json!(0)),
        (format!("`{mesh}.indices`: index 1 is 1, and there are 1 vertices"), &|it| it["accessors"][0]["count"] = json!(1)),
        ("`accessors[0].type`: expected the type `VEC3`".into(), &|it| it["accessors"][0]["type"] = json!("VEC2")),
        ("`accessors[0].componentType`: there is no component type 5124".into(), &|it| it["accessors"][0]["componentType"] = json!(5124)),
        ("`accessors[0].bufferView`: 5 elements of 12 bytes, from byte 0 on, do not fit into its 48 bytes".into(), &|it| it["accessors"][0]["count"] = json!(5)),
        ("`accessors[0].bufferView`: 4 elements of 12 bytes, from byte 1 on, do not fit into its 48 bytes".into(), &|it| it["accessors"][0]["byteOffset"] = json!(1)),
        ("`accessors[0].bufferView`: its elements have 12 bytes, at a distance of 4".into(), &|it| it["bufferViews"][0]["byteStride"] = json!(4)),
        ("`bufferViews[0].buffer`: there is no `buffers[1]`: the file has 1".into(), &|it| it["bufferViews"][0]["buffer"] = json!(1)),
        ("`bufferViews[0]`: its 48 bytes from byte 100 on reach beyond `buffers[0]`, which has 54".into(), &|it| it["bufferViews"][0]["byteOffset"] = json!(100)),
        ("`accessors[0]`: it has 4000000000 elements without a `bufferView`".into(), &|it| it["accessors"][0] = json!({ "componentType": 5126, "type": "VEC3", "count": 4_000_000_000_u64 })),
    ];
    for (expected, change) in cases {
        assert_eq!(broken(change), expected);
    }
    // Numbers whose sums and products overflow.
    for huge in [u64::MAX, u64::MAX / 12, 1 << 63, 1 << 53] {
        for (list, number, key) in [
            ("accessors", 0, "count"),
            ("accessors", 0, "byteOffset"),
            ("bufferViews", 0, "byteOffset"),
            ("bufferViews", 0, "byteLength"),
            ("bufferViews", 0, "byteStride"),
            ("accessors", 1, "count"),
        ] {
            let message = broken(&|it| it[list][number][key] = json!(huge));
            assert!(message.starts_with('`'), "{huge} {key}: {message}");
        }
    }
}

#[test]
fn vertices_that_are_not_finite_are_refused() {
    for (number, scale) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (3e38, 1e10)] {
        let mut corners = CORNERS;
        corners[2][1] = number;
        let mut made = Made::with(4, &corners, &[0, 1, 2]);
        made.json["nodes"][0]["scale"] = json!([scale, scale, scale]);
        assert_eq!(
            bad(&made),
            "`meshes[0].primitives[0].attributes.POSITION`: vertex 2 is not finite where it is placed"
        );
    }
    let mut flat = Made::with(4, &CORNERS, &[0, 1, 2]);
    flat.json["nodes"][0]["scale"] = json!([1, 0, 1]);
    assert_eq!(bad(&flat), "this file has no usable triangle");
}

#[test]
fn needed_extensions_that_are_not_read_are_named_with_what_to_do() {
    let required = |name: &str| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        made.json["extensionsUsed"] = json!([name]);
        made.json["extensionsRequired"] = json!([name]);
        let file = GltfFile {
            name: "a.gltf",
            path: "a.gltf".as_ref(),
            files: &no_files(),
            most_bytes: 1 << 20,
            one_sided: false,
        };
        let (mesh, problems) = read_gltf(file, &made.text(), &mut Images::default());
        let problem = problems.into_iter().next();
        (
            mesh.is_some(),
            problem.map(|it| (it.message, it.help.unwrap())),
        )
    };
    for (name, help) in [
        (
            "KHR_draco_mesh_compression",
            "export it without Draco compression",
        ),
        (
            "EXT_meshopt_compression",
            "export it without meshopt compression",
        ),
        ("MY_own", "export it without this extension"),
    ] {
        let message = format!("`extensionsRequired[0]`: `{name}` is needed, and is not read");
        assert_eq!(required(name), (false, Some((message, help.to_owned()))));
    }
    for name in [
        "KHR_texture_transform",
        "KHR_mesh_quantization",
        "KHR_materials_unlit",
        "KHR_texture_basisu",
    ] {
        assert_eq!(required(name), (true, None), "{name}");
    }
}

/// The level around a bare mesh.
fn bare(path: &str, bytes: Vec<u8>, budget: &Budget) -> LoadedLevel {
    struct One(Vec<u8>);
    impl Files for One {
        fn read(&self, _: &Path) -> std::io::Result<Vec<u8>> {
            Ok(self.0.clone())
        }
    }
    load_mesh_as_level(path.as_ref(), None, &One(bytes), budget, &mut |_| ()).loaded
}

#[test]
fn a_bare_mesh_is_a_level_and_collides() {
    let made = Made::with(
        4,
        &[[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 9.0]],
        &[],
    );
    for (path, bytes) in [("a.gltf", made.text()), ("A.GLB", made.glb())] {
        let loaded = bare(path, bytes, &Budget::OWN);
        assert_eq!(loaded.diagnostics, [], "{path}");
        let level = loaded.level.unwrap();
        assert_eq!(level.world.triangles().len(), 1);
        assert_eq!(level.world.triangles()[0].plane().normal(), DVec3::Y);
    }
}

#[test]
fn a_mesh_that_many_nodes_show_is_counted_before_it_is_built() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2, 0, 2, 3].repeat(100));
    let nodes: Vec<Value> = (0..5_000).map(|_| json!({ "mesh": 0 })).collect();
    made.json["scenes"][0]["nodes"] = (0..nodes.len()).collect();
    made.json["nodes"] = json!(nodes);
    let loaded = bare("a.glb", made.glb(), &Budget::LINK);
    let error = loaded.diagnostics[0].message.as_str();
    assert!(error.contains("1000000 triangles"), "{error}");
    // A text whose values would take more memory than all of a link may.
    let empty = br#"{"asset":{"version":"2.0"},"extras":["#.to_vec();
    let text = [empty, br#"{"":0},"#.repeat(300_000), b"0]}".to_vec()].concat();
    let loaded = bare("a.gltf", text, &Budget::LINK);
    let error = loaded.diagnostics[0].message.as_str();
    assert!(error.contains("memory"), "{error}");
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
                    .map(|it| [it[0], it[1], it[2]])
                    .collect(),
                ::gltf::mesh::Mode::TriangleStrip => order
                    .windows(3)
                    .enumerate()
                    .map(|(at, it)| {
                        if at % 2 == 0 {
                            [it[0], it[1], it[2]]
                        } else {
                            [it[1], it[0], it[2]]
                        }
                    })
                    .collect(),
                _ => order[1..]
                    .windows(2)
                    .map(|it| [it[0], it[1], order[0]])
                    .collect(),
            };
            if place.determinant() < 0.0 {
                all.iter_mut().for_each(|it| it.swap(1, 2));
            }
            for triangle in all {
                let corners = triangle.map(|vertex| {
                    place
                        .transform_point3(Vec3::from_array(positions[vertex]).as_dvec3())
                        .as_vec3()
                });
                let key = |corners: &[Vec3; 3]| {
                    let mut key = corners.map(|it| it.to_array().map(f32::to_bits));
                    key.sort_unstable();
                    key
                };
                let is_known = found.iter().any(|it| key(it) == key(&corners));
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

#[test]
fn no_corruption_of_a_file_makes_it_panic() {
    let mut made =
        textured(json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    made.json["nodes"] =
        json!([{ "mesh": 0, "children": [1] }, { "mesh": 0, "translation": [1, 2, 3] }]);
    let (text, glb) = (made.text(), made.glb());
    let mut random = Random::new(11);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..4000 {
        let mut bytes = if random.below(2) == 0 {
            text.clone()
        } else {
            glb.clone()
        };
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            let digits = b"0123456789";
            match random.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = random.below(256) as u8,
                // Another number: most of what is broken in a file that is JSON.
                _ => {
                    let digit = (0..bytes.len()).map(|step| (at + step) % bytes.len());
                    if let Some(at) = digit.clone().find(|at| digits.contains(&bytes[*at])) {
                        bytes[at] = digits[random.below(10)];
                    }
                }
            }
        }
        let (mesh, problems) = read_at("a.gltf", &bytes, &no_files());
        assert!(mesh.is_some() || problems.len() == 1);
        read += usize::from(mesh.is_some());
        refused += usize::from(mesh.is_none());
    }
    assert!(
        read > 300 && refused > 300,
        "{read} read, {refused} refused"
    );
}
