//! `sidle play` opens the window.
//!
//! The settings and a small level are loaded first, so that problems are printed before a window opens. Then
//! [`Game`] runs in the window, where a larger level is loaded while a bar shows the progress.

pub mod arguments;

use std::panic::{self, AssertUnwindSafe};
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

#[cfg(not(target_arch = "wasm32"))]
use clap::{Args, FromArgMatches};
use macroquad::conf::Conf;
use macroquad::miniquad::conf::{LinuxBackend, Platform, WebGLVersion};

use sidle::glam::DVec3;
use sidle::replay::{LevelHash, Moment};

use crate::app::Game;
use crate::app::level::first_level::can_repair;
use crate::app::records::playback::Playback;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::setup::MovieRequest;
use crate::app::setup::{FirstLevel, GameSetup};
use crate::commands::play::arguments::PlayArguments;
#[cfg(not(target_arch = "wasm32"))]
use crate::commands::play::arguments::WindowSize;
use crate::draw::adaptive_quality::AdaptiveQuality;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::draw::{icon, text_wrap};
use crate::exit::Exit;
#[cfg(not(target_arch = "wasm32"))]
use crate::options::arguments::InputArguments;
use crate::options::arguments::Recorded;
use crate::options::overlay_set::Overlay;
use crate::options::settings::Settings;
use crate::options::settings::values::Values;
use crate::platform;
use crate::platform::built_in::TEST_LEVEL;
use crate::platform::terminal;
use crate::session::eye::{FreeCamera, Viewpoint};
use crate::session::load::{LevelSource, Loaded, OversizeQuestion, is_light, load_with_progress};
use crate::session::movers::Movers;
use crate::session::recordings::{CommandSource, contact_of};

/// The result of the game, since the call that runs the window returns nothing.
static EXIT: AtomicU8 = AtomicU8::new(Exit::Fine as u8);

/// Whether the window is open. miniquad panics if it cannot open one.
static OPENED: AtomicBool = AtomicBool::new(false);

/// Takes the moving picture `movie` of `input`, a recording, in `level` or else in its own.
///
/// # Errors
/// As [`run`].
#[cfg(not(target_arch = "wasm32"))]
pub fn run_movie(
    input: InputArguments,
    level: Option<PathBuf>,
    movie: MovieRequest,
) -> Result<Exit, String> {
    let command = PlayArguments::augment_args(clap::Command::new("sidle"));
    let matches = command.try_get_matches_from(["sidle"]);
    let arguments = matches.and_then(|matches| PlayArguments::from_arg_matches(&matches));
    let [width, height] = movie.size;
    run(PlayArguments {
        level,
        input,
        size: WindowSize { width, height },
        msaa: Some(DEFAULT_MSAA),
        resolution: Some(100),
        movie: Some(movie),
        ..arguments.map_err(|error| error.to_string())?
    })
}

