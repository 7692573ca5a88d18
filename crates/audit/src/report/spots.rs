//! Boxes of spots, by which `[audit]` of a level names findings that it ignores.

use super::finding::{Finding, Spot};
use super::kind::FindingKind;
use sidle::level::IgnoredFinding;

/// The spots of one kind of finding in a box. Written as the id of a finding, whose numbers may be ranges or `*`.
///
/// # Example
/// ```
/// use sidle_audit::{Spot, Spots};
/// let rim = Spots::parse("escape:-14..-12,*,..3").unwrap();
/// assert!(rim.contains(&Spot::parse("escape:-13,99,0").unwrap()));
/// assert!(!rim.contains(&Spot::parse("escape:-13,99,4").unwrap()));
/// assert!(!rim.contains(&Spot::parse("trap:-13,99,0").unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spots {
    kind: FindingKind,
    /// The least and the greatest number along each axis.
    ranges: [[i32; 2]; 3],
}

impl Spots {
    /// The spots that `text` names. `None` if `text` does not have this form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, ranges) = text.split_once(':')?;
        let (_, kind) = FindingKind::NAMES.iter().find(|(name, _)| *name == kind)?;
        let mut ranges = ranges.split(',').map(range);
        let mut next = || ranges.next()?;
        let all = [next()?, next()?, next()?];
        ranges.next().is_none().then_some(Self {
            kind: *kind,
            ranges: all,
        })
    }

    /// Whether `spot` is one of them.
    #[must_use]
    pub fn contains(&self, spot: &Spot) -> bool {
        let mut axes = self.ranges.iter().zip(spot.at);
        let is_unreached = self.kind.is_unreached() && spot.kind.is_unreached();
        (self.kind == spot.kind || is_unreached)
            && axes.all(|([least, most], at)| (*least..=*most).contains(&at))
    }
}

/// The range that a number, `*` or `least..most` stands for. Either end of the latter may be missing.
fn range(text: &str) -> Option<[i32; 2]> {
    let end = |text: &str, if_missing: i32| match text {
        "" => Some(if_missing),
        number => number.parse().ok(),
    };
    match (text, text.split_once("..")) {
        ("*", _) => Some([i32::MIN, i32::MAX]),
        (_, Some((least, most))) => Some([end(least, i32::MIN)?, end(most, i32::MAX)?]),
        (number, None) => number.parse().ok().map(|at| [at, at]),
    }
}

/// Why the level ignores a finding. It does so if one of the `ignored` entries names the finding, or if each of its spots
/// lies in the box of an entry. The reason is that of the first spot's entry then.
pub fn reason_to_ignore(finding: &Finding, ignored: &[IgnoredFinding]) -> Option<String> {
    let by_id = ignored.iter().find(|entry| finding.is_named_by(&entry.id));
    let entry_around = |spot: &Spot| {
        let mut entries = ignored.iter();
        entries.find(|entry| Spots::parse(&entry.id).is_some_and(|spots| spots.contains(spot)))
    };
    let by_boxes = || {
        let first = entry_around(finding.spots.first()?)?;
        let mut spots = finding.spots.iter();
        spots
            .all(|spot| entry_around(spot).is_some())
            .then_some(first)
    };
    let entry = by_id.or_else(by_boxes);
    entry.map(|entry| entry.why.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;

    fn ignored(ids: &[&str]) -> Vec<IgnoredFinding> {
        let entry = |id: &&str| IgnoredFinding {
            id: (*id).to_owned(),
            why: format!("because of {id}"),
        };
        ids.iter().map(entry).collect()
    }

    fn finding(places: &[[i32; 3]]) -> Finding {
        let mut finding = Finding::new(
            FindingKind::Escape,
            DVec3::ZERO,
            String::new(),
            String::new(),
        );
        let spot = |at: &[i32; 3]| Spot {
            kind: FindingKind::Escape,
            at: *at,
        };
        finding.spots = places.iter().map(spot).collect();
        finding
    }

    #[test]
    fn a_rim_is_named_by_a_box_on_each_side_and_a_hole_inside_is_not() {
        let rim = ignored(&["escape:..-13,*,*", "escape:*,*,..-13", "escape:12..,*,*"]);
        let corner = finding(&[[-14, 0, -9], [-14, 0, -13], [-5, 0, -14]]);
        let reason = Some("because of escape:..-13,*,*".to_owned());
        assert_eq!(reason_to_ignore(&corner, &rim), reason);
        let hole = finding(&[[2, 0, 2]]);
        assert_eq!(reason_to_ignore(&hole, &rim), None);
        // A hole that is joined to the rim is a fault.
        let joined = finding(&[[-14, 0, -9], [-12, 0, -9]]);
        assert_eq!(reason_to_ignore(&joined, &rim), None);
    }

    #[test]
    fn the_box_around_a_finding_names_it_and_what_is_between_its_spots() {
        let found = finding(&[[-4, 0, 3], [9, 0, 9]]);
        assert_eq!(found.box_id(), "escape:-4..9,0,3..9");
        let boxes = ignored(&[&found.box_id()]);
        assert!(reason_to_ignore(&found, &boxes).is_some());
        assert!(reason_to_ignore(&finding(&[[0, 0, 5]]), &boxes).is_some());
        assert_eq!(reason_to_ignore(&finding(&[[0, 1, 5]]), &boxes), None);
    }

    #[test]
    fn a_plain_id_also_names_its_neighbours_and_other_texts_name_nothing() {
        let found = finding(&[[3, 0, 3], [9, 0, 9]]);
        let reason = |id: &str| reason_to_ignore(&found, &ignored(&[id]));
        assert!(reason("escape:4,1,2").is_some());
        for text in [
            "",
            "escape",
            "escape:*",
            "escape:*,*",
            "escape:*,*,*,*",
            "escape:*,*,a",
            "escape:*,*,1...9",
            "escape:*,*,9..1",
            "pit:*,*,*",
            "trap:*,*,*",
            "escape:99999999999..,*,*",
        ] {
            assert_eq!(reason(text), None, "{text}");
        }
        assert!(reason("escape:*,*,*").is_some());
        assert!(reason("escape:..,0,3..9").is_some());
    }
}
