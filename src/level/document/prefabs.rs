//! The `[prefabs]` of a level's text, and the `[[place]]`s, each of which adds the entries of one to the level.

use core::ops::Range;

use glam::DVec3;
use toml::Spanned;
use toml::de::DeValue;

use super::slips::Occupied;
use super::zones::read_zones;
use super::{Document, read_placement, report_unknown};
use crate::geometry::{Obb, Placement, Polyline};
use crate::level::text::{did_you_mean, list};
use crate::level::toml::keys::{PLACE, PREFABS};
use crate::level::toml::{LARGEST, Reader, Table};
use crate::order::sort_by;
use crate::world::ZoneAction;

/// The most memory that the entries of all places may take; bytes, for about 250 000 props. Larger: a short text fills the memory
/// before its props are counted.
const MOST_MEMORY: usize = 64 << 20;

/// How much of that an entry takes, without its path and its texts; bytes.
const ENTRY_MEMORY: usize = 256;

/// What a `[[place]]` has added to a level: a prefab's props, movers, zones and signs, by their numbers in the level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlacedPrefab {
    /// The prefab's name.
    pub prefab: String,
    /// Where it stands.
    pub placement: Placement,
    /// Its props.
    pub props: Range<usize>,
    /// Its movers.
    pub movers: Range<usize>,
    /// Its zones.
    pub zones: Range<usize>,
    /// Its signs.
    pub signs: Range<usize>,
}

impl Document {
    /// Adds the entries of each `[[place]]` behind those of the level itself.
    pub(super) fn read_places(&mut self, reader: &mut Reader<'_>, top: &Table<'_, '_>) {
        let prefabs = self.read_prefabs(reader, top);
        let Some(value) = top.get("place") else {
            return;
        };
        let (mut occupied, mut memory) = (Occupied::default(), 0);
        for table in reader.tables(value, &PLACE) {
            let mut placement = read_placement(reader, &table);
            placement.scale = DVec3::splat(table.number(reader, "scale").unwrap_or(1.0));
            table.report_unknown_keys(reader);
            let Some((_, value)) = table.value(reader, "prefab") else {
                continue;
            };
            let Some(name) = reader.string("prefab", value) else {
                continue;
            };
            let found = prefabs.binary_search_by(|(known, ..)| known.cmp(&name));
            let Some((_, prefab, size)) = found.ok().and_then(|at| prefabs.get(at)) else {
                let names = prefabs.iter().map(|(name, ..)| name.as_str());
                report_unknown(reader, "prefab", (&name, value.span()), names, || {
                    "to define a prefab, write `[[prefabs.NAME.prop]]` above its first prop"
                        .to_owned()
                });
                continue;
            };
            memory += size;
            if memory > MOST_MEMORY {
                let message = "the prefabs add too much to this level";
                let label = "the first place beyond the limit";
                let help = "place fewer, or leave out what their prefabs repeat";
                reader.error_with_help(table.span(), message, label, Some(help.to_owned()));
                return;
            }
            let thing = ("prefab", &*name);
            occupied.add(thing, &placement, table.span(), &mut reader.problems);
            let placed = PlacedPrefab {
                prefab: name,
                placement,
                props: self.props.len()..self.props.len() + prefab.props.len(),
                movers: self.movers.len()..self.movers.len() + prefab.movers.len(),
                zones: self.zones.len()..self.zones.len() + prefab.zones.len(),
                signs: self.signs.len()..self.signs.len() + prefab.signs.len(),
            };
            self.placed.push(placed);
            if let Err(reason) = self.add_placed(prefab, &placement, &table.span()) {
                let (message, label) = reason.explain();
                reader.error(table.span(), message, label);
            }
        }
    }

    /// The prefabs, sorted by name, each with the memory that a place of it takes.
    fn read_prefabs(
        &mut self,
        reader: &mut Reader<'_>,
        top: &Table<'_, '_>,
    ) -> Vec<(String, Self, usize)> {
        let mut prefabs = Vec::new();
        let of_level = top.get("prefabs");
        let Some(of_level) = of_level.and_then(|value| reader.any_table("prefabs", value)) else {
            return prefabs;
        };
        for (key, value) in of_level {
            let name = key.get_ref().to_string();
            let Some(table) = reader.table(&format!("prefabs.{name}"), value, &PREFABS) else {
                continue;
            };
            let mut prefab = Self {
                kinds: core::mem::take(&mut self.kinds),
                surfaces: core::mem::take(&mut self.surfaces),
                ..Self::default()
            };
            prefab.read_props(reader, &table);
            prefab.read_movers(reader, &table);
            prefab.read_signs(reader, &table);
            prefab.zones = read_zones(reader, &table);
            self.kinds = core::mem::take(&mut prefab.kinds);
            self.surfaces = core::mem::take(&mut prefab.surfaces);
            let props = prefab.props.iter().map(|prop| &prop.kind);
            for kind in props.chain(prefab.movers.iter().map(|mover| &mover.kind)) {
                if let Some(kind) = self.kinds.get_mut(kind) {
                    kind.in_prefab = true;
                }
            }
            report_strange_keys(reader, value);
            let size = prefab.memory();
            prefabs.push((name, prefab, size));
        }
        sort_by(&mut prefabs, |(a, ..), (b, ..)| a.cmp(b));
        prefabs
    }

