//! The slow truth about a flight of steps: its profile, and where a body stands that is placed along it.
//!
//! A flight is the same at every width, so a circle over lines is a body over the flight. The circle is placed at every
//! fraction of a millimetre and lowered onto the lines.

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
    pub radius: f64,
    /// The length of the inner segment of a capsule; metres.
    pub rise: f64,
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
        self.stride() * (1.0 - cos * cos).sqrt() / cos
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
        let radius = walk.radius + walk.spare;
        let mut lowest = f64::NEG_INFINITY;
        for line in &self.lines {
            if distance(line, DVec2::new(ahead, from), walk.rise) < radius {
                return None;
            }
            let touch = touch(line, ahead, walk.radius);
            if let Some(touch) = touch.filter(|touch| *touch <= from) {
                lowest = lowest.max(touch);
            }
        }
        (lowest > f64::NEG_INFINITY).then_some(DVec2::new(ahead, lowest))
    }

    /// The height of the highest point that carries a body whose centre is at `center`; `None` if it does not stand.
    fn support(&self, walk: &Walk, center: DVec2) -> Option<f64> {
        let mut highest = None;
        for line in &self.lines {
            let point = nearest(line, center);
            let away = center - point;
            if away.length() > walk.radius + walk.touch {
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

/// The point of a line nearest to `place`.
fn nearest([a, b]: &Line, place: DVec2) -> DVec2 {
    let along = *b - *a;
    let share = (place - *a).dot(along) / along.length_squared();
    *a + along * share.clamp(0.0, 1.0)
}

/// The distance of a line from an upright one of length `rise` above `base`; metres.
fn distance(line: &Line, base: DVec2, rise: f64) -> f64 {
    let top = base + DVec2::Y * rise;
    let ends = nearest(line, base)
        .distance(base)
        .min(nearest(line, top).distance(top));
    if rise == 0.0 {
        return ends;
    }
    let upright = [base, top];
    let [a, b] = *line;
    if (a.x - base.x) * (b.x - base.x) < 0.0 {
        let height = a.y + (b.y - a.y) * (base.x - a.x) / (b.x - a.x);
        if height >= base.y && height <= top.y {
            return 0.0;
        }
    }
    let of = |point: DVec2| nearest(&upright, point).distance(point);
    ends.min(of(a)).min(of(b))
}

/// The height of the centre of a circle at the place `ahead` that touches a line from above.
fn touch([a, b]: &Line, ahead: f64, radius: f64) -> Option<f64> {
    let mut highest = None;
    let mut take = |height: f64| highest = Some(height.max(highest.unwrap_or(height)));
    for end in [a, b] {
        let aside = (ahead - end.x).abs();
        if aside < radius {
            take(end.y + (radius * radius - aside * aside).sqrt());
        }
    }
    let along = (*b - *a).normalize();
    let mut normal = DVec2::new(-along.y, along.x);
    if normal.y < 0.0 {
        normal = -normal;
    }
    if normal.y > 1e-12 {
        let share = (ahead - normal.x * radius - a.x) / (b.x - a.x);
        if (0.0..=1.0).contains(&share) {
            take((*a + (*b - *a) * share + normal * radius).y);
        }
    }
    highest
}
