//! The slow truth about a flight of steps: its profile, and where a body stands that is placed along it.
//!
//! A flight is the same at every width, so the outline of a body over lines is the body over the flight. That of a ball is a circle, and
//! that of a box a rectangle with rounded corners, wider where the flight is turned. It is placed at every fraction of a millimetre
//! and lowered onto the lines.

use sidle::glam::DVec2;

/// A line of the profile: ahead and up; metres.
pub type Line = [DVec2; 2];

/// The distance between two places where the body is put down, in radii.
const STRIDE: f64 = 1.0 / 512.0;

/// The least such distance; metres. Smaller: a case of a small body takes seconds.
const MIN_STRIDE: f64 = 2.5e-4;

/// The greatest such distance; metres. Larger: narrow treads are missed.
const MAX_STRIDE: f64 = 1e-3;

/// The body that is put down, and what it can do.
#[derive(Clone, Copy)]
pub struct Walk {
    /// From the lowest point of the body up to its centre; metres.
    pub radius: f64,
    /// How much higher a capsule or a box is than wide; metres.
    pub rise: f64,
    /// The radius of the corners of the outline; metres. That of a circle is `radius`.
    pub rounding: f64,
    /// Half the width of what is within the rounded corners; metres, 0 of a circle.
    pub half: f64,
    pub step_height: f64,
    /// How far above what carries the body an edge may be over which it climbs; metres.
    pub highest_edge: f64,
    /// Least `normal.y` of a floor.
    pub floor_cos: f64,
    /// Least `normal.y` of a contact with the edge of a step.
    pub edge_cos: f64,
    /// How much nearer or farther than its radius the body may come to what is ahead of it; metres.
    pub spare: f64,
    /// How far away a surface may be that carries the body; metres.
    pub touch: f64,
    /// In how many places next to one another the body must stand.
    pub stands: u32,
}

impl Walk {
    /// How far a body that rolls over an edge rises at most from one place to the next; metres.
    pub fn rise_of_stride(&self) -> f64 {
        let cos = self.edge_cos.min(self.floor_cos);
        (self.stride() * (1.0 - cos * cos).sqrt() / cos).min(self.rounding)
    }

    /// The same body where all edges carry it on which it may stand between two places.
    pub fn between_places(self) -> Self {
        let cos = self.edge_cos;
        let aside = (1.0 - cos * cos).sqrt() + self.stride() / self.rounding;
        Self {
            edge_cos: (1.0 - aside * aside).max(0.0).sqrt(),
            ..self
        }
    }

    /// How far ahead of its centre the body reaches; metres.
    pub fn reach(&self) -> f64 {
        self.half + self.rounding
    }

    /// What is within the rounded corners of the lower end of a body whose centre is at `center`, as its lowest and its highest
    /// corner.
    fn lower_core(&self, center: DVec2) -> [DVec2; 2] {
        let half = DVec2::new(self.half, self.radius - self.rounding);
        [center - half, center + half]
    }

    /// The same of the whole body.
    fn core(&self, center: DVec2) -> [DVec2; 2] {
        let [low, high] = self.lower_core(center);
        [low, high + DVec2::Y * self.rise]
    }

    /// The distance between two places where the body is put down; metres.
    fn stride(&self) -> f64 {
        (self.radius * STRIDE).clamp(MIN_STRIDE, MAX_STRIDE)
    }
}

/// The flight as lines.
#[derive(Clone, Default)]
pub struct Profile {
    pub lines: Vec<Line>,
    /// The height of a ceiling; metres.
    pub ceiling: Option<f64>,
}

/// How far a body comes.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// How far ahead its centre comes; metres.
    pub ahead: f64,
    /// The height of its feet there; metres.
    pub feet: f64,
    /// The greatest height of its feet; metres.
    pub highest: f64,
}

impl Profile {
    /// How far a body comes that walks ahead from `start`, where it stands, until it has passed `end`.
    pub fn walk(&self, walk: &Walk, start: DVec2, end: f64) -> Reach {
        let stride = walk.stride();
        let (mut place, mut ahead, mut stood) = (start, start.x, 0);
        let mut support = start.y - walk.radius;
        let mut top = start.y;
        while place.x < end {
            ahead += stride;
            if ahead - place.x <= stride * 1.5 {
                // What does not stop the body is no step.
                let plain = self.lower(walk, ahead, place.y + stride * 2.0);
                let carried = plain.and_then(|center| Some((center, self.support(walk, center)?)));
                if let Some((center, point)) = carried {
                    (place, support, stood) = (center, point, walk.stands);
                    top = top.max(center.y);
                    continue;
                }
            }
            let highest = support + walk.step_height + walk.radius;
            let Some(center) = self.lower(walk, ahead, highest) else {
                break;
            };
            match self.support(walk, center) {
                Some(point)
                    if point <= support + walk.step_height
                        && self.highest_edge(start.x, ahead) <= support + walk.highest_edge =>
                {
                    stood += 1;
                    if stood >= walk.stands {
                        (place, support) = (center, point);
                        top = top.max(center.y);
                    }
                }
                _ => stood = 0,
            }
        }
        Reach {
            ahead: place.x,
            feet: place.y - walk.radius,
            highest: top - walk.radius,
        }
    }

    /// Whether a body that walks back from `start`, where it stands, to `end` finds something to stand on all the way, never
    /// farther down than `most`; metres.
    pub fn carries_down(&self, walk: &Walk, start: DVec2, end: f64, most: f64) -> bool {
        let stride = walk.stride();
        let (mut place, mut ahead, mut stood) = (start, start.x, 0);
        while ahead > end {
            ahead -= stride;
            let center = self.lower(walk, ahead, place.y + stride * 2.0);
            let carried = center.filter(|center| self.support(walk, *center).is_some());
            match carried {
                Some(center) if place.y - center.y <= most => {
                    stood += 1;
                    if stood >= walk.stands || place.y - center.y <= stride * 2.0 {
                        place = center;
                    }
                }
                Some(_) => return false,
                None => stood = 0,
            }
        }
        true
    }

