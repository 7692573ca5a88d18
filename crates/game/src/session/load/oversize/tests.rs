//! Tests of `oversize.rs`.

use super::*;
use sidle::level::{Budget, Diagnostic};

fn loaded(overruns: &[Overrun], memory: u64) -> Loaded<()> {
    Loaded {
        source: LevelSource::File("levels/huge.toml".into()),
        level: None,
        diagnostics: vec![Diagnostic::of_file("levels/huge.toml", "too large")],
        guess: None,
        excess: Some(Excess {
            overruns: overruns.to_vec(),
            mesh_bytes: 900_000_000,
            triangles: 26_000_000,
            memory,
        }),
        text: String::new(),
        files: Default::default(),
        static_hash: None,
    }
}

#[test]
fn a_question_names_what_how_much_the_limit_and_the_cost() {
    let overrun = |item, found, limit| Overrun { item, found, limit };
    let question = OversizeQuestion::of(&loaded(
        &[
            overrun(BudgetItem::Triangles, 26_000_000, 20_000_000),
            overrun(BudgetItem::Memory, 13_400_000_001, Budget::OWN.memory),
        ],
        13_400_000_001,
    ));
    let question = question.expect("a question");
    assert_eq!(question.text.title, "`huge.toml` is very large. Load it?");
    assert_eq!(
        question.text.details,
        [
            "26 000 000 triangles; the limit is 20 000 000",
            "13 401 MB of memory; the limit is 12 000"
        ]
    );
    assert_eq!(
        question.text.note,
        "It may take about 13 401 MB of memory and 54 seconds."
    );
    assert_eq!(question.path(), Path::new("levels/huge.toml"));
    let report = question.report;
    let refused = report.contains("\"played\":false") && report.contains("too large");
    assert!(refused, "{report}");
}

#[test]
fn a_question_about_a_crowd_names_its_place_and_each_number_once() {
    let overrun = Overrun {
        item: BudgetItem::TickTests,
        found: 3520,
        limit: 3000,
    };
    let crowded = Loaded {
        diagnostics: vec![Diagnostic::of_file(
            "levels/huge.toml",
            "at 0.0, 1.0, 0.0, a tick makes 3520 tests",
        )],
        ..loaded(&[overrun], 5000)
    };
    let question = OversizeQuestion::of(&crowded).expect("a question").text;
    assert_eq!(
        question.title,
        "`huge.toml` is too dense in one place. Load it?"
    );
    assert_eq!(
        question.details,
        [
            "at 0.0, 1.0, 0.0, a tick makes 3520 tests",
            "the limit is 3 000 tests in a tick, and more make the game slow",
        ]
    );
}

#[test]
fn what_surely_does_not_fit_is_no_question() {
    let overrun = Overrun {
        item: BudgetItem::LeastMemory,
        found: 5 << 30,
        limit: u64::from(u32::MAX),
    };
    assert_eq!(OversizeQuestion::of(&loaded(&[overrun], 5 << 30)), None);
    let fine = Loaded {
        excess: None,
        ..loaded(&[], 0)
    };
    assert_eq!(OversizeQuestion::of(&fine), None);
}

#[test]
fn durations_have_one_unit() {
    for (seconds, words) in [
        (0.0, "1 second"),
        (1.2, "2 seconds"),
        (90.0, "2 minutes"),
        (3600.0, "60 minutes"),
        (1e9, "277778 hours"),
    ] {
        assert_eq!(duration_words(seconds), words);
    }
}
