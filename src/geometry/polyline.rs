//! A polyline, parameterised by arc length.

use glam::DVec3;

/// Straight pieces from point to point, none of zero length, with the arc length at each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline {
    points: Vec<DVec3>,
    /// Arc length from the start to each point; metres, increasing.
    distances: Vec<f64>,
}

impl Polyline {
    /// The path through `points`, in order. A point that repeats the one before it is dropped.
    ///
    /// `None` when fewer than two points are left, or a number is not finite.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Polyline, glam::DVec3};
    /// let path = Polyline::new([DVec3::ZERO, DVec3::X * 3.0, DVec3::new(3.0, 0.0, 1.0)]).unwrap();
    /// assert_eq!((path.length(), path.is_closed()), (4.0, false));
    /// assert_eq!(path.point_at(3.5), DVec3::new(3.0, 0.0, 0.5));
    /// ```
    pub fn new(points: impl IntoIterator<Item = DVec3>) -> Option<Self> {
        let mut path = Self {
            points: Vec::new(),
            distances: Vec::new(),
        };
        let mut length = 0.0;
        for point in points {
            if let Some(last) = path.points.last() {
                let piece = point.distance(*last);
                if piece == 0.0 {
                    continue;
                }
                length += piece;
            }
            path.points.push(point);
            path.distances.push(length);
        }
        let finite = path.points.iter().all(|point| point.is_finite()) && length.is_finite();
        (path.points.len() >= 2 && finite).then_some(path)
    }

    /// The points, both ends included.
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// The arc length of the whole path; metres, above 0.
    pub fn length(&self) -> f64 {
        self.distances.last().copied().unwrap_or_default()
    }

    /// Whether the path ends where it begins.
    pub fn is_closed(&self) -> bool {
        self.points.first() == self.points.last()
    }

    /// The point `distance` metres along the path, clamped to its ends.
    #[must_use]
    pub fn point_at(&self, distance: f64) -> DVec3 {
        let last = self.points.len() - 1;
        let end = self.distances.partition_point(|known| *known <= distance);
        match end {
            0 => self.points[0],
            _ if end > last => self.points[last],
            _ => {
                let (from, to) = (self.distances[end - 1], self.distances[end]);
                let share = (distance - from) / (to - from);
                self.points[end - 1].lerp(self.points[end], share)
            }
        }
    }

    /// The unit direction of the piece at `distance` metres along the path.
    #[must_use]
    pub fn direction_at(&self, distance: f64) -> DVec3 {
        let end = self.distances.partition_point(|known| *known <= distance);
        let end = end.clamp(1, self.points.len() - 1);
        (self.points[end] - self.points[end - 1]).normalize_or_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bent() -> Polyline {
        let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 2.0)];
        Polyline::new(corners.map(|(x, z)| DVec3::new(x, 0.0, z))).unwrap()
    }

    #[test]
    fn distances_cover_all_pieces_and_clamp_at_the_ends() {
        let path = bent();
        assert_eq!((path.length(), path.points().len()), (6.0, 3));
        let at = [-1.0, 0.0, 1.0, 4.0, 5.0, 6.0, 9.0].map(|distance| path.point_at(distance));
        let expected = [
            (0.0, 0.0),
            (0.0, 0.0),
            (1.0, 0.0),
            (4.0, 0.0),
            (4.0, 1.0),
            (4.0, 2.0),
            (4.0, 2.0),
        ];
        assert_eq!(at, expected.map(|(x, z)| DVec3::new(x, 0.0, z)));
    }

    #[test]
    fn a_corner_belongs_to_the_piece_that_starts_there() {
        let path = bent();
        assert_eq!(path.direction_at(-1.0), DVec3::X);
        assert_eq!(path.direction_at(3.9), DVec3::X);
        assert_eq!(path.direction_at(4.0), DVec3::Z);
        assert_eq!(path.direction_at(7.0), DVec3::Z);
    }

    #[test]
    fn a_path_needs_two_distinct_finite_points() {
        assert_eq!(Polyline::new([]), None);
        assert_eq!(Polyline::new([DVec3::X]), None);
        assert_eq!(Polyline::new([DVec3::X, DVec3::X]), None);
        assert_eq!(Polyline::new([DVec3::X, DVec3::NAN]), None);
        assert_eq!(Polyline::new([DVec3::MAX, DVec3::MIN]), None);
        assert!(!bent().is_closed());
        let there_and_back = Polyline::new([DVec3::X, DVec3::Y, DVec3::X]).unwrap();
        assert!(there_and_back.is_closed());
    }
}
