//! Overlay `candidates`: all colliders that the tick tested, coloured by the result.
//!
//! All controllers gather the colliders near the motion. The classic one tests on which side of each
//! triangle's plane the sphere is. Only some of the colliders stop, push or lead the player.

use macroquad::color::Color;

use sidle::geometry::Sphere;
use sidle::player::{Candidate, Controller, Event, Finding};
use sidle::query::PlaneSide;
use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{ACTED, APART, BEHIND, FRONT, INTERSECTS, NEUTRAL};

/// Triangles farther away than this have no outline; metres.
const REACH: f64 = 12.0;

/// Largest number of candidates that are drawn. Larger: they hide each other.
const MAX_DRAWN: usize = 6000;

/// Opacities of the faces of candidates that had an effect, and of others.
const STRONG: f32 = 0.36;
const WEAK: f32 = 0.2;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let trace = view.sim.trace();
    let (candidates, shapes) = (
        trace.candidates(),
        view.sim.world().triangles().len() + view.sim.world().boxes().len(),
    );
    for candidate in candidates.iter().take(MAX_DRAWN) {
        draw_candidate(debug, view, candidate);
    }
    for event in trace.events() {
        if let Event::Gather { position, reach } = event {
            let region = Sphere::new(*position, view.sim.tuning().radius + reach);
            if let Some(region) = region.filter(|_| view.outside) {
                debug.silhouette(Pen::new(NEUTRAL, 1.4), &region);
            }
        }
    }
    let count = |wanted: Finding| {
        let of_kind = candidates
            .iter()
            .filter(|candidate| candidate.finding == wanted);
        of_kind.count().to_string()
    };
    let mut panel = InfoPanel {
        title: "Shapes that the tick tested".to_owned(),
        ..InfoPanel::default()
    };
    panel.value("shapes in the world", shapes.to_string());
    panel.value("tested", candidates.len().to_string());
    let classic = view.sim.player().controller == Controller::Classic;
    if classic {
        for (name, side) in SIDES {
            let finding = Finding::Plane(side);
            panel.tinted(format!("  planes: {name}"), count(finding), color(finding));
        }
        panel.value("  planes: out of reach", trace.sides().far.to_string());
    }
    for (name, finding) in OTHERS {
        let name = if classic {
            format!("  boxes: {name}")
        } else {
            format!("  {name}")
        };
        panel.tinted(name, count(finding), color(finding));
    }
    panel.text(if classic {
        "It tests on which side of each triangle's plane the sphere is, and then tests the boxes. Shapes out of reach are only counted."
    } else {
        "It gathers the shapes that the motion may hit, and ignores the rest of the world."
    });
    debug.panels.push(panel);
}

const SIDES: [(&str, PlaneSide); 3] = [
    ("sphere in front", PlaneSide::Front),
    ("sphere reaches through", PlaneSide::Intersects),
    ("sphere behind", PlaneSide::Behind),
];

const OTHERS: [(&str, Finding); 2] = [
    ("stop, push or lead", Finding::Acted),
    ("no effect", Finding::Apart),
];

/// The legend for a player with this controller.
pub fn legend(controller: Controller) -> Vec<LegendRow> {
    if controller == Controller::Classic {
        let sides = SIDES.map(|(name, side)| (color(Finding::Plane(side)), name));
        return sides.to_vec();
    }
    vec![
        (ACTED, "stops, pushes or leads"),
        (APART, "tested, without effect"),
    ]
}

fn color(finding: Finding) -> Color {
    match finding {
        Finding::Plane(PlaneSide::Front) => FRONT,
        Finding::Plane(PlaneSide::Intersects) => INTERSECTS,
        Finding::Plane(PlaneSide::Behind) => BEHIND,
        Finding::Apart => APART,
        Finding::Acted => ACTED,
    }
}

fn draw_candidate(debug: &mut DebugDraw, view: &ViewContext, candidate: &Candidate) {
    let color = color(candidate.finding);
    let had_effect = matches!(
        candidate.finding,
        Finding::Acted | Finding::Plane(PlaneSide::Intersects)
    );
    let width = if had_effect { 2.4 } else { 1.2 };
    let pen = Pen::new(color, width).occluded_opacity(0.0);
    match candidate.collider {
        ColliderId::Triangle(id) => {
            let corners = view.sim.world().triangles()[id.0 as usize].vertices();
            let near = |corner: &_| view.player_position.distance(*corner) <= REACH;
            debug.face(
                color.with_alpha(if had_effect { STRONG } else { WEAK }),
                &corners,
            );
            if had_effect || corners.iter().any(near) {
                debug.triangle(pen, corners);
            }
        }
        ColliderId::Box(id) => debug.solid(pen, &view.sim.world().boxes()[id.0 as usize]),
    }
}
