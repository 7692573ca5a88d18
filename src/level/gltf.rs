//! Meshes from glTF files.
//!
//! The crate gltf reads them. Reading order: `container.rs` (a text or a GLB), `json.rs` (what the crate is given, and
//! where a problem is), `buffers.rs` and `accessor.rs` (bytes and numbers), `nodes.rs` (where meshes stand), `primitive.rs`
//! (triangles) and `materials.rs`.
//!
//! The file is damaged or hostile until the opposite is checked, since the crate panics at much of it: nothing is read
//! that lies outside of its bytes, and nothing is reserved for numbers that it only claims to have.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", 2021. Differences: animations, cameras and lights are left out; a
//! skin stands in the pose in which it was bound.

mod accessor;
mod buffers;
mod container;
mod json;
mod materials;
mod nodes;
mod primitive;

use std::collections::BTreeSet;
use std::path::Path;

use ::gltf::{Primitive, Semantic};
use glam::DAffine3;
use serde_json::Value;

use self::accessor::sparse_elements;
use self::buffers::{Buffers, Bytes};
use self::container::{Container, other_version, split};
use self::json::{Document, GltfError, Read, described, json_memory, parse};
use self::materials::{Laid, Materials};
use self::nodes::{placed_meshes, posed_meshes};
use self::primitive::{Topology, build, count_triangles};
use super::duplicates::{duplicates, starts};
use super::images::{ImageFiles, Images};
use super::mesh::{Mesh, MeshPart, bounds_of};
use super::words::count;
use super::{Diagnostic, Files, Severity};
use crate::parallel::Workers;

/// A glTF file, and what is around it.
#[derive(Clone, Copy)]
pub(super) struct GltfFile<'f> {
    /// Its name for messages.
    pub name: &'f str,
    pub path: &'f Path,
    pub files: &'f dyn Files,
    /// The most bytes of its buffers, and of all pictures.
    pub most_bytes: u64,
    /// Whether faces push to their front only.
    pub one_sided: bool,
}

/// What a file costs, without reading it.
pub(super) struct GltfCost {
    pub triangles: u64,
    /// While it is read, besides its triangles; bytes.
    pub memory: u64,
}

/// Whether the file at `path` with these `bytes` is a glTF file.
pub(super) fn is_gltf(path: &Path, bytes: &[u8]) -> bool {
    let extension = path.extension().unwrap_or_default();
    let is_named = ["gltf", "glb"]
        .iter()
        .any(|it| extension.eq_ignore_ascii_case(it));
    is_named || bytes.starts_with(container::MAGIC)
}

fn is_named_glb(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("glb")
}

/// What the file costs; of a file that is not read, as much as is known. Reading reports why.
pub(super) fn cost(path: &Path, bytes: &[u8], most_memory: u64) -> GltfCost {
    let mut cost = GltfCost {
        triangles: 0,
        memory: 0,
    };
    let Ok(container) = split(bytes, is_named_glb(path)) else {
        return cost;
    };
    cost.memory = json_memory(&container.json);
    if cost.memory <= most_memory
        && let Ok(value) = parse("", &container)
        && let Ok(document) = Document::new(value)
    {
        cost.triangles = triangles_of(&document).unwrap_or_default();
    }
    cost
}

/// How many triangles the nodes show.
fn triangles_of(document: &Document) -> Read<u64> {
    let meshes = placed_meshes(document)?;
    let primitives = meshes.iter().flat_map(|placed| placed.mesh.primitives());
    let counts = primitives.map(|primitive| count_triangles(&primitive));
    Ok(counts.fold(0, u64::saturating_add))
}

/// The mesh of `bytes`, unless there is an error, and all problems.
pub(super) fn read_gltf(
    file: GltfFile<'_>,
    bytes: &[u8],
    images: &mut Images,
) -> (Option<Mesh>, Vec<Diagnostic>) {
    let refuse = |error: GltfError| vec![diagnostic(file.name, Severity::Error, error)];
    let container = match split(bytes, is_named_glb(file.path)) {
        Ok(container) => container,
        Err(error) => return (None, refuse(error)),
    };
    let value = match parse(file.name, &container) {
        Ok(value) => value,
        Err(problem) => return (None, vec![*problem]),
    };
    let read = check_version(&value).and_then(|()| Document::new(value));
    match read.and_then(|document| read_document(&document, &container, file, images)) {
        Ok((mesh, warnings)) => {
            let warnings = warnings.into_iter();
            let warnings = warnings.map(|it| diagnostic(file.name, Severity::Warning, it));
            (Some(mesh), warnings.collect())
        }
        Err(error) => (None, refuse(error)),
    }
}

