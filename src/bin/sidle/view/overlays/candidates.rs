//! Overlay `candidates`: all that the tick looked at, by what it found.
//!
//! The classic controller looks at every triangle of the world, and asks on which side of its plane the
//! sphere is. The others gather what is near, and of that only some stops, pushes or leads them.

use macroquad::color::Color;

use sidle::geometry::Sphere;
use sidle::player::{Candidate, Controller, Event, Finding};
use sidle::query::PlaneSide;
use sidle::world::ColliderId;

use crate::draw::board::Board;
use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::palette::{ACTED, APART, BEHIND, FRONT, INK, INTERSECTS};
use crate::view::context::ViewContext;

/// Farther away than this, outlines are not drawn, only faces; metres.
const REACH: f64 = 12.0;

/// More than so many are not drawn: they would hide one another.
const MOST: usize = 6000;

/// How opaque faces are: those that matter, and the others.
const STRONG: f32 = 0.36;
const WEAK: f32 = 0.2;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let trace = view.sim.trace();
    let (candidates, shapes) = (
        trace.candidates(),
        view.sim.world().triangles().len() + view.sim.world().boxes().len(),
    );
    for candidate in candidates.iter().take(MOST) {
        draw_one(debug, view, candidate);
    }
    for event in trace.events() {
        if let Event::Gather { position, reach } = event {
            let region = Sphere::new(*position, view.sim.tuning().radius + reach);
            if let Some(region) = region.filter(|_| view.outside) {
                debug.silhouette(Pen::new(INK, 1.4), &region);
            }
        }
    }
    let count = |wanted: Finding| {
        let of_kind = candidates.iter().filter(|it| it.finding == wanted);
        of_kind.count().to_string()
    };
    let mut board = Board {
        title: "What the tick looked at".to_owned(),
        ..Board::default()
    };
    board.value("shapes in the world", shapes.to_string());
    board.value("looked at", candidates.len().to_string());
    let classic = view.sim.player().controller == Controller::Classic;
    if classic {
        for (name, side) in SIDES {
            let finding = Finding::Plane(side);
            board.tinted(format!("  planes: {name}"), count(finding), color(finding));
        }
    }
    for (name, finding) in OTHERS {
        let name = if classic {
            format!("  boxes: {name}")
        } else {
            format!("  {name}")
        };
        board.tinted(name, count(finding), color(finding));
    }
    board.words(if classic {
        "It asks of every triangle on which side of its plane the sphere is, then tries every box."
    } else {
        "It gathers what the motion may come to, and forgets the rest of the world."
    });
    debug.boards.push(board);
}

const SIDES: [(&str, PlaneSide); 3] = [
    ("sphere in front", PlaneSide::Front),
    ("sphere reaches through", PlaneSide::Intersects),
    ("sphere behind", PlaneSide::Behind),
];

const OTHERS: [(&str, Finding); 2] = [
    ("stop, push or lead", Finding::Acted),
    ("do nothing", Finding::Apart),
];

/// What the colours mean, where this is the player's controller.
pub fn legend(controller: Controller) -> impl Iterator<Item = (Color, &'static str)> {
    let sides = SIDES.map(|(name, side)| (color(Finding::Plane(side)), name));
    let others = [
        (ACTED, "stops, pushes or leads"),
        (APART, "looked at, does nothing"),
    ];
    let classic = controller == Controller::Classic;
    let sides = sides.into_iter().filter(move |_| classic);
    sides.chain(others.into_iter().filter(move |_| !classic))
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

fn draw_one(debug: &mut DebugDraw, view: &ViewContext, candidate: &Candidate) {
    let color = color(candidate.finding);
    let matters = matches!(
        candidate.finding,
        Finding::Acted | Finding::Plane(PlaneSide::Intersects)
    );
    let width = if matters { 2.4 } else { 1.2 };
    let pen = Pen::new(color, width).through(0.0);
    match candidate.collider {
        ColliderId::Triangle(id) => {
            let corners = view.sim.world().triangles()[id.0 as usize].vertices();
            let near = |corner: &_| view.player.distance(*corner) <= REACH;
            debug.face(
                color.with_alpha(if matters { STRONG } else { WEAK }),
                &corners,
            );
            if matters || corners.iter().any(near) {
                debug.triangle(pen, corners);
            }
        }
        // The classic controller tries all boxes there are.
        ColliderId::Box(id) if matters || view.sim.player().controller != Controller::Classic => {
            debug.solid(pen, &view.sim.world().boxes()[id.0 as usize]);
        }
        ColliderId::Box(_) => {}
    }
}
