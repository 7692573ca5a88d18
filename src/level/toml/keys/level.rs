//! The keys of a level file.

use super::key::{Key, KeyTable, NumberRange, TableForm, ValueType, names};
use super::prefabs::{PLACE, PREFABS};
use crate::level::choices::{CollisionShape, Eye, LengthUnit, UpAxis};
use crate::level::toml::range::{
    CONVEYORS, COORDINATES, FRICTIONS, MOVER_SPEEDS, PITCHES, POSITIVE_FACTORS, SIZES, SLOPES,
    STEP_HEIGHTS,
};
use crate::player::{AirControl, BodyShape, Controller, Mode, Tuning};
use crate::world::{OnHit, PathEnd, ZoneAction};

/// All tables of a level file, in the order of the reference.
pub const LEVEL: &[&KeyTable] = &[
    &HEAD, &SPAWN, &LIMITS, &PLAYER, &MESH, &TERRAIN, &KINDS, &PROP, &MOVER, &SURFACES, &LAB,
    &SIGN, &ZONE, &PREFABS, &PLACE, &AUDIT,
];

/// The version of the format that this library reads.
pub(crate) const FORMAT: u32 = 1;

const CONTROLLERS: &[&str] = &names(Controller::NAMES);
const MODES: &[&str] = &names(Mode::NAMES);
const BODIES: &[&str] = &names(BodyShape::NAMES);
const EYES: &[&str] = &names(Eye::NAMES);
const AIR_CONTROLS: &[&str] = &names(AirControl::NAMES);
const PATH_ENDS: &[&str] = &names(PathEnd::NAMES);
const HITS: &[&str] = &names(OnHit::NAMES);
const SHAPES: &[&str] = &names(CollisionShape::NAMES);
const ZONE_ACTIONS: &[&str] = &names(ZoneAction::NAMES);
const UNITS: &[&str] = &names(LengthUnit::NAMES);
const UP_AXES: &[&str] = &names(UpAxis::NAMES);

/// The most characters that fit on a sign. Larger: letters too small to read from a few metres.
const SIGN_CHARACTERS: usize = 240;

/// The most characters of a zone's text. Larger: the player is past before it is read, and it covers a small picture.
const ZONE_CHARACTERS: usize = 160;

const VECTOR: ValueType = ValueType::Vector(COORDINATES);
const NUMBER: ValueType = ValueType::Number(COORDINATES);
pub(super) const STRING: ValueType = ValueType::String(usize::MAX);

pub(super) const POSITION: Key =
    Key::required("position", VECTOR, "[0.0, 0.0, 0.0]").unit("metres");
pub(super) const ROTATION: Key = Key::optional("rotation_deg", VECTOR, "[0.0, 0.0, 0.0]")
    .unit("degrees")
    .means("Angles about X, Y and Z. See [placement](#placement).");
const SOLID_SCALE: Key = Key::optional("scale", ValueType::Scale(POSITIVE_FACTORS), "1.0")
    .means("Factors along the mesh's axes, before the rotation.");
const YAW: Key = Key::optional("yaw_deg", NUMBER, "0.0").unit("degrees");
const KIND: Key =
    Key::required("kind", STRING, "\"crate\"").means("A built-in kind, or one from `[kinds]`.");
const COLOR: Key = Key::unset("color", ValueType::Color, "a light grey").means(
    "Only for `block`, `ramp`, `stairs` and `cylinder`: red, green and blue, two hexadecimal digits each, as in \
     `\"#d98c4a\"`. Any other kind has the colours of its mesh.",
);
const SURFACE: Key = Key::unset("surface", STRING, "by `match`").means(
    "A `[surfaces.NAME]` for this entry alone. It comes before what materials and kinds give it.",
);
const MESH_FILE: &str = "\"../assets/NAME.obj\"";

