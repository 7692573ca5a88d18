//! Props and movers. Each kind's mesh is uploaded once, and drawn once for every group of neighbours of that kind.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use macroquad::math::Vec3;

use sidle::geometry::{Placement, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3 as MeshVec3};
use sidle::level::{Look, Mesh, Model, Scene};
use sidle::order::sort_by;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::level::bounds::Bounds;
use crate::draw::renderer::level::chunks::split_points;
use crate::draw::renderer::level::geometry::{Geometry, Indexer};
use crate::draw::renderer::level::ice::Ice;
use crate::draw::renderer::level::vertices::{Batch, Batches, DrawnTriangle, Vertex, has_trim};
use crate::draw::textures::TextureTable;

/// The most models of a group. Smaller: more draw calls; larger: moving one uploads more, and more is drawn that nobody
/// sees.
const MAX_GROUP: usize = 512;

/// A model in one place, as the GPU takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Instance {
    /// The rows of the matrix from the mesh to the scene.
    rows: [[f32; 4]; 3],
    /// The scale along the mesh's axes, and the brightness.
    scale_shade: [f32; 4],
}

impl Instance {
    fn new(placement: &Placement, origin: DVec3, shade: f32) -> Self {
        let matrix = placement.rotation * DMat3::from_diagonal(placement.scale);
        let position = placement.position - origin;
        let [x, y, z] = placement.scale.to_array().map(|part| part as f32);
        let row = |row: usize| {
            let axes = matrix.row(row).extend(position[row]);
            axes.to_array().map(|part| part as f32)
        };
        Self {
            rows: [row(0), row(1), row(2)],
            scale_shade: [x, y, z, shade],
        }
    }
}

/// The data that all models of one kind share: the mesh in its own space.
pub struct ModelKind {
    /// One piece for each texture.
    pub pieces: Vec<Geometry<u32>>,
    /// Whether its sides have a frame.
    pub has_trim: bool,
    /// The places of its vertices, each once.
    corners: Vec<DVec3>,
    /// The middle of the smallest box around them, and half its size.
    middle: DVec3,
    half: DVec3,
}

impl ModelKind {
    fn new(model: &Model, paints: (&TextureTable, &Ice)) -> Self {
        let mut batches = Batches::default();
        let (place, origin) = (Placement::IDENTITY, DVec3::ZERO);
        batches.add(&model.mesh, &model.look, &place, origin, paints);
        Self::of_batches(&batches, has_trim(&model.look))
    }

    /// A cube of one metre around the origin.
    fn cube(color: [u8; 4]) -> Self {
        let corner = |sides: [f32; 3]| MeshVec3::from_array(sides.map(|side| side * 0.5));
        let faces = (0..6).flat_map(|face| {
            let (axis, side) = (face / 2, if face % 2 == 0 { -1.0 } else { 1.0 });
            let place = |u: f32, v: f32| {
                let mut sides = [side; 3];
                (sides[(axis + 1) % 3], sides[(axis + 2) % 3]) = (u * side, v);
                corner(sides)
            };
            let [a, b, c, d] = [
                place(-1.0, -1.0),
                place(1.0, -1.0),
                place(1.0, 1.0),
                place(-1.0, 1.0),
            ];
            [[a, b, c], [a, c, d]]
        });
        let triangles = faces.filter_map(Triangle::new);
        let triangles =
            triangles.map(|triangle| DrawnTriangle::plain(&triangle, DVec3::ZERO, color));
        let batch = Batch {
            triangles: triangles.collect(),
            ..Batch::default()
        };
        Self::of_batches(&Batches(vec![batch]), false)
    }

    fn of_batches(batches: &Batches, has_trim: bool) -> Self {
        let pieces = batches.0.iter().map(|batch| {
            let mut piece = Geometry {
                texture: batch.texture,
                ..Geometry::EMPTY
            };
            let mut indexer = Indexer::default();
            for (number, triangle) in batch.triangles.iter().enumerate() {
                let tex_coords = batch.tex_coords.get(number);
                let indices = indexer.add(&mut piece, triangle, tex_coords);
                piece.indices.extend(indices);
            }
            piece
        });
        let mut kind = Self {
            pieces: pieces.collect(),
            has_trim,
            corners: Vec::new(),
            middle: DVec3::ZERO,
            half: DVec3::ZERO,
        };
        let vertices = kind.pieces.iter().flat_map(|piece| &piece.vertices);
        let corners = vertices.map(Vertex::position);
        let corners = corners.map(|corner| DVec3::from_array(corner.map(f64::from)));
        kind.corners = corners.collect();
        let order = |one: &DVec3, other: &DVec3| {
            let axes = one.to_array().into_iter().zip(other.to_array());
            let orders = axes.map(|(one, other)| one.total_cmp(&other));
            orders.reduce(Ordering::then).unwrap_or(Ordering::Equal)
        };
        sort_by(&mut kind.corners, order);
        kind.corners.dedup();
        if let Some(first) = kind.corners.first() {
            let ends = kind.corners.iter();
            let (min, max) = ends.fold((*first, *first), |(min, max), corner| {
                (min.min(*corner), max.max(*corner))
            });
            (kind.middle, kind.half) = ((min + max) * 0.5, (max - min) * 0.5);
        }
        kind
    }

