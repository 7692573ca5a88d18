//! The cause of a throw-back, of a tunnel or of a refused step: its number, the test that said no before, the parameter that
//! decided, and another value of that to try.

use sidle::geometry::{Sphere, Triangle, float};
use sidle::glam::DVec3;
use sidle::player::{Controller, Event, Tuning};
use sidle::query::{PolygonTouch, SpherePolygon, closest_segment_point, overlap_sphere_polygon};
use sidle::sim::Sim;
use sidle::world::ColliderId;

use crate::session::observe::SAME_WALL_COS;
use crate::session::play::{ClipTick, Trial};
use crate::view::side::account::Account;
use crate::view::side::figures::length_text;
use crate::view::side::refused_step::RefusedStep;
use crate::view::side::section::PassedWall;

/// The factor that the classic text has for the radius at edges, and the other one to try.
const HALF: f64 = 0.5;
const WHOLE: f64 = 1.0;

/// A push up by more than this is unexpected; metres. Smaller: a walk up a ramp counts.
const MIN_UP: f64 = 0.15;

/// A tick moves at most this share of the radius if more ticks are tried. Larger: the centre may still pass a thin wall.
const SAFE_SHARE: f64 = 0.9;

/// A depth that is larger than the motion of a tick by this factor has another cause than that motion. Smaller: the motion of
/// the ticks before counts.
const DEEPER: f64 = 1.5;

/// A body is at most this share of the radius inside if more ticks are tried. Larger: it is still pushed visibly.
const SAFE_DEPTH: f64 = 0.1;

/// At most so many times the ticks are tried. Larger: a trial takes long.
const MAX_TIMES: u32 = 16;

/// How much higher than the step the step height to try is; metres. It is rounded up to whole centimetres.
const ABOVE_STEP: f64 = 0.005;

/// Why something unexpected happened in a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// In a sentence or two, with its number.
    pub sentence: String,
    /// Another value that would have changed it; `None` if no value would.
    pub trial: Option<Trial>,
    /// Whether a one-sided face pushed the body to its front. Then it has not sunk in.
    pub is_to_front: bool,
}

/// The deepest push of a tick.
struct Push {
    collider: ColliderId,
    /// How far it pushed, which is how deep the body was; metres.
    depth: f64,
    direction: DVec3,
    /// The test of the triangle that decided it.
    test: Option<SpherePolygon>,
    /// Whether something else had pushed before it, and whether another wall pushes after it.
    is_second: bool,
    is_first_of_several: bool,
}

impl Push {
    /// How far behind a one-sided face the centre was that it pushed to the front; metres. `None` if it did not.
    fn behind(&self, tuning: &Tuning) -> Option<f64> {
        let test = self.test.filter(|_| tuning.one_sided)?;
        (test.distance < 0.0).then_some(-test.distance)
    }

    /// Whether the centre was behind the face already before `tick`.
    fn began_behind(&self, tick: &ClipTick, sim: &Sim) -> bool {
        let ColliderId::Triangle(id) = self.collider else {
            return false;
        };
        let triangle = sim.world().triangles().get(id.0 as usize);
        triangle.is_some_and(|face| face.plane().signed_distance(tick.before.position) < 0.0)
    }
}

impl Cause {
    /// The cause of the motion of `tick`, that of `account`; `None` if it needs none.
    pub fn find(
        tick: &ClipTick,
        account: &Account,
        passed: Option<&PassedWall>,
        refused: Option<&RefusedStep>,
        sim: &Sim,
    ) -> Option<Self> {
        if let Some(refused) = refused {
            let trial = (refused.height > refused.limit).then(|| {
                let height = ((refused.height + ABOVE_STEP) * 100.0).ceil() / 100.0;
                Trial::StepHeight(height)
            });
            return Some(Self {
                sentence: refused.sentence(),
                trial,
                is_to_front: false,
            });
        }
        let (tuning, hz) = (sim.tuning(), sim.hz());
        let push = deepest_push(&tick.events);
        if let Some(push) = &push
            && let Some(behind) = push.behind(tuning)
        {
            return Some(to_front(behind, push.began_behind(tick, sim)));
        }
        if passed.is_some() && account.asked.length() > tuning.radius {
            return Some(leap(account.asked.length(), tuning, hz));
        }
        let push = push?;
        let is_thrown = account.thrown_back().is_some() || tick.motion.y > MIN_UP;
        if passed.is_none() && !is_thrown {
            return None;
        }
        let moved = account.untested();
        late_test(tick, &push, sim).or_else(|| {
            let is_deeper = push.depth > moved * DEEPER;
            let [depth, moved] = [push.depth, moved].map(length_text);
            Some(if is_deeper && push.is_second {
                Self {
                    sentence: format!("The push out of one surface put it {depth} inside the next, though it moves only {moved} a tick."),
                    trial: more_ticks(push.depth, tuning.radius * SAFE_DEPTH, hz),
                    is_to_front: false,
                }
            } else if is_deeper && push.is_first_of_several {
                Self {
                    sentence: format!("Two walls push in turn, and no push knows of the next. The last one of the tick before left it in the other wall, which now pushes by {depth}."),
                    trial: more_ticks(push.depth, tuning.radius * SAFE_DEPTH, hz),
                    is_to_front: false,
                }
            } else if is_deeper {
                Self {
                    sentence: format!("It was met {depth} inside, though it moves only {moved} a tick."),
                    trial: None,
                    is_to_front: false,
                }
            } else {
                Self {
                    sentence: format!("It was met {depth} inside, since it moves {moved} a tick before anything is tested."),
                    trial: more_ticks(push.depth, tuning.radius * SAFE_DEPTH, hz),
                    is_to_front: false,
                }
            })
        })
    }
}

