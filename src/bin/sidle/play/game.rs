//! The game in the window: poll the devices, advance all ticks that are due, draw.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::input::{get_dropped_files, show_mouse};
use macroquad::miniquad::window::set_ime_enabled;
use macroquad::time::get_frame_time;
use macroquad::window::{clear_background, next_frame, set_fullscreen};

use sidle::geometry::angle::ViewAxes;
use sidle::level::{Level, TEST_LEVEL};
use sidle::player::Command;
use sidle::world::BoxFit;

use super::hud::{Hud, Notes, Page};
use super::input::{Action, Input, LabAction};
use super::lab::Lab;
use super::levels::Levels;
use super::overlays::{Overlays, Shown, Target, View};
use super::reload::{Loaded, Reloader};
use super::renderer::{Drawing, Renderer};
use super::screenshot;
use super::stage::Stage;
use crate::cli::StartArguments;
use crate::report;
use crate::settings::Settings;

/// A longer frame than this is treated as one of this length: after a stall the game goes on from
/// where it was, and never makes up for the time in one giant step; seconds.
const LONGEST_FRAME: f64 = 0.1;

/// A picture to take instead of playing.
pub struct Picture {
    pub path: PathBuf,
    /// Game time before it is taken; seconds.
    pub after: f64,
}

/// How a game begins, beside its level.
pub struct Setup {
    /// What is done before live input.
    pub script: Option<Box<dyn Iterator<Item = Command>>>,
    pub sensitivity: f64,
    pub shown: Shown,
    pub exhibit: Option<String>,
    /// Where to begin, if not where the level says.
    pub start: StartArguments,
    /// Whether the player is seen from outside.
    pub outside: bool,
}

/// The game in the window.
pub struct Game {
    stage: Stage,
    /// What watches the files of the level; a built-in level has none.
    reloader: Option<Reloader>,
    /// Where the level's file, or the bare mesh, is.
    path: Option<PathBuf>,
    /// For a bare mesh, the text of the level that was made around it.
    text: Option<String>,
    start: StartArguments,
    /// The list of levels, while it is open.
    levels: Option<Levels>,
    /// What is left of a walk script or a recording.
    script: Option<Box<dyn Iterator<Item = Command>>>,
    input: Input,
    hud: Hud,
    renderer: Renderer,
    overlays: Overlays,
    fullscreen: bool,
    /// Whether the player is seen from outside.
    outside: bool,
    /// Length of a frame, averaged over the last few; seconds. `None` until there are some.
    frame_seconds: Option<f64>,
}

impl Game {
    /// The game of `level`, which came of `loaded` files, unless it is built in.
    pub fn new(
        level: Level,
        drawing: Drawing,
        loaded: Option<Loaded>,
        setup: Setup,
    ) -> Result<Self, String> {
        let renderer = Renderer::new(drawing)?;
        let mut hud = Hud::new(&level)?;
        // In a lab the board has the numbers that matter.
        hud.panel = level.lab.is_none();
        Ok(Self {
            input: Input::new(&level, setup.sensitivity),
            stage: Stage::new(level, setup.exhibit.as_deref()),
            reloader: loaded.as_ref().map(Reloader::new),
            path: loaded.as_ref().map(|loaded| loaded.path.clone()),
            text: loaded.and_then(|loaded| loaded.text),
            start: setup.start,
            levels: None,
            script: setup.script,
            hud,
            overlays: Overlays::new(setup.shown, renderer.origin()),
            renderer,
            fullscreen: false,
            outside: setup.outside,
            frame_seconds: None,
        })
    }

    /// Plays until the player quits, or takes the one picture that is asked for.
    pub async fn run(mut self, picture: Option<Picture>) -> Result<(), String> {
        // Letters are for walking, not for composing words.
        set_ime_enabled(false);
        match picture {
            Some(picture) => self.take_picture(picture).await,
            None => {
                self.play().await;
                Ok(())
            }
        }
    }

