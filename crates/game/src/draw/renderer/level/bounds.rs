//! Boxes around drawn parts, and the part of the scene that a picture shows.

use macroquad::math::{Mat4, Vec3, Vec4, Vec4Swizzles};

/// An axis-aligned box, relative to the scene's origin; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Bounds {
    /// Contains nothing.
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The smallest box around `points`.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, point| Self {
            min: bounds.min.min(point),
            max: bounds.max.max(point),
        })
    }

    /// The smallest box around both.
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The eight corners.
    pub fn corners(&self) -> [Vec3; 8] {
        let Self { min, max } = *self;
        std::array::from_fn(|corner| {
            let side = |axis: usize| corner >> axis & 1 == 1;
            Vec3::new(
                if side(0) { max.x } else { min.x },
                if side(1) { max.y } else { min.y },
                if side(2) { max.z } else { min.z },
            )
        })
    }
}

/// The part of the scene that a projection shows, between six planes.
#[derive(Clone, Copy, Debug)]
pub struct Frustum {
    /// A point is inside of a plane if the product of the plane with the point and 1 is not negative.
    planes: [Vec4; 6],
}

impl Frustum {
    /// The frustum of a matrix from the scene to clip space.
    ///
    /// Source: G. Gribb and K. Hartmann, "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix",
    /// 2001.
    pub fn new(projection: &Mat4) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| projection.row(row));
        Self {
            planes: [w + x, w - x, w + y, w - y, w + z, w - z],
        }
    }

    /// Whether a part of `bounds` may be inside. Never false for a box that is partly inside.
    pub fn may_show(&self, bounds: &Bounds) -> bool {
        let (center, half) = (
            (bounds.min + bounds.max) * 0.5,
            (bounds.max - bounds.min) * 0.5,
        );
        self.planes.iter().all(|plane| {
            let normal = plane.xyz();
            normal.dot(center) + plane.w + normal.abs().dot(half) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next pseudo-random number from -1 to 1. Source: G. Marsaglia, "Xorshift RNGs", 2003.
    fn next(state: &mut u64) -> f32 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    #[test]
    fn a_box_with_a_visible_point_is_never_culled() {
        let mut state = 0x5EED_u64;
        let mut next = || next(&mut state);
        let (mut seen, mut culled) = (0, 0);
        for case in 0..2000 {
            let eye = Vec3::new(next(), next(), next()) * 50.0;
            let look = Vec3::new(next(), next(), next()).normalize();
            let view = Mat4::look_to_rh(eye, look, Vec3::Y);
            let projection = Mat4::perspective_rh_gl(1.0, 1.6, 0.05, 90.0) * view;
            let frustum = Frustum::new(&projection);
            let min = Vec3::new(next(), next(), next()) * 80.0;
            let size = Vec3::new(next(), next(), next()).abs() * 20.0;
            let bounds = Bounds {
                min,
                max: min + size,
            };
            let inside = |point: Vec3| {
                let clip = projection * point.extend(1.0);
                clip.xyz().abs().max_element() <= clip.w
            };
            let points = (0..64).map(|_| {
                let share = Vec3::new(next(), next(), next()) * 0.5 + 0.5;
                min + size * share
            });
            let shows = points.chain(bounds.corners()).any(inside);
            seen += u32::from(shows);
            culled += u32::from(!frustum.may_show(&bounds));
            assert!(
                !shows || frustum.may_show(&bounds),
                "seed 0x5EED, case {case}"
            );
        }
        assert!(seen > 100 && culled > 1000, "{seen} seen, {culled} culled");
    }

    #[test]
    fn a_box_behind_the_eye_or_beyond_the_far_plane_is_culled() {
        let view = Mat4::look_to_rh(Vec3::ZERO, -Vec3::Z, Vec3::Y);
        let frustum = Frustum::new(&(Mat4::perspective_rh_gl(1.0, 1.0, 0.1, 10.0) * view));
        let at = |z: f32| Bounds {
            min: Vec3::new(-1.0, -1.0, z - 1.0),
            max: Vec3::new(1.0, 1.0, z + 1.0),
        };
        assert!(frustum.may_show(&at(-5.0)) && frustum.may_show(&at(0.0)));
        assert!(!frustum.may_show(&at(2.0)) && !frustum.may_show(&at(-12.0)));
        assert!(!frustum.may_show(&Bounds::EMPTY));
    }
}
