//! Names, custom properties and shapes of physics say what collides.

use glam::DVec3;
use serde_json::{Value, json};

use crate::level::authored::{Authored, AuthoredAction};
use crate::level::gltf::tests::{CORNERS, Made, no_files, read_all};

/// What a file says whose mesh is shown by a plain node and by this one, and the messages.
fn with_node(node: Value) -> (Option<Authored>, Vec<String>) {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2, 0, 2, 3]);
    let mut node = node;
    node["mesh"] = json!(0);
    node["translation"] = json!([5, 0, 0]);
    made.node(node);
    read_all("a.gltf", &made.text(), &no_files())
}

/// For each layer, whether it collides, whether it is drawn, and its triangles.
fn layers(authored: &Authored) -> Vec<(bool, bool, usize)> {
    let layers = authored.layers.iter().map(|layer| {
        let triangles = layer.mesh.parts.iter().map(|part| part.triangles.len());
        (layer.collides, layer.is_drawn, triangles.sum())
    });
    layers.collect()
}

#[test]
fn endings_of_names_decide_what_collides() {
    let of = |name: &str| layers(&with_node(json!({ "name": name })).0.unwrap());
    assert_eq!(of("wall"), [(true, true, 4)]);
    assert_eq!(of("wall-col"), [(true, true, 2), (false, true, 2)]);
    assert_eq!(of("wall-colonly.001"), [(true, false, 2), (false, true, 2)]);
    assert_eq!(of("wall-noimp"), [(true, true, 2)]);
}

#[test]
fn properties_decide_what_collides_and_have_surfaces() {
    let of = |extras: Value| with_node(json!({ "extras": extras }));
    let (none, messages) = of(json!({ "collide": "none" }));
    assert_eq!(layers(&none.unwrap()), [(true, true, 2), (false, true, 2)]);
    assert_eq!(messages, ["by its marks: 1 object does not collide"]);
    // The two sides of a flat box are one.
    let (flat, _) = of(json!({ "collide": "box" }));
    assert_eq!(
        layers(&flat.unwrap()),
        [(true, true, 2), (true, false, 2), (false, true, 2)]
    );
    let (ice, _) = of(json!({ "friction": 0.1, "one_way": 1, "ladder": true }));
    let ice = ice.unwrap();
    let rules = ice.layers.iter().find_map(|layer| layer.surface).unwrap();
    assert_eq!(
        (rules.friction, rules.one_way, rules.sensor, rules.ladder),
        (0.1, true, false, true)
    );
}

#[test]
fn wrong_properties_are_named_and_ignored() {
    for (extras, expected) in [
        (
            json!({ "collide": "boxx" }),
            "`nodes[1].extras.collide`: no such shape: ignored",
        ),
        (
            json!({ "collide": [1] }),
            "`nodes[1].extras.collide`: no such shape: ignored",
        ),
        (
            json!({ "friction": -1 }),
            "`nodes[1].extras.friction`: out of range: ignored",
        ),
        (
            json!({ "friction": "ice" }),
            "`nodes[1].extras.friction`: this is no number: ignored",
        ),
        (
            json!({ "sensor": 2 }),
            "`nodes[1].extras.sensor`: this is neither yes nor no: ignored",
        ),
        (
            json!({ "ladder": 2 }),
            "`nodes[1].extras.ladder`: this is neither yes nor no: ignored",
        ),
        (
            json!({ "zone": "finnish" }),
            "`nodes[1].extras.zone`: no such zone: ignored",
        ),
        (
            json!({ "zone": "message" }),
            "`nodes[1].extras.zone`: a message without a text: ignored",
        ),
        (
            json!({ "zone": "teleport" }),
            "a teleport says not where it leads: left out",
        ),
        (
            json!({ "zone": "teleport", "to": "x" }),
            "a teleport leads to `x`, and no object has that name: left out",
        ),
    ] {
        let (authored, messages) = with_node(json!({ "extras": extras }));
        assert!(authored.is_some());
        assert_eq!(messages[0], expected);
    }
}

#[test]
fn properties_are_those_of_the_nodes_below_too() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.node(json!({ "children": [2, 3], "extras": { "collide": 0 } }));
    made.push("nodes", json!({ "mesh": 0, "translation": [5, 0, 0] }));
    made.push(
        "nodes",
        json!({ "mesh": 0, "translation": [9, 0, 0], "extras": { "collide": "mesh" } }),
    );
    let (authored, _) = read_all("a.gltf", &made.text(), &no_files());
    assert_eq!(
        layers(&authored.unwrap()),
        [(true, true, 2), (false, true, 1)]
    );
}

