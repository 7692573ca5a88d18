//! Overlay `tightness`: how tightly a sphere, an AABB and an OBB enclose an object, and a tree of spheres.
//!
//! Source: the comparison of bounding volumes on a course page about oriented boxes (Seoul National University), which
//! draws the three around one rotated object. We add the volume of each, and its ratio to the volume of the OBB. The
//! page also names a tree of spheres of several levels, which leaves less air. The box with its rotation left out is
//! called an AABB by "OBB collision 2" (blog, 2016). It keeps the extents, and loses corners of the object.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use sidle::geometry::{Aabb, Obb, Placement, Segment, Solid, Sphere, SphereTree};
use sidle::glam::DVec3;
use sidle::level::Mesh;
use sidle::order::sort_by;
use sidle::query::closest_obb_point;
use sidle::world::{BoxId, ColliderId};

use crate::draw::debug_draw::{DebugDraw, Label, LabelSide, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::session::words::plural;
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{AABB, NEUTRAL, OBB, SPHERE, SPHERE_TREE, UNROTATED};

/// Without a target, all props no farther than this are shown; metres.
const REACH: f64 = 15.0;

/// Size of the cross in the middle of a sphere, as a share of its radius.
const CROSS_SIZE: f64 = 0.1;

pub const LEGEND: [LegendRow; 7] = [
    (OBB, "OBB, turned with it"),
    (AABB, "AABB that encloses it"),
    (UNROTATED, "OBB without its rotation"),
    (SPHERE, "smallest sphere"),
    (SPHERE_TREE[0], "tree of spheres, level 1"),
    (SPHERE_TREE[1], "level 2"),
    (SPHERE_TREE[2], "level 3"),
];

/// The bounding volumes computed so far.
#[derive(Default)]
pub struct TightnessOverlay {
    known: BTreeMap<ColliderId, BoundingVolumes>,
}

/// The bounding volumes of an object.
struct BoundingVolumes {
    sphere: Sphere,
    /// Spheres around its halves, quarters and eighths, in the space of the OBB: cut along its axes.
    tree: SphereTree,
    /// The volume that each level of the tree encloses, measured when it is first shown; cubic metres.
    tree_volumes: OnceCell<[f64; SPHERE_TREE.len()]>,
    /// Along the axes of the world.
    aabb: Obb,
    obb: Obb,
}

impl TightnessOverlay {
    pub fn draw(&mut self, debug: &mut DebugDraw, view: &ViewContext) {
        if let Some(bounds) = self.pointed_at(view) {
            bounds.draw(debug);
            bounds.label_each(debug);
            debug.panels.push(bounds.panel());
            return;
        }
        let distance =
            |obb: &Obb| closest_obb_point(obb, view.player_position).distance(view.player_position);
        let boxes = view.sim.world().boxes_with_ids();
        let near = boxes.map(|(id, obb)| (distance(obb), id));
        let mut near: Vec<_> = near.filter(|(distance, _)| *distance <= REACH).collect();
        // The labels of the nearest props get their place first.
        sort_by(&mut near, |a, b| a.0.total_cmp(&b.0));
        for (_, id) in near {
            if let Some(bounds) = self.of_prop(view, id) {
                bounds.draw_thin(debug);
                let center = bounds.obb.center();
                let first = view
                    .sim
                    .world()
                    .intersect_segment(&Segment::new(view.eye, center));
                // The label of a hidden prop would cover others.
                if first.is_none_or(|(first, _)| first == ColliderId::Box(id)) {
                    bounds.label_together(debug);
                }
            }
        }
    }

    /// The bounding volumes of the target, unless it surrounds the eye.
    fn pointed_at(&mut self, view: &ViewContext) -> Option<&BoundingVolumes> {
        let bounds = match view.target?.collider {
            ColliderId::Box(id) => return self.of_prop(view, id),
            ColliderId::Triangle(id) => {
                let mesh = view.level.mesh_of(id)?;
                self.of(ColliderId::Triangle(mesh.first), || {
                    let place = |vertex| mesh.placement.apply(vertex);
                    let triangles = triangles(&mesh.mesh).map(|corners| corners.map(place));
                    let obb = Obb::from_bounds(&mesh.mesh.bounds, &mesh.placement)?;
                    BoundingVolumes::new(triangles.collect(), obb)
                })?
            }
        };
        let eye = bounds.obb.to_local(view.eye).abs();
        let outside = eye.cmpgt(bounds.obb.half_extents()).any();
        outside.then_some(bounds)
    }

    fn of_prop(&mut self, view: &ViewContext, id: BoxId) -> Option<&BoundingVolumes> {
        let obb = *view.sim.world().boxes().get(id.0 as usize)?;
        let collider = ColliderId::Box(id);
        if self
            .known
            .get(&collider)
            .is_some_and(|known| known.obb != obb)
        {
            // The prop has moved.
            self.known.remove(&collider);
        }
        let mesh = &view.level.model_of(id)?.mesh;
        self.of(collider, || {
            BoundingVolumes::new(placed_in_box(mesh, obb).collect(), obb)
        })
    }

    /// The bounding volumes of `collider`, computed once.
    fn of(
        &mut self,
        collider: ColliderId,
        find: impl FnOnce() -> Option<BoundingVolumes>,
    ) -> Option<&BoundingVolumes> {
        match self.known.entry(collider) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(place) => Some(place.insert(find()?)),
        }
    }
}

