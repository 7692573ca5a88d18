//! What a tick did, in sentences.

use sidle::player::{Controller, Stop, Try};

use crate::draw::board::millimetres;
use crate::view::overlays::moves::story::{Kind, Motion, Story};

/// Why the player is where it is.
pub fn reason(story: &Story, controller: Controller) -> String {
    if controller != Controller::Swept {
        return pushed(story);
    }
    if let Some(rise) = story.climbed {
        return format!(
            "It climbed a step of {}: up, ahead, and down.",
            millimetres(rise)
        );
    }
    let Some(motion) = story.motions.iter().find(|motion| motion.tried.is_none()) else {
        return "It did not move.".to_owned();
    };
    let end = ended(motion);
    match story.followed {
        Some(drop) => format!(
            "{end} Then it followed the ground {} down.",
            millimetres(drop)
        ),
        None => end,
    }
}

/// A word or two for the place where a motion ended; nothing where it simply ended.
pub fn short(stop: Stop) -> Option<&'static str> {
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

/// What a walker tries.
pub fn tried(what: Try) -> &'static str {
    match what {
        Try::Up => "a step: up",
        Try::Over => "a step: ahead",
        Try::Down => "a step: down",
        Try::Follow => "the ground below",
        Try::Beside => "the ground beside",
    }
}

/// What it tried and what came to nothing: a step once, and not in its parts.
pub fn in_vain(story: &Story) -> Vec<&'static str> {
    let tries = || story.motions.iter().filter_map(|motion| motion.tried);
    let steps = tries().any(|what| what == Try::Up) && story.climbed.is_none();
    let follows = tries().any(|what| what == Try::Follow) && story.followed.is_none();
    let step = steps.then_some("tried a step");
    step.into_iter()
        .chain(follows.then_some("looked for ground below"))
        .collect()
}

fn ended(motion: &Motion) -> String {
    let planes = motion.planes_at_end();
    let creased = motion.steps.iter().any(|step| match &step.kind {
        Kind::Sweep(sweep) => sweep.crease.is_some(),
        _ => false,
    });
    let sweeps = motion.steps.len();
    let text = match motion.stop {
        None | Some(Stop::Still) => "Nothing was asked for: it stays.",
        Some(Stop::Free) if creased => {
            "Two planes forbid the way together: it goes on along their crease, the line that both leave."
        }
        Some(Stop::Free) if sweeps > 1 => {
            "What stopped it leads on: it keeps what is along it, and loses what is into it."
        }
        Some(Stop::Free) if planes > 0 => {
            "Nothing stopped it: what it touches only takes away what leads into it."
        }
        Some(Stop::Free) => "The way was free.",
        Some(Stop::Blocked) => match planes {
            0 | 1 => "Blocked: it runs straight into one surface, and nothing is left along it.",
            2 => "Blocked: two surfaces, and nothing is left along their crease.",
            _ => "Blocked by a corner: its surfaces leave no way on.",
        },
        Some(Stop::Against) => {
            "The only way on leads back against what was asked for: it stays, and does not tremble."
        }
        Some(Stop::Between) => {
            "Momentum would take it round the corner against your wish: it rests between the walls."
        }
        Some(Stop::Met) => "It was to go straight, and something was there.",
        Some(Stop::Exhausted) => "The way turned too often for one tick: the rest is dropped.",
        Some(Stop::Refused) => "It would have ended in something: it did not move at all.",
    };
    text.to_owned()
}