pub(crate) const HEAD: KeyTable = KeyTable {
    name: "",
    form: TableForm::Head,
    is_required: true,
    doc: "",
    keys: &[
        Key::required("format", ValueType::Version(FORMAT), "1")
            .means("The version of this format."),
        Key::required("name", STRING, "\"My level\"").means("The level's name."),
        Key::optional("about", STRING, "\"\"")
            .means("What to try in the level. The game shows it."),
    ],
};

pub(crate) const SPAWN: KeyTable = KeyTable {
    name: "spawn",
    form: TableForm::Single,
    is_required: true,
    doc: "Where the player starts.",
    keys: &[
        Key::required("position", VECTOR, "[0.0, 1.0, 0.0]")
            .unit("metres")
            .means(
                "The centre of a sphere, of the box of `boxed`, or of a capsule's lower hemisphere. In an upright box, it is as high as in \
                 a capsule. On a floor at height 0, its height is `radius`.",
            ),
        YAW.means(
            "The heading. 0 looks along -Z. Positive turns left (counter-clockwise from above), so 90 \
             looks along -X.",
        ),
        Key::optional("pitch_deg", ValueType::Number(PITCHES), "0.0")
            .unit("degrees")
            .means("The tilt of the view. Positive looks up."),
        Key::optional("controller", ValueType::Choice(CONTROLLERS), "\"swept\"").means(
            "The algorithm that moves the player. `classic` pushes a sphere out of walls, `swept` \
             stops exactly at them, `boxed` slides a box along faces. `Q` switches in the game.",
        ),
        Key::optional("mode", ValueType::Choice(MODES), "\"walk\"").means(
            "Walking has gravity and jumps. Flying goes where the player looks.",
        ),
    ],
};

pub(crate) const LIMITS: KeyTable = KeyTable {
    name: "limits",
    form: TableForm::Single,
    is_required: false,
    doc: "Where the level ends.",
    keys: &[Key::optional("kill_y", NUMBER, "-20.0")
        .unit("metres")
        .means(
            "A player who falls below this height returns to the spawn. The spawn cannot lie below \
             it.",
        )],
};

