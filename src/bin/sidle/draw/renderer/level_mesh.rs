//! What is drawn of a level, ready for the GPU: plain data, so that another thread can build it.

use macroquad::math::{Mat4, Vec3};

use sidle::geometry::packing::{Packed, pack_list, unpack_list};
use sidle::glam::DVec3;
use sidle::level::{Level, Scene};
use sidle::player::Rules;
use sidle::world::DrivenMover;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::bounds::Bounds;
use crate::draw::renderer::chunks::{Chunk, split};
use crate::draw::renderer::instances::Models;
use crate::draw::renderer::sun;
use crate::draw::renderer::vertices::{Vertex, triangles};
use crate::draw::renderer::workers::map_all;
use crate::session::handover::{Handover, PREPARED};

/// What is drawn of a level.
pub struct LevelMesh {
    /// Everything is relative to this point near the spawn, where `f32` is most precise.
    pub origin: DVec3,
    /// The meshes and the signs, which never move.
    pub chunks: Vec<Chunk>,
    /// The props and the movers.
    pub models: Models,
    /// The smallest box around everything, including the paths of movers.
    pub bounds: Bounds,
    /// The projection of the sun's shadow.
    pub shadow_projection: Mat4,
}

impl LevelMesh {
    /// Builds what is drawn of `level` at its start.
    pub fn of_level(level: &Level) -> Self {
        Self::build(&level.scene, &level.rules, &level.movers)
    }

    /// Builds what is drawn of `scene` and of its `movers`.
    fn build(scene: &Scene, rules: &Rules, movers: &[DrivenMover]) -> Self {
        // Multiples of 5 m, so that the drawn grid stays on whole coordinates.
        let origin = (rules.spawn.position / 5.0).round() * 5.0;
        let still = &scene.models[..scene.models.len() - scene.props().len()];
        let drawn = still.iter();
        let drawn = drawn.flat_map(|it| triangles(&it.mesh, &it.look, &it.placement, origin));
        let drawn: Vec<_> = drawn.collect();
        let chunks = split(&drawn);
        let models = Models::new(scene, origin);
        let paths = movers.iter();
        let paths = paths.flat_map(|driven| driven.mover.desc().path.points());
        let paths = paths.map(|point| to_render_vec3(*point - origin));
        let others = models.positions().chain(paths);
        let in_chunks = chunks.iter().map(|chunk| chunk.bounds);
        let bounds = in_chunks.fold(Bounds::around(others.clone()), Bounds::union);
        let seen = map_all(&chunks, |chunk| {
            let corners = chunk.vertices.iter().map(Vertex::position);
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
        }
    }
}

/// The tags of its parts.
const HEAD: u8 = PREPARED;
const CHUNK: u8 = PREPARED + 1;
const VERTICES: u8 = PREPARED + 2;
const INDICES: u8 = PREPARED + 3;

/// What is drawn of a level that comes in parts.
#[derive(Default)]
pub struct ArrivingMesh {
    head: Option<MeshHead>,
    chunks: Vec<Chunk>,
}

/// All but the triangles.
struct MeshHead {
    origin: DVec3,
    bounds: Bounds,
    shadow_projection: [f32; 16],
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

/// Props and movers are built again: each of their meshes is drawn often, but built once.
impl Handover for LevelMesh {
    type Arriving = ArrivingMesh;

    fn pack(&self, emit: &mut dyn FnMut(&[u8])) {
        let mut head = vec![HEAD];
        self.origin.pack(&mut head);
        pack_bounds(&self.bounds, &mut head);
        self.shadow_projection.to_cols_array().pack(&mut head);
        emit(&head);
        for chunk in &self.chunks {
            let mut head = vec![CHUNK];
            pack_bounds(&chunk.bounds, &mut head);
            emit(&head);
            pack_list(VERTICES, &chunk.vertices, emit);
            pack_list(INDICES, &chunk.indices, emit);
        }
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
                Some(())
            }
            CHUNK => {
                let bounds = unpack_bounds(&mut rest)?;
                arriving.chunks.push(Chunk {
                    bounds,
                    ..Chunk::EMPTY
                });
                Some(())
            }
            VERTICES => unpack_list::<Vertex>(&mut arriving.chunks.last_mut()?.vertices, rest),
            INDICES => unpack_list(&mut arriving.chunks.last_mut()?.indices, rest),
            _ => None,
        }
    }

    fn finish(arriving: ArrivingMesh, level: &Level) -> Option<Self> {
        let head = arriving.head?;
        Some(Self {
            origin: head.origin,
            chunks: arriving.chunks,
            models: Models::new(&level.scene, head.origin),
            bounds: head.bounds,
            shadow_projection: Mat4::from_cols_array(&head.shadow_projection),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::level::{Disk, load_level};

    #[test]
    fn a_mesh_survives_being_handed_over() {
        for path in ["levels/courtyard.toml", "levels/car-crash.toml"] {
            let level = load_level(path.as_ref(), &Disk).level.expect("a level");
            let mesh = LevelMesh::of_level(&level);
            let (mut arriving, mut parts) = (ArrivingMesh::default(), Vec::new());
            mesh.pack(&mut |part| parts.push(part.to_vec()));
            for part in &parts {
                LevelMesh::add(&mut arriving, part).unwrap();
                let mut started = ArrivingMesh::default();
                started.chunks.push(Chunk::EMPTY);
                assert!(LevelMesh::add(&mut started, &part[..part.len() - 1]).is_none());
            }
            let back = LevelMesh::finish(arriving, &level).unwrap();
            assert!(back.chunks == mesh.chunks, "{path}");
            assert_eq!(back.bounds, mesh.bounds);
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
