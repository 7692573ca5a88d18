//! From a level's text to a level: loads the files that it names and builds the world.

mod meshes;

use core::ops::Range;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::DVec3;

use super::hulls::{Hulls, LEAST_HULL};
use super::spending::{Spending, count_obj_triangles};
use super::surface_tags::apply_surfaces;
use crate::geometry::float::max;
use crate::geometry::{Obb, Placement, Triangle};
use crate::level::budget::{Budget, Excess};
use crate::level::checks::{
    check_facing, check_kinds, check_lost_props, check_movers, check_spawn, check_surfaces,
    check_teleports,
};
use crate::level::choices::CollisionShape;
use crate::level::document::{Document, FileReference};
use crate::level::files::{BUILT_IN_KINDS, BUILT_IN_MESHES, Files, LoadStage, Progress, SIGN_MESH};
use crate::level::gltf;
use crate::level::gltf::is_gltf;
use crate::level::loaded::{CollidedMesh, Level, LoadedLevel, Look, Model, Scene, TriangleOwner};
use crate::level::meshes::{Images, Mesh};
use crate::level::text::{Diagnostic, Problems, sort_by_place};
use crate::level::toml::FARTHEST;
use crate::parallel::Workers;
use crate::world::{BoxId, BuildQuality, DrivenMover, Mover, MoverDesc, TriangleId, World};

/// What several loads of one mesh share: its file is read once, and its world is built once.
#[derive(Default)]
pub struct Cache {
    /// The problems of all files that a level names.
    of_others: Vec<Diagnostic>,
    /// By path. `None` for a mesh with errors, which are reported already.
    meshes: BTreeMap<PathBuf, Option<Arc<Mesh>>>,
    /// The bytes of meshes that are counted and not yet read, with their triangles.
    counted: BTreeMap<PathBuf, (Vec<u8>, u64)>,
    /// The same as `meshes` for built-in ones, whose paths do not belong to the level's folder.
    built_in_meshes: BTreeMap<PathBuf, Option<Arc<Mesh>>>,
    images: Images,
    /// A world that a level may have, too.
    pub world: Option<World>,
}

/// Loads the files that a level names, each once.
pub struct Loader<'l> {
    folder: &'l Path,
    files: &'l dyn Files,
    budget: &'l Budget,
    progress: &'l mut dyn FnMut(Progress<'_>),
    /// Whether faces push to their front only.
    one_sided: bool,
    /// How far a placed mesh may reach; metres.
    farthest: f64,
    /// The problems of the level file itself.
    problems: Problems<'l>,
    cache: &'l mut Cache,
}

/// A level whose world is not built yet.
struct Parts {
    /// All but the world.
    level: Level,
    triangles: Vec<Triangle>,
    boxes: Vec<Obb>,
}

