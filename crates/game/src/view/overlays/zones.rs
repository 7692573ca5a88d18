//! Overlay `zones`: the boxes that notice the player, each with its effect, and where teleports lead.

use macroquad::color::Color;

use sidle::glam::DVec3;
use sidle::sim::Race;
use sidle::world::{Zone, ZoneAction};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{ZONE, ZONE_DONE};

pub const LEGEND: [LegendRow; 2] = [(ZONE, "zone"), (ZONE_DONE, "checkpoint that is passed")];

/// Zones farther from the eye than this are not drawn, as with the boxes of props; metres.
const REACH: f64 = 200.0;

/// The longest flight that is drawn, and in how many pieces; seconds.
const MAX_FLIGHT: f64 = 10.0;
const FLIGHT_PIECES: u32 = 24;

/// Whether the level has a race, of which the next gate is always drawn.
pub fn has_gates(view: &ViewContext) -> bool {
    let mut zones = view.sim.zones().iter();
    zones.any(|zone| zone.action == ZoneAction::Finish)
}

/// Draws the gate through which a race leads next: its start, the next checkpoint or the finish, also if the level has no start.
pub fn draw_next_gate(debug: &mut DebugDraw, view: &ViewContext) {
    let passed = match view.sim.race() {
        Race::Running { checkpoints, .. } => Some(checkpoints),
        Race::Ready => Some(0),
        Race::None | Race::Finished { .. } => None,
    };
    let zones = view.sim.zones();
    let has_start = zones.iter().any(|zone| zone.action == ZoneAction::Start);
    let mut checkpoint = 0;
    for zone in zones {
        let is_next = match (zone.action, passed) {
            (ZoneAction::Start, passed) => passed.is_none(),
            (ZoneAction::Checkpoint, Some(passed)) => {
                checkpoint += 1;
                checkpoint == passed + 1
            }
            (ZoneAction::Finish, Some(passed)) => passed == view.sim.checkpoints(),
            // Without a start, no race leads there, and its author looks for it.
            (ZoneAction::Finish, None) => !has_start,
            _ => false,
        };
        if is_next {
            debug.solid(Pen::new(ZONE, 2.0), &zone.obb);
            let name = zone.action.name().to_owned();
            debug.label(zone.obb.center(), LabelSide::Above, ZONE, name);
        }
    }
}

/// Draws the zones near the eye.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let passed = match view.sim.race() {
        Race::Running { checkpoints, .. } => checkpoints,
        Race::None | Race::Ready | Race::Finished { .. } => 0,
    };
    let mut checkpoint = 0;
    for zone in view.sim.zones() {
        let is_checkpoint = zone.action == ZoneAction::Checkpoint;
        checkpoint += u32::from(is_checkpoint);
        let is_done = is_checkpoint && checkpoint <= passed;
        let color = if is_done { ZONE_DONE } else { ZONE };
        let radius = zone.obb.half_extents().length();
        if zone.obb.center().distance(view.eye) > REACH + radius {
            continue;
        }
        debug.solid(Pen::new(color, 2.0), &zone.obb);
        let label = if is_checkpoint {
            format!("checkpoint {checkpoint}")
        } else {
            zone.action.name().to_owned()
        };
        debug.label(zone.obb.center(), LabelSide::Above, color, label);
        draw_destination(debug, view, zone, color);
    }
}

/// Draws where a teleport leads, and the flight of a jump pad up to the height where it began.
fn draw_destination(debug: &mut DebugDraw, view: &ViewContext, zone: &Zone, color: Color) {
    let (pen, center) = (Pen::new(color, 1.5), zone.obb.center());
    match zone.action {
        ZoneAction::Teleport { to } => {
            debug.dashed_segment(pen, center, to);
            debug.cross(pen, to, view.sim.tuning().radius);
        }
        ZoneAction::Launch { velocity } => {
            let gravity = view.sim.tuning().gravity;
            let seconds = (2.0 * velocity.y / gravity).clamp(0.0, MAX_FLIGHT);
            let at = |piece: u32| {
                let time = seconds * f64::from(piece) / f64::from(FLIGHT_PIECES);
                center + velocity * time - DVec3::Y * (gravity * time * time * 0.5)
            };
            for piece in 0..FLIGHT_PIECES {
                debug.segment(pen, at(piece), at(piece + 1));
            }
        }
        _ => {}
    }
}
