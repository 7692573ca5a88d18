//! Overlay `surfaces`: surfaces with special rules (ice, conveyors, platforms to jump up through, sensors, ladders), tinted and
//! named.

use std::collections::BTreeMap;

use macroquad::color::Color;

use sidle::geometry::{Obb, Plane};
use sidle::glam::DVec3;
use sidle::level::{Scene, TriangleOwner};
use sidle::order::sort_by;
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, SurfaceRules, World};

use crate::draw::debug_draw::{DebugDraw, LabelSide, Pen};
use crate::session::words::words_of;
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{CONVEYOR, GRIPPING, LIMITS, ONE_WAY, SENSOR, SLIPPERY};

pub const LEGEND: [LegendRow; 6] = [
    (SLIPPERY, "surface: slippery"),
    (GRIPPING, "surface: grips"),
    (LIMITS, "its own slope or steps, or a ladder"),
    (ONE_WAY, "one-way: solid from above"),
    (CONVEYOR, "conveyor, and its way in 0.5 s"),
    (SENSOR, "sensor: stops nobody"),
];

/// Colliders farther from the eye are not drawn; metres. Larger: more faces in each frame.
const REACH: f64 = 40.0;

/// How far in front of a face its tint floats; metres. Smaller: the face hides it from afar.
const LIFT: f64 = 0.02;

/// The opacities of a tint, and of that of a sensor which the player touches.
const TINT: f32 = 0.34;
const TOUCHED: f32 = 0.8;

/// Distance between arrows, and the most arrows on a surface of one mesh or box.
const SPACING: f64 = 2.0;
const MAX_ARROWS: usize = 60;

/// The length of an arrow's head as a share of the arrow's, and half the head's width as a share of its length.
const HEAD: f64 = 0.4;
const HEAD_WIDTH: f64 = 0.6;

/// The heads of longer arrows do not grow any further; metres.
const MAX_HEADED: f64 = 1.5;

/// A face with a smaller upward part of its unit normal has no arrows.
const MIN_UP: f64 = 0.3;

/// The arrow of a conveyor is its way in this time; seconds.
const CONVEYOR_SECONDS: f64 = 0.5;

/// Length of the arrow up through a one-way platform; metres.
const WAY_UP: f64 = 1.0;

/// How many surfaces have their names next to them, beginning with the nearest.
const MAX_NAMES: usize = 12;

/// Two faces lie in one plane if the cosine of the angle between their normals is at least this. No line is drawn where they
/// meet.
const SAME_PLANE: f64 = 0.9999;

/// The triangles of one surface and one mesh, or a box.
#[derive(Default)]
struct Patch {
    is_touched: bool,
    /// Points on its faces with unit normals that do not point down, [`SPACING`] apart.
    places: Vec<(DVec3, DVec3)>,
    /// The edges of its triangles, each with the normal of its triangle.
    edges: Vec<([[f64; 3]; 2], DVec3)>,
}

/// The mesh of a triangle, or a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PatchOwner {
    Mesh(Option<TriangleOwner>),
    Box(BoxId),
}

/// By tag and by owner.
type Patches = BTreeMap<(u32, PatchOwner), Patch>;

/// Draws the surfaces near the eye.
pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    draw_surfaces(debug, view.level, view.sim, view.alpha);
}

