//! Faces of what is dragged, sized or added meet the faces of what is near: walls close at their corners, and blocks stand flush.

use sidle::geometry::Obb;
use sidle::geometry::float::min;
use sidle::glam::DVec3;

/// The greatest distance at which two faces meet; metres. Smaller: hard to hit. Larger: nothing can stand near a wall.
const REACH: f64 = 0.15;

/// The same in steps: who moves in centimetres means them.
const STEPS: f64 = 1.5;

/// Faces count as parallel up to this sine.
const PARALLEL: f64 = 1e-4;

/// The boxes around what something dragged may meet.
#[derive(Clone, Debug, Default)]
pub struct Magnet {
    boxes: Vec<Obb>,
    reach: f64,
}

/// A box near another one, as seen along one of the axes of that.
struct Neighbour {
    /// From the middle of that box to the middle of this one; metres.
    offset: f64,
    half: f64,
    /// Whether the two are apart, or only touch, along another axis.
    is_beside: bool,
}

impl Magnet {
    /// The `boxes` attract what is moved in steps of `step` metres.
    pub fn new(boxes: Vec<Obb>, step: f64) -> Self {
        let reach = min(REACH, step * STEPS);
        Self { boxes, reach }
    }

    /// Attracts nothing.
    pub fn off() -> Self {
        Self::default()
    }

    /// How far `obb` goes along its own `axis` for one of its faces to meet one of another box, from outside or flush with it;
    /// metres. `None` if no face is near.
    pub fn shift(&self, obb: &Obb, axis: usize) -> Option<f64> {
        let half = obb.half_extents()[axis];
        self.nearest(self.neighbours(obb, axis).flat_map(|other| {
            let (out, flush) = (other.half + half, other.half - half);
            let flush = other.is_beside.then_some([flush, -flush]);
            let ways = [out, -out].into_iter().chain(flush.into_iter().flatten());
            ways.map(move |way| other.offset + way)
        }))
    }

    /// How far the face of `obb` at that `side` of its `axis` goes outwards to meet a face of another box; metres. `None` if none
    /// is near.
    pub fn growth(&self, obb: &Obb, axis: usize, side: f64, by: f64) -> Option<f64> {
        let half = obb.half_extents()[axis];
        let ways = self.neighbours(obb, axis).flat_map(|other| {
            [other.half, -other.half].map(|way| (other.offset + way) * side - half - by)
        });
        self.nearest(ways).map(|more| by + more)
    }

    /// `place` for the middle of `obb`, which a drag would have put to `raw`: along each of its axes that `counts`, a face that is
    /// near to another one meets it.
    pub fn drawn(
        &self,
        obb: &Obb,
        raw: DVec3,
        place: DVec3,
        counts: impl Fn(DVec3) -> bool,
    ) -> DVec3 {
        let mut drawn = place;
        let Some(there) = moved(obb, raw - obb.center()) else {
            return place;
        };
        for axis in 0..3 {
            let along = obb.axes().col(axis);
            if counts(along)
                && let Some(shift) = self.shift(&there, axis)
            {
                drawn += along * ((raw - drawn).dot(along) + shift);
            }
        }
        drawn
    }

    /// The boxes near `obb`, as seen along its `axis`, that have a face across that.
    fn neighbours(&self, obb: &Obb, axis: usize) -> impl Iterator<Item = Neighbour> {
        let (center, axes, halves) = (obb.center(), obb.axes(), obb.half_extents());
        self.boxes.iter().filter_map(move |other| {
            let from = axes.transpose() * (other.center() - center);
            // The columns are the other box's axes in the space of this one.
            let turned = axes.transpose() * other.axes();
            let is_across = (0..3).any(|own| turned.col(own)[axis].abs() > 1.0 - PARALLEL);
            let reach = turned.abs() * other.half_extents();
            let gap = |axis: usize| from[axis].abs() - halves[axis] - reach[axis];
            let aside = [(axis + 1) % 3, (axis + 2) % 3].map(gap);
            let is_near = aside.iter().all(|gap| *gap < self.reach);
            (is_across && is_near).then(|| Neighbour {
                offset: from[axis],
                half: reach[axis],
                is_beside: aside.iter().any(|gap| *gap > -self.reach),
            })
        })
    }

    /// The least of these ways, if one is short enough.
    fn nearest(&self, ways: impl Iterator<Item = f64>) -> Option<f64> {
        let near = ways.filter(|way| way.abs() < self.reach);
        near.min_by(|a, b| a.abs().total_cmp(&b.abs()))
    }
}

