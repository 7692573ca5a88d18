//! From a path to a level: the only file of the library that opens files.

use core::ops::Range;
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::built_in::{BUILT_IN_KINDS, BuiltIn};
use super::diagnostic::sort_by_place;
use super::document::{Document, FileReference};
use super::mtl::read_materials;
use super::obj::{Mesh, read_mesh};
use super::problems::Problems;
use super::script::WalkScript;
use super::source::Source;
use super::spawn_check::check_spawn;
use super::{Diagnostic, Severity};
use crate::geometry::{Obb, Placement};
use crate::player::{Rules, Tuning};
use crate::world::{ColliderId, World};

/// Where a level's files come from.
pub trait Files {
    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
}

/// The files of the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// What a [`Model`] is, for its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A `[[mesh]]`.
    Mesh,
    /// A `[[prop]]` of this kind.
    Prop {
        /// The kind's name.
        kind: Arc<str>,
    },
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it is.
    pub look: Look,
    /// Its mesh, shared with all models of the same file.
    pub mesh: Arc<Mesh>,
    /// Where it stands.
    pub placement: Placement,
}

/// A level, ready to be walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// What to look for in it.
    pub about: String,
    /// Spawn and limits.
    pub rules: Rules,
    /// How the player feels.
    pub tuning: Tuning,
    /// What the player collides with: triangles in level and file order, then one box per prop.
    pub world: World,
    /// What is drawn.
    pub models: Vec<Model>,
    /// The file of every collided mesh, by the number of its first triangle.
    mesh_starts: Vec<(u32, Arc<str>)>,
    /// The kind of every box.
    box_kinds: Vec<Arc<str>>,
}

impl Level {
    /// What a user would call the thing that was touched: a mesh's file name, or a prop's kind.
    pub fn name_of(&self, collider: ColliderId) -> &str {
        match collider {
            ColliderId::Triangle(id) => {
                let after = self
                    .mesh_starts
                    .partition_point(|(start, _)| *start <= id.0);
                after
                    .checked_sub(1)
                    .map_or("mesh", |mesh| &self.mesh_starts[mesh].1)
            }
            ColliderId::Box(id) => self
                .box_kinds
                .get(id.0 as usize)
                .map_or("prop", |kind| kind),
        }
    }
}

