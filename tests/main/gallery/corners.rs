//! The level `corners`: who pushes into a corner or falls into a funnel comes to rest.

use sidle::glam::DVec3;

use super::{BOXED, CLASSIC, ROUNDING, SWEPT, residual, walker};
use crate::support::shipped_level;

#[test]
fn swept_rests_beside_the_walls_of_a_corner_and_classic_leans_into_them() {
    // The middle of each opening, and the distance to the inner edge.
    let corners = [
        (-9.978, -3.0, 1.93, 4.0),
        (-6.311, -3.0, 1.73, 12.0),
        (-1.825, -3.0, 1.41, 12.0),
        (3.283, -3.0, 1.0, 12.0),
    ];
    let place = shipped_level("corners");
    for (x, front, depth, aslant) in corners {
        for yaw in [0.0, aslant, -aslant] {
            let from = [x, 0.5, front - depth + 2.2];
            let push = |controller| walker(place.clone(), controller, from, yaw).forward(4.0);
            let [swept, classic, boxed] = [SWEPT, CLASSIC, BOXED].map(push);
            assert!(residual(&swept) < 1e-6, "{x} {yaw}: {}", residual(&swept));
            assert!(residual(&boxed) < 1e-6, "{x} {yaw}: {}", residual(&boxed));
            assert!(swept.worst_overlap < ROUNDING, "{x} {yaw}");
            // Classic tests edges with half its radius only: in the two sharp corners it leans into
            // both walls.
            let (overlap, is_sharp) = (classic.worst_overlap, depth > 1.5);
            assert!(
                residual(&classic) < 1e-6,
                "{x} {yaw}: {}",
                residual(&classic)
            );
            assert_eq!(overlap > 4e-3, is_sharp, "{x} {yaw}: {overlap} m");
            assert!(
                overlap < if is_sharp { 0.02 } else { ROUNDING },
                "{x} {yaw}: {overlap} m"
            );
        }
    }
}

#[test]
fn classic_and_swept_rest_between_the_walls_of_the_bluntest_corner() {
    let push = |controller| {
        walker(
            shipped_level("corners"),
            controller,
            [8.775, 0.5, 0.48],
            0.0,
        )
    };
    let [swept, classic] = [SWEPT, CLASSIC].map(|controller| push(controller).forward(6.0));
    assert!(residual(&classic) < 1e-6, "{}", residual(&classic));
    assert!(residual(&swept) < 1e-6, "{}", residual(&swept));
    let middle = DVec3::new(8.775, 0.5, -3.0);
    let at = swept.position();
    assert!(at.distance(middle) < 5e-3, "{at}");
}

#[test]
fn a_corner_on_a_slope_stops_a_runner_who_runs_up_into_it() {
    for controller in [SWEPT, CLASSIC, BOXED] {
        let walk =
            walker(shipped_level("corners"), controller, [13.6, 0.6, -6.0], 0.0).forward(6.0);
        let place = walk.position();
        assert!(
            residual(&walk) < 1e-6,
            "{controller:?}: {}",
            residual(&walk)
        );
        assert!(place.y > 3.5, "{controller:?}: {place}");
    }
}

#[test]
fn swept_rests_on_the_walls_of_a_funnel_and_classic_is_pushed_out_of_its_tip() {
    for (walls, x) in [(2, -16.2), (3, -10.2), (4, -4.2)] {
        let fall = |controller| {
            walker(
                shipped_level("corners"),
                controller,
                [x + 0.4, 3.5, -16.1],
                0.0,
            )
        };
        let swept = fall(SWEPT).stand(3.0);
        assert!(residual(&swept) < 1e-6, "{walls}: {}", residual(&swept));
        let at = swept.position();
        assert!((0.6..1.6).contains(&at.y), "{walls}: {at}");
        let pushes = swept.forward(3.0);
        assert!(residual(&pushes) < 1e-6, "{walls}: {}", residual(&pushes));
        assert!(pushes.worst_overlap < ROUNDING, "{walls}");
        if walls == 3 {
            let classic = fall(CLASSIC).stand(3.0).forward(3.0);
            let lowest = classic.states.iter().map(|state| state.position.y);
            assert!(lowest.fold(0.0, f64::min) < -10.0, "{}", classic.position());
        }
    }
}
