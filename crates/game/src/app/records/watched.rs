//! The recording that is watched: how it goes on after a look back, and how it goes with another controller, number or tick rate.

use sidle::replay::Recording;

use crate::app::Game;
use crate::app::records::playback::Playback;
use crate::options::action::{Action, Seek};
use crate::options::controllers;
use crate::session::recordings::Watched;

impl Game {
    /// Watches `recording`, which starts now, and pauses at the tick that the command line names.
    pub(in crate::app) fn watch(&mut self, recording: &Recording) {
        let now = self.session.sim.ticks();
        let watched = Watched::new(recording, now);
        if let Some(tick) = self.slot.first_tick.take() {
            let ticks = tick.min(watched.ends()).saturating_sub(now);
            self.seek(Seek::Ticks(ticks as isize));
        }
        self.watched = Some(watched);
    }

    /// Goes on with the recording that is watched, after the shown tick, which may lie before the last one. In a frame of
    /// another page, that also holds after its end.
    pub(in crate::app) fn go_on_watching(&mut self) {
        let Some(watched) = &self.watched else { return };
        if !self.playback.is_active() && !self.window.is_embedded {
            return;
        }
        if let Some(inputs) = watched.inputs_after(self.session.sim.ticks()) {
            self.playback = Playback::new(Some(inputs));
        }
    }

    /// Lets the recording that is watched start again with another value of what has this name, see [`Watched::vary`], up to the
    /// shown time if that is shown in a pause. Without a recording, another controller moves the player from now on.
    pub(in crate::app) fn watch_with(&mut self, name: &str, value: &str) -> Option<Action> {
        let Some(mut watched) = self.watched.take() else {
            let controller = controllers::all().find(|known| known.name() == value)?;
            self.input.player.set_controller(controller);
            return Some(Action::ControllerChanged(controller));
        };
        let (shown, paused) = (self.session.sim.ticks(), self.session.paused);
        let before = watched.values();
        let (passed, hz_before) = (shown.saturating_sub(watched.begins), self.session.sim.hz());
        if !watched.vary(name, value) {
            self.watched = Some(watched);
            return None;
        }
        let header = watched.header();
        if let Err(why) = self.session.visit(&header) {
            self.show_message(why);
            watched.set_values(before);
            self.watched = Some(watched);
            return None;
        }
        watched.begins = self.session.sim.ticks();
        self.playback = Playback::new(watched.inputs_after(watched.begins));
        if paused {
            let [now, before] = [header.hz, hz_before].map(u64::from);
            let ticks = (passed * now + before / 2) / before;
            let ticks = ticks.min(watched.ends() - watched.begins);
            self.seek(Seek::Ticks(ticks as isize));
        }
        self.watched = Some(watched);
        None
    }

    /// The first tick that can be shown, the shown one, and the last.
    pub(in crate::app) fn watched_ticks(&self) -> [u64; 3] {
        let clock = self.session.clock();
        let last = clock.tick + clock.ahead as u64;
        let watched = self.watched.as_ref();
        let ends = watched.map_or(last, |watched| watched.ends().max(last));
        [
            clock.tick.saturating_sub(clock.behind as u64),
            clock.tick,
            ends,
        ]
    }
}
