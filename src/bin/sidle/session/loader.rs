//! Hot reload: a level is loaded again, in the background, when it or a file that it names was saved.
//!
//! Files are looked at, not listened to: once a frame, the time and the size of the few that a level
//! names. That costs microseconds, works on every file system, and does not care how an editor saves:
//! in place, or to the side and renamed.

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

use crate::draw::renderer::drawing::Drawing;
use crate::platform;
use crate::session::linked::Below;

/// Nothing may change for so long before a level is loaded again: an editor may be in the middle of
/// its writing; seconds. Smaller: half of a file is read, and reported; larger: one waits.
const QUIET_SECONDS: f64 = 0.03;

/// What each file looked like; `None`: it was not there.
type Stamps = BTreeMap<PathBuf, Option<platform::Stamp>>;

/// Reads files, and remembers each, as it was just before it was read.
struct Remembering<'l> {
    files: Mutex<Stamps>,
    level: &'l Path,
    /// What was read of the level itself.
    source: Mutex<Option<Vec<u8>>>,
}

impl Files for Remembering<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let before = platform::stamp(path);
        if let Ok(mut known) = self.files.lock() {
            known.entry(path.to_owned()).or_insert(before);
        }
        let bytes = platform::read(path)?;
        if path == self.level
            && let Ok(mut source) = self.source.lock()
        {
            *source = Some(bytes.clone());
        }
        Ok(bytes)
    }
}

/// What came of loading a level, and which files it was made of.
pub struct Loaded {
    pub path: PathBuf,
    /// The level and how it is drawn, unless an error stands in its way.
    pub level: Option<(Level, Drawing)>,
    /// All problems, ordered by place.
    pub diagnostics: Vec<Diagnostic>,
    /// For a bare mesh, the text of the level that was made around it.
    pub text: Option<String>,
    /// The text of the level itself, as it was read.
    pub source: Option<String>,
    /// Whether that is not its file's, but an editor's.
    pub edited: bool,
    files: Stamps,
}

/// Whether the file at `path` is a mesh, by its name.
pub fn is_mesh(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    end.eq_ignore_ascii_case("obj")
}

