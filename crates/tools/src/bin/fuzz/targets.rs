//! The targets of the fuzzing: the shipped files that the changes start from, and the use of a case.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sidle::level::{Budget, Files, Level, WithLevel, load_level_reporting, load_script};
use sidle::player::{Axis, Command, Controller, Mode, Spawn};
use sidle::replay::{Moment, Recording};
use sidle::sim::Sim;

use super::gltf::Parts;
use super::mutate::mutate;
use super::pictures::picture;
use super::piles::{Work, pile, play};
use sidle_tools::random::Random;

/// Every accepted level, recording and link is walked for this many ticks.
const TICKS: usize = 20;

/// Meshes larger than this are left out; bytes. A case would take most of its time to read them.
const MAX_MESH: u64 = 300_000;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Level,
    Obj,
    Mtl,
    Gltf,
    Map,
    /// Pictures of heights.
    Terrain,
    Script,
    Recording,
    Link,
    /// Levels and links, of which a second is played.
    Pile,
}

impl Kind {
    pub const NAMES: [(&'static str, Self); 10] = [
        ("level", Self::Level),
        ("obj", Self::Obj),
        ("mtl", Self::Mtl),
        ("gltf", Self::Gltf),
        ("map", Self::Map),
        ("terrain", Self::Terrain),
        ("script", Self::Script),
        ("recording", Self::Recording),
        ("link", Self::Link),
        ("pile", Self::Pile),
    ];
}

/// The contents of the shipped files.
pub struct Corpus {
    files: BTreeMap<PathBuf, Vec<u8>>,
    levels: Vec<Vec<u8>>,
    meshes: Vec<Vec<u8>>,
    materials: Vec<Vec<u8>>,
    gltf: Vec<Parts>,
    maps: Vec<Vec<u8>>,
    scripts: Vec<Vec<u8>>,
    recordings: Vec<Vec<u8>>,
    courtyard: Level,
}

impl Files for Corpus {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut plain = PathBuf::new();
        for part in path.components() {
            if part == std::path::Component::ParentDir {
                plain.pop();
            } else {
                plain.push(part);
            }
        }
        self.files
            .get(&plain)
            .cloned()
            .ok_or(io::ErrorKind::NotFound.into())
    }
}

/// The shipped files, with one more.
struct With<'c> {
    corpus: &'c Corpus,
    path: &'static str,
    bytes: &'c [u8],
}

impl Files for With<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match path == Path::new(self.path) {
            true => Ok(self.bytes.to_vec()),
            false => self.corpus.read(path),
        }
    }
}

const LEVEL_OF_MESH: &str =
    "format = 1\nname = \"Case\"\nspawn.position = [0, 2, 0]\n[[mesh]]\nfile = \"case.obj\"\n";

const LEVEL_OF_GLTF: &str = "format = 1\nname = \"Case\"\nspawn.position = [0, 2, 0]\n[[mesh]]\nfile = \"case.gltf\"\n\
                             [kinds.thing]\nmesh = \"case.gltf\"\n[[prop]]\nkind = \"thing\"\nposition = [9, 0, 0]\n";

const LEVEL_OF_MAP: &str =
    "format = 1\nname = \"Case\"\nspawn.position = [0, 2, 0]\n[[mesh]]\nfile = \"case.map\"\n";

const LEVEL_OF_TERRAIN: &str = "format = 1\nname = \"Case\"\nspawn.position = [0, 2, 0]\n[[terrain]]\nfile = \"case.png\"\nsize = [20, 5, 20]\n";

/// Maps that have one of each thing.
const MAPS: &str = "integrations/trenchbroom";

const MESH_OF_MATERIALS: &str =
    "mtllib case.mtl\nv 0 0 0\nv 9 0 0\nv 0 0 -9\nusemtl stone\nf 1 2 3\n";

