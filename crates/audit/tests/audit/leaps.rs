//! Gaps that take a run-up, and islands that only a run-up leads off.

use super::planted::{Mesh, level_with};
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind};

/// Walkers get faster so slowly that a jump takes a long run-up; m/s².
const ACCELERATION: f64 = 8.0;

/// The widest gap over which a jump after a run of 7 m leads onto floor of the same height; metres.
const WIDEST: f64 = 7.6;

/// A square of floor from one corner to the other.
fn floor(mesh: &mut Mesh, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2], y: f64) {
    mesh.face(&[[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
}

/// Floor of 8 by 6 m between walls, and behind a gap of this width an island of 4 by 2 m.
fn island(gap: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let (near, far) = (8.0, 8.0 + gap);
    let end = far + 4.0;
    floor(&mut mesh, [0.0, 0.0], [near, 6.0], 0.0);
    floor(&mut mesh, [far, 2.0], [end, 4.0], 0.0);
    for (from, to) in [
        ([0.0, 0.0], [end, 0.0]),
        ([end, 0.0], [end, 6.0]),
        ([end, 6.0], [0.0, 6.0]),
        ([0.0, 6.0], [0.0, 0.0]),
    ] {
        mesh.wall(from, to, -0.5, 6.0);
    }
    mesh.start = [4.0, 0.5, 3.0];
    mesh
}

fn audit(mesh: &Mesh, more: &str, ticks: u64) -> Vec<Finding> {
    let text = format!("[player]\nground_accel = {ACCELERATION:?}\n{more}");
    let level = level_with(mesh, &text);
    let mut audit = Audit::new(level, "leaps.toml", AuditOptions::default());
    audit.run(ticks, &mut |_| ());
    audit.report().findings
}

/// Whether walkers get to the middle of the island.
fn is_reached(gap: f64) -> bool {
    let reach = format!("[audit]\nreach = [[{:?}, 0.5, 3.0]]\n", 10.0 + gap);
    let found = audit(&island(gap), &reach, 100_000);
    found
        .iter()
        .all(|finding| finding.kind() != FindingKind::Unreached)
}

#[test]
fn a_gap_is_jumped_over_with_a_run_up_unless_it_is_too_wide() {
    for gap in [3.0, WIDEST - 1.6] {
        assert!(is_reached(gap), "{gap} m");
    }
    assert!(!is_reached(WIDEST + 1.4));
}
