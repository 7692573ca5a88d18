//! The space that the author of a mesh worked in: its unit of length, and its upward axis.

use glam::{DMat3, DVec3};

use crate::geometry::Placement;
use crate::level::text::name_of;

/// The unit of length of a mesh's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthUnit {
    /// Metres.
    #[default]
    Metre,
    /// Centimetres.
    Centimetre,
    /// Millimetres.
    Millimetre,
    /// Inches of 25.4 mm.
    Inch,
    /// Feet of 12 inches.
    Foot,
}

impl LengthUnit {
    /// The units, with their names in a level, in the order in which they are offered.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("m", Self::Metre),
        ("cm", Self::Centimetre),
        ("mm", Self::Millimetre),
        ("in", Self::Inch),
        ("ft", Self::Foot),
    ];

    /// Its name in a level.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }

    /// For users, many of it.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Metre => "metres",
            Self::Centimetre => "centimetres",
            Self::Millimetre => "millimetres",
            Self::Inch => "inches",
            Self::Foot => "feet",
        }
    }

    /// Its length; metres.
    ///
    /// # Example
    /// ```
    /// use sidle::level::LengthUnit;
    /// assert_eq!((LengthUnit::Foot.metres(), LengthUnit::Inch.metres()), (0.3048, 0.0254));
    /// ```
    #[must_use]
    pub fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Centimetre => 0.01,
            Self::Millimetre => 0.001,
            Self::Inch => 0.0254,
            Self::Foot => 0.3048,
        }
    }
}

/// The axis of a mesh that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// Y, as in a level. The front looks along -Z.
    #[default]
    Y,
    /// Z, as in CAD programs and maps. What looks along the mesh's Y looks along the level's -Z.
    Z,
}

impl UpAxis {
    /// The axes, with their names in a level.
    pub const NAMES: [(&'static str, Self); 2] = [("y", Self::Y), ("z", Self::Z)];

    /// Its name in a level.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }

    /// A mesh's point, turned so that this axis points up.
    pub(crate) fn upright(self, point: DVec3) -> DVec3 {
        match self {
            Self::Y => point,
            Self::Z => Z_TO_Y * point,
        }
    }
}

/// The space of a mesh: metres and Y up, unless its `[[mesh]]` says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshSpace {
    /// The unit of its coordinates.
    pub units: LengthUnit,
    /// Its axis that points up.
    pub up: UpAxis,
}

impl MeshSpace {
    /// `placement` for a mesh in this space. Its coordinates become metres with Y up first. The factors of the scale
    /// then act along the level's axes, before the rotation.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::Placement, glam::DVec3};
    /// use sidle::level::{LengthUnit, MeshSpace, UpAxis};
    /// // 50 cm upwards, where Z is up.
    /// let space = MeshSpace { units: LengthUnit::Centimetre, up: UpAxis::Z };
    /// let placement = space.placed(&Placement::IDENTITY);
    /// assert_eq!(placement.apply(DVec3::Z * 50.0), DVec3::Y * 0.5);
    /// ```
    #[must_use]
    pub fn placed(self, placement: &Placement) -> Placement {
        let scale = placement.scale * self.units.metres();
        match self.up {
            UpAxis::Y => Placement {
                scale,
                ..*placement
            },
            // Scaling after the turn is scaling before it, along the axes that it turns there.
            UpAxis::Z => Placement {
                rotation: placement.rotation * Z_TO_Y,
                scale: DVec3::new(scale.x, scale.z, scale.y),
                ..*placement
            },
        }
    }
}

/// A quarter turn about X: (x, y, z) goes to (x, z, -y).
const Z_TO_Y: DMat3 = DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_space_converts_before_scale_and_rotation() {
        let placement = Placement::new(
            DVec3::new(1.0, 2.0, 3.0),
            DVec3::new(10.0, -70.0, 200.0),
            DVec3::new(2.0, -3.0, 0.5),
        );
        let point = DVec3::new(7.0, 11.0, -13.0);
        for (_, units) in LengthUnit::NAMES {
            for (_, up) in UpAxis::NAMES {
                let converted = units.metres()
                    * match up {
                        UpAxis::Y => point,
                        UpAxis::Z => DVec3::new(point.x, point.z, -point.y),
                    };
                let placed = MeshSpace { units, up }.placed(&placement);
                let error = placed.apply(point).distance(placement.apply(converted));
                assert!(error < 1e-13, "{units:?} {up:?}: {error}");
                assert_eq!(placed.mirrors(), placement.mirrors());
            }
        }
    }

    #[test]
    fn metres_with_y_up_change_no_bit() {
        let placement = Placement::new(DVec3::ONE, DVec3::splat(33.0), DVec3::splat(0.1));
        assert_eq!(MeshSpace::default().placed(&placement), placement);
    }
}
