//! The step sizes of the editor, and the position of a prop that rests on a surface.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::geometry::{Aabb, Obb};
use sidle::glam::DVec3;
use sidle::level::EntryNumbers;

/// How far one key press moves, turns or scales a prop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    pub metres: f64,
    pub degrees: f64,
    /// The growth of the size, as a fraction.
    pub growth: f64,
}

impl StepSize {
    /// From fine to coarse.
    pub const ALL: [Self; 4] = [
        Self::new(0.01, 1.0, 0.01),
        Self::new(0.1, 5.0, 0.05),
        Self::new(0.5, 15.0, 0.1),
        Self::new(1.0, 45.0, 0.25),
    ];

    const fn new(metres: f64, degrees: f64, growth: f64) -> Self {
        Self {
            metres,
            degrees,
            growth,
        }
    }

    /// A tenth of this step.
    pub fn fine(self) -> Self {
        Self {
            metres: self.metres * 0.1,
            degrees: self.degrees * 0.1,
            growth: self.growth * 0.1,
        }
    }

    /// The step for display, such as `10 cm, 5°, 5 %`.
    pub fn name(self) -> String {
        let Self {
            metres,
            degrees,
            growth,
        } = self;
        let length = if metres < 1.0 {
            format!("{:.0} cm", metres * 100.0)
        } else {
            format!("{metres:.0} m")
        };
        format!("{length}, {degrees:.0}°, {:.0} %", growth * 100.0)
    }
}

/// The multiple of `step` next to `value`, upwards when `direction` is positive, else downwards.
pub fn next_multiple(value: f64, step: f64, direction: f64) -> f64 {
    // A value this near to a multiple counts as one: the text has no more digits.
    const SLACK: f64 = 1e-6;
    let steps = value / step;
    let next = if direction > 0.0 {
        (steps + SLACK).floor() + 1.0
    } else {
        (steps - SLACK).ceil() - 1.0
    };
    next * step
}

/// The world axis nearest to the heading `yaw`, and the axis to its right.
pub fn ahead_and_right(yaw: BinaryAngle) -> [DVec3; 2] {
    let heading = ViewAxes::new(yaw, BinaryAngle::ZERO).heading;
    let ahead = if heading.x.abs() > heading.z.abs() {
        DVec3::X * heading.x.signum()
    } else {
        DVec3::Z * heading.z.signum()
    };
    [ahead, ahead.cross(DVec3::Y)]
}

/// The position at which a prop like `numbers`, whose mesh has these `bounds`, rests on a surface through `point` with
/// the unit `normal`. On a floor, and along a wall that faces an axis, the position is on a grid of `step` metres.
pub fn resting_position(
    numbers: &EntryNumbers,
    bounds: &Aabb,
    point: DVec3,
    normal: DVec3,
    step: f64,
) -> Option<DVec3> {
    /// Flatter surfaces are floors or ceilings: 45 degrees.
    const FLAT: f64 = 0.7;
    /// A wall whose normal is this near to being across an axis faces the other one.
    const ALONG: f64 = 1e-3;
    let at_origin = EntryNumbers {
        position: DVec3::ZERO,
        ..*numbers
    };
    let obb = Obb::from_bounds(bounds, &at_origin.placement())?;
    // The distance from the box's centre to its lowest point, along the normal.
    let reach = (obb.axes().transpose() * normal)
        .abs()
        .dot(obb.half_extents());
    let mut position = point + normal * reach - obb.center();
    if normal.y.abs() > FLAT {
        position.x = (position.x / step).round() * step;
        position.z = (position.z / step).round() * step;
        let above = normal.dot(position + obb.center() - point);
        position.y += (reach - above) / normal.y;
    } else if let Some(aside) = [0, 2].into_iter().find(|axis| normal[*axis].abs() < ALONG) {
        position[aside] = (position[aside] / step).round() * step;
    }
    Some(position)
}

#[cfg(test)]
mod tests;
