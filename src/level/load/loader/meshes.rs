//! Reads the meshes that a level names, each file once.

use std::io;
use std::path::Path;
use std::sync::Arc;

use glam::DVec3;

use super::Loader;
use crate::level::authored::{Authored, collide_by_names};
use crate::level::document::{FileForm, FileReference};
use crate::level::files::{
    BUILT_IN_MESHES, Files, HEIGHTS, LoadStage, MESHES, Progress, display_name, nearest_file,
    reason,
};
use crate::level::gltf;
use crate::level::gltf::{GltfFile, is_gltf, read_gltf};
use crate::level::load::spending::Spending;
use crate::level::load::weigh::MeshSize;
use crate::level::map::is_map;
use crate::level::meshes::Mesh;
use crate::level::obj::{MaterialFiles, ReadMesh, count_obj_triangles, read_mesh};
use crate::level::terrain::{NoTerrain, read_terrain, terrain_cost};
use crate::level::text::{Diagnostic, Severity, Source};

impl Loader<'_> {
    /// How large a mesh is. Counts what reading it takes. Its bytes are kept until they are read, unless it will not be read.
    pub(super) fn measure(
        &mut self,
        reference: &FileReference,
        spending: &mut Spending,
    ) -> Option<MeshSize> {
        let path = self.folder.join(&reference.path);
        if let Some((_, size)) = self.cache.measured.get(&path) {
            return Some(*size);
        }
        if spending.is_exceeded() && !self.budget.counts_all {
            return None;
        }
        if let Some(map) = self.cache.maps.get(&path) {
            spending.add_mesh_bytes(map.bytes, &reference.span);
            spending.add_memory(map.memory, &reference.span);
            return Some(MeshSize {
                bytes: map.bytes as u64,
                triangles: map.triangles,
            });
        }
        // A missing file is reported where the mesh is built.
        let bytes = match &reference.form {
            FileForm::Triangles(text) => text.as_bytes().to_vec(),
            FileForm::Mesh | FileForm::Heights(_) => self.files.read(&path).ok()?,
        };
        spending.add_mesh_bytes(bytes.len(), &reference.span);
        let triangles = if let FileForm::Heights(_) = reference.form {
            let cost = terrain_cost(&bytes);
            spending.add_memory(cost.memory, &reference.span);
            cost.triangles
        } else if is_gltf(&path, &bytes) {
            let cost = gltf::cost(&path, &bytes, self.budget.memory);
            spending.add_memory(cost.memory, &reference.span);
            cost.triangles
        } else {
            count_obj_triangles(&bytes)
        };
        let size = MeshSize {
            bytes: bytes.len() as u64,
            triangles,
        };
        let is_built = !spending.is_exceeded();
        let kept = if is_built { bytes } else { Vec::new() };
        self.cache.measured.insert(path, (kept, size));
        Some(size)
    }

    pub(super) fn built_in_mesh(&mut self, path: &str) -> Option<Arc<Mesh>> {
        let path = Path::new(path);
        if let Some(known) = self.cache.built_in_meshes.get(path) {
            return known.clone();
        }
        let mesh = match BUILT_IN_MESHES.read(path) {
            Ok(bytes) => self.read_mesh(path, &BUILT_IN_MESHES, bytes),
            Err(_) => None,
        };
        let mesh = mesh.and_then(|mesh| Some(mesh.as_kind()?.drawn));
        self.cache
            .built_in_meshes
            .insert(path.to_owned(), mesh.clone());
        mesh
    }

    /// What the file of a mesh says. `None` if it cannot be used, which is reported.
    pub(super) fn mesh(&mut self, reference: &FileReference) -> Option<Arc<Authored>> {
        let path = self.folder.join(&reference.path);
        match &reference.form {
            FileForm::Triangles(text) => return self.inline_mesh(reference, text),
            // Not remembered, since another terrain of the same picture may have another size.
            FileForm::Heights(size) => return self.terrain(reference, &path, *size),
            FileForm::Mesh => {}
        }
        if let Some(cached) = self.cache.maps.get(&path) {
            return cached.map.clone();
        }
        if let Some(known) = self.cache.meshes.get(&path) {
            return known.clone();
        }
        let files = self.files;
        match self.read_measured(&path) {
            // It has appeared only now. Loading again reads it.
            Ok(_) if is_map(&path) => None,
            Ok(bytes) => {
                let mesh = self.read_mesh(&path, files, bytes).map(Arc::new);
                self.cache.meshes.insert(path, mesh.clone());
                mesh
            }
            // Not remembered: every line that names a missing file needs a repair.
            Err(error) => {
                self.cannot_read(reference, &path, &error);
                None
            }
        }
    }

    /// The bytes of the file at `path`, which are those that were measured, the first time.
    fn read_measured(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let measured = self.cache.measured.get_mut(path);
        match measured.map(|(bytes, _)| core::mem::take(bytes)) {
            Some(bytes) if !bytes.is_empty() => Ok(bytes),
            _ => self.files.read(path),
        }
    }

    /// The terrain of the picture at `path`. `None` if it is none, which is reported.
    fn terrain(
        &mut self,
        reference: &FileReference,
        path: &Path,
        size: DVec3,
    ) -> Option<Arc<Authored>> {
        let bytes = match self.read_measured(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.cannot_read(reference, path, &error);
                return None;
            }
        };
        let name = display_name(path);
        (self.progress)(Progress {
            stage: LoadStage::Read,
            file: &name,
            done: 0,
            total: bytes.len(),
        });
        match read_terrain(&bytes, size) {
            Ok(mesh) => Some(Arc::new(mesh.into())),
            Err(NoTerrain { message, help }) => {
                let message = format!("`{name}` {message}");
                let label = "expected a grey PNG of 8 or 16 bits";
                let span = reference.span.clone();
                self.problems
                    .error(span, message, label, Some(help.to_owned()));
                None
            }
        }
    }

    /// The mesh of triangles that stand in the level. Their problems are those of the level's text.
    fn inline_mesh(&mut self, reference: &FileReference, text: &str) -> Option<Arc<Authored>> {
        let before = self.cache.of_others.len();
        let mesh = self.read_mesh(Path::new(""), self.files, text.as_bytes().to_vec());
        for problem in self.cache.of_others.split_off(before) {
            let label = "these corners, three for each triangle";
            let (span, message) = (reference.span.clone(), problem.message);
            match problem.severity {
                Severity::Error => self.problems.error(span, message, label, problem.help),
                Severity::Warning => self.problems.warning(span, message, label, problem.help),
                Severity::Note => self.problems.note(span, message, label),
            }
        }
        mesh.map(Arc::new)
    }

    fn cannot_read(&mut self, reference: &FileReference, path: &Path, error: &io::Error) {
        let message = format!("cannot read `{}`: {}", display_name(path), reason(error));
        let (label, extensions) = match reference.form {
            FileForm::Heights(_) => (
                "expected the path of a PNG, relative to this level",
                &HEIGHTS[..],
            ),
            _ => (
                "expected the path of an OBJ, glTF or map file, relative to this level",
                &MESHES[..],
            ),
        };
        let span = reference.span.clone();
        let backslash = |c: char| c == '\\' || c.is_control();
        let help = if reference.path.contains(backslash) {
            let words = "write `/` between folders: in quotes, `\\` begins a special character";
            Some(words.to_owned())
        } else {
            // Not for messages that are only counted: a folder may be large.
            let is_shown = !self.problems.is_full_of_errors();
            let nearest = is_shown.then(|| nearest_file(path, extensions, self.files));
            nearest.flatten()
        };
        self.problems.error(span, message, label, help);
    }

    /// The mesh of the file `bytes` at `path`, with all that it names.
    fn read_mesh(&mut self, path: &Path, files: &dyn Files, bytes: Vec<u8>) -> Option<Authored> {
        if is_gltf(path, &bytes) {
            let file = GltfFile {
                name: &display_name(path),
                path,
                files,
                most_bytes: self.budget.mesh_bytes,
                one_sided: self.one_sided,
            };
            let (mesh, problems) = read_gltf(file, &bytes, &mut self.cache.images);
            self.cache.of_others.extend(problems);
            return mesh;
        }
        let mesh = self.read_obj(path, files, bytes)?;
        let (authored, warnings, words) = collide_by_names(mesh, self.one_sided);
        let name = display_name(path);
        let warnings = warnings.into_iter();
        let warnings = warnings.map(|message| Diagnostic::warning_of_file(&*name, message));
        let words = words.map(|message| Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::of_file(&*name, message)
        });
        self.cache.of_others.extend(warnings.chain(words));
        Some(authored)
    }

    /// The mesh of the OBJ text `bytes` at `path`, with the materials that it names.
    fn read_obj(&mut self, path: &Path, files: &dyn Files, bytes: Vec<u8>) -> Option<Mesh> {
        let source = match Source::of_obj(&display_name(path), bytes) {
            Ok(source) => source,
            Err(diagnostic) => {
                self.cache.of_others.push(*diagnostic);
                return None;
            }
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut materials = MaterialFiles::new(&source, folder, files);
        let mut report = |stage, done| {
            let (file, total) = match stage {
                LoadStage::Read => (source.name(), source.text().len()),
                _ => ("", 0),
            };
            (self.progress)(Progress {
                stage,
                file,
                done,
                total,
            });
        };
        let open = |names: &str, span| materials.load(names, &span);
        let ReadMesh {
            mesh,
            textures,
            problems,
        } = read_mesh(&source, self.one_sided, &mut report, open);
        self.cache.of_others.extend(problems);
        let (images, most_bytes) = (&mut self.cache.images, self.budget.mesh_bytes);
        let textures = textures.iter().map(|texture| {
            let texture = texture.as_ref()?;
            materials.texture(texture, images, most_bytes)
        });
        let textures: Vec<_> = textures.collect();
        self.cache.of_others.extend(materials.problems);
        // A large mesh needs the memory.
        drop(source);
        let mut mesh = mesh?.finish()?;
        for (material, texture) in mesh.materials.iter_mut().zip(textures) {
            material.texture = texture;
        }
        Some(mesh)
    }
}
