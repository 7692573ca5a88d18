//! Audits find all faults that were planted in a level, raise no false alarm, and give the same report on any number of
//! threads.

mod approaches;
mod beyond;
mod border;
mod leaks;
mod leaps;
mod moves;
mod navmesh;
mod never;
mod oracle;
mod planted;
mod platforms;
#[path = "../../../../src/test_support/random.rs"]
#[allow(dead_code)]
mod random;
mod wide;
mod zones;

use planted::{Mesh, Planted, Score, level_of};
use sidle::glam::DVec3;
use sidle::level::{Disk, load_level};
use sidle::replay::verify;
use sidle::sim::Sim;
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, HeatSquare, Report, Spot, WayBack};
use wide::Wide;

fn audit(seed: u64, ticks: u64, options: AuditOptions) -> Report {
    let mut audit = Audit::new(Planted::new(seed).level(), "planted.toml", options);
    audit.run(ticks, &mut |_| ());
    audit.report()
}

#[test]
fn planted_faults_are_found_and_nothing_else_is_severe() {
    let mut score = Score::default();
    // Together they have faults of all kinds.
    for seed in [1, 3, 5, 8, 10, 11, 61] {
        let world = Planted::new(seed);
        let report = audit(seed, 700_000, AuditOptions::default());
        score.add(seed, &world.lots, &report.findings);
        for finding in &report.findings {
            let Some(recording) = &finding.recording else {
                continue;
            };
            let mut level = world.level();
            recording.header.apply_to(&mut level);
            let (sim, _) = Sim::of_level(level, recording.header.hz);
            assert!(verify(recording, sim).is_ok(), "{}", finding.id());
        }
    }
    assert!(score.false_alarms.is_empty(), "{:#?}", score.false_alarms);
    assert!(score.missed.is_empty(), "{:#?}", score.missed);
    assert_eq!(score.rows.len(), 7, "{:?}", score.rows);
}

#[test]
fn every_place_that_brute_force_reaches_is_reached_and_no_trap_has_a_way_out() {
    let (mut traps, mut squares, mut without_way_back) = (0, 0, 0);
    for seed in [1, 12] {
        let world = Planted::new(seed);
        let mut audit = Audit::new(world.level(), "planted.toml", AuditOptions::default());
        audit.run(600_000, &mut |_| ());
        let heat = audit.heat();
        let unreached: Vec<_> = heat.iter().filter(|square| square.visits == 0).collect();
        let (mut sim, _) = Sim::of_level(world.level(), Sim::DEFAULT_HZ);
        let stood = oracle::places(&mut sim);
        squares += stood.len();
        for place in &stood {
            let is_unreached = unreached.iter().any(|square| {
                let off = [place.x - square.corner[0], place.z - square.corner[1]];
                off.iter().all(|along| (0.0..square.side).contains(along))
            });
            assert!(
                !is_unreached,
                "seed {seed}: only brute force reaches {place}"
            );
        }
        let report = audit.report();
        let is_trap = |square: &HeatSquare| {
            let [x, z] = square.corner.map(|along| along + square.side * 0.5);
            let spot = Spot::new(FindingKind::Trap, DVec3::new(x, square.height, z));
            let mut found = report.findings.iter();
            found.any(|finding| finding.is_named_by(&spot.to_string()))
        };
        let lost = heat
            .iter()
            .filter(|square| square.way_back == Some(WayBack::Absent));
        assert!(
            lost.clone().all(is_trap),
            "seed {seed}: a place without a way back is not in a trap"
        );
        without_way_back += lost.count();
        for finding in &report.findings {
            if finding.kind() != FindingKind::Trap {
                continue;
            }
            traps += 1;
            let (mut sim, _) = Sim::of_level(world.level(), Sim::DEFAULT_HZ);
            let home = sim.player().position;
            let mut in_trap = sim.snapshot();
            in_trap.player.position = finding.at;
            sim.restore(&in_trap);
            let reached = oracle::places(&mut sim);
            let returns = reached.iter().any(|place| place.distance(home) < 1.0);
            assert!(!returns, "seed {seed}: {} has a way out", finding.id());
        }
    }
    assert!(
        traps == 2 && squares > 1000 && without_way_back > 20,
        "{traps} traps, {squares} squares, {without_way_back} of them without a way back"
    );
}

#[test]
fn a_place_that_was_not_searched_may_have_a_way_back() {
    let mut audit = Audit::new(
        Planted::new(1).level(),
        "planted.toml",
        AuditOptions::default(),
    );
    audit.explore(20_000);
    let heat = audit.heat();
    let count = |way_back| {
        heat.iter()
            .filter(|square| square.way_back == way_back)
            .count()
    };
    assert_eq!(count(Some(WayBack::Absent)), 0);
    assert!(count(Some(WayBack::Unknown)) > 0 && count(Some(WayBack::Known)) > 0);
    let unreached = heat.iter().filter(|square| square.visits == 0);
    assert_eq!(count(None), unreached.count());
}

