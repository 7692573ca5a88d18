//! Open rims, edges of the floor beyond which nothing stops a fall. All escapes over one rim are one finding.

use std::collections::BTreeSet;

use sidle::glam::DVec3;

use super::explored::Explored;
use crate::floor::FloorPoint;
use crate::report::{Finding, FindingKind, Spot, rounded};
use sidle::geometry::Segment;
use sidle::geometry::float::max;

/// How far below a rim's height a walker may slip off it; metres. It may come from any height above.
const SLIP: f64 = 1.0;

/// The open rims of a floor.
#[derive(Clone, Debug, Default)]
pub(super) struct Rims {
    /// For each point of the floor, the rim that it is a part of.
    of_point: Vec<Option<u32>>,
    /// The points of each rim.
    points: Vec<Vec<usize>>,
    /// The distance of two points; metres.
    side: f64,
}

impl Rims {
    /// The rims of the floor of `audit`.
    pub fn of(audit: &Explored) -> Self {
        let floor = &audit.floor;
        let mut rims = Self {
            of_point: vec![None; floor.points.len()],
            points: Vec::new(),
            side: audit.surroundings.grid.side,
        };
        let points = floor.points.iter();
        let open: Vec<bool> = points
            .map(|point| point.is_rim() && rims.is_open(audit, point))
            .collect();
        for first in 0..open.len() {
            if !open[first] || rims.of_point[first].is_some() {
                continue;
            }
            let rim = rims.points.len() as u32;
            rims.of_point[first] = Some(rim);
            let (mut found, mut next) = (vec![first], 0);
            while let Some(at) = found.get(next).copied() {
                next += 1;
                let point = &floor.points[at];
                for neighbour in floor.near(point.position, rims.side) {
                    let is_next = open[neighbour] && floor.points[neighbour].patch == point.patch;
                    if is_next && rims.of_point[neighbour].is_none() {
                        rims.of_point[neighbour] = Some(rim);
                        found.push(neighbour);
                    }
                }
            }
            rims.points.push(found);
        }
        rims
    }

    /// Whether a walker gets from `point` to one next to it where it falls out of the level.
    fn is_open(&self, audit: &Explored, point: &FloorPoint) -> bool {
        let world = audit.sim().world();
        let bottom = max(audit.surroundings.bottom, audit.sim().rules().kill_y);
        [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z]
            .into_iter()
            .any(|direction| {
                let beyond = point.position + direction * self.side;
                let is_free = |segment| world.intersect_segment(&segment).is_none();
                is_free(Segment::new(point.position, beyond))
                    && is_free(Segment::new(beyond, beyond.with_y(bottom)))
            })
    }

    /// The rim that a walker fell over that was at `position` last before, and its nearest place.
    pub fn nearest_to(&self, audit: &Explored, position: DVec3) -> Option<(u32, DVec3)> {
        let reach = self.side * 2.0;
        let near = audit.floor.near(position, reach).filter_map(|at| {
            let place = audit.floor.points[at].position;
            let off = place - position;
            let is_near = off.with_y(0.0).length() <= reach && off.y <= SLIP;
            is_near.then_some((off.length_squared(), (self.of_point[at]?, place)))
        });
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, rim)| rim)
    }

    /// Widens `finding` to the whole of `rims`.
    pub fn widen(&self, audit: &Explored, rims: &BTreeSet<u32>, finding: &mut Finding) {
        let points = rims.iter().flat_map(|rim| &self.points[*rim as usize]);
        let places = points.map(|at| audit.floor.points[*at].position);
        let spots = places.map(|at| Spot::new(FindingKind::Escape, at));
        let known = finding.spots.len();
        finding.spots.extend(spots);
        let length = (finding.spots.len() - known) as f64 * self.side;
        if length > 0.0 {
            finding.size = rounded(length);
            let digits = usize::from(length < 10.0);
            finding.message += &format!("; about {length:.digits$} m of its edge are open");
        }
    }
}
