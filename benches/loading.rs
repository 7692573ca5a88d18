//! Time and memory to load a mesh of a million triangles, compared with tobj alone.
//!
//! ```sh
//! cargo bench --package benches --bench loading
//! ```
//!
//! The mesh is a hilly grid as an exporter writes it: positions, texture coordinates, normals,
//! groups and materials. The benchmark also writes it to the target folder, so that `sidle check`
//! can be timed with it. The measured times start with the text in memory:
//!
//! - *checked triangles*: a level that draws the mesh, and collides with none of it.
//! - *level with its world*: a level that collides with it, with its tree.
//! - *bare mesh*: the mesh without a level file, with its tree.
//!
//! All run in turn, and the shortest time counts, because other load on the machine only adds time.
//! `RAYON_NUM_THREADS=1` measures one core. Peak memory is that of a separate process, which reads the files from the
//! disk (on Linux).
//!
//! The memory of a world is counted by an allocator: that of its triangles and its tree, and the most that there is while
//! the tree is built.
//!
//! With `-- ours`, `-- world`, `-- bare` or `-- tobj`, one of them runs once, for a profiler; with `-- memory`, only that of a world is printed.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

#[path = "common/counting.rs"]
mod counting;

use sidle::level::{Budget, Disk, Files, Level, load_level, load_mesh_as_level};
use sidle::world::World;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// Quads along one side of the grid, two triangles each.
const SQUARES: usize = 708;
const ROUNDS: usize = 5;
const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

const LEVEL: &str = "\
format = 1
name = \"A million triangles\"
spawn.position = [354.0, 20.0, 354.0]

[[prop]]
kind = \"crate\"
position = [354.0, 9.0, 354.0]

[[mesh]]
file = \"million.obj\"
";

const MATERIALS: &str = "newmtl grass\nKd 0.3 0.5 0.2\n\nnewmtl rock\nKd 0.5 0.5 0.5\n";

fn main() {
    // Ignore arguments that Cargo adds, such as `--bench`.
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    match only.as_deref() {
        Some("ours") => assert!(count(&ours(&Made::new(false))) > 1_000_000),
        Some("world") => assert!(count(&ours(&Made::new(true))) > 1_000_000),
        Some("bare") => assert!(count(&bare(&Made::new(true), "million.obj")) > 1_000_000),
        Some("memory") => print_world_memory(&Made::new(true)),
        Some("tobj") => assert!(tobj_alone(&Made::new(true)) > 1_000_000),
        Some(name) => match PEAKS.iter().find(|(known, ..)| *known == name) {
            Some((.., load)) => {
                load();
                println!("{}", peak_kilobytes().unwrap_or_default());
            }
            None => eprintln!("there is no part `{name}`"),
        },
        None => compare(),
    }
}

/// A loading to measure.
type Load<'l> = (&'l str, &'l dyn Fn() -> usize);

fn compare() {
    let (drawn, collided) = (Made::new(false), Made::new(true));
    write_files(&collided).expect("the target folder can be written");
    let loads: [Load<'_>; 4] = [
        ("tobj alone", &|| tobj_alone(&collided)),
        ("checked triangles", &|| count(&ours(&drawn))),
        ("level with its world", &|| count(&ours(&collided))),
        ("bare mesh", &|| count(&bare(&collided, "million.obj"))),
    ];
    let mut times = [Duration::MAX; 4];
    for _ in 0..ROUNDS {
        for ((_, load), time) in loads.iter().zip(&mut times) {
            let start = Instant::now();
            assert_eq!(load(), 2 * SQUARES * SQUARES);
            *time = start.elapsed().min(*time);
        }
    }
    let megabytes = collided.mesh.len() as f64 / 1e6;
    println!("{} triangles, {megabytes:.0} MB", 2 * SQUARES * SQUARES);
    for ((name, _), time) in loads.iter().zip(times) {
        let ratio = time.as_secs_f64() / times[0].as_secs_f64();
        println!("{name:21} {:5.0} ms  {ratio:.2}", time.as_secs_f64() * 1e3);
    }
    print_world_memory(&collided);
    let program = std::env::current_exe().expect("a program");
    let mut first = None;
    for (part, name, _) in PEAKS {
        let output = Command::new(&program).arg(part).output();
        let printed = String::from_utf8(output.expect("it runs").stdout).unwrap_or_default();
        let Some(kilobytes) = printed
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|kilobytes| *kilobytes > 0.0)
        else {
            return println!("peak memory is measured on Linux only");
        };
        let ratio = kilobytes / *first.get_or_insert(kilobytes);
        println!("{name:21} {:5.0} MB  {ratio:.2}", kilobytes / 1e3);
    }
}

/// The memory of a world, of its triangles and its tree, and of both while the tree is built, from triangles that are
/// there already.
fn print_world_memory(files: &Made) {
    let level = ours(files);
    let triangles = level.world.triangles();
    let (world, memory) =
        counting::measured(|| World::new(triangles.to_vec(), level.world.boxes().to_vec()));
    let each = |bytes: usize| bytes as f64 / world.triangles().len() as f64;
    let [at_rest, peak] = [memory.at_rest, memory.peak].map(each);
    println!("world at rest         {at_rest:5.1} bytes a triangle");
    println!(
        "while it is built     {peak:5.1} bytes a triangle  {:.2}",
        peak / at_rest
    );
}

