//! From a face with any number of corners to triangles.
//!
//! The `earcut` crate cuts, concave faces too. It works in two dimensions: a face is projected along the axis
//! that its normal is nearest to, which needs no trigonometry and loses no digits.

use earcut::Earcut;
use glam::DVec3;

use crate::geometry::float::max;

/// The most times that an outline may pass one point. A worse outline encloses nothing sensible, and every
/// further visit multiplies the time to cut it.
pub(super) const MOST_VISITS: usize = 64;

/// The most corners of a face that is not convex. The time to cut it grows at least with the square of its
/// corners: the worst known outlines (they cross themselves everywhere) take 0.1 s with this many.
pub(super) const MOST_CORNERS: usize = 1000;

/// A gap of less than this is none, in units of its length squared. Smaller: rounded outlines get triangles of
/// no width; larger: bent faces get gaps.
const NO_GAP: f64 = 1e-6;

/// Cuts faces into triangles and reuses its memory.
pub(super) struct Triangulator {
    earcut: Earcut<f64>,
    flat: Vec<[f64; 2]>,
    corners: Vec<u32>,
    is_used: Vec<bool>,
}

/// How well a face could be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// The triangles cover the face exactly.
    Exact,
    /// The outline crosses or touches itself, so the triangles cover it only roughly.
    Crossing,
    /// The outline passes one point more than [`MOST_VISITS`] times, seen along its normal. The triangles are a
    /// fan.
    Knotted,
    /// The outline is not convex and has more than [`MOST_CORNERS`] corners. The triangles are a fan.
    Long,
}

