//! `sidle play`: the window.
//!
//! [`game`] is the frame (poll, ticks, draw), [`input`] turns keys and mouse into commands,
//! [`camera`] is what is seen from where, [`viewpoint`] whose eyes see it, [`map`] the level from above,
//! [`renderer`] draws the level, [`overlays`] what explains it, [`lab`] the exhibits of a contact lab,
//! [`editor`] changes a level while it is played, [`lessons`] tell what there is to try,
//! [`hud`] the text over it, [`panel`] all that one may set.
//! Nothing here decides how the player moves: that is [`Sim::tick`](sidle::sim::Sim::tick).

pub mod arguments;

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use macroquad::conf::Conf;
use macroquad::miniquad::conf::{LinuxBackend, Platform, WebGLVersion};

use sidle::glam::DVec3;
use sidle::level::{Level, TEST_LEVEL};
use sidle::replay::Moment;
use sidle::sim::Sim;

use crate::app::{Game, GameSetup, ScreenshotRequest, prepare_drawing};
use crate::commands::play::arguments::PlayArguments;
use crate::draw::adaptive_quality::AdaptiveQuality;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::draw::{icon, text_wrap};
use crate::exit::Exit;
use crate::options::settings::Settings;
use crate::options::settings::values::Values;
use crate::platform;
use crate::platform::terminal;
use crate::session::loader::{LevelSource, Loaded, load_with_progress};
use crate::session::run::CommandSource;
use crate::session::viewpoint::{FreeCamera, Viewpoint};

/// What the game inside the window ended with; the window's own call returns nothing.
static EXIT: AtomicU8 = AtomicU8::new(Exit::Fine as u8);

/// Whether the window was there. Before that, a panic is miniquad's way to say that it cannot be.
static OPENED: AtomicBool = AtomicBool::new(false);

pub fn run(arguments: PlayArguments) -> Result<Exit, String> {
    let (mut settings, complaints) = Settings::load();
    for complaint in &complaints {
        terminal::warning(complaint);
    }
    settings.override_with(|values| {
        values.sensitivity = arguments.sensitivity.unwrap_or(values.sensitivity);
        values.field_of_view_deg = arguments.fov.unwrap_or(values.field_of_view_deg);
    });
    let Some(input) = CommandSource::load(&arguments.input)? else {
        // All problems in one run.
        load(source_of(&arguments, &settings.values, None));
        return Ok(Exit::Problems);
    };
    let mut loaded = load(source_of(&arguments, &settings.values, input.moment()));
    let Some((mut level, drawing)) = loaded.level.take() else {
        return Ok(Exit::Problems);
    };
    input.apply_to(&mut level);
    let hz = input.hz().unwrap_or(arguments.hz);
    if input.hz().is_some() {
        let start = Sim::of_level(&mut level.clone(), hz);
        input.warn_of_another_level(loaded.path(), &level.name, &start);
    }
    arguments.start.apply(&mut level.rules, &level.tuning)?;
    if arguments.exhibit.is_some() && level.lab.is_none() {
        return Err("--exhibit: this level has no `[lab]`".to_owned());
    }
    check_display()?;

    let samples = arguments.msaa.or(settings.values.msaa);
    let adaptive_quality = AdaptiveQuality::new(samples, USUAL_MSAA, arguments.resolution);
    let conf = window_conf(&arguments, &level);
    let picture = arguments.screenshot.zip(arguments.after);
    let picture = picture.map(|(path, after)| ScreenshotRequest { path, after });
    let viewpoint = match arguments.free {
        Some(spot) => Viewpoint::Free(FreeCamera {
            eye: DVec3::from_array(spot.position),
        }),
        None if arguments.outside => Viewpoint::Outside,
        None => Viewpoint::Eyes,
    };
    let setup = GameSetup {
        script: input.commands(&level.rules.spawn, hz),
        hz,
        state: input.state(),
        shared_seconds: input.shared_seconds(),
        settings,
        complaints,
        shown: arguments.overlays,
        exhibit: arguments.exhibit,
        start: arguments.start,
        viewpoint,
        map: arguments.map,
        free_view: arguments.free.map(|free| free.view()),
        panel: arguments.panel,
        adaptive_quality,
    };
    // Where they have to come first, all of this is done again then.
    if platform::waits_for_files() {
        return Ok(Exit::Fine);
    }
    open(conf, async move {
        OPENED.store(true, Ordering::Relaxed);
        platform::catch_panics();
        let result = match Game::new(level, drawing, &loaded, setup) {
            Ok(game) => game.run(picture).await,
            Err(message) => Err(message),
        };
        if let Err(message) = result {
            terminal::error(&message);
            EXIT.store(Exit::Problems as u8, Ordering::Relaxed);
        }
        platform::notify_page("ended");
    })?;
    let fine = EXIT.load(Ordering::Relaxed) == Exit::Fine as u8;
    Ok(if fine { Exit::Fine } else { Exit::Problems })
}

/// Loads a level, and prints its problems.
fn load(source: LevelSource) -> Loaded<LevelMesh> {
    let loaded = load_with_progress(source, prepare_drawing);
    terminal::diagnostics(&loaded.diagnostics);
    loaded
}

/// The level to open: the one on the command line, else that of a link, else the one to start with, else the test level.
fn source_of(arguments: &PlayArguments, settings: &Values, moment: Option<&Moment>) -> LevelSource {
    if let Some(path) = &arguments.level {
        return LevelSource::File(path.clone());
    }
    if let Some(moment) = moment {
        return LevelSource::of_moment(moment);
    }
    // One that was chosen in an earlier game may be gone.
    let chosen = settings.start_level.as_deref();
    match chosen.filter(|path| platform::exists(path)) {
        Some(path) => LevelSource::File(path.to_owned()),
        None => LevelSource::at(TEST_LEVEL.as_ref()),
    }
}

/// Says in words that there is no display, where that can be known beforehand.
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

/// Samples per pixel, unless somebody wants others.
const USUAL_MSAA: u8 = 4;

/// A longer name of a level is cut in the window's title; characters.
const LONGEST_NAME: u8 = 80;

fn window_conf(arguments: &PlayArguments, level: &Level) -> Conf {
    // No system takes control characters in a title.
    let name = level.name.replace(char::is_control, " ");
    let name = text_wrap::truncate(&name, f32::from(LONGEST_NAME), |text| {
        text.chars().count() as f32
    });
    let miniquad_conf = macroquad::miniquad::conf::Conf {
        window_title: format!("sidle: {name}"),
        window_width: i32::from(arguments.size.width),
        window_height: i32::from(arguments.size.height),
        high_dpi: true,
        // The level has its own.
        sample_count: 1,
        icon: Some(icon::draw()),
        platform: Platform {
            linux_backend: LinuxBackend::X11WithWaylandFallback,
            linux_wm_class: "sidle",
            // For indices of 32 bits.
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

/// Opens the window and stays until it is closed.
fn open(conf: Conf, game: impl Future<Output = ()> + 'static) -> Result<(), String> {
    // A display that is named and not there makes miniquad panic: that becomes a message instead.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        if OPENED.load(Ordering::Relaxed) {
            usual(panicked);
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
            let said = payload.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| payload.downcast_ref::<&str>().copied());
            Err(format!(
                "no window can be opened: {}\nis a display running, with OpenGL? `sidle check` and \
                 `sidle simulate` work without one",
                said.unwrap_or("the system gives no reason")
            ))
        }
    }
}
