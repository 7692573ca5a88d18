//! Lists the shipped levels, their pictures and meshes, which are compiled into the program.

use std::path::Path;
use std::{env, fs};

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it");
    // A package from a registry holds a copy of them. In a clone they lie at the root, where these are links.
    let has_copy = Path::new(&package).join("levels/pictures").is_dir();
    let root = format!("{package}{}", if has_copy { "" } else { "/../.." });
    let levels = files(&root, "levels", &["toml"]);
    let assets = files(&root, "assets", &["obj", "mtl", "glb", "png"]);
    let pictures = files(&root, "levels/pictures", &["jpg"]);
    write("assets.rs", format!("{assets:?}"));
    write("shipped.rs", with_bytes(&root, &[levels, assets].concat()));
    write("pictures.rs", with_bytes(&root, &pictures));
    println!("cargo::rerun-if-changed=build.rs");
}

/// The paths of the files in `folder` with one of these `ends`; sorted.
fn files(root: &str, folder: &str, ends: &[&str]) -> Vec<String> {
    println!("cargo::rerun-if-changed={root}/{folder}");
    let entries = fs::read_dir(format!("{root}/{folder}")).expect("a folder of shipped files");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name"));
    let is_shipped = |name: &String| ends.iter().any(|end| name.ends_with(&format!(".{end}")));
    let paths = names
        .filter(is_shipped)
        .map(|name| format!("{folder}/{name}"));
    let mut paths: Vec<_> = paths.collect();
    paths.sort();
    paths
}

/// A list of files, each with its path and its bytes.
fn with_bytes(root: &str, paths: &[String]) -> String {
    let row = |path: &String| {
        format!(
            "({path:?}, include_bytes!({:?}) as &[u8]),",
            format!("{root}/{path}")
        )
    };
    format!("[{}]", paths.iter().map(row).collect::<String>())
}

/// Writes an expression for the program to include.
fn write(name: &str, expression: String) {
    let folder = env::var("OUT_DIR").expect("Cargo sets it");
    fs::write(Path::new(&folder).join(name), format!("&{expression}"))
        .expect("a file of the build");
}
