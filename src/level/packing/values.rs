//! How the values of a level are packed.

use crate::geometry::Polyline;
use crate::geometry::angle::BinaryAngle;
use crate::geometry::packing::{Packed, packed_choice, packed_fields};
use crate::level::bare_mesh::MeshGuess;
use crate::level::choices::{Eye, LengthUnit, MeshSpace, UpAxis};
use crate::level::document::{Expectations, IgnoredFinding, PlacedPrefab, Sign};
use crate::level::meshes::TextureWrap;
use crate::level::text::{Diagnostic, Place, Severity};
use crate::player::{BodyShape, Controller, Mode, Rules, Spawn, Tuning};
use crate::world::{BoxId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd, Zone, ZoneAction};

const WRAPS: [(&str, TextureWrap); 3] = [
    ("repeat", TextureWrap::Repeat),
    ("clamp", TextureWrap::Clamp),
    ("mirror", TextureWrap::Mirror),
];
const SEVERITIES: [(&str, Severity); 3] = [
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("note", Severity::Note),
];

packed_choice!(TextureWrap, WRAPS);
packed_choice!(Severity, SEVERITIES);
packed_choice!(Mode, Mode::NAMES);
packed_choice!(Controller, Controller::NAMES);
packed_choice!(BodyShape, BodyShape::NAMES);
packed_choice!(Eye, Eye::NAMES);
packed_choice!(LengthUnit, LengthUnit::NAMES);
packed_choice!(UpAxis, UpAxis::NAMES);
packed_choice!(PathEnd, PathEnd::NAMES);
packed_choice!(OnHit, OnHit::NAMES);

packed_fields!(Rules { spawn, kill_y });
packed_fields!(Spawn {
    position,
    yaw,
    pitch,
    mode,
    controller,
});
packed_fields!(Expectations {
    reach,
    reach_zones,
    never,
    never_zones,
    ignore,
});
packed_fields!(IgnoredFinding { id, why });
packed_fields!(MeshSpace { units, up });
packed_fields!(MeshGuess {
    space,
    scale,
    is_doubtful,
});
packed_fields!(Sign { text, placement });
packed_fields!(PlacedPrefab {
    prefab,
    placement,
    props,
    movers,
    zones,
    signs,
});
packed_fields!(Place {
    line,
    column,
    text,
    text_column,
    width,
    label,
});
packed_fields!(Diagnostic {
    severity,
    message,
    file,
    place,
    help,
});
packed_fields!(MoverDesc {
    path,
    speed,
    bounds,
    rotation,
    scale,
    turn,
    on_end,
    on_hit,
});

impl Packed for BinaryAngle {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.bits().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Packed::unpack(bytes).map(Self::from_bits)
    }
}

impl Packed for Polyline {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.points().to_vec().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Self::new(Vec::unpack(bytes)?)
    }
}

/// A mover of a level is always at the start of its path.
impl Packed for DrivenMover {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.id.0.pack(bytes);
        self.mover.desc().pack(bytes);
        self.mover.frame.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let id = BoxId(Packed::unpack(bytes)?);
        let desc = Packed::unpack(bytes)?;
        Some(Self::new(
            Mover::in_frame(desc, Packed::unpack(bytes)?)?,
            id,
        ))
    }
}

impl Packed for Tuning {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.body.pack(bytes);
        self.numbers().for_each(|(_, number)| number.pack(bytes));
        self.one_sided.pack(bytes);
        self.box_turns.pack(bytes);
        self.crouch_lifts_feet.pack(bytes);
        self.box_half_extents.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut tuning = Self {
            body: Packed::unpack(bytes)?,
            ..Self::default()
        };
        for name in Self::number_names() {
            tuning.set(name, Packed::unpack(bytes)?).ok()?;
        }
        tuning.one_sided = Packed::unpack(bytes)?;
        tuning.box_turns = Packed::unpack(bytes)?;
        tuning.crouch_lifts_feet = Packed::unpack(bytes)?;
        tuning.box_half_extents = Packed::unpack(bytes)?;
        tuning.is_valid().then_some(tuning)
    }
}

impl Packed for Zone {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self { obb, mut action } = *self;
        obb.pack(bytes);
        let mut names = ZoneAction::NAMES.iter();
        let number = names.position(|(name, _)| *name == action.name());
        (number.unwrap_or_default() as u8).pack(bytes);
        if let Some(vector) = action.vector() {
            vector.pack(bytes);
        }
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let (obb, number) = (Packed::unpack(bytes)?, u8::unpack(bytes)?);
        let (_, mut action) = *ZoneAction::NAMES.get(usize::from(number))?;
        if let Some(vector) = action.vector() {
            *vector = Packed::unpack(bytes)?;
        }
        Some(Self { obb, action })
    }
}
