//! Joins the player's edits with those that another program made in the file meanwhile.

use sidle::level::LevelText;

/// The most lines in which the texts may differ, from the first different one to the last. Comparing takes time with the square
/// of the number. Larger: a text that another program has rewritten may stop the game for a second.
const MAX_LINES: usize = 10_000;

/// The text with the changes of both sides, if `own` and `other` were made of `base`. `None` if both changed the same
/// place, or the result is not a level's text.
pub fn merged(base: &str, own: &str, other: &str) -> Option<String> {
    let start = same_lines(base.split_inclusive('\n'), own, other, false);
    let [base_rest, own_rest, other_rest] = [base, own, other].map(|text| &text[start..]);
    let lines = base_rest.split_inclusive('\n').rev();
    let end = same_lines(lines, own_rest, other_rest, true);
    let rests = [base_rest, own_rest, other_rest];
    let [base, own_middle, other_middle] = rests.map(|text| &text[..text.len() - end]);
    let lines = |text: &str| text.lines().count();
    if [base, own_middle, other_middle]
        .map(lines)
        .into_iter()
        .max()
        > Some(MAX_LINES)
    {
        return None;
    }
    let middle = diffy::merge(base, own_middle, other_middle).ok()?;
    let tail = &own_rest[own_rest.len() - end..];
    let text = [&own[..start], &middle, tail].concat();
    LevelText::parse(&*text).is_ok().then_some(text)
}

/// The bytes of the first of these `lines`, or the last with `at_end`, that `own` and `other` also have.
fn same_lines<'t>(
    lines: impl Iterator<Item = &'t str>,
    own: &str,
    other: &str,
    at_end: bool,
) -> usize {
    let mut same = 0;
    for line in lines {
        let has = |text: &str| {
            if at_end {
                text[..text.len() - same].ends_with(line)
            } else {
                text[same..].starts_with(line)
            }
        };
        if !(has(own) && has(other)) {
            break;
        }
        same += line.len();
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(first: f64, second: f64, more: &str) -> String {
        let prop = |x: f64| format!("\n[[prop]]\nkind = \"crate\"\nposition = [{x}, 0, 0]\n");
        let between = "\n[player]\nradius = 0.4\n";
        format!(
            "spawn.position = [0, 1, 0]\n{}{between}{}{more}",
            prop(first),
            prop(second)
        )
    }

    #[test]
    fn changes_of_different_places_are_joined() {
        let base = level(1.0, 2.0, "");
        let more = "# more\n";
        for (own, other, expected) in [
            (
                level(1.5, 2.0, ""),
                level(1.0, 2.5, ""),
                Some(level(1.5, 2.5, "")),
            ),
            (
                level(1.5, 2.0, ""),
                level(1.0, 2.0, more),
                Some(level(1.5, 2.0, more)),
            ),
            (base.clone(), level(1.0, 2.5, ""), Some(level(1.0, 2.5, ""))),
            (level(1.5, 2.0, ""), base.clone(), Some(level(1.5, 2.0, ""))),
            (
                level(1.5, 2.0, ""),
                level(1.5, 2.0, ""),
                Some(level(1.5, 2.0, "")),
            ),
            // Both change the same number.
            (level(1.5, 2.0, ""), level(1.7, 2.0, ""), None),
            (level(1.5, 2.0, ""), String::new(), None),
            (level(1.5, 2.0, ""), level(1.0, 2.0, "[["), None),
        ] {
            let crlf = |text: &str| text.replace('\n', "\r\n");
            assert_eq!(merged(&base, &own, &other), expected);
            let found = merged(&crlf(&base), &crlf(&own), &crlf(&other));
            assert_eq!(found, expected.as_deref().map(crlf));
        }
    }

    #[test]
    fn texts_that_differ_in_too_many_lines_are_not_joined() {
        let base = "spawn.position = [0, 1, 0]\n".to_owned();
        let lines = |count| base.clone() + &"# a line\n".repeat(count);
        assert_eq!(
            merged(&base, &base, &lines(MAX_LINES)),
            Some(lines(MAX_LINES))
        );
        assert_eq!(merged(&base, &base, &lines(MAX_LINES + 1)), None);
    }
}
