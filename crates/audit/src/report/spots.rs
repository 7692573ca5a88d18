//! Many spots at once, as `[audit]` of a level names them.

use super::finding::{Finding, FindingKind, Spot};
use sidle::level::IgnoredFinding;

/// The spots of a kind in a box: an id whose numbers may be ranges or `*`.
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
    /// The spots that `text` names; `None` if it is no such text.
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
        self.kind == spot.kind && axes.all(|([least, most], at)| (*least..=*most).contains(&at))
    }
}

/// The range of a number, of `*`, or of `least..most`, where either end may be missing.
fn range(text: &str) -> Option<[i32; 2]> {
    let end = |text: &str, open: i32| match text {
        "" => Some(open),
        number => number.parse().ok(),
    };
    match (text, text.split_once("..")) {
        ("*", _) => Some([i32::MIN, i32::MAX]),
        (_, Some((least, most))) => Some([end(least, i32::MIN)?, end(most, i32::MAX)?]),
        (number, None) => number.parse().ok().map(|at| [at, at]),
    }
}

/// Why a finding is meant, if one of `known` names it, or if all of its spots lie in boxes of them.
pub fn reason(finding: &Finding, known: &[IgnoredFinding]) -> Option<String> {
    let named = known
        .iter()
        .find(|ignored| finding.is_named_by(&ignored.id));
    let inside = |spot: &Spot| {
        let mut known = known.iter();
        known.find(|ignored| Spots::parse(&ignored.id).is_some_and(|spots| spots.contains(spot)))
    };
    let all_inside = || {
        let first = inside(finding.spots.first()?)?;
        let mut others = finding.spots.iter();
        others.all(|spot| inside(spot).is_some()).then_some(first)
    };
    let meant = named.or_else(all_inside);
    meant.map(|ignored| ignored.why.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;

    fn known(ids: &[&str]) -> Vec<IgnoredFinding> {
        let entry = |id: &&str| IgnoredFinding {
            id: (*id).to_owned(),
            why: format!("meant by {id}"),
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
        let rim = known(&["escape:..-13,*,*", "escape:*,*,..-13", "escape:12..,*,*"]);
        let corner = finding(&[[-14, 0, -9], [-14, 0, -13], [-5, 0, -14]]);
        let meant = Some("meant by escape:..-13,*,*".to_owned());
        assert_eq!(reason(&corner, &rim), meant);
        assert_eq!(reason(&finding(&[[2, 0, 2]]), &rim), None);
        // A hole that is joined to the rim is a fault.
        let joined = finding(&[[-14, 0, -9], [-12, 0, -9]]);
        assert_eq!(reason(&joined, &rim), None);
    }

    #[test]
    fn a_plain_id_names_what_is_beside_it_and_other_texts_name_nothing() {
        let there = finding(&[[3, 0, 3], [9, 0, 9]]);
        assert!(reason(&there, &known(&["escape:4,1,2"])).is_some());
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
            assert_eq!(reason(&there, &known(&[text])), None, "{text}");
        }
        assert!(reason(&there, &known(&["escape:*,*,*"])).is_some());
        assert!(reason(&there, &known(&["escape:..,0,3..9"])).is_some());
    }
}
