//! The replay of a race of which a clip is made: from outside, with no text but its clock. A page makes the clip itself, and the window by
//! [`race_film`](crate::app::records::race_film).

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

use crate::app::Game;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::records::{race_film::RaceFilm, share::SharedView};
use crate::options::action::Seek;

impl Game {
    /// Whether the frame belongs to the replay of a race of which a clip is made.
    pub(in crate::app) fn films(&self) -> bool {
        let now = self.session.sim.ticks();
        self.session.paused && self.film.is_some_and(|[finish, _]| now < finish)
    }

    /// Ends the replay, once the game goes on.
    pub(in crate::app) fn end_film(&mut self) {
        if !self.session.paused {
            self.film = None;
        }
    }

    /// The tick to go on from after the replay of a race that is shared now.
    pub(in crate::app) fn tick_after_film(&self) -> u64 {
        let back = self.film.filter(|_| self.session.paused);
        back.map_or(self.session.sim.ticks(), |[_, back]| back)
    }

    /// Pauses at `tick`.
    pub(in crate::app) fn show_tick(&mut self, tick: u64) {
        let ticks = tick as i64 - self.session.sim.ticks() as i64;
        self.seek(Seek::Ticks(ticks as isize));
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Game {
    /// Begins the clip of a race, which will be at `path`.
    pub(in crate::app) fn begin_film(&mut self, path: PathBuf, view: &SharedView) {
        let mut film = RaceFilm::new(path, view, self.session.paused);
        let [_, finish, _] = view.span;
        self.film = Some([finish, self.tick_after_film()]);
        if let Some(tick) = film.next_tick() {
            self.show_tick(tick);
        }
        self.deferred.race_film = Some(film);
    }

    /// Adds the frame that was just drawn to the clip, and shows the next tick. Back where the player was, a thread encodes them.
    pub(in crate::app) fn film_frame(&mut self) {
        let Some(mut film) = self.deferred.race_film.take() else {
            return;
        };
        if let Some(words) = film.outcome() {
            return self.show_message(words);
        }
        if !film.is_encoding() {
            // Whoever goes on needs no clip.
            if !self.films() {
                self.film = None;
                return;
            }
            film.take();
            if let Some(tick) = film.next_tick() {
                self.show_tick(tick);
            } else {
                if let Some([_, back]) = self.film.take() {
                    self.show_tick(back);
                }
                if !film.was_paused() {
                    self.go_on();
                }
                film.encode();
            }
        }
        self.deferred.race_film = Some(film);
    }
}
