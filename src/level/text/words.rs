//! Words of messages.

/// A TOML type, for level authors.
pub fn a(type_name: &str) -> String {
    match type_name {
        "string" => "a string".to_owned(),
        "float" | "integer" => "a single number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "array" => "a list".to_owned(),
        other => format!("a {other}"),
    }
}

/// The most names that a message lists or compares, because more do not fit into it.
const MAX_NAMES: usize = 200;

/// The longest name that is compared with others; bytes. The time to compare grows with its square.
const MAX_NAME: usize = 100;

/// "`a`, `b` or `c`".
pub fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names = names.take(MAX_NAMES);
    let quoted: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// "did you mean `radius`?" for the name that is near `found`: the only one with its words (`yaw` for
/// `yaw_deg`), or one with few other letters.
pub fn did_you_mean<'n>(
    found: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Option<String> {
    if found.len() > MAX_NAME {
        return None;
    }
    let names = names.filter(|name| name.len() <= MAX_NAME).take(MAX_NAMES);
    let lowered = found.to_lowercase();
    let has_words = |name: &&str| {
        lowered
            .split('_')
            .all(|word| name.split('_').any(|w| w == word))
    };
    let mut with_words = names.clone().filter(has_words);
    let nearest = match (with_words.next(), with_words.next()) {
        (Some(name), None) => Some(name),
        _ => names
            .map(|name| (strsim::damerau_levenshtein(&lowered, name), name))
            .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 4)
            .min()
            .map(|(_, name)| name),
    };
    nearest.map(did_you_mean_this)
}

/// "did you mean `radius`?"
pub fn did_you_mean_this(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The name of `choice` in `names`.
pub fn name_of<T: PartialEq>(names: &[(&'static str, T)], choice: &T) -> &'static str {
    let mut names = names.iter();
    let found = names.find(|(_, named)| named == choice);
    found.map_or("", |(name, _)| name)
}

/// "1 corner" or "3 corners".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested_and_far_ones_not() {
        let names = || ["radius", "gravity", "walk_speed"].into_iter();
        assert_eq!(
            did_you_mean("raduis", names()).as_deref(),
            Some("did you mean `radius`?")
        );
        assert_eq!(
            did_you_mean("Walk_Speed", names()).as_deref(),
            Some("did you mean `walk_speed`?")
        );
        assert_eq!(did_you_mean("colour", names()), None);
        assert_eq!(did_you_mean("", names()), None);
        let longer = ["position", "rotation_deg", "walk_speed", "fly_speed"].into_iter();
        let suggested = did_you_mean("rotation", longer.clone());
        assert_eq!(suggested.as_deref(), Some("did you mean `rotation_deg`?"));
        assert_eq!(
            did_you_mean("speed", longer),
            None,
            "which one is not known"
        );
    }

    #[test]
    fn lists_read_as_a_sentence() {
        assert_eq!(list([].into_iter()), "nothing");
        assert_eq!(list(["a"].into_iter()), "`a`");
        assert_eq!(list(["a", "b", "c"].into_iter()), "`a`, `b` or `c`");
    }
}
