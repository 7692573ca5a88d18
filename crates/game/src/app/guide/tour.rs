//! The tour in the game: it is offered, followed and left, and its card gives the task.

use std::borrow::Cow;
use std::path::Path;
use std::rc::Rc;

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode};
use sidle::sim::metrics::{own_motion, wish_velocity};

use crate::app::Game;
use crate::app::guide::tour_guide::State;
use crate::draw::camera::Camera;
use crate::draw::theme::INK;
use crate::options::overlay_set::Overlay;
use crate::platform::built_in::TEST_LEVEL;
use crate::session::guide::{Tour, TourStep, TourTask, is_near_wall};
use crate::ui::input::context::TourInput;
use crate::view::hud::tour_card::TourCard;

/// A place nearer than this to the edge of the picture is not seen well; a share of its width.
const EDGE: f32 = 0.04;

/// What goes on with the tour, or begins it again.
fn tour_opener(has_keyboard: bool) -> &'static str {
    if has_keyboard {
        "the help ({help})"
    } else {
        "Tour, next to Restart,"
    }
}

impl Game {
    /// Begins the tour in the courtyard, or continues it.
    pub(in crate::app) fn start_tour(&mut self) {
        self.screens.help = None;
        self.settings.values.tour_offered = true;
        self.tour.successes.clear();
        if self.is_courtyard() {
            self.tour.state = State::On(Tour::after(self.settings.values.tour_done));
            self.playback.stop();
            self.input.player.respawn();
        } else {
            self.open_level(TEST_LEVEL.as_ref());
            self.tour.state = State::Starting;
        }
    }

    /// Leaves the tour, or declines it. Its progress is kept.
    pub(in crate::app) fn leave_tour(&mut self) {
        let last = self.tour.successes.back();
        let is_done = last.is_some_and(|success| success.step == TourStep::Compare);
        let was_on = matches!(self.tour.state, State::On(_)) && !is_done;
        self.tour.state = State::Off;
        self.tour.successes.clear();
        self.settings.values.tour_offered = true;
        self.restore_tuning();
        if was_on {
            let opener = tour_opener(self.window.has_keyboard());
            self.show_message_with_keys(&format!("you left the tour: {opener} goes on with it"));
        }
    }

    /// Whether the tour takes keys and presses, and which.
    pub(in crate::app) fn tour_input(&self) -> TourInput {
        // A large map covers its card, but its keys still lead on.
        let is_shown = self.has_tour() && self.screens.top().is_none();
        match self.tour.state {
            _ if !is_shown => TourInput::None,
            State::Offered(_) => TourInput::Offered,
            // Enter belongs to the view from the side while that is shown.
            State::On(_) if self.views.overlays.shown.moves() => TourInput::On,
            State::On(_) => TourInput::Moving,
            State::Off | State::Starting => TourInput::None,
        }
    }

    /// Whether the card of the tour is shown.
    fn shows_tour(&self) -> bool {
        self.has_tour() && !self.views.map.is_large()
    }

    /// Whether the card of the tour is shown, unless a large map covers it.
    fn has_tour(&self) -> bool {
        let is_on = self.tour.speaks() && self.is_courtyard();
        is_on && !self.slot.edits() && !self.screens.hide_text()
    }

    /// Whether the words on the card of the tour can be read. On a touch screen, a message may take their place.
    fn tour_is_read(&self) -> bool {
        let is_taken = !self.window.has_keyboard() && self.views.hud.has_message();
        self.shows_tour() && self.screens.top().is_none() && !is_taken
    }

    /// The player's task now, while the tour is on.
    fn tour_task(&self) -> Option<TourTask> {
        let State::On(tour) = &self.tour.state else {
            return None;
        };
        let controller = self.session.sim.player().controller;
        tour.task(controller, self.session.player_position())
    }

    /// Whether the courtyard is played.
    fn is_courtyard(&self) -> bool {
        let document = &self.slot.document;
        let courtyard: &Path = TEST_LEVEL.as_ref();
        !document.stands_in() && document.path().file_name() == courtyard.file_name()
    }

