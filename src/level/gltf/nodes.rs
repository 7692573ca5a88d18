//! The nodes of a glTF file: where its meshes stand.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use ::gltf::accessor::{DataType, Dimensions};
use ::gltf::{Mesh, Node, Skin};
use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3};

use super::accessor::{check, raw};
use super::buffers::Buffers;
use super::json::{Document, GltfError, Read};
use super::marks::{Collider, Inherited, Said, Warnings, collider, said};
use crate::level::authored::{Marks, Solid};
use crate::world::SurfaceRules;

/// A mesh of the file, placed.
pub(super) struct PlacedMesh<'d> {
    /// The name of its node, or else its own.
    pub name: &'d str,
    pub mesh: Mesh<'d>,
    pub transform: DAffine3,
    pub said: Said,
    /// The skin that moves it; then its node's transform does not.
    skin: Option<Skin<'d>>,
}

/// A shape of physics, placed.
pub(super) struct PlacedShape<'d> {
    pub name: &'d str,
    /// Not a mesh.
    pub collider: Collider,
    pub transform: DAffine3,
    pub surface: Option<SurfaceRules>,
}

/// A node without a mesh that is more than a place.
pub(super) struct PlacedRole {
    pub said: Said,
    pub transform: DAffine3,
}

/// The tree of nodes.
pub(super) struct Tree<'d> {
    /// The meshes that the nodes show, in the order of the tree, from its roots, and those that only collide.
    pub meshes: Vec<PlacedMesh<'d>>,
    pub shapes: Vec<PlacedShape<'d>>,
    pub roles: Vec<PlacedRole>,
    /// How a mesh collides about which nothing is said.
    pub usual: Solid,
    pub left_out: usize,
    pub warnings: Warnings,
    /// Where each node of the file is, if the tree has it.
    places: Vec<Option<DAffine3>>,
}

impl<'d> Tree<'d> {
    pub fn read(document: &'d Document) -> Read<Self> {
        let file = &document.gltf;
        let (mut meshes, mut shapes, mut roles) = (Vec::new(), Vec::new(), Vec::new());
        let (mut warnings, mut left_out) = (Warnings::default(), 0);
        let mut usual = Solid::Mesh;
        // Meshes of colliders, which may be those of nodes that are not placed yet.
        let mut of_nodes = Vec::new();
        let mut places: Vec<Option<DAffine3>> = vec![None; file.nodes().len()];
        if places.is_empty() {
            // Without a node, the file is a library of meshes.
            meshes.extend(file.meshes().map(|mesh| PlacedMesh {
                name: mesh.name().unwrap_or_default(),
                mesh,
                transform: DAffine3::IDENTITY,
                said: Said::default(),
                skin: None,
            }));
        }
        // Nodes that are not placed yet, each with what names it and where its parent is. A list instead of a recursion:
        // a chain of nodes may be as long as the file.
        let mut open: Vec<_> = roots(file);
        open.reverse();
        while let Some((node, named_by, parent, inherited)) = open.pop() {
            let number = node.index();
            let place = parent * local_transform(document, number);
            let known = places.get_mut(number);
            if known.and_then(|known| known.replace(place)).is_some() {
                let its = format!("`nodes[{number}]` is in the tree already");
                let help = "a tree has no circles and no shared branches; export the file again";
                let error = GltfError::at(named_by, its + ": it may have one parent only");
                return Err(error.with_help(help));
            }
            let said = said(document, &node, inherited, &mut warnings);
            let below = Inherited {
                is_left_out: said.marks.is_left_out,
                solid: said.collide.or(inherited.solid),
                surface: said.surface,
            };
            let is_left_out = said.marks.is_left_out;
            left_out += usize::from(is_left_out && node.mesh().is_some());
            let mut is_collided = said.is_named;
            if let Some(collider) = collider(document, number)?.filter(|_| !is_left_out) {
                is_collided = true;
                let name = node.name().unwrap_or_default();
                let surface = said.surface;
                let mut add = |mesh: Option<Mesh<'d>>, solid| {
                    let marks = Marks {
                        is_hidden: true,
                        solid: Some(solid),
                        ..Marks::default()
                    };
                    meshes.extend(mesh.map(|mesh| PlacedMesh {
                        name,
                        mesh,
                        transform: place,
                        said: Said {
                            marks,
                            surface,
                            ..Said::default()
                        },
                        skin: None,
                    }));
                    meshes.len() - 1
                };
                match collider {
                    Collider::Mesh(mesh, solid) => {
                        add(file.meshes().nth(mesh), solid);
                    }
                    Collider::Node(of, solid) => {
                        let mesh = file.nodes().nth(of).and_then(|node| node.mesh());
                        if mesh.is_some() {
                            of_nodes.push((add(mesh, solid), of));
                        }
                    }
                    Collider::Round(_) | Collider::Box(_) => shapes.push(PlacedShape {
                        name,
                        collider,
                        transform: place,
                        surface,
                    }),
                }
            }
            if is_collided && !is_left_out {
                usual = Solid::Not;
            }
            match node.mesh().filter(|_| !is_left_out) {
                Some(mesh) => meshes.push(PlacedMesh {
                    name: node.name().or(mesh.name()).unwrap_or_default(),
                    mesh,
                    transform: place,
                    said,
                    skin: node.skin(),
                }),
                None if said.marks.role.is_some() && !is_left_out => roles.push(PlacedRole {
                    said,
                    transform: place,
                }),
                None => {}
            }
            let start = open.len();
            open.extend(node.children().enumerate().map(|(at, child)| {
                let named_by = format!("nodes[{number}].children[{at}]");
                (child, named_by, place, below)
            }));
            open.get_mut(start..).unwrap_or_default().reverse();
        }
        for (mesh, node) in of_nodes {
            if let Some(place) = places.get(node).copied().flatten() {
                meshes[mesh].transform = place;
            }
        }
        Ok(Self {
            meshes,
            shapes,
            roles,
            usual,
            left_out,
            warnings,
            places,
        })
    }

    /// Where the nodes with names are, the first of each.
    pub fn named_places(&self, document: &'d Document) -> BTreeMap<&'d str, DVec3> {
        let mut named = BTreeMap::new();
        for node in document.gltf.nodes() {
            let place = self.places.get(node.index()).copied().flatten();
            if let Some((name, place)) = node.name().zip(place) {
                named.entry(name).or_insert(place.translation);
            }
        }
        named
    }

    /// Puts the meshes of skins where their first joint does.
    ///
    /// In the pose in which a mesh was bound to its joints, all of them put it to the same place.
    pub fn pose(&mut self, buffers: &Buffers) -> Read<()> {
        let mut known = BTreeMap::new();
        for placed in &mut self.meshes {
            let Some(skin) = &placed.skin else { continue };
            placed.transform = match known.entry(skin.index()) {
                Entry::Occupied(pose) => *pose.get(),
                Entry::Vacant(empty) => *empty.insert(pose(skin, &self.places, buffers)?),
            };
        }
        Ok(())
    }
}

