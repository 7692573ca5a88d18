//! One tick: its input from a playback or the player, the simulation, and its reports. Runs those that are due or sought, as
//! many as there is time for.

use sidle::player::TickInput;

use crate::app::Game;
use crate::app::pace::{MAX_FRAME_SECONDS, Ticking, run_due};
use crate::app::records::playback::PlaybackStep;
use crate::options::action::Seek;
use crate::platform::Instant;
use crate::platform::event::Answer;
use crate::platform::stopwatch::timed;
use crate::platform::terminal;
use crate::session::observe::RECENT_SECONDS;
use crate::ui::screens::question::Subject;

impl Game {
    /// Advances by `seconds`: the free camera, and the ticks that are due.
    pub(super) fn advance(&mut self, seconds: f64) {
        let command = self.input.fly_command();
        self.views
            .fly_camera(&command, self.session.sim.tuning(), seconds);
        let runs = self.time_runs() && !self.session.paused;
        if self.time_runs() {
            self.begin_race_again();
            self.count_down(seconds);
            self.catch_fall();
            self.session.add_time(seconds);
            self.run_due_ticks(seconds);
        }
        if self.pace.ahead > 0 {
            self.run_ahead();
            self.session.snap_to_last_tick();
        }
        self.end_film();
        self.save_ended_recording();
        let heard = self.session.listener.take(runs);
        let values = &self.settings.values;
        let volume = if values.sound { values.volume } else { 0.0 };
        self.sound.play(heard, volume);
    }

    /// Runs one tick of the session.
    pub(super) fn tick(&mut self) {
        let (input, repeats) = self.next_input();
        let shown = self.views.overlays.shown;
        self.session.set_ghosts(shown.ghosts());
        self.session.set_tracing(shown.needs_trace());
        self.session.bends_knees = self.settings.values.effects;
        let lab_input = self.input.lab_input();
        let before = self.session.sim.player().position;
        // A recording has the steps of its movers.
        self.movers.player_repeats = repeats;
        let movers = Some(&mut self.movers);
        if self.panel.is_open() {
            let ((), duration) = timed(|| self.session.tick(&input, &lab_input, movers));
            self.panel
                .note_tick(duration, self.session.candidate_count());
        } else {
            self.session.tick(&input, &lab_input, movers);
        }
        self.note_movers();
        self.announce_anomaly();
        self.note_goal_tick(before, &input.command);
        self.announce_zones();
        self.note_tour_tick(before, &input.command);
        self.handle_respawn(&input);
    }

    /// Passes on the messages of movers. A player whose mover has ended takes another controller.
    fn note_movers(&mut self) {
        for message in self.movers.take_messages() {
            terminal::warning(&message);
            self.show_message(message);
        }
        let movers = &self.movers;
        self.input
            .player
            .keep_controllers(|controller| movers.is_alive(controller));
    }

    /// The next input of the playback, else the player's, and whether it is that of the playback. A respawn ends the
    /// playback.
    fn next_input(&mut self) -> (TickInput, bool) {
        if self.input.player.wants_respawn() {
            self.playback.stop();
            self.audit.end_replay();
        }
        match self.playback.next_step() {
            PlaybackStep::Input(input) => {
                self.input.resume_from(&input);
                self.session.discount_race();
                return (input, true);
            }
            // The words of a finding stay.
            PlaybackStep::Ended if self.audit.is_quiet_at(self.session.sim.ticks()) => {}
            PlaybackStep::Ended => {
                self.show_message("the playback is over: you play on from here");
            }
            PlaybackStep::Idle => {}
        }
        let input = self.input.take_tick_input();
        self.guidance.note_command(&input.command);
        (input, false)
    }

    /// Turns the view to that of the spawn after a respawn.
    fn handle_respawn(&mut self, input: &TickInput) {
        let sim = &self.session.sim;
        if !sim.respawned() {
            return;
        }
        let (player, kill_y, fell_at) = (sim.player(), sim.rules().kill_y, sim.ticks());
        self.input.view.set_body(player.yaw, player.pitch);
        // The praise for a goal is worth more than the words for a fall after it.
        let is_told = !self.audit.is_quiet_at(fell_at) && !self.views.hud.praises();
        if !input.command.respawn && is_told {
            self.show_message(format!("Fell below {kill_y} m: back at the spawn"));
        }
        self.fly_without_ground();
    }