/// The measurement in a separate process, with the argument that starts it.
const PEAKS: [(&str, &str, fn()); 3] = [
    ("peak-tobj", "peak of tobj alone", || {
        let loaded = tobj::load_obj(path("million.obj"), &OPTIONS);
        assert!(loaded.is_ok());
    }),
    ("peak-level", "peak of the level", || {
        assert!(load_level(&path("million.toml"), &Disk).level.is_some());
    }),
    ("peak-bare", "peak of the bare mesh", || {
        let mesh = path("million.obj");
        let level = load_mesh_as_level(&mesh, None, &Disk, &Budget::OWN, &mut |_| ());
        assert!(level.loaded.level.is_some());
    }),
];

/// The most memory that this process has had; kilobytes.
fn peak_kilobytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn path(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

const OPTIONS: tobj::LoadOptions = tobj::LoadOptions {
    triangulate: true,
    single_index: false,
    ignore_points: false,
    ignore_lines: false,
};

/// The number of triangles that tobj alone reads.
fn tobj_alone(files: &Made) -> usize {
    let mut text = files.mesh.as_bytes();
    let loaded = tobj::load_obj_buf(&mut text, &OPTIONS, |_| {
        tobj::load_mtl_buf(&mut MATERIALS.as_bytes())
    });
    let (models, _) = loaded.expect("tobj reads it");
    models
        .iter()
        .map(|model| model.mesh.indices.len() / 3)
        .sum()
}

fn ours(files: &Made) -> Level {
    let loaded = load_level(Path::new("million.toml"), files);
    assert_eq!(loaded.diagnostics, []);
    loaded.level.expect("the mesh is good")
}

fn bare(files: &Made, mesh: &str) -> Level {
    let level = load_mesh_as_level(mesh.as_ref(), None, files, &Budget::OWN, &mut |_| ());
    level.loaded.level.expect("the mesh is good")
}

fn count(level: &Level) -> usize {
    // The first model is the mesh, the second the crate.
    let parts = level.scene.models[0].mesh.parts.iter();
    parts.map(|part| part.triangles.len()).sum()
}

/// The level's files, as text in memory.
struct Made {
    mesh: String,
    level: String,
}

impl Made {
    /// The level, which collides with its mesh or does not.
    fn new(collides: bool) -> Self {
        Self {
            mesh: hills(),
            level: format!("{LEVEL}collide = {collides}\n"),
        }
    }
}

impl Files for Made {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("obj") => &self.mesh,
            Some("mtl") => MATERIALS,
            _ => &self.level,
        };
        Ok(text.as_bytes().to_vec())
    }
}

/// Hills on a square of 708 by 708 metres.
fn hills() -> String {
    let mut text = String::from("# made by benches/loading.rs\nmtllib million.mtl\n");
    let side = SQUARES + 1;
    let corner = |row: usize, column: usize| 1 + row * side + column;
    let write = |text: &mut String, line: core::fmt::Arguments<'_>| {
        text.write_fmt(line).expect("memory can be written");
    };
    for (row, column) in grid(side) {
        let height = ((row * 37 + column * 91) % 101) as f64 * 0.01 + (row % 60) as f64 * 0.1;
        write(
            &mut text,
            format_args!("v {column}.000000 {height:.6} {row}.000000\n"),
        );
    }
    for (row, column) in grid(side) {
        let [u, v] = [column, row].map(|at| at as f64 / SQUARES as f64);
        write(&mut text, format_args!("vt {u:.6} {v:.6}\n"));
    }
    for (row, column) in grid(side) {
        let [x, z] = [row, column].map(|at| (at % 7) as f64 * 0.1 - 0.3);
        write(&mut text, format_args!("vn {x:.4} 0.9500 {z:.4}\n"));
    }
    for row in 0..SQUARES {
        if row % 59 == 0 {
            let material = if row % 2 == 0 { "grass" } else { "rock" };
            write(
                &mut text,
                format_args!("g strip_{row}\nusemtl {material}\ns off\n"),
            );
        }
        for column in 0..SQUARES {
            let [a, b] = [corner(row, column), corner(row, column + 1)];
            let [c, d] = [corner(row + 1, column + 1), corner(row + 1, column)];
            for [a, b, c] in [[a, d, c], [a, c, b]] {
                write(
                    &mut text,
                    format_args!("f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}\n"),
                );
            }
        }
    }
    text
}

fn grid(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)))
}

fn write_files(files: &Made) -> io::Result<()> {
    fs::create_dir_all(FOLDER)?;
    fs::write(path("million.obj"), &files.mesh)?;
    fs::write(path("million.mtl"), MATERIALS)?;
    fs::write(path("million.toml"), &files.level)?;
    println!("written to {}", path("million.toml").display());
    Ok(())
}
