//! Tests of terrains.

use super::*;
use ::png::{BitDepth, ColorType, Encoder, FilterType};

/// A PNG of these pixels.
fn png(columns: u32, rows: u32, color: ColorType, depth: BitDepth, texels: &[u8]) -> Vec<u8> {
    filtered([columns, rows], (color, depth), FilterType::Sub, texels)
}

/// The same with this filter.
fn filtered(
    [columns, rows]: [u32; 2],
    (color, depth): (ColorType, BitDepth),
    filter: FilterType,
    texels: &[u8],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_filter(filter);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(texels).unwrap();
    drop(writer);
    bytes
}

fn grey(columns: u32, rows: u32, texels: &[u8]) -> Vec<u8> {
    png(columns, rows, ColorType::Grayscale, BitDepth::Eight, texels)
}

/// `size` for the terrains of tests.
const SIZE: DVec3 = DVec3::new(8.0, 3.0, 6.0);

fn message(bytes: &[u8]) -> String {
    read_terrain(bytes, SIZE).unwrap_err().message
}

#[test]
fn the_picture_is_the_map_of_the_terrain_from_above() {
    // White is only where the last column meets the first row.
    let mesh = read_terrain(&grey(3, 2, &[0, 0, 255, 0, 0, 0]), SIZE).unwrap();
    assert_eq!(mesh.bounds.min(), DVec3::new(-4.0, 0.0, -3.0));
    assert_eq!(mesh.bounds.max(), DVec3::new(4.0, 3.0, 3.0));
    let part = &mesh.parts[0];
    let corners = part.triangles.as_flattened().iter();
    let high: Vec<_> = corners.filter(|corner| corner.y > 0.0).collect();
    assert_eq!(high, [&Vec3::new(4.0, 3.0, -3.0)]);
    assert_eq!(part.triangles.len(), 4);
    for [a, b, c] in &part.triangles {
        assert!((b - a).cross(c - a).y > 0.0, "the front looks up");
    }
    let count = part.triangles.len();
    assert_eq!((part.normals.len(), part.colors.len()), (count, count));
}

#[test]
fn sixteen_bits_are_read_with_the_first_byte_as_the_greater() {
    let texels = [0x80, 0x00, 0, 0, 0, 0, 0xff, 0xff];
    let bytes = png(2, 2, ColorType::Grayscale, BitDepth::Sixteen, &texels);
    let mesh = read_terrain(&bytes, DVec3::new(1.0, 65535.0, 1.0)).unwrap();
    let heights = mesh.parts[0].triangles.as_flattened().iter();
    let mut heights: Vec<_> = heights.map(|corner| corner.y as u32).collect();
    heights.sort_unstable();
    heights.dedup();
    assert_eq!(heights, [0, 0x8000, 0xffff]);
}

#[test]
fn grey_saved_with_colours_is_the_same_terrain() {
    let greys = [0, 9, 200, 255, 30, 1];
    let expected = read_terrain(&grey(3, 2, &greys), SIZE).unwrap();
    for (color, depth) in [
        (ColorType::Rgb, BitDepth::Eight),
        (ColorType::Rgba, BitDepth::Eight),
        (ColorType::GrayscaleAlpha, BitDepth::Sixteen),
        (ColorType::Rgba, BitDepth::Sixteen),
    ] {
        // 257 times a number of 8 bits is the same share of 65535.
        let texels = greys.iter().flat_map(|grey| {
            let opaque = color.samples() - usize::from(color != ColorType::Rgb);
            let samples = (0..color.samples()).map(move |at| if at < opaque { *grey } else { 255 });
            samples
                .flat_map(move |sample| vec![sample; if depth == BitDepth::Eight { 1 } else { 2 }])
        });
        let bytes = png(3, 2, color, depth, &texels.collect::<Vec<_>>());
        assert_eq!(
            read_terrain(&bytes, SIZE).unwrap(),
            expected,
            "{color:?} {depth:?}"
        );
        let few = TerrainCost {
            memory: 0,
            ..terrain_cost(&bytes)
        };
        assert_eq!(
            few,
            TerrainCost {
                triangles: 4,
                memory: 0
            }
        );
    }
}

