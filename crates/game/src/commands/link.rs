//! `sidle link` prints a recording and its level as a link.

use std::path::PathBuf;

use clap::Args;

use sidle::level::is_mesh;
use sidle::replay::{LevelHash, Moment};

use crate::exit::Exit;
use crate::options::settings::values::is_address;
use crate::platform::terminal;
use crate::session::load::load_with_progress;
use crate::session::recordings::link::link;
use crate::session::recordings::{
    find_level, level_difference, load_recording, missing_mesh_warning, path_in_link,
    recorded_source,
};

#[derive(Debug, Args)]
#[command(after_help = LINK_HELP)]
pub struct LinkArguments {
    /// The recording
    pub file: PathBuf,
    /// The level [default: the recorded name, next to the recording or in `levels`]
    #[arg(long, value_name = "PATH")]
    pub level: Option<PathBuf>,
    /// The page that the link opens
    #[arg(
        long,
        value_name = "URL",
        value_parser = parse_page
    )]
    pub page: Option<String>,
}

const LINK_HELP: &str = "\
The page replays the link, and so does `sidle replay LINK`. The link holds the
level's text, but no meshes. Every copy of the game has the shipped meshes; a
warning names all others.";

/// Reads the address of a page.
pub fn parse_page(text: &str) -> Result<String, String> {
    let address = Some(text).filter(|text| is_address(text));
    let address = address.map(str::to_owned);
    address.ok_or_else(|| "expected an address, such as https://example.org/sidle/".to_owned())
}

pub fn run(arguments: &LinkArguments) -> Result<Exit, String> {
    let recording = load_recording(&arguments.file)?;
    let path = match &arguments.level {
        Some(path) => path.clone(),
        None => find_level(&recording.header.file, &arguments.file)?,
    };
    let source = recorded_source(&path, &recording.header);
    let mut loaded = load_with_progress(source, |_, _| ());
    terminal::diagnostics(&loaded.diagnostics);
    let Some((mut level, ())) = loaded.level.take() else {
        return Ok(Exit::Problems);
    };
    // The text of a bare mesh is that of the level around it.
    let named = if is_mesh(&path) {
        path.with_extension("toml")
    } else {
        path.clone()
    };
    let moment = Moment::new(recording, &path_in_link(&named), &loaded.text);
    let header = &moment.recording().header;
    header.apply_to(&mut level);
    let hash = LevelHash::of_level(&level);
    if let Some(difference) = level_difference(header, &path, &level.scene.name, hash) {
        terminal::warning(&difference);
    }
    if let Some(warning) = missing_mesh_warning(&moment) {
        terminal::warning(&warning);
    }
    let shown = arguments.file.display();
    let text = moment.encode();
    let text = text.map_err(|error| format!("{shown}: {error}"))?;
    let page = arguments.page.as_deref().unwrap_or_default();
    terminal::line(&link(page, &text))?;
    Ok(Exit::Fine)
}