fn diagnostic(name: &str, severity: Severity, error: GltfError) -> Diagnostic {
    Diagnostic {
        severity,
        help: error.help,
        ..Diagnostic::of_file(name, error.message)
    }
}

/// A primitive to build.
struct Job<'d> {
    name: String,
    /// The place of the primitive in the file.
    path: String,
    primitive: Primitive<'d>,
    transform: DAffine3,
    material: Option<usize>,
    laid: Option<Laid>,
}

/// The mesh of a file, and what of it is not shown.
fn read_document(
    document: &Document,
    container: &Container<'_>,
    file: GltfFile<'_>,
    images: &mut Images,
) -> Read<(Mesh, Vec<GltfError>)> {
    let mut warnings = check_extensions(document)?;
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let from = Bytes {
        files: file.files,
        folder,
        bin: container.bin.as_deref(),
        most: file.most_bytes,
    };
    let buffers = Buffers::read(document, from)?;
    let files = ImageFiles {
        files: file.files,
        folder,
        most_bytes: file.most_bytes,
    };
    let mut materials = Materials::new(document, &buffers, images, files, file.name);
    let (jobs, mut left_out) = jobs(document, &buffers, &mut materials)?;
    let (materials, missing) = materials.finish();
    warnings.extend(missing);

    let built = Workers::All.map(&jobs, |job| {
        let primitive = (job.path.as_str(), &job.primitive);
        build(document, &buffers, primitive, &job.transform, job.laid)
    });
    let mut parts = Vec::new();
    for (job, built) in jobs.into_iter().zip(built) {
        let built = built?;
        left_out.without_area += built.without_area;
        if !built.part.triangles.is_empty() {
            parts.push(MeshPart {
                name: job.name,
                material: job.material,
                ..built.part
            });
        }
    }
    left_out.duplicates = remove_duplicates(&mut parts, file.one_sided);
    left_out.blended = materials.iter().filter(|it| it.is_blended).count();
    warnings.extend(left_out.warnings(document));
    let bounds = bounds_of(&parts).ok_or_else(|| {
        GltfError::new("this file has no usable triangle")
            .with_help("expected at least one node with a mesh of triangles")
    })?;
    let mesh = Mesh {
        parts,
        materials: materials.into_iter().map(|it| it.look).collect(),
        bounds,
    };
    Ok((mesh, warnings))
}

/// The most elements of sparse accessors, summed over all primitives that are shown: each reads all of its own.
const MOST_SPARSE: u64 = 1 << 24;

/// All primitives that the nodes show.
fn jobs<'d>(
    document: &'d Document,
    buffers: &Buffers,
    materials: &mut Materials<'_>,
) -> Read<(Vec<Job<'d>>, LeftOut)> {
    let (mut jobs, mut left_out, mut sparse) = (Vec::new(), LeftOut::default(), 0);
    for placed in posed_meshes(document, buffers)? {
        for primitive in placed.mesh.primitives() {
            if Topology::of(&primitive).is_none() {
                left_out.lines += 1;
                continue;
            }
            left_out.morphed += usize::from(primitive.morph_targets().len() > 0);
            if primitive.get(&Semantic::Positions).is_none() {
                left_out.shapeless += 1;
                continue;
            }
            let (mesh, number) = (placed.mesh.index(), primitive.index());
            let path = format!("meshes[{mesh}].primitives[{number}]");
            sparse = sparse_elements(document, mesh, number).saturating_add(sparse);
            if sparse > MOST_SPARSE {
                let message =
                    format!("all primitives up to this one have {sparse} sparse elements");
                let help =
                    format!("expected at most {MOST_SPARSE}; export it without sparse accessors");
                return Err(GltfError::at(path, message).with_help(help));
            }
            let material = materials.number(&primitive.material());
            let laid = material.and_then(|number| materials.laid(number));
            jobs.push(Job {
                name: placed.name.clone(),
                path,
                primitive,
                transform: placed.transform,
                material,
                laid,
            });
        }
    }
    Ok((jobs, left_out))
}

/// Takes duplicate triangles away, and returns how many there were.
fn remove_duplicates(parts: &mut [MeshPart], one_sided: bool) -> usize {
    let lists: Vec<_> = parts.iter().map(|part| part.triangles.as_slice()).collect();
    let starts: Vec<usize> = starts(lists.iter().map(|list| list.len())).collect();
    let removed = duplicates(&lists, |triangle| *triangle, one_sided);
    let mut rest = removed.as_slice();
    for (part, start) in parts.iter_mut().zip(starts) {
        let end = start + part.triangles.len();
        let (now, later) = rest.split_at(rest.partition_point(|number| *number < end));
        if !now.is_empty() {
            let numbers: Vec<_> = now.iter().map(|number| number - start).collect();
            part.remove(&numbers);
        }
        rest = later;
    }
    removed.len()
}

