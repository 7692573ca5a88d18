//! The one loader of levels: a level file, a bare mesh, the built-in test level, a link's level, an editor's text.
//!
//! A level that came from files is loaded again, in the background, when one of them was saved. The files are polled,
//! once a frame, for time and size: that costs microseconds and works on every file system, however an editor saves.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex};

use sidle::level::{
    Diagnostic, Files, Level, Progress, WithLevel, load_level_reporting, load_mesh_as_level,
};
use sidle::replay::Moment;

use crate::platform;
use crate::platform::built_in::{BuiltIn, TEST_LEVEL};
use crate::platform::terminal::ProgressLine;
use crate::platform::{HostFiles, terminal};
use crate::session::sandbox::SandboxedFiles;

/// How long no file may change before a level is loaded again, since an editor may still be writing; seconds. Smaller:
/// half of a file is read, and reported; larger: the level follows later.
const QUIET_SECONDS: f64 = 0.03;

/// What each file looked like; `None`: it was not there.
type Stamps = BTreeMap<PathBuf, Option<platform::Stamp>>;

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelSource {
    /// The test level that the program carries.
    BuiltIn,
    /// A level file, or a bare mesh.
    File(PathBuf),
    /// A text that stands in for a level file, which does not hold it yet.
    Edited { path: PathBuf, text: String },
    /// The text of a link, with the path of the level that it was made from.
    Link { path: PathBuf, text: String },
}

impl LevelSource {
    /// The level at `path`: a file, or the built-in test level where its file is missing.
    pub fn at(path: &Path) -> Self {
        if path == Path::new(TEST_LEVEL) && !platform::exists(path) {
            Self::BuiltIn
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The level of a link.
    pub fn of_moment(moment: &Moment) -> Self {
        Self::Link {
            path: moment.path().into(),
            text: moment.text().to_owned(),
        }
    }

    /// The path of the level, or of the mesh.
    pub fn path(&self) -> &Path {
        match self {
            Self::BuiltIn => TEST_LEVEL.as_ref(),
            Self::File(path) | Self::Edited { path, .. } | Self::Link { path, .. } => path,
        }
    }

    /// Whether the text is an editor's.
    pub fn is_edited(&self) -> bool {
        matches!(self, Self::Edited { .. })
    }
}

/// Whether the file at `path` is a mesh, by its name.
pub fn is_mesh(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    end.eq_ignore_ascii_case("obj")
}

/// Reads files, and remembers the stamp that each had just before.
struct WatchedFiles<'l> {
    files: &'l dyn Files,
    stamps: Mutex<Stamps>,
    level: &'l Path,
    /// The bytes of the level itself.
    text: Mutex<Option<Vec<u8>>>,
}

impl Files for WatchedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let before = platform::stamp(path);
        if let Ok(mut stamps) = self.stamps.lock() {
            stamps.entry(path.to_owned()).or_insert(before);
        }
        let bytes = self.files.read(path)?;
        if path == self.level
            && let Ok(mut text) = self.text.lock()
        {
            *text = Some(bytes.clone());
        }
        Ok(bytes)
    }
}

/// A loaded level, what was `prepared` of it, and its files.
pub struct Loaded<P> {
    pub source: LevelSource,
    /// `None` when an error stands in its way.
    pub level: Option<(Level, P)>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The level's text: what the source holds, or for a bare mesh the level that was made around it.
    pub text: String,
    files: Stamps,
}

impl<P> Loaded<P> {
    /// The path of the level, or of the mesh.
    pub fn path(&self) -> &Path {
        self.source.path()
    }
}

/// What is made of a level on the thread that loads it, such as its vertices; `bool`: an editor changes the level.
pub type Prepare<P> = fn(&Level, bool) -> P;

