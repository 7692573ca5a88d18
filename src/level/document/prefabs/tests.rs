//! Tests of prefabs and their places.

use super::*;
use crate::level::{Budget, EmbeddedFiles, LoadedLevel, WithLevel, load_level_reporting};
use crate::world::ColliderId;

const HEAD: &str = "format = 1\nname = \"Test\"\nspawn.position = [0, 1, 60]\n\
    [[prop]]\nkind = \"block\"\nposition = [0, -0.5, 0]\nscale = [200, 1, 200]\n";

/// Positions relative to a place, by which the tests also write out what it adds.
const TOWER: &str = "[[prefabs.tower.prop]]\nkind = \"block\"\nposition = [1, 1, 0]\nscale = [1, 2, 3]\n\
    [[prefabs.tower.prop]]\nkind = \"stairs\"\nposition = [0, 0.5, 2]\nrotation_deg = [0, 10, 0]\n\
    [[prefabs.tower.mover]]\nkind = \"block\"\npath = [[2, 0.5, 0], [2, 3, 0]]\nspeed = 1\nscale = [1, 0.2, 2]\n\
    [[prefabs.tower.mover]]\nkind = \"car\"\npath = [[4, 0, 0], [4, 0, 5]]\nspeed = 2\n\
    [[prefabs.tower.sign]]\nposition = [0, 0, 3]\ntext = \"Up\"\nyaw_deg = 20\n\
    [[prefabs.tower.zone]]\nposition = [0, 3, 0]\nsize = [1, 1, 2]\non_enter = \"teleport\"\nto = [0, 9, 1]\n\
    [[prefabs.tower.zone]]\nposition = [0, 0.5, -1]\nsize = [1, 1, 1]\non_enter = \"launch\"\nvelocity = [0, 5, -3]\n";

fn load(text: &str) -> LoadedLevel {
    load_within(text, &Budget::OWN)
}

fn load_within(text: &str, budget: &Budget) -> LoadedLevel {
    let path = "a.toml".as_ref();
    let files = &EmbeddedFiles(&[]);
    let files = WithLevel { path, text, files };
    load_level_reporting(path, &files, budget, &mut |_| ())
}

