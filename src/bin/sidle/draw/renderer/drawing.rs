//! A level as vertices, ready for the GPU: plain numbers, so that another thread can make them.

use macroquad::math::Vec3;

use sidle::geometry::Placement;
use sidle::glam::DVec3;
use sidle::level::{Level, Model, Scene};
use sidle::player::Rules;
use sidle::world::DrivenMover;

use crate::draw::convert::to_drawn;
use crate::draw::renderer::mesh_buffer;
use crate::draw::renderer::mesh_buffer::Vertex;

/// Everything that is drawn of a level.
pub struct Drawing {
    /// Everything is drawn relative to this point near the spawn, where 32 bits are finest.
    pub origin: DVec3,
    /// What stands still.
    pub still: Vec<Vertex>,
    /// Whether props are among what moves, as they do while they are edited.
    pub lifts_props: bool,
    pub moving: Moving,
    /// Corners of all that is drawn, and of where what moves will be: the lowest and the highest.
    pub reach: [Vec3; 2],
    /// The corners of paths.
    paths: Vec<Vec3>,
}

impl Drawing {
    /// `level` at its start; with `lifts_props` its props count as moving, before the movers.
    pub fn of_level(level: &Level, lifts_props: bool) -> Self {
        Self::of(&level.scene, &level.rules, &level.movers, lifts_props)
    }

    /// `scene` with its `movers`; with `lifts_props` its props count as moving, before the movers.
    pub fn of(scene: &Scene, rules: &Rules, movers: &[DrivenMover], lifts_props: bool) -> Self {
        // Multiples of 5 m, so that the drawn grid stays on whole coordinates.
        let origin = (rules.spawn.position / 5.0).round() * 5.0;
        let props = if lifts_props { scene.props() } else { &[] };
        let meshes = &scene.models[..scene.models.len() - props.len()];
        let still = mesh_buffer::build(meshes, origin);
        let paths = movers.iter();
        let paths = paths.flat_map(|driven| driven.mover.desc().path.points());
        let mut drawing = Self {
            origin,
            still,
            lifts_props,
            moving: Moving::new([props, &scene.mover_models].concat(), origin),
            reach: [Vec3::ZERO; 2],
            paths: paths.map(|point| to_drawn(*point - origin)).collect(),
        };
        let min = drawing.positions().reduce(Vec3::min).unwrap_or_default();
        let max = drawing.positions().reduce(Vec3::max).unwrap_or_default();
        drawing.reach = [min, max];
        drawing
    }

    /// All corners that are drawn, and those of paths.
    pub fn positions(&self) -> impl Iterator<Item = Vec3> + Clone {
        let all = self.still.iter().chain(&self.moving.vertices);
        all.map(Vertex::place).chain(self.paths.iter().copied())
    }
}

/// What moves.
pub struct Moving {
    models: Vec<Model>,
    pub vertices: Vec<Vertex>,
    /// Whether the models stand elsewhere than they were drawn.
    moved: bool,
}

impl Moving {
    fn new(models: Vec<Model>, origin: DVec3) -> Self {
        Self {
            vertices: mesh_buffer::build(&models, origin),
            models,
            moved: true,
        }
    }

    /// Puts the models where they are now, in their order.
    pub fn place(&mut self, placements: impl Iterator<Item = Placement>) {
        for (model, placement) in self.models.iter_mut().zip(placements) {
            self.moved |= model.placement != placement;
            model.placement = placement;
        }
    }

    /// The vertices around `origin`, if they are not where they were.
    pub fn take_moved(&mut self, origin: DVec3) -> Option<&[Vertex]> {
        if !std::mem::take(&mut self.moved) {
            return None;
        }
        self.vertices.clear();
        mesh_buffer::add(&mut self.vertices, &self.models, origin);
        Some(&self.vertices)
    }
}
