//! Shapes as lines and faces, and what is written beside them: what overlays draw with.

use macroquad::color::Color;

use sidle::geometry::angle::{BinaryAngle, ViewAxes, sin_cos_deg};
use sidle::geometry::{Obb, Solid, Sphere};
use sidle::glam::DVec3;

use crate::draw::board::Board;
use crate::draw::convert::to_drawn;
use crate::draw::renderer::line_buffer::{Face, Line, Marks};

/// Lines of which a circle is made. Smaller: corners are seen; larger: more to draw.
const CIRCLE_LINES: u32 = 72;

/// How far the head of an arrow reaches back, and how far to each side, as shares of its length.
const HEAD_LENGTH: f64 = 0.28;
const HEAD_WIDTH: f64 = 0.10;

/// The heads of arrows are those of arrows no longer than this; metres.
const LONGEST_HEAD: f64 = 0.4;

/// Length of a dash, and of the space after it; metres. Longer lines have longer dashes, short ones shorter.
const DASH: f64 = 0.15;
const LEAST_DASHES: f64 = 6.0;
const MOST_DASHES: f64 = 100.0;

/// Opacity of glass seen square on, and along its surface.
const GLASS: f32 = 0.16;
const RIM: f32 = 0.62;

/// A ball of glass has so many rings from pole to pole. Smaller: one sees them; larger: more to draw.
const BALL_RINGS: u32 = 20;

/// How opaque the face of a patch is.
const PATCH_OPACITY: f32 = 0.22;

/// How opaque a line usually is behind something, as a sign that it is there.
const SEEN_THROUGH: f32 = 0.36;

/// Points no farther ahead than this have no place on the picture; metres.
const LEAST_AHEAD: f64 = 0.1;

/// What a line looks like.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    color: Color,
    /// Pixels in a window of the usual height.
    width: f32,
    /// How opaque it is where something hides it.
    through: f32,
}

impl Pen {
    pub const fn new(color: Color, width: f32) -> Self {
        Self {
            color,
            width,
            through: SEEN_THROUGH,
        }
    }

    /// The same, but so opaque where something hides it: 0 is not at all.
    pub const fn through(self, through: f32) -> Self {
        Self { through, ..self }
    }

    /// The same, so many times as wide.
    fn times(self, factor: f32) -> Self {
        Self {
            width: self.width * factor,
            ..self
        }
    }
}

/// On which side of its point a label is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Above,
    Left,
    Right,
}

/// A few words at a point of the world.
#[derive(Clone, Debug)]
pub struct Label {
    pub point: DVec3,
    pub side: Side,
    pub text: String,
    pub color: Color,
    /// Whether it stays in the picture when its point is beside it.
    pub pinned: bool,
}

/// What is drawn over the level in a frame, in world coordinates. Labels that come first are placed
/// first where there is no room for all.
#[derive(Debug)]
pub struct DebugDraw {
    origin: DVec3,
    eye: DVec3,
    axes: ViewAxes,
    pub marks: Marks,
    pub labels: Vec<Label>,
    /// What is written beside the picture, the first at the right.
    pub boards: Vec<Board>,
}

