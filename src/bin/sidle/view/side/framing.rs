//! Where the camera of the view from the side stands: so that the motion and what it met are seen face-on.

use sidle::geometry::angle::{ViewAxes, sin_cos_deg};
use sidle::geometry::float;
use sidle::glam::DVec3;

/// The vertical field of view; degrees. Smaller: lengths look alike near and far; larger: the level around is seen.
pub const FIELD_OF_VIEW_DEG: f64 = 30.0;

/// A motion and a normal span a plane if the sine of the angle between them is at least this.
const SPAN_SINE: f64 = 0.35;

/// A plane lies flat if its unit normal has at least this height. It is then seen from above.
const FLAT_HEIGHT: f64 = 0.7;

/// How high the camera stands above what it sees: from the side, and from above; the first is preferred; degrees.
const SIDE_ELEVATIONS_DEG: [f64; 2] = [14.0, 32.0];
const ABOVE_ELEVATIONS_DEG: [f64; 2] = [66.0, 50.0];

/// What an elevation that is not preferred costs, as a share of free sight.
const ELEVATION_COST: f64 = 0.15;

/// What a direction gains that is near the one before, so that the camera changes sides only for a much better view.
const SAME_SIDE_GAIN: f64 = 0.4;

/// Room around what is seen, as a factor.
const MARGIN: f64 = 1.2;

/// The smallest distance; radii of the body.
const MIN_DISTANCE: f64 = 6.0;

/// How long the camera takes for most of its way to another place; seconds.
const MOVE_SECONDS: f64 = 0.12;

/// A camera that must move farther than this does not glide, but jumps; multiples of its distance.
const JUMP: f64 = 1.5;

/// A camera that is this near to its place is there; a share of its distance. Smaller: the picture never rests; larger: it
/// jerks.
const ARRIVED: f64 = 1e-3;

