//! Tests of `crosshair.rs`.

use super::*;
use crate::test_support::{level, loaded, play};
use sidle::player::{Axis, Command};

/// Where a block goes that is dropped above the horizon, seen from 12 m above the floor of a level with `more` in it.
fn dropped(more: &str) -> DVec3 {
    let text = format!(
        "format = 1\nname = \"Test\"\nspawn = {{ position = [0, 12, 0], mode = \"fly\" }}\n\
         [[prop]]\nkind = \"block\"\nposition = [0, -0.5, 0]\nscale = [40, 1, 40]\n{more}"
    );
    let session = Session::new(level(&text), None, 60);
    let crosshair = Crosshair {
        ray: Ray {
            eye: DVec3::Y * 12.0,
            look: DVec3::new(0.0, 0.6, -0.8),
            heading: DVec3::NEG_Z,
        },
        session: &session,
        yaw: BinaryAngle::ZERO,
    };
    let block = Item::named("block").expect("an item");
    let numbers = crosshair.new_item(block, StepSize::ALL[1]);
    numbers.expect("a place").position
}

#[test]
fn what_is_dropped_above_the_horizon_stands_on_the_floor_ahead() {
    assert_eq!(dropped(""), DVec3::new(0.0, 0.5, -12.0));
    // Before a wall, and not behind it.
    let wall = "[[prop]]\nkind = \"block\"\nposition = [0, 5, -9]\nscale = [40, 10, 1]\n";
    let before = dropped(wall);
    assert!(before.y == 0.5 && before.z > -8.5, "{before}");
}

/// A floor at height 2 with a wall at x = 4 and a ramp that rises towards -Z.
const ROOM: &str = "[[prop]]\nkind = \"block\"\nposition = [0, 1.5, 0]\nscale = [8, 1, 8]\n\
    [[prop]]\nkind = \"block\"\nposition = [4.5, 4, 0]\nscale = [1, 6, 8]\n\
    [[prop]]\nkind = \"ramp\"\nposition = [-2, 2.5, -2]\nscale = [2, 1, 2]\n";

/// The crosshair of `session`, which points straight down at `place` from above.
fn looking_down(session: &Session, place: DVec3) -> Crosshair<'_> {
    Crosshair {
        ray: Ray {
            eye: place + DVec3::Y,
            look: DVec3::NEG_Y,
            heading: DVec3::NEG_Z,
        },
        session,
        yaw: BinaryAngle::ZERO,
    }
}

#[test]
fn a_spawn_is_where_the_levels_own_body_stands_whatever_body_the_player_has() {
    let bodies = [
        ("", 0.5),
        ("player = { body = \"capsule\", radius = 0.35 }\n", 0.35),
        ("player = { body = \"box\", radius = 0.4 }\n", 0.4),
        ("player = { radius = 0.2 }\n", 0.2),
        ("player = { box_half_extents = [0.3, 0.9, 0.3] }\n", 0.9),
    ];
    for (own, rise) in bodies {
        let controller = if rise == 0.9 { "boxed" } else { "swept" };
        let text = |DVec3 { x, y, z }| {
            format!(
                "format = 1\nname = \"Room\"\n{own}\
                 spawn = {{ position = [{x:.3}, {y:.3}, {z:.3}], controller = \"{controller}\" }}\n{ROOM}"
            )
        };
        // On the floor, on the ramp, and at the wall. There, the checker asks for the room of a sphere for a box with its own sizes.
        let places = [(0.0, 2.0), (-2.0, 2.5), (3.69, 2.0)];
        let places = &places[..if controller == "boxed" { 2 } else { 3 }];
        for ((x, feet), changes) in places.iter().flat_map(|place| {
            [
                [false; 3],
                [true, false, false],
                [true, true, false],
                [true, false, true],
            ]
            .map(|changes| (*place, changes))
        }) {
            let [is_person, crouches, flies] = changes;
            let mut session = Session::new(level(&text(DVec3::new(0.0, 2.9, 0.0))), None, 60);
            if is_person {
                let controller = session.sim.player().controller;
                session
                    .change_stature(controller)
                    .expect("room for a person");
            }
            let place = DVec3::new(x, feet, if x < 0.0 { -2.0 } else { 0.0 });
            let _ = session.move_to(place + DVec3::Y * 0.25, BinaryAngle::ZERO);
            for _ in 0..60 {
                let command = Command {
                    up: Axis::new(if crouches { -1.0 } else { 0.0 }),
                    mode: if flies { Mode::Fly } else { Mode::Walk },
                    ..session.sim.idle_command()
                };
                play(&mut session, command);
            }
            let case = format!("{own}{place} {changes:?}");
            let crosshair = looking_down(&session, place);
            for start in [crosshair.standing(), crosshair.spawn().expect("a floor")] {
                let problems = loaded(&text(start)).diagnostics;
                assert!(problems.is_empty(), "{case}: {problems:?}");
                if x == 0.0 {
                    assert!((start.y - rise - feet).abs() < 1e-3, "{case}: {start}");
                }
            }
            let option = session.spawn_option();
            let walks = if flies {
                DVec3::ZERO
            } else {
                crosshair.standing()
            };
            let words = format!("{:.3},{:.3},", walks.x, walks.y);
            assert!(flies || option.contains(&words), "{case}: {option}");
        }
    }
}

