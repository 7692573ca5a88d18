//! The level `speed`: the launch ramp.

use super::{CLASSIC, SWEPT, walker};
use crate::support::shipped_level;

#[test]
fn the_launch_ramp_throws_a_runner_more_than_thirty_metres() {
    for controller in [SWEPT, CLASSIC] {
        let walk = walker(shipped_level("speed"), controller, [30.0, 0.5, 95.0], 0.0).forward(3.0);
        let mut flight = walk.states.iter().filter(|state| !state.ground.is_floor());
        let (first, last) = (flight.next().unwrap(), flight.next_back().unwrap());
        let distance = first.position.z - last.position.z;
        assert!(distance > 30.0, "{controller:?}: {distance}");
    }
}
