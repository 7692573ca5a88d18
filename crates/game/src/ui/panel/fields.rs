//! Fields for the keys of a table in the level's text, each with what the reference says about it.

use egui::{Checkbox, ComboBox, DragValue, Response, RichText, TextEdit, TextStyle, Ui, vec2};

use sidle::geometry::float::clamp;
use sidle::glam::DVec3;
use sidle::level::keys::{Key, KeyDefault, NumberRange, ValueType};
use sidle::level::{EditValue, EntryTable, TableId};

use crate::options::edit_action::ValueChange;
use crate::session::editor::{Editor, may_have};
use crate::ui::panel::style;
use crate::view::palette::AXES;

/// Width of a number; points.
pub const NUMBER: f32 = 55.0;

/// The keys that the palette shows in another way, or not at all.
const ELSEWHERE: [&str; 15] = [
    "format",
    "position",
    "yaw_deg",
    "pitch_deg",
    "rotation_deg",
    "scale",
    "size",
    "path",
    "kind",
    "file",
    "triangles",
    "prefab",
    "color",
    "surface",
    "match",
];

/// The usual value of a number that a level has no default for.
const USUAL: [(&str, f64); 2] = [("max_slope_deg", 50.0), ("step_height", 0.35)];

/// Plainer words for the names of keys, and for what holds without a key.
const WORDS: [(&str, &str); 3] = [
    ("collide", "collides as"),
    ("on_hit", "if it hits something"),
    ("on_end", "at the end of its path"),
];
const UNSET: [(&str, &str); 1] = [("its kind's", "its kind does")];

