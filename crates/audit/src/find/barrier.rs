//! What keeps walkers away from floor that none of them reached.

use sidle::glam::{DVec2, DVec3};

use super::explored::Explored;
use super::unreached::{Seen, has_ridden};
use crate::floor::{Platform, highest_climb, highest_ledge};
use sidle::geometry::Aabb;
use sidle::geometry::float::max;
use sidle::world::ColliderId;

/// How far away a barrier of a patch is looked for; metres.
const BARRIER: f64 = 3.0;

/// A barrier, and its repair.
pub(super) struct Barrier {
    pub why: String,
    pub repair: String,
    /// Whether something keeps walkers away, by its numbers or since walks at it did not get there. Otherwise, nobody has tried.
    pub is_known: bool,
}

/// How a place lies next to another one; metres.
#[derive(Clone, Copy)]
struct Beside {
    rise: f64,
    away: f64,
}

impl Beside {
    /// How `place` lies as seen from another one.
    fn new(place: DVec3, from: DVec3) -> Self {
        let off = place - from;
        Self {
            rise: off.y,
            away: DVec2::new(off.x, off.z).length(),
        }
    }

    /// What is missing upwards to a climb of this height counts twice, and level once.
    fn cost(self, climb: f64) -> f64 {
        max(self.rise - climb, 0.0) * 2.0 + self.away
    }
}

/// The nearest of these, as a climb of this height counts.
fn nearest(all: impl Iterator<Item = Beside>, climb: f64) -> Option<Beside> {
    let mut nearest: Option<(f64, Beside)> = None;
    for beside in all {
        let cost = beside.cost(climb);
        if nearest.is_none_or(|(least, _)| cost < least) {
            nearest = Some((cost, beside));
        }
    }
    nearest.map(|(_, beside)| beside)
}

/// What keeps walkers away from bodies at these places, on a platform that none of them came onto.
pub(super) fn barrier(audit: &Explored, seen: &Seen, own: impl Iterator<Item = DVec3>) -> Barrier {
    let floor = &audit.floor;
    let climb = highest_climb(audit.sim());
    let beside = own.flat_map(|position| {
        let near = floor.near(position, BARRIER);
        let reached = near.filter(|other| seen.reached[*other]);
        reached.map(move |other| Beside::new(position, floor.points[other].position))
    });
    of_floor(audit, nearest(beside, climb), None)
}

/// What keeps walkers away from a patch of the floor that none of them reached. `on_foot` are the patches to which one would expect a way
/// without a platform.
pub(super) fn barrier_of_patch(
    audit: &Explored,
    seen: &Seen,
    patch: u32,
    on_foot: &[bool],
) -> Barrier {
    let floor = &audit.floor;
    let climb = highest_climb(audit.sim());
    let own = floor.points.iter();
    let rim = own.filter(|point| point.patch == patch && point.is_rim());
    let mut is_next_to_floor = false;
    let beside = rim.flat_map(|point| {
        let near = floor.near(point.position, BARRIER);
        near.map(move |other| (point, other))
    });
    let reached = beside.filter_map(|(point, other)| {
        let from = &floor.points[other];
        let beside = Beside::new(point.position, from.position);
        let is_other = from.patch != patch;
        let is_way = seen.reached[other] || on_foot[from.patch as usize];
        is_next_to_floor |= is_other && is_way && beside.rise <= climb;
        (is_other && seen.reached[other]).then_some(beside)
    });
    let nearest = nearest(reached, climb);
    let platform = match is_next_to_floor {
        true => None,
        false => platform_to(audit, patch, climb),
    };
    match platform {
        Some((platform, beside)) => of_platform(audit, platform, beside, climb),
        None => {
            // Walks at floor begin on floor. Swimmers came near it without them.
            let is_tried = nearest.is_none() && somebody_was_around(audit, patch);
            let walks = (!is_tried).then(|| audit.tried.walks(patch));
            of_floor(audit, nearest, walks)
        }
    }
}

/// Whether a walker came above, below or next to a patch, also where there is no floor.
fn somebody_was_around(audit: &Explored, patch: u32) -> bool {
    let own = audit.floor.points.iter();
    let own = own.filter(|point| point.patch == patch);
    let plan = |position: DVec3| position.with_y(0.0);
    let Some(bounds) = Aabb::from_points(own.map(|point| plan(point.position))) else {
        return false;
    };
    let mut been = audit.archive.places().iter();
    been.any(|known| {
        let at = plan(known.position);
        let off = at - at.clamp(bounds.min(), bounds.max());
        off.length_squared() <= BARRIER * BARRIER
    })
}