pub fn run(mut arguments: PlayArguments) -> Result<Exit, String> {
    let capture = arguments.take_capture();
    let (mut settings, mut complaints) = Settings::load();
    complaints.extend(repair_start_level(&mut settings.values));
    for complaint in &complaints {
        terminal::warning(complaint);
    }
    settings.override_for_session(|values| {
        values.sensitivity = arguments.sensitivity.unwrap_or(values.sensitivity);
        values.field_of_view_deg = arguments.fov.unwrap_or(values.field_of_view_deg);
        values.surfaces = arguments.surfaces.unwrap_or(values.surfaces);
    });
    if let Some(Recorded::Link(link)) = &arguments.input.replay
        && let Some(tick) = contact_of(link)
    {
        arguments.tick.get_or_insert(tick);
        arguments.why = true;
    }
    let Some(mut input) = CommandSource::load(&arguments.input)? else {
        // Also reports the problems of the level in the same run.
        load(source_of(&arguments, &settings.values, None)?);
        return Ok(Exit::Problems);
    };
    let source = match input.recorded_level(arguments.level.as_deref(), &arguments.input)? {
        Some(source) => source,
        None => source_of(&arguments, &settings.values, input.moment())?,
    };
    let hz = input.hz().unwrap_or(arguments.hz);
    let offers_tour = capture.is_none() && is_newcomer(&arguments, &settings.values, &input);
    let (mut loaded, later) = load_first(source, capture.is_none(), &input);
    let first = later.map(|(source, question)| FirstLevel {
        source,
        input: std::mem::replace(&mut input, CommandSource::Live),
        exhibit: arguments.exhibit.take(),
        question,
    });
    let Some((mut level, drawing)) = loaded.level.take() else {
        return Ok(Exit::Problems);
    };
    input.apply_to(&mut level);
    if input.hz().is_some() {
        let hash = LevelHash::of_level(&level);
        input.warn_if_level_differs(loaded.path(), &level.scene.name, hash);
    }
    if first.is_none() {
        arguments.start.apply(&mut level.rules, &level.tuning)?;
    }
    if arguments.exhibit.is_some() && level.scene.lab.is_none() {
        return Err("--exhibit: this level has no `[lab]`".to_owned());
    }
    check_display()?;
    #[cfg(not(target_arch = "wasm32"))]
    let movers = Movers::start(&arguments.movers)?.keeping_past();
    #[cfg(target_arch = "wasm32")]
    let movers = Movers::default();

    if arguments.why {
        arguments.overlays.set(Overlay::Panes, false);
        arguments.overlays.set(Overlay::Moves, true);
    }
    let samples = arguments.msaa.or(settings.values.msaa);
    let adaptive_quality = AdaptiveQuality::new(samples, DEFAULT_MSAA, arguments.resolution);
    let name = match &first {
        Some(first) => first.source.path().file_stem().unwrap_or_default(),
        None => level.scene.name.as_ref(),
    };
    let conf = window_conf(&arguments, &name.to_string_lossy());
    let viewpoint = match arguments.free {
        Some(spot) => Viewpoint::Free(FreeCamera {
            eye: DVec3::from_array(spot.position),
        }),
        None if arguments.outside => Viewpoint::ThirdPerson,
        None => Viewpoint::FirstPerson,
    };
    let setup = GameSetup {
        first,
        playback: Playback::new(input.playback(&level.rules.spawn, hz)),
        hz,
        state: input.start_state(),
        recording: input.recording().cloned(),
        is_shared: input.moment().is_some(),
        settings,
        movers,
        offers_tour,
        complaints,
        tick: arguments.tick,
        overlays: arguments.overlays,
        why: arguments.why,
        exhibit: arguments.exhibit,
        start: arguments.start,
        viewpoint,
        map: arguments.map,
        free_view: arguments.free.map(|free| free.view()),
        panel: arguments.panel,
        adaptive_quality,
    };
    // Once the files have arrived, the command runs again.
    if platform::has_pending_files() {
        return Ok(Exit::Fine);
    }
    open(conf, async move {
        OPENED.store(true, Ordering::Relaxed);
        platform::install_panic_hook();
        let result = match Game::new(level, drawing, &loaded, setup) {
            Ok(game) => game.run(capture).await,
            Err(message) => Err(message),
        };
        let exit = result.unwrap_or_else(|message| {
            terminal::error(&message);
            Exit::Problems
        });
        EXIT.store(exit as u8, Ordering::Relaxed);
        platform::notify_page("ended");
    })?;
    let fine = EXIT.load(Ordering::Relaxed) == Exit::Fine as u8;
    Ok(if fine { Exit::Fine } else { Exit::Problems })
}

/// Loads a level, and prints its problems.
fn load(source: LevelSource) -> Loaded<LevelMesh> {
    let loaded = load_with_progress(source, LevelMesh::of_level);
    terminal::diagnostics(&loaded.diagnostics);
    loaded
}

/// Loads the level of `source`, or another one that stands in for it if it comes later, perhaps after a question. A picture is
/// taken at once, without a player.
/// Then also returns its source.
fn load_first(
    source: LevelSource,
    is_played: bool,
    input: &CommandSource,
) -> (
    Loaded<LevelMesh>,
    Option<(LevelSource, Option<OversizeQuestion>)>,
) {
    // A missing file, or display, needs no window to be reported.
    let can_wait =
        || platform::HAS_WORKERS || platform::exists(source.path()) && check_display().is_ok();
    if is_played && !is_light(&source) && can_wait() {
        return (load(LevelSource::StandIn), Some((source, None)));
    }
    let loaded = load_with_progress(source.clone(), LevelMesh::of_level);
    let question = OversizeQuestion::of(&loaded).filter(|_| is_played);
    if question.is_none() {
        terminal::diagnostics(&loaded.diagnostics);
    }
    let is_broken = loaded.level.is_none();
    if question.is_some() || is_broken && can_repair(&loaded, input) {
        let test_level = load(LevelSource::at(TEST_LEVEL.as_ref()));
        return (test_level, Some((source, question)));
    }
    (loaded, None)
}

