//! Places what a level's text says: from its entries to triangles, boxes and a scene.

use core::ops::Range;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use glam::DVec3;

use super::Loader;
use crate::geometry::float::max;
use crate::geometry::{Obb, Placement, Triangle};
use crate::level::authored::{KindMesh, Layer, placed_zones};
use crate::level::choices::CollisionShape;
use crate::level::document::{
    Document, KindEntry, MeshEntry, MoverEntry, PropEntry, Sign, ZoneEntry,
};
use crate::level::files::{BUILT_IN_FILES, SIGN_MESH};
use crate::level::load::hulls::Hulls;
use crate::level::loaded::{CollidedMesh, Level, Look, Model, Scene, TriangleOwner};
use crate::level::map::is_map;
use crate::level::meshes::{Mesh, Shape};
use crate::level::toml::FARTHEST;
use crate::player::Tuning;
use crate::world::{BoxId, DrivenMover, Mover, MoverDesc, SurfaceRules, TriangleId, World};

/// A level whose world is not built yet.
pub(super) struct Parts {
    /// All but the world.
    pub level: Level,
    pub triangles: Vec<Triangle>,
    pub boxes: Vec<Obb>,
    /// The rules that files give to meshes, by the numbers of these among those that collide.
    pub surfaces: Vec<(usize, SurfaceRules)>,
}

/// Places one entry after another. Reports what cannot be placed.
pub(super) struct Placing<'p, 'l> {
    loader: &'p mut Loader<'l>,
    /// The meshes of the level's own kinds.
    own_kinds: BTreeMap<String, Option<KindMesh>>,
    /// The plain shapes, with how finely they are divided and their colours.
    shapes: BTreeMap<(Shape, u32, [u8; 3]), Option<Arc<Mesh>>>,
    hulls: Hulls,
    parts: Parts,
}

impl<'p, 'l> Placing<'p, 'l> {
    pub fn new(loader: &'p mut Loader<'l>, document: &Document) -> Self {
        let surfaces = document.surfaces.iter();
        let scene = Scene {
            name: document.name.clone(),
            about: document.about.clone(),
            eye: document.eye,
            lab: document.lab,
            placed: document.placed.clone(),
            surfaces: surfaces.map(|entry| entry.name.clone()).collect(),
            ..Scene::default()
        };
        Self {
            loader,
            own_kinds: BTreeMap::new(),
            shapes: BTreeMap::new(),
            hulls: Hulls::default(),
            parts: Parts {
                level: Level {
                    rules: document.rules,
                    tuning: document.tuning,
                    world: World::default(),
                    movers: Vec::new(),
                    zones: Vec::new(),
                    expectations: document.expectations.clone(),
                    scene,
                },
                triangles: Vec::new(),
                boxes: Vec::new(),
                surfaces: Vec::new(),
            },
        }
    }

    pub fn finish(self) -> Parts {
        self.parts
    }

