//! The progress of the tour in the game, and the words on its card: each stays for as long as it takes to read.

use std::borrow::Cow;
use std::collections::VecDeque;

use sidle::glam::DVec3;

use crate::session::guide::{Tour, TourStep, TourTask};
use crate::ui::input::hints::FilledHints;
use crate::view::hud::messages::reading_seconds;
use crate::view::side::figures::length_text;

/// How long the offer stays if nobody answers; seconds of play.
const OFFER_SECONDS: f64 = 45.0;

/// A player who was led to a place is not led on from there for this long; seconds. Smaller: pressing a key twice skips a step;
/// larger: a press seems to do nothing.
const ARRIVAL_SECONDS: f64 = 0.5;

/// How long the words about the last step stay, once the controllers are no longer frozen; seconds.
const LAST_SECONDS: f64 = 12.0;

/// The praise for a step, in words.
pub fn praise(step: TourStep) -> &'static str {
    match step {
        TourStep::Slide => "You slid. Only the motion into the fence was removed.",
        TourStep::Rest => "At rest. Each wall removes the motion that the other leaves.",
        TourStep::Climb => "Up. Only a step of more than 35 cm needs a jump.",
        TourStep::Tunnel => {
            "Classic moved first and checked later, so it never met the wall. {overlay_5} closes the view."
        }
        TourStep::Compare => {
            "Classic moves, and is pushed out. Swept stops at the first touch. Boxed does as classic, with a box. {pause} goes on, {next_controller} takes the next one. "
        }
    }
}

/// A step that has succeeded, and what the card has yet to say of it.
#[derive(Clone, Debug)]
pub struct Success {
    pub step: TourStep,
    /// The task that was done before it could be read, and the time that this still takes; seconds.
    unread: Option<(TourTask, f64)>,
    pub praise: Cow<'static, str>,
    /// How long its praise stays; seconds.
    left: f64,
}

impl Success {
    /// The task that is still to be read, before the praise.
    pub fn task(&self) -> Option<TourTask> {
        self.unread.map(|(task, _)| task)
    }
}

/// The progress of the tour.
#[derive(Debug, Default)]
pub enum State {
    #[default]
    Off,
    /// It is offered for this long; seconds.
    Offered(f64),
    /// The courtyard is being loaded for it.
    Starting,
    On(Tour),
}

/// The tour with the words on its card.
#[derive(Default)]
pub struct TourGuide {
    pub state: State,
    /// The steps that have succeeded, until the card has reported them; it reports the first.
    pub successes: VecDeque<Success>,
    /// The task on the card, and for how long it has been there; seconds.
    shown: Option<(TourTask, f64)>,
    /// The tick rate for which the tuning was changed; `None` if the tuning is as it was.
    pub tuned_for: Option<u32>,
    /// Whether the next frame freezes the controllers that were compared.
    pub freezes: bool,
    /// How long ago the player was led to a place; seconds. `None` if that does not matter.
    arrived: Option<f64>,
    pub texts: FilledHints,
}

impl TourGuide {
    /// The tour of a new game, which is `offered` or not.
    pub fn new(offered: bool) -> Self {
        let state = if offered {
            State::Offered(OFFER_SECONDS)
        } else {
            State::Off
        };
        Self {
            state,
            ..Self::default()
        }
    }

    /// The current step, while the tour is on.
    pub fn step(&self) -> Option<TourStep> {
        match &self.state {
            State::On(tour) => tour.step(),
            State::Off | State::Offered(_) | State::Starting => None,
        }
    }

    /// The current step, unless the card still says what was to be done in the one before.
    pub fn shown_step(&self) -> Option<TourStep> {
        let reads_task = self.success().and_then(Success::task).is_some();
        self.step().filter(|_| !reads_task)
    }

    /// The success that the card reports.
    pub fn success(&self) -> Option<&Success> {
        self.successes.front()
    }

    /// Adds the success of `step`, whose `task` was done.
    pub fn add_success(&mut self, step: TourStep, task: TourTask) {
        // Whoever has pressed the key that a task names has read it.
        let is_read = matches!(task, TourTask::SeeTunnel | TourTask::Do(TourStep::Compare));
        let seconds = match self.shown {
            Some((shown, seconds)) if shown == task => seconds,
            _ => 0.0,
        };
        let left = reading_seconds(task.words()) - seconds;
        self.successes.push_back(Success {
            step,
            unread: (!is_read && left > 0.0).then_some((task, left)),
            praise: Cow::Borrowed(praise(step)),
            left: match step {
                TourStep::Compare => LAST_SECONDS,
                _ => reading_seconds(praise(step)),
            },
        });
    }

    /// Says in the praise for a slide how much of a tick's motion was `asked` for, and how much the player `moved`; metres.
    pub fn praise_slide(&mut self, asked: DVec3, moved: DVec3) {
        let [asked, taken, moved] =
            [asked, asked - moved, moved].map(|motion| length_text(motion.length()));
        if let Some(success) = self.successes.back_mut() {
            let words = format!(
                "You slid. A tick asked for {asked}. The fence took away the {taken} straight into it, and {moved} along it were left."
            );
            success.left = reading_seconds(&words);
            success.praise = Cow::Owned(words);
        }
    }

    /// Notes that the player was led to a place, from a step before if `by` is positive.
    pub fn arrive(&mut self, by: isize) {
        self.arrived = (by > 0).then_some(0.0);
    }

    /// Whether the player was led to a place a moment ago.
    pub fn has_just_arrived(&self) -> bool {
        self.arrived.is_some_and(|ago| ago < ARRIVAL_SECONDS)
    }

