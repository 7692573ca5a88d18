//! The bodies of the cases, and their distance from shapes by brute force.

use sidle::glam::DVec3;
use sidle::player::{BodyShape, Tuning};

use crate::walker::segment_length;
use sidle_conformance::oracle::Oracle;
use sidle_conformance::rounded_box::RoundedBox;

/// A body as the oracle sees it. Its reference point is `radius` above its lowest one.
#[derive(Clone, Copy, Debug)]
pub struct Solid {
    /// The radius, or half the width of a box; metres.
    pub radius: f64,
    /// How much higher it is than wide; metres.
    pub rise: f64,
    rounded_box: Option<RoundedBox>,
}

impl Solid {
    pub fn new(shape: BodyShape, radius: f64, rise: f64) -> Self {
        let is_box = shape == BodyShape::Box;
        Self {
            radius,
            rise,
            rounded_box: is_box.then(|| RoundedBox::of_player(radius, rise)),
        }
    }

    /// The body of a tuning.
    pub fn of(tuning: &Tuning) -> Self {
        Self::new(tuning.body, tuning.radius, segment_length(tuning))
    }

    /// The distance from the nearest surface or solid; metres. Negative: how deep it is in the deepest.
    pub fn room(&self, oracle: &Oracle, place: DVec3) -> f64 {
        match &self.rounded_box {
            Some(body) => oracle.rounded_box_distance(body, place),
            None => oracle.segment_distance(place, self.rise) - self.radius,
        }
    }

    /// How deep it is in the deepest surface or solid; metres, 0 or less if it is in none.
    pub fn depth(&self, oracle: &Oracle, place: DVec3) -> f64 {
        match &self.rounded_box {
            Some(body) => oracle.rounded_box_depth(body, place),
            None => self.radius - oracle.segment_distance(place, self.rise),
        }
    }

    /// The same anywhere on a straight path.
    pub fn depth_on_path(&self, oracle: &Oracle, from: DVec3, to: DVec3) -> f64 {
        match &self.rounded_box {
            Some(body) => oracle.rounded_box_depth_on_path(body, from, to),
            None => self.radius - oracle.nearest_on_path(from, to, self.radius, self.rise),
        }
    }

    /// How far it reaches down against a unit normal from its reference point; metres.
    pub fn reach(&self, normal: DVec3) -> f64 {
        match &self.rounded_box {
            Some(_) => RoundedBox::of_player(self.radius, 0.0).reach(normal),
            None => self.radius,
        }
    }
}