/// The plainer words for `name` among these, or itself.
fn plainer<'w>(name: &'w str, words: &[(&str, &'w str)]) -> &'w str {
    let found = words.iter().find(|(known, _)| *known == name);
    found.map_or(name, |(_, words)| words)
}

/// Shows the keys of `table`. What the player changes is added to `changes`.
pub fn show(ui: &mut Ui, editor: &Editor, table: TableId, changes: &mut Vec<ValueChange>) {
    let effect = match table {
        TableId::Entry(id) if id.table == EntryTable::Zone => editor
            .entries(id.table)
            .get(id.number)
            .map(|zone| &*zone.kind),
        _ => None,
    };
    let keys = table.keys().keys.iter();
    for key in keys.filter(|key| !ELSEWHERE.contains(&key.name)) {
        let applies = effect.is_none_or(|effect| may_have(effect, key.name));
        if applies && let Some(value) = show_key(ui, key, editor.value(table, key.name)) {
            let key = key.name;
            changes.push(ValueChange { table, key, value });
        }
    }
}

/// What a field is for, from the reference of the format.
pub fn tip(table: TableId, key: &str) -> String {
    let key = table.keys().key(key);
    key.map_or(String::new(), |key| plain(&key.doc()))
}

/// The name of a field, above it.
pub fn name(ui: &mut Ui, text: &str, tip: &str) {
    let text = RichText::new(text).small().color(style::FAINT);
    ui.label(text).on_hover_text(tip);
}

/// The field of `key`, which says `said`. Returns its new value, if the player has changed it; `None` in that removes the key.
fn show_key(ui: &mut Ui, key: &Key, said: Option<EditValue>) -> Option<Option<EditValue>> {
    let tip = plain(&key.doc());
    let words = plainer(key.name, &WORDS);
    let words = words.trim_end_matches("_deg").replace('_', " ");
    let unit = match key.unit {
        "" => String::new(),
        "degrees" => ", °".to_owned(),
        "metres" => ", m".to_owned(),
        unit => format!(", {unit}"),
    };
    let label = words.clone() + &unit;
    match (key.value, said) {
        (ValueType::Boolean, said) => {
            let usual = key.default_value().as_deref() == Some("true");
            let mut on = match said {
                Some(EditValue::Switch(on)) => on,
                _ => usual,
            };
            let field = ui.checkbox(&mut on, words).on_hover_text(tip);
            field.changed().then_some(Some(EditValue::Switch(on)))
        }
        (ValueType::Choice(names), said) => {
            let value = key.default_value().unwrap_or_default();
            let (usual, is_unset) = match key.default {
                KeyDefault::Unset(words) => (plainer(&plain(words), &UNSET).to_owned(), true),
                _ => (value.trim_matches('"').to_owned(), false),
            };
            let chosen = match &said {
                Some(EditValue::Text(name)) => name,
                _ => &usual,
            };
            // The words for what holds without the key take it away.
            let unset = is_unset.then_some(&*usual).into_iter();
            let options = unset.chain(names.iter().copied());
            let mut taken = None;
            ui.horizontal(|ui| {
                name(ui, &label, &tip);
                let field = ComboBox::from_id_salt(key.name).selected_text(chosen);
                let field = field.show_ui(ui, |ui| {
                    for one in options {
                        if ui.selectable_label(chosen == one, one).clicked() {
                            taken = Some(one.to_owned());
                        }
                    }
                });
                field.response.on_hover_text(tip);
            });
            let taken = taken.filter(|taken| taken != chosen);
            taken.map(|taken| (!is_unset || taken != usual).then_some(EditValue::Text(taken)))
        }
        (ValueType::Number(range), said) => {
            let mut number = match said {
                Some(EditValue::Number(number)) => Some(number),
                _ => key.default_value().and_then(|usual| usual.parse().ok()),
            };
            let before = number;
            ui.horizontal(|ui| {
                if let KeyDefault::Unset(_) = key.default {
                    let mut own = number.is_some();
                    let field = ui.add(Checkbox::without_text(&mut own));
                    if field.on_hover_text(&tip).changed() {
                        let usual = USUAL.iter().find(|(name, _)| *name == key.name);
                        number = own.then_some(usual.map_or(range.min, |(_, usual)| *usual));
                    }
                }
                name(ui, &label, &tip);
                if let Some(number) = &mut number {
                    show_number(ui, number, (&range, None), &tip);
                }
            });
            (number != before).then(|| number.map(EditValue::Number))
        }
        (ValueType::Vector(range), said) => {
            let mut vector = match said {
                Some(EditValue::Vector(vector)) => vector,
                _ => DVec3::ZERO,
            };
            let before = vector;
            name(ui, &label, &tip);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                for axis in 0..3 {
                    show_number(ui, &mut vector[axis], (&range, Some(axis)), &tip);
                }
            });
            (vector != before).then_some(Some(EditValue::Vector(vector)))
        }
        (ValueType::String(most), said) => {
            let mut text = match said {
                Some(EditValue::Text(text)) => text,
                _ => String::new(),
            };
            name(ui, &label, &tip);
            let field = match key.name {
                "name" => TextEdit::singleline(&mut text),
                _ => TextEdit::multiline(&mut text).desired_rows(2),
            };
            let field = field.char_limit(most).desired_width(f32::INFINITY);
            let changed = ui.add(field).on_hover_text(tip).changed();
            // A level does without an empty text where it may.
            let is_left_out = text.is_empty() && !key.is_required();
            changed.then(|| (!is_left_out).then_some(EditValue::Text(text)))
        }
        _ => None,
    }
}

/// The field of a number; that of an axis has its letter and its colour.
pub fn number(ui: &mut Ui, field: DragValue, axis: Option<usize>) -> Response {
    let size = vec2(NUMBER, ui.spacing().interact_size.y);
    let Some(axis) = axis else {
        return ui.add_sized(size, field);
    };
    let shown = ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for look in [
            &mut widgets.noninteractive,
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
        ] {
            look.fg_stroke.color = style::color(AXES[axis]);
        }
        ui.spacing_mut().button_padding.x = 1.0;
        ui.style_mut().drag_value_text_style = TextStyle::Small;
        ui.add_sized(size, field.prefix(["X ", "Y ", "Z "][axis]))
    });
    shown.inner
}

