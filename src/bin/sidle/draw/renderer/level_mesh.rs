//! The vertices of a level, ready for the GPU: plain data, so that another thread can build them.

use macroquad::math::Vec3;

use sidle::geometry::Placement;
use sidle::glam::DVec3;
use sidle::level::{Level, Model, Scene};
use sidle::player::Rules;
use sidle::world::DrivenMover;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::vertices;
use crate::draw::renderer::vertices::Vertex;

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
    /// The corners of the movers' paths.
    paths: Vec<Vec3>,
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
        let paths = movers.iter();
        let paths = paths.flat_map(|driven| driven.mover.desc().path.points());
        let mut mesh = Self {
            origin,
            static_vertices,
            dynamic_props,
            dynamic: DynamicMesh::new([props, &scene.mover_models].concat(), origin),
            bounds: [Vec3::ZERO; 2],
            paths: paths.map(|point| to_render_vec3(*point - origin)).collect(),
        };
        let min = mesh.positions().reduce(Vec3::min).unwrap_or_default();
        let max = mesh.positions().reduce(Vec3::max).unwrap_or_default();
        mesh.bounds = [min, max];
        mesh
    }

    /// All corners, including those of the paths.
    pub fn positions(&self) -> impl Iterator<Item = Vec3> + Clone {
        let all = self.static_vertices.iter().chain(&self.dynamic.vertices);
        all.map(Vertex::position).chain(self.paths.iter().copied())
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
    fn new(models: Vec<Model>, origin: DVec3) -> Self {
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
