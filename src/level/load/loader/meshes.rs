//! Reads the meshes that a level names, each file once.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::Loader;
use crate::level::document::FileReference;
use crate::level::files::{
    BUILT_IN_MESHES, Files, LoadStage, MESHES, Progress, display_name, nearest_file, reason,
};
use crate::level::gltf;
use crate::level::gltf::{GltfFile, is_gltf, read_gltf};
use crate::level::load::spending::Spending;
use crate::level::load::weigh::MeshSize;
use crate::level::map::{MapLayer, is_map};
use crate::level::meshes::Mesh;
use crate::level::obj::{MaterialFiles, ReadMesh, count_obj_triangles, read_mesh};
use crate::level::text::Source;

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
        let bytes = match &reference.triangles {
            Some(text) => text.as_bytes().to_vec(),
            None => self.files.read(&path).ok()?,
        };
        spending.add_mesh_bytes(bytes.len(), &reference.span);
        let triangles = if is_gltf(&path, &bytes) {
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
            Ok(bytes) => self.read_mesh(path, &BUILT_IN_MESHES, bytes).map(Arc::new),
            Err(_) => None,
        };
        self.cache
            .built_in_meshes
            .insert(path.to_owned(), mesh.clone());
        mesh
    }

    /// What a `[[mesh]]` shows and collides with. A mesh is one layer. None if it cannot be used, which is reported.
    pub(super) fn layers(&mut self, reference: &FileReference) -> Vec<MapLayer> {
        let path = self.folder.join(&reference.path);
        match self.cache.maps.get(&path) {
            Some(cached) => (cached.map.iter())
                .flat_map(|map| map.layers.iter().cloned())
                .collect(),
            None => {
                let layer = self.mesh(reference).map(|mesh| MapLayer {
                    mesh,
                    collides: true,
                    is_drawn: true,
                });
                layer.into_iter().collect()
            }
        }
    }

    /// The mesh of a file; of a map, its first layer.
    pub(super) fn mesh(&mut self, reference: &FileReference) -> Option<Arc<Mesh>> {
        let path = self.folder.join(&reference.path);
        if let Some(text) = &reference.triangles {
            let bytes = text.as_bytes().to_vec();
            return self.read_mesh(&path, self.files, bytes).map(Arc::new);
        }
        if let Some(cached) = self.cache.maps.get(&path) {
            let map = cached.map.as_ref()?;
            return map.layers.first().map(|layer| layer.mesh.clone());
        }
        if let Some(known) = self.cache.meshes.get(&path) {
            return known.clone();
        }
        let files = self.files;
        let measured = self.cache.measured.get_mut(&path);
        let measured = measured.map(|(bytes, _)| Ok(core::mem::take(bytes)));
        match measured.unwrap_or_else(|| files.read(&path)) {
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

    fn cannot_read(&mut self, reference: &FileReference, path: &Path, error: &io::Error) {
        let message = format!("cannot read `{}`: {}", display_name(path), reason(error));
        let label = "expected the path of an OBJ, glTF or map file, relative to this level";
        let span = reference.span.clone();
        let backslash = |c: char| c == '\\' || c.is_control();
        let help = if reference.path.contains(backslash) {
            let words = "write `/` between folders: in quotes, `\\` begins a special character";
            Some(words.to_owned())
        } else {
            // Not for messages that are only counted: a folder may be large.
            let is_shown = !self.problems.is_full_of_errors();
            let nearest = is_shown.then(|| nearest_file(path, &MESHES, self.files));
            nearest.flatten()
        };
        self.problems.error(span, message, label, help);
    }

    /// The mesh of the file `bytes` at `path`, with all that it names.
    fn read_mesh(&mut self, path: &Path, files: &dyn Files, bytes: Vec<u8>) -> Option<Mesh> {
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
        self.read_obj(path, files, bytes)
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
