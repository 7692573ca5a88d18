//! Finds the shipped levels and meshes, which are compiled into the program.

use std::env;
use std::path::Path;

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it");
    // A package from a registry holds a copy of them. In a clone they lie at the root, where these are links.
    let has_copy = Path::new(&package).join("levels/pictures").is_dir();
    let folder = if has_copy { "" } else { "/../.." };
    println!("cargo::rustc-env=SIDLE_SHIPPED={package}{folder}");
    println!("cargo::rerun-if-changed=build.rs");
}
