//! The sheet of a map: its place in the level, its frame and its texts.

use std::fmt::Write;

use sidle::glam::{DVec2, DVec3, Vec3Swizzles};
use sidle::world::World;

use crate::commands::svg::{INK, escaped};
use crate::session::words::round_below;

/// Smallest distance between the paths and the frame; metres.
const MARGIN: f64 = 2.5;

/// The level around the paths is shown up to this share of the paths' size.
const AROUND: f64 = 0.7;

/// The smallest part of a level that is shown; metres.
const MIN_PART: f64 = 8.0;

/// The largest and the smallest size of the map; pixels.
const MAX_SIZE: DVec2 = DVec2::new(1120.0, 860.0);
const MIN_SIZE: DVec2 = DVec2::new(820.0, 300.0);

/// Space around the map: at the sides, above for the title, and below for the legend; pixels.
const SIDE: f64 = 40.0;
const HEAD: f64 = 92.0;
const FOOT: f64 = 96.0;

/// The part of the level on the sheet.
pub struct View {
    /// The corner of the map with the least x and z; metres.
    corner: DVec2,
    pub pixels_per_metre: f64,
    /// Size of the map; pixels.
    size: DVec2,
}

impl View {
    /// A view of all `points` and their surroundings.
    pub fn around(points: impl Iterator<Item = DVec2>, world: &World) -> Self {
        let bounds = |points: &mut dyn Iterator<Item = DVec2>| {
            points.fold(
                (DVec2::INFINITY, DVec2::NEG_INFINITY),
                |(low, high), point| (low.min(point), high.max(point)),
            )
        };
        let (low, high) = bounds(&mut points.into_iter());
        let triangles = world.triangles().iter();
        let corners = triangles.flat_map(|triangle| triangle.vertices());
        let centers = world.boxes().iter().map(|obb| obb.center());
        let (least, most) = bounds(&mut corners.chain(centers).map(|corner| corner.xz()));

        let room = DVec2::splat(MARGIN + AROUND * (high - low).max_element());
        let (mut low, mut high) = (
            (low - MARGIN).min(least.max(low - room) - 1.0),
            (high + MARGIN).max(most.min(high + room) + 1.0),
        );
        let widen = (DVec2::splat(MIN_PART) - (high - low)).max(DVec2::ZERO) / 2.0;
        (low, high) = (low - widen, high + widen);
        let metres = high - low;
        let pixels_per_metre = (MAX_SIZE / metres).min_element();
        let size = (metres * pixels_per_metre).max(MIN_SIZE);
        Self {
            corner: (low + high) / 2.0 - size / (2.0 * pixels_per_metre),
            pixels_per_metre,
            size,
        }
    }

    /// The pixel of a `place` in the level: x to the right, -z upwards.
    pub fn pixel(&self, place: DVec2) -> DVec2 {
        DVec2::new(SIDE, HEAD) + (place - self.corner) * self.pixels_per_metre
    }

    /// Adds a closed shape to the data of an SVG path, unless none of it is on the sheet.
    pub fn polygon(&self, data: &mut String, corners: &[DVec2]) {
        let pixels: Vec<_> = corners.iter().map(|corner| self.pixel(*corner)).collect();
        let low = pixels.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let high = pixels.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        let (from, to) = (DVec2::new(SIDE, HEAD), DVec2::new(SIDE, HEAD) + self.size);
        let seen = high.cmpge(from).all() && low.cmple(to).all();
        if !seen || (high - low).max_element() < 0.3 {
            return;
        }
        push_line(data, pixels.into_iter());
        data.push('Z');
    }

    /// Adds a line through `places` to the data of an SVG path.
    pub fn polyline(&self, data: &mut String, places: impl IntoIterator<Item = DVec3>) {
        push_line(data, places.into_iter().map(|place| self.pixel(place.xz())));
    }

