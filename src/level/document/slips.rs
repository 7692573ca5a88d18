//! Notes about numbers that are valid, but look like a slip: radians, sizes of atoms, two things in one place.

use core::f64::consts::PI;
use core::ops::Range;
use std::collections::BTreeMap;

use glam::DVec3;

use crate::geometry::Placement;
use crate::level::text::Problems;
use crate::player::{BodyShape, Tuning};

/// Factors of size beyond these are probably slips. Narrower: a mesh in tenths of millimetres has a note; wider: a slip passes.
const FACTORS: Range<f64> = 1e-4..1e4;

/// How near an angle is to a multiple of 45 degrees in radians, and of 15 degrees, that probably is one. Larger: angles in
/// degrees have a note; smaller: an angle with two digits passes.
const NEAR_45: f64 = 2e-3;
const NEAR_15: f64 = 1e-4;

/// The degrees that `angle` probably stands for, if it seems to be in radians.
fn degrees_of_radians(angle: f64) -> Option<f64> {
    let parts = angle.abs() * (12.0 / PI);
    let nearest = parts.round();
    let distance = (parts - nearest).abs() * (PI / 12.0);
    let near = if nearest % 3.0 == 0.0 {
        NEAR_45
    } else {
        NEAR_15
    };
    let is_turn = (1.0..=24.0).contains(&nearest) && distance <= near;
    // 2, 3 and 5 degrees are angles that authors write.
    (is_turn && angle.fract() != 0.0).then(|| nearest * 15.0 * angle.signum())
}

/// Notes angles that seem to be in radians. `span` is that of the value of `key`.
pub(super) fn note_radians(
    key: &str,
    angles: &[f64],
    span: Range<usize>,
    problems: &mut Problems<'_>,
) {
    let found = angles
        .iter()
        .find_map(|number| Some((number, degrees_of_radians(*number)?)));
    if let Some((angle, degrees)) = found {
        let message = format!("`{key}` counts degrees, and {angle} looks like radians");
        problems.note(
            span,
            message,
            format!("a turn of {degrees}° is written {degrees:?}"),
        );
    }
}

/// Notes a `scale` that leaves next to nothing, or makes mountains. `span` is that of its value.
pub(super) fn note_scale(scale: DVec3, span: Range<usize>, problems: &mut Problems<'_>) {
    let factors = scale.abs().to_array();
    if let Some(factor) = factors.into_iter().find(|factor| !FACTORS.contains(factor)) {
        let size = match factor {
            small if small < 1.0 => format!("{} mm", (small * 1e3) as f32),
            large => format!("{} km", (large * 1e-3) as f32),
        };
        let message = format!("`scale` {factor:?}: 1 m of the mesh becomes {size}");
        problems.note(span, message, "is the factor right?");
    }
}

/// Notes a step that is higher than the body. `span` is that of its value.
pub(super) fn note_step(tuning: &Tuning, span: Range<usize>, problems: &mut Problems<'_>) {
    let height = match tuning.body {
        BodyShape::Sphere => 2.0 * tuning.radius,
        BodyShape::Capsule | BodyShape::Box => tuning.height,
    };
    if tuning.step_height > height {
        let step = tuning.step_height;
        let message = format!("`step_height` {step:?}: the body is only {height:?} m high");
        problems.note(span, message, "the body climbs steps higher than itself");
    }
}

/// Where things with the same name stand, to find two in one place.
#[derive(Default)]
pub(super) struct Occupied(BTreeMap<(String, [u64; 15]), usize>);

impl Occupied {
    /// Adds the `thing`, a prop or a mesh, called `name`. Notes one that stands exactly where another does.
    pub fn add(
        &mut self,
        (thing, name): (&str, &str),
        placement: &Placement,
        span: Range<usize>,
        problems: &mut Problems<'_>,
    ) {
        let source = problems.source();
        let line = source.line_of(span.start) + 1;
        let key = (name.to_owned(), bits_of(placement));
        let first = *self.0.entry(key).or_insert(line);
        if first != line {
            let message = format!("this `{name}` is exactly in the place of another {thing}");
            problems.note(span, message, format!("line {first} has the same one"));
        }
    }
}

/// The bits of all its numbers; zero has no sign.
fn bits_of(placement: &Placement) -> [u64; 15] {
    let Placement {
        position,
        rotation,
        scale,
    } = placement;
    let mut numbers = position.to_array().into_iter();
    let mut numbers = numbers
        .by_ref()
        .chain(rotation.to_cols_array())
        .chain(scale.to_array());
    core::array::from_fn(|_| (numbers.next().unwrap_or_default() + 0.0).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::approx_constant, reason = "as authors write them")]
    fn multiples_of_15_degrees_are_known_in_radians() {
        for (angle, expected) in [
            (1.5708, Some(90.0)),
            (-1.57, Some(-90.0)),
            (PI, Some(180.0)),
            (6.2832, Some(360.0)),
            (0.7854, Some(45.0)),
            (0.5236, Some(30.0)),
            (-0.2618, Some(-15.0)),
            (0.0, None),
            (90.0, None),
            (2.0, None),
            (0.5, None),
            (1.5, None),
            (-22.5, None),
            (0.26, None),
            (7.0686, None),
        ] {
            assert_eq!(degrees_of_radians(angle), expected, "{angle}");
        }
    }
}