/// Where the first joint of `skin` puts its meshes.
fn pose(skin: &Skin<'_>, places: &[Option<DAffine3>], buffers: &Buffers) -> Read<DAffine3> {
    let Some(joint) = skin.joints().next() else {
        let path = format!("skins[{}].joints", skin.index());
        return Err(GltfError::at(path, "expected at least one joint"));
    };
    let mut bind = DAffine3::IDENTITY;
    if let Some(matrices) = skin.inverse_bind_matrices() {
        check(buffers, &matrices, &[Dimensions::Mat4])?;
        if matrices.data_type() != DataType::F32 {
            let path = format!("accessors[{}].componentType", matrices.index());
            return Err(GltfError::damaged(path, "expected 5126 for matrices"));
        }
        let mut all = raw::<[[f32; 4]; 4]>(buffers, matrices);
        let columns = all.as_mut().and_then(Iterator::next).unwrap_or_default();
        let columns = columns.map(|column| column.map(f64::from));
        bind = DAffine3::from_mat4(DMat4::from_cols_array_2d(&columns));
    }
    let place = places.get(joint.index()).copied().flatten();
    Ok(place.unwrap_or(DAffine3::IDENTITY) * bind)
}

/// The roots: those of the default scene, or else all nodes without a parent. Nothing names the latter.
fn roots(file: &::gltf::Document) -> Vec<(Node<'_>, String, DAffine3, Inherited)> {
    let none = Inherited::default();
    if let Some(scene) = file.default_scene() {
        let nodes = scene.nodes().enumerate();
        let named_by = |at| format!("scenes[{}].nodes[{at}]", scene.index());
        return nodes
            .map(|(at, node)| (node, named_by(at), DAffine3::IDENTITY, none))
            .collect();
    }
    let mut is_child = vec![false; file.nodes().len()];
    for child in file.nodes().flat_map(|node| node.children()) {
        if let Some(known) = is_child.get_mut(child.index()) {
            *known = true;
        }
    }
    let roots = file.nodes().zip(is_child).filter(|(_, is_child)| !is_child);
    roots
        .map(|(node, _)| (node, String::new(), DAffine3::IDENTITY, none))
        .collect()
}

/// Where `nodes[node]` is, seen from its parent.
fn local_transform(document: &Document, node: usize) -> DAffine3 {
    if let Some(matrix) = document.node_numbers(node, "matrix") {
        return DAffine3::from_mat4(DMat4::from_cols_array(&matrix));
    }
    let vector = |key: &str| document.node_numbers(node, key).map(DVec3::from_array);
    let rotation = document.node_numbers(node, "rotation");
    let rotation = rotation.map_or(DQuat::IDENTITY, DQuat::from_array);
    let length = rotation.length();
    // A rotation of length 0 is a slip of its program.
    let rotation = if length > 0.0 && length.is_finite() {
        DQuat::from_array(rotation.to_array().map(|number| number / length))
    } else {
        DQuat::IDENTITY
    };
    let scale = vector("scale").unwrap_or(DVec3::ONE);
    DAffine3 {
        matrix3: DMat3::from_quat(rotation) * DMat3::from_diagonal(scale),
        translation: vector("translation").unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
