//! The pictures on the palette's buttons: boxes seen from a corner, and flat symbols.

use egui::epaint::EllipseShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use crate::ui::panel::style;
use crate::view::palette::{GUIDE, RESULT, ZONE};

/// A unit of a picture's space; points.
const UNIT: f32 = 12.0;

const STONE: Color32 = Color32::from_rgb(0xC2, 0xCC, 0xD4);
const WOOD: Color32 = Color32::from_rgb(0xC8, 0x96, 0x5A);
const PAINT: Color32 = Color32::from_rgb(0xD0, 0x58, 0x48);
const GLASS: Color32 = Color32::from_rgb(0x9C, 0xC4, 0xDC);
const DARK: Color32 = Color32::from_rgb(0x20, 0x26, 0x2C);

/// The light on the top, on the left side and on the right side of a box.
const LIGHT: [f32; 3] = [1.0, 0.74, 0.54];

type Point = [f32; 3];

/// Draws the picture of the item of this name around `center`.
pub fn draw(painter: &Painter, center: Pos2, name: &str) {
    let icon = Icon { painter, center };
    match name {
        "block" => icon.block(STONE, [-0.55; 3], [0.55; 3]),
        "ramp" => icon.ramp(),
        "stairs" => {
            for step in 0..4 {
                let (far, top) = (-0.7 + 0.35 * step as f32, 0.5 - 0.25 * step as f32);
                icon.block(STONE, [-0.6, -0.5, far], [0.6, top, far + 0.35]);
            }
        }
        "cylinder" => icon.cylinder(),
        "wall" => icon.block(STONE, [-0.9, -0.5, -0.12], [0.9, 0.55, 0.12]),
        "crate" => {
            icon.block(WOOD, [-0.55; 3], [0.55; 3]);
            icon.lines(&[[-0.55, 0.55, 0.55], [0.55, -0.55, 0.55]]);
            icon.lines(&[[0.55, 0.55, 0.55], [0.55, -0.55, -0.55]]);
            icon.lines(&[[-0.55, 0.55, 0.55], [0.55, 0.55, 0.55], [0.55, 0.55, -0.55]]);
            icon.lines(&[[0.55, 0.55, 0.55], [0.55, -0.55, 0.55]]);
        }
        "fence" => {
            for post in [-0.9, -0.1, 0.7] {
                icon.block(WOOD, [post, -0.5, -0.08], [post + 0.2, 0.5, 0.08]);
            }
            for rail in [-0.2, 0.2] {
                icon.block(WOOD, [-0.9, rail, 0.08], [0.9, rail + 0.16, 0.14]);
            }
        }
        "car" => {
            icon.block(PAINT, [-1.0, -0.35, -0.42], [1.0, 0.1, 0.42]);
            icon.block(GLASS, [-0.55, 0.1, -0.36], [0.5, 0.5, 0.36]);
            for wheel in [-0.6, 0.6] {
                icon.circle(DARK, [wheel, -0.35, 0.42], 0.2);
            }
        }
        "platform" => {
            icon.block(STONE, [-0.7, -0.5, -0.5], [0.7, -0.25, 0.5]);
            icon.arrow([-0.2, 0.2, 0.0], [0.85, 0.2, 0.0]);
            icon.arrow([0.2, 0.2, 0.0], [-0.85, 0.2, 0.0]);
        }
        "lift" => {
            icon.block(STONE, [-0.6, -0.6, -0.6], [0.6, -0.35, 0.6]);
            icon.arrow([0.0, -0.3, 0.0], [0.0, 0.9, 0.0]);
        }
        "sign" => {
            icon.block(WOOD, [-0.08, -0.9, -0.06], [0.08, 0.0, 0.06]);
            icon.block(WOOD, [-0.8, -0.2, -0.06], [0.8, 0.7, 0.06]);
            for (line, end) in [(0.42, 0.6), (0.1, 0.2)] {
                icon.lines(&[[-0.6, line, 0.06], [end, line, 0.06]]);
            }
        }
        "finish" => {
            icon.zone(0.5);
            icon.flag(Color32::WHITE);
            for square in (0..12_u8).filter(|square| (square + square / 4) % 2 == 0) {
                let at = vec2(f32::from(square % 4), f32::from(square / 4)) * 0.25;
                icon.square(DARK, vec2(-0.3, -0.85) + at, Vec2::splat(0.25));
            }
        }
        "race start" => {
            icon.zone(0.5);
            icon.flag(style::color(RESULT));
        }
        "checkpoint" => {
            icon.zone(0.5);
            icon.flag(style::color(GUIDE));
        }
        "teleport" => {
            icon.zone(0.5);
            for radius in [0.3, 0.6] {
                let stroke = Stroke::new(1.5, style::color(GUIDE));
                painter.circle_stroke(center, radius * UNIT, stroke);
            }
        }
        "jump pad" => {
            icon.zone(0.1);
            icon.arrow([0.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        }
        "message" => {
            icon.zone(0.5);
            icon.square(Color32::WHITE, vec2(-0.7, -0.55), vec2(1.4, 0.8));
            let tail = [[-0.3, 0.2], [0.1, 0.2], [-0.35, 0.65]];
            icon.polygon(Color32::WHITE, tail.map(|[x, y]| icon.flat(vec2(x, y))));
            for line in [-0.3, -0.02] {
                icon.square(DARK, vec2(-0.5, line), vec2(1.0, 0.1));
            }
        }
        "spawn here" => {
            let color = style::color(GUIDE);
            painter.circle_filled(icon.flat(vec2(0.0, -0.65)), 0.3 * UNIT, color);
            let body = [[-0.4, -0.25], [0.4, -0.25], [0.22, 0.95], [-0.22, 0.95]];
            icon.polygon(color, body.map(|[x, y]| icon.flat(vec2(x, y))));
        }
        // A prefab.
        _ => {
            icon.block(STONE, [-0.7, -0.5, -0.7], [0.1, 0.2, 0.1]);
            icon.block(WOOD, [0.2, -0.5, -0.4], [0.8, 0.0, 0.2]);
            icon.block(PAINT, [-0.5, -0.5, 0.3], [0.0, -0.1, 0.8]);
        }
    }
}

/// A picture that is being drawn.
struct Icon<'p> {
    painter: &'p Painter,
    center: Pos2,
}

impl Icon<'_> {
    /// Where a point of space is seen: X goes down to the right, Z down to the left.
    fn at(&self, [x, y, z]: Point) -> Pos2 {
        self.flat(vec2((x - z) * 0.866, (x + z) * 0.5 - y))
    }

    /// A place of the picture, from its middle to the right and down.
    fn flat(&self, place: Vec2) -> Pos2 {
        self.center + place * UNIT
    }

    fn polygon(&self, color: Color32, corners: impl Into<Vec<Pos2>>) {
        let shape = Shape::convex_polygon(corners.into(), color, Stroke::NONE);
        self.painter.add(shape);
    }

    /// A face of a box: the top, the left side or the right side.
    fn face(&self, color: Color32, side: usize, corners: &[Point]) {
        let [red, green, blue, _] = color.to_array();
        let shade = |part: u8| (f32::from(part) * LIGHT[side]) as u8;
        let color = Color32::from_rgb(shade(red), shade(green), shade(blue));
        let corners: Vec<_> = corners.iter().map(|corner| self.at(*corner)).collect();
        self.polygon(color, corners);
    }

    /// A box between two corners.
    fn block(&self, color: Color32, [a, b, c]: Point, [x, y, z]: Point) {
        self.face(color, 0, &[[a, y, c], [x, y, c], [x, y, z], [a, y, z]]);
        self.face(color, 1, &[[a, b, z], [a, y, z], [x, y, z], [x, b, z]]);
        self.face(color, 2, &[[x, b, z], [x, y, z], [x, y, c], [x, b, c]]);
    }

    fn ramp(&self) {
        let (x, y, z) = (0.6, 0.5, 0.75);
        self.face(
            STONE,
            0,
            &[[-x, -y, z], [-x, y, -z], [x, y, -z], [x, -y, z]],
        );
        self.face(STONE, 2, &[[x, -y, z], [x, y, -z], [x, -y, -z]]);
    }

    fn cylinder(&self) {
        let (wide, high) = (vec2(0.65, 0.32) * UNIT, 0.6);
        let [top, bottom] = [-high, high].map(|y| self.flat(vec2(0.0, y)));
        let shade = STONE.gamma_multiply(LIGHT[1]).to_opaque();
        let ellipse = |center, color| {
            self.painter.add(EllipseShape::filled(center, wide, color));
        };
        ellipse(bottom, shade);
        self.square(shade, vec2(-0.65, -high), vec2(1.3, high * 2.0));
        ellipse(top, STONE);
    }

    /// The box of a zone of half this height, which one sees through.
    fn zone(&self, high: f32) {
        let color = style::color(ZONE);
        let [a, b] = [-0.7, 0.7];
        for (y, opacity) in [(-high, 0.25), (high, 0.35)] {
            let corners =
                [[a, y, a], [b, y, a], [b, y, b], [a, y, b]].map(|corner| self.at(corner));
            self.polygon(color.gamma_multiply(opacity), corners);
            let edges = Shape::closed_line(corners.to_vec(), Stroke::new(1.0, color));
            self.painter.add(edges);
        }
        for corner in [[a, b], [b, b], [b, a]] {
            let end = |y| self.at([corner[0], y, corner[1]]);
            let stroke = Stroke::new(1.0, color);
            self.painter.line_segment([end(-high), end(high)], stroke);
        }
    }

    fn flag(&self, color: Color32) {
        self.square(Color32::WHITE, vec2(-0.42, -0.85), vec2(0.12, 1.6));
        self.square(color, vec2(-0.3, -0.85), vec2(1.0, 0.75));
    }

    /// A flat rectangle.
    fn square(&self, color: Color32, min: Vec2, size: Vec2) {
        let rect = Rect::from_min_size(self.flat(min), size * UNIT);
        self.painter.rect_filled(rect, 0.0, color);
    }

    fn circle(&self, color: Color32, at: Point, radius: f32) {
        self.painter
            .circle_filled(self.at(at), radius * UNIT, color);
    }

    /// Dark lines along a path.
    fn lines(&self, path: &[Point]) {
        let path = path.iter().map(|point| self.at(*point)).collect();
        let dark = Stroke::new(1.2, DARK.gamma_multiply(0.75));
        self.painter.add(Shape::line(path, dark));
    }

    fn arrow(&self, from: Point, to: Point) {
        let stroke = Stroke::new(2.0, style::color(GUIDE));
        let (from, to) = (self.at(from), self.at(to));
        let back = (from - to).normalized() * 0.42 * UNIT;
        self.painter.line_segment([from, to], stroke);
        for side in [back.rot90(), -back.rot90()] {
            self.painter.line_segment([to, to + back + side], stroke);
        }
    }
}
