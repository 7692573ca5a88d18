//! The figures of a tick's motion: one text for each part, the same wherever it is shown.

use sidle::glam::DVec3;

use crate::view::side::account::Account;

/// A part that is no longer than this is not shown; metres. Smaller: rounding errors are shown as lengths.
const MIN_SHOWN: f64 = 1e-6;

/// Parts lie on one line if their lengths add up but for this share of a unit. Smaller: rounding bends a line; larger: a figure is
/// farther from its length.
const STRAIGHT: f64 = 0.1;

/// Lengths are in millimetres up to this one, however they are mixed in a text; metres. No tick of a shipped level leads farther.
/// Smaller: metres and millimetres meet in one text.
const MILLIMETRES: f64 = 9.9995;

/// The texts of the parts of an [`Account`]. All have the same number of decimals. Where the parts lie on one line, the shown
/// figures add up as the lengths do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    pub asked: String,
    /// `None` if nothing was taken or added.
    pub taken: Option<String>,
    pub moved: String,
    /// The parts of `taken`: out of the speed in earlier ticks, and in this one. `None` if all of it is of this tick.
    pub parts: Option<[String; 2]>,
    /// How far the player was thrown back. `None` if it was not.
    pub thrown_back: Option<String>,
    /// The least length that they tell apart.
    pub unit: Unit,
}

/// The least length that the figures of a tick tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    TenthOfMillimetre,
    Millimetre,
    Centimetre,
}

impl Figures {
    /// The figures of `account`.
    pub fn new(account: &Account) -> Self {
        let Account {
            asked,
            taken,
            moved,
            ..
        } = *account;
        let longest = [asked, taken, moved].map(DVec3::length);
        let unit = Unit::of(longest.into_iter().fold(0.0, f64::max));
        let [asked_units, mut moved_units] = [asked, moved].map(|part| unit.count(part.length()));
        let is_shown = taken.length() > MIN_SHOWN;
        if !is_shown {
            moved_units = asked_units;
        }
        let ahead = if asked.dot(moved) < 0.0 { -1.0 } else { 1.0 };
        let straight = (asked.length() - ahead * moved.length()).abs();
        let adds_up = (straight - taken.length()).abs() < STRAIGHT * unit.metres();
        let taken_units = if adds_up {
            (asked_units - ahead * moved_units).abs()
        } else {
            unit.count(taken.length())
        };
        let length = |part: DVec3| unit.text(unit.count(part.length()));
        Self {
            asked: unit.text(asked_units),
            taken: is_shown.then(|| unit.text(taken_units)),
            moved: unit.text(moved_units),
            parts: (account.earlier.length() > MIN_SHOWN)
                .then(|| [account.earlier, account.of_this_tick()].map(length)),
            thrown_back: account
                .thrown_back()
                .map(|back| unit.text(unit.count(back))),
            unit,
        }
    }

    /// The text of another length of the same tick, with as many decimals.
    pub fn length(&self, metres: f64) -> String {
        self.unit.text(self.unit.count(metres))
    }
}

impl Unit {
    /// The unit for lengths up to `metres`.
    fn of(metres: f64) -> Self {
        if metres < 0.099_95 {
            Self::TenthOfMillimetre
        } else if metres < MILLIMETRES {
            Self::Millimetre
        } else {
            Self::Centimetre
        }
    }

    fn metres(self) -> f64 {
        match self {
            Self::TenthOfMillimetre => 1e-4,
            Self::Millimetre => 1e-3,
            Self::Centimetre => 1e-2,
        }
    }

    fn count(self, metres: f64) -> f64 {
        (metres / self.metres()).round()
    }

    fn text(self, count: f64) -> String {
        match self {
            Self::TenthOfMillimetre => format!("{:.1} mm", count * 0.1),
            Self::Millimetre => format!("{count:.0} mm"),
            Self::Centimetre => format!("{:.2} m", count * 0.01),
        }
    }
}

/// Formats a length, such as `41.7 mm`, `833 mm`, `2500 mm`, `12.00 m`.
pub fn length_text(metres: f64) -> String {
    let unit = Unit::of(metres);
    unit.text(unit.count(metres))
}

#[cfg(test)]
mod tests;
