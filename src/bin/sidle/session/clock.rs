//! How time passes in a session.

/// What there is to say of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    pub paused: bool,
    /// Time passes so many times slower.
    pub slower: u32,
    /// The tick that is shown, and how many are kept before and after it.
    pub tick: u64,
    pub behind: usize,
    pub ahead: usize,
    pub hz: u32,
    /// How long is recorded, while something is; seconds.
    pub recorded: Option<f64>,
}

impl Clock {
    /// Whether there is anything to say.
    pub fn speaks(&self) -> bool {
        self.paused || self.slower > 1
    }

    /// What the clock shows in its first line.
    pub fn headline(&self) -> String {
        let seconds = self.ahead as f64 / f64::from(self.hz);
        match (self.paused, self.ahead) {
            (false, _) => format!("time runs at 1/{}", self.slower),
            (true, 0) => format!("paused at tick {}", self.tick),
            (true, _) => format!("tick {}, {seconds:.2} s back", self.tick),
        }
    }

    /// What one can do, in words with the names of rows of keys in braces.
    pub fn keys(&self) -> &'static str {
        if self.paused {
            "{pause} go on   {step_back} {step_ahead} step   {far_back} {far_ahead} 10 s   or the bar"
        } else {
            "{slow_motion} slower, and back    {pause} pause"
        }
    }
}
