//! From a face with any number of corners to triangles.
//!
//! The `earcut` crate cuts, concave faces too. It works in two dimensions: a face is projected along the axis
//! that its normal is nearest to, which needs no trigonometry and loses no digits.

use earcut::Earcut;
use glam::DVec3;

/// The most times that an outline may pass one point. A worse outline encloses nothing sensible, and every
/// further visit multiplies the time to cut it.
pub(super) const MOST_VISITS: usize = 64;

/// Cuts faces into triangles and reuses its memory.
pub(super) struct Triangulator {
    earcut: Earcut<f64>,
    flat: Vec<[f64; 2]>,
    corners: Vec<u32>,
}

/// How well a face could be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The triangles cover the face exactly.
    Exact,
    /// The outline crosses or touches itself, so the triangles cover it only roughly.
    Crossing,
    /// The outline passes one point more than [`MOST_VISITS`] times, seen along its normal. It is not cut.
    Knotted,
}

impl Triangulator {
    pub fn new() -> Self {
        Self {
            earcut: Earcut::new(),
            flat: Vec::new(),
            corners: Vec::new(),
        }
    }

    /// Adds the triangles of the face with these corners to `triangles`, as corner numbers, wound
    /// as the face is.
    pub fn cut(&mut self, face: &[DVec3], triangles: &mut Vec<[usize; 3]>) -> Cut {
        if let [_, _, _] = face {
            triangles.push([0, 1, 2]);
            return Cut::Exact;
        }
        let normal = newell_normal(face);
        self.flat.clear();
        self.flat
            .extend(face.iter().map(|corner| lay_flat(*corner, normal)));
        if face.len() > MOST_VISITS && most_visits(&self.flat) > MOST_VISITS {
            return Cut::Knotted;
        }
        self.earcut.earcut_slice(&self.flat, &[], &mut self.corners);

        // The triangles face as the face does, whatever the cutter's winding.
        let area = polygon_area(&self.flat);
        let cut_area: f64 = self
            .corners
            .chunks_exact(3)
            .map(|t| self.triangle_area(t))
            .sum();
        let turned = cut_area * area < 0.0;
        triangles.extend(self.corners.chunks_exact(3).map(|triangle| {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]].map(|corner| corner as usize);
            if turned { [a, c, b] } else { [a, b, c] }
        }));
        let missing = (area.abs() - cut_area.abs()).abs();
        if missing <= 1e-6 * area.abs() {
            Cut::Exact
        } else {
            Cut::Crossing
        }
    }

    fn triangle_area(&self, triangle: &[u32]) -> f64 {
        polygon_area(&[0, 1, 2].map(|corner| self.flat[triangle[corner] as usize]))
    }
}

/// Area vector of a closed outline, twice its size (M. Newell): its direction is the normal of the
/// plane that fits best, also where the corners are not quite in one plane.
fn newell_normal(face: &[DVec3]) -> DVec3 {
    let first = face[0];
    let pairs = face.iter().zip(face.iter().skip(1));
    pairs.map(|(a, b)| (*a - first).cross(*b - first)).sum()
}

/// The corner without the axis that `normal` is nearest to. A face that is counter-clockwise from its front
/// stays so.
fn lay_flat(corner: DVec3, normal: DVec3) -> [f64; 2] {
    let DVec3 { x, y, z } = corner;
    let size = normal.abs();
    let (flat, along) = if size.x >= size.y && size.x >= size.z {
        ([y, z], normal.x)
    } else if size.y >= size.z {
        ([z, x], normal.y)
    } else {
        ([x, y], normal.z)
    };
    if along < 0.0 {
        [flat[1], flat[0]]
    } else {
        flat
    }
}

/// How often the outline passes the point that it passes most often.
fn most_visits(corners: &[[f64; 2]]) -> usize {
    let mut sorted = corners.to_vec();
    sorted.sort_unstable_by(|[ax, ay], [bx, by]| ax.total_cmp(bx).then(ay.total_cmp(by)));
    let visits = sorted.chunk_by(|a, b| a == b).map(<[_]>::len);
    visits.max().unwrap_or(0)
}

