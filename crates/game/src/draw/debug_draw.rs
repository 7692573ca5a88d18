//! Debug drawing: shapes as lines and faces, with labels and info panels.

use macroquad::color::Color;

use sidle::geometry::angle::{BinaryAngle, ViewAxes, sin_cos_deg};
use sidle::geometry::{Obb, Solid, Sphere};
use sidle::glam::DVec3;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::info_panel::InfoPanel;
use crate::draw::renderer::debug::debug_geometry::{DebugGeometry, Face, Line};

/// Lines per circle. Smaller: visible corners; larger: more to draw.
const CIRCLE_LINES: u32 = 72;

/// Length of an arrow's head, and its reach to each side, as shares of the arrow's length.
const HEAD_LENGTH: f64 = 0.28;
const HEAD_WIDTH: f64 = 0.10;

/// A longer arrow has the head of an arrow of this length; metres.
const MAX_HEADED_LENGTH: f64 = 0.4;

/// Length of a dash and of the gap after it; metres. The limits on the number of dashes make those of long lines
/// longer and those of short lines shorter.
const DASH: f64 = 0.15;
const MIN_DASHES: f64 = 6.0;
const MAX_DASHES: f64 = 100.0;

/// Opacity of a glass surface that faces the eye, and of one seen edge-on.
const GLASS_FACING: f32 = 0.16;
const GLASS_EDGE_ON: f32 = 0.62;

/// Rings of a glass sphere from pole to pole. Smaller: visible rings; larger: more to draw.
const GLASS_RINGS: u32 = 20;

/// Opacity of the face of a plane patch.
const PATCH_OPACITY: f32 = 0.22;

/// Default opacity of a line where the level hides it.
const OCCLUDED_OPACITY: f32 = 0.36;

/// Points no farther in front of the eye than this are ignored; metres.
const MIN_AHEAD: f64 = 0.1;

/// The style of a line.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    color: Color,
    /// Pixels at scale 1.
    width: f32,
    /// Opacity where the level hides the line.
    occluded_opacity: f32,
}

impl Pen {
    pub const fn new(color: Color, width: f32) -> Self {
        Self {
            color,
            width,
            occluded_opacity: OCCLUDED_OPACITY,
        }
    }

    /// The same pen with another opacity for hidden parts; 0 is invisible.
    pub const fn occluded_opacity(self, occluded_opacity: f32) -> Self {
        Self {
            occluded_opacity,
            ..self
        }
    }

    /// The same pen, `factor` times as wide.
    fn widened(self, factor: f32) -> Self {
        Self {
            width: self.width * factor,
            ..self
        }
    }
}

/// The side of its point on which a label is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelSide {
    Above,
    Below,
    Left,
    Right,
}

/// Text at a point of the world.
#[derive(Clone, Debug)]
pub struct Label {
    pub point: DVec3,
    pub side: LabelSide,
    pub text: String,
    pub color: Color,
    /// Whether the label stays in the picture when its point is outside.
    pub pinned: bool,
}

/// Everything that is drawn over the level in one frame, in world coordinates. Earlier labels get their place first.
#[derive(Debug)]
pub struct DebugDraw {
    origin: DVec3,
    eye: DVec3,
    axes: ViewAxes,
    pub geometry: DebugGeometry,
    pub labels: Vec<Label>,
    /// Lines that labels leave free where there is room; metres.
    pub kept_free: Vec<[DVec3; 2]>,
    /// The panels next to the picture, from the right.
    pub panels: Vec<InfoPanel>,
    /// The place that the panels explain, and must not cover; metres.
    pub subject: Option<DVec3>,
}

