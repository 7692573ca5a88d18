//! Primitives become triangles, with what is seen of their corners.

use glam::Vec3;
use serde_json::{Value, json};

use crate::level::gltf::tests::{CORNERS, Made, bad, corners, good, read, triangles};

#[test]
fn lists_strips_and_fans_make_triangles_with_and_without_indices() {
    for (mode, order, expected) in [
        (4, &[0, 1, 2, 0, 2, 3][..], [[0, 1, 2], [0, 2, 3]]),
        // An incomplete triangle at the end is left out.
        (4, &[0, 1, 2, 0, 2, 3, 1][..], [[0, 1, 2], [0, 2, 3]]),
        (5, &[0, 1, 3, 2][..], [[0, 1, 3], [3, 1, 2]]),
        (6, &[0, 1, 2, 3][..], [[1, 2, 0], [2, 3, 0]]),
    ] {
        let expected = expected.map(corners);
        let indexed = Made::with(mode, &CORNERS, order);
        assert_eq!(triangles(&good(&indexed)), expected, "mode {mode}");
        let plain: Vec<_> = order
            .iter()
            .map(|number| CORNERS[usize::from(*number)])
            .collect();
        let plain = Made::with(mode, &plain, &[]);
        assert_eq!(triangles(&good(&plain)), expected, "mode {mode}");
        for facing in expected {
            let [a, b, c] = facing;
            assert!((b - a).cross(c - a).z > 0.0, "mode {mode}");
        }
    }
    let mut default = Made::with(4, &CORNERS, &[0, 1, 2]);
    default.primitive().as_object_mut().unwrap().remove("mode");
    assert_eq!(triangles(&good(&default)), [corners([0, 1, 2])]);
}

#[test]
fn normals_are_placed_by_the_inverse_transpose() {
    let normal = |node: Value| {
        let mut made = Made::with(4, &CORNERS, &[0, 1, 2]);
        let normal = made.floats(&[[0.6, 0.0, 0.8]; 4], "VEC3");
        made.primitive()["attributes"]["NORMAL"] = json!(normal);
        made.json["nodes"][0] = node;
        made.json["nodes"][0]["mesh"] = json!(0);
        good(&made).parts[0].normals[0][0].unpack().as_vec3()
    };
    let near = |found: Vec3, expected: [f32; 3]| {
        let expected = Vec3::from_array(expected).normalize();
        assert!(found.distance(expected) < 1e-4, "{found} {expected}");
    };
    near(normal(json!({})), [0.6, 0.0, 0.8]);
    // A surface that is stretched along X leans less to that side.
    near(normal(json!({ "scale": [2, 1, 1] })), [0.3, 0.0, 0.8]);
    near(normal(json!({ "scale": [-1, 1, 1] })), [-0.6, 0.0, 0.8]);
    near(
        normal(json!({ "scale": [5, 5, 5], "translation": [9, 9, 9] })),
        [0.6, 0.0, 0.8],
    );
}

#[test]
fn colours_of_vertices_are_read_in_every_form() {
    let colors = |bytes: &[u8], component: u32, kind: &str, normalized: bool| {
        let mut made = Made::with(4, &CORNERS[..3], &[]);
        let color = made.accessor(bytes, component, kind, 3);
        made.json["accessors"][color]["normalized"] = json!(normalized);
        made.primitive()["attributes"]["COLOR_0"] = json!(color);
        good(&made).parts[0].colors[0]
    };
    let floats: Vec<u8> = [1.0_f32, 0.5, 0.0]
        .repeat(3)
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    assert_eq!(
        colors(&floats, 5126, "VEC3", false),
        [[255, 128, 0, 255]; 3]
    );
    let floats: Vec<u8> = [2.0_f32, f32::NAN, -1.0, 0.2]
        .repeat(3)
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    assert_eq!(colors(&floats, 5126, "VEC4", false), [[255, 0, 0, 51]; 3]);
    assert_eq!(
        colors(&[255, 128, 0, 9].repeat(3), 5121, "VEC4", true),
        [[255, 128, 0, 9]; 3]
    );
    assert_eq!(
        colors(&[255, 128, 0, 9].repeat(3), 5121, "VEC4", false),
        [[255, 128, 0, 9]; 3]
    );
    let words = [255, 255, 0, 0, 128, 128];
    assert_eq!(
        colors(&words.repeat(3), 5123, "VEC3", true),
        [[255, 0, 128, 255]; 3]
    );
}

#[test]
fn triangles_without_an_area_and_duplicates_are_dropped_with_their_corners() {
    let mut made = Made::with(4, &CORNERS, &[0, 1, 1, 0, 1, 2, 2, 1, 0, 0, 2, 3]);
    let color = made.floats(
        &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]],
        "VEC3",
    );
    made.primitive()["attributes"]["COLOR_0"] = json!(color);
    let (mesh, problems) = read(&made.text());
    let mesh = mesh.unwrap();
    assert_eq!(triangles(&mesh), [corners([0, 1, 2]), corners([0, 2, 3])]);
    let [red, green, blue, black] = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [0, 0, 0, 255],
    ];
    assert_eq!(
        mesh.parts[0].colors,
        [[red, green, blue], [red, blue, black]]
    );
    assert_eq!(
        problems,
        [
            "1 triangle without an area: dropped",
            "1 triangle that stood there already: dropped"
        ]
    );
}

#[test]
fn vertices_that_are_not_finite_are_refused() {
    for (number, scale) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (3e38, 1e10)] {
        let mut corners = CORNERS;
        corners[2][1] = number;
        let mut made = Made::with(4, &corners, &[0, 1, 2]);
        made.json["nodes"][0]["scale"] = json!([scale, scale, scale]);
        assert_eq!(
            bad(&made),
            "`meshes[0].primitives[0].attributes.POSITION`: vertex 2 is not finite where it is placed"
        );
    }
    let mut flat = Made::with(4, &CORNERS, &[0, 1, 2]);
    flat.json["nodes"][0]["scale"] = json!([1, 0, 1]);
    assert_eq!(bad(&flat), "this file has no usable triangle");
}
