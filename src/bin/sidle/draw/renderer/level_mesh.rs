//! The vertices of a level, ready for the GPU: plain data, so that another thread can build them.

use macroquad::math::{Mat4, Vec3};

use sidle::geometry::Placement;
use sidle::geometry::packing::{Packed, pack_list, unpack_list};
use sidle::glam::DVec3;
use sidle::level::{Level, Model, Scene};
use sidle::player::Rules;
use sidle::world::DrivenMover;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::vertices::Vertex;
use crate::draw::renderer::{shadow_map, vertices};
use crate::session::handover::{Handover, PREPARED};

/// The vertices of a level.
pub struct LevelMesh {
    /// All vertices are relative to this point near the spawn, where `f32` is most precise.
    pub origin: DVec3,
    /// The vertices that never move.
    pub static_vertices: Vec<Vertex>,
    /// Whether props are dynamic, as they are while the level is edited.
    pub dynamic_props: bool,
    pub dynamic: DynamicMesh,
    /// The lowest and the highest corner of everything, including the paths of movers.
    pub bounds: [Vec3; 2],
    /// The projection of the sun's shadow.
    pub shadow_projection: Mat4,
}

impl LevelMesh {
    /// Builds the vertices of `level` at its start; see [`build`](Self::build).
    pub fn of_level(level: &Level, dynamic_props: bool) -> Self {
        Self::build(&level.scene, &level.rules, &level.movers, dynamic_props)
    }

    /// Builds the vertices of `scene` and of its `movers`. With `dynamic_props` the props are dynamic, before the
    /// movers.
    pub fn build(
        scene: &Scene,
        rules: &Rules,
        movers: &[DrivenMover],
        dynamic_props: bool,
    ) -> Self {
        // Multiples of 5 m, so that the drawn grid stays on whole coordinates.
        let origin = (rules.spawn.position / 5.0).round() * 5.0;
        let props = if dynamic_props { scene.props() } else { &[] };
        let meshes = &scene.models[..scene.models.len() - props.len()];
        let static_vertices = vertices::build(meshes, origin);
        let mut mesh = Self {
            origin,
            static_vertices,
            dynamic_props,
            dynamic: DynamicMesh::of_scene(scene, dynamic_props, origin),
            bounds: [Vec3::ZERO; 2],
            shadow_projection: Mat4::IDENTITY,
        };
        let paths = movers.iter();
        let paths = paths.flat_map(|driven| driven.mover.desc().path.points());
        let paths = paths.map(|point| to_render_vec3(*point - origin));
        let vertices = mesh.static_vertices.iter().chain(&mesh.dynamic.vertices);
        let corners = vertices.map(Vertex::position).chain(paths);
        let min = corners.clone().reduce(Vec3::min).unwrap_or_default();
        let max = corners.clone().reduce(Vec3::max).unwrap_or_default();
        mesh.shadow_projection = shadow_map::projection(corners);
        mesh.bounds = [min, max];
        mesh
    }
}

/// The tags of its chunks.
const HEAD: u8 = PREPARED;
const VERTICES: u8 = PREPARED + 1;

/// The vertices of a level that come in chunks.
#[derive(Default)]
pub struct ArrivingMesh {
    head: Option<MeshHead>,
    static_vertices: Vec<Vertex>,
}

/// All but the vertices.
struct MeshHead {
    origin: DVec3,
    dynamic_props: bool,
    bounds: [[f32; 3]; 2],
    shadow_projection: [f32; 16],
}

/// The few vertices that move are built again.
impl Handover for LevelMesh {
    type Arriving = ArrivingMesh;

    fn pack(&self, emit: &mut dyn FnMut(&[u8])) {
        let mut head = vec![HEAD];
        self.origin.pack(&mut head);
        self.dynamic_props.pack(&mut head);
        self.bounds.map(|corner| corner.to_array()).pack(&mut head);
        self.shadow_projection.to_cols_array().pack(&mut head);
        emit(&head);
        pack_list(VERTICES, &self.static_vertices, emit);
    }

