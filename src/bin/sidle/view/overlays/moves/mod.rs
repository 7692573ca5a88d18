//! Overlay `moves`: how the tick was made, sweep by sweep and push by push, and why the motion ended.
//!
//! A tick moves a player by centimetres, so the diagram magnifies it. A camera outside of the player sees the diagram at
//! the player's place. The player's own eyes see it as a small model in front of them. All numbers have their true size.

pub mod diagram;
pub mod explanations;
pub mod tick_breakdown;

use sidle::player::{BodyShape, Controller, Event};
use sidle::query::PolygonTouch;
use sidle::world::ColliderId;

use crate::draw::debug_draw::DebugDraw;
use crate::draw::info_panel::{InfoPanel, InfoRow};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::overlays::moves::diagram::Diagram;
use crate::view::overlays::moves::tick_breakdown::TickBreakdown;
use crate::view::palette::{CONTACTS, CREASE, MUTED, NEUTRAL};

/// Largest number of rows of the info panel.
const MAX_ROWS: usize = 18;

/// The legend for a player with this controller.
pub fn legend(controller: Controller) -> Vec<LegendRow> {
    let mut rows = vec![
        (NEUTRAL, "asked for"),
        (CONTACTS[0], "sweeps or pushes, each its colour"),
    ];
    if controller == Controller::Swept {
        rows.push((CREASE, "crease of two planes"));
    }
    rows
}

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let breakdown = TickBreakdown::new(view.sim.trace().events());
    let mut panel = InfoPanel {
        title: format!("How tick {} was made", view.sim.ticks()),
        ..InfoPanel::default()
    };
    let controller = view.sim.player().controller;
    panel.text(explanations::reason(&breakdown, controller));
    let mut diagram = Diagram::new(&breakdown, view);
    for motion in breakdown.effective() {
        diagram.draw_motion(debug, &mut panel, view, motion);
    }
    diagram.draw_result(debug, &breakdown);
    for attempt in explanations::failed_attempts(&breakdown) {
        panel.tinted(attempt, "in vain", MUTED);
    }
    add_tests(&mut panel, view);
    let hidden = panel.rows.len().saturating_sub(MAX_ROWS);
    if hidden > 0 {
        panel.rows.truncate(MAX_ROWS);
        panel
            .rows
            .push(InfoRow::Text(format!("and {hidden} rows more")));
    }
    if let Some(magnification) = diagram.magnification() {
        panel.text(format!("The way is drawn {magnification} times as large."));
    }
    debug.panels.push(panel);
}

/// Whether the diagram contains the player's body.
pub fn draws_body(view: &ViewContext) -> bool {
    let boxed = view.sim.player().controller == Controller::Boxed;
    !boxed && view.sim.tuning().body == BodyShape::Sphere
}

/// Adds the classic controller's tests of triangles and their results.
fn add_tests(panel: &mut InfoPanel, view: &ViewContext) {
    for event in view.sim.trace().events() {
        if let Event::Polygon { triangle, overlap } = event {
            let touched = match overlap.touch {
                PolygonTouch::Face => "face",
                PolygonTouch::Edge(_) => "edge",
                PolygonTouch::Miss => continue,
            };
            let degrees = overlap.projection.angle_sum.to_degrees();
            let name = view.level.numbered_name_of(ColliderId::Triangle(*triangle));
            let label = format!("{name}: {touched}");
            panel.tinted(label, format!("sum {degrees:.1} deg"), MUTED);
        }
    }
    let sides = view.sim.trace().sides();
    if view.sim.player().controller == Controller::Classic {
        let [front, through, behind, far] =
            [sides.front, sides.intersects, sides.behind, sides.far];
        let counts = format!("{front} / {through} / {behind} / {far}");
        panel.tinted("front / intersects / behind / far", counts, MUTED);
    }
}
