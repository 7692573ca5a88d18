//! How time passes in a session, for the clock on the screen.

/// How time passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    pub paused: bool,
    /// Time passes at 1 / `slowdown` of its usual speed.
    pub slowdown: u32,
    /// The shown tick.
    pub tick: u64,
    /// How many ticks are kept before the shown one.
    pub behind: usize,
    /// How many ticks are kept after the shown one.
    pub ahead: usize,
    pub hz: u32,
    /// The length of the recording in progress; seconds.
    pub recorded: Option<f64>,
    /// Whether the page around the game shows the time.
    pub is_elsewhere: bool,
}

impl Clock {
    /// Whether the clock is shown: time is paused or slow.
    pub fn is_visible(&self) -> bool {
        !self.is_elsewhere && (self.paused || self.slowdown > 1)
    }

    /// The first line of the clock.
    pub fn headline(&self) -> String {
        let seconds = self.ahead as f64 / f64::from(self.hz);
        match (self.paused, self.ahead) {
            (false, _) => format!("time runs at 1/{}", self.slowdown),
            (true, 0) => format!("paused at tick {}", self.tick),
            (true, _) => format!("tick {}, {seconds:.2} s back", self.tick),
        }
    }

    /// The keys that change time; the names of their rows stand in braces.
    pub fn key_hints(&self, has_keyboard: bool) -> &'static str {
        if self.paused && !has_keyboard {
            "{pause}: go on   {step_back}   {step_ahead}"
        } else if self.paused {
            "{pause} go on   {step_back} {step_ahead} step   {far_back} {far_ahead} 10 s   or the bar"
        } else {
            "{slow_motion} slowdown, and back    {pause} pause"
        }
    }
}
