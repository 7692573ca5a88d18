//! A tree as a GLB. It has a smooth trunk with vertex colours, and many nodes that show the same card, out of which a texture
//! cuts leaves.

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

/// The sides of the trunk.
const SIDES: usize = 12;

/// The number of cards with leaves.
const CARDS: usize = 26;

/// Half the side of a card; metres.
const CARD_HALF: f64 = 0.85;

/// The crown, which the cards fill: the height of its middle, and its radius; metres.
const CROWN: (f64, f64) = (3.7, 0.95);

/// The angle from each card to the next around the vertical axis, the golden angle; radians.
const GOLDEN_ANGLE: f64 = 2.399_963;

/// Numbers of glTF: the types of components, what a texture shows beyond its edge, and how vertices form triangles.
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const FLOAT: u32 = 5126;
const CLAMP_TO_EDGE: u32 = 33071;
const TRIANGLE_STRIP: u32 = 5;

/// The binary chunk of a GLB, and the entries of its JSON that describe it.
#[derive(Default)]
struct Chunk {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Chunk {
    /// Adds `bytes` as a buffer view. Returns its index.
    fn view(&mut self, bytes: &[u8]) -> usize {
        // Floats must begin at multiples of their size.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        self.views
            .push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }));
        self.views.len() - 1
    }

    /// Adds `bytes` with an accessor, of which the buffer view is still missing. Returns its index.
    fn accessor(&mut self, bytes: &[u8], mut accessor: Value) -> usize {
        accessor["bufferView"] = json!(self.view(bytes));
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Adds vectors of two or three numbers. Those of three are positions or normals, and get bounds.
    fn floats<const N: usize>(&mut self, vectors: &[[f32; N]]) -> usize {
        let kind = ["VEC2", "VEC3"][N - 2];
        let bytes: Vec<u8> = vectors
            .as_flattened()
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        let mut accessor = json!({ "componentType": FLOAT, "type": kind, "count": vectors.len() });
        if N == 3 {
            let bound = |choose: fn(f32, f32) -> f32| {
                vectors
                    .iter()
                    .copied()
                    .reduce(|a, b| std::array::from_fn(|axis| choose(a[axis], b[axis])))
            };
            accessor["min"] = json!(bound(f32::min).map(|bound| bound.to_vec()));
            accessor["max"] = json!(bound(f32::max).map(|bound| bound.to_vec()));
        }
        self.accessor(&bytes, accessor)
    }

    fn indices(&mut self, indices: &[u16]) -> usize {
        let bytes: Vec<u8> = indices
            .iter()
            .flat_map(|index| index.to_le_bytes())
            .collect();
        self.accessor(
            &bytes,
            json!({ "componentType": UNSIGNED_SHORT, "type": "SCALAR", "count": indices.len() }),
        )
    }

    fn colors(&mut self, colors: &[[u8; 4]]) -> usize {
        let accessor = json!({
            "componentType": UNSIGNED_BYTE, "normalized": true, "type": "VEC4", "count": colors.len(),
        });
        self.accessor(colors.as_flattened(), accessor)
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
        "samplers": [{ "wrapS": CLAMP_TO_EDGE, "wrapT": CLAMP_TO_EDGE }],
        "images": [{ "name": "leaves", "bufferView": picture, "mimeType": "image/png" }],
        "accessors": chunk.accessors,
        "bufferViews": chunk.views,
        "buffers": [{ "byteLength": chunk.bytes.len() }],
    });
    let bytes = glb(json.to_string().into_bytes(), chunk.bytes);
    println!("tree.glb: {} nodes, {} bytes", CARDS + 2, bytes.len());
    fs::write(folder.join("tree.glb"), bytes)
}

/// The primitive of the trunk: rings of vertices, darker towards the ground, between a bottom and a top.
fn trunk(chunk: &mut Chunk) -> Value {
    let (mut positions, mut normals, mut colors, mut indices) = (vec![], vec![], vec![], vec![]);
    for (ring, (radius, height)) in TRUNK.into_iter().enumerate() {
        let (below, above) = (
            TRUNK[ring.saturating_sub(1)],
            TRUNK[(ring + 1).min(TRUNK.len() - 1)],
        );
        // The normals are perpendicular to the outline.
        let lean = (below.0 - above.0) / (above.1 - below.1);
        let length = (1.0 + lean * lean).sqrt();
        for side in 0..SIDES {
            let angle = std::f64::consts::TAU * side as f64 / SIDES as f64;
            let (sin, cos) = angle.sin_cos();
            positions.push([radius * cos, height, radius * sin].map(|value| value as f32));
            normals.push([cos / length, lean / length, sin / length].map(|value| value as f32));
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
        indices.extend([top, top + side + 1, top + side].map(|index| index as u16));
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

/// The primitive of a square card, as a triangle strip.
fn card(chunk: &mut Chunk) -> Value {
    let half = CARD_HALF as f32;
    let corners = [
        [-half, -half, 0.0],
        [half, -half, 0.0],
        [-half, half, 0.0],
        [half, half, 0.0],
    ];
    json!({
        "mode": TRIANGLE_STRIP,
        "attributes": {
            "POSITION": chunk.floats(&corners),
            "TEXCOORD_0": chunk.floats(&[[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]]),
        },
        "material": 1,
    })
}

/// The node of a card. The cards are spread evenly over the crown, like the seeds of a sunflower.
fn leaf_node(number: usize) -> Value {
    let share = (number as f64 + 0.5) / CARDS as f64;
    let up = 1.0 - 2.0 * share;
    let around = GOLDEN_ANGLE * number as f64;
    let outward = (1.0 - up * up).sqrt();
    let (middle, radius) = CROWN;
    let place =
        [outward * around.cos(), up * 0.8, outward * around.sin()].map(|number| number * radius);
    // A quaternion that tilts the card, then turns it about the vertical axis. It is made of half the angles.
    let tilt = 0.35 * (number % 3) as f64 - 0.35;
    let (sin_turn, cos_turn) = (around * 0.5).sin_cos();
    let (sin_tilt, cos_tilt) = (tilt / 2.0).sin_cos();
    let round = |number: f64| (number * 1e4).round() / 1e4;
    json!({
        "mesh": 1,
        "translation": [round(place[0]), round(middle + place[1]), round(place[2])],
        "rotation": [
            round(cos_turn * sin_tilt),
            round(sin_turn * cos_tilt),
            round(-sin_turn * sin_tilt),
            round(cos_turn * cos_tilt),
        ],
    })
}