    async fn play(&mut self) {
        loop {
            let seconds = f64::from(get_frame_time());
            let average = self.frame_seconds.unwrap_or(seconds);
            self.frame_seconds = Some(average + (seconds - average) * 0.08);
            let seconds = seconds.min(LONGEST_FRAME);
            let mut wants_screenshot = false;
            self.open_dropped_files();
            self.poll_reload(seconds);
            for action in self.input.poll(seconds, self.open()) {
                match action {
                    Action::Quit => return,
                    Action::Screenshot => wants_screenshot = true,
                    other => self.obey(other),
                }
            }
            self.advance(seconds);
            self.hud.pass_time(seconds);
            self.draw();
            if wants_screenshot {
                let path = screenshot::free_name();
                self.hud.say(match screenshot::write(&path) {
                    Ok(()) => format!("wrote {}", path.display()),
                    Err(message) => message,
                });
            }
            next_frame().await;
        }
    }

    /// Advances to the time of the picture, tick by tick but without drawing, and draws.
    async fn take_picture(&mut self, picture: Picture) -> Result<(), String> {
        let ticks = (picture.after * f64::from(self.stage.sim.hz())).round() as u64;
        for tick in 0..ticks {
            self.tick();
            // Now and then the window must be let to answer, to be closed for instance.
            if tick % 2400 == 2399 {
                next_frame().await;
            }
        }
        self.stage.hold();
        self.hud.pass_time(picture.after);
        // The first frame may be drawn before the window has its size.
        for _ in 0..3 {
            self.draw();
            next_frame().await;
        }
        self.draw();
        screenshot::write(&picture.path)
    }

    /// What is open over the picture, as the action that closes it.
    fn open(&self) -> Option<Action> {
        let levels = self.levels.as_ref().map(|_| Action::ToggleLevels);
        levels.or(self.hud.help.then_some(Action::ToggleHelp))
    }

    /// Takes what was loaded in the background, and begins to load what was changed.
    fn poll_reload(&mut self, seconds: f64) {
        let loaded = self
            .reloader
            .as_mut()
            .and_then(|reloader| reloader.poll(seconds));
        if let Some(loaded) = loaded {
            self.take(loaded);
        }
    }

    /// Goes on in the level that was loaded, where the player is if it is the same, or tells its problems.
    fn take(&mut self, loaded: Loaded) {
        report::diagnostics(&loaded.diagnostics);
        let Some((mut level, drawing)) = loaded.level else {
            let problems = loaded.diagnostics.iter();
            self.hud
                .complain(problems.map(ToString::to_string).collect());
            return;
        };
        let same = self.path.as_ref() == Some(&loaded.path);
        self.renderer.show(drawing);
        self.overlays = Overlays::new(self.overlays.shown, self.renderer.origin());
        self.text = loaded.text;
        self.hud.enter(&level);
        if same {
            // What does not fit any more is as the level says.
            let _ = self.start.apply(&mut level.rules, &level.tuning);
            self.input.fit(&level);
            self.stage = Stage::new(level, None).continued_from(&mut self.stage);
            self.hud.say("the level was loaded again");
        } else {
            self.script = None;
            self.input.enter(&level);
            self.hud.panel = level.lab.is_none();
            self.stage = Stage::new(level, None);
            self.path = Some(loaded.path);
        }
    }

    /// Opens the level, or the mesh, at `path`, once it is loaded.
    fn open_level(&mut self, path: &Path) {
        self.levels = None;
        match &mut self.reloader {
            Some(reloader) => reloader.begin(path),
            None => self.reloader = Some(Reloader::of(path)),
        }
    }

    /// A level or a mesh that is dropped onto the window is opened.
    fn open_dropped_files(&mut self) {
        let dropped = get_dropped_files().into_iter();
        if let Some(path) = dropped.filter_map(|file| file.path).next() {
            self.open_level(&path);
        }
    }

    /// The levels beside the one that is played.
    fn levels_around(&self) -> Levels {
        let path = self.path.as_deref();
        Levels::around(path.unwrap_or(TEST_LEVEL.as_ref()))
    }

