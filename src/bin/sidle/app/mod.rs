//! The game in the window: poll the devices, advance all ticks that are due, draw.

pub mod dispatch;
pub mod editing;
pub mod frame;
pub mod panel;

pub mod levels;
pub mod recording;
pub mod share;

use std::path::PathBuf;

use macroquad::input::{is_quit_requested, prevent_quit, show_mouse};
use macroquad::miniquad::window::set_ime_enabled;
use macroquad::time::get_frame_time;
use macroquad::window::next_frame;

use sidle::geometry::angle::BinaryAngle;
use sidle::level::Level;
use sidle::player::Command;
use sidle::sim::Snapshot;

use crate::platform;
use crate::app::recording::Opening;
use crate::draw::screenshot;
use crate::draw::adaptive_quality::AdaptiveQuality;
use crate::draw::renderer::Renderer;
use crate::draw::renderer::level_mesh::LevelMesh;
use crate::options::action::{Action, Seek};
use crate::options::arguments::StartArguments;
use crate::options::map_size::MapSize;
use crate::options::overlay_set::OverlaySet;
use crate::options::settings::Settings;
use crate::platform::terminal;
use crate::platform::event::TimeFlow;
use crate::platform::stopwatch::timed;
use crate::session::Session;
use crate::session::document::LevelDocument;
use crate::session::editor::Loss;
use crate::session::level_list::LevelListCache;
use crate::session::loader::{Loaded, Reloader};
use crate::session::viewpoint::Viewpoint;
use crate::ui::first_hints::FirstHints;
use crate::ui::input::Input;
use crate::ui::panel::Panel;
use crate::ui::screens::Screens;
use crate::view::hud::Hud;
use crate::view::map::Map;
use crate::view::overlays::Overlays;

/// A longer frame than this is treated as one of this length: after a stall the game goes on from
/// where it was, and never makes up for the time in one giant step; seconds.
const LONGEST_FRAME: f64 = 0.1;

/// A picture to take instead of playing.
pub struct ScreenshotRequest {
    pub path: PathBuf,
    /// Game time before it is taken; seconds.
    pub after: f64,
}

/// How a game begins, beside its level.
pub struct GameSetup {
    /// What is done before live input.
    pub script: Option<Box<dyn Iterator<Item = Command>>>,
    /// Ticks per second.
    pub hz: u32,
    /// What to begin in, if not in the level's start.
    pub state: Option<Snapshot>,
    /// How long that is which somebody shared by a link, if that is what is done.
    pub shared_seconds: Option<f64>,
    pub settings: Settings,
    /// What is to be told of them.
    pub complaints: Vec<String>,
    pub shown: OverlaySet,
    pub exhibit: Option<String>,
    /// Where to begin, if not where the level says.
    pub start: StartArguments,
    /// From where the level is seen.
    pub viewpoint: Viewpoint,
    pub map: MapSize,
    /// Where a free camera looks.
    pub free_view: Option<(BinaryAngle, BinaryAngle)>,
    /// Whether the panel is open.
    pub panel: bool,
    pub adaptive_quality: AdaptiveQuality,
}

/// The game in the window.
pub struct Game {
    session: Session,
    document: LevelDocument,
    reloader: Reloader<LevelMesh>,
    start: StartArguments,
    screens: Screens,
    /// The levels that the panel lists.
    panel_levels: LevelListCache,
    /// A recording that is being opened.
    opening: Option<Opening>,
    /// What is left of a walk script or a recording.
    script: Option<Box<dyn Iterator<Item = Command>>>,
    settings: Settings,
    input: Input,
    hud: Hud,
    panel: Panel,
    renderer: Renderer,
    overlays: Overlays,
    fullscreen: bool,
    /// Whether it was said that one can see why one was thrown back.
    anomaly_announced: bool,
    /// From where the level is seen.
    viewpoint: Viewpoint,
    map: Map,
    /// What there is to try, in the first game.
    first_hints: Option<FirstHints>,
    /// Length of a frame, averaged over the last few; seconds. `None` until there are some.
    frame_seconds: Option<f64>,
    /// How finely it is drawn.
    adaptive_quality: AdaptiveQuality,
    /// Whether the surroundings let time pass.
    time: TimeFlow,
    /// What the page around the game was told last.
    told: Option<(PathBuf, &'static str)>,
}

/// The vertices of a level; an `edited` level draws its props as things that move.
pub fn prepare_drawing(level: &Level, edited: bool) -> LevelMesh {
    LevelMesh::build(level, &level.movers, edited)
}

impl Game {
    /// The game of `level` as it was `loaded`, drawn as `drawing`.
    ///
    /// # Errors
    /// When the graphics driver refuses the renderer, the text or the panel.
    pub fn new(
        level: Level,
        drawing: LevelMesh,
        loaded: &Loaded<LevelMesh>,
        setup: GameSetup,
    ) -> Result<Self, String> {
        let renderer = Renderer::new(drawing)?;
        let mut hud = Hud::new(&level)?;
        // In a lab the board has the numbers that matter.
        hud.shows_readings = level.lab.is_none();
        if let Some(seconds) = setup.shared_seconds {
            hud.show_message(format!(
                "you watch {seconds:.1} s that somebody shared; then you play on"
            ));
        }
        if let Some((first, others)) = setup.complaints.split_first() {
            hud.show_message(match others.len() {
                0 => first.clone(),
                more => format!("{first} (and {more} more: see the terminal)"),
            });
        }
        let mut input = Input::new(&level, &setup.settings.values);
        if let Some((yaw, pitch)) = setup.free_view {
            input.leave_body();
            input.turn_to(yaw, pitch);
        }
        let mut panel = Panel::new();
        if setup.panel {
            panel.toggle(false)?;
        }
        Ok(Self {
            input,
            first_hints: (!setup.settings.values.hints_seen).then(FirstHints::new),
            settings: setup.settings,
            session: Session::new(level, setup.exhibit.as_deref(), setup.hz)
                .begun_in(setup.state.as_ref()),
            document: LevelDocument::of(loaded),
            reloader: Reloader::new(loaded, prepare_drawing),
            start: setup.start,
            screens: Screens::default(),
            panel_levels: LevelListCache::default(),
            opening: None,
            script: setup.script,
            hud,
            panel,
            overlays: Overlays::new(setup.shown, renderer.origin()),
            map: Map::new(setup.map, renderer.origin()),
            renderer,
            fullscreen: false,
            anomaly_announced: false,
            viewpoint: setup.viewpoint,
            frame_seconds: None,
            adaptive_quality: setup.adaptive_quality,
            time: TimeFlow::default(),
            told: None,
        })
    }

