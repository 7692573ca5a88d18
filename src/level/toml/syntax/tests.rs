//! Tests of the repairs of text that is not TOML.

use super::*;
use toml::de::DeTable;

/// The repair of the first syntax error of a text.
fn first(text: &str) -> Option<String> {
    let (_, mut errors) = DeTable::parse_recoverable(text);
    errors.sort_by_key(|error| error.span().map(|span| span.start));
    let error = errors.first().expect("a syntax error");
    repair(text, &error.span().unwrap())
}

#[test]
fn common_mistakes_get_their_repair() {
    const NUMBER: &str = "a number and nothing else, such as 6.5";
    for (text, expected) in [
        ("a = [0.0 0.5, 1]", "`0.0, 0.5`"),
        ("a = [1,\n  2 3]", "`2, 3`"),
        ("a = 1 2 3", "`[1, 2, 3]`"),
        ("a = 0.0, 0.5, 0.0", "`[0.0, 0.5, 0.0]`"),
        ("a = (0, 1, 2)", "`[` and `]` around a list"),
        ("a = -5,25", "a point: -5.25"),
        ("a = -5.0 m", NUMBER),
        ("a = 5.0;", NUMBER),
        ("\ta\t=\t-5x", NUMBER),
        ("a = 1.0.0", NUMBER),
        ("a = 0xZZ", NUMBER),
        ("a = -.5", "a digit before the point, such as 0.5"),
        ("a = 5.", "a digit behind the point, such as 6.0"),
        ("a = 1e # far", "digits behind the `e`, such as 1e3"),
        ("a = 05", "no zero before the other digits"),
        ("a = 5 // low", "`#` before a comment"),
        ("a = \"x\" // low", "`#` before a comment"),
        ("a = crate", "quotes on both sides: `\"crate\"`"),
        ("a = ../a.obj", "quotes on both sides: `\"../a.obj\"`"),
        ("a = Test\"", "quotes on both sides: `\"Test\"`"),
        ("a = \"crate", "`\"` at the end of the text"),
        ("a = 'crate", "`'` at the end of the text"),
        ("a = “crate”", "`\"` on both sides"),
        (
            "a = \"..\\assets\"",
            "`/` between folders, or `\\\\` for one `\\`",
        ),
        (
            "a = \"C:\\Users\"",
            "`/` between folders, or `\\\\` for one `\\`",
        ),
        ("a = True", "`true`"),
        ("a = FALSE", "`false`"),
        ("a = Inf", "`inf`"),
        ("a = yes", "`true` or `false`"),
        ("a 5", "`=` behind the key"),
        ("a\n", "`=` behind the key"),
        ("a =", "a value behind `=`"),
        ("a = # none", "a value behind `=`"),
        ("a: 5", "`=`"),
        ("a = = 5", "a value"),
        ("= 5", "a key before `=`"),
        ("tür = 5", "letters from a to z, digits, `-` or `_`"),
        ("a = \"x\" b", "the end of the line"),
        ("[spawn] a = 1", "the end of the line"),
        ("[x", "`]` behind the name"),
        ("[[x]\na = 1", "`]]` behind the name"),
        (
            "a = [\n  [1, 2] # x\n  [3, 4]]",
            "`,` behind the value above",
        ),
        (
            "b = 1\na = 1\nc = 2\na = 3",
            "each key once; line 2 sets `a` too",
        ),
        (
            "[x]\na = 1\n[y]\n[x]",
            "each table once; `[x]` begins in line 1: put its keys there",
        ),
        ("[[prop]]\na = 1\n[prop]", "`[[prop]]` for each"),
    ] {
        let expected = format!("expected {expected}");
        assert_eq!(first(text), Some(expected), "{text}");
    }
}

#[test]
fn a_text_that_does_not_show_the_repair_gets_none() {
    for text in [
        "a = [1, 2",
        "a = { b = 1",
        "a = { b = 1, b = 2 }",
        "a b = 5",
        "a = \"tab\u{1}x\"",
        "[[x]]\na = { b = 1 }\n[[x]]\na.b = 1\na = 2",
    ] {
        assert_eq!(first(text), None, "{text}");
    }
}

#[test]
fn a_mesh_is_told_from_a_level() {
    assert_eq!(
        looks_like_a_mesh("# made by hand\n\n  v 0 0 0\n"),
        Some(18..25)
    );
    assert_eq!(looks_like_a_mesh("mtllib a.mtl\r\no a"), Some(0..12));
    for level in [
        "",
        "# v 0 0 0",
        "v = 1",
        "format = 1\nv 0 0 0",
        "[spawn]",
        "o\n",
    ] {
        assert_eq!(looks_like_a_mesh(level), None, "{level}");
    }
}
