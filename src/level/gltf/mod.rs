//! Meshes from glTF files.
//!
//! The crate gltf reads them. Reading order: `container.rs` (a text or a GLB), `json.rs` (what the crate is given, and
//! where a problem is), `buffers.rs` and `accessor.rs` (bytes and numbers), `nodes.rs` (where meshes stand), `marks.rs` (what
//! nodes say about collision), `primitive.rs` (triangles), `materials.rs` and `objects.rs` (from nodes to what they are).
//!
//! The file is damaged or hostile until the opposite is checked, since the crate panics at much of it. Nothing is read
//! that lies outside of its bytes, and nothing is reserved for numbers that it only claims to have.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", 2021. Differences: animations, cameras and lights are left out; a
//! skin stands in the pose in which it was bound.

mod accessor;
mod buffers;
mod container;
mod json;
mod marks;
mod materials;
mod nodes;
mod objects;
mod primitive;

use std::collections::BTreeSet;
use std::path::Path;

use ::gltf::{Primitive, Semantic};
use glam::DAffine3;

use self::accessor::sparse_elements;
use self::buffers::Buffers;
pub(super) use self::buffers::GltfFile;
use self::container::{Container, split};
use self::json::{Document, GltfError, PICTURES, Read, json_memory, parse};
use self::materials::{Laid, Materials};
use self::nodes::Tree;
use self::primitive::{Topology, build};
use crate::level::authored::Authored;
use crate::level::files::has_extension;
use crate::level::meshes::{Images, MeshPart};
use crate::level::text::{Diagnostic, Severity, brief, count};
use crate::parallel::Workers;

/// What a file costs, without reading it.
pub(super) struct GltfCost {
    pub triangles: u64,
    /// While it is read, besides its triangles; bytes.
    pub memory: u64,
}

/// Whether the file at `path` with these `bytes` is a glTF file.
pub(super) fn is_gltf(path: &Path, bytes: &[u8]) -> bool {
    has_extension(path, &["gltf", "glb"]) || bytes.starts_with(container::MAGIC)
}

/// What the file costs; of a file that is not read, as much as is known. Reading reports why.
pub(super) fn cost(path: &Path, bytes: &[u8], most_memory: u64) -> GltfCost {
    let mut cost = GltfCost {
        triangles: 0,
        memory: 0,
    };
    let Ok(container) = split(bytes, has_extension(path, &["glb"])) else {
        return cost;
    };
    cost.memory = json_memory(&container.json);
    if cost.memory <= most_memory
        && let Ok(value) = parse("", &container)
        && let Ok(document) = Document::new(value)
        && let Ok(tree) = Tree::read(&document)
    {
        cost.triangles = objects::count_triangles(&tree);
    }
    cost
}

/// The mesh of `bytes`, unless there is an error, and all problems.
pub(super) fn read_gltf(
    file: GltfFile<'_>,
    bytes: &[u8],
    images: &mut Images,
) -> (Option<Authored>, Vec<Diagnostic>) {
    let diagnostic = |severity, error: GltfError| Diagnostic {
        severity,
        help: error.help,
        ..Diagnostic::of_file(file.name, error.message)
    };
    let refuse = |error| (None, vec![diagnostic(Severity::Error, error)]);
    let container = match split(bytes, has_extension(file.path, &["glb"])) {
        Ok(container) => container,
        Err(error) => return refuse(error),
    };
    let value = match parse(file.name, &container) {
        Ok(value) => value,
        Err(problem) => return (None, vec![*problem]),
    };
    let document = Document::new(value);
    match document.and_then(|document| read_document(&document, &container, file, images)) {
        Ok(ReadFile {
            authored,
            warnings,
            words,
        }) => {
            let warnings = warnings.into_iter();
            let warnings = warnings.map(|warning| diagnostic(Severity::Warning, warning));
            let words = words.map(|words| diagnostic(Severity::Note, GltfError::new(words)));
            (Some(authored), warnings.chain(words).collect())
        }
        Err(error) => refuse(error),
    }
}

/// A file that is read.
struct ReadFile {
    authored: Authored,
    warnings: Vec<GltfError>,
    /// What was taken for what.
    words: Option<String>,
}

/// What a file says, and what of it is not shown.
fn read_document(
    document: &Document,
    container: &Container<'_>,
    file: GltfFile<'_>,
    images: &mut Images,
) -> Read<ReadFile> {
    let mut warnings = check_extensions(&document.gltf)?;
    let buffers = Buffers::read(&document.gltf, container.bin.as_deref(), file)?;
    let mut materials = Materials::new(document, &buffers, images, file);
    let mut tree = Tree::read(document)?;
    tree.pose(&buffers)?;
    let mut left_out = LeftOut::default();
    let jobs = jobs(&tree, &mut materials, &mut left_out)?;
    let (materials, missing) = materials.finish();
    warnings.extend(missing);

    let built = Workers::All.map(&jobs, |job| {
        let primitive = (job.path.as_str(), &job.primitive);
        build(&buffers, primitive, &job.transform, job.laid)
    });
    let mut parts: Vec<Vec<MeshPart>> = tree.meshes.iter().map(|_| Vec::new()).collect();
    for (job, built) in jobs.into_iter().zip(built) {
        let built = built?;
        left_out.without_area += built.without_area;
        if !built.part.triangles.is_empty() {
            parts[job.object].push(MeshPart {
                // Many nodes may show a mesh with a very long name.
                name: brief(job.name.to_owned()),
                material: job.material,
                ..built.part
            });
        }
    }
    left_out.blended = materials
        .iter()
        .filter(|material| material.is_blended)
        .count();
    let materials = materials.into_iter().map(|material| material.look);
    let placed = objects::place(document, tree, parts, &mut warnings);
    let (layers, duplicates) = placed.objects.finish(materials.collect(), file.one_sided);
    left_out.duplicates = duplicates;
    warnings.extend(left_out.warnings(document));
    if layers.is_empty() {
        let error = GltfError::new("this file has no usable triangle");
        return Err(error.with_help("expected at least one node with a mesh of triangles"));
    }
    Ok(ReadFile {
        authored: Authored {
            layers,
            ..placed.authored
        },
        warnings,
        words: placed.words,
    })
}