/// Draws the surfaces of `level` near the eye, those of movers where they are at the share `alpha` of a tick.
fn draw_surfaces(debug: &mut DebugDraw, level: &Scene, sim: &Sim, alpha: f64) {
    let (world, eye) = (sim.world(), debug.eye());
    let count = level.surfaces.len() as u32;
    let rules: Vec<_> = (0..=count).map(|tag| world.surface_rules(tag)).collect();
    let usual = SurfaceRules::default();
    if rules.iter().all(|rules| *rules == usual) {
        return;
    }
    let touched = sim.contacts().sensors();
    // The rules of a collider, if it is to be drawn.
    let acting = |collider| {
        let tag = world.tag(collider);
        let rules = rules.get(tag as usize).filter(|rules| **rules != usual)?;
        world.is_enabled(collider).then_some((tag, *rules))
    };
    let mut patches = Patches::new();
    for (id, triangle) in world.triangles_with_ids() {
        let collider = ColliderId::Triangle(id);
        let Some((tag, rules)) = acting(collider) else {
            continue;
        };
        let (corners, plane) = (triangle.vertices(), triangle.plane());
        if !is_near(&corners, eye) {
            continue;
        }
        let owner = PatchOwner::Mesh(level.mesh_of(id).map(|mesh| mesh.owner));
        let patch = patches.entry((tag, owner)).or_default();
        let is_touched = touched.binary_search(&collider).is_ok();
        patch.is_touched |= is_touched;
        patch.add(corners, plane);
        tint(debug, &rules, is_touched, corners, plane);
    }
    for (id, obb) in world.boxes_with_ids() {
        let collider = ColliderId::Box(id);
        let Some((tag, rules)) = acting(collider) else {
            continue;
        };
        let mover = sim.movers().iter().find(|driven| driven.id == id);
        let obb = mover.map_or(*obb, |driven| {
            driven.obb(driven.interpolated_distance(alpha))
        });
        if obb.center().distance(eye) > REACH + obb.half_extents().length() {
            continue;
        }
        let patch = patches.entry((tag, PatchOwner::Box(id))).or_default();
        patch.is_touched = touched.binary_search(&collider).is_ok();
        patch.add_top(&obb);
        let color = color_of(&rules);
        let shell = Obb::new(obb.center(), obb.axes(), obb.half_extents() + LIFT);
        debug.glass_box(color, &shell.unwrap_or(obb));
        debug.solid(Pen::new(color, 2.0), &obb);
    }
    for ((tag, _), patch) in &mut patches {
        patch.draw(debug, &rules[*tag as usize]);
    }
    name(debug, level, world, &patches);
}

/// Whether a triangle may be near enough to the eye.
fn is_near(corners: &[DVec3; 3], eye: DVec3) -> bool {
    let middle = corners.iter().sum::<DVec3>() / 3.0;
    let ways = corners.map(|corner| corner.distance(middle));
    middle.distance(eye) <= REACH + ways.into_iter().fold(0.0, f64::max)
}

/// Tints a triangle on the side of the eye.
fn tint(
    debug: &mut DebugDraw,
    rules: &SurfaceRules,
    is_touched: bool,
    corners: [DVec3; 3],
    plane: Plane,
) {
    let side = if plane.signed_distance(debug.eye()) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let lift = plane.normal() * (side * LIFT);
    let opacity = if is_touched { TOUCHED } else { TINT };
    let color = color_of(rules).with_alpha(opacity);
    debug.face(color, &corners.map(|corner| corner + lift));
}

/// The names of the nearest patches.
fn name(debug: &mut DebugDraw, level: &Scene, world: &World, patches: &Patches) {
    let eye = debug.eye();
    let places = patches.iter().filter_map(|((tag, _), patch)| {
        let place = patch.middle()?;
        Some((place.distance(eye), place, *tag, patch.is_touched))
    });
    let mut places: Vec<_> = places.collect();
    sort_by(&mut places, |a, b| a.0.total_cmp(&b.0));
    for (_, place, tag, is_touched) in places.into_iter().take(MAX_NAMES) {
        let rules = world.surface_rules(tag);
        let name = level.surface_name(tag).unwrap_or("surface");
        let mut text = format!("{name}: {}", words_of(&rules));
        if is_touched {
            text += ", touched";
        }
        debug.label(place, LabelSide::Above, color_of(&rules), text);
    }
}

impl Patch {
    /// Adds a triangle.
    fn add(&mut self, corners: [DVec3; 3], plane: Plane) {
        let normal = plane.normal();
        for (start, end) in [(0, 1), (1, 2), (2, 0)] {
            let [start, end] = [corners[start], corners[end]].map(|corner| corner.to_array());
            let edge = if start < end {
                [start, end]
            } else {
                [end, start]
            };
            self.edges.push((edge, normal));
        }
        self.add_places(corners, normal);
    }

