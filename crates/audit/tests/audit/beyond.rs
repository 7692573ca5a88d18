//! Floor behind a passage that is little wider than the body.

use super::planted::{Mesh, level_of};
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, Report};

/// Two rooms, a passage between them, and a block in the second that is a little too high.
fn rooms() -> Mesh {
    let mut mesh = Mesh::default();
    let (low, high) = (-0.5, 3.0);
    for [x0, x1, z0, z1] in [
        [0.0, 6.0, -2.0, 4.0],
        [6.0, 11.0, 0.5, 1.7],
        [11.0, 19.0, -2.0, 4.0],
    ] {
        mesh.face(&[[x0, 0.0, z0], [x0, 0.0, z1], [x1, 0.0, z1], [x1, 0.0, z0]]);
    }
    let corners = [[0.0, -2.0], [19.0, -2.0], [19.0, 4.0], [0.0, 4.0]];
    for (number, corner) in corners.into_iter().enumerate() {
        mesh.wall(corner, corners[(number + 1) % 4], low, high);
    }
    // 0.2 m are left for the middle of the body, between the middles of two columns of the floor.
    mesh.block([6.0, -2.0], [11.0, 0.5], 0.0, high);
    mesh.block([6.0, 1.7], [11.0, 4.0], 0.0, high);
    mesh.block([15.0, 0.0], [17.0, 2.0], 0.0, 1.42);
    mesh.start = [3.0, 0.5, 1.0];
    mesh
}

fn report(ticks: u64, shard: (u32, u32)) -> Report {
    let options = AuditOptions {
        shard,
        ..AuditOptions::default()
    };
    let mut audit = Audit::new(level_of(&rooms()), "rooms.toml", options);
    audit.run(ticks, &mut |_| ());
    audit.report()
}

fn unreached(report: &Report) -> Vec<&Finding> {
    let findings = report.findings.iter();
    findings
        .filter(|finding| finding.kind() == FindingKind::Unreached)
        .collect()
}

#[test]
fn what_lies_behind_a_passage_that_only_walkers_find_is_expected_in_any_order_of_shards() {
    let far = report(200_000, (1, 2));
    let found = unreached(&far);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((15.0..17.0).contains(&found[0].at.x), "{}", found[0].at);
    assert!(
        found[0]
            .message
            .contains("more than a jump and a step climb")
    );
    assert!(far.coverage.beyond.contains(&found[0].spots[0]));
    // Another exploration stays in the first room, and knows nothing of it.
    let near = report(1_000, (2, 2));
    assert_eq!((unreached(&near).len(), near.coverage.beyond.len()), (0, 0));
    let merged = far.clone().merged(near.clone()).expect("one level");
    assert_eq!(unreached(&merged), found);
    assert_eq!(near.clone().merged(far.clone()).expect("one level"), merged);
    assert_eq!(
        near.merged(merged.clone()).map(|all| all.findings),
        Ok(merged.findings)
    );
}

#[test]
fn floor_that_one_shard_reached_without_a_way_back_is_not_missing_in_another() {
    // A slope of 50 degrees leads down to floor to which nobody expects a way.
    let mut mesh = Mesh::default();
    for [[x0, y0], [x1, y1]] in [
        [[-4.0, 0.0], [4.0, 0.0]],
        [[4.0, 0.0], [7.0, -3.6]],
        [[7.0, -3.6], [13.0, -3.6]],
    ] {
        mesh.face(&[[x0, y0, -4.0], [x0, y0, 4.0], [x1, y1, 4.0], [x1, y1, -4.0]]);
    }
    mesh.start = [3.0, 0.5, 0.0];
    let mut audit = Audit::new(level_of(&mesh), "slope.toml", AuditOptions::default());
    audit.explore(20_000);
    let there = audit.report();
    let lower = there.coverage.beyond.clone();
    let [spot] = lower[..] else {
        panic!("{lower:?}")
    };
    assert!((7..13).contains(&spot.at[0]), "{spot}");
    assert_eq!(unreached(&there), Vec::<&Finding>::new());
    // Another one has come back from next to it, and not been there.
    let mut other = there.clone();
    let middle = spot.at.map(|along| f64::from(along) + 0.5);
    let words = "no walker reached this floor".to_owned();
    let missing = Finding::new(FindingKind::Unreached, middle.into(), words, "");
    assert_eq!(missing.spots, [spot]);
    other.findings = vec![missing];
    for (a, b) in [(&there, &other), (&other, &there)] {
        let merged = a.clone().merged(b.clone()).expect("one level");
        assert_eq!(unreached(&merged), Vec::<&Finding>::new());
    }
}

#[test]
fn what_one_shard_reaches_is_no_longer_missing() {
    let far = report(200_000, (1, 2));
    // This one has been there.
    let mut other = far.clone();
    other.findings.clear();
    let merged = far.merged(other).expect("one level");
    assert_eq!(unreached(&merged), Vec::<&Finding>::new());
}
