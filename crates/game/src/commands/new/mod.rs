//! `sidle new` writes a level to start from.

mod kit;

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use sidle::level::toml_string;

use crate::exit::Exit;
use crate::platform::terminal;

#[derive(Debug, Args)]
pub struct NewArguments {
    /// The new file; `.toml` may be left out [default: the name of the kit's folder]
    #[arg(required_unless_present = "kit")]
    pub name: Option<PathBuf>,
    /// Write a level with a kind for each mesh in this folder, and one prop of each
    #[arg(long, value_name = "FOLDER")]
    pub kit: Option<PathBuf>,
}

const STARTER: &str = include_str!("../starter.toml");

/// Writes the starter level, or that of a kit, but never over an existing file.
pub fn run(arguments: &NewArguments) -> Result<Exit, String> {
    let name = match (&arguments.name, &arguments.kit) {
        (Some(name), _) => name.clone(),
        (None, Some(kit)) => {
            let absolute = kit.canonicalize().unwrap_or_else(|_| kit.clone());
            PathBuf::from(absolute.file_name().unwrap_or("kit".as_ref()))
        }
        (None, None) => PathBuf::new(),
    };
    let Some(file_name) = name.file_name() else {
        return Err(format!("`{}` is not a file name", name.display()));
    };
    let mut file_name = file_name.to_owned();
    if name.extension().is_none_or(|extension| extension != "toml") {
        file_name.push(".toml");
    }
    let path = name.with_file_name(file_name);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = match &arguments.kit {
        Some(kit) => with_schema(&path, &kit::level_of(kit, &path, &name)?),
        None => starter(&path, &name),
    };
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
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

/// The starter level with this `name`, to be written to `path`.
fn starter(path: &Path, name: &str) -> String {
    with_schema(path, &STARTER.replace("\"NAME\"", &toml_string(name)))
}

/// `text`, which refers to the schema if that lies next to `path`.
fn with_schema(path: &Path, text: &str) -> String {
    let schema = path.with_file_name("level.schema.json");
    let line = if schema.is_file() {
        "#:schema level.schema.json\n"
    } else {
        ""
    };
    format!("{line}{text}")
}
