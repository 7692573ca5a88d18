//! Edits of single keys: those of the level, of the selected entry, and of the surface that it has.

use sidle::glam::DVec3;
use sidle::level::keys::Key;
use sidle::level::{EditError, EditValue, EntryId, EntryTable, TableId};

use crate::options::edit_action::{SurfaceChoice, ValueChange};
use crate::session::editor::Editor;

/// The surfaces that the palette offers to a level without one of this name: the lines, and what it is for. A conveyor gets its
/// direction later.
pub const SURFACES: [(&str, &str, &str); 6] = [
    (
        "ice",
        "friction = 0.1",
        "Slippery: it takes long to start, to turn and to stop.",
    ),
    ("mud", "friction = 10.0", "You stop at once."),
    ("conveyor", "", "It carries you to where you look now."),
    (
        "ladder",
        "ladder = true",
        "You climb its sides by walking against them.",
    ),
    (
        "one-way",
        "one_way = true",
        "You jump up through it, and stand on it.",
    ),
    (
        "sensor",
        "sensor = true",
        "You go through it. The game names it meanwhile.",
    ),
];

/// The speed of a new conveyor; m/s.
const CONVEYOR: f64 = 2.0;

/// How a new jump pad throws; m/s.
const THROW: DVec3 = DVec3::new(0.0, 9.0, 0.0);

impl Editor {
    /// What the field of a key says: the same as the text, unless it is empty and the text cannot be.
    pub fn value(&self, table: TableId, key: &str) -> Option<EditValue> {
        match self.emptied {
            Some(emptied) if emptied == (table, key) => Some(EditValue::Text(String::new())),
            _ => self.text.value(table, key),
        }
    }

    /// The names of the level's surfaces, sorted.
    pub fn surfaces(&self) -> impl Iterator<Item = &str> {
        self.text.surfaces()
    }

    /// The name of the selected entry's own surface.
    pub fn surface(&self) -> Option<String> {
        match self.value(TableId::Entry(self.selected()?), "surface") {
            Some(EditValue::Text(name)) => Some(name),
            _ => None,
        }
    }

    /// Makes a change of the palette. Letters typed one after the other are one undo step, unless they go into two fields. A zone
    /// that becomes a teleport leads to `target`.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn change(&mut self, change: &ValueChange, target: DVec3) -> Result<(), EditError> {
        let ValueChange { table, key, value } = change;
        if let (TableId::Entry(id), "on_enter", Some(EditValue::Text(effect))) =
            (*table, *key, value)
        {
            return self.set_effect(id, effect, target);
        }
        let is_empty = match value {
            Some(EditValue::Text(text)) => text.is_empty(),
            Some(_) => false,
            None => true,
        };
        if is_empty && self.needs_text(*table, key) {
            // A level with an empty sign has a problem. Whoever empties the field goes on to type.
            self.emptied = Some((*table, *key));
            return Ok(());
        }
        let continues = self.typed == Some((*table, *key));
        self.set(*table, key, value.clone(), continues)?;
        self.typed = Some((*table, *key));
        Ok(())
    }

    /// Whether a table cannot do without a text in this key.
    fn needs_text(&self, table: TableId, key: &str) -> bool {
        let is_message = match table {
            TableId::Entry(id) if id.table == EntryTable::Zone => {
                let zone = self.text.entry(id);
                key == "text" && zone.is_some_and(|zone| zone.kind == "message")
            }
            _ => false,
        };
        let is_required = table.keys().key(key).is_some_and(Key::is_required);
        is_message || is_required
    }

    /// Gives a zone this effect, with the keys that it needs and without those that only others have.
    fn set_effect(&mut self, id: EntryId, effect: &str, target: DVec3) -> Result<(), EditError> {
        let table = TableId::Entry(id);
        self.set(
            table,
            "on_enter",
            Some(EditValue::Text(effect.to_owned())),
            false,
        )?;
        let hello = EditValue::Text("Hello".to_owned());
        for (key, needs, usual) in [
            ("to", effect == "teleport", EditValue::Vector(target)),
            ("velocity", effect == "launch", EditValue::Vector(THROW)),
            ("text", effect == "message", hello),
        ] {
            let is_there = self.value(table, key).is_some();
            if needs && !is_there {
                self.set(table, key, Some(usual), true)?;
            } else if is_there && !may_have(effect, key) {
                self.set(table, key, None, true)?;
            }
        }
        self.point = None;
        Ok(())
    }

    /// Gives the selected entries a surface, or takes it away. One that the level lacks is added to it; a conveyor leads `ahead`.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn set_surface(&mut self, choice: SurfaceChoice, ahead: DVec3) -> Result<(), EditError> {
        let (name, keys) = match choice {
            SurfaceChoice::Nothing => (None, String::new()),
            SurfaceChoice::Own(number) => {
                let name = self.surfaces().nth(number);
                (name.map(str::to_owned), String::new())
            }
            SurfaceChoice::Usual(name) => {
                let usual = SURFACES.iter().find(|(usual, ..)| *usual == name);
                let keys = usual.map_or("", |(_, keys, _)| keys);
                let DVec3 { x, y, z } = ahead * CONVEYOR + DVec3::ZERO;
                let keys = match keys {
                    "" => format!("conveyor = [{x:?}, {y:?}, {z:?}]"),
                    keys => keys.to_owned(),
                };
                (Some(name.to_owned()), keys)
            }
            SurfaceChoice::New => {
                let mut names = (1..).map(|number| format!("surface{number}"));
                let name = names.find(|name| !self.surfaces().any(|known| known == name));
                (name, "friction = 0.5".to_owned())
            }
        };
        let mut continues = false;
        if let Some(name) = name.as_deref().filter(|_| !keys.is_empty())
            && !self.surfaces().any(|known| known == name)
        {
            let patch = self.text.add_surface(name, &keys)?;
            self.note(patch, self.selected, None, false);
            continues = true;
        }
        let all: Vec<_> = self.all_selected().filter(|id| has_surface(*id)).collect();
        for id in all {
            let value = name.clone().map(EditValue::Text);
            self.set(TableId::Entry(id), "surface", value, continues)?;
            continues = true;
        }
        Ok(())
    }

    fn set(
        &mut self,
        table: TableId,
        key: &str,
        value: Option<EditValue>,
        continues: bool,
    ) -> Result<(), EditError> {
        let patch = self.text.set_value(table, key, value.as_ref())?;
        self.note(patch, self.selected, None, continues);
        Ok(())
    }
}

