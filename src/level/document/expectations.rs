//! The `[audit]` of a level's text, what an audit expects of the level.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use crate::geometry::Aabb;
use crate::level::text::a;
use crate::level::toml::keys::{AUDIT, AUDIT_BOX, AUDIT_IGNORED};
use crate::level::toml::{COORDINATES, Reader, Table};

/// What an audit expects of a level, its `[audit]`. The simulation ignores it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Expectations {
    /// Places that a walker must come to; metres.
    pub reach: Vec<DVec3>,
    /// The zones that a walker must enter, by their numbers in the level, from 0.
    pub reach_zones: Vec<u32>,
    /// Boxes that no walker may enter.
    pub never: Vec<Aabb>,
    /// The zones that no walker may enter.
    pub never_zones: Vec<u32>,
    /// The findings to ignore.
    pub ignore: Vec<IgnoredFinding>,
}

/// A finding that the author knows and accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredFinding {
    /// The id that a report gives it.
    pub id: String,
    /// Why it is accepted.
    pub why: String,
}

/// The name of zones in `reach` or `never`. Their numbers are known once all files are read.
#[derive(Clone, Debug)]
pub struct ExpectedZone {
    pub name: String,
    pub is_never: bool,
    pub span: Range<usize>,
}

/// Reads the `[audit]` below `top`, and which zones it names.
pub(super) fn read_expectations(
    reader: &mut Reader<'_>,
    top: &Table<'_, '_>,
) -> (Expectations, Vec<ExpectedZone>) {
    let (mut expected, mut zones) = (Expectations::default(), Vec::new());
    let table = top.get("audit");
    let Some(table) = table.and_then(|value| reader.table("audit", value, &AUDIT)) else {
        return (expected, zones);
    };
    if let Some(value) = list(reader, &table, "reach", "[[x, y, z], …]") {
        for place in without_zones(value, false, &mut zones) {
            expected
                .reach
                .extend(reader.vector("reach", place, &COORDINATES));
        }
    }
    if let Some(value) = list(reader, &table, "never", "[{ min = [..], max = [..] }, …]") {
        let boxes = without_zones(value, true, &mut zones);
        for entry in reader.tables_of(boxes.into_iter(), &AUDIT_BOX) {
            let (min, max) = (entry.vector(reader, "min"), entry.vector(reader, "max"));
            entry.report_unknown_keys(reader);
            let (Some(min), Some(max)) = (min, max) else {
                continue;
            };
            match Aabb::from_points([min, max]).filter(|bounds| bounds.min() == min) {
                Some(area) => expected.never.push(area),
                None => {
                    let message = "`min` is greater than `max` along an axis";
                    let label = "expected `min` to hold the least coordinate along each axis";
                    reader.error(entry.span(), message, label);
                }
            }
        }
    }
    if let Some(value) = list(reader, &table, "ignore", "[{ id = \"…\", why = \"…\" }, …]") {
        for entry in reader.tables(value, &AUDIT_IGNORED) {
            let (id, why) = (entry.string(reader, "id"), entry.string(reader, "why"));
            entry.report_unknown_keys(reader);
            if let (Some(id), Some(why)) = (id, why) {
                expected.ignore.push(IgnoredFinding { id, why });
            }
        }
    }
    table.report_unknown_keys(reader);
    (expected, zones)
}

/// The entries of a list that are no names. Adds the names to `zones`.
fn without_zones<'v, 'i>(
    value: &'v Spanned<DeValue<'i>>,
    is_never: bool,
    zones: &mut Vec<ExpectedZone>,
) -> Vec<&'v Spanned<DeValue<'i>>> {
    let entries = value.get_ref().as_array().into_iter().flatten();
    let others = entries.filter(|entry| {
        let name = entry.get_ref().as_str();
        zones.extend(name.map(|name| ExpectedZone {
            name: name.to_owned(),
            is_never,
            span: entry.span(),
        }));
        name.is_none()
    });
    others.collect()
}

/// The value of `key`, if it is a list.
fn list<'v, 'i>(
    reader: &mut Reader<'_>,
    table: &Table<'v, 'i>,
    key: &str,
    form: &str,
) -> Option<&'v Spanned<DeValue<'i>>> {
    let (_, value) = table.value(reader, key)?;
    if value.get_ref().as_array().is_some() {
        return Some(value);
    }
    let message = format!("`{key}` is {}", a(value.get_ref().type_str()));
    reader.error(value.span(), message, format!("expected a list: `{form}`"));
    None
}
