//! The player's state in numbers and names.

/// The player's state, for the corner of the screen and the panel.
pub struct Readings {
    pub position: [f64; 3],
    pub yaw_deg: f64,
    pub pitch_deg: f64,
    pub speed: f64,
    /// With the name of the surface, if it has rules, as in `floor, ice`.
    pub ground: String,
    /// The touched surfaces, then the sensors, as in `fence 2, courtyard.obj x3, sensor gate`.
    pub touching: String,
    pub controller: &'static str,
    pub mode: &'static str,
    pub ticks: u64,
    pub hz: u32,
}
