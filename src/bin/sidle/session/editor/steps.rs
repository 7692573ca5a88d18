//! How far a key moves, turns or scales a prop, and where a prop rests that is put onto a surface.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::geometry::{Aabb, Obb};
use sidle::glam::DVec3;
use sidle::level::PropNumbers;

/// What one press of a key does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    pub metres: f64,
    pub degrees: f64,
    /// By so much the size grows, as a share.
    pub share: f64,
}

impl StepSize {
    /// From fine to coarse.
    pub const ALL: [Self; 4] = [
        Self::new(0.01, 1.0, 0.01),
        Self::new(0.1, 5.0, 0.05),
        Self::new(0.5, 15.0, 0.1),
        Self::new(1.0, 45.0, 0.25),
    ];

    const fn new(metres: f64, degrees: f64, share: f64) -> Self {
        Self {
            metres,
            degrees,
            share,
        }
    }

    /// A tenth of it, but not below what a level's text has digits for.
    pub fn fine(self) -> Self {
        Self {
            metres: self.metres * 0.1,
            degrees: self.degrees * 0.1,
            share: self.share * 0.1,
        }
    }

    /// It in words: `10 cm, 5°, 5 %`.
    pub fn name(self) -> String {
        let Self {
            metres,
            degrees,
            share,
        } = self;
        let length = if metres < 1.0 {
            format!("{:.0} cm", metres * 100.0)
        } else {
            format!("{metres:.0} m")
        };
        format!("{length}, {degrees:.0}°, {:.0} %", share * 100.0)
    }
}

/// The multiple of `step` next to `value`, upwards when `direction` is positive, else downwards.
pub fn next_multiple(value: f64, step: f64, direction: f64) -> f64 {
    // What is as good as a multiple counts as one: the text has no more digits.
    const SLACK: f64 = 1e-6;
    let steps = value / step;
    let next = if direction > 0.0 {
        (steps + SLACK).floor() + 1.0
    } else {
        (steps - SLACK).ceil() - 1.0
    };
    next * step
}

/// The axis of the world that is nearest to the heading `yaw`, and the one to its right.
pub fn ahead_and_right(yaw: BinaryAngle) -> [DVec3; 2] {
    let heading = ViewAxes::new(yaw, BinaryAngle::ZERO).heading;
    let ahead = if heading.x.abs() > heading.z.abs() {
        DVec3::X * heading.x.signum()
    } else {
        DVec3::Z * heading.z.signum()
    };
    [ahead, ahead.cross(DVec3::Y)]
}

/// Where a thing like `numbers`, whose mesh has these `bounds`, goes to rest on the surface of unit
/// `normal` at `point`. On a floor, its position is on the grid of `step` metres.
pub fn resting(
    numbers: &PropNumbers,
    bounds: &Aabb,
    point: DVec3,
    normal: DVec3,
    step: f64,
) -> Option<DVec3> {
    /// What is flatter is a floor, or a ceiling: 45 degrees.
    const FLAT: f64 = 0.7;
    let at_origin = PropNumbers {
        position: DVec3::ZERO,
        ..*numbers
    };
    let obb = Obb::from_bounds(bounds, &at_origin.placement())?;
    // How far its box reaches below its middle, seen from the surface.
    let reach = (obb.axes().transpose() * normal)
        .abs()
        .dot(obb.half_extents());
    let mut position = point + normal * reach - obb.center();
    if normal.y.abs() > FLAT {
        position.x = (position.x / step).round() * step;
        position.z = (position.z / step).round() * step;
        let above = normal.dot(position + obb.center() - point);
        position.y += (reach - above) / normal.y;
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_goes_to_the_next_multiple_and_never_farther() {
        for (value, direction, expected) in [
            (0.075, 1.0, 0.1),
            (0.075, -1.0, 0.0),
            (0.3, 1.0, 0.4),
            (0.3, -1.0, 0.2),
            (-0.3, -1.0, -0.4),
            // 0.1 + 0.2, which is a little more than 0.3.
            (0.1 + 0.2, -1.0, 0.2),
        ] {
            let next = next_multiple(value, 0.1, direction);
            assert!((next - expected).abs() < 1e-12, "{value}: {next}");
        }
        assert_eq!(next_multiple(-25.0, 15.0, 1.0), -15.0);
    }

    #[test]
    fn ahead_is_the_axis_that_one_looks_along_most() {
        let axes = |degrees| ahead_and_right(BinaryAngle::from_degrees(degrees));
        assert_eq!(axes(10.0), [DVec3::NEG_Z, DVec3::X]);
        assert_eq!(axes(80.0), [DVec3::NEG_X, DVec3::NEG_Z]);
        assert_eq!(axes(-100.0), [DVec3::X, DVec3::Z]);
        assert_eq!(axes(170.0), [DVec3::Z, DVec3::NEG_X]);
    }

    const CUBE: [DVec3; 2] = [DVec3::splat(-0.5), DVec3::splat(0.5)];

    #[test]
    fn what_rests_on_a_floor_touches_it_and_stands_on_the_grid() {
        let cube = Aabb::from_points(CUBE).unwrap();
        let crate_of_two = PropNumbers {
            scale: DVec3::splat(2.0),
            ..PropNumbers::at(DVec3::X * 9.0)
        };
        let point = DVec3::new(1.23, 0.5, -4.56);
        let rest = resting(&crate_of_two, &cube, point, DVec3::Y, 0.5).unwrap();
        assert!(
            rest.abs_diff_eq(DVec3::new(1.0, 1.5, -4.5), 1e-12),
            "{rest}"
        );
        // A panel whose origin is on the ground is not lifted.
        let panel = Aabb::from_points([DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.8, 0.0)]);
        let one = PropNumbers::at(DVec3::ZERO);
        let rest = resting(&one, &panel.unwrap(), point, DVec3::Y, 0.1).unwrap();
        assert!(
            rest.abs_diff_eq(DVec3::new(1.2, 0.5, -4.6), 1e-12),
            "{rest}"
        );
    }

    #[test]
    fn on_a_slope_and_on_a_wall_the_box_touches_and_does_not_enter() {
        let cube = Aabb::from_points(CUBE).unwrap();
        let turned = PropNumbers {
            rotation_deg: DVec3::new(10.0, 30.0, 50.0),
            ..PropNumbers::at(DVec3::ZERO)
        };
        for normal in [DVec3::new(0.6, 0.8, 0.0), DVec3::X, DVec3::NEG_Y] {
            let point = DVec3::new(0.3, 2.0, 0.7);
            let position = resting(&turned, &cube, point, normal, 0.5).unwrap();
            let placement = PropNumbers { position, ..turned }.placement();
            let corners = (0..8).map(|bits: u8| {
                let side = |bit: u8| f64::from(bits >> bit & 1) - 0.5;
                placement.apply(DVec3::new(side(0), side(1), side(2)))
            });
            let lowest = corners.map(|corner| normal.dot(corner - point));
            let lowest = lowest.fold(f64::INFINITY, sidle::geometry::float::min);
            assert!(lowest.abs() < 1e-12, "{normal}: {lowest}");
        }
    }
}
