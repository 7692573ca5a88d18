//! Results of audits as chunks.

use super::*;
use sidle::glam::DVec3;

fn report() -> Report {
    let sim = sidle::sim::Sim::new(
        Default::default(),
        Default::default(),
        Default::default(),
        60,
    );
    let findings = FindingKind::NAMES.map(|(name, kind)| {
        let at = DVec3::new(-7.25, 0.5, 3e9);
        let mut finding = Finding::new(kind, at, name.to_owned(), "mend it".to_owned());
        let recorder = sidle::replay::Recorder::new("Void", "void.toml", &sim);
        finding.recording = (name != "geometry").then(|| recorder.recording());
        finding.ignored = (name == "trap").then(|| "meant".to_owned());
        finding
    });
    let mut coverage = Coverage::new(12.5, Reached::parse("1 3 2").unwrap(), 99, Some(2.4));
    coverage.beyond = vec![Spot::new(FindingKind::Unreached, DVec3::ONE)];
    let hash = LevelHash::from_bits(u64::MAX - 3);
    Report::new(
        "Void".to_owned(),
        hash,
        7,
        1 << 40,
        coverage,
        findings.to_vec(),
    )
}

fn squares() -> Vec<HeatSquare> {
    let ways = [
        None,
        Some(WayBack::Absent),
        Some(WayBack::Unknown),
        Some(WayBack::Known),
    ];
    let square = |way_back: Option<WayBack>| HeatSquare {
        corner: [-0.5, 1e7],
        side: 0.5,
        height: -0.0,
        visits: 3,
        soonest: way_back.map(|_| 0.25),
        way_back,
    };
    ways.map(square).to_vec()
}

fn chunks(report: &Report, squares: &[HeatSquare]) -> Vec<Vec<u8>> {
    let mut chunks = Vec::new();
    pack_results(report, squares, &mut |chunk| chunks.push(chunk.to_vec()));
    chunks
}

#[test]
fn what_was_found_comes_back_as_it_was() {
    let many = squares().repeat(3000);
    for squares in [Vec::new(), squares(), many] {
        let report = report();
        let mut arriving = ResultsUnpacker::default();
        for chunk in chunks(&report, &squares) {
            arriving.add(&chunk).expect("a chunk");
        }
        assert_eq!(arriving.finish(), Some((report, squares)));
    }
}

#[test]
fn no_chunk_is_large() {
    let sizes = chunks(&report(), &squares().repeat(20_000));
    assert!(sizes.len() > 20);
    assert!(sizes.iter().all(|chunk| chunk.len() < 1 << 19));
}

#[test]
fn chunks_that_are_cut_or_too_long_are_refused() {
    for chunk in chunks(&report(), &squares()[..1]) {
        let arriving = || ResultsUnpacker {
            report: Some(report()),
            squares: Vec::new(),
        };
        for end in 0..chunk.len() {
            // A list may end after any item, and this one has none before its end.
            let is_list = chunk[0] == SQUARES && end == 9;
            assert!(arriving().add(&chunk[..end]).is_none() || is_list, "{end}");
        }
        let longer = [&chunk[..], &[0]].concat();
        assert!(arriving().add(&longer).is_none());
    }
    assert!(ResultsUnpacker::default().add(&[FIRST_OTHER_TAG]).is_none());
    assert_eq!(ResultsUnpacker::default().finish(), None);
}

#[test]
fn a_finding_without_its_report_is_refused() {
    let chunks = chunks(&report(), &[]);
    assert!(ResultsUnpacker::default().add(&chunks[1]).is_none());
}
