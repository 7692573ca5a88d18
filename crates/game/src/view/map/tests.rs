//! Tests of `mod.rs`.

use super::*;
use sidle::player::Ground;

fn at(y: f64, ground: Ground) -> PlayerState {
    PlayerState {
        position: DVec3::Y * y,
        ground,
        ..PlayerState::default()
    }
}

#[test]
fn the_cut_follows_the_body_except_in_a_jump() {
    let floor = Ground::Floor { normal: DVec3::Y };
    let close = |height: f64, expected: f64| (height - expected).abs() < CUT_STEP;
    let standing = cut_height(None, &at(0.5, floor));
    assert!(close(standing, 0.5), "{standing}");
    let jumping = cut_height(Some(standing), &at(1.4, Ground::None));
    assert_eq!(jumping, standing);
    let landed = cut_height(Some(jumping), &at(1.4, floor));
    assert!(close(landed, 1.4), "{landed}");
    let fallen = cut_height(Some(landed), &at(-9.0, Ground::None));
    assert!(close(fallen, -9.0), "{fallen}");
    let flying = PlayerState {
        mode: Mode::Fly,
        ..at(0.9, Ground::None)
    };
    assert!(close(cut_height(Some(standing), &flying), 0.9));
}

#[test]
fn the_grid_spacing_is_round_and_not_too_fine() {
    // At least 14 px.
    for (pixels_per_metre, metres) in [(20.0, 1.0), (14.0, 1.0), (10.0, 2.0), (1.0, 20.0)] {
        let spacing = grid_spacing(pixels_per_metre);
        assert!((spacing - metres).abs() < 1e-9, "{spacing}");
    }
}

#[test]
fn next_cycles_through_all_sizes() {
    let mut size = MapSize::Off;
    for expected in [MapSize::Inset, MapSize::Large, MapSize::Off] {
        size = size.next();
        assert_eq!(size, expected);
    }
}

#[test]
fn the_inset_leaves_the_sticks_of_a_touch_screen_free() {
    for (width, height) in [(390.0, 844.0), (844.0, 390.0)] {
        let mut viewport = Viewport::new(width, height);
        viewport.bottom_inset = 160.0;
        let rect = rect_of(MapSize::Inset, &viewport).unwrap();
        let free = height - viewport.bottom_inset;
        assert!(rect.y >= 0.0 && rect.bottom() <= free, "{rect:?}");
    }
}

#[test]
fn the_map_lies_within_windows_of_any_size() {
    for (width, height) in [
        (1280.0, 720.0),
        (640.0, 400.0),
        (320.0, 240.0),
        (300.0, 900.0),
    ] {
        let viewport = Viewport::new(width, height);
        for size in [MapSize::Inset, MapSize::Large] {
            let rect = rect_of(size, &viewport).unwrap();
            assert!(rect.w > 80.0 && rect.h > 80.0, "{rect:?}");
            assert!(rect.x >= 0.0 && rect.y >= 0.0, "{rect:?}");
            assert!(rect.right() <= width && rect.bottom() <= height, "{rect:?}");
        }
    }
}

#[test]
fn only_the_large_map_can_be_zoomed() {
    let mut map = Map::new(MapSize::Inset, DVec3::ZERO);
    map.zoom(3.0);
    assert_eq!(map.zoom, 1.0);
    map.size = MapSize::Large;
    map.zoom(3.0);
    assert_eq!(map.zoom, 3.0);
    map.zoom(0.0);
    assert_eq!(map.zoom, 1.0 / MAX_ZOOM);
}

#[test]
fn the_text_of_the_large_map_lies_beside_the_level() {
    let bounds = [DVec2::new(-24.0, -20.0), DVec2::new(24.0, 26.0)];
    let map = Map::new(MapSize::Large, DVec3::ZERO);
    for (width, height) in [
        (1280.0, 720.0),
        (640.0, 400.0),
        (3840.0, 2160.0),
        (390.0, 844.0),
    ] {
        let viewport = Viewport::new(width, height);
        let rect = rect_of(MapSize::Large, &viewport).unwrap();
        let strip = text_strip(rect, &viewport);
        assert!(
            strip.w >= viewport.scaled(170.0) && strip.h >= viewport.scaled(190.0),
            "{strip:?}"
        );
        let shown = map.map_view(rect, strip, DVec2::new(3.0, 25.0), bounds, 0.5);
        let half = shown.half_extents();
        for x in [bounds[0].x, bounds[1].x] {
            for z in [bounds[0].y, bounds[1].y] {
                let share = (DVec2::new(x, z) - shown.center) / half * 0.5 + 0.5;
                let place = (
                    rect.x + rect.w * share.x as f32,
                    rect.y + rect.h * share.y as f32,
                );
                assert!(rect.contains(place.into()), "{width}: {place:?}");
                assert!(!strip.contains(place.into()), "{width}: {place:?}");
            }
        }
    }
}
