//! The table of all numbers of a tuning, shared by level files, the schema, the reference and the panel.

use super::Tuning;

/// One of the numbers of a [`Tuning`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TuningNumber {
    /// Its name in level files.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Least and greatest allowed value. Infinity means that infinity is allowed.
    pub range: [f64; 2],
    /// Least and greatest value that is useful to try.
    pub usual: [f64; 2],
    /// The field that holds it.
    pub(super) field: fn(&mut Tuning) -> &mut f64,
    /// Its place in the table.
    place: usize,
}

/// What a number of a tuning means, for people.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TuningTexts {
    /// Its meaning.
    pub meaning: &'static str,
    /// The effect of too small a value.
    pub smaller: &'static str,
    /// The effect of too large a value.
    pub larger: &'static str,
}

/// All of a number.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    unit: &'static str,
    range: [f64; 2],
    usual: [f64; 2],
    meaning: &'static str,
    smaller: &'static str,
    larger: &'static str,
    field: fn(&mut Tuning) -> &mut f64,
}

impl TuningNumber {
    /// Its value in `tuning`.
    pub fn of(&self, tuning: &Tuning) -> f64 {
        let mut copy = *tuning;
        *(self.field)(&mut copy)
    }

    /// Whether `value` is within its range, both ends included.
    pub fn allows(&self, value: f64) -> bool {
        (self.range[0]..=self.range[1]).contains(&value)
    }

    /// Its meaning, and the effects of other values.
    pub fn texts(&self) -> TuningTexts {
        TEXTS[self.place]
    }

    /// The number called `name`.
    ///
    /// # Example
    /// ```
    /// use sidle::player::{Tuning, TuningNumber};
    /// let gravity = TuningNumber::named("gravity").unwrap();
    /// assert_eq!((gravity.of(&Tuning::default()), gravity.unit), (20.0, "m/s²"));
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        NUMBERS.iter().find(|number| number.name == name)
    }
}

const INF: f64 = f64::INFINITY;

const COUNT: usize = 26;

/// All numbers, in the order of recordings.
pub(super) const NUMBERS: [TuningNumber; COUNT] = {
    let mut numbers = [number(0); COUNT];
    let mut place = 1;
    while place < COUNT {
        numbers[place] = number(place);
        place += 1;
    }
    numbers
};

const fn number(place: usize) -> TuningNumber {
    let row = &ROWS[place];
    TuningNumber {
        name: row.name,
        unit: row.unit,
        range: row.range,
        usual: row.usual,
        field: row.field,
        place,
    }
}

/// The texts of all numbers. They are a table by themselves, so that a program without them, such as the package for JavaScript,
/// does not contain them.
static TEXTS: [TuningTexts; COUNT] = {
    let mut all = [texts(0); COUNT];
    let mut place = 1;
    while place < COUNT {
        all[place] = texts(place);
        place += 1;
    }
    all
};

const fn texts(place: usize) -> TuningTexts {
    let row = &ROWS[place];
    TuningTexts {
        meaning: row.meaning,
        smaller: row.smaller,
        larger: row.larger,
    }
}

