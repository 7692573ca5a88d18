//! Boxes that `never` forbids, into which a walk leads that luck seldom finds.

use sidle::level::load_level;
use sidle_audit::{Audit, AuditOptions, FindingKind};

use super::planted::InMemory;

type Corners = [[f64; 3]; 2];

/// Whether walkers get into the box `never` in so many ticks, in a room of these blocks with a floor from the origin to `far`.
fn is_entered(
    start: [f64; 3],
    [low, high]: Corners,
    far: [f64; 2],
    blocks: &[Corners],
    ticks: u64,
) -> bool {
    let [x, z] = far;
    let room = [
        [[0.0, -1.0, 0.0], [x, 0.0, z]],
        [[-1.0, 0.0, -1.0], [x + 1.0, 8.0, 0.0]],
        [[-1.0, 0.0, z], [x + 1.0, 8.0, z + 1.0]],
        [[-1.0, 0.0, 0.0], [0.0, 8.0, z]],
        [[x, 0.0, 0.0], [x + 1.0, 8.0, z]],
    ];
    let mut text = format!(
        "format = 1\nname = \"Never\"\n[spawn]\nposition = {start:?}\n\
         [audit]\nnever = [{{ min = {low:?}, max = {high:?} }}]\n"
    );
    for [low, high] in room.iter().chain(blocks) {
        let middle = [0, 1, 2].map(|axis| (low[axis] + high[axis]) * 0.5);
        let size = [0, 1, 2].map(|axis| high[axis] - low[axis]);
        text += &format!("[[prop]]\nkind = \"crate\"\nposition = {middle:?}\nscale = {size:?}\n");
    }
    let files = InMemory([("never.toml", text.as_str()), ("none", "")]);
    let loaded = load_level("never.toml".as_ref(), &files);
    let level = loaded.level.unwrap_or_else(|| panic!("{text}"));
    let mut audit = Audit::new(level, "never.toml", AuditOptions::default());
    audit.run(ticks, &mut |_| ());
    let findings = audit.report().findings;
    let mut kinds = findings.iter().map(|finding| finding.kind());
    kinds.any(|kind| kind == FindingKind::Escape)
}

#[test]
fn a_jump_with_a_run_up_is_tried_while_a_large_hall_is_still_explored() {
    let posts = (0..36).map(|number| {
        let [x, z] = [number % 6, number / 6].map(|along| f64::from(along) * 5.0);
        [[x + 14.0, 0.0, z + 2.0], [x + 16.5, 4.0, z + 4.5]]
    });
    // From the deck, on which they start, it is more than 6 m to the box in the air, and nothing else leads there.
    let deck = [[0.0, 0.0, 3.0], [4.0, 2.1, 6.0]];
    let stairs = (0..7).map(|number| {
        let step = f64::from(number);
        [
            [0.0, 0.0, 0.0],
            [(7.0 - step) * 0.6 + 0.2, (step + 1.0) * 0.3, 3.0],
        ]
    });
    let blocks: Vec<Corners> = posts.chain(stairs).chain([deck]).collect();
    let never = [[10.4, 2.2, 4.0], [11.2, 3.2, 5.0]];
    let start = [1.0, 2.7, 4.5];
    assert!(is_entered(start, never, [44.0, 32.0], &blocks, 20_000));
}

#[test]
fn jumps_off_an_edge_narrower_than_a_square_of_the_floor_are_tried() {
    // The box is too high to jump into from the floor, and 0.9 m higher than a body on the wall of 10 cm.
    let wall = [[4.95, 0.0, 2.0], [5.05, 1.2, 8.0]];
    let never = [[6.2, 2.4, 4.7], [6.7, 2.9, 5.3]];
    let start = [2.0, 0.6, 5.0];
    assert!(is_entered(start, never, [14.0, 10.0], &[wall], 40_000));
}