impl Corpus {
    /// Reads the shipped files below the current folder.
    pub fn read() -> io::Result<Self> {
        let mut files = BTreeMap::new();
        for folder in ["assets", "levels", "recordings", MAPS] {
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                let metadata = path.metadata()?;
                if metadata.is_file() && metadata.len() <= MAX_MESH {
                    files.insert(path.clone(), std::fs::read(path)?);
                }
            }
        }
        let ending = |end: &str| {
            let all = files
                .iter()
                .filter(|(path, _)| path.to_string_lossy().ends_with(end));
            all.map(|(path, bytes)| (path.clone(), bytes.clone()))
                .collect::<Vec<_>>()
        };
        let tomls = ending(".toml");
        let (levels, scripts): (Vec<_>, Vec<_>) = tomls
            .into_iter()
            .partition(|(path, _)| path.starts_with("levels"));
        let bytes =
            |all: Vec<(PathBuf, Vec<u8>)>| all.into_iter().map(|(_, bytes)| bytes).collect();
        let (meshes, materials, recordings) = (ending(".obj"), ending(".mtl"), ending(".sidle"));
        let courtyard =
            sidle::level::load_level("levels/courtyard.toml".as_ref(), &sidle::level::Disk);
        Ok(Self {
            courtyard: courtyard.level.ok_or(io::ErrorKind::InvalidData)?,
            levels: bytes(levels),
            // Short ones first, so that most cases are quick.
            meshes: bytes(
                meshes
                    .into_iter()
                    .filter(|(_, bytes)| bytes.len() < 50_000)
                    .collect(),
            ),
            materials: bytes(materials),
            gltf: ending(".glb")
                .iter()
                .filter_map(|(_, bytes)| Parts::of(bytes))
                .chain([Parts::of_everything(), Parts::of_marks()])
                .collect(),
            maps: bytes(ending(".map")),
            scripts: bytes(scripts),
            recordings: bytes(recordings),
            files,
        })
    }

    /// Makes a changed input of this kind.
    pub fn case(&self, kind: Kind, random: &mut Random) -> Vec<u8> {
        match kind {
            Kind::Level => mutate(random, &self.levels, true),
            Kind::Obj => mutate(random, &self.meshes, true),
            Kind::Mtl => mutate(random, &self.materials, true),
            Kind::Gltf => self.gltf[random.below(self.gltf.len())].case(random),
            Kind::Map => mutate(random, &self.maps, true),
            Kind::Terrain => picture(random),
            Kind::Script => mutate(random, &self.scripts, true),
            Kind::Recording => self.recording(random),
            Kind::Link => self.link(random),
            Kind::Pile if random.below(4) == 0 => mutate(random, &self.levels, true),
            Kind::Pile => pile(random).into_bytes(),
        }
    }

    fn recording(&self, random: &mut Random) -> Vec<u8> {
        let bytes = mutate(random, &self.recordings, false);
        // Without a seal, the checksum hides what lies behind it.
        if random.below(10) == 0 {
            bytes
        } else {
            sealed_recording(bytes)
        }
    }

    fn link(&self, random: &mut Random) -> Vec<u8> {
        let recording = match random.below(3) {
            0 => self.recording(random),
            _ => self.recordings[random.below(self.recordings.len())].clone(),
        };
        let level = match random.below(3) {
            0 => self.levels[random.below(self.levels.len())].clone(),
            _ => mutate(random, &self.levels, true),
        };
        let path = [
            &b"levels/a.toml"[..],
            b"kept/settings.toml",
            b"/etc/a",
            b"../a",
            b"a.obj",
            b"",
        ];
        let mut body = vec![0; 4];
        for text in [path[random.below(path.len())], &level] {
            push_number(&mut body, text.len() as u64);
            body.extend(text);
        }
        body.extend(recording);
        if random.below(4) == 0 {
            body = mutate(random, &[body], false);
            body.resize(body.len().max(4), 0);
        }
        let sum = ((fnv(&body[4..]) >> 32) as u32).to_le_bytes();
        body[..4].copy_from_slice(&sum);
        let mut bytes = vec![1];
        bytes.extend(miniz_oxide::deflate::compress_to_vec(&body, 1));
        let link = format!("#moment={}z", BASE64_URL_SAFE_NO_PAD.encode(&bytes)).into_bytes();
        if random.below(10) == 0 {
            mutate(random, &[link], false)
        } else {
            link
        }
    }

    /// Reads a case, and walks in it if it is accepted. Returns whether it is. Adds the longest tick to `work`, if a second is
    /// played.
    pub fn run(&self, kind: Kind, bytes: &[u8], random: &mut Random, work: &mut Work) -> bool {
        match kind {
            Kind::Level => self.run_level("levels/case.toml", bytes, random),
            Kind::Obj => {
                let files = With {
                    corpus: self,
                    path: "case.obj",
                    bytes,
                };
                run_level(&files, LEVEL_OF_MESH, random)
            }
            Kind::Mtl => {
                let files = With {
                    corpus: self,
                    path: "case.mtl",
                    bytes,
                };
                let mesh = With {
                    corpus: self,
                    path: "case.obj",
                    bytes: MESH_OF_MATERIALS.as_bytes(),
                };
                run_level(&Both(&files, &mesh), LEVEL_OF_MESH, random)
            }
            Kind::Gltf => {
                let files = With {
                    corpus: self,
                    path: "case.gltf",
                    bytes,
                };
                run_level(&files, LEVEL_OF_GLTF, random)
            }
            Kind::Map => {
                let files = With {
                    corpus: self,
                    path: "case.map",
                    bytes,
                };
                run_level(&files, LEVEL_OF_MAP, random)
            }
            Kind::Terrain => {
                let files = With {
                    corpus: self,
                    path: "case.png",
                    bytes,
                };
                run_level(&files, LEVEL_OF_TERRAIN, random)
            }
            Kind::Script => self.run_script(bytes),
            Kind::Recording => match Recording::decode(bytes) {
                Ok(recording) => self.replay(&recording, self.courtyard.clone()),
                Err(error) => refused(&error.to_string()),
            },
            Kind::Link => match Moment::decode(&String::from_utf8_lossy(bytes)) {
                Ok(moment) => self.run_moment(&moment),
                Err(error) => refused(&error.to_string()),
            },
            Kind::Pile => {
                let path = "levels/case.toml";
                let files = With {
                    corpus: self,
                    path,
                    bytes,
                };
                let level = load(path, &files);
                level.is_some_and(|level| {
                    *work = play(level, random);
                    true
                })
            }
        }
    }

    fn run_level(&self, path: &'static str, bytes: &[u8], random: &mut Random) -> bool {
        let files = With {
            corpus: self,
            path,
            bytes,
        };
        let level = load(path, &files);
        level.is_some_and(|level| walk(level, random))
    }

    fn run_script(&self, bytes: &[u8]) -> bool {
        let files = With {
            corpus: self,
            path: "case.toml",
            bytes,
        };
        let loaded = load_script("case.toml".as_ref(), &files);
        for problem in &loaded.diagnostics {
            assert_plain(&problem.to_string());
        }
        let Some(script) = loaded.script else {
            return false;
        };
        let mut sim = Sim::of_level(self.courtyard.clone(), 120).0;
        for input in script.inputs(&Spawn::default(), 120).take(TICKS) {
            tick(&mut sim, |sim| sim.play(&input));
        }
        true
    }

    fn run_moment(&self, moment: &Moment) -> bool {
        let path = Path::new(moment.path());
        let files = WithLevel {
            path,
            text: moment.text(),
            files: self,
        };
        let level = load(moment.path(), &files);
        level.is_some_and(|level| self.replay(moment.recording(), level))
    }

    fn replay(&self, recording: &Recording, mut level: Level) -> bool {
        recording.header.apply_to(&mut level);
        let mut sim = Sim::of_level(level, recording.header.hz).0;
        if let Err(error) = recording.header.begin(&mut sim) {
            refused(&error.to_string());
        }
        for input in recording.inputs.iter().take(TICKS) {
            tick(&mut sim, |sim| sim.play(&input));
        }
        true
    }
}

