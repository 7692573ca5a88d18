//! The choice of a bare mesh's unit and upward axis.

use std::path::{Path, PathBuf};

use sidle::glam::DVec3;
use sidle::level::{LengthUnit, MeshGuess, MeshSpace, Scene, UpAxis};

use crate::session::load::loader::Loaded;

/// The player keeps the choice by walking this far from the start; metres.
const KEPT_AFTER: f64 = 0.5;

/// A bare mesh that the player sees in several sizes, until one is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshChooser {
    path: PathBuf,
    /// The choice that is played, or being loaded.
    space: MeshSpace,
    /// A further factor of the current choice, if no unit fits.
    scale: f64,
    /// The size along the level's X, Y and Z in the mesh's own unit.
    size: DVec3,
    start: DVec3,
}

impl MeshChooser {
    /// The chooser of a bare mesh that was `loaded` and is played as `level` from `start`; `None` if it is not a
    /// bare mesh.
    pub fn of<P>(loaded: &Loaded<P>, level: &Scene, start: DVec3) -> Option<Self> {
        let guess: MeshGuess = loaded.guess?;
        let mesh = level.collided_meshes().first()?;
        let size = mesh.mesh.bounds.half_extents() * 2.0;
        Some(Self {
            path: loaded.path().to_owned(),
            space: guess.space,
            scale: guess.scale,
            size: match guess.space.up {
                UpAxis::Y => size,
                UpAxis::Z => DVec3::new(size.x, size.z, size.y),
            },
            start,
        })
    }

    /// Whether the player should be asked about the loaded level, because it is not plainly in metres with Y up.
    pub fn is_needed<P>(loaded: &Loaded<P>) -> bool {
        let guess = loaded.guess;
        guess.is_some_and(|guess| guess.is_doubtful || guess.space != MeshSpace::default())
    }

    /// The path of the mesh.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The choice.
    pub fn space(&self) -> MeshSpace {
        self.space
    }

    /// Whether a unit alone makes the size that is played.
    pub fn is_a_unit(&self) -> bool {
        self.scale == 1.0
    }

    /// The file's name.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The space with the unit of this number, from 0. `None` if there is none, or it is chosen already.
    pub fn with_units(&self, number: usize) -> Option<MeshSpace> {
        let (_, units) = LengthUnit::NAMES.get(number)?;
        let space = MeshSpace {
            units: *units,
            ..self.space
        };
        (space != self.space || self.scale != 1.0).then_some(space)
    }

    /// The space with the other upward axis.
    pub fn with_other_axis(&self) -> MeshSpace {
        let up = match self.space.up {
            UpAxis::Y => UpAxis::Z,
            UpAxis::Z => UpAxis::Y,
        };
        MeshSpace { up, ..self.space }
    }

    /// Whether the unit of this number, from 0, is the one that is played.
    pub fn is_played(&self, number: usize) -> bool {
        let units = LengthUnit::NAMES.get(number).map(|(_, units)| *units);
        units == Some(self.space.units) && self.scale == 1.0
    }

    /// How large the mesh is with the unit of this number, from 0, such as `27 × 11 × 17 m`.
    pub fn size_with(&self, number: usize) -> String {
        let metres = LengthUnit::NAMES
            .get(number)
            .map_or(1.0, |unit| unit.1.metres());
        size_in_words(self.size * metres)
    }

    /// How large the mesh is as it is played.
    pub fn size_now(&self) -> String {
        size_in_words(self.size * self.space.units.metres() * self.scale)
    }

    /// The choice, shown again to a player at `position`. From there, walking keeps it.
    #[must_use]
    pub fn shown_at(self, position: DVec3) -> Self {
        Self {
            start: position,
            ..self
        }
    }

    /// Whether a player at `position` has walked away from the start.
    pub fn is_left_behind(&self, position: DVec3) -> bool {
        position.distance(self.start) > KEPT_AFTER
    }
}

/// Three lengths in metres, each with two digits at least.
fn size_in_words(size: DVec3) -> String {
    let words = size.to_array().map(|length| match length {
        large if large >= 9.95 => format!("{large:.0}"),
        middle if middle >= 0.095 => format!("{middle:.1}"),
        small => format!("{small:.3}"),
    });
    words.join(" × ") + " m"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_follows_the_unit() {
        let chooser = MeshChooser {
            path: "scans/hall.obj".into(),
            space: MeshSpace::default(),
            scale: 1.0,
            size: DVec3::new(2748.0, 1120.0, 1.0),
            start: DVec3::ZERO,
        };
        assert_eq!(chooser.name(), "hall.obj");
        assert_eq!(chooser.size_with(0), "2748 × 1120 × 1.0 m");
        assert_eq!(chooser.size_with(1), "27 × 11 × 0.010 m");
        assert_eq!(chooser.with_units(0), None, "it is played");
        assert_eq!(chooser.with_units(7), None);
        let centimetres = chooser.with_units(1).expect("another unit");
        assert_eq!(centimetres.units, LengthUnit::Centimetre);
        assert_eq!(chooser.with_other_axis().up, UpAxis::Z);
        // A mesh that fits no unit is in metres only if the player says so.
        let scaled = MeshChooser {
            scale: 5.0,
            ..chooser
        };
        assert!(!scaled.is_played(0) && scaled.with_units(0).is_some());
        assert!(!scaled.is_left_behind(DVec3::X * 0.4));
        assert!(scaled.is_left_behind(DVec3::X * 0.6));
        // Wherever the card is opened, it stays until the player walks on.
        let far = scaled.shown_at(DVec3::X * 6.0);
        assert!(!far.is_left_behind(DVec3::X * 6.4));
        assert!(far.is_left_behind(DVec3::X * 6.6));
    }
}
