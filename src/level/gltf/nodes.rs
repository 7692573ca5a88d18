//! The nodes of a glTF file: where its meshes stand.

use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3};

use super::accessor::Accessor;
use super::buffers::Buffers;
use super::json::{Document, Item, Read};

/// A mesh of the file, placed.
#[derive(Clone, Debug)]
pub(super) struct PlacedMesh<'j> {
    /// The name of its node, or else its own.
    pub name: String,
    pub mesh: Item<'j>,
    pub transform: DAffine3,
    /// The skin that moves it; then its node's transform does not.
    skin: Option<Item<'j>>,
}

/// The meshes that the nodes of `document` show, without those of skins moved: in the order of the tree, from its roots.
pub(super) fn placed_meshes<'j>(document: &Document<'j>) -> Read<Vec<PlacedMesh<'j>>> {
    Ok(Tree::read(document)?.meshes)
}

/// The same, with meshes of skins where their first joint puts them.
///
/// In the pose in which a mesh was bound to its joints, all of them put it to the same place.
pub(super) fn posed_meshes<'j>(
    document: &Document<'j>,
    buffers: &Buffers,
) -> Read<Vec<PlacedMesh<'j>>> {
    let Tree {
        mut meshes, places, ..
    } = Tree::read(document)?;
    for placed in &mut meshes {
        let Some(index) = placed.skin.take() else {
            continue;
        };
        let (_, skin) = document.entry("skins", &index)?;
        let joints = skin.require("joints")?;
        let Some(first) = joints.at(0) else {
            return Err(joints.error("expected at least one joint"));
        };
        let (joint, _) = document.entry("nodes", &first)?;
        let bind = match skin.get("inverseBindMatrices") {
            Some(matrices) => {
                let matrices = Accessor::read(document, buffers, &matrices, &["MAT4"])?;
                affine(&matrices.numbers(0))
            }
            None => DAffine3::IDENTITY,
        };
        let place = places.get(joint).copied().flatten();
        placed.transform = place.unwrap_or(DAffine3::IDENTITY) * bind;
    }
    Ok(meshes)
}

/// The tree of nodes.
struct Tree<'j> {
    meshes: Vec<PlacedMesh<'j>>,
    /// Where each node of the file is, if the tree has it.
    places: Vec<Option<DAffine3>>,
}

impl<'j> Tree<'j> {
    fn read(document: &Document<'j>) -> Read<Self> {
        let nodes = document.root.list("nodes")?;
        let mut meshes = Vec::new();
        if nodes.is_empty() {
            // Without a scene, the file is a library of meshes.
            for mesh in document.root.list("meshes")? {
                let (name, transform) = (name_of(&mesh)?, DAffine3::IDENTITY);
                let skin = None;
                meshes.push(PlacedMesh {
                    name,
                    mesh,
                    transform,
                    skin,
                });
            }
            let places = Vec::new();
            return Ok(Self { meshes, places });
        }
        let mut places: Vec<Option<DAffine3>> = vec![None; nodes.len()];
        // A list instead of a recursion: a chain of nodes may be as long as the file.
        let mut open: Vec<(Branch<'j>, DAffine3)> = Vec::new();
        let roots = roots(document, &nodes)?.into_iter().rev();
        open.extend(roots.map(|root| (root, DAffine3::IDENTITY)));
        while let Some((
            Branch {
                number,
                node,
                named_by,
            },
            parent,
        )) = open.pop()
        {
            let place = parent * local_transform(&node)?;
            if places.get(number).copied().flatten().is_some() {
                let message = format!(
                    "`nodes[{number}]` is in the tree already: it may have one parent only"
                );
                let help = "a tree has no circles and no shared branches; export the file again";
                return Err(named_by.error(message).with_help(help));
            }
            if let Some(known) = places.get_mut(number) {
                *known = Some(place);
            }
            if let Some(index) = node.get("mesh") {
                let (_, mesh) = document.entry("meshes", &index)?;
                let name = match node.get("name") {
                    Some(name) => name.text()?.to_owned(),
                    None => name_of(&mesh)?,
                };
                meshes.push(PlacedMesh {
                    name,
                    mesh,
                    transform: place,
                    skin: node.get("skin"),
                });
            }
            for index in node.list("children")?.into_iter().rev() {
                open.push((Branch::read(document, index)?, place));
            }
        }
        Ok(Self { meshes, places })
    }
}

/// A node, and the place in the file that names it.
struct Branch<'j> {
    number: usize,
    node: Item<'j>,
    named_by: Item<'j>,
}

impl<'j> Branch<'j> {
    fn read(document: &Document<'j>, index: Item<'j>) -> Read<Self> {
        let (number, node) = document.entry("nodes", &index)?;
        Ok(Self {
            number,
            node,
            named_by: index,
        })
    }
}

/// The roots: those of the default scene, or else all nodes that are nobody's child.
fn roots<'j>(document: &Document<'j>, nodes: &[Item<'j>]) -> Read<Vec<Branch<'j>>> {
    if let Some(index) = document.root.get("scene") {
        let (_, scene) = document.entry("scenes", &index)?;
        let of_scene = scene.list("nodes")?.into_iter();
        return of_scene
            .map(|index| Branch::read(document, index))
            .collect();
    }
    let mut is_child = vec![false; nodes.len()];
    for node in nodes {
        for child in node.list("children")? {
            let (number, _) = document.entry("nodes", &child)?;
            if let Some(known) = is_child.get_mut(number) {
                *known = true;
            }
        }
    }
    let all = nodes.iter().enumerate().zip(is_child);
    let roots = all.filter(|(_, is_child)| !is_child);
    let roots = roots.map(|((number, node), _)| Branch {
        number,
        node: node.clone(),
        named_by: node.clone(),
    });
    Ok(roots.collect())
}

fn name_of(item: &Item<'_>) -> Read<String> {
    let name = item.get("name").map(|name| name.text());
    Ok(name.transpose()?.unwrap_or_default().to_owned())
}

/// Where a node is, seen from its parent.
fn local_transform(node: &Item<'_>) -> Read<DAffine3> {
    if let Some(matrix) = node.get("matrix") {
        return Ok(affine(&matrix.numbers()?));
    }
    let [x, y, z, w] = node.numbers_or("rotation", [0.0, 0.0, 0.0, 1.0])?;
    let rotation = DQuat::from_xyzw(x, y, z, w);
    let length = rotation.length();
    // A rotation of length 0 is a slip of its program.
    let rotation = if length > 0.0 && length.is_finite() {
        DQuat::from_xyzw(x / length, y / length, z / length, w / length)
    } else {
        DQuat::IDENTITY
    };
    let scale = node.numbers_or("scale", [1.0; 3])?;
    let translation = node.numbers_or("translation", [0.0; 3])?;
    Ok(DAffine3 {
        matrix3: DMat3::from_quat(rotation) * DMat3::from_diagonal(DVec3::from_array(scale)),
        translation: DVec3::from_array(translation),
    })
}

/// A matrix of four columns, without its last row.
fn affine(columns: &[f64; 16]) -> DAffine3 {
    DAffine3::from_mat4(DMat4::from_cols_array(columns))
}
