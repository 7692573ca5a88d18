//! Reads the maps that a level names, before it is weighed, because they add movers and zones to it.

use std::path::Path;

use super::Loader;
use crate::level::authored::{CachedMap, expand_maps};
use crate::level::document::Document;
use crate::level::files::{LoadStage, Progress, display_name};
use crate::level::map::{MapFiles, is_map, read_map, text_memory};
use crate::level::meshes::ImageFiles;
use crate::level::text::Source;

impl Loader<'_> {
    /// Reads the maps of `document`, each once, and adds what moves and acts in them. A map that is over the budget
    /// is only measured.
    pub(super) fn read_maps(&mut self, document: &mut Document) {
        let kinds = document.kinds.values().map(|kind| &kind.mesh);
        let meshes = document.meshes.iter().map(|entry| &entry.file);
        let paths = meshes.chain(kinds).map(|file| self.folder.join(&file.path));
        let paths: Vec<_> = paths.filter(|path| is_map(path)).collect();
        let (mut bytes_left, mut memory_left) = (self.budget.mesh_bytes, self.budget.memory);
        let mut triangles_left = self.budget.triangles;
        for path in paths {
            if self.cache.maps.contains_key(&path) {
                continue;
            }
            // A missing file is reported where the mesh is built.
            let Ok(bytes) = self.files.read(&path) else {
                continue;
            };
            let length = bytes.len();
            let memory = text_memory(&bytes).saturating_add(length as u64);
            bytes_left = bytes_left.saturating_sub(length as u64);
            memory_left = memory_left.saturating_sub(memory);
            let mut cached = CachedMap {
                bytes: length,
                memory,
                triangles: 0,
                map: None,
            };
            if bytes_left > 0 && memory_left > 0 {
                let name = display_name(&path);
                let mut report = |done| {
                    (self.progress)(Progress {
                        stage: LoadStage::Read,
                        file: &name,
                        done,
                        total: length,
                    });
                };
                report(0);
                match Source::of_mesh(&name, bytes) {
                    Ok(source) => {
                        let around = ImageFiles {
                            files: self.files,
                            folder: path.parent().unwrap_or(Path::new("")),
                            most_bytes: self.budget.mesh_bytes,
                        };
                        let images = &mut self.cache.images;
                        let mut files = MapFiles { around, images };
                        let read = read_map(&source, triangles_left, &mut files);
                        triangles_left = triangles_left.saturating_sub(read.triangles);
                        cached.triangles = read.triangles;
                        cached.map = read.map.map(Into::into);
                        self.cache.of_others.extend(read.problems);
                    }
                    Err(problem) => self.cache.of_others.push(*problem),
                }
                report(length);
            }
            self.cache.maps.insert(path, cached);
        }
        expand_maps(
            document,
            &self.cache.maps,
            self.folder,
            self.budget,
            &mut self.problems,
        );
    }
}
