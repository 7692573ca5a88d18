//! The nearest points of a box along the world's axes, the core of an upright box, and a triangle, a box or a capsule's axis.
//!
//! The squared distance of a point to the core is convex. On a triangle, it is least within, where a face, edge or corner of the
//! core is straight above or below, or else on an edge, which [`closest_segment_obb`](fn@super::closest_segment_obb) also searches.
//! The nearest point of another box is on one of its faces.
//!
//! All coordinates here are seen from the middle of the core.
//!
//! | symbol | meaning |
//! |---|---|
//! | `half` | the core's half extents |
//! | `height` | of the middle of the core over the plane of a face |
//! | `extent` | how far the core reaches along the normal of that plane |

use glam::{DMat3, DVec3};

use super::ClosestPair;
use super::closest_segment_obb::closest_share;
use crate::geometry::float::{max, min};
use crate::geometry::{Obb, Plane, Triangle, UprightBody};
use crate::tolerance::PARALLEL_SQUARED;

/// The nearest points of a core and something else, so far.
#[derive(Clone, Copy)]
struct Nearest {
    pair: ClosestPair,
    distance_squared: f64,
}

impl Nearest {
    const NONE: Self = Self {
        pair: ClosestPair {
            on_first: DVec3::ZERO,
            on_second: DVec3::ZERO,
        },
        distance_squared: f64::INFINITY,
    };

    fn consider(&mut self, on_first: DVec3, on_second: DVec3) {
        let pair = ClosestPair {
            on_first,
            on_second,
        };
        let distance_squared = pair.distance_squared();
        if distance_squared < self.distance_squared {
            *self = Self {
                pair,
                distance_squared,
            };
        }
    }

    /// Looks at a flat convex face with these corners and this unit normal.
    fn consider_face(&mut self, half: DVec3, corners: &[DVec3], normal: DVec3) {
        let height = -normal.dot(corners[0]);
        let extent = normal.abs().dot(half);
        // The middle of what the core has farthest along the normal.
        let farthest = signs(normal) * half;
        let above = height.abs() - extent;
        if above > 0.0 && above * above >= self.distance_squared {
            return;
        }
        let (on_core, on_plane) = if above > 0.0 {
            let (on_core, side) = if height > 0.0 {
                (-farthest, above)
            } else {
                (farthest, -above)
            };
            (on_core, on_core - normal * side)
        } else {
            // The plane cuts the core. This is a point of both.
            let share = if extent > 0.0 { -height / extent } else { 0.0 };
            (farthest * share, farthest * share)
        };
        if contains(corners, normal, on_plane) {
            self.consider(on_core, on_plane);
            return;
        }
        for (from, to) in edges(corners) {
            self.consider_edge(half, from, to);
        }
    }

    fn consider_edge(&mut self, half: DVec3, from: DVec3, to: DVec3) {
        // The boxes around both are no farther apart than they are.
        let apart = (from.min(to) - half)
            .max(-half - from.max(to))
            .max(DVec3::ZERO);
        if apart.length_squared() >= self.distance_squared {
            return;
        }
        let along = to - from;
        let nearest = |from: DVec3, along: DVec3| {
            closest_share(from.to_array(), along.to_array(), half.to_array())
        };
        let mut share = nearest(from, along);
        let beyond = (from + along * share).abs().cmpgt(half);
        let aside = DVec3::select(beyond, along, DVec3::ZERO);
        if aside.length_squared() <= PARALLEL_SQUARED * along.length_squared() {
            // All of a part of the edge is as near. In its middle, the edges of neighbouring triangles have the same point.
            share = (share + 1.0 - nearest(to, -along)) * 0.5;
        }
        let on_edge = from + along * share;
        self.consider(on_edge.clamp(-half, half), on_edge);
    }
}

/// The edges of a face.
fn edges(corners: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}

/// Whether a point of the plane of a face is within its edges.
fn contains(corners: &[DVec3], normal: DVec3, point: DVec3) -> bool {
    let (mut ahead, mut behind) = (true, true);
    for (from, to) in edges(corners) {
        let side = (to - from).cross(point - from).dot(normal);
        ahead &= side >= 0.0;
        behind &= side <= 0.0;
    }
    ahead || behind
}

/// The signs of a vector's components: -1, 0 or 1 along each axis.
fn signs(vector: DVec3) -> DVec3 {
    vector.map(|value| f64::from(i8::from(value > 0.0) - i8::from(value < 0.0)))
}

/// A core, with which another shape is compared.
#[derive(Clone, Copy)]
pub(crate) struct Core {
    middle: DVec3,
    half: DVec3,
}

impl Core {
    pub fn of(body: &UprightBody) -> Self {
        Self {
            middle: body.middle(),
            half: body.core(),
        }
    }

    /// The same core, where a body has moved.
    pub fn moved(&self, way: DVec3) -> Self {
        Self {
            middle: self.middle + way,
            ..*self
        }
    }

