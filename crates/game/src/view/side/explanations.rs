//! Explains a tick in sentences.

use sidle::player::{Controller, Stop, Try};

use crate::view::side::figures::{Figures, length_text};
use crate::view::side::tick_breakdown::{Motion, StepKind, TickBreakdown};

const MOVED_FREELY: &str = "Moved freely; nothing was hit.";

const SWAPPED: &str = "Another controller took over, whose body overlapped: it was pushed out.";

/// A slide of which nothing is taken.
const TOUCHED: &str = "Moved along the surface. Nothing led into it, so nothing was removed.";

const MANTLED: &str =
    "A ledge took over: the keys lead up its wall and over its edge, where there is room to stand.";

const SWAM: &str = "Swam: the keys lead where the look leads, without keys it sinks, and the water slows down every other \
                    motion. Nothing was hit.";

/// The reason for the player's position, after a motion from which so many different `walls` took a part, with the controllers
/// before it and in it.
/// `figures` are those of its motion, and `cause` says why it was thrown back.
pub fn reason(
    breakdown: &TickBreakdown,
    [before, controller]: [Controller; 2],
    walls: usize,
    (figures, cause): (&Figures, Option<&str>),
) -> String {
    if let Controller::Outer(_) = controller {
        return by_program(walls, figures);
    }
    if breakdown.swam && walls == 0 {
        return SWAM.to_owned();
    }
    if controller != Controller::Swept {
        return push_summary(
            breakdown,
            before != controller,
            figures.thrown_back.as_deref(),
            cause,
        );
    }
    if let Some(rise) = breakdown.on_ladder {
        return on_ladder(rise).to_owned();
    }
    if breakdown.mantled {
        return MANTLED.to_owned();
    }
    if let Some(rise) = breakdown.climbed {
        let rise = length_text(rise);
        return match breakdown.steps {
            1 => format!("Climbs a step, by {rise} in this tick: up, ahead, and down."),
            steps => format!("Climbs {steps} steps, by {rise} in this tick."),
        };
    }
    let mut plain = breakdown.motions.iter();
    let Some(motion) = plain.find(|motion| motion.tried.is_none()) else {
        return "Did not move.".to_owned();
    };
    let end = match motion.stop {
        // The floor under a walker takes the fall, and nothing else.
        Some(Stop::Free) if walls == 0 => MOVED_FREELY.to_owned(),
        Some(Stop::Free) if figures.taken.is_none() => TOUCHED.to_owned(),
        _ => stop_reason(motion, walls),
    };
    match breakdown.followed {
        Some(drop) => format!("{end} Then followed the ground {} down.", length_text(drop)),
        None => end,
    }
}

/// What the states of a program tell of its tick.
fn by_program(walls: usize, figures: &Figures) -> String {
    let told = "Moved by a program, which only says where the tick ended.";
    match (&figures.thrown_back, &figures.taken, walls) {
        (Some(back), ..) => format!("{told} That is {back} back, against the keys."),
        (None, Some(taken), 1) => {
            format!("{told} The surface there takes {taken} from the motion.")
        }
        (None, Some(taken), 2..) => {
            format!("{told} The {walls} surfaces there take {taken} from the motion.")
        }
        _ => told.to_owned(),
    }
}

/// What a ladder does with keys that ask to climb by `rise`, from -1 to 1.
fn on_ladder(rise: f64) -> &'static str {
    if rise > 0.0 {
        "A ladder took over: the keys and the look lead up it. Gravity has no effect."
    } else if rise < 0.0 {
        "A ladder took over: the keys and the look lead down it. Gravity has no effect."
    } else {
        "Holds a ladder: gravity has no effect. Jump leads off it."
    }
}

/// How the player left the ground by itself or by a change of its velocity; `None` if it did not.
pub fn take_off(breakdown: &TickBreakdown) -> Option<&'static str> {
    if breakdown.jumped {
        Some("Jumps.")
    } else if breakdown.jumped_off_wall {
        Some("Jumps off the wall: away from it, and up. The same wall gives no second jump.")
    } else {
        let pushed = "Pushed off the ground: takes off with its whole velocity.";
        breakdown.launched.then_some(pushed)
    }
}