/// What came of loading a level.
#[derive(Clone, Debug)]
pub struct LoadedLevel {
    /// The level, unless an error stands in its way.
    pub level: Option<Level>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// What came of loading a walk script.
#[derive(Clone, Debug)]
pub struct LoadedScript {
    /// The script, unless an error stands in its way.
    pub script: Option<WalkScript>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Loads the level at `path`, and all files that it names, relative to it.
///
/// # Errors
/// Nothing is returned early: all problems of all files are in the diagnostics, and the level is
/// there unless one of them is an error.
///
/// # Example
/// ```
/// use sidle::level::{BuiltIn, TEST_LEVEL, load_level};
/// let loaded = load_level(TEST_LEVEL.as_ref(), &BuiltIn);
/// assert_eq!(loaded.diagnostics, []);
/// assert_eq!(loaded.level.unwrap().name, "Courtyard");
/// ```
pub fn load_level(path: &Path, files: &dyn Files) -> LoadedLevel {
    let source = match open(path, files) {
        Ok(source) => source,
        Err(diagnostic) => {
            return LoadedLevel {
                level: None,
                diagnostics: vec![*diagnostic],
            };
        }
    };
    let (document, problems) = Document::parse(&source);
    let mut loader = Loader {
        folder: path.parent().unwrap_or(Path::new("")),
        files,
        problems,
        of_others: Vec::new(),
        meshes: BTreeMap::new(),
        built_in_meshes: BTreeMap::new(),
    };
    let spawn_span = document.spawn_span.clone();
    let level = loader.build(document);
    if !loader.problems.has_errors() && no_errors(&loader.of_others) {
        check_spawn(&level, &spawn_span, &mut loader.problems);
    }
    let mut diagnostics = loader.problems.finish();
    diagnostics.extend(loader.of_others);
    sort_by_place(&mut diagnostics);
    let level = no_errors(&diagnostics).then_some(level);
    LoadedLevel { level, diagnostics }
}

/// Loads the walk script at `path`.
///
/// # Errors
/// As for [`load_level`].
pub fn load_script(path: &Path, files: &dyn Files) -> LoadedScript {
    let (script, mut diagnostics) = match open(path, files) {
        Ok(source) => WalkScript::parse(&source),
        Err(diagnostic) => (WalkScript::default(), vec![*diagnostic]),
    };
    sort_by_place(&mut diagnostics);
    LoadedScript {
        script: no_errors(&diagnostics).then_some(script),
        diagnostics,
    }
}

fn no_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .all(|diagnostic| diagnostic.severity != Severity::Error)
}

/// The path as a user would write it: `levels/../assets` is `assets`. For messages only, since a
/// link on the way would change what `..` means.
fn display_name(path: &Path) -> String {
    let mut shown = PathBuf::new();
    for component in path.components() {
        let last_is_folder = matches!(shown.components().next_back(), Some(Component::Normal(_)));
        if component == Component::ParentDir && last_is_folder {
            shown.pop();
        } else {
            shown.push(component);
        }
    }
    shown.display().to_string()
}

fn open(path: &Path, files: &dyn Files) -> Result<Source, Box<Diagnostic>> {
    let name = display_name(path);
    match files.read(path) {
        Ok(bytes) => Source::new(&name, bytes),
        Err(error) => Err(Box::new(Diagnostic::of_file(
            name,
            format!("cannot be read: {}", reason(&error)),
        ))),
    }
}

/// Why a file cannot be read: the common reasons in the same words on every system.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Loads the files that a level names, each once.
struct Loader<'l> {
    folder: &'l Path,
    files: &'l dyn Files,
    /// Those of the level file itself.
    problems: Problems<'l>,
    /// Those of all files that it names.
    of_others: Vec<Diagnostic>,
    /// By path; `None` for a mesh with errors, which have been reported.
    meshes: BTreeMap<PathBuf, Option<Arc<Mesh>>>,
    /// The same for the meshes of the built-in kinds, whose paths are not those of the level.
    built_in_meshes: BTreeMap<PathBuf, Option<Arc<Mesh>>>,
}