/// Whether a zone with this effect may have `key`.
pub fn may_have(effect: &str, key: &str) -> bool {
    match key {
        "to" => effect == "teleport",
        "velocity" => matches!(effect, "launch" | "water"),
        _ => true,
    }
}

/// Whether an entry can name a surface.
pub fn has_surface(id: EntryId) -> bool {
    matches!(
        id.table,
        EntryTable::Prop | EntryTable::Mover | EntryTable::Mesh | EntryTable::Terrain
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A yard\nname = 'Yard' # mine\nspawn.position = [0, 1, 0]\n\n[[prop]] # a\nkind = 'block'\nposition = [0, 0, 0]\n\n\
                        [[prop]]\nkind = 'crate'\nposition = [2, 0, 0] # b\n\n[[zone]]\nposition = [0, 0, 9]\nsize = [1, 1, 1] # wide\n\
                        on_enter = 'finish'\ntext = 'Done' # said\n";

    fn editor() -> Editor {
        Editor::new("level.toml".as_ref(), TEXT).expect("a level's text")
    }

    fn zone() -> EntryId {
        "zone 0".parse().expect("an id")
    }

    #[test]
    fn a_surface_is_made_once_given_to_all_that_are_selected_and_taken_away() {
        let mut editor = editor();
        let [a, b] = [0, 1].map(EntryId::prop);
        editor.select_all(&[a, b, zone()]);
        editor
            .set_surface(SurfaceChoice::Usual("ice"), DVec3::X)
            .expect("ice");
        let both = TEXT
            .replace("[0, 0, 0]\n", "[0, 0, 0]\nsurface = \"ice\"\n")
            .replace("# b\n", "# b\nsurface = \"ice\"\n");
        let icy = both + "\n[surfaces.ice]\nfriction = 0.1\n";
        assert_eq!(editor.text(), icy);
        assert_eq!(editor.surface().as_deref(), Some("ice"));
        assert_eq!(editor.undo(), Ok(true));
        assert_eq!(editor.text(), TEXT, "one step");
        assert_eq!(editor.redo(), Ok(true));
        editor.select(Some(b));
        editor
            .set_surface(SurfaceChoice::Nothing, DVec3::X)
            .expect("nothing");
        assert_eq!(
            editor.text(),
            icy.replace("# b\nsurface = \"ice\"\n", "# b\n")
        );
        editor
            .set_surface(SurfaceChoice::Own(0), DVec3::X)
            .expect("ice again");
        assert_eq!(editor.text(), icy);
        for (choice, lines) in [
            (
                SurfaceChoice::Usual("conveyor"),
                "[surfaces.conveyor]\nconveyor = [0.0, 0.0, -2.0]\n",
            ),
            (SurfaceChoice::New, "[surfaces.surface1]\nfriction = 0.5\n"),
            (SurfaceChoice::New, "[surfaces.surface2]\nfriction = 0.5\n"),
        ] {
            editor.set_surface(choice, DVec3::NEG_Z).expect("a surface");
            assert!(editor.text().ends_with(lines), "{}", editor.text());
        }
        assert_eq!(editor.text().matches("surface = ").count(), 2);
    }

    #[test]
    fn a_zone_gets_the_keys_that_its_effect_needs_and_one_undo_brings_all_back() {
        let mut editor = editor();
        editor.select(Some(zone()));
        let mut set = |effect: &str| {
            let change = ValueChange {
                table: TableId::Entry(zone()),
                key: "on_enter",
                value: Some(EditValue::Text(effect.to_owned())),
            };
            editor
                .change(&change, DVec3::new(1.0, 2.0, 3.0))
                .expect("an effect");
            let after = editor.text().to_owned();
            assert_eq!(editor.undo(), Ok(true));
            assert_eq!(editor.text(), TEXT);
            editor.redo().expect("an effect");
            editor.undo().expect("an effect");
            after
        };
        let with =
            |effect: &str, more: &str| TEXT.replace("'finish'\n", &format!("\"{effect}\"\n{more}"));
        assert_eq!(set("teleport"), with("teleport", "to = [1.0, 2.0, 3.0]\n"));
        assert_eq!(
            set("launch"),
            with("launch", "velocity = [0.0, 9.0, 0.0]\n")
        );
        assert_eq!(set("message"), with("message", ""));
    }

    #[test]
    fn an_emptied_field_waits_for_the_next_letter_where_the_text_needs_one() {
        let mut editor = editor();
        let set = |editor: &mut Editor, table, key, text: &str| {
            let value = Some(EditValue::Text(text.to_owned())).filter(|_| !text.is_empty());
            let change = ValueChange { table, key, value };
            editor.change(&change, DVec3::ZERO).expect("a text");
        };
        set(&mut editor, TableId::Head, "name", "");
        assert_eq!(editor.text(), TEXT);
        assert_eq!(
            editor.value(TableId::Head, "name"),
            Some(EditValue::Text(String::new()))
        );
        set(&mut editor, TableId::Head, "name", "N");
        assert_eq!(editor.text(), TEXT.replace("'Yard'", "\"N\""));
        assert_eq!(
            editor.value(TableId::Head, "name"),
            Some(EditValue::Text("N".to_owned()))
        );
        set(&mut editor, TableId::Head, "name", "");
        editor.select(None);
        assert_eq!(
            editor.value(TableId::Head, "name"),
            Some(EditValue::Text("N".to_owned()))
        );
        // A finish does without, and keeps the comment.
        let table = TableId::Entry(zone());
        set(&mut editor, table, "text", "");
        assert!(
            editor.text().ends_with("on_enter = 'finish'\n# said\n"),
            "{}",
            editor.text()
        );
        set(&mut editor, table, "on_enter", "message");
        set(&mut editor, table, "text", "");
        assert!(
            editor.text().contains("text = \"Hello\"\n"),
            "{}",
            editor.text()
        );
    }

    #[test]
    fn letters_of_one_field_are_one_undo_step_and_those_of_two_are_two() {
        let mut editor = editor();
        let mut type_into = |key, texts: [&str; 2]| {
            for text in texts {
                let change = ValueChange {
                    table: TableId::Head,
                    key,
                    value: Some(EditValue::Text(text.to_owned())),
                };
                editor.change(&change, DVec3::ZERO).expect("a text");
            }
        };
        type_into("name", ["Y", "Yo"]);
        type_into("about", ["W", "Walk"]);
        let named = TEXT.replace("'Yard'", "\"Yo\"");
        assert_eq!(
            editor.text(),
            named.replace("# mine\n", "# mine\nabout = \"Walk\"\n")
        );
        for text in [&*named, TEXT] {
            assert_eq!(editor.undo(), Ok(true));
            assert_eq!(editor.text(), text);
        }
    }
}
