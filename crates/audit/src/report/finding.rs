//! The findings of an audit.

use core::cmp::Ordering;
use std::collections::BTreeSet;

use sidle::glam::DVec3;

use super::kind::FindingKind;
use super::repair::Repair;
use sidle::geometry::Aabb;
use sidle::geometry::float::max;
use sidle::replay::Recording;

/// The side of the cubes that ids name; metres. Smaller: an id changes with the seed; larger: two holes are one.
pub const SPOT_SIDE: f64 = 1.0;

/// A kind of finding in a cube of a metre: what an id says. It does not change with the seed, the budget or the machine.
///
/// # Example
/// ```
/// use sidle_audit::{FindingKind, Spot};
/// use sidle::glam::DVec3;
/// let spot = Spot::new(FindingKind::Trap, DVec3::new(3.7, -0.2, 12.0));
/// assert_eq!(spot.to_string(), "trap:3,-1,12");
/// assert_eq!(Spot::parse("trap:3,-1,12"), Some(spot));
/// assert_eq!(Spot::parse("pit:3,-1,12"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The kind of finding.
    pub kind: FindingKind,
    /// The cube, counted from the origin along X, Y and Z.
    pub at: [i32; 3],
}

impl Spot {
    /// The spot of a finding at `position`.
    #[must_use]
    pub fn new(kind: FindingKind, position: DVec3) -> Self {
        let at = (position / SPOT_SIDE).floor().to_array();
        Self {
            kind,
            at: at.map(|along| along as i32),
        }
    }

    /// The spot that `id` names.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        let (kind, at) = id.split_once(':')?;
        let (_, kind) = FindingKind::NAMES.iter().find(|(name, _)| *name == kind)?;
        let mut numbers = at.split(',').map(str::parse::<i32>);
        let mut next = || numbers.next()?.ok();
        let at = [next()?, next()?, next()?];
        numbers.next().is_none().then_some(Self { kind: *kind, at })
    }

    /// Itself and the spots that it touches.
    pub(crate) fn around(&self) -> impl Iterator<Item = Self> + use<> {
        let (kind, [x, y, z]) = (self.kind, self.at);
        let three = |at: i32| [at.saturating_sub(1), at, at.saturating_add(1)];
        let columns = three(x)
            .into_iter()
            .flat_map(move |x| three(z).map(|z| [x, z]));
        columns.flat_map(move |[x, z]| {
            three(y).map(|y| Self {
                kind,
                at: [x, y, z],
            })
        })
    }

    /// Whether both are of one kind, or about floor that was not reached, and their cubes are the same or touch.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        let mut axes = self.at.iter().zip(&other.at);
        let is_unreached = self.kind.is_unreached() && other.kind.is_unreached();
        (self.kind == other.kind || is_unreached) && axes.all(|(a, b)| a.abs_diff(*b) <= 1)
    }
}

impl core::fmt::Display for Spot {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [x, y, z] = self.at;
        write!(f, "{}:{x},{y},{z}", self.kind.name())
    }
}

/// A length to a tenth of a millimetre: every reader of a report reads the same number.
pub fn rounded(length: f64) -> f64 {
    (length * 1e4).round() / 1e4
}

/// How far apart pieces of the outer edge may be to be one finding, in spots. Smaller: each tower of a wall makes two of it;
/// larger: an edge that is mended in one place stays a finding in another.
const ONE_BORDER: u32 = 8;

/// Something wrong in a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The spots that it covers; sorted, at least one.
    pub spots: Vec<Spot>,
    /// Where it is best seen; metres.
    pub at: DVec3,
    /// How large it is, or how far it goes; metres.
    pub size: f64,
    /// The fault, in a sentence.
    pub message: String,
    /// How to mend it.
    pub repair: Repair,
    /// A run that shows it.
    pub recording: Option<Recording>,
    /// The way of air from the start to the void, through a leak, or both ends of a link; metres. Empty for all other kinds.
    pub way: Vec<DVec3>,
    /// The author's reason, if `[audit]` of the level ignores it.
    pub ignored: Option<String>,
}

