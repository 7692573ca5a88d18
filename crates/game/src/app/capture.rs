//! Pictures that are taken instead of playing: one of a moment, or a moving one of a recording.

use macroquad::window::next_frame;

use crate::app::Game;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::setup::MovieRequest;
use crate::app::setup::{Capture, ScreenshotRequest};
#[cfg(not(target_arch = "wasm32"))]
use crate::draw::movie::Movie;
use crate::draw::screenshot;
#[cfg(not(target_arch = "wasm32"))]
use crate::platform::terminal;

/// While a picture is prepared, the window is served every this many ticks, so that it can be closed.
const TICKS_PER_FRAME: u64 = 2400;

/// The window may get its size only after the first frames.
const FIRST_FRAMES: u32 = 3;

impl Game {
    /// Takes what is asked for.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) async fn take(&mut self, capture: Capture) -> Result<(), String> {
        match capture {
            Capture::Screenshot(picture) => self.take_picture(picture).await,
            #[cfg(not(target_arch = "wasm32"))]
            Capture::Movie(movie) => self.take_movie(movie).await,
        }
    }

    /// Runs all ticks up to the time of the picture without drawing, or up to the tick at which the recording pauses, then draws.
    async fn take_picture(&mut self, picture: ScreenshotRequest) -> Result<(), String> {
        let ticks = match std::mem::take(&mut self.pace.ahead) {
            0 => (picture.after * f64::from(self.session.sim.hz())).round() as u64,
            ahead => ahead as u64,
        };
        self.run_ticks(0, ticks).await;
        self.session.snap_to_last_tick();
        // It shows the level, and not what a moment has left.
        self.session.effects.clear();
        self.views.hud.update(picture.after);
        self.prepare_pictures().await;
        self.run_panel();
        self.draw();
        screenshot::write(&picture.path)
    }

    /// Draws the frames of a recording, each at its tick, and writes them. The text over them stays away.
    #[cfg(not(target_arch = "wasm32"))]
    async fn take_movie(&mut self, request: MovieRequest) -> Result<(), String> {
        let mut movie = Movie::new(request.size, request.fps);
        let mut shown = 0;
        for (number, tick) in request.ticks.iter().enumerate() {
            self.run_ticks(shown, *tick).await;
            shown = *tick;
            self.session.snap_to_last_tick();
            if number == 0 {
                self.prepare_pictures().await;
            }
            self.draw_without_text();
            let (size, pixels) = screenshot::pixels();
            movie.add(size, pixels)?;
            next_frame().await;
        }
        terminal::write(&request.path, movie.encode(request.format)?)
    }

    /// Runs the ticks after tick `from` up to tick `to`, counted from the start.
    async fn run_ticks(&mut self, from: u64, to: u64) {
        for tick in from + 1..=to {
            self.tick();
            if tick.is_multiple_of(TICKS_PER_FRAME) {
                next_frame().await;
            }
        }
    }

    /// Waits until the window has its size and the level its ambient occlusion.
    async fn prepare_pictures(&mut self) {
        let renderer = &mut self.views.renderer;
        renderer.occlusion().is_on = self.settings.values.ambient_occlusion;
        renderer.finish_occlusion();
        for _ in 0..FIRST_FRAMES {
            self.run_panel();
            self.draw();
            next_frame().await;
        }
    }
}