/// The most elements of sparse accessors, summed over all primitives that are shown, since each reads all of its own.
const MAX_SPARSE: u64 = 1 << 24;

/// A primitive to build.
struct Job<'d> {
    /// The number of its mesh among those of the tree.
    object: usize,
    name: &'d str,
    /// The place of the primitive in the file.
    path: String,
    primitive: Primitive<'d>,
    transform: DAffine3,
    material: Option<usize>,
    laid: Option<Laid>,
}

/// All primitives that the nodes of `tree` show.
fn jobs<'d>(
    tree: &Tree<'d>,
    materials: &mut Materials<'_>,
    left_out: &mut LeftOut,
) -> Read<Vec<Job<'d>>> {
    let (mut jobs, mut sparse) = (Vec::new(), 0_u64);
    for (object, placed) in tree.meshes.iter().enumerate() {
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
            let material = materials.number(&primitive.material());
            let laid = material.and_then(|number| materials.laid(number));
            let tex_coords = laid.map(|laid| laid.tex_coords);
            sparse = sparse.saturating_add(sparse_elements(&primitive, tex_coords));
            if sparse > MAX_SPARSE {
                let all = "all primitives up to this one have";
                let error = GltfError::at(path, format!("{all} {sparse} sparse elements"));
                let most = format!("expected at most {MAX_SPARSE}");
                return Err(error.with_help(most + "; export it without sparse accessors"));
            }
            jobs.push(Job {
                object,
                name: placed.name,
                path,
                primitive,
                transform: placed.transform,
                material,
                laid,
            });
        }
    }
    Ok(jobs)
}

/// Extensions that change more than the look of a surface, with what to leave out when the file is exported.
const UNREADABLE: [(&str, &str); 4] = [
    ("KHR_draco_mesh_compression", "Draco compression"),
    ("EXT_meshopt_compression", "meshopt compression"),
    ("KHR_meshopt_compression", "meshopt compression"),
    ("EXT_mesh_gpu_instancing", "GPU instancing"),
];

/// Extensions that a file may require.
const SUPPORTED: [&str; 8] = [
    "KHR_texture_transform",
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_collision_shapes",
    "KHR_implicit_shapes",
    "KHR_physics_rigid_bodies",
    "OMI_physics_body",
    "OMI_physics_shape",
];

/// Refuses what a file requires and is not read; returns warnings of what it uses and is not read.
fn check_extensions(file: &::gltf::Document) -> Read<Vec<GltfError>> {
    let known = |name: &str| UNREADABLE.iter().find(|(known, _)| *known == name);
    for (at, name) in file.extensions_required().enumerate() {
        let is_picture = PICTURES.iter().any(|(known, _)| *known == name);
        let is_look = name.starts_with("KHR_materials_") || is_picture;
        if !(is_look || SUPPORTED.contains(&name)) {
            let feature = known(name).map_or("this extension", |(_, feature)| feature);
            let message = format!("`{name}` is needed, and is not read");
            let error = GltfError::at(format!("extensionsRequired[{at}]"), message);
            return Err(error.with_help(format!("export it without {feature}")));
        }
    }
    let mut seen = BTreeSet::new();
    let used = file.extensions_used().enumerate();
    let used = used.filter_map(|(at, name)| {
        let (_, feature) = known(name).filter(|_| seen.insert(name))?;
        let message = format!("`{name}` is not read: something may be missing");
        let warning = GltfError::at(format!("extensionsUsed[{at}]"), message);
        Some(warning.with_help(format!("export it without {feature}")))
    });
    Ok(used.collect())
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
        let skins = document.gltf.skins().len();
        let things = [
            (document.animations, "animation", "animations"),
            (skins, "movement by a skin", "movements by skins"),
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
        let things = things.map(|(number, one, many)| count(*number, one, many));
        let things: Vec<_> = things.collect();
        let mut warnings = Vec::new();
        let mut warn = |message: String| warnings.push(GltfError::new(message));
        if !things.is_empty() {
            warn(format!("not shown: {}", things.join(", ")));
        }
        if self.blended > 0 {
            let materials = count(self.blended, "material is", "materials are");
            warn(format!("{materials} half transparent: drawn opaque"));
        }
        let mut dropped = |number, why: &str| {
            if number > 0 {
                warn(format!(
                    "{} {why}: dropped",
                    count(number, "triangle", "triangles")
                ));
            }
        };
        dropped(self.without_area, "without an area");
        dropped(self.duplicates, "that stood there already");
        warnings
    }
}

#[cfg(test)]
pub(super) mod tests;