/// The field of a number. One of the file that is out of the range stays, until the player changes it.
fn show_number(
    ui: &mut Ui,
    value: &mut f64,
    (range, axis): (&NumberRange, Option<usize>),
    tip: &str,
) {
    let mut shown = *value;
    let field = DragValue::new(&mut shown).speed(0.05).max_decimals(3);
    let field = number(ui, field, axis);
    if field.on_hover_text(tip).changed() && shown.is_finite() {
        let least = range.min + if range.above_min { 0.001 } else { 0.0 };
        *value = clamp(shown, least, range.max);
    }
}

/// Markdown as plain text, without its links.
fn plain(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, link)) = rest.split_once('[') {
        let Some((words, (_, after))) = link
            .split_once("](")
            .and_then(|(words, link)| Some((words, link.split_once(')')?)))
            .filter(|(words, _)| !words.contains(['[', ']']))
        else {
            plain += before;
            plain.push('[');
            rest = link;
            continue;
        };
        plain += before;
        plain += words;
        rest = after;
    }
    plain += rest;
    // What the game has no page for.
    let sentences = plain.split_inclusive(". ");
    let kept: String = sentences.filter(|said| !said.starts_with("See ")).collect();
    kept.replace('`', "").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::level::keys::LEVEL;

    #[test]
    fn the_numbers_of_axes_have_their_letters_and_colours() {
        use egui::{CentralPanel, Context, RawInput, Shape};
        let context = Context::default();
        let mut value = [1.5, -12.345, 7.0];
        let output = context.run(RawInput::default(), |context| {
            CentralPanel::default().show(context, |ui| {
                for (axis, value) in value.iter_mut().enumerate() {
                    number(ui, DragValue::new(value).max_decimals(3), Some(axis));
                }
                number(ui, DragValue::new(&mut value[0]).max_decimals(3), None);
            });
        });
        let shapes = output.shapes.iter();
        let shown = shapes.filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), text.fallback_color)),
            _ => None,
        });
        let shown: Vec<_> = shown.collect();
        for (axis, text) in ["X 1.5", "Y -12.345", "Z 7"].into_iter().enumerate() {
            let expected = (text.to_owned(), style::color(AXES[axis]));
            assert_eq!(shown[axis], expected);
        }
        assert_eq!(shown[3].0, "1.5");
        assert!(shown[..3].iter().all(|(_, color)| *color != shown[3].1));
    }

    #[test]
    fn the_tips_of_all_keys_are_plain_text() {
        for table in LEVEL {
            for key in table.keys {
                let tip = plain(&key.doc());
                let name = format!("{} {}: {tip}", table.header(), key.name);
                assert!(!tip.contains('`') && !tip.contains("]("), "{name}");
                assert!(!tip.is_empty(), "{name}");
            }
        }
        assert_eq!(
            plain("It opens. See [zones](#zones). In `[surfaces]`, [so](x) it is."),
            "It opens. In [surfaces], so it is."
        );
    }

    #[test]
    fn plainer_words_are_those_of_known_keys() {
        let keys = || LEVEL.iter().flat_map(|table| table.keys);
        for (name, _) in WORDS {
            assert!(keys().any(|key| key.name == name), "{name}");
        }
        for (name, words) in UNSET {
            let unset = |default: &KeyDefault| match default {
                KeyDefault::Unset(words) => plain(words) == name,
                _ => false,
            };
            assert!(keys().any(|key| unset(&key.default)), "{name}");
            assert_eq!(plainer(name, &UNSET), words);
        }
    }

    #[test]
    fn every_key_of_what_can_be_selected_has_a_field_or_another_place() {
        let tables = EntryTable::ALL.into_iter();
        let tables = tables.map(|table| TableId::Entry(sidle::level::EntryId { table, number: 0 }));
        for table in tables.chain([TableId::Head, TableId::Surface(0)]) {
            for key in table.keys().keys {
                let has_field = matches!(
                    key.value,
                    ValueType::Boolean
                        | ValueType::Choice(_)
                        | ValueType::Number(_)
                        | ValueType::Vector(_)
                        | ValueType::String(_)
                );
                let is_elsewhere = ELSEWHERE.contains(&key.name);
                assert!(has_field || is_elsewhere, "{table:?} {}", key.name);
            }
        }
    }
}