#[test]
fn a_place_adds_what_its_entries_would_be_there() {
    let placed = load(&format!(
        "{HEAD}{TOWER}[[place]]\nprefab = \"tower\"\nposition = [10, 1, -4]\nrotation_deg = [0, 90, 0]\nscale = 2\n"
    ));
    // A quarter turn takes (x, z) to (z, -x). What is twice as large is twice as far away.
    let by_hand = load(&format!(
        "{HEAD}[[prop]]\nkind = \"block\"\nposition = [10, 3, -6]\nrotation_deg = [0, 90, 0]\nscale = [2, 4, 6]\n\
         [[prop]]\nkind = \"stairs\"\nposition = [14, 2, -4]\nrotation_deg = [0, 100, 0]\nscale = 2\n\
         [[mover]]\nkind = \"block\"\npath = [[10, 2, -8], [10, 7, -8]]\nspeed = 1\nscale = [2, 0.4, 4]\nrotation_deg = [0, 90, 0]\n\
         [[mover]]\nkind = \"car\"\npath = [[10, 1, -12], [20, 1, -12]]\nspeed = 2\nscale = 2\n\
         [[sign]]\nposition = [16, 1, -4]\ntext = \"Up\"\nyaw_deg = 110\n\
         [[zone]]\nposition = [10, 7, -4]\nsize = [2, 2, 4]\nrotation_deg = [0, 90, 0]\non_enter = \"teleport\"\nto = [12, 19, -4]\n\
         [[zone]]\nposition = [8, 2, -4]\nsize = [2, 2, 2]\nrotation_deg = [0, 90, 0]\non_enter = \"launch\"\nvelocity = [-3, 5, 0]\n"
    ));
    assert_eq!((placed.diagnostics, by_hand.diagnostics), (vec![], vec![]));
    let (placed, by_hand) = (placed.level.unwrap(), by_hand.level.unwrap());
    let near = |a: DVec3, b: DVec3| assert!(a.abs_diff_eq(b, 1e-9), "{a} {b}");
    let boxes = placed.world.boxes().iter().zip(by_hand.world.boxes());
    for (a, b) in boxes {
        near(a.center(), b.center());
        near(a.half_extents(), b.half_extents());
        assert!(a.axes().abs_diff_eq(b.axes(), 1e-9));
    }
    assert_eq!(placed.world.boxes().len(), by_hand.world.boxes().len());
    let count = placed.world.triangles().len();
    assert_eq!((count, count > 0), (by_hand.world.triangles().len(), true));
    let zones = || placed.zones.iter().zip(&by_hand.zones);
    for (a, b) in zones() {
        near(a.obb.center(), b.obb.center());
        match (a.action, b.action) {
            (ZoneAction::Teleport { to: a }, ZoneAction::Teleport { to: b })
            | (ZoneAction::Launch { velocity: a }, ZoneAction::Launch { velocity: b }) => {
                near(a, b)
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((zones().count(), placed.zones.len()), (2, 2));
    let [sign, by_hand] = [&placed, &by_hand].map(|level| level.scene.signs[0].placement);
    near(sign.position, by_hand.position);
    near(
        sign.apply(DVec3::Z),
        by_hand.position + by_hand.rotation * DVec3::Z * 2.0,
    );
}

#[test]
fn a_place_turns_a_mover_as_a_whole_on_every_piece_of_its_path() {
    let mover = |path: &str, turn: bool| {
        format!(
            "[[prefabs.a.mover]]\nkind = \"car\"\npath = [{path}]\nspeed = 1\nrotation_deg = [0, 20, 0]\nturn = {turn}\n"
        )
    };
    let paths = [
        "[0, 9, 0], [0, 14, 0]",
        "[0, 9, 0], [0, 14, 0], [5, 14, 0]",
        "[0, 9, 0], [0, 9, 5], [3, 12, 5], [3, 20, 5]",
        "[0, 9, 0], [1e-6, 12, 0]",
    ];
    let movers: String = paths
        .iter()
        .flat_map(|path| [mover(path, true), mover(path, false)])
        .collect();
    let placed = |place: &str| {
        let loaded = load(&format!(
            "{HEAD}{movers}[[place]]\nprefab = \"a\"\nposition = [0, 0, 0]\n{place}"
        ));
        loaded.level.expect("a level")
    };
    let plain = placed("");
    for degrees in [
        [0.0, 90.0, 0.0],
        [0.0, 0.0, 90.0],
        [90.0, 0.0, 0.0],
        [30.0, 200.0, -70.0],
    ] {
        let turned = placed(&format!("rotation_deg = {degrees:?}\n"));
        let by = Placement::new(DVec3::ZERO, degrees.into(), DVec3::ONE);
        assert_eq!((plain.movers.len(), turned.movers.len()), (8, 8));
        for (at, (a, b)) in plain.movers.iter().zip(&turned.movers).enumerate() {
            for step in 0..40 {
                let distance = f64::from(step) * 0.5;
                let [a, b] = [a, b].map(|driven| driven.mover.obb(distance));
                let at = format!("mover {at}, {distance} m, {degrees:?}");
                assert!(b.center().abs_diff_eq(by.apply(a.center()), 1e-9), "{at}");
                assert!(b.axes().abs_diff_eq(by.rotation * a.axes(), 1e-9), "{at}");
            }
        }
    }
}

#[test]
fn messages_name_the_place_and_the_prefab() {
    let place = "[[place]]\nprefab = \"tower\"\nposition = [20, 0, 0]\n";
    let level = load(&format!(
        "{HEAD}{TOWER}{place}{}",
        place.replace("20", "-20")
    ));
    assert_eq!(level.diagnostics, []);
    let scene = level.level.unwrap().scene;
    let numbers = 0..scene.props().len() + scene.mover_models.len();
    let names: Vec<_> = numbers
        .map(|number| scene.numbered_name_of_prop(number))
        .collect();
    assert_eq!(
        names,
        [
            "block 1",
            "block 2 of place 1, tower",
            "stairs 1 of place 1, tower",
            "block 3 of place 2, tower",
            "stairs 2 of place 2, tower",
            "block 4 of place 1, tower",
            "car 1 of place 1, tower",
            "block 5 of place 2, tower",
            "car 2 of place 2, tower",
        ]
    );
    assert!(scene.place_of(|placed| placed.zones.contains(&3)) == Some(1));
    let first = scene.collided_meshes()[0].first;
    assert!(
        scene
            .numbered_name_of(ColliderId::Triangle(first))
            .starts_with("stairs 1 of place 1")
    );
}

#[test]
fn a_short_text_of_many_places_is_refused_at_once() {
    let props = "[[prefabs.a.prop]]\nkind = \"crate\"\nposition = [0, 1, 0]\n".repeat(3000);
    let places: String = (0..3000)
        .map(|at| format!("[[place]]\nprefab = \"a\"\nposition = [{at}, 0, 0]\n"))
        .collect();
    let loaded = load(&format!("{HEAD}{props}{places}"));
    let messages = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.is_error());
    let messages: Vec<_> = messages.map(|problem| &*problem.message).collect();
    assert!(
        messages.contains(&"the prefabs add too much to this level"),
        "{messages:?}"
    );
    // Below that limit, those of the level's budget count.
    let first: Vec<_> = places.lines().take(3).collect();
    let text = format!("{HEAD}{props}{}", first.join("\n"));
    let loaded = load_within(&text, &Budget::LINK);
    assert!(loaded.excess.is_some(), "3000 props of 2000");
}
