//! A sketch as SVG: a still that stays sharp at any size.

use std::fmt::Write as _;

use macroquad::color::Color;

use crate::commands::clip::sketch::{Anchor, BACKGROUND, Sketch, Stroke};
use crate::commands::svg::{escaped, hex};

/// Two ends of lines that are no farther from one another are one corner; pixels, since places have one decimal.
const SAME: f32 = 0.05;

/// The picture of `sketch` as SVG.
pub fn svg(sketch: &Sketch) -> String {
    let [width, height] = sketch.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\">\n<path fill=\"{}\" d=\"M0 0h{width}v{height}H0z\"/>\n",
        escaped(&sketch.caption),
        hex(BACKGROUND)
    );
    if let Some(([x, y], radius, color)) = sketch.body {
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\"{}/>",
            hex(color),
            opacity("fill-opacity", color)
        );
    }
    text.push_str("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
    let mut strokes = sketch.strokes.iter().peekable();
    while let Some(first) = strokes.next() {
        let color = first.color;
        let _ = write!(
            text,
            "<path stroke=\"{}\"{} stroke-width=\"{:.1}\" d=\"M{}",
            hex(color),
            opacity("stroke-opacity", color),
            first.width,
            places(&first.ends)
        );
        let mut end = first.ends[1];
        while let Some(next) = strokes.next_if(|next| goes_on(next, first, end)) {
            end = next.ends[1];
            let _ = write!(text, " {}", places(&[end]));
        }
        text.push_str("\"/>\n");
    }
    // A dark rim keeps labels readable over lines.
    let _ = write!(
        text,
        "</g>\n<path fill=\"{0}\" d=\"M0 {1:.1}h{width}V{height}H0z\"/>\n<g font-family=\"system-ui, sans-serif\" \
         paint-order=\"stroke\" stroke=\"{0}\" stroke-width=\"5\">\n",
        hex(BACKGROUND),
        sketch.band
    );
    for words in &sketch.words {
        let [x, y] = words.at;
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{} font-size=\"{:.1}\" fill=\"{}\">{}</text>",
            match words.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            },
            words.size,
            hex(words.color),
            escaped(&words.text)
        );
    }
    text.push_str("</g>\n</svg>\n");
    text
}

fn goes_on(next: &Stroke, first: &Stroke, end: [f32; 2]) -> bool {
    let [x, y] = next.ends[0];
    let is_same = (x - end[0]).abs() < SAME && (y - end[1]).abs() < SAME;
    is_same && next.color == first.color && next.width == first.width
}

fn places(ends: &[[f32; 2]]) -> String {
    let places = ends.iter().map(|[x, y]| format!("{x:.1} {y:.1}"));
    places.collect::<Vec<_>>().join(" ")
}

fn opacity(name: &str, color: Color) -> String {
    if color.a < 1.0 {
        format!(" {name}=\"{:.2}\"", color.a)
    } else {
        String::new()
    }
}
