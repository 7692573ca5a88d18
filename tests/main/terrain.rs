//! Terrains: from a picture of heights to ground that is walked on.

use std::path::Path;

use sidle::glam::DVec3;
use sidle::level::{
    Budget, LoadedLevel, TriangleOwner, WithLevel, load_level_reporting, named_meshes,
};
use sidle::player::Controller;

use crate::support::fs::Disk;
use crate::support::walker;

/// Of the file's middle, 1 m below which nothing is.
const HILLS: &str = "format = 1\nname = \"Hills\"\nspawn.position = [0, 12, 0]\n[[terrain]]\nfile = \"assets/hills.png\"\nsize = [60, 9, 60]\n";

fn load(text: &str, budget: &Budget) -> LoadedLevel {
    let path = Path::new("hills.toml");
    let files = WithLevel {
        path,
        text,
        files: &Disk,
    };
    load_level_reporting(path, &files, budget, &mut |_| ())
}

#[test]
fn every_controller_walks_over_hills() {
    let level = load(HILLS, &Budget::LINK).level.unwrap();
    assert_eq!(level.world.triangles().len(), 128 * 128 * 2);
    for (name, controller) in Controller::NAMES {
        for yaw in [0.0, 75.0, 160.0, 290.0] {
            let walk = walker(level.clone(), controller, [0.0, 12.0, 0.0], yaw);
            let walk = walk.stand(2.0).forward(3.0).jump_ahead(1.0).stand(1.0);
            let walked = walk.position().with_y(0.0).length();
            assert!(walked > 3.0, "{name} at {yaw}: {walked} m");
            let lowest = walk.states.iter().map(|state| state.position.y);
            let lowest = lowest.fold(f64::INFINITY, f64::min);
            assert!(lowest > 0.2, "{name} at {yaw} fell to {lowest}");
            if controller == Controller::Swept {
                assert_eq!(walk.worst_overlap, 0.0, "at {yaw}");
                assert_ne!(walk.ground(), "none", "at {yaw}");
            }
        }
    }
}

#[test]
fn a_picture_may_be_two_terrains_and_each_knows_its_entry() {
    let text = format!(
        "{HILLS}[[mesh]]\nfile = \"assets/fence.obj\"\n[[terrain]]\nfile = \"assets/hills.png\"\nsize = [10, 1, 20]\nposition = [100, -3, 0]\n\
         [[prop]]\nkind = \"ramp\"\nposition = [0, 20, 0]\n"
    );
    let level = load(&text, &Budget::LINK).level.unwrap();
    let meshes = level.scene.collided_meshes();
    let owners: Vec<_> = meshes.iter().map(|mesh| mesh.owner).collect();
    let expected = [
        TriangleOwner::Mesh(0),
        TriangleOwner::Terrain(0),
        TriangleOwner::Terrain(1),
        TriangleOwner::Prop(0),
    ];
    assert_eq!(owners, expected);
    let small = &meshes[2];
    assert_eq!(small.mesh.bounds.min(), DVec3::new(-5.0, 0.0, -10.0));
    assert_eq!(small.placement.position, DVec3::new(100.0, -3.0, 0.0));
    let named = named_meshes(Path::new("hills.toml"), &text);
    assert_eq!(named, ["assets/fence.obj", "assets/hills.png"]);
}

#[test]
fn a_terrain_over_the_budget_is_refused_before_it_is_read() {
    let budget = Budget {
        triangles: 32_767,
        ..Budget::LINK
    };
    let loaded = load(HILLS, &budget);
    let message = loaded.diagnostics[0].to_string();
    assert!(loaded.level.is_none(), "{message}");
    assert!(message.contains("32768 triangles"), "{message}");
    assert!(message.contains("hills.toml:4"), "{message}");
}