impl Loader<'_> {
    fn build(&mut self, document: Document) -> Level {
        let Document {
            name,
            about,
            rules,
            spawn_span: _,
            tuning,
            meshes,
            kinds,
            props,
        } = document;
        let mut level = Level {
            name,
            about,
            rules,
            tuning,
            world: World::default(),
            models: Vec::new(),
            mesh_starts: Vec::new(),
            box_kinds: Vec::new(),
        };
        for entry in meshes {
            let Some(mesh) = self.mesh(&entry.file) else {
                continue;
            };
            if entry.collide {
                let file_name = Path::new(&entry.file.path).file_name().unwrap_or_default();
                let start = level.world.triangles().len() as u32;
                level
                    .mesh_starts
                    .push((start, file_name.to_string_lossy().into()));
                self.add_triangles(&mut level.world, &mesh, &entry.placement, entry.span);
            }
            if entry.visible {
                level.models.push(Model {
                    look: Look::Mesh,
                    mesh,
                    placement: entry.placement,
                });
            }
        }

        let own_kinds: BTreeMap<String, Option<Arc<Mesh>>> = kinds
            .into_iter()
            .map(|(name, file)| (name, self.mesh(&file)))
            .collect();
        for prop in props {
            let mesh = match own_kinds.get(&prop.kind) {
                Some(mesh) => mesh.clone(),
                None => self.built_in_mesh(&prop.kind),
            };
            let Some(mesh) = mesh else { continue };
            match Obb::from_bounds(&mesh.bounds, &prop.placement) {
                Some(obb) => {
                    level.world.add_box(obb);
                }
                None => self.too_large(prop.span),
            }
            let kind: Arc<str> = prop.kind.into();
            level.box_kinds.push(kind.clone());
            level.models.push(Model {
                look: Look::Prop { kind },
                mesh,
                placement: prop.placement,
            });
        }
        level
    }

    fn add_triangles(
        &mut self,
        world: &mut World,
        mesh: &Mesh,
        placement: &Placement,
        span: Range<usize>,
    ) {
        let mut lost = 0;
        for triangle in mesh.placed(placement) {
            match triangle {
                Some(triangle) => {
                    world.add_triangle(triangle);
                }
                None => lost += 1,
            }
        }
        let all: usize = mesh.parts.iter().map(|part| part.triangles.len()).sum();
        if lost == all {
            self.too_large(span);
        } else if lost > 0 {
            let message = format!(
                "{lost} of {all} triangles have no area where this mesh is placed: dropped"
            );
            let label = "far from the origin, 32 bits cannot keep their corners apart";
            self.problems.warning(span, message, label, None);
        }
    }

    fn too_large(&mut self, span: Range<usize>) {
        let message = "no triangle is left of this mesh where it is placed";
        let label = "expected a position and a scale whose coordinates 32 bits can hold";
        self.problems.error(span, message, label, None);
    }

    fn built_in_mesh(&mut self, kind: &str) -> Option<Arc<Mesh>> {
        let (_, path) = BUILT_IN_KINDS.iter().find(|(name, _)| *name == kind)?;
        let path = Path::new(path);
        if let Some(known) = self.built_in_meshes.get(path) {
            return known.clone();
        }
        let mesh = match BuiltIn.read(path) {
            Ok(bytes) => self.read_mesh(path, &BuiltIn, bytes).map(Arc::new),
            Err(_) => None,
        };
        self.built_in_meshes.insert(path.to_owned(), mesh.clone());
        mesh
    }

    fn mesh(&mut self, reference: &FileReference) -> Option<Arc<Mesh>> {
        let path = self.folder.join(&reference.path);
        if let Some(known) = self.meshes.get(&path) {
            return known.clone();
        }
        let files = self.files;
        match files.read(&path) {
            Ok(bytes) => {
                let mesh = self.read_mesh(&path, files, bytes).map(Arc::new);
                self.meshes.insert(path, mesh.clone());
                mesh
            }
            // Not remembered: every line that names a missing file is to be mended.
            Err(error) => {
                self.cannot_read(reference, &path, &error);
                None
            }
        }
    }

    fn cannot_read(&mut self, reference: &FileReference, path: &Path, error: &io::Error) {
        let message = format!("cannot read `{}`: {}", display_name(path), reason(error));
        let label = "expected the path of an OBJ file, relative to this level";
        let span = reference.span.clone();
        let backslash = |c: char| c == '\\' || c.is_control();
        let help = reference.path.contains(backslash).then(|| {
            "write `/` between folders: in quotes, `\\` begins a special character".to_owned()
        });
        self.problems.error(span, message, label, help);
    }

    /// The mesh of the OBJ text `bytes` at `path`, with the materials that it names.
    fn read_mesh(&mut self, path: &Path, files: &dyn Files, bytes: Vec<u8>) -> Option<Mesh> {
        let source = match Source::of_mesh(&display_name(path), bytes) {
            Ok(source) => source,
            Err(diagnostic) => {
                self.of_others.push(*diagnostic);
                return None;
            }
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut of_materials = Vec::new();
        let (mesh, diagnostics) = read_mesh(&source, |name, span| {
            let (materials, problems) = load_materials(&source, &folder.join(name), files, span);
            of_materials.extend(problems);
            materials
        });
        self.of_others.extend(diagnostics);
        self.of_others.extend(of_materials);
        mesh
    }
}

