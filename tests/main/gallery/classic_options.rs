//! The levels that each set one option of the classic texts: sheets, edges and boxes.

use sidle::level::Level;

use super::{BOXED, CLASSIC, SWEPT, sidestepped, tuned, walker};
use crate::support::{Walk, shipped_level};

#[test]
fn a_one_sided_sheet_holds_a_runner_from_the_front_and_throws_one_from_behind_to_its_front() {
    // The three sheets, each with runs that end a tick in other places before and behind it.
    for sheet in [35.0, 5.0, -25.0] {
        for step in 0..20 {
            let from = [0.0, 0.5, sheet + 14.0 + f64::from(step) * 0.05];
            let run = |place: Level| walker(place, CLASSIC, from, 0.0).fast().forward(2.0);
            let held = run(shipped_level("one-sided"));
            let nearest = held.states.iter().map(|state| state.position.z);
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            assert!(nearest > sheet, "from {from:?}: {nearest}");
        }
    }
    // Without the remedy, the same run goes through: 0.83 m per tick end behind the centre.
    let two_sided = tuned(shipped_level("one-sided"), |tuning| {
        tuning.one_sided = false
    });
    let through = (0..20).filter(|step| {
        let from = [0.0, 0.5, 19.0 + f64::from(*step) * 0.05];
        let run = walker(two_sided.clone(), CLASSIC, from, 0.0);
        run.fast().forward(0.5).position().z < 5.0
    });
    assert!(through.count() > 5);
    // From behind, swept stops at the back and classic is thrown to the front.
    let back = |controller| {
        let run = walker(
            shipped_level("one-sided"),
            controller,
            [0.0, 0.5, 25.0],
            180.0,
        );
        run.forward(0.5).position().z
    };
    assert!(back(CLASSIC) > 35.4, "{}", back(CLASSIC));
    assert!((back(SWEPT) - 34.5).abs() < 1e-3, "{}", back(SWEPT));
}

#[test]
fn the_whole_radius_is_thrown_back_at_the_end_of_the_wall_and_half_of_it_passes() {
    // Pressed against the near side of the first wall, past its end at x = -4 or x = 4.
    let slide = |controller, factor, yaw| {
        let place = tuned(shipped_level("edge-radius"), |tuning| {
            tuning.edge_radius_factor = factor;
        });
        walker(place, controller, [0.0, 0.5, 3.0], yaw).forward(4.0)
    };
    let largest_step_back = |walk: &Walk| {
        let offsets = walk.states.iter().map(|state| state.position.x.abs());
        let offsets: Vec<f64> = offsets.collect();
        let steps = offsets.windows(2).map(|pair| pair[0] - pair[1]);
        steps.fold(0.0, f64::max)
    };
    let shipped = shipped_level("edge-radius").tuning.edge_radius_factor;
    assert_eq!(shipped, 1.0);
    let whole = slide(CLASSIC, shipped, 60.0);
    let (back, place) = (largest_step_back(&whole), whole.position());
    assert!(back > 0.2 && place.x > -4.0, "{back} m back, {place}");
    // At the right end, the face round the corner pushes after the wall.
    for passing in [
        slide(CLASSIC, 0.5, 60.0),
        slide(SWEPT, shipped, 60.0),
        slide(CLASSIC, shipped, -60.0),
    ] {
        let (back, place) = (largest_step_back(&passing), passing.position());
        assert!(back < 1e-9 && place.x.abs() > 5.0, "{back} m back, {place}");
    }
}

#[test]
fn a_box_that_turns_fits_sideways_and_one_that_does_not_fits_through_one_gate_only() {
    // Through the gate ahead, which leaves 1.2 m along X, and the one on the left, which does along
    // Z; looking along the way, and across it.
    let gates = |name: &str| {
        let place = shipped_level(name);
        assert_eq!(place.rules.spawn.controller, BOXED, "{name}");
        let start = |from, yaw| walker(place.clone(), BOXED, from, yaw);
        let ahead = [0.0, 0.5, 2.0];
        let left = [-3.0, 0.5, 4.0];
        [
            start(ahead, 0.0).forward(2.0).position().z < -4.0,
            sidestepped(start(ahead, 90.0), 90.0, 1.0, 2.0).z < -4.0,
            start(left, 90.0).forward(2.0).position().x < -9.0,
            sidestepped(start(left, 0.0), 0.0, -1.0, 2.0).x < -9.0,
        ]
    };
    assert_eq!(gates("boxed"), [false, true, false, true]);
    assert_eq!(gates("box-turns"), [false, false, true, true]);
    // Close to the wall next to the gate, a turn needs half a metre more.
    let turned = |name| {
        let close = walker(shipped_level(name), BOXED, [3.0, 0.5, 0.0], 0.0).forward(1.0);
        let before = close.position().z;
        (before, close.facing(90.0).stand(0.5).position().z - before)
    };
    let (before, pushed) = turned("boxed");
    assert!((before + 1.45).abs() < 0.01, "{before}");
    assert!((pushed - 0.5).abs() < 0.01, "{pushed}");
    let (before, pushed) = turned("box-turns");
    assert!(
        (before + 1.45).abs() < 0.01 && pushed.abs() < 1e-9,
        "{before} {pushed}"
    );
}