    /// The height of the highest edge between two places; metres. A front that overhangs has one above the body, which the
    /// body must go around.
    fn highest_edge(&self, from: f64, to: f64) -> f64 {
        let points = self.lines.iter().flatten();
        let between = points.filter(|point| point.x > from && point.x < to);
        between
            .map(|point| point.y)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// The centre of a body that comes down from `highest` at the place `ahead`; `None` if it is stuck up there.
    fn lower(&self, walk: &Walk, ahead: f64, highest: f64) -> Option<DVec2> {
        // Below a ceiling, the body is raised as far as that allows.
        let low = self.ceiling.unwrap_or(f64::INFINITY);
        let from = highest.min(low - walk.radius - walk.rise - walk.spare - 1e-9);
        let core = walk.core(DVec2::new(ahead, from));
        let mut lowest = f64::NEG_INFINITY;
        for line in &self.lines {
            let away = away(line, core);
            if away.length() < walk.rounding + walk.spare {
                return None;
            }
            // What the body may overlap a little carries it up there.
            let overlaps = away.length() < walk.rounding && away.y > 0.0;
            let touch = touch(line, ahead, walk);
            if let Some(touch) = touch.filter(|touch| overlaps || *touch <= from) {
                lowest = lowest.max(touch.min(from));
            }
        }
        (lowest > f64::NEG_INFINITY).then_some(DVec2::new(ahead, lowest))
    }

    /// The height of the highest point that carries a body whose centre is at `center`; `None` if it does not stand.
    fn support(&self, walk: &Walk, center: DVec2) -> Option<f64> {
        let mut highest = None;
        let core = walk.lower_core(center);
        for line in &self.lines {
            let [point, on_core] = nearest(line, core);
            let away = on_core - point;
            if away.length() > walk.rounding + walk.touch {
                continue;
            }
            let contact = away.normalize();
            let along = (line[1] - line[0]).normalize();
            let mut face = DVec2::new(-along.y, along.x);
            if face.dot(away) < 0.0 {
                face = -face;
            }
            let is_over_face = contact.dot(face) > 1.0 - 1e-9;
            let carries = face.y >= walk.floor_cos
                && (is_over_face || contact.y >= walk.edge_cos.min(walk.floor_cos));
            if carries {
                highest = Some(point.y.max(highest.unwrap_or(point.y)));
            }
        }
        highest
    }
}

/// The nearest points of a line and of the rectangle between two corners, that of the line first. Where they overlap, both are the
/// same.
fn nearest(line: &Line, [low, high]: [DVec2; 2]) -> Line {
    let [a, b] = *line;
    let corners = [
        low,
        DVec2::new(low.x, high.y),
        high,
        DVec2::new(high.x, low.y),
    ];
    let of_corners = corners.map(|corner| [nearest_on_line(line, corner), corner]);
    let of_ends = [a, b].map(|end| [end, end.clamp(low, high)]);
    let between = |pair: &Line| pair[0].distance_squared(pair[1]);
    let pairs = of_corners.into_iter().chain(of_ends);
    let nearest = pairs.min_by(|one, other| between(one).total_cmp(&between(other)));
    match inside(line, low, high) {
        Some(point) => [point; 2],
        None => nearest.unwrap_or([a, a]),
    }
}

/// A point of a line within a rectangle, if there is one.
fn inside([a, b]: &Line, low: DVec2, high: DVec2) -> Option<DVec2> {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let (from, along) = (a[axis], b[axis] - a[axis]);
        if along == 0.0 {
            if from < low[axis] || from > high[axis] {
                return None;
            }
            continue;
        }
        let [one, other] = [low, high].map(|corner| (corner[axis] - from) / along);
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    (enter <= leave).then(|| a.lerp(*b, (enter + leave) * 0.5))
}

/// The point of a line nearest to `place`.
fn nearest_on_line([a, b]: &Line, place: DVec2) -> DVec2 {
    let along = *b - *a;
    let share = (place - *a).dot(along) / along.length_squared();
    *a + along * share.clamp(0.0, 1.0)
}

/// The shortest way from a line to a rectangle; zero if they overlap.
fn away(line: &Line, core: [DVec2; 2]) -> DVec2 {
    let [point, on_core] = nearest(line, core);
    on_core - point
}

/// The height of the centre of a body at the place `ahead` that touches a line from above.
fn touch([a, b]: &Line, ahead: f64, walk: &Walk) -> Option<f64> {
    let mut highest = None;
    let mut take = |height: f64| highest = Some(height.max(highest.unwrap_or(height)));
    let (rounding, below) = (walk.rounding, walk.radius - walk.rounding);
    for end in [a, b] {
        let aside = ((ahead - end.x).abs() - walk.half).max(0.0);
        if aside < rounding {
            take(end.y + below + (rounding * rounding - aside * aside).sqrt());
        }
    }
    let along = (*b - *a).normalize();
    let mut normal = DVec2::new(-along.y, along.x);
    if normal.y < 0.0 {
        normal = -normal;
    }
    if normal.y > 1e-12 {
        // The corner that comes down on the line; on level ground, the middle.
        let side = if normal.x == 0.0 {
            0.0
        } else {
            normal.x.signum()
        };
        let under = ahead - side * walk.half - normal.x * rounding;
        let share = (under - a.x) / (b.x - a.x);
        if (0.0..=1.0).contains(&share) {
            take((*a + (*b - *a) * share + normal * rounding).y + below);
        }
    }
    highest
}
