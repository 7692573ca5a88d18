//! Materials have their colours and pictures, and missing pictures are named.

use glam::Vec2;
use serde_json::{Value, json};

use crate::level::files::Files;
use crate::level::gltf::tests::{good, no_files, read, read_at, textured};
use crate::level::meshes::TextureWrap;
use crate::test_support::MemoryFiles;

#[test]
fn a_material_has_its_colour_its_picture_and_its_holes() {
    let made = textured(json!({
        "name": "leaves",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.5, 0.25, 1, 0.75], "baseColorTexture": { "index": 0 },
        },
        "alphaMode": "MASK", "alphaCutoff": 0.3, "doubleSided": true,
    }));
    let mesh = good(&made);
    let [material] = &mesh.materials[..] else {
        panic!()
    };
    assert_eq!(material.name, "leaves");
    assert_eq!(material.color, [0.5, 0.25, 1.0, 0.75]);
    assert_eq!(
        (material.alpha_cutoff, material.double_sided),
        (Some(0.3), true)
    );
    let texture = material.texture.as_ref().unwrap();
    assert_eq!(texture.wrap, [TextureWrap::Clamp, TextureWrap::Mirror]);
    assert_eq!(texture.image.bytes.as_deref(), Some(&b"picture"[..]));
    assert_eq!(mesh.parts[0].tex_coords, [[Vec2::ZERO, Vec2::X, Vec2::ONE]]);

    // An old way to wrap, at which the crate would panic, and a picture without a type.
    let mut old =
        textured(json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    old.json["samplers"][0]["wrapS"] = json!(10496);
    old.json["images"][0]
        .as_object_mut()
        .unwrap()
        .remove("mimeType");
    let texture = good(&old).materials[0].texture.clone().unwrap();
    assert_eq!(texture.wrap, [TextureWrap::Repeat, TextureWrap::Mirror]);
    assert_eq!(texture.image.bytes.as_deref(), Some(&b"picture"[..]));

    let plain = good(&textured(json!({})));
    assert_eq!(plain.materials[0].color, [1.0; 4]);
    assert_eq!(plain.materials[0].name, "materials[0]");
    assert!(
        plain.parts[0].tex_coords.is_empty(),
        "there is no picture to lay"
    );
    let older = good(&textured(
        json!({ "extensions": { "KHR_materials_pbrSpecularGlossiness": {
        "diffuseFactor": [0, 1, 0, 1], "diffuseTexture": { "index": 0 } } } }),
    ));
    assert_eq!(older.materials[0].color, [0.0, 1.0, 0.0, 1.0]);
    assert!(older.materials[0].texture.is_some());
}

#[test]
fn a_picture_is_laid_by_the_coordinates_and_the_transform_of_its_material() {
    let tex_coords = |texture: Value| {
        let material = json!({ "pbrMetallicRoughness": { "baseColorTexture": texture } });
        good(&textured(material)).parts[0].tex_coords[0]
    };
    assert_eq!(
        tex_coords(json!({ "index": 0, "texCoord": 1 })),
        [Vec2::splat(0.5); 3]
    );
    let transform = |transform: Value| {
        tex_coords(json!({ "index": 0, "extensions": { "KHR_texture_transform": transform } }))
    };
    let moved = transform(json!({ "offset": [0.5, 0.25], "scale": [2, 4] }));
    assert_eq!(
        moved,
        [
            Vec2::new(0.5, 0.25),
            Vec2::new(2.5, 0.25),
            Vec2::new(2.5, 4.25)
        ]
    );
    // Counter-clockwise as seen, where v counts down.
    let turned = transform(json!({ "rotation": core::f64::consts::FRAC_PI_2 }));
    assert!(turned[1].distance(Vec2::NEG_Y) < 1e-6, "{turned:?}");
    assert_eq!(transform(json!({ "texCoord": 1 })), [Vec2::splat(0.5); 3]);
    // Coordinates that the mesh does not have, and numbers beyond all bounds.
    assert_eq!(tex_coords_of_missing(), 0);
    assert_eq!(transform(json!({ "scale": [1e300, 1e300] }))[0], Vec2::ZERO);
}

