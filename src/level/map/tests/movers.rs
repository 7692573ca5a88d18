//! Doors, platforms and trains of a map move as its game says.

use glam::DVec3;

use super::{cuboid, entity, read, titles, usable, world};
use crate::world::PathEnd;

#[test]
fn a_door_a_platform_and_a_train_move_as_quake_says() {
    let lift = cuboid([0, 0, 0], [64, 64, 128], "metal");
    let corner = |name: &str, target: &str, origin: &str| {
        entity(
            &[
                ("classname", "path_corner"),
                ("targetname", name),
                ("target", target),
                ("origin", origin),
            ],
            "",
        )
    };
    let text = [
        world(),
        entity(
            &[
                ("classname", "func_door"),
                ("angle", "90"),
                ("speed", "64"),
                ("wait", "-1"),
            ],
            &lift,
        ),
        entity(
            &[("classname", "func_door"), ("angle", "-1"), ("lip", "0")],
            &lift,
        ),
        entity(&[("classname", "func_plat")], &lift),
        entity(&[("classname", "func_train"), ("target", "a")], &lift),
        corner("a", "b", "0 0 0"),
        corner("b", "c", "0 320 0"),
        corner("c", "a", "320 320 64"),
    ];
    let map = usable(&text.concat());
    let ways: Vec<_> = map
        .movers
        .iter()
        .map(|mover| {
            (
                mover.class.as_str(),
                mover.path.clone(),
                mover.speed,
                mover.on_end,
            )
        })
        .collect();
    let up = DVec3::Y;
    assert_eq!(
        ways,
        [
            (
                "func_door",
                vec![DVec3::ZERO, DVec3::NEG_Z * 56.0 / 32.0],
                2.0,
                PathEnd::Stop
            ),
            (
                "func_door",
                vec![DVec3::ZERO, up * 4.0],
                100.0 / 32.0,
                PathEnd::Return
            ),
            (
                "func_plat",
                vec![up * -120.0 / 32.0, DVec3::ZERO],
                150.0 / 32.0,
                PathEnd::Return
            ),
            (
                "func_train",
                vec![
                    DVec3::ZERO,
                    DVec3::NEG_Z * 10.0,
                    DVec3::new(10.0, 2.0, -10.0),
                    DVec3::ZERO
                ],
                100.0 / 32.0,
                PathEnd::Restart,
            ),
        ]
    );
    assert_eq!(map.movers[0].mesh.bounds.max(), DVec3::new(2.0, 4.0, 0.0));
}

#[test]
fn what_cannot_move_or_lead_anywhere_is_reported_by_its_entity() {
    let brush = cuboid([0; 3], [64; 3], "metal");
    let corner = entity(
        &[
            ("classname", "path_corner"),
            ("targetname", "here"),
            ("origin", "0 0 0"),
        ],
        "",
    );
    let text = [
        world(),
        entity(&[("classname", "func_train"), ("target", "there")], &brush),
        entity(&[("classname", "func_train"), ("target", "here")], &brush),
        entity(&[("classname", "func_door"), ("lip", "64")], &brush),
        entity(&[("classname", "func_door")], ""),
        entity(
            &[("classname", "trigger_teleport"), ("target", "hero")],
            &brush,
        ),
        corner,
    ];
    let read = read(&text.concat());
    assert_eq!(
        titles(&read),
        [
            "entity 1 (`func_train`) leads to `there`, and no entity with a place has that name",
            "entity 1 (`func_train`) has nowhere to go: it stands still",
            "entity 2 (`func_train`) has nowhere to go: it stands still",
            "entity 3 (`func_door`) is thinner than its `lip`: it stands still",
            "entity 4 (`func_door`) has no brush: left out",
            "entity 5 (`trigger_teleport`) leads to `hero`, and no entity with a place has that name",
        ]
    );
    let map = read.map.unwrap();
    assert_eq!(map.layers[0].mesh.triangle_count(), 4 * 12);
    assert!(map.movers.is_empty() && map.zones.is_empty());
}

#[test]
fn a_mover_hides_its_clip_and_a_kind_has_all_layers() {
    let clip = cuboid([0, 0, 32], [64, 64, 64], "clip");
    let seen = cuboid([0, 0, 0], [64, 64, 32], "metal");
    let fence = cuboid([128, 0, 0], [192, 64, 64], "clip");
    let text = [
        entity(&[("classname", "worldspawn")], &(seen.clone() + &fence)),
        entity(
            &[("classname", "func_plat"), ("height", "64")],
            &(seen + &clip),
        ),
    ];
    let map = usable(&text.concat());
    let mover = &map.movers[0];
    assert_eq!(
        (mover.mesh.bounds.max().y, mover.bounds.max().y),
        (1.0, 2.0)
    );
    let kind = map.as_kind().unwrap();
    assert_eq!(kind.drawn.bounds.max(), DVec3::new(2.0, 1.0, 0.0));
    assert_eq!(kind.solid.bounds.max(), DVec3::new(6.0, 2.0, 0.0));
}

#[test]
fn doors_of_mods_move_as_others_do_and_rotating_ones_stand_still() {
    let brush = cuboid([0, 0, 0], [64, 64, 128], "metal");
    let doors = ["func_door_secret", "func_door_nzp", "func_door_rotating"];
    let doors = doors.map(|class| entity(&[("classname", class)], &brush));
    let map = usable(&(world() + &doors.concat()));
    let classes: Vec<_> = map.movers.iter().map(|mover| &*mover.class).collect();
    assert_eq!(classes, ["func_door_secret", "func_door_nzp"]);
}
