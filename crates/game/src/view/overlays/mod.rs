//! Overlays: drawings over the level that explain it. Each can be switched on and off.
//!
//! Water, and the [`effects`] of motion, are drawn with the level.
//!
//! An overlay only reads the world, the level and the simulation. To add one, write a file here that draws into the
//! [`DebugDraw`] (`contacts.rs` is the model), add its `mod` line, its row of [`OVERLAYS`] and its legend here, and add it to
//! [`Overlay`] and [`Overlay::ALL`], which say whether it draws the trace or marks the target.

pub mod axes;
pub mod body;
pub mod boxes;
pub mod candidates;
pub mod contacts;
mod effects;
pub mod findings;
mod footing;
pub mod heat;
pub mod mark;
pub mod person;
pub mod polygon_tests;
pub mod surfaces;
pub mod target;
pub mod tightness;
pub mod tour_place;
pub mod tree;
pub mod triangles;
pub mod water;
pub mod zones;

use sidle::glam::DVec3;
use sidle::player::Controller;
use sidle::world::{BoxId, ColliderId};

use crate::draw::debug_draw::DebugDraw;
use crate::options::heat::Heat;
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::overlays::heat::HeatOverlay;
use crate::view::overlays::tightness::TightnessOverlay;
use crate::view::overlays::triangles::TrianglesOverlay;
use crate::view::side::arrows;
use crate::view::{editor, lab, palette};

/// How one overlay is drawn.
type Draw = fn(&mut OverlayState, &mut DebugDraw, &ViewContext);

/// The overlays in the order in which they are drawn: labels and info panels of earlier ones get their place first.
///
/// Four have no row: [`Overlay::Ghosts`], which is drawn with the bodies, [`Overlay::Xray`], which changes others,
/// [`Overlay::Moves`], which has its picture in the [view from the side](crate::view::side), and
/// [`Overlay::Panes`], which divides the window.
const OVERLAYS: [(Overlay, Draw); 12] = [
    (Overlay::Contacts, |_, debug, view| {
        contacts::draw(debug, view)
    }),
    (Overlay::Tests, |_, debug, view| {
        polygon_tests::draw(debug, view)
    }),
    (Overlay::Candidates, |_, debug, view| {
        candidates::draw(debug, view)
    }),
    (Overlay::Tree, |_, debug, view| tree::draw(debug, view)),
    (Overlay::Boxes, |state, debug, view| {
        boxes::draw(debug, view, state.occluded_opacity);
    }),
    (Overlay::Zones, |_, debug, view| {
        // The editor draws them itself.
        if view.editor.is_none() {
            zones::draw(debug, view);
        }
    }),
    (Overlay::Surfaces, |_, debug, view| {
        surfaces::draw(debug, view)
    }),
    (Overlay::Triangles, |state, debug, view| {
        state.triangles.draw(debug, view, state.occluded_opacity);
    }),
    (Overlay::Tightness, |state, debug, view| {
        state.tightness.draw(debug, view);
    }),
    (Overlay::Axes, |state, debug, view| {
        state.compared = axes::draw(debug, view);
    }),
    (Overlay::Heat, |state, debug, view| {
        state.heat.draw(debug, view)
    }),
    (Overlay::Findings, |_, debug, view| {
        findings::draw(debug, view)
    }),
];

/// Opacity of boxes and triangles behind walls, with [`Overlay::Xray`].
const XRAY_OPACITY: f32 = 0.7;

/// Data of the overlays.
#[derive(Default)]
struct OverlayState {
    triangles: TrianglesOverlay,
    tightness: TightnessOverlay,
    heat: HeatOverlay,
    /// Opacity of boxes and triangles where the level hides them.
    occluded_opacity: f32,
    /// The boxes that the overlay `axes` compares in this frame.
    compared: Option<[BoxId; 2]>,
}

/// The overlays with their data.
pub struct Overlays {
    pub shown: OverlaySet,
    debug: DebugDraw,
    state: OverlayState,
}

impl Overlays {
    /// The overlays for a scene around `origin`.
    pub fn new(shown: OverlaySet, origin: DVec3) -> Self {
        Self {
            shown,
            debug: DebugDraw::new(origin),
            state: OverlayState::default(),
        }
    }

    /// Draws the effects of motion, the water, and if it `explains`, the overlays that are on, the lab, the editor and the bodies;
    /// `None` if there is nothing to draw.
    pub fn draw(&mut self, view: &ViewContext, explains: bool) -> Option<&DebugDraw> {
        let drawn = explains && self.draw_explanations(view);
        let (has_effects, has_water) = (effects::are_seen(view), water::is_seen(view));
        if !drawn && (has_effects || has_water) {
            self.debug.begin(view.eye, view.axes);
        }
        // Last, because both hide what is drawn behind them later.
        effects::draw(&mut self.debug, view);
        water::draw(&mut self.debug, view);
        (drawn || has_effects || has_water).then_some(&self.debug)
    }

