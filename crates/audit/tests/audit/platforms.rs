//! Floors of moving platforms: that walkers get onto them, and where they lead.

use sidle::level::load_level;
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, Report};

use super::planted::InMemory;

fn prop(low: [f64; 3], high: [f64; 3]) -> String {
    let middle = [0, 1, 2].map(|axis| (low[axis] + high[axis]) * 0.5);
    let size = [0, 1, 2].map(|axis| high[axis] - low[axis]);
    format!("[[prop]]\nkind = \"block\"\nposition = {middle:?}\nscale = {size:?}\n")
}

/// A walled yard of 12 by 12 m with a tower in a corner, and a lift of 2 by 2 m and 0.2 m next to it, whose top drives between these heights.
fn lift(low: f64, high: f64, tower: f64) -> String {
    let wall =
        |low: [f64; 2], high: [f64; 2]| prop([low[0], -1.0, low[1]], [high[0], 9.0, high[1]]);
    [
        prop([-7.0, -1.0, -7.0], [7.0, 0.0, 7.0]),
        wall([-7.0, -7.0], [7.0, -6.0]),
        wall([-7.0, 6.0], [7.0, 7.0]),
        wall([-7.0, -6.0], [-6.0, 6.0]),
        wall([6.0, -6.0], [7.0, 6.0]),
        prop([-6.0, 0.0, -6.0], [-3.0, tower, -3.0]),
        format!(
            "[[mover]]\nkind = \"block\"\nscale = [2.0, 0.2, 2.0]\nspeed = 2.0\non_end = \"return\"\nturn = false\n\
             path = [[-1.9, {}, -4.5], [-1.9, {}, -4.5]]\n",
            low - 0.1,
            high - 0.1
        ),
    ]
    .concat()
}

fn audit(parts: &str, ticks: u64, shard: (u32, u32)) -> Report {
    let text = format!(
        "format = 1\nname = \"Lift\"\n[spawn]\nposition = [4.0, 0.4, 4.0]\n\
         [player]\nbody = \"capsule\"\nradius = 0.3\n{parts}"
    );
    let files = InMemory([("lift.toml", text.as_str()), ("none", "")]);
    let level = load_level("lift.toml".as_ref(), &files).level;
    let level = level.unwrap_or_else(|| panic!("{text}"));
    let options = AuditOptions {
        shard,
        ..AuditOptions::default()
    };
    let mut audit = Audit::new(level, "lift.toml", options);
    audit.run(ticks, &mut |_| ());
    audit.report()
}

fn unreached(report: &Report) -> Vec<&Finding> {
    let findings = report.findings.iter();
    findings
        .filter(|finding| finding.kind().is_unreached())
        .collect()
}

const TICKS: u64 = 100_000;

#[test]
fn a_lift_that_walkers_ride_to_the_top_of_a_tower_is_no_finding_and_counts_as_floor() {
    let report = audit(&lift(0.2, 4.0, 4.0), TICKS, (1, 1));
    assert_eq!(unreached(&report), Vec::<&Finding>::new());
    // The yard, the top of the tower and the lift.
    assert!(report.coverage.floor > 120.0, "{}", report.coverage.floor);
    assert!(
        report.coverage.share() > 0.93,
        "{}",
        report.coverage.share()
    );
}

#[test]
fn a_lift_that_stays_too_high_is_a_finding_with_the_tower_that_it_leads_to() {
    // A jump and a step climb 1.41 m.
    let report = audit(&lift(1.6, 4.0, 4.0), TICKS, (1, 1));
    let found = unreached(&report);
    let kinds: Vec<_> = found.iter().map(|finding| finding.kind()).collect();
    assert_eq!(
        kinds,
        [FindingKind::Unreached, FindingKind::Behind],
        "{found:?}"
    );
    let words =
        "no walker came onto `block 7`, which has 4.0 m² of floor: where it is nearest, it is 1.6";
    assert!(found[0].message.starts_with(words), "{found:?}");
    let words = "only `block 7` leads there, and no walker came onto that";
    assert!(found[1].message.ends_with(words), "{found:?}");
}

#[test]
fn a_tower_behind_a_wall_that_a_lift_passes_says_that_only_the_lift_leads_there() {
    // The wall leaves a gap of 0.2 m above the top of the tower.
    let wall = prop([-3.2, 4.2, -6.0], [-3.0, 9.0, -3.0]);
    let fence = prop([-6.0, 4.2, -3.2], [-3.0, 9.0, -3.0]);
    let report = audit(&(lift(0.2, 4.0, 4.0) + &wall + &fence), TICKS, (1, 1));
    let found = unreached(&report);
    assert_eq!(found.len(), 1, "{found:?}");
    let words = "only `block 9` leads there, and no walker that rode it got off there";
    assert!(found[0].message.ends_with(words), "{found:?}");
}

#[test]
fn a_lift_that_ends_below_a_tower_leads_there_no_more() {
    let report = audit(&lift(0.2, 2.0, 4.0), TICKS, (1, 1));
    let found = unreached(&report);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].at.x < -3.0 && found[0].message.contains("more than a jump"),
        "{found:?}"
    );
    let words = "only `block 7` leads there, and it is 2.000 m above that where it is nearest";
    assert!(found[0].message.contains(words), "{found:?}");
}

#[test]
fn a_lift_that_one_shard_rides_is_not_missing_in_both() {
    let parts = lift(0.2, 4.0, 4.0);
    let (far, near) = (audit(&parts, TICKS, (1, 2)), audit(&parts, 500, (2, 2)));
    assert!(!unreached(&near).is_empty());
    let merged = near.merged(far).expect("one level");
    assert_eq!(unreached(&merged), Vec::<&Finding>::new());
}
