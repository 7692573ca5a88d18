//! What the entities of a map are in a level: where the player starts, movers and zones.

use core::ops::Range;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};

use super::classes::{Class, MoverClass, STARTS, ZoneClass, class_of};
use super::solids::{Solids, turned};
use super::text::{Entity, Pair};
use crate::geometry::angle::sin_cos_deg;
use crate::geometry::float::clamp;
use crate::level::authored::{AuthoredAction, AuthoredMover, AuthoredStart, AuthoredZone};
use crate::level::text::{Problems, brief, did_you_mean, is_terminal_control};
use crate::player::MAX_COORDINATE;
use crate::world::PathEnd;

/// The origin of Quake's player above the feet, and that of a body that a teleport has moved, above the feet; units.
const ORIGIN_ABOVE_FEET: f64 = 24.0;
const ARRIVAL_ABOVE_FEET: f64 = 3.0;

/// How much of a door stays in its frame, and of a platform above the ground; units.
const LIP: f64 = 8.0;

/// Speeds of doors and trains, and of platforms; units per second.
const SPEED: f64 = 100.0;
const PLATFORM_SPEED: f64 = 150.0;

/// The speed of `trigger_push`, by which factor the player gets it, and the fastest that Quake lets anything be; units per second.
const PUSH: f64 = 1000.0;
const PUSH_FACTOR: f64 = 10.0;
const FASTEST: f64 = 2000.0;

/// The `dmg` of a `trigger_hurt` that kills a player in full health.
const DEADLY: f64 = 100.0;

/// The most points of all paths of a map.
const MAX_PATH_POINTS: usize = 100_000;

/// The most characters of a zone's text, as in a level.
const MAX_CHARACTERS: usize = 160;

/// As many classes stand in one note.
const CLASSES_IN_A_NOTE: usize = 12;

/// The entities that others name.
pub(super) struct Entities<'e, 't> {
    /// By `targetname`, the first of each.
    named: BTreeMap<&'t str, &'e Entity<'t>>,
    /// Metres a unit.
    scale: f64,
    /// Where the player starts, and so goes back to.
    start: Option<DVec3>,
    path_points: Cell<usize>,
}

