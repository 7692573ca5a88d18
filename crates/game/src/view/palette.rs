//! Every colour with a meaning, in the window and in pictures of commands, named by its meaning.
//!
//! Two meanings share a colour only where they do not appear in one picture, or where they mean the same thing in two
//! places. The tests list the colours that appear together, and measure how different those colours are for all eyes.

use macroquad::color::Color;

use sidle::player::Controller;
use sidle_audit::{FindingSeverity, WayBack};

use crate::draw::palette::{
    BLUE, FIRE, GREEN, GREY, ICE, LILAC, LIME, MINT, ORANGE, PINK, PURPLE, RED, ROSE, SKY,
    VERMILION, VIOLET, WHITE, YELLOW,
};
use crate::session::audit::{STEPS, Shade};

/// Oriented bounding boxes: the shape that a prop collides as.
pub const OBB: Color = ORANGE;
/// The place of the tour's current step: like a zone, it notices the player.
pub const PLACE: Color = ROSE;
/// Zones, and checkpoints that the race has passed.
pub const ZONE: Color = ROSE;
pub const ZONE_DONE: Color = GREY;
/// Surfaces, by their effect on players.
pub const SLIPPERY: Color = SKY;
pub const GRIPPING: Color = VERMILION;
pub const LIMITS: Color = GREEN;
pub const ONE_WAY: Color = ORANGE;
pub const CONVEYOR: Color = LILAC;
pub const SENSOR: Color = PURPLE;
/// Boxes along the axes of the world.
pub const AABB: Color = PURPLE;
/// A turned box with its rotation left out.
pub const UNROTATED: Color = WHITE;
/// Bounding spheres.
pub const SPHERE: Color = SKY;
/// Levels 1 to 3 of a tree of bounding spheres.
pub const SPHERE_TREE: [Color; 3] = [VIOLET, MINT, FIRE];
/// Triangles of the world.
pub const TRIANGLE: Color = GREEN;
/// The first of two boxes that are compared, and everything measured on it.
pub const FIRST: Color = VERMILION;
/// The second of two boxes that are compared.
pub const SECOND: Color = BLUE;
/// The target of the crosshair.
pub const TARGET: Color = ICE;
/// The entry of the level's text that the cursor is in.
pub const MARK: Color = PINK;
/// Drawings that belong to several shapes at once.
pub const NEUTRAL: Color = WHITE;
/// Less important text.
pub const MUTED: Color = GREY;

/// The controllers: their bodies and trails.
pub const CLASSIC: Color = VERMILION;
pub const SWEPT: Color = MINT;
pub const BOXED: Color = SKY;
/// Triangles that the classic controller tests: the sphere is in front of the plane, intersects it, or is behind it.
pub const FRONT: Color = SKY;
pub const INTERSECTS: Color = YELLOW;
pub const BEHIND: Color = FIRE;
/// Candidates of the other controllers: those without effect, and those that stopped, pushed or led the player.
pub const APART: Color = VIOLET;
pub const ACTED: Color = YELLOW;
/// The crease, the one direction that two planes leave free.
pub const CREASE: Color = PINK;
/// The body of the same keys with another value.
pub const TRIAL: Color = LILAC;
/// The nodes of the broad phase.
pub const TREE: Color = PURPLE;
/// The requested motion, and the part of it that was left.
pub const ASKED: Color = WHITE;
pub const LEFT: Color = VIOLET;
/// The part of a motion that was taken away, and failures.
pub const THROWN: Color = RED;
/// The ground and its normal.
pub const GROUND: Color = LIME;
/// The player's velocity.
pub const VELOCITY: Color = LEFT;

/// On the map: movers, and ground that is too steep; the shader draws it in this colour.
pub const MOVER: Color = LILAC;
pub const STEEP: Color = Color::from_hex(0x8A_48_36);

/// The movers of the command line, in turn.
const MOVERS: [Color; 4] = [PINK, LIME, SKY, ROSE];

/// A recording that runs.
pub const RECORDING: Color = RED;
/// Problems of a level's text, in words.
pub const PROBLEM: Color = Color::from_hex(0xFF_8C_78);

/// The graphs of the panel: the time of a frame, its ticks, the colliders that a tick gathered, and how long it took.
pub const GRAPHS: [Color; 4] = [SKY, VIOLET, ORANGE, MINT];

/// The floor of an audit where walkers were, from rare or late to frequent or early.
pub const HEAT: [Color; STEPS] = [
    Color::from_hex(0x2C_3E_66),
    Color::from_hex(0x2F_6F_8F),
    Color::from_hex(0x3A_9D_85),
    Color::from_hex(0x8C_BF_4D),
    Color::from_hex(0xE3_C2_3C),
    Color::from_hex(0xF2_87_3A),
];
/// The floor of an audit where no walker was.
pub const UNREACHED: Color = Color::from_hex(0xC9_C9_C9);
/// The floor of an audit from where walkers have come back, and from where none has yet.
pub const RETURNS: Color = HEAT[1];
pub const NOT_YET: Color = HEAT[4];
/// Findings of an audit: errors, warnings and notes.
pub const ERROR: Color = Color::from_hex(0xE8_35_4A);
pub const WARNING: Color = PINK;
pub const NOTE: Color = SKY;

/// The axes X, Y and Z of a prop.
pub const AXES: [Color; 3] = [FIRE, MINT, SKY];

/// In the lab: the shape that the keys move, and the one that stands still.
pub const MOVED: Color = SKY;
pub const STANDING: Color = ORANGE;
/// Where a shape ends up: at the first touch, or pushed out.
pub const RESULT: Color = MINT;
/// Auxiliary lines, such as a distance.
pub const GUIDE: Color = YELLOW;
/// The colours of contacts and steps, in turn.
pub const CONTACTS: [Color; 6] = [YELLOW, MINT, ROSE, FIRE, WHITE, VIOLET];

/// The colour of the contact or step with this number, from 0.
pub fn numbered(number: usize) -> Color {
    CONTACTS[number % CONTACTS.len()]
}

/// The colour of a controller's body, trail and line in a chart.
pub fn controller(controller: Controller) -> Color {
    match controller {
        Controller::Classic => CLASSIC,
        Controller::Swept => SWEPT,
        Controller::Boxed => BOXED,
        Controller::Outer(number) => MOVERS[usize::from(number) % MOVERS.len()],
    }
}

/// The colour of a controller on white paper, where mint would be too pale.
#[cfg(not(target_arch = "wasm32"))]
pub fn controller_on_paper(which: Controller) -> Color {
    match which {
        Controller::Swept => GREEN,
        _ => controller(which),
    }
}

/// The colour of a square of an audit's floor.
pub fn shade(shade: Shade) -> Color {
    match shade {
        Shade::Unreached => UNREACHED,
        Shade::Step(step) => HEAT[step.min(STEPS - 1)],
        Shade::Back(WayBack::Known) => RETURNS,
        Shade::Back(WayBack::Unknown) => NOT_YET,
        Shade::Back(WayBack::Absent) => ERROR,
    }
}

/// The colour of a finding of an audit.
pub fn severity(severity: FindingSeverity) -> Color {
    match severity {
        FindingSeverity::Error => ERROR,
        FindingSeverity::Warning => WARNING,
        FindingSeverity::Note => NOTE,
    }
}

#[cfg(test)]
mod tests;
