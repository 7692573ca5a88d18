//! The game in the window. A frame polls the devices, does their actions, runs all ticks that are due, and draws.
//!
//! [`Game`] connects the parts that do the work: the session, the [`level`] that is played as a file, its [`records`], the
//! [`review`] of an audit, the unasked explanations ([`guide`]), the [`picture`], and the [`window`]. A frame is [`Game::play`].
//! There [`dispatch`] does the actions, and [`tick`] runs the ticks that are due, as many as [`pace`] allows.

mod capture;
pub mod dispatch;
pub mod guide;
pub mod lab_gestures;
pub mod level;
pub mod pace;
pub mod panel;
pub mod picture;
pub mod records;
pub mod rest;
pub mod review;
pub mod screens;
pub mod setup;
pub mod stature;
pub mod tick;
pub mod window;

use macroquad::input::{is_quit_requested, prevent_quit, show_mouse};
use macroquad::miniquad::window::set_ime_enabled;
use macroquad::time::get_frame_time;
use macroquad::window::next_frame;

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::level::Level;

use crate::app::guide::guidance::Guidance;
use crate::app::guide::tour_guide::TourGuide;
use crate::app::level::first_level::watching_message;
use crate::app::level::level_slot::LevelSlot;
use crate::app::pace::{MAX_FRAME_SECONDS, Pace};
use crate::app::picture::views::Views;
use crate::app::records::countdown::Countdown;
use crate::app::records::deferred::Deferred;
use crate::app::records::playback::Playback;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::records::shared_files::{ClipBeginning, write_shared_files};
use crate::app::review::audit_desk::AuditDesk;
use crate::app::setup::{Capture, GameSetup};
use crate::app::window::WindowState;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::draw::screenshot;
use crate::exit::Exit;
use crate::options::action::Action;
use crate::options::settings::Settings;
use crate::platform;
use crate::platform::event::TimeFlow;
use crate::platform::sound::Sound;
use crate::platform::terminal;
use crate::session::Session;
use crate::session::editor::DiscardCause;
use crate::session::guide::{GoalWatch, goals_json};
use crate::session::load::{Loaded, load_report};
use crate::session::movers::Movers;
use crate::session::recordings::Watched;
use crate::ui::input::Input;
use crate::ui::input::activity::Activity;
use crate::ui::input::context::InputContext;
use crate::ui::key_labels::KeyLabels;
use crate::ui::panel::Panel;
use crate::ui::screens::Screens;

