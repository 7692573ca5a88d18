//! How the values of a level are packed.

use crate::geometry::Polyline;
use crate::geometry::angle::BinaryAngle;
use crate::geometry::packing::Packed;
use crate::level::bare_mesh::MeshGuess;
use crate::level::choices::{Eye, LengthUnit, MeshSpace, UpAxis};
use crate::level::document::{Expectations, IgnoredFinding, Sign};
use crate::level::meshes::TextureWrap;
use crate::level::text::{Diagnostic, Place, Severity};
use crate::player::{BodyShape, Controller, Mode, Rules, Spawn, Tuning};
use crate::world::{BoxId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd, Zone, ZoneAction};

/// Packs one of a list of named values as its number.
fn pack_choice<T: PartialEq>(names: &[(&'static str, T)], value: &T, bytes: &mut Vec<u8>) {
    let number = names.iter().position(|(_, known)| known == value);
    (number.unwrap_or_default() as u8).pack(bytes);
}

fn unpack_choice<T: Copy>(names: &[(&'static str, T)], bytes: &mut &[u8]) -> Option<T> {
    let number = u8::unpack(bytes)?;
    names.get(usize::from(number)).map(|(_, value)| *value)
}

const WRAPS: [(&str, TextureWrap); 3] = [
    ("repeat", TextureWrap::Repeat),
    ("clamp", TextureWrap::Clamp),
    ("mirror", TextureWrap::Mirror),
];

impl Packed for Rules {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self { spawn, kill_y } = self;
        spawn.position.pack(bytes);
        spawn.yaw.bits().pack(bytes);
        spawn.pitch.bits().pack(bytes);
        pack_choice(&Mode::NAMES, &spawn.mode, bytes);
        pack_choice(&Controller::NAMES, &spawn.controller, bytes);
        kill_y.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            spawn: Spawn {
                position: Packed::unpack(bytes)?,
                yaw: BinaryAngle::from_bits(Packed::unpack(bytes)?),
                pitch: BinaryAngle::from_bits(Packed::unpack(bytes)?),
                mode: unpack_choice(&Mode::NAMES, bytes)?,
                controller: unpack_choice(&Controller::NAMES, bytes)?,
            },
            kill_y: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for Expectations {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self {
            reach,
            never,
            ignore,
        } = self;
        reach.pack(bytes);
        never.pack(bytes);
        ignore.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            reach: Packed::unpack(bytes)?,
            never: Packed::unpack(bytes)?,
            ignore: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for IgnoredFinding {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.id.pack(bytes);
        self.why.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            id: Packed::unpack(bytes)?,
            why: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for Tuning {
    fn pack(&self, bytes: &mut Vec<u8>) {
        pack_choice(&BodyShape::NAMES, &self.body, bytes);
        self.numbers().for_each(|(_, number)| number.pack(bytes));
        self.one_sided.pack(bytes);
        self.box_turns.pack(bytes);
        self.box_half_extents.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let mut tuning = Self {
            body: unpack_choice(&BodyShape::NAMES, bytes)?,
            ..Self::default()
        };
        for name in Self::number_names() {
            tuning.set(name, Packed::unpack(bytes)?).ok()?;
        }
        tuning.one_sided = Packed::unpack(bytes)?;
        tuning.box_turns = Packed::unpack(bytes)?;
        tuning.box_half_extents = Packed::unpack(bytes)?;
        tuning.is_valid().then_some(tuning)
    }
}

impl Packed for Eye {
    fn pack(&self, bytes: &mut Vec<u8>) {
        pack_choice(&Self::NAMES, self, bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        unpack_choice(&Self::NAMES, bytes)
    }
}

impl Packed for TextureWrap {
    fn pack(&self, bytes: &mut Vec<u8>) {
        pack_choice(&WRAPS, self, bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        unpack_choice(&WRAPS, bytes)
    }
}

impl Packed for MeshSpace {
    fn pack(&self, bytes: &mut Vec<u8>) {
        pack_choice(&LengthUnit::NAMES, &self.units, bytes);
        pack_choice(&UpAxis::NAMES, &self.up, bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            units: unpack_choice(&LengthUnit::NAMES, bytes)?,
            up: unpack_choice(&UpAxis::NAMES, bytes)?,
        })
    }
}

impl Packed for MeshGuess {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.space.pack(bytes);
        self.scale.pack(bytes);
        self.is_doubtful.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            space: Packed::unpack(bytes)?,
            scale: Packed::unpack(bytes)?,
            is_doubtful: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for Sign {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.text.pack(bytes);
        self.placement.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            text: Packed::unpack(bytes)?,
            placement: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for Zone {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.obb.pack(bytes);
        let mut names = ZoneAction::NAMES.iter();
        let number = names.position(|(name, _)| *name == self.action.name());
        (number.unwrap_or_default() as u8).pack(bytes);
        if let ZoneAction::Teleport { to } = self.action {
            to.pack(bytes);
        }
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let obb = Packed::unpack(bytes)?;
        let action = match unpack_choice(&ZoneAction::NAMES, bytes)? {
            ZoneAction::Teleport { .. } => ZoneAction::Teleport {
                to: Packed::unpack(bytes)?,
            },
            action => action,
        };
        Some(Self { obb, action })
    }
}

/// A mover of a level is always at the start of its path.
impl Packed for DrivenMover {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let MoverDesc {
            path,
            speed,
            bounds,
            rotation,
            scale,
            turn,
            on_end,
            on_hit,
        } = self.mover.desc();
        self.id.0.pack(bytes);
        (path.points().len() as u32).pack(bytes);
        path.points().iter().for_each(|point| point.pack(bytes));
        speed.pack(bytes);
        bounds.pack(bytes);
        rotation.pack(bytes);
        scale.pack(bytes);
        turn.pack(bytes);
        pack_choice(&PathEnd::NAMES, on_end, bytes);
        pack_choice(&OnHit::NAMES, on_hit, bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let id = BoxId(Packed::unpack(bytes)?);
        let count = u32::unpack(bytes)?;
        // With a count that is too large, the bytes run out before much memory is taken.
        let points = (0..count).map(|_| Packed::unpack(bytes));
        let path = Polyline::new(points.collect::<Option<Vec<_>>>()?)?;
        let mover = Mover::new(MoverDesc {
            path,
            speed: Packed::unpack(bytes)?,
            bounds: Packed::unpack(bytes)?,
            rotation: Packed::unpack(bytes)?,
            scale: Packed::unpack(bytes)?,
            turn: Packed::unpack(bytes)?,
            on_end: unpack_choice(&PathEnd::NAMES, bytes)?,
            on_hit: unpack_choice(&OnHit::NAMES, bytes)?,
        });
        Some(Self::new(mover?, id))
    }
}

impl Packed for Diagnostic {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.severity as u8);
        self.message.pack(bytes);
        self.file.pack(bytes);
        self.place.is_some().pack(bytes);
        if let Some(place) = &self.place {
            let numbers = [place.line, place.column, place.text_column, place.width];
            numbers.map(|number| number as u64).pack(bytes);
            place.text.pack(bytes);
            place.label.pack(bytes);
        }
        self.help.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let severities = [Severity::Error, Severity::Warning, Severity::Note];
        let severity = *severities.get(usize::from(u8::unpack(bytes)?))?;
        let (message, file) = (Packed::unpack(bytes)?, Packed::unpack(bytes)?);
        let place = match bool::unpack(bytes)? {
            false => None,
            true => {
                let numbers: [u64; 4] = Packed::unpack(bytes)?;
                let [line, column, text_column, width] = numbers.map(|number| number as usize);
                Some(Place {
                    line,
                    column,
                    text: Packed::unpack(bytes)?,
                    text_column,
                    width,
                    label: Packed::unpack(bytes)?,
                })
            }
        };
        Some(Self {
            severity,
            message,
            file,
            place,
            help: Packed::unpack(bytes)?,
        })
    }
}
