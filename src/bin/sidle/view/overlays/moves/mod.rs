//! Overlay `moves`: how the tick that is shown was made: sweep by sweep, push by push, and why it ended.
//!
//! A tick moves a player by centimetres. It is drawn as much larger as it takes to be seen: from outside,
//! where the player was; from within, as a small model before the eye, since nobody sees the ball that is
//! around the own head. The numbers are true.

pub mod story;
pub mod words;

use macroquad::color::Color;

use sidle::geometry::Sphere;
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Event};
use sidle::query::PolygonTouch;
use sidle::world::ColliderId;

use crate::draw::board::{Board, BoardRow, millimetres};
use crate::draw::debug_draw::{DebugDraw, Pen, Side};
use crate::draw::palette::{CONTACTS, CREASE, FAINT_INK, INK, THROWN};
use crate::view::context::ViewContext;
use crate::view::overlays::moves::story::{Kind, Motion, Story, StoryStep, Sweep};

/// How long the whole way of a tick is drawn: around the player, and in the model; radii of the drawn
/// ball.
const LENGTH: f64 = 3.2;
const MODEL_LENGTH: f64 = 4.2;

/// It is drawn no more than this many times larger.
const MOST_TIMES: f64 = 400.0;

/// The model before the eye: so far ahead, so far below, and its ball so large; metres.
const MODEL_AHEAD: f64 = 1.6;
const MODEL_BELOW: f64 = 0.48;
const MODEL_BALL: f64 = 0.13;

/// How far a crease is drawn to both sides, and how far apart what was asked for and what is left of it
/// must be to have a label; in balls.
const CREASE_REACH: [f64; 2] = [-2.4, 4.2];
const APART: f64 = 0.5;

/// More rows than this say nothing more.
const MOST_ROWS: usize = 18;

/// Planes that differ by less than this are one, to be drawn once.
const SAME_PLANE_COS: f64 = 0.999;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let story = Story::of(view.sim.trace().events());
    let mut board = Board {
        title: format!("How tick {} was made", view.sim.ticks()),
        ..Board::default()
    };
    let controller = view.sim.player().controller;
    board.words(words::reason(&story, controller));
    let mut picture = Picture::of(&story, view);
    for motion in story.counted() {
        picture.motion(debug, &mut board, view, motion);
    }
    picture.result(debug, &story);
    for vain in words::in_vain(&story) {
        board.tinted(vain, "in vain", FAINT_INK);
    }
    tell_tests(&mut board, view);
    let hidden = board.rows.len().saturating_sub(MOST_ROWS);
    if hidden > 0 {
        board.rows.truncate(MOST_ROWS);
        board
            .rows
            .push(BoardRow::Words(format!("and {hidden} rows more")));
    }
    // Of who stands still there is no way to be seen.
    if picture.times > 1.0 && picture.times < MOST_TIMES {
        board.words(format!(
            "The way is drawn {} times as large.",
            picture.times
        ));
    }
    debug.boards.push(board);
}

/// Whether the player's body is one of the balls that are drawn.
pub fn draws_body(view: &ViewContext) -> bool {
    let boxed = view.sim.player().controller == Controller::Boxed;
    !boxed && view.sim.tuning().body == BodyShape::Sphere
}

/// What the classic controller asked of triangles, and what came of it.
fn tell_tests(board: &mut Board, view: &ViewContext) {
    for event in view.sim.trace().events() {
        if let Event::Polygon { triangle, overlap } = event {
            let said = match overlap.touch {
                PolygonTouch::Face => "face",
                PolygonTouch::Edge(_) => "edge",
                PolygonTouch::Miss => continue,
            };
            let degrees = overlap.projection.angle_sum.to_degrees();
            let name = view.level.numbered_name_of(ColliderId::Triangle(*triangle));
            let label = format!("{name}: {said}");
            board.tinted(label, format!("sum {degrees:.1} deg"), FAINT_INK);
        }
    }
    let sides = view.sim.trace().sides();
    if view.sim.player().controller == Controller::Classic {
        let counts = format!("{} / {} / {}", sides.front, sides.intersects, sides.behind);
        board.tinted("front / intersects / behind", counts, FAINT_INK);
    }
}

/// What stopped or pushed the player, where it is.
fn outline(debug: &mut DebugDraw, view: &ViewContext, color: Color, collider: ColliderId) {
    let pen = Pen::new(color, 1.8);
    match collider {
        ColliderId::Triangle(id) => {
            debug.triangle(pen, view.sim.world().triangles()[id.0 as usize].vertices());
        }
        ColliderId::Box(id) => debug.solid(pen, &view.sim.world().boxes()[id.0 as usize]),
    }
}

/// On which side of the tip of a `way` nothing of it is.
fn beyond(debug: &DebugDraw, way: DVec3) -> Side {
    if way.dot(debug.right()) < 0.0 {
        Side::Left
    } else {
        Side::Right
    }
}