    /// A box around a model that is placed there, relative to `origin`.
    fn bounds(&self, placement: &Placement, origin: DVec3) -> Bounds {
        let middle = placement.apply(self.middle) - origin;
        let half = placement.scale.abs() * self.half;
        let half = placement.rotation.abs() * half;
        Bounds {
            min: to_render_vec3(middle - half),
            max: to_render_vec3(middle + half),
        }
    }

    /// The places of its vertices in a model that is placed there, relative to `origin`.
    fn placed(&self, placement: Placement, origin: DVec3) -> impl Iterator<Item = Vec3> + Clone {
        let corners = self.corners.iter();
        corners.map(move |corner| to_render_vec3(placement.apply(*corner) - origin))
    }
}

/// Neighbours of one kind.
pub struct Group {
    /// The number of the models' kind.
    pub kind: usize,
    pub instances: Vec<Instance>,
    pub bounds: Bounds,
    /// Whether the models are movers.
    pub moves: bool,
    /// Whether a model has moved since the last upload.
    pub changed: bool,
    /// The number of each among all models.
    members: Vec<u32>,
}

/// A model, and its place among the groups.
struct PlacedModel {
    placement: Placement,
    kind: usize,
    shade: f32,
    group: usize,
    slot: usize,
}

/// All props and movers of a level.
pub struct Models {
    pub kinds: Vec<ModelKind>,
    pub groups: Vec<Group>,
    /// The props, then the movers.
    models: Vec<PlacedModel>,
    /// The number of props.
    props: usize,
    origin: DVec3,
}

impl Models {
    /// The props and the movers of `scene`, with the textures and the ice of the level.
    pub fn new(scene: &Scene, origin: DVec3, paints: (&TextureTable, &Ice)) -> Self {
        let props = scene.props();
        let mut models = Self {
            kinds: Vec::new(),
            groups: Vec::new(),
            models: Vec::with_capacity(props.len() + scene.mover_models.len()),
            props: props.len(),
            origin,
        };
        let mut kinds = BTreeMap::new();
        for list in [props, &scene.mover_models] {
            for (number, model) in (1..).zip(list) {
                let is_icy = paints.1.has_model(models.models.len());
                let ice = if is_icy { &Ice::EVERYTHING } else { paints.1 };
                let kind = *kinds.entry((kind_key(model), is_icy)).or_insert_with(|| {
                    models.kinds.push(ModelKind::new(model, (paints.0, ice)));
                    models.kinds.len() - 1
                });
                // Slightly different brightness distinguishes neighbours of one kind, but not the blocks of one floor.
                let is_shape = model.look.shape(&model.mesh).is_some();
                let varied = 0.94 + 0.03 * (number % 5) as f32;
                models.models.push(PlacedModel {
                    placement: model.placement,
                    kind,
                    shade: if is_shape { 1.0 } else { varied },
                    group: 0,
                    slot: 0,
                });
            }
        }
        models.make_groups(0..models.props, false);
        models.make_groups(models.props..models.models.len(), true);
        models
    }

    /// Boxes of one colour, each of them a mover.
    pub fn of_boxes(
        placements: impl Iterator<Item = Placement>,
        origin: DVec3,
        color: [u8; 4],
    ) -> Self {
        let boxes = placements.map(|placement| PlacedModel {
            placement,
            kind: 0,
            shade: 1.0,
            group: 0,
            slot: 0,
        });
        let mut models = Self {
            kinds: vec![ModelKind::cube(color)],
            groups: Vec::new(),
            models: boxes.collect(),
            props: 0,
            origin,
        };
        models.make_groups(0..models.models.len(), true);
        models
    }

    /// The number of the triangles of all props.
    pub fn prop_triangle_count(&self) -> usize {
        let props = self.models[..self.props].iter();
        let triangles = props.flat_map(|prop| &self.kinds[prop.kind].pieces);
        triangles.map(|piece| piece.indices.len() / 3).sum()
    }