pub(crate) const PLAYER: KeyTable = KeyTable {
    name: "player",
    form: TableForm::Single,
    is_required: false,
    doc: "How the player moves. The table and all its keys are optional. Set only what differs in your \
          level. The rest keeps the shipped values, including later improvements of them.",
    keys: &[
        Key::optional("body", ValueType::Choice(BODIES), "\"sphere\"").means(
            "A sphere around the eye, or an upright capsule for meshes of human scale, or an upright square box that \
             never turns, as in games of blocks, twice `radius` wide. Only the swept controller moves a capsule or a \
             box. The boxed one puts another box in the sphere's place.",
        ),
        Key::unset("eye", ValueType::Choice(EYES), "`\"centre\"` of a sphere, `\"head\"` of a capsule or box").means(
            "Where the camera is, and nothing else: in the middle of the body, as for a camera sphere, or \
             `eye_height` above the feet, as for a person. Above a sphere or box the head rides on a soft \
             post, which a low ceiling presses down.",
        ),
        Key::tuning("radius"),
        Key::tuning("height"),
        Key::tuning("eye_height"),
        Key::tuning("crouch_height").means(
            "The feet stay in place, and the eye keeps its distance from the top. If you let go of the \
             key under a low ceiling, you stay low until there is room.",
        ),
        Key::tuning("crouch_factor"),
        Key::optional("crouch_lifts_feet", ValueType::Boolean, "false").means(
            "Capsule and box only: a crouch in the air pulls up the feet, so that a jump leads onto higher ledges. Otherwise the \
             head comes down, as on the ground.",
        ),
        Key::tuning("walk_speed").means(
            "The classic controller goes through walls from about `radius` × ticks per second on: \
             60 m/s at 0.5 m and 120 ticks.",
        ),
        Key::tuning("fly_speed"),
        Key::tuning("fast_factor"),
        Key::tuning("ground_accel"),
        Key::tuning("air_accel"),
        Key::tuning("gravity"),
        Key::tuning("jump_speed").means(
            "A jump is `jump_speed² / (2 × gravity)` high, which is 1.06 m with the defaults. The swept \
             controller climbs no steps in the air, but it lands on edges up to `step_height` above its \
             feet, or 0.7 × `radius` if that is less. So it gets over obstacles up to 1.41 m. Make walls \
             1.5 m or higher. A jump clears a plain fence of 0.8 m.",
        ),
        Key::tuning("coyote_time"),
        Key::tuning("jump_buffer"),
        Key::tuning("max_slope_deg"),
        Key::tuning("step_height").means(
            "Swept only. The sphere of the classic controller rolls over low obstacles, and every kerb \
             stops the boxed one.",
        ),
        Key::tuning("snap_distance"),
        Key::tuning("launch_speed"),
        Key::tuning("wall_jump_speed"),
        Key::tuning("mantle_height"),
        Key::optional("air_control", ValueType::Choice(AIR_CONTROLS), "\"usual\"").means(
            "How keys change the velocity, as in Quake III, Source or an arcade: sets `ground_accel`, `air_accel` and the five numbers \
             below. Each of them that the table names replaces the preset's.",
        ),
        Key::tuning("ground_gain"),
        Key::tuning("ground_friction"),
        Key::tuning("stop_speed"),
        Key::tuning("air_gain"),
        Key::tuning("air_speed_cap"),
        Key::tuning("edge_radius_factor").means("1.0 shows why the default is 0.5."),
        Key::optional("one_sided", ValueType::Boolean, "false").means(
            "Classic only: faces push to their front, whichever side the player is on.",
        ),
        Key::unset("box_half_extents", ValueType::Vector(BOX_SIZES), "`radius` each")
            .unit("m")
            .means(
                "Boxed only: half the size of the box to the right, up and ahead. The eye is its \
                 centre. Smaller than half of one tick's motion: runs through walls and falls through \
                 floors.",
            ),
        Key::optional("box_turns", ValueType::Boolean, "true").means(
            "Boxed only: the box turns with the heading. `false` keeps it along the world's axes.",
        ),
    ],
};

const BOX_SIZES: NumberRange = NumberRange::new(
    *Tuning::BOX_HALF_EXTENTS.start(),
    *Tuning::BOX_HALF_EXTENTS.end(),
);

pub(crate) const MESH: KeyTable = KeyTable {
    name: "mesh",
    form: TableForm::List,
    is_required: false,
    doc: "A mesh that is drawn, and collided triangle by triangle. Write one `[[mesh]]` for each; several \
          may use the same file.",
    keys: &[
        Key::required("file", ValueType::Path, MESH_FILE).means("An OBJ, glTF or GLB file, or a map of Quake (`.map`)."),
        Key::unset(
            "triangles",
            ValueType::Points(COORDINATES),
            "the mesh of `file`",
        )
        .unit("metres")
        .means(
            "A few triangles in place of a `file`: the corners of the first, then those of the second, and so on, \
             counter-clockwise from the front. For a level that fits into a link, such as one of `sidle explain`.",
        ),
        Key::optional("position", VECTOR, "[0.0, 0.0, 0.0]")
            .unit("metres")
            .means("Where the mesh's origin goes."),
        ROTATION,
        Key::optional("units", ValueType::Choice(UNITS), "\"m\"").means(
            "The unit of the mesh's coordinates: a metre, centimetre, millimetre, inch or foot. It becomes \
             metres before `scale`.",
        ),
        Key::optional("up", ValueType::Choice(UP_AXES), "\"y\"").means(
            "The mesh's axis that points up. `z`, of CAD programs and maps, is turned upright before `scale`. The \
             mesh's Y then looks along -Z.",
        ),
        Key::optional("scale", ValueType::Scale(COORDINATES), "1.0").means(
            "Factors along the mesh's axes, before the rotation. A negative factor mirrors the \
             mesh. Its faces keep their front outside.",
        ),
        Key::optional("collide", ValueType::Boolean, "true")
            .means("`false`: visible only, and the player walks through it."),
        Key::optional("visible", ValueType::Boolean, "true").means("`false`: an invisible wall."),
        SURFACE,
    ],
};

