//! What is drawn on the map: cuts, boxes, trails, and who is where.

use macroquad::color::Color;

use sidle::geometry::Obb;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::palette;
use crate::draw::renderer::line_buffer::Marks;
use crate::session::floor_plan::{box_cuts, cuts, faces_above, top};
use crate::session::ghosts::Ghost;
use crate::view::context::ViewContext;
use crate::view::map::area::MapArea;
use crate::view::overlays::body;

/// The colours of boxes: of those that stand, and of movers.
const PROP: Color = Color::from_hex(0xE0_A8_4A);
const MOVER: Color = Color::from_hex(0xA9_9B_E8);

/// As the shader paints what is too steep.
const STEEP: Color = Color::from_hex(0x8A_48_36);

/// Where a mesh is cut.
const CUT: Pen = Pen::new(palette::INK, 1.7);

/// From the middle of the player's arrow to its tip, and the length of the sides of the view's cone; pixels.
const ARROW: f32 = 15.0;
const CONE: f32 = 105.0;

/// The velocity is drawn as the way of so many seconds.
const VELOCITY_SECONDS: f64 = 0.4;

/// The colour of a box, by whether it moves.
pub fn box_color(moves: bool) -> Color {
    if moves { MOVER } else { PROP }
}

/// Everything that is drawn on the map, from what lies lowest.
pub struct Drawn {
    walls: DebugDraw,
    /// The height at which the walls are cut.
    cut: Option<f64>,
    things: DebugDraw,
    arrow: DebugDraw,
}

impl Drawn {
    /// Nothing yet, for a scene around `origin`; metres.
    pub fn new(origin: DVec3) -> Self {
        Self {
            walls: DebugDraw::new(origin),
            cut: None,
            things: DebugDraw::new(origin),
            arrow: DebugDraw::new(origin),
        }
    }

    /// From what is drawn first.
    pub fn layers(&self) -> [&Marks; 3] {
        [&self.walls, &self.things, &self.arrow].map(|debug| &debug.marks)
    }

    /// Draws what `view` shows of a level that is cut at the height `cut`; at a distance of 1 the picture
    /// is twice `half_width` wide.
    pub fn draw(&mut self, view: &ViewContext, half_width: f64, sheet: &MapArea, cut: f64) {
        if self.cut != Some(cut) {
            self.cut = Some(cut);
            self.walls.begin(view.eye, view.axes);
            for [start, end] in cuts(view.sim.world(), cut) {
                self.walls.segment(CUT, start, end);
            }
        }
        let debug = &mut self.things;
        debug.begin(view.eye, view.axes);
        for driven in view.sim.movers() {
            let path = driven.mover.plan().path.points();
            debug.polyline(Pen::new(MOVER.with_alpha(0.7), 1.3), path.iter().copied());
        }
        for (id, obb) in view.boxes() {
            let moves = view.sim.movers().iter().any(|driven| driven.id == id);
            draw_box(debug, &obb, box_color(moves), cut);
        }
        draw_cone(debug, view, half_width, sheet);
        draw_trails(debug, view);
        draw_bodies(debug, view, sheet);
        self.arrow.begin(view.eye, view.axes);
        draw_arrow(&mut self.arrow, view, sheet);
    }
}

/// What the colours mean, the most important first.
pub fn legend(view: &ViewContext) -> Vec<(Color, &'static str)> {
    let own = view.sim.player().controller;
    let others = ghosts(view).map(|ghost| ghost.player().controller);
    let mut rows = vec![(body::color(own), own.name())];
    rows.extend(others.map(|other| (body::color(other), other.name())));
    rows.push((palette::VELOCITY, "velocity"));
    rows.push((palette::INK, "cut at your height"));
    if !view.sim.world().boxes().is_empty() {
        rows.push((PROP, "box of a prop"));
    }
    if !view.sim.movers().is_empty() {
        rows.push((MOVER, "mover, and its path"));
    }
    rows.push((STEEP, "too steep to stand on"));
    rows
}

