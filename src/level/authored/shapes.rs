//! Boxes and round shapes as triangles, counter-clockwise from outside.

use glam::DVec3;

use crate::geometry::angle::sin_cos_deg;

/// Corners around a round shape, and from one of its ends to its middle. Its corners are on its surface, and its faces at most
/// half a hundredth of the radius inside. Smaller: it looks edgy; larger: more triangles.
const SIDES: u32 = 32;
const RINGS: u32 = 8;

/// The most triangles of a round shape.
const MAX_TRIANGLES: u64 = (4 * SIDES * RINGS) as u64;

/// A shape that is round about Y; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundShape {
    /// Whether its ends are half balls. Otherwise they are flat.
    pub has_caps: bool,
    /// The distance of the middles of its ends. 0 with caps of the same radius: a ball.
    pub height: f64,
    pub bottom: f64,
    pub top: f64,
}

impl RoundShape {
    /// The most triangles of any.
    pub const MAX_TRIANGLES: u64 = MAX_TRIANGLES;

    /// Its triangles, around the origin.
    pub fn triangles(&self) -> Vec<[DVec3; 3]> {
        let half = self.height * 0.5;
        // Radius and height of each ring, from below.
        let mut rings = Vec::new();
        if self.has_caps {
            let angle = |ring: u32| 90.0 * f64::from(ring) / f64::from(RINGS);
            let at = |angle, radius: f64, middle: f64| {
                let (sin, cos) = sin_cos_deg(angle);
                (radius * cos, middle + radius * sin)
            };
            rings.extend((0..=RINGS).map(|ring| at(angle(ring) - 90.0, self.bottom, -half)));
            // A ball has its widest ring once.
            let first = u32::from(self.height <= 0.0);
            rings.extend((first..=RINGS).map(|ring| at(angle(ring), self.top, half)));
        } else {
            rings.extend([
                (0.0, -half),
                (self.bottom, -half),
                (self.top, half),
                (0.0, half),
            ]);
        }
        let corner = |(radius, height): (f64, f64), side: u32| {
            let (sin, cos) = sin_cos_deg(360.0 * f64::from(side % SIDES) / f64::from(SIDES));
            DVec3::new(radius * cos, height, radius * sin)
        };
        let mut triangles = Vec::new();
        for pair in rings.windows(2) {
            let [low, high] = [pair[0], pair[1]];
            for side in 0..SIDES {
                let [a, b] = [corner(low, side), corner(low, side + 1)];
                let [c, d] = [corner(high, side), corner(high, side + 1)];
                if low.0 > 0.0 {
                    triangles.push([a, c, b]);
                }
                if high.0 > 0.0 {
                    triangles.push([b, c, d]);
                }
            }
        }
        triangles
    }
}

/// The triangles of a box with these opposite corners.
pub(crate) fn box_triangles(low: DVec3, high: DVec3) -> [[DVec3; 3]; 12] {
    let corner = |number: usize| {
        let part = |axis: usize| {
            if number >> axis & 1 == 0 {
                low[axis]
            } else {
                high[axis]
            }
        };
        DVec3::new(part(0), part(1), part(2))
    };
    // Bit 0 is X, bit 1 is Y, bit 2 is Z.
    const FACES: [[usize; 4]; 6] = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangle = |number: usize| {
        let face = FACES[number / 2].map(corner);
        match number % 2 {
            0 => [face[0], face[1], face[2]],
            _ => [face[0], face[2], face[3]],
        }
    };
    core::array::from_fn(triangle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume is the sum of the tetrahedra between each triangle and the origin, if all look outwards.
    fn volume(triangles: &[[DVec3; 3]]) -> f64 {
        let six = triangles.iter().map(|[a, b, c]| a.cross(*b).dot(*c));
        six.sum::<f64>() / 6.0
    }

    #[test]
    fn shapes_are_closed_look_outwards_and_have_nearly_their_volume() {
        let pi = core::f64::consts::PI;
        let shape = |has_caps, height, bottom, top| {
            let shape = RoundShape {
                has_caps,
                height,
                bottom,
                top,
            };
            let triangles = shape.triangles();
            assert!(triangles.len() as u64 <= RoundShape::MAX_TRIANGLES);
            // Each edge stands there once in each direction.
            let bits = |at: DVec3| (at + DVec3::ZERO).to_array().map(f64::to_bits);
            let edges = triangles
                .iter()
                .flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
            let edges: Vec<_> = edges.map(|(a, b)| (bits(*a), bits(*b))).collect();
            assert!(edges.iter().all(|(a, b)| edges.contains(&(*b, *a))));
            volume(&triangles)
        };
        let near = |found: f64, exact: f64| {
            assert!((0.97..1.0).contains(&(found / exact)), "{found} {exact}")
        };
        near(shape(true, 0.0, 2.0, 2.0), 32.0 / 3.0 * pi);
        near(shape(true, 1.0, 0.5, 0.5), pi * (0.25 + 1.0 / 6.0));
        near(shape(false, 2.0, 0.5, 0.5), pi * 0.5);
        near(shape(false, 3.0, 1.0, 0.0), pi);
        let cuboid = box_triangles(DVec3::new(-1.0, 0.0, 2.0), DVec3::new(1.0, 3.0, 6.0));
        assert_eq!(volume(&cuboid), 24.0);
    }
}
