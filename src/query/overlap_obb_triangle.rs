//! Whether an oriented box and a triangle overlap, by separating axes.
//!
//! Source: T. Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001, after S. Gottschalk, M.
//! C. Lin, D. Manocha, "OBBTree", 1996. They answer yes or no. We also keep the direction and depth
//! of the shallowest axis, and we test the faces first, as for two boxes.

use glam::DVec3;

use super::axis_gap::{AxisGap, ObbOverlap, first_gap_or_shallowest};
use crate::geometry::{Obb, Triangle};
use crate::tolerance::PARALLEL_EDGES;

/// One of the 13 axes that can separate a box and a triangle. The numbers are 0 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObbTriangleAxis {
    /// The normal of a face of the box.
    ObbFace(usize),
    /// The normal of the triangle.
    TriangleFace,
    /// The cross product of an edge of the box, named by its axis, and an edge of the triangle.
    Edges(usize, usize),
}

use crate::geometry::float::{max, min};
use ObbTriangleAxis::{Edges, ObbFace, TriangleFace};

impl ObbTriangleAxis {
    /// All axes, in the order in which they are tested.
    pub const ALL: [Self; 13] = [
        ObbFace(0),
        ObbFace(1),
        ObbFace(2),
        TriangleFace,
        Edges(0, 0),
        Edges(0, 1),
        Edges(0, 2),
        Edges(1, 0),
        Edges(1, 1),
        Edges(1, 2),
        Edges(2, 0),
        Edges(2, 1),
        Edges(2, 2),
    ];
}

/// Tests whether `obb` and `triangle` overlap, by the 13 axes of [`ObbTriangleAxis::ALL`].
///
/// # Shapes
/// - A box with any rotation, and a two-sided triangle: the box's centre decides on which side of
///   the triangle the box belongs.
/// # Returns
/// `Apart` with the first separating axis, which ends the test; else `Overlapping` with the axis of
/// least penetration. Directions point from the triangle to the box. Just touching counts as
/// overlapping. Ties go to the first axis. An edge-edge axis must be shallower than the best face
/// by [`FACE_PREFERENCE`](crate::tolerance::FACE_PREFERENCE). With the centre in the triangle's
/// plane, the box counts as in front.
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Triangle}, glam::{DMat3, DVec3, Vec3}};
/// use sidle::query::{ObbOverlap, ObbTriangleAxis, overlap_obb_triangle};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
/// // The centre of a cube of 2 m is 0.75 m above the floor, so the cube is 0.25 m deep.
/// let cube = Obb::new(DVec3::new(3.0, 0.75, 3.0), DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let ObbOverlap::Overlapping(gap) = overlap_obb_triangle(&cube, &floor) else { panic!() };
/// assert_eq!((gap.direction, gap.separation), (DVec3::Y, -0.25));
/// ```
#[must_use]
pub fn overlap_obb_triangle(obb: &Obb, triangle: &Triangle) -> ObbOverlap<ObbTriangleAxis> {
    let pair = Pair::new(obb, triangle);
    let (faces, edges) = (&ObbTriangleAxis::ALL[1..4], &ObbTriangleAxis::ALL[4..]);
    first_gap_or_shallowest(
        pair.obb_face(0),
        faces.iter().filter_map(|axis| pair.gap(*axis)),
        edges.iter().filter_map(|axis| pair.gap(*axis)),
    )
}