/// In the order of recordings. New numbers are only added at the end.
const ROWS: [Row; COUNT] = [
    Row {
        name: "radius",
        unit: "m",
        range: [1e-3, 1e3],
        usual: [0.05, 5.0],
        meaning: "Radius of the body, or half the width of a box.",
        smaller: "slips through narrow gaps, and runs through walls sooner.",
        larger: "doors become walls.",
        field: |tuning| &mut tuning.radius,
    },
    Row {
        name: "height",
        unit: "m",
        range: [2e-3, 1e4],
        usual: [0.5, 4.0],
        meaning: "Capsule and box only: from bottom to top, at least twice the radius.",
        smaller: "you crawl under tables.",
        larger: "low doors become walls.",
        field: |tuning| &mut tuning.height,
    },
    Row {
        name: "eye_height",
        unit: "m",
        range: [0.0, 1e4],
        usual: [0.0, 4.0],
        meaning: "The eye of a person or capsule, above the bottom.",
        smaller: "the view of a child.",
        larger: "the view from stilts.",
        field: |tuning| &mut tuning.eye_height,
    },
    Row {
        name: "walk_speed",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.5, 100.0],
        meaning: "Speed on the ground.",
        smaller: "wading.",
        larger: "corners come too fast, and the classic controller goes through walls.",
        field: |tuning| &mut tuning.walk_speed,
    },
    Row {
        name: "fly_speed",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.5, 100.0],
        meaning: "Speed of the flying camera, reached at once.",
        smaller: "crossing a level takes long.",
        larger: "rooms are left before they are seen.",
        field: |tuning| &mut tuning.fly_speed,
    },
    Row {
        name: "fast_factor",
        unit: "times",
        range: [1.0, 100.0],
        usual: [1.0, 10.0],
        meaning: "Both speeds are multiplied by it while you hold Shift.",
        smaller: "Shift changes nothing.",
        larger: "too fast to steer.",
        field: |tuning| &mut tuning.fast_factor,
    },
    Row {
        name: "ground_accel",
        unit: "m/s²",
        range: [0.0, INF],
        usual: [0.0, INF],
        meaning: "How fast the velocity on the ground follows the keys; inf is at once.",
        smaller: "ice.",
        larger: "starts and stops without weight.",
        field: |tuning| &mut tuning.ground_accel,
    },
    Row {
        name: "air_accel",
        unit: "m/s²",
        range: [0.0, INF],
        usual: [0.0, INF],
        meaning: "How fast the velocity in the air follows the keys; inf is at once.",
        smaller: "a jump cannot be steered.",
        larger: "turns in mid-air.",
        field: |tuning| &mut tuning.air_accel,
    },
    Row {
        name: "gravity",
        unit: "m/s²",
        range: [0.0, 1e5],
        usual: [0.0, 60.0],
        meaning: "Downward acceleration.",
        smaller: "the moon.",
        larger: "jumps are over at once.",
        field: |tuning| &mut tuning.gravity,
    },
    Row {
        name: "jump_speed",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.0, 20.0],
        meaning: "Upward speed at take-off.",
        smaller: "no crate is reached.",
        larger: "over every wall.",
        field: |tuning| &mut tuning.jump_speed,
    },
    Row {
        name: "coyote_time",
        unit: "s",
        range: [0.0, 10.0],
        usual: [0.0, 0.5],
        meaning: "How long after you leave the ground a jump is still taken.",
        smaller: "jumps at ledges fail.",
        larger: "jumps from thin air.",
        field: |tuning| &mut tuning.coyote_time,
    },
    Row {
        name: "jump_buffer",
        unit: "s",
        range: [0.0, 10.0],
        usual: [0.0, 0.5],
        meaning: "How long before you land a press of Space is remembered.",
        smaller: "presses just too early are lost.",
        larger: "old presses cause unwanted jumps.",
        field: |tuning| &mut tuning.jump_buffer,
    },
    Row {
        name: "max_slope_deg",
        unit: "degrees",
        range: [0.0, 89.0],
        usual: [0.0, 89.0],
        meaning: "The steepest ground that can be walked on, from level.",
        smaller: "kerbs throw you off.",
        larger: "walls are climbed.",
        field: |tuning| &mut tuning.max_slope_deg,
    },
    Row {
        name: "step_height",
        unit: "m",
        range: [0.0, 1e3],
        usual: [0.0, 1.0],
        meaning: "The highest step that is climbed.",
        smaller: "every kerb stops you.",
        larger: "tables are stairs.",
        field: |tuning| &mut tuning.step_height,
    },
    Row {
        name: "snap_distance",
        unit: "m",
        range: [0.0, 1e3],
        usual: [0.0, 1.0],
        meaning: "How far the ground may fall away in one tick before a walker takes off. A little above the step height, it \
                  walks down each step that it climbs.",
        smaller: "hops down ramps and stairs.",
        larger: "sticks to ledges.",
        field: |tuning| &mut tuning.snap_distance,
    },
    Row {
        name: "edge_radius_factor",
        unit: "times",
        range: [0.0, 1.0],
        usual: [0.0, 1.0],
        meaning: "Classic only: the share of the radius at which a face's edge is felt.",
        smaller: "sinks into corners.",
        larger: "corners catch you.",
        field: |tuning| &mut tuning.edge_radius_factor,
    },
    Row {
        name: "crouch_height",
        unit: "m",
        range: [2e-3, 1e4],
        usual: [0.2, 4.0],
        meaning: "Capsule and box only: from bottom to top while you crouch, at least twice the radius and at most \
                  the height.",
        smaller: "you crawl under tables.",
        larger: "crouching changes nothing.",
        field: |tuning| &mut tuning.crouch_height,
    },
    Row {
        name: "crouch_factor",
        unit: "times",
        range: [0.0, 1.0],
        usual: [0.0, 1.0],
        meaning: "Capsule and box only: the walking speed is multiplied by it while you crouch on the ground, and \
                  Shift has no effect.",
        smaller: "you stand still while you crouch.",
        larger: "crouching costs no speed.",
        field: |tuning| &mut tuning.crouch_factor,
    },
    Row {
        name: "launch_speed",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.0, 20.0],
        meaning: "How fast a push must lead away from the ground to lift you off it.",
        smaller: "nudges lift you.",
        larger: "a push leaves you on the ground.",
        field: |tuning| &mut tuning.launch_speed,
    },
    Row {
        name: "wall_jump_speed",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.0, 20.0],
        meaning: "Swept only: Space next to a wall in the air jumps off it, away from it at this speed, once a wall; 0: it \
                  does not.",
        smaller: "you stay at the wall.",
        larger: "walls throw you through the room.",
        field: |tuning| &mut tuning.wall_jump_speed,
    },
    Row {
        name: "ground_gain",
        unit: "1/s",
        range: [0.0, 1e5],
        usual: [0.0, 20.0],
        meaning: "Keys on the ground add this many times the wanted speed a second, along their direction, as in Quake; 0: \
                  the acceleration on the ground counts.",
        smaller: "slow starts.",
        larger: "friction hardly slows a runner.",
        field: |tuning| &mut tuning.ground_gain,
    },
    Row {
        name: "ground_friction",
        unit: "1/s",
        range: [0.0, 1e5],
        usual: [0.0, 20.0],
        meaning: "Only with a gain on the ground: the share of its speed that a walker loses a second.",
        smaller: "ice.",
        larger: "no landing keeps its speed.",
        field: |tuning| &mut tuning.ground_friction,
    },
    Row {
        name: "stop_speed",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.0, 10.0],
        meaning: "Only with a gain on the ground: slower walkers lose as much speed as one this fast.",
        smaller: "stops take long.",
        larger: "stops are sudden.",
        field: |tuning| &mut tuning.stop_speed,
    },
    Row {
        name: "air_gain",
        unit: "1/s",
        range: [0.0, 1e5],
        usual: [0.0, 100.0],
        meaning: "Keys in the air add this many times the wanted speed a second, along their direction, as in Quake, and steep \
                  slopes are surfed; 0: the acceleration in the air counts.",
        smaller: "strafe jumps gain nothing.",
        larger: "a flight turns sharply.",
        field: |tuning| &mut tuning.air_gain,
    },
    Row {
        name: "air_speed_cap",
        unit: "m/s",
        range: [0.0, 1e5],
        usual: [0.0, 20.0],
        meaning: "Only with a gain in the air: beyond this speed along the keys, they add nothing, as in Source; 0: beyond the \
                  wanted speed.",
        smaller: "keys turn a flight, and speed up none.",
        larger: "jumps from rest are steered.",
        field: |tuning| &mut tuning.air_speed_cap,
    },
    Row {
        name: "mantle_height",
        unit: "m",
        range: [0.0, 10.0],
        usual: [0.0, 3.0],
        meaning: "Swept only: in the air, keys that lead into a ledge climb onto it, if it is at most this far above your feet and has \
                  room; 0: they do not.",
        smaller: "high ledges need a higher jump.",
        larger: "fences are no obstacle.",
        field: |tuning| &mut tuning.mantle_height,
    },
];
