//! Checks of the start of player and movers.

use core::ops::Range;

use glam::DVec3;

use crate::geometry::UprightBody;
use crate::level::budget::{Budget, BudgetItem, Overrun};
use crate::level::document::MoverEntry;
use crate::level::loaded::Level;
use crate::level::text::Problems;
use crate::player::Mode;
use crate::query::{ObbOverlap, overlap_obb_obb};
use crate::world::{BoxId, ColliderId, DrivenMover, OnHit};

/// Shallower overlap at the start is not reported; metres.
const MIN_OVERLAP: f64 = 1e-3;

/// Warns of a spawn inside something, or without ground; its position is at `span`.
pub fn check_spawn(level: &Level, span: &Range<usize>, problems: &mut Problems<'_>) {
    if level.world.triangles().is_empty() && level.world.boxes().is_empty() {
        let label = "expected a `[[mesh]]` that collides, or a `[[prop]]`";
        let message = "this level has nothing to collide with";
        problems.warning(0..0, message, label, None);
        return;
    }
    let spawn = level.rules.spawn.position;
    let Some(body) = level.tuning.body().and_then(|body| body.at(spawn)) else {
        return;
    };
    warn_of_overlap(level, &body, span, problems);
    warn_of_no_ground(level, &body, span, problems);
}

fn warn_of_overlap(
    level: &Level,
    body: &UprightBody,
    span: &Range<usize>,
    problems: &mut Problems<'_>,
) {
    let mut near = Vec::new();
    level.world.surfaces_near(*body, 0.0, &mut near);
    let deepest = near
        .iter()
        .min_by(|a, b| a.separation.total_cmp(&b.separation));
    let Some(deepest) = deepest.filter(|surface| surface.separation < -MIN_OVERLAP) else {
        return;
    };
    let name = level.scene.numbered_name_of(deepest.collider);
    let message = format!(
        "the spawn overlaps `{name}` by {:.3} m",
        -deepest.separation
    );
    let label = match body.as_sphere() {
        Some(sphere) => format!(
            "expected free space for a sphere of {} m here",
            sphere.radius()
        ),
        None if body.is_box() => format!(
            "expected free space for the box here: this is {} m above the middle of its bottom",
            body.radius()
        ),
        None => {
            "expected free space for the capsule here: this is the centre of its lower hemisphere"
                .to_owned()
        }
    };
    problems.warning(span.clone(), message, label, None);
}

fn warn_of_no_ground(
    level: &Level,
    body: &UprightBody,
    span: &Range<usize>,
    problems: &mut Problems<'_>,
) {
    let falls = level.rules.spawn.mode == Mode::Walk && level.tuning.gravity > 0.0;
    let kill_y = level.rules.kill_y;
    let fall = DVec3::NEG_Y * (body.base().y - kill_y);
    if falls && level.world.sweep_body(*body, fall).is_none() {
        let message = "there is no ground below the spawn";
        let label = format!("the player falls to `kill_y`, {kill_y}, and returns here");
        problems.warning(span.clone(), message, label, None);
    }
}

/// Refuses movers with too many boxes near them, and warns of movers that start inside another box, which does not stop them;
/// `entries` hold their places. Returns the exceeded limits.
pub fn check_movers(
    level: &Level,
    entries: &[MoverEntry],
    budget: &Budget,
    problems: &mut Problems<'_>,
) -> Option<Overrun> {
    let stopped =
        |(driven, _): &(&DrivenMover, &MoverEntry)| driven.mover.desc().on_hit != OnHit::Pass;
    let movers = || level.movers.iter().zip(entries).filter(stopped);
    // Counted before any pair is examined, which takes longer.
    let mut near = Vec::new();
    let (mut pairs, limit) = (0, budget.mover_pairs);
    for (driven, entry) in movers() {
        level.world.boxes_near(&driven.obb(0.0), &mut near);
        pairs += near.len().saturating_sub(1) as u64;
        if pairs > limit {
            let message = format!(
                "up to here, the movers start near {pairs} boxes: every tick compares each pair"
            );
            let label = format!("expected at most {limit} pairs");
            let help = "move the boxes apart, or write `on_hit = \"pass\"`".to_owned();
            problems.error(entry.span.clone(), message, label, Some(help));
            return Some(Overrun {
                item: BudgetItem::MoverPairs,
                found: pairs,
                limit,
            });
        }
    }
    for (driven, entry) in movers() {
        level.world.boxes_near(&driven.obb(0.0), &mut near);
        warn_of_overlaps(level, driven, entry, &near, problems);
    }
    None
}

/// Warns of each of the boxes `near` a mover in which the mover starts.
fn warn_of_overlaps(
    level: &Level,
    driven: &DrivenMover,
    entry: &MoverEntry,
    near: &[BoxId],
    problems: &mut Problems<'_>,
) {
    let obb = driven.obb(0.0);
    for other in near.iter().filter(|other| **other != driven.id) {
        let ObbOverlap::Overlapping(gap) =
            overlap_obb_obb(&obb, &level.world.boxes()[other.0 as usize])
        else {
            continue;
        };
        if gap.separation < -MIN_OVERLAP {
            let name = level.scene.numbered_name_of(ColliderId::Box(*other));
            let message = format!(
                "this mover starts {:.3} m deep in `{name}`",
                -gap.separation
            );
            let label = "expected a path that starts outside of it, or `on_hit = \"pass\"`";
            let help = "a box that overlaps a mover from the start does not stop it".to_owned();
            problems.warning(entry.span.clone(), message, label, Some(help));
        }
    }
}

#[cfg(test)]
mod tests;