impl Finding {
    /// A finding at one place, to a tenth of a millimetre.
    #[must_use]
    pub fn new(kind: FindingKind, at: DVec3, message: String, repair: impl Into<Repair>) -> Self {
        let at = DVec3::from_array(at.to_array().map(rounded)) + DVec3::ZERO;
        Self {
            spots: vec![Spot::new(kind, at)],
            at,
            size: 0.0,
            message,
            repair: repair.into(),
            recording: None,
            way: Vec::new(),
            ignored: None,
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> FindingKind {
        self.spots
            .first()
            .map_or(FindingKind::Geometry, |spot| spot.kind)
    }

    /// The id of the finding. It names the first spot that the finding covers.
    #[must_use]
    pub fn id(&self) -> String {
        self.spots.first().map(Spot::to_string).unwrap_or_default()
    }

    /// The box around all of its spots, as `ignore` in `[audit]` of a level names it.
    #[must_use]
    pub fn box_id(&self) -> String {
        let range = |axis: usize| {
            let along = || self.spots.iter().map(|spot| spot.at[axis]);
            let (least, most) = (along().min().unwrap_or(0), along().max().unwrap_or(0));
            if least == most {
                least.to_string()
            } else {
                format!("{least}..{most}")
            }
        };
        let [x, y, z] = [0, 1, 2].map(range);
        format!("{}:{x},{y},{z}", self.kind().name())
    }

    /// Whether `id` refers to this finding. Neighbouring cells match, because another seed may place it there.
    #[must_use]
    pub fn is_named_by(&self, id: &str) -> bool {
        let spot = Spot::parse(id);
        spot.is_some_and(|named| self.spots.iter().any(|spot| spot.touches(&named)))
    }

    /// Whether both findings are the same, because their spots touch. Differences and defects of a mesh must also
    /// have the same repair, since each of them may cover spots all over a level. All places where one mover presses walkers are one.
    fn touches(&self, other: &Self) -> bool {
        if self.kind() != other.kind() {
            return false;
        }
        let reach = match self.kind() {
            FindingKind::Squeeze => return self.message == other.message,
            _ if self.is_below_limit() || other.is_below_limit() => {
                return self.repair == other.repair;
            }
            FindingKind::Geometry | FindingKind::Differ if self.repair != other.repair => {
                return false;
            }
            _ if self.is_border() && other.is_border() => ONE_BORDER,
            _ => 1,
        };
        self.is_within(other, reach)
    }

    /// Whether the level ends there.
    fn is_border(&self) -> bool {
        self.repair == Repair::FenceOff
    }

    /// Whether the level goes on there, below its `kill_y`. All such places are one finding.
    pub(crate) fn is_below_limit(&self) -> bool {
        self.repair == Repair::LowerKillY
    }

    /// Makes it a part of the outer edge of the level, of the length that its spots cover.
    pub(crate) fn become_border(&mut self) {
        let columns = self.spots.iter().map(|spot| [spot.at[0], spot.at[2]]);
        self.size = columns.collect::<BTreeSet<_>>().len() as f64 * SPOT_SIDE;
        self.message = format!(
            "a walker falls off where the level ends: about {:.0} m of its outer edge are open",
            self.size
        );
        self.repair = Repair::FenceOff;
    }

    /// Whether a spot of `other` is within this many spots of one of this finding, along each axis.
    pub(crate) fn is_within(&self, other: &Self, reach: u32) -> bool {
        let is_near = |a: &Spot, b: &Spot| {
            let mut axes = a.at.iter().zip(&b.at);
            axes.all(|(a, b)| a.abs_diff(*b) <= reach)
        };
        let mut spots = self.spots.iter();
        spots.any(|spot| other.spots.iter().any(|near| is_near(spot, near)))
    }

    /// Sorts its spots, and names each once.
    pub(crate) fn tidy_spots(&mut self) {
        self.spots.sort_unstable();
        self.spots.dedup();
    }

    /// Takes up `other`, which is the same finding. The one with the lower id keeps its words, its place and its run. What is
    /// joined touches everything that a part of it touched, and is the same in whatever order its parts are joined.
    fn join(&mut self, other: Self) {
        // A finding that is joined with itself stays as it is.
        let is_wider = self.spots != other.spots;
        let is_border = self.is_border() || other.is_border();
        let mut spots = self.spots.clone();
        spots.extend(&other.spots);
        spots.sort_unstable();
        spots.dedup();
        let corners = spots
            .iter()
            .map(|spot| DVec3::from_array(spot.at.map(f64::from)));
        let extent =
            Aabb::from_points(corners).map_or(0.0, |bounds| bounds.half_extents().length());
        let extent = rounded(extent * 2.0 * SPOT_SIDE);
        let larger = max(self.size, other.size);
        let size = if is_wider {
            max(larger, extent)
        } else {
            larger
        };
        let reasons = [self.ignored.take(), other.ignored.clone()];
        let ignored = reasons.into_iter().flatten().min();
        if other.order(self).is_lt() {
            *self = other;
        }
        (self.size, self.spots, self.ignored) = (size, spots, ignored);
        if is_border {
            self.become_border();
        }
    }

    /// Which of two findings comes first in a report, and is the one that is reported if they touch. Words come last, because
    /// those of an outer edge change when it is joined.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let place = |finding: &Self| {
            let bits = finding.at.to_array().map(f64::to_bits);
            let run = finding.recording.as_ref();
            let ticks = run.map_or(u64::MAX, |run| run.inputs.ticks());
            (finding.spots.first().copied(), bits, ticks)
        };
        let run = |finding: &Self| finding.recording.as_ref().map(Recording::encode);
        let words = |finding: &Self| (finding.message.clone(), finding.repair.to_string());
        let by_place = place(self).cmp(&place(other));
        by_place
            .then_with(|| run(self).cmp(&run(other)))
            .then_with(|| words(self).cmp(&words(other)))
    }
}

