//! From the nodes of a glTF file to what they are in a level.

use glam::{DAffine3, DVec3};

use super::json::{Document, GltfError};
use super::marks::{Collider, Said};
use super::nodes::{PlacedRole, Tree};
use super::primitive;
use crate::geometry::angle::yaw_deg_of;
use crate::geometry::float::clamp;
use crate::level::authored::{
    Authored, AuthoredAction, AuthoredStart, AuthoredZone, Object, Objects, Role, RoundShape,
    Solid, box_triangles, cube_around,
};
use crate::level::meshes::MeshPart;
use crate::level::text::brief;

/// The usual speed of a launch, and the fastest; m/s.
const LAUNCH: f64 = 10.0;
const FASTEST: f64 = 1e5;

/// The triangles that a box takes in place of a mesh.
const BOX: u64 = 12;

/// How many triangles `tree` becomes at most.
pub(super) fn count_triangles(tree: &Tree<'_>) -> u64 {
    let of_meshes = tree.meshes.iter().map(|placed| {
        let primitives = placed.mesh.primitives();
        let counts = primitives.map(|primitive| primitive::count_triangles(&primitive));
        let drawn = counts.fold(0, u64::saturating_add);
        let more = match placed.said.marks.solid {
            // A hull of n corners has fewer than 2n triangles.
            Some(Solid::Hull) => drawn.saturating_mul(6),
            Some(Solid::Box) => BOX,
            _ => 0,
        };
        drawn.saturating_add(more)
    });
    let of_shapes = tree.shapes.iter().map(|_| RoundShape::MAX_TRIANGLES);
    of_meshes.chain(of_shapes).fold(0, u64::saturating_add)
}

/// What the nodes of a file are.
pub(super) struct Placed {
    pub objects: Objects,
    /// Everything but the layers.
    pub authored: Authored,
    pub words: Option<String>,
}

/// Places the nodes of `tree`; `parts` are those of each of its meshes.
pub(super) fn place(
    document: &Document,
    tree: Tree<'_>,
    parts: Vec<Vec<MeshPart>>,
    warnings: &mut Vec<GltfError>,
) -> Placed {
    let named = tree.named_places(document);
    let mut authored = Authored::default();
    let mut objects = Objects::default();
    objects.taken.left_out = tree.left_out;
    let mut roles = Vec::new();
    for (placed, parts) in tree.meshes.into_iter().zip(parts) {
        let marks = &placed.said.marks;
        objects.taken.note(marks, tree.usual);
        objects.taken.surfaces += usize::from(placed.said.surface.is_some());
        if let Some(role) = marks.role {
            let cube = cube_around(&parts, placed.transform);
            roles.extend(cube.map(|cube| (placed.said, role, cube, true)));
            continue;
        }
        objects.add(Object {
            name: placed.name,
            parts,
            solid: marks.solid.unwrap_or(tree.usual),
            is_hidden: marks.is_hidden,
            surface: placed.said.surface,
            frame: placed.transform,
        });
    }
    for placed in &tree.shapes {
        objects.taken.shapes += 1;
        let triangles = match placed.collider {
            Collider::Round(shape) => shape.triangles(),
            Collider::Box(half) => box_triangles(-half, half).to_vec(),
            Collider::Mesh(..) | Collider::Node(..) => continue,
        };
        let is_mirrored = placed.transform.matrix3.determinant() < 0.0;
        let triangles = triangles.into_iter().map(|[a, b, c]| {
            let corners = if is_mirrored { [a, c, b] } else { [a, b, c] };
            corners.map(|corner| placed.transform.transform_point3(corner))
        });
        objects.add_shape(placed.name, triangles.collect(), placed.surface);
    }
    for PlacedRole { said, transform } in tree.roles {
        if let Some(role) = said.marks.role {
            objects.taken.note(&said.marks, tree.usual);
            roles.push((said, role, transform, false));
        }
    }
    for (said, role, cube, is_mesh) in roles {
        match role {
            Role::Spawn => {
                let start = start_at(&cube, is_mesh);
                authored.start.get_or_insert(start);
            }
            Role::Zone(action) => {
                let to = said
                    .to
                    .as_deref()
                    .map(|name| named.get(name).copied().ok_or(name));
                match action_of(action, &said, &cube, to) {
                    Ok(action) => authored.zones.push(AuthoredZone {
                        cube,
                        action,
                        text: said.text,
                    }),
                    Err(message) => {
                        let help = "write the name of an object into its property `to`";
                        warnings.push(GltfError::new(message).with_help(help));
                    }
                }
            }
        }
    }
    warnings.extend(tree.warnings.finish());
    let others = core::mem::take(&mut objects.warnings);
    warnings.extend(others.into_iter().map(GltfError::new));
    Placed {
        words: objects.taken.words(),
        objects,
        authored,
    }
}

/// The start at a node with this cube, which looks along its -Z; of a mesh, on the bottom of the cube.
fn start_at(cube: &DAffine3, is_mesh: bool) -> AuthoredStart {
    let down = if is_mesh {
        cube.matrix3.y_axis
    } else {
        DVec3::ZERO
    };
    AuthoredStart {
        feet: cube.translation - down,
        yaw_deg: yaw_deg_of(-cube.matrix3.z_axis),
    }
}

/// What a zone does; `to` is where it leads, or the name of a node that is not there.
fn action_of(
    action: AuthoredAction,
    said: &Said,
    cube: &DAffine3,
    to: Option<Result<DVec3, &str>>,
) -> Result<AuthoredAction, String> {
    match (action, to) {
        (AuthoredAction::Teleport { .. }, Some(Ok(feet))) => Ok(AuthoredAction::Teleport { feet }),
        (AuthoredAction::Teleport { .. }, Some(Err(name))) => {
            let name = brief(name.to_owned());
            Err(format!(
                "a teleport leads to `{name}`, and no object has that name: left out"
            ))
        }
        (AuthoredAction::Teleport { .. }, None) => {
            Err("a teleport says not where it leads: left out".to_owned())
        }
        (AuthoredAction::Launch { .. }, _) => {
            let speed = clamp(said.speed.unwrap_or(LAUNCH), -FASTEST, FASTEST);
            let up = cube.matrix3.y_axis.normalize_or(DVec3::Y);
            Ok(AuthoredAction::Launch {
                velocity: up * speed,
            })
        }
        _ => Ok(action),
    }
}
