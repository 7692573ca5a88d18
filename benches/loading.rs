//! Time to load a mesh of a million triangles, from OBJ text to validated triangles, compared with
//! tobj alone: `cargo bench --bench loading`.
//!
//! The mesh is a hilly grid as an exporter writes it: positions, texture coordinates, normals,
//! groups and materials. The benchmark also writes it to the target folder, so that `sidle check`
//! can be timed with it. The measured time starts with the text in memory and excludes the BVH. Both
//! loaders run in turn, and the shortest time counts, because other load on the machine only adds
//! time.
//!
//! With `-- ours` or `-- tobj`, one loader runs once, for a profiler.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sidle::level::{Files, Level, load_level};

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
    let files = Made {
        mesh: hills(),
        level: format!("{LEVEL}collide = false\n"),
    };
    // Ignore arguments that Cargo adds, such as `--bench`.
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    match only.as_deref() {
        Some("ours") => assert!(count(&ours(&files)) > 1_000_000),
        Some("tobj") => assert!(tobj_alone(&files) > 1_000_000),
        _ => compare(&files),
    }
}

fn compare(files: &Made) {
    write_files(files).expect("the target folder can be written");
    let [mut tobj_time, mut our_time] = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let expected = tobj_alone(files);
        tobj_time = tobj_time.min(start.elapsed());
        let start = Instant::now();
        let level = ours(files);
        our_time = our_time.min(start.elapsed());
        assert_eq!(count(&level), expected);
    }
    let megabytes = files.mesh.len() as f64 / 1e6;
    let ratio = our_time.as_secs_f64() / tobj_time.as_secs_f64();
    println!("{} triangles, {megabytes:.0} MB", 2 * SQUARES * SQUARES);
    println!("tobj alone        {:.0} ms", tobj_time.as_secs_f64() * 1e3);
    println!("checked triangles {:.0} ms", our_time.as_secs_f64() * 1e3);
    println!("ratio             {ratio:.2}");
}

/// The number of triangles that tobj alone reads.
fn tobj_alone(files: &Made) -> usize {
    let options = tobj::LoadOptions {
        triangulate: true,
        ..tobj::LoadOptions::default()
    };
    let mut text = files.mesh.as_bytes();
    let loaded = tobj::load_obj_buf(&mut text, &options, |_| {
        tobj::load_mtl_buf(&mut MATERIALS.as_bytes())
    });
    let (models, _) = loaded.expect("tobj reads it");
    models.iter().map(|it| it.mesh.indices.len() / 3).sum()
}

fn ours(files: &Made) -> Level {
    let loaded = load_level(Path::new("million.toml"), files);
    assert_eq!(loaded.diagnostics, []);
    loaded.level.expect("the mesh is good")
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

impl Files for Made {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let text = match path.extension().and_then(|it| it.to_str()) {
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
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder)?;
    fs::write(folder.join("million.obj"), &files.mesh)?;
    fs::write(folder.join("million.mtl"), MATERIALS)?;
    fs::write(folder.join("million.toml"), LEVEL)?;
    println!("written to {}", folder.join("million.toml").display());
    Ok(())
}
