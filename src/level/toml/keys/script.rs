//! The keys of a walk script.

use super::key::{Key, KeyTable, NumberRange, TableForm, ValueType, names};
use crate::level::toml::range::{COORDINATES, PITCHES};
use crate::player::Mode;
use crate::world::BoxFit;

/// All tables of a walk script.
pub const SCRIPT: &[&KeyTable] = &[&STEP];

/// The longest that one step may last; seconds. A day.
pub const MAX_STEP_SECONDS: f64 = 86_400.0;

const MODES: &[&str] = &names(Mode::NAMES);
const BOX_FITS: &[&str] = &names(BoxFit::NAMES);

/// An axis of a stick.
const AXIS: ValueType = ValueType::Number(NumberRange::new(-1.0, 1.0));
const SECONDS: ValueType = ValueType::Number(NumberRange::new(0.0, MAX_STEP_SECONDS));
const ANGLE: ValueType = ValueType::Number(COORDINATES);
const UNCHANGED: &str = "unchanged";

pub(crate) const STEP: KeyTable = KeyTable {
    name: "step",
    form: TableForm::List,
    is_required: true,
    doc: "One step of the walk.",
    keys: &[
        Key::required("seconds", SECONDS, "1.0").means(
            "How long the step lasts. `seconds` × ticks per second is rounded to whole ticks.",
        ),
        Key::optional("forward", AXIS, "0.0").means("Forward; negative is backward."),
        Key::optional("right", AXIS, "0.0").means("Right; negative is left."),
        Key::optional("up", AXIS, "0.0").means("When flying or swimming: up; negative is down."),
        Key::unset("yaw_deg", ANGLE, UNCHANGED)
            .unit("degrees")
            .means("The heading from here on."),
        Key::unset("pitch_deg", ValueType::Number(PITCHES), UNCHANGED)
            .unit("degrees")
            .means("The tilt of the view from here on."),
        Key::optional("turn_deg_per_s", ANGLE, "0.0")
            .unit("degrees per second")
            .means("Turns during the step; positive turns left."),
        Key::optional("jump", ValueType::Boolean, "false")
            .means("Presses jump in the first tick of the step."),
        Key::optional("crouch", ValueType::Boolean, "false").means(
            "Walking only: a capsule crouches during the step. Afterwards it stands up as soon as there is \
             room.",
        ),
        Key::optional("fast", ValueType::Boolean, "false").means("Holds Shift during the step."),
        Key::unset("mode", ValueType::Choice(MODES), UNCHANGED)
            .means("Walking or flying from here on."),
        Key::unset("boxes", ValueType::Choice(BOX_FITS), UNCHANGED).means(
            "The movers' boxes from here on. A change starts the movers again. At first, they are \
             `oriented`.",
        ),
    ],
};
