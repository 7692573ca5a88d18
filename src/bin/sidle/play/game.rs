//! The game in the window: poll the devices, advance all ticks that are due, draw.

use std::path::PathBuf;

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::input::show_mouse;
use macroquad::miniquad::window::set_ime_enabled;
use macroquad::time::get_frame_time;
use macroquad::window::{clear_background, next_frame, set_fullscreen};

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::level::{Level, WalkScript};
use sidle::player::Command;
use sidle::sim::Sim;
use sidle::world::BoxFit;

use super::hud::{Hud, Notes, Page, Readings};
use super::input::{Action, Input, LabAction};
use super::lab::Lab;
use super::overlays::{Overlays, Shown, Target, View};
use super::renderer::Renderer;
use super::screenshot;
use crate::report;

/// A longer frame than this is treated as one of this length: after a stall the game goes on from
/// where it was, and never makes up for the time in one giant step; seconds.
const LONGEST_FRAME: f64 = 0.1;

/// A picture to take instead of playing.
pub struct Picture {
    pub path: PathBuf,
    /// Game time before it is taken; seconds.
    pub after: f64,
}

/// The game in the window.
pub struct Game {
    level: Level,
    sim: Sim,
    /// Where the player was a tick ago: what is drawn lies between there and where it is.
    previous: DVec3,
    /// Time that has passed and not been simulated yet; seconds.
    accumulator: f64,
    /// What is left of the walk script.
    script: Option<Box<dyn Iterator<Item = Command>>>,
    input: Input,
    hud: Hud,
    renderer: Renderer,
    overlays: Overlays,
    lab: Option<Lab>,
    fullscreen: bool,
    /// Length of a frame, averaged over the last few; seconds.
    frame_seconds: f64,
}

