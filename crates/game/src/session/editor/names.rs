//! The names of a level's entries: as the palette calls what adds them, and as the level's text does.

use std::collections::BTreeMap;

use sidle::geometry::float;
use sidle::level::{EntryId, EntryTable, EntryText};

use crate::session::editor::Editor;

/// The thickest block that is a wall, metres, and how often the thickness fits into its height and its length.
const WALL: f64 = 0.5;
const THINNER: f64 = 4.0;

/// A name of an entry of `editor`. Those of a table are numbered by kind, as the labels of props in the picture are.
pub fn name_of(editor: &Editor, entry: EntryId) -> Option<String> {
    let content = editor.entries(entry.table).get(entry.number)?;
    let until = editor.entries(entry.table)[..=entry.number].iter();
    let which = until.filter(|other| other.kind == content.kind).count();
    Some(numbered(entry, content, which))
}

/// The name of the selected entry, and which of its points is selected. They count from 1.
pub fn name_of_selected(editor: &Editor) -> Option<String> {
    let name = name_of(editor, editor.selected()?)?;
    Some(match editor.selected_point() {
        Some(_) if editor.selected()?.table == EntryTable::Zone => format!("{name}, target"),
        Some(point) => format!("{name}, point {}", point + 1),
        None => name,
    })
}

/// The entries of `editor` that a search for `sought` finds, by the words of the palette or of the text, in its order.
pub fn found(editor: &Editor, sought: &str) -> Vec<EntryId> {
    let sought = sought.to_lowercase();
    let mut counts: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (entry, content) in editor.all() {
        let of_kind = (entry.table as usize, &*content.kind);
        let which = counts.entry(of_kind).or_default();
        *which += 1;
        let said = format!("{} {} {which}", entry.table.name(), content.kind);
        let names = [numbered(entry, content, *which), said];
        if names
            .iter()
            .any(|name| name.to_lowercase().contains(&sought))
        {
            found.push(entry);
        }
    }
    found
}

fn numbered(entry: EntryId, content: &EntryText, which: usize) -> String {
    if entry.table == EntryTable::Spawn {
        return entry.table.name().to_owned();
    }
    let mut name = format!("{} {which}", word(entry.table, content));
    if let Some(text) = &content.text {
        name += &format!(" “{}”", text.lines().next().unwrap_or_default());
    }
    name
}

/// What the palette calls such an entry, as far as that can be told.
fn word(table: EntryTable, content: &EntryText) -> String {
    let (kind, name) = (&*content.kind, table.name());
    match (table, kind) {
        (EntryTable::Prop, "block") if is_wall(content) => "wall".to_owned(),
        (EntryTable::Prop | EntryTable::Place, _) if !kind.is_empty() => kind.to_owned(),
        (EntryTable::Mover, "block") if rises(content) => "lift".to_owned(),
        (EntryTable::Mover, "block") => "platform".to_owned(),
        (EntryTable::Mover, _) => format!("moving {kind}"),
        (EntryTable::Zone, "start") => "race start".to_owned(),
        (EntryTable::Zone, "launch") => "jump pad".to_owned(),
        (EntryTable::Zone, "finish" | "checkpoint" | "teleport" | "message") => kind.to_owned(),
        _ if kind.is_empty() => name.to_owned(),
        _ => format!("{name} {kind}"),
    }
}

/// Whether a block stands upright and is thin.
fn is_wall(content: &EntryText) -> bool {
    let (size, turn) = (content.numbers.scale, content.numbers.rotation_deg);
    let (thin, long) = match size.x < size.z {
        true => (size.x, size.z),
        false => (size.z, size.x),
    };
    let is_upright = turn.x == 0.0 && turn.z == 0.0;
    is_upright && thin <= WALL && float::min(size.y, long) >= thin * THINNER
}

/// Whether a path leads straight up and down.
fn rises(content: &EntryText) -> bool {
    let mut steps = content.points.windows(2).map(|ends| ends[1] - ends[0]);
    !content.points.is_empty() && steps.all(|step| step.x == 0.0 && step.z == 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::editor::ITEMS;
    use sidle::level::EntryNumbers;

    /// A level of everything that the palette adds, in its order, and some more.
    fn everything() -> Editor {
        let text = "spawn.position = [0, 1, 0]\n";
        let mut editor = Editor::new("level.toml".as_ref(), text).unwrap();
        for item in &ITEMS {
            let numbers = EntryNumbers {
                scale: item.scale,
                ..EntryNumbers::at(sidle::glam::DVec3::ZERO)
            };
            editor.add(item.table, &item.lines(), &numbers).unwrap();
        }
        editor
    }

    #[test]
    fn all_that_the_palette_adds_is_named_and_found_as_there() {
        let editor = everything();
        for item in &ITEMS {
            let of_item = |id: &EntryId| {
                let name = name_of(&editor, *id).unwrap_or_default();
                let rest = name.strip_prefix(item.name);
                rest.is_some_and(|rest| rest.starts_with(' '))
            };
            let named = editor.all().filter(|(id, _)| of_item(id)).count();
            assert_eq!(named, 1, "{}", item.name);
            assert!(
                found(&editor, item.name).iter().any(of_item),
                "{}",
                item.name
            );
        }
        let names = |sought| -> Vec<_> {
            let found = found(&editor, sought).into_iter();
            found.filter_map(|id| name_of(&editor, id)).collect()
        };
        assert_eq!(names("Platf"), ["platform 1"]);
        assert_eq!(names("race"), ["race start 1"]);
        assert_eq!(names("wall"), ["wall 2"]);
        assert_eq!(names("mover"), ["platform 1", "lift 2"]);
        assert_eq!(names("launch"), ["jump pad 1"]);
        assert_eq!(names("zone fin"), ["finish 1"]);
        assert_eq!(names("hello"), ["message 1 “Hello”"]);
        assert_eq!(found(&editor, "").len(), editor.all().count());
    }

    #[test]
    fn a_post_a_slab_and_a_leaning_plate_are_blocks() {
        for (scale, turn, name) in [
            ("[4.0, 2.5, 0.25]", "[0.0, 30.0, 0.0]", "wall 1"),
            ("[0.3, 1.5, 2.0]", "[0.0, 0.0, 0.0]", "wall 1"),
            ("[0.3, 2.5, 0.3]", "[0.0, 0.0, 0.0]", "block 1"),
            ("[4.0, 0.2, 4.0]", "[0.0, 0.0, 0.0]", "block 1"),
            ("[4.0, 2.5, 0.25]", "[60.0, 0.0, 0.0]", "block 1"),
        ] {
            let text = format!(
                "spawn.position = [0, 1, 0]\n[[prop]]\nkind = 'block'\nposition = [0, 0, 0]\n\
                 scale = {scale}\nrotation_deg = {turn}\n"
            );
            let editor = Editor::new("level.toml".as_ref(), &text).unwrap();
            assert_eq!(
                name_of(&editor, EntryId::prop(0)).as_deref(),
                Some(name),
                "{scale}"
            );
        }
    }
}
