//! The level `columns`: which gates a body fits through.

use super::{BOXED, CLASSIC, ROUNDING, SWEPT, walker};
use crate::support::shipped_level;

#[test]
fn swept_passes_gates_that_it_fits_through_and_classic_squeezes_through_every_gate() {
    let place = shipped_level("columns");
    let gates = [
        (140, 4.9),
        (120, 7.8),
        (110, 10.55),
        (102, 13.21),
        (98, 15.81),
        (90, 18.05),
    ];
    for (gate, x) in gates {
        let passes = |controller| {
            let walk = walker(place.clone(), controller, [x, 0.5, -5.0], 0.0).forward(2.0);
            walk.position().z < -10.0
        };
        assert_eq!(passes(SWEPT), gate > 100, "swept at {gate} cm");
        assert_eq!(passes(BOXED), gate > 100, "boxed at {gate} cm");
        assert!(passes(CLASSIC), "classic at {gate} cm");
    }
}

#[test]
fn a_walker_passes_the_columns_without_steering() {
    for x in [-15.0, -13.9, -12.4, -11.0, -9.7] {
        let walk = walker(shipped_level("columns"), SWEPT, [x, 0.5, 9.0], 0.0).forward(8.0);
        let place = walk.position();
        assert!(place.z < -7.0, "from {x}: {place}");
        assert!(walk.worst_overlap < ROUNDING, "from {x}");
    }
}
