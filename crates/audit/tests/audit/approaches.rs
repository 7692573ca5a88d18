//! Floor to which no walk has led, and that walkers then try from the floor next to it.

use super::planted::{Mesh, level_of};
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind};

/// How many shelves there are at the walls, or shafts in the floor.
const COUNT: u32 = 8;

/// A hall of 48 by 12 m between walls, whose floor has a square shaft of this depth in each of [`COUNT`] parts, if there is one.
fn hall(depth: Option<f64>) -> Mesh {
    let mut mesh = Mesh::default();
    for part in 0..COUNT {
        let x = f64::from(part) * 6.0;
        let quad = |mesh: &mut Mesh, x: [f64; 2], z: [f64; 2], y: f64| {
            let [[x0, x1], [z0, z1]] = [x, z];
            mesh.face(&[[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
        };
        let Some(depth) = depth else {
            quad(&mut mesh, [x, x + 6.0], [0.0, 12.0], 0.0);
            continue;
        };
        let (near, far) = (x + 1.5, x + 4.5);
        quad(&mut mesh, [x, x + 6.0], [3.0, 12.0], 0.0);
        quad(&mut mesh, [x, near], [0.0, 3.0], 0.0);
        quad(&mut mesh, [far, x + 6.0], [0.0, 3.0], 0.0);
        quad(&mut mesh, [near, far], [0.0, 3.0], -depth);
        for (from, to) in [
            ([near, 0.0], [near, 3.0]),
            ([near, 3.0], [far, 3.0]),
            ([far, 3.0], [far, 0.0]),
        ] {
            mesh.wall(from, to, -depth, 0.0);
        }
    }
    let corners = [[0.0, 0.0], [48.0, 0.0], [48.0, 12.0], [0.0, 12.0]];
    for (number, corner) in corners.into_iter().enumerate() {
        mesh.wall(corner, corners[(number + 1) % 4], -4.0, 6.0);
    }
    mesh.start = [24.0, 0.5, 8.0];
    mesh
}

/// The hall with shelves of this height at a wall.
fn shelves(height: f64) -> Mesh {
    let mut mesh = hall(None);
    for part in 0..COUNT {
        let x = f64::from(part) * 6.0;
        mesh.block([x + 1.5, 0.0], [x + 4.5, 2.0], 0.0, height);
    }
    mesh
}

/// The floor that walkers have not reached after `ticks`, and after walks straight at it.
fn unreached(mesh: &Mesh, ticks: u64) -> [Vec<Finding>; 2] {
    let mut audit = Audit::new(level_of(mesh), "hall.toml", AuditOptions::default());
    audit.explore(ticks);
    let found = |audit: &Audit| -> Vec<Finding> {
        let findings = audit.report().findings.into_iter();
        findings
            .filter(|finding| finding.kind().is_unreached())
            .collect()
    };
    let before = found(&audit);
    audit.approach(20_000);
    [before, found(&audit)]
}

/// Asserts that floor next to that which walkers reached is a note until a walk was made at it, and is reached then.
fn assert_reached(mesh: &Mesh, ticks: u64) {
    let [before, after] = unreached(mesh, ticks);
    let next: Vec<&Finding> = before
        .iter()
        .filter(|finding| finding.message.contains("no walk was made at it yet"))
        .collect();
    assert!(next.len() > 1, "{before:?}");
    let is_note = |finding: &&Finding| finding.kind() == FindingKind::Untried;
    assert!(next.iter().all(is_note), "{next:?}");
    let is_left = |finding: &&&Finding| after.iter().any(|left| left.at == finding.at);
    let left: Vec<_> = next.iter().filter(is_left).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_shelf_at_a_wall_is_a_note_until_walkers_jump_onto_it() {
    assert_reached(&shelves(1.3), 4_000);
}

#[test]
fn a_shaft_is_a_note_until_walkers_drop_into_it() {
    assert_reached(&hall(Some(2.0)), 4_000);
}

#[test]
fn shelves_that_are_too_high_stay_warnings() {
    let [before, after] = unreached(&shelves(1.42), 10_000);
    for found in [before, after] {
        let kinds = found.iter().map(Finding::kind);
        assert_eq!(
            kinds.filter(|kind| *kind == FindingKind::Unreached).count(),
            COUNT as usize,
            "{found:?}"
        );
    }
}