/// What is to be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct FramingSubject {
    /// Points that the picture must contain, with `radius` around each; metres; at least one.
    pub points: Vec<DVec3>,
    pub radius: f64,
    /// The point through which the level is cut; metres.
    pub focus: DVec3,
    /// The motion; may be zero.
    pub motion: DVec3,
    /// The unit normals of what was met, from the world to the body.
    pub normals: Vec<DVec3>,
    /// A level unit vector for the side from which everything is seen if nothing else says it.
    pub aside: DVec3,
    /// Whether it is seen from the side in any case: what matters is its height.
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

    /// The same camera, moved so that the middle of its picture is in the middle of the part that is free: this share of its
    /// width, at the left.
    pub fn beside(self, aspect: f64, free: f64) -> Self {
        let (sin, cos) = sin_cos_deg(FIELD_OF_VIEW_DEG * 0.5);
        let half_width = self.distance * aspect * sin / cos;
        Self {
            center: self.center + self.axes().right * (half_width * (1.0 - free)),
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

/// The middle of what is seen from `towards`, and the distance at which all of it fits into the picture; metres.
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
mod tests {
    use super::*;

    fn subject(motion: DVec3, normals: &[DVec3]) -> FramingSubject {
        FramingSubject {
            points: vec![DVec3::Y, DVec3::Y + motion],
            radius: 0.5,
            focus: DVec3::Y,
            motion,
            normals: normals.to_vec(),
            aside: DVec3::X,
            upright: false,
        }
    }

    fn framed(subject: &FramingSubject) -> Framing {
        Framing::new(subject, 1.6, None, |_| 1.0)
    }

    #[test]
    fn a_slide_along_a_wall_is_seen_from_above_on_the_open_side() {
        let framing = framed(&subject(DVec3::new(0.03, 0.0, -0.03), &[DVec3::Z]));
        // 66 degrees above the horizon.
        assert!((framing.towards.y - 0.9135).abs() < 1e-3, "{framing:?}");
        assert!(framing.towards.z > 0.4 && framing.towards.x.abs() < 1e-9);
    }

    #[test]
    fn a_straight_hit_and_a_throw_are_seen_from_the_side() {
        for motion in [DVec3::NEG_Z * 0.04, DVec3::Z, DVec3::NEG_Z * 300.0] {
            let framing = framed(&subject(motion, &[DVec3::Z]));
            assert!(framing.towards.x.abs() > 0.9, "{framing:?}");
            assert!(framing.towards.z.abs() < 1e-9 && framing.towards.y > 0.2);
        }
    }

    #[test]
    fn a_step_is_seen_from_the_side_even_at_a_slant() {
        let mut slanted = subject(DVec3::new(0.03, 0.0, -0.03), &[DVec3::Z]);
        slanted.upright = true;
        let framing = framed(&slanted);
        assert!(framing.towards.x.abs() > 0.9, "{framing:?}");
    }

    #[test]
    fn two_walls_are_seen_along_their_crease() {
        let corner = framed(&subject(DVec3::new(-1.0, 0.0, -1.0), &[DVec3::X, DVec3::Z]));
        assert!(
            corner.towards.y > 0.9 && corner.towards.x > 0.2,
            "{corner:?}"
        );
        // The crease of a ramp and a wall beside it is level.
        let ramp = DVec3::new(0.0, 0.8, 0.6);
        let level = framed(&subject(DVec3::NEG_Z, &[ramp, DVec3::Z]));
        assert!(level.towards.x.abs() > 0.9, "{level:?}");
    }

    #[test]
    fn without_motion_or_normal_and_straight_down_there_is_still_a_view() {
        let cases = [
            (DVec3::ZERO, vec![]),
            (DVec3::ZERO, vec![DVec3::Y]),
            (DVec3::NEG_Y, vec![DVec3::Y]),
            (DVec3::NEG_Y, vec![]),
            (DVec3::Y * 1e-12, vec![DVec3::NEG_Y, DVec3::Y]),
        ];
        for (motion, normals) in cases {
            let framing = framed(&subject(motion, &normals));
            assert!(
                framing.towards.x.abs() > 0.9,
                "{motion} {normals:?}: {framing:?}"
            );
            assert!((framing.towards.length() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn everything_fits_into_the_picture_for_bodies_of_any_size() {
        for scale in [1e-3, 0.5, 40.0] {
            for motion in [DVec3::NEG_Z, DVec3::new(0.7, -0.2, 0.4), DVec3::X * 30.0] {
                let subject = FramingSubject {
                    radius: 0.5 * scale,
                    points: vec![DVec3::Y * scale, (DVec3::Y + motion) * scale],
                    focus: DVec3::Y * scale,
                    ..subject(motion * scale, &[DVec3::Z])
                };
                let framing = framed(&subject);
                let axes = framing.axes();
                let half = (FIELD_OF_VIEW_DEG * 0.5).to_radians().tan();
                for point in &subject.points {
                    let ray = *point - framing.eye();
                    let ahead = ray.dot(axes.look);
                    let up = ray.dot(axes.right.cross(axes.look)).abs() + subject.radius;
                    let right = ray.dot(axes.right).abs() + subject.radius;
                    assert!(
                        up <= half * ahead && right <= half * 1.6 * ahead,
                        "{framing:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_free_side_is_chosen_and_kept_until_the_other_is_much_better() {
        let hit = subject(DVec3::NEG_Z, &[DVec3::Z]);
        let right = |towards: DVec3| if towards.x > 0.0 { 1.0 } else { 0.1 };
        let seen = Framing::new(&hit, 1.6, None, right);
        assert!(seen.towards.x > 0.9);
        let a_little_worse = |towards: DVec3| if towards.x > 0.0 { 0.8 } else { 1.0 };
        let kept = Framing::new(&hit, 1.6, Some(&seen), a_little_worse);
        assert!(kept.towards.x > 0.9);
        let left = |towards: DVec3| if towards.x > 0.0 { 0.1 } else { 1.0 };
        assert!(Framing::new(&hit, 1.6, Some(&seen), left).towards.x < -0.9);
        // From below the eaves of a roof, the camera rises.
        let high = |towards: DVec3| if towards.y > 0.3 { 1.0 } else { 0.2 };
        assert!(Framing::new(&hit, 1.6, None, high).towards.y > 0.5);
    }

    #[test]
    fn the_camera_glides_to_what_is_near_and_jumps_to_what_is_far() {
        let mut framing = framed(&subject(DVec3::NEG_Z, &[DVec3::Z]));
        let start = framing;
        let near = Framing {
            center: start.center + DVec3::X,
            ..start
        };
        framing.glide(&near, 1.0 / 60.0);
        let moved = framing.center.distance(start.center);
        assert!(moved > 0.05 && moved < 0.3, "{moved}");
        (0..120).for_each(|_| framing.glide(&near, 1.0 / 60.0));
        assert_eq!(framing, near);
        let far = Framing {
            center: start.center + DVec3::X * 500.0,
            ..start
        };
        framing.glide(&far, 1.0 / 60.0);
        assert_eq!(framing, far);
        // No time, no motion.
        framing.glide(&far, 0.0);
        assert_eq!(framing, far);
    }

    #[test]
    fn beside_a_card_what_is_seen_is_in_the_middle_of_the_rest() {
        let framing = framed(&subject(DVec3::NEG_Z, &[DVec3::Z]));
        assert_eq!(framing.beside(1.6, 1.0), framing);
        let moved = framing.beside(1.6, 0.6);
        // The rest is 0.6 of the picture, so its middle is 0.4 of half the picture to the left.
        let half_width = (FIELD_OF_VIEW_DEG * 0.5).to_radians().tan() * 1.6;
        let ray = framing.center - moved.eye();
        let axes = moved.axes();
        let place = ray.dot(axes.right) / (ray.dot(axes.look) * half_width);
        assert!((place + 0.4).abs() < 1e-9, "{place}");
        assert_eq!(moved.cut(framing.center), framing.cut(framing.center));
    }

    #[test]
    fn the_cut_goes_through_the_focus() {
        let subject = subject(DVec3::NEG_Z, &[DVec3::Z]);
        let framing = framed(&subject);
        let on_plane = framing.eye() - framing.towards * framing.cut(subject.focus);
        assert!((on_plane - subject.focus).dot(framing.towards).abs() < 1e-9);
    }
}
