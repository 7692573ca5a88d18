//! The meshes of a map: what stands still, and what moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::classes::{Class, class_of};
use super::hull::{HullFault, MAX_FACES, ends_of, hull};
use super::materials::{Contents, color_of, contents_of, contents_of_patch, is_drawn};
use super::patch;
use super::pictures::Picture;
use super::text::{Brush, Entity, Patch};
use crate::geometry::{Aabb, Triangle};
use crate::level::authored::Layer;
use crate::level::meshes::{Material, Mesh, MeshPart, bounds_of};
use crate::level::text::{Problems, brief};
use crate::parallel::Workers;

/// How many triangles the brushes and patches of `entity` become at most.
pub(super) fn count_triangles(entity: &Entity<'_>) -> u64 {
    // A convex solid of n faces has at most 2n - 4 corners and 3n - 6 edges, so its faces are 4n - 12 triangles.
    let brushes = entity.brushes.iter().map(|brush| brush.faces.len() as u64);
    let brushes = brushes.map(|faces| (4 * faces).saturating_sub(12));
    let patches = entity.patches.iter().map(patch::count_triangles);
    brushes.chain(patches).fold(0, u64::saturating_add)
}

/// A brush as triangles.
struct Solid {
    /// Face by face; metres, Y up.
    triangles: Vec<[Vec3; 3]>,
    /// The end of each face's triangles.
    ends: Vec<u32>,
    /// The smallest and largest coordinates; units and axes of the map.
    bounds: [DVec3; 2],
}

/// What the entities of a map are made of.
pub(super) struct Solids<'t> {
    layers: [MeshBuilder<'t>; 3],
    /// The entities that are more than solid, by their place in the list.
    of_entities: BTreeMap<usize, Volume<'t>>,
    /// The smallest and largest coordinates of each box of water; units and axes of the map.
    waters: Vec<[DVec3; 2]>,
    /// The pictures of materials, by name.
    pictures: BTreeMap<&'t str, Picture>,
    /// Metres a unit.
    scale: f64,
}

/// What a mover or zone is made of.
struct Volume<'t> {
    drawn: MeshBuilder<'t>,
    hidden: MeshBuilder<'t>,
    /// The smallest and largest coordinates; units and axes of the map.
    ends: [DVec3; 2],
}

/// The layers, in the order of [`Authored::layers`](crate::level::authored::Authored::layers).
const SOLID: usize = 0;
const CLIP: usize = 1;
const PASSABLE: usize = 2;