    /// Draws everything that explains the level; returns whether there is something to draw.
    fn draw_explanations(&mut self, view: &ViewContext) -> bool {
        let nothing_else = view.lab.is_none()
            && view.editor.is_none()
            && !view.outside
            && view.marked.is_none()
            && !zones::has_gates(view)
            && !footing::is_seen(view)
            && view.tour_step.is_none()
            && !view.compares_size;
        if !self.shown.any() && nothing_else {
            return false;
        }
        let debug = &mut self.debug;
        debug.begin(view.eye, view.axes);
        if let Some(obb) = &view.marked {
            mark::draw(debug, obb);
        }
        if let Some(step) = view.tour_step {
            tour_place::draw(debug, view, step);
        }
        if view.compares_size {
            person::draw(debug, view);
        }
        if let Some(editor) = view.editor {
            editor::draw(debug, view, editor);
        }
        if let Some(lab) = view.lab {
            let panel = lab::draw(lab, debug);
            if lab.shows_board && view.editor.is_none() {
                debug.panels.push(panel);
                debug.subject = Some(lab.origin());
            }
        }
        if footing::is_seen(view) {
            footing::draw(debug, view);
        }
        draw_bodies(debug, view, self.shown);
        let state = &mut self.state;
        state.compared = None;
        state.occluded_opacity = if self.shown.has(Overlay::Xray) {
            XRAY_OPACITY
        } else {
            0.0
        };
        for (_, draw) in OVERLAYS
            .iter()
            .filter(|(overlay, _)| self.shown.has(*overlay))
        {
            draw(state, debug, view);
        }
        if let Some(target) = view.target.filter(|_| self.shown.shows_target()) {
            let mut compared = state.compared.into_iter().flatten();
            let is_compared = compared.any(|id| ColliderId::Box(id) == target.collider);
            let outlined = self.shown.has(Overlay::Tightness) || is_compared;
            target::draw(target, debug, view, outlined);
        }
        true
    }
}

/// Draws the player's body as seen from outside, the ghosts, and the trails of both.
fn draw_bodies(debug: &mut DebugDraw, view: &ViewContext, shown: OverlaySet) {
    if view.outside {
        let sim = view.sim;
        body::draw(debug, sim.tuning(), sim.player(), view.player_position);
    }
    if view.outside || shown.ghosts() {
        body::draw_trail(debug, view);
    }
    if shown.ghosts() {
        body::draw_ghosts(debug, view);
    }
    // The editor draws all zones.
    if !shown.has(Overlay::Zones) && view.editor.is_none() {
        zones::draw_next_gate(debug, view);
    }
    body::draw_race_ghost(debug, view);
}

/// The legend of `overlay` alone, for a player with this controller, and an audit that shows this heat.
pub fn legend_of(overlay: Overlay, controller: Controller, heat: Heat) -> Vec<LegendRow> {
    let rows: &[LegendRow] = match overlay {
        Overlay::Candidates => return candidates::legend(controller),
        Overlay::Heat => return heat::legend(heat),
        Overlay::Boxes => &boxes::LEGEND,
        Overlay::Triangles => &triangles::LEGEND,
        Overlay::Xray => &[],
        Overlay::Tightness => &tightness::LEGEND,
        Overlay::Axes => &axes::LEGEND,
        Overlay::Contacts => &contacts::LEGEND,
        Overlay::Moves => &arrows::LEGEND,
        Overlay::Tests => &polygon_tests::LEGEND,
        Overlay::Ghosts | Overlay::Panes => &body::LEGEND,
        Overlay::Tree => &tree::LEGEND,
        Overlay::Zones => &zones::LEGEND,
        Overlay::Findings => &findings::LEGEND,
        Overlay::Surfaces => &surfaces::LEGEND,
    };
    rows.to_vec()
}

/// The legend of the overlays `shown`, for a player with this controller, and an audit that shows this heat.
pub fn legend(shown: OverlaySet, controller: Controller, heat: Heat) -> Vec<LegendRow> {
    let mut rows = Vec::new();
    for entry in Overlay::ALL {
        let overlay = entry.overlay;
        // The legend of `tightness` explains the same boxes, the view from the side has a caption, the panel of the candidates
        // has their colours, and ghosts come last.
        let repeated = overlay == Overlay::Boxes && shown.has(Overlay::Tightness)
            || matches!(overlay, Overlay::Moves | Overlay::Candidates);
        let comes_last = matches!(overlay, Overlay::Ghosts | Overlay::Panes);
        if shown.has(overlay) && !repeated && !comes_last {
            rows.extend(legend_of(overlay, controller, heat));
        }
    }
    if shown.ghosts() {
        rows.extend(legend_of(Overlay::Ghosts, controller, heat));
    }
    if shown.shows_target() {
        rows.push((palette::TARGET, "under the crosshair"));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_but_xray_has_a_legend() {
        for entry in Overlay::ALL {
            let (overlay, name) = (entry.overlay, entry.name);
            for controller in [Controller::Classic, Controller::Swept, Controller::Boxed] {
                let rows = legend_of(overlay, controller, Heat::Back);
                assert_eq!(rows.is_empty(), overlay == Overlay::Xray, "{name}");
            }
        }
    }

    #[test]
    fn no_overlay_has_the_colour_of_the_crosshairs_target_or_repeats_one_of_its_own() {
        for entry in Overlay::ALL {
            for controller in [Controller::Classic, Controller::Swept, Controller::Boxed] {
                let mut colors: Vec<[u8; 4]> = vec![palette::TARGET.into()];
                for (color, text) in legend_of(entry.overlay, controller, Heat::Visits) {
                    let color = color.into();
                    assert!(!colors.contains(&color), "{}: {text}", entry.name);
                    colors.push(color);
                }
            }
        }
    }

    #[test]
    fn the_legend_lists_overlays_in_their_order_and_the_target_last() {
        let texts = |names: &str| -> Vec<&str> {
            let shown = OverlaySet::parse(names).unwrap();
            let rows = legend(shown, Controller::Swept, Heat::Visits);
            rows.into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts("none"), [""; 0]);
        assert_eq!(
            texts("contacts,boxes"),
            [
                "box of a prop",
                "ground, and its normal",
                "velocity",
                "under the crosshair"
            ]
        );
        assert!(!texts("tightness,boxes").contains(&"box of a prop"));
        assert_eq!(texts("candidates"), [""; 0]);
    }
}
