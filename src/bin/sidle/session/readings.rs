//! The player's state in numbers and names.

/// The player's state, for the corner of the screen and the panel.
pub struct Readings {
    pub position: [f64; 3],
    pub yaw_deg: f64,
    pub pitch_deg: f64,
    pub speed: f64,
    pub ground: &'static str,
    pub touching: String,
    pub controller: &'static str,
    pub mode: &'static str,
    pub ticks: u64,
    pub hz: u32,
}