impl<'t> Solids<'t> {
    /// Builds all brushes and patches of `entities`, `scale` metres a unit. Reports and leaves out those without a volume.
    pub fn build(
        entities: &[&Entity<'t>],
        scale: f64,
        pictures: BTreeMap<&'t str, Picture>,
        problems: &mut Problems<'_>,
    ) -> Self {
        let mut solids = Self {
            pictures,
            scale,
            layers: Default::default(),
            of_entities: BTreeMap::new(),
            waters: Vec::new(),
        };
        let brushes = entities.iter().enumerate();
        let brushes = brushes.flat_map(|(number, entity)| {
            let brushes = entity.brushes.iter();
            brushes.map(move |brush| (number, brush))
        });
        let brushes: Vec<(usize, &Brush<'t>)> = brushes.collect();
        let built = Workers::All.map(&brushes, |(_, brush)| build_brush(brush, scale));
        for ((number, brush), built) in brushes.into_iter().zip(built) {
            match built {
                Ok(solid) => solids.add_brush(entities[number], number, brush, &solid),
                Err(fault) => report(fault, entities[number], brush, problems),
            }
        }
        for (number, entity) in entities.iter().enumerate() {
            for patch in &entity.patches {
                solids.add_patch(entity, number, patch, scale);
            }
        }
        solids
    }

    /// The bounds of a mover or zone; units and axes of the map. `None` if nothing of it is left.
    pub fn ends(&self, number: usize) -> Option<[DVec3; 2]> {
        self.of_entities.get(&number).map(|volume| volume.ends)
    }

    /// The ends of each box of water; units and axes of the map.
    pub fn waters(&self) -> &[[DVec3; 2]] {
        &self.waters
    }

    /// Takes what is drawn of a mover, and the box around all of it.
    pub fn take(&mut self, number: usize) -> Option<(Mesh, Aabb)> {
        let volume = self.of_entities.get_mut(&number)?;
        let [drawn, hidden] = [&mut volume.drawn, &mut volume.hidden].map(core::mem::take);
        let (drawn, hidden) = (drawn.finish(), hidden.finish());
        let ends = drawn.iter().chain(&hidden).map(|mesh| mesh.bounds);
        let bounds = Aabb::from_points(ends.flat_map(|bounds| [bounds.min(), bounds.max()]))?;
        let nothing = Mesh {
            parts: Vec::new(),
            materials: Vec::new(),
            bounds,
        };
        Some((drawn.unwrap_or(nothing), bounds))
    }

    /// Lets a mover stand still, because it cannot move.
    pub fn stand_still(&mut self, number: usize) {
        if let Some(volume) = self.of_entities.remove(&number) {
            self.layers[SOLID].append(volume.drawn);
            self.layers[CLIP].append(volume.hidden);
        }
    }

    /// What stands still, layer by layer.
    pub fn finish(self) -> Vec<Layer> {
        let kinds = [(true, true), (true, false), (false, true)];
        let layers = self.layers.into_iter().zip(kinds);
        let layers = layers.filter_map(|(layer, (collides, is_drawn))| {
            Some(Layer {
                mesh: Arc::new(layer.finish()?),
                collides,
                is_drawn,
                surface: None,
            })
        });
        layers.collect()
    }

    fn add_brush(&mut self, entity: &Entity<'t>, number: usize, brush: &Brush<'t>, solid: &Solid) {
        let (class, contents) = (class_of(entity.class()), contents_of(brush));
        // Zones are boxes, so water of another form is only drawn.
        let is_still = !matches!(class, Class::Zone(_) | Class::Nothing);
        if is_still && contents == Contents::Water && is_box(brush) {
            self.waters.push(solid.bounds);
            return;
        }
        let mut start = 0;
        for (face, end) in brush.faces.iter().zip(&solid.ends) {
            let triangles = &solid.triangles[start as usize..*end as usize];
            start = *end;
            let layer = match (class, contents) {
                (Class::Zone(_), _) | (Class::Mover(_), Contents::Solid | Contents::Clip) => None,
                (Class::Nothing, _) | (_, Contents::Nothing) => return,
                (Class::Passable, _) | (_, Contents::Passable | Contents::Water) => {
                    if !is_drawn(face) {
                        continue;
                    }
                    Some(PASSABLE)
                }
                (_, Contents::Clip) => Some(CLIP),
                (_, Contents::Solid) if is_drawn(face) => Some(SOLID),
                (_, Contents::Solid) => Some(CLIP),
            };
            let is_hidden = contents == Contents::Clip || !is_drawn(face);
            let builder = match layer {
                Some(layer) => &mut self.layers[layer],
                None => of_entity(&mut self.of_entities, number, solid.bounds, is_hidden),
            };
            let key = (entity.class(), face.material);
            let picture = self.pictures.get(face.material).zip(face.mapping);
            let part = builder.part(key, false, picture.map(|(picture, _)| picture));
            part.triangles.extend(triangles);
            if let Some((picture, mapping)) = picture {
                let back = 1.0 / self.scale;
                part.tex_coords.extend(triangles.iter().map(|corners| {
                    mapping.places(corners.map(|corner| unturned(corner) * back), picture.size)
                }));
            }
        }
    }

    fn add_patch(&mut self, entity: &Entity<'t>, number: usize, patch: &Patch<'t>, scale: f64) {
        let class = class_of(entity.class());
        let Some(bounds) = ends_of(patch.points.iter().copied()) else {
            return;
        };
        let builder = match (class, contents_of_patch(patch.material)) {
            (Class::Zone(_), _) | (Class::Mover(_), Contents::Solid | Contents::Clip) => {
                let is_hidden = contents_of_patch(patch.material) == Contents::Clip;
                of_entity(&mut self.of_entities, number, bounds, is_hidden)
            }
            (Class::Nothing, _) | (_, Contents::Nothing) => return,
            (Class::Passable, _) | (_, Contents::Passable | Contents::Water) => {
                &mut self.layers[PASSABLE]
            }
            (_, Contents::Clip) => &mut self.layers[CLIP],
            (_, Contents::Solid) => &mut self.layers[SOLID],
        };
        let grid = patch::Grid::of(patch);
        let triangles = grid.triangles().filter_map(|corners| {
            let corners = corners.map(|corner| placed(corner, scale));
            Triangle::new(corners).map(|_| corners)
        });
        let part = builder.part((entity.class(), patch.material), true, None);
        part.triangles.extend(triangles);
    }
}

/// The mesh of an entity that is more than solid, with `bounds` around a part of it.
fn of_entity<'s, 't>(
    of_entities: &'s mut BTreeMap<usize, Volume<'t>>,
    number: usize,
    bounds: [DVec3; 2],
    is_hidden: bool,
) -> &'s mut MeshBuilder<'t> {
    let known = of_entities.entry(number);
    let volume = known.or_insert_with(|| Volume {
        drawn: MeshBuilder::default(),
        hidden: MeshBuilder::default(),
        ends: bounds,
    });
    if let Some(all) = ends_of(volume.ends.iter().chain(&bounds).copied()) {
        volume.ends = all;
    }
    match is_hidden {
        true => &mut volume.hidden,
        false => &mut volume.drawn,
    }
}

/// Whether a brush with a volume is a box along the axes.
fn is_box(brush: &Brush<'_>) -> bool {
    let mut normals = brush.faces.iter().map(|face| face.plane.normal.abs());
    normals.all(|normal| normal.max_element() == 1.0)
}

/// A point of a map; metres, Y up.
pub(super) fn placed(point: DVec3, scale: f64) -> Vec3 {
    (turned(point) * scale).as_vec3()
}

/// A direction of a map, with Y up.
pub(super) fn turned(DVec3 { x, y, z }: DVec3) -> DVec3 {
    // Zero has no sign.
    DVec3::new(x, z, -y) + DVec3::ZERO
}

/// A point of a level, with the axes of the map.
fn unturned(point: Vec3) -> DVec3 {
    let DVec3 { x, y, z } = point.as_dvec3();
    DVec3::new(x, -z, y)
}

fn build_brush(brush: &Brush<'_>, scale: f64) -> Result<Solid, HullFault> {
    let planes: Vec<_> = brush.faces.iter().map(|face| face.plane).collect();
    let hull = hull(&planes)?;
    let bounds = ends_of(hull.corners.iter().copied()).ok_or(HullFault::Empty)?;
    let corners: Vec<_> = hull
        .corners
        .iter()
        .map(|corner| placed(*corner, scale))
        .collect();
    let mut solid = Solid {
        triangles: Vec::with_capacity(4 * brush.faces.len()),
        ends: Vec::with_capacity(brush.faces.len()),
        bounds,
    };
    for face in &hull.faces {
        // From its least corner, whichever was computed first.
        let least = (0..face.len()).min_by_key(|at| face[*at]).unwrap_or(0);
        let corner = |at: usize| corners[face[(least + at) % face.len()] as usize];
        for at in 2..face.len() {
            let triangle = [corner(0), corner(at - 1), corner(at)];
            if Triangle::new(triangle).is_some() {
                solid.triangles.push(triangle);
            }
        }
        solid.ends.push(solid.triangles.len() as u32);
    }
    match solid.triangles.is_empty() {
        true => Err(HullFault::Empty),
        false => Ok(solid),
    }
}

/// Warns of a brush without a volume.
fn report(fault: HullFault, entity: &Entity<'_>, brush: &Brush<'_>, problems: &mut Problems<'_>) {
    const REDRAW: &str = "delete it in the editor, and draw it anew";
    let at = brush.at as usize;
    if problems.is_full_of_warnings() {
        // It is only counted.
        return problems.warning(at..at + 1, "", "", None);
    }
    let count = brush.faces.len();
    let (what, label, help) = match fault {
        HullFault::Few => (
            format!("has {count} usable faces"),
            "expected four faces or more".to_owned(),
            REDRAW,
        ),
        HullFault::Many => (
            format!("has {count} faces"),
            format!("expected {MAX_FACES} faces or fewer"),
            "divide it into several brushes",
        ),
        HullFault::Open => (
            "is open".to_owned(),
            "a face is missing, or looks inwards".to_owned(),
            REDRAW,
        ),
        HullFault::InsideOut => (
            "is inside out".to_owned(),
            "all its faces look inwards".to_owned(),
            "list the points of each face clockwise, as seen from outside",
        ),
        HullFault::Empty => (
            "encloses nothing".to_owned(),
            "its faces leave no space between them".to_owned(),
            REDRAW,
        ),
    };
    let class = brief(entity.class().to_owned());
    let (number, of) = (brush.number, entity.number);
    let message = format!("brush {number} of entity {of} (`{class}`) {what}: dropped");
    problems.warning(at..at + 1, message, label, Some(help.to_owned()));
}

/// A mesh that grows face by face.
#[derive(Default)]
pub(super) struct MeshBuilder<'t> {
    parts: Vec<MeshPart>,
    materials: Vec<Material>,
    /// By name and material, and whether that shows its picture.
    known_parts: BTreeMap<(&'t str, &'t str, bool), usize>,
    known_materials: BTreeMap<(&'t str, bool), usize>,
}

impl<'t> MeshBuilder<'t> {
    /// The part of this name and material, which shows its `picture`, if it has one.
    fn part(
        &mut self,
        (name, material): (&'t str, &'t str),
        is_thin: bool,
        picture: Option<&Picture>,
    ) -> &mut MeshPart {
        let look = || Material {
            name: brief(material.to_owned()),
            color: picture.map_or_else(|| color_of(material), |_| [1.0; 4]),
            texture: picture.map(|picture| picture.texture.clone()),
            alpha_cutoff: picture.and_then(|picture| picture.alpha_cutoff),
            double_sided: false,
        };
        self.part_like((name, material, picture.is_some()), is_thin, look)
    }

    fn part_like(
        &mut self,
        key: (&'t str, &'t str, bool),
        is_thin: bool,
        look: impl FnOnce() -> Material,
    ) -> &mut MeshPart {
        let (name, material, has_picture) = key;
        let (parts, materials) = (&mut self.parts, &mut self.materials);
        let number = *self.known_parts.entry(key).or_insert_with(|| {
            let known = self.known_materials.entry((material, has_picture));
            let material = *known.or_insert_with(|| {
                materials.push(look());
                materials.len() - 1
            });
            parts.push(MeshPart {
                name: brief(name.to_owned()),
                material: Some(material),
                ..MeshPart::default()
            });
            parts.len() - 1
        });
        let part = &mut parts[number];
        if let Some(material) = part.material.filter(|_| is_thin) {
            materials[material].double_sided = true;
        }
        part
    }

    /// Adds everything of another mesh.
    fn append(&mut self, other: Self) {
        let names = other.known_parts.into_iter();
        let mut names: Vec<_> = names.map(|(key, number)| (number, key)).collect();
        names.sort_unstable();
        for ((_, key), part) in names.into_iter().zip(other.parts) {
            let look = part.material.and_then(|at| other.materials.get(at));
            let Some(look) = look else {
                continue;
            };
            let own = self.part_like(key, false, || look.clone());
            own.triangles.extend(part.triangles);
            own.tex_coords.extend(part.tex_coords);
        }
    }

    /// The mesh. `None` without a triangle.
    fn finish(mut self) -> Option<Mesh> {
        self.parts.retain(|part| !part.triangles.is_empty());
        for part in &mut self.parts {
            part.triangles.shrink_to_fit();
            part.tex_coords.shrink_to_fit();
        }
        let bounds = bounds_of(&self.parts)?;
        Some(Mesh {
            parts: self.parts,
            materials: self.materials,
            bounds,
        })
    }
}
