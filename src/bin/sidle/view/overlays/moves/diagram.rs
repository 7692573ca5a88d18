//! The diagram of a tick: its steps, drawn larger than they are.

use macroquad::color::Color;

use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::world::ColliderId;

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::draw::info_panel::{InfoPanel, millimetres};
use crate::view::context::ViewContext;
use crate::view::overlays::moves::explanations;
use crate::view::overlays::moves::tick_breakdown::{
    Motion, MotionStep, StepKind, Sweep, TickBreakdown,
};
use crate::view::palette::{CONTACTS, CREASE, MUTED, NEUTRAL, THROWN};

/// Length of the motion of a tick in the diagram, at the player's place and in the model; radii of the drawn ball.
const LENGTH: f64 = 3.2;
const MODEL_LENGTH: f64 = 4.2;

/// Largest magnification.
const MAX_MAGNIFICATION: f64 = 400.0;

/// The model in front of the eye: its distance, how far below the eye it is, and the radius of its ball; metres.
const MODEL_AHEAD: f64 = 1.6;
const MODEL_BELOW: f64 = 0.48;
const MODEL_BALL: f64 = 0.13;

/// Reach of a crease to both sides; radii of the drawn ball.
const CREASE_REACH: [f64; 2] = [-2.4, 4.2];

/// The requested motion has a label if it ends at least this far from the kept motion; radii of the drawn ball.
const APART: f64 = 0.5;

/// Planes whose normals have at least this cosine are one plane, and drawn once.
const SAME_PLANE_COS: f64 = 0.999;
/// Outlines the collider that stopped or pushed the player.
fn outline(debug: &mut DebugDraw, view: &ViewContext, color: Color, collider: ColliderId) {
    let pen = Pen::new(color, 1.8);
    match collider {
        ColliderId::Triangle(id) => {
            debug.triangle(pen, view.sim.world().triangles()[id.0 as usize].vertices());
        }
        ColliderId::Box(id) => debug.solid(pen, &view.sim.world().boxes()[id.0 as usize]),
    }
}

/// The side on which a label at the tip of `way` does not cover it.
fn beyond(debug: &DebugDraw, way: DVec3) -> LabelSide {
    if way.dot(debug.right()) < 0.0 {
        LabelSide::Left
    } else {
        LabelSide::Right
    }
}

/// Where and how large a tick is drawn.
pub struct Diagram {
    /// Where the tick began, and where the diagram draws that point; metres.
    start: DVec3,
    anchor: DVec3,
    magnification: f64,
    /// Radius of the drawn ball; metres.
    ball: f64,
    /// Opacity where the level hides the diagram.
    occluded_opacity: f32,
    /// Number of numbered steps drawn so far.
    numbered: usize,
}

impl Diagram {
    /// Places the diagram of a tick.
    pub fn new(breakdown: &TickBreakdown, view: &ViewContext) -> Self {
        let steps = || breakdown.effective().flat_map(|motion| &motion.steps);
        let start = steps()
            .next()
            .map_or(view.player_position, |step| step.from);
        let way: f64 = steps().map(|step| step.from.distance(step.to)).sum();
        let asked = steps().find_map(|step| match &step.kind {
            StepKind::Sweep(sweep) => Some(sweep.left.length()),
            _ => None,
        });
        let refused = breakdown
            .effective()
            .find_map(|motion| motion.refused.as_ref());
        let refused = refused.map(|(_, sweep)| sweep.left.length());
        let longest = way.max(asked.or(refused).unwrap_or(0.0)).max(1e-9);
        let radius = view.sim.tuning().radius;
        let (ball, length) = if view.outside {
            (radius, LENGTH)
        } else {
            (MODEL_BALL, MODEL_LENGTH)
        };
        let magnification = (length * ball / longest).min(MAX_MAGNIFICATION);
        let anchor = if view.outside {
            start
        } else {
            let end = steps().last().map_or(start, |step| step.to);
            let ahead = view.axes.look * MODEL_AHEAD;
            let up = view.axes.right.cross(view.axes.look);
            view.eye + ahead - up * MODEL_BELOW - (end - start) * (magnification * 0.5)
        };
        Self {
            start,
            anchor,
            // A whole number where the text names it.
            magnification: if magnification > 1.0 {
                magnification.round()
            } else {
                magnification
            },
            ball,
            occluded_opacity: if view.outside { 0.5 } else { 1.0 },
            numbered: 0,
        }
    }