    /// Places meshes. Returns the zones that stand in their files, except those of maps, which are known before.
    pub fn meshes(&mut self, entries: &[MeshEntry], tuning: &Tuning) -> Vec<ZoneEntry> {
        let mut zones = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            let Some(mesh) = self.loader.mesh(&entry.file) else {
                continue;
            };
            let owner = TriangleOwner::of_entry(entries, number);
            for layer in &mesh.layers {
                self.layer(owner, entry, layer.clone());
            }
            if entry.collide && !is_map(Path::new(&entry.file.path)) {
                zones.extend(placed_zones(&mesh, entry, tuning));
            }
        }
        zones
    }

    /// Adds what acts in the level.
    pub fn zones(&mut self, zones: &[ZoneEntry]) {
        let level = &mut self.parts.level;
        let of_zones = zones.iter().map(|entry| (entry.zone, entry.text.clone()));
        (level.zones, level.scene.zone_texts) = of_zones.unzip();
    }

    fn layer(&mut self, owner: TriangleOwner, entry: &MeshEntry, layer: Layer) {
        let Some(mesh) = self.in_reach(Some(layer.mesh), &entry.placement, &entry.span) else {
            return;
        };
        if entry.collide && layer.collides {
            let file_name = Path::new(&entry.file.path).file_name().unwrap_or_default();
            let collided = CollidedMesh {
                owner,
                first: TriangleId(self.parts.triangles.len() as u32),
                count: 0,
                name: file_name.to_string_lossy().into(),
                mesh: mesh.clone(),
                placement: entry.placement,
            };
            let collided_number = self.parts.level.scene.collided.len();
            let surface = layer.surface.map(|rules| (collided_number, rules));
            self.parts.surfaces.extend(surface);
            self.add_triangles(collided, &entry.span);
        }
        if entry.visible && layer.is_drawn {
            self.add_model(Look::Mesh, mesh, entry.placement);
        }
    }

    pub fn signs(&mut self, signs: &[Sign]) {
        for sign in signs {
            if let Some(mesh) = self.loader.built_in_mesh(SIGN_MESH) {
                self.add_model(Look::Sign, mesh, sign.placement);
                self.parts.level.scene.signs.push(sign.clone());
            }
        }
    }

    /// Reads the meshes of the level's own kinds, for its props and movers.
    pub fn kinds(&mut self, kinds: &BTreeMap<String, KindEntry>) {
        for (name, kind) in kinds {
            let mesh = self.loader.mesh(&kind.mesh);
            let mesh = mesh.and_then(|mesh| mesh.as_kind());
            self.own_kinds.insert(name.clone(), mesh);
        }
    }

    pub fn props(&mut self, props: &[PropEntry]) {
        let scene = &mut self.parts.level.scene;
        scene.first_prop = scene.models.len();
        // At once, since each prop alone would copy all triangles before it.
        let solid = props
            .iter()
            .filter(|prop| prop.collide == CollisionShape::Mesh);
        let placed =
            solid.filter_map(|prop| self.mesh_of(&prop.kind, prop.placement.scale, prop.color));
        let count = placed.map(|mesh| mesh.solid.triangle_count()).sum();
        self.parts.triangles.reserve_exact(count);
        for (number, prop) in props.iter().enumerate() {
            let (scale, color) = (prop.placement.scale, prop.color);
            let Some(KindMesh { drawn, solid }) = self.mesh_of(&prop.kind, scale, color) else {
                continue;
            };
            let drawn = self.in_reach(Some(drawn), &prop.placement, &prop.span);
            let Some(drawn) = drawn else { continue };
            let solid = match Arc::ptr_eq(&drawn, &solid) {
                true => Some(solid),
                false => self.in_reach(Some(solid), &prop.placement, &prop.span),
            };
            if let Some(solid) = solid {
                self.add_prop(number, prop, drawn, solid);
            }
        }
    }

    fn add_prop(&mut self, number: usize, prop: &PropEntry, mesh: Arc<Mesh>, solid: Arc<Mesh>) {
        let kind: Arc<str> = prop.kind.as_str().into();
        let solid = match prop.collide {
            CollisionShape::Box => {
                match Obb::from_bounds(&mesh.bounds, &prop.placement) {
                    Some(obb) => self.parts.boxes.push(obb),
                    None => self.too_large(&prop.span),
                }
                self.parts.level.scene.box_props.push(number as u32);
                None
            }
            CollisionShape::Mesh => Some(solid),
            CollisionShape::Hull => self.hulls.of(prop, &solid, &mut self.loader.problems),
        };
        if let Some(solid) = solid {
            let collided = CollidedMesh {
                owner: TriangleOwner::Prop(number),
                first: TriangleId(self.parts.triangles.len() as u32),
                count: 0,
                name: kind.clone(),
                mesh: solid,
                placement: prop.placement,
            };
            self.add_triangles(collided, &prop.span);
        }
        self.add_model(Look::Prop { kind }, mesh, prop.placement);
    }

    pub fn movers(&mut self, movers: &[MoverEntry]) {
        for entry in movers {
            let of_map = entry.of_map.clone();
            let of_kind = |KindMesh { drawn, .. }: KindMesh| {
                let bounds = drawn.bounds;
                (drawn, bounds)
            };
            let of_kind = || {
                let found = self.mesh_of(&entry.kind, entry.scale, entry.color);
                found.map(of_kind)
            };
            let Some((mesh, bounds)) = of_map.or_else(of_kind) else {
                continue;
            };
            let desc = MoverDesc {
                path: entry.path.clone(),
                speed: entry.speed,
                bounds,
                rotation: entry.rotation,
                scale: entry.scale,
                turn: entry.turn,
                on_end: entry.on_end,
                on_hit: entry.on_hit,
            };
            let Some(mover) = Mover::in_frame(desc, entry.frame) else {
                self.too_large(&entry.span);
                continue;
            };
            let placement = mover.placement(0.0);
            let Some(mesh) = self.in_reach(Some(mesh), &placement, &entry.span) else {
                continue;
            };
            let Parts { level, boxes, .. } = &mut self.parts;
            level.scene.mover_models.push(Model {
                look: Look::Prop {
                    kind: entry.kind.as_str().into(),
                },
                mesh,
                placement,
            });
            level.scene.turns_back.push(entry.turns_back);
            let id = BoxId(boxes.len() as u32);
            boxes.push(mover.obb(0.0));
            level.movers.push(DrivenMover::new(mover, id));
        }
    }

    /// The mesh of a kind of props and movers, for one of this `size` and `color`, which count only for plain shapes.
    fn mesh_of(&mut self, kind: &str, size: DVec3, color: Option<[u8; 3]>) -> Option<KindMesh> {
        if let Some(mesh) = self.own_kinds.get(kind) {
            return mesh.clone();
        }
        let mesh = match Shape::of_kind(kind) {
            Some(shape) => {
                let divisions = shape.divisions(size);
                let color = color.unwrap_or(Shape::COLOR);
                let known = self.shapes.entry((shape, divisions, color));
                let made = || shape.mesh(divisions, color).map(Arc::new);
                known.or_insert_with(made).clone()?
            }
            None => {
                let mut built_in = BUILT_IN_FILES.iter();
                let (_, path) = built_in.find(|(name, _)| *name == kind)?;
                self.loader.built_in_mesh(path)?
            }
        };
        Some(KindMesh {
            drawn: mesh.clone(),
            solid: mesh,
        })
    }

    fn add_model(&mut self, look: Look, mesh: Arc<Mesh>, placement: Placement) {
        self.parts.level.scene.models.push(Model {
            look,
            mesh,
            placement,
        });
    }

    /// Adds `collided`, which is at `span`, and its triangles.
    fn add_triangles(&mut self, collided: CollidedMesh, span: &Range<usize>) {
        let CollidedMesh {
            mesh, placement, ..
        } = &collided;
        let lost = mesh.place_into(placement, &mut self.parts.triangles);
        let all = mesh.triangle_count();
        if lost == all {
            self.too_large(span);
        } else if lost > 0 {
            let message =
                format!("this placement leaves {lost} of {all} triangles without an area: dropped");
            let label = "far from the origin, 32-bit corners fall together";
            let problems = &mut self.loader.problems;
            problems.warning(span.clone(), message, label, None);
        }
        self.parts.level.scene.collided.push(CollidedMesh {
            count: (all - lost) as u32,
            ..collided
        });
    }

    /// The `mesh`, unless it reaches too far: then that is an error at `span`.
    fn in_reach(
        &mut self,
        mesh: Option<Arc<Mesh>>,
        placement: &Placement,
        span: &Range<usize>,
    ) -> Option<Arc<Mesh>> {
        let mesh = mesh?;
        let ends = [mesh.bounds.min(), mesh.bounds.max()];
        let corners = (0..8).map(|corner: usize| {
            let end = |axis: usize| ends[corner >> axis & 1][axis];
            placement.apply(DVec3::new(end(0), end(1), end(2))).abs()
        });
        let reach = corners.fold(0.0, |reach, corner| max(reach, corner.max_element()));
        if reach <= self.loader.farthest {
            return Some(mesh);
        }
        let message = format!("this mesh reaches {reach:.1e} m far from the origin of the level");
        let label = format!("expected {FARTHEST:e} m or less: is its size right, and its scale?");
        let problems = &mut self.loader.problems;
        problems.error(span.clone(), message, label, None);
        None
    }

    fn too_large(&mut self, span: &Range<usize>) {
        let message = "this placement leaves no triangle of the mesh";
        let label = "expected a position and a scale that 32-bit coordinates can hold";
        let problems = &mut self.loader.problems;
        problems.error(span.clone(), message, label, None);
    }
}
