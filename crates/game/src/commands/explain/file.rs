//! The JSON file of a contact: the shapes nearby, the body, and what an engine did with it.

use std::path::Path;

use serde::Deserialize;
use sidle::geometry::angle::angle_between;
use sidle::glam::{DMat3, DVec3};
use sidle_conformance::Block;

use crate::platform;

/// The longest file; bytes. Larger: a hostile file takes more memory.
const MAX_BYTES: usize = 8 << 20;

/// The most triangles, boxes and ticks together. Larger: a level that takes long to load.
const MAX_ENTRIES: usize = 50_000;

/// The largest coordinate and motion; metres. Larger: the digits of a single-precision number are metres apart.
const MAX_COORDINATE: f64 = 1e6;

/// The fastest motion; m/s. Larger: no level can have it as its `fly_speed`.
pub const MAX_SPEED: f64 = 1e5;

/// The longest note; characters.
const MAX_NOTE: usize = 2000;

/// How far the axes of a box may be from unit length, and from right angles. Smaller: axes in single precision are refused;
/// larger: a sheared box is taken.
const AXES_TOLERANCE: f64 = 1e-3;

/// A contact of any engine.
#[derive(Debug, Deserialize)]
pub struct Contact {
    format: u32,
    #[serde(default)]
    triangles: Vec<[f64; 9]>,
    #[serde(default)]
    boxes: Vec<BoxEntry>,
    pub body: BodyEntry,
    ticks: Vec<TickEntry>,
    #[serde(default)]
    pub note: String,
    /// Ticks per second.
    #[serde(default = "usual_hz")]
    pub hz: u32,
}

fn usual_hz() -> u32 {
    60
}

#[derive(Debug, Deserialize)]
struct BoxEntry {
    center: [f64; 3],
    axes: [[f64; 3]; 3],
    half_extents: [f64; 3],
}

/// The body; metres.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
pub enum BodyEntry {
    Sphere { radius: f64 },
    Capsule { radius: f64, height: f64 },
}

#[derive(Debug, Deserialize)]
struct TickEntry {
    position: [f64; 3],
    motion: [f64; 3],
    result: [f64; 3],
}

/// What an engine did in a tick; metres.
#[derive(Clone, Copy, Debug)]
pub struct Tick {
    pub position: DVec3,
    pub motion: DVec3,
    pub result: DVec3,
}

impl Contact {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// A message with the place, and what was expected.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let bytes = platform::read_first(path, MAX_BYTES as u64 + 1);
        let bytes = bytes.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
        if bytes.len() > MAX_BYTES {
            return Err(format!(
                "{shown}: the file has more than {} MB\nkeep the shapes within a few metres of the body",
                MAX_BYTES >> 20
            ));
        }
        let contact: Self = serde_json::from_slice(&bytes).map_err(|error| {
            let text = error.to_string();
            let problem = text.split(" at line ").next().unwrap_or_default();
            format!(
                "{shown}:{}:{}: {problem}\ndocs/explain.md describes the file",
                error.line(),
                error.column()
            )
        })?;
        contact
            .check()
            .map_err(|problem| format!("{shown}: {problem}"))?;
        Ok(contact)
    }

    fn check(&self) -> Result<(), String> {
        if self.format != 1 {
            return Err(format!(
                "`format` is {}\nexpected 1, the only format so far",
                self.format
            ));
        }
        if self.ticks.is_empty() {
            return Err("`ticks` is empty\nexpected one tick or more, each with `position`, `motion` and `result`".to_owned());
        }
        let entries = self.triangles.len() + self.boxes.len() + self.ticks.len();
        if entries > MAX_ENTRIES {
            return Err(format!(
                "there are {entries} triangles, boxes and ticks\nexpected at most {MAX_ENTRIES}: keep what is near the body"
            ));
        }
        if self.note.chars().count() > MAX_NOTE {
            return Err(format!(
                "`note` is too long\nexpected at most {MAX_NOTE} characters"
            ));
        }
        if !(1..=10_000).contains(&self.hz) {
            return Err(format!("`hz` is {}\nexpected 1 to 10000", self.hz));
        }
        self.check_body()?;
        for (number, triangle) in self.triangles.iter().enumerate() {
            check_coordinates(&format!("triangles[{number}]"), triangle)?;
        }
        for (number, tick) in self.ticks.iter().enumerate() {
            check_coordinates(&format!("ticks[{number}].position"), &tick.position)?;
            check_coordinates(&format!("ticks[{number}].motion"), &tick.motion)?;
            check_coordinates(&format!("ticks[{number}].result"), &tick.result)?;
            self.check_speed(number, tick)?;
        }
        for (number, entry) in self.boxes.iter().enumerate() {
            check_coordinates(&format!("boxes[{number}].center"), &entry.center)?;
            entry.check(number)?;
        }
        Ok(())
    }

    /// Checks that the motion asked for in a tick is not faster than a level allows.
    fn check_speed(&self, number: usize, tick: &TickEntry) -> Result<(), String> {
        let speed = DVec3::from_array(tick.motion).length() * f64::from(self.hz);
        if speed <= MAX_SPEED {
            return Ok(());
        }
        Err(format!(
            "`ticks[{number}].motion` is {speed:.0} m/s at {} ticks per second\n\
             expected at most {MAX_SPEED} m/s: write lengths in metres, or the right `hz`",
            self.hz
        ))
    }

    fn check_body(&self) -> Result<(), String> {
        let (radius, height) = match self.body {
            BodyEntry::Sphere { radius } => (radius, radius * 2.0),
            BodyEntry::Capsule { radius, height } => (radius, height),
        };
        if !(1e-3..=1e3).contains(&radius) {
            return Err(format!(
                "`body.radius` is {radius}\nexpected 0.001 to 1000 metres"
            ));
        }
        if !(radius * 2.0..=1e4).contains(&height) {
            return Err(format!(
                "`body.height` is {height}\nexpected {} metres or more, twice the radius",
                radius * 2.0
            ));
        }
        Ok(())
    }

    /// The ticks.
    pub fn ticks(&self) -> impl Iterator<Item = Tick> + Clone {
        self.ticks.iter().map(|tick| Tick {
            position: tick.position.into(),
            motion: tick.motion.into(),
            result: tick.result.into(),
        })
    }

    /// The triangles, by their corners.
    pub fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> {
        self.triangles
            .iter()
            .map(|[ax, ay, az, bx, by, bz, cx, cy, cz]| {
                [
                    DVec3::new(*ax, *ay, *az),
                    DVec3::new(*bx, *by, *bz),
                    DVec3::new(*cx, *cy, *cz),
                ]
            })
    }

    /// The boxes, in the numbers of a level.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        self.boxes.iter().map(|entry| {
            let center = DVec3::from_array(entry.center);
            let half_extents = DVec3::from_array(entry.half_extents);
            Block::new(center, half_extents).turned(degrees(entry.axes()))
        })
    }
}