/// The gaps along all 13 axes, in the order of [`ObbTriangleAxis::ALL`]. `None` for nearly parallel
/// edges, which have no cross product.
///
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Triangle}, glam::{DMat3, DVec3, Vec3}, query::overlap_obb_triangle_axes};
/// let floor = Triangle::new([Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0]).unwrap();
/// let cube = Obb::new(DVec3::Y * 4.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let gaps = overlap_obb_triangle_axes(&cube, &floor);
/// // The centre is 4 m above the plane; 1 m of that is the cube: 3 m apart.
/// assert_eq!(gaps[3].map(|gap| (gap.direction, gap.separation)), Some((DVec3::Y, 3.0)));
/// assert_eq!(gaps[6], None); // X × X
/// ```
#[must_use]
pub fn overlap_obb_triangle_axes(
    obb: &Obb,
    triangle: &Triangle,
) -> [Option<AxisGap<ObbTriangleAxis>>; 13] {
    let pair = Pair::new(obb, triangle);
    ObbTriangleAxis::ALL.map(|axis| pair.gap(axis))
}

/// A box and a triangle, with the triangle's corners in box space.
struct Pair<'s> {
    obb: &'s Obb,
    triangle: &'s Triangle,
    corners: [DVec3; 3],
}

impl<'s> Pair<'s> {
    fn new(obb: &'s Obb, triangle: &'s Triangle) -> Self {
        Self {
            obb,
            triangle,
            corners: triangle.vertices().map(|vertex| obb.to_local(vertex)),
        }
    }

    fn gap(&self, axis: ObbTriangleAxis) -> Option<AxisGap<ObbTriangleAxis>> {
        match axis {
            ObbFace(face) => Some(self.obb_face(face)),
            TriangleFace => Some(self.triangle_face()),
            Edges(of_obb, of_triangle) => self.edges(of_obb, of_triangle),
        }
    }

    fn obb_face(&self, face: usize) -> AxisGap<ObbTriangleAxis> {
        let direction = self.obb.axes().col(face);
        self.along(ObbFace(face), direction, DVec3::AXES[face])
    }

    fn triangle_face(&self) -> AxisGap<ObbTriangleAxis> {
        let normal = self.triangle.plane().normal();
        let local = self.obb.axes().transpose() * normal;
        // One corner is enough: the three differ by rounding only.
        let height = local.dot(self.corners[0]);
        let radius = self.obb.half_extents().dot(local.abs());
        AxisGap::new(TriangleFace, normal, [height; 2], radius)
    }

    /// `None`: the edges are nearly parallel.
    fn edges(&self, of_obb: usize, of_triangle: usize) -> Option<AxisGap<ObbTriangleAxis>> {
        let edge = self.corners[(of_triangle + 1) % 3] - self.corners[of_triangle];
        let cross = DVec3::AXES[of_obb].cross(edge);
        let length = cross.length();
        if length < PARALLEL_EDGES * edge.length() {
            return None;
        }
        let local = cross / length;
        let axis = Edges(of_obb, of_triangle);
        Some(self.along(axis, self.obb.axes() * local, local))
    }