impl DebugDraw {
    /// Nothing yet, for a scene around `origin`; metres.
    pub fn new(origin: DVec3) -> Self {
        Self {
            origin,
            eye: origin,
            axes: ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO),
            marks: Marks::default(),
            labels: Vec::new(),
            boards: Vec::new(),
        }
    }

    /// Begins anew, seen from `eye` along `axes`; metres.
    pub fn begin(&mut self, eye: DVec3, axes: ViewAxes) {
        self.eye = eye;
        self.axes = axes;
        self.marks.clear();
        self.labels.clear();
        self.boards.clear();
    }

    /// Where the eye is; metres.
    pub fn eye(&self) -> DVec3 {
        self.eye
    }

    /// What is to the right on the picture; of unit length.
    pub fn right(&self) -> DVec3 {
        self.axes.right
    }

    /// What is upwards on the picture; of unit length.
    pub fn up(&self) -> DVec3 {
        self.axes.right.cross(self.axes.look)
    }

    pub fn segment(&mut self, pen: Pen, start: DVec3, end: DVec3) {
        let [start, end] = [start, end].map(|point| to_drawn(point - self.origin));
        let line = Line::new(start, end, pen.color, pen.width, pen.through);
        self.marks.lines.push(line);
    }

    /// A line of dashes, one after each [`DASH`].
    pub fn dashes(&mut self, pen: Pen, start: DVec3, end: DVec3) {
        let way = end - start;
        let count = (way.length() / (2.0 * DASH))
            .clamp(LEAST_DASHES, MOST_DASHES)
            .round();
        for dash in 0..count as u32 {
            let [from, to] = [0.0, 0.5].map(|part| (f64::from(dash) + part) / count);
            self.segment(pen, start + way * from, start + way * to);
        }
    }

    /// From each of `points` to the next.
    pub fn polyline(&mut self, pen: Pen, points: impl IntoIterator<Item = DVec3>) {
        let mut points = points.into_iter();
        let Some(mut before) = points.next() else {
            return;
        };
        for point in points {
            self.segment(pen, before, point);
            before = point;
        }
    }

    /// An arrow from `start` to `end`, whose head is turned to the eye, and stays small however long it is.
    pub fn arrow(&mut self, pen: Pen, start: DVec3, end: DVec3) {
        self.segment(pen, start, end);
        let way = (end - start).clamp_length_max(LONGEST_HEAD);
        let aside = way.cross(self.eye - end).normalize_or_zero() * way.length() * HEAD_WIDTH;
        let neck = end - way * HEAD_LENGTH;
        self.polyline(pen, [neck + aside, end, neck - aside]);
    }

    pub fn triangle(&mut self, pen: Pen, [a, b, c]: [DVec3; 3]) {
        self.polyline(pen, [a, b, c, a]);
    }

    /// The edges of a box, or of any other solid.
    pub fn solid(&mut self, pen: Pen, solid: &(impl Solid + ?Sized)) {
        for number in 0..solid.edge_count() {
            let edge = solid.edge(number).segment;
            self.segment(pen, edge.start, edge.end);
        }
    }

    /// A circle of `radius` around `center`, square to the unit vector `axis`.
    pub fn circle(&mut self, pen: Pen, center: DVec3, axis: DVec3, radius: f64) {
        self.polyline(pen, circle_points(center, axis, radius));
    }

    /// Three great circles, thinner than the outline that the eye sees.
    pub fn sphere(&mut self, pen: Pen, sphere: &Sphere) {
        let thin = pen.times(0.6);
        for axis in DVec3::AXES {
            self.circle(thin, sphere.center(), axis, sphere.radius());
        }
        self.silhouette(pen, sphere);
    }

    /// A ball of glass: clear in its middle, and denser towards its outline.
    pub fn ball(&mut self, color: Color, sphere: &Sphere) {
        let angle = |part: u32| sin_cos_deg(180.0 * f64::from(part) / f64::from(BALL_RINGS));
        let unit = |slice: u32, ring: u32| {
            let ((sin, cos), (flat, up)) = (angle(slice), angle(ring));
            DVec3::new(cos * flat, up, sin * flat)
        };
        let rings = |slice| (0..BALL_RINGS).map(move |ring| (slice, ring));
        for (slice, ring) in (0..2 * BALL_RINGS).flat_map(rings) {
            let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)]
                .map(|(right, down)| unit(slice + right, ring + down));
            self.glass(
                color,
                [a, b, c, d].map(|corner| (sphere.center() + corner * sphere.radius(), a + c)),
            );
        }
    }

    /// A box of the same glass.
    pub fn glass_box(&mut self, color: Color, obb: &Obb) {
        let (center, axes, half) = (obb.center(), obb.axes(), obb.half_extents());
        for (face, sign) in [0, 1, 2]
            .into_iter()
            .flat_map(|face| [(face, 1.0), (face, -1.0)])
        {
            let [out, across, up] =
                [0, 1, 2].map(|turn| axes.col((face + turn) % 3) * half[(face + turn) % 3]);
            let middle = center + out * sign;
            let corners = [across + up, up - across, -across - up, across - up];
            self.glass(color, corners.map(|corner| (middle + corner, out * sign)));
        }
    }

    /// A piece of glass, if its outside is seen: its corners, and which way the outside is.
    fn glass(&mut self, color: Color, corners: [(DVec3, DVec3); 4]) {
        let (point, outward) = corners[0];
        let towards = (self.eye - point).normalize_or_zero();
        let cosine = outward.normalize_or_zero().dot(towards);
        if cosine > 0.0 {
            let slant = (1.0 - cosine) as f32;
            let opacity = GLASS + (RIM - GLASS) * slant * slant;
            let corners = corners.map(|(corner, _)| corner);
            self.face(color.with_alpha(opacity), &corners);
        }
    }

    /// The outline of a sphere that the eye sees; nothing from within.
    pub fn silhouette(&mut self, pen: Pen, sphere: &Sphere) {
        let (center, radius) = (sphere.center(), sphere.radius());
        // The rays from the eye touch the sphere on a circle: seen from its centre at the cosine
        // radius / distance.
        let towards = self.eye - center;
        let cosine = radius / towards.length();
        if cosine < 1.0 {
            let towards = towards.normalize();
            let sine = (1.0 - cosine * cosine).sqrt();
            self.circle(
                pen,
                center + towards * (radius * cosine),
                towards,
                radius * sine,
            );
        }
    }

    /// A piece of the plane through `center` square to the unit `normal`: a translucent disc with a
    /// grid of four squares across.
    pub fn patch(&mut self, pen: Pen, center: DVec3, normal: DVec3, radius: f64) {
        self.circle(pen, center, normal, radius);
        let thin = pen.times(0.5);
        let (across, up) = normal.any_orthonormal_pair();
        for step in -1..=1 {
            let off = f64::from(step) * 0.5;
            let half = (1.0 - off * off).sqrt();
            for (along, aside) in [(across, up), (up, across)] {
                let [start, end] =
                    [-half, half].map(|end| center + (aside * off + along * end) * radius);
                self.segment(thin, start, end);
            }
        }
        let color = pen.color.with_alpha(PATCH_OPACITY);
        let points = circle_points(center, normal, radius);
        for (before, after) in points.clone().zip(points.skip(1)) {
            let corners = [center, before, after].map(|corner| to_drawn(corner - self.origin));
            self.marks.faces.push(Face::new(corners, color));
        }
    }

    /// A convex face of `corners`, which go round it.
    pub fn face(&mut self, color: Color, corners: &[DVec3]) {
        let drawn = |corner: DVec3| to_drawn(corner - self.origin);
        if let [first, rest @ ..] = corners {
            let fan = rest
                .windows(2)
                .map(|pair| [*first, pair[0], pair[1]].map(drawn));
            self.marks
                .faces
                .extend(fan.map(|corners| Face::new(corners, color)));
        }
    }

    /// A round dot, as wide on the screen as the pen.
    pub fn dot(&mut self, pen: Pen, point: DVec3) {
        self.segment(pen, point, point);
    }

    /// A label for `point`.
    pub fn label(&mut self, point: DVec3, side: Side, color: Color, text: impl Into<String>) {
        self.labels.push(Label {
            point,
            side,
            text: text.into(),
            color,
            pinned: false,
        });
    }

    /// Keeps the last label in the picture, also when its point is beside it.
    pub fn pin_label(&mut self) {
        if let Some(label) = self.labels.last_mut() {
            label.pinned = true;
        }
    }

    /// A translucent rectangle around `center` with its half sides `across` and `up`.
    pub fn sheet(&mut self, pen: Pen, center: DVec3, across: DVec3, up: DVec3) {
        let corners = [-across - up, across - up, across + up, up - across];
        let [a, b, c, d] = corners.map(|corner| center + corner);
        self.polyline(pen, [a, b, c, d, a]);
        self.face(pen.color.with_alpha(PATCH_OPACITY), &[a, b, c, d]);
    }

    /// Three short lines that cross at `point`, each `size` long.
    pub fn cross(&mut self, pen: Pen, point: DVec3, size: f64) {
        for axis in DVec3::AXES {
            let half = axis * (size * 0.5);
            self.segment(pen, point - half, point + half);
        }
    }

    /// The corners of `solid` that are seen farthest to the left and to the right, of those before
    /// the eye.
    pub fn outermost(&self, solid: &impl Solid) -> Option<[DVec3; 2]> {
        let corners = (0..solid.vertex_count()).map(|number| solid.vertex(number));
        let ahead = corners.filter_map(|corner| {
            let ray = corner - self.eye;
            let distance = ray.dot(self.axes.look);
            (distance > LEAST_AHEAD).then(|| (ray.dot(self.axes.right) / distance, corner))
        });
        let by_place = |a: &(f64, DVec3), b: &(f64, DVec3)| a.0.total_cmp(&b.0);
        let (_, left) = ahead.clone().min_by(by_place)?;
        let (_, right) = ahead.max_by(by_place)?;
        Some([left, right])
    }
}

/// Points all around a circle, the first once more at the end.
pub fn circle_points(
    center: DVec3,
    axis: DVec3,
    radius: f64,
) -> impl Iterator<Item = DVec3> + Clone {
    let (across, up) = axis.any_orthonormal_pair();
    (0..=CIRCLE_LINES).map(move |step| {
        let (sin, cos) = sin_cos_deg(360.0 * f64::from(step) / f64::from(CIRCLE_LINES));
        center + (across * cos + up * sin) * radius
    })
}
