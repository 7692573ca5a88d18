//! The drawings on the map: cuts, boxes, trails, and the players.

use macroquad::color::Color;

use sidle::geometry::Obb;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::renderer::debug::debug_geometry::DebugGeometry;
use crate::draw::renderer::debug::debug_renderer::MAP_LAYERS;
use crate::draw::renderer::flat::plan::{PlanBox, PlanBoxes};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::map::heat_layer::{HeatLayer, draw_pins};
use crate::view::map::map_view::MapView;
use crate::view::overlays::{findings, heat};
use crate::view::palette;
use sidle::world::floor_plan::{cut_box, cut_triangle, faces_above, top};

/// The lines along which the cut meets triangles.
const CUT: Pen = Pen::new(palette::NEUTRAL, 1.7);

/// Lengths of the player's arrow from its middle to its tip, and of the view cone; pixels.
const ARROW: f32 = 15.0;
const CONE: f32 = 105.0;

/// The velocity is drawn as the motion in this time; seconds.
const VELOCITY_SECONDS: f64 = 0.4;

/// The rings around the place of the tour; metres. Smaller: they are lost among the lines of walls.
const TOUR_RINGS: [f64; 2] = [0.7, 1.6];

/// The layers of debug geometry on the map, from the bottom.
pub struct MapLayers {
    walls: DebugDraw,
    /// Height of the cut through the walls and the props; metres.
    cut: Option<f64>,
    heat: HeatLayer,
    /// The field of view, below all lines but those of walls.
    cone: DebugDraw,
    props: DebugDraw,
    objects: DebugDraw,
    arrow: DebugDraw,
    /// The boxes of props that the layer shows, and both kinds of boxes for the plan.
    still: Vec<Obb>,
    plan_still: Vec<PlanBox>,
    plan_moving: Vec<PlanBox>,
    origin: DVec3,
}

impl MapLayers {
    /// Empty layers for a scene around `origin`; metres.
    pub fn new(origin: DVec3) -> Self {
        Self {
            walls: DebugDraw::new(origin),
            cut: None,
            heat: HeatLayer::new(origin),
            cone: DebugDraw::new(origin),
            props: DebugDraw::new(origin),
            objects: DebugDraw::new(origin),
            arrow: DebugDraw::new(origin),
            still: Vec::new(),
            plan_still: Vec::new(),
            plan_moving: Vec::new(),
            origin,
        }
    }

    /// The layers from the bottom.
    pub fn geometry(&self) -> [&DebugGeometry; MAP_LAYERS] {
        let Self {
            walls,
            heat,
            cone,
            props,
            objects,
            arrow,
            ..
        } = self;
        [heat.debug(), walls, cone, props, objects, arrow].map(|debug| &debug.geometry)
    }

    /// The boxes of the plan below the layers.
    pub fn boxes(&self) -> PlanBoxes<'_> {
        PlanBoxes {
            still: (&self.plan_still, self.props.geometry.revision()),
            moving: (&self.plan_moving, self.objects.geometry.revision()),
        }
    }

    /// Draws `view` in a level that is cut at the height `cut`. `half_width` is half the width of the camera's picture at
    /// distance 1.
    pub fn draw(&mut self, view: &ViewContext, half_width: f64, map_view: &MapView, cut: f64) {
        let is_cut_anew = self.cut.replace(cut) != Some(cut);
        if is_cut_anew {
            self.walls.begin(view.eye, view.axes);
            let triangles = view.sim.world().triangles().iter();
            for [start, end] in triangles.filter_map(|triangle| cut_triangle(triangle, cut)) {
                self.walls.segment(CUT, start, end);
            }
        }
        if is_cut_anew || !view.still_boxes().eq(&self.still) {
            self.still.clear();
            self.still.extend(view.still_boxes());
            self.props.begin(view.eye, view.axes);
            for obb in &self.still {
                draw_box(&mut self.props, obb, palette::OBB, cut);
            }
            let boxes = self.still.iter();
            let boxes = boxes.map(|obb| PlanBox::new(obb, self.origin, palette::OBB));
            self.plan_still.clear();
            self.plan_still.extend(boxes);
        }
        self.heat.draw(view.audit.as_ref(), map_view, cut);
        let debug = &mut self.objects;
        debug.begin(view.eye, view.axes);
        for driven in view.sim.movers() {
            let path = driven.mover.desc().path.points();
            debug.polyline(
                Pen::new(palette::MOVER.with_alpha(0.7), 1.3),
                path.iter().copied(),
            );
        }
        for zone in view.sim.zones() {
            draw_box(debug, &zone.obb, palette::ZONE, cut);
        }
        if let Some(step) = view.tour_step {
            let pen = Pen::new(palette::PLACE, 3.0);
            let place = step.ring(view.player_position).with_y(cut);
            for radius in TOUR_RINGS {
                debug.circle(pen, place, DVec3::Y, radius);
            }
        }
        self.plan_moving.clear();
        for obb in view.moving_boxes() {
            draw_box(debug, &obb, palette::MOVER, cut);
            self.plan_moving
                .push(PlanBox::new(&obb, self.origin, palette::MOVER));
        }
        self.cone.begin(view.eye, view.axes);
        let [left, right] = view_cone(view, half_width, map_view);
        let light = palette::NEUTRAL.with_alpha(0.13);
        for share in [1.0, 0.62] {
            let corners = [view.eye, view.eye + left * share, view.eye + right * share];
            self.cone.face(light, &corners);
        }
        let edge = Pen::new(palette::NEUTRAL.with_alpha(0.75), 1.4);
        for line in [left, right] {
            debug.segment(edge, view.eye, view.eye + line);
        }
        draw_trails(debug, view);
        if let Some(audit) = &view.audit {
            draw_pins(debug, audit, map_view);
        }
        draw_bodies(debug, view, map_view);
        self.arrow.begin(view.eye, view.axes);
        draw_arrow(&mut self.arrow, view, map_view);
    }
}

