//! Tests of `signs.rs`.

use super::*;
use crate::test_support::courtyard;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::level::Look;

#[test]
fn the_text_area_lies_on_the_board_of_the_mesh() {
    let level = courtyard();
    let mut models = level.scene.models.iter();
    let sign = models.find(|model| model.look == Look::Sign);
    let mesh = &sign.expect("a sign").mesh;
    let mut parts = mesh.parts.iter();
    let board = parts.find(|part| part.name == "board").expect("a board");
    let corners = board.triangles.iter().flatten();
    let corners: Vec<DVec3> = corners.map(|corner| corner.as_dvec3()).collect();
    let max = corners.iter().copied().reduce(DVec3::max).unwrap();
    let min = corners.iter().copied().reduce(DVec3::min).unwrap();
    // Just in front of the wood.
    assert!(MIDDLE.z > max.z + 1e-3 && MIDDLE.z < max.z + 0.02, "{max}");
    // The frame throws hardly any shadow on the board: a wider one would show the texels of the shadow map.
    let all = mesh.parts.iter().flat_map(|part| &part.triangles).flatten();
    let front = all.map(|corner| f64::from(corner.z)).fold(0.0, f64::max);
    assert!((max.z..max.z + 0.003).contains(&front), "{front}");
    assert!((MIDDLE - (min + max) * 0.5).truncate().length() < 1e-6);
    let size = max - min;
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    assert!(width < size.x && height < size.y, "{size}");
    assert!(width > size.x * 0.8 && height > size.y * 0.8, "{size}");
}

#[test]
fn a_text_has_a_place_where_it_can_be_read_and_nothing_hides_it() {
    let level = courtyard();
    let sign = &level.scene.signs[0];
    let text = SignText {
        sign: sign.clone(),
        lines: Vec::new(),
        heading_lines: 0,
        size: MAX_SIZE,
    };
    let of = |away: f64, yaw_deg: f64| {
        let eye = sign.placement.apply(MIDDLE + DVec3::Z * away);
        let heading = sign.placement.rotation * DVec3::NEG_Z;
        let own = (-heading.x).atan2(-heading.z).to_degrees();
        let yaw = BinaryAngle::from_degrees(own + yaw_deg);
        let axes = ViewAxes::new(yaw, BinaryAngle::ZERO);
        let camera = Camera::new(eye, DVec3::ZERO, &axes, ((1280.0, 720.0), 1.0), 0.5, 400.0);
        (text.place(&camera), text.is_hidden(&level.world, eye))
    };
    let (place, hidden) = of(3.0, 0.0);
    let place = place.expect("a place");
    assert!((place.center().x - 0.5).abs() < 1e-3 && (place.center().y - 0.5).abs() < 1e-3);
    // 1.92 m of a picture that shows 3 m * 2 * tan(0.5) * 16/9 = 5.83 m.
    assert!((place.w - 0.3295).abs() < 1e-3, "{place:?}");
    assert!(!hidden);
    assert_eq!(of(3.0, 180.0).0, None, "it looks away");
    assert_eq!(of(-3.0, 180.0).0, None, "from behind");
    assert_eq!(of(30.0, 0.0).0, None, "too small to be read");
    let below = sign.placement.apply(MIDDLE) - DVec3::Y * 5.0;
    assert!(text.is_hidden(&level.world, below), "the ground hides it");
}
