//! Packs a loaded level in one instance of the program, and unpacks it in another, bit for bit.
//!
//! The page loads levels in a worker, which shares no memory with the game. The worker packs the level into chunks, and the
//! game unpacks a few of them per frame, without reading, checking or building anything again. Both sides are the same
//! program, so the format is not stable. A damaged chunk is refused.

mod indexed;
mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use indexed::{PackedCollided, PackedMaterial, PackedModel};

use crate::geometry::packing::{Packed, pack_list, unpack_list};
use crate::level::budget::Excess;
use crate::level::document::{Expectations, Lab};
use crate::level::loaded::{CollidedMesh, Level, LoadedLevel, Look, Model, Scene, TriangleOwner};
use crate::level::meshes::{Material, Mesh, MeshPart, Texture, TextureImage};
use crate::level::text::Diagnostic;
use crate::player::{Rules, Tuning};
use crate::world::{DrivenMover, TriangleId, WorldUnpacker, Zone};

/// The tags of chunks. A world's own begin at 32, and those of other data at [`FIRST_FREE_TAG`].
const DIAGNOSTICS: u8 = 1;
const HEAD: u8 = 2;
const NAMES: u8 = 3;
const MESH: u8 = 4;
const PART: u8 = 5;
const CORNERS: u8 = 6;
const MODELS: u8 = 7;
const MOVER_MODELS: u8 = 8;
const COLLIDED: u8 = 9;
const BOX_PROPS: u8 = 10;
const SIGNS: u8 = 11;
const MOVERS: u8 = 12;
const EXCESS: u8 = 13;
const TEX_COORDS: u8 = 14;
const NORMALS: u8 = 15;
const COLORS: u8 = 16;
const IMAGE: u8 = 17;
const IMAGE_BYTES: u8 = 18;
const MATERIALS: u8 = 19;
const ZONES: u8 = 20;
const ZONE_TEXTS: u8 = 21;
const SURFACES: u8 = 22;
const TURNS_BACK: u8 = 23;
const PLACED: u8 = 24;

/// Chunks with this tag or a higher one never belong to a level.
pub const FIRST_FREE_TAG: u8 = 64;

/// Packs a loaded level into chunks for a [`LevelUnpacker`], and calls `emit` with each.
pub fn pack_level(
    level: Option<&Level>,
    diagnostics: &[Diagnostic],
    excess: Option<&Excess>,
    emit: &mut dyn FnMut(&[u8]),
) {
    pack_list(DIAGNOSTICS, diagnostics, emit);
    if let Some(excess) = excess {
        emit(&chunk_of(EXCESS, excess));
    }
    let Some(level) = level else { return };
    let Level {
        rules,
        tuning,
        world,
        movers,
        zones,
        expectations,
        scene,
    } = level;
    let mut head = chunk_of(HEAD, rules);
    tuning.pack(&mut head);
    scene.name.pack(&mut head);
    scene.about.pack(&mut head);
    scene.eye.pack(&mut head);
    scene.lab.map(|lab| lab.position).pack(&mut head);
    scene.first_prop.pack(&mut head);
    expectations.pack(&mut head);
    emit(&head);

    let mut shared = Shared::default();
    let of_models = |models: &[Model], shared: &mut Shared| -> Vec<PackedModel> {
        models.iter().map(|model| shared.model(model)).collect()
    };
    let models = of_models(&scene.models, &mut shared);
    let mover_models = of_models(&scene.mover_models, &mut shared);
    let collided = scene.collided.iter();
    let collided: Vec<_> = collided.map(|mesh| shared.collided(mesh)).collect();
    pack_list(NAMES, &shared.names, emit);
    let mut images = Images::default();
    for mesh in &shared.meshes {
        pack_mesh(mesh, &mut images, emit);
    }
    pack_list(MODELS, &models, emit);
    pack_list(MOVER_MODELS, &mover_models, emit);
    pack_list(COLLIDED, &collided, emit);
    pack_list(BOX_PROPS, &scene.box_props, emit);
    pack_list(SIGNS, &scene.signs, emit);
    pack_list(MOVERS, movers, emit);
    pack_list(ZONES, zones, emit);
    pack_list(ZONE_TEXTS, &scene.zone_texts, emit);
    pack_list(SURFACES, &scene.surfaces, emit);
    pack_list(TURNS_BACK, &scene.turns_back, emit);
    pack_list(PLACED, &scene.placed, emit);
    world.pack(emit);
}