impl BoxEntry {
    fn axes(&self) -> DMat3 {
        let [x, y, z] = self.axes.map(DVec3::from_array);
        // The opposite of an axis gives the same box.
        let z = if x.cross(y).dot(z) < 0.0 { -z } else { z };
        DMat3::from_cols(x, y, z)
    }

    fn check(&self, number: usize) -> Result<(), String> {
        if !self
            .half_extents
            .iter()
            .all(|half| (1e-6..=MAX_COORDINATE).contains(half))
        {
            return Err(format!(
                "`boxes[{number}].half_extents` is {:?}\nexpected three lengths above 0, in metres",
                self.half_extents
            ));
        }
        let [x, y, z] = self.axes.map(DVec3::from_array);
        let lengths = [x, y, z].map(|axis| (axis.length() - 1.0).abs());
        let angles = [x.dot(y), y.dot(z), z.dot(x)].map(f64::abs);
        if !lengths
            .iter()
            .chain(&angles)
            .all(|error| *error <= AXES_TOLERANCE)
        {
            return Err(format!(
                "`boxes[{number}].axes` is {:?}\nexpected three unit vectors at right angles",
                self.axes
            ));
        }
        Ok(())
    }
}

fn check_coordinates(place: &str, numbers: &[f64]) -> Result<(), String> {
    let wrong = numbers.iter().find(|number| number.abs() > MAX_COORDINATE);
    match wrong {
        Some(number) => Err(format!(
            "`{place}` has {number}\nexpected metres from -{MAX_COORDINATE} to {MAX_COORDINATE}"
        )),
        None => Ok(()),
    }
}

/// The angles about X, Y and Z of a rotation Ry · Rx · Rz; degrees.
fn degrees(axes: DMat3) -> DVec3 {
    let angle = |right: f64, up: f64| {
        let way = DVec3::new(right, up, 0.0);
        let turned = angle_between(DVec3::X, way).unwrap_or_default();
        let signed = if up < 0.0 { -turned } else { turned };
        signed * (180.0 / core::f64::consts::PI)
    };
    let (x, y, z) = (axes.x_axis, axes.y_axis, axes.z_axis);
    // The second row is (cos x sin z, cos x cos z, -sin x).
    let level = (x.y * x.y + y.y * y.y).sqrt();
    let about_x = angle(level, -z.y);
    if level < 1e-9 {
        return DVec3::new(about_x, angle(x.x, -x.z), 0.0);
    }
    DVec3::new(about_x, angle(z.z, z.x), angle(y.y, x.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::rotation_from_degrees;

    #[test]
    fn angles_give_the_axes_back() {
        for deg in [
            DVec3::ZERO,
            DVec3::new(20.0, 40.0, 10.0),
            DVec3::new(-75.0, 170.0, -120.0),
            DVec3::new(90.0, 30.0, 0.0),
        ] {
            let axes = rotation_from_degrees(deg);
            let again = rotation_from_degrees(degrees(axes));
            assert!(axes.abs_diff_eq(again, 1e-12), "{deg}");
        }
    }
}
