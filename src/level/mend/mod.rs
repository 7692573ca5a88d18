//! Mends meshes: welds corners, removes slivers and duplicates, closes cracks, and turns flipped faces.
//!
//! Reading order: [`mend_mesh`] here, `report.rs` (what was done), `soup.rs` (faces that share numbered corners), `cracks.rs` (open edges that nearly meet),
//! `winding.rs` (which faces are flipped), `write.rs` (the OBJ text) and `glb.rs` (the GLB file).

mod cracks;
mod glb;
mod report;
mod soup;
mod winding;
mod write;

use std::path::Path;

use crate::geometry::Aabb;
use crate::geometry::float::max;
use crate::level::files::{Files, display_name};
use crate::level::gltf::{GltfFile, is_gltf, read_gltf};
use crate::level::meshes::{Images, Mesh, joined};
use crate::level::obj::{MaterialFiles, read_mesh};
use crate::level::text::{Diagnostic, Severity, Source, count};
pub use report::{MendReport, Places};
use soup::Soup;

/// The usual limits, as shares of the longest side of the mesh. Welding of 0.1 mm and cracks of 1 cm in a level of 100 m.
const WELD: f64 = 1e-6;
const CRACK: f64 = 1e-4;

/// How far mending goes, in the mesh's own unit. `None`: a share of the longest side of the mesh, a millionth and a
/// ten-thousandth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MendLimits {
    /// Corners at most this far apart become one; faces narrower than this are slivers.
    pub weld: Option<f64>,
    /// Open edges at most this far apart are joined.
    pub crack: Option<f64>,
}

/// The format of a mended mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MendFormat {
    /// An OBJ text. If an OBJ file was mended, it names the same files of materials.
    Obj,
    /// A GLB file, with colours and pictures.
    Glb,
}

/// A mended mesh.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct MendedMesh {
    /// The file of the mended mesh, and what was done; `None` if the file cannot be used.
    pub mended: Option<(Vec<u8>, MendReport)>,
    /// The problems of the file, and what of it the mended one cannot hold. What the problems leave out, such as faces without an
    /// area, is not in the mended mesh either.
    pub diagnostics: Vec<Diagnostic>,
}

/// Mends the OBJ, glTF or GLB file at `path`: its faces become triangles, which keep their objects, materials, texture places,
/// normals and colours.
///
/// # Example
/// ```
/// use sidle::level::{EmbeddedFiles, MendFormat, MendLimits, mend_mesh};
/// // Two triangles of a square that miss each other by a little, one of them turned over.
/// let files = EmbeddedFiles(&[("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 0.0000001\nv 1 0 1\nv 0 0 1\nf 3 2 1\nf 4 5 6\n")]);
/// let mended = mend_mesh("a.obj".as_ref(), &files, MendLimits::default(), MendFormat::Obj);
/// let (text, report) = mended.mended.unwrap();
/// assert_eq!((report.welded.count, report.flipped.count, report.open_edges.count), (1, 1, 4));
/// assert_eq!(String::from_utf8(text).unwrap().matches("\nv ").count(), 4);
/// ```
pub fn mend_mesh(
    path: &Path,
    files: &dyn Files,
    limits: MendLimits,
    format: MendFormat,
) -> MendedMesh {
    let name = display_name(path);
    let bytes = match files.read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot be read: {error}");
            return failed(vec![Diagnostic::of_file(&*name, message)]);
        }
    };
    let read = match is_gltf(path, &bytes) {
        true => read_objects((&name, path), files, &bytes),
        false => read_obj((&name, path), files, bytes, format),
    };
    let is_valid = read.diagnostics.iter().all(|problem| !problem.is_error());
    let mended = mend_all(&read.meshes, limits).filter(|_| is_valid);
    let Some((mesh, report)) = mended else {
        return failed(read.diagnostics);
    };
    if format == MendFormat::Glb && mesh.parts.is_empty() {
        let mut diagnostics = read.diagnostics;
        let nothing = "nothing is left of this mesh, and no GLB file can hold that";
        diagnostics.push(Diagnostic::of_file(&*name, nothing.to_owned()));
        return failed(diagnostics);
    }
    let mut lost = read.lost;
    let bytes = match format {
        MendFormat::Obj => {
            if read.text.is_empty() && !mesh.materials.is_empty() {
                let looks = "the colours and pictures of materials: write a GLB file to keep them";
                lost.push(looks.to_owned());
            }
            write::obj_text(&mesh, &read.text).into_bytes()
        }
        MendFormat::Glb => {
            let (bytes, pictures) = glb::glb(&mesh);
            if pictures > 0 {
                let pictures = count(pictures, "picture", "pictures");
                lost.push(format!(
                    "{pictures} that can be read neither as PNG nor as JPEG"
                ));
            }
            bytes
        }
    };
    let mut diagnostics = read.diagnostics;
    diagnostics.extend(lost.into_iter().map(|lost| Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::of_file(&*name, format!("not in the mended file: {lost}"))
    }));
    MendedMesh {
        mended: Some((bytes, report)),
        diagnostics,
    }
}