/// The level to open, from the command line, else of the link, else the start level of the settings, else the test
/// level.
///
/// # Errors
/// A message, when the link names a path that a link may not name.
fn source_of(
    arguments: &PlayArguments,
    settings: &Values,
    moment: Option<&Moment>,
) -> Result<LevelSource, String> {
    if let Some(path) = &arguments.level {
        return Ok(LevelSource::at(path));
    }
    if let Some(moment) = moment {
        return LevelSource::of_moment(moment);
    }
    // The start level may have been deleted.
    let chosen = settings.start_level.as_deref().map(LevelSource::at);
    let is_there = |source: &LevelSource| !source.has_text() || platform::exists(source.path());
    let found = chosen.filter(is_there);
    Ok(found.unwrap_or_else(|| LevelSource::at(TEST_LEVEL.as_ref())))
}

/// Whether somebody plays for the first time, who has not said what to play.
fn is_newcomer(arguments: &PlayArguments, settings: &Values, input: &CommandSource) -> bool {
    let knows_game = settings.hints_seen || settings.tour_offered || settings.start_level.is_some();
    let places = [arguments.start.spawn, arguments.free];
    let says_what = arguments.level.is_some() || places.iter().any(Option::is_some);
    !knows_game && !says_what && matches!(input, CommandSource::Live)
}

/// Removes a start level that the settings may not name, and returns a message. An older version of the page let a link
/// set it.
fn repair_start_level(settings: &mut Values) -> Option<String> {
    let path = settings.start_level.as_ref()?;
    let why = platform::check_start_level(path).err()?;
    let shown = path.to_string_lossy().escape_debug().to_string();
    settings.start_level = None;
    Some(format!(
        "the start level `{shown}` is removed from the settings, since {why}"
    ))
}

/// Checks for a display, where that is possible before the window opens.
///
/// # Errors
/// A message, when there is none.
fn check_display() -> Result<(), String> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(
            "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY \
                    is set\n`sidle check` and `sidle simulate` work without one"
                .to_owned(),
        );
    }
    Ok(())
}

/// Samples per pixel, unless set otherwise.
const DEFAULT_MSAA: u8 = 4;

/// Longest name of a level in the window's title; characters.
const MAX_NAME: u8 = 80;

fn window_conf(arguments: &PlayArguments, name: &str) -> Conf {
    // A title must not contain control characters.
    let name = name.replace(char::is_control, " ");
    let name = text_wrap::truncate(&name, f32::from(MAX_NAME), |text| {
        text.chars().count() as f32
    });
    let miniquad_conf = macroquad::miniquad::conf::Conf {
        window_title: format!("sidle: {name}"),
        window_width: i32::from(arguments.size.width),
        window_height: i32::from(arguments.size.height),
        high_dpi: true,
        // The level is drawn into its own multisampled target.
        sample_count: 1,
        icon: Some(icon::draw()),
        platform: Platform {
            linux_backend: LinuxBackend::X11WithWaylandFallback,
            linux_wm_class: "sidle",
            // WebGL 1 has no 32-bit indices.
            webgl_version: WebGLVersion::WebGL2,
            ..Platform::default()
        },
        ..Default::default()
    };
    Conf {
        miniquad_conf,
        ..Conf::default()
    }
}

/// Opens the window and returns when it is closed.
fn open(conf: Conf, game: impl Future<Output = ()> + 'static) -> Result<(), String> {
    // miniquad panics if the display does not exist: that becomes a message.
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if OPENED.load(Ordering::Relaxed) {
            default_hook(panicked);
        }
    }));
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, game)
    }));
    drop(panic::take_hook());
    match ended {
        Ok(()) => Ok(()),
        Err(payload) if OPENED.load(Ordering::Relaxed) => panic::resume_unwind(payload),
        Err(payload) => {
            let reason = payload.downcast_ref::<String>().map(String::as_str);
            let reason = reason.or_else(|| payload.downcast_ref::<&str>().copied());
            Err(format!(
                "no window can be opened: {}\nis a display running, with OpenGL? `sidle check` and \
                 `sidle simulate` work without one",
                reason.unwrap_or("the system gives no reason")
            ))
        }
    }
}
