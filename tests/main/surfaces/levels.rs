//! The surfaces of a level's text.

use std::io;
use std::path::Path;

use crate::surfaces::*;
use sidle::level::{Files, load_level};
use sidle::replay::LevelHash;

/// Files in memory.
struct Memory<'t>(&'t [(&'t str, &'t str)]);

impl Files for Memory<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut files = self.0.iter();
        let found = files.find(|(known, _)| Path::new(known) == path);
        let found = found.map(|(_, text)| text.as_bytes().to_vec());
        found.ok_or(io::ErrorKind::NotFound.into())
    }
}

#[test]
fn a_level_names_its_surfaces_by_material_and_by_kind() {
    let obj = "mtllib a.mtl\n\
        v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nv 20 0 0\nv 20 0 0\nv 30 0 0\nv 20 0 -9\n\
        usemtl Stone\nf 1 2 3\n\
        usemtl Ice\nf 1 3 4\nf 5 7 8\n";
    let mtl = "newmtl Stone\nKd 1 1 1\nnewmtl Ice\nKd 1 1 1\n";
    let toml = r#"
        format = 1
        name = "Surfaces"
        [spawn]
        position = [-3, 1, 3]
        [[mesh]]
        file = "a.obj"
        [[prop]]
        kind = "crate"
        position = [5, 3, 5]
        [[prop]]
        kind = "crate"
        position = [5, 6, 5]
        collide = "mesh"
        [[prop]]
        kind = "fence"
        position = [-5, 3, 5]
        [[prop]]
        kind = "fence"
        position = [-5, 6, 5]
        collide = "hull"
        [[mover]]
        kind = "fence"
        path = [[0, 9, 0], [5, 9, 0]]
        speed = 1
        [surfaces.slippery]
        match = "Ice"
        friction = 0.1
        max_slope_deg = 12.5
        step_height = 0
        [surfaces.wares]
        match = ["crate", "fence"]
        one_way = true
        sensor = false
        ladder = true
        conveyor = [0, 0, 2.5]
    "#;
    let files = [("a.toml", toml), ("a.obj", obj), ("a.mtl", mtl)];
    let loaded = load_level(Path::new("a.toml"), &Memory(&files));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let world = loaded.level.as_ref().expect("a level").world.clone();
    // In the order of the names.
    let (slippery, wares) = (1, 2);
    let expected = SurfaceRules {
        one_way: true,
        ladder: true,
        conveyor: DVec3::Z * 2.5,
        ..USUAL
    };
    assert_eq!(world.surface_rules(wares), expected);
    let ice = world.surface_rules(slippery);
    assert_eq!(ice.friction, 0.1);
    assert_eq!(
        (ice.max_slope_deg, ice.step_height),
        (Some(12.5), Some(0.0))
    );
    let tag = |id: u32| world.tag(ColliderId::Triangle(TriangleId(id)));
    assert_eq!([tag(0), tag(1), tag(2)], [0, slippery, slippery]);
    let of_props = 3..world.triangles().len() as u32;
    assert!(of_props.len() >= 24 && of_props.into_iter().all(|id| tag(id) == wares));
    assert_eq!(world.boxes().len(), 3);
    assert!((0..3).all(|id| world.tag(ColliderId::Box(BoxId(id))) == wares));
    // Another rule is another level for a recording, and one without rules is as before.
    let hash = |toml: &str| {
        let files = [("a.toml", toml), ("a.obj", obj), ("a.mtl", mtl)];
        let loaded = load_level(Path::new("a.toml"), &Memory(&files));
        LevelHash::of_level(&loaded.level.expect("a level"))
    };
    let (plain, _) = toml.split_once("[surfaces.slippery]").expect("surfaces");
    let hashes = [
        hash(toml),
        hash(plain),
        hash(&toml.replace("0.1", "0.2")),
        hash(&toml.replace("\"crate\", ", "")),
        hash(&toml.replace("12.5", "13")),
        hash(&toml.replace("max_slope_deg = 12.5", "")),
        hash(&toml.replace("step_height = 0", "")),
        hash(&toml.replace("ladder = true", "")),
    ];
    for (number, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..number].contains(hash), "{number}");
    }
}

#[test]
fn the_surface_of_an_entry_comes_before_those_of_its_material_and_its_kind() {
    let obj =
        "mtllib a.mtl\nv -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nusemtl Ice\nf 1 2 3\nf 1 3 4\n";
    let mtl = "newmtl Ice\nKd 1 1 1\n";
    let toml = r#"
        format = 1
        name = "Surfaces"
        spawn.position = [-3, 1, 3]
        [[mesh]]
        file = "a.obj"
        [[mesh]]
        file = "a.obj"
        position = [0, -5, 0]
        surface = "mud"
        [[prop]]
        kind = "crate"
        position = [5, 3, 5]
        [[prop]]
        kind = "crate"
        position = [5, 6, 5]
        surface = "mud"
        [[prop]]
        kind = "ramp"
        position = [5, 9, 5]
        surface = "mud"
        [[mover]]
        kind = "block"
        path = [[0, 9, 0], [5, 9, 0]]
        speed = 1
        surface = "belt"
        [[prefabs.pair.prop]]
        kind = "block"
        position = [0, 0, 0]
        surface = "belt"
        [[prefabs.pair.prop]]
        kind = "block"
        position = [0, 2, 0]
        [[place]]
        prefab = "pair"
        position = [-8, 3, 0]
        [surfaces.belt]
        conveyor = [1, 0, 0]
        [surfaces.ice]
        match = ["Ice", "crate", "ramp"]
        friction = 0.1
        [surfaces.mud]
        friction = 10
    "#;
    let files = [("a.toml", toml), ("a.obj", obj), ("a.mtl", mtl)];
    let loaded = load_level(Path::new("a.toml"), &Memory(&files));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let level = loaded.level.expect("a level");
    let world = &level.world;
    // In the order of the names.
    let (belt, ice, mud) = (1, 2, 3);
    assert_eq!(level.scene.surfaces, ["belt", "ice", "mud"]);
    let tag = |id: u32| world.tag(ColliderId::Triangle(TriangleId(id)));
    assert_eq!([0, 1, 2, 3].map(tag), [ice, ice, mud, mud]);
    assert!((4..world.triangles().len() as u32).all(|id| tag(id) == mud));
    let of_boxes = (0..5).map(|id| world.tag(ColliderId::Box(BoxId(id))));
    // Both crates, the pair, and the mover.
    assert_eq!(of_boxes.collect::<Vec<_>>(), [ice, mud, belt, 0, belt]);
}
