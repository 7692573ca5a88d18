//! The panel's section "Performance": graphs of the cost of the last seconds.

use egui::{Align2, Color32, FontId, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::ui::panel::graph::{BUDGET_MS, FrameSample, Graph, mean_and_most};
use crate::ui::panel::style;
use crate::view::palette;

/// Height of a graph with its line of text above it, and of that line; points.
const HEIGHT: f32 = 48.0;
const TEXT_HEIGHT: f32 = 18.0;

/// A row of the section.
struct GraphRow {
    name: &'static str,
    color: Color32,
    of: fn(&FrameSample) -> Option<f64>,
    /// Shown while there are no values.
    empty: &'static str,
    /// A dashed line that values should stay below.
    budget: Option<f64>,
}

pub fn show(ui: &mut Ui, graph: &Graph) {
    let rows = [
        GraphRow {
            name: "frame, ms",
            color: style::color(palette::GRAPHS[0]),
            of: |sample| Some(sample.frame_ms),
            empty: "none yet",
            budget: Some(BUDGET_MS),
        },
        GraphRow {
            name: "ticks per frame",
            color: style::color(palette::GRAPHS[1]),
            of: |sample| Some(sample.ticks.into()),
            empty: "none yet",
            budget: None,
        },
        GraphRow {
            name: "gathered per tick",
            color: style::color(palette::GRAPHS[2]),
            of: FrameSample::gathered_per_tick,
            empty: "with moves or tests on",
            budget: None,
        },
        GraphRow {
            name: "a tick takes, µs",
            color: style::color(palette::GRAPHS[3]),
            of: FrameSample::tick_us,
            empty: "none yet",
            budget: None,
        },
    ];
    for row in rows {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        draw(ui, rect, &row, &graph.line(row.of));
    }
}

/// Draws one graph: the area below a line, with its numbers above.
fn draw(ui: &Ui, rect: Rect, row: &GraphRow, line: &[(f32, f64)]) {
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let numbers = mean_and_most(line);
    let (mean, most) = numbers.unwrap_or_default();
    // Room above, so that the highest value is visible.
    let top = most.max(row.budget.unwrap_or(0.0) * 1.2).max(1e-9) * 1.15;
    let room = rect.height() - TEXT_HEIGHT;
    let height = |value: f64| rect.bottom() - (value / top) as f32 * room;
    let place = |(at, value): &(f32, f64)| pos2(rect.left() + at * rect.width(), height(*value));
    let points: Vec<Pos2> = line.iter().map(place).collect();
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let below = [a, b, pos2(b.x, rect.bottom()), pos2(a.x, rect.bottom())];
        let fill = row.color.gamma_multiply(0.22);
        painter.add(Shape::convex_polygon(below.to_vec(), fill, Stroke::NONE));
    }
    painter.add(Shape::line(points, Stroke::new(1.3, row.color)));
    if let Some(budget) = row.budget {
        let y = height(budget);
        let stroke = Stroke::new(1.0, style::accent());
        let ends = [pos2(rect.left(), y), pos2(rect.right(), y)];
        painter.extend(Shape::dashed_line(&ends, stroke, 4.0, 4.0));
    }
    let small = FontId::proportional(12.0);
    let corner = rect.left_top() + vec2(5.0, 2.0);
    painter.text(corner, Align2::LEFT_TOP, row.name, small, style::INK);
    let numbers = match numbers {
        Some(_) => format!("{mean:.1}, at most {most:.1}"),
        None => row.empty.to_owned(),
    };
    let corner = rect.right_top() + vec2(-5.0, 2.0);
    let digits = FontId::monospace(11.0);
    painter.text(corner, Align2::RIGHT_TOP, numbers, digits, style::INK);
}
