//! sidle beside rapier: the same geometry, the same moves, one table.
//!
//! ```sh
//! cargo run --release              # everything
//! cargo run --release -- --quick   # a tenth of the moves
//! cargo run --release -- --only room
//! ```
//!
//! Read `scenes` for what is moved through, `mover` for how a course is run, `speed` and `quality`
//! for what is asked of it. Only ratios within one run say anything: machines differ, and one
//! machine differs from minute to minute.

mod mover;
#[allow(dead_code, reason = "shared with the soak, which asks it more")]
#[path = "../../../examples/soak/oracle.rs"]
mod oracle;
mod quality;
mod rapier_mover;
mod scenes;
mod sidle_mover;
mod speed;
mod table;

use std::process::ExitCode;

use table::Table;

const PARTS: [&str; 6] = ["walk", "room", "cast", "build", "density", "quality"];

fn main() -> ExitCode {
    let (mut quick, mut only) = (false, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => quick = true,
            "--only" => only = words.next().or(Some(word)),
            _ => only = Some(word),
        }
    }
    if let Some(name) = &only
        && !PARTS.contains(&name.as_str())
    {
        eprintln!("usage: peers [--quick] [--only {}]", PARTS.join("|"));
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
    ExitCode::SUCCESS
}