/// The materials at `path`, which the OBJ text `source` names at `span`.
fn load_materials(
    source: &Source,
    path: &Path,
    files: &dyn Files,
    span: Range<usize>,
) -> (Vec<tobj::Material>, Vec<Diagnostic>) {
    let bytes = match files.read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let (name, reason) = (display_name(path), reason(&error));
            let message = format!("cannot read the materials `{name}`: {reason}");
            let label = "without them, the mesh has no colours of its own";
            return (
                Vec::new(),
                vec![source.diagnostic(Severity::Warning, span, message, label)],
            );
        }
    };
    match Source::of_mesh(&display_name(path), bytes) {
        Ok(materials) => read_materials(&materials),
        Err(mut diagnostic) => {
            diagnostic.severity = Severity::Warning;
            (Vec::new(), vec![*diagnostic])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{BoxId, TriangleId};
    use glam::DVec3;

    /// Files that exist only here.
    struct Fake(Vec<(&'static str, String)>);

    impl Files for Fake {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
            found
                .map(|(_, text)| text.clone().into_bytes())
                .ok_or(io::ErrorKind::NotFound.into())
        }
    }

    const HEAD: &str =
        "format = 1\nname = \"Test\"\nspawn.mode = \"fly\"\nspawn.position = [9, 9, 9]\n";
    const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

    fn load(body: &str, others: &[(&'static str, &str)]) -> LoadedLevel {
        let mut files = vec![("l/a.toml", format!("{HEAD}{body}"))];
        files.extend(
            others
                .iter()
                .map(|(name, text)| (*name, (*text).to_owned())),
        );
        load_level(Path::new("l/a.toml"), &Fake(files))
    }

    fn problems(body: &str, others: &[(&'static str, &str)]) -> Vec<String> {
        let loaded = load(body, others);
        let problem = |d: &Diagnostic| format!("{}: {}", d.location(), d.message);
        loaded.diagnostics.iter().map(problem).collect()
    }

    #[test]
    fn meshes_come_before_props_and_each_has_its_name() {
        let body = "[[mesh]]\nfile = \"a.obj\"\n[[mesh]]\nfile = \"a.obj\"\nposition = [5, 0, 0]\n\
                    [[prop]]\nkind = \"crate\"\nposition = [1, 2, 3]\nscale = [2, 4, 6]\n";
        let loaded = load(body, &[("l/a.obj", TRIANGLE)]);
        assert_eq!(loaded.diagnostics, []);
        let level = loaded.level.unwrap();
        assert_eq!(level.world.triangles().len(), 2);
        assert_eq!(level.world.triangles()[1].vertices()[0], DVec3::X * 5.0);
        let obb = level.world.boxes()[0];
        assert_eq!(
            (obb.center(), obb.half_extents()),
            (DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.0, 2.0, 3.0))
        );
        assert_eq!(level.name_of(ColliderId::Triangle(TriangleId(1))), "a.obj");
        assert_eq!(level.name_of(ColliderId::Box(BoxId(0))), "crate");
        assert_eq!(level.models.len(), 3);
        assert!(
            Arc::ptr_eq(&level.models[0].mesh, &level.models[1].mesh),
            "read once"
        );
    }

    #[test]
    fn what_is_not_collided_is_drawn_and_what_is_not_visible_is_collided() {
        let body = "[[mesh]]\nfile = \"a.obj\"\ncollide = false\n[[mesh]]\nfile = \"b.obj\"\nvisible = false\n";
        let level = load(body, &[("l/a.obj", TRIANGLE), ("l/b.obj", TRIANGLE)])
            .level
            .unwrap();
        assert_eq!((level.world.triangles().len(), level.models.len()), (1, 1));
        assert_eq!(level.name_of(ColliderId::Triangle(TriangleId(0))), "b.obj");
    }

    #[test]
    fn a_kind_of_ones_own_takes_its_box_from_its_own_mesh() {
        let body = "[kinds.slab]\nmesh = \"../slab.obj\"\n[[prop]]\nkind = \"slab\"\nposition = [0, 0, 0]\nscale = 2\n";
        let slab = "v 0 0 0\nv 4 0 0\nv 4 0 2\nv 0 0 2\nf 4 3 2 1\n";
        let level = load(body, &[("l/../slab.obj", slab)]).level.unwrap();
        let obb = level.world.boxes()[0];
        assert_eq!(
            (obb.center(), obb.half_extents()),
            (DVec3::new(4.0, 0.0, 2.0), DVec3::new(4.0, 0.0, 2.0))
        );
    }

    #[test]
    fn missing_meshes_are_named_where_the_level_names_them() {
        let body = "[[mesh]]\nfile = \"none.obj\"\n[kinds.x]\nmesh = \"../none.obj\"\n";
        let found = problems(body, &[]);
        assert_eq!(
            found,
            [
                "l/a.toml:6:8: cannot read `l/none.obj`: there is no such file",
                "l/a.toml:8:8: cannot read `none.obj`: there is no such file",
            ]
        );
        let twice = "[[mesh]]\nfile = \"none.obj\"\n".repeat(2);
        assert_eq!(problems(&twice, &[]).len(), 2, "each line is to be mended");
    }

    #[test]
    fn a_mesh_of_the_level_is_not_taken_for_a_built_in_one_of_the_same_path() {
        let text = format!(
            "{HEAD}[[mesh]]\nfile = \"assets/crate.obj\"\n[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n"
        );
        let files = Fake(vec![
            ("a.toml", text),
            ("assets/crate.obj", TRIANGLE.into()),
        ]);
        let loaded = load_level(Path::new("a.toml"), &files);
        let world = loaded.level.unwrap().world;
        assert_eq!(world.triangles().len(), 1);
        assert_eq!(world.boxes()[0].half_extents(), DVec3::splat(0.5));
    }

    #[test]
    fn a_missing_level_is_a_problem_of_the_file() {
        let loaded = load_level(Path::new("none.toml"), &Fake(vec![]));
        assert!(loaded.level.is_none());
        assert!(
            loaded.diagnostics[0]
                .to_string()
                .starts_with("error: none.toml: cannot be read")
        );
    }

    #[test]
    fn missing_materials_only_cost_the_colours() {
        let text = format!("mtllib none.mtl\n{TRIANGLE}");
        let loaded = load("[[mesh]]\nfile = \"a.obj\"\n", &[("l/a.obj", &text)]);
        assert!(loaded.level.is_some());
        assert_eq!(loaded.diagnostics[0].location(), "l/a.obj:1:8");
        assert_eq!(loaded.diagnostics[0].severity, Severity::Warning);
    }

    #[test]
    fn a_material_colours_the_parts_that_use_it() {
        let text = format!("mtllib a.mtl\nusemtl red brick\n{TRIANGLE}usemtl none\nf 3 2 1\n");
        let material = "newmtl red brick\nKd 0.5 0.2 0.1\n";
        let loaded = load(
            "[[mesh]]\nfile = \"a.obj\"\n",
            &[("l/a.obj", &text), ("l/a.mtl", material)],
        );
        let level = loaded.level.unwrap();
        let colors: Vec<_> = level.models[0]
            .mesh
            .parts
            .iter()
            .map(|part| part.color)
            .collect();
        assert_eq!(colors, [Some([0.5, 0.2, 0.1]), None]);
    }

    #[test]
    fn a_placement_that_leaves_nothing_of_a_mesh_is_an_error() {
        let body = "[[mesh]]\nfile = \"a.obj\"\nposition = [1e9, 0, 0]\n";
        let found = problems(body, &[("l/a.obj", TRIANGLE)]);
        assert_eq!(
            found,
            ["l/a.toml:5:1: no triangle is left of this mesh where it is placed"]
        );
    }
}
