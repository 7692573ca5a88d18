//! The level `terrain`: across a valley of many triangles.

use super::{BOXED, CLASSIC, SWEPT, end_of_script};
use crate::support::shipped_level;

#[test]
fn the_terrain_has_all_its_triangles_and_can_be_crossed_from_end_to_end() {
    assert!(shipped_level("terrain").world.triangles().len() > 50_000);
    for controller in [SWEPT, CLASSIC, BOXED] {
        let end = end_of_script("terrain", controller).position;
        // From z = 66 m, and 141 m along the path.
        assert!(end.z < -68.0, "{controller:?}: {end}");
    }
}
