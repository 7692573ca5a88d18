//! The protocol's lines as types: requests and answers, one JSON object each.
//!
//! Numbers are read to the last bit, which serde_json alone does not promise.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::value::RawValue;
use sidle::geometry::Obb;
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, BodyShape, Command, Mode, Tuning};

use crate::{Can, Hello, MovedBox, MoverContact, MoverGround, OneWay, Setup, SetupBody, State};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A number, read as the nearest `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exact(pub f64);

impl Exact {
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // JSON has no infinity, which a tuning may have for an acceleration.
        serializer.serialize_f64(self.0.clamp(f64::MIN, f64::MAX))
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(deserializer)?.get();
        let number = text.parse().map(Self);
        number.map_err(|_| match text {
            "null" => de::Error::custom("a number is null, as some languages write NaN"),
            _ => de::Error::custom(format_args!("{} is no number", excerpt(text.as_bytes()))),
        })
    }
}

/// Three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Triple([Exact; 3]);

impl From<DVec3> for Triple {
    fn from(vector: DVec3) -> Self {
        Self(vector.to_array().map(Exact))
    }
}

impl From<Triple> for DVec3 {
    fn from(Triple(numbers): Triple) -> Self {
        Self::from_array(numbers.map(|Exact(number)| number))
    }
}

/// Which request a line is.
#[derive(Debug, Deserialize)]
pub struct Verb {
    #[serde(rename = "do")]
    pub verb: String,
}

/// `world`.
#[derive(Debug, Serialize, Deserialize)]
pub struct WorldRequest {
    pub hz: u32,
    pub body: WireBody,
    #[serde(default)]
    pub tuning: BTreeMap<String, Exact>,
    #[serde(default)]
    pub triangles: Vec<[Exact; 9]>,
    #[serde(default)]
    pub boxes: Vec<WireBox>,
    #[serde(default, skip_serializing_if = "WireOneWay::is_empty")]
    one_way: WireOneWay,
}

/// What stops a body only from above.
#[derive(Debug, Default, Serialize, Deserialize)]
struct WireOneWay {
    #[serde(default)]
    triangles: Vec<u32>,
    #[serde(default)]
    boxes: Vec<u32>,
}

impl WireOneWay {
    fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.boxes.is_empty()
    }
}

/// A body. The shape says which of its numbers there are.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct WireBody {
    shape: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    radius: Option<Exact>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    height: Option<Exact>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    half_extents: Option<Triple>,
}

/// A box, with a velocity if it has moved.
#[derive(Debug, Serialize, Deserialize)]
pub struct WireBox {
    id: u32,
    center: Triple,
    axes: [Triple; 3],
    half_extents: Triple,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    velocity: Option<Triple>,
}

/// `reset`.
#[derive(Debug, Serialize, Deserialize)]
pub struct ResetRequest {
    pub position: Triple,
    pub velocity: Triple,
    pub yaw: Exact,
}

/// `tick`.
#[derive(Debug, Serialize, Deserialize)]
pub struct TickRequest {
    pub dt: Exact,
    pub command: WireCommand,
    #[serde(default)]
    pub boxes: Vec<WireBox>,
}

/// The command of a tick.
#[derive(Debug, Serialize, Deserialize)]
pub struct WireCommand {
    forward: Exact,
    right: Exact,
    up: Exact,
    yaw: Exact,
    pitch: Exact,
    jump: bool,
    crouch: bool,
    fast: bool,
    mode: Mode,
}

/// `move`.
#[derive(Debug, Serialize, Deserialize)]
pub struct MoveRequest {
    pub position: Triple,
    pub motion: Triple,
}

/// `load`, and the answer to `save`.
#[derive(Debug, Serialize, Deserialize)]
pub struct StateText {
    pub state: Box<RawValue>,
}

/// The answer to `hello`.
#[derive(Debug, Serialize, Deserialize)]
pub struct HelloAnswer {
    name: String,
    version: String,
    can: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lacks: Vec<String>,
}

/// A state.
#[derive(Debug, Serialize, Deserialize)]
pub struct StateAnswer {
    position: Triple,
    velocity: Triple,
    ground: MoverGround,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contacts: Vec<WireContact>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WireContact {
    point: Triple,
    normal: Triple,
    depth: Exact,
}

/// The answer to `world`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Done {
    /// The gap that the mover keeps on purpose.
    #[serde(default, skip_serializing_if = "Exact::is_zero")]
    pub padding: Exact,
}

/// An answer that ends the mover.
#[derive(Debug, Serialize, Deserialize)]
pub struct Refusal {
    pub error: String,
}

impl WorldRequest {
    pub fn of(setup: &Setup) -> Self {
        let numbers = setup.tuning.numbers();
        let triangles = setup
            .triangles
            .iter()
            .map(|[a, b, c]| [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z].map(Exact));
        let boxes = setup.boxes.iter();
        Self {
            hz: setup.hz,
            body: WireBody::of(setup.body()),
            tuning: numbers
                .map(|(name, number)| (name.to_owned(), Exact(number)))
                .collect(),
            triangles: triangles.collect(),
            boxes: boxes.map(|(id, obb)| WireBox::of(*id, obb, None)).collect(),
            one_way: WireOneWay {
                triangles: setup.one_way.triangles.clone(),
                boxes: setup.one_way.boxes.clone(),
            },
        }
    }

    /// The setup, or why it is none.
    pub fn setup(&self) -> Result<Setup, String> {
        let mut tuning = Tuning::default();
        for (name, Exact(number)) in &self.tuning {
            let number = if *number == f64::MAX {
                f64::INFINITY
            } else {
                *number
            };
            // A later version may have other numbers.
            let _ = tuning.set(name, number);
        }
        let boxed = self.body.set(&mut tuning)?;
        let corners = |numbers: &[Exact; 9]| {
            [0, 3, 6].map(|at| {
                let Exact(x) = numbers[at];
                DVec3::new(x, numbers[at + 1].0, numbers[at + 2].0)
            })
        };
        let boxes = self.boxes.iter().map(|wire| Ok((wire.id, wire.obb()?)));
        Ok(Setup {
            hz: self.hz.max(1),
            tuning,
            boxed,
            triangles: self.triangles.iter().map(corners).collect(),
            boxes: boxes.collect::<Result<_, String>>()?,
            one_way: OneWay {
                triangles: self.one_way.triangles.clone(),
                boxes: self.one_way.boxes.clone(),
            },
        })
    }
}

impl WireBody {
    fn of(body: SetupBody) -> Self {
        match body {
            SetupBody::Sphere { radius } => Self {
                shape: "sphere".to_owned(),
                radius: Some(Exact(radius)),
                ..Self::default()
            },
            SetupBody::Capsule { radius, height } => Self {
                shape: "capsule".to_owned(),
                radius: Some(Exact(radius)),
                height: Some(Exact(height)),
                ..Self::default()
            },
            SetupBody::Box { half_extents } => Self {
                shape: "box".to_owned(),
                half_extents: Some(half_extents.into()),
                ..Self::default()
            },
        }
    }

    /// Gives `tuning` this body. Returns whether it is a box.
    fn set(&self, tuning: &mut Tuning) -> Result<bool, String> {
        let missing = || format!("the body `{}` lacks a number", self.shape);
        let number = |number: Option<Exact>| number.map(|Exact(number)| number).ok_or_else(missing);
        match self.shape.as_str() {
            "sphere" => {
                (tuning.body, tuning.radius) = (BodyShape::Sphere, number(self.radius)?);
            }
            "capsule" => {
                tuning.body = BodyShape::Capsule;
                (tuning.radius, tuning.height) = (number(self.radius)?, number(self.height)?);
            }
            "box" => {
                tuning.body = BodyShape::Sphere;
                tuning.box_half_extents = Some(self.half_extents.ok_or_else(missing)?.into());
            }
            other => return Err(format!("a body `{other}` is not known")),
        }
        Ok(self.shape == "box")
    }
}

impl WireBox {
    fn of(id: u32, obb: &Obb, velocity: Option<DVec3>) -> Self {
        Self {
            id,
            center: obb.center().into(),
            axes: [0, 1, 2].map(|axis| obb.axes().col(axis).into()),
            half_extents: obb.half_extents().into(),
            velocity: velocity.map(Triple::from),
        }
    }

    /// The same for a box that has moved.
    pub fn of_moved(moved: &MovedBox) -> Self {
        Self::of(moved.id, &moved.obb, Some(moved.velocity))
    }

    fn obb(&self) -> Result<Obb, String> {
        let [x, y, z] = self.axes.map(DVec3::from);
        let axes = DMat3::from_cols(x, y, z);
        let obb = Obb::new(self.center.into(), axes, self.half_extents.into());
        obb.ok_or_else(|| format!("the box {} is none", self.id))
    }

    /// The box that has moved, or why it is none.
    pub fn moved(&self) -> Result<MovedBox, String> {
        Ok(MovedBox {
            id: self.id,
            obb: self.obb()?,
            velocity: self.velocity.unwrap_or_default().into(),
        })
    }
}

impl From<&Command> for WireCommand {
    fn from(command: &Command) -> Self {
        Self {
            forward: Exact(command.forward.value()),
            right: Exact(command.right.value()),
            up: Exact(command.up.value()),
            yaw: Exact(command.yaw.radians()),
            pitch: Exact(command.pitch.radians()),
            jump: command.jump,
            crouch: command.crouch(),
            fast: command.fast,
            mode: command.mode,
        }
    }
}

impl From<&WireCommand> for Command {
    fn from(wire: &WireCommand) -> Self {
        let up = if wire.crouch { -1.0 } else { wire.up.0 };
        Self {
            forward: Axis::new(wire.forward.0),
            right: Axis::new(wire.right.0),
            up: Axis::new(up),
            yaw: BinaryAngle::from_radians(wire.yaw.0),
            pitch: BinaryAngle::from_radians(wire.pitch.0),
            mode: wire.mode,
            jump: wire.jump,
            fast: wire.fast,
            ..Self::default()
        }
    }
}

impl From<&Hello> for HelloAnswer {
    fn from(hello: &Hello) -> Self {
        let can = hello.can.named().into_iter().filter(|(_, can)| *can);
        Self {
            name: hello.name.clone(),
            version: hello.version.clone(),
            can: can.map(|(name, _)| name.to_owned()).collect(),
            lacks: hello.lacks.clone(),
        }
    }
}

impl From<HelloAnswer> for Hello {
    fn from(answer: HelloAnswer) -> Self {
        let mut can = Can::default();
        answer.can.iter().for_each(|name| can.add(name));
        Self {
            name: excerpt(answer.name.as_bytes()),
            version: excerpt(answer.version.as_bytes()),
            can,
            lacks: answer
                .lacks
                .iter()
                .map(|name| excerpt(name.as_bytes()))
                .collect(),
        }
    }
}

impl From<&State> for StateAnswer {
    fn from(state: &State) -> Self {
        let contacts = state.contacts.iter().map(|contact| WireContact {
            point: contact.point.into(),
            normal: contact.normal.into(),
            depth: Exact(contact.depth),
        });
        Self {
            position: state.position.into(),
            velocity: state.velocity.into(),
            ground: state.ground,
            contacts: contacts.collect(),
        }
    }
}

impl From<StateAnswer> for State {
    fn from(answer: StateAnswer) -> Self {
        let contacts = answer.contacts.iter().map(|contact| MoverContact {
            point: contact.point.into(),
            normal: contact.normal.into(),
            depth: contact.depth.0,
        });
        Self {
            position: answer.position.into(),
            velocity: answer.velocity.into(),
            ground: answer.ground,
            contacts: contacts.collect(),
        }
    }
}

/// The longest text of a mover that a message shows; characters.
const MAX_EXCERPT: usize = 80;

/// The beginning of a text of a mover, without control characters, which could change a terminal.
pub fn excerpt(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(MAX_EXCERPT * 4)]);
    let printable = text.trim_end().chars().map(|character| {
        let hidden = character.is_control() || ('\u{200b}'..='\u{202e}').contains(&character);
        if hidden { '\u{fffd}' } else { character }
    });
    printable.take(MAX_EXCERPT).collect()
}
