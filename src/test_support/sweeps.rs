//! A slow reference for sweeps of spheres.

use glam::DVec3;

use crate::geometry::Sphere;
use crate::query::SweepHit;

/// Compares the result of a sphere's sweep with conservative advancement towards the `closest` points of the
/// shapes that it may touch; the two fractions may differ by `tolerance`. Returns whether the sweep hit.
pub fn check_sweep(
    sphere: &Sphere,
    motion: DVec3,
    found: Option<&SweepHit>,
    closest: impl Fn(DVec3) -> DVec3,
    tolerance: f64,
    case: &str,
) -> bool {
    let expected = first_touch_by_conservative_advancement(sphere, motion, &closest);
    let Some(hit) = found else {
        assert_eq!(expected, None, "{case}: a touch was missed");
        return false;
    };
    let gap = closest(hit.center).distance(hit.center) - sphere.radius();
    assert!(gap.abs() < 1e-9, "{case}: stops {gap} m off");
    let late = expected.map(|fraction| hit.fraction - fraction);
    assert!(
        late.is_none_or(|late| late.abs() < tolerance),
        "{case}: {late:?}"
    );
    true
}

/// Reference for sphere sweeps by conservative advancement, so it never advances farther than the
/// distance to the closest point, so it cannot pass anything. Returns the fraction of the first
/// touch, accurate to about 1e-7 of the motion; `None` when the motion ends first, or passes closer
/// than that.
fn first_touch_by_conservative_advancement(
    sphere: &Sphere,
    motion: DVec3,
    closest: impl Fn(DVec3) -> DVec3,
) -> Option<f64> {
    let length = motion.length();
    let mut travelled = 0.0;
    for _ in 0..2000 {
        let center = sphere.center() + motion * (travelled / length);
        let gap = closest(center).distance(center) - sphere.radius();
        if gap < 1e-10 {
            return Some(travelled / length);
        }
        travelled += gap;
        if travelled > length {
            return None;
        }
    }
    None
}