#[test]
fn after_an_edit_known_ways_are_walked_again_and_only_their_new_results_are_reported() {
    // A square plate around the origin, without walls at its edge.
    let plate = |half_width: f64| {
        let mut mesh = Mesh::default();
        mesh.start[1] = 0.6;
        let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]];
        let corners = corners.map(|corner| corner.map(|along: f64| along * half_width));
        mesh.face(&corners.map(|[x, z]| [x, 0.0, z]));
        let level = level_of(&mesh);
        Audit::new(level, "planted.toml", AuditOptions::default())
    };
    let escapes = |audit: &Audit| {
        let mut found = audit.report().findings;
        found.retain(|finding| finding.kind() == FindingKind::Escape);
        found
    };
    let mut before = plate(4.0);
    before.run(60_000, &mut |_| ());
    let known = escapes(&before);
    assert!(!known.is_empty());
    // Where nothing has changed, all escapes are found again, in fewer ticks.
    let mut again = plate(4.0);
    let (reached, all) = again.retrace(&before.trails());
    assert!(reached == all && all > 0, "{reached} of {all}");
    assert!(again.ticks() < before.ticks(), "{}", again.ticks());
    let found = escapes(&again);
    for escape in &known {
        let is_same = |other: &Finding| other.is_named_by(&escape.id());
        assert!(found.iter().any(is_same), "{}", escape.id());
    }
    // No walker falls where the edge of a larger plate was before.
    let mut larger = plate(40.0);
    larger.retrace(&before.trails());
    assert!(larger.ticks() > 0 && larger.cells() > 10);
    assert_eq!(escapes(&larger), []);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let report_on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        pool.install(|| audit(3, 300_000, AuditOptions::default()))
    };
    let expected = report_on(1);
    for threads in [2, 5] {
        assert_eq!(report_on(threads), expected, "{threads} threads");
    }
}

#[test]
fn open_floor_is_walked_in_straight_lines_on_any_number_of_threads() {
    let world = Wide::new(48.0, 1);
    let explored_on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("threads").install(|| {
            let mut audit = Audit::new(world.level(), "wide.toml", AuditOptions::default());
            audit.explore(200_000);
            (audit.report(), audit.heat())
        })
    };
    let (report, heat) = explored_on(1);
    assert_eq!(explored_on(3), (report.clone(), heat.clone()));
    let share = report.coverage.share();
    assert!(share > 0.95, "{share}");
    // Each square that was reached has its own count, although one place stands for many of them.
    let side = heat[0].side;
    let reached = heat.iter().filter(|square| square.visits > 0).count() as f64 * side * side;
    assert!(reached > report.coverage.reached * 0.99, "{reached}");
    // Walkers run over the hole without falling, but one stops in its middle.
    let mut score = Score::default();
    score.add(1, &world.lots, &report.findings);
    assert!(score.missed.is_empty(), "{:#?}", score.missed);
    assert!(score.false_alarms.is_empty(), "{:#?}", score.false_alarms);
}

#[test]
fn an_audit_with_little_memory_drops_states_and_raises_no_false_alarm() {
    let options = AuditOptions {
        memory: 100_000,
        ..AuditOptions::default()
    };
    let mut score = Score::default();
    for seed in 0..3 {
        let report = audit(seed, 600_000, options);
        score.add(seed, &Planted::new(seed).lots, &report.findings);
    }
    assert!(score.false_alarms.is_empty(), "{:#?}", score.false_alarms);
}

#[test]
fn shards_of_a_wide_level_begin_on_different_floor() {
    let world = Wide::new(120.0, 1);
    let reports = [1, 2, 3].map(|number| {
        let options = AuditOptions {
            shard: (number, 3),
            ..AuditOptions::default()
        };
        let mut audit = Audit::new(world.level(), "wide.toml", options);
        audit.explore(150_000);
        audit.report()
    });
    let shares = reports.each_ref().map(|report| report.coverage.share());
    let [a, b, c] = reports;
    let both = a.merged(b).expect("one level");
    let merged = both.merged(c).expect("one level").coverage.share();
    let sum: f64 = shares.iter().sum();
    assert!(sum > 0.5 && merged > 0.6 * sum, "{merged} of {shares:?}");
}

#[test]
fn merged_shards_have_the_findings_of_all_of_them_in_any_order() {
    let shard = |number| {
        let options = AuditOptions {
            shard: (number, 3),
            ..AuditOptions::default()
        };
        audit(5, 200_000, options)
    };
    let [a, b, c] = [1, 2, 3].map(shard);
    assert_ne!(a, b);
    let merge = |reports: [&Report; 3]| {
        let [first, second, third] = reports.map(Clone::clone);
        let both = first.merged(second).expect("one level");
        both.merged(third).expect("one level")
    };
    let expected = merge([&a, &b, &c]);
    for order in [[&b, &c, &a], [&c, &a, &b], [&c, &b, &a]] {
        assert_eq!(merge(order), expected);
    }
    assert_eq!(expected.ticks, a.ticks + b.ticks + c.ticks);
    let joined = c.clone().merged(merge([&a, &b, &b])).expect("one level");
    assert_eq!(joined.findings, expected.findings);
    let level = load_level("../../levels/courtyard.toml".as_ref(), &Disk).level;
    let other = Audit::new(level.expect("a level"), "a.toml", AuditOptions::default());
    assert!(other.report().merged(expected).is_err());
}
