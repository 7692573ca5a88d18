//! How keys change the velocity, as in other games: presets of numbers of a tuning.

use super::Tuning;

/// How keys change the velocity in the air and on the ground, as in other games. Each is a preset of numbers of a [`Tuning`], which
/// holds nothing else of it. Speeds, gravity and jumps stay as they are.
///
/// # Example
/// ```
/// use sidle::player::{AirControl, Tuning};
/// let mut tuning = Tuning::default();
/// AirControl::Source.apply(&mut tuning);
/// assert_eq!((tuning.air_gain, tuning.ground_friction), (10.0, 4.0));
/// assert_eq!(AirControl::of(&tuning), Some(AirControl::Source));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AirControl {
    /// The shipped feel: the velocity follows the keys with `ground_accel` and `air_accel`.
    #[default]
    Usual,
    /// Quake III Arena: friction on the ground, and keys that only add speed along their direction. A strafe jump gets faster.
    Quake,
    /// Source: as Quake, with less friction, and keys in the air that add up to 30 units a second along their direction. They turn a
    /// flight sharply.
    Source,
    /// An arcade: the velocity follows the keys at once, also in the air.
    Arcade,
}

/// The numbers of a preset, in the order of their values.
const NAMES: [&str; 7] = [
    "ground_accel",
    "air_accel",
    "ground_gain",
    "ground_friction",
    "stop_speed",
    "air_gain",
    "air_speed_cap",
];

impl AirControl {
    /// All presets with the names that files use.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("usual", Self::Usual),
        ("quake", Self::Quake),
        ("source", Self::Source),
        ("arcade", Self::Arcade),
    ];

    /// The numbers of the preset, by their names.
    ///
    /// Those of Quake III are `pm_accelerate`, `pm_airaccelerate`, `pm_friction` and `pm_stopspeed` of its `bg_pmove.c`. Those of
    /// Source are the defaults of `sv_accelerate`, `sv_airaccelerate`, `sv_friction` and `sv_stopspeed`, and the 30 units a second of
    /// `GetAirSpeedCap`. A metre has 39.37 units.
    pub fn numbers(self) -> impl Iterator<Item = (&'static str, f64)> {
        let values = match self {
            Self::Usual => [60.0, 12.0, 0.0, 6.0, 2.54, 0.0, 0.0],
            Self::Quake => [60.0, 12.0, 10.0, 6.0, 2.54, 1.0, 0.0],
            Self::Source => [60.0, 12.0, 10.0, 4.0, 2.54, 10.0, 0.762],
            Self::Arcade => [f64::INFINITY, f64::INFINITY, 0.0, 6.0, 2.54, 0.0, 0.0],
        };
        NAMES.into_iter().zip(values)
    }

    /// Sets the numbers of the preset.
    pub fn apply(self, tuning: &mut Tuning) {
        for (name, value) in self.numbers() {
            // Each is within its range.
            tuning.set(name, value).ok();
        }
    }

    /// The preset whose numbers `tuning` has, if there is one.
    #[must_use]
    pub fn of(tuning: &Tuning) -> Option<Self> {
        let fits = |preset: &Self| {
            let mut same = *tuning;
            preset.apply(&mut same);
            same == *tuning
        };
        Self::NAMES.map(|(_, preset)| preset).into_iter().find(fits)
    }

    /// The name that files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.into_iter();
        let found = names.find(|(_, preset)| *preset == self);
        found.map_or("usual", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_preset_is_known_again_by_its_numbers_and_the_usual_one_is_shipped() {
        assert_eq!(AirControl::of(&Tuning::default()), Some(AirControl::Usual));
        for (name, preset) in AirControl::NAMES {
            let mut tuning = Tuning {
                walk_speed: 8.13,
                ..Tuning::default()
            };
            preset.apply(&mut tuning);
            assert!(tuning.is_valid());
            assert_eq!(
                (AirControl::of(&tuning), preset.name()),
                (Some(preset), name)
            );
            for (number, value) in preset.numbers() {
                assert_eq!(tuning.set(number, value), Ok(()), "{name} {number}");
            }
            tuning.stop_speed += 1.0;
            assert_eq!(AirControl::of(&tuning), None);
        }
    }
}