/// A chunk of one value.
fn chunk_of(tag: u8, value: &impl Packed) -> Vec<u8> {
    let mut chunk = vec![tag];
    value.pack(&mut chunk);
    chunk
}

fn pack_mesh(mesh: &Mesh, images: &mut Images, emit: &mut dyn FnMut(&[u8])) {
    let materials = mesh.materials.iter();
    let materials: Vec<_> = materials
        .map(|material| images.material(material, emit))
        .collect();
    emit(&chunk_of(MESH, &mesh.bounds));
    pack_list(MATERIALS, &materials, emit);
    for part in &mesh.parts {
        emit(&chunk_of(PART, &(part.name.clone(), part.material)));
        pack_list(CORNERS, &part.triangles, emit);
        pack_list(TEX_COORDS, &part.tex_coords, emit);
        pack_list(NORMALS, &part.normals, emit);
        pack_list(COLORS, &part.colors, emit);
    }
}

/// The pictures that are packed: each once, before the first mesh that shows it.
#[derive(Default)]
struct Images {
    indices: BTreeMap<*const TextureImage, u32>,
}

impl Images {
    fn material(&mut self, material: &Material, emit: &mut dyn FnMut(&[u8])) -> PackedMaterial {
        let texture = material.texture.as_ref();
        let texture = texture.map(|texture| (self.image(&texture.image, emit), texture.wrap));
        PackedMaterial {
            texture,
            name: material.name.clone(),
            color: material.color,
            alpha_cutoff: material.alpha_cutoff,
            double_sided: material.double_sided,
        }
    }

    fn image(&mut self, image: &Arc<TextureImage>, emit: &mut dyn FnMut(&[u8])) -> u32 {
        let next = self.indices.len() as u32;
        let index = *self.indices.entry(Arc::as_ptr(image)).or_insert(next);
        if index == next {
            let bytes = image.bytes.as_deref();
            emit(&chunk_of(IMAGE, &(image.name.clone(), bytes.is_some())));
            pack_list(IMAGE_BYTES, bytes.unwrap_or_default(), emit);
        }
        index
    }
}

/// The data that several models share: packed once, and named by an index.
#[derive(Default)]
struct Shared {
    names: Vec<String>,
    name_indices: BTreeMap<Arc<str>, u32>,
    meshes: Vec<Arc<Mesh>>,
    mesh_indices: BTreeMap<*const Mesh, u32>,
}

impl Shared {
    fn name(&mut self, name: &Arc<str>) -> u32 {
        if let Some(index) = self.name_indices.get(name) {
            return *index;
        }
        let index = self.names.len() as u32;
        self.names.push((**name).to_owned());
        self.name_indices.insert(name.clone(), index);
        index
    }

    fn mesh(&mut self, mesh: &Arc<Mesh>) -> u32 {
        let next = self.meshes.len() as u32;
        let index = *self.mesh_indices.entry(Arc::as_ptr(mesh)).or_insert(next);
        if index == next {
            self.meshes.push(mesh.clone());
        }
        index
    }

    fn model(&mut self, model: &Model) -> PackedModel {
        PackedModel {
            look: match &model.look {
                Look::Mesh => PackedModel::MESH,
                Look::Sign => PackedModel::SIGN,
                Look::Prop { kind } => self.name(kind),
            },
            mesh: self.mesh(&model.mesh),
            placement: model.placement,
        }
    }

    fn collided(&mut self, mesh: &CollidedMesh) -> PackedCollided {
        let (owner, number) = match mesh.owner {
            TriangleOwner::Mesh(number) => (PackedCollided::MESH, number),
            TriangleOwner::Prop(number) => (PackedCollided::PROP, number),
            TriangleOwner::Terrain(number) => (PackedCollided::TERRAIN, number),
        };
        PackedCollided {
            owner,
            number,
            first: mesh.first.0,
            count: mesh.count,
            name: self.name(&mesh.name),
            mesh: self.mesh(&mesh.mesh),
            placement: mesh.placement,
        }
    }
}

