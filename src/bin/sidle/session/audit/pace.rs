//! How the time of an audit is spent.

use std::ops::ControlFlow;

use sidle::audit::Audit;

use crate::platform::Instant;

/// Lets the walkers of `audit` walk for `seconds`: first they explore, and then what seems to have no way back is searched.
/// After about each `slice` of ticks it calls `watch` with the share of the time that has passed, which may end it.
pub fn walk_for(
    audit: &mut Audit,
    seconds: f64,
    slice: u64,
    watch: &mut dyn FnMut(f64, &Audit) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let start = Instant::now();
    let share = || start.elapsed().as_secs_f64() / seconds;
    // A search that is complete leaves the rest to walks.
    for (until, explores) in [
        (0.5, true),
        (0.75, false),
        (0.8, true),
        (1.0, false),
        (1.0, true),
    ] {
        while share() < until {
            let goes_on = if explores {
                audit.explore(slice);
                true
            } else {
                audit.conclude(slice)
            };
            watch(share(), audit)?;
            if !goes_on {
                break;
            }
        }
    }
    ControlFlow::Continue(())
}