    /// The magnification, unless the motion is drawn at its true size, or too short to be magnified enough.
    pub fn magnification(&self) -> Option<f64> {
        (self.magnification > 1.0 && self.magnification < MAX_MAGNIFICATION)
            .then_some(self.magnification)
    }

    /// The place of `point` in the diagram.
    fn at(&self, point: DVec3) -> DVec3 {
        self.anchor + (point - self.start) * self.magnification
    }

    fn pen(&self, color: Color, width: f32) -> Pen {
        Pen::new(color, width).occluded_opacity(self.occluded_opacity)
    }

    fn draw_ball(&self, debug: &mut DebugDraw, pen: Pen, point: DVec3) {
        if let Some(ball) = Sphere::new(self.at(point), self.ball) {
            debug.silhouette(pen, &ball);
        }
    }

    /// Draws a motion, and adds its rows to the info panel.
    pub fn draw_motion(
        &mut self,
        debug: &mut DebugDraw,
        panel: &mut InfoPanel,
        view: &ViewContext,
        motion: &Motion,
    ) {
        if let Some(tried) = motion.tried {
            panel.tinted(explanations::attempt(tried), "", MUTED);
        }
        if let Some(first) = motion.steps.first() {
            self.draw_ball(debug, self.pen(NEUTRAL, 1.8), first.from);
            debug.dot(self.pen(NEUTRAL, 7.0), self.at(first.from));
        }
        // The normal of the plane that stopped the last sweep, which is drawn already.
        let mut drawn_plane: Option<DVec3> = None;
        for step in &motion.steps {
            let color = match step.kind {
                StepKind::Move => NEUTRAL,
                StepKind::Push(_) | StepKind::Sweep(_) => {
                    self.numbered += 1;
                    CONTACTS[(self.numbered - 1) % CONTACTS.len()]
                }
            };
            match &step.kind {
                StepKind::Move => self.draw_move(debug, panel, step),
                StepKind::Push(collider) => {
                    outline(debug, view, color, *collider);
                    let name = view.level.numbered_name_of(*collider);
                    self.draw_push(debug, panel, step, color, &name);
                }
                StepKind::Sweep(sweep) => {
                    self.draw_turn(debug, panel, step.from, sweep, color, drawn_plane);
                    self.draw_sweep(debug, panel, step, color);
                    drawn_plane = sweep.hit.map(|(_, normal)| normal);
                    if let Some((collider, normal)) = sweep.hit {
                        outline(debug, view, color, collider);
                        let name = view.level.numbered_name_of(collider);
                        self.draw_hit(debug, panel, step.to, normal, color, &name);
                    }
                }
            }
        }
        // An attempt is expected to end at something.
        if motion.tried.is_some() {
            return;
        }
        if let Some((place, sweep)) = &motion.refused {
            let color = CONTACTS[self.numbered % CONTACTS.len()];
            self.draw_turn(debug, panel, *place, sweep, color, drawn_plane);
        }
        let end = motion.steps.last().map(|step| step.to);
        let end = end.or(motion.refused.as_ref().map(|(place, _)| *place));
        if let (Some(text), Some(end)) = (motion.stop.and_then(explanations::stop_label), end) {
            debug.dot(self.pen(THROWN, 11.0), self.at(end));
            debug.label(self.at(end), LabelSide::Above, THROWN, text);
        }
    }

    /// Draws a move through everything, which may end inside of something.
    fn draw_move(&self, debug: &mut DebugDraw, panel: &mut InfoPanel, step: &MotionStep) {
        let (from, to) = (self.at(step.from), self.at(step.to));
        debug.dashed_segment(self.pen(NEUTRAL, 2.6), from, to);
        self.draw_ball(debug, self.pen(NEUTRAL, 1.4), step.to);
        debug.dot(self.pen(NEUTRAL, 7.0), to);
        panel.value(
            "moved, through anything",
            millimetres(step.from.distance(step.to)),
        );
    }

    fn draw_push(
        &self,
        debug: &mut DebugDraw,
        panel: &mut InfoPanel,
        step: &MotionStep,
        color: Color,
        name: &str,
    ) {
        let (from, to, number) = (self.at(step.from), self.at(step.to), self.numbered);
        let depth = millimetres(step.from.distance(step.to));
        debug.arrow(self.pen(color, 4.0), from, to);
        self.draw_ball(debug, self.pen(color, 1.6), step.to);
        if let Some(normal) = (step.to - step.from).try_normalize() {
            // The plane that pushed, where the ball touches it.
            let touch = to - normal * self.ball;
            debug.plane_patch(self.pen(color, 1.4), touch, normal, self.ball * 0.5);
        }
        let text = format!("push {number}: {name}, {depth}");
        debug.label(from, LabelSide::Right, color, text);
        panel.tinted(format!("push {number}, {name}"), depth, color);
    }