    /// Plays until the player quits, or takes the one picture that is asked for.
    pub async fn run(mut self, picture: Option<ScreenshotRequest>) -> Result<(), String> {
        // Letters are for walking, not for composing words.
        set_ime_enabled(false);
        match picture {
            Some(picture) => {
                self.first_hints = None;
                self.take_picture(picture).await
            }
            None => {
                self.play().await;
                self.session.end_recording();
                self.save_ended_recording();
                Ok(())
            }
        }
    }

    async fn play(&mut self) {
        // Closing the window asks first, too.
        prevent_quit();
        loop {
            let frame = f64::from(get_frame_time());
            let average = self.frame_seconds.unwrap_or(frame);
            self.frame_seconds = Some(average + (frame - average) * 0.08);
            self.adaptive_quality.end_frame(frame);
            let seconds = frame.min(LONGEST_FRAME);
            let mut wants_screenshot = false;
            self.open_dropped_files();
            let asked_by_host = self.poll_host();
            self.poll_recording();
            self.poll_reload(seconds);
            if is_quit_requested() && self.may_lose_edits(Loss::Quit) {
                return;
            }
            self.input.apply_settings(&self.settings.values);
            self.input.editing = self.editing();
            self.input.looks_far = self.session.paused;
            self.input.beside_panel = self.panel.is_open();
            self.input.watches = self.script.is_some();
            self.input.time_bar = self.hud.time_bar;
            let mut asked = self.run_panel();
            asked.extend(asked_by_host);
            asked.extend(self.input.poll(seconds, self.open()));
            for action in asked {
                if !matches!(action, Action::Edit(_)) {
                    self.forget_answers(&action);
                }
                if let Some(first_hints) = &mut self.first_hints {
                    first_hints.see_action(&action);
                }
                match action {
                    Action::Quit if !platform::QUITS => {}
                    Action::Quit if self.may_lose_edits(Loss::Quit) => return,
                    Action::Screenshot => wants_screenshot = true,
                    other => self.dispatch(other),
                }
            }
            if let Viewpoint::Free(camera) = &mut self.viewpoint {
                camera.fly(&self.input.flight(), self.session.sim.tuning(), seconds);
            }
            if self.time == TimeFlow::Running {
                self.advance(seconds);
            }
            self.save_ended_recording();
            self.panel.end_frame(frame);
            if self.time == TimeFlow::Running {
                self.hud.update(seconds, self.screens.help);
            }
            let mut first_hints = self.first_hints.iter_mut();
            if first_hints.any(|first_hints| first_hints.update(seconds)) {
                self.first_hints = None;
                self.settings.values.hints_seen = true;
            }
            if let Err(message) = self.settings.update(seconds) {
                self.hud.show_message(message);
            }
            self.draw();
            self.notify_page();
            if wants_screenshot {
                let path = screenshot::free_name("png");
                self.hud.show_message(match screenshot::write(&path) {
                    Ok(()) => format!("wrote {}", path.display()),
                    Err(message) => message,
                });
            }
            next_frame().await;
        }
    }

