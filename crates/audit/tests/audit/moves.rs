//! Walkers climb ladders and ledges, swim, dive and jump off walls, so that ways which need that are found, and pits without them are
//! traps.

use sidle::level::load_level;
use sidle_audit::{Audit, AuditOptions, FindingKind, WayBack};

use super::planted::InMemory;

/// A block from `low` to `high`, of a prop of this kind.
fn block(kind: &str, low: [f64; 3], high: [f64; 3]) -> String {
    let middle = [0, 1, 2].map(|axis| (low[axis] + high[axis]) * 0.5);
    let size = [0, 1, 2].map(|axis| high[axis] - low[axis]);
    format!("[[prop]]\nkind = \"{kind}\"\nposition = {middle:?}\nscale = {size:?}\n")
}

fn water(low: [f64; 3], high: [f64; 3]) -> String {
    let text = block("", low, high).replace("scale", "size");
    text.replace("[[prop]]\nkind = \"\"", "[[zone]]\non_enter = \"water\"")
}

/// Ground of 12 by 12 m between walls, with a pit in the middle, this deep and so wide from there.
fn pit(depth: f64, half: f64) -> String {
    let ground = |low: [f64; 2], high: [f64; 2]| {
        block("block", [low[0], -depth, low[1]], [high[0], 0.0, high[1]])
    };
    let wall = |low: [f64; 2], high: [f64; 2]| {
        block("block", [low[0], -depth, low[1]], [high[0], 9.0, high[1]])
    };
    [
        block("block", [-7.0, -depth - 1.0, -7.0], [7.0, -depth, 7.0]),
        ground([-6.0, -6.0], [6.0, -half]),
        ground([-6.0, half], [6.0, 6.0]),
        ground([-6.0, -half], [-half, half]),
        ground([half, -half], [6.0, half]),
        wall([-7.0, -7.0], [7.0, -6.0]),
        wall([-7.0, 6.0], [7.0, 7.0]),
        wall([-7.0, -6.0], [-6.0, 6.0]),
        wall([6.0, -6.0], [7.0, 6.0]),
    ]
    .concat()
}

/// An audit of so many ticks of a level with these parts, in which crates are ladders.
fn audit(player: &str, parts: &str, reach: &str, ticks: u64) -> Audit {
    let text = format!(
        "format = 1\nname = \"Moves\"\n[spawn]\nposition = [4.0, 0.4, 4.0]\n\
         [player]\nbody = \"capsule\"\nradius = 0.3\n{player}\n\
         [surfaces.rungs]\nmatch = \"crate\"\nladder = true\n[audit]\nreach = [{reach}]\n{parts}"
    );
    let files = InMemory([("moves.toml", text.as_str()), ("none", "")]);
    let loaded = load_level("moves.toml".as_ref(), &files);
    let level = loaded.level.unwrap_or_else(|| panic!("{text}"));
    let mut audit = Audit::new(level, "moves.toml", AuditOptions::default());
    audit.run(ticks, &mut |_| ());
    audit
}

/// Whether it is unreached, and whether it is a trap.
fn missed(audit: &Audit) -> [bool; 2] {
    let found = audit.report().findings;
    [FindingKind::Unreached, FindingKind::Trap]
        .map(|kind| found.iter().any(|finding| finding.kind() == kind))
}

/// The first audit that says this of a level, of as many ticks as `least` or twice as many again and again, so that none are made
/// for nothing, and its ticks.
fn first_with(
    expected: [bool; 2],
    player: &str,
    parts: &str,
    reach: &str,
    least: u64,
) -> (u64, Audit) {
    let mut ticks = least;
    while ticks <= MAX_TICKS {
        let audit = audit(player, parts, reach, ticks);
        if missed(&audit) == expected {
            return (ticks, audit);
        }
        ticks *= 2;
    }
    panic!("an audit does not say {expected:?} of {player}\n{parts}");
}

const MIN_TICKS: u64 = 50_000;
const MAX_TICKS: u64 = 400_000;

const FOUND: [bool; 2] = [false, false];
const UNREACHED: [bool; 2] = [true, false];
const TRAP: [bool; 2] = [false, true];
const BOTH: [bool; 2] = [true, true];

#[test]
fn a_pit_with_a_ladder_is_no_trap_and_a_tower_with_one_is_reached() {
    let tower = block("block", [-6.0, 0.0, -6.0], [-4.0, 4.0, -4.0]);
    let rungs = block("crate", [-4.0, 0.0, -5.4], [-3.9, 4.0, -4.6]);
    let top = "[-5.0, 4.3, -5.0]";
    let level = pit(4.0, 0.8) + &tower;
    let way_up = block("crate", [0.7, -4.0, -0.4], [0.8, 0.0, 0.4]);
    let (ticks, _) = first_with(
        FOUND,
        "",
        &(level.clone() + &rungs + &way_up),
        top,
        MIN_TICKS,
    );
    first_with(BOTH, "", &level, top, ticks);
}

#[test]
fn a_pool_is_a_trap_only_where_its_surface_is_far_below_the_bank() {
    let level = |surface| pit(4.0, 0.8) + &water([-0.8, -4.0, -0.8], [0.8, surface, 0.8]);
    let bed = "[0.0, -3.7, 0.0]";
    let (ticks, _) = first_with(FOUND, "", &level(-0.2), bed, MIN_TICKS);
    let (_, audit) = first_with(TRAP, "", &level(-2.0), bed, ticks);
    // A plan shows it as well.
    let heat = audit.heat().into_iter();
    let lost = heat.filter(|square| square.way_back == Some(WayBack::Absent));
    assert!(lost.count() > 4);
}

#[test]
fn a_place_behind_a_wall_in_a_pool_is_reached_by_a_dive() {
    // The wall ends 1.2 m above the bed, and behind it, there is a bank.
    let wall = block("block", [-6.0, -2.8, -1.0], [6.0, 4.0, -0.6]);
    let pool = water([-2.0, -4.0, -2.0], [2.0, -0.2, 2.0]);
    let level = pit(4.0, 2.0) + &wall;
    let behind = "[0.0, 0.3, -4.0]";
    let level = level + &pool;
    let (ticks, _) = first_with(FOUND, "", &level, behind, MIN_TICKS);
    let grate = block("block", [-2.0, -4.0, -1.0], [2.0, -2.8, -0.6]);
    let closed = audit("", &(level + &grate), behind, ticks);
    assert_eq!(missed(&closed), UNREACHED);
}

#[test]
fn ledges_that_are_mantled_are_climbed() {
    let player = "mantle_height = 1.0";
    let ledge = block("block", [-6.0, 0.0, -6.0], [-3.0, 1.7, -3.0]);
    let (level, top) = (pit(1.9, 0.8) + &ledge, "[-5.0, 2.0, -5.0]");
    let (ticks, _) = first_with(FOUND, player, &level, top, MIN_TICKS);
    first_with(BOTH, "", &level, top, ticks);
}

#[test]
fn a_shaft_is_climbed_by_jumps_off_its_walls() {
    let player = "wall_jump_speed = 6.0";
    let walls = block("block", [-6.0, 0.0, -3.0], [-3.0, 2.4, -2.6])
        + &block("block", [-6.0, 0.0, -4.6], [-3.0, 2.4, -4.2]);
    let (level, top) = (pit(0.2, 2.0) + &walls, "[-4.5, 2.7, -2.8]");
    let (ticks, _) = first_with(FOUND, player, &level, top, MIN_TICKS);
    assert_eq!(missed(&audit("", &level, top, ticks)), UNREACHED);
}
