//! `sidle link`: a recording and its level as a link.

use std::path::Path;

use sidle::level::Files;
use sidle::replay::Moment;
use sidle::sim::Sim;

use crate::cli::LinkArguments;
use crate::commands::replay::{files_with, find_level};
use crate::exit::Exit;
use crate::platform::terminal;
use crate::session::run::{difference, load_recording};

pub fn run(arguments: &LinkArguments) -> Result<Exit, String> {
    let recording = load_recording(&arguments.file)?;
    let path = match &arguments.level {
        Some(path) => path.clone(),
        None => find_level(&recording.header.file, &arguments.file)?,
    };
    let files = files_with(&path);
    let Some(mut level) = terminal::load(&path, files) else {
        return Ok(Exit::Problems);
    };
    let text = text_of(&path, files)?;
    let moment = Moment::new(recording, &from_here(&path), &text);
    let header = &moment.recording().header;
    header.apply_to(&mut level);
    let sim = Sim::of_level(&mut level, header.hz);
    if let Some(difference) = difference(header, &path, &level.name, &sim) {
        terminal::warning(&difference);
    }
    if let Some(warning) = foreign_meshes(&moment) {
        terminal::warning(&warning);
    }
    let shown = arguments.file.display();
    let text = moment.encode();
    let text = text.map_err(|error| format!("{shown}: {error}"))?;
    let page = arguments.page.as_deref().unwrap_or_default();
    terminal::line(&link(page, &text))?;
    Ok(Exit::Fine)
}

/// What is to be said of a level that names meshes which others have not.
pub fn foreign_meshes(moment: &Moment) -> Option<String> {
    let meshes = moment.foreign_meshes();
    (!meshes.is_empty()).then(|| {
        let meshes = meshes.join("`, `");
        format!("the link works where these are too: `{meshes}`")
    })
}

/// The link to `page` that holds the moment `text`.
pub fn link(page: &str, text: &str) -> String {
    let page = page.split('#').next().unwrap_or_default();
    format!("{page}{}{text}", Moment::KEY)
}

/// The text of the level at `path`.
fn text_of(path: &Path, files: &dyn Files) -> Result<String, String> {
    let (bytes, shown) = (files.read(path), path.display());
    let bytes = bytes.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{shown}: this is not a text file"))
}

/// `path`, relative to the folder that one is in where that is possible.
pub fn from_here(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).to_string_lossy().into_owned()
}