/// A mesh to mend.
#[derive(Default)]
struct ReadFile {
    /// What is drawn and what collides may be in one place, so they are mended one by one.
    meshes: Vec<Mesh>,
    /// The text of an OBJ file, which names the files of its materials.
    text: String,
    diagnostics: Vec<Diagnostic>,
    /// What the mended file will not have.
    lost: Vec<String>,
}

/// The most bytes of all pictures of a mesh.
const MOST_PICTURES: u64 = 1 << 30;

/// The mesh of an OBJ file. Only a GLB file needs its pictures.
fn read_obj(
    (name, path): (&str, &Path),
    files: &dyn Files,
    bytes: Vec<u8>,
    format: MendFormat,
) -> ReadFile {
    let source = match Source::of_obj(name, bytes) {
        Ok(source) => source,
        Err(diagnostic) => {
            return ReadFile {
                diagnostics: vec![*diagnostic],
                ..ReadFile::default()
            };
        }
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut materials = MaterialFiles::new(&source, folder, files);
    let open = |names: &str, span| materials.load(names, &span);
    let read = read_mesh(&source, false, &mut |_, _| (), open);
    let mut images = Images::default();
    let textures = read.textures.iter().map(|texture| {
        let texture = texture.as_ref().filter(|_| format == MendFormat::Glb)?;
        materials.texture(texture, &mut images, MOST_PICTURES)
    });
    let textures: Vec<_> = textures.collect();
    let mut diagnostics = read.problems;
    diagnostics.extend(materials.problems);
    let mut mesh = read.mesh.and_then(|mesh| mesh.finish());
    if let Some(mesh) = &mut mesh {
        for (material, texture) in mesh.materials.iter_mut().zip(textures) {
            material.texture = texture;
        }
    }
    ReadFile {
        meshes: mesh.into_iter().collect(),
        text: source.text().to_owned(),
        diagnostics,
        lost: Vec::new(),
    }
}

/// The mesh of a glTF file. Its objects stand where its nodes place them, and their names say how they collide.
fn read_objects((name, path): (&str, &Path), files: &dyn Files, bytes: &[u8]) -> ReadFile {
    let file = GltfFile {
        name,
        path,
        files,
        most_bytes: MOST_PICTURES,
        one_sided: false,
    };
    let (authored, diagnostics) = read_gltf(file, bytes, &mut Images::default());
    let mut lost = Vec::new();
    let meshes = authored.map_or_else(Vec::new, |authored| {
        let counted = [
            (usize::from(authored.start.is_some()), "start", "starts"),
            (authored.zones.len(), "zone", "zones"),
            (
                authored
                    .layers
                    .iter()
                    .filter(|layer| layer.surface.is_some())
                    .count(),
                "surface with rules",
                "surfaces with rules",
            ),
        ];
        let counted = counted.into_iter().filter(|(number, ..)| *number > 0);
        let counted = counted.map(|(number, one, many)| count(number, one, many));
        let counted: Vec<_> = counted.collect();
        if !counted.is_empty() {
            lost.push(counted.join(", "));
        }
        if authored.layers.iter().all(|layer| !layer.collides) {
            lost.push("that no object collides".to_owned());
        }
        authored.into_named_meshes()
    });
    ReadFile {
        meshes,
        text: String::new(),
        diagnostics,
        lost,
    }
}

fn failed(diagnostics: Vec<Diagnostic>) -> MendedMesh {
    MendedMesh {
        mended: None,
        diagnostics,
    }
}

/// All of these meshes, mended one by one, and what was done. `None` if there are none.
fn mend_all(meshes: &[Mesh], limits: MendLimits) -> Option<(Mesh, MendReport)> {
    let ends = meshes
        .iter()
        .flat_map(|mesh| [mesh.bounds.min(), mesh.bounds.max()]);
    let bounds = Aabb::from_points(ends)?;
    let longest = (bounds.half_extents() * 2.0).max_element();
    let weld = max(limits.weld.unwrap_or(longest * WELD), 0.0);
    let crack = max(limits.crack.unwrap_or(longest * CRACK), weld);
    let mut report = MendReport {
        limits: [weld, crack],
        ..MendReport::default()
    };
    let mended = meshes
        .iter()
        .map(|mesh| mend(mesh, [weld, crack], &mut report));
    let mended: Vec<Mesh> = mended.collect();
    let all = joined(&mended);
    // Nothing may be left.
    all.or_else(|| mended.into_iter().next())
        .map(|mesh| (mesh, report))
}

/// The mended `mesh`. Adds what was done to `report`.
fn mend(mesh: &Mesh, [weld, crack]: [f64; 2], report: &mut MendReport) -> Mesh {
    let mut soup = Soup::of(mesh);
    soup.weld(weld, report);
    soup.remove_defects(weld, report);
    cracks::close(&mut soup, weld, crack, report);
    winding::turn_flipped(&mut soup, report);
    soup.count_defects(report);
    report.faces += soup.faces.len();
    soup.into_mesh(mesh)
}

#[cfg(test)]
mod tests;