    /// Notes the last tick, in which `command` moved the player from `before`.
    pub(in crate::app) fn note_tour_tick(&mut self, before: DVec3, command: &Command) {
        let State::On(tour) = &mut self.tour.state else {
            return;
        };
        let sees_side = self.views.overlays.shown.moves();
        let task = tour.task(self.session.sim.player().controller, before);
        let Some(step) = tour.note(&self.session, before, command, sees_side) else {
            return;
        };
        self.settings.values.tour_done = tour.done();
        self.session.listener.note_success();
        self.tour.freezes = step == TourStep::Compare;
        self.tour
            .add_success(step, task.unwrap_or(TourTask::Do(step)));
        if step == TourStep::Slide {
            let sim = &self.session.sim;
            let dt = 1.0 / f64::from(sim.hz());
            let asked = wish_velocity(sim.tuning(), command) * dt;
            let moved = own_motion(before, sim.player(), dt);
            self.tour.praise_slide(asked, moved);
        }
    }

    /// Goes to the place of the current step, on to the next one from there, or back by one.
    pub(in crate::app) fn next_tour_step(&mut self, by: isize) {
        let position = self.session.player_position();
        let has_succeeded = self.tour.success().is_some();
        let just_arrived = by > 0 && self.tour.has_just_arrived();
        let State::On(tour) = &mut self.tour.state else {
            return;
        };
        let is_there = tour.step().is_some_and(|step| step.has_reached(position));
        // What has just succeeded is no longer the current one.
        if by < 0 || (is_there && !has_succeeded) {
            if just_arrived {
                // A second press of what led here.
                return;
            }
            tour.skip(by);
            self.settings.values.tour_done = tour.done();
        }
        let step = tour.step();
        self.tour.successes.clear();
        let Some(step) = step else {
            return;
        };
        self.views.map.leave_large();
        let [yaw, pitch] = [step.heading_deg(), step.pitch_deg()].map(BinaryAngle::from_degrees);
        self.save_ended_recording();
        match self.session.move_to(step.place(), yaw) {
            Ok(()) => {
                self.tour.arrive(by);
                self.input.view.set(yaw, pitch);
                self.input.player.set_mode(Mode::Walk);
                self.session.resync_ghosts();
            }
            Err(why) => self.show_message(why),
        }
    }

    /// Freezes the controllers in the corner of the last step, side by side.
    fn freeze_comparison(&mut self) {
        if std::mem::take(&mut self.tour.freezes) {
            self.change_overlays(|shown| shown.set(Overlay::Panes, true));
            self.session.paused = true;
        }
    }

    /// Lets `seconds` pass for the tour.
    pub(in crate::app) fn update_tour(&mut self, seconds: f64) {
        self.freeze_comparison();
        self.tour.pass(seconds);
        if self.tour_is_read() {
            let task = self.tour_task();
            let is_seen = self
                .tour
                .success()
                .is_some_and(|success| match success.step {
                    TourStep::Compare => self.session.paused,
                    TourStep::Tunnel => self.views.overlays.shown.moves(),
                    _ => false,
                });
            self.tour.read(task, seconds, is_seen);
        }
        let is_elsewhere = !self.is_courtyard() || self.playback.is_active();
        match &mut self.tour.state {
            State::Off => {}
            State::Offered(left) => {
                *left -= seconds;
                if *left < 0.0 {
                    self.leave_tour();
                }
            }
            State::Starting if self.slot.is_loading() => {}
            State::Starting => {
                self.tour.state = State::Off;
                if self.is_courtyard() {
                    self.start_tour();
                }
            }
            State::On(tour) if tour.step().is_none() && self.tour.successes.is_empty() => {
                self.tour.state = State::Off;
                self.restore_tuning();
            }
            State::On(_) if is_elsewhere => {
                self.tour.tuned_for = None;
                self.leave_tour();
            }
            State::On(_) => self.tune_for_tour(),
        }
    }

    /// Gives the player the tuning of the current step, that of the tunnel once it is near. The contact in the inspector is kept as long as it is looked
    /// at, since a new tuning forgets all contacts.
    fn tune_for_tour(&mut self) {
        let State::On(tour) = &self.tour.state else {
            return;
        };
        let hz = self.session.sim.hz();
        if tour.step() != Some(TourStep::Tunnel) {
            if !self.views.overlays.shown.moves() {
                self.restore_tuning();
            }
        } else if self.tour.tuned_for != Some(hz)
            && (self.tour.tuned_for.is_some() || is_near_wall(self.session.player_position()))
        {
            let tuning = tour.tuning(&self.session.tuning, hz);
            self.tour.tuned_for = Some(hz);
            if let Err(error) = self.session.retune(tuning) {
                self.show_message(error.to_string());
            }
        }
    }

    /// Gives the player the level's tuning again, if the tour has changed it.
    fn restore_tuning(&mut self) {
        if self.tour.tuned_for.take().is_some()
            && let Err(error) = self.session.retune(self.session.tuning)
        {
            self.show_message(error.to_string());
        }
    }

