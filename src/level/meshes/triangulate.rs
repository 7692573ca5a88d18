//! From a face with any number of corners to triangles.
//!
//! The `earcut` crate cuts, including concave faces. It works in two dimensions. A face is projected along
//! the axis that its normal is nearest to, which needs no trigonometry and loses no digits.

use earcut::Earcut;
use glam::DVec3;

use crate::geometry::float::max;
use crate::order::sort_by;

/// The most times that an outline may pass one point. A worse outline encloses nothing sensible, and every
/// further visit multiplies the time to cut it.
pub const MAX_VISITS: usize = 64;

/// The most corners of a face that is not convex. The time to cut it grows at least with the square of its
/// corners. The worst known outlines (they cross themselves everywhere) take 0.1 s with this many.
pub const MAX_CORNERS: usize = 1000;

/// A gap of less than this is none, in units of its length squared. Smaller: rounded outlines get triangles of
/// no width; larger: bent faces get gaps.
const NO_GAP: f64 = 1e-6;

/// Cuts faces into triangles and reuses its memory.
#[derive(Default)]
pub struct Triangulator {
    earcut: Earcut<f64>,
    flat: Vec<[f64; 2]>,
    corners: Vec<u32>,
    is_used: Vec<bool>,
}

/// How well a face could be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The triangles cover the face exactly.
    Exact,
    /// The outline crosses or touches itself, so the triangles cover it only roughly.
    Crossing,
    /// The outline passes one point more than [`MAX_VISITS`] times, seen along its normal. The triangles are a
    /// fan.
    Knotted,
    /// The outline is not convex and has more than [`MAX_CORNERS`] corners. The triangles are a fan.
    Long,
}

impl Triangulator {
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
        if face.len() > MAX_CORNERS && is_convex(&self.flat) {
            triangles.extend(fan);
            return Cut::Exact;
        }
        if face.len() > MAX_VISITS && most_visits(&self.flat) > MAX_VISITS {
            triangles.extend(fan);
            return Cut::Knotted;
        }
        if face.len() > MAX_CORNERS {
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
        if area_of(face, &triangles[start..])
            < fan.clone().map(|triangle| area_of(face, &[triangle])).sum()
        {
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

/// Area vector of a closed outline, twice its size (M. Newell). Its direction is the normal of the
/// plane that fits best, also where the corners are not quite in one plane.
fn newell_normal(face: &[DVec3]) -> DVec3 {
    let first = face[0];
    let pairs = face.iter().zip(face.iter().skip(1));
    pairs.map(|(a, b)| (*a - first).cross(*b - first)).sum()
}

/// The corner without the axis that `normal` is nearest to. A face that is counter-clockwise from its front
/// stays counter-clockwise.
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
    sort_by(&mut sorted, |[ax, ay], [bx, by]| {
        ax.total_cmp(bx).then(ay.total_cmp(by))
    });
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
mod tests;
