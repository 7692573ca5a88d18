//! `sidle link`: a recording and its level as a link.

use clap::Args;
use std::path::PathBuf;

use sidle::replay::Moment;
use sidle::sim::Sim;

use crate::exit::Exit;
use crate::options::settings::values::is_address;
use crate::platform::terminal;
use crate::session::level_files::find_level;
use crate::session::link::{link, missing_mesh_warning, relative_to_current_folder};
use crate::session::loader::{LevelSource, load_with_progress};
use crate::session::run::{level_difference, load_recording};

#[derive(Debug, Args)]
#[command(after_help = LINK_HELP)]
pub struct LinkArguments {
    /// The recording
    pub file: PathBuf,
    /// The level; without it, the one of the recorded name beside the recording or in `levels`
    #[arg(long, value_name = "PATH")]
    pub level: Option<PathBuf>,
    /// The page to which it leads
    #[arg(
        long,
        value_name = "URL",
        value_parser = parse_page
    )]
    pub page: Option<String>,
}

const LINK_HELP: &str = "\
The page replays it, and so does `sidle replay LINK`. The level's text is in
the link, and its meshes are not: those that come with the game are there, and
you are told of others.";

fn parse_page(text: &str) -> Result<String, String> {
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
    let mut loaded = load_with_progress(LevelSource::at(&path), |_, _| ());
    terminal::diagnostics(&loaded.diagnostics);
    let Some((mut level, ())) = loaded.level.take() else {
        return Ok(Exit::Problems);
    };
    let moment = Moment::new(recording, &relative_to_current_folder(&path), &loaded.text);
    let header = &moment.recording().header;
    header.apply_to(&mut level);
    let sim = Sim::of_level(&mut level, header.hz);
    if let Some(difference) = level_difference(header, &path, &level.name, &sim) {
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
