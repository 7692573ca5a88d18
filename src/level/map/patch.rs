//! Curved surfaces of Quake III as triangles.
//!
//! Each three by three points are a Bézier surface of degree two in both directions. It gets as many steps as its bend asks for.
//! All surfaces side by side in a patch have the same steps, so no cracks open between them.

use glam::DVec3;

use super::text::Patch;

/// The most points of a patch in one direction. Quake III allows 31.
pub(super) const MAX_CONTROL_POINTS: usize = 255;

/// How far an edge may be from the curved surface, as long as [`MAX_STEPS`] are enough; units of the map, 1.6 cm.
const TOLERANCE: f64 = 0.5;

/// The most steps of a surface in one direction. Smaller: large arches have visible corners; larger: hostile patches take memory.
const MAX_STEPS: usize = 8;

/// The patch with this many points in each direction.
pub(super) struct Grid {
    size: [usize; 2],
    points: Vec<DVec3>,
}

/// How many triangles `patch` becomes.
pub(super) fn count_triangles(patch: &Patch<'_>) -> u64 {
    let [wide, high] = steps(patch).map(|steps| steps.iter().sum::<usize>() as u64);
    2 * wide * high
}

/// The steps of the surfaces along the lists, and within a list.
fn steps(patch: &Patch<'_>) -> [Vec<usize>; 2] {
    let [wide, high] = patch.size;
    let at = |i: usize, j: usize| patch.points[i * high + j];
    let along = (0..wide - 2).step_by(2).map(|i| {
        let bends = (0..high).map(|j| [at(i, j), at(i + 1, j), at(i + 2, j)]);
        steps_of(bends)
    });
    let within = (0..high - 2).step_by(2).map(|j| {
        let bends = (0..wide).map(|i| [at(i, j), at(i, j + 1), at(i, j + 2)]);
        steps_of(bends)
    });
    [along.collect(), within.collect()]
}

/// Enough steps for all of these curves.
fn steps_of(curves: impl Iterator<Item = [DVec3; 3]>) -> usize {
    curves.fold(1, |mut steps, [a, b, c]| {
        // Halfway, the curve is a quarter of this away from its chord.
        let bend = (a - b * 2.0 + c).length() / 4.0;
        while steps < MAX_STEPS && bend > TOLERANCE * (steps * steps) as f64 {
            steps += 1;
        }
        steps
    })
}

impl Grid {
    /// Points on the surface of `patch`.
    pub fn of(patch: &Patch<'_>) -> Self {
        let [along, within] = steps(patch);
        let high = patch.size[1];
        let (places, others) = (places(&along), places(&within));
        let mut points = Vec::with_capacity(places.len() * others.len());
        for (i, u) in &places {
            for (j, v) in &others {
                let row = |i: usize| {
                    let row = |j: usize| patch.points[i * high + j];
                    curve([row(*j), row(j + 1), row(j + 2)], *v)
                };
                points.push(curve([row(*i), row(i + 1), row(i + 2)], *u));
            }
        }
        Self {
            size: [places.len(), others.len()],
            points,
        }
    }

    /// The triangles. Their front is on the side from which a step along the lists, and then one within a list, turn left.
    pub fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> {
        let [wide, high] = self.size;
        let cells = (0..wide - 1).flat_map(move |i| (0..high - 1).map(move |j| i * high + j));
        cells.flat_map(move |here| {
            let [a, b, c, d] = [here, here + high, here + high + 1, here + 1];
            [[a, b, d], [b, c, d]].map(|corners| corners.map(|corner| self.points[corner]))
        })
    }
}

/// The places along one direction of a patch: the first point of the surface, and the share of it from 0 to 1.
fn places(steps: &[usize]) -> Vec<(usize, f64)> {
    let mut places = vec![(0, 0.0)];
    for (surface, count) in steps.iter().enumerate() {
        let shares = (1..=*count).map(|step| (2 * surface, step as f64 / *count as f64));
        places.extend(shares);
    }
    places
}

/// The point of a curve of degree two. Its ends are exact.
fn curve([a, b, c]: [DVec3; 3], share: f64) -> DVec3 {
    let rest = 1.0 - share;
    a * (rest * rest) + b * (2.0 * rest * share) + c * (share * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter of a tube: lists along the arc, points along Y.
    fn arc(radius: f64) -> Patch<'static> {
        let corners = [[radius, 0.0], [radius, radius], [0.0, radius]];
        let points = corners
            .iter()
            .flat_map(|[x, z]| [0.0, 8.0, 16.0].map(|y| DVec3::new(*x, y, *z)));
        Patch {
            material: "a",
            size: [3, 3],
            points: points.collect(),
        }
    }

    #[test]
    fn a_flat_patch_is_two_triangles_and_a_bent_one_as_many_as_it_needs() {
        let mut flat = arc(16.0);
        for (number, point) in flat.points.iter_mut().enumerate() {
            *point = DVec3::new((number / 3) as f64, (number % 3) as f64, 0.0);
        }
        assert_eq!(count_triangles(&flat), 2);
        // From the chord between (r, 0) and (0, r), the corner is r/√2 away, and the curve half of that: n steps bring n² less.
        for (radius, steps) in [(16.0, 4), (64.0, 7), (1e5, 8)] {
            let patch = arc(radius);
            assert_eq!(count_triangles(&patch), 2 * steps, "{radius}");
            assert_eq!(Grid::of(&patch).triangles().count() as u64, 2 * steps);
        }
    }

    #[test]
    fn the_surface_passes_through_its_corners_and_halfway_as_bezier_says() {
        let grid = Grid::of(&arc(16.0));
        assert_eq!(grid.points[0], DVec3::new(16.0, 0.0, 0.0));
        assert_eq!(*grid.points.last().unwrap(), DVec3::new(0.0, 16.0, 16.0));
        // Halfway: (a + 2 b + c) / 4.
        let middle = grid.points[grid.size[1] * 2];
        assert_eq!(middle, DVec3::new(12.0, 0.0, 12.0));
    }
}
