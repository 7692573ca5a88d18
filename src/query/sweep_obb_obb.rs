//! First touch of a moving oriented box against another.
//!
//! Source: the separating axes of [`overlap_obb_obb`](fn@super::overlap_obb_obb) in motion: M.
//! Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999, for axis-aligned boxes. Along
//! each axis the boxes overlap during an interval of time, and they touch when the last interval
//! begins. Oriented boxes have 15 axes where aligned ones have 3.

use glam::DVec3;

use super::{AxisGap, ObbAxis, ObbOverlap, overlap_obb_obb, overlap_obb_obb_axes};
use crate::geometry::Obb;
use crate::geometry::float::min;

/// The first touch of a moving box.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObbSweepHit {
    /// The fraction of the motion until the touch, in [0, 1].
    pub fraction: f64,
    /// The moving box's centre at the touch; metres.
    pub center: DVec3,
    /// The axis along which the boxes touch last: whose faces or edges meet.
    pub axis: ObbAxis,
    /// Unit normal from the fixed box to the moving one.
    pub normal: DVec3,
}

/// First touch of `obb`, moved by `motion` without rotation, with the fixed box `other`.
///
/// # Shapes
/// - `motion` is the whole displacement, metres. If both boxes move, pass the relative motion.
/// # Returns
/// `fraction` in [0, 1] of `motion`, the box's `center` there, the `axis`, and the unit `normal`
/// from `other` to `obb`. Boxes that touch or overlap at the start give `fraction == 0` if the
/// motion goes deeper along the axis of least penetration. `None`: no touch within the motion, or
/// the boxes touch at the start and separate.
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, query::sweep_obb_obb};
/// let cube = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// // 6 m between the centres, 2 m at the touch: 4 m of 8.
/// let hit = sweep_obb_obb(&cube(-6.0), DVec3::X * 8.0, &cube(0.0)).unwrap();
/// assert_eq!((hit.fraction, hit.center, hit.normal), (0.5, DVec3::X * -2.0, DVec3::NEG_X));
/// assert_eq!(sweep_obb_obb(&cube(-6.0), DVec3::Y * 8.0, &cube(0.0)), None);
/// ```
#[must_use]
pub fn sweep_obb_obb(obb: &Obb, motion: DVec3, other: &Obb) -> Option<ObbSweepHit> {
    let touch = |gap: AxisGap, fraction: f64| ObbSweepHit {
        fraction,
        center: obb.center() + motion * fraction,
        axis: gap.axis,
        normal: gap.direction,
    };
    if let ObbOverlap::Overlapping(gap) = overlap_obb_obb(obb, other) {
        return (gap.direction.dot(motion) < 0.0).then(|| touch(gap, 0.0));
    }

    let between = obb.center() - other.center();
    let (mut begin, mut end, mut last) = (0.0, 1.0, None);
    for gap in overlap_obb_obb_axes(obb, other).into_iter().flatten() {
        let approach = -gap.direction.dot(motion);
        if gap.separation > 0.0 {
            if approach <= 0.0 {
                return None;
            }
            let touches = gap.separation / approach;
            if touches > begin {
                (begin, last) = (touches, Some(gap));
            }
        }
        // They separate on the far side after twice both radii, or on the near side when moving
        // away.
        let radii = gap.direction.dot(between) - gap.separation;
        if approach > 0.0 {
            end = min(end, (gap.separation + 2.0 * radii) / approach);
        } else if approach < 0.0 {
            end = min(end, gap.separation / approach);
        }
        if begin > end {
            return None;
        }
    }
    last.map(|gap| touch(gap, begin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::rotation_from_degrees;
    use crate::test_support::Random;
    use glam::DMat3;

    fn cube(center: DVec3, degrees: DVec3) -> Obb {
        Obb::new(center, rotation_from_degrees(degrees), DVec3::ONE).unwrap()
    }

    fn sweep(start: DVec3, motion: DVec3) -> Option<ObbSweepHit> {
        sweep_obb_obb(
            &cube(start, DVec3::ZERO),
            motion,
            &cube(DVec3::ZERO, DVec3::ZERO),
        )
    }

    #[test]
    fn the_box_stops_after_the_gap_or_passes_by() {
        // 3 m apart.
        assert_eq!(
            sweep(DVec3::Z * 5.0, DVec3::Z * -6.0).unwrap().fraction,
            0.5
        );
        assert_eq!(
            sweep(DVec3::Z * 5.0, DVec3::Z * -3.0).unwrap().fraction,
            1.0
        );
        assert_eq!(sweep(DVec3::Z * 5.0, DVec3::Z * -2.999), None);
        assert_eq!(sweep(DVec3::Z * 5.0, DVec3::Z * 9.0), None);
        assert_eq!(sweep(DVec3::new(2.001, 0.0, 5.0), DVec3::Z * -9.0), None);
        // Past the corner: level with it in z after 3 of 12 m, and by then 0.5 m beside it in x.
        assert_eq!(
            sweep(DVec3::new(2.0, 0.0, 5.0), DVec3::new(2.0, 0.0, -12.0)),
            None
        );
        let corner = sweep(DVec3::new(3.0, 0.0, 4.0), DVec3::new(-4.0, 0.0, -4.0)).unwrap();
        assert_eq!((corner.fraction, corner.normal), (0.5, DVec3::Z));
    }

    #[test]
    fn two_rotated_beams_meet_with_their_edges() {
        // Half a diagonal each, √2: 5 - 2·√2 of 5 m are free.
        let upper = cube(DVec3::Y * 5.0, DVec3::X * 45.0);
        let lower = cube(DVec3::ZERO, DVec3::Z * 45.0);
        let hit = sweep_obb_obb(&upper, DVec3::Y * -5.0, &lower).unwrap();
        assert_eq!(hit.axis, ObbAxis::Edges(0, 2));
        assert!(hit.normal.abs_diff_eq(DVec3::Y, 1e-12));
        assert!((hit.fraction - (1.0 - 8.0_f64.sqrt() / 5.0)).abs() < 1e-12);
    }

    #[test]
    fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
        assert_eq!(
            sweep(DVec3::Y * 2.0, DVec3::new(1.0, -0.1, 0.0))
                .unwrap()
                .fraction,
            0.0
        );
        assert_eq!(sweep(DVec3::Y * 2.0, DVec3::X), None);
        assert_eq!(sweep(DVec3::Y * 1.5, DVec3::Y), None);
    }

    #[test]
    fn it_agrees_with_conservative_steps() {
        let mut random = Random::new(167);
        let (mut hits, mut misses) = (0, 0);
        for case in 0..10_000_u32 {
            let far = if case.is_multiple_of(4) {
                DVec3::splat(1e3)
            } else {
                DVec3::ZERO
            };
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = random.vec3(1.0).abs() + 0.05;
            let other = Obb::new(far + random.vec3(1.0), rotation, half).unwrap();
            let turned = rotation_from_degrees(random.vec3(180.0));
            let axes = if case.is_multiple_of(5) {
                rotation
            } else {
                turned
            };
            let half = random.vec3(1.0).abs() + 0.05;
            let obb = Obb::new(far + random.vec3(5.0), axes, half).unwrap();
            let motion = (other.center() + random.vec3(2.5) - obb.center()) * 1.5;
            // The largest gap along any axis: never more than the distance, and zero at a touch.
            let gap = |fraction: f64| {
                let moved = Obb::new(obb.center() + motion * fraction, axes, half).unwrap();
                let gaps = overlap_obb_obb_axes(&moved, &other).into_iter().flatten();
                gaps.map(|gap| gap.separation)
                    .fold(f64::NEG_INFINITY, f64::max)
            };
            if gap(0.0) <= 0.0 {
                continue;
            }
            let (mut fraction, mut slow) = (0.0, None);
            for _ in 0..3000 {
                let apart = gap(fraction);
                if apart < 1e-8 {
                    slow = Some(fraction);
                    break;
                }
                fraction += apart / motion.length();
                if fraction > 1.0 {
                    break;
                }
            }
            match sweep_obb_obb(&obb, motion, &other) {
                Some(hit) => {
                    hits += 1;
                    assert!(gap(hit.fraction).abs() < 1e-9, "seed 167, case {case}");
                    assert!(hit.normal.dot(motion) < 0.0, "seed 167, case {case}");
                    let late = slow.map(|slow| (hit.fraction - slow).abs());
                    assert!(
                        late.is_none_or(|late| late < 1e-4),
                        "seed 167, case {case}: {late:?}"
                    );
                }
                None => {
                    misses += 1;
                    assert_eq!(slow, None, "seed 167, case {case}: missed");
                }
            }
        }
        assert!(hits > 3000 && misses > 1000, "{hits} hits, {misses} misses");
    }

    #[test]
    fn zero_motion_touches_nothing() {
        assert_eq!(sweep(DVec3::X * 5.0, DVec3::ZERO), None);
        let same = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
        assert_eq!(sweep_obb_obb(&same, DVec3::ZERO, &same), None);
    }
}
