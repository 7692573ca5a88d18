//! `sidle new`: writes a level to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::exit::Exit;
use crate::platform::terminal;

#[derive(Debug, Args)]
pub struct NewArguments {
    /// The new file; `.toml` may be left out
    pub name: PathBuf,
}

const STARTER: &str = include_str!("starter.toml");

/// Writes the starter level, but never over an existing file.
pub fn run(arguments: &NewArguments) -> Result<Exit, String> {
    let name = &arguments.name;
    let Some(file_name) = name.file_name() else {
        return Err(format!("`{}` is not a file name", name.display()));
    };
    let mut file_name = file_name.to_owned();
    if name.extension().is_none_or(|extension| extension != "toml") {
        file_name.push(".toml");
    }
    let path = name.with_file_name(file_name);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| file.write_all(starter(&path, &name).as_bytes()));
    if let Err(error) = written {
        let reason = match error.kind() {
            ErrorKind::AlreadyExists => "the file already exists".to_owned(),
            ErrorKind::NotFound => {
                "the folder does not exist: create it first, or leave it out".to_owned()
            }
            _ => error.to_string(),
        };
        return Err(format!("cannot write `{}`: {reason}", path.display()));
    }
    let shown = path.display();
    terminal::line(&format!("Wrote {shown}."))?;
    terminal::line(&format!("Walk in it:  sidle {shown}"))?;
    terminal::line(&format!("Check it:    sidle check {shown}"))?;
    Ok(Exit::Fine)
}

/// The starter level with this `name`. It refers to the schema if that lies beside `path`.
fn starter(path: &Path, name: &str) -> String {
    let schema = path.with_file_name("level.schema.json");
    let line = if schema.is_file() {
        "#:schema level.schema.json\n"
    } else {
        ""
    };
    // The name becomes a TOML string.
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("{line}{}", STARTER.replace("NAME", &name))
}