    /// The triangles of all props, relative to the origin, but none with a texture that is `left_out`.
    pub fn prop_triangles<'m>(
        &'m self,
        left_out: impl Fn(Option<u32>) -> bool + Copy + 'm,
    ) -> impl Iterator<Item = [Vec3; 3]> + 'm {
        self.models[..self.props].iter().flat_map(move |prop| {
            let (placement, pieces) = (prop.placement, self.kinds[prop.kind].pieces.iter());
            let place = move |position: [f32; 3]| {
                let corner = placement.apply(DVec3::from_array(position.map(f64::from)));
                to_render_vec3(corner - self.origin)
            };
            // A mirrored triangle has its front behind.
            let order = if placement.mirrors() {
                [0, 2, 1]
            } else {
                [0, 1, 2]
            };
            let pieces = pieces.filter(move |piece| !left_out(piece.texture));
            pieces.flat_map(move |piece| {
                let corners = piece.indices.chunks_exact(3);
                let corner = move |index: u32| place(piece.vertices[index as usize].position());
                corners.map(move |corners| order.map(|at| corner(corners[at])))
            })
        })
    }

    /// The number of models.
    pub fn len(&self) -> usize {
        self.models.len()
    }

    /// Groups the models in this range.
    fn make_groups(&mut self, range: core::ops::Range<usize>, moves: bool) {
        for kind in 0..self.kinds.len() {
            let members = range.clone().filter(|at| self.models[*at].kind == kind);
            let members: Vec<u32> = members.map(|at| at as u32).collect();
            let places = members.iter().map(|number| {
                let placement = &self.models[*number as usize].placement;
                to_render_vec3(placement.position - self.origin)
            });
            let places: Vec<Vec3> = places.collect();
            for leaf in split_points(&places, MAX_GROUP) {
                let members: Vec<u32> = leaf.iter().map(|at| members[*at as usize]).collect();
                let group = self.groups.len();
                for (slot, member) in members.iter().enumerate() {
                    let model = &mut self.models[*member as usize];
                    (model.group, model.slot) = (group, slot);
                }
                let instances = members.iter().map(|member| {
                    let PlacedModel {
                        placement, shade, ..
                    } = &self.models[*member as usize];
                    Instance::new(placement, self.origin, *shade)
                });
                let instances = instances.collect();
                self.groups.push(Group {
                    kind,
                    instances,
                    bounds: Bounds::EMPTY,
                    moves,
                    changed: true,
                    members,
                });
                self.update_bounds(group);
            }
        }
    }

    /// The places of all vertices, relative to the origin.
    pub fn positions(&self) -> impl Iterator<Item = Vec3> + Clone {
        let models = self.models.iter();
        models.flat_map(|model| self.kinds[model.kind].placed(model.placement, self.origin))
    }

    /// Sets the placements of the props, in the order of the level.
    pub fn place_props(&mut self, placements: impl Iterator<Item = Placement>) {
        self.place(0..self.props, placements);
    }

    /// Sets the placements of the movers, in the order of the level.
    pub fn place_movers(&mut self, placements: impl Iterator<Item = Placement>) {
        self.place(self.props..self.models.len(), placements);
    }

    fn place(
        &mut self,
        range: core::ops::Range<usize>,
        placements: impl Iterator<Item = Placement>,
    ) {
        for (at, placement) in range.zip(placements) {
            let model = &mut self.models[at];
            if model.placement == placement {
                continue;
            }
            model.placement = placement;
            let (shade, slot, number) = (model.shade, model.slot, model.group);
            let group = &mut self.groups[number];
            group.instances[slot] = Instance::new(&placement, self.origin, shade);
            group.changed = true;
            self.update_bounds(number);
        }
    }

    fn update_bounds(&mut self, number: usize) {
        let group = &self.groups[number];
        let members = group.members.iter();
        let bounds = members.map(|member| {
            let PlacedModel {
                placement, kind, ..
            } = &self.models[*member as usize];
            self.kinds[*kind].bounds(placement, self.origin)
        });
        self.groups[number].bounds = bounds.fold(Bounds::EMPTY, Bounds::union);
    }
}

/// Models with the same key look the same, so they share their mesh and their kind.
fn kind_key(model: &Model) -> (*const Mesh, Option<Arc<str>>) {
    let kind = match &model.look {
        Look::Prop { kind } => Some(kind.clone()),
        Look::Mesh | Look::Sign => None,
    };
    (Arc::as_ptr(&model.mesh), kind)
}

#[cfg(test)]
mod tests;
