//! Tests of a level's entries: every collider has one, with a box around it.

use super::*;
use crate::platform::HostFiles;
use crate::platform::built_in::BuiltIn;
use crate::session::Session;
use crate::test_support::Folder;
use sidle::geometry::Placement;
use sidle::glam::DVec3;
use sidle::level::{Level, load_level};
use sidle::replay::LevelHash;
use sidle::world::BoxId;
use std::fs;

fn level_with_movers() -> Level {
    let level = load_level("levels/car-crash.toml".as_ref(), &BuiltIn).level;
    level.expect("a good level")
}

#[test]
fn every_collider_has_an_entry_and_a_box_around_it() {
    let (sim, scene) = Sim::of_level(level_with_movers(), 60);
    let boxes = sim.world().boxes();
    assert!(boxes.len() > scene.props().len(), "movers, too");
    for (at, obb) in boxes.iter().enumerate() {
        let entry = entry_of(&scene, ColliderId::Box(BoxId(at as u32))).expect("an entry");
        assert_eq!(box_of(&scene, &sim, entry), Some(*obb), "{entry}");
    }
    for mesh in scene.collided_meshes() {
        let entry = entry_of(&scene, ColliderId::Triangle(mesh.first)).expect("an entry");
        let number = TriangleOwner::Mesh(entry.number);
        assert_eq!((entry.table, number), (EntryTable::Mesh, mesh.owner));
        assert!(box_of(&scene, &sim, entry).is_some(), "{entry}");
    }
}

#[test]
fn an_entry_beyond_the_last_has_no_box() {
    let (sim, scene) = Sim::of_level(level_with_movers(), 60);
    for table in [
        "mesh", "terrain", "sign", "prop", "mover", "zone", "place", "spawn",
    ] {
        for number in [10_000, usize::MAX] {
            let entry = format!("{table} {number}").parse().expect("an entry");
            assert_eq!(box_of(&scene, &sim, entry), None, "{entry}");
        }
    }
}

#[test]
fn a_mesh_is_numbered_as_in_the_text_although_others_do_not_collide() {
    let folder = Folder::new("entries");
    let floor = "v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\n";
    fs::write(folder.0.join("floor.obj"), floor).expect("a file for the test");
    let text = "format = 1\nname = \"Test\"\n[spawn]\nposition = [0, 1, 0]\n\
                    [[mesh]]\nfile = \"floor.obj\"\ncollide = false\nposition = [0, -3, 0]\n\
                    [[mesh]]\nfile = \"floor.obj\"\n\
                    [[sign]]\nposition = [2, 0, 0]\ntext = \"a\"\n";
    let path = folder.0.join("a.toml");
    fs::write(&path, text).expect("a file for the test");
    let level = load_level(&path, &HostFiles).level;
    let (sim, scene) = Sim::of_level(level.expect("a good level"), 60);
    let entry = entry_of(&scene, ColliderId::Triangle(sidle::world::TriangleId(0)));
    assert_eq!(entry, "mesh 1".parse().ok());
    assert_eq!(box_of(&scene, &sim, "mesh 0".parse().unwrap()), None);
    let sign = box_of(&scene, &sim, "sign 0".parse().unwrap()).expect("a sign");
    assert!((sign.center().x - 2.0).abs() < 0.1, "{sign:?}");
}

/// A level of props that collide as each shape, and a mover; `test` names its folder.
fn shapes(test: &str) -> Level {
    let folder = Folder::new(test);
    let mut text = "format = 1\nname = \"Test\"\n[spawn]\nposition = [0, 0.5, 0]\n".to_owned();
    for (shape, x) in [("box", 0), ("mesh", 4), ("hull", 8), ("box", 12)] {
        text +=
            &format!("[[prop]]\nkind = \"car\"\ncollide = \"{shape}\"\nposition = [{x}, 0, 9]\n");
    }
    text += "[[mover]]\nkind = \"car\"\npath = [[0, 0, -9], [9, 0, -9]]\nspeed = 1\n";
    let path = folder.0.join("a.toml");
    fs::write(&path, text).expect("a file for the test");
    load_level(&path, &HostFiles).level.expect("a good level")
}

#[test]
fn props_of_every_shape_are_entries_with_a_box_around_them() {
    let (sim, scene) = Sim::of_level(shapes("shapes"), 60);
    let triangles = scene.collided_meshes().iter();
    let triangles = triangles.map(|mesh| ColliderId::Triangle(mesh.first));
    let boxes = (0..sim.world().boxes().len()).map(|at| ColliderId::Box(BoxId(at as u32)));
    let entries = triangles.chain(boxes).map(|id| entry_of(&scene, id));
    let names: Vec<_> = entries.flatten().map(|entry| entry.to_string()).collect();
    assert_eq!(names, ["prop 1", "prop 2", "prop 0", "prop 3", "mover 0"]);
    for number in 0..4 {
        let entry = format!("prop {number}").parse().expect("an entry");
        let obb = box_of(&scene, &sim, entry).expect("a box");
        assert!(
            (obb.center().x - 4.0 * f64::from(number)).abs() < 0.5,
            "{entry}"
        );
    }
}

#[test]
fn every_shape_of_prop_is_placed_without_loading_the_level_again() {
    let mut session = Session::new(shapes("placed-shapes"), None, 60);
    session.set_ghosts(true);
    for number in 0..4 {
        let before = session.level_hash();
        let position = DVec3::new(number as f64 * 5.0 - 30.0, 0.5, 40.0);
        let placement = Placement::new(position, DVec3::Y * 20.0, DVec3::splat(1.5));
        assert!(session.place_prop(number, &placement));
        assert_ne!(session.level_hash(), before);
        assert_eq!(session.level_hash(), LevelHash::of(&session.sim));
        let placed = session.prop_placements().nth(number);
        assert_eq!(placed, Some(placement));
        for ghost in session.ghosts.iter() {
            assert_eq!(ghost.sim.world(), session.sim.world());
        }
    }
    assert!(!session.place_prop(4, &Placement::IDENTITY));
}
