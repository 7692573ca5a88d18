//! Tests of ambient occlusion, with open and dark places.

use super::*;

/// The two triangles of a parallelogram; the front is where its sides turn counter-clockwise.
fn quad(corner: Vec3, first: Vec3, second: Vec3) -> [Corners; 2] {
    let opposite = corner + first + second;
    let triangles = [
        [corner, corner + first, opposite],
        [corner, opposite, corner + second],
    ];
    triangles.map(|corners| corners.map(|corner| corner.to_array()))
}

/// A floor of 16 m around the origin.
fn floor() -> Vec<Corners> {
    quad(Vec3::new(-8.0, 0.0, -8.0), Vec3::Z * 16.0, Vec3::X * 16.0).to_vec()
}

/// A box whose faces look outwards.
fn solid(min: Vec3, size: Vec3) -> Vec<Corners> {
    let [x, y, z] = [Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z];
    [
        quad(min, y, x),
        quad(min, z, y),
        quad(min, x, z),
        quad(min + z, x, y),
        quad(min + x, y, z),
        quad(min + y, z, x),
    ]
    .concat()
}

fn baked(triangles: &[Corners]) -> OcclusionGrid {
    bake(triangles, || false).expect("a grid")
}

/// The shader's `openness`.
fn openness(grid: &OcclusionGrid, place: Vec3, normal: Vec3) -> f32 {
    let layout = &grid.layout;
    let [width, _] = layout.texture_size();
    let place = (place - layout.corner) / layout.cell + normal * NORMAL_OFFSET - 0.5;
    let (first, mut share) = (place.floor(), 0.0);
    let off = place - first;
    for corner in 0..8 {
        let step = [0, 1, 2].map(|axis| corner >> axis & 1);
        let weight = |axis: usize| match step[axis] {
            0 => 1.0 - off[axis],
            _ => off[axis],
        };
        let [x, y, z] = [0, 1, 2].map(|axis| first[axis] as u32 + step[axis]);
        let across = y % layout.columns * layout.counts[0] + x;
        let down = y / layout.columns * layout.counts[2] + z;
        let texel = grid.texels[(down * width + across) as usize];
        let [r, g, b, mean] = texel.map(f32::from);
        let open = mean + (Vec3::new(r, g, b) - 128.0).dot(normal);
        share += weight(0) * weight(1) * weight(2) * open / 255.0;
    }
    share.clamp(0.0, 1.0)
}

#[test]
fn a_floor_in_the_open_is_fully_open() {
    let grid = baked(&floor());
    for place in [
        Vec3::ZERO,
        Vec3::new(3.1, 0.0, -5.7),
        Vec3::new(-7.9, 0.0, 7.9),
    ] {
        let open = openness(&grid, place, Vec3::Y);
        assert!(open > 0.97, "{place} {open}");
    }
}

#[test]
fn a_wall_darkens_the_floor_the_more_the_nearer_it_is() {
    let mut triangles = floor();
    triangles.extend(solid(
        Vec3::new(-8.0, -1.0, -8.0),
        Vec3::new(16.0, 6.0, 4.0),
    ));
    let grid = baked(&triangles);
    // The wall's face is at z = -4.
    let at = |away: f32| openness(&grid, Vec3::new(0.3, 0.0, away - 4.0), Vec3::Y);
    // Half of the sky is hidden.
    assert!((0.45..0.65).contains(&at(0.01)), "{}", at(0.01));
    let shares = [0.01, 0.3, 0.6, 1.0, 1.5, 2.2, 3.2].map(at);
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares[6] > 0.95, "{shares:?}");
    let on_wall = |high: f32| openness(&grid, Vec3::new(0.3, high, -4.0), Vec3::Z);
    assert!(on_wall(0.01) < 0.65 && on_wall(3.5) > 0.95);
}

#[test]
fn the_corners_of_a_room_are_darker_than_its_walls_and_the_street_is_bright() {
    // Five walls of 0.3 m, and a floor that goes on under them.
    let mut triangles = floor();
    for (min, size) in [
        ([-3.0, 0.0, -3.0], [6.0, 3.0, 0.3]),
        ([-3.0, 0.0, 2.7], [6.0, 3.0, 0.3]),
        ([-3.0, 0.0, -3.0], [0.3, 3.0, 6.0]),
        ([2.7, 0.0, -3.0], [0.3, 3.0, 6.0]),
        ([-3.0, 3.0, -3.0], [6.0, 0.3, 6.0]),
    ] {
        triangles.extend(solid(Vec3::from_array(min), Vec3::from_array(size)));
    }
    let grid = baked(&triangles);
    let floor = |x: f32, z: f32| openness(&grid, Vec3::new(x, 0.0, z), Vec3::Y);
    let (corner, side, middle) = (floor(2.6, 2.6), floor(2.6, 0.0), floor(0.0, 0.0));
    assert!(corner + 0.1 < side && side + 0.1 < middle);
    // Just behind the wall, nothing of the room's darkness.
    assert!(floor(3.05, 0.0) > 0.4 && floor(3.05, 0.0) > corner + 0.2);
    assert!(floor(6.5, 0.0) > 0.95);
}

#[test]
fn the_inside_of_a_crate_does_not_darken_what_is_around_it() {
    let mut triangles = floor();
    triangles.extend(solid(Vec3::new(-0.5, 0.0, -0.5), Vec3::ONE));
    let grid = baked(&triangles);
    let beside = openness(&grid, Vec3::new(0.55, 0.0, 0.0), Vec3::Y);
    assert!((0.4..0.8).contains(&beside), "{beside}");
    let top = openness(&grid, Vec3::new(0.45, 1.0, 0.45), Vec3::Y);
    assert!(top > 0.95, "{top}");
}

#[test]
fn a_sloping_plane_is_open_everywhere() {
    for turn in 0..12 {
        let (sin, cos) = (turn as f32 * 0.55).sin_cos();
        let first = Vec3::new(cos, 0.4 * sin, sin).normalize();
        let second = first.cross(Vec3::new(0.1, 1.0, cos)).normalize();
        let normal = first.cross(second).normalize();
        let corner = (first + second) * -4.0;
        let grid = baked(&quad(corner, first * 8.0, second * 8.0));
        for number in 0..200 {
            let along = |step: usize| (number * step % 199) as f32 / 199.0 * 7.8 + 0.1;
            let place = corner + first * along(37) + second * along(91);
            let open = openness(&grid, place, normal);
            assert!(open > 0.9, "{turn} {place} {normal} {open}");
        }
    }
}

#[test]
fn nothing_comes_of_nothing_nor_of_a_cancelled_bake() {
    assert!(bake(&[], || false).is_none());
    assert!(bake(&floor(), || true).is_none());
    let nowhere = [[f32::NAN; 3]; 3];
    assert!(bake(&[nowhere], || false).is_none());
    // A line has no area.
    let line = [0.0, 1.0, 2.0].map(|along| [along, 0.0, 0.0]);
    assert!(bake(&[line], || false).is_none());
    let many = vec![floor()[0]; MAX_TRIANGLES + 1];
    assert!(bake(&many, || panic!("nothing is baked")).is_none());
}

#[test]
fn the_same_triangles_give_the_same_grid() {
    let mut triangles = floor();
    triangles.extend(solid(Vec3::ONE, Vec3::new(2.0, 1.0, 1.5)));
    assert_eq!(baked(&triangles).texels, baked(&triangles).texels);
}
