//! The message when a zone acts: the text of the zone, or else the words of the game.

use sidle::sim::{ZoneEffect, ZoneEvent};

use crate::session::play::race::RaceTime;

/// The words for `event` of a zone with this `text`, in a level with this many `checkpoints`, at `hz` ticks per second.
/// `None` if the game says nothing.
pub fn words_of(
    event: &ZoneEvent,
    text: Option<&str>,
    checkpoints: u32,
    hz: u32,
) -> Option<String> {
    let time = |ticks| RaceTime { ticks, hz };
    let own = || text.map(str::to_owned);
    match event.effect {
        ZoneEffect::Ready => {
            own().or_else(|| Some("At the start: the clock runs when you leave it".to_owned()))
        }
        ZoneEffect::Checkpoint { number } => {
            let head = own().unwrap_or_else(|| format!("Checkpoint {number} of {checkpoints}"));
            let time = time(event.race_ticks.unwrap_or_default());
            Some(format!("{head}: {time}"))
        }
        ZoneEffect::Missed { next } => Some(format!("Checkpoint {next} comes first")),
        ZoneEffect::Finish { ticks } => {
            let head = text.unwrap_or("Finish");
            Some(format!("{head}: {}", time(ticks)))
        }
        ZoneEffect::Teleport | ZoneEffect::Launch | ZoneEffect::Notice => own(),
        _ => None,
    }
}

/// The words after the time of a race that counts and earns this `medal`, if the best one before took `before`.
pub fn verdict(time: RaceTime, before: Option<RaceTime>, medal: Option<&str>) -> String {
    let words = match before {
        None => "your first time here: its ghost runs along from now on".to_owned(),
        Some(before) if time.beats(before) => format!("a new best (before: {before})"),
        Some(before) if before.beats(time) => format!("your best is {before}"),
        Some(_) => "as fast as your best".to_owned(),
    };
    match medal {
        Some(medal) => format!("a {medal} medal; {words}"),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_has_its_words_or_the_text_of_its_zone() {
        let words = |effect, text| {
            let event = ZoneEvent {
                zone: 0,
                effect,
                race_ticks: Some(90),
            };
            words_of(&event, text, 3, 60)
        };
        for (effect, usual, own) in [
            (
                ZoneEffect::Ready,
                Some("At the start: the clock runs when you leave it"),
                Some("Here"),
            ),
            (ZoneEffect::Go, None, None),
            (
                ZoneEffect::Checkpoint { number: 2 },
                Some("Checkpoint 2 of 3: 0:01.500"),
                Some("Here: 0:01.500"),
            ),
            (
                ZoneEffect::Missed { next: 2 },
                Some("Checkpoint 2 comes first"),
                Some("Checkpoint 2 comes first"),
            ),
            (
                ZoneEffect::Finish { ticks: 90 },
                Some("Finish: 0:01.500"),
                Some("Here: 0:01.500"),
            ),
            (ZoneEffect::Teleport, None, Some("Here")),
            (ZoneEffect::Launch, None, Some("Here")),
            (ZoneEffect::Notice, None, Some("Here")),
        ] {
            assert_eq!(words(effect, None).as_deref(), usual, "{effect:?}");
            assert_eq!(words(effect, Some("Here")).as_deref(), own, "{effect:?}");
        }
    }

    #[test]
    fn a_time_is_compared_with_the_best_one_before() {
        let time = |ticks| RaceTime { ticks, hz: 60 };
        let verdict = |before: Option<u64>| verdict(time(60), before.map(time), None);
        assert!(verdict(None).starts_with("your first time"));
        assert_eq!(verdict(Some(61)), "a new best (before: 0:01.016)");
        assert_eq!(verdict(Some(59)), "your best is 0:00.983");
        assert_eq!(verdict(Some(60)), "as fast as your best");
        let medal = super::verdict(time(60), Some(time(61)), Some("gold"));
        assert_eq!(medal, "a gold medal; a new best (before: 0:01.016)");
    }
}