/// A level that comes in chunks.
#[derive(Default)]
pub struct LevelUnpacker {
    diagnostics: Vec<Diagnostic>,
    /// `None` if the level has errors.
    head: Option<(Rules, Tuning, Expectations)>,
    /// What is drawn, but for all that names a mesh.
    scene: Scene,
    names: Vec<String>,
    images: Vec<TextureImage>,
    meshes: Vec<(Mesh, Vec<PackedMaterial>)>,
    models: Vec<PackedModel>,
    mover_models: Vec<PackedModel>,
    collided: Vec<PackedCollided>,
    movers: Vec<DrivenMover>,
    zones: Vec<Zone>,
    world: WorldUnpacker,
    excess: Option<Excess>,
}

impl LevelUnpacker {
    /// Adds the next chunk, in their order. `None` if it is damaged.
    #[must_use = "a damaged chunk is refused"]
    pub fn add(&mut self, chunk: &[u8]) -> Option<()> {
        let (tag, mut rest) = chunk.split_first()?;
        match *tag {
            DIAGNOSTICS => unpack_list(&mut self.diagnostics, rest),
            HEAD => {
                let (rules, tuning) = (Packed::unpack(&mut rest)?, Packed::unpack(&mut rest)?);
                let scene = &mut self.scene;
                scene.name = Packed::unpack(&mut rest)?;
                scene.about = Packed::unpack(&mut rest)?;
                scene.eye = Packed::unpack(&mut rest)?;
                scene.lab = Option::unpack(&mut rest)?.map(|position| Lab { position });
                scene.first_prop = Packed::unpack(&mut rest)?;
                self.head = Some((rules, tuning, Packed::unpack(&mut rest)?));
                Some(())
            }
            NAMES => unpack_list(&mut self.names, rest),
            IMAGE => {
                self.images.push(TextureImage {
                    name: Packed::unpack(&mut rest)?,
                    bytes: bool::unpack(&mut rest)?.then(Vec::new),
                });
                Some(())
            }
            IMAGE_BYTES => unpack_list(self.images.last_mut()?.bytes.as_mut()?, rest),
            MESH => {
                let mesh = Mesh {
                    parts: Vec::new(),
                    materials: Vec::new(),
                    bounds: Packed::unpack(&mut rest)?,
                };
                self.meshes.push((mesh, Vec::new()));
                Some(())
            }
            MATERIALS => unpack_list(&mut self.meshes.last_mut()?.1, rest),
            PART => {
                let (mesh, materials) = self.meshes.last_mut()?;
                let name = Packed::unpack(&mut rest)?;
                let material: Option<usize> = Packed::unpack(&mut rest)?;
                if material.is_some_and(|material| material >= materials.len()) {
                    return None;
                }
                mesh.parts.push(MeshPart {
                    name,
                    material,
                    ..MeshPart::default()
                });
                Some(())
            }
            CORNERS => unpack_list(&mut self.part()?.triangles, rest),
            TEX_COORDS => unpack_list(&mut self.part()?.tex_coords, rest),
            NORMALS => unpack_list(&mut self.part()?.normals, rest),
            COLORS => unpack_list(&mut self.part()?.colors, rest),
            MODELS => unpack_list(&mut self.models, rest),
            MOVER_MODELS => unpack_list(&mut self.mover_models, rest),
            COLLIDED => unpack_list(&mut self.collided, rest),
            BOX_PROPS => unpack_list(&mut self.scene.box_props, rest),
            SIGNS => unpack_list(&mut self.scene.signs, rest),
            MOVERS => unpack_list(&mut self.movers, rest),
            ZONES => unpack_list(&mut self.zones, rest),
            ZONE_TEXTS => unpack_list(&mut self.scene.zone_texts, rest),
            SURFACES => unpack_list(&mut self.scene.surfaces, rest),
            TURNS_BACK => unpack_list(&mut self.scene.turns_back, rest),
            PLACED => unpack_list(&mut self.scene.placed, rest),
            EXCESS => {
                self.excess = Some(Packed::unpack(&mut rest)?);
                Some(())
            }
            tag => self.world.add(tag, rest),
        }
    }

