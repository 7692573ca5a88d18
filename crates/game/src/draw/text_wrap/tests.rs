//! Tests of `text_wrap.rs`.

use super::*;

/// The width of `text` if every character is 1 wide.
fn count(text: &str) -> f32 {
    text.chars().count() as f32
}

fn wrapped(text: &str, width: f32, max_lines: usize) -> Vec<String> {
    wrap(text.split_whitespace(), " ", width, max_lines, count)
}

#[test]
fn lines_break_between_words() {
    assert_eq!(wrapped("one two  three", 7.0, 9), ["one two", "three"]);
    assert_eq!(wrapped("", 7.0, 9), [""; 0]);
}

#[test]
fn a_word_wider_than_the_line_breaks_between_characters() {
    assert_eq!(
        wrapped("a möwenschrei", 5.0, 9),
        ["a", "möwen", "schre", "i"]
    );
    assert_eq!(wrapped("ab", 0.5, 9), ["a", "b"]);
}

#[test]
fn too_many_lines_end_in_an_ellipsis() {
    assert_eq!(wrapped("one two three four", 7.0, 2), ["one two", "three…"]);
    assert_eq!(wrapped("one two three four", 5.0, 1), ["one…"]);
    assert_eq!(wrapped("abcdefghij", 4.0, 2), ["abcd", "efg…"]);
    assert_eq!(wrapped("one two", 7.0, 0), [""; 0]);
}

#[test]
fn even_lines_end_in_no_single_word_and_are_no_more() {
    let even = |text: &str, width, max_lines| {
        wrap_evenly(width, max_lines, |width, most| wrapped(text, width, most))
    };
    let text = "one two three four five six";
    assert_eq!(wrapped(text, 24.0, 9), ["one two three four five", "six"]);
    assert_eq!(even(text, 24.0, 9), ["one two three", "four five six"]);
    assert_eq!(even("one two", 24.0, 9), ["one two"]);
    assert_eq!(even("", 24.0, 9), [""; 0]);
    // Without room for all, each line is as long as it may be.
    assert_eq!(even("one two three four", 7.0, 2), ["one two", "three…"]);
    let word = "abcdefghij";
    assert_eq!(even(word, 6.0, 9).concat(), word);
}

#[test]
fn lines_do_not_break_within_pieces() {
    let lines = wrap(["W walk", "Esc quit"], "   ", 10.0, 9, count);
    assert_eq!(lines, ["W walk", "Esc quit"]);
}

#[test]
fn truncated_text_fits_the_width() {
    assert_eq!(truncate("Courtyard", 9.0, count), "Courtyard");
    assert_eq!(truncate("Courtyard", 5.0, count), "Cour…");
    assert_eq!(truncate("a bcd", 3.0, count), "a…");
}
