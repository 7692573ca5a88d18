//! One tick from the side, as flat shapes in a picture: lines, the body, labels and the caption.

use macroquad::color::Color;
use macroquad::math::{Rect, Vec2};

use sidle::glam::DVec2;
use sidle::player::{BodyShape, Controller};

use crate::draw::camera::Camera;
use crate::draw::label_room::LabelRoom;
use crate::draw::text_wrap::wrap;
use crate::draw::theme::{FAINT, INK};
use crate::session::Session;
use crate::view::palette;
use crate::view::side::framing::FIELD_OF_VIEW_DEG;
use crate::view::side::{SideView, diagram};

/// The colour behind everything, as of a page of the game.
pub const BACKGROUND: Color = Color::new(0.086, 0.114, 0.141, 1.0);

/// Opacity of the body.
const BODY_OPACITY: f32 = 0.2;

/// The height of a picture whose letters and lines have their usual size; pixels.
const USUAL_HEIGHT: f32 = 400.0;

/// The size of letters in such a picture, and the height of a line of the caption; pixels.
const LETTERS: f32 = 17.0;
const LINE: f32 = 21.0;

/// The most lines of the caption, its title among them.
pub const MAX_LINES: usize = 5;

/// How much wider a viewer's font may be than the one that is measured.
const WIDER: f32 = 1.3;

/// Distance of the caption from the picture's edges, and of labels from their points; pixels in such a picture.
const MARGIN: f32 = 10.0;
const LABEL_GAP: f32 = 7.0;

/// Distance of labels from other labels and from arrows; pixels in such a picture.
const LABEL_MARGIN: f32 = 3.0;

/// How far letters reach below their base line, as a share of their size.
const DESCENT: f32 = 0.3;

/// One degree in radians.
const RADIANS_PER_DEG: f32 = std::f32::consts::PI / 180.0;

/// Lines and the places of labels beyond this many sizes of the picture are left out.
const MAX_BEYOND: f32 = 8.0;

/// A straight line with round ends; pixels from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub ends: [[f32; 2]; 2],
    pub width: f32,
    pub color: Color,
}

/// A text, whose base line begins, has its middle, or ends at `at`.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    pub at: [f32; 2],
    pub anchor: Anchor,
    pub size: f32,
    pub text: String,
    pub color: Color,
}

/// The part of a text that is at its place. A viewer's own font may be wider than the one that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Words {
    /// How far the text begins to the left of its place, if it has this width; pixels.
    pub fn before(&self, width: f32) -> f32 {
        match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width * 0.5,
            Anchor::End => width,
        }
    }
}

/// The picture of a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    pub size: [u16; 2],
    /// Where the caption begins, which covers all lines; pixels from the top.
    pub band: f32,
    /// The middle of a round body, its radius, and its colour.
    pub body: Option<([f32; 2], f32, Color)>,
    pub strokes: Vec<Stroke>,
    pub words: Vec<Words>,
    /// The caption as one text, and how many lines it takes with its title.
    pub caption: String,
    pub lines: usize,
}

