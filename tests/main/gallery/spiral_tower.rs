//! The level `spiral-tower`, a ramp around an axis.

use sidle::glam::Vec3Swizzles;

use super::{CLASSIC, SWEPT, end_of_script, residual, walker};
use crate::support::shipped_level;

#[test]
fn a_walk_script_climbs_the_tower_and_a_player_who_stops_on_the_ramp_stands() {
    for controller in [SWEPT, CLASSIC] {
        let end = end_of_script("spiral-tower", controller).position;
        let from_axis = end.xz().length();
        assert!(
            (end.y - 12.5).abs() < 1e-3 && from_axis < 3.0,
            "{controller:?}: {end}"
        );
    }
    let standing = walker(shipped_level("spiral-tower"), SWEPT, [4.3, 3.0, 0.0], 0.0).stand(3.0);
    assert!(residual(&standing) < 1e-9, "{}", residual(&standing));
    assert_eq!(standing.ground(), "floor");
}