    /// Shows which key explains an anomaly, unless the player knows.
    fn announce_anomaly(&mut self) {
        let Some(anomaly) = self.session.anomaly() else {
            return;
        };
        let moves_shown = self.views.overlays.shown.moves();
        if let Some(keys) = self.guidance.explain_anomaly(moves_shown) {
            let message = format!(
                "{}: {}",
                anomaly.description(),
                self.key_labels().fill(keys)
            );
            self.show_message(message);
        }
    }

    /// Shows another tick, of the contact that is seen from the side, while the game runs, and otherwise of the
    /// game, which pauses there.
    pub(super) fn step(&mut self, seek: Seek) {
        let shows_contact =
            self.views.overlays.shown.moves() && self.session.contact_clip().is_some();
        match seek {
            Seek::Ticks(ticks) if shows_contact && !self.session.paused => {
                self.views.side.scrub(ticks as i64);
            }
            other => self.seek(other),
        }
    }

    /// The tick that is seen from the side, if it is recent.
    pub(super) fn recent_contact_tick(&self) -> Option<u64> {
        let clip = self.session.contact_clip()?;
        let tick = self.views.side.shown_tick(clip);
        let age = self.session.sim.ticks().abs_diff(tick);
        (age <= RECENT_SECONDS * u64::from(self.session.sim.hz())).then_some(tick)
    }

    /// The tick of the contact that "see why" shows; `None` if it is off, has no contact yet, or an old one.
    pub(super) fn shown_contact(&self) -> Option<u64> {
        let recent = self
            .recent_contact_tick()
            .filter(|_| self.views.overlays.shown.moves());
        match self.session.paused {
            // In a pause, the keys of time lead through the ticks of the contact.
            true => recent.map(|_| self.session.sim.ticks()),
            false => recent,
        }
    }

    /// Pauses at another tick. Later ones that were never run are run in this frame and the next ones.
    pub(super) fn seek(&mut self, seek: Seek) {
        self.session.paused = true;
        self.pace.ahead = self.session.seek(seek);
        if let Some(input) = self.session.shown_input() {
            self.input.player.follow(input);
        }
        self.session.snap_to_last_tick();
    }
}

impl Ticking for Game {
    fn is_due(&self) -> bool {
        self.session.is_tick_due()
    }

    fn tick_due(&mut self) {
        if self.session.take_due_tick() {
            self.tick();
        }
    }
}

/// A game that seeks ticks that were never run.
struct Seeking<'g>(&'g mut Game);

impl Ticking for Seeking<'_> {
    fn is_due(&self) -> bool {
        self.0.session.paused && self.0.pace.ahead > 0
    }

    fn tick_due(&mut self) {
        self.0.pace.ahead -= 1;
        self.0.tick();
    }
}

impl Game {
    /// Runs the ticks that a seek has asked for, as many as there is time for.
    fn run_ahead(&mut self) {
        let start = Instant::now();
        run_due(&mut Seeking(self), &mut || start.elapsed());
        if !self.session.paused {
            self.pace.ahead = 0;
        }
    }

    /// Runs the ticks that are due in a frame of `seconds`, as many as there is time for.
    fn run_due_ticks(&mut self, seconds: f64) {
        let start = Instant::now();
        let ran = run_due(self, &mut || start.elapsed());
        self.session.limit_backlog(MAX_FRAME_SECONDS);
        // The frame is as long as its ticks, or longer.
        let seconds = seconds.max(ran.time.as_secs_f64());
        let may_ask = self.screens.question.is_none();
        let session = &self.session;
        let rate = f64::from(session.sim.hz()) / f64::from(1_u32 << session.slowness);
        if self.pace.note(ran, seconds, rate) && may_ask {
            self.session.paused = true;
            let plays_back = self.playback.is_active();
            let question = self
                .session
                .slow_ticks_question(self.pace.tick_time, plays_back);
            self.ask(Subject::SlowTicks(question));
        }
    }

    /// Goes on slower, stays in the pause, or shows the other levels.
    pub(super) fn go_on_slower(&mut self, answer: Answer) {
        match answer {
            Answer::Yes => {
                let needed = self.pace.accept(self.session.sim.hz());
                self.session.slowness = self.session.slowness.max(needed);
                self.session.paused = false;
            }
            Answer::No => self.show_message_with_keys("paused: {pause} goes on"),
            Answer::Leave => self.toggle_levels(),
        }
    }
}
