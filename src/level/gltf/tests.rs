//! glTF files are read, and broken ones are explained.
//!
//! Here are the files that the tests of all parts make, and the tests of whole files.

use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glam::{DVec3, Vec3};
use serde_json::{Value, json};

use super::{GltfFile, Images, read_gltf};
use crate::level::authored::Authored;
use crate::level::bare_mesh::load_mesh_as_level;
use crate::level::budget::Budget;
use crate::level::files::Files;
use crate::level::loaded::LoadedLevel;
use crate::level::meshes::Mesh;
use crate::level::text::Severity;
use crate::test_support::{MemoryFiles, Random, glb};

/// A glTF file that is made in memory.
#[derive(Clone)]
pub struct Made {
    pub json: Value,
    pub bytes: Vec<u8>,
}

impl Made {
    /// A file without anything in it.
    pub fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0" },
            "accessors": [], "bufferViews": [], "meshes": [], "nodes": [],
            "scene": 0, "scenes": [{ "nodes": [] }],
        });
        let bytes = Vec::new();
        Self { json, bytes }
    }

    /// A triangle with this `mode`, `positions` and `indices`, at the origin.
    pub fn with(mode: u32, positions: &[[f32; 3]], indices: &[u16]) -> Self {
        let mut made = Self::new();
        let position = made.positions(positions);
        let mut primitive = json!({ "mode": mode, "attributes": { "POSITION": position } });
        if !indices.is_empty() {
            let bytes: Vec<u8> = indices
                .iter()
                .flat_map(|index| index.to_le_bytes())
                .collect();
            let indices = made.accessor(&bytes, 5123, "SCALAR", indices.len());
            primitive["indices"] = json!(indices);
        }
        made.push("meshes", json!({ "primitives": [primitive] }));
        made.node(json!({ "mesh": 0 }));
        made
    }

    /// Adds an entry to one of its lists, and returns its number.
    pub fn push(&mut self, list: &str, entry: Value) -> usize {
        if self.json.get(list).is_none() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(entry);
        list.len() - 1
    }

    /// Adds a root.
    pub fn node(&mut self, node: Value) -> usize {
        let number = self.push("nodes", node);
        let roots = self.json["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.push(json!(number));
        number
    }

    pub fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        let view = json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() });
        self.push("bufferViews", view)
    }

    pub fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        let view = self.view(bytes);
        let accessor =
            json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        self.push("accessors", accessor)
    }

    pub fn floats<const N: usize>(&mut self, numbers: &[[f32; N]], kind: &str) -> usize {
        let bytes: Vec<u8> = numbers
            .as_flattened()
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        self.accessor(&bytes, 5126, kind, numbers.len())
    }

    pub fn positions(&mut self, numbers: &[[f32; 3]]) -> usize {
        self.floats(numbers, "VEC3")
    }

    /// The first primitive.
    pub fn primitive(&mut self) -> &mut Value {
        &mut self.json["meshes"][0]["primitives"][0]
    }

    /// With its bytes in the text.
    pub fn text(&self) -> Vec<u8> {
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            BASE64_STANDARD.encode(&self.bytes)
        );
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        json.to_string().into_bytes()
    }

    pub fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        glb(json.to_string().into_bytes(), self.bytes.clone())
    }
}

pub const CORNERS: [[f32; 3]; 4] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
];

pub fn read_at(path: &str, bytes: &[u8], files: &dyn Files) -> (Option<Mesh>, Vec<String>) {
    let (authored, messages) = read_all(path, bytes, files);
    let mesh = authored.map(|authored| {
        let mesh = authored.layers[0].mesh.clone();
        Arc::unwrap_or_clone(mesh)
    });
    (mesh, messages)
}

pub fn read_all(path: &str, bytes: &[u8], files: &dyn Files) -> (Option<Authored>, Vec<String>) {
    let file = GltfFile {
        name: path,
        path: path.as_ref(),
        files,
        most_bytes: 1 << 20,
        one_sided: false,
    };
    let (mesh, problems) = read_gltf(file, bytes, &mut Images::default());
    let messages = problems.iter().map(|problem| {
        assert_eq!(
            problem.severity == Severity::Error,
            mesh.is_none(),
            "{problem}"
        );
        match &problem.place {
            Some(_) => format!("{}: {}", problem.location(), problem.message),
            None => problem.message.clone(),
        }
    });
    let messages = messages.collect();
    (mesh, messages)
}

pub fn no_files() -> MemoryFiles<'static> {
    MemoryFiles::new([("", "")])
}

pub fn read(bytes: &[u8]) -> (Option<Mesh>, Vec<String>) {
    read_at("a.gltf", bytes, &no_files())
}

/// The mesh of a file that has no problem, as text and as GLB.
pub fn good(made: &Made) -> Mesh {
    let (mesh, problems) = read(&made.text());
    assert_eq!(problems, [""; 0], "{}", made.json);
    let (same, problems) = read_at("a.glb", &made.glb(), &no_files());
    assert_eq!(problems, [""; 0]);
    let mesh = mesh.unwrap();
    assert_eq!(mesh.parts, same.unwrap().parts);
    mesh
}

pub fn triangles(mesh: &Mesh) -> Vec<[Vec3; 3]> {
    mesh.parts
        .iter()
        .flat_map(|part| part.triangles.clone())
        .collect()
}

/// The one error of a broken file.
pub fn bad(made: &Made) -> String {
    let (mesh, problems) = read(&made.text());
    assert!(mesh.is_none(), "{}", made.json);
    let [problem] = &problems[..] else {
        panic!("{problems:?}")
    };
    problem.clone()
}

/// The corners of a triangle by their numbers in [`CORNERS`].
pub fn corners(numbers: [usize; 3]) -> [Vec3; 3] {
    numbers.map(|number| Vec3::from_array(CORNERS[number]))
}

/// A textured triangle with this material and these extra lists.
pub fn textured(material: Value) -> Made {
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
            problem.map(|problem| (problem.message, problem.help.unwrap())),
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