/// Joins findings that touch, whatever their order, and sorts them as in a report, by kind, then by place.
#[must_use]
pub fn joined(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(Finding::order);
    let mut done: Vec<Finding> = Vec::new();
    for mut finding in findings {
        // One may join several that were apart before.
        while let Some(at) = done.iter().position(|known| known.touches(&finding)) {
            let mut other = done.remove(at);
            core::mem::swap(&mut other, &mut finding);
            finding.join(other);
        }
        done.push(finding);
    }
    done.sort_by(Finding::order);
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn finding(x: f64) -> Finding {
        let at = DVec3::new(x, 0.5, 0.5);
        Finding::new(FindingKind::Escape, at, format!("at {x}"), String::new())
    }

    #[test]
    fn findings_that_touch_are_one_in_any_order() {
        let all = [0.5, 5.5, 2.5, 1.5, 9.5, 3.5];
        let expected = joined(all.map(finding).to_vec());
        let ids: Vec<_> = expected.iter().map(Finding::id).collect();
        assert_eq!(ids, ["escape:0,0,0", "escape:5,0,0", "escape:9,0,0"]);
        assert_eq!(expected[0].spots.len(), 4);
        let mut turned = all;
        for _ in 0..all.len() {
            turned.rotate_left(1);
            assert_eq!(joined(turned.map(finding).to_vec()), expected);
        }
        turned.reverse();
        assert_eq!(joined(turned.map(finding).to_vec()), expected);
    }

    #[test]
    fn a_tree_of_joins_is_the_same_as_one_join_of_all() {
        // Pieces of an outer edge reach farther than holes do, and what is joined to one becomes a part of it.
        let mut random = Random::new(7);
        for _ in 0..300 {
            let mut piece = |number: u64| {
                let mut piece = finding(random.below(24) as f64 + 0.5);
                piece.ignored = (random.below(4) == 0).then(|| format!("because of {number}"));
                if random.below(2) == 0 {
                    piece.become_border();
                }
                piece
            };
            let all: Vec<_> = (0..8).map(&mut piece).collect();
            let flat = joined(all.clone());
            let one_by_one = all.iter().fold(Vec::new(), |mut known, next| {
                known.push(next.clone());
                joined(known)
            });
            let halves = all.chunks(4).rev();
            let of_halves = joined(halves.flat_map(|half| joined(half.to_vec())).collect());
            assert_eq!(one_by_one, flat);
            assert_eq!(of_halves, flat);
        }
    }

    #[test]
    fn a_mover_that_presses_walkers_in_many_places_is_one_finding() {
        let squeeze = |x: f64, mover: &str| {
            let at = DVec3::new(x, 0.5, 0.5);
            Finding::new(FindingKind::Squeeze, at, mover.to_owned(), String::new())
        };
        let found = joined(vec![
            squeeze(0.5, "lift"),
            squeeze(9.5, "lift"),
            squeeze(1.5, "door"),
        ]);
        let ids: Vec<_> = found.iter().map(Finding::id).collect();
        assert_eq!(ids, ["squeeze:0,0,0", "squeeze:1,0,0"]);
        assert_eq!(found[0].spots.len(), 2);
    }

    #[test]
    fn a_finding_that_is_found_twice_is_as_large_as_once() {
        let mut apart = finding(0.5);
        apart.spots.push(finding(9.5).spots[0]);
        let twice = joined(vec![apart.clone(), apart.clone()]);
        assert_eq!(twice, [apart.clone()]);
        assert!(joined(vec![apart, finding(1.5)])[0].size >= 9.0);
    }

    #[test]
    fn an_id_names_its_finding_and_what_is_beside_it() {
        let found = finding(7.5);
        for (id, named) in [
            ("escape:7,0,0", true),
            ("escape:8,-1,1", true),
            ("escape:9,0,0", false),
            ("trap:7,0,0", false),
            ("escape:7,0", false),
            ("escape:7,0,0,0", false),
            ("", false),
        ] {
            assert_eq!(found.is_named_by(id), named, "{id}");
        }
    }
}