#[test]
fn the_cost_is_that_of_the_terrain() {
    for (columns, rows) in [(2, 2), (3, 2), (17, 5)] {
        let bytes = grey(columns, rows, &vec![9; (columns * rows) as usize]);
        let mesh = read_terrain(&bytes, SIZE).unwrap();
        assert_eq!(terrain_cost(&bytes).triangles, mesh.triangle_count() as u64);
    }
    // What is refused is not built.
    assert_eq!(terrain_cost(&grey(1, 9, &[0; 9])).triangles, 0);
    assert_eq!(terrain_cost(&[]), TerrainCost::default());
    let mut huge = grey(2, 2, &[0; 4]);
    huge[16..24].fill(0xff);
    assert_eq!(terrain_cost(&huge), TerrainCost::default());
}

#[test]
fn flat_ground_is_grass_and_a_wall_is_rock() {
    let bytes = [GRASS, ROCK].map(|color| color.map(|channel| channel as u8));
    let colors = [DVec3::Y, DVec3::X].map(color_of);
    assert_eq!(
        colors.map(|[red, green, blue, _]| [red, green, blue]),
        bytes
    );
    assert!(colors.iter().all(|color| color[3] == 255));
}

#[test]
fn what_is_no_grey_picture_is_refused_with_its_reason() {
    let grey_alpha = png(2, 2, ColorType::GrayscaleAlpha, BitDepth::Eight, &[0; 8]);
    let coloured = png(2, 2, ColorType::Rgb, BitDepth::Eight, b"aaabbbcccddc");
    let coarse = png(8, 2, ColorType::Grayscale, BitDepth::One, &[0; 2]);
    for (bytes, expected) in [
        (b"v 0 0 0".to_vec(), "is no PNG"),
        (Vec::new(), "is no PNG"),
        (grey_alpha, "has transparency, and heights are grey"),
        (coloured, "has colours, and heights are grey"),
        (coarse, "has 1 bits a pixel, too few for heights"),
        (
            grey(1, 2, &[0; 2]),
            "has 1 × 2 pixels, and each square needs four",
        ),
    ] {
        assert_eq!(message(&bytes), expected);
    }
}

#[test]
fn no_corruption_of_a_picture_panics_or_takes_more_than_it_says() {
    let texels: Vec<_> = (0..=255).collect();
    let whole = grey(16, 16, &texels);
    for end in 0..whole.len() {
        read_terrain(&whole[..end], SIZE).ok();
        for wrong in [0, 0x7f, 0xff] {
            let mut bytes = whole.clone();
            bytes[end] = wrong;
            if let Ok(mesh) = read_terrain(&bytes, SIZE) {
                let cost = terrain_cost(&bytes).triangles;
                assert_eq!(mesh.triangle_count() as u64, cost, "byte {end}");
            }
        }
    }
    // The numbers of its size.
    for (columns, rows) in [(u32::MAX, u32::MAX), (1 << 31, 2), (4097, 4096), (0, 0)] {
        let mut bytes = whole.clone();
        bytes[16..20].copy_from_slice(&columns.to_be_bytes());
        bytes[20..24].copy_from_slice(&rows.to_be_bytes());
        read_terrain(&bytes, SIZE).unwrap_err();
        assert_eq!(terrain_cost(&bytes), TerrainCost::default());
    }
}

#[test]
fn every_filter_is_undone() {
    for (depth, size) in [(BitDepth::Eight, 1), (BitDepth::Sixteen, 2)] {
        let texels = (0..7 * 5 * size).map(|at: usize| (at * at * 31 % 251) as u8);
        let texels: Vec<_> = texels.collect();
        for filter in [
            FilterType::NoFilter,
            FilterType::Sub,
            FilterType::Up,
            FilterType::Avg,
            FilterType::Paeth,
        ] {
            let bytes = filtered([7, 5], (ColorType::Grayscale, depth), filter, &texels);
            let header = super::png::header(&bytes).unwrap();
            let pixels = super::png::pixels(&bytes, header);
            assert_eq!(pixels.as_deref(), Some(&texels[..]), "{filter:?}");
        }
    }
}
