//! Tests of `mtl.rs`.

use super::*;

fn read(text: &str) -> (Vec<MtlMaterial>, Vec<String>) {
    let (materials, diagnostics) = read_materials(&Source::new("a.mtl", text.into()).unwrap());
    (
        materials,
        diagnostics.iter().map(Diagnostic::location).collect(),
    )
}

#[test]
fn names_and_colours_are_read() {
    let (materials, problems) = read(
        "# made by hand\nnewmtl warm stone # grey\nKd 0.5 0.25 2.0\nillum 2\nmap_Kd\n\nnewmtl b\nKd .5\n",
    );
    assert_eq!(problems, [""; 0]);
    assert_eq!(materials[0].name, "warm stone");
    assert_eq!(materials[0].color, Some([0.5, 0.25, 1.0]));
    assert_eq!(materials[1].color, Some([0.5; 3]));
}

#[test]
fn wrong_colours_are_reported_and_the_rest_is_kept() {
    let (materials, problems) = read(
        "Kd 1 1 1\nnewmtl a\nKd 1 0\nKd nan 0 0\nKd\nKd spectral f.rfl\nKd 1 2 3 4\nnewmtl b\nKd 1 1 1\nnewmtl\nKd 0 0 0",
    );
    assert_eq!(
        problems,
        [
            "a.mtl:3:1",
            "a.mtl:4:1",
            "a.mtl:5:1",
            "a.mtl:7:1",
            "a.mtl:10:1"
        ]
    );
    assert_eq!(materials.len(), 2);
    assert_eq!(materials.last().unwrap().color, Some([1.0; 3]));
}

#[test]
fn the_options_of_a_picture_are_read_and_its_name_may_look_like_one() {
    let picture = |line: &str| {
        let (mut materials, problems) = read(&format!("newmtl a\n{line}\n"));
        let texture = materials.remove(0).texture;
        (
            texture.map(|texture| (texture.file, texture.scale, texture.offset, texture.wrap)),
            problems,
        )
    };
    let plain = |file: &str| {
        let look = (file.to_owned(), Vec2::ONE, Vec2::ZERO, TextureWrap::Repeat);
        (Some(look), vec![])
    };
    assert_eq!(picture("map_Kd a.png"), plain("a.png"));
    assert_eq!(picture("map_kd my wood.png # oak"), plain("my wood.png"));
    assert_eq!(
        picture("map_Kd -blendu off -mm 0 1 -type sphere a.png"),
        plain("a.png")
    );
    assert_eq!(
        picture("map_Kd -t 1 2 3 -unknown a.png"),
        plain("-unknown a.png")
    );
    assert_eq!(picture("map_Kd -clamp off 7"), plain("7"));
    let (found, _) = picture("map_Kd -s 2 -o 1 3 5 -clamp on 8.png");
    let expected = (
        "8.png".to_owned(),
        Vec2::new(2.0, 1.0),
        Vec2::new(1.0, 3.0),
        TextureWrap::Clamp,
    );
    assert_eq!(found, Some(expected));
    // Options without a name.
    for line in [
        "map_Kd -clamp on",
        "map_Kd -s",
        "map_Kd -mm 0",
        "map_Kd \"\"",
    ] {
        assert_eq!(
            picture(line),
            (None, vec!["a.mtl:2:1".to_owned()]),
            "{line}"
        );
    }
    assert_eq!(picture("map_Kd"), (None, vec![]));
    assert_eq!(
        read("map_Kd a.png\nmap_d a.png\nnewmtl b").0[0].texture,
        None
    );
}