    /// Fills in the words on the card of the tour; `None` if it is not shown.
    pub(in crate::app) fn fill_tour_card(&mut self) -> Option<TourCardTexts> {
        if !self.shows_tour() {
            return None;
        }
        let of = |number: usize, title: &str| {
            let count = TourStep::ALL.len();
            Cow::Owned(format!("Tour {number} of {count}: {title}"))
        };
        let has_keyboard = self.window.has_keyboard();
        // Fingers press the buttons themselves.
        let button = |words: &'static str| {
            let pressed = words.rsplit('⟧').next().unwrap_or(words);
            Cow::Borrowed(if has_keyboard { words } else { pressed.trim() })
        };
        let leave = button("⟦Backspace⟧ leave");
        let guide = &self.tour;
        let texts = match (guide.success(), &guide.state) {
            (Some(success), _) => {
                let step = success.step;
                let number = TourStep::ALL.iter().position(|other| *other == step);
                let number = number.unwrap_or_default() + 1;
                let mut words = success
                    .task()
                    .map_or(success.praise.clone(), |task| Cow::Borrowed(task.words()));
                if step == TourStep::Compare {
                    let opener = tour_opener(has_keyboard);
                    let frozen = if self.session.paused {
                        words
                    } else {
                        Cow::Borrowed("")
                    };
                    words = Cow::Owned(format!(
                        "{frozen}That was the tour; {{levels}} lists all levels; {opener} begins the tour again."
                    ));
                }
                // What is still to be read is not yet said to be done.
                let title = success.task().map_or("done", |_| step.title());
                let mut texts = vec![of(number, title), words, leave];
                if step != TourStep::Compare && self.tour_input() == TourInput::Moving {
                    texts.push(button("⟦Enter⟧ next step"));
                }
                texts
            }
            (None, State::Offered(_)) => vec![
                Cow::Borrowed("New here?"),
                Cow::Borrowed(
                    "Five steps show the idea: slide, go through a wall, rest in a corner, climb, compare.",
                ),
                button("⟦Backspace⟧ not now"),
                button("⟦Enter⟧ begin"),
            ],
            (None, State::On(tour)) => {
                let (step, task) = (tour.step()?, self.tour_task()?);
                let title = of(tour.done() + 1, step.title());
                let mut texts = vec![title, Cow::Borrowed(task.words()), leave];
                if self.tour_input() == TourInput::Moving {
                    let is_there = step.has_reached(self.session.player_position());
                    let on = match is_there {
                        true => "⟦Enter⟧ skip",
                        false => "⟦Enter⟧ go there",
                    };
                    texts.push(button(on));
                    if tour.done() > 0 {
                        texts.push(button("⟦Shift⟧ ⟦Enter⟧ back"));
                    }
                }
                texts
            }
            (None, State::Off | State::Starting) => return None,
        };
        let labels = self.window.key_labels(&self.settings.values.bindings);
        Some(TourCardTexts(self.tour.texts.fill(texts, &labels)))
    }

    /// The side of the picture of `camera` beyond which the goal of the current step lies; `None` if it is seen.
    pub(in crate::app) fn tour_arrow(
        &self,
        camera: &Camera,
        eye: DVec3,
        right: DVec3,
    ) -> Option<f32> {
        // While the card reports a step, nothing leads to the one after it.
        let step = self.tour.step().filter(|_| self.tour.success().is_none())?;
        let position = self.session.player_position();
        let goal = step.goal(position);
        let to = goal - eye;
        let seen = camera.project(goal + DVec3::Y);
        let is_seen = seen.is_some_and(|(x, _)| (EDGE..=1.0 - EDGE).contains(&x));
        (!is_seen).then(|| if to.dot(right) < 0.0 { -1.0 } else { 1.0 })
    }
}

/// The texts of the card: its title, its sentence, and the buttons that leave it, go on and go back.
pub struct TourCardTexts(Rc<[String]>);

impl TourCardTexts {
    /// The card with these texts, and with an `arrow` to its place.
    pub fn card(&self, arrow: Option<f32>) -> TourCard<'_> {
        let text = |number: usize| self.0.get(number).map(String::as_str);
        TourCard {
            title: text(0).unwrap_or_default(),
            sentence: text(1).unwrap_or_default(),
            ink: INK,
            leave: text(2),
            accept: text(3),
            back: text(4),
            arrow,
        }
    }
}