impl Game {
    pub fn new(
        mut level: Level,
        script: Option<WalkScript>,
        sensitivity: f64,
        shown: Shown,
        exhibit: Option<&str>,
    ) -> Result<Self, String> {
        let paths = level.movers.iter();
        let paths = paths.flat_map(|driven| driven.mover.plan().path.points().iter().copied());
        let moving = level.mover_models.clone();
        let center = level.rules.spawn.position;
        let renderer = Renderer::new(&level.models, moving, paths, center)?;
        let spawn = level.rules.spawn;
        let lab = level.lab.map(|lab| Lab::new(lab.position, exhibit));
        let mut hud = Hud::new(level.name.clone(), level.about.clone())?;
        // In a lab the board has the numbers that matter.
        hud.panel = lab.is_none();
        let script = script.map(|script| {
            Box::new(script.commands(&spawn, Sim::DEFAULT_HZ)) as Box<dyn Iterator<Item = Command>>
        });
        Ok(Self {
            sim: Sim::of_level(&mut level, Sim::DEFAULT_HZ),
            previous: spawn.position,
            accumulator: 0.0,
            script,
            input: Input::new(&level, sensitivity),
            hud,
            overlays: Overlays::new(shown, renderer.origin()),
            renderer,
            lab,
            fullscreen: false,
            frame_seconds: 1.0 / 60.0,
            level,
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
            self.frame_seconds += (seconds - self.frame_seconds) * 0.08;
            let seconds = seconds.min(LONGEST_FRAME);
            let mut wants_screenshot = false;
            for action in self.input.poll(seconds, self.hud.help) {
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
        let ticks = (picture.after * f64::from(self.sim.hz())).round() as u64;
        for tick in 0..ticks {
            self.tick();
            // Now and then the window must be let to answer, to be closed for instance.
            if tick % 2400 == 2399 {
                next_frame().await;
            }
        }
        // All the way to the end of the last tick.
        self.previous = self.sim.player().position;
        self.accumulator = 1.0 / f64::from(self.sim.hz());
        self.hud.pass_time(picture.after);
        // The first frame may be drawn before the window has its size.
        for _ in 0..3 {
            self.draw();
            next_frame().await;
            self.frame_seconds = f64::from(get_frame_time());
        }
        self.draw();
        screenshot::write(&picture.path)
    }

    /// Simulates all ticks that are due after another `seconds`.
    fn advance(&mut self, seconds: f64) {
        let tick_seconds = 1.0 / f64::from(self.sim.hz());
        self.accumulator += seconds;
        while self.accumulator >= tick_seconds {
            self.accumulator -= tick_seconds;
            self.tick();
        }
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
        if let Some(lab) = &mut self.lab {
            lab.tick(&self.input.hands(), 1.0 / f64::from(self.sim.hz()));
        }
        self.previous = self.sim.player().position;
        self.sim.tick(&command);
        if self.sim.trace().respawned() {
            // No gliding across the level, and the spawn's own view.
            let player = self.sim.player();
            self.previous = player.position;
            self.input.look_along(player.yaw, player.pitch);
            if !command.respawn {
                let kill_y = self.sim.rules().kill_y;
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
                let place = self.place();
                let lab = self.lab.as_ref().map(Lab::line);
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
            Action::Quit | Action::Screenshot => {}
        }
    }

    fn obey_in_lab(&mut self, action: LabAction) {
        let Some(lab) = &mut self.lab else { return };
        match action {
            LabAction::Next => lab.show_next(false),
            LabAction::Previous => lab.show_next(true),
            LabAction::Restart => lab.restart(),
            LabAction::ToggleBoard => lab.shows_board = !lab.shows_board,
            LabAction::ToggleSettling if lab.can_settle() => lab.settles = !lab.settles,
            LabAction::ToggleSettling => self.hud.say("nothing settles here: press N for contacts"),
        }
    }

    /// Where the player is and looks, as the option that starts the game there.
    fn place(&self) -> String {
        let player = self.sim.player();
        let DVec3 { x, y, z } = player.position;
        let (yaw, pitch) = (player.yaw.degrees(), player.pitch.degrees());
        format!("--spawn {x:.3},{y:.3},{z:.3},{yaw:.1},{pitch:.1}")
    }

    fn draw(&mut self) {
        clear_background(Color::new(0.8, 0.86, 0.9, 1.0));
        let (yaw, pitch) = self.input.view();
        let axes = ViewAxes::new(yaw, pitch);
        let share = (self.accumulator * f64::from(self.sim.hz())).clamp(0.0, 1.0);
        let place = self.previous.lerp(self.sim.player().position, share);
        let eye = place + DVec3::Y * self.sim.tuning().eye_offset();
        let clearance = self.sim.tuning().clearance(self.sim.player().controller);
        let movers = self.sim.movers().iter();
        self.renderer
            .place(movers.map(|driven| driven.mover.placement(driven.distance_at(share))));
        let camera = self.renderer.camera(eye, &axes, clearance);
        // The help covers all that is written, and all that explains.
        let explains = !self.hud.help && (self.hud.panel || self.overlays.shown.any());
        let target = explains
            .then(|| Target::find(self.sim.world(), eye, axes.look))
            .flatten();
        let view = View {
            level: &self.level,
            world: self.sim.world(),
            movers: self.sim.movers(),
            share,
            player: place,
            eye,
            axes,
            target: target.as_ref(),
            lab: self.lab.as_ref(),
        };
        let (readings, hints) = (self.readings(), self.input.hints());
        let (page, legend) = (Page::now(), self.overlays.legend());
        let sketch = if self.hud.help {
            None
        } else {
            self.overlays.draw(&view)
        };
        let marks = sketch.map(|sketch| (&sketch.marks, page.pixels()));
        self.renderer.draw(&camera, marks);
        set_default_camera();
        let notes = Notes {
            target: target.map(|target| target.name(&self.level)),
            legend,
            labels: sketch.map_or(&[], |sketch| &sketch.labels),
            boards: sketch.map_or(&[], |sketch| &sketch.boards),
            keys: self.input.keys(),
            camera: &camera,
        };
        self.hud.draw(&page, &readings, &hints, &notes);
    }

    fn readings(&self) -> Readings {
        let player = self.sim.player();
        Readings {
            position: player.position.to_array(),
            yaw_deg: player.yaw.degrees(),
            pitch_deg: player.pitch.degrees(),
            speed: player.velocity.length(),
            ground: player.ground.name(),
            touching: self.touching(),
            controller: player.controller.name(),
            mode: player.mode.name(),
            ticks: self.sim.ticks(),
            hz: self.sim.hz(),
            frame_seconds: self.frame_seconds,
        }
    }

    /// The names of all that is touched, each once: `fence 2, courtyard.obj`.
    fn touching(&self) -> String {
        let mut counts: Vec<(&str, u32)> = Vec::new();
        for surface in self.sim.trace().touching() {
            let name = self.level.name_of(surface.collider);
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let names = counts.iter().map(|(name, count)| match count {
            1 => (*name).to_owned(),
            many => format!("{name} x{many}"),
        });
        let names: Vec<_> = names.collect();
        if names.is_empty() {
            "nothing".to_owned()
        } else {
            names.join(", ")
        }
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // However the game ends, the mouse is free again.
        self.input.grab(false);
        show_mouse(true);
    }
}