impl Triangulator {
    pub fn new() -> Self {
        Self {
            earcut: Earcut::new(),
            flat: Vec::new(),
            corners: Vec::new(),
            is_used: Vec::new(),
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
        let fan = (2..face.len()).map(|corner| [0, corner - 1, corner]);
        if face.len() > MOST_CORNERS && is_convex(&self.flat) {
            triangles.extend(fan);
            return Cut::Exact;
        }
        if face.len() > MOST_VISITS && most_visits(&self.flat) > MOST_VISITS {
            triangles.extend(fan);
            return Cut::Knotted;
        }
        if face.len() > MOST_CORNERS {
            triangles.extend(fan);
            return Cut::Long;
        }
        let start = triangles.len();
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
        self.add_skipped(face, start, triangles);
        let missing = (area.abs() - cut_area.abs()).abs();
        if missing <= 1e-6 * area.abs() {
            return Cut::Exact;
        }
        // Where a fan covers more, a player could fall through the rest.
        if area_of(face, &triangles[start..]) < fan.clone().map(|it| area_of(face, &[it])).sum() {
            triangles.truncate(start);
            triangles.extend(fan);
        }
        Cut::Crossing
    }

    /// Closes the gaps at corners that are in line with their neighbours when laid flat, but not in space. The
    /// triangles from `start` on are those of the flat outline.
    fn add_skipped(&mut self, face: &[DVec3], start: usize, triangles: &mut Vec<[usize; 3]>) {
        self.is_used.clear();
        self.is_used.resize(face.len(), false);
        for corner in triangles[start..].iter().flatten() {
            self.is_used[*corner] = true;
        }
        // Without any, every other corner lies on the way from the first corner back to it.
        let first = self.is_used.iter().position(|used| *used).unwrap_or(0);
        let mut from = first;
        for step in 1..=face.len() {
            let to = (first + step) % face.len();
            if !(self.is_used[to] || to == first) {
                continue;
            }
            // A fan between two corners of the flat outline.
            let between = (from + 1..first + step).map(|corner| corner % face.len());
            let ends = between.clone().skip(1).chain([to]);
            let gap = between.zip(ends).map(|(a, b)| [from % face.len(), a, b]);
            let gap = gap.filter(|[a, _, c]| a != c);
            let size = gap
                .clone()
                .map(|[a, b, _]| face[a].distance_squared(face[b]));
            let size = size.fold(face[from % face.len()].distance_squared(face[to]), max);
            let area: f64 = gap.clone().map(|triangle| area_of(face, &[triangle])).sum();
            if area > NO_GAP * size {
                triangles.extend(gap);
            }
            from = first + step;
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

/// The sum of the areas of triangles.
fn area_of(face: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
    let area = |[a, b, c]: &[usize; 3]| (face[*b] - face[*a]).cross(face[*c] - face[*a]).length();
    triangles.iter().map(area).sum::<f64>() * 0.5
}

/// Whether an outline turns to one side only, and goes round once.
fn is_convex(outline: &[[f64; 2]]) -> bool {
    let count = outline.len();
    let edge = |at: usize| {
        let ([ax, ay], [bx, by]) = (outline[at % count], outline[(at + 1) % count]);
        (bx - ax, by - ay)
    };
    let (mut turns_left, mut turns_right) = (false, false);
    for at in 0..count {
        let ((ax, ay), (bx, by)) = (edge(at), edge(at + 1));
        let turn = ax * by - ay * bx;
        turns_left |= turn > 0.0;
        turns_right |= turn < 0.0;
    }
    // Once round, it goes to the right once and to the left once.
    let ways = (0..count).map(edge).filter(|(x, _)| *x != 0.0);
    let ways: Vec<bool> = ways.map(|(x, _)| x > 0.0).collect();
    let pairs = ways.iter().zip(ways.iter().cycle().skip(1));
    let changes = pairs.filter(|(a, b)| a != b).count();
    !(turns_left && turns_right) && changes <= 2
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
    use crate::test_support::Random;

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

    /// The area of all triangles, and of the fan around the first corner, as tobj cuts.
    fn areas(face: &[DVec3]) -> [f64; 2] {
        let (triangles, _) = cut(face);
        let fan: Vec<_> = (2..face.len()).map(|at| [0, at - 1, at]).collect();
        [area_of(face, &triangles), area_of(face, &fan)]
    }

    #[test]
    fn a_corner_out_of_the_plane_is_never_left_out() {
        // In line with its neighbours when laid flat: in front of the plane, behind it, and two in a row.
        let square = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
        for height in [1e-3, 0.3, -5.0] {
            for along in [0.0, 0.25, 0.5, 1.0] {
                let corner = DVec3::new(along, 0.0, height);
                let mut face = square.to_vec();
                face.insert(1, corner);
                for turns in 0..face.len() {
                    face.rotate_left(1);
                    let (triangles, quality) = cut(&face);
                    let what = format!("height {height}, along {along}, turned {turns}");
                    assert_eq!((triangles.len(), quality), (3, Cut::Exact), "{what}");
                    let is_used = |at| triangles.iter().flatten().any(|corner| *corner == at);
                    assert!((0..face.len()).all(is_used), "{what}");
                }
                face = square.to_vec();
                face.splice(1..1, [corner, corner + DVec3::new(0.1, 0.0, 0.2)]);
                assert_eq!(cut(&face).0.len(), 4, "height {height}, along {along}");
            }
        }
    }

    #[test]
    fn no_face_covers_less_than_a_fan_does_unless_the_fan_covers_too_much() {
        let mut random = Random::new(93);
        let mut bent = 0;
        for case in 0..20_000 {
            // Corners around a circle, pushed out of their plane, and some of them inwards.
            let corners = 4 + random.below(9);
            let depth = [0.0, 0.05, 0.6][random.below(3)];
            let inward = [0.0, 0.5][random.below(2)];
            let turn = rotation_from_degrees(random.vec3(180.0));
            let corner = |at: usize, random: &mut Random| {
                let angle = at as f64 * core::f64::consts::TAU / corners as f64;
                let radius = 1.0 - inward * random.signed().abs();
                let flat = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * radius;
                turn * (flat + DVec3::Z * (depth * random.signed()))
            };
            let face: Vec<_> = (0..corners).map(|at| corner(at, &mut random)).collect();
            let (triangles, quality) = cut(&face);
            let [ours, fan] = areas(&face);
            let convex = inward == 0.0 && depth == 0.0;
            assert!(
                !convex || (ours - fan).abs() < 1e-12,
                "seed 93, case {case}"
            );
            if quality == Cut::Exact {
                assert_eq!(triangles.len(), corners - 2, "seed 93, case {case}");
                bent += usize::from(depth > 0.5);
            } else {
                assert!(ours >= fan, "seed 93, case {case}: {ours} {fan}");
            }
        }
        assert!(bent > 1000, "{bent}");
    }

    #[test]
    fn a_long_outline_is_cut_exactly_if_it_is_convex_and_else_as_a_fan() {
        let round = |count: usize, turns: f64, tooth: f64| -> Vec<DVec3> {
            let corner = |at: usize| {
                let angle = turns * at as f64 * core::f64::consts::TAU / count as f64;
                let radius = if at.is_multiple_of(2) {
                    1.0
                } else {
                    1.0 - tooth
                };
                DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * radius
            };
            (0..count).map(corner).collect()
        };
        for count in [4, MOST_CORNERS, MOST_CORNERS + 1, 100_000] {
            let (triangles, quality) = cut(&round(count, 1.0, 0.0));
            assert_eq!(
                (triangles.len(), quality),
                (count - 2, Cut::Exact),
                "{count}"
            );
        }
        let toothed = round(MOST_CORNERS + 2, 1.0, 0.3);
        assert_eq!(cut(&toothed[..MOST_CORNERS]).1, Cut::Exact);
        for face in [toothed, round(MOST_CORNERS + 1, 2.0, 0.0)] {
            let (triangles, quality) = cut(&face);
            assert_eq!((triangles.len(), quality), (face.len() - 2, Cut::Long));
        }
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
    fn an_outline_that_passes_one_point_too_often_is_cut_as_a_fan() {
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
        let (triangles, quality) = cut(&flower(MOST_VISITS + 1));
        assert_eq!(quality, Cut::Knotted);
        assert_eq!(triangles.len(), 3 * (MOST_VISITS + 1) - 2, "a fan");
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