impl<'l> Loader<'l> {
    /// A loader for the level with these `problems`, whose files are in `folder`.
    pub fn new(
        folder: &'l Path,
        files: &'l dyn Files,
        budget: &'l Budget,
        progress: &'l mut dyn FnMut(Progress<'_>),
        problems: Problems<'l>,
        cache: &'l mut Cache,
    ) -> Self {
        Self {
            folder,
            files,
            budget,
            progress,
            one_sided: false,
            farthest: FARTHEST,
            problems,
            cache,
        }
    }

    /// The level of `document`, unless there are errors, and all problems of all files.
    pub fn load(mut self, document: Document) -> LoadedLevel {
        self.one_sided = document.tuning.one_sided;
        let spending = self.count(&document);
        if spending.is_exceeded() {
            let is_valid = !self.problems.has_errors();
            let excess = spending.report(&mut self.problems).filter(|_| is_valid);
            return self.finish(None, excess);
        }
        let Parts {
            mut level,
            triangles,
            boxes,
        } = self.place(document.clone());
        let same = |world: &World| world.triangles() == triangles && world.boxes() == boxes;
        level.world = match self.cache.world.take().filter(same) {
            Some(world) => world,
            None => {
                (self.progress)(Progress::begin(LoadStage::Build));
                World::build(triangles, boxes, BuildQuality::Fast, Workers::All)
            }
        };
        apply_surfaces(&mut level.world, &level.scene, &document.surfaces);
        let mut excess = None;
        if self.is_complete() {
            (self.progress)(Progress::begin(LoadStage::Check));
            check_spawn(&level, &document.spawn_span, &mut self.problems);
            excess = check_movers(&level, &document.movers, self.budget, &mut self.problems)
                .map(|overrun| spending.excess(vec![overrun]));
            check_teleports(&level, &document.zones, &mut self.problems);
            check_lost_props(&level, &document.props, &mut self.problems);
            check_facing(&level, &document.meshes, &mut self.problems);
            check_kinds(&level, &document.kinds, &mut self.problems);
            check_surfaces(&level.scene, &document.surfaces, &mut self.problems);
        }
        self.finish(Some(level), excess)
    }

    /// The triangles of the level of `document`, without building it.
    ///
    /// # Errors
    /// The problems, if there are errors.
    pub fn triangles(mut self, document: Document) -> Result<Vec<Triangle>, Box<LoadedLevel>> {
        self.one_sided = document.tuning.one_sided;
        // They are scaled once their size is known.
        self.farthest = f64::INFINITY;
        let spending = self.count(&document);
        if spending.is_exceeded() {
            let excess = spending.report(&mut self.problems);
            return Err(Box::new(self.finish(None, excess)));
        }
        let parts = self.place(document);
        if self.is_complete() {
            Ok(parts.triangles)
        } else {
            Err(Box::new(self.finish(None, None)))
        }
    }

    /// Whether no file has an error.
    fn is_complete(&self) -> bool {
        let mut others = self.cache.of_others.iter();
        !self.problems.has_errors() && others.all(|problem| !problem.is_error())
    }

    /// The result, without a level if there are errors.
    fn finish(self, level: Option<Level>, excess: Option<Excess>) -> LoadedLevel {
        let mut diagnostics = self.problems.finish();
        diagnostics.append(&mut self.cache.of_others);
        sort_by_place(&mut diagnostics);
        let is_valid = diagnostics.iter().all(|diagnostic| !diagnostic.is_error());
        LoadedLevel {
            level: level.filter(|_| is_valid),
            diagnostics,
            excess,
        }
    }

    /// Counts what the level would hold.
    fn count(&mut self, document: &Document) -> Spending {
        let text = self.problems.source().text();
        let mut spending = Spending::new(self.budget, document, text);
        for kind in document.kinds.values() {
            self.count_mesh(&kind.mesh, &mut spending);
        }
        for entry in &document.meshes {
            let triangles = self.count_mesh(&entry.file, &mut spending);
            spending.add_triangles(triangles, &entry.span);
            if entry.collide {
                spending.add_colliders(triangles, &entry.span);
            }
        }
        let sign = count_built_in(SIGN_MESH);
        for _ in &document.signs {
            spending.add_triangles(sign, &(0..0));
        }
        let built_in: BTreeMap<&str, u64> = BUILT_IN_KINDS
            .iter()
            .map(|(kind, path)| (*kind, count_built_in(path)))
            .collect();
        let props = document.props.iter();
        let props = props.map(|prop| (&prop.kind, prop.collide, &prop.span));
        let movers = document.movers.iter();
        let movers = movers.map(|mover| (&mover.kind, CollisionShape::Box, &mover.span));
        let mut by_kind: BTreeMap<&str, u64> = BTreeMap::new();
        for (kind, shape, span) in props.chain(movers) {
            let triangles =
                *by_kind
                    .entry(kind)
                    .or_insert_with(|| match document.kinds.get(kind) {
                        Some(own) => self.count_mesh(&own.mesh, &mut spending),
                        None => built_in.get(kind.as_str()).copied().unwrap_or_default(),
                    });
            spending.add_triangles(triangles, span);
            match shape {
                CollisionShape::Box => {}
                CollisionShape::Mesh => spending.add_colliders(triangles, span),
                CollisionShape::Hull => spending.add_colliders(LEAST_HULL, span),
            }
        }
        spending
    }

    /// An upper bound of the triangles of a mesh. Its bytes are kept until they are read, unless it will not be read.
    fn count_mesh(&mut self, reference: &FileReference, spending: &mut Spending) -> u64 {
        let path = self.folder.join(&reference.path);
        if let Some((_, triangles)) = self.cache.counted.get(&path) {
            return *triangles;
        }
        if spending.is_exceeded() && !self.budget.counts_all {
            return 0;
        }
        // A missing file is reported where the mesh is built.
        let Ok(bytes) = self.files.read(&path) else {
            return 0;
        };
        spending.add_mesh_bytes(bytes.len(), &reference.span);
        let triangles = if is_gltf(&path, &bytes) {
            let cost = gltf::cost(&path, &bytes, self.budget.memory);
            spending.add_memory(cost.memory, &reference.span);
            cost.triangles
        } else {
            count_obj_triangles(&bytes)
        };
        let is_built = !spending.is_exceeded();
        let kept = if is_built { bytes } else { Vec::new() };
        self.cache.counted.insert(path, (kept, triangles));
        triangles
    }

    /// Reads the meshes of `document` and places everything.
    fn place(&mut self, document: Document) -> Parts {
        let Document {
            name,
            about,
            rules,
            tuning,
            eye,
            meshes,
            kinds,
            props,
            movers,
            lab,
            signs,
            zones,
            expectations,
            surfaces,
            ..
        } = document;
        let (zones, zone_texts) = zones.into_iter().map(|it| (it.zone, it.text)).unzip();
        let mut scene = Scene {
            name,
            about,
            models: Vec::new(),
            collided: Vec::new(),
            mover_models: Vec::new(),
            first_prop: 0,
            box_props: Vec::new(),
            eye,
            lab,
            signs: Vec::new(),
            zone_texts,
            surfaces: surfaces.into_iter().map(|entry| entry.name).collect(),
        };
        let (mut triangles, mut boxes, mut driven) = (Vec::new(), Vec::new(), Vec::new());
        for (number, entry) in meshes.into_iter().enumerate() {
            let mesh = self.mesh(&entry.file);
            let Some(mesh) = self.in_reach(mesh, &entry.placement, &entry.span) else {
                continue;
            };
            if entry.collide {
                let file_name = Path::new(&entry.file.path).file_name().unwrap_or_default();
                let collided = CollidedMesh {
                    owner: TriangleOwner::Mesh(number),
                    first: TriangleId(triangles.len() as u32),
                    count: 0,
                    name: file_name.to_string_lossy().into(),
                    mesh: mesh.clone(),
                    placement: entry.placement,
                };
                let added = self.add_triangles(&mut triangles, collided, entry.span);
                scene.collided.push(added);
            }
            if entry.visible {
                scene.models.push(Model {
                    look: Look::Mesh,
                    mesh,
                    placement: entry.placement,
                });
            }
        }

        for sign in signs {
            let Some(mesh) = self.built_in_mesh(SIGN_MESH) else {
                continue;
            };
            scene.models.push(Model {
                look: Look::Sign,
                mesh,
                placement: sign.placement,
            });
            scene.signs.push(sign);
        }

        let own_kinds: BTreeMap<String, Option<Arc<Mesh>>> = kinds
            .into_iter()
            .map(|(name, kind)| (name, self.mesh(&kind.mesh)))
            .collect();
        let mesh_of = |loader: &mut Self, kind: &str| match own_kinds.get(kind) {
            Some(mesh) => mesh.clone(),
            None => {
                let mut built_in = BUILT_IN_KINDS.iter();
                let (_, path) = built_in.find(|(name, _)| *name == kind)?;
                loader.built_in_mesh(path)
            }
        };
        scene.first_prop = scene.models.len();
        let mut hulls = Hulls::default();
        // At once, since each prop alone would copy all triangles before it.
        let solid = props.iter().filter(|it| it.collide == CollisionShape::Mesh);
        let placed = solid.filter_map(|it| mesh_of(self, &it.kind));
        triangles.reserve_exact(placed.map(|mesh| mesh.triangle_count()).sum());
        for (number, prop) in props.into_iter().enumerate() {
            let mesh = mesh_of(self, &prop.kind);
            let Some(mesh) = self.in_reach(mesh, &prop.placement, &prop.span) else {
                continue;
            };
            let kind: Arc<str> = prop.kind.as_str().into();
            let solid = match prop.collide {
                CollisionShape::Box => {
                    match Obb::from_bounds(&mesh.bounds, &prop.placement) {
                        Some(obb) => boxes.push(obb),
                        None => self.too_large(prop.span.clone()),
                    }
                    scene.box_props.push(number as u32);
                    None
                }
                CollisionShape::Mesh => Some(mesh.clone()),
                CollisionShape::Hull => hulls.of(&prop, &mesh, &mut self.problems),
            };
            if let Some(solid) = solid {
                let collided = CollidedMesh {
                    owner: TriangleOwner::Prop(number),
                    first: TriangleId(triangles.len() as u32),
                    count: 0,
                    name: kind.clone(),
                    mesh: solid,
                    placement: prop.placement,
                };
                let added = self.add_triangles(&mut triangles, collided, prop.span);
                scene.collided.push(added);
            }
            scene.models.push(Model {
                look: Look::Prop { kind },
                mesh,
                placement: prop.placement,
            });
        }
        for entry in movers {
            let Some(mesh) = mesh_of(self, &entry.kind) else {
                continue;
            };
            let kind: Arc<str> = entry.kind.into();
            let mover = Mover::new(MoverDesc {
                path: entry.path,
                speed: entry.speed,
                bounds: mesh.bounds,
                rotation: entry.rotation,
                scale: entry.scale,
                turn: entry.turn,
                on_end: entry.on_end,
                on_hit: entry.on_hit,
            });
            let Some(mover) = mover else {
                self.too_large(entry.span);
                continue;
            };
            let Some(mesh) = self.in_reach(Some(mesh), &mover.placement(0.0), &entry.span) else {
                continue;
            };
            scene.mover_models.push(Model {
                look: Look::Prop { kind },
                mesh,
                placement: mover.placement(0.0),
            });
            let id = BoxId(boxes.len() as u32);
            boxes.push(mover.obb(0.0));
            driven.push(DrivenMover::new(mover, id));
        }
        let level = Level {
            rules,
            tuning,
            world: World::default(),
            movers: driven,
            zones,
            expectations,
            scene,
        };
        Parts {
            level,
            triangles,
            boxes,
        }
    }

    /// Adds the triangles of `collided`, which is at `span`, and returns it with their number.
    fn add_triangles(
        &mut self,
        triangles: &mut Vec<Triangle>,
        collided: CollidedMesh,
        span: Range<usize>,
    ) -> CollidedMesh {
        let CollidedMesh {
            mesh, placement, ..
        } = &collided;
        let lost = mesh.place_into(placement, triangles);
        let all = mesh.triangle_count();
        if lost == all {
            self.too_large(span);
        } else if lost > 0 {
            let message =
                format!("this placement leaves {lost} of {all} triangles without an area: dropped");
            let label = "far from the origin, 32-bit corners fall together";
            self.problems.warning(span, message, label, None);
        }
        CollidedMesh {
            count: (all - lost) as u32,
            ..collided
        }
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
        if reach <= self.farthest {
            return Some(mesh);
        }
        let message = format!("this mesh reaches {reach:.1e} m far from the origin of the level");
        let label = format!("expected {FARTHEST:e} m or less: is its size right, and its scale?");
        self.problems.error(span.clone(), message, label, None);
        None
    }

    fn too_large(&mut self, span: Range<usize>) {
        let message = "this placement leaves no triangle of the mesh";
        let label = "expected a position and a scale that 32-bit coordinates can hold";
        self.problems.error(span, message, label, None);
    }
}

/// An upper bound of the triangles of a built-in mesh.
fn count_built_in(path: &str) -> u64 {
    let bytes = BUILT_IN_MESHES.read(Path::new(path));
    bytes.map_or(0, |bytes| count_obj_triangles(&bytes))
}
