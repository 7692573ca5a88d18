//! The difference of two levels as SVG: the floor of the new level, coloured by what happened to it, and below it the
//! surroundings of each finding, before and now.

use core::cmp::Ordering;
use std::fmt::Write as _;

use macroquad::color::Color;

use sidle::glam::DVec3;
use sidle_audit::{Finding, HeatSquare};

use super::difference::Difference;
use super::floor::{Floor, FloorChange};
use super::report::title_of;
use super::side::Side;
use crate::commands::audit::picture::{
    HEAD, MARGIN, Plan, WIDTH, draw_meanings, draw_pin, draw_squares,
};
use crate::commands::svg::{INK, escaped};
use crate::view::palette;

/// The side of a close-up; metres.
const AROUND: f64 = 12.0;

/// The most things that have close-ups, and how many of them are side by side.
const MAX_CLOSE_UPS: usize = 20;
const COLUMNS: usize = 2;

/// The width of the close-ups of one thing, before and now, and the side of each; pixels.
const PAIR: f64 = (WIDTH - MARGIN) / COLUMNS as f64;
const SIDE: f64 = (PAIR - MARGIN / 2.0) / 2.0;

/// Something of the picture with a number.
struct Item<'d> {
    words: String,
    at: DVec3,
    pin: Option<(&'d Finding, Color)>,
}

/// The picture.
pub fn svg(new: &Side, difference: &Difference) -> String {
    let [before, now] = &difference.floors;
    let opened = difference
        .opened
        .iter()
        .map(|changed| (changed, palette::ERROR, "opened"));
    let closed = difference
        .closed
        .iter()
        .map(|changed| (changed, palette::RETURNS, "closed"));
    let findings = opened.chain(closed).map(|(changed, color, word)| Item {
        words: format!("{word}: {}", changed.finding.id()),
        at: changed.finding.at,
        pin: Some((&changed.finding, color)),
    });
    let regions = difference.regions.iter().map(|(region, _)| Item {
        words: title_of(region),
        at: region.at,
        pin: None,
    });
    let items: Vec<_> = findings.chain(regions).take(MAX_CLOSE_UPS).collect();
    // What is no longer there is drawn with the floor of the new level.
    let mut squares: Vec<_> = before.squares().chain(now.squares()).copied().collect();
    squares.sort_by(|a, b| {
        let axes = a.corner.iter().zip(&b.corner).map(|(a, b)| a.total_cmp(b));
        let at = axes.fold(Ordering::Equal, Ordering::then);
        // The last one of a column is seen.
        let rank = |square: &HeatSquare| {
            let happened = region_of(square, difference).is_some();
            (happened, square.soonest.is_some())
        };
        at.then_with(|| rank(a).cmp(&rank(b)))
    });
    let pins = items.iter().filter_map(|item| item.pin);
    let mut plan = Plan::around(&squares, pins.map(|(finding, _)| finding));
    plan.top = HEAD * 2.0;
    let row = HEAD + SIDE + MARGIN;
    let (width, height) = (
        WIDTH + 2.0 * MARGIN,
        plan.top + plan.height + row * items.len() as f64 + MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let name = escaped(&new.level.scene.name);
    let foot = HEAD * 0.65;
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{foot:.1}\" font-size=\"16\">{name}: what happened to the floor</text>"
    );
    let meanings: [(&[Color], &str); 6] = [
        (&[palette::ERROR], "no longer reached, or gone"),
        (&[palette::HEAT[2]], "reached now"),
        (&[palette::HEAT[5]], "reached later"),
        (&[palette::HEAT[1]], "reached sooner"),
        (&[KEPT], "as before"),
        (&[palette::UNREACHED], "nobody came"),
    ];
    draw_meanings(&mut svg, [MARGIN, foot + HEAD], meanings.into_iter());
    let color = |square: &HeatSquare| color_of(square, difference);
    draw_squares(&mut svg, &plan, &squares, color);
    for (number, item) in (1..).zip(&items) {
        if let Some((finding, color)) = item.pin {
            draw_pin(&mut svg, &plan, number, finding, color);
        }
    }
    for (number, item) in items.iter().enumerate() {
        let left = MARGIN + (PAIR + MARGIN) * (number % COLUMNS) as f64;
        let top = plan.top + plan.height + row * (number / COLUMNS) as f64;
        let foot = top + HEAD * 0.65;
        let words = escaped(&format!("{}  {}", number + 1, item.words));
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{foot:.1}\" fill=\"{INK}\">{words}</text>"
        );
        for (floor, left) in [(before, left), (now, left + SIDE + MARGIN / 2.0)] {
            let close_up = CloseUp {
                floor,
                item,
                number: number as u32 + 1,
                at: [left, top + HEAD],
            };
            close_up.draw(&mut svg, difference);
        }
    }
    svg + "</svg>\n"
}

/// The floor that walkers reach as before.
const KEPT: Color = palette::HEAT[0];

/// What happened to a square.
fn region_of(square: &HeatSquare, difference: &Difference) -> Option<FloorChange> {
    let [x, z] = square.corner.map(|along| along + square.side / 2.0);
    let place = DVec3::new(x, square.height, z);
    let mut regions = difference.regions.iter().map(|(region, _)| region);
    let region = regions.find(|region| region.contains(place, square.side));
    region.map(|region| region.change)
}

/// The colour of a square, by what happened to it.
fn color_of(square: &HeatSquare, difference: &Difference) -> Color {
    match region_of(square, difference) {
        Some(FloorChange::Lost) => palette::ERROR,
        Some(FloorChange::Gained) => palette::HEAT[2],
        Some(FloorChange::Later) => palette::HEAT[5],
        Some(FloorChange::Sooner) => palette::HEAT[1],
        None if square.soonest.is_some() => KEPT,
        None => palette::UNREACHED,
    }
}

/// The surroundings of an item in one of both levels.
struct CloseUp<'d> {
    floor: &'d Floor,
    item: &'d Item<'d>,
    number: u32,
    /// Its upper left corner; pixels.
    at: [f64; 2],
}

impl CloseUp<'_> {
    fn draw(&self, svg: &mut String, difference: &Difference) {
        let Self {
            floor,
            item,
            number,
            at: [left, top],
        } = *self;
        let low = [item.at.x, item.at.z].map(|along| along - AROUND / 2.0);
        let plan = Plan {
            low,
            scale: SIDE / AROUND,
            height: SIDE,
            left,
            top,
        };
        let is_near = |square: &&HeatSquare| {
            let mut axes = square.corner.iter().zip(low);
            axes.all(|(at, low)| *at >= low && *at + square.side <= low + AROUND)
        };
        let squares: Vec<_> = floor.squares().filter(is_near).copied().collect();
        draw_squares(svg, &plan, &squares, |square| color_of(square, difference));
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{SIDE:.1}\" height=\"{SIDE:.1}\" fill=\"none\" stroke=\"{INK}\"/>"
        );
        if let Some((finding, color)) = item.pin {
            draw_pin(svg, &plan, number, finding, color);
        }
    }
}