/// The cause of a tunnel by a tick that asked for more than the radius.
fn leap(asked: f64, tuning: &Tuning, hz: u32) -> Cause {
    let radius = tuning.radius;
    Cause {
        sentence: format!(
            "At {hz} ticks per second it moved {} in one, more than its radius of {}, and no tick ended in the wall.",
            length_text(asked),
            length_text(radius)
        ),
        trial: more_ticks(asked, radius * SAFE_SHARE, hz),
        is_to_front: false,
    }
}

/// The cause of a push to the front of a one-sided face, of a body whose centre was so far `behind` it, and that `began` the tick
/// there; metres.
fn to_front(behind: f64, began: bool) -> Cause {
    let behind = length_text(behind);
    Cause {
        sentence: if began {
            format!(
                "Its centre was {behind} behind a one-sided face, which pushes to its front from wherever it comes."
            )
        } else {
            format!(
                "Its centre landed {behind} behind a one-sided face, which pushed it back to its front. One with two sides would have let \
                 it through."
            )
        },
        trial: None,
        is_to_front: true,
    }
}

/// As many more ticks as make a way of this `length` in a tick shorter than `limit`; metres.
fn more_ticks(length: f64, limit: f64, hz: u32) -> Option<Trial> {
    let mut rates = [2, 4, 8, MAX_TIMES].into_iter();
    let fits = |times: &u32| length / f64::from(*times) < limit;
    let times = rates.find(fits).unwrap_or(MAX_TIMES);
    hz.checked_mul(times).map(|_| Trial::TickRate(times))
}

fn deepest_push(events: &[Event]) -> Option<Push> {
    let (mut tested, mut first) = (None, None);
    let mut deepest: Option<Push> = None;
    for event in events {
        match event {
            Event::Polygon { triangle, overlap } => tested = Some((*triangle, *overlap)),
            Event::Push {
                collider, offset, ..
            } => {
                let depth = offset.length();
                let first = *first.get_or_insert(*collider);
                if let Some(push) = &mut deepest {
                    let is_other = push.direction.dot(offset.normalize_or_zero()) < SAME_WALL_COS;
                    push.is_first_of_several |= !push.is_second && is_other;
                }
                if deepest.as_ref().is_none_or(|push| push.depth < depth) {
                    let test = tested.filter(|(id, _)| *collider == ColliderId::Triangle(*id));
                    deepest = Some(Push {
                        collider: *collider,
                        depth,
                        test: test.map(|(_, overlap)| overlap),
                        is_second: first != *collider,
                        is_first_of_several: false,
                        direction: offset.normalize_or_zero(),
                    });
                }
            }
            _ => {}
        }
    }
    deepest
}

/// The cause of a `push` by a triangle that the classic controller had already reached a tick before, when its tests said no.
fn late_test(tick: &ClipTick, push: &Push, sim: &Sim) -> Option<Cause> {
    let (ColliderId::Triangle(id), Some(_)) = (push.collider, push.test) else {
        return None;
    };
    if tick.after.controller != Controller::Classic {
        return None;
    }
    let tuning = sim.tuning();
    let triangle = sim.world().triangles().get(id.0 as usize)?;
    let before = Sphere::new(tick.before.position, tuning.radius)?;
    let factor = tuning.edge_radius_factor;
    let (plane, corners) = (triangle.plane(), triangle.vertices());
    let earlier = overlap_sphere_polygon(&before, &plane, &corners, factor).ok()?;
    if earlier.touch != PolygonTouch::Miss {
        return None;
    }
    let edge = nearest_edge(triangle, before.center());
    let other = if factor > HALF { HALF } else { WHOLE };
    Some(Cause {
        sentence: late_words(factor, factor * tuning.radius, edge, push.depth),
        trial: Some(Trial::EdgeRadiusFactor(other)),
        is_to_front: false,
    })
}

/// The words for an edge that was `edge` away a tick before, outside of the `reach` that `factor` gives the test, and now pushes by
/// `depth`; metres.
fn late_words(factor: f64, reach: f64, edge: f64, depth: f64) -> String {
    let mut lengths = [edge, reach].map(length_text);
    for digits in 1..4 {
        if lengths[0] != lengths[1] {
            break;
        }
        lengths = [edge, reach].map(|length| format!("{:.digits$} mm", length * 1000.0));
    }
    let [edge, reach] = lengths;
    format!(
        "Edge radius factor {factor:.1} notices an edge within {reach}. It was {edge} away a tick before. Once noticed, the face \
         pushed the body out by all {}.",
        length_text(depth)
    )
}

/// The distance of `point` from the nearest edge of `triangle`; metres.
fn nearest_edge(triangle: &Triangle, point: DVec3) -> f64 {
    let edges = triangle.edges().into_iter();
    let distances = edges.map(|edge| closest_segment_point(&edge, point).point.distance(point));
    distances.fold(f64::INFINITY, float::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_that_would_read_alike_get_more_digits() {
        let words = late_words(0.5, 0.25, 0.2503, 0.3288);
        assert!(
            words.contains("within 250.0 mm. It was 250.3 mm away"),
            "{words}"
        );
        let words = late_words(1.0, 0.5, 0.502, 0.469);
        assert!(
            words.contains("within 500 mm. It was 502 mm away"),
            "{words}"
        );
        assert!(words.ends_with("by all 469 mm."), "{words}");
    }
}