#[test]
fn empties_are_starts_and_zones() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.node(json!({ "name": "spawn.001", "translation": [1, 2, 3], "rotation": [0, 1, 0, 1] }));
    made.node(json!({ "name": "exit", "translation": [7, 8, 9] }));
    made.node(json!({
        "name": "portal", "translation": [4, 0, 0], "scale": [1, 2, 3],
        "extras": { "zone": "teleport", "to": "exit" },
    }));
    made.node(json!({ "name": "end-zone-finish" }));
    let (authored, messages) = read_all("a.gltf", &made.text(), &no_files());
    let authored = authored.unwrap();
    let start = authored.start.unwrap();
    assert_eq!(start.feet, DVec3::new(1.0, 2.0, 3.0));
    assert!(
        (start.yaw_deg - 90.0).abs() < 1e-9,
        "a quarter turn to the left: {}",
        start.yaw_deg
    );
    let feet = DVec3::new(7.0, 8.0, 9.0);
    assert_eq!(authored.zones[0].action, AuthoredAction::Teleport { feet });
    assert_eq!(
        authored.zones[0].cube.transform_point3(DVec3::ONE),
        DVec3::new(5.0, 2.0, 3.0)
    );
    assert_eq!(authored.zones[1].action, AuthoredAction::Finish);
    assert_eq!(messages, ["by its marks: 1 start, 2 zones"]);
}

/// A plain mesh, and a node with this collider of OMI.
fn with_shape(shape: Value) -> (Option<Authored>, Vec<String>) {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2, 0, 2, 3]);
    made.json["extensions"] = json!({ "OMI_physics_shape": { "shapes": [shape] } });
    made.json["extensionsRequired"] = json!(["OMI_physics_shape", "OMI_physics_body"]);
    let collider = json!({ "OMI_physics_body": { "collider": { "shape": 0 } } });
    made.node(json!({ "extensions": collider, "translation": [0, 1, 0] }));
    read_all("a.gltf", &made.text(), &no_files())
}

#[test]
fn shapes_of_physics_collide_and_drawn_meshes_then_do_not() {
    for (shape, triangles) in [
        (json!({ "type": "box", "box": { "size": [1, 2, 3] } }), 12),
        (json!({ "type": "box" }), 12),
        (
            json!({ "type": "cylinder", "cylinder": { "height": 1, "radiusBottom": 1, "radiusTop": 0 } }),
            64,
        ),
        (json!({ "type": "sphere" }), 960),
        (
            json!({ "type": "capsule", "capsule": { "radius": 0.25 } }),
            1024,
        ),
        (json!({ "type": "trimesh", "trimesh": { "mesh": 0 } }), 2),
    ] {
        let (authored, messages) = with_shape(shape.clone());
        let expected = [(true, false, triangles), (false, true, 2)];
        assert_eq!(layers(&authored.unwrap()), expected, "{shape}");
        assert_eq!(messages.len(), 1, "{messages:?}");
    }
}

#[test]
fn shapes_of_khronos_are_read_by_both_names() {
    for name in ["KHR_implicit_shapes", "KHR_collision_shapes"] {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2, 0, 2, 3]);
        let shape = json!({ "type": "box", "box": { "size": [2, 2, 2] } });
        made.json["extensions"] = json!({ name: { "shapes": [shape] } });
        let of = |geometry: Value| json!({ "KHR_physics_rigid_bodies": { "collider": { "geometry": geometry } } });
        made.node(json!({ "extensions": of(json!({ "shape": 0 })) }));
        made.node(json!({ "extensions": of(json!({ "node": 0 })) }));
        let (authored, _) = read_all("a.gltf", &made.text(), &no_files());
        assert_eq!(
            layers(&authored.unwrap()),
            [(true, false, 14), (false, true, 2)],
            "{name}"
        );
    }
}

#[test]
fn broken_shapes_are_refused_with_their_place() {
    for (shape, expected) in [
        (
            json!({ "type": "sphere", "sphere": { "radius": -1 } }),
            "`extensions.OMI_physics_shape.shapes[0].sphere.radius`: found -1",
        ),
        (
            json!({ "type": "box", "box": { "size": [1, 0, 1] } }),
            "`extensions.OMI_physics_shape.shapes[0].box.size`: found [1,0,1]",
        ),
        (
            json!({ "type": "convex", "convex": { "mesh": 7 } }),
            "`extensions.OMI_physics_shape.shapes[0].convex.mesh`: there is no mesh 7: the file has 1",
        ),
    ] {
        let (authored, messages) = with_shape(shape);
        assert!(authored.is_none());
        assert_eq!(messages, [expected]);
    }
}
