//! Changes to glTF files that keep their structure. They change values in the JSON, bytes, or the header.

use serde_json::{Map, Value, json};

use super::mutate::mutate;
use sidle_tools::glb::glb;
use sidle_tools::random::Random;

/// The JSON and the bytes of a GLB.
pub struct Parts {
    json: Value,
    bytes: Vec<u8>,
}

impl Parts {
    /// The parts of a good GLB of two chunks.
    pub fn of(glb: &[u8]) -> Option<Self> {
        let parts = ::gltf::Glb::from_slice(glb).ok()?;
        let json = serde_json::from_slice(&parts.json).ok()?;
        let bytes = parts.bin?.into_owned();
        Some(Self { json, bytes })
    }

    /// A file with a skin, sparse and interleaved numbers, several scenes, and all kinds of indices.
    pub fn of_everything() -> Self {
        let mut bytes: Vec<u8> = (0..60)
            .flat_map(|at| ((at * 7 % 11) as f32).to_le_bytes())
            .collect();
        bytes.extend([0, 1, 2, 2, 1, 3, 0, 0]);
        let accessor = |view: usize, component: u32, kind: &str, count: usize| json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        let mut sparse = accessor(0, 5126, "VEC3", 4);
        sparse["sparse"] = json!({
            "count": 1,
            "indices": { "bufferView": 1, "byteOffset": 1, "componentType": 5121 },
            "values": { "bufferView": 0, "byteOffset": 12 },
        });
        let json = json!({
            "asset": { "version": "2.0", "minVersion": "2.0" },
            "extensionsUsed": ["KHR_texture_transform", "KHR_lights_punctual"],
            "extensionsRequired": ["KHR_mesh_quantization"],
            "scene": 0,
            "scenes": [{ "nodes": [0, 3] }, { "nodes": [1] }],
            "nodes": [
                { "children": [1, 2], "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1] },
                { "mesh": 0, "skin": 0, "name": "a" },
                { "mesh": 1, "scale": [-1, 2, 1], "rotation": [0, 0.6, 0, 0.8], "camera": 0 },
                { "mesh": 0, "translation": [0, 3, 0] },
            ],
            "skins": [{ "joints": [2, 3], "inverseBindMatrices": 4 }],
            "meshes": [
                { "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 0, "TEXCOORD_0": 5 }, "indices": 1, "material": 0 }] },
                { "primitives": [
                    { "mode": 5, "attributes": { "POSITION": 2, "COLOR_0": 3 }, "targets": [{ "POSITION": 0 }] },
                    { "mode": 6, "attributes": { "POSITION": 0 }, "indices": 6 },
                    { "mode": 1, "attributes": { "POSITION": 0 } },
                ] },
            ],
            "materials": [{
                "alphaMode": "MASK", "doubleSided": true,
                "pbrMetallicRoughness": { "baseColorFactor": [1, 0.5, 0, 1], "baseColorTexture": {
                    "index": 0, "texCoord": 0, "extensions": { "KHR_texture_transform": { "offset": [0, 1], "rotation": 1.5, "scale": [2, 3] } },
                } },
            }],
            "textures": [{ "source": 0, "sampler": 0 }],
            "samplers": [{ "wrapS": 33071 }],
            "images": [{ "uri": "data:image/png;base64,AAAA" }, { "bufferView": 1 }, { "uri": "none.png" }],
            "cameras": [{}],
            "animations": [{}],
            "accessors": [
                accessor(0, 5126, "VEC3", 4), accessor(1, 5121, "SCALAR", 6), sparse,
                accessor(2, 5121, "VEC4", 4), accessor(0, 5126, "MAT4", 2), accessor(0, 5126, "VEC2", 4),
                { "componentType": 5123, "type": "SCALAR", "count": 5 },
            ],
            "bufferViews": [
                { "buffer": 0, "byteLength": 240 },
                { "buffer": 0, "byteOffset": 240, "byteLength": 8 },
                { "buffer": 0, "byteOffset": 4, "byteLength": 200, "byteStride": 16 },
            ],
            "buffers": [{ "byteLength": 248 }],
        });
        Self { json, bytes }
    }

    /// A file in which names, custom properties and extensions of physics say what the nodes are.
    pub fn of_marks() -> Self {
        let corners: [f32; 18] = [
            0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0, 4.0, 0.0,
            0.0,
        ];
        let bytes = corners
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let omi = |shape: usize| json!({ "OMI_physics_body": { "collider": { "shape": shape } } });
        let khr = |geometry: Value| json!({ "KHR_physics_rigid_bodies": { "collider": { "geometry": geometry } } });
        let json = json!({
            "asset": { "version": "2.0" },
            "extensionsUsed": ["OMI_physics_shape", "OMI_physics_body", "KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
            "extensions": {
                "OMI_physics_shape": { "shapes": [
                    { "type": "box", "box": { "size": [1, 2, 3] } },
                    { "type": "capsule", "capsule": { "height": 1, "radiusBottom": 0.5, "radiusTop": 0.25 } },
                    { "type": "convex", "convex": { "mesh": 0 } },
                    { "type": "trimesh", "trimesh": { "mesh": 0 } },
                ] },
                "KHR_implicit_shapes": { "shapes": [
                    { "type": "sphere", "sphere": { "radius": 2 } },
                    { "type": "cylinder", "cylinder": { "height": 2, "radius": 1 } },
                    { "type": "plane", "plane": { "sizeX": 2 } },
                ] },
            },
            "scenes": [{ "nodes": [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] }],
            "nodes": [
                { "name": "ground-col", "mesh": 0, "scale": [9, 1, 9], "children": [1] },
                { "name": "rock-convcolonly.001", "mesh": 0, "translation": [3, 0, 1] },
                { "name": "art-noimp", "mesh": 0 },
                { "name": "UBX_wall_01", "mesh": 0, "rotation": [0, 0.6, 0, 0.8] },
                { "name": "a", "mesh": 0, "extras": { "collide": "hull", "friction": 0.2, "one_way": true, "ladder": 1 } },
                { "name": "b", "mesh": 0, "extras": { "collide": "box", "max_slope_deg": 30, "step_height": 0.1, "sensor": 0 } },
                { "name": "c", "extras": { "spawn": true }, "translation": [1, 1, 1] },
                { "name": "d", "scale": [2, 3, 2], "extras": { "zone": "teleport", "to": "c" } },
                { "name": "e", "mesh": 0, "extras": { "zone": "launch", "speed": 12 } },
                { "name": "f", "mesh": 0, "extras": { "zone": "message", "text": "Here" } },
                { "name": "g", "mesh": 0, "extensions": omi(0) },
                { "name": "h", "extensions": omi(1), "scale": [1, -2, 1] },
                { "name": "i", "extensions": omi(2) },
                { "name": "j", "extensions": khr(json!({ "shape": 0 })) },
                { "name": "k", "extensions": khr(json!({ "shape": 1, "convexHull": true })) },
                { "name": "l", "extensions": khr(json!({ "node": 0, "convexHull": true })) },
            ],
            "meshes": [{ "name": "m-convcol", "primitives": [{ "attributes": { "POSITION": 0 } }] }],
            "accessors": [{ "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 6 }],
            "bufferViews": [{ "buffer": 0, "byteLength": 72 }],
            "buffers": [{ "byteLength": 72 }],
        });
        Self { json, bytes }
    }

    /// Returns the file with a few changes, mostly as a complete GLB.
    pub fn case(&self, random: &mut Random) -> Vec<u8> {
        let (mut json, mut bytes) = (self.json.clone(), self.bytes.clone());
        for _ in 0..1 + random.below(2) {
            change(&mut json, random);
        }
        if random.below(3) == 0 {
            for _ in 0..random.below(20) {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
        }
        if random.below(8) == 0 {
            bytes.truncate(random.below(bytes.len() + 1));
        }
        let text = json.to_string().into_bytes();
        match random.below(10) {
            0 => text,
            1 => mutate(random, &[text], true),
            2 => mutate(random, &[glb(text, bytes)], false),
            _ => glb(text, bytes),
        }
    }
}

/// Changes one value somewhere in `json`.
fn change(json: &mut Value, random: &mut Random) {
    let mut paths = Vec::new();
    list_paths(json, String::new(), &mut paths);
    let path = paths[random.below(paths.len())].clone();
    let other = json.pointer(&paths[random.below(paths.len())]).cloned();
    let Some(value) = json.pointer_mut(&path) else {
        return;
    };
    match random.below(8) {
        0 => *value = other.unwrap_or_default(),
        1 => *value = odd_value(random),
        2 => match value {
            Value::Array(list) if !list.is_empty() => drop(list.remove(random.below(list.len()))),
            Value::Object(entries) => {
                let key = entries
                    .keys()
                    .nth(random.below(entries.len().max(1)))
                    .cloned();
                key.and_then(|key| entries.remove(&key));
            }
            other => *other = Value::Null,
        },
        3 => {
            if let Value::Array(list) = value
                && !list.is_empty()
            {
                // Many of one kind: nodes that show a mesh, lists of indices.
                let again = list[random.below(list.len())].clone();
                let times = [1, 2, 100, 3000][random.below(4)];
                list.extend(std::iter::repeat_n(again, times));
            }
        }
        _ if value.is_number() => *value = odd_number(random),
        _ => *value = odd_value(random),
    }
}

fn list_paths(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (index, entry) in list.iter().enumerate().take(50) {
                list_paths(entry, format!("{path}/{index}"), paths);
            }
        }
        Value::Object(entries) => {
            for (key, entry) in entries {
                list_paths(entry, format!("{path}/{key}"), paths);
            }
        }
        _ => {}
    }
    paths.push(path);
}

fn odd_number(random: &mut Random) -> Value {
    match random.below(4) {
        0 => json!(random.below(9)),
        1 => json!([5120, 5121, 5122, 5123, 5124, 5125, 5126][random.below(7)]),
        2 => json!(
            [
                u64::MAX,
                1 << 63,
                u64::from(u32::MAX),
                1 << 31,
                1 << 24,
                1 << 16,
                255
            ][random.below(7)]
        ),
        _ => json!([-1.0, 0.5, 1e300, -1e300, 1e39, 3e38, 1e-300, -0.0][random.below(8)]),
    }
}

fn odd_value(random: &mut Random) -> Value {
    match random.below(7) {
        0 => Value::Null,
        1 => json!([]),
        2 => Value::Object(Map::new()),
        3 => json!(true),
        4 => json!(
            [
                "",
                "VEC3",
                "MAT4",
                "data:a;base64,AA",
                "../../a.bin",
                "\u{202e}\u{1b}[2J",
                "none",
                "mesh",
                "hull",
                "box",
                "checkpoint",
                "teleport",
                "launch",
                "water",
                "x-colonly",
                "UCX_x",
            ][random.below(16)]
        ),
        5 => (0..random.below(20)).map(|_| odd_number(random)).collect(),
        _ => odd_number(random),
    }
}