/// How a tick is placed in the picture.
struct Picture {
    /// Where the tick began, and where that is drawn; metres.
    start: DVec3,
    anchor: DVec3,
    /// How many times larger ways are drawn.
    times: f64,
    /// Radius of the drawn ball; metres.
    ball: f64,
    /// How opaque it is behind something.
    through: f32,
    /// Steps drawn so far that have a number.
    numbered: usize,
}

impl Picture {
    fn of(story: &Story, view: &ViewContext) -> Self {
        let steps = || story.counted().flat_map(|motion| &motion.steps);
        let start = steps().next().map_or(view.player, |step| step.from);
        let way: f64 = steps().map(|step| step.from.distance(step.to)).sum();
        let asked = steps().find_map(|step| match &step.kind {
            Kind::Sweep(sweep) => Some(sweep.left.length()),
            _ => None,
        });
        let refused = story.counted().find_map(|motion| motion.refused.as_ref());
        let refused = refused.map(|(_, sweep)| sweep.left.length());
        let longest = way.max(asked.or(refused).unwrap_or(0.0)).max(1e-9);
        let radius = view.sim.tuning().radius;
        let (ball, length) = if view.outside {
            (radius, LENGTH)
        } else {
            (MODEL_BALL, MODEL_LENGTH)
        };
        let times = (length * ball / longest).min(MOST_TIMES);
        let anchor = if view.outside {
            start
        } else {
            let end = steps().last().map_or(start, |step| step.to);
            let ahead = view.axes.look * MODEL_AHEAD;
            let up = view.axes.right.cross(view.axes.look);
            view.eye + ahead - up * MODEL_BELOW - (end - start) * (times * 0.5)
        };
        Self {
            start,
            anchor,
            // Rounded where that is seen.
            times: if times > 1.0 { times.round() } else { times },
            ball,
            through: if view.outside { 0.5 } else { 1.0 },
            numbered: 0,
        }
    }

    /// Where `point` is drawn.
    fn at(&self, point: DVec3) -> DVec3 {
        self.anchor + (point - self.start) * self.times
    }

    fn pen(&self, color: Color, width: f32) -> Pen {
        Pen::new(color, width).through(self.through)
    }

    fn ball_at(&self, debug: &mut DebugDraw, pen: Pen, point: DVec3) {
        if let Some(ball) = Sphere::new(self.at(point), self.ball) {
            debug.silhouette(pen, &ball);
        }
    }

    fn motion(
        &mut self,
        debug: &mut DebugDraw,
        board: &mut Board,
        view: &ViewContext,
        motion: &Motion,
    ) {
        if let Some(tried) = motion.tried {
            board.tinted(words::tried(tried), "", FAINT_INK);
        }
        if let Some(first) = motion.steps.first() {
            self.ball_at(debug, self.pen(INK, 1.8), first.from);
            debug.dot(self.pen(INK, 7.0), self.at(first.from));
        }
        // The plane that stopped the last sweep is drawn already.
        let mut known: Option<DVec3> = None;
        for step in &motion.steps {
            let color = match step.kind {
                Kind::Move => INK,
                Kind::Push(_) | Kind::Sweep(_) => {
                    self.numbered += 1;
                    CONTACTS[(self.numbered - 1) % CONTACTS.len()]
                }
            };
            match &step.kind {
                Kind::Move => self.moved(debug, board, step),
                Kind::Push(collider) => {
                    outline(debug, view, color, *collider);
                    let name = view.level.numbered_name_of(*collider);
                    self.pushed(debug, board, step, color, &name);
                }
                Kind::Sweep(sweep) => {
                    self.turned(debug, board, step.from, sweep, color, known);
                    self.swept(debug, board, step, color);
                    known = sweep.hit.map(|(_, normal)| normal);
                    if let Some((collider, normal)) = sweep.hit {
                        outline(debug, view, color, collider);
                        let name = view.level.numbered_name_of(collider);
                        self.hit(debug, board, step.to, normal, color, &name);
                    }
                }
            }
        }
        // What is tried beside the plain motion is to end at something.
        if motion.tried.is_some() {
            return;
        }
        if let Some((place, sweep)) = &motion.refused {
            let color = CONTACTS[self.numbered % CONTACTS.len()];
            self.turned(debug, board, *place, sweep, color, known);
        }
        let end = motion.steps.last().map(|step| step.to);
        let end = end.or(motion.refused.as_ref().map(|(place, _)| *place));
        if let (Some(said), Some(end)) = (motion.stop.and_then(words::short), end) {
            debug.dot(self.pen(THROWN, 11.0), self.at(end));
            debug.label(self.at(end), Side::Above, THROWN, said);
        }
    }

    /// The way through anything, at whose end it may be in something.
    fn moved(&self, debug: &mut DebugDraw, board: &mut Board, step: &StoryStep) {
        let (from, to) = (self.at(step.from), self.at(step.to));
        debug.dashes(self.pen(INK, 2.6), from, to);
        self.ball_at(debug, self.pen(INK, 1.4), step.to);
        debug.dot(self.pen(INK, 7.0), to);
        board.value(
            "moved, through anything",
            millimetres(step.from.distance(step.to)),
        );
    }

