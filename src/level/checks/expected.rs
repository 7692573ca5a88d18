//! The zones that `[audit]` names.

use crate::level::Level;
use crate::level::document::ExpectedZone;
use crate::level::text::{Problems, count, did_you_mean};
use crate::world::ZoneAction;

/// Gives the expectations of `level` the numbers of the zones that they name. Reports names that no zone has.
pub fn find_expected_zones(level: &mut Level, named: &[ExpectedZone], problems: &mut Problems<'_>) {
    let of_effect = ZoneAction::NAMES.map(|(effect, _)| {
        let zones = (0_u32..).zip(&level.zones);
        let zones = zones.filter(|(_, zone)| zone.action.name() == effect);
        zones.map(|(number, _)| number).collect::<Vec<_>>()
    });
    // Whether each zone must be entered, and whether it may not.
    let mut marks = [(); 2].map(|()| vec![false; level.zones.len()]);
    let mut marked = [[false; ZoneAction::NAMES.len()]; 2];
    for entry in named {
        let list = usize::from(entry.is_never);
        match numbers_of(&of_effect, &entry.name) {
            // A long list may repeat it.
            Ok((effect, None)) if core::mem::replace(&mut marked[list][effect], true) => {}
            Ok((effect, None)) => {
                for number in &of_effect[effect] {
                    marks[list][*number as usize] = true;
                }
            }
            Ok((_, Some(number))) => marks[list][number as usize] = true,
            Err((message, help)) => {
                let label = "expected the effect of a zone such as `finish`, or one of several: `checkpoint 2`";
                problems.error(entry.span.clone(), message, label, help);
            }
        }
    }
    let [reach, never] = marks.map(|marks| {
        let numbers = (0_u32..).zip(marks);
        let numbers = numbers.filter_map(|(number, is_named)| is_named.then_some(number));
        numbers.collect()
    });
    level.expectations.reach_zones = reach;
    level.expectations.never_zones = never;
}

/// The effect, as an index, of the zones called `name`, and the number of the zone if it means only one. Or why there is none.
fn numbers_of(
    of_effect: &[Vec<u32>],
    name: &str,
) -> Result<(usize, Option<u32>), (String, Option<String>)> {
    let names = || ZoneAction::NAMES.iter().map(|(effect, _)| *effect);
    let (effect, which) = match name.rsplit_once(' ') {
        Some((effect, which)) => (effect, Some(which.parse::<usize>().ok())),
        None => (name, None),
    };
    let index = names().position(|known| known == effect);
    let Some(index) = index.filter(|_| which != Some(None)) else {
        let message = "no zone can have this name".to_owned();
        return Err((message, did_you_mean(effect, names())));
    };
    let zones = &of_effect[index];
    let message = match (which.flatten(), zones.len()) {
        (_, 0) => format!("this level has no zone with the effect `{effect}`"),
        (None, _) => return Ok((index, None)),
        (Some(which), many) => match which.checked_sub(1).and_then(|at| zones.get(at)) {
            Some(number) => return Ok((index, Some(*number))),
            None => {
                let zones = count(many, "zone", "zones");
                format!("this level has {zones} with the effect `{effect}`, numbered from 1")
            }
        },
    };
    Err((message, None))
}
