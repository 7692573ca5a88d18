//! Floor below zones that lead elsewhere, and below water.

use super::planted::{Mesh, level_with};
use sidle::glam::DVec3;
use sidle_audit::{Audit, AuditOptions, FindingKind};

const WATER: &str = "[[zone]]\nposition = [0, -30, 0]\nsize = [8, 60, 8]\non_enter = \"water\"\n";

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
    // The bottom, beside the plate.
    mesh.face(&[
        [4.0, -9.0, -9.0],
        [4.0, -9.0, 9.0],
        [12.0, -9.0, 9.0],
        [12.0, -9.0, -9.0],
    ]);
    mesh.start = [0.0, 0.5, 0.0];
    let zone = "[[zone]]\nposition = [0, -5, 0]\nsize = [30, 1, 30]\non_enter = \"teleport\"\nto = [0, 0.5, 0]\n";
    assert_eq!(unreached(&mesh, zone, 100_000), Vec::<String>::new());
}

#[test]
fn the_bed_of_water_that_walkers_swam_in_is_not_missing() {
    let mut mesh = Mesh::default();
    plate(&mut mesh, -60.0, 4.0);
    mesh.start = [0.0, -1.0, 0.0];
    // Too few ticks to dive so deep.
    assert_eq!(unreached(&mesh, WATER, 400), Vec::<String>::new());
    assert_eq!(unreached(&mesh, "", 8).len(), 1);
}

#[test]
fn the_bed_below_a_grate_that_a_swimmer_does_not_fit_through_is_missing() {
    let unreached_below = |gap: f64| {
        let mut mesh = Mesh::default();
        plate(&mut mesh, -20.0, 4.0);
        let corners = [[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]];
        for (number, corner) in corners.into_iter().enumerate() {
            mesh.wall(corner, corners[(number + 1) % 4], -20.0, 2.0);
        }
        let mut bar = -4.0 + gap;
        while bar < 4.0 {
            mesh.wall([bar, -4.0], [bar, 4.0], -11.0, -10.0);
            bar += gap;
        }
        mesh.start = [0.0, -1.0, 0.0];
        unreached(&mesh, WATER, 400).len()
    };
    assert_eq!([0.8, 1.6].map(unreached_below), [1, 0]);
}

#[test]
fn the_plan_shows_swimmers_where_they_are() {
    let mut mesh = Mesh::default();
    plate(&mut mesh, -60.0, 4.0);
    let start = [3.25, -1.0, 3.25];
    mesh.start = start;
    let level = level_with(&mesh, &format!("[limits]\nkill_y = -100.0\n{WATER}"));
    let mut audit = Audit::new(level, "planted.toml", AuditOptions::default());
    audit.explore(400);
    let heat = audit.heat().into_iter();
    let reached = heat.filter_map(|square| Some((square.soonest?, square.corner)));
    let first = reached.min_by(|(a, _), (b, _)| a.total_cmp(b));
    let (_, corner) = first.expect("a swimmer");
    assert_eq!(corner, [3.0, 3.0]);
}

#[test]
fn a_swimmer_that_a_current_holds_is_stuck_and_in_no_other_trap() {
    let mut mesh = Mesh::default();
    plate(&mut mesh, 0.0, 4.0);
    // A box without a bottom, far away, which the body fills. The water flows up into it.
    let (low, high) = (19.499, 20.501);
    mesh.block([low, low], [high, high], -0.6, 0.501);
    mesh.start = [0.0, 0.5, 0.0];
    let zones = "[[zone]]\nposition = [20, 0, 20]\nsize = [4, 4, 4]\non_enter = \"water\"\nvelocity = [0, 20, 0]\n\
                 [[zone]]\nposition = [2, 0.5, 2]\nsize = [1, 1, 1]\non_enter = \"teleport\"\nto = [20, 0, 20]\n";
    let mut audit = Audit::new(
        level_with(&mesh, zones),
        "planted.toml",
        AuditOptions::default(),
    );
    audit.run(60_000, &mut |_| ());
    let findings = audit.report().findings.into_iter();
    let there = findings.filter(|finding| finding.at.distance(DVec3::new(20.0, 0.0, 20.0)) < 2.0);
    let kinds: Vec<_> = there.map(|finding| finding.kind()).collect();
    assert_eq!(kinds, [FindingKind::Stuck]);
}
