//! Texts of a level that the game shows: not empty, and not too long.

use super::keys::ValueType;
use super::reader::Reader;
use super::table::Table;

/// The requirements of a text.
pub struct TextLabels {
    /// Instead of an empty one.
    pub empty: &'static str,
    /// Why it has a greatest length.
    pub long: &'static str,
}

/// A text that is not empty, and not longer than its key allows.
pub fn read_text(
    reader: &mut Reader<'_>,
    table: &Table<'_, '_>,
    labels: &TextLabels,
) -> Option<String> {
    let (key, value) = table.value(reader, "text")?;
    let text = reader.string("text", value)?;
    let length = text.chars().count();
    if text.trim().is_empty() {
        reader.error(value.span(), "`text` is empty", labels.empty);
    } else if let ValueType::String(most) = key.value
        && length > most
    {
        let message = format!("`text` has {length} characters");
        let label = format!("expected at most {most}, {}", labels.long);
        reader.error(value.span(), message, label);
    } else {
        return Some(text);
    }
    None
}