/// Where the player starts.
pub(super) fn start_of(entities: &[&Entity<'_>], scale: f64) -> Option<AuthoredStart> {
    let mut places = STARTS.iter().filter_map(|class| {
        let of_class = |entity: &&&Entity<'_>| entity.class().eq_ignore_ascii_case(class);
        let mut found = entities.iter().filter(of_class);
        found.find_map(|entity| Some((entity, entity.vector("origin")?)))
    });
    let (entity, origin) = places.next()?;
    let feet = turned(origin - DVec3::Z * ORIGIN_ABOVE_FEET) * scale;
    if feet.abs().max_element() > MAX_COORDINATE {
        return None;
    }
    let yaw = entity
        .vector("angles")
        .or(entity.vector("mangle"))
        .map(|angles| angles.y);
    Some(AuthoredStart {
        feet,
        // 0 is along X there, and along -Z here.
        yaw_deg: entity.number("angle").or(yaw).unwrap_or(0.0) % 360.0 - 90.0,
    })
}

/// The direction that `angle` or `angles` say, in the axes of the map.
fn direction(entity: &Entity<'_>) -> DVec3 {
    let (pitch, yaw) = match (entity.number("angle"), entity.vector("angles")) {
        (Some(-1.0), _) => return DVec3::Z,
        (Some(-2.0), _) => return DVec3::NEG_Z,
        (Some(yaw), _) => (0.0, yaw),
        (None, Some(angles)) => (angles.x, angles.y),
        (None, None) => (0.0, 0.0),
    };
    let ((sin, cos), (down, flat)) = (sin_cos_deg(yaw), sin_cos_deg(pitch));
    DVec3::new(cos * flat, sin * flat, -down)
}

/// The place of `key`, or else of the entity.
fn place(entity: &Entity<'_>, key: &str) -> Range<usize> {
    let at = entity.at as usize;
    entity.pair(key).map_or(at..at + 1, Pair::place)
}

fn label_of(entity: &Entity<'_>) -> String {
    format!(
        "entity {} (`{}`)",
        entity.number,
        brief(entity.class().to_owned())
    )
}

/// Zones for boxes of water with these ends.
pub(super) fn waters(ends: &[[DVec3; 2]], scale: f64) -> impl Iterator<Item = AuthoredZone> {
    ends.iter().map(move |ends| AuthoredZone {
        cube: cube_of(*ends, scale),
        action: AuthoredAction::Water,
        text: None,
    })
}

/// What makes a box of the cube from -1 to 1; `ends` are in units and axes of the map.
fn cube_of([low, high]: [DVec3; 2], scale: f64) -> DAffine3 {
    DAffine3 {
        matrix3: DMat3::from_diagonal(turned(high - low).abs() * (0.5 * scale)),
        translation: turned((low + high) * 0.5) * scale,
    }
}

/// Whether a zone of this class does nothing: a message without a text, or what hurts without killing.
fn is_idle(class: ZoneClass, entity: &Entity<'_>) -> bool {
    match class {
        ZoneClass::Message => text_of(entity).is_none(),
        ZoneClass::Hurt => !entity.number("dmg").is_some_and(|damage| damage >= DEADLY),
        _ => false,
    }
}

impl<'e, 't> Entities<'e, 't> {
    /// Finds the entities that others name; `scale` is the metres of a unit.
    pub fn find(entities: &[&'e Entity<'t>], scale: f64) -> Self {
        let mut named = BTreeMap::new();
        for entity in entities {
            if let Some(name) = entity.value("targetname") {
                named.entry(name).or_insert(*entity);
            }
        }
        Self {
            named,
            scale,
            start: start_of(entities, scale).map(|start| start.feet),
            path_points: Cell::new(0),
        }
    }

    /// Entity `number` as a mover, if it is one. One that cannot move stands still.
    pub fn mover(
        &self,
        entity: &'e Entity<'t>,
        solids: &mut Solids<'_>,
        number: usize,
        problems: &mut Problems<'_>,
    ) -> Option<AuthoredMover> {
        let Class::Mover(class) = class_of(entity.class()) else {
            return None;
        };
        let Some(ends) = solids.ends(number) else {
            report_no_brush(entity, problems);
            return None;
        };
        let route = match class {
            MoverClass::Door => door(entity, ends, problems),
            MoverClass::Platform => platform(entity, ends, problems),
            MoverClass::Train => self.train(entity, ends, problems),
        };
        let usual = match class {
            MoverClass::Platform => PLATFORM_SPEED,
            MoverClass::Door | MoverClass::Train => SPEED,
        };
        let speed = entity.number("speed").filter(|speed| *speed > 0.0);
        let Some((path, on_end)) = route else {
            solids.stand_still(number);
            return None;
        };
        let path = path.into_iter().map(|offset| turned(offset) * self.scale);
        let (mesh, bounds) = solids.take(number)?;
        Some(AuthoredMover {
            class: entity.class().to_ascii_lowercase(),
            mesh: Arc::new(mesh),
            bounds,
            path: path.collect(),
            speed: clamp(speed.unwrap_or(usual) * self.scale, 1e-3, 1e5),
            on_end,
            turns_back: class != MoverClass::Train,
        })
    }

    /// The way of a train whose bounds are `ends`: its lowest corner goes from one `path_corner` to the next.
    fn train(
        &self,
        entity: &'e Entity<'t>,
        ends: [DVec3; 2],
        problems: &mut Problems<'_>,
    ) -> Option<(Vec<DVec3>, PathEnd)> {
        let (mut path, mut visited) = (Vec::new(), BTreeMap::new());
        let mut from = entity;
        let mut on_end = PathEnd::Stop;
        while let Some(target) = from.value("target") {
            let corner = self.named.get(target).copied();
            let Some((corner, origin)) = corner.and_then(|at| Some((at, at.vector("origin")?)))
            else {
                self.report_no_target(from, target, "path_corner", problems);
                break;
            };
            if let Some(first) = visited.insert(corner.number, path.len()) {
                // The train goes round. It reaches the corners before only once.
                let again: Vec<DVec3> = path[first..].to_vec();
                path = again;
                path.extend(path.first().copied());
                on_end = PathEnd::Restart;
                break;
            }
            self.path_points.set(self.path_points.get() + 1);
            if self.path_points.get() > MAX_PATH_POINTS {
                let message =
                    format!("the trains of this map pass more than {MAX_PATH_POINTS} corners");
                let label = "expected fewer trains, or shorter ways";
                problems.error(place(entity, "target"), message, label, None);
                return None;
            }
            path.push(origin - ends[0]);
            from = corner;
        }
        let first = path.first().copied();
        if path.iter().all(|point| Some(*point) == first) {
            let message = format!("{} has nowhere to go: it stands still", label_of(entity));
            let label = "expected a `target`: the first of two or more `path_corner`s";
            let help = "give each `path_corner` a `targetname`, and the next one's as its `target`";
            problems.warning(
                place(entity, "target"),
                message,
                label,
                Some(help.to_owned()),
            );
            return None;
        }
        Some((path, on_end))
    }

    /// `entity` as a zone, if it is one that does something; `ends` are its bounds.
    pub fn zone(
        &self,
        entity: &'e Entity<'t>,
        ends: Option<[DVec3; 2]>,
        problems: &mut Problems<'_>,
    ) -> Option<AuthoredZone> {
        let Class::Zone(class) = class_of(entity.class()) else {
            return None;
        };
        if is_idle(class, entity) {
            return None;
        }
        let text = text_of(entity);
        let Some([low, high]) = ends else {
            report_no_brush(entity, problems);
            return None;
        };
        let action = match class {
            ZoneClass::Start => AuthoredAction::Start,
            ZoneClass::Checkpoint => AuthoredAction::Checkpoint,
            ZoneClass::Finish => AuthoredAction::Finish,
            ZoneClass::Message => AuthoredAction::Message,
            ZoneClass::Teleport => {
                let to = self.target_point(entity, "info_teleport_destination", problems)?;
                let feet = turned(to + DVec3::Z * ARRIVAL_ABOVE_FEET) * self.scale;
                AuthoredAction::Teleport { feet }
            }
            ZoneClass::Hurt => AuthoredAction::Teleport { feet: self.start? },
            // The jump pads of Quake III name a point; those of Quake have a speed.
            ZoneClass::Push if entity.value("target").is_some() => {
                let to = self.target_point(entity, "target_position", problems)?;
                AuthoredAction::Jump {
                    to: turned(to) * self.scale,
                }
            }
            ZoneClass::Push => {
                let speed = entity.number("speed").filter(|speed| *speed > 0.0);
                let speed = clamp(speed.unwrap_or(PUSH) * PUSH_FACTOR, 0.0, FASTEST);
                AuthoredAction::Launch {
                    velocity: turned(direction(entity)) * (speed * self.scale),
                }
            }
        };
        Some(AuthoredZone {
            cube: cube_of([low, high], self.scale),
            action,
            text,
        })
    }

    /// The origin of the entity that `entity` has as its `target`.
    fn target_point(
        &self,
        entity: &Entity<'t>,
        class: &str,
        problems: &mut Problems<'_>,
    ) -> Option<DVec3> {
        let target = entity.value("target").unwrap_or_default();
        let found = self
            .named
            .get(target)
            .and_then(|found| found.vector("origin"));
        if found.is_none() {
            self.report_no_target(entity, target, class, problems);
        }
        found
    }

    fn report_no_target(
        &self,
        entity: &Entity<'_>,
        target: &str,
        class: &str,
        problems: &mut Problems<'_>,
    ) {
        let (who, target) = (label_of(entity), brief(target.to_owned()));
        let message = match target.is_empty() {
            true => format!("{who} has no `target`: left out"),
            false => format!("{who} leads to `{target}`, and no entity with a place has that name"),
        };
        let label = format!("expected the `targetname` of an entity such as `{class}`");
        let help = match problems.is_full_of_warnings() {
            true => None,
            false => did_you_mean(&target, self.named.keys().copied()),
        };
        problems.warning(place(entity, "target"), message, label, help);
    }

    /// Notes the classes that have no effect, each with its number of entities.
    pub fn note_others(&self, entities: &[&Entity<'_>], problems: &mut Problems<'_>) {
        let mut others: BTreeMap<&str, (usize, u32, bool)> = BTreeMap::new();
        for entity in entities {
            let is_idle = match class_of(entity.class()) {
                Class::Zone(class) => is_idle(class, entity),
                class => matches!(class, Class::Nothing | Class::Unknown),
            };
            if is_idle {
                let stands = class_of(entity.class()) == Class::Unknown
                    && !(entity.brushes.is_empty() && entity.patches.is_empty());
                let known = others
                    .entry(entity.class())
                    .or_insert((0, entity.at, stands));
                known.0 += 1;
                known.2 |= stands;
            }
        }
        for (stands, what) in [
            (true, "no effect here, but for brushes that stand still"),
            (false, "no effect here"),
        ] {
            let of_kind = others.iter().filter(|(_, (.., other))| *other == stands);
            let of_kind: Vec<_> = of_kind.collect();
            for some in of_kind.chunks(CLASSES_IN_A_NOTE) {
                let names = some.iter().map(|(class, (number, ..))| {
                    let class = if class.is_empty() {
                        "without a class"
                    } else {
                        class
                    };
                    format!("{number} `{class}`")
                });
                let names: Vec<_> = names.collect();
                let at = some.iter().map(|(_, (_, at, _))| *at as usize).min();
                let at = at.unwrap_or_default();
                let message = format!("these entities have {what}: {}", names.join(", "));
                problems.note(at..at + 1, message, "the first of them");
            }
        }
    }
}

/// The text that an entity shows.
fn text_of(entity: &Entity<'_>) -> Option<String> {
    let text = entity
        .value("message")?
        .replace("\\n", " ")
        .replace("\\\"", "\"");
    let shown = text
        .chars()
        .filter(|character| !is_terminal_control(*character));
    let shown: String = shown.take(MAX_CHARACTERS).collect();
    let shown = shown.trim();
    (!shown.is_empty()).then(|| shown.to_owned())
}

fn report_no_brush(entity: &Entity<'_>, problems: &mut Problems<'_>) {
    let message = format!("{} has no brush: left out", label_of(entity));
    let label = "expected at least one brush that is not broken";
    let help = "in the editor, select brushes and make them this entity".to_owned();
    problems.warning(place(entity, "classname"), message, label, Some(help));
}

/// The way of a door with these bounds, from closed to open.
fn door(
    entity: &Entity<'_>,
    [low, high]: [DVec3; 2],
    problems: &mut Problems<'_>,
) -> Option<(Vec<DVec3>, PathEnd)> {
    let (way, size) = (direction(entity), high - low);
    let length = way.abs().dot(size) - entity.number("lip").unwrap_or(LIP);
    if length <= 0.0 {
        let message = format!(
            "{} is thinner than its `lip`: it stands still",
            label_of(entity)
        );
        let label = "expected a smaller `lip`, or another `angle`";
        problems.warning(place(entity, "lip"), message, label, None);
        return None;
    }
    let on_end = match entity.number("wait") {
        Some(wait) if wait < 0.0 => PathEnd::Stop,
        _ => PathEnd::Return,
    };
    Some((vec![DVec3::ZERO, way * length], on_end))
}

/// The way of a platform with these bounds, which is drawn at the top, from the bottom.
fn platform(
    entity: &Entity<'_>,
    [low, high]: [DVec3; 2],
    problems: &mut Problems<'_>,
) -> Option<(Vec<DVec3>, PathEnd)> {
    let height = entity.number("height").filter(|height| *height > 0.0);
    let lip = entity.number("lip").unwrap_or(LIP);
    let height = height.unwrap_or(high.z - low.z - lip);
    if height <= 0.0 {
        let message = format!("{} is too thin to sink: it stands still", label_of(entity));
        let label = "expected a `height`: how far it goes down";
        problems.warning(place(entity, "height"), message, label, None);
        return None;
    }
    Some((vec![DVec3::NEG_Z * height, DVec3::ZERO], PathEnd::Return))
}
