//! Tests of `source.rs`.

use super::*;

fn place(text: &str, span: Range<usize>) -> (usize, usize, String, usize) {
    let source = Source::new("a.toml", text.as_bytes().to_vec()).unwrap();
    let place = source
        .diagnostic(Severity::Error, span, "", "")
        .place
        .unwrap();
    (place.line, place.column, place.text, place.width)
}

#[test]
fn lines_and_columns_count_from_one_and_in_characters() {
    assert_eq!(place("ab\ncd", 0..1), (1, 1, "ab".into(), 1));
    assert_eq!(place("ab\ncd", 4..5), (2, 2, "cd".into(), 1));
    // "ü" has two bytes and is one column.
    assert_eq!(place("ü = 1\r\n", 3..4), (1, 3, "ü = 1".into(), 1));
}

#[test]
fn the_end_of_the_text_has_a_place_too() {
    assert_eq!(place("", 0..0), (1, 1, String::new(), 1));
    assert_eq!(place("ab\n", 3..3), (2, 1, String::new(), 1));
    assert_eq!(place("ab", 99..120), (1, 3, "ab".into(), 1));
    assert_eq!(place("ab\r\ncd", 3..4), (1, 3, "ab".into(), 1));
}

#[test]
fn a_span_over_many_lines_is_marked_on_its_first() {
    assert_eq!(place("[a\nb]", 0..5), (1, 1, "[a".into(), 2));
}

#[test]
fn a_very_long_line_is_quoted_around_the_place() {
    // "ü" has two bytes, so that bytes and characters differ.
    let text = format!("# first\n{}X{}\n", "ü".repeat(500), "-".repeat(1000));
    let source = Source::new("a.toml", text.into_bytes()).unwrap();
    let at = |span| {
        let diagnostic = source.diagnostic(Severity::Error, span, "", "");
        diagnostic.place.unwrap()
    };
    let middle = at(1008..1009);
    assert_eq!((middle.line, middle.column, middle.width), (2, 501, 1));
    assert_eq!(middle.text_column, 461);
    let expected = format!("…{}X{}…", "ü".repeat(39), "-".repeat(79));
    assert_eq!(middle.text, expected);

    let start = at(8..5000);
    assert_eq!((start.column, start.text_column, start.width), (1, 1, 80));
    assert_eq!(start.text, format!("{}…", "ü".repeat(80)));

    let end = at(2009..2009);
    assert_eq!((end.column, end.text_column), (1502, 1462));
    assert_eq!(end.text, format!("…{}", "-".repeat(39)));
}

#[test]
fn a_very_long_message_is_cut() {
    let source = Source::new("a.toml", b"x".to_vec()).unwrap();
    let words = "ü".repeat(700);
    let diagnostic = source.diagnostic(Severity::Error, 0..1, words.clone(), words);
    assert_eq!(diagnostic.message, format!("{}…", "ü".repeat(600)));
    assert_eq!(diagnostic.place.unwrap().label, diagnostic.message);
    assert_eq!(brief("ü".repeat(600)), "ü".repeat(600));
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_text() {
    assert_eq!(place("\u{feff}ab", 0..1), (1, 1, "ab".into(), 1));
}

#[test]
fn a_mesh_may_be_in_any_encoding_without_zero_bytes() {
    let source = Source::of_mesh("a.obj", b"# M\xfcller\nv 1 2 3".to_vec()).unwrap();
    assert!(source.text().ends_with("ller\nv 1 2 3"));
    let error = Source::of_mesh("a.obj", b"# M\xfcller\nv 1\0".to_vec()).unwrap_err();
    assert_eq!(error.location(), "a.obj:2:4");
}

#[test]
fn bytes_that_are_not_text_are_reported_with_their_place() {
    let error = Source::new("a.obj", b"v 1\nv \xff2".to_vec()).unwrap_err();
    let place = error.place.unwrap();
    assert_eq!((place.line, place.column), (2, 3));
    assert!(error.message.contains("0xff"), "{}", error.message);
}
