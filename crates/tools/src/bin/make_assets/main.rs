//! Generates the meshes of the shipped levels: all files of `assets/`, with the pictures of the textured ones.
//!
//! ```sh
//! cargo run -p sidle-tools --bin make_assets             # from the root of the repository: into assets/
//! cargo run -p sidle-tools --bin make_assets -- FOLDER   # into another folder
//! ```
//!
//! The files are committed. Run this after changing a number, then check `git diff`. It prints one
//! line per file (objects, vertices, faces, bounds), the figures of `assets/README.md`.
//!
//! All meshes are in metres, Y up, right-handed; faces are counter-clockwise seen from outside.
//! Apart from the ground, every shell is closed. Each edge belongs to exactly two faces, so a
//! modeller can cut, bevel or unite the parts without repairing them first. Faces stay quads and
//! n-gons, also concave ones; the program that reads a file triangulates them.
//!
//! Reading order: [`mesh`] (the content of a file), [`palette`], [`solids`] and [`blocks`] (the
//! building functions), the meshes in the order of `main`, then [`writer`], [`paint`] and [`tree`], a GLB.

#![expect(
    clippy::disallowed_methods,
    reason = "its output is rounded to four decimals, and no simulation uses it"
)]

mod blocks;
mod building;
mod car;
mod course;
mod courtyard;
mod gallery;
mod garden;
mod mesh;
mod obstacles;
mod paint;
mod palette;
mod props;
mod solids;
mod spiral;
mod surfaces;
mod terrain;
mod town;
mod tree;
mod writer;
mod yard;

use std::{env, fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    let folder = &env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("assets"), PathBuf::from);
    fs::create_dir_all(folder)?;
    let meshes = [
        props::crate_box(),
        props::fence(),
        props::sign(),
        car::car(),
        courtyard::courtyard(),
        building::building(),
        obstacles::columns(),
        obstacles::corners(),
        obstacles::thin_wall(),
        obstacles::sheet(),
        town::office(),
        town::tower(),
        town::street(),
        gallery::funnels(),
        gallery::seams(),
        gallery::stairs(),
        gallery::pillars(),
        spiral::spiral(),
        terrain::terrain(),
        course::course(),
        garden::garden(),
        surfaces::surfaces(),
        props::runway(),
        props::door(),
        props::pad(),
    ];
    for mesh in meshes.into_iter().chain(props::cubes()) {
        writer::write(&mesh, folder)?;
    }
    paint::write(folder)?;
    paint::write_hills(folder)?;
    tree::write(folder)
}
