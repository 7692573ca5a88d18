//! Mends meshes: welds corners, removes slivers and duplicates, closes cracks, and turns flipped faces.
//!
//! Reading order: [`mend_obj`] here, `report.rs` (what was done), `soup.rs` (faces that share numbered corners), `cracks.rs` (open edges that nearly meet),
//! `winding.rs` (which faces are flipped) and `write.rs` (the OBJ text).

mod cracks;
mod report;
mod soup;
mod winding;
mod write;

use std::path::Path;

use crate::geometry::float::max;
use crate::level::files::{Files, display_name};
use crate::level::meshes::Mesh;
use crate::level::obj::{MaterialFiles, read_mesh};
use crate::level::text::{Diagnostic, Source};
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

/// A mended mesh.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct MendedMesh {
    /// The mended mesh as an OBJ text, and what was done; `None` if the file cannot be used.
    pub mended: Option<(String, MendReport)>,
    /// The problems of the file. What it leaves out, such as faces without an area, is not in the mended mesh either.
    pub diagnostics: Vec<Diagnostic>,
}

/// Mends the OBJ file at `path`: its faces become triangles, which keep their objects, materials, texture places, normals and
/// colours.
///
/// # Example
/// ```
/// use sidle::level::{EmbeddedFiles, MendLimits, mend_obj};
/// // Two triangles of a square that miss each other by a little, one of them turned over.
/// let files = EmbeddedFiles(&[("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 0.0000001\nv 1 0 1\nv 0 0 1\nf 3 2 1\nf 4 5 6\n")]);
/// let (text, report) = mend_obj("a.obj".as_ref(), &files, MendLimits::default()).mended.unwrap();
/// assert_eq!((report.welded.count, report.flipped.count, report.open_edges.count), (1, 1, 4));
/// assert_eq!(text.matches("\nv ").count(), 4);
/// ```
pub fn mend_obj(path: &Path, files: &dyn Files, limits: MendLimits) -> MendedMesh {
    let name = display_name(path);
    let bytes = match files.read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot be read: {error}");
            return failed(vec![Diagnostic::of_file(&*name, message)]);
        }
    };
    let source = match Source::of_obj(&name, bytes) {
        Ok(source) => source,
        Err(diagnostic) => return failed(vec![*diagnostic]),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut materials = MaterialFiles::new(&source, folder, files);
    let open = |names: &str, span| materials.load(names, &span);
    let read = read_mesh(&source, false, &mut |_, _| (), open);
    let mut diagnostics = read.problems;
    diagnostics.extend(materials.problems);
    let mesh = read.mesh.and_then(|mesh| mesh.finish());
    let is_valid = diagnostics.iter().all(|problem| !problem.is_error());
    let Some(mesh) = mesh.filter(|_| is_valid) else {
        return failed(diagnostics);
    };
    let (mesh, report) = mend(&mesh, limits);
    let text = write::obj_text(&mesh, source.text());
    MendedMesh {
        mended: Some((text, report)),
        diagnostics,
    }
}

fn failed(diagnostics: Vec<Diagnostic>) -> MendedMesh {
    MendedMesh {
        mended: None,
        diagnostics,
    }
}

/// The mended `mesh`, and what was done to it.
fn mend(mesh: &Mesh, limits: MendLimits) -> (Mesh, MendReport) {
    let longest = (mesh.bounds.half_extents() * 2.0).max_element();
    let weld = max(limits.weld.unwrap_or(longest * WELD), 0.0);
    let crack = max(limits.crack.unwrap_or(longest * CRACK), weld);
    let mut report = MendReport {
        limits: [weld, crack],
        ..MendReport::default()
    };
    let mut soup = Soup::of(mesh);
    soup.weld(weld, &mut report);
    soup.remove_defects(weld, &mut report);
    cracks::close(&mut soup, weld, crack, &mut report);
    winding::turn_flipped(&mut soup, &mut report);
    soup.count_defects(&mut report);
    (soup.into_mesh(mesh), report)
}

#[cfg(test)]
mod tests;