    /// Begins the file, with the title.
    pub fn begin(&self, svg: &mut String, title: &str, subtitle: &str) {
        let (width, height) = (self.size.x + 2.0 * SIDE, self.size.y + HEAD + FOOT);
        let (map_width, map_height) = (self.size.x, self.size.y);
        let (title, subtitle) = (escaped(title), escaped(subtitle));
        let _ = writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" font-family="Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" fill="{INK}">
<title>{title}</title>
<desc>The level from above, with the path of each controller. {subtitle}.</desc>
<clipPath id="map"><rect x="{SIDE}" y="{HEAD}" width="{map_width:.1}" height="{map_height:.1}" rx="6"/></clipPath>
<rect width="100%" height="100%" fill="white"/>
<text x="{SIDE}" y="46" font-size="28" font-weight="600">{title}</text>
<text x="{SIDE}" y="72" font-size="15" fill-opacity="0.7">{subtitle}</text>
<rect x="{SIDE}" y="{HEAD}" width="{map_width:.1}" height="{map_height:.1}" rx="6" fill="{INK}" fill-opacity="0.015"/>"#
        );
    }

    /// Draws the frame of the map.
    pub fn frame(&self, svg: &mut String) {
        let _ = writeln!(
            svg,
            r#"<rect x="{SIDE}" y="{HEAD}" width="{:.1}" height="{:.1}" rx="6" fill="none" stroke="{INK}" stroke-opacity="0.2"/>"#,
            self.size.x, self.size.y
        );
    }

    /// Draws a bar of a round length, about an eighth of the map's width, at the upper right.
    pub fn scale_bar(&self, svg: &mut String) {
        let metres = round_below(self.size.x / 8.0 / self.pixels_per_metre);
        let length = metres * self.pixels_per_metre;
        let (right, y) = (SIDE + self.size.x, HEAD - 18.0);
        let left = right - length;
        let _ = writeln!(
            svg,
            r#"<path d="M{left:.1} {:.1}v8h{length:.1}v-8" fill="none" stroke="{INK}" stroke-width="1.5"/><text x="{:.1}" y="{:.1}" font-size="13" text-anchor="end">{metres} m</text>"#,
            y - 4.0,
            left - 8.0,
            y + 5.0,
        );
    }

    /// Draws an entry of the legend, one of three side by side.
    pub fn legend(&self, svg: &mut String, at: usize, entry: &LegendEntry) {
        let LegendEntry {
            color,
            width,
            name,
            lines,
        } = entry;
        let x = SIDE + at as f64 * self.size.x / 3.0;
        let y = HEAD + self.size.y + 34.0;
        let text = x + 44.0;
        let _ = writeln!(
            svg,
            r#"<path d="M{x:.1} {:.1}h32" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/><text x="{text:.1}" y="{y:.1}" font-size="17" font-weight="600">{}</text><text font-size="13.5" fill-opacity="0.8"><tspan x="{text:.1}" y="{:.1}">{}</tspan><tspan x="{text:.1}" y="{:.1}">{}</tspan></text>"#,
            y - 6.0,
            escaped(name),
            y + 20.0,
            escaped(&lines[0]),
            y + 39.0,
            escaped(&lines[1]),
        );
    }

    /// Draws a text on the map, readable on any ground.
    pub fn label(&self, svg: &mut String, at: DVec2, text: &str) {
        let (x, y, text) = (at.x, at.y, escaped(text));
        let _ = writeln!(
            svg,
            r#"<text x="{x:.1}" y="{y:.1}" font-size="13" font-weight="600" stroke="white" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{text}</text>"#
        );
    }
}

/// An entry of the legend, with its line and its text.
pub struct LegendEntry {
    pub color: String,
    pub width: f64,
    pub name: &'static str,
    pub lines: [String; 2],
}

fn push_line(data: &mut String, mut pixels: impl Iterator<Item = DVec2>) {
    if let Some(first) = pixels.next() {
        let _ = write!(data, "M{:.1} {:.1}", first.x, first.y);
    }
    for pixel in pixels {
        let _ = write!(data, "L{:.1} {:.1}", pixel.x, pixel.y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_on_the_sheet_with_a_margin() {
        for (from, to) in [
            ([0.0, 0.0], [0.0, 0.0]),
            ([-90.0, 3.0], [80.0, 4.0]),
            ([5e6, 1.0], [5e6, 70.0]),
        ] {
            let points = [DVec2::from(from), DVec2::from(to)];
            let view = View::around(points.into_iter(), &World::default());
            for point in points {
                let inside = view.pixel(point) - DVec2::new(SIDE, HEAD);
                let room = inside.min(view.size - inside).min_element() / view.pixels_per_metre;
                assert!(room >= 2.0, "{room} m around {point}");
            }
        }
    }
}