    /// Draws the planes that limited a motion, and the motion before and after.
    fn draw_turn(
        &self,
        debug: &mut DebugDraw,
        panel: &mut InfoPanel,
        place: DVec3,
        sweep: &Sweep,
        color: Color,
        drawn_plane: Option<DVec3>,
    ) {
        let at = self.at(place);
        let blocks = |normal: &&DVec3| normal.dot(sweep.left) < 0.0;
        for normal in sweep.planes.iter().filter(blocks) {
            if drawn_plane.is_some_and(|drawn_plane| drawn_plane.dot(*normal) > SAME_PLANE_COS) {
                continue;
            }
            let touch = at - *normal * self.ball;
            debug.plane_patch(self.pen(color, 1.4), touch, *normal, self.ball * 0.6);
            debug.arrow(
                self.pen(color, 1.8),
                touch,
                touch + *normal * (self.ball * 0.7),
            );
        }
        if let Some(crease) = sweep.crease {
            let [back, ahead] = CREASE_REACH.map(|balls| at + crease * (self.ball * balls));
            debug.segment(self.pen(CREASE, 3.6), back, ahead);
            debug.label(back, LabelSide::Left, CREASE, "crease of two planes");
        }
        if sweep.left == sweep.way {
            return;
        }
        let asked = at + sweep.left * self.magnification;
        debug.dashed_segment(self.pen(NEUTRAL, 2.4), at, asked);
        debug.dot(self.pen(NEUTRAL, 6.0), asked);
        if asked.distance(at + sweep.way * self.magnification) > self.ball * APART {
            debug.label(asked, beyond(debug, sweep.left), NEUTRAL, "asked for");
        }
        let kept = at + sweep.way * self.magnification;
        // The part that the planes removed.
        debug.segment(self.pen(color.with_alpha(0.5), 1.4), asked, kept);
        let (left, way) = (sweep.left.length(), sweep.way.length());
        let share = 100.0 * way / left.max(f64::MIN_POSITIVE);
        let kept = format!(
            "{} of {} ({share:.0} %)",
            millimetres(way),
            millimetres(left)
        );
        panel.tinted("  planes leave", kept, MUTED);
    }

    fn draw_sweep(
        &self,
        debug: &mut DebugDraw,
        panel: &mut InfoPanel,
        step: &MotionStep,
        color: Color,
    ) {
        debug.arrow(self.pen(color, 4.0), self.at(step.from), self.at(step.to));
        debug.dot(self.pen(color, 8.0), self.at(step.to));
        self.draw_ball(debug, self.pen(color, 1.8), step.to);
        let length = millimetres(step.from.distance(step.to));
        panel.tinted(format!("sweep {}", self.numbered), length, color);
    }

    fn draw_hit(
        &self,
        debug: &mut DebugDraw,
        panel: &mut InfoPanel,
        place: DVec3,
        normal: DVec3,
        color: Color,
        name: &str,
    ) {
        let touch = self.at(place) - normal * self.ball;
        debug.plane_patch(self.pen(color, 1.6), touch, normal, self.ball * 0.6);
        debug.arrow(
            self.pen(color, 2.4),
            touch,
            touch + normal * (self.ball * 0.8),
        );
        let text = format!("{}: {name}", self.numbered);
        // On the far side of the plane, where it does not cover the ball.
        debug.label(touch, beyond(debug, -normal), color, text);
        panel.value("  stopped by", name);
    }

    /// Draws the whole motion of the tick if the player was thrown back.
    pub fn draw_result(&self, debug: &mut DebugDraw, breakdown: &TickBreakdown) {
        let Some(back) = breakdown.thrown_back() else {
            return;
        };
        let last = breakdown
            .effective()
            .last()
            .and_then(|motion| motion.steps.last());
        if let Some(last) = last {
            debug.arrow(self.pen(THROWN, 5.0), self.anchor, self.at(last.to));
            let text = format!("thrown back {}", millimetres(back));
            // Beyond the tip, where it does not cover the arrow.
            let side = beyond(debug, last.to - self.start);
            debug.label(self.at(last.to), side, THROWN, text);
        }
    }
}
