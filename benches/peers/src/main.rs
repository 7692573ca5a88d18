//! Compares sidle with rapier, parry, Box3D and avian: the same geometry, the same moves, one table.
//!
//! ```sh
//! cargo run --release              # all parts
//! cargo run --release -- --quick   # a tenth of the moves
//! cargo run --release -- --only room
//! cargo run --release -- --json results.json
//! cargo run --release --features box3d   # needs cmake and libclang
//! cargo run --release --features avian   # compiles Bevy
//! ```
//!
//! `scenes` has the geometry and the motions, `mover` runs a course, and `speed` and `quality` measure
//! it. Compare only ratios within one run: speed differs between machines, and on one machine from
//! minute to minute.

#[cfg(feature = "avian")]
mod avian_mover;
#[cfg(feature = "box3d")]
mod box3d_mover;
mod candidates;
mod mover;
#[allow(dead_code, reason = "shared with the soak test, which uses all of it")]
#[path = "../../../crates/conformance/src/oracle.rs"]
mod oracle;
mod quality;
mod rapier_mover;
mod scenes;
mod sidle_mover;
mod speed;
mod table;

use std::process::ExitCode;

use table::Table;

const PARTS: [&str; 7] = [
    "walk", "room", "cast", "scan", "build", "density", "quality",
];

fn main() -> ExitCode {
    let (mut quick, mut only, mut json) = (false, None, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => quick = true,
            "--json" => json = words.next(),
            "--only" => only = words.next().or(Some(word)),
            _ => only = Some(word),
        }
    }
    if let Some(name) = &only
        && !PARTS.contains(&name.as_str())
    {
        eprintln!(
            "usage: peers [--quick] [--json FILE] [--only {}]",
            PARTS.join("|")
        );
        return ExitCode::from(2);
    }
    let part = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let number = if quick { 20_000 } else { 200_000 };

    let mut table = Table::default();
    if part("walk") {
        speed::walks(&mut table, number);
    }
    if part("room") {
        speed::flights(&mut table, number);
    }
    if part("cast") {
        speed::casts(&mut table, number / 10);
    }
    if part("scan") {
        speed::scan(&mut table, number);
    }
    if part("build") {
        speed::builds(&mut table);
    }
    if part("density") {
        speed::density(&mut table, number);
    }
    if part("quality") {
        quality::room(&mut table, number);
        quality::corners(&mut table);
        quality::wall(&mut table);
        quality::floor(&mut table);
    }
    println!("{}", table.markdown());
    if let Some(path) = json
        && let Err(error) = std::fs::write(&path, table.json() + "\n")
    {
        eprintln!("{path}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