pub(crate) const TERRAIN: KeyTable = KeyTable {
    name: "terrain",
    form: TableForm::List,
    is_required: false,
    doc: "Hills from a grey picture: black is low, white is high. Each pixel is a corner of the ground, which is drawn and collided \
          triangle by triangle. Save the picture while the game runs, and the hills change.",
    keys: &[
        Key::required("file", ValueType::Path, "\"../assets/NAME.png\"").means(
            "A grey PNG of 8 or 16 bits, whether saved as grey or with colours, with at most 16 777 216 pixels, such as 4096 × 4096. With 8 bits, a high terrain has \
             visible steps. The top of the picture is the edge towards -Z, and its left the edge towards -X.",
        ),
        Key::required("size", ValueType::Vector(SIZES), "[100.0, 20.0, 100.0]")
            .unit("metres")
            .means(
                "The width from the first column of pixels to the last, the height from black to white, and the depth \
                 from the first row to the last.",
            ),
        Key::optional("position", VECTOR, "[0.0, 0.0, 0.0]")
            .unit("metres")
            .means("The middle of the terrain, at the height of black."),
        SURFACE,
    ],
};

pub(crate) const KINDS: KeyTable = KeyTable {
    name: "kinds",
    form: TableForm::Named,
    is_required: false,
    doc: "A kind is a prop type. It names a mesh for props and movers. Define one in a table `[kinds.NAME]`. It may \
          replace a built-in one.",
    keys: &[
        Key::required("mesh", ValueType::Path, MESH_FILE).means("An OBJ, glTF or GLB file, or a map of Quake (`.map`)."),
        Key::optional("collide", ValueType::Choice(SHAPES), "\"box\"").means(
            "The collision shape of its props. `collide` in `[[prop]]` explains it, and overrides it. The kind of a mover is a `box`.",
        ),
    ],
};

pub(crate) const PROP: KeyTable = KeyTable {
    name: "prop",
    form: TableForm::List,
    is_required: false,
    doc: "A prop is drawn with its kind's mesh and collided as one box, made from that mesh's bounds. A box \
          is cheap and smooth to slide along. Where the shape matters, `collide` takes the mesh or its hull.",
    keys: &[
        KIND,
        POSITION.means("Where the origin of the kind's mesh goes."),
        ROTATION,
        SOLID_SCALE,
        Key::unset("collide", ValueType::Choice(SHAPES), "its kind's").means(
            "`box`: one box around the mesh. `mesh`: the mesh's triangles, for a wall with an opening. `hull`: the \
             triangles of its convex hull, for a rock or a ramp.",
        ),
        COLOR,
        SURFACE,
    ],
};

