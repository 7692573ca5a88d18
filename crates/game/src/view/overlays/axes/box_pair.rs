//! Selects the two boxes to compare, and computes their gaps along the 15 axes.

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::order::sort_by;
use sidle::query::{AxisGap, ObbAxis, closest_obb_point, overlap_obb_obb_axes};
use sidle::tolerance::TOUCH;
use sidle::world::{BoxFit, BoxId, ColliderId, DrivenMover, Obstacle, OnHit};

use crate::view::context::ViewContext;

/// A mover meets a box next if it would hit the box within this distance; metres. Larger: a box far ahead is preferred to
/// a box that the mover passes closely.
const MAX_AHEAD: f64 = 25.0;

/// A blocked mover stops up to a millimetre before the contact, so a gap smaller than this does not separate it;
/// metres.
const BLOCKED_GAP: f64 = 2e-3;

/// Directions with at least this cosine are the same.
const SAME_DIRECTION: f64 = 1.0 - 1e-9;

/// A motion closes or opens a gap if it changes the gap by more than this share of its length.
const MIN_CLOSING: f64 = 1e-9;

/// A mover's box and another one.
pub struct BoxPair {
    /// The mover's box; its axes are named `A`.
    pub first: Obb,
    /// The other box; its axes are named `B`.
    pub second: Obb,
    /// The ids of both boxes.
    pub ids: [BoxId; 2],
    /// The gaps along the axes of [`ObbAxis::ALL`].
    pub gaps: [Option<AxisGap>; 15],
    /// Whether the second box blocks the mover.
    pub crashed: bool,
    fit: BoxFit,
}

/// A gap, and the number of axes with the same direction.
pub struct Separation {
    /// The gap along the first of these axes.
    pub gap: AxisGap,
    /// The number of these axes.
    pub count: usize,
}

impl BoxPair {
    /// Selects a mover and another box.
    ///
    /// The mover is the target, or else the nearest one in front of the eye. The other box is the one that blocks the
    /// mover, or that it meets next, or else the nearest.
    pub fn find(view: &ViewContext) -> Option<Self> {
        let driven = selected_mover(view)?;
        let first = driven.obb(driven.interpolated_distance(view.alpha));
        let blocked_by = match driven.state.blocked_by {
            Some(Obstacle::Box(id)) => Some(id),
            Some(Obstacle::Player) | None => None,
        };
        let (id, second) = match blocked_by {
            Some(id) => view.boxes().find(|(other, _)| *other == id)?,
            None => next_box(view, driven, &first)?,
        };
        Some(Self {
            gaps: overlap_obb_obb_axes(&first, &second),
            crashed: blocked_by.is_some(),
            ids: [driven.id, id],
            fit: driven.state.fit,
            first,
            second,
        })
    }

    /// Whether `gap` separates the boxes.
    pub fn separates(&self, gap: &AxisGap) -> bool {
        gap.separation > if self.crashed { BLOCKED_GAP } else { 0.0 }
    }

    /// The number of separating axes.
    pub fn separating(&self) -> usize {
        let gaps = self.gaps.iter().flatten();
        gaps.filter(|gap| self.separates(gap)).count()
    }

    /// The axis with the largest gap, or with the least overlap.
    pub fn widest(&self) -> Option<AxisGap> {
        widest(&self.gaps)
    }

    /// The separating directions, the widest gap first.
    pub fn separations(&self) -> Vec<Separation> {
        let mut found: Vec<Separation> = Vec::new();
        for gap in self.gaps.into_iter().flatten() {
            if !self.separates(&gap) {
                continue;
            }
            let same =
                |one: &&mut Separation| one.gap.direction.dot(gap.direction) >= SAME_DIRECTION;
            match found.iter_mut().find(same) {
                Some(known) => known.count += 1,
                None => found.push(Separation { gap, count: 1 }),
            }
        }
        sort_by(&mut found, |a, b| {
            b.gap.separation.total_cmp(&a.gap.separation)
        });
        found
    }

    /// The point half-way between the near sides of the boxes; metres.
    pub fn meeting_point(&self) -> DVec3 {
        let near = closest_obb_point(&self.second, self.first.center());
        near.midpoint(closest_obb_point(&self.first, near))
    }

    /// How many different gaps the separating axes show, as a sentence.
    pub fn shared_directions(&self) -> String {
        let separating = self.separating();
        match (separating, self.separations().as_slice()) {
            (0, _) if self.crashed => "No axis shows a gap, so the car stopped.".to_owned(),
            (0, _) => "No axis shows a gap: the boxes overlap.".to_owned(),
            (1, _) => "One gap is left. When it closes, they touch.".to_owned(),
            (_, [_]) => format!(
                "These {separating} are one direction, since edges are parallel: one gap, and it closes on all of them at once."
            ),
            (_, directions) => format!(
                "They point in {} directions, so they close one by one.",
                directions.len()
            ),
        }
    }

