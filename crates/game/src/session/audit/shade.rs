//! The shades of an audit's floor, which have a few steps.

use sidle_audit::{HeatSquare, WayBack};

use crate::options::heat::Heat;

/// The number of steps from rare to frequent, or from late to early.
pub const STEPS: usize = 6;

/// The shade of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// Nobody reached it.
    Unreached,
    /// From 0, rare or late, to `STEPS - 1`, frequent or early.
    Step(usize),
    /// Whether walkers come back from there.
    Back(WayBack),
}

/// From how many squares the steps are made. Larger: a large level takes longer.
const SAMPLES: usize = 4096;

/// The shades of the squares of an audit. Each step has about as many squares as the others.
#[derive(Clone, Copy, Debug)]
pub struct Shades {
    heat: Heat,
    /// Where each step but the first begins.
    bounds: [f64; STEPS - 1],
}

impl Shades {
    /// The shades that show the `heat` of all `squares`.
    pub fn new(heat: Heat, squares: &[HeatSquare]) -> Self {
        let apart = (squares.len() / SAMPLES).max(1);
        let sampled = squares.iter().step_by(apart);
        let mut values: Vec<f64> = sampled.filter_map(|square| value(heat, square)).collect();
        values.sort_unstable_by(f64::total_cmp);
        let bound = |step: usize| values.get(values.len() * step / STEPS);
        Self {
            heat,
            bounds: std::array::from_fn(|step| bound(step + 1).copied().unwrap_or(f64::INFINITY)),
        }
    }

    /// The shade of a square.
    pub fn of(&self, square: &HeatSquare) -> Shade {
        match (value(self.heat, square), self.heat) {
            (None, _) => Shade::Unreached,
            (Some(_), Heat::Back) => square.way_back.map_or(Shade::Unreached, Shade::Back),
            (Some(value), Heat::Visits | Heat::Soon) => {
                Shade::Step(self.bounds.partition_point(|bound| *bound <= value))
            }
        }
    }
}

/// The counts behind the steps of `heat`. More is hotter. `None` if nobody reached the square.
fn value(heat: Heat, square: &HeatSquare) -> Option<f64> {
    let soonest = square.soonest?;
    Some(match heat {
        Heat::Visits | Heat::Back => square.visits as f64,
        Heat::Soon => -soonest,
    })
}

/// The squares whose corners are within `reach` of `x`, out of those of an audit, which are sorted by X; metres.
pub fn near_x(squares: &[HeatSquare], x: f64, reach: f64) -> &[HeatSquare] {
    let first = squares.partition_point(|square| square.corner[0] < x - reach);
    let last = squares.partition_point(|square| square.corner[0] <= x + reach);
    &squares[first..last]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::courtyard;
    use sidle_audit::{Audit, AuditOptions};

    #[test]
    fn each_step_has_about_as_many_squares() {
        let mut audit = Audit::new(courtyard(), "courtyard.toml", AuditOptions::default());
        audit.explore(200_000);
        let squares = audit.heat();
        for heat in [Heat::Visits, Heat::Soon] {
            let shades = Shades::new(heat, &squares);
            let mut counts = [0_usize; STEPS];
            let mut unreached = 0;
            for square in &squares {
                match shades.of(square) {
                    Shade::Step(step) => counts[step] += 1,
                    Shade::Unreached => unreached += 1,
                    shade => panic!("{shade:?}"),
                }
            }
            let all: usize = counts.iter().sum();
            assert!(unreached > 0 && all > 1000, "{counts:?}");
            // Many squares were visited once, so a step may be missing.
            assert!(counts[STEPS - 1] > all / 12, "{heat:?}: {counts:?}");
            assert!(counts[STEPS - 1] < all / 3, "{heat:?}: {counts:?}");
        }
    }

    #[test]
    fn the_first_square_is_the_soonest_and_nothing_is_no_trouble() {
        assert_eq!(Shades::new(Heat::Visits, &[]).bounds, [f64::INFINITY; 5]);
        let mut audit = Audit::new(courtyard(), "courtyard.toml", AuditOptions::default());
        audit.explore(20_000);
        let squares = audit.heat();
        let shades = Shades::new(Heat::Soon, &squares);
        let reached = squares.iter().filter(|square| square.soonest.is_some());
        let by_time = |a: &&HeatSquare, b: &&HeatSquare| a.soonest.partial_cmp(&b.soonest);
        let first = reached.min_by(|a, b| by_time(a, b).expect("numbers"));
        let first = first.expect("a square that was reached");
        assert!(first.soonest < Some(0.1), "{first:?}");
        assert_eq!(shades.of(first), Shade::Step(STEPS - 1));
        let back = Shades::new(Heat::Back, &squares);
        let known = Shade::Back(WayBack::Known);
        assert!(squares.iter().any(|square| back.of(square) == known));
    }
}
