//! The drawing of a level, ready for the GPU, as plain data that another thread can build.

use macroquad::math::{Mat4, Vec3};

use sidle::geometry::packing::{Packed, pack_list, unpack_list};
use sidle::glam::DVec3;
use sidle::level::{Diagnostic, Level, Scene};
use sidle::parallel::Workers;
use sidle::player::Rules;
use sidle::world::DrivenMover;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::ambient::occluders::{Corners, Occluders};
use crate::draw::renderer::level::bounds::Bounds;
use crate::draw::renderer::level::chunks::{Chunk, split};
use crate::draw::renderer::level::geometry::Geometry;
use crate::draw::renderer::level::ice::Ice;
use crate::draw::renderer::level::instances::Models;
use crate::draw::renderer::level::sun;
use crate::draw::renderer::level::vertices::{Batches, Vertex};
use crate::draw::textures::TextureTable;
use crate::draw::textures::packing::{is_whole, pack_textures, unpack_texture};
use crate::draw::textures::prepare::{DrawnTexture, prepare};
use crate::session::load::{Handover, PREPARED};

/// The drawn parts of a level.
pub struct LevelMesh {
    /// Everything is relative to this point near the spawn, where `f32` is most precise.
    pub origin: DVec3,
    /// The meshes and the signs, which never move.
    pub chunks: Vec<Chunk>,
    /// The props and the movers.
    pub models: Models,
    /// The textures of both.
    pub textures: Vec<DrawnTexture>,
    /// The smallest box around everything, including the paths of movers.
    pub bounds: Bounds,
    /// The projection of the sun's shadow.
    pub shadow_projection: Mat4,
    /// The occluders.
    pub occluders: Occluders,
}

impl LevelMesh {
    /// Builds the drawing of `level` at its start. Adds the parts that cannot be drawn as authored to `problems`.
    pub fn of_level(level: &Level, problems: &mut Vec<Diagnostic>) -> Self {
        let table = TextureTable::of_scene(&level.scene);
        let textures = prepare(&table, problems);
        let paints = (&table, &Ice::of(level));
        let mesh = Self::build(&level.scene, &level.rules, &level.movers, paints);
        Self {
            occluders: Occluders::of_chunks(&mesh.chunks, &textures),
            textures,
            ..mesh
        }
    }

    /// Builds the drawing of `scene` and of its `movers`, without the textures and the occluders.
    fn build(
        scene: &Scene,
        rules: &Rules,
        movers: &[DrivenMover],
        paints: (&TextureTable, &Ice),
    ) -> Self {
        // Multiples of 5 m, so that the drawn grid stays on whole coordinates.
        let origin = (rules.spawn.position / 5.0).round() * 5.0;
        let still = &scene.models[..scene.models.len() - scene.props().len()];
        let mut batches = Batches::default();
        for model in still {
            batches.add(&model.mesh, &model.look, &model.placement, origin, paints);
        }
        let chunks: Vec<Chunk> = batches.0.iter().flat_map(split).collect();
        let models = Models::new(scene, origin, paints);
        let paths = movers.iter();
        let paths = paths.flat_map(|driven| driven.mover.desc().path.points());
        let paths = paths.map(|point| to_render_vec3(*point - origin));
        let others = models.positions().chain(paths);
        let in_chunks = chunks.iter().map(|chunk| chunk.bounds);
        let bounds = in_chunks.fold(Bounds::around(others.clone()), Bounds::union);
        let seen = Workers::All.map(&chunks, |chunk| {
            let corners = chunk.geometry.vertices.iter().map(Vertex::position);
            sun::seen_from_sun(corners.map(Vec3::from_array))
        });
        let seen = seen.into_iter();
        let seen = seen.fold(sun::seen_from_sun(others), Bounds::union);
        let nothing = Bounds {
            min: Vec3::ZERO,
            max: Vec3::ZERO,
        };
        Self {
            origin,
            bounds: if bounds == Bounds::EMPTY {
                nothing
            } else {
                bounds
            },
            shadow_projection: sun::projection(seen),
            chunks,
            models,
            textures: Vec::new(),
            occluders: Occluders::default(),
        }
    }
}

/// The tags of its parts.
const HEAD: u8 = PREPARED;
const CHUNK: u8 = PREPARED + 1;
const VERTICES: u8 = PREPARED + 2;
const INDICES: u8 = PREPARED + 3;
const TEX_COORDS: u8 = PREPARED + 4;
const OCCLUDERS: u8 = PREPARED + 5;

/// The drawing of a level that comes in parts.
#[derive(Default)]
pub struct ArrivingMesh {
    head: Option<MeshHead>,
    chunks: Vec<Chunk>,
    textures: Vec<DrawnTexture>,
    occluders: Option<Vec<Corners>>,
}

/// All but the triangles.
struct MeshHead {
    origin: DVec3,
    bounds: Bounds,
    shadow_projection: [f32; 16],
}

impl ArrivingMesh {
    /// The triangles that arrive.
    fn geometry(&mut self) -> Option<&mut Geometry<u16>> {
        Some(&mut self.chunks.last_mut()?.geometry)
    }
}

fn pack_bounds(bounds: &Bounds, bytes: &mut Vec<u8>) {
    bounds.min.to_array().pack(bytes);
    bounds.max.to_array().pack(bytes);
}

