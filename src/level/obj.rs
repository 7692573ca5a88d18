//! Meshes from OBJ text.
//!
//! The crate tobj reads the text. It knows no places, lets `nan` through, takes polylines for faces, and
//! panics on some texts. So `obj_check.rs` goes over the text first, reports every problem with its place,
//! and passes on what tobj reads well (`obj_text.rs`). Here, faces are cut into triangles, and those without
//! an area are dropped.

use core::ops::Range;
use std::collections::BTreeMap;

use super::mesh::{Mesh, MeshPart, bounds_of};
use super::mtl::{MtlMaterial, MtlTexture};
use super::obj_check::{Checked, CheckedLines, check};
use super::obj_faces::FaceCutter;
use super::obj_models::Faces;
use super::obj_parts::parts;
use super::obj_text::BETWEEN_REPORTS;
use super::problems::Problems;
use super::source::Source;
use super::{Diagnostic, LoadStage, Material};
use crate::parallel::Workers;

/// The mesh of an OBJ text, and all problems.
pub(super) struct ReadMesh {
    pub mesh: Option<Mesh>,
    /// The picture of each of its materials, which is not read yet.
    pub textures: Vec<Option<MtlTexture>>,
    pub problems: Vec<Diagnostic>,
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
    let read = &mut |done| report(LoadStage::Read, done);
    let Checked {
        lines,
        mut problems,
    } = check(source, read, open_materials);
    if problems.has_errors() {
        return ReadMesh {
            mesh: None,
            textures: Vec::new(),
            problems: problems.finish(),
        };
    }
    let built = match read_faces(lines, source.text().len(), read) {
        Ok((faces, materials)) => {
            if source.text().len() > BETWEEN_REPORTS {
                report(LoadStage::Cut, 0);
            }
            build(faces, &materials, &mut problems, one_sided)
        }
        Err(error) => {
            problems.error_of_file(format!("this mesh cannot be read: {error}"));
            None
        }
    };
    let (mesh, textures) = built.unzip();
    ReadMesh {
        mesh,
        textures: textures.unwrap_or_default(),
        problems: problems.finish(),
    }
}

/// The faces of checked lines, as tobj reads them. `length` is that of the file; bytes.
fn read_faces(
    lines: CheckedLines<'_>,
    length: usize,
    report: &mut dyn FnMut(usize),
) -> Result<(Faces, Vec<MtlMaterial>), tobj::LoadError> {
    let CheckedLines {
        text,
        faces,
        given,
        materials,
    } = lines;
    // The second half of the progress, in bytes of the file.
    let half = length / 2;
    let of_text = text.length().max(1) as f64;
    let mut report = |read: usize| report(half + (half as f64 * read as f64 / of_text) as usize);
    let options = tobj::LoadOptions::default();
    let (models, _) = tobj::load_obj_buf(&mut text.reader(&mut report), &options, |_| {
        // Of materials with the same name, the last counts.
        let names = materials.iter().map(|material| material.name.clone());
        Ok((Vec::new(), names.zip(0..).collect()))
    })?;
    let faces = Faces::new(models, &faces, &given, &materials);
    Ok((faces, materials))
}

/// Cuts faces into triangles.
fn build(
    faces: Faces,
    materials: &[MtlMaterial],
    problems: &mut Problems<'_>,
    one_sided: bool,
) -> Option<(Mesh, Vec<Option<MtlTexture>>)> {
    let Faces {
        vertices,
        corners,
        faces,
        mut groups,
        seen,
    } = faces;
    let looks: Vec<_> = materials.iter().map(MtlMaterial::look).collect();
    for group in &mut groups {
        let has_look = |material: &usize| looks.get(*material).is_some_and(Option::is_some);
        group.material = group.material.filter(has_look);
    }
    let pieces = Workers::All.map_pieces(&faces, |first, piece| {
        let before = first.checked_sub(1).map(|last| faces[last].corners_end);
        let mut corners_start = before.unwrap_or_default();
        let mut cutter = FaceCutter::new(piece.len(), !seen.is_empty());
        for (face, number) in piece.iter().zip(first..) {
            let indices = &corners[corners_start..face.corners_end];
            let corners = indices.iter().map(|index| vertices[*index as usize]);
            let corners = corners.zip(corners_start as u32..);
            corners_start = face.corners_end;
            cutter.cut(corners, number, face.line_start);
        }
        cutter.finish()
    });
    // A large mesh needs the memory.
    drop((vertices, corners));
    let (mut parts, defects) = parts(pieces, &faces, &groups, &seen, one_sided);
    defects.report(problems);

    let Some(bounds) = bounds_of(&parts) else {
        let label = "expected at least one face `f` with an area";
        problems.error(0..0, "this mesh has no usable triangle", label, None);
        return None;
    };
    let used = used_materials(&mut parts, looks);
    let textures = used.iter();
    let textures = textures.map(|(number, _)| materials[*number].texture.clone());
    let textures = textures.collect();
    let mesh = Mesh {
        parts,
        materials: used.into_iter().map(|(_, look)| look).collect(),
        bounds,
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
