//! An idle pause, in which nothing moves and the player does nothing, so that few frames are enough.

use std::time::Duration;

use crate::app::Game;
use crate::platform;
use crate::platform::event::TimeFlow;
use crate::session::audit::LevelAudit;

/// The length of a frame of an idle pause: ten frames a second. Longer: the first key after a pause takes effect late.
const IDLE_FRAME: Duration = Duration::from_millis(100);

/// The length of a frame behind the page's card, where the picture moves slowly; about thirty frames a second.
const PRESENTED_FRAME: Duration = Duration::from_millis(30);

impl Game {
    /// Rests if the game is paused or covered, and the player is idle; the last frame took `seconds`.
    pub(super) fn rest_in_pause(&mut self, seconds: f64) {
        let (yaw, pitch) = self.input.view.angles();
        if self.seen_view.replace((yaw, pitch)) != Some((yaw, pitch)) {
            // A gamepad turns the view without an event of the window.
            self.activity.note();
        }
        let is_idle = self.activity.poll(seconds);
        let stands = self.session.paused || !self.time_runs();
        let works = self.slot.is_loading()
            || self.deferred.is_busy()
            || self.pace.ahead > 0
            || self.countdown.is_some()
            || self.audit.audit.as_ref().is_some_and(LevelAudit::runs)
            || self.views.renderer.occlusion().is_busy();
        self.window.rested = if self.window.time == TimeFlow::Presented && !works {
            platform::rest(PRESENTED_FRAME)
        } else if is_idle && stands && !works {
            platform::rest(IDLE_FRAME)
        } else {
            Duration::ZERO
        };
    }
}