/// The legend, with the most important rows first.
pub fn legend(view: &ViewContext) -> Vec<LegendRow> {
    let own = view.sim.player().controller;
    let others = view.ghosts.iter().map(|ghost| ghost.player().controller);
    let mut rows = vec![(palette::controller(own), own.name())];
    rows.extend(others.map(|other| (palette::controller(other), other.name())));
    rows.push((palette::VELOCITY, "velocity"));
    rows.push((palette::NEUTRAL, "cut at your height"));
    if !view.sim.world().boxes().is_empty() {
        rows.push((palette::OBB, "box of a prop"));
    }
    if !view.sim.movers().is_empty() {
        rows.push((palette::MOVER, "mover, and its path"));
    }
    if !view.sim.zones().is_empty() {
        rows.push((palette::ZONE, "zone"));
    }
    rows.push((palette::STEEP, "too steep to stand on"));
    if let Some(audit) = &view.audit {
        if !audit.squares.is_empty() {
            rows.extend(heat::legend(audit.heat));
        }
        if !audit.findings.is_empty() {
            rows.extend(findings::LEGEND);
        }
    }
    rows
}

/// Draws the outline of a box, bold if the cut meets it, thin if it lies below.
fn draw_box(debug: &mut DebugDraw, obb: &Obb, color: Color, cut: f64) {
    let bottom = 2.0 * obb.center().y - top(obb);
    if top(obb) <= cut {
        let pen = Pen::new(color.with_alpha(0.6), 1.1);
        for [a, b, c, d] in faces_above(obb) {
            debug.polyline(pen, [a, b, c, d, a]);
        }
    } else if bottom < cut {
        for [start, end] in cut_box(obb, cut) {
            debug.segment(Pen::new(color, 1.9), start, end);
        }
    }
}

/// Draws the trails of the ghosts, and that of the player over them.
fn draw_trails(debug: &mut DebugDraw, view: &ViewContext) {
    for ghost in view.ghosts.iter() {
        let pen = Pen::new(palette::controller(ghost.player().controller), 2.0);
        debug.polyline(pen, ghost.trail.points());
    }
    let pen = Pen::new(palette::controller(view.sim.player().controller), 2.8);
    let here = std::iter::once(view.player_position);
    debug.polyline(pen, view.trail.points().chain(here));
}

/// Draws the spawn, the ghosts, the player's body, and its velocity.
fn draw_bodies(debug: &mut DebugDraw, view: &ViewContext, map_view: &MapView) {
    let metres = |pixels: f32| map_view.metres(pixels);
    let spawn = view.sim.rules().spawn.position;
    let faint = Pen::new(palette::NEUTRAL.with_alpha(0.8), 1.6);
    debug.circle(faint, spawn, DVec3::Y, metres(6.0));
    debug.cross(faint, spawn, metres(5.0));
    let radius = view.sim.tuning().radius;
    for ghost in view.ghosts.iter() {
        let pen = Pen::new(palette::controller(ghost.player().controller), 2.4);
        let place = ghost.position_at(view.alpha);
        debug.circle(pen, place, DVec3::Y, radius.max(metres(5.0)));
    }
    let player = view.sim.player();
    let pen = Pen::new(palette::controller(player.controller), 2.0);
    debug.circle(pen, view.player_position, DVec3::Y, radius);
    let line = player.velocity * VELOCITY_SECONDS;
    debug.segment(
        Pen::new(palette::VELOCITY, 3.0),
        view.player_position,
        view.player_position + line,
    );
}

/// Draws an arrow at the player, in the direction of its body.
fn draw_arrow(debug: &mut DebugDraw, view: &ViewContext, map_view: &MapView) {
    let player = view.sim.player();
    let color = palette::controller(player.controller);
    let axes = ViewAxes::new(player.yaw, BinaryAngle::ZERO);
    let (place, long) = (view.player_position, map_view.metres(ARROW));
    let tip = place + axes.heading * long;
    let notch = place - axes.heading * (long * 0.4);
    let [left, right] =
        [-0.7, 0.7].map(|side| place - axes.heading * (long * 0.85) + axes.right * (long * side));
    debug.face(color, &[tip, left, notch]);
    debug.face(color, &[tip, notch, right]);
    let outline = Pen::new(palette::NEUTRAL, 1.5);
    debug.polyline(outline, [tip, left, notch, right, tip]);
}

/// The ways from the eye to the ends of the camera's field of view, to the left and to the right.
fn view_cone(view: &ViewContext, half_width: f64, map_view: &MapView) -> [DVec3; 2] {
    let ViewAxes { heading, right, .. } = view.axes;
    [-1.0, 1.0]
        .map(|side| (heading + right * (half_width * side)).normalize() * map_view.metres(CONE))
}
