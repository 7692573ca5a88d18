//! Names the shared library after the version of its structs and functions, so that a program finds one that suits it, or none.
//!
//! `CMakeLists.txt` installs it under the same name. A version 0.x.y suits all 0.x, and a later one all of the same major version.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of = |name: &str| env::var(name).unwrap_or_default();
    let (major, minor) = (of("CARGO_PKG_VERSION_MAJOR"), of("CARGO_PKG_VERSION_MINOR"));
    let version = if major == "0" {
        format!("0.{minor}")
    } else {
        major
    };
    let name = match of("CARGO_CFG_TARGET_OS").as_str() {
        "linux" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" => {
            format!("-soname,libsidle_c.so.{version}")
        }
        "macos" => format!("-install_name,@rpath/libsidle_c.{version}.dylib"),
        // Windows finds a library by the name of its file, and elsewhere it belongs to one program.
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg=-Wl,{name}");
}