    /// Lets `seconds` pass.
    pub fn pass(&mut self, seconds: f64) {
        self.arrived = self.arrived.map(|ago| ago + seconds);
    }

    /// Lets `seconds` pass in which the card could be read, while this was the `task`. What `is_seen` in the picture keeps its words.
    pub fn read(&mut self, task: Option<TourTask>, seconds: f64, is_seen: bool) {
        let Some(success) = self.successes.front_mut() else {
            self.shown = task.map(|task| match self.shown {
                Some((shown, before)) if shown == task => (task, before + seconds),
                _ => (task, seconds),
            });
            return;
        };
        self.shown = None;
        match &mut success.unread {
            Some((_, left)) if *left > seconds => *left -= seconds,
            unread @ Some(_) => *unread = None,
            None if is_seen => {}
            None => success.left -= seconds,
        }
        if success.left < 0.0 {
            self.successes.pop_front();
        }
    }

    /// Whether the card has something to say.
    pub fn speaks(&self) -> bool {
        !matches!(self.state, State::Off | State::Starting) || !self.successes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: f64 = 1.0 / 60.0;

    /// What the card says, frame by frame, for `seconds`: each task and praise with how long it was there.
    fn said(guide: &mut TourGuide, task: TourTask, seconds: f64) -> Vec<(&'static str, f64)> {
        let mut said: Vec<(&str, f64)> = Vec::new();
        for _ in 0..(seconds / FRAME) as usize {
            let words = guide.success().map_or(task.words(), |success| {
                let task = success.task().map(TourTask::words);
                task.unwrap_or_else(|| praise(success.step))
            });
            match said.last_mut() {
                Some((last, for_seconds)) if *last == words => *for_seconds += FRAME,
                _ => said.push((words, FRAME)),
            }
            guide.read(Some(task), FRAME, false);
        }
        said
    }

    #[test]
    fn each_task_and_each_praise_can_be_read_however_fast_the_player_is() {
        let tasks = [TourStep::Rest, TourStep::Climb, TourStep::Tunnel].map(TourTask::Do);
        for seconds in [0.0, 1.0, 30.0] {
            let mut guide = TourGuide::new(false);
            let slide = TourTask::Do(TourStep::Slide);
            let mut all = said(&mut guide, slide, seconds);
            guide.add_success(TourStep::Slide, slide);
            // The next step succeeds while the praise for this one is shown.
            all.extend(said(&mut guide, tasks[0], 1.0));
            guide.add_success(TourStep::Rest, tasks[0]);
            all.extend(said(&mut guide, tasks[1], 60.0));
            for words in [slide, tasks[0]].map(TourTask::words) {
                let parts = all.iter().filter(|(said, _)| *said == words);
                let time: f64 = parts.map(|(_, seconds)| seconds).sum();
                assert!(time > reading_seconds(words) - 0.1, "{time} s: {words}");
            }
            for step in [TourStep::Slide, TourStep::Rest] {
                let parts = all.iter().filter(|(said, _)| *said == praise(step));
                let time: f64 = parts.map(|(_, seconds)| seconds).sum();
                let long = reading_seconds(praise(step));
                assert!((time - long).abs() < 0.1, "{time} of {long} s: {step:?}");
            }
            assert_eq!(all.last().map(|(words, _)| *words), Some(tasks[1].words()));
        }
    }

    #[test]
    fn a_task_that_was_read_gives_way_to_its_praise_at_once() {
        let mut guide = TourGuide::new(false);
        guide.state = State::On(Tour::after(1));
        let task = TourTask::Do(TourStep::Rest);
        said(&mut guide, task, 30.0);
        guide.add_success(TourStep::Rest, task);
        assert_eq!(guide.success().and_then(Success::task), None);
        assert_eq!(guide.shown_step(), guide.step());
        // Before that, nothing shows the place of the next one.
        let mut quick = TourGuide::new(false);
        quick.state = State::On(Tour::after(1));
        quick.add_success(TourStep::Rest, task);
        assert_eq!((quick.shown_step(), quick.step()), (None, guide.step()));
        // So does one whose key was pressed.
        let mut guide = TourGuide::new(false);
        guide.add_success(TourStep::Tunnel, TourTask::SeeTunnel);
        assert_eq!(guide.success().and_then(Success::task), None);
    }

    #[test]
    fn the_praise_for_a_slide_has_its_numbers_and_a_second_press_soon_after_the_first_leads_no_further()
     {
        let mut guide = TourGuide::new(false);
        guide.add_success(TourStep::Slide, TourTask::Do(TourStep::Slide));
        guide.praise_slide(DVec3::new(0.03, 0.0, 0.04), DVec3::Z * 0.04);
        let words = guide.success().map(|success| success.praise.clone());
        let words = words.unwrap_or_default();
        assert!(
            ["50.0 mm", "30.0 mm", "40.0 mm"]
                .iter()
                .all(|length| words.contains(length)),
            "{words}"
        );
        assert!(!guide.has_just_arrived());
        guide.arrive(1);
        guide.pass(0.3);
        assert!(guide.has_just_arrived());
        guide.pass(0.3);
        assert!(!guide.has_just_arrived());
        // Back, and on again.
        guide.arrive(-1);
        assert!(!guide.has_just_arrived());
    }

    #[test]
    fn the_last_words_stay_while_the_controllers_are_frozen() {
        let mut guide = TourGuide::new(false);
        guide.add_success(TourStep::Compare, TourTask::Do(TourStep::Compare));
        guide.read(None, 1000.0, true);
        assert!(guide.speaks());
        guide.read(None, LAST_SECONDS - 1.0, false);
        assert!(guide.speaks());
        guide.read(None, 2.0, false);
        assert!(!guide.speaks());
    }
}
