//! A tree as a GLB: a smooth trunk with colours at its corners, and leaves that are cut out of one card, which many nodes
//! show.

use std::{fs, io, path::Path};

use serde_json::{Value, json};

use crate::paint;
use sidle_tools::glb::glb;

/// The trunk: radius and height from the ground up; metres.
const TRUNK: [(f64, f64); 5] = [
    (0.32, 0.0),
    (0.22, 0.4),
    (0.17, 1.6),
    (0.13, 2.6),
    (0.05, 3.6),
];
const SIDES: usize = 12;

/// The cards of leaves: how many, half their side, and the middle and the radius of the ball that they fill.
const CARDS: usize = 26;
const CARD: f64 = 0.85;
const CROWN: (f64, f64) = (3.7, 0.95);

/// The bytes of a GLB, and what its JSON says of them.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Chunk {
    fn view(&mut self, bytes: &[u8]) -> usize {
        // Numbers of four bytes begin at multiples of four.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        self.views
            .push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }));
        self.views.len() - 1
    }

    fn accessor(&mut self, bytes: &[u8], rest: Value) -> usize {
        let mut accessor = rest;
        accessor["bufferView"] = json!(self.view(bytes));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, all: &[[f32; N]]) -> usize {
        let kind = ["VEC2", "VEC3"][N - 2];
        let bytes: Vec<u8> = all
            .as_flattened()
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        let mut rest = json!({ "componentType": 5126, "type": kind, "count": all.len() });
        if N == 3 {
            let bound = |of: fn(f32, f32) -> f32| {
                all.iter()
                    .copied()
                    .reduce(|a, b| std::array::from_fn(|at| of(a[at], b[at])))
            };
            rest["min"] = json!(bound(f32::min).map(|it| it.to_vec()));
            rest["max"] = json!(bound(f32::max).map(|it| it.to_vec()));
        }
        self.accessor(&bytes, rest)
    }

    fn indices(&mut self, all: &[u16]) -> usize {
        let bytes: Vec<u8> = all.iter().flat_map(|it| it.to_le_bytes()).collect();
        self.accessor(
            &bytes,
            json!({ "componentType": 5123, "type": "SCALAR", "count": all.len() }),
        )
    }

    fn colors(&mut self, all: &[[u8; 4]]) -> usize {
        let rest = json!({ "componentType": 5121, "normalized": true, "type": "VEC4", "count": all.len() });
        self.accessor(all.as_flattened(), rest)
    }
}

