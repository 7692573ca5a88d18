//! The keys of prefabs, and of their places.

use super::key::{Key, KeyTable, TableForm, ValueType};
use super::level::{MOVER, POSITION, PROP, ROTATION, SIGN, STRING, ZONE};
use crate::level::toml::range::POSITIVE_FACTORS;

pub(crate) const PREFABS: KeyTable = KeyTable {
    name: "prefabs",
    form: TableForm::Named,
    is_required: false,
    doc: "A prefab is a group of entries that a level repeats: a tower, a staircase, a row of trees. Its positions are relative to \
          the prefab's origin. Alone it adds nothing: each `[[place]]` adds it once.",
    keys: &[
        Key::optional("prop", ValueType::Tables(&PROP), "[]")
            .means("Its props, each in a `[[prefabs.NAME.prop]]`, with the keys of `[[prop]]`."),
        Key::optional("mover", ValueType::Tables(&MOVER), "[]")
            .means("Its movers, with the keys of `[[mover]]`."),
        Key::optional("sign", ValueType::Tables(&SIGN), "[]")
            .means("Its signs, with the keys of `[[sign]]`."),
        Key::optional("zone", ValueType::Tables(&ZONE), "[]").means(
            "Its zones, with the keys of `[[zone]]`. The target of a teleport is relative, too.",
        ),
    ],
};

pub(crate) const PLACE: KeyTable = KeyTable {
    name: "place",
    form: TableForm::List,
    is_required: false,
    doc: "A place adds the entries of a prefab to the level, behind the level's own. After a change of the prefab, all its places change.",
    keys: &[
        Key::required("prefab", STRING, "\"NAME\"")
            .means("The name of the prefab, one of `[prefabs]`."),
        POSITION.means("Where the prefab's origin goes."),
        ROTATION,
        Key::optional("scale", ValueType::Number(POSITIVE_FACTORS), "1.0")
            .means("One factor for all axes: sizes and distances grow, speeds stay."),
    ],
};
