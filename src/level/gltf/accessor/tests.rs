//! Numbers of every size and arrangement are read.

use glam::Vec3;
use serde_json::json;

use crate::level::gltf::tests::{CORNERS, Made, bad, corners, good, triangles};

#[test]
fn indices_of_every_size_are_read() {
    for (component, bytes) in [
        (5121, vec![0, 1, 2]),
        (5123, vec![0, 0, 1, 0, 2, 0]),
        (5125, vec![0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]),
    ] {
        let mut made = Made::with(4, &CORNERS, &[]);
        let indices = made.accessor(&bytes, component, "SCALAR", 3);
        made.primitive()["indices"] = json!(indices);
        assert_eq!(triangles(&good(&made)), [corners([0, 1, 2])], "{component}");
    }
    for (component, kind) in [(5126, "SCALAR"), (5122, "SCALAR"), (5125, "VEC2")] {
        let mut made = Made::with(4, &CORNERS, &[]);
        let indices = made.accessor(&[0; 24], component, kind, 3);
        made.primitive()["indices"] = json!(indices);
        assert!(
            bad(&made).contains("accessors[1].type`: expected")
                || bad(&made).contains("indices`: indices are")
        );
    }
}

#[test]
fn positions_of_every_size_are_read() {
    // Two metres wide: as they are, and as shares of their largest number.
    for (component, size, largest) in [
        (5120, 1, 127),
        (5121, 1, 255),
        (5122, 2, 32_767),
        (5123, 2, 65_535),
    ] {
        for normalized in [false, true] {
            let two = if normalized { largest } else { 2 };
            let bytes: Vec<u8> = [[0, 0, 0], [two, 0, 0], [0, two, 0]]
                .as_flattened()
                .iter()
                .flat_map(|number: &i32| number.to_le_bytes()[..size].to_vec())
                .collect();
            let mut made = Made::new();
            let position = made.accessor(&bytes, component, "VEC3", 3);
            made.json["accessors"][position]["normalized"] = json!(normalized);
            made.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
            made.push(
                "meshes",
                json!({ "primitives": [{ "attributes": { "POSITION": position } }] }),
            );
            let scale = if normalized { 2.0 } else { 1.0 };
            made.node(json!({ "mesh": 0, "scale": [scale, scale, scale] }));
            let expected = [[Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0]];
            assert_eq!(
                triangles(&good(&made)),
                expected,
                "{component} {normalized}"
            );
        }
    }
}

#[test]
fn interleaved_and_sparse_vertices_are_read() {
    let mut made = Made::with(4, &CORNERS, &[]);
    // Twenty bytes for each vertex, the first four of which are something else.
    let bytes: Vec<u8> = CORNERS
        .iter()
        .flat_map(|corner| [[9.0].as_slice(), corner, &[7.0]].concat())
        .flat_map(f32::to_le_bytes)
        .collect();
    let view = made.view(&bytes);
    made.json["bufferViews"][view]["byteStride"] = json!(20);
    made.json["accessors"][0] = json!({ "bufferView": view, "byteOffset": 4, "componentType": 5126, "type": "VEC3", "count": 3 });
    assert_eq!(triangles(&good(&made)), [corners([0, 1, 2])]);

    // The second vertex is moved, over others and over zeros.
    let indices = made.view(&[1]);
    let values = made.view(&[0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0]);
    made.json["accessors"][0]["sparse"] = json!({
        "count": 1,
        "indices": { "bufferView": indices, "componentType": 5121 },
        "values": { "bufferView": values },
    });
    let [a, _, c] = corners([0, 1, 2]);
    assert_eq!(triangles(&good(&made)), [[a, Vec3::X * 2.0, c]]);
    let indices = made.view(&[1, 0, 2, 0]);
    let values = made.view(
        &[[2.0_f32, 0.0, 0.0], [0.0, 2.0, 0.0]]
            .as_flattened()
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect::<Vec<_>>(),
    );
    made.json["accessors"][0] = json!({
        "componentType": 5126, "type": "VEC3", "count": 3,
        "sparse": {
            "count": 2,
            "indices": { "bufferView": indices, "componentType": 5123 },
            "values": { "bufferView": values },
        },
    });
    assert_eq!(
        triangles(&good(&made)),
        [[Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0]]
    );
    let mut close = made.clone();
    close.json["bufferViews"][indices]["byteStride"] = json!(1);
    assert_eq!(
        bad(&close),
        "`accessors[0].sparse.indices.bufferView`: its elements have 2 bytes, at a distance of 1"
    );
    // Beyond the end: the crate takes no notice, or panics where it adds.
    for (value, beyond) in [
        (json!(3), "12 bytes, from byte 3 on,"),
        (
            json!(u64::MAX),
            "12 bytes, from byte 18446744073709551615 on,",
        ),
    ] {
        let mut outside = made.clone();
        outside.json["accessors"][0]["sparse"]["values"]["byteOffset"] = value;
        assert!(bad(&outside).contains(beyond), "{}", bad(&outside));
    }
    let mut outside = made.clone();
    outside.json["accessors"][0]["count"] = json!(2);
    assert_eq!(
        bad(&outside),
        "`accessors[0].sparse.indices`: number 1 is 2: expected growing numbers below 2"
    );
    made.json["accessors"][0]["sparse"]["indices"]["componentType"] = json!(5121);
    assert_eq!(
        bad(&made),
        "`accessors[0].sparse.indices`: number 1 is 0: expected growing numbers below 3"
    );
}

#[test]
fn sparse_accessors_that_many_primitives_share_are_refused_before_they_are_read() {
    let mut made = Made::new();
    let indices = made.view(&[0]);
    let values = made.view(&[0; 12]);
    let accessor = json!({
        "componentType": 5126, "type": "VEC3", "count": 1 << 20,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": indices, "componentType": 5121 },
            "values": { "bufferView": values },
        },
    });
    made.push("accessors", accessor);
    let primitives = vec![json!({ "attributes": { "POSITION": 0 } }); 1000];
    made.push("meshes", json!({ "primitives": primitives }));
    made.node(json!({ "mesh": 0 }));
    assert_eq!(
        bad(&made),
        "`meshes[0].primitives[16]`: all primitives up to this one have 17825792 sparse elements"
    );
    made.json["accessors"][0]["sparse"]["count"] = json!(0);
    made.json["meshes"][0]["primitives"] = json!([{ "attributes": { "POSITION": 0 } }]);
    assert_eq!(
        bad(&made),
        "`accessors[0].sparse.count`: expected at least one element"
    );
}

#[test]
fn accessors_without_elements_are_read_without_a_panic() {
    // The crate subtracts 1 from the count.
    let mut none = Made::with(4, &CORNERS, &[0, 1, 2]);
    none.json["accessors"][1]["count"] = json!(0);
    assert_eq!(bad(&none), "this file has no usable triangle");
    none.json["accessors"][0]["count"] = json!(0);
    assert_eq!(bad(&none), "this file has no usable triangle");
    let colors = none.accessor(&[], 5121, "VEC4", 0);
    none.primitive()["attributes"]["COLOR_0"] = json!(colors);
    assert_eq!(bad(&none), "this file has no usable triangle");
}