/// Loads the level at `path`, or one around the mesh at `path`, and remembers what it was made of;
/// `progress` is told how far a mesh is read.
pub fn load(path: &Path, progress: &mut dyn FnMut(Progress<'_>)) -> Loaded {
    load_with(path, Text::File, progress)
}

/// Loads the level of a link. Where its text can be laid over the file, that is watched, and one can
/// change it; else nothing is, since there is no file that says what it says.
pub fn load_linked(moment: &Moment, progress: &mut dyn FnMut(Progress<'_>)) -> Loaded {
    let text = Text::Link(moment.text().to_owned());
    let path = Path::new(moment.path());
    let laid = platform::lay(path, moment.text());
    let mut loaded = load_with(path, text, progress);
    if laid {
        loaded.files.insert(path.to_owned(), platform::stamp(path));
    } else {
        loaded.files.clear();
    }
    loaded
}

/// What is taken for the text of a level.
#[derive(Clone)]
enum Text {
    File,
    /// In the place of what the file says.
    Editor(String),
    Link(String),
}

fn load_with(path: &Path, text: Text, progress: &mut dyn FnMut(Progress<'_>)) -> Loaded {
    let is_edited = matches!(text, Text::Editor(_));
    let remembering = Remembering {
        files: Mutex::default(),
        level: path,
        source: Mutex::default(),
    };
    let below = Below(&remembering);
    let with = |text, files| WithLevel { path, text, files };
    let instead = match &text {
        Text::File => None,
        Text::Editor(text) => Some(with(text, &remembering)),
        Text::Link(text) => Some(with(text, &below)),
    };
    let files = match &instead {
        Some(instead) => instead as &dyn Files,
        None => &remembering,
    };
    let (loaded, around) = if is_mesh(path) {
        let around = load_mesh_as_level(path, files, progress);
        (around.loaded, Some(around.text))
    } else {
        (load_level_reporting(path, files, progress), None)
    };
    let drawn = |level| {
        let drawing = Drawing::of(&level, &level.movers, is_edited);
        (level, drawing)
    };
    let read = remembering.source.into_inner().ok().flatten();
    let read = read.filter(|_| !is_mesh(path));
    let source = match text {
        Text::File => read.and_then(|bytes| String::from_utf8(bytes).ok()),
        Text::Editor(text) | Text::Link(text) => Some(text),
    };
    Loaded {
        path: path.to_owned(),
        level: loaded.level.map(drawn),
        diagnostics: loaded.diagnostics,
        text: around,
        source,
        edited: is_edited,
        files: remembering.files.into_inner().unwrap_or_default(),
    }
}

/// Watches the files of a level, and loads it again when they change.
pub struct Reloader {
    path: PathBuf,
    /// As they were when they were read.
    read: Stamps,
    /// As they were when they were last looked at.
    seen: Stamps,
    quiet_seconds: f64,
    loading: Option<Loading>,
}

/// What is loaded in the background.
struct Loading {
    result: Receiver<Loaded>,
    /// How much of the mesh that is read at the moment is read; percent.
    percent: Arc<AtomicUsize>,
}

impl Reloader {
    /// Watches what `loaded` was made of.
    pub fn new(loaded: &Loaded) -> Self {
        Self {
            path: loaded.path.clone(),
            read: loaded.files.clone(),
            seen: loaded.files.clone(),
            quiet_seconds: 0.0,
            loading: None,
        }
    }

    /// Loads the level at `path`, and watches it then.
    pub fn of(path: &Path) -> Self {
        let mut reloader = Self {
            path: path.to_owned(),
            read: BTreeMap::new(),
            seen: BTreeMap::new(),
            quiet_seconds: 0.0,
            loading: None,
        };
        reloader.begin(path);
        reloader
    }

    /// Whether something is being loaded: how much of the mesh that is read at the moment; percent.
    pub fn loading(&self) -> Option<usize> {
        let loading = self.loading.as_ref()?;
        Some(loading.percent.load(Ordering::Relaxed))
    }

    /// Loads the level at `path` in the background, whether it has changed or not.
    pub fn begin(&mut self, path: &Path) {
        self.begin_with(path, Text::File);
    }

    /// Loads the level at `path` in the background as an editor's `text` says, which its file does not
    /// say yet.
    pub fn begin_edited(&mut self, path: &Path, text: &str) {
        self.begin_with(path, Text::Editor(text.to_owned()));
    }

    fn begin_with(&mut self, path: &Path, text: Text) {
        self.path = path.to_owned();
        let path = self.path.clone();
        let percent = Arc::<AtomicUsize>::default();
        let told = percent.clone();
        let result = platform::work(move || {
            load_with(&path, text.clone(), &mut |progress| {
                let read = 100 * progress.done / progress.total.max(1);
                told.store(read, Ordering::Relaxed);
            })
        });
        self.loading = Some(Loading { result, percent });
    }

    /// What the file at `path` holds now is played already.
    pub fn knows(&mut self, path: &Path) {
        for stamps in [&mut self.read, &mut self.seen] {
            stamps.insert(path.to_owned(), platform::stamp(path));
        }
    }

    /// Looks at the files `seconds` after it did so last. What was loaded in the meantime is returned
    /// once, and is what is watched from then on.
    pub fn poll(&mut self, seconds: f64) -> Option<Loaded> {
        if let Some(loading) = &self.loading {
            return match loading.result.try_recv() {
                Ok(loaded) => {
                    self.loading = None;
                    // The file of an edited level was not looked at.
                    let own = self.read.remove_entry(&loaded.path);
                    // A mesh that the level cannot name any more may come back with its mending.
                    if loaded.level.is_some() {
                        self.read.clear();
                    }
                    self.read.extend(own.filter(|_| loaded.edited));
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
                let path = self.path.clone();
                self.begin(&path);
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

    /// What comes within some frames after a change.
    fn wait(reloader: &mut Reloader) -> Option<Loaded> {
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

    fn triangles(loaded: &Loaded) -> Option<usize> {
        let (level, _) = loaded.level.as_ref()?;
        Some(level.world.triangles().len())
    }

    #[test]
    fn saving_the_level_or_a_mesh_that_it_names_loads_it_again() {
        let folder = Folder::new("saving");
        let path = folder.save("a.toml", &level("floor.obj"));
        folder.save("floor.obj", FLOOR);
        let first = load(&path, &mut |_| ());
        assert_eq!(triangles(&first), Some(2));
        let mut reloader = Reloader::new(&first);
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
        let first = load(&path, &mut |_| ());
        assert_eq!(
            (first.source, first.edited),
            (Some(level("floor.obj")), false)
        );
        let mut reloader = Reloader::new(&load(&path, &mut |_| ()));
        reloader.begin_edited(&path, &level("other.obj"));
        let edited = wait(&mut reloader).unwrap();
        assert_eq!(triangles(&edited), Some(1));
        assert_eq!(
            (edited.source, edited.edited),
            (Some(level("other.obj")), true)
        );
        assert!(wait(&mut reloader).is_none(), "nothing was saved");
        // The edits are saved by who made them: no reason to load.
        folder.save("a.toml", &level("other.obj"));
        reloader.knows(&path);
        assert!(wait(&mut reloader).is_none(), "it is known");
        folder.save("a.toml", &level("floor.obj"));
        let again = wait(&mut reloader).unwrap();
        assert_eq!((triangles(&again), again.edited), (Some(2), false));
    }

    #[test]
    fn a_broken_file_is_reported_and_its_mending_is_seen() {
        let folder = Folder::new("broken");
        let path = folder.save("a.toml", &level("floor.obj"));
        folder.save("floor.obj", FLOOR);
        let mut reloader = Reloader::new(&load(&path, &mut |_| ()));
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
        let mut reloader = Reloader::new(&load(&path, &mut |_| ()));
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
        let first = load(&path, &mut |_| ());
        let mut reloader = Reloader::new(&first);
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
                    let mut sim = sidle::sim::Sim::of_level(&mut last_good.clone(), 60);
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
