//! `sidle new` writes a level to start from.

mod around;
mod kit;

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::exit::Exit;
use crate::options::action::Starter;
use crate::platform::terminal;
use crate::session::guide::starter_level;

#[derive(Debug, Args)]
pub struct NewArguments {
    /// The new file; `.toml` may be left out [default: the name of the kit's folder, or of the mesh]
    #[arg(required_unless_present_any = ["kit", "from"])]
    pub name: Option<PathBuf>,
    /// Write a level with a floor and nothing else
    #[arg(long, conflicts_with_all = ["kit", "from"])]
    pub empty: bool,
    /// Write a level with a kind for each mesh in this folder, and one prop of each
    #[arg(long, value_name = "FOLDER")]
    pub kit: Option<PathBuf>,
    /// Write a level around this mesh, map or picture of heights: OBJ, glTF, GLB, MAP or PNG
    #[arg(long, value_name = "FILE", conflicts_with = "kit")]
    pub from: Option<PathBuf>,
}

/// Writes the starter level, an empty one, or that of a kit, mesh or picture, but never over an existing file.
pub fn run(arguments: &NewArguments) -> Result<Exit, String> {
    let name = match (&arguments.name, &arguments.kit, &arguments.from) {
        (Some(name), ..) => name.clone(),
        (None, Some(kit), _) => {
            let absolute = kit.canonicalize().unwrap_or_else(|_| kit.clone());
            PathBuf::from(absolute.file_name().unwrap_or("kit".as_ref()))
        }
        (None, None, Some(mesh)) => PathBuf::from(mesh.file_stem().unwrap_or_default()),
        (None, None, None) => PathBuf::new(),
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
    let text = match (&arguments.kit, &arguments.from) {
        (Some(kit), _) => kit::level_of(kit, &path, &name)?,
        (None, Some(mesh)) => around::level_of(mesh, &path, &name)?,
        (None, None) => {
            let starter = match arguments.empty {
                true => Starter::Empty,
                false => Starter::Room,
            };
            starter_level(starter, &name)
        }
    };
    let text = with_schema(&path, &text);
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
