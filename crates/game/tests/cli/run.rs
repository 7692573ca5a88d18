//! Helpers that run the binary and read its output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

pub const COURTYARD: &str = "levels/courtyard.toml";
pub const BAD: &str = "tests/fixtures/bad/levels/many.toml";

/// The result of a run of the binary.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The root of the repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The path of a file of the repository.
pub fn at_root(path: &str) -> PathBuf {
    let root = fs::canonicalize(ROOT).unwrap();
    root.join(path)
}

/// Runs `sidle` in the root of the repository, without a display.
pub fn sidle(arguments: &[&str]) -> Run {
    sidle_in(Path::new(ROOT), arguments)
}

pub fn sidle_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        // Do not use the user's own settings.
        .env("XDG_CONFIG_HOME", folder)
        .output()
        .unwrap();
    Run {
        code: output.status.code().expect("ended by itself"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// Asserts success without messages; returns stdout.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!(
            (self.code, self.stderr.as_str()),
            (0, ""),
            "{}",
            self.stdout
        );
        self.stdout
    }

    /// Asserts failure with `code` and no output on stdout; returns stderr.
    #[track_caller]
    pub fn failed(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.stdout.as_str()),
            (code, ""),
            "{}",
            self.stderr
        );
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self.stderr
    }
}

/// A temporary folder of one test, removed at its end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("sidle-cli-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file and returns its full path.
    pub fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Ignore a failure: a panic here would hide the failure of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

pub fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

pub fn sorted(names: &str) -> Vec<&str> {
    let mut names: Vec<_> = names.split_whitespace().collect();
    names.sort_unstable();
    names
}

pub fn three(value: &Value) -> [f64; 3] {
    let numbers: Vec<_> = value
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_f64().unwrap())
        .collect();
    numbers.try_into().unwrap()
}