    /// The name of an axis, such as `A0`, `B2`, `A0 × B2`. The axes of an axis-aligned box are `X`, `Y` and `Z`.
    pub fn axis_name(&self, axis: ObbAxis) -> String {
        match axis {
            ObbAxis::FirstFace(i) => self.first_axis(i).to_owned(),
            ObbAxis::SecondFace(j) => second_axis(j).to_owned(),
            ObbAxis::Edges(i, j) => format!("{} × {}", self.first_axis(i), second_axis(j)),
        }
    }

    pub fn first_axis(&self, number: usize) -> &'static str {
        match self.fit {
            BoxFit::Oriented => ["A0", "A1", "A2"][number],
            BoxFit::Aligned => ["X", "Y", "Z"][number],
        }
    }
}

pub fn second_axis(number: usize) -> &'static str {
    ["B0", "B1", "B2"][number]
}

/// Half the length of the projection of a box onto the unit vector `direction`; metres.
pub fn projected_half_length(obb: &Obb, direction: DVec3) -> f64 {
    (obb.axes().transpose() * direction)
        .abs()
        .dot(obb.half_extents())
}

/// The target, or else the nearest mover in front of the eye, or else the nearest behind it.
fn selected_mover<'v>(view: &ViewContext<'v>) -> Option<&'v DrivenMover> {
    let pointed_at = view.target.and_then(|target| {
        let is_it = |driven: &&DrivenMover| ColliderId::Box(driven.id) == target.collider;
        view.sim.movers().iter().find(is_it)
    });
    let distance = |driven: &&DrivenMover| {
        let obb = driven.obb(driven.state.distance);
        closest_obb_point(&obb, view.player_position).distance(view.player_position)
    };
    let behind = |driven: &&DrivenMover| {
        let center = driven.obb(driven.state.distance).center();
        (center - view.eye).dot(view.axes.look) < 0.0
    };
    let rank = |a: &&DrivenMover, b: &&DrivenMover| {
        let nearer = distance(a).total_cmp(&distance(b));
        behind(a).cmp(&behind(b)).then(nearer)
    };
    pointed_at.or_else(|| view.sim.movers().iter().min_by(rank))
}

/// The box that `driven`, whose box is `first`, meets next, or else the nearest box.
fn next_box(view: &ViewContext, driven: &DrivenMover, first: &Obb) -> Option<(BoxId, Obb)> {
    let center = |distance| driven.obb(distance).center();
    let motion = center(driven.state.distance) - center(driven.previous);
    let passes = driven.mover.desc().on_hit == OnHit::Pass;
    let ranked = view.boxes().filter_map(|(id, second)| {
        let gaps = overlap_obb_obb_axes(first, &second);
        let gap = widest(&gaps)?.separation;
        // The mover stands on this box, or starts inside of it.
        if id == driven.id || gap <= TOUCH && !passes {
            return None;
        }
        let ahead = time_of_impact(first, &second, motion).map(|times| times * motion.length());
        let ahead = ahead.filter(|ahead| *ahead <= MAX_AHEAD);
        Some((ahead.is_none(), ahead.unwrap_or(gap), id, second))
    });
    let nearest = ranked.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    nearest.map(|(.., id, second)| (id, second))
}

fn widest(gaps: &[Option<AxisGap>; 15]) -> Option<AxisGap> {
    let mut widest: Option<AxisGap> = None;
    for gap in gaps.iter().flatten() {
        // The first of equal gaps: a face rather than two edges.
        if widest.is_none_or(|known| gap.separation > known.separation + TOUCH) {
            widest = Some(*gap);
        }
    }
    widest
}

/// How many times `motion` it takes until the boxes touch; `None` if they miss each other.
fn time_of_impact(first: &Obb, second: &Obb, motion: DVec3) -> Option<f64> {
    let (mut enters, mut leaves) = (0.0_f64, f64::INFINITY);
    for gap in overlap_obb_obb_axes(first, second).into_iter().flatten() {
        let distance = (first.center() - second.center()).dot(gap.direction);
        let closing = -gap.direction.dot(motion);
        if closing.abs() <= MIN_CLOSING * motion.length() {
            if gap.separation > 0.0 {
                return None;
            }
            continue;
        }
        // Along this axis they overlap from the contact of the near sides to that of the far sides.
        let near = gap.separation / closing;
        let far = (2.0 * distance - gap.separation) / closing;
        enters = enters.max(near.min(far));
        leaves = leaves.min(near.max(far));
    }
    (enters <= leaves).then_some(enters)
}

#[cfg(test)]
mod tests;