    fn pushed(
        &self,
        debug: &mut DebugDraw,
        board: &mut Board,
        step: &StoryStep,
        color: Color,
        name: &str,
    ) {
        let (from, to, number) = (self.at(step.from), self.at(step.to), self.numbered);
        let depth = millimetres(step.from.distance(step.to));
        debug.arrow(self.pen(color, 4.0), from, to);
        self.ball_at(debug, self.pen(color, 1.6), step.to);
        if let Some(normal) = (step.to - step.from).try_normalize() {
            // Whose plane it is pushed out of: where the ball comes to touch it.
            let touch = to - normal * self.ball;
            debug.patch(self.pen(color, 1.4), touch, normal, self.ball * 0.5);
        }
        let words = format!("push {number}: {name}, {depth}");
        debug.label(from, Side::Right, color, words);
        board.tinted(format!("push {number}, {name}"), depth, color);
    }

    /// What the planes left of what was left: before, faint; and after.
    fn turned(
        &self,
        debug: &mut DebugDraw,
        board: &mut Board,
        place: DVec3,
        sweep: &Sweep,
        color: Color,
        known: Option<DVec3>,
    ) {
        let at = self.at(place);
        let blocks = |normal: &&DVec3| normal.dot(sweep.left) < 0.0;
        for normal in sweep.planes.iter().filter(blocks) {
            if known.is_some_and(|known| known.dot(*normal) > SAME_PLANE_COS) {
                continue;
            }
            let touch = at - *normal * self.ball;
            debug.patch(self.pen(color, 1.4), touch, *normal, self.ball * 0.6);
            debug.arrow(
                self.pen(color, 1.8),
                touch,
                touch + *normal * (self.ball * 0.7),
            );
        }
        if let Some(crease) = sweep.crease {
            let [back, ahead] = CREASE_REACH.map(|balls| at + crease * (self.ball * balls));
            debug.segment(self.pen(CREASE, 3.6), back, ahead);
            debug.label(back, Side::Left, CREASE, "crease of two planes");
        }
        if sweep.left == sweep.way {
            return;
        }
        let asked = at + sweep.left * self.times;
        debug.dashes(self.pen(INK, 2.4), at, asked);
        debug.dot(self.pen(INK, 6.0), asked);
        if asked.distance(at + sweep.way * self.times) > self.ball * APART {
            debug.label(asked, beyond(debug, sweep.left), INK, "asked for");
        }
        let kept = at + sweep.way * self.times;
        // What the planes take away.
        debug.segment(self.pen(color.with_alpha(0.5), 1.4), asked, kept);
        let (left, way) = (sweep.left.length(), sweep.way.length());
        let share = 100.0 * way / left.max(f64::MIN_POSITIVE);
        let kept = format!(
            "{} of {} ({share:.0} %)",
            millimetres(way),
            millimetres(left)
        );
        board.tinted("  planes leave", kept, FAINT_INK);
    }

    fn swept(&self, debug: &mut DebugDraw, board: &mut Board, step: &StoryStep, color: Color) {
        debug.arrow(self.pen(color, 4.0), self.at(step.from), self.at(step.to));
        debug.dot(self.pen(color, 8.0), self.at(step.to));
        self.ball_at(debug, self.pen(color, 1.8), step.to);
        let length = millimetres(step.from.distance(step.to));
        board.tinted(format!("sweep {}", self.numbered), length, color);
    }

    fn hit(
        &self,
        debug: &mut DebugDraw,
        board: &mut Board,
        place: DVec3,
        normal: DVec3,
        color: Color,
        name: &str,
    ) {
        let touch = self.at(place) - normal * self.ball;
        debug.patch(self.pen(color, 1.6), touch, normal, self.ball * 0.6);
        debug.arrow(
            self.pen(color, 2.4),
            touch,
            touch + normal * (self.ball * 0.8),
        );
        let words = format!("{}: {name}", self.numbered);
        // On the far side of the plane, where nothing of the ball is.
        debug.label(touch, beyond(debug, -normal), color, words);
        board.value("  stopped by", name);
    }

    /// Where all of it led, when it led back.
    fn result(&self, debug: &mut DebugDraw, story: &Story) {
        let Some(back) = story.thrown_back() else {
            return;
        };
        let last = story
            .counted()
            .last()
            .and_then(|motion| motion.steps.last());
        if let Some(last) = last {
            debug.arrow(self.pen(THROWN, 5.0), self.anchor, self.at(last.to));
            let words = format!("thrown back {}", millimetres(back));
            // Beyond the tip, and not on the arrow.
            let side = beyond(debug, last.to - self.start);
            debug.label(self.at(last.to), side, THROWN, words);
        }
    }
}