/// The game in the window.
pub struct Game {
    session: Session,
    /// The movers of the command line, which outlive a session.
    movers: Movers,
    slot: LevelSlot,
    playback: Playback,
    /// The recording that is watched; `None` in another level.
    watched: Option<Watched>,
    settings: Settings,
    input: Input,
    panel: Panel,
    screens: Screens,
    views: Views,
    guidance: Guidance,
    tour: TourGuide,
    goal_watch: GoalWatch,
    window: WindowState,
    deferred: Deferred,
    audit: AuditDesk,
    activity: Activity,
    /// A race that begins again.
    countdown: Option<Countdown>,
    /// The tick in which a race ended of which a clip is made, and the one from which the game then goes on.
    film: Option<[u64; 2]>,
    /// Whether the ticks are in time.
    pace: Pace,
    sound: Sound,
    /// The direction of the view in the last frame.
    seen_view: Option<(BinaryAngle, BinaryAngle)>,
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
        let mut views = Views::new(&level, drawing, &setup)?;
        if let Some(recording) = setup.recording.as_ref().filter(|_| setup.is_shared) {
            views
                .hud
                .show_message(watching_message(recording.seconds()));
        }
        if let Some((first, others)) = setup.complaints.split_first() {
            views.hud.show_message(match others.len() {
                0 => first.clone(),
                more => format!("{first} (and {more} more: see the terminal)"),
            });
        }
        let mut input = Input::new(&level);
        let session = Session::new(level, setup.exhibit.as_deref(), setup.hz)
            .starting_from(setup.state.as_ref())
            .repeating(setup.recording.as_ref());
        if setup.state.is_some() {
            input.resume_from(&session.idle_input());
        }
        if let Some((yaw, pitch)) = setup.free_view {
            input.view.detach();
            input.view.set(yaw, pitch);
        }
        let mut panel = Panel::new();
        if setup.panel {
            panel.toggle(false)?;
        }
        let slot = LevelSlot::new(loaded, setup.start, setup.tick);
        if !slot.document.stands_in() {
            platform::notify_page(&load_report(loaded, true));
        }
        let mut game = Self {
            session,
            movers: setup.movers,
            slot,
            playback: setup.playback,
            watched: None,
            guidance: Guidance::new(&setup.settings.values),
            tour: TourGuide::new(setup.offers_tour),
            goal_watch: GoalWatch::default(),
            settings: setup.settings,
            input,
            panel,
            screens: Screens::default(),
            views,
            window: WindowState::new(setup.adaptive_quality),
            deferred: Deferred::default(),
            audit: AuditDesk::default(),
            activity: Activity::new(),
            countdown: None,
            film: None,
            pace: Pace::default(),
            sound: Sound::default(),
            seen_view: None,
        };
        game.see_panes_from_outside();
        if let Some(recording) = &setup.recording {
            game.preview(recording);
            game.watch(recording);
        }
        game.offer_mesh_choice(loaded);
        if let Some(first) = setup.first {
            game.begin_first_level(first);
        }
        Ok(game)
    }

    /// Plays until the player quits, or takes the picture that is asked for.
    ///
    /// # Errors
    /// When the picture cannot be written.
    pub async fn run(mut self, capture: Option<Capture>) -> Result<Exit, String> {
        // Letters are for walking, not for composing words.
        set_ime_enabled(false);
        match capture {
            Some(capture) => {
                self.guidance.disable_hints();
                self.take(capture).await?;
                Ok(Exit::Fine)
            }
            None => {
                if !self.views.hud.has_message() {
                    self.announce_stature();
                }
                self.play().await;
                self.finish_past();
                self.session.end_recording();
                self.save_ended_recording();
                Ok(if self.window.ended {
                    Exit::Problems
                } else {
                    Exit::Fine
                })
            }
        }
    }

    /// Notifies the page around the game of the entry that is selected or under the crosshair, while it shows the
    /// text.
    fn notify_page_of_pointed_entry(&mut self) {
        let entry = self.window.text_is_shown.then(|| self.pointed_entry());
        self.window.notify_page_of_entry(entry.flatten());
    }

    /// Notifies the page of the ticks that its slider shows, if it is a frame of another page.
    fn notify_page_of_clock(&mut self) {
        if self.window.is_embedded {
            let ticks = self.watched_ticks();
            let session = &self.session;
            let controller = session.sim.player().controller;
            let (hz, paused) = (session.sim.hz(), session.paused);
            self.window
                .notify_page_of_clock(ticks, hz, paused, controller);
        }
    }

    /// Plays frame after frame until the player quits.
    async fn play(&mut self) {
        // Closing the window also asks about unsaved edits.
        prevent_quit();
        let goals = goals_json(&self.settings.values.goals);
        platform::notify_page(&format!("goals {goals}"));
        loop {
            let rested = self.window.rested.as_secs_f64();
            let frame_seconds = (f64::from(get_frame_time()) - rested).max(0.0);
            self.rest_in_pause(f64::from(get_frame_time()));
            let seconds = frame_seconds.min(MAX_FRAME_SECONDS);
            self.window.begin_frame(frame_seconds);
            let host_actions = self.poll_host();
            self.advance_deferred();
            self.poll_loading(seconds);
            self.poll_audit(seconds);
            if self.window.ended {
                return;
            }
            if is_quit_requested() && self.may_lose_edits(DiscardCause::Quit) {
                return;
            }
            let actions = self.poll_input(seconds, host_actions);
            if !actions.is_empty() {
                self.activity.note();
            }
            if self.dispatch_all(actions).is_break() {
                return;
            }
            self.advance(seconds);
            self.update(seconds);
            self.panel.end_frame(frame_seconds);
            self.draw();
            self.notify_page_of_pointed_entry();
            self.window.notify_page_of_top(self.views.hud.top);
            self.window.notify_page_of_areas(&self.views.hud.areas);
            self.notify_page_of_clock();
            self.window.notify_page_of_pause(self.session.paused);
            let cover = self.cover();
            let has_lab = self.session.lab.is_some();
            if !self.slot.document.stands_in() {
                let path = self.slot.document.path();
                self.window.notify_page(path, cover, has_lab);
            }
            #[cfg(not(target_arch = "wasm32"))]
            self.film_frame();
            self.write_due_screenshot();
            next_frame().await;
        }
    }

    /// Polls panel and devices; returns the actions of the frame, with those of the host between.
    fn poll_input(&mut self, seconds: f64, host_actions: Vec<Action>) -> Vec<Action> {
        let mut actions = self.run_panel();
        actions.extend(host_actions);
        let context = InputContext {
            panel_is_open: self.panel.is_open(),
            capture: self.panel.capture(),
            has_popup: self.panel.had_popup(),
            map_is_large: self.views.map.is_large(),
            editor: self.slot.editor_state(),
            is_own_level: self.slot.document.is_own(),
            paused: self.session.paused,
            plays_back: self.playback.is_active(),
            tour: self.tour_input(),
            areas: self.views.hud.areas,
            lab_shape: self.lab_shape_on_picture(),
        };
        let (screens, values) = (&mut self.screens, &mut self.settings.values);
        actions.extend(self.input.poll(seconds, context, screens, values));
        actions
    }

    /// Updates by `seconds` everything outside the session that passes with time: messages, hints, the settings file.
    fn update(&mut self, seconds: f64) {
        self.keep_mesh_choice_by_walking();
        if self.time_runs() {
            self.views.hud.update(seconds);
            self.update_tour(seconds);
        }
        // It also moves while the game rests in a pause.
        let since = f64::from(get_frame_time()).min(MAX_FRAME_SECONDS);
        self.views.side.pass(since);
        let is_presented = self.window.time == TimeFlow::Presented;
        self.views.sway.update(is_presented, since);
        if self.guidance.update(seconds) {
            self.settings.values.hints_seen = true;
        }
        let saved = self.settings.save_when_due(seconds);
        self.show_failure(saved);
        if let Some(character) = self.views.hud.canvas().take_unknown_character() {
            let code = u32::from(character);
            let words = "is drawn as a box: no font of this computer has it";
            self.show_message(format!("the letter U+{code:04X} {words}"));
        }
    }

    fn write_due_screenshot(&mut self) {
        if std::mem::take(&mut self.window.screenshot_due) {
            let path = screenshot::free_name("png");
            let shared = self.window.shared.take();
            let message = match (screenshot::write(&path), shared) {
                #[cfg(not(target_arch = "wasm32"))]
                (Ok(()), Some(shared)) => {
                    let (message, clip) = write_shared_files(&path, &shared);
                    match clip {
                        Some(ClipBeginning::Contact(clip)) => self.deferred.clip = Some(clip),
                        Some(ClipBeginning::Race(path)) => self.begin_film(path, &shared.1),
                        None => {}
                    }
                    message
                }
                (Ok(()), _) => format!("wrote {}", path.display()),
                (Err(message), _) => message,
            };
            self.show_message(message);
        }
    }

    /// The direction of the view.
    fn axes(&self) -> ViewAxes {
        let (yaw, pitch) = self.input.view.angles();
        ViewAxes::new(yaw, pitch)
    }

    /// Whether time passes in the game: neither the host nor a screen holds it.
    fn time_runs(&self) -> bool {
        self.window.time_runs() && !self.screens.hold_time()
    }

    /// The labels of the keys, as they are bound now.
    fn key_labels(&self) -> KeyLabels<'_> {
        self.window.key_labels(&self.settings.values.bindings)
    }

    fn show_message(&mut self, message: impl Into<String>) {
        self.views.hud.show_message(message);
    }

    /// Shows the message of a failure, if `result` is one.
    fn show_failure(&mut self, result: Result<(), String>) {
        if let Err(message) = result {
            self.show_message(message);
        }
    }

    /// Shows a message in which `{jump}` stands for the key of that row.
    fn show_message_with_keys(&mut self, message: &str) {
        let message = self.key_labels().fill(message);
        self.show_message(message);
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        // However the game ends, it releases the mouse.
        self.input.mouse.set(false);
        show_mouse(true);
        if let Err(message) = self.settings.save_if_changed() {
            terminal::error(&message);
        }
    }
}
