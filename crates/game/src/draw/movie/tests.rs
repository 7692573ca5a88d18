//! Tests of `movie.rs`: each format is read back by a decoder.

use super::*;
use std::io::Cursor;

const SIZE: [u16; 2] = [70, 66];

/// A grey picture with a bright square that moves, and stands still at the end.
fn movie(frames: usize, fps: u32) -> Movie {
    let mut movie = Movie::new(SIZE, fps);
    for frame in 0..frames {
        let left = 3 + 5 * frame.min(4);
        let pixel = |place: usize| {
            let (x, y) = (place % 70, place / 70);
            let is_inside = (left..left + 9).contains(&x) && (11..20).contains(&y);
            if is_inside {
                [250, 120, 30]
            } else {
                [40, 50, 60]
            }
        };
        let pixels = (0..70 * 66).flat_map(pixel).collect();
        movie.add(SIZE, pixels).expect("a frame of this size");
    }
    movie
}

#[test]
fn a_gif_shows_its_frames_for_as_long_as_they_last() {
    let bytes = movie(7, 30).encode(Format::Gif).expect("a picture");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(Cursor::new(bytes)).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height()), (70, 66));
    let palette = decoder.global_palette().expect("a palette").to_vec();
    let (mut canvas, mut hundredths) = (vec![0_u8; 70 * 66], 0);
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        hundredths += frame.delay;
        frames += 1;
        for (place, index) in frame.buffer.iter().enumerate() {
            let width = usize::from(frame.width);
            let (x, y) = (
                usize::from(frame.left) + place % width,
                usize::from(frame.top) + place / width,
            );
            if frame.transparent != Some(*index) {
                canvas[y * 70 + x] = *index;
            }
        }
    }
    // 7/30 s.
    assert_eq!((frames, hundredths), (7, 23));
    let color = |x: usize, y: usize| {
        let index = usize::from(canvas[y * 70 + x]);
        [0, 1, 2].map(|channel| palette[3 * index + channel])
    };
    let is_near = |one: [u8; 3], other: [u8; 3]| {
        one.iter()
            .zip(other)
            .all(|(one, other)| one.abs_diff(other) < 6)
    };
    assert!(
        is_near(color(25, 12), [250, 120, 30]),
        "{:?}",
        color(25, 12)
    );
    assert!(is_near(color(4, 12), [40, 50, 60]), "{:?}", color(4, 12));
}

#[test]
fn a_png_has_all_frames_and_every_colour() {
    let movie = movie(7, 25);
    let bytes = movie.encode(Format::Png).expect("a picture");
    let mut reader = png::Decoder::new(Cursor::new(bytes))
        .read_info()
        .expect("a PNG");
    let control = reader.info().animation_control().expect("a moving picture");
    assert_eq!((control.num_frames, control.num_plays), (7, 0));
    let mut pixels = vec![0; reader.output_buffer_size()];
    reader.next_frame(&mut pixels).expect("the first frame");
    assert_eq!(pixels, movie.frames[0]);
}

#[test]
fn a_webp_plays_frame_after_frame() {
    let movie = movie(7, 30);
    let bytes = movie.encode(Format::Webp).expect("a picture");
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).expect("a WebP");
    assert_eq!((decoder.dimensions(), decoder.num_frames()), ((70, 66), 7));
    let mut pixels = vec![0; decoder.output_buffer_size().expect("a size")];
    let mut milliseconds = 0;
    for frame in &movie.frames {
        milliseconds += decoder.read_frame(&mut pixels).expect("a frame");
        let channels = pixels.len() / (70 * 66);
        let shown: Vec<u8> = pixels
            .chunks_exact(channels)
            .flat_map(|pixel| &pixel[..3])
            .copied()
            .collect();
        assert_eq!(shown, *frame);
    }
    assert_eq!(milliseconds, 233);
}

#[test]
fn a_picture_of_one_frame_is_a_still_and_another_size_is_refused() {
    for format in [Format::Gif, Format::Png, Format::Webp] {
        movie(1, 25).encode(format).expect("a picture");
    }
    let error = movie(1, 25).add([70, 65], vec![0; 70 * 65 * 3]);
    assert!(error.expect_err("another size").contains("70 x 65"));
}

#[test]
fn the_extension_names_the_format() {
    for (path, format) in [
        ("a.gif", Some(Format::Gif)),
        ("b.PNG", Some(Format::Png)),
        ("c.webp", Some(Format::Webp)),
        ("gif", None),
        ("a.mp4", None),
    ] {
        assert_eq!(Format::of(path.as_ref()), format, "{path}");
    }
}
