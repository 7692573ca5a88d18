//! The numbers that tell where the player is and what it does.

/// What the panel shows.
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
