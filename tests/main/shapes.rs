//! The built-in kinds without a file: block, ramp, stairs and cylinder.

use std::path::Path;

use crate::support::Walk;
use crate::support::fs::Disk;
use sidle::geometry::Placement;
use sidle::glam::DVec3;
use sidle::level::{Level, Look, PropColliders, Shape, WithLevel, load_level};
use sidle::player::Controller;

/// The level with these entries, on a floor whose top is at height 0.
fn level(entries: &str) -> Level {
    let path = Path::new("shapes.toml");
    let text = format!(
        "format = 1\nname = \"Shapes\"\nspawn.position = [0, 0.5, 6]\n\
         [[prop]]\nkind = \"block\"\nposition = [0, -0.5, 0]\nscale = [40, 1, 40]\n{entries}"
    );
    let files = WithLevel {
        path,
        text: &text,
        files: &Disk,
    };
    let loaded = load_level(path, &files);
    assert_eq!(loaded.diagnostics, [], "{text}");
    loaded.level.unwrap()
}

fn prop(kind: &str, position: [f64; 3], scale: [f64; 3], more: &str) -> String {
    format!("[[prop]]\nkind = \"{kind}\"\nposition = {position:?}\nscale = {scale:?}\n{more}")
}

#[test]
fn a_block_is_a_box_and_the_others_collide_as_they_look() {
    let kinds = [
        ("block", 0.0),
        ("ramp", 3.0),
        ("stairs", 6.0),
        ("cylinder", 9.0),
    ];
    let entries = kinds.map(|(kind, x)| prop(kind, [x, 1.0, -9.0], [2.0; 3], ""));
    let entries = entries.concat();
    let level = level(&entries);
    assert_eq!(level.world.boxes().len(), 2);
    // A ramp has 8 triangles, stairs of ten steps 84, a column of 32 sides 124.
    let counts = level.scene.collided_meshes().iter().map(|mesh| mesh.count);
    assert_eq!(counts.collect::<Vec<_>>(), [8, 84, 124]);
    let boxed = prop("stairs", [0.0, 1.0, -9.0], [2.0; 3], "collide = \"box\"\n");
    assert_eq!(self::level(&boxed).world.boxes().len(), 2);
    // A lone step is a block, and has another hull than two.
    let hull = "collide = \"hull\"\n";
    let heights = [(0.2, 0.0), (2.0, 4.0)];
    let hulls = heights
        .map(|(height, x)| prop("stairs", [x, height * 0.5, -9.0], [2.0, height, 2.0], hull));
    let counts: Vec<_> = self::level(&hulls.concat())
        .scene
        .collided_meshes()
        .iter()
        .map(|mesh| mesh.count)
        .collect();
    assert_eq!(counts[0], 12);
    assert!(counts[1] > 12, "{counts:?}");
}

#[test]
fn a_walker_gets_up_a_ramp_and_stairs_of_any_height() {
    let climb = |kind: &str, height: f64, controller: Controller| {
        let ramp = prop(
            kind,
            [0.0, height * 0.5, -height],
            [4.0, height, height * 2.0],
            "",
        );
        let top = prop(
            "block",
            [0.0, height * 0.5, -height * 2.0 - 4.0],
            [4.0, height, 8.0],
            "",
        );
        let (sim, _) = sidle::sim::Sim::of_level(level(&(ramp + &top)), 120);
        let walk = Walk::start(sim)
            .controller(controller)
            .forward(2.0 + height * 0.5);
        walk.position().y - 0.5 - height
    };
    for (name, controller) in Controller::NAMES {
        let above = climb("ramp", 2.0, controller);
        assert!(above.abs() < 0.02, "{name}: {above}");
    }
    for height in [0.15, 0.35, 1.0, 3.0, 6.0] {
        let above = climb("stairs", height, Controller::Swept);
        assert!(above.abs() < 0.02, "{height} m: {above}");
    }
}

#[test]
fn props_of_one_colour_share_a_mesh_and_others_differ_only_in_their_material() {
    let colors = [
        (0.0, ""),
        (3.0, "color = \"#c8c4bb\"\n"),
        (6.0, "color = \"#FF8000\"\n"),
    ];
    let entries = colors.map(|(x, color)| prop("ramp", [x, 1.0, -9.0], [2.0; 3], color));
    let mover = "[[mover]]\nkind = \"block\"\ncolor = \"#ff8000\"\nspeed = 1\npath = [[9, 1, 0], [9, 4, 0]]\n";
    let level = level(&(entries.concat() + mover));
    let meshes: Vec<_> = level.scene.props()[1..]
        .iter()
        .map(|prop| &prop.mesh)
        .collect();
    assert!(std::sync::Arc::ptr_eq(meshes[0], meshes[1]));
    assert_eq!(meshes[0].parts, meshes[2].parts);
    let orange = &level.scene.mover_models[0].mesh.materials[0];
    assert_eq!((orange.color[0], orange.color[2]), (1.0, 0.0));
    assert_eq!(orange.color, meshes[2].materials[0].color);
}

#[test]
fn a_level_may_have_its_own_kind_of_that_name() {
    let own = "[kinds.stairs]\nmesh = \"assets/fence.obj\"\n";
    let level = level(&(own.to_owned() + &prop("stairs", [0.0, 0.0, -9.0], [1.0; 3], "")));
    let model = &level.scene.props()[1];
    assert_eq!(model.look.shape(&model.mesh), None);
    assert_eq!(level.world.boxes().len(), 2, "it collides as a box");
    let block = &level.scene.props()[0];
    assert_eq!(block.look.shape(&block.mesh), Some(Shape::Block));
    assert_eq!(Look::Mesh.shape(&block.mesh), None);
}

#[test]
fn stairs_that_need_another_number_of_steps_are_loaded_again() {
    let mut level = level(&prop("stairs", [0.0, 1.0, -9.0], [2.0; 3], ""));
    let at = |height: f64| Placement::new(DVec3::Y, DVec3::ZERO, DVec3::new(5.0, height, 3.0));
    let placed = level.scene.place_prop(1, at(1.9));
    assert!(
        matches!(placed, Some(PropColliders::Triangles(_, triangles)) if triangles.len() == 84)
    );
    assert_eq!(level.scene.place_prop(1, at(2.1)), None);
}
