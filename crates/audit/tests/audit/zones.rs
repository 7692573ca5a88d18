//! Floor below zones that lead elsewhere, and below water.

use super::planted::{Mesh, level_with};
use sidle_audit::{Audit, AuditOptions, FindingKind};

/// A plate around the origin, so high and so wide.
fn plate(mesh: &mut Mesh, height: f64, half: f64) {
    let corners = [[-half, -half], [-half, half], [half, half], [half, -half]];
    mesh.face(&corners.map(|[x, z]| [x, height, z]));
}

fn unreached(mesh: &Mesh, more: &str, ticks: u64) -> Vec<String> {
    let more = format!("[limits]\nkill_y = -100.0\n{more}");
    let level = level_with(mesh, &more);
    let mut audit = Audit::new(level, "planted.toml", AuditOptions::default());
    audit.explore(ticks);
    let findings = audit.report().findings.into_iter();
    let unreached = findings.filter(|finding| finding.kind() == FindingKind::Unreached);
    unreached.map(|finding| finding.message).collect()
}

#[test]
fn nobody_expects_a_way_to_the_bottom_of_a_pit_that_leads_back_on_the_way_down() {
    let mut mesh = Mesh::default();
    plate(&mut mesh, 0.0, 4.0);
    // The bottom, all around the plate.
    plate(&mut mesh, -9.0, 12.0);
    mesh.start = [0.0, 0.5, 0.0];
    let zone = "[[zone]]\nposition = [0, -5, 0]\nsize = [30, 1, 30]\non_enter = \"teleport\"\nto = [0, 0.5, 0]\n";
    assert_eq!(unreached(&mesh, zone, 100_000), Vec::<String>::new());
}

#[test]
fn the_bed_of_water_that_walkers_swam_in_counts_as_reached() {
    let mut mesh = Mesh::default();
    plate(&mut mesh, -60.0, 4.0);
    mesh.start = [0.0, -1.0, 0.0];
    let water = "[[zone]]\nposition = [0, -30, 0]\nsize = [8, 60, 8]\non_enter = \"water\"\n";
    // Too few ticks to dive so deep.
    assert_eq!(unreached(&mesh, water, 400), Vec::<String>::new());
    assert_eq!(unreached(&mesh, "", 8).len(), 1);
}
