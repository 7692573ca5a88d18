//! Texts as TOML strings.

/// `text` as a TOML string, with its quotes, for programs that write levels.
///
/// # Example
/// ```
/// use sidle::level::toml_string;
/// assert_eq!(toml_string(r#"The "old" hall"#), r#""The \"old\" hall""#);
/// assert_eq!(toml_string("two\nlines"), r#""two\nlines""#);
/// ```
#[must_use]
pub fn toml_string(text: &str) -> String {
    let mut string = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => string.extend(['\\', sign]),
            '\n' => string += "\\n",
            sign if sign.is_control() => string += &format!("\\u{:04X}", u32::from(sign)),
            sign => string.push(sign),
        }
    }
    string.push('"');
    string
}

/// Whether TOML takes `name` as a key without quotes.
pub fn is_bare_key(name: &str) -> bool {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    !name.is_empty() && name.chars().all(bare)
}
