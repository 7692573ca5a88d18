//! Places the camera of the view from the side, so that the motion and its obstacles are seen face-on.

use sidle::geometry::angle::{ViewAxes, sin_cos_deg};
use sidle::geometry::float;
use sidle::glam::DVec3;

/// The vertical field of view; degrees. Smaller: lengths look alike near and far; larger: the level around is seen.
pub const FIELD_OF_VIEW_DEG: f64 = 30.0;

/// A motion and a normal span a plane if the sine of the angle between them is at least this.
const SPAN_SINE: f64 = 0.35;

/// A plane lies flat if its unit normal has at least this height. It is then seen from above.
const FLAT_HEIGHT: f64 = 0.7;

/// How high the camera stands above its subject, from the side, and from above; the first is preferred; degrees.
const SIDE_ELEVATIONS_DEG: [f64; 2] = [14.0, 32.0];
const ABOVE_ELEVATIONS_DEG: [f64; 2] = [66.0, 50.0];

/// The cost of an elevation that is not preferred, as a share of free sight.
const ELEVATION_COST: f64 = 0.15;

/// The bonus of a direction near the one before, so that the camera changes sides only for a much better view.
const SAME_SIDE_GAIN: f64 = 0.4;

/// Room around the subject, as a factor.
const MARGIN: f64 = 1.2;

/// The smallest distance; radii of the body.
const MIN_DISTANCE: f64 = 6.0;

/// A smaller share of the width is too narrow for the subject. Larger: it leaves the side of a landscape window; smaller: it is tiny.
const NARROW: f64 = 0.35;

/// The share of an upright window that is free between its cards and its buttons, and how far the middle of that lies below the middle of
/// the window, in halves of its height.
const BELOW: f64 = 0.3;
const BELOW_MIDDLE: f64 = 0.26;

/// How long the camera takes for most of its way to another place; seconds.
const MOVE_SECONDS: f64 = 0.12;

/// A camera that must move farther than this does not glide, but jumps; multiples of its distance.
const JUMP: f64 = 1.5;

/// A camera that is this near to its place is there; a share of its distance. Smaller: the picture never rests; larger: it
/// jerks.
const ARRIVED: f64 = 1e-3;

/// The subject.
#[derive(Clone, Debug, PartialEq)]
pub struct FramingSubject {
    /// Points that the picture must contain, with `radius` around each; metres; at least one.
    pub points: Vec<DVec3>,
    pub radius: f64,
    /// The point through which the level is cut; metres.
    pub focus: DVec3,
    /// The motion; may be zero.
    pub motion: DVec3,
    /// The unit normals of the obstacles, from the world to the body.
    pub normals: Vec<DVec3>,
    /// The direction from which the camera looks if nothing else decides it; a horizontal unit vector.
    pub aside: DVec3,
    /// Whether the camera must look from the side, since the height of the contact matters.
    pub upright: bool,
}

/// Where the camera stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framing {
    /// The middle of the picture; metres.
    pub center: DVec3,
    /// The direction from there to the eye; a unit vector that is never vertical.
    pub towards: DVec3,
    /// The distance from there to the eye; metres.
    pub distance: f64,
}

impl Framing {
    /// The camera for `subject`, in a picture of this `aspect`, width to height. `before` is the camera so far, and `sight`
    /// the share of free sight from 0 to 1, in a direction.
    pub fn new(
        subject: &FramingSubject,
        aspect: f64,
        before: Option<&Self>,
        sight: impl Fn(DVec3) -> f64,
    ) -> Self {
        let value = |(cost, towards): &(f64, DVec3)| {
            let same = before.map_or(0.0, |before| float::max(before.towards.dot(*towards), 0.0));
            sight(*towards) - cost + SAME_SIDE_GAIN * same
        };
        let candidates = candidates(subject);
        let best = candidates
            .iter()
            .max_by(|one, other| value(one).total_cmp(&value(other)));
        let towards = best.map_or(DVec3::Z, |(_, towards)| *towards);
        let (center, distance) = fit(subject, towards, aspect);
        Self {
            center,
            towards,
            distance,
        }
    }

    /// Moves towards `target` for `seconds`.
    pub fn glide(&mut self, target: &Self, seconds: f64) {
        let far = self.center.distance(target.center) > JUMP * self.distance
            || self.towards.dot(target.towards) < 0.0;
        let share = seconds / (seconds + MOVE_SECONDS);
        let towards = self.towards.lerp(target.towards, share).try_normalize();
        *self = match towards {
            Some(towards) if !far => Self {
                center: self.center.lerp(target.center, share),
                towards,
                distance: self.distance + (target.distance - self.distance) * share,
            },
            _ => *target,
        };
        let rest = self.center.distance(target.center)
            + self.towards.distance(target.towards) * target.distance
            + (self.distance - target.distance).abs();
        if rest < ARRIVED * target.distance {
            *self = *target;
        }
    }

    /// The aspect of the part of a picture that is free, if this share of its width is, at the left. If that is too narrow, as on a
    /// phone held upright, it is the part below the cards.
    pub fn free_aspect(aspect: f64, free: f64) -> f64 {
        if free < NARROW {
            aspect / BELOW
        } else {
            aspect * free
        }
    }

