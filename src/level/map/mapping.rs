//! How the picture of a material lies on a face.
//!
//! Sources: the compilers of Quake, which were published by id Software in 1996 (standard mapping); Valve's 220 format.

use glam::{DVec3, Vec2};

use crate::geometry::angle::sin_cos_deg;

/// For the width and for the height of a picture: texels per unit along X, Y and Z of the map, and the texel at its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mapping([[f32; 4]; 2]);

impl Mapping {
    /// Of Valve's format: along these axes, each with its offset in texels, enlarged by these `factors`.
    pub fn along(axes: [[f64; 4]; 2], factors: [f64; 2]) -> Self {
        Self([0, 1].map(|at| {
            let [x, y, z, offset] = axes[at];
            let factor = usable(factors[at]);
            [x / factor, y / factor, z / factor, offset].map(|number| number as f32)
        }))
    }

    /// Of the standard format: projected along the axis of the world that is nearest to the `normal` of its face; turned by degrees,
    /// enlarged by `factors` and moved by `offsets` in texels.
    pub fn projected(normal: DVec3, offsets: [f64; 2], turn_deg: f64, factors: [f64; 2]) -> Self {
        let DVec3 { x, y, z } = normal.abs();
        let [across, up] = if z >= x && z >= y {
            [DVec3::X, DVec3::Y]
        } else if x >= y {
            [DVec3::Y, DVec3::Z]
        } else {
            [DVec3::X, DVec3::Z]
        };
        let (sin, cos) = sin_cos_deg(turn_deg);
        let axes = [across * cos + up * sin, across * sin - up * cos];
        let with = |at: usize| {
            let DVec3 { x, y, z } = axes[at];
            [x, y, z, offsets[at]]
        };
        Self::along([with(0), with(1)], factors)
    }

    /// The places of the `corners` of a face in a picture of this `size`, in units of the map and in texels. Pictures repeat, so
    /// the first corner lies in the first copy.
    pub fn places<const N: usize>(&self, corners: [DVec3; N], size: Vec2) -> [Vec2; N] {
        let at = |corner: DVec3, [x, y, z, offset]: [f32; 4]| {
            let along = DVec3::new(x.into(), y.into(), z.into());
            corner.dot(along) + f64::from(offset)
        };
        let [wide, high] = self.0;
        let places = corners.map(|corner| {
            let texel = [at(corner, wide), at(corner, high)];
            [texel[0] / f64::from(size.x), texel[1] / f64::from(size.y)]
        });
        let first = places.first().copied().unwrap_or_default().map(libm::floor);
        places.map(|[u, v]| {
            let place = Vec2::new((u - first[0]) as f32, (v - first[1]) as f32);
            if place.is_finite() { place } else { Vec2::ZERO }
        })
    }
}

/// A factor. Editors take 0 for 1.
fn usable(factor: f64) -> f64 {
    if factor == 0.0 || !factor.is_finite() {
        1.0
    } else {
        factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(64.0, 32.0);

    #[test]
    fn a_wall_and_a_floor_have_the_top_of_the_picture_where_quake_has_it() {
        let places = |normal, turn_deg, corners: [DVec3; 2]| {
            let mapping = Mapping::projected(normal, [0.0; 2], turn_deg, [1.0; 2]);
            let [a, b] = mapping.places(corners, SIZE);
            b - a
        };
        // On a wall, texels go down: 32 up is one picture up.
        let up = places(DVec3::X, 0.0, [DVec3::ZERO, DVec3::Z * 32.0]);
        assert_eq!(up, Vec2::new(0.0, -1.0));
        let north = places(DVec3::Z, 0.0, [DVec3::ZERO, DVec3::Y * 32.0]);
        assert_eq!(north, Vec2::new(0.0, -1.0));
        // Turned by 90 degrees, the width goes along what was the height.
        let turned = places(DVec3::NEG_Y, 90.0, [DVec3::ZERO, DVec3::Z * 64.0]);
        assert!(turned.distance(Vec2::X) < 1e-6, "{turned}");
    }

    #[test]
    fn axes_are_divided_by_their_factors_and_a_factor_of_0_is_1() {
        let axes = [[0.0, 1.0, 0.0, 8.0], [0.0, 0.0, -1.0, 0.0]];
        let mapping = Mapping::along(axes, [2.0, 0.0]);
        let [a, b] = mapping.places([DVec3::ZERO, DVec3::new(5.0, 16.0, 8.0)], SIZE);
        assert_eq!(a, Vec2::new(8.0 / 64.0, 0.0));
        assert_eq!(b, Vec2::new(16.0 / 64.0, -8.0 / 32.0));
    }

    #[test]
    fn far_and_hostile_places_stay_finite_and_near() {
        for number in [0.0, 1e6, 1e30, f64::MAX, f64::NAN] {
            let mapping = Mapping::along([[number; 4]; 2], [number; 2]);
            let corners = [DVec3::splat(1e6), DVec3::splat(-1e6)];
            for place in mapping.places(corners, SIZE) {
                assert!(place.is_finite(), "{number}: {place}");
            }
        }
        let mapping = Mapping::projected(DVec3::Z, [12_345.0; 2], 0.0, [1.0; 2]);
        let [first] = mapping.places([DVec3::new(4096.0, -77.0, 0.0)], SIZE);
        assert!(first.min_element() >= 0.0 && first.max_element() < 1.0);
    }
}
