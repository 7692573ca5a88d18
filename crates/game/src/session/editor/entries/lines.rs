//! The entry of a line of the text.

use sidle::level::EntryId;

/// The entry whose table the line of this number, from 1, is in. `None` in other tables, and for entries that are written in one list.
pub fn entry_at_line(text: &str, line: usize) -> Option<EntryId> {
    let headers = || {
        let lines = text.lines().take(line).map(str::trim_start);
        lines.filter(|line| line.starts_with('['))
    };
    let last = headers().last()?;
    let Some(header) = last.strip_prefix("[[").and_then(name_before_end) else {
        let is_spawn = last.strip_prefix('[').and_then(name_before_end) == Some("spawn");
        return is_spawn.then_some(EntryId::SPAWN);
    };
    let of_table = |line: &&str| line.strip_prefix("[[").and_then(name_before_end) == Some(header);
    let number = headers().filter(of_table).count() - 1;
    format!("{header} {number}").parse().ok()
}

/// The name of a table in its header, without its bracket before it.
fn name_before_end(header: &str) -> Option<&str> {
    header.split_once(']').map(|(name, _)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_entry_whose_table_it_is_in() {
        let text = "format = 1\n[spawn]\nposition = [0, 1, 0]\n[[prop]] # one\nkind = \"crate\"\n\n\
                    [[mover]]\n[ [prop] ]\n[[ prop ]]\nkind = \"block\"\n[player]\nradius = 1\n";
        let found = |line| entry_at_line(text, line).map(|entry| entry.to_string());
        for (line, entry) in [
            (1, None),
            (3, Some("spawn 0")),
            (4, Some("prop 0")),
            (6, Some("prop 0")),
            (7, Some("mover 0")),
            (10, Some("prop 1")),
            (12, None),
        ] {
            assert_eq!(found(line).as_deref(), entry, "{line}");
        }
    }
}