    /// A camera for the free part of a picture, moved and led away so that it shows the same there, as a part of the whole picture.
    pub fn beside(self, aspect: f64, free: f64) -> Self {
        let (sin, cos) = sin_cos_deg(FIELD_OF_VIEW_DEG * 0.5);
        let half_height = self.distance * sin / cos;
        let axes = self.axes();
        let up = axes.right.cross(axes.look);
        if free < NARROW {
            return Self {
                center: self.center + up * (half_height / BELOW * BELOW_MIDDLE),
                distance: self.distance / BELOW,
                ..self
            };
        }
        Self {
            center: self.center + axes.right * (half_height * aspect * (1.0 - free)),
            ..self
        }
    }

    /// The eye; metres.
    pub fn eye(&self) -> DVec3 {
        self.center + self.towards * self.distance
    }

    /// The directions of the picture.
    pub fn axes(&self) -> ViewAxes {
        axes(self.towards)
    }

    /// How far in front of the eye the plane lies that cuts the level at `focus`; metres.
    pub fn cut(&self, focus: DVec3) -> f64 {
        (self.eye() - focus).dot(self.towards)
    }
}

fn axes(towards: DVec3) -> ViewAxes {
    let look = -towards;
    let right = look.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X);
    ViewAxes {
        look,
        heading: DVec3::Y.cross(right),
        right,
    }
}

/// The level part of `vector`, as a unit vector; `None` if there is next to nothing of it.
fn level(vector: DVec3) -> Option<DVec3> {
    let flat = DVec3::new(vector.x, 0.0, vector.z);
    (flat.length() > 0.2 * vector.length()).then(|| flat.normalize_or(DVec3::X))
}

/// The directions from which `subject` can be seen, each with its cost.
fn candidates(subject: &FramingSubject) -> Vec<(f64, DVec3)> {
    let motion = subject.motion.try_normalize();
    let normal = subject.normals.first().copied();
    let across = match (&subject.normals[..], motion, normal) {
        // Along the crease of two surfaces.
        ([one, other, ..], ..) if one.cross(*other).length() > SPAN_SINE => one.cross(*other),
        (_, Some(motion), Some(normal)) => motion.cross(normal),
        _ => DVec3::ZERO,
    };
    let across = across
        .try_normalize()
        .filter(|_| subject.normals.len() > 1 || across.length() > SPAN_SINE);
    let is_flat = |across: &DVec3| across.y.abs() >= FLAT_HEIGHT && !subject.upright;
    if across.as_ref().is_some_and(is_flat) {
        // From the open side: what was met lies beyond.
        let open: DVec3 = subject.normals.iter().sum();
        let open = level(open).or(motion.and_then(|motion| level(-motion)));
        return raised(&[open.unwrap_or(subject.aside)], ABOVE_ELEVATIONS_DEG);
    }
    let straight = normal.or(motion).and_then(level);
    let side = across.and_then(level).filter(|_| !subject.upright);
    let side = side
        .or(straight.map(|ahead| DVec3::Y.cross(ahead)))
        .or(motion.and_then(level).map(|ahead| DVec3::Y.cross(ahead)))
        .unwrap_or(subject.aside);
    raised(&[side, -side], SIDE_ELEVATIONS_DEG)
}

/// The level directions `sides`, raised by each of these angles, with its cost.
fn raised(sides: &[DVec3], elevations_deg: [f64; 2]) -> Vec<(f64, DVec3)> {
    let costs = [0.0, ELEVATION_COST].into_iter().zip(elevations_deg);
    costs
        .flat_map(|(cost, degrees)| {
            let (sin, cos) = sin_cos_deg(degrees);
            let raised = move |side: &DVec3| (cost, *side * cos + DVec3::Y * sin);
            sides.iter().map(raised)
        })
        .collect()
}

/// The middle of the subject as seen from `towards`, and the distance at which all of it fits into the picture;
/// metres.
fn fit(subject: &FramingSubject, towards: DVec3, aspect: f64) -> (DVec3, f64) {
    let axes = axes(towards);
    let up = axes.right.cross(axes.look);
    let extent = |axis: DVec3| {
        let ends = subject
            .points
            .iter()
            .map(|point| (*point - subject.focus).dot(axis));
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        ends.fold(start, |(low, high), end| {
            (float::min(low, end), float::max(high, end))
        })
    };
    let [(left, right), (bottom, top), (far, near)] = [axes.right, up, towards].map(extent);
    let middle = |low: f64, high: f64| (low + high) * 0.5;
    let center = subject.focus
        + axes.right * middle(left, right)
        + up * middle(bottom, top)
        + towards * middle(far, near);
    let (sin, cos) = sin_cos_deg(FIELD_OF_VIEW_DEG * 0.5);
    let half = |low: f64, high: f64| (high - low) * 0.5 + subject.radius;
    let tall = float::max(half(bottom, top), half(left, right) / aspect);
    // In front of everything.
    let distance = tall * MARGIN * cos / sin + half(far, near);
    (center, float::max(distance, subject.radius * MIN_DISTANCE))
}

#[cfg(test)]
mod tests;