    /// From now on the game begins with the chosen level; with the test level again, if it does so already.
    fn start_here(&mut self) {
        let chosen = self.levels.as_ref().and_then(Levels::chosen);
        let Some(entry) = chosen else { return };
        let path = std::path::absolute(&entry.path).unwrap_or_else(|_| entry.path.clone());
        let (mut settings, _) = Settings::load();
        let words = if settings.start_level.as_ref() == Some(&path) {
            settings.start_level = None;
            "the game begins with the courtyard again".to_owned()
        } else {
            settings.start_level = Some(path);
            format!("the game begins with \"{}\" from now on", entry.name)
        };
        let saved = settings.save();
        self.hud.say(saved.err().unwrap_or(words));
    }

    /// Saves the level that was made around a bare mesh beside that, and goes on in it.
    fn save_level(&mut self) {
        let (Some(text), Some(mesh)) = (&self.text, &self.path) else {
            self.hud
                .say("F7 saves the level around a bare mesh: this one has its file");
            return;
        };
        let path = mesh.with_extension("toml");
        let written = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => {
                self.hud.say(format!("wrote {}", path.display()));
                // The same level: the player stays.
                self.path = Some(path.clone());
                self.open_level(&path);
            }
            Err(error) => self
                .hud
                .say(format!("cannot write {}: {error}", path.display())),
        }
    }

    /// Simulates all ticks that are due after another `seconds`.
    fn advance(&mut self, seconds: f64) {
        self.stage.wait(seconds);
        while self.stage.takes_tick() {
            self.tick();
        }
    }

    /// Pauses at another tick: an earlier one, or a later one, which is made if it was not yet.
    fn look(&mut self, ticks: isize) {
        self.stage.paused = true;
        for _ in 0..self.stage.look(ticks) {
            self.tick();
        }
        self.stage.hold();
    }

    fn tick(&mut self) {
        let command = match self.script.as_mut().and_then(Iterator::next) {
            Some(command) => {
                self.input.follow(&command);
                command
            }
            None => {
                self.script = None;
                self.input.command()
            }
        };
        self.stage.want_ghosts(self.overlays.shown.ghosts());
        self.stage.tick(&command, &self.input.hands());
        let sim = &self.stage.sim;
        if sim.trace().respawned() {
            // The spawn's own view.
            let player = sim.player();
            self.input.look_along(player.yaw, player.pitch);
            if !command.respawn {
                let kill_y = sim.rules().kill_y;
                self.hud
                    .say(format!("Fell below {kill_y} m: back at the spawn"));
            }
        }
    }

    fn obey(&mut self, action: Action) {
        match action {
            Action::ToggleHelp => self.hud.help = !self.hud.help,
            Action::TogglePanel => self.hud.panel = !self.hud.panel,
            Action::ToggleOverlays(key) => self.overlays.shown.toggle(key),
            Action::TellPlace => {
                let place = self.stage.place();
                let lab = self.stage.lab.as_ref().map(Lab::line);
                let printed = lab.map_or(Ok(()), |line| report::line(&line));
                let printed = printed.and_then(|()| report::line(&place));
                self.hud.say(printed.err().unwrap_or(place));
            }
            Action::ToggleFullscreen => {
                self.fullscreen = !self.fullscreen;
                self.input.expect_resize();
                set_fullscreen(self.fullscreen);
            }
            Action::Mode(mode) => self.hud.say(format!("{} mode", mode.name())),
            Action::Boxes(boxes) => {
                let name = match boxes {
                    BoxFit::Oriented => "oriented boxes (OBB)",
                    BoxFit::Aligned => "axis-aligned boxes (AABB)",
                };
                self.hud.say(format!("movers begin again, with {name}"));
            }
            Action::Controller(controller) => {
                self.hud.say(format!("{} controller", controller.name()));
            }
            Action::Sensitivity(degrees) => {
                self.hud
                    .say(format!("mouse: {degrees:.3} degrees per pixel"));
            }
            Action::Lab(action) => self.obey_in_lab(action),
            Action::ToggleOutside => self.outside = !self.outside,
            Action::Pause => {
                if let Some(command) = self.stage.pause() {
                    self.input.go_on(command);
                }
            }
            Action::SlowDown => self.stage.slow_down(),
            Action::Look(ticks) => self.look(ticks),
            Action::ToggleLevels => {
                self.levels = match self.levels {
                    Some(_) => None,
                    None => Some(self.levels_around()),
                };
            }
            Action::ChooseLevel(by) => {
                if let Some(levels) = &mut self.levels {
                    levels.go(by);
                }
            }
            Action::OpenLevel => {
                let chosen = self.levels.as_ref().and_then(Levels::chosen);
                if let Some(path) = chosen.map(|entry| entry.path.clone()) {
                    self.open_level(&path);
                }
            }
            Action::StartHere => self.start_here(),
            Action::NextLevel(by) => {
                let mut levels = self.levels_around();
                levels.go(by);
                if let Some(entry) = levels.chosen() {
                    self.open_level(&entry.path);
                }
            }
            Action::Reload => match self.path.clone() {
                Some(path) => self.open_level(&path),
                None => self
                    .hud
                    .say("this level is built in: there is no file to load again"),
            },
            Action::ToggleProblems => self.hud.shows_problems = !self.hud.shows_problems,
            Action::SaveLevel => self.save_level(),
            Action::Quit | Action::Screenshot => {}
        }
    }

    fn obey_in_lab(&mut self, action: LabAction) {
        let Some(lab) = &mut self.stage.lab else {
            return;
        };
        match action {
            LabAction::Next => lab.show_next(false),
            LabAction::Previous => lab.show_next(true),
            LabAction::Restart => lab.restart(),
            LabAction::ToggleBoard => lab.shows_board = !lab.shows_board,
            LabAction::ToggleSettling if lab.can_settle() => lab.settles = !lab.settles,
            LabAction::ToggleSettling => self.hud.say("nothing settles here: press N for contacts"),
        }
    }

    fn draw(&mut self) {
        clear_background(Color::new(0.8, 0.86, 0.9, 1.0));
        let (yaw, pitch) = self.input.view();
        let axes = ViewAxes::new(yaw, pitch);
        let sim = &self.stage.sim;
        let (eye, clearance) = if self.outside {
            self.stage.eye_outside(axes.look)
        } else {
            let clearance = sim.tuning().clearance(sim.player().controller);
            (self.stage.eye(), clearance)
        };
        self.renderer.place(self.stage.movers());
        let camera = self.renderer.camera(eye, &axes, clearance);
        // The help covers all that is written, and all that explains.
        let explains = !self.hud.help && (self.hud.panel || self.overlays.shown.any());
        // From outside, what is pointed at is mostly the player.
        let points = explains && !self.outside;
        let target = points
            .then(|| Target::find(sim.world(), eye, axes.look))
            .flatten();
        let view = View {
            level: &self.stage.level,
            world: sim.world(),
            sim,
            outside: self.outside,
            movers: sim.movers(),
            share: self.stage.share(),
            player: self.stage.player(),
            eye,
            axes,
            target: target.as_ref(),
            lab: self.stage.lab.as_ref(),
            ghosts: self.stage.ghosts.as_ref(),
        };
        let readings = self.stage.readings(self.frame_seconds);
        let loading = self.reloader.as_ref().and_then(Reloader::loading);
        let loading = loading.map(|percent| format!("loading … {percent} %"));
        let mut hints: Vec<&str> = self.input.hints();
        hints.splice(0..0, loading.as_deref());
        let (page, legend) = (Page::now(), self.overlays.legend());
        let sketch = if self.hud.help {
            None
        } else {
            self.overlays.draw(&view)
        };
        let marks = sketch.map(|sketch| (&sketch.marks, page.pixels()));
        self.renderer.draw(&camera, marks);
        if !self.hud.help {
            self.hud.draw_signs(&camera);
        }
        set_default_camera();
        let notes = Notes {
            target: target.map(|target| target.name(&self.stage.level)),
            legend,
            labels: sketch.map_or(&[], |sketch| &sketch.labels),
            boards: sketch.map_or(&[], |sketch| &sketch.boards),
            keys: self.input.keys(),
            levels: self.levels.as_ref(),
            clock: self.stage.clock(),
            camera: &camera,
        };
        self.hud.draw(&page, &readings, &hints, &notes);
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // However the game ends, the mouse is free again.
        self.input.grab(false);
        show_mouse(true);
    }
}