pub(crate) const MOVER: KeyTable = KeyTable {
    name: "mover",
    form: TableForm::List,
    is_required: false,
    doc: "A mover is a box like a prop that drives along a path: a car, a lift, a ferry, a press. The player \
          can ride on it, and it pushes the player out of its way.",
    keys: &[
        Key::required("kind", STRING, "\"car\"").means(KIND.meaning),
        Key::required(
            "path",
            ValueType::Points(COORDINATES),
            "[[0.0, 0.0, 0.0], [10.0, 0.0, 0.0]]",
        )
        .unit("metres")
        .means(
            "Two points or more. The origin of the kind's mesh goes from one to the next in straight \
             lines.",
        ),
        Key::required("speed", ValueType::Number(MOVER_SPEEDS), "2.0")
            .unit("m/s")
            .means("Speed along the path."),
        ROTATION,
        SOLID_SCALE,
        COLOR,
        SURFACE,
        Key::optional("turn", ValueType::Boolean, "true").means(
            "Its local -Z looks along the path, as if it had an axle at each end. It turns round \
             corners and lifts its nose uphill. A vertical path does not turn it.",
        ),
        Key::optional("on_end", ValueType::Choice(PATH_ENDS), "\"return\"").means(
            "At the end of the path: `stop` stays there, `return` drives back and forth, `restart` \
             begins again at the start. With `restart`, a path that ends where it begins is an endless \
             round.",
        ),
        Key::optional("on_hit", ValueType::Choice(HITS), "\"stop\"").means(
            "When its box meets the box of a prop or another mover: `stop` waits until the path is \
             free, `return` drives the other way, `pass` drives through. Neither meshes nor props that \
             collide as a mesh or hull stop it, nor does a box that it overlaps from the start.",
        ),
    ],
};

pub(crate) const SURFACES: KeyTable = KeyTable {
    name: "surfaces",
    form: TableForm::Named,
    is_required: false,
    doc: "Effects of surfaces on the player: ice, conveyors, platforms to jump up through, light barriers, ladders. A table \
          `[surfaces.NAME]` holds for all triangles and boxes that it names, and for all entries that name it as their `surface`. Every controller \
          follows it.",
    keys: &[
        Key::unset("match", ValueType::Names, "none").means(
            "Names of materials, or kinds of props and movers. A triangle counts by its material first, then by its \
             prop's kind. A box has only its kind. No name stands in two surfaces. Without it, the surface is that of the entries that name it.",
        ),
        Key::optional("friction", ValueType::Number(FRICTIONS), "1.0").means(
            "Factor on `ground_accel` while the player stands on it. 0: nobody can start or stop.",
        ),
        Key::optional("one_way", ValueType::Boolean, "false").means(
            "It stops the player only from above, when the whole body is above the face. From below and from the side \
             the player goes through.",
        ),
        Key::optional("sensor", ValueType::Boolean, "false").means(
            "It blocks nothing. While the player touches it, the HUD names it, and the library reports it to a program.",
        ),
        Key::optional("conveyor", ValueType::Vector(CONVEYORS), "[0.0, 0.0, 0.0]")
            .unit("m/s")
            .means("It carries the player who stands on it. Only the part along the ground counts."),
        Key::unset("max_slope_deg", ValueType::Number(SLOPES), "the player's")
            .unit("degrees")
            .means(
                "The steepest slope of it that the player can walk on, whatever `[player]` says. Smaller: it is too \
                 slippery to climb. Larger: it can be walked up like stairs.",
            ),
        Key::unset("step_height", ValueType::Number(STEP_HEIGHTS), "the player's")
            .unit("m")
            .means(
                "The highest step up onto it, whatever `[player]` says. Swept only. A round body still rolls over an \
                 edge that is much lower than its radius.",
            ),
        Key::optional("ladder", ValueType::Boolean, "false").means(
            "The player climbs it where it is too steep to stand on: a ladder, a net or a rope. Swept only.",
        ),
    ],
};

pub(crate) const LAB: KeyTable = KeyTable {
    name: "lab",
    form: TableForm::Single,
    is_required: false,
    doc: "A level with this table is a contact lab. Pairs of shapes hang in the air, and keys move and turn \
          them (`F1` lists the keys). The game draws contacts, axes, sweeps and the numbers of every \
          formula on them. Nothing collides with them.",
    keys: &[Key::required("position", VECTOR, "[0.0, 1.0, 0.0]")
        .unit("metres")
        .means("The middle of the shapes.")],
};

