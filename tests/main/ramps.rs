//! Ramps: a walker keeps its speed along the ground at the foot and at the crest, in every tick.

use crate::support::{Shapes, Walk, add_box, add_quad};
use sidle::geometry::angle::{angle_between, sin_cos_deg};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};

/// The length of both parts of the ground; metres.
const LENGTH: f64 = 60.0;

/// Ground that leads towards -Z at one slope up to the origin, and at another slope from there.
#[derive(Clone, Copy, Debug)]
struct Bend {
    /// Unit vectors along the ground before and after the origin.
    ways: [DVec3; 2],
    /// Unit normals of both parts.
    normals: [DVec3; 2],
    /// The slopes; degrees; positive: uphill.
    slopes_deg: [f64; 2],
}

impl Bend {
    fn new(slopes_deg: [f64; 2]) -> Self {
        let parts = slopes_deg.map(sin_cos_deg);
        Self {
            ways: parts.map(|(sin, cos)| DVec3::new(0.0, sin, -cos)),
            normals: parts.map(|(sin, cos)| DVec3::new(0.0, cos, sin)),
            slopes_deg,
        }
    }

    /// The ends of both parts.
    fn ends(&self) -> [[DVec3; 2]; 2] {
        let [before, after] = self.ways;
        [
            [before * -LENGTH, DVec3::ZERO],
            [DVec3::ZERO, after * LENGTH],
        ]
    }

    fn mesh(&self) -> Shapes {
        let mut shapes = Shapes::default();
        for [from, to] in self.ends() {
            let corner = |end: DVec3, x: f64| (end + DVec3::X * x).as_vec3().to_array();
            let corners = [
                corner(from, -10.0),
                corner(from, 10.0),
                corner(to, 10.0),
                corner(to, -10.0),
            ];
            add_quad(&mut shapes, corners);
        }
        shapes
    }

    fn boxes(&self) -> Shapes {
        let mut shapes = Shapes::default();
        for (part, [from, to]) in self.ends().into_iter().enumerate() {
            let center = (from + to) * 0.5 - self.normals[part] * 0.5;
            let rotation_deg = DVec3::X * self.slopes_deg[part];
            let size = DVec3::new(20.0, 1.0, LENGTH);
            add_box(&mut shapes, center, rotation_deg, size);
        }
        shapes
    }

    /// How far the centre of a ball at `center`, which rolls along the ground, is from the bend, along its
    /// path: two lines at the radius from the ground, which cross above a foot, and which an arc joins
    /// above a crest.
    fn along(&self, center: DVec3, radius: f64) -> f64 {
        let [before, after] = self.ways.map(|way| center.dot(way));
        let turn_deg = self.slopes_deg[1] - self.slopes_deg[0];
        if turn_deg > 0.0 {
            let (sin, cos) = sin_cos_deg(turn_deg * 0.5);
            let cut = radius * sin / cos;
            return if before < -cut {
                before + cut
            } else {
                after - cut
            };
        }
        let arc = |to: DVec3| radius * angle_between(self.normals[0], to).expect("two directions");
        if before < 0.0 {
            before
        } else if after > 0.0 {
            arc(self.normals[1]) + after
        } else {
            arc(center)
        }
    }
}

/// Where in a tick the walker comes to the bend, as a share of a tick. With 0, a tick ends exactly there.
const PHASES: [f64; 3] = [0.0, 0.1, 0.4];

/// The least and the greatest share of the commanded motion that a walker covers in a tick along `bend`,
/// while it stands, and the greatest deviation of its speed.
fn shares(bend: Bend, shapes: Shapes, tuning: Tuning, (hz, phase): (u32, f64)) -> [f64; 3] {
    let (speed, radius) = (tuning.walk_speed, tuning.radius);
    let run_up = 0.3 + speed * (0.2 + phase / f64::from(hz));
    let is_box = tuning.body == BodyShape::Box;
    let reach = if is_box {
        // The radius of its edges is 10 mm.
        0.01 + (radius - 0.01) * bend.normals[0].abs().element_sum()
    } else {
        radius
    };
    let start = bend.ways[0] * -run_up + bend.normals[0] * (reach + 1e-4);
    let walk = Walk::tuned(shapes, start, tuning, hz).controller(Controller::Swept);
    let walk = walk.stand(0.1);
    let stood = walk.states.len();
    let walk = walk.forward((run_up + 1.5) / speed);
    assert!(walk.worst_overlap < 1e-6, "{} m deep", walk.worst_overlap);
    let last = walk.states[walk.states.len() - 1];
    assert!(
        bend.along(last.position, radius) > 0.5,
        "it does not get over: {last:?}"
    );
    let [mut least, mut most, mut deviation]: [f64; 3] = [f64::INFINITY, 0.0, 0.0];
    for pair in walk.states[stood..].windows(2) {
        if pair.iter().all(|state| state.ground.stands()) {
            let [from, to] = [pair[0], pair[1]].map(|state| bend.along(state.position, radius));
            let way = if is_box {
                pair[0].position.distance(pair[1].position)
            } else {
                to - from
            };
            let share = way * f64::from(hz) / speed;
            (least, most) = (least.min(share), most.max(share));
            deviation = deviation.max((pair[1].velocity.length() / speed - 1.0).abs());
        } else {
            assert!(speed >= 10.0, "{speed} m/s, {hz} Hz: off the ground");
        }
    }
    [least, most, deviation]
}

/// Calls `check` for all bodies, many slopes, speeds and tick rates, for ramps of triangles and of boxes.
fn each_bend(bends: impl Fn(f64) -> [[f64; 2]; 3]) {
    for slope_deg in [10.0, 25.0, 45.0, 49.0] {
        for bend in bends(slope_deg).map(Bend::new) {
            for shapes in [bend.mesh(), bend.boxes()] {
                for (body, radius) in [
                    (BodyShape::Sphere, 0.5),
                    (BodyShape::Capsule, 0.3),
                    (BodyShape::Box, 0.3),
                ] {
                    for walk_speed in [1.0, 3.0, 10.0, 20.0] {
                        let rates = [30, 60, 120, 240].into_iter();
                        for time in rates.flat_map(|hz| PHASES.map(|phase| (hz, phase))) {
                            let tuning = Tuning {
                                body,
                                radius,
                                walk_speed,
                                ground_accel: f64::INFINITY,
                                ..Tuning::default()
                            };
                            let [least, most, deviation] =
                                shares(bend, shapes.clone(), tuning, time);
                            let case = format!(
                                "{:?}°, {body:?}, {walk_speed} m/s, {time:?} Hz: {least} to {most}",
                                bend.slopes_deg
                            );
                            // A box does not roll. In the tick in which it turns, its way has a corner.
                            let turn = bend.slopes_deg[1] - bend.slopes_deg[0];
                            let chord = match body {
                                BodyShape::Box => sin_cos_deg(turn * 0.5).1,
                                _ => 1.0,
                            };
                            assert!(least > chord * 0.98 && most < 1.02, "{case}");
                            assert!(deviation < 1e-6, "{case}: {deviation}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_walker_keeps_its_speed_along_the_ground_at_the_foot_of_a_ramp() {
    // Up a ramp, down to level ground, and through a trough.
    each_bend(|slope| [[0.0, slope], [-slope, 0.0], [-slope * 0.5, slope * 0.5]]);
}

#[test]
fn a_walker_keeps_its_speed_along_the_ground_at_the_crest_of_a_ramp() {
    // Up to level ground, down a ramp, and over a ridge.
    each_bend(|slope| [[slope, 0.0], [0.0, -slope], [slope * 0.5, -slope * 0.5]]);
}