    /// The gap along `direction`; `local` is the same direction in box space.
    fn along(
        &self,
        axis: ObbTriangleAxis,
        direction: DVec3,
        local: DVec3,
    ) -> AxisGap<ObbTriangleAxis> {
        let [a, b, c] = self.corners.map(|corner| local.dot(corner));
        let radius = self.obb.half_extents().dot(local.abs());
        AxisGap::new(
            axis,
            direction,
            [min(min(a, b), c), max(max(a, b), c)],
            radius,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;
    use crate::test_support::{Random, corners_of_obb};
    use crate::tolerance::FACE_PREFERENCE;
    use glam::{DMat3, Vec3};

    /// A right-angled floor at y = 0 with legs of 4 m along Z and X.
    fn floor() -> Triangle {
        Triangle::new([Vec3::ZERO, Vec3::Z * 4.0, Vec3::X * 4.0]).unwrap()
    }

    fn cube(center: DVec3) -> Obb {
        Obb::new(center, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap()
    }

    fn shallowest(obb: &Obb, triangle: &Triangle) -> AxisGap<ObbTriangleAxis> {
        match overlap_obb_triangle(obb, triangle) {
            ObbOverlap::Overlapping(gap) => gap,
            ObbOverlap::Apart(gap) => panic!("apart: {gap:?}"),
        }
    }

    #[test]
    fn the_centre_of_the_box_decides_the_side() {
        for (height, up) in [(0.4, DVec3::Y), (-0.4, DVec3::NEG_Y), (0.0, DVec3::Y)] {
            let gap = shallowest(&cube(DVec3::new(1.0, height, 1.0)), &floor());
            assert_eq!((gap.axis, gap.direction), (ObbFace(1), up), "at {height}");
            assert!((gap.separation + 0.5 - height.abs()).abs() < 1e-12);
        }
    }

    #[test]
    fn just_touching_overlaps_and_just_apart_is_apart() {
        let over = |height| overlap_obb_triangle(&cube(DVec3::new(1.0, height, 1.0)), &floor());
        assert!(matches!(over(0.5), ObbOverlap::Overlapping(gap) if gap.separation == 0.0));
        let ObbOverlap::Apart(gap) = over(0.75) else {
            panic!("0.25 m above")
        };
        assert_eq!((gap.direction, gap.separation), (DVec3::Y, 0.25));
        // Inside the triangle's bounds, but beyond its long edge x + z = 4: the nearest corner of
        // the cube has x + z = 4.2, so it is 0.2/√2 m away.
        let beside = overlap_obb_triangle(&cube(DVec3::new(2.6, 0.2, 2.6)), &floor());
        let ObbOverlap::Apart(gap) = beside else {
            panic!("beside the long edge")
        };
        assert_eq!(gap.axis, Edges(1, 1));
        assert!((gap.separation - 0.2 / 2.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_box_at_the_rim_of_a_sheet_is_pushed_sideways() {
        // 0.1 m over the edge x = 0, and half sunk in the plane: sideways is shorter than up.
        let gap = shallowest(&cube(DVec3::new(-0.4, 0.2, 1.0)), &floor());
        assert_eq!((gap.axis, gap.direction), (ObbFace(0), DVec3::NEG_X));
        assert!((gap.separation + 0.1).abs() < 1e-12);
    }

    #[test]
    fn every_vertex_order_gives_the_same_answer() {
        let [a, b, c] = floor().vertices().map(|vertex| vertex.as_vec3());
        let obb = Obb::new(
            DVec3::new(1.0, 0.3, 1.0),
            rotation_from_degrees(DVec3::new(10.0, 20.0, 30.0)),
            DVec3::splat(0.5),
        );
        let least = shallowest(&obb.unwrap(), &floor());
        for order in [[b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]] {
            let gap = shallowest(&obb.unwrap(), &Triangle::new(order).unwrap());
            assert!(
                gap.direction.abs_diff_eq(least.direction, 1e-12),
                "{order:?}"
            );
            assert!(
                (gap.separation - least.separation).abs() < 1e-12,
                "{order:?}"
            );
        }
    }

    /// A nearby box and triangle of any kind, some far from the origin.
    fn random_pair(random: &mut Random) -> (Obb, Triangle) {
        loop {
            let far = if random.below(4) == 0 {
                random.vec3(1e3)
            } else {
                DVec3::ZERO
            };
            let mut half = random.vec3(0.8).abs() + 0.05;
            if random.below(6) == 0 {
                half[random.below(3)] = 0.0;
            }
            let rotation = match random.below(4) {
                0 => DMat3::IDENTITY,
                _ => rotation_from_degrees(random.vec3(180.0)),
            };
            let obb = Obb::new(far + random.vec3(0.7), rotation, half).unwrap();
            // Some are aligned with the box's axes, some are thin.
            let mut corners = [random.vec3(1.5), random.vec3(1.5), random.vec3(1.5)];
            match random.below(5) {
                0 => corners.iter_mut().for_each(|corner| corner.y = 0.1),
                1 => corners[2] = (corners[0] + corners[1]) * 0.5 + random.vec3(1e-2),
                _ => {}
            }
            if let Some(triangle) = Triangle::new(corners.map(|corner| (far + corner).as_vec3())) {
                return (obb, triangle);
            }
        }
    }

    #[test]
    fn every_gap_equals_the_gap_of_the_projected_corners() {
        let mut random = Random::new(31);
        for case in 0..50_000 {
            let (obb, triangle) = random_pair(&mut random);
            for gap in overlap_obb_triangle_axes(&obb, &triangle)
                .into_iter()
                .flatten()
            {
                let height = |point: DVec3| (point - obb.center()).dot(gap.direction);
                let lowest = corners_of_obb(&obb)
                    .map(height)
                    .into_iter()
                    .fold(f64::MAX, f64::min);
                let highest = triangle
                    .vertices()
                    .map(height)
                    .into_iter()
                    .fold(f64::MIN, f64::max);
                let off = (lowest - highest - gap.separation).abs();
                assert!(off < 1e-9, "seed 31, case {case}: {gap:?} is off by {off}");
                assert!((gap.direction.length() - 1.0).abs() < 1e-9, "{gap:?}");
            }
        }
    }

    /// Brute-force reference: whether any of many sample points on the triangle is in the box.
    fn some_point_is_inside(obb: &Obb, triangle: &Triangle, margin: f64) -> bool {
        const STEPS: u32 = 60;
        let [a, b, c] = triangle.vertices().map(|vertex| obb.to_local(vertex));
        (0..=STEPS).any(|i| {
            (0..=STEPS - i).any(|j| {
                let share = |steps| f64::from(steps) / f64::from(STEPS);
                let point = a + (b - a) * share(i) + (c - a) * share(j);
                (point.abs() - obb.half_extents()).max_element() <= margin
            })
        })
    }

    #[test]
    fn it_agrees_with_dense_samples_of_the_triangle() {
        let mut random = Random::new(32);
        let (mut overlapping, mut apart) = (0, 0);
        for case in 0..10_000 {
            let (obb, triangle) = random_pair(&mut random);
            match overlap_obb_triangle(&obb, &triangle) {
                ObbOverlap::Apart(_) => {
                    apart += 1;
                    let inside = some_point_is_inside(&obb, &triangle, -1e-9);
                    assert!(!inside, "seed 32, case {case}: {obb:?} {triangle:?}");
                }
                ObbOverlap::Overlapping(_) => {
                    overlapping += 1;
                    // Samples are at most 5 m / 60 apart, so one of them is that near.
                    let near = some_point_is_inside(&obb, &triangle, 5.2 / 60.0);
                    assert!(near, "seed 32, case {case}: {obb:?} {triangle:?}");
                }
            }
        }
        assert!(overlapping > 2000 && apart > 2000, "{overlapping} {apart}");
    }

    #[test]
    fn moving_out_by_the_depth_separates_them_and_no_axis_is_shallower() {
        let mut random = Random::new(33);
        for case in 0..50_000 {
            let (obb, triangle) = random_pair(&mut random);
            let ObbOverlap::Overlapping(least) = overlap_obb_triangle(&obb, &triangle) else {
                continue;
            };
            let out = obb.center() - least.direction * least.separation;
            let out = Obb::new(out, obb.axes(), obb.half_extents()).unwrap();
            let gaps = overlap_obb_triangle_axes(&out, &triangle);
            let gap = gaps
                .iter()
                .flatten()
                .map(|gap| gap.separation)
                .fold(f64::MIN, f64::max);
            assert!(
                gap.abs() < FACE_PREFERENCE + 1e-9,
                "seed 33, case {case}: {gap}"
            );
            for other in overlap_obb_triangle_axes(&obb, &triangle).iter().flatten() {
                let shallower = other.separation - least.separation;
                assert!(
                    shallower <= FACE_PREFERENCE,
                    "seed 33, case {case}: {other:?} {least:?}"
                );
            }
        }
    }
}
