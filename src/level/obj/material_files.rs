//! The files of materials that an OBJ text names.

use core::ops::Range;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::mtl::{MtlMaterial, MtlTexture, read_materials};
use crate::level::files::{Files, display_name, nearest_file, reason};
use crate::level::meshes::{ImageFiles, Images, MissingImage, Texture};
use crate::level::text::{Diagnostic, Severity, Source};

/// The most files of materials that a mesh may name.
pub(super) const MAX_MATERIAL_FILES: usize = 50;

/// Reads the files of materials that the OBJ text `source` names, each once, up to a limit.
pub struct MaterialFiles<'f> {
    source: &'f Source,
    folder: &'f Path,
    files: &'f dyn Files,
    read: BTreeSet<String>,
    /// The texts that were read, and the folder of each.
    texts: Vec<(Source, PathBuf)>,
    pub problems: Vec<Diagnostic>,
}

/// The materials of one file with its problems, or why it cannot be read.
type MaterialFile = io::Result<(Vec<MtlMaterial>, Vec<Diagnostic>)>;

impl<'f> MaterialFiles<'f> {
    /// Files relative to `folder`.
    pub fn new(source: &'f Source, folder: &'f Path, files: &'f dyn Files) -> Self {
        Self {
            source,
            folder,
            files,
            read: BTreeSet::new(),
            texts: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The materials that the line `mtllib names` names at `span`. Those of one file, whose name may have spaces, or
    /// else of one file for each word.
    pub fn load(&mut self, names: &str, span: &Range<usize>) -> Vec<MtlMaterial> {
        if self.read.contains(names) {
            return Vec::new();
        }
        let whole = self.load_file(names);
        let mut found = Vec::new();
        if whole.is_err() && names.contains(' ') {
            let words = self.new_words(names, span);
            found.extend(words.into_iter().map(|word| (word, self.load_file(word))));
        }
        // If there is none of them, the words are more probably one name.
        let none_is_known = names.split(' ').all(|word| !self.read.contains(word));
        let none_is_there = found.iter().all(|(_, file)| file.is_err());
        if whole.is_ok() || (none_is_known && none_is_there) {
            found = vec![(names, whole)];
        }
        let mut materials = Vec::new();
        for (name, file) in found {
            match file {
                Ok((of_file, problems)) => {
                    self.read.insert(name.to_owned());
                    materials.extend(of_file);
                    self.problems.extend(problems);
                }
                Err(error) => {
                    let path = self.folder.join(name.replace('\\', "/"));
                    let (name, reason) = (display_name(&self.folder.join(name)), reason(&error));
                    let message = format!("cannot read the materials `{name}`: {reason}");
                    let label = "without them, the mesh has no colours";
                    let help = nearest_file(&path, &["mtl"], self.files);
                    self.warn(span, message, label, help);
                }
            }
        }
        materials
    }

    /// The words that name no file read so far, each once, and as many as may still be read.
    fn new_words<'n>(&mut self, names: &'n str, span: &Range<usize>) -> Vec<&'n str> {
        let mut seen = BTreeSet::new();
        let words = names.split(' ');
        let mut words: Vec<&str> = words
            .filter(|word| !self.read.contains(*word) && seen.insert(*word))
            .collect();
        let most = MAX_MATERIAL_FILES.saturating_sub(self.read.len());
        if words.len() > most {
            words.truncate(most);
            let message = format!("only {most} of these files of materials are read");
            let label = format!("expected at most {MAX_MATERIAL_FILES} such files");
            self.warn(span, message, &label, None);
        }
        words
    }

    /// The materials of the file `name`. Some programs write `\` between folders.
    fn load_file(&mut self, name: &str) -> MaterialFile {
        let mut path = self.folder.join(name);
        let bytes = self.files.read(&path).or_else(|error| {
            if !name.contains('\\') {
                return Err(error);
            }
            path = self.folder.join(name.replace('\\', "/"));
            self.files.read(&path).map_err(|_| error)
        })?;
        Ok(match Source::of_mesh(&display_name(&path), bytes) {
            Ok(text) => {
                let (mut materials, problems) = read_materials(&text);
                let number = self.texts.len();
                let textures = materials
                    .iter_mut()
                    .filter_map(|material| material.texture.as_mut());
                textures.for_each(|texture| texture.text = number);
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                self.texts.push((text, folder));
                (materials, problems)
            }
            Err(mut diagnostic) => {
                diagnostic.severity = Severity::Warning;
                (Vec::new(), vec![*diagnostic])
            }
        })
    }

    /// The texture of a material, with its picture from `images`.
    pub fn texture(
        &mut self,
        texture: &MtlTexture,
        images: &mut Images,
        most_bytes: u64,
    ) -> Option<Texture> {
        let (text, folder) = self.texts.get(texture.text)?;
        let files = ImageFiles {
            files: self.files,
            folder,
            most_bytes,
        };
        let (image, missing) = images.of_file(&texture.file, files);
        if let Some(MissingImage { message, help }) = missing {
            let label = "a checker is shown in its place";
            let mut warning =
                text.diagnostic(Severity::Warning, texture.span.clone(), message, label);
            warning.help = help;
            self.problems.push(warning);
        }
        let wrap = [texture.wrap; 2];
        Some(Texture { image, wrap })
    }

    fn warn(&mut self, span: &Range<usize>, message: String, label: &str, help: Option<String>) {
        let (source, severity) = (self.source, Severity::Warning);
        self.problems.push(Diagnostic {
            help,
            ..source.diagnostic(severity, span.clone(), message, label)
        });
    }
}
