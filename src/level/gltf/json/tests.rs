//! Wrong values are named by their paths.

use serde_json::{Value, json};

use crate::level::gltf::tests::{CORNERS, Made, bad, read, textured};

/// A change of a file.
type Change<'c> = &'c dyn Fn(&mut Value);

#[test]
fn wrong_values_are_named_by_their_path() {
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        change(&mut made.json);
        bad(&made)
    };
    let mesh = "meshes[0].primitives[0]";
    let cases: [(String, Change<'_>); 21] = [
        ("this file has version 1.0 of glTF; expected 2.0".to_owned(), &|file| file["asset"]["version"] = json!("1.0")),
        ("`asset.version`: invalid type: integer `2`, expected a string".into(), &|file| file["asset"]["version"] = json!(2.0)),
        ("`scene`: found `3`: the file has no such entry".into(), &|file| file["scene"] = json!(3)),
        ("`nodes`: invalid type: map, expected a sequence".into(), &|file| file["nodes"] = json!({})),
        ("`nodes[0].mesh`: invalid type: integer `-1`, expected index into child of root".into(), &|file| file["nodes"][0]["mesh"] = json!(-1)),
        ("`nodes[0].matrix`: invalid length 3, expected an array of length 16".into(), &|file| file["nodes"][0]["matrix"] = json!([1, 2, 3])),
        ("`nodes[0].scale[1]`: invalid type: string \"2\", expected f32".into(), &|file| file["nodes"][0]["scale"] = json!([1, "2", 3])),
        ("`meshes[0]`: missing field `primitives`".into(), &|file| file["meshes"][0] = json!({})),
        (format!("`{mesh}.mode`: found `9`: glTF has no such value"), &|file| file["meshes"][0]["primitives"][0]["mode"] = json!(9)),
        (format!("`{mesh}`: missing field `attributes`"), &|file| file["meshes"][0]["primitives"][0] = json!({})),
        (format!("`{mesh}.attributes.POSITION`: there is no `accessors[7]`: the file has 2"), &|file| file["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(7)),
        (format!("`{mesh}.material`: found `0`: the file has no such entry"), &|file| file["meshes"][0]["primitives"][0]["material"] = json!(0)),
        (format!("`{mesh}.indices`: index 1 is 1, and there are 1 vertices"), &|file| file["accessors"][0]["count"] = json!(1)),
        ("`accessors[0].type`: expected the type `VEC3`".into(), &|file| file["accessors"][0]["type"] = json!("VEC2")),
        ("`accessors[0].componentType`: found `5124`: glTF has no such value".into(), &|file| file["accessors"][0]["componentType"] = json!(5124)),
        ("`accessors[0].bufferView`: 5 elements of 12 bytes, from byte 0 on, do not fit into its 48 bytes".into(), &|file| file["accessors"][0]["count"] = json!(5)),
        ("`accessors[0].bufferView`: 4 elements of 12 bytes, from byte 1 on, do not fit into its 48 bytes".into(), &|file| file["accessors"][0]["byteOffset"] = json!(1)),
        ("`accessors[0].bufferView`: its elements have 12 bytes, at a distance of 4".into(), &|file| file["bufferViews"][0]["byteStride"] = json!(4)),
        ("`bufferViews[0].buffer`: found `1`: the file has no such entry".into(), &|file| file["bufferViews"][0]["buffer"] = json!(1)),
        ("`bufferViews[0]`: its 48 bytes from byte 100 on reach beyond `buffers[0]`, which has 54".into(), &|file| file["bufferViews"][0]["byteOffset"] = json!(100)),
        ("`accessors[0]`: it has 4000000000 elements without a `bufferView`".into(), &|file| file["accessors"][0] = json!({ "componentType": 5126, "type": "VEC3", "count": 4_000_000_000_u64 })),
    ];
    for (expected, change) in cases {
        assert_eq!(broken(change), expected);
    }
    // Numbers whose sums and products overflow.
    for huge in [u64::MAX, u64::MAX / 12, 1 << 63, 1 << 53] {
        for (list, number, key) in [
            ("accessors", 0, "count"),
            ("accessors", 0, "byteOffset"),
            ("bufferViews", 0, "byteOffset"),
            ("bufferViews", 0, "byteLength"),
            ("bufferViews", 0, "byteStride"),
            ("accessors", 1, "count"),
        ] {
            let message = broken(&|file| file[list][number][key] = json!(huge));
            assert!(message.starts_with('`'), "{huge} {key}: {message}");
        }
    }
}

#[test]
fn what_other_programs_write_is_read() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.json["nodes"][0]["mesh"] = json!(0.0);
    made.json["nodes"][0]["camera"] = Value::Null;
    made.json["extras"] = json!([{ "mesh": 99 }]);
    made.json["meshes"][0]["extras"] = json!("a text");
    made.json["animations"] = json!([{}]);
    // Names of attributes of their own, and values that are not needed: the crate panics at them, or refuses them.
    made.json["nodes"][0]["camera"] = json!(-1);
    made.json["materials"] =
        json!([{ "normalTexture": { "index": 99 }, "emissiveFactor": "a text" }]);
    made.json["skins"] = json!([{ "joints": [0], "skeleton": 99 }]);
    made.json["bufferViews"][0]["target"] = json!(1);
    made.json["samplers"] = json!([{ "minFilter": 1 }]);
    made.json["accessors"][0]["min"] = json!("a text");
    made.primitive()["targets"] = json!([{ "POSITION": 99 }]);
    for name in ["_MINE", "COLOR", "TEXCOORD_X", "", "position"] {
        made.primitive()["attributes"][name] = json!(99);
    }
    made.json["extensions"] = json!({ "VRM": { "mesh": 99, "index": 99 } });
    made.json["accessors"][0]["extensions"] = json!({ "ANY": { "bufferView": 99 } });
    let (mesh, problems) = read(&made.text());
    assert!(mesh.is_some(), "{problems:?}");
    assert_eq!(
        problems,
        ["not shown: 1 animation, 1 movement by a skin, 1 morph target"]
    );
}

#[test]
fn places_behind_names_with_quotes_brackets_and_long_lists_are_named() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    for name in ["a\"", "\\", "[{,", "\u{e9}:\":"] {
        made.node(json!({ "name": name, "children": [], "translation": [0, 0, 0] }));
    }
    assert_eq!(bad_after(&made, &|_| ()), None);
    let cases: [(&str, Change<'_>); 4] = [
        ("`nodes[4].translation[2]`: invalid type", &|file| {
            file["nodes"][4]["translation"][2] = json!("[")
        }),
        ("`nodes[4].translation`: invalid length 2", &|file| {
            file["nodes"][4]["translation"] = json!([0, 0])
        }),
        ("`bufferViews[1]`: missing field `buffer`", &|file| {
            file["bufferViews"][1] = json!({ "byteLength": 1 })
        }),
        ("`scenes[0].nodes[2]`: invalid type", &|file| {
            file["scenes"][0]["nodes"][2] = json!({})
        }),
    ];
    for (expected, change) in cases {
        let message = bad_after(&made, change).unwrap_or_default();
        assert!(message.starts_with(expected), "{message}");
    }
}

/// The problem of a file that is changed.
fn bad_after(made: &Made, change: Change<'_>) -> Option<String> {
    let mut made = made.clone();
    change(&mut made.json);
    read(&made.text()).1.pop()
}

#[test]
fn very_long_values_are_cut_in_messages() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.json["nodes"][0]["mesh"] = json!("m".repeat(1 << 20));
    assert!(bad(&made).len() < 2000);
    made.json["nodes"][0] = json!({ "mesh": 0 });
    let key = "k".repeat(1 << 20);
    made.primitive()["attributes"][key] = json!("none");
    assert!(bad(&made).len() < 2000);
}

#[test]
fn an_entry_that_is_named_by_an_extension_that_is_read_has_to_be_there() {
    let mut made = textured(json!({}));
    let texture = json!({ "diffuseTexture": { "index": 1 } });
    made.json["materials"][0]["extensions"] =
        json!({ "KHR_materials_pbrSpecularGlossiness": texture });
    assert_eq!(
        bad(&made),
        "`materials[0].extensions.KHR_materials_pbrSpecularGlossiness.diffuseTexture.index`: found `1`: the file has no such entry"
    );
}

#[test]
fn lists_in_place_of_objects_do_not_hide_what_is_not_there() {
    let mut made = textured(json!({}));
    made.json["materials"][0]["pbrMetallicRoughness"] = json!({ "baseColorTexture": [99] });
    assert_eq!(
        bad(&made),
        "`materials[0].pbrMetallicRoughness.baseColorTexture.index`: the file has no such entry"
    );
    let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
    made.json["meshes"][0]["primitives"][0] = json!([{ "POSITION": 99 }]);
    assert!(bad(&made).starts_with('`'));
}
