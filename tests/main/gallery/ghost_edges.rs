//! The level `ghost-edges`: joints between faces cost no speed.

use sidle::geometry::angle::sin_cos_deg;

use super::{BOXED, CLASSIC, SWEPT, speeds, walker};
use crate::support::shipped_level;

#[test]
fn swept_loses_no_speed_at_joints_and_boxed_catches_on_some() {
    let place = shipped_level("ghost-edges");
    for angle in [30.0, 60.0, 80.0] {
        let along = 5.0 * sin_cos_deg(angle).1;
        for (x, side) in [(-9.0, 1.0), (9.0, -1.0)] {
            let slide = |controller| {
                let from = [x, 0.5, 3.0];
                walker(place.clone(), controller, from, side * angle).forward(3.0)
            };
            for controller in [SWEPT, CLASSIC] {
                let walk = slide(controller);
                let (least, most) = speeds(&walk);
                assert!(
                    least > along * (1.0 - 1e-6) && most < along * (1.0 + 1e-6),
                    "{controller:?} at {angle} along {x}: {least} to {most}"
                );
            }
            let (least, _) = speeds(&slide(BOXED));
            let share = least / along;
            // Almost head on, two seconds are too short to reach a joint on which it catches.
            if angle < 70.0 {
                assert_eq!(share < 0.8, x > 0.0, "{angle} along {x}: {share}");
            }
        }
    }
    for (x, controller) in [
        (-7.03, SWEPT),
        (6.03, SWEPT),
        (-7.03, CLASSIC),
        (6.03, CLASSIC),
    ] {
        let walk = walker(place.clone(), controller, [x, 0.5, 6.0], 2.3).forward(3.2);
        let (least, _) = speeds(&walk);
        let bumps = walk
            .states
            .iter()
            .map(|state| (state.position.y - 0.5).abs());
        let bump = bumps.skip(60).fold(0.0, f64::max);
        assert!(
            least > 5.0 * (1.0 - 1e-6) && bump < 1e-4,
            "{x}: {least} m/s, {bump} m"
        );
    }
}
