//! The nodes of a glTF file: where its meshes stand.

use ::gltf::accessor::{DataType, Dimensions};
use ::gltf::{Mesh, Node, Skin};
use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3};

use super::accessor::{check, raw};
use super::buffers::Buffers;
use super::json::{Document, GltfError, Read};

/// A mesh of the file, placed.
#[derive(Clone, Debug)]
pub(super) struct PlacedMesh<'d> {
    /// The name of its node, or else its own.
    pub name: String,
    pub mesh: Mesh<'d>,
    pub transform: DAffine3,
    /// The skin that moves it; then its node's transform does not.
    skin: Option<Skin<'d>>,
}

/// The meshes that the nodes of `document` show, without those of skins moved: in the order of the tree, from its roots.
pub(super) fn placed_meshes(document: &Document) -> Read<Vec<PlacedMesh<'_>>> {
    Ok(Tree::read(document)?.meshes)
}

/// The same, with meshes of skins where their first joint puts them.
///
/// In the pose in which a mesh was bound to its joints, all of them put it to the same place.
pub(super) fn posed_meshes<'d>(
    document: &'d Document,
    buffers: &Buffers,
) -> Read<Vec<PlacedMesh<'d>>> {
    let Tree {
        mut meshes, places, ..
    } = Tree::read(document)?;
    for placed in &mut meshes {
        let Some(skin) = placed.skin.take() else {
            continue;
        };
        let Some(joint) = skin.joints().next() else {
            let path = format!("skins[{}].joints", skin.index());
            return Err(GltfError::at(path, "expected at least one joint"));
        };
        let mut bind = DAffine3::IDENTITY;
        if let Some(matrices) = skin.inverse_bind_matrices() {
            check(document, buffers, &matrices, &[Dimensions::Mat4])?;
            if matrices.data_type() != DataType::F32 {
                let path = format!("accessors[{}].componentType", matrices.index());
                return Err(GltfError::damaged(path, "expected 5126 for matrices"));
            }
            let first = raw::<[[f32; 4]; 4]>(buffers, matrices).and_then(|mut all| all.next());
            bind = affine(first.unwrap_or_default());
        }
        let place = places.get(joint.index()).copied().flatten();
        placed.transform = place.unwrap_or(DAffine3::IDENTITY) * bind;
    }
    Ok(meshes)
}

/// The tree of nodes.
struct Tree<'d> {
    meshes: Vec<PlacedMesh<'d>>,
    /// Where each node of the file is, if the tree has it.
    places: Vec<Option<DAffine3>>,
}

/// A node that is not placed yet.
struct Branch<'d> {
    node: Node<'d>,
    /// The list and the place in it that name the node, such as `nodes[2].children` and 0.
    named_by: (Parent, usize),
    parent: DAffine3,
}

#[derive(Clone, Copy)]
enum Parent {
    Scene(usize),
    Node(usize),
}

impl<'d> Tree<'d> {
    fn read(document: &'d Document) -> Read<Self> {
        let file = &document.gltf;
        let mut meshes = Vec::new();
        let mut places: Vec<Option<DAffine3>> = vec![None; file.nodes().len()];
        if places.is_empty() {
            // Without a scene, the file is a library of meshes.
            meshes.extend(file.meshes().map(|mesh| PlacedMesh {
                name: mesh.name().unwrap_or_default().to_owned(),
                mesh,
                transform: DAffine3::IDENTITY,
                skin: None,
            }));
        }
        // A list instead of a recursion: a chain of nodes may be as long as the file.
        let mut open = roots(file);
        open.reverse();
        while let Some(branch) = open.pop() {
            let (number, node) = (branch.node.index(), branch.node);
            let place = branch.parent * local_transform(document, number);
            let known = places.get_mut(number);
            if known.and_then(|known| known.replace(place)).is_some() {
                let path = match branch.named_by {
                    (Parent::Scene(scene), at) => format!("scenes[{scene}].nodes[{at}]"),
                    (Parent::Node(node), at) => format!("nodes[{node}].children[{at}]"),
                };
                let message = format!(
                    "`nodes[{number}]` is in the tree already: it may have one parent only"
                );
                let help = "a tree has no circles and no shared branches; export the file again";
                return Err(GltfError::at(path, message).with_help(help));
            }
            if let Some(mesh) = node.mesh() {
                meshes.push(PlacedMesh {
                    name: node.name().or(mesh.name()).unwrap_or_default().to_owned(),
                    mesh,
                    transform: place,
                    skin: node.skin(),
                });
            }
            let start = open.len();
            open.extend(node.children().enumerate().map(|(at, child)| Branch {
                node: child,
                named_by: (Parent::Node(number), at),
                parent: place,
            }));
            open.get_mut(start..).unwrap_or_default().reverse();
        }
        Ok(Self { meshes, places })
    }
}

/// The roots: those of the default scene, or else all nodes that are nobody's child.
fn roots(file: &::gltf::Document) -> Vec<Branch<'_>> {
    let branch = |parent: Parent, (at, node)| Branch {
        node,
        named_by: (parent, at),
        parent: DAffine3::IDENTITY,
    };
    if let Some(scene) = file.default_scene() {
        let parent = Parent::Scene(scene.index());
        let nodes = scene.nodes().enumerate();
        return nodes.map(|named| branch(parent, named)).collect();
    }
    let mut is_child = vec![false; file.nodes().len()];
    for child in file.nodes().flat_map(|node| node.children()) {
        if let Some(known) = is_child.get_mut(child.index()) {
            *known = true;
        }
    }
    let roots = file.nodes().zip(is_child).filter(|(_, is_child)| !is_child);
    // A root that is nobody's child is met once, so that nothing has to name it.
    roots
        .map(|(node, _)| branch(Parent::Node(node.index()), (0, node)))
        .collect()
}

/// Where a node is, seen from its parent.
fn local_transform(document: &Document, node: usize) -> DAffine3 {
    if let Some(matrix) = document.node_numbers(node, "matrix") {
        return DAffine3::from_mat4(DMat4::from_cols_array(&matrix));
    }
    let numbers = |key: &str| document.node_numbers(node, key).map(DVec3::from_array);
    let rotation = document.node_numbers(node, "rotation");
    let [x, y, z, w] = rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let rotation = DQuat::from_xyzw(x, y, z, w);
    let length = rotation.length();
    // A rotation of length 0 is a slip of its program.
    let rotation = if length > 0.0 && length.is_finite() {
        DQuat::from_xyzw(x / length, y / length, z / length, w / length)
    } else {
        DQuat::IDENTITY
    };
    let scale = numbers("scale").unwrap_or(DVec3::ONE);
    DAffine3 {
        matrix3: DMat3::from_quat(rotation) * DMat3::from_diagonal(scale),
        translation: numbers("translation").unwrap_or_default(),
    }
}

/// A matrix of four columns, without its last row.
fn affine(columns: [[f32; 4]; 4]) -> DAffine3 {
    let columns = columns.map(|column| column.map(f64::from));
    DAffine3::from_mat4(DMat4::from_cols_array_2d(&columns))
}

#[cfg(test)]
mod tests;
