//! Levels from maps of Quake and its descendants, as TrenchBroom and Radiant write them.
//!
//! Reading order: [`read_map`] here, `lexer.rs` and `parse.rs` (from the text to `text.rs`), `hull.rs` (from planes to corners),
//! `patch.rs` (curves), `materials.rs` and `classes.rs` (what names mean), `mapping.rs`, `pictures.rs` and `wad.rs` (how faces look), `solids.rs` (meshes) and `entities.rs` (where the
//! player starts, movers and zones). The group `authored` says what of them a level gets.
//!
//! A map becomes metres with Y up: (x, y, z) goes to (x, z, -y), divided by its units per metre. The corners of Quake's grid are
//! exact in 32 bits.
//!
//! Sources: the map formats of the Quake series, as documented by id Software's compilers; Valve's 220 format; the manual of
//! TrenchBroom. Differences: movers never wait, and need no trigger.

mod classes;
mod entities;
mod hull;
mod lexer;
mod mapping;
mod materials;
mod parse;
mod patch;
mod pictures;
mod solids;
mod text;
mod wad;

use std::collections::BTreeSet;
use std::path::Path;

use self::entities::{Entities, start_of};
pub(super) use self::pictures::MapFiles;
use self::solids::{Solids, count_triangles};
use self::text::Entity;
use crate::level::authored::Authored;
use crate::level::files::has_extension;
use crate::level::text::{Diagnostic, Problems, Source};

/// Units of a map in a metre, as far as the map does not say otherwise: Quake's player is then 1 m wide and 1.75 m high.
const UNITS_PER_METRE: f64 = 32.0;

/// The key of the first entity that says otherwise, and its range.
const SCALE_KEY: &str = "_units_per_metre";
const SCALES: core::ops::RangeInclusive<f64> = 1e-3..=1e5;

/// Memory of a map's text for each `(`, `{` and `"` in it, while it is read; bytes.
pub(super) const POINT_MEMORY: u64 = 64;
pub(super) const BLOCK_MEMORY: u64 = 250;
pub(super) const QUOTE_MEMORY: u64 = 30;

/// What is known of a map's text.
pub(super) struct ReadMap {
    /// An upper bound.
    pub triangles: u64,
    /// `None` if there are errors, or too many triangles.
    pub map: Option<Authored>,
    pub problems: Vec<Diagnostic>,
}

/// Whether the file at `path` is a map, by its name.
pub(super) fn is_map(path: &Path) -> bool {
    has_extension(path, &["map"])
}

/// How much memory the text of a map takes at most while it is read, besides itself and its triangles; bytes.
pub(super) fn text_memory(bytes: &[u8]) -> u64 {
    let each = |byte: &u8| match byte {
        b'(' => POINT_MEMORY,
        b'{' => BLOCK_MEMORY,
        b'"' => QUOTE_MEMORY,
        _ => 0,
    };
    bytes.iter().map(each).sum()
}

/// Reads a map, unless it has more triangles than `most`. The pictures of its materials are among `files`.
pub(super) fn read_map(source: &Source, most: u64, files: &mut MapFiles<'_>) -> ReadMap {
    let mut problems = Problems::new(source);
    let entities = parse::parse(source.text(), &mut problems);
    let omitted = omitted_groups(&entities);
    let is_kept = |entity: &&Entity<'_>| {
        let mut owners = ["_tb_id", "_tb_layer", "_tb_group"].into_iter();
        !owners.any(|key| entity.value(key).is_some_and(|id| omitted.contains(id)))
    };
    let entities: Vec<&Entity<'_>> = entities.iter().filter(is_kept).collect();
    let triangles = entities.iter().map(|entity| count_triangles(entity));
    let triangles = triangles.fold(0, u64::saturating_add);
    let mut map = None;
    if triangles <= most && !problems.has_errors() {
        map = build(&entities, files, &mut problems);
    }
    ReadMap {
        triangles,
        map: map.filter(|_| !problems.has_errors()),
        problems: problems.finish(),
    }
}

/// Builds everything that `entities` say.
fn build(
    entities: &[&Entity<'_>],
    files: &mut MapFiles<'_>,
    problems: &mut Problems<'_>,
) -> Option<Authored> {
    let scale = 1.0 / units_per_metre(entities, problems);
    let pictures = files.pictures(entities, problems);
    let mut solids = Solids::build(entities, scale, pictures, problems);
    let known = Entities::find(entities, scale);
    let (mut movers, mut zones) = (Vec::new(), Vec::new());
    for (number, entity) in entities.iter().enumerate() {
        movers.extend(known.mover(entity, &mut solids, number, problems));
        zones.extend(known.zone(entity, solids.ends(number), problems));
    }
    zones.extend(entities::waters(solids.waters(), scale));
    known.note_others(entities, problems);
    let layers = solids.finish();
    if layers.is_empty() {
        let message = "this map has nothing to stand on";
        problems.error(0..0, message, "expected at least one solid brush", None);
        return None;
    }
    Some(Authored {
        layers,
        start: start_of(entities, scale),
        movers,
        zones,
    })
}

/// How many units a metre has.
fn units_per_metre(entities: &[&Entity<'_>], problems: &mut Problems<'_>) -> f64 {
    let mut pairs = entities.iter().filter_map(|entity| entity.pair(SCALE_KEY));
    let Some(pair) = pairs.next() else {
        return UNITS_PER_METRE;
    };
    let number = text::finite(pair.value.trim());
    number
        .filter(|number| SCALES.contains(number))
        .unwrap_or_else(|| {
            let message = format!("`{SCALE_KEY}` is not a usual number: {UNITS_PER_METRE} taken");
            let label = "expected how many units of the map are a metre, such as `32`";
            problems.warning(pair.place(), message, label, None);
            UNITS_PER_METRE
        })
}

/// The layers that TrenchBroom leaves out of an export, with the groups on them, by their ids.
fn omitted_groups<'t>(entities: &[Entity<'t>]) -> BTreeSet<&'t str> {
    let mut omitted = BTreeSet::new();
    let groups = || {
        entities
            .iter()
            .filter(|entity| entity.value("_tb_type").is_some())
    };
    for layer in groups() {
        if layer.value("_tb_layer_omit_from_export") == Some("1") {
            omitted.extend(layer.value("_tb_id"));
        }
    }
    // Those on a layer first, then the groups in them.
    for _ in 0..MAX_NESTING {
        let before = omitted.len();
        for group in groups() {
            let mut owners = ["_tb_layer", "_tb_group"].into_iter();
            if owners.any(|key| group.value(key).is_some_and(|id| omitted.contains(id))) {
                omitted.extend(group.value("_tb_id"));
            }
        }
        if omitted.len() == before {
            break;
        }
    }
    omitted
}

/// How deep groups in groups are followed. Larger: a hostile chain of them takes long.
const MAX_NESTING: usize = 16;

#[cfg(test)]
pub(super) mod tests;