/// Files of one source, or else of another.
struct Both<'f>(&'f dyn Files, &'f dyn Files);

impl Files for Both<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path).or_else(|_| self.1.read(path))
    }
}

fn run_level(files: &dyn Files, text: &str, random: &mut Random) -> bool {
    let files = WithLevel {
        path: "level.toml".as_ref(),
        text,
        files,
    };
    let level = load("level.toml", &files);
    level.is_some_and(|level| walk(level, random))
}

/// Loads a level as a link does, and renders its problems without printing them.
fn load(path: &str, files: &dyn Files) -> Option<Level> {
    let loaded = load_level_reporting(path.as_ref(), files, &Budget::LINK, &mut |_| ());
    for problem in &loaded.diagnostics {
        assert_plain(&problem.to_string());
    }
    loaded.level
}

/// Walks and flies about with every controller.
fn walk(level: Level, random: &mut Random) -> bool {
    let controllers = Controller::NAMES.map(|(_, controller)| controller);
    let suited = controllers
        .into_iter()
        .filter(|controller| controller.suits(level.tuning.body));
    let suited: Vec<_> = suited.collect();
    let mut sim = Sim::of_level(level, 120).0;
    for _ in 0..TICKS {
        let command = Command {
            forward: Axis::new(random.signed()),
            right: Axis::new(random.signed()),
            up: Axis::new(random.signed()),
            jump: random.below(4) == 0,
            mode: if random.below(8) == 0 {
                Mode::Fly
            } else {
                Mode::Walk
            },
            controller: suited[random.below(suited.len())],
            ..sim.idle_command()
        };
        tick(&mut sim, |sim| sim.tick(&command));
    }
    true
}

/// Advances by a tick, and checks the state after it.
fn tick(sim: &mut Sim, advance: impl FnOnce(&mut Sim)) {
    advance(sim);
    assert_eq!(sim.player().out_of_range(), None, "{:?}", sim.player());
}

fn refused(message: &str) -> bool {
    assert_plain(message);
    false
}

/// Checks that a message holds no character that controls the terminal.
fn assert_plain(message: &str) {
    let bad = message.chars().find(|c| {
        *c != '\n' && (c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    });
    assert_eq!(bad, None, "in {message:?}");
}

/// Bytes with the length and the checksum of a recording.
fn sealed_recording(mut bytes: Vec<u8>) -> Vec<u8> {
    const PREFIX: usize = 18;
    if bytes.len() < PREFIX + 8 {
        return bytes;
    }
    let (length, body) = (bytes.len() as u64, bytes.len() - 8);
    bytes[PREFIX - 8..PREFIX].copy_from_slice(&length.to_le_bytes());
    let sum = fnv(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The checksum of recordings and links: FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
