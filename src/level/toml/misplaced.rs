//! Keys in a table that does not have them: where they belong.

use toml::de::{DeTable, DeValue};

use super::keys::{KeyTable, TableForm};
use crate::level::text::{did_you_mean, list};

/// The most tables that a message names for one key. Of a key that more have, such as `position`, the author may have intended any.
const MAX_HOMES: usize = 4;

/// Where a key belongs that its table does not have.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// Above all headers.
    Head,
    /// To tables with these headers.
    Tables(Vec<String>),
}

impl Home {
    /// That of the key `name` with this `value`, of a file with these `tables`. `None` if no table has such a key, or
    /// too many have it.
    pub fn of(name: &str, value: &DeValue<'_>, tables: &[&'static KeyTable]) -> Option<Self> {
        let heads = |table: &&&KeyTable| table.form == TableForm::Head;
        let mut head = tables.iter().filter(heads);
        let is_table = match value {
            DeValue::Table(_) => true,
            DeValue::Array(entries) => entries.iter().any(|entry| entry.get_ref().is_table()),
            _ => false,
        };
        let names_a_table = || tables.iter().any(|table| table.name == name);
        if head.any(|head| head.key(name).is_some()) || is_table && names_a_table() {
            return Some(Self::Head);
        }
        let others = tables.iter().filter(|table| !heads(table));
        let others = others.filter(|table| table.key(name).is_some());
        let headers: Vec<_> = others.map(|table| table.header()).collect();
        (1..=MAX_HOMES)
            .contains(&headers.len())
            .then_some(Self::Tables(headers))
    }
}

/// The headers of the tables to which the key `name` belongs, which is in `table`; for a message.
pub(super) fn belongs_to(name: &str, headers: &[String], table: &str) -> String {
    let headers = list(headers.iter().map(String::as_str));
    let why = match (table, name) {
        ("prop", "file" | "mesh") => {
            "; a prop has a `kind`, and `[kinds.NAME]` names the mesh of a kind"
        }
        _ => "",
    };
    format!("`{name}` belongs to {headers}{why}")
}

/// Whether the key `name` seems to be in `table`, but misspelt. It has another key like it, which is not `known`.
pub(super) fn is_misspelt(name: &str, table: &DeTable<'_>, known: impl Fn(&str) -> bool) -> bool {
    let keys = table.keys().map(|key| key.get_ref().as_ref());
    let mut others = keys.filter(|key| !known(key));
    others.any(|other| did_you_mean(other, core::iter::once(name)).is_some())
}

/// Whether a table below `root` has the key `name`, which belongs above all headers.
pub(super) fn is_below(name: &str, root: &DeTable<'_>) -> bool {
    root.values().any(|value| match value.get_ref() {
        DeValue::Table(table) => table.contains_key(name),
        DeValue::Array(entries) => entries.iter().any(|entry| {
            let table = entry.get_ref().as_table();
            table.is_some_and(|table| table.contains_key(name))
        }),
        _ => false,
    })
}