    fn add(arriving: &mut ArrivingMesh, chunk: &[u8]) -> Option<()> {
        let (tag, mut rest) = chunk.split_first()?;
        match *tag {
            HEAD => {
                arriving.head = Some(MeshHead {
                    origin: Packed::unpack(&mut rest)?,
                    dynamic_props: Packed::unpack(&mut rest)?,
                    bounds: [Packed::unpack(&mut rest)?, Packed::unpack(&mut rest)?],
                    shadow_projection: Packed::unpack(&mut rest)?,
                });
                Some(())
            }
            VERTICES => unpack_list(&mut arriving.static_vertices, rest),
            _ => None,
        }
    }

    fn finish(arriving: ArrivingMesh, level: &Level) -> Option<Self> {
        let head = arriving.head?;
        Some(Self {
            origin: head.origin,
            static_vertices: arriving.static_vertices,
            dynamic_props: head.dynamic_props,
            dynamic: DynamicMesh::of_scene(&level.scene, head.dynamic_props, head.origin),
            bounds: head.bounds.map(Vec3::from_array),
            shadow_projection: Mat4::from_cols_array(&head.shadow_projection),
        })
    }
}

/// The models that can move.
pub struct DynamicMesh {
    models: Vec<Model>,
    pub vertices: Vec<Vertex>,
    /// Whether a model has moved since the last upload.
    moved: bool,
}

impl DynamicMesh {
    /// The props of `scene`, if they are dynamic, then its movers.
    fn of_scene(scene: &Scene, dynamic_props: bool, origin: DVec3) -> Self {
        let props = if dynamic_props { scene.props() } else { &[] };
        let models = [props, &scene.mover_models].concat();
        Self {
            vertices: vertices::build(&models, origin),
            models,
            moved: true,
        }
    }

    /// Sets the placements of the models, in their order.
    pub fn set_placements(&mut self, placements: impl Iterator<Item = Placement>) {
        for (model, placement) in self.models.iter_mut().zip(placements) {
            self.moved |= model.placement != placement;
            model.placement = placement;
        }
    }

    /// The new vertices relative to `origin`, if a model has moved since the last call.
    pub fn take_moved(&mut self, origin: DVec3) -> Option<&[Vertex]> {
        if !std::mem::take(&mut self.moved) {
            return None;
        }
        self.vertices.clear();
        vertices::add(&mut self.vertices, &self.models, origin);
        Some(&self.vertices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::level::{Disk, load_level};

    #[test]
    fn the_vertices_survive_being_handed_over() {
        for (path, dynamic_props) in [
            ("levels/courtyard.toml", false),
            ("levels/car-crash.toml", true),
        ] {
            let level = load_level(path.as_ref(), &Disk).level.expect("a level");
            let mesh = LevelMesh::of_level(&level, dynamic_props);
            let (mut arriving, mut chunks) = (ArrivingMesh::default(), Vec::new());
            mesh.pack(&mut |chunk| chunks.push(chunk.to_vec()));
            for chunk in &chunks {
                LevelMesh::add(&mut arriving, chunk).unwrap();
                assert!(
                    LevelMesh::add(&mut ArrivingMesh::default(), &chunk[..chunk.len() - 1])
                        .is_none()
                );
            }
            let back = LevelMesh::finish(arriving, &level).unwrap();
            let bits = |mesh: &LevelMesh| {
                let mut chunks = Vec::new();
                mesh.pack(&mut |chunk| chunks.push(chunk.to_vec()));
                chunks
            };
            assert!(bits(&back) == bits(&mesh), "{path}");
            assert_eq!(
                back.dynamic.vertices.len(),
                mesh.dynamic.vertices.len(),
                "{path}"
            );
            assert!(LevelMesh::finish(ArrivingMesh::default(), &level).is_none());
        }
    }
}
