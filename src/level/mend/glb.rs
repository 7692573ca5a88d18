//! A mended mesh as a GLB file, with its colours and pictures.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", 2021, sections 3.6 to 3.9 and 4.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;
use serde_json::{Map, Value, json};

use crate::level::meshes::{Material, Mesh, MeshPart, TextureImage, TextureWrap};

/// Types of numbers, and of what a view holds.
const BYTES: u32 = 5121;
const INDICES: u32 = 5125;
const FLOATS: u32 = 5126;
const VERTICES: u32 = 34962;
const ELEMENTS: u32 = 34963;

/// The GLB file of `mesh`, and how many of its pictures are of a format that such files cannot hold.
pub fn glb(mesh: &Mesh) -> (Vec<u8>, usize) {
    let mut file = Builder::default();
    // Materials that look alike are one.
    let mut kept: Vec<&Material> = Vec::new();
    for part in &mesh.parts {
        let material = mesh.material_of(part).map(|material| {
            let known = kept.iter().position(|kept| *kept == material);
            known.unwrap_or_else(|| {
                kept.push(material);
                file.add_material(material);
                kept.len() - 1
            })
        });
        file.add_part(part, material);
    }
    file.finish()
}

#[derive(Default)]
struct Builder {
    bin: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    materials: Vec<Value>,
    textures: Vec<Value>,
    samplers: Vec<Value>,
    images: Vec<Value>,
    /// The numbers of pictures, by their addresses. None for those that cannot be held.
    known: BTreeMap<usize, Option<usize>>,
}

/// What makes a vertex another one: the bits of its place, normal, place on the texture and colour.
type Vertex = ([u32; 3], [u32; 3], [u32; 2], [u8; 4]);