    /// Whether a triangle is certainly farther than `reach` from the core wherever it is on its `way`.
    pub fn is_far_from(&self, triangle: &Triangle, way: DVec3, reach: f64) -> bool {
        let [a, b, c] = triangle.vertices().map(|corner| corner - self.middle);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size = self.half + reach;
        if (low - size).cmpgt(way.max(DVec3::ZERO)).any()
            || (high + size).cmplt(way.min(DVec3::ZERO)).any()
        {
            return true;
        }
        let plane = triangle.plane();
        let ([low, high], climb) = (self.heights_over(&plane), plane.normal().dot(way));
        min(low, low + climb) > reach || max(high, high + climb) < -reach
    }

    /// Its nearest point to `triangle`, and the triangle's to it. Where they overlap, both are the same.
    pub fn closest_to_triangle(&self, triangle: &Triangle) -> ClosestPair {
        let corners = triangle.vertices().map(|corner| corner - self.middle);
        let mut nearest = Nearest::NONE;
        nearest.consider_face(self.half, &corners, triangle.plane().normal());
        self.in_world(nearest.pair)
    }

    /// Its nearest point to the solid `obb`, and the box's to it. Where they overlap, both are the same.
    pub fn closest_to_obb(&self, obb: &Obb) -> ClosestPair {
        let (center, axes, half) = (obb.center() - self.middle, obb.axes(), obb.half_extents());
        if axes == DMat3::IDENTITY {
            return self.closest_to_upright(center, half);
        }
        // How far the core's least and its farthest point are beyond the plane of each face.
        let faces: [(usize, DVec3, f64, f64); 6] = core::array::from_fn(|face| {
            let side = face % 3;
            let outward = axes.col(side) * if face < 3 { 1.0 } else { -1.0 };
            let height = -center.dot(outward) - half[side];
            let extent = outward.abs().dot(self.half);
            (side, outward, height - extent, height + extent)
        });
        // Where the core is beyond faces altogether, the nearest point is on each of these. Otherwise, it is on one beyond which a
        // part of the core is.
        let farthest = faces.iter().fold(0.0, |most, face| max(most, face.2));
        let mut nearest = Nearest::NONE;
        for (side, outward, least, most) in faces {
            let has_it = if farthest > 0.0 {
                least == farthest
            } else {
                most > 0.0
            };
            if has_it {
                let middle = center + outward * half[side];
                let one = axes.col((side + 1) % 3) * half[(side + 1) % 3];
                let other = axes.col((side + 2) % 3) * half[(side + 2) % 3];
                let corners = [
                    middle - one - other,
                    middle + one - other,
                    middle + one + other,
                    middle - one + other,
                ];
                nearest.consider_face(self.half, &corners, outward);
            }
        }
        let inside = (axes.transpose() * center).abs().cmple(half).all();
        if inside {
            nearest = Nearest::NONE;
        }
        self.in_world(nearest.pair)
    }

    /// Its nearest point to a box along the world's axes whose center is at `center`, seen from the middle, and that box's to it.
    /// Where they are side by side, both points are in the middle of what they have in common.
    fn closest_to_upright(&self, center: DVec3, half: DVec3) -> ClosestPair {
        let (mut on_first, mut on_second) = (DVec3::ZERO, DVec3::ZERO);
        for axis in 0..3 {
            let low = max(-self.half[axis], center[axis] - half[axis]);
            let high = min(self.half[axis], center[axis] + half[axis]);
            (on_first[axis], on_second[axis]) = if low <= high {
                let middle = (low + high) * 0.5;
                (middle, middle)
            } else if center[axis] > 0.0 {
                (high, low)
            } else {
                (low, high)
            };
        }
        self.in_world(ClosestPair {
            on_first,
            on_second,
        })
    }

    /// Its nearest point to the axis of an upright capsule, and the axis's to it.
    pub fn closest_to_axis(&self, base: DVec3, rise: f64) -> ClosestPair {
        let half = DVec3::Y * (rise * 0.5);
        self.closest_to_upright(base + half - self.middle, half)
    }

    fn in_world(&self, pair: ClosestPair) -> ClosestPair {
        ClosestPair {
            on_first: pair.on_first + self.middle,
            on_second: pair.on_second + self.middle,
        }
    }

    /// The core as a box of its own kind. `None` if it is too large for the numbers.
    pub fn obb(&self) -> Option<Obb> {
        Obb::new(self.middle, DMat3::IDENTITY, self.half)
    }

    /// The height of the lowest and of the highest point over a plane, along its unit normal; metres.
    pub fn heights_over(&self, plane: &Plane) -> [f64; 2] {
        let height = plane.signed_distance(self.middle);
        let extent = plane.normal().abs().dot(self.half);
        [height - extent, height + extent]
    }
}

#[cfg(test)]
mod tests;