/// Writes `tree.glb`.
pub fn write(folder: &Path) -> io::Result<()> {
    let mut chunk = Chunk::default();
    let trunk = trunk(&mut chunk);
    let card = card(&mut chunk);
    let picture = chunk.view(&paint::leaves().png());
    let mut nodes = vec![
        json!({ "name": "tree", "children": (1..=CARDS + 1).collect::<Vec<_>>() }),
        json!({ "name": "trunk", "mesh": 0 }),
    ];
    nodes.extend((0..CARDS).map(leaf_node));
    let json = json!({
        "asset": { "version": "2.0", "generator": "make_assets", "copyright": "MIT OR Apache-2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": nodes,
        "meshes": [
            { "name": "trunk", "primitives": [trunk] },
            { "name": "leaves", "primitives": [card] },
        ],
        "materials": [
            { "name": "bark", "pbrMetallicRoughness": { "baseColorFactor": [0.34, 0.24, 0.16, 1.0], "metallicFactor": 0.0 } },
            {
                "name": "leaves", "alphaMode": "MASK", "alphaCutoff": 0.5, "doubleSided": true,
                "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "metallicFactor": 0.0 },
            },
        ],
        "textures": [{ "source": 0, "sampler": 0 }],
        "samplers": [{ "wrapS": 33071, "wrapT": 33071 }],
        "images": [{ "name": "leaves", "bufferView": picture, "mimeType": "image/png" }],
        "accessors": chunk.accessors,
        "bufferViews": chunk.views,
        "buffers": [{ "byteLength": chunk.bytes.len() }],
    });
    let bytes = glb(json.to_string().into_bytes(), chunk.bytes);
    println!("tree.glb: {} nodes, {} bytes", CARDS + 2, bytes.len());
    fs::write(folder.join("tree.glb"), bytes)
}

/// Rings of corners around the trunk, darker towards the ground, and a bottom.
fn trunk(chunk: &mut Chunk) -> Value {
    let (mut positions, mut normals, mut colors, mut indices) = (vec![], vec![], vec![], vec![]);
    for (ring, (radius, height)) in TRUNK.into_iter().enumerate() {
        let (below, above) = (
            TRUNK[ring.saturating_sub(1)],
            TRUNK[(ring + 1).min(TRUNK.len() - 1)],
        );
        // The outside leans as the outline does.
        let lean = (below.0 - above.0) / (above.1 - below.1);
        let length = (1.0 + lean * lean).sqrt();
        for side in 0..SIDES {
            let angle = std::f64::consts::TAU * side as f64 / SIDES as f64;
            let (sin, cos) = angle.sin_cos();
            positions.push([radius * cos, height, radius * sin].map(|it| it as f32));
            normals.push([cos / length, lean / length, sin / length].map(|it| it as f32));
            let shade = 150 + (height * 28.0) as u8;
            colors.push([shade, shade, shade, 255]);
        }
    }
    let corner = |ring: usize, side: usize| (ring * SIDES + side % SIDES) as u16;
    for ring in 1..TRUNK.len() {
        for side in 0..SIDES {
            let [a, b] = [corner(ring - 1, side), corner(ring - 1, side + 1)];
            let [c, d] = [corner(ring, side), corner(ring, side + 1)];
            indices.extend([a, c, b, b, c, d]);
        }
    }
    let top = (TRUNK.len() - 1) * SIDES;
    for side in 1..SIDES - 1 {
        indices.extend([0, side as u16, side as u16 + 1]);
        indices.extend([top, top + side + 1, top + side].map(|it| it as u16));
    }
    json!({
        "attributes": {
            "POSITION": chunk.floats(&positions),
            "NORMAL": chunk.floats(&normals),
            "COLOR_0": chunk.colors(&colors),
        },
        "indices": chunk.indices(&indices),
        "material": 0,
    })
}

/// A square card, as a strip.
fn card(chunk: &mut Chunk) -> Value {
    let side = CARD as f32;
    let corners = [
        [-side, -side, 0.0],
        [side, -side, 0.0],
        [-side, side, 0.0],
        [side, side, 0.0],
    ];
    json!({
        "mode": 5,
        "attributes": {
            "POSITION": chunk.floats(&corners),
            "TEXCOORD_0": chunk.floats(&[[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]]),
        },
        "material": 1,
    })
}

/// One of the cards in the crown, turned by its number: evenly around, as seeds of a sunflower lie.
fn leaf_node(number: usize) -> Value {
    let share = (number as f64 + 0.5) / CARDS as f64;
    let up = 1.0 - 2.0 * share;
    let around = 2.399_963 * number as f64;
    let flat = (1.0 - up * up).sqrt();
    let (middle, radius) = CROWN;
    let place = [flat * around.cos(), up * 0.8, flat * around.sin()].map(|it| it * radius);
    // About the vertical axis, then tilted.
    let (yaw, tilt) = (around * 0.5, 0.35 * (number % 3) as f64 - 0.35);
    let (sy, cy) = yaw.sin_cos();
    let (st, ct) = (tilt / 2.0).sin_cos();
    let round = |it: f64| (it * 1e4).round() / 1e4;
    json!({
        "mesh": 1,
        "translation": [round(place[0]), round(middle + place[1]), round(place[2])],
        "rotation": [round(cy * st), round(sy * ct), round(-sy * st), round(cy * ct)],
    })
}