fn pushed(story: &Story) -> String {
    let steps = story.motions.iter().flat_map(|motion| &motion.steps);
    let pushes = steps
        .filter(|step| matches!(step.kind, Kind::Push(_)))
        .count();
    let begin = match pushes {
        0 => return "It was moved through anything, and nothing pushed it.".to_owned(),
        1 => "Moved through anything, then pushed out once.".to_owned(),
        many => format!(
            "Moved through anything, then pushed {many} times, each at once and in order: no push knows of the next."
        ),
    };
    match story.thrown_back() {
        Some(back) => format!(
            "Thrown back by {}: it had been let in deeper than it moves in a tick, and is pushed all the \
             way out at once. {begin}",
            millimetres(back)
        ),
        None => begin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::glam::DVec3;
    use sidle::player::Event;
    use sidle::world::{BoxId, ColliderId};

    fn swept(events: &[Event]) -> String {
        reason(&Story::of(events), Controller::Swept)
    }

    #[test]
    fn every_stop_has_a_sentence_of_its_own() {
        let stops = [
            Stop::Still,
            Stop::Free,
            Stop::Blocked,
            Stop::Against,
            Stop::Between,
            Stop::Met,
            Stop::Exhausted,
            Stop::Refused,
        ];
        let said = stops.map(|stop| swept(&[Event::Stop(stop)]));
        for (at, sentence) in said.iter().enumerate() {
            assert!(sentence.ends_with('.'), "{sentence}");
            assert!(!said[..at].contains(sentence), "{sentence}");
        }
    }

    #[test]
    fn a_corner_is_told_from_a_wall() {
        let blocked = |planes: &[DVec3]| {
            let planes = planes.iter().map(|normal| Event::Plane { normal: *normal });
            let turn = Event::Turn {
                position: DVec3::ZERO,
                left: DVec3::Z,
                way: DVec3::ZERO,
                crease: None,
            };
            let events: Vec<_> = planes.chain([turn, Event::Stop(Stop::Blocked)]).collect();
            swept(&events)
        };
        assert!(blocked(&[DVec3::X]).contains("one surface"));
        assert!(blocked(&[DVec3::X, DVec3::Y]).contains("two surfaces"));
        assert!(blocked(&DVec3::AXES).contains("corner"));
    }

    #[test]
    fn a_step_is_told_instead_of_what_it_replaces() {
        let said = swept(&[Event::Stop(Stop::Blocked), Event::Step { rise: 0.25 }]);
        assert_eq!(said, "It climbed a step of 250.0 mm: up, ahead, and down.");
        let said = swept(&[Event::Stop(Stop::Free), Event::Snap { drop: 0.05 }]);
        assert_eq!(
            said,
            "The way was free. Then it followed the ground 50.0 mm down."
        );
    }

    #[test]
    fn what_was_tried_in_vain_is_told_once() {
        let tries = [Try::Up, Try::Over, Try::Down, Try::Follow];
        let parts = tries.map(|what| [Event::Try(what), Event::Stop(Stop::Met)]);
        let mut events: Vec<_> = parts.into_iter().flatten().collect();
        let vain = in_vain(&Story::of(&events));
        assert_eq!(vain, ["tried a step", "looked for ground below"]);
        events.push(Event::Step { rise: 0.1 });
        assert_eq!(in_vain(&Story::of(&events)), ["looked for ground below"]);
        events.push(Event::Snap { drop: 0.1 });
        assert_eq!(in_vain(&Story::of(&events)), [""; 0]);
    }

    #[test]
    fn pushes_are_counted_and_being_thrown_back_comes_first() {
        let to = DVec3::Z * 0.04;
        let from = DVec3::ZERO;
        let push = |offset: DVec3| Event::Push {
            collider: ColliderId::Box(BoxId(0)),
            offset,
            position: to + offset,
        };
        let classic = |events: &[Event]| reason(&Story::of(events), Controller::Classic);
        let moved = Event::Move { from, to };
        assert!(classic(&[moved]).contains("nothing pushed it"));
        assert!(classic(&[moved, push(DVec3::X)]).starts_with("Moved"));
        let twice = classic(&[moved, push(DVec3::X), push(DVec3::Z * -0.05)]);
        assert!(twice.starts_with("Thrown back by 10.0 mm"), "{twice}");
        assert!(twice.contains("pushed 2 times"), "{twice}");
    }
}