    /// Advances to the time of the picture, tick by tick but without drawing, and draws.
    async fn take_picture(&mut self, picture: ScreenshotRequest) -> Result<(), String> {
        let ticks = (picture.after * f64::from(self.session.sim.hz())).round() as u64;
        for tick in 0..ticks {
            self.tick();
            // Now and then the window must be let to answer, to be closed for instance.
            if tick % 2400 == 2399 {
                next_frame().await;
            }
        }
        self.session.hold();
        self.hud.update(picture.after, self.screens.help);
        // The first frame may be drawn before the window has its size.
        for _ in 0..3 {
            self.run_panel();
            self.draw();
            next_frame().await;
        }
        self.run_panel();
        self.draw();
        screenshot::write(&picture.path)
    }

    /// Shows a message in which `{jump}` stands for the key of that row.
    fn show_message_with_keys(&mut self, message: &str) {
        self.hud.show_message(self.input.fill(message));
    }

    /// Tells the page around the game what it cannot see: which level is drawn, and what lies over it.
    fn notify_page(&mut self) {
        let path = self.document.path();
        let over = match self.open() {
            None => "nothing",
            Some(Action::ToggleKeyPage) => "keys",
            Some(Action::ToggleLevels) => "levels",
            Some(Action::ToggleHelp) => "help",
            Some(_) => "panel",
        };
        let told = self.told.as_ref();
        if told.is_some_and(|(level, before)| level == path && *before == over) {
            return;
        }
        if told.is_none() {
            platform::notify_page("drawn");
        }
        if told.is_none_or(|(level, _)| level != path) {
            platform::notify_page(&format!("level {}", path.display()));
        }
        if told.is_none_or(|(_, before)| *before != over) {
            platform::notify_page(&format!("over {over}"));
        }
        self.told = Some((path.to_owned(), over));
    }

    /// What is open over the picture, as the action that closes it.
    fn open(&self) -> Option<Action> {
        let panel = self.panel.is_open().then_some(Action::TogglePanel);
        self.screens.open().or(panel)
    }

    /// Simulates all ticks that are due after another `seconds`.
    fn advance(&mut self, seconds: f64) {
        self.session.add_time(seconds);
        while self.session.take_due_tick() {
            self.tick();
        }
    }

    /// Pauses at another tick: an earlier one, or a later one, which is made if it was not yet.
    fn seek(&mut self, seek: Seek) {
        self.session.paused = true;
        for _ in 0..self.session.seek(seek) {
            self.tick();
        }
        self.session.hold();
    }

    /// Says that it can be seen why: the first time that there is something to wonder about, and while
    /// ticks are explained each time, since that one is gone by when one reads it.
    fn announce_anomaly(&mut self) {
        let shown = self.overlays.shown.moves();
        let Some(anomaly) = self.session.anomaly() else {
            return;
        };
        let why = if !shown && !self.anomaly_announced {
            "press {overlay_5} to see why"
        } else if shown && anomaly.tick == self.session.sim.ticks() {
            "press {pause} to look at that tick"
        } else {
            return;
        };
        let words = format!("{}: {}", anomaly.words(), self.input.fill(why));
        self.hud.show_message(words);
        self.anomaly_announced = true;
    }

    /// Pauses at the tick that one wonders about.
    fn show_anomaly(&mut self) {
        let Some(anomaly) = self.session.anomaly() else {
            return;
        };
        let ticks = self.session.sim.ticks() as isize - anomaly.tick as isize;
        let keys =
            "{step_back} and {step_ahead} step, {outside} looks from outside, {pause} goes on";
        let said = format!(
            "tick {}, {}: {}",
            anomaly.tick,
            anomaly.words(),
            self.input.fill(keys)
        );
        self.hud.show_message(said);
        self.seek(Seek::Ticks(-ticks));
    }

    fn tick(&mut self) {
        if self.input.respawns() {
            // Who watches goes on alone.
            self.script = None;
        }
        let command = match self.script.as_mut().and_then(Iterator::next) {
            Some(command) => {
                self.input.follow(&command);
                command
            }
            None => {
                if self.script.take().is_some() {
                    self.hud.show_message("that was all of it: you play on from here");
                }
                let command = self.input.command();
                if let Some(first_hints) = &mut self.first_hints {
                    first_hints.see_command(&command);
                }
                command
            }
        };
        self.session.set_ghosts(self.overlays.shown.ghosts());
        self.session.set_tracing(self.overlays.shown.reads_trace());
        let lab_input = self.input.lab_input();
        if self.panel.is_open() {
            let ((), duration) = timed(|| self.session.tick(&command, &lab_input));
            self.panel.note_tick(duration, self.session.gathered());
        } else {
            self.session.tick(&command, &lab_input);
        }
        self.announce_anomaly();
        let sim = &self.session.sim;
        if sim.trace().respawned() {
            // The spawn's own view.
            let player = sim.player();
            self.input.look_along(player.yaw, player.pitch);
            if !command.respawn {
                let kill_y = sim.rules().kill_y;
                self.hud
                    .show_message(format!("Fell below {kill_y} m: back at the spawn"));
            }
        }
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // However the game ends, the mouse is free again.
        self.input.grab(false);
        show_mouse(true);
        if let Err(message) = self.settings.save_if_changed() {
            terminal::error(&message);
        }
    }
}
