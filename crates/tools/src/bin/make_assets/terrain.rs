//! A valley between mountains: more than fifty thousand triangles.

use crate::mesh::{Face, Mesh, Point, face, object};

/// Cells along each side, and their size; metres.
const CELLS: usize = 164;
const CELL: f64 = 1.0;

/// Smooth noise of a few octaves, mountains at the rim, and a path that winds from south to north.
pub fn terrain() -> Mesh {
    let half = CELLS as f64 * CELL / 2.0;
    let at = |i: usize, k: usize| -> Point {
        let [x, z] = [i, k].map(|line| line as f64 * CELL - half);
        [x, height(x, z, half), z]
    };
    let mut faces = Vec::new();
    for i in 0..CELLS {
        for k in 0..CELLS {
            let [a, b, c, d] = [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)];
            let halves = match (i + k) % 2 {
                0 => [[a, b, c], [a, c, d]],
                _ => [[a, b, d], [b, c, d]],
            };
            faces.extend(halves.map(|corners| face(material(corners), corners)));
        }
    }
    // One contiguous run of faces per material.
    let mut objects = Vec::new();
    for name in ["water", "sand", "lawn", "leaf", "slope_hard", "limestone"] {
        let (those, others): (Vec<Face>, Vec<Face>) =
            faces.into_iter().partition(|face| face.material == name);
        faces = others;
        objects.push(object(format!("terrain_{name}"), those));
    }
    Mesh {
        stem: "terrain",
        about: "A valley of 164 x 164 m between mountains, in 53792 triangles, with a path from its south to its north.",
        objects,
    }
}

/// The height of the land; metres.
fn height(x: f64, z: f64, half: f64) -> f64 {
    let hills = 7.0 * noise(x / 31.0, z / 31.0, 1)
        + 3.2 * noise(x / 13.0, z / 13.0, 2)
        + 1.0 * noise(x / 5.0, z / 5.0, 3);
    // Mountains at the edge, so that no player falls off.
    let rim = ((x.abs().max(z.abs()) - (half - 22.0)) / 22.0).clamp(0.0, 1.0);
    let mountains = rim * rim * (26.0 + 9.0 * noise(x / 9.0, z / 9.0, 4));
    let land = hills + mountains;
    // The path is half as bumpy and follows the large hills only.
    let from_path = (x - path(z)).abs();
    let on_path = smooth(1.0 - ((from_path - 2.0) / 8.0).clamp(0.0, 1.0));
    let level = 2.6 + 1.6 * noise(z / 24.0, 0.5, 5);
    let inside = smooth(((half - 8.0 - z.abs()) / 8.0).clamp(0.0, 1.0));
    let shaped = land + (level - land) * on_path * inside;
    // A lake fills the low ground.
    shaped.max(-0.6)
}

/// The x coordinate of the path; metres.
fn path(z: f64) -> f64 {
    14.0 * noise(z / 38.0, 7.5, 6)
}

fn material(corners: [Point; 3]) -> &'static str {
    let [a, b, c] = corners;
    let [u, v] = [b, c].map(|p| [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
    let normal = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let up = normal[1] / normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
    if middle[1] < -0.59 {
        "water"
    } else if (middle[0] - path(middle[2])).abs() < 1.6 || middle[1] < -0.2 {
        "sand"
    } else if up < 50.0_f64.to_radians().cos() {
        "slope_hard"
    } else if middle[1] > 19.0 {
        "limestone"
    } else if up < 0.86 {
        "leaf"
    } else {
        "lawn"
    }
}

/// Smooth interpolation of lattice values from -1 to 1.
fn noise(x: f64, z: f64, seed: u64) -> f64 {
    let [i, k] = [x.floor(), z.floor()];
    let [s, t] = [smooth(x - i), smooth(z - k)];
    let value = |di: i64, dk: i64| hashed(i as i64 + di, k as i64 + dk, seed);
    let low = value(0, 0) + (value(1, 0) - value(0, 0)) * s;
    let high = value(0, 1) + (value(1, 1) - value(0, 1)) * s;
    low + (high - low) * t
}

fn smooth(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

/// A pseudo-random number from -1 to 1: the finisher of SplitMix64 (S. Vigna, 2015).
fn hashed(i: i64, k: i64, seed: u64) -> f64 {
    let mut bits = (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (k as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ seed.wrapping_mul(0x1656_67B1_9E37_79F9);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}