/// Loads the level of `source`, and makes of it what `prepare` does; `progress` is told how far a mesh is read.
pub fn load<P>(
    source: LevelSource,
    prepare: Prepare<P>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Loaded<P> {
    let path = source.path();
    let on_disk: &dyn Files = match source {
        LevelSource::BuiltIn => &BuiltIn,
        _ => &HostFiles,
    };
    let watched = WatchedFiles {
        files: on_disk,
        stamps: Mutex::default(),
        level: path,
        text: Mutex::default(),
    };
    let sandboxed = SandboxedFiles(&watched);
    let with_text = |text, files| WithLevel { path, text, files };
    let instead = match &source {
        LevelSource::BuiltIn | LevelSource::File(_) => None,
        LevelSource::Edited { text, .. } => Some(with_text(text, &watched)),
        LevelSource::Link { text, .. } => Some(with_text(text, &sandboxed)),
    };
    let files = match &instead {
        Some(instead) => instead as &dyn Files,
        None => &watched,
    };
    // A missing mesh is reported as the missing file that it is, without a level around it.
    let (loaded, around_mesh) = if is_mesh(path) && platform::exists(path) {
        let around = load_mesh_as_level(path, files, progress);
        (around.loaded, Some(around.text))
    } else {
        (load_level_reporting(path, files, progress), None)
    };
    let prepared = |level| {
        let prepared = prepare(&level, source.is_edited());
        (level, prepared)
    };
    let read = watched.text.into_inner().ok().flatten();
    let read = || read.and_then(|bytes| String::from_utf8(bytes).ok());
    let text = match &source {
        LevelSource::Edited { text, .. } | LevelSource::Link { text, .. } => Some(text.clone()),
        LevelSource::BuiltIn | LevelSource::File(_) => around_mesh.or_else(read),
    };
    let stamps = watched.stamps.into_inner().unwrap_or_default();
    let level = loaded.level.map(prepared);
    Loaded {
        level,
        diagnostics: loaded.diagnostics,
        text: text.unwrap_or_default(),
        files: watchable(&source, stamps),
        source,
    }
}

/// Which files of a level are watched. Those of a link are where the page keeps the link's text in the place of the
/// level's file; elsewhere no file holds that text.
fn watchable(source: &LevelSource, mut stamps: Stamps) -> Stamps {
    match source {
        LevelSource::BuiltIn => Stamps::new(),
        LevelSource::File(_) | LevelSource::Edited { .. } => stamps,
        LevelSource::Link { path, text } if platform::substitute(path, text) => {
            stamps.insert(path.clone(), platform::stamp(path));
            stamps
        }
        LevelSource::Link { .. } => Stamps::new(),
    }
}

/// Loads the level of `source` for a command without a window: prints its problems, and on a terminal the progress of
/// a long loading. `None` when an error stands in the level's way.
pub fn load_and_report(source: LevelSource) -> Option<Level> {
    let loaded = load_with_progress(source, |_, _| ());
    terminal::diagnostics(&loaded.diagnostics);
    loaded.level.map(|(level, ())| level)
}

/// Loads the level of `source`; a terminal shows the progress of a long loading.
pub fn load_with_progress<P>(source: LevelSource, prepare: Prepare<P>) -> Loaded<P> {
    let mut line = ProgressLine::new();
    load(source, prepare, &mut |progress| line.show(progress))
}

/// Watches the files of a level, and loads it again when they change.
pub struct Reloader<P> {
    path: PathBuf,
    prepare: Prepare<P>,
    /// The stamps of the files that the level was read from.
    read: Stamps,
    /// Their stamps in the last poll.
    seen: Stamps,
    quiet_seconds: f64,
    loading: Option<Loading<P>>,
}

/// A level that is being loaded in the background.
struct Loading<P> {
    result: Receiver<Loaded<P>>,
    /// How much of the present mesh is read; percent.
    percent: Arc<AtomicUsize>,
}

impl<P: Send + 'static> Reloader<P> {
    /// Watches the files of `loaded`.
    pub fn new(loaded: &Loaded<P>, prepare: Prepare<P>) -> Self {
        Self {
            path: loaded.path().to_owned(),
            prepare,
            read: loaded.files.clone(),
            seen: loaded.files.clone(),
            quiet_seconds: 0.0,
            loading: None,
        }
    }

    /// The progress of a loading that is under way: how much of the present mesh is read; percent.
    pub fn loading(&self) -> Option<usize> {
        let loading = self.loading.as_ref()?;
        Some(loading.percent.load(Ordering::Relaxed))
    }

    /// Starts to load the level of `source` in the background, whether it has changed or not.
    pub fn begin(&mut self, source: LevelSource) {
        source.path().clone_into(&mut self.path);
        let percent = Arc::<AtomicUsize>::default();
        let (shown, prepare) = (percent.clone(), self.prepare);
        let result = platform::spawn(move || {
            load(source.clone(), prepare, &mut |progress| {
                let read = 100 * progress.done / progress.total.max(1);
                shown.store(read, Ordering::Relaxed);
            })
        });
        self.loading = Some(Loading { result, percent });
    }

    /// Takes the file at `path` as it is now for what is played.
    pub fn mark_saved(&mut self, path: &Path) {
        for stamps in [&mut self.read, &mut self.seen] {
            stamps.insert(path.to_owned(), platform::stamp(path));
        }
    }

    /// Polls the files, `seconds` after the last poll. A level that was loaded meanwhile is returned once, and its
    /// files are watched from then on.
    pub fn poll(&mut self, seconds: f64) -> Option<Loaded<P>> {
        if let Some(loading) = &self.loading {
            return match loading.result.try_recv() {
                Ok(loaded) => {
                    self.loading = None;
                    // The file of an edited level was not read.
                    let own = self.read.remove_entry(loaded.path());
                    // A mesh that a broken level no longer names may be needed again once it is mended.
                    if loaded.level.is_some() {
                        self.read.clear();
                    }
                    self.read.extend(own.filter(|_| loaded.source.is_edited()));
                    self.read.extend(loaded.files.clone());
                    self.seen = self.read.clone();
                    Some(loaded)
                }
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    self.loading = None;
                    None
                }
            };
        }
        let now = self
            .read
            .keys()
            .map(|path| (path.clone(), platform::stamp(path)));
        let now: BTreeMap<_, _> = now.collect();
        if now != self.seen {
            self.seen = now;
            self.quiet_seconds = 0.0;
        } else if self.seen != self.read {
            self.quiet_seconds += seconds;
            if self.quiet_seconds >= QUIET_SECONDS {
                self.begin(LevelSource::File(self.path.clone()));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Folder;
    use std::fs;

    impl Folder {
        /// Saves as many editors do: to the side, then renamed.
        fn save(&self, name: &str, text: &str) -> PathBuf {
            let (side, path) = (self.0.join("side.tmp"), self.0.join(name));
            fs::write(&side, text).expect("a file for the test");
            fs::rename(&side, &path).expect("a file for the test");
            path
        }
    }

    const FLOOR: &str = "v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\n";
    const HEAD: &str = "format = 1\nname = \"Test\"\n[spawn]\nposition = [0, 1, 0]\n";

    fn level(mesh: &str) -> String {
        format!("{HEAD}[[mesh]]\nfile = \"{mesh}\"\n")
    }

    fn prepare(_: &Level, _: bool) {}

    fn load_file(path: &Path) -> Loaded<()> {
        load(LevelSource::File(path.to_owned()), prepare, &mut |_| ())
    }

    /// What comes within some frames after a change.
    fn wait(reloader: &mut Reloader<()>) -> Option<Loaded<()>> {
        let mut frames = 2000;
        while frames > 0 {
            if let Some(loaded) = reloader.poll(0.01) {
                return Some(loaded);
            }
            // However long that takes on a busy machine.
            if reloader.loading().is_some() {
                std::thread::sleep(std::time::Duration::from_micros(100));
            } else {
                frames -= 1;
            }
        }
        None
    }

    fn triangles(loaded: &Loaded<()>) -> Option<usize> {
        let (level, _) = loaded.level.as_ref()?;
        Some(level.world.triangles().len())
    }

    #[test]
    fn saving_the_level_or_a_mesh_that_it_names_loads_it_again() {
        let folder = Folder::new("saving");
        let path = folder.save("a.toml", &level("floor.obj"));
        folder.save("floor.obj", FLOOR);
        let first = load_file(&path);
        assert_eq!(triangles(&first), Some(2));
        let mut reloader = Reloader::new(&first, prepare);
        assert!(wait(&mut reloader).is_none(), "nothing was saved");

        folder.save("floor.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n");
        assert_eq!(triangles(&wait(&mut reloader).unwrap()), Some(1));
        // The watched files follow what the level names.
        folder.save("other.obj", FLOOR);
        assert!(wait(&mut reloader).is_none(), "nobody names it");
        folder.save("a.toml", &level("other.obj"));
        assert_eq!(triangles(&wait(&mut reloader).unwrap()), Some(2));
        folder.save("floor.obj", FLOOR);
        assert!(wait(&mut reloader).is_none(), "nobody names it any more");
    }

    #[test]
    fn an_edited_text_is_played_and_its_file_is_watched_on() {
        let folder = Folder::new("edited");
        let path = folder.save("a.toml", &level("floor.obj"));
        folder.save("floor.obj", FLOOR);
        folder.save("other.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n");
        let first = load_file(&path);
        assert_eq!(
            (first.text, first.source.is_edited()),
            (level("floor.obj"), false)
        );
        let mut reloader = Reloader::new(&load_file(&path), prepare);
        reloader.begin(LevelSource::Edited {
            path: path.clone(),
            text: level("other.obj"),
        });
        let edited = wait(&mut reloader).unwrap();
        assert_eq!(triangles(&edited), Some(1));
        assert_eq!(
            (&*edited.text, edited.source.is_edited()),
            (&*level("other.obj"), true)
        );
        assert!(wait(&mut reloader).is_none(), "nothing was saved");
        // The edits are saved by who made them: no reason to load.
        folder.save("a.toml", &level("other.obj"));
        reloader.mark_saved(&path);
        assert!(wait(&mut reloader).is_none(), "it is known");
        folder.save("a.toml", &level("floor.obj"));
        let again = wait(&mut reloader).unwrap();
        assert_eq!(
            (triangles(&again), again.source.is_edited()),
            (Some(2), false)
        );
    }

    #[test]
    fn a_broken_file_is_reported_and_its_mending_is_seen() {
        let folder = Folder::new("broken");
        let path = folder.save("a.toml", &level("floor.obj"));
        folder.save("floor.obj", FLOOR);
        let mut reloader = Reloader::new(&load_file(&path), prepare);
        folder.save("floor.obj", "v 0 0\n");
        let broken = wait(&mut reloader).unwrap();
        assert!(broken.level.is_none());
        assert!(broken.diagnostics[0].location().ends_with("floor.obj:1:1"));
        folder.save("floor.obj", FLOOR);
        assert_eq!(triangles(&wait(&mut reloader).unwrap()), Some(2));

        // A file that is gone, and comes back.
        fs::remove_file(folder.0.join("floor.obj")).unwrap();
        assert!(wait(&mut reloader).unwrap().level.is_none());
        folder.save("floor.obj", FLOOR);
        assert_eq!(triangles(&wait(&mut reloader).unwrap()), Some(2));

        // While the level itself is broken, its meshes are still watched.
        folder.save("a.toml", "format = ");
        assert!(wait(&mut reloader).unwrap().level.is_none());
        folder.save("floor.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n");
        assert!(wait(&mut reloader).unwrap().level.is_none());
        folder.save("a.toml", &level("floor.obj"));
        assert_eq!(triangles(&wait(&mut reloader).unwrap()), Some(1));
    }

    #[test]
    fn while_a_file_is_being_written_nothing_is_loaded() {
        let folder = Folder::new("writing");
        let path = folder.save("a.toml", &level("floor.obj"));
        folder.save("floor.obj", FLOOR);
        let mut reloader = Reloader::new(&load_file(&path), prepare);
        for turn in 0..20 {
            folder.save("floor.obj", &"v 0 0 0\n".repeat(turn));
            assert!(reloader.poll(0.01).is_none());
            assert!(reloader.loading().is_none(), "turn {turn}");
        }
        folder.save("floor.obj", FLOOR);
        assert_eq!(triangles(&wait(&mut reloader).unwrap()), Some(2));
    }

    /// A number below `below`, the next of a fixed row. Source: G. Marsaglia's xorshift, 2003.
    fn next(state: &mut u64, below: usize) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 16) as usize % below.max(1)
    }

    /// `text` with one thing wrong, or not.
    fn corrupted(text: &str, state: &mut u64) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=next(state, 3) {
            let (at, to) = (next(state, bytes.len()), next(state, bytes.len()));
            match next(state, 6) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, next(state, 256) as u8),
                2 => bytes[at] = next(state, 256) as u8,
                3 => bytes.swap(at, to),
                4 => drop(bytes.drain(at.min(to)..at.max(to))),
                _ => {
                    let piece = bytes[at.min(to)..at.max(to)].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        bytes
    }

    #[test]
    fn a_thousand_damaged_files_never_take_the_last_good_level_away() {
        let folder = Folder::new("soak");
        let good = format!(
            "{}\n[[prop]]\nkind = \"crate\"\nposition = [3, 0.5, 0]\n\n[[mover]]\n\
             kind = \"box\"\npath = [[1, 2, 3], [4.5, 2, 3]]\nspeed = 2\n\n\
             [kinds.box]\nmesh = \"floor.obj\"\n",
            level("floor.obj")
        );
        let path = folder.save("a.toml", &good);
        folder.save("floor.obj", FLOOR);
        let first = load_file(&path);
        let mut reloader = Reloader::new(&first, prepare);
        let (mut last_good, _) = first.level.expect("a good level");
        let (mut state, mut broken, mut kept) = (0x5EED_u64, 0, 0);
        for case in 0..1000 {
            let (name, text) = [("a.toml", &*good), ("floor.obj", FLOOR)][case % 2];
            let damaged = corrupted(text, &mut state);
            fs::write(folder.0.join("side.tmp"), damaged).unwrap();
            fs::rename(folder.0.join("side.tmp"), folder.0.join(name)).unwrap();
            let what = format!("seed 0x5EED, case {case}");
            let loaded = wait(&mut reloader).unwrap_or_else(|| panic!("{what}: not loaded"));
            let errors = loaded
                .diagnostics
                .iter()
                .filter(|problem| problem.is_error());
            match loaded.level {
                Some((level, _)) => last_good = level,
                None => {
                    broken += 1;
                    assert!(errors.clone().count() > 0, "{what}: no reason");
                    // What is kept can be walked in.
                    let mut sim = sidle::sim::Sim::of_level(last_good.clone(), 60).0;
                    sim.tick(&sim.idle_command());
                    assert!(sim.player().position.is_finite(), "{what}");
                    kept += 1;
                }
            }
            for error in errors {
                assert!(!error.file.is_empty(), "{what}: {error}");
                if let Some(place) = &error.place {
                    assert!(place.line >= 1 && place.column >= 1, "{what}: {error}");
                }
            }
            // Mended, it is as it was.
            folder.save(name, text);
            let mended = wait(&mut reloader).unwrap_or_else(|| panic!("{what}: not mended"));
            assert_eq!(triangles(&mended), Some(2), "{what}");
        }
        assert!(
            broken > 300 && broken < 1000 && kept == broken,
            "{broken} broken"
        );
    }
}
