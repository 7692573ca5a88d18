//! The levels around bare maps: where the player starts, zones, movers, and the memory of a hostile text.

use std::path::Path;

use glam::DVec3;

use crate::level::bare_mesh::load_mesh_as_level;
use crate::level::budget::Budget;
use crate::level::files::{BUILT_IN_MESHES, Files};
use crate::level::loaded::LoadedLevel;
use crate::level::map::tests::{cuboid, entity, world};
use crate::level::map::{BLOCK_MEMORY, POINT_MEMORY, QUOTE_MEMORY, text_memory};
use crate::level::text::Severity;
use crate::world::{OnHit, ZoneAction};

/// The level around a bare map.
fn level(text: &str) -> LoadedLevel {
    struct One<'t>(&'t str);
    impl Files for One<'_> {
        fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            match path == Path::new("levels/a.map") {
                true => Ok(self.0.as_bytes().to_vec()),
                false => BUILT_IN_MESHES.read(path),
            }
        }
    }
    let path = "levels/a.map".as_ref();
    load_mesh_as_level(path, None, &One(text), &Budget::LINK, &mut |_| ()).loaded
}

#[test]
fn a_bare_map_is_a_level_with_its_start_zones_and_movers() {
    let pad = cuboid([0, 0, 0], [64, 64, 16], "trigger");
    let text = [
        world(),
        entity(&[("classname", "light"), ("origin", "0 0 64")], ""),
        entity(
            &[
                ("classname", "info_player_start"),
                ("origin", "-128 64 24"),
                ("angle", "180"),
            ],
            "",
        ),
        entity(
            &[("classname", "trigger_teleport"), ("target", "exit")],
            &pad,
        ),
        entity(
            &[
                ("classname", "info_teleport_destination"),
                ("targetname", "exit"),
                ("origin", "128 0 0"),
            ],
            "",
        ),
        entity(
            &[
                ("classname", "trigger_push"),
                ("angle", "-1"),
                ("speed", "32"),
            ],
            &pad,
        ),
        entity(
            &[
                ("classname", "trigger_multiple"),
                ("message", "Over\\nthere"),
            ],
            &pad,
        ),
        entity(&[("classname", "sidle_finish")], &pad),
        entity(
            &[("classname", "func_plat"), ("height", "64")],
            &cuboid([128, 128, 60], [192, 192, 64], "metal"),
        ),
    ];
    let loaded = level(&text.concat());
    let [race, note] = &loaded.diagnostics[..] else {
        panic!("{:?}", loaded.diagnostics)
    };
    assert_eq!(
        race.message,
        "there is a `finish` and no `start`, so the clock never begins"
    );
    assert_eq!(
        note.message,
        "these entities have no effect here: 1 `light`"
    );
    assert_eq!(
        (note.severity, note.location()),
        (Severity::Note, "levels/a.map:12:1".to_owned())
    );
    let level = loaded.level.unwrap();
    // On the floor, looking along the map's -X.
    assert_eq!(level.rules.spawn.position, DVec3::new(-4.0, 0.5, -2.0));
    assert_eq!(level.rules.spawn.yaw.degrees(), 90.0);
    let actions: Vec<_> = level.zones.iter().map(|zone| zone.action).collect();
    assert_eq!(
        actions,
        [
            ZoneAction::Teleport {
                to: DVec3::new(4.0, 0.5 + 3.0 / 32.0, 0.0)
            },
            ZoneAction::Launch {
                velocity: DVec3::Y * 10.0
            },
            ZoneAction::Message,
            ZoneAction::Finish,
        ]
    );
    assert_eq!(level.scene.zone_texts[2].as_deref(), Some("Over there"));
    assert_eq!(level.zones[0].obb.center(), DVec3::new(1.0, 0.25, -1.0));
    let [driven] = &level.movers[..] else {
        panic!("one mover")
    };
    assert_eq!(driven.mover.desc().on_hit, OnHit::Pass);
    assert_eq!(
        driven.obb(0.0).center(),
        DVec3::new(5.0, 62.0 / 32.0 - 2.0, -5.0)
    );
    assert_eq!(level.world.boxes().len(), 1);
}

#[test]
fn a_jump_pad_reaches_its_target_at_the_highest_point() {
    let pad = cuboid([-32, -32, 0], [32, 32, 16], "trigger");
    let text = [
        world(),
        entity(&[("classname", "trigger_push"), ("target", "top")], &pad),
        entity(
            &[
                ("classname", "target_position"),
                ("targetname", "top"),
                ("origin", "320 0 168"),
            ],
            "",
        ),
    ];
    let level = level(&text.concat()).level.unwrap();
    let ZoneAction::Launch { velocity } = level.zones[0].action else {
        panic!("a launch")
    };
    // 5 m up and 10 m along X, under 20 m/s²: 0.7071 s.
    let seconds = 0.5_f64.sqrt();
    assert!(
        velocity.distance(DVec3::new(10.0 / seconds, 20.0 * seconds, 0.0)) < 1e-9,
        "{velocity}"
    );
}

#[test]
fn the_memory_of_a_hostile_text_is_known_before_it_is_read() {
    assert_eq!(
        text_memory(b"{{(\"a\")}}"),
        2 * BLOCK_MEMORY + POINT_MEMORY + 2 * QUOTE_MEMORY
    );
    // Far more than a link may have.
    let braces = "{\"\"\"\"".repeat(1 << 20);
    let loaded = level(&braces);
    let error = &loaded.diagnostics[0];
    assert!(
        error.is_error() && error.message.contains("memory"),
        "{error}"
    );
    assert!(loaded.excess.is_some());
}