    /// How much memory a copy of its entries takes, from above; bytes.
    fn memory(&self) -> usize {
        let props = self.props.iter().map(|prop| prop.kind.len());
        let movers = self.movers.iter();
        let movers = movers.map(|mover| mover.kind.len() + mover.path.points().len() * 64);
        let signs = self.signs.iter().map(|sign| sign.text.len());
        let zones = self.zones.iter();
        let zones = zones.map(|zone| zone.text.as_ref().map_or(0, String::len));
        let all = props.chain(movers).chain(signs).chain(zones);
        all.map(|more| more + ENTRY_MEMORY).sum::<usize>() + ENTRY_MEMORY
    }

    /// Adds the entries of `prefab`, placed `by` the entry at `span`.
    fn add_placed(
        &mut self,
        prefab: &Self,
        by: &Placement,
        span: &Range<usize>,
    ) -> Result<(), NoPlace> {
        let Placement {
            rotation: turn,
            scale: growth,
            ..
        } = *by;
        let at = |point: DVec3| {
            let placed = by.apply(point);
            let in_reach = placed.abs().max_element() <= LARGEST;
            in_reach.then_some(placed).ok_or(NoPlace::TooFar)
        };
        let placed = |own: &Placement| -> Result<_, NoPlace> {
            Ok(Placement {
                position: at(own.position)?,
                rotation: turn * own.rotation,
                scale: own.scale * growth,
            })
        };
        for prop in &prefab.props {
            let mut prop = prop.clone();
            prop.placement = placed(&prop.placement)?;
            prop.span = span.clone();
            self.props.push(prop);
        }
        for mover in &prefab.movers {
            let path = mover.path.points().iter().map(|point| at(*point));
            let path = path.collect::<Result<Vec<_>, _>>()?;
            let mut mover = mover.clone();
            mover.path = Polyline::new(path).ok_or(NoPlace::NoPath)?;
            mover.frame = turn;
            mover.scale *= growth;
            mover.span = span.clone();
            self.movers.push(mover);
        }
        for sign in &prefab.signs {
            let mut sign = sign.clone();
            sign.placement = placed(&sign.placement)?;
            self.signs.push(sign);
        }
        for entry in &prefab.zones {
            let mut entry = entry.clone();
            let own = entry.zone.obb;
            let half = own.half_extents() * growth;
            let obb = Obb::new(at(own.center())?, turn * own.axes(), half);
            entry.zone.obb = obb.ok_or(NoPlace::TooFar)?;
            match &mut entry.zone.action {
                ZoneAction::Teleport { to } => *to = at(*to)?,
                ZoneAction::Launch { velocity } => *velocity = turn * *velocity,
                ZoneAction::Water { current } => *current = turn * *current,
                _ => {}
            }
            entry.to_span = span.clone();
            entry.span = span.clone();
            self.zones.push(entry);
        }
        Ok(())
    }
}

/// Why an entry of a prefab has no place.
enum NoPlace {
    /// It would be beyond the largest coordinate.
    TooFar,
    /// The points of its path would fall together.
    NoPath,
}

impl NoPlace {
    /// The message, and what is expected instead.
    fn explain(&self) -> (&'static str, String) {
        match self {
            Self::TooFar => (
                "this place reaches too far",
                format!("expected coordinates up to {LARGEST:e}"),
            ),
            Self::NoPath => (
                "the path of a mover has no length in this place",
                "expected a larger `scale`, or a `position` nearer to the origin".to_owned(),
            ),
        }
    }
}

/// Reports what a prefab cannot hold.
fn report_strange_keys(reader: &mut Reader<'_>, prefab: &Spanned<DeValue<'_>>) {
    for (key, _) in prefab.get_ref().as_table().into_iter().flatten() {
        let name = key.get_ref().as_ref();
        if PREFABS.key(name).is_some() {
            continue;
        }
        let names = || PREFABS.keys.iter().map(|key| key.name);
        let help = match name {
            "place" => Some("a prefab cannot hold another one: copy the entries of that into it".to_owned()),
            "mesh" => Some(
                "define a kind for the mesh, `[kinds.NAME]` with `collide = \"mesh\"`, and write a prop of that kind".to_owned(),
            ),
            _ => did_you_mean(name, names()),
        };
        let message = format!("a prefab has no `{name}`");
        let label = format!("expected {}", list(names()));
        reader.error_with_help(key.span(), message, label, help);
    }
}

#[cfg(test)]
mod tests;