fn check_version(value: &Value) -> Read<()> {
    let asset = value.get("asset").ok_or_else(|| {
        GltfError::new("this is no glTF: `asset` is missing")
            .with_help("expected `{\"asset\": {\"version\": \"2.0\"}, …}`")
    })?;
    for key in ["version", "minVersion"] {
        match asset.get(key) {
            Some(Value::String(version)) if version == "2" || version.starts_with("2.") => {}
            Some(Value::String(version)) => return Err(other_version(version)),
            Some(other) => {
                let message = format!("expected a text, found {}", described(Some(other)));
                return Err(GltfError::at(format!("asset.{key}"), message));
            }
            None => {}
        }
    }
    Ok(())
}

/// Extensions that change more than the look of a surface, with what to do without them.
const UNREADABLE: [(&str, &str); 4] = [
    (
        "KHR_draco_mesh_compression",
        "export it without Draco compression",
    ),
    (
        "EXT_meshopt_compression",
        "export it without meshopt compression",
    ),
    (
        "KHR_meshopt_compression",
        "export it without meshopt compression",
    ),
    (
        "EXT_mesh_gpu_instancing",
        "export it with one node for each instance",
    ),
];

/// The same that change only pictures.
const PICTURES: [&str; 3] = ["KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif"];

/// Extensions that a file may require.
const SUPPORTED: [&str; 3] = [
    "KHR_texture_transform",
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
];

/// Refuses what a file requires and is not read; returns warnings of what it uses and is not read.
fn check_extensions(document: &Document) -> Read<Vec<GltfError>> {
    let what = |name: &str| UNREADABLE.iter().find(|(known, _)| *known == name);
    for (at, name) in document.gltf.extensions_required().enumerate() {
        let is_look = name.starts_with("KHR_materials_") || PICTURES.contains(&name);
        if !(is_look || SUPPORTED.contains(&name)) {
            let help = what(name).map_or("export it without this extension", |(_, help)| help);
            let message = format!("`{name}` is needed, and is not read");
            return Err(GltfError::at(format!("extensionsRequired[{at}]"), message).with_help(help));
        }
    }
    let mut warnings = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, name) in document.gltf.extensions_used().enumerate() {
        if let Some((_, help)) = what(name).filter(|_| seen.insert(name)) {
            let message = format!("`{name}` is not read: something may be missing");
            let warning = GltfError::at(format!("extensionsUsed[{at}]"), message);
            warnings.push(warning.with_help(*help));
        }
    }
    Ok(warnings)
}

/// What of a file is left out.
#[derive(Default)]
struct LeftOut {
    /// Primitives of points and lines, with other shapes, and without positions.
    lines: usize,
    morphed: usize,
    shapeless: usize,
    /// Triangles.
    without_area: usize,
    duplicates: usize,
    /// Materials that are half transparent.
    blended: usize,
}

impl LeftOut {
    /// One warning for what is not shown, and one for each kind of triangles that are dropped.
    fn warnings(&self, document: &Document) -> Vec<GltfError> {
        let things = [
            (document.animations, "animation", "animations"),
            (
                document.gltf.skins().len(),
                "movement by a skin",
                "movements by skins",
            ),
            (self.morphed, "morph target", "morph targets"),
            (
                self.lines,
                "list of points or lines",
                "lists of points or lines",
            ),
            (
                self.shapeless,
                "primitive without positions",
                "primitives without positions",
            ),
            (document.cameras, "camera", "cameras"),
            (document.lights, "light", "lights"),
        ];
        let things = things.iter().filter(|(number, ..)| *number > 0);
        let things: Vec<_> = things
            .map(|(number, one, many)| count(*number, one, many))
            .collect();
        let mut warnings = Vec::new();
        let mut warn = |message: String| warnings.push(GltfError::new(message));
        if !things.is_empty() {
            warn(format!("not shown: {}", things.join(", ")));
        }
        if self.blended > 0 {
            let materials = count(self.blended, "material is", "materials are");
            warn(format!("{materials} half transparent: drawn opaque"));
        }
        let triangles = |number| count(number, "triangle", "triangles");
        if self.without_area > 0 {
            warn(format!(
                "{} without an area: dropped",
                triangles(self.without_area)
            ));
        }
        if self.duplicates > 0 {
            warn(format!(
                "{} that stood there already: dropped",
                triangles(self.duplicates)
            ));
        }
        warnings
    }
}

#[cfg(test)]
mod tests;