impl BoundingVolumes {
    fn new(triangles: Vec<[DVec3; 3]>, obb: Obb) -> Option<Self> {
        let points = triangles.as_flattened();
        let sphere = Sphere::bounding(points)?;
        let aabb = Aabb::from_points(points.iter().copied())?;
        let aabb = Obb::from_bounds(&aabb, &Placement::IDENTITY)?;
        let local = triangles
            .iter()
            .map(|corners| corners.map(|corner| obb.to_local(corner)));
        let tree = SphereTree::new(&local.collect::<Vec<_>>(), SPHERE_TREE.len())?;
        Some(Self {
            sphere,
            tree,
            tree_volumes: OnceCell::new(),
            aabb,
            obb,
        })
    }

    /// The volume that the spheres of each level enclose together; cubic metres.
    fn tree_volumes(&self) -> [f64; SPHERE_TREE.len()] {
        let measure = || std::array::from_fn(|at| self.tree.union_volume_of_level(at + 1));
        *self.tree_volumes.get_or_init(measure)
    }

    fn draw(&self, debug: &mut DebugDraw) {
        let pen = Pen::new(SPHERE, 2.0);
        debug.sphere(pen, &self.sphere);
        let size = self.sphere.radius() * CROSS_SIZE;
        debug.cross(pen, self.sphere.center(), size);
        debug.solid(Pen::new(AABB, 2.0), &self.aabb);
        debug.solid(Pen::new(UNROTATED, 1.4), &self.obb.without_rotation());
        // Wider, since props collide as this box.
        debug.solid(Pen::new(OBB, 2.6), &self.obb);
        for (color, level) in SPHERE_TREE.into_iter().zip(1..) {
            for sphere in self.tree.level(level) {
                let placed = sphere.at(self.obb.to_world(sphere.center()));
                debug.silhouette(Pen::new(color, 1.2), &placed);
            }
        }
    }

    /// The volume of each, and as a multiple of the volume of the OBB.
    fn panel(&self) -> InfoPanel {
        let mut panel = InfoPanel {
            title: "Tightness".to_owned(),
            rows: Vec::new(),
        };
        let unit = self.obb.volume();
        let row = |volume: f64| match times(volume, unit) {
            Some(times) => format!("{} m³ ({times})", three_digits(volume)),
            None => format!("{} m³", three_digits(volume)),
        };
        panel.tinted("OBB", format!("{} m³", three_digits(unit)), OBB);
        panel.tinted("AABB", row(self.aabb.volume()), AABB);
        panel.tinted("1 sphere", row(self.sphere.volume()), SPHERE);
        for ((color, level), volume) in SPHERE_TREE.into_iter().zip(1..).zip(self.tree_volumes()) {
            let spheres = plural::count(self.tree.level(level).count(), "sphere", "spheres");
            panel.tinted(spheres, row(volume), color);
        }
        panel.text("A tree of spheres: each level cuts the parts of the one above in two. Where spheres overlap, their volume counts once.");
        let unrotated = self.obb.without_rotation();
        let outside = |number: &usize| {
            let beyond =
                unrotated.to_local(self.obb.vertex(*number)).abs() - unrotated.half_extents();
            beyond.max_element() > 1e-9
        };
        let lost = (0..self.obb.vertex_count()).filter(outside).count();
        panel.tinted(
            "without its rotation",
            format!("{lost} of 8 corners outside"),
            UNROTATED,
        );
        panel
    }