/// Where the item called `name` goes on or at what is seen from `eye` towards `at`, in a level with `more` in it, and what it then overlaps.
fn put(name: &str, [eye, at]: [DVec3; 2], more: &str) -> (EntryNumbers, Option<String>) {
    let text = format!(
        "format = 1\nname = \"Test\"\nspawn = {{ position = [0, 9, 0], mode = \"fly\" }}\n\
         [[prop]]\nkind = \"block\"\nposition = [0, -0.5, 0]\nscale = [40, 1, 40]\n{more}"
    );
    let session = Session::new(level(&text), None, 60);
    let look = (at - eye).normalize();
    let crosshair = Crosshair {
        ray: Ray {
            eye,
            look,
            heading: DVec3::NEG_Z,
        },
        session: &session,
        yaw: BinaryAngle::ZERO,
    };
    let item = Item::named(name).expect("an item");
    let numbers = crosshair.new_item(item, StepSize::ALL[1]).expect("a place");
    let overlapped = crosshair.overlapped(item.table, item.kind(), &numbers);
    (numbers, overlapped)
}

#[test]
fn something_new_goes_onto_what_is_in_its_place_and_beside_what_it_would_reach_into() {
    let prop = |kind: &str, place: [f64; 3], scale: [f64; 3]| {
        format!("[[prop]]\nkind = \"{kind}\"\nposition = {place:?}\nscale = {scale:?}\n")
    };
    // A crate on a block: the block's side is seen from near, so that the new one moves on into the block.
    let pile =
        prop("block", [0.0, 0.5, -2.0], [1.0; 3]) + &prop("crate", [0.0, 1.5, -2.0], [1.0; 3]);
    let eye = DVec3::new(0.0, 1.6, 0.0);
    let wall = prop("block", [0.0, 2.0, -4.0], [20.0, 4.0, 0.5]);
    for (name, at, more) in [
        ("block", DVec3::new(0.0, 0.9, -1.5), &pile),
        ("crate", DVec3::new(0.0, 1.4, -1.5), &pile),
        ("ramp", DVec3::new(0.3, 0.5, -1.5), &pile),
        ("sign", DVec3::new(0.0, 0.0, -3.72), &wall),
        ("sign", DVec3::new(0.0, 1.0, -3.75), &wall),
        ("car", DVec3::new(0.0, 0.0, -3.0), &wall),
        ("platform", DVec3::new(0.0, 0.0, -3.4), &wall),
    ] {
        let (numbers, overlapped) = put(name, [eye, at], more);
        assert_eq!(overlapped, None, "{name} at {at}: {}", numbers.position);
        let place = numbers.position;
        assert!(place.y < 3.0 && place.z > -3.75, "{name} at {at}: {place}");
    }
    // Where the player stands close to a block, what is put there stands on top.
    let low = prop("block", [0.0, 0.5, -1.0], [4.0, 1.0, 1.0]);
    let pile = low + &prop("crate", [0.0, 1.5, -1.0], [1.0; 3]);
    for y in [0.5, 0.9] {
        let (numbers, overlapped) = put("block", [eye - DVec3::Y, DVec3::new(0.0, y, -0.5)], &pile);
        assert_eq!(overlapped, None, "{}", numbers.position);
    }
    // In a hollow that is too small for it, it says what it overlaps.
    let hollow: String = [
        [-0.6, 0.5, -3.0],
        [0.6, 0.5, -3.0],
        [0.0, 0.5, -3.6],
        [0.0, 0.5, -2.4],
    ]
    .map(|[x, y, z]| prop("block", [x, y + 1.0, z], [0.6, 3.0, 0.6]))
    .concat();
    let above = DVec3::new(0.0, 6.0, -2.9);
    let (_, overlapped) = put("car", [above, DVec3::new(0.0, 0.0, -3.0)], &hollow);
    assert!(overlapped.is_some_and(|name| name.starts_with("block")));
}
