//! Tests of `diagnostic.rs`.

use super::*;

fn at(line: usize, column: usize, text: &str, width: usize) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        message: "found something".into(),
        file: "a.toml".into(),
        place: Some(Place {
            line,
            column,
            text: text.into(),
            text_column: 1,
            width,
            label: "expected else".into(),
        }),
        help: None,
    }
}

#[test]
fn it_prints_place_line_caret_and_label() {
    let text = at(12, 3, "a bc d", 2).with_help("write `x`").to_string();
    let expected = "error: found something\n  --> a.toml:12:3\n   |\n12 | a bc d\n   |   ^^ expected else\n   |\n   = help: write `x`";
    assert_eq!(text, expected);
}

#[test]
fn columns_count_characters_and_a_caret_may_follow_the_line() {
    let text = at(1, 3, "ü = é", 1).to_string();
    assert!(text.contains("a.toml:1:3"), "{text}");
    let text = at(3, 4, "abc", 1).to_string();
    assert!(
        text.contains("a.toml:3:4") && text.contains("   ^"),
        "{text}"
    );
}

#[test]
fn a_cut_line_keeps_its_columns() {
    let mut problem = at(12, 503, "…a bc d…", 2);
    if let Some(place) = &mut problem.place {
        place.text_column = 500;
    }
    for text in [problem.to_string(), problem.to_colored_string()] {
        assert!(text.contains("a.toml:12:503"), "{text}");
        assert!(text.contains("…a bc d…"), "{text}");
    }
    let text = problem.to_string();
    assert!(
        text.contains("12 | …a bc d…\n   |    ^^ expected"),
        "{text}"
    );
}

#[test]
fn a_problem_of_the_whole_file_has_no_place() {
    let text = Diagnostic::of_file("a.toml", "cannot be read")
        .with_help("look")
        .to_string();
    assert!(text.starts_with("error: a.toml: cannot be read"), "{text}");
    assert!(text.contains("help: look"), "{text}");
}

#[test]
fn control_characters_are_escaped() {
    let problem = Diagnostic {
        message: "unknown kind `a\n\u{1b}[2J`".into(),
        ..at(
            1,
            1,
            "x \u{1b} \u{9b}2J \u{202e} \u{2028} \u{200f} \u{2069}",
            1,
        )
        .with_help("write `\t`")
    };
    let text = problem.to_string();
    assert!(
        text.starts_with("error: unknown kind `a\\n\\u{1b}[2J`\n"),
        "{text}"
    );
    assert!(text.ends_with("help: write `\\t`"), "{text}");
    assert!(
        text.chars().all(|c| c == '\n' || !is_terminal_control(c)),
        "{text:?}"
    );
}

#[test]
fn problems_are_sorted_by_place_within_their_file() {
    let mut all = vec![at(9, 1, "", 1), at(2, 5, "", 1), at(2, 1, "", 1)];
    sort_by_place(&mut all);
    let lines: Vec<_> = all.iter().map(Diagnostic::location).collect();
    assert_eq!(lines, ["a.toml:2:1", "a.toml:2:5", "a.toml:9:1"]);
}