fn unpack_bounds(bytes: &mut &[u8]) -> Option<Bounds> {
    Some(Bounds {
        min: Vec3::from_array(Packed::unpack(bytes)?),
        max: Vec3::from_array(Packed::unpack(bytes)?),
    })
}

/// Props and movers are built again, because each of their meshes is drawn often, but built once.
impl Handover for LevelMesh {
    type Arriving = ArrivingMesh;

    fn pack(&self, emit: &mut dyn FnMut(&[u8])) {
        let mut head = vec![HEAD];
        self.origin.pack(&mut head);
        pack_bounds(&self.bounds, &mut head);
        self.shadow_projection.to_cols_array().pack(&mut head);
        self.occluders.still.is_some().pack(&mut head);
        emit(&head);
        let occluders = self.occluders.still.as_deref();
        pack_list(OCCLUDERS, occluders.unwrap_or_default(), emit);
        for chunk in &self.chunks {
            let mut head = vec![CHUNK];
            pack_bounds(&chunk.bounds, &mut head);
            let geometry = &chunk.geometry;
            geometry.texture.pack(&mut head);
            emit(&head);
            pack_list(VERTICES, &geometry.vertices, emit);
            pack_list(TEX_COORDS, &geometry.tex_coords, emit);
            pack_list(INDICES, &geometry.indices, emit);
        }
        pack_textures(&self.textures, emit);
    }

    fn add(arriving: &mut ArrivingMesh, part: &[u8]) -> Option<()> {
        let (tag, mut rest) = part.split_first()?;
        match *tag {
            HEAD => {
                arriving.head = Some(MeshHead {
                    origin: Packed::unpack(&mut rest)?,
                    bounds: unpack_bounds(&mut rest)?,
                    shadow_projection: Packed::unpack(&mut rest)?,
                });
                arriving.occluders = bool::unpack(&mut rest)?.then(Vec::new);
                Some(())
            }
            CHUNK => {
                let bounds = unpack_bounds(&mut rest)?;
                let texture = Packed::unpack(&mut rest)?;
                let geometry = Geometry {
                    texture,
                    ..Geometry::EMPTY
                };
                arriving.chunks.push(Chunk { geometry, bounds });
                Some(())
            }
            VERTICES => unpack_list::<Vertex>(&mut arriving.geometry()?.vertices, rest),
            OCCLUDERS => unpack_list(arriving.occluders.as_mut()?, rest),
            TEX_COORDS => unpack_list(&mut arriving.geometry()?.tex_coords, rest),
            INDICES => unpack_list(&mut arriving.geometry()?.indices, rest),
            tag => unpack_texture(&mut arriving.textures, tag, rest),
        }
    }

    fn finish(arriving: ArrivingMesh, level: &Level) -> Option<Self> {
        let head = arriving.head?;
        let table = TextureTable::of_scene(&level.scene);
        let textures = arriving.textures;
        if table.uses.len() != textures.len() || !is_whole(&textures) {
            return None;
        }
        Some(Self {
            occluders: Occluders::new(arriving.occluders, &textures),
            origin: head.origin,
            chunks: arriving.chunks,
            models: Models::new(&level.scene, head.origin, (&table, &Ice::of(level))),
            textures,
            bounds: head.bounds,
            shadow_projection: Mat4::from_cols_array(&head.shadow_projection),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::BuiltIn;
    use sidle::level::load_level;

    #[test]
    fn a_mesh_survives_being_handed_over() {
        for path in ["levels/courtyard.toml", "levels/car-crash.toml"] {
            let level = load_level(path.as_ref(), &BuiltIn).level.expect("a level");
            let mut problems = Vec::new();
            let mesh = LevelMesh::of_level(&level, &mut problems);
            assert!(problems.is_empty());
            let (mut arriving, mut parts) = (ArrivingMesh::default(), Vec::new());
            mesh.pack(&mut |part| parts.push(part.to_vec()));
            for part in &parts {
                LevelMesh::add(&mut arriving, part).unwrap();
                let mut started = ArrivingMesh {
                    occluders: Some(Vec::new()),
                    ..ArrivingMesh::default()
                };
                started.chunks.push(Chunk {
                    geometry: Geometry::EMPTY,
                    bounds: Bounds::EMPTY,
                });
                assert!(LevelMesh::add(&mut started, &part[..part.len() - 1]).is_none());
            }
            let back = LevelMesh::finish(arriving, &level).unwrap();
            assert!(back.chunks == mesh.chunks, "{path}");
            assert_eq!(back.bounds, mesh.bounds);
            assert_eq!(back.occluders, mesh.occluders);
            assert_ne!(mesh.occluders.still, Some(Vec::new()), "{path}");
            assert_eq!(back.shadow_projection, mesh.shadow_projection);
            let instances = |mesh: &LevelMesh| {
                let groups = mesh.models.groups.iter();
                groups
                    .map(|group| group.instances.clone())
                    .collect::<Vec<_>>()
            };
            assert_eq!(instances(&back), instances(&mesh), "{path}");
            assert!(LevelMesh::finish(ArrivingMesh::default(), &level).is_none());
        }
    }
}