    /// Adds the face of a box that faces upwards most.
    fn add_top(&mut self, obb: &Obb) {
        let (axes, half) = (obb.axes(), obb.half_extents());
        let steepness = |axis: &usize| axes.col(*axis).y.abs();
        let up = (0..3).max_by(|a, b| steepness(a).total_cmp(&steepness(b)));
        let up = up.unwrap_or(1);
        let [out, across, along] =
            [0, 1, 2].map(|turn| axes.col((up + turn) % 3) * half[(up + turn) % 3]);
        let normal = axes.col(up) * axes.col(up).y.signum();
        let top = obb.center() + out * axes.col(up).y.signum();
        let [a, b, c, d] = [
            across + along,
            along - across,
            -across - along,
            across - along,
        ];
        self.add_places([a, b, c].map(|corner| top + corner), normal);
        self.add_places([a, c, d].map(|corner| top + corner), normal);
    }

    /// Adds places on a triangle with this unit normal.
    fn add_places(&mut self, [a, b, c]: [DVec3; 3], normal: DVec3) {
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let parts = (longest / SPACING).ceil().clamp(1.0, 16.0);
        let normal = if normal.y < 0.0 { -normal } else { normal };
        let share = |part: u32| (f64::from(part) + 1.0 / 3.0) / parts;
        let parts = parts as u32;
        for (i, k) in (0..parts).flat_map(|i| (0..parts - i).map(move |k| (i, k))) {
            if self.places.len() == MAX_ARROWS {
                return;
            }
            let place = a + (b - a) * share(i) + (c - a) * share(k);
            let is_free = |(other, _): &(DVec3, DVec3)| other.distance(place) >= SPACING;
            if self.places.iter().all(is_free) {
                self.places.push((place, normal));
            }
        }
    }

    /// The place of the patch that is nearest to the middle of all its places.
    fn middle(&self) -> Option<DVec3> {
        let all = || self.places.iter().map(|(place, _)| *place);
        let middle = all().sum::<DVec3>() / self.places.len() as f64;
        let away = |place: &DVec3| place.distance_squared(middle);
        all().min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// Draws its border and its arrows.
    fn draw(&mut self, debug: &mut DebugDraw, rules: &SurfaceRules) {
        let color = color_of(rules);
        sort_by(&mut self.edges, |(a, _), (b, _)| {
            a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal)
        });
        for same in self.edges.chunk_by(|(a, _), (b, _)| a == b) {
            let is_inner = match same {
                [(_, one), (_, other)] => one.dot(*other).abs() >= SAME_PLANE,
                _ => false,
            };
            if !is_inner {
                let [start, end] = same[0].0.map(DVec3::from_array);
                debug.segment(Pen::new(color, 2.0), start, end);
            }
        }
        let up = self.places.iter().filter(|(_, normal)| normal.y >= MIN_UP);
        for (place, normal) in up {
            if rules.one_way {
                let below = *place - DVec3::Y * (WAY_UP * 0.5);
                let towards = debug.eye() - *place;
                draw_arrow(debug, color, below, DVec3::Y * WAY_UP, towards);
            }
            let along = rules.conveyor - *normal * rules.conveyor.dot(*normal);
            if along != DVec3::ZERO {
                let arrow = along * CONVEYOR_SECONDS;
                let start = *place + *normal * (2.0 * LIFT) - arrow * 0.5;
                draw_arrow(debug, color, start, arrow, *normal);
            }
        }
    }
}

/// Draws `arrow` from `start`, with a head that faces `towards`.
fn draw_arrow(debug: &mut DebugDraw, color: Color, start: DVec3, arrow: DVec3, towards: DVec3) {
    let head = arrow.clamp_length_max(MAX_HEADED) * HEAD;
    let aside = towards.normalize_or_zero().cross(head) * HEAD_WIDTH;
    let (tip, neck) = (start + arrow, start + arrow - head);
    debug.segment(Pen::new(color, 4.0), start, neck);
    debug.face(color, &[tip, neck + aside, neck - aside]);
}

/// The colour of a surface, by the rule that matters most.
fn color_of(rules: &SurfaceRules) -> Color {
    if rules.sensor {
        SENSOR
    } else if rules.one_way {
        ONE_WAY
    } else if rules.conveyor != DVec3::ZERO {
        CONVEYOR
    } else if rules.friction < 1.0 {
        SLIPPERY
    } else if rules.friction == 1.0 {
        LIMITS
    } else {
        GRIPPING
    }
}

#[cfg(test)]
mod tests;