impl Builder {
    /// Adds bytes for a purpose, and returns the number of their view.
    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        while !self.bin.len().is_multiple_of(4) {
            self.bin.push(0);
        }
        let mut view = json!({
            "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len(),
        });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.bin.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, bytes: &[u8], kind: (u32, &str), count: usize, target: u32) -> usize {
        let view = self.view(bytes, Some(target));
        let (number, shape) = kind;
        self.accessors.push(json!({
            "bufferView": view, "componentType": number, "count": count, "type": shape,
        }));
        self.accessors.len() - 1
    }

    fn floats(&mut self, numbers: &[f32], shape: &str, count: usize) -> usize {
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        self.accessor(&bytes, (FLOATS, shape), count, VERTICES)
    }

    fn add_material(&mut self, material: &Material) {
        let mut look = json!({ "baseColorFactor": material.color, "metallicFactor": 0 });
        if let Some(texture) = &material.texture
            && let Some(image) = self.image(&texture.image)
        {
            let wrap = texture.wrap.map(|wrap| match wrap {
                TextureWrap::Repeat => 10497,
                TextureWrap::Clamp => 33071,
                TextureWrap::Mirror => 33648,
            });
            self.samplers
                .push(json!({ "wrapS": wrap[0], "wrapT": wrap[1] }));
            let sampler = self.samplers.len() - 1;
            self.textures
                .push(json!({ "source": image, "sampler": sampler }));
            look["baseColorTexture"] = json!({ "index": self.textures.len() - 1 });
        }
        let mut made = json!({
            "name": material.name, "doubleSided": material.double_sided, "pbrMetallicRoughness": look,
        });
        if let Some(cutoff) = material.alpha_cutoff {
            made["alphaMode"] = "MASK".into();
            made["alphaCutoff"] = cutoff.into();
        }
        self.materials.push(made);
    }

    fn image(&mut self, image: &Arc<TextureImage>) -> Option<usize> {
        let key = Arc::as_ptr(image).addr();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let bytes = image.bytes.as_deref().unwrap_or_default();
        let kind = match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
            [0xff, 0xd8, ..] => Some("image/jpeg"),
            _ => None,
        };
        let number = kind.map(|kind| {
            let view = self.view(bytes, None);
            self.images
                .push(json!({ "name": image.name, "mimeType": kind, "bufferView": view }));
            self.images.len() - 1
        });
        self.known.insert(key, number);
        number
    }

    /// Adds a part as an object.
    fn add_part(&mut self, part: &MeshPart, material: Option<usize>) {
        let mut known: BTreeMap<Vertex, u32> = BTreeMap::new();
        let (mut places, mut normals) = (Vec::new(), Vec::new());
        let (mut tex_coords, mut colors) = (Vec::new(), Vec::new());
        let mut indices = Vec::new();
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (number, triangle) in part.triangles.iter().enumerate() {
            for (at, place) in triangle.iter().enumerate() {
                let normal = part.normals.get(number);
                let normal = normal.map(|normals| normals[at].unpack().as_vec3());
                let [a, b, c] = *triangle;
                let of_face = (b - a).cross(c - a).normalize_or(Vec3::Y);
                let normal = normal.unwrap_or_default().normalize_or(of_face);
                let tex_coord = part.tex_coords.get(number);
                let tex_coord = tex_coord.map(|places| places[at]).unwrap_or_default();
                let color = part.colors.get(number).map(|colors| colors[at]);
                let color = color.unwrap_or_default();
                let vertex = (
                    place.to_array().map(f32::to_bits),
                    normal.to_array().map(f32::to_bits),
                    tex_coord.to_array().map(f32::to_bits),
                    color,
                );
                let next = known.len() as u32;
                let index = *known.entry(vertex).or_insert(next);
                indices.extend(index.to_le_bytes());
                if index == next {
                    (low, high) = (low.min(*place), high.max(*place));
                    places.extend(place.to_array());
                    normals.extend(normal.to_array());
                    tex_coords.extend(tex_coord.to_array());
                    colors.extend(color);
                }
            }
        }
        let count = known.len();
        let mut attributes = Map::new();
        let position = self.floats(&places, "VEC3", count);
        self.accessors[position]["min"] = json!(low.to_array());
        self.accessors[position]["max"] = json!(high.to_array());
        attributes.insert("POSITION".into(), position.into());
        if !part.normals.is_empty() {
            let normals = self.floats(&normals, "VEC3", count);
            attributes.insert("NORMAL".into(), normals.into());
        }
        if !part.tex_coords.is_empty() {
            let places = self.floats(&tex_coords, "VEC2", count);
            attributes.insert("TEXCOORD_0".into(), places.into());
        }
        if !part.colors.is_empty() {
            let colors = self.accessor(&colors, (BYTES, "VEC4"), count, VERTICES);
            self.accessors[colors]["normalized"] = true.into();
            attributes.insert("COLOR_0".into(), colors.into());
        }
        let corners = part.triangles.len() * 3;
        let indices = self.accessor(&indices, (INDICES, "SCALAR"), corners, ELEMENTS);
        let mut primitive = json!({ "attributes": attributes, "indices": indices });
        if let Some(material) = material {
            primitive["material"] = material.into();
        }
        self.meshes
            .push(json!({ "name": part.name, "primitives": [primitive] }));
        let mesh = self.meshes.len() - 1;
        self.nodes.push(json!({ "name": part.name, "mesh": mesh }));
    }

    fn finish(mut self) -> (Vec<u8>, usize) {
        while !self.bin.len().is_multiple_of(4) {
            self.bin.push(0);
        }
        let nodes: Vec<usize> = (0..self.nodes.len()).collect();
        let mut document = json!({
            "asset": { "version": "2.0", "generator": "sidle mend" },
            "scene": 0,
            "scenes": [{ "nodes": nodes }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{ "byteLength": self.bin.len() }],
        });
        // Empty lists are not allowed.
        for (key, list) in [
            ("materials", self.materials),
            ("textures", self.textures),
            ("samplers", self.samplers),
            ("images", self.images),
        ] {
            if !list.is_empty() {
                document[key] = list.into();
            }
        }
        let mut text = document.to_string().into_bytes();
        while !text.len().is_multiple_of(4) {
            text.push(b' ');
        }
        let chunks = [(b"JSON", text), (b"BIN\0", self.bin)];
        let length = chunks
            .iter()
            .map(|(_, bytes)| 8 + bytes.len())
            .sum::<usize>();
        let mut file = b"glTF".to_vec();
        file.extend(2_u32.to_le_bytes());
        file.extend((12 + length as u32).to_le_bytes());
        for (kind, bytes) in chunks {
            file.extend((bytes.len() as u32).to_le_bytes());
            file.extend(kind);
            file.extend(bytes);
        }
        let left_out = self.known.values().filter(|number| number.is_none());
        (file, left_out.count())
    }
}