/// A short label for the end of a motion; `None` if the motion ended as planned.
pub fn stop_label(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Still | Stop::Free => None,
        Stop::Blocked => Some("blocked"),
        Stop::Against => Some("only back is free"),
        Stop::Between => Some("rests between"),
        Stop::Met => Some("stopped"),
        Stop::Exhausted => Some("too many turns"),
        Stop::Refused => Some("refused"),
    }
}

/// The name of an attempt.
pub fn attempt(what: Try) -> &'static str {
    match what {
        Try::Up => "a step: up",
        Try::Over => "a step: ahead",
        Try::Down => "a step: down",
        Try::Follow => "the ground below",
        Try::Beside => "the ground at the side",
    }
}

/// The failed attempts. A step is one attempt, although it has several parts.
pub fn failed_attempts(breakdown: &TickBreakdown) -> Vec<&'static str> {
    let tries = || breakdown.motions.iter().filter_map(|motion| motion.tried);
    let mut followed = breakdown.effective().filter_map(|motion| motion.tried);
    let is_follow = |what: Try| matches!(what, Try::Follow | Try::Beside);
    let steps = tries().any(|what| what == Try::Up) && breakdown.climbed.is_none();
    let follows =
        tries().any(is_follow) && breakdown.followed.is_none() && !followed.any(is_follow);
    let step = steps.then_some("tried a step");
    step.into_iter()
        .chain(follows.then_some("looked for ground below"))
        .collect()
}

fn stop_reason(motion: &Motion, walls: usize) -> String {
    // The floor and a leaning front make no corner.
    let planes = match walls {
        1 => motion.planes_at_end().min(1),
        _ => motion.planes_at_end(),
    };
    let creased = motion.steps.iter().any(|step| match &step.kind {
        StepKind::Sweep(sweep) => sweep.crease.is_some(),
        _ => false,
    });
    let sweeps = motion.steps.len();
    let text = match motion.stop {
        None | Some(Stop::Still) => "Nothing was asked for: it stays.",
        Some(Stop::Free) if creased => {
            "Two surfaces at once: only the motion along their crease was left."
        }
        Some(Stop::Free) if sweeps > 1 => {
            "Went up to the surface, then slid: only the motion into it was removed."
        }
        Some(Stop::Free) if planes > 0 => "Slid: only the motion into the surface was removed.",
        Some(Stop::Free) => MOVED_FREELY,
        Some(Stop::Blocked) => match planes {
            0 | 1 => {
                "Stopped: all of the motion led into one surface, and nothing was left along it."
            }
            2 => "Stopped by two surfaces: nothing was left along their crease.",
            _ => "Rests in a corner: its surfaces leave no way on.",
        },
        Some(Stop::Against) => "The only free way led back: it stays, and does not jitter.",
        Some(Stop::Between) => {
            "Momentum would lead round the corner, against the keys: it rests between the walls."
        }
        Some(Stop::Met) => "Had to go straight, and something was in the way.",
        Some(Stop::Exhausted) => "Turned too often for one tick: the rest was dropped.",
        Some(Stop::Refused) => "Would have ended in something: it did not move at all.",
    };
    text.to_owned()
}

fn push_summary(
    breakdown: &TickBreakdown,
    is_swapped: bool,
    thrown_back: Option<&str>,
    cause: Option<&str>,
) -> String {
    let steps = breakdown.motions.iter().flat_map(|motion| &motion.steps);
    let pushes = steps
        .filter(|step| matches!(step.kind, StepKind::Push(_)))
        .count();
    let begin = match pushes {
        0 => return MOVED_FREELY.to_owned(),
        _ if is_swapped => return SWAPPED.to_owned(),
        1 => "Moved in first, then was pushed out once.".to_owned(),
        many => format!("Moved in first, then was pushed {many} times; no push knows of the next."),
    };
    match thrown_back {
        Some(back) => match cause {
            Some(cause) => format!("Thrown back by {back}. {cause}"),
            None => format!("Thrown back by {back}, out of the surface that it had sunk into."),
        },
        None => begin,
    }
}

#[cfg(test)]
mod tests;