impl Sketch {
    /// The tick of `session` that is shown, in a picture of this `size` with room for so many `lines` of its caption; `measure` returns
    /// the width of a text with letters of one pixel.
    pub fn new(
        side: &mut SideView,
        session: &Session,
        (size, lines): ([u16; 2], usize),
        measure: &dyn Fn(&str) -> f32,
    ) -> Self {
        let [width, height] = size.map(f32::from);
        let scale = (height / USUAL_HEIGHT).clamp(0.7, 2.5);
        let band = scale * (LINE * lines as f32 + MARGIN);
        let free = (height - band).max(height * 0.5);
        let mut sketch = Self {
            size,
            band: free,
            ..Self::default()
        };
        let Some(picture) = side.draw(session, f64::from(width / free), 1.0) else {
            return sketch;
        };
        let origin = session.sim.player().position;
        let field = FIELD_OF_VIEW_DEG as f32 * RADIANS_PER_DEG;
        let camera = Camera::new(
            picture.eye,
            origin,
            &picture.axes,
            ((width, free), field),
            1.0,
            f32::MAX,
        );
        let place = |point| {
            let (x, y) = camera.project(point)?;
            let is_near = x.abs() < MAX_BEYOND && y.abs() < MAX_BEYOND;
            is_near.then_some([x * width, y * free])
        };
        let debug = side.debug();
        for line in &debug.geometry.lines {
            let ends = line.ends().map(|end| place(debug.place_of(end)));
            if let [Some(start), Some(end)] = ends {
                sketch.strokes.push(Stroke {
                    ends: [start, end],
                    width: line.width() * scale.max(1.0),
                    color: line.color(),
                });
            }
        }
        let (player, tuning) = (session.sim.player(), session.sim.tuning());
        let is_round = player.controller != Controller::Boxed && tuning.body == BodyShape::Sphere;
        let center = diagram::middle(tuning, player);
        let up = picture.axes.right.cross(picture.axes.look) * tuning.radius;
        if let (true, Some(middle), Some(top)) = (is_round, place(center), place(center + up)) {
            let radius = DVec2::from(middle.map(f64::from)).distance(top.map(f64::from).into());
            let color = palette::controller(player.controller);
            sketch.body = Some((middle, radius as f32, color.with_alpha(BODY_OPACITY)));
        }
        let letters = LETTERS * scale;
        let edge = MARGIN * scale;
        let room = LabelRoom {
            picture: Rect::new(0.0, 0.0, width, free),
            height: letters * (1.0 + DESCENT),
            gap: LABEL_GAP * scale,
            margin: LABEL_MARGIN * scale,
        };
        let arrows = debug.kept_free.iter().filter_map(|[from, to]| {
            let ends = [place(*from)?, place(*to)?];
            Some(ends.map(Vec2::from))
        });
        let arrows: Vec<_> = arrows.collect();
        let mut taken: Vec<Rect> = Vec::new();
        for label in &debug.labels {
            let Some([x, y]) = place(label.point) else {
                continue;
            };
            let long = measure(&label.text) * letters;
            let plate = room.beside((x, y), label.side, long, (&taken, &arrows));
            let plate = plate.unwrap_or_else(|| {
                let (left, top) = room.corner((x, y), label.side, long);
                let left = left.clamp(edge, (width - long - edge).max(edge));
                let top = top.clamp(edge, (free - edge - room.height).max(edge));
                let mut plate = Rect::new(left, top, long, room.height);
                while let Some(other) = taken.iter().find(|other| other.overlaps(&plate)) {
                    // Clearly below it: rounding would let the two touch for ever.
                    plate.y = other.bottom() + 1.0;
                }
                plate
            });
            taken.push(plate);
            // A viewer's wider font reaches away from the point.
            let (at, anchor) = if plate.left() >= x {
                (plate.left(), Anchor::Start)
            } else if plate.right() <= x {
                (plate.right(), Anchor::End)
            } else {
                (plate.center().x, Anchor::Middle)
            };
            let base = plate.top() + letters;
            sketch.words.push(Words {
                at: [at, base],
                anchor,
                size: letters,
                text: label.text.clone(),
                color: label.color,
            });
        }
        let caption = &picture.caption;
        sketch.caption = format!("{}. {}", caption.title, caption.sentence);
        let room = width - 2.0 * edge;
        let fits = |text: &str| measure(text) * letters * WIDER;
        let rows = wrap(caption.sentence.split(' '), " ", room, MAX_LINES - 1, fits);
        sketch.lines = rows.len() + 1;
        let title = (caption.title.clone(), INK);
        let note = &caption.note;
        if measure(&caption.title) + measure(note) + 2.0 < room / (letters * WIDER) {
            sketch.words.push(Words {
                at: [width - edge, free + scale * LINE * 0.8],
                anchor: Anchor::End,
                size: letters,
                text: note.clone(),
                color: FAINT,
            });
        }
        let rows = rows.into_iter().map(|row| (row, FAINT));
        for (number, (text, color)) in std::iter::once(title).chain(rows).enumerate() {
            let base = free + scale * LINE * (number as f32 + 0.8);
            sketch.words.push(Words {
                at: [edge, base],
                anchor: Anchor::Start,
                size: letters,
                text,
                color,
            });
        }
        sketch
    }
}