/// The outline of a box: bold where it is cut, thin where it is below that.
fn draw_box(debug: &mut DebugDraw, obb: &Obb, color: Color, cut: f64) {
    let bottom = 2.0 * obb.center().y - top(obb);
    if top(obb) <= cut {
        let pen = Pen::new(color.with_alpha(0.6), 1.1);
        for [a, b, c, d] in faces_above(obb) {
            debug.polyline(pen, [a, b, c, d, a]);
        }
    } else if bottom < cut {
        for [start, end] in box_cuts(obb, cut) {
            debug.segment(Pen::new(color, 1.9), start, end);
        }
    }
}

/// The ghosts, if there are any.
fn ghosts<'v>(view: &ViewContext<'v>) -> impl Iterator<Item = &'v Ghost> {
    view.ghosts.iter()
}

/// The ghosts' ways, and over them the player's own.
fn draw_trails(debug: &mut DebugDraw, view: &ViewContext) {
    for ghost in ghosts(view) {
        let pen = Pen::new(body::color(ghost.player().controller), 2.0);
        debug.polyline(pen, ghost.trail.places());
    }
    let pen = Pen::new(body::color(view.sim.player().controller), 2.8);
    let here = std::iter::once(view.player);
    debug.polyline(pen, view.trail.places().chain(here));
}

/// The spawn, the ghosts, the player's body, and its velocity.
fn draw_bodies(debug: &mut DebugDraw, view: &ViewContext, sheet: &MapArea) {
    let metres = |pixels: f32| sheet.metres(pixels);
    let spawn = view.sim.rules().spawn.position;
    let faint = Pen::new(palette::INK.with_alpha(0.8), 1.6);
    debug.circle(faint, spawn, DVec3::Y, metres(6.0));
    debug.cross(faint, spawn, metres(5.0));
    let radius = view.sim.tuning().radius;
    for ghost in ghosts(view) {
        let pen = Pen::new(body::color(ghost.player().controller), 2.4);
        let place = ghost.position_at(view.share);
        debug.circle(pen, place, DVec3::Y, radius.max(metres(5.0)));
    }
    let player = view.sim.player();
    let pen = Pen::new(body::color(player.controller), 2.0);
    debug.circle(pen, view.player, DVec3::Y, radius);
    let way = player.velocity * VELOCITY_SECONDS;
    debug.segment(
        Pen::new(palette::VELOCITY, 3.0),
        view.player,
        view.player + way,
    );
}

/// Where the player is, and where its body looks.
fn draw_arrow(debug: &mut DebugDraw, view: &ViewContext, sheet: &MapArea) {
    let player = view.sim.player();
    let color = body::color(player.controller);
    let axes = ViewAxes::new(player.yaw, BinaryAngle::ZERO);
    let (place, long) = (view.player, sheet.metres(ARROW));
    let tip = place + axes.heading * long;
    let notch = place - axes.heading * (long * 0.4);
    let [left, right] =
        [-0.7, 0.7].map(|side| place - axes.heading * (long * 0.85) + axes.right * (long * side));
    debug.face(color, &[tip, left, notch]);
    debug.face(color, &[tip, notch, right]);
    let outline = Pen::new(palette::INK, 1.5);
    debug.polyline(outline, [tip, left, notch, right, tip]);
}

/// What is seen.
fn draw_cone(debug: &mut DebugDraw, view: &ViewContext, half_width: f64, sheet: &MapArea) {
    let ViewAxes { heading, right, .. } = view.axes;
    let [left, right] = [-1.0, 1.0]
        .map(|side| (heading + right * (half_width * side)).normalize() * sheet.metres(CONE));
    let eye = view.eye;
    let light = palette::INK.with_alpha(0.13);
    for share in [1.0, 0.62] {
        debug.face(light, &[eye, eye + left * share, eye + right * share]);
    }
    let edge = Pen::new(palette::INK.with_alpha(0.75), 1.4);
    for way in [left, right] {
        debug.segment(edge, eye, eye + way);
    }
}