fn tex_coords_of_missing() -> usize {
    let texture = json!({ "index": 0, "texCoord": 7 });
    let material = json!({ "pbrMetallicRoughness": { "baseColorTexture": texture } });
    good(&textured(material)).parts[0].tex_coords.len()
}

#[test]
fn a_picture_may_lie_in_the_text_or_beside_and_a_missing_one_is_a_warning() {
    let read = |image: Value, files: &dyn Files| {
        let mut made =
            textured(json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
        made.json["images"][0] = image;
        let (mesh, problems) = read_at("in/a.gltf", &made.text(), files);
        let texture = mesh.unwrap().materials[0].texture.clone().unwrap();
        (texture.image.bytes.clone(), problems)
    };
    let bytes = Some(b"picture".to_vec());
    let inline = json!({ "uri": "data:image/png;base64,cGljdHVyZQ==" });
    assert_eq!(read(inline, &no_files()), (bytes.clone(), vec![]));
    for encoded in ["cGljdHVyZQ", "cGljdHVyZR==", "cGlj\r\ndHVyZQ==\n"] {
        let inline = json!({ "uri": format!("data:image/png;base64,{encoded}") });
        assert_eq!(
            read(inline, &no_files()),
            (bytes.clone(), vec![]),
            "{encoded}"
        );
    }
    let files = MemoryFiles::new([("in/my wood.png", "picture")]);
    assert_eq!(
        read(json!({ "uri": "my%20wood.png" }), &files),
        (bytes.clone(), vec![])
    );
    for (image, problem) in [
        (
            json!({ "uri": "wood.png" }),
            "`images[0].uri`: cannot read the picture `in/wood.png`: there is no such file",
        ),
        (
            json!({ "uri": "data:image/png;base64,c*" }),
            "`images[0].uri`: character 2 of its bytes is no base64",
        ),
        (
            json!({ "uri": "https://example.org/a.png" }),
            "`images[0].uri`: it names an address of a network, which is never read",
        ),
        (
            json!({ "bufferView": 99 }),
            "`images[0]`: expected a `uri`, or a `bufferView` that the file has",
        ),
        (
            json!({}),
            "`images[0]`: expected a `uri`, or a `bufferView` that the file has",
        ),
    ] {
        assert_eq!(read(image, &no_files()), (None, vec![problem.to_owned()]));
    }
}

#[test]
fn very_many_missing_pictures_are_not_named_one_by_one() {
    let mut made = textured(json!({}));
    let mut primitives = Vec::new();
    for number in 0..3000 {
        for list in ["images", "textures", "materials"] {
            made.json[list]
                .as_array_mut()
                .unwrap()
                .resize(number + 1, Value::Null);
        }
        made.json["images"][number] = json!({ "uri": format!("{number}.png") });
        made.json["textures"][number] = json!({ "source": number });
        let texture = json!({ "baseColorTexture": { "index": number } });
        made.json["materials"][number] = json!({ "pbrMetallicRoughness": texture });
        primitives.push(json!({ "attributes": { "POSITION": 0 }, "material": number }));
    }
    made.json["meshes"][0]["primitives"] = json!(primitives);
    made.json["extensionsUsed"] = json!(vec!["EXT_meshopt_compression"; 3000]);
    let (mesh, problems) = read(&made.text());
    assert!(mesh.is_some());
    assert_eq!(
        problems.len(),
        52,
        "one extension, 50 pictures, one of the duplicates"
    );
}

#[test]
fn a_picture_of_another_format_is_named_with_its_format_and_the_repair() {
    for (extension, format) in [
        ("EXT_texture_webp", "WebP"),
        ("KHR_texture_basisu", "Basis"),
        ("EXT_texture_avif", "AVIF"),
    ] {
        for image in [
            json!({ "uri": "textures%2Fgrass.webp" }),
            json!({ "name": "textures/grass.webp", "bufferView": 0 }),
        ] {
            let mut made =
                textured(json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
            made.json["textures"][0] = json!({ "extensions": { extension: { "source": 0 } } });
            made.json["images"] = json!([image]);
            made.json["extensionsUsed"] = json!([extension]);
            let (mesh, problems) = read(&made.text());
            assert!(mesh.is_some());
            let expected = format!(
                "`textures[0]`: its picture `textures/grass.webp` is a {format}, which is not read"
            );
            assert_eq!(problems, [expected]);
        }
    }
}