impl DebugDraw {
    /// An empty drawing for a scene around `origin`; metres.
    pub fn new(origin: DVec3) -> Self {
        Self {
            origin,
            eye: origin,
            axes: ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO),
            geometry: DebugGeometry::new(),
            labels: Vec::new(),
            kept_free: Vec::new(),
            panels: Vec::new(),
            subject: None,
        }
    }

    /// Removes everything, and starts a frame seen from `eye` along `axes`; metres.
    pub fn begin(&mut self, eye: DVec3, axes: ViewAxes) {
        self.eye = eye;
        self.axes = axes;
        self.geometry.clear();
        self.labels.clear();
        self.kept_free.clear();
        self.panels.clear();
        self.subject = None;
    }

    /// The place of an end of a line; metres.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn place_of(&self, end: macroquad::math::Vec3) -> DVec3 {
        let [x, y, z] = end.to_array().map(f64::from);
        self.origin + DVec3::new(x, y, z)
    }

    /// Position of the eye; metres.
    pub fn eye(&self) -> DVec3 {
        self.eye
    }

    /// The direction to the right on the picture; a unit vector.
    pub fn right(&self) -> DVec3 {
        self.axes.right
    }

    /// The direction upwards on the picture; a unit vector.
    pub fn up(&self) -> DVec3 {
        self.axes.right.cross(self.axes.look)
    }

    pub fn segment(&mut self, pen: Pen, start: DVec3, end: DVec3) {
        let [start, end] = [start, end].map(|point| to_render_vec3(point - self.origin));
        let line = Line::new(start, end, pen.color, pen.width, pen.occluded_opacity);
        self.geometry.lines.push(line);
    }

    /// A dashed line.
    pub fn dashed_segment(&mut self, pen: Pen, start: DVec3, end: DVec3) {
        let line = end - start;
        let count = (line.length() / (2.0 * DASH))
            .clamp(MIN_DASHES, MAX_DASHES)
            .round();
        for dash in 0..count as u32 {
            let [from, to] = [0.0, 0.5].map(|part| (f64::from(dash) + part) / count);
            self.segment(pen, start + line * from, start + line * to);
        }
    }

    /// Lines from each of `points` to the next.
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

    /// An arrow from `start` to `end`. Its head faces the eye, and stays small on a long arrow.
    pub fn arrow(&mut self, pen: Pen, start: DVec3, end: DVec3) {
        self.segment(pen, start, end);
        let line = (end - start).clamp_length_max(MAX_HEADED_LENGTH);
        let aside = line.cross(self.eye - end).normalize_or_zero() * line.length() * HEAD_WIDTH;
        let neck = end - line * HEAD_LENGTH;
        self.polyline(pen, [neck + aside, end, neck - aside]);
    }

    pub fn triangle(&mut self, pen: Pen, [a, b, c]: [DVec3; 3]) {
        self.polyline(pen, [a, b, c, a]);
    }

    /// The edges of a solid.
    pub fn solid(&mut self, pen: Pen, solid: &(impl Solid + ?Sized)) {
        for number in 0..solid.edge_count() {
            let edge = solid.edge(number).segment;
            self.segment(pen, edge.start, edge.end);
        }
    }

    /// A circle of `radius` around `center`, perpendicular to the unit vector `axis`.
    pub fn circle(&mut self, pen: Pen, center: DVec3, axis: DVec3, radius: f64) {
        self.polyline(pen, circle_points(center, axis, radius));
    }

    /// Three thin great circles, and the silhouette.
    pub fn sphere(&mut self, pen: Pen, sphere: &Sphere) {
        let thin = pen.widened(0.6);
        for axis in DVec3::AXES {
            self.circle(thin, sphere.center(), axis, sphere.radius());
        }
        self.silhouette(pen, sphere);
    }

    /// A glass sphere, clear in its middle, and denser towards its silhouette.
    pub fn glass_sphere(&mut self, color: Color, sphere: &Sphere) {
        let angle = |part: u32| sin_cos_deg(180.0 * f64::from(part) / f64::from(GLASS_RINGS));
        let unit = |slice: u32, ring: u32| {
            let ((sin, cos), (flat, up)) = (angle(slice), angle(ring));
            DVec3::new(cos * flat, up, sin * flat)
        };
        let rings = |slice| (0..GLASS_RINGS).map(move |ring| (slice, ring));
        for (slice, ring) in (0..2 * GLASS_RINGS).flat_map(rings) {
            let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)]
                .map(|(right, down)| unit(slice + right, ring + down));
            self.glass_face(
                color,
                [a, b, c, d].map(|corner| (sphere.center() + corner * sphere.radius(), a + c)),
            );
        }
    }

    /// A glass box.
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
            self.glass_face(color, corners.map(|corner| (middle + corner, out * sign)));
        }
    }

    /// A piece of a glass surface, given by its corners and their outward directions. Only front faces are drawn.
    fn glass_face(&mut self, color: Color, corners: [(DVec3, DVec3); 4]) {
        let (point, outward) = corners[0];
        let towards = (self.eye - point).normalize_or_zero();
        let cosine = outward.normalize_or_zero().dot(towards);
        if cosine > 0.0 {
            let slant = (1.0 - cosine) as f32;
            let opacity = GLASS_FACING + (GLASS_EDGE_ON - GLASS_FACING) * slant * slant;
            let corners = corners.map(|(corner, _)| corner);
            self.face(color.with_alpha(opacity), &corners);
        }
    }

    /// The silhouette of a sphere; nothing if the eye is inside.
    pub fn silhouette(&mut self, pen: Pen, sphere: &Sphere) {
        let (center, radius) = (sphere.center(), sphere.radius());
        // The tangents from the eye touch the sphere on a circle. The angle at the sphere's centre between the eye and
        // that circle has the cosine radius / distance.
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

    /// A piece of the plane through `center` with the unit `normal`, a translucent disc with a grid four squares
    /// across.
    pub fn plane_patch(&mut self, pen: Pen, center: DVec3, normal: DVec3, radius: f64) {
        self.circle(pen, center, normal, radius);
        let thin = pen.widened(0.5);
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
            let corners =
                [center, before, after].map(|corner| to_render_vec3(corner - self.origin));
            self.geometry.faces.push(Face::new(corners, color));
        }
    }

    /// A filled circle of `radius` around `center`, perpendicular to the unit vector `normal`.
    pub fn disc(&mut self, color: Color, center: DVec3, normal: DVec3, radius: f64) {
        let points: Vec<_> = circle_points(center, normal, radius).collect();
        self.face(color, &points);
    }

    /// A convex face with these `corners`, in order around it.
    pub fn face(&mut self, color: Color, corners: &[DVec3]) {
        let drawn = |corner: DVec3| to_render_vec3(corner - self.origin);
        if let [first, rest @ ..] = corners {
            let fan = rest
                .windows(2)
                .map(|pair| [*first, pair[0], pair[1]].map(drawn));
            self.geometry
                .faces
                .extend(fan.map(|corners| Face::new(corners, color)));
        }
    }

    /// A round dot with the pen's width as its diameter.
    pub fn dot(&mut self, pen: Pen, point: DVec3) {
        self.segment(pen, point, point);
    }

    /// A label for `point`.
    pub fn label(&mut self, point: DVec3, side: LabelSide, color: Color, text: impl Into<String>) {
        self.labels.push(Label {
            point,
            side,
            text: text.into(),
            color,
            pinned: false,
        });
    }

    /// Keeps the last label in the picture even when its point is outside.
    pub fn pin_label(&mut self) {
        if let Some(label) = self.labels.last_mut() {
            label.pinned = true;
        }
    }

    /// A translucent rectangle around `center` with the half sides `across` and `up`.
    pub fn rectangle(&mut self, pen: Pen, center: DVec3, across: DVec3, up: DVec3) {
        let corners = [-across - up, across - up, across + up, up - across];
        let [a, b, c, d] = corners.map(|corner| center + corner);
        self.polyline(pen, [a, b, c, d, a]);
        self.face(pen.color.with_alpha(PATCH_OPACITY), &[a, b, c, d]);
    }

    /// Three lines of length `size` along the world's axes that cross at `point`.
    pub fn cross(&mut self, pen: Pen, point: DVec3, size: f64) {
        for axis in DVec3::AXES {
            let half = axis * (size * 0.5);
            self.segment(pen, point - half, point + half);
        }
    }

    /// The leftmost and the rightmost corner of `solid` on the picture, among those in front of the eye.
    pub fn horizontal_extremes(&self, solid: &impl Solid) -> Option<[DVec3; 2]> {
        let corners = (0..solid.vertex_count()).map(|number| solid.vertex(number));
        let ahead = corners.filter_map(|corner| {
            let ray = corner - self.eye;
            let distance = ray.dot(self.axes.look);
            (distance > MIN_AHEAD).then(|| (ray.dot(self.axes.right) / distance, corner))
        });
        let by_place = |a: &(f64, DVec3), b: &(f64, DVec3)| a.0.total_cmp(&b.0);
        let (_, left) = ahead.clone().min_by(by_place)?;
        let (_, right) = ahead.max_by(by_place)?;
        Some([left, right])
    }
}

/// Points around a circle; the last repeats the first.
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
