//! Tests of `occlusion_grid.rs`.

use super::*;

fn layout(size: [f32; 3]) -> GridLayout {
    let max = Vec3::from_array(size) - 7.0;
    let min = Vec3::splat(-7.0);
    GridLayout::around(&Bounds { min, max }).expect("a grid")
}

#[test]
fn a_grid_covers_its_level_within_the_budget() {
    for size in [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 3.0],
        [60.0, 10.0, 60.0],
        [0.0, 90.0, 0.0],
        [1.0, 500.0, 1.0],
        [1.0, 1.0, 1900.0],
        [1900.0, 0.0, 1.0],
        [120.0, 120.0, 120.0],
        [900.0, 0.0, 900.0],
    ] {
        let grid = layout(size);
        assert!(grid.len() as f32 <= MAX_CELLS, "{size:?} {grid:?}");
        assert!(grid.counts.iter().all(|count| *count >= 2));
        let last = grid.counts.map(|count| count - 1);
        let (first, last) = (grid.center([0; 3]), grid.center(last));
        let max = Vec3::from_array(size) - 7.0;
        assert!(first.max_element() < -7.0 && (last - max).min_element() > 0.0);
        let [width, height] = grid.texture_size();
        assert!(width.max(height) <= MAX_SIDE, "{size:?} {width} {height}");
        assert!((MIN_CELL..=MAX_CELL).contains(&grid.cell), "{size:?}");
    }
    assert_eq!(layout([10.0; 3]).cell, MIN_CELL);
    assert!(layout([100.0; 3]).cell > MIN_CELL);
}

#[test]
fn a_level_for_which_cells_would_be_too_coarse_has_no_grid() {
    for size in [[200.0; 3], [2500.0, 1.0, 1.0], [1e6; 3], [3e38; 3]] {
        let max = Vec3::from_array(size);
        let min = Vec3::ZERO;
        assert_eq!(GridLayout::around(&Bounds { min, max }), None, "{size:?}");
    }
}

#[test]
fn a_layout_survives_being_packed() {
    let (layout, mut bytes) = (layout([60.0, 10.0, 40.0]), Vec::new());
    layout.pack(&mut bytes);
    assert_eq!(GridLayout::unpack(&mut &bytes[..]), Some(layout));
    assert_eq!(GridLayout::unpack(&mut &bytes[1..]), None);
}

#[test]
fn nothing_has_no_grid() {
    assert_eq!(GridLayout::around(&Bounds::EMPTY), None);
    let endless = Bounds {
        min: Vec3::ZERO,
        max: Vec3::splat(f32::INFINITY),
    };
    assert_eq!(GridLayout::around(&endless), None);
}

#[test]
fn every_cell_has_a_number_and_a_texel_where_the_shader_looks_for_it() {
    let grid = layout([2.0, 3.0, 1.0]);
    let [width, height] = grid.texture_size();
    let mut seen = vec![false; (width * height) as usize];
    for number in 0..grid.len() {
        let place = grid.place(number);
        assert_eq!(grid.number(place), number);
        let texel = grid.texel(place);
        assert!(!std::mem::replace(&mut seen[texel], true), "{place:?}");
        // The shader's `grid_slice`.
        let [across, _, along] = grid.counts.map(|count| count as f32);
        let [x, y, z] = place.map(|part| part as f32);
        let row = ((y + 0.5) / grid.columns as f32).floor();
        let column = y - row * grid.columns as f32;
        let at = [column * across + x, row * along + z];
        assert_eq!(at[1] * width as f32 + at[0], texel as f32, "{place:?}");
    }
}

#[test]
fn the_bytes_give_back_the_share_of_light() {
    let share = |openness: Openness, normal: Vec3| {
        let [x, y, z, mean] = openness.to_bytes().map(f32::from);
        (mean + (Vec3::new(x, y, z) - 128.0).dot(normal)) / 255.0
    };
    let full = Openness {
        mean: 1.0,
        directed: Vec3::ZERO,
    };
    assert_eq!(full.to_bytes(), OPEN);
    for normal in [Vec3::X, Vec3::Y, -Vec3::Z] {
        assert_eq!(share(full, normal), 1.0);
    }
    // Over a floor: the upper half is open.
    let floor = Openness {
        mean: 0.5,
        directed: Vec3::Y * 0.25,
    };
    assert!((share(floor, Vec3::Y) - 1.0).abs() < 0.01);
    assert!((share(floor, Vec3::X) - 0.5).abs() < 0.01);
    assert!(share(floor, -Vec3::Y).abs() < 0.01);
}