    /// Draws thinner lines, for one of many objects.
    fn draw_thin(&self, debug: &mut DebugDraw) {
        debug.silhouette(Pen::new(SPHERE, 1.4), &self.sphere);
        debug.solid(Pen::new(AABB, 1.4), &self.aabb);
        debug.solid(Pen::new(OBB, 1.8), &self.obb);
    }

    /// A label for each volume, at its outermost point.
    fn label_each(&self, debug: &mut DebugDraw) {
        let unit = self.obb.volume();
        let named = |name, volume| format!("{name} {} m³", three_digits(volume));
        let compared = |name, volume| match times(volume, unit) {
            Some(times) => format!("{} ({times})", named(name, volume)),
            None => named(name, volume),
        };
        let left = debug.horizontal_extremes(&self.obb).map(|[left, _]| left);
        let right = debug
            .horizontal_extremes(&self.aabb)
            .map(|[_, right]| right);
        let top = self.sphere.center() + debug.up() * self.sphere.radius();
        let (aabb, sphere) = (self.aabb.volume(), self.sphere.volume());
        let mut label = |point: Option<DVec3>, side, color, text| {
            debug.labels.extend(point.map(|point| Label {
                point,
                side,
                text,
                color,
                pinned: true,
            }));
        };
        label(left, LabelSide::Left, OBB, named("OBB", unit));
        label(right, LabelSide::Right, AABB, compared("AABB", aabb));
        label(
            Some(top),
            LabelSide::Above,
            SPHERE,
            compared("sphere", sphere),
        );
    }

    /// One label for the AABB and the sphere.
    fn label_together(&self, debug: &mut DebugDraw) {
        let obb = self.obb.volume();
        let aabb = times(self.aabb.volume(), obb);
        let sphere = times(self.sphere.volume(), obb);
        if let (Some(aabb), Some(sphere)) = (aabb, sphere) {
            debug.labels.push(Label {
                point: self.aabb.to_world(DVec3::Y * self.aabb.half_extents()),
                side: LabelSide::Above,
                text: format!("AABB {aabb}, sphere {sphere}"),
                color: NEUTRAL,
                pinned: false,
            });
        }
    }
}

/// The corners of each triangle of `mesh`, in the mesh's space.
fn triangles(mesh: &Mesh) -> impl Iterator<Item = [DVec3; 3]> {
    let triangles = mesh.parts.iter().flat_map(|part| &part.triangles);
    triangles.map(|triangle| triangle.map(|vertex| vertex.as_dvec3()))
}

/// The current triangles of a prop's `mesh`. Its box places them as the mesh's bounds do in the mesh's space.
fn placed_in_box(mesh: &Mesh, obb: Obb) -> impl Iterator<Item = [DVec3; 3]> {
    let (center, half) = (mesh.bounds.center(), mesh.bounds.half_extents());
    let scale = obb.half_extents() / half.max(DVec3::splat(f64::MIN_POSITIVE));
    let place = move |vertex: DVec3| obb.to_world((vertex - center) * scale);
    triangles(mesh).map(move |triangle| triangle.map(place))
}

/// Formats `volume` as a multiple of `unit`, such as `2.3×`. `None` if `unit` is the volume of a flat box.
fn times(volume: f64, unit: f64) -> Option<String> {
    let ratio = volume / unit;
    let digits = usize::from(ratio < 9.95);
    (unit > 0.0 && ratio < 1e6).then(|| format!("{ratio:.digits$}×"))
}

/// Formats a number that is not negative with three significant digits, such as `0.0123`, `1.23`, `123`.
fn three_digits(number: f64) -> String {
    let rounded = format!("{number:.2e}");
    let exponent = rounded
        .split_once('e')
        .and_then(|(_, text)| text.parse::<i32>().ok());
    let decimals = (2 - exponent.unwrap_or(0)).clamp(0, 9) as usize;
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests;