/// Signed area of a polygon; positive when it runs counter-clockwise.
fn polygon_area(corners: &[[f64; 2]]) -> f64 {
    let [x0, y0] = corners[0];
    let pairs = corners.iter().zip(corners.iter().skip(1));
    pairs
        .map(|([ax, ay], [bx, by])| (ax - x0) * (by - y0) - (bx - x0) * (ay - y0))
        .sum::<f64>()
        * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;

    fn cut(face: &[DVec3]) -> (Vec<[usize; 3]>, Cut) {
        let mut triangles = Vec::new();
        let cut = Triangulator::new().cut(face, &mut triangles);
        (triangles, cut)
    }

    /// An L of three unit squares, counter-clockwise in the plane z = 0, with its notch top right.
    const L_SHAPE: [(f64, f64); 6] = [
        (0.0, 0.0),
        (2.0, 0.0),
        (2.0, 1.0),
        (1.0, 1.0),
        (1.0, 2.0),
        (0.0, 2.0),
    ];

    #[test]
    fn a_concave_face_is_covered_once_in_any_orientation() {
        for turn in [
            DVec3::ZERO,
            DVec3::X * 90.0,
            DVec3::Y * 90.0,
            DVec3::new(35.0, 200.0, 70.0),
        ] {
            let rotation = rotation_from_degrees(turn);
            for start in 0..6 {
                for flipped in [false, true] {
                    let mut face: Vec<_> = (0..6)
                        .map(|corner| L_SHAPE[(corner + start) % 6])
                        .map(|(x, y)| rotation * DVec3::new(x, y, 0.0))
                        .collect();
                    if flipped {
                        face.reverse();
                    }
                    let (triangles, quality) = cut(&face);
                    assert_eq!(quality, Cut::Exact);
                    let normal = newell_normal(&face).normalize();
                    let area: f64 = triangles
                        .iter()
                        .map(|[a, b, c]| {
                            let area = (face[*b] - face[*a]).cross(face[*c] - face[*a]) * 0.5;
                            // Every triangle faces as the face does.
                            assert!(area.dot(normal) > 0.0);
                            area.length()
                        })
                        .sum();
                    assert!((area - 3.0).abs() < 1e-12, "area {area}");
                    // None lies over the notch.
                    let notch = rotation * DVec3::new(1.6, 1.6, 0.0);
                    for [a, b, c] in &triangles {
                        let outside = [(a, b), (b, c), (c, a)].iter().any(|(from, to)| {
                            let edge = face[**to] - face[**from];
                            edge.cross(notch - face[**from]).dot(normal) < 0.0
                        });
                        assert!(outside);
                    }
                }
            }
        }
    }

    #[test]
    fn triangles_and_squares_keep_their_corners() {
        let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
        assert_eq!(cut(&square[..3]), (vec![[0, 1, 2]], Cut::Exact));
        assert_eq!(cut(&square).0.len(), 2);
    }

    #[test]
    fn a_bent_square_is_cut_too() {
        let bent = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.2), DVec3::Y];
        assert_eq!(cut(&bent).0.len(), 2);
    }

    #[test]
    fn a_self_crossing_outline_is_detected() {
        let bow_tie = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 0.0),
            DVec3::X,
            DVec3::new(0.0, 1.5, 0.0),
        ];
        assert_eq!(cut(&bow_tie).1, Cut::Crossing);
    }

    #[test]
    fn an_outline_that_passes_one_point_too_often_is_not_cut() {
        // A flower: petals of two corners each around the origin.
        let flower = |petals: usize| -> Vec<DVec3> {
            let tip = |at: usize| {
                let angle = at as f64 * core::f64::consts::PI / petals as f64;
                DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
            };
            let petal = |at| [DVec3::ZERO, tip(2 * at), tip(2 * at + 1)];
            (0..petals).flat_map(petal).collect()
        };
        let (triangles, quality) = cut(&flower(MOST_VISITS));
        assert_eq!((triangles.len(), quality), (MOST_VISITS, Cut::Exact));
        assert_eq!(cut(&flower(MOST_VISITS + 1)), (vec![], Cut::Knotted));
        // The same, where the visits differ in height alone, which cutting does not see.
        let mut stairs = flower(MOST_VISITS + 1);
        for (at, corner) in stairs.iter_mut().enumerate() {
            corner.z = at as f64 * 1e-6;
        }
        assert_eq!(cut(&stairs).1, Cut::Knotted);
    }

    #[test]
    fn corners_in_one_line_or_one_point_have_nothing_to_cut() {
        let line: Vec<_> = (0..5).map(|x| DVec3::X * f64::from(x)).collect();
        assert_eq!(cut(&line), (vec![], Cut::Exact));
        assert_eq!(cut(&[DVec3::ONE; 7]), (vec![], Cut::Exact));
    }
}
