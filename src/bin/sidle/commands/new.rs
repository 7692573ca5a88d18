//! `sidle new`: a level to begin with.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use clap::Args;
use std::path::PathBuf;

use crate::exit::Exit;
use crate::platform::terminal;

#[derive(Debug, Args)]
pub struct NewArguments {
    /// The new file; `.toml` may be left out
    pub name: PathBuf,
}

const STARTER: &str = include_str!("starter.toml");

/// Writes the starter level, and never over a file that is there.
pub fn run(arguments: &NewArguments) -> Result<Exit, String> {
    let asked = &arguments.name;
    let Some(file_name) = asked.file_name() else {
        return Err(format!("`{}` is no name of a file", asked.display()));
    };
    let mut file_name = file_name.to_owned();
    if asked
        .extension()
        .is_none_or(|extension| extension != "toml")
    {
        file_name.push(".toml");
    }
    let path = asked.with_file_name(file_name);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| file.write_all(starter(&path, &name).as_bytes()));
    if let Err(error) = written {
        let reason = match error.kind() {
            ErrorKind::AlreadyExists => "there is such a file already".to_owned(),
            ErrorKind::NotFound => {
                "there is no such folder: make it first, or leave it out".to_owned()
            }
            _ => error.to_string(),
        };
        return Err(format!("cannot write `{}`: {reason}", path.display()));
    }
    let shown = path.display();
    terminal::line(&format!("{shown} is written."))?;
    terminal::line(&format!("Walk in it:  sidle {shown}"))?;
    terminal::line(&format!("Check it:    sidle check {shown}"))?;
    Ok(Exit::Fine)
}

/// The starter level under this name, for this place: editors are pointed to the schema where it
/// lies beside the level.
fn starter(path: &Path, name: &str) -> String {
    let schema = path.with_file_name("level.schema.json");
    let line = if schema.is_file() {
        "#:schema level.schema.json\n"
    } else {
        ""
    };
    // Quotes and the like would end the text of the name.
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("{line}{}", STARTER.replace("NAME", &name))
}
