//! The keys and the bar that seek through time.

use macroquad::input::mouse_position;
use macroquad::math::Rect;

use crate::options::action::Seek;
use crate::options::controls::Control;
use crate::ui::input::control_states::ControlStates;
use crate::view::hud::time_bar;

/// A held key repeats after this time, and then at this interval; seconds.
const REPEAT_AFTER: f64 = 0.35;
const REPEAT_EVERY: f64 = 1.0 / 30.0;

/// The keys that seek repeat while they are held; the bar of the clock is dragged.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeKeys {
    /// Time since a held key acted last; negative before its first repeat; seconds.
    repeat_seconds: f64,
    /// Whether the mouse drags the bar.
    scrubbing: bool,
}

impl TimeKeys {
    /// Updates whether the mouse drags the bar, by the left button; returns whether it does.
    pub fn poll_bar(&mut self, bar: Option<Rect>, down: bool, pressed: bool) -> bool {
        let on_bar = bar.is_some_and(|bar| time_bar::contains(bar, mouse_position()));
        self.scrubbing = down && (self.scrubbing || pressed && on_bar);
        self.scrubbing
    }

    /// Whether the mouse drags the bar.
    pub fn is_scrubbing(&self) -> bool {
        self.scrubbing
    }

    /// The tick that the dragged `bar` seeks.
    pub fn scrub(&self, bar: Option<Rect>) -> Option<Seek> {
        let bar = bar.filter(|_| self.scrubbing)?;
        Some(Seek::Share(time_bar::fraction_at(bar, mouse_position().0)))
    }

    /// The tick that the keys seek in a frame of `seconds`, with `shift` whole seconds; some keys only while
    /// `paused`.
    pub fn poll(
        &mut self,
        seconds: f64,
        controls: &ControlStates,
        shift: bool,
        paused: bool,
    ) -> Vec<Seek> {
        let step = if shift { Seek::Seconds } else { Seek::Ticks };
        let near = [(Control::TickBack, step(-1)), (Control::TickAhead, step(1))];
        let far = [
            (Control::FarBack, Seek::Seconds(-10)),
            (Control::FarAhead, Seek::Seconds(10)),
            (Control::FirstTick, Seek::First),
            (Control::LastTick, Seek::Last),
        ];
        let far = far.into_iter().filter(|_| paused);
        // In a slow frame, a key may be released again before the frame reads it.
        let used = |control| controls.is_down(control) || controls.is_pressed(control);
        let mut held = near.into_iter().chain(far);
        let Some((control, seek)) = held.find(|(control, _)| used(*control)) else {
            self.release();
            return Vec::new();
        };
        if controls.is_pressed(control) {
            self.repeat_seconds = -REPEAT_AFTER;
            return vec![seek];
        }
        self.repeat_seconds += seconds;
        let mut seeks = Vec::new();
        while self.repeat_seconds > 0.0 {
            self.repeat_seconds -= REPEAT_EVERY;
            seeks.push(seek);
        }
        seeks
    }

    /// Ends the repeats of a held key.
    pub fn release(&mut self) {
        self.repeat_seconds = 0.0;
    }
}