/// The platform from which one would expect a way to a patch, and how the patch lies where both are nearest; of several, the one
/// from which least is missing, and of those, one that walkers came onto.
fn platform_to(audit: &Explored, patch: u32, climb: f64) -> Option<(&Platform, Beside)> {
    let floor = &audit.floor;
    let leading = floor.platforms_to(patch);
    let all = leading.filter_map(|platform| {
        let beside = platform.bodies.iter().flat_map(|[body, _]| {
            let near = floor.near(*body, BARRIER);
            let own = near.filter(|point| floor.points[*point].patch == patch);
            own.map(move |point| Beside::new(floor.points[point].position, *body))
        });
        Some((platform, nearest(beside, climb)?))
    });
    all.min_by(|(a, beside_a), (b, beside_b)| {
        let missing = |beside: &Beside| max(beside.rise - climb, 0.0);
        let by_missing = missing(beside_a).total_cmp(&missing(beside_b));
        by_missing.then_with(|| has_ridden(audit, b).cmp(&has_ridden(audit, a)))
    })
}

/// The barrier between a platform and floor to which nothing else leads.
fn of_platform(audit: &Explored, platform: &Platform, beside: Beside, climb: f64) -> Barrier {
    let driven = audit.sim().movers().get(platform.mover);
    let name = driven.map_or_else(String::new, |driven| {
        audit.name_of(ColliderId::Box(driven.id))
    });
    if beside.rise > climb {
        let (rise, missing) = (beside.rise, beside.rise - climb);
        let last = last_step(audit);
        return Barrier {
            why: format!(
                "only `{name}` leads there, and it is {rise:.3} m above that where it is nearest, {missing:.3} m more than a jump and a \
                 {last} climb"
            ),
            repair: format!("let `{name}` drive {missing:.3} m higher, or lower the floor"),
            is_known: true,
        };
    }
    if has_ridden(audit, platform) {
        Barrier {
            why: format!("only `{name}` leads there, and no walker that rode it got off there"),
            repair: format!(
                "clear the way from `{name}` to it, or let it come nearer; or walk longer: a walker must get off in time"
            ),
            is_known: true,
        }
    } else {
        Barrier {
            why: format!("only `{name}` leads there, and no walker came onto that"),
            repair: format!("open a way onto `{name}`, or build another way"),
            is_known: true,
        }
    }
}

/// The name of what comes after a jump.
fn last_step(audit: &Explored) -> &'static str {
    if highest_ledge(audit.sim()) > audit.sim().tuning().step_height {
        "ledge"
    } else {
        "step"
    }
}

/// The barrier between floor that walkers reached and something that is nearest to it as given, at which so many walks were made, if
/// there are such walks.
fn of_floor(audit: &Explored, nearest: Option<Beside>, walks: Option<u32>) -> Barrier {
    let climb = highest_climb(audit.sim());
    let untried = walks == Some(0);
    let between = match walks {
        Some(0) => "and no walk was made at it yet".to_owned(),
        Some(walks) => {
            let plural = if walks == 1 { "" } else { "s" };
            format!("and something is between them: {walks} walk{plural} at it did not get there")
        }
        None => "and something is between them".to_owned(),
    };
    match nearest {
        None => Barrier {
            why: format!("no floor that was reached is within {BARRIER} m of it"),
            repair: "build a way to it, or name it in `[audit]` with a reason".to_owned(),
            is_known: !untried,
        },
        Some(Beside { rise, .. }) if rise > climb => {
            let missing = rise - climb;
            let last = last_step(audit);
            Barrier {
                why: format!(
                    "it is {rise:.3} m above the nearest floor, {missing:.3} m more than a jump and a {last} climb"
                ),
                repair: format!("lower it by {missing:.3} m, or put a step before it"),
                is_known: true,
            }
        }
        // Right below floor, there is no gap.
        Some(Beside { rise, away }) if -rise > climb && -rise > away => Barrier {
            why: format!(
                "the nearest floor that was reached is {:.2} m above it, {between}",
                -rise
            ),
            repair: "open a way down to it, such as a stair, or name it in `[audit]` with a reason"
                .to_owned(),
            is_known: !untried,
        },
        Some(Beside { rise, away }) => Barrier {
            why: format!(
                "the nearest floor that was reached is {away:.2} m away and {:.2} m {}, {between}",
                rise.abs(),
                if rise > 0.0 { "lower" } else { "higher" }
            ),
            repair: "open the way between them: make the gap wider or higher than the body"
                .to_owned(),
            is_known: !untried,
        },
    }
}