/// `obb` moved `by` that.
fn moved(obb: &Obb, by: DVec3) -> Option<Obb> {
    Obb::new(obb.center() + by, obb.axes(), obb.half_extents())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::rotation_from_degrees;

    fn boxed(center: [f64; 3], size: [f64; 3], yaw: f64) -> Obb {
        let rotation = rotation_from_degrees(DVec3::Y * yaw);
        let half = DVec3::from_array(size) * 0.5;
        Obb::new(DVec3::from_array(center), rotation, half).expect("a box")
    }

    fn is_level(along: DVec3) -> bool {
        along.y.abs() < 0.5
    }

    /// The floor, and a wall along its edge towards -Z.
    fn room() -> Magnet {
        let floor = boxed([0.0, -0.25, 0.0], [10.0, 0.5, 8.0], 0.0);
        let wall = boxed([0.0, 1.25, -3.875], [10.0, 2.5, 0.25], 0.0);
        Magnet::new(vec![floor, wall], 0.1)
    }

    #[test]
    fn a_wall_closes_the_corner_of_another_one_and_keeps_its_height() {
        // Dragged to within 10 cm of the corner at (5, -3.75), which no step of 10 cm meets.
        let wall = boxed([0.0, 1.25, 0.0], [0.25, 2.5, 4.0], 0.0);
        let raw = DVec3::new(4.79, 1.25, -1.68);
        let place = DVec3::new(4.8, 1.25, -1.7);
        let drawn = room().drawn(&wall, raw, place, is_level);
        // Its outer face is flush with the end of the wall and the edge of the floor: 5 - 0.125. Its end meets the wall: -3.75 + 2.
        assert!(
            drawn.distance(DVec3::new(4.875, 1.25, -1.75)) < 1e-9,
            "{drawn}"
        );
        // Turned by a right angle it is the same wall.
        let turned = boxed([0.0, 1.25, 0.0], [4.0, 2.5, 0.25], 90.0);
        let drawn = room().drawn(&turned, raw, place, is_level);
        assert!(
            drawn.distance(DVec3::new(4.875, 1.25, -1.75)) < 1e-9,
            "{drawn}"
        );
    }

    #[test]
    fn what_is_far_askew_or_in_fine_steps_stays_on_the_grid() {
        let size = [0.25, 2.5, 4.0];
        let wall = boxed([0.0, 1.25, 0.0], size, 0.0);
        let far = DVec3::new(2.04, 1.25, 0.52);
        assert_eq!(room().drawn(&wall, far, DVec3::X, is_level), DVec3::X);
        let raw = DVec3::new(4.79, 1.25, -1.68);
        let askew = boxed([0.0, 1.25, 0.0], size, 30.0);
        assert_eq!(room().drawn(&askew, raw, DVec3::X, is_level), DVec3::X);
        assert_eq!(
            Magnet::off().drawn(&wall, raw, DVec3::X, is_level),
            DVec3::X
        );
        let fine = Magnet::new(room().boxes, 0.01);
        assert_eq!(fine.drawn(&wall, raw, DVec3::X, is_level), DVec3::X);
        // In the air above the room.
        let high = raw + DVec3::Y * 9.0;
        assert_eq!(room().drawn(&wall, high, DVec3::X, is_level), DVec3::X);
    }

    #[test]
    fn a_face_that_is_pulled_stops_at_the_next_wall() {
        let wall = boxed([2.0, 1.25, 0.0], [0.25, 2.5, 4.0], 0.0);
        // From -2 to the wall's face at -3.75, and to the edge of the floor at 4.
        let magnet = room();
        for (side, by, met) in [(-1.0, 1.68, 1.75), (1.0, 2.1, 2.0)] {
            let grown = magnet.growth(&wall, 2, side, by).expect("a face");
            assert!((grown - met).abs() < 1e-9, "{side}: {grown}");
        }
        assert_eq!(magnet.growth(&wall, 2, -1.0, 1.2), None);
    }

    #[test]
    fn a_block_is_not_drawn_into_one_that_it_overlaps() {
        let block = boxed([0.0; 3], [1.0; 3], 0.0);
        let magnet = Magnet::new(vec![block], 0.1);
        let inside = boxed([0.05, 0.0, 0.3], [1.0; 3], 0.0);
        assert_eq!(magnet.shift(&inside, 0), None);
        let beside = boxed([0.05, 0.0, 1.1], [1.0; 3], 0.0);
        assert_eq!(
            [0, 2].map(|axis| magnet.shift(&beside, axis).map(|way| (way * 100.0).round())),
            [Some(-5.0), Some(-10.0)]
        );
    }
}