    /// The part that is unpacked.
    fn part(&mut self) -> Option<&mut MeshPart> {
        self.meshes.last_mut()?.0.parts.last_mut()
    }

    /// The level, once all chunks are added. `None` if they do not fit together.
    #[must_use]
    pub fn finish(self) -> Option<LoadedLevel> {
        let (diagnostics, excess) = (self.diagnostics, self.excess);
        let loaded = |level| LoadedLevel {
            level,
            diagnostics,
            excess,
        };
        let Some((rules, tuning, expectations)) = self.head else {
            return Some(loaded(None));
        };
        let world = self.world.finish()?;
        let names: Vec<Arc<str>> = self.names.into_iter().map(Arc::from).collect();
        let images: Vec<_> = self.images.into_iter().map(Arc::new).collect();
        let meshes = self.meshes.into_iter();
        let meshes = meshes.map(|(mesh, materials)| finish_mesh(mesh, materials, &images));
        let meshes = meshes.collect::<Option<Vec<Arc<Mesh>>>>()?;
        let name = |index: u32| names.get(index as usize).cloned();
        let mesh = |index: u32| meshes.get(index as usize).cloned();
        let model = |packed: PackedModel| {
            Some(Model {
                look: match packed.look {
                    PackedModel::MESH => Look::Mesh,
                    PackedModel::SIGN => Look::Sign,
                    index => Look::Prop { kind: name(index)? },
                },
                mesh: mesh(packed.mesh)?,
                placement: packed.placement,
            })
        };
        let collided = |packed: PackedCollided| {
            let number = packed.number;
            Some(CollidedMesh {
                owner: match packed.owner {
                    PackedCollided::MESH => TriangleOwner::Mesh(number),
                    PackedCollided::PROP => TriangleOwner::Prop(number),
                    PackedCollided::TERRAIN => TriangleOwner::Terrain(number),
                    _ => return None,
                },
                first: TriangleId(packed.first),
                count: packed.count,
                name: name(packed.name)?,
                mesh: mesh(packed.mesh)?,
                placement: packed.placement,
            })
        };
        let models =
            |packed: Vec<PackedModel>| packed.into_iter().map(model).collect::<Option<_>>();
        let collided = self.collided.into_iter().map(collided);
        let scene = Scene {
            models: models(self.models)?,
            mover_models: models(self.mover_models)?,
            collided: collided.collect::<Option<_>>()?,
            ..self.scene
        };
        let (zones, movers) = (self.zones, self.movers);
        let boxes = world.boxes().len();
        let props = scene.props().len();
        let fits = scene.box_props.len() + scene.mover_models.len() == boxes
            && scene.first_prop <= scene.models.len()
            && scene.box_props.iter().all(|prop| (*prop as usize) < props)
            && scene.mover_models.len() == movers.len()
            && scene.zone_texts.len() == zones.len()
            && movers.iter().all(|mover| (mover.id.0 as usize) < boxes);
        let level = Level {
            rules,
            tuning,
            world,
            movers,
            zones,
            expectations,
            scene,
        };
        fits.then(|| loaded(Some(level)))
    }
}

/// The mesh with its materials. `None` if they do not fit together.
fn finish_mesh(
    mesh: Mesh,
    materials: Vec<PackedMaterial>,
    images: &[Arc<TextureImage>],
) -> Option<Arc<Mesh>> {
    let fits = mesh.parts.iter().all(|part| {
        let lists = [part.tex_coords.len(), part.normals.len(), part.colors.len()];
        let whole = |length: usize| length == 0 || length == part.triangles.len();
        lists.into_iter().all(whole)
    });
    let materials = materials.into_iter().map(|packed| {
        let texture = match packed.texture {
            Some((image, wrap)) => {
                let image = images.get(image as usize)?.clone();
                Some(Texture { image, wrap })
            }
            None => None,
        };
        Some(Material {
            name: packed.name,
            color: packed.color,
            texture,
            alpha_cutoff: packed.alpha_cutoff,
            double_sided: packed.double_sided,
        })
    });
    let materials = materials.collect::<Option<_>>()?;
    fits.then(|| Arc::new(Mesh { materials, ..mesh }))
}

#[cfg(test)]
mod tests;
