//! Meshes from OBJ text.
//!
//! The crate tobj reads the text. It knows no places, lets `nan` through, takes polylines for faces, and
//! panics on some texts. So `check.rs` goes over the text first, reports every problem with its place,
//! and passes on what tobj reads well (`text.rs`), which reads the lines of a long text while later ones are
//! checked. What is only seen, as normals, `check.rs` reads itself: then tobj takes half as long, and needs half of the
//! memory. Here, faces are cut into triangles, and those without an area are dropped.

mod check;
mod corners;
mod count;
mod faces;
mod lines;
mod material_files;
mod models;
mod mtl;
mod parts;
mod text;

pub use count::count_obj_triangles;
pub use material_files::MaterialFiles;

use core::cell::OnceCell;
use core::ops::Range;
use std::collections::BTreeMap;

use crate::level::files::LoadStage;
use crate::level::meshes::{Material, Mesh, MeshPart, bounds_of};
use crate::level::text::{Diagnostic, Problems, Source};
use crate::parallel::Workers;
use check::{Checked, check};
use faces::FaceCutter;
use models::Faces;
use mtl::{MtlMaterial, MtlTexture};
use parts::CutParts;
use text::{BETWEEN_REPORTS, Reader};

/// The mesh of an OBJ text, and all problems.
pub(super) struct ReadMesh {
    pub mesh: Option<CutMesh>,
    /// The picture of each of its materials, which is not read yet.
    pub textures: Vec<Option<MtlTexture>>,
    pub problems: Vec<Diagnostic>,
}

/// A mesh whose faces are cut. It needs the text no more, and a large text is freed before the mesh is finished.
pub(super) struct CutMesh {
    parts: CutParts,
    faces: Faces,
    materials: Vec<Material>,
    /// The picture of each of its materials.
    textures: Vec<Option<MtlTexture>>,
}

impl CutMesh {
    /// The mesh. `None` if it has no triangle.
    pub fn finish(self) -> Option<Mesh> {
        let parts = self.parts.fill(&self.faces, &self.textures);
        // A large mesh needs the memory.
        drop(self.faces);
        Some(Mesh {
            bounds: bounds_of(&parts)?,
            parts,
            materials: self.materials,
        })
    }
}

/// Reads the OBJ text of `source`. Of duplicate triangles one is kept, whichever way it faces, unless
/// `one_sided` collision distinguishes the sides. `report` receives the number of bytes read, now and then; of
/// a text for which it does, also that cutting begins. `open_materials` returns the materials that a line
/// `mtllib` names, by its words and their span.
pub(super) fn read_mesh(
    source: &Source,
    one_sided: bool,
    report: &mut dyn FnMut(LoadStage, usize),
    open_materials: impl FnMut(&str, Range<usize>) -> Vec<MtlMaterial>,
) -> ReadMesh {
    let Checked {
        read,
        corner_ends,
        seen,
        materials,
        mut problems,
    } = check(
        source,
        &mut |done| report(LoadStage::Read, done),
        open_materials,
        read_models,
    );
    let cut = match read {
        Some(Ok(models)) => {
            if source.text().len() > BETWEEN_REPORTS {
                report(LoadStage::Cut, 0);
            }
            let faces = Faces::new(models, corner_ends, seen, &materials);
            cut_faces(faces, &materials, &mut problems, one_sided)
        }
        Some(Err(error)) => {
            problems.error_of_file(format!("this mesh cannot be read: {error}"));
            None
        }
        None => None,
    };
    let (mesh, textures) = cut.unzip();
    ReadMesh {
        mesh,
        textures: textures.unwrap_or_default(),
        problems: problems.finish(),
    }
}

/// The models of checked lines, as tobj reads them.
fn read_models(
    lines: &mut Reader<'_, '_>,
    materials: &OnceCell<Vec<MtlMaterial>>,
) -> Result<Vec<tobj::Model>, tobj::LoadError> {
    let options = tobj::LoadOptions::default();
    let (models, _) = tobj::load_obj_buf(lines, &options, |_| {
        // Of materials with the same name, the last counts.
        let names = materials.get().into_iter().flatten();
        let names = names.map(|material| material.name.clone());
        Ok((Vec::new(), names.zip(0..).collect()))
    })?;
    Ok(models)
}

/// Cuts faces into triangles.
fn cut_faces(
    mut faces: Faces,
    materials: &[MtlMaterial],
    problems: &mut Problems<'_>,
    one_sided: bool,
) -> Option<(CutMesh, Vec<Option<MtlTexture>>)> {
    let looks: Vec<_> = materials.iter().map(MtlMaterial::look).collect();
    for group in &mut faces.groups {
        let has_look = |material: &usize| looks.get(*material).is_some_and(Option::is_some);
        group.material = group.material.filter(has_look);
    }
    let pieces = Workers::All.map_pieces(&faces.corner_ends, |first, piece| {
        let mut start = faces.corners_start(first) as u32;
        let mut cutter = FaceCutter::new(piece.len());
        for (end, number) in piece.iter().zip(first..) {
            let corners = (start..*end).map(|place| (faces.corner(place), place));
            start = *end;
            cutter.cut(corners, number);
        }
        cutter.finish()
    });
    let (mut parts, defects) = CutParts::new(pieces, &faces, one_sided);
    defects.report(problems);
    if parts.is_empty() {
        let label = "expected at least one face `f` with an area";
        problems.error(0..0, "this mesh has no usable triangle", label, None);
        return None;
    }
    let used = used_materials(parts.headings(), looks);
    let textures = used.iter();
    let textures = textures.map(|(number, _)| materials[*number].texture.clone());
    let textures: Vec<_> = textures.collect();
    let mesh = CutMesh {
        parts,
        faces,
        textures: textures.clone(),
        materials: used.into_iter().map(|(_, look)| look).collect(),
    };
    Some((mesh, textures))
}

/// The looks that `parts` use, each with the number of its material, in the order of their use. `parts` then name those.
fn used_materials(
    parts: &mut [MeshPart],
    mut looks: Vec<Option<Material>>,
) -> Vec<(usize, Material)> {
    let mut used = Vec::new();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for part in parts {
        part.material = part.material.and_then(|material| {
            if let Some(look) = looks.get_mut(material).and_then(Option::take) {
                numbers.insert(material, used.len());
                used.push((material, look));
            }
            numbers.get(&material).copied()
        });
    }
    used
}

#[cfg(test)]
mod tests;