pub(crate) const SIGN: KeyTable = KeyTable {
    name: "sign",
    form: TableForm::List,
    is_required: false,
    doc: "A board on two posts, 2.16 × 1.72 m, with a text. Nothing collides with it.",
    keys: &[
        POSITION.means("On the ground, in the middle between its posts."),
        Key::required("text", ValueType::String(SIGN_CHARACTERS), "\"Look here\"").means(
            "The text of the board. `\\n` begins a new line, and long lines wrap. The first of several \
             lines is a heading. In the game, the name of a control in braces, such as `{jump}`, becomes its \
             key, or its button on a touch screen.",
        ),
        YAW.means("0 is read from +Z, looking along -Z. Positive turns the board left."),
    ],
};

pub(crate) const ZONE: KeyTable = KeyTable {
    name: "zone",
    form: TableForm::List,
    is_required: false,
    doc: "A box that notices the player and blocks nothing: a start, a checkpoint or a finish, a teleport, a \
          jump pad, water, or a place with a message. Only water is drawn, unless the overlay `zones` is on.",
    keys: &[
        POSITION.means("Its centre."),
        Key::required("size", ValueType::Vector(SIZES), "[2.0, 2.0, 2.0]")
            .unit("metres")
            .means("Its whole size along its axes, before the rotation."),
        ROTATION,
        Key::required("on_enter", ValueType::Choice(ZONE_ACTIONS), "\"start\"").means(
            "The effect when the player's body enters. See [zones](#zones).",
        ),
        Key::unset("to", VECTOR, "nowhere").unit("metres").means(
            "Only for a teleport, which requires it: the new place of the player's reference point, as for the spawn.",
        ),
        Key::unset("velocity", ValueType::Vector(CONVEYORS), "none").unit("m/s").means(
            "Only for a launch, which requires it, and for water. The velocity with which the player takes off, whatever it had \
             before; or the current, which carries a swimmer along, and is 0 unless it is given.",
        ),
        Key::unset("text", ValueType::String(ZONE_CHARACTERS), "none").means(
            "The game shows it when the player enters. A message requires one. For other zones it replaces the game's \
             words.",
        ),
    ],
};

pub(crate) const AUDIT: KeyTable = KeyTable {
    name: "audit",
    form: TableForm::Single,
    is_required: false,
    doc: "Expectations of `sidle audit` for the level. The game ignores it.",
    keys: &[
        Key::optional("reach", ValueType::PlacesOrZones(COORDINATES), "[]")
            .unit("metres")
            .means(
                "Places that a walker must come to: the reference point of its body, within a radius. And zones that it must \
                 enter: `finish` is each zone with this effect, `checkpoint 2` the second one of the level.",
            ),
        Key::optional("never", ValueType::TablesOrZones(&AUDIT_BOX), "[]").means(
            "Boxes that no walker may enter: their corners with the least and with the greatest coordinates, in metres. And \
             zones, named as for `reach`.",
        ),
        Key::optional("ignore", ValueType::Tables(&AUDIT_IGNORED), "[]").means(
            "Findings that are known and intended: the id from the report, or a box of ids, and a reason.",
        ),
    ],
};

pub(crate) const AUDIT_BOX: KeyTable = KeyTable {
    name: "audit.never",
    form: TableForm::List,
    is_required: false,
    doc: "A box that no walker may enter.",
    keys: &[
        Key::required("min", VECTOR, "[0.0, 0.0, 0.0]")
            .unit("metres")
            .means("The corner with the least coordinates."),
        Key::required("max", VECTOR, "[1.0, 1.0, 1.0]")
            .unit("metres")
            .means("The corner with the greatest coordinates."),
    ],
};

pub(crate) const AUDIT_IGNORED: KeyTable = KeyTable {
    name: "audit.ignore",
    form: TableForm::List,
    is_required: false,
    doc: "A finding that is intended.",
    keys: &[
        Key::required("id", STRING, "\"trap:3,-1,12\"").means(
            "The finding's id. A range such as `4..9` or `..-13`, or `*`, in place of a number names many.",
        ),
        Key::required("why", STRING, "\"a pit to climb out of by jumping\"")
            .means("Why it is intended."),
    ],
};
