//! The picture of a frame: the level, overlays, map, HUD, pages and panel.

use std::borrow::Cow;
use std::rc::Rc;

use macroquad::color::Color;
use macroquad::window::{clear_background, screen_dpi_scale};

use sidle::player::Controller;

use crate::app::Game;
use crate::app::guide::tour::TourCardTexts;
use crate::app::picture::panes::Panes;
use crate::app::picture::side_frame::SideFrame;
use crate::app::picture::sight::Sight;
use crate::app::records::countdown::race_view;
use crate::draw::viewport::Viewport;
use crate::options::overlay_set::Overlay;
use crate::session::eye::Viewpoint;
use crate::session::play::Clock;
use crate::ui::screens::screen::ScreenContext;
use crate::view::hud::HudContent;
use crate::view::hud::messages::GoalText;
use crate::view::overlays::legend;

/// The colour of the sky where nothing else is drawn.
const BACKGROUND: Color = Color::new(0.8, 0.86, 0.9, 1.0);

/// Height of the touch sticks at the lower edge, as in web/style.css; logical pixels.
const TOUCH_STICKS: f32 = 160.0;

/// A lower frame of another page has no hints; logical pixels. Lower: they cover a third of its picture.
const MIN_HINTED: f32 = 300.0;

/// The texts of a frame.
struct HudTexts {
    clock: Clock,
    hints: Rc<[String]>,
    question: Option<String>,
    /// `None` if the card of the tour is not shown.
    tour: Option<TourCardTexts>,
    clock_keys: String,
    /// How to go on after a race.
    race_keys: String,
    /// The goal in words, and whether it was reached.
    goal: Option<(String, bool)>,
}

impl Game {
    /// Draws a frame: the level with its overlays, the HUD, the screens over it, and the panel.
    pub(in crate::app) fn draw(&mut self) {
        clear_background(BACKGROUND);
        self.views.hud.canvas().begin();
        if self.slot.shows_loading_screen() {
            // Only the progress of loading the first level, and a question about it.
            self.draw_screens(&Viewport::current());
            return self.views.hud.canvas().present();
        }
        self.place_boxes();
        self.fill_signs();
        let page = self.page();
        let texts = self.hud_texts();
        let sight = self.sight(&page, texts.tour.is_some());
        self.draw_level_and_hud(&page, &sight, texts);
        let films = self.films();
        if !films {
            self.draw_screens(&page);
        }
        self.views.hud.canvas().present();
        if films {
            return;
        }
        #[cfg(not(target_arch = "wasm32"))]
        self.screens.draw_level_pictures();
        if !self.screens.shows_help() {
            self.panel.draw();
        }
    }

    /// Draws the level of a frame, without anything over it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::app) fn draw_without_text(&mut self) {
        clear_background(BACKGROUND);
        self.views.hud.canvas().begin();
        self.place_boxes();
        let sight = self.sight(&Viewport::current(), false);
        let (views, session) = (&mut self.views, &self.session);
        let debug = views
            .overlays
            .draw(&sight.context(session, None, None), false);
        let side = views.side.debug();
        sight.draw_level(&mut views.renderer, &views.hud, session, debug, side);
        self.views.hud.canvas().present();
    }

    /// How time passes, for the clock in the picture.
    pub(in crate::app) fn clock(&self) -> Clock {
        let clock = self.session.clock();
        Clock {
            is_elsewhere: self.window.is_embedded,
            // A countdown says that time stands still.
            paused: clock.paused && self.countdown.is_none() && !self.films(),
            ..clock
        }
    }

    /// The texts that the HUD shows besides numbers, with the keys as they are bound.
    fn hud_texts(&mut self) -> HudTexts {
        let clock = self.clock();
        let clock_keys = clock.key_hints(self.window.has_keyboard());
        let clock_keys = clock
            .is_visible()
            .then(|| self.key_labels().fill(clock_keys));
        HudTexts {
            clock,
            hints: if self.window.is_embedded && Viewport::current().height < MIN_HINTED {
                Rc::default()
            } else {
                self.hints()
            },
            question: self.question(),
            tour: self.fill_tour_card(),
            clock_keys: clock_keys.unwrap_or_default(),
            race_keys: self.race_keys(),
            goal: self.goal_text(),
        }
    }

    /// How to go on after a race, in words.
    fn race_keys(&self) -> String {
        let result = self.session.shown_race_result();
        let words = match (self.window.has_keyboard(), result.map(|it| &it.recording)) {
            (_, None) => return String::new(),
            (true, Some(Some(_))) => "{copy_link} link and clip    {respawn} once more",
            (false, Some(Some(_))) => "{copy_link}: with a clip   {respawn}: once more",
            (true, Some(None)) => "{respawn} once more",
            (false, Some(None)) => "{respawn}: once more",
        };
        self.key_labels().fill(words)
    }

    /// Draws the level with its overlays, and over it map and HUD, unless a screen hides these.
    fn draw_level_and_hud(&mut self, page: &Viewport, sight: &Sight, texts: HudTexts) {
        let films = self.films();
        let session = &self.session;
        let shown = self.views.overlays.shown;
        let findings = self.audit.findings();
        let audit = self.audit.view(&findings, shown);
        let view = sight.context(session, self.slot.document.active_editor(), audit);
        let views = &mut self.views;
        let debug = views.overlays.draw(&view, sight.has_overlays);
        let side_debug = views.side.debug();
        sight.draw_level(&mut views.renderer, &views.hud, session, debug, side_debug);
        if let Some(clock) = session.race_clock().filter(|_| films) {
            return views.hud.draw_film(page, clock);
        }
        // Behind the page's card, words would only disturb.
        if self.screens.hide_text() || !self.window.time_runs() {
            return views.hud.hide_buttons();
        }
        let world = session.sim.world();
        let map = views
            .map
            .draw(&view, &sight.camera, page, screen_dpi_scale());
        let map = map.map(|(drawing, notes)| {
            let renderer = &mut views.renderer;
            renderer.draw_plan(world, &drawing, page.pixel_scale());
            notes
        });
        let explained = sight.explained(shown, &view, session);
        // For a closer look at a contact or at ghosts, long numbers step back.
        let mut others = explained;
        for overlay in [Overlay::Moves, Overlay::Ghosts, Overlay::Panes] {
            others.set(overlay, false);
        }
        let explains_place = others.any();
        let side = sight.side.as_ref();
        // A contact that fills the window has it for itself.
        let fills = side.is_some_and(SideFrame::fills_window);
        let content = HudContent {
            side: side.map(|side| side.content(page, side_debug)),
            // The editor's free mouse has another target.
            target: (view.target.filter(|_| view.pointed.is_none()))
                .map(|target| target.name(&session.level)),
            legend: legend(explained, session.sim.player().controller, self.audit.heat),
            labels: debug.map_or(&[], |debug| &debug.labels),
            panels: debug.map_or(&[], |debug| &debug.panels),
            subject: debug.and_then(|debug| debug.subject),
            clock_keys: texts.clock_keys,
            frame: self.window.frame(),
            // The editor's palette has its own numbers.
            has_readings: !fills
                && (explains_place || !(self.slot.edits() && self.panel.is_open())),
            all_readings: explains_place || self.slot.edits() != self.panel.is_open(),
            clock: texts.clock,
            map,
            chart: session.chart.as_ref(),
            goal: texts.goal.as_ref().map(|(words, is_reached)| GoalText {
                words,
                is_reached: *is_reached,
            }),
            looks_closer: shown.moves() || shown.ghosts(),
            race: race_view(session, self.countdown.as_ref(), &texts.race_keys)
                .filter(|_| !self.slot.edits()),
            verdicts: (shown.ghosts() && !fills)
                .then(|| (session.verdicts(), session.sim.player().controller)),
            panes: sight.panes.as_ref().map(Panes::content),
            tour: texts.tour.as_ref().map(|card| card.card(sight.tour_arrow)),
            page_lists_problems: self.window.text_is_shown,
            question: texts.question.as_deref(),
            camera: &sight.camera,
            sight: sight.has_signs.then_some((world, sight.eye)),
        };
        let readings = session.readings();
        views.hud.draw(page, &readings, &texts.hints, &content);
    }

    /// Draws the screens that are open, and the bar of a level that is loading.
    fn draw_screens(&mut self, page: &Viewport) {
        let labels = self.window.key_labels(&self.settings.values.bindings);
        let key_helps = self
            .screens
            .help
            .is_some()
            .then(|| self.input.help_keys(&labels));
        let context = ScreenContext {
            name: &self.session.level.name,
            about: &self.session.level.about,
            labels,
            key_helps: key_helps.unwrap_or_default(),
            head: self.views.hud.top.readings.1,
            loading: self.slot.loading_view(),
        };
        self.screens.draw(self.views.hud.canvas(), page, &context);
    }

    /// Writes the keys that are bound, or the buttons of a touch screen, onto the signs.
    fn fill_signs(&mut self) {
        let labels = self.window.key_labels(&self.settings.values.bindings);
        let source = Some(labels.source());
        if self.views.signs_of != source || !self.views.hud.has_sign_texts() {
            let fill = |text: &str| labels.fill_plain(text);
            self.views.hud.fill_signs(&self.session.level, fill);
            self.views.signs_of = source;
        }
    }

    /// Passes the current boxes and the settings to the renderer.
    fn place_boxes(&mut self) {
        let renderer = &mut self.views.renderer;
        // Only an editor moves props.
        if self.slot.document.editor().is_some() {
            renderer.models.place_props(self.session.prop_placements());
        }
        renderer
            .models
            .place_movers(self.session.mover_placements());
        renderer.set_style(self.settings.values.surfaces);
        renderer.set_icy(self.settings.values.effects);
        renderer.occlusion().is_on = self.settings.values.ambient_occlusion;
        renderer.update_collision(self.session.sim.world());
        renderer.quality = self.window.adaptive_quality.quality();
        renderer.field_of_view_deg = self.settings.values.field_of_view_deg;
    }

    /// The part of the window that the panel and the touch sticks do not cover.
    fn page(&self) -> Viewport {
        let mut page = Viewport::current();
        page.left_inset = self.panel.width(&page);
        page.bottom_inset = if self.window.has_keyboard() || self.window.is_embedded {
            0.0
        } else {
            TOUCH_STICKS
        };
        page
    }

    /// The line of hints: an anomaly and the keys to try.
    fn hints(&mut self) -> Rc<[String]> {
        const WHY: &str = "{overlay_5} see why";
        let shown = self.views.overlays.shown;
        // The tour says what to try.
        let first_hints = if self.tour.speaks() {
            Vec::new()
        } else {
            self.guidance.hints()
        };
        let hints = self.input.hints(self.window.device, first_hints);
        let mut hints: Vec<_> = hints.into_iter().map(Cow::Borrowed).collect();
        let has_keyboard = self.window.has_keyboard();
        let anomaly = self.session.anomaly().filter(|_| !shown.moves());
        let why = if has_keyboard {
            WHY
        } else {
            "press {overlay_5}"
        };
        let anomaly = anomaly.map(|anomaly| format!("{}: {why}", anomaly.description()));
        if shown.moves() {
            hints.retain(|hint| *hint != WHY);
        }
        let closer = self.hints_of_closer_look(has_keyboard);
        if !closer.is_empty() {
            // The rest steps back. Who watches or edits reads that first.
            let kept = match (self.playback.is_active(), self.slot.edits()) {
                (_, true) => hints.len(),
                (true, _) => 2,
                (false, false) => 0,
            };
            hints.truncate(kept);
            hints.extend(closer);
            if has_keyboard {
                hints.push(Cow::Borrowed("{help} help"));
            }
        }
        if anomaly.is_some() {
            hints.retain(|hint| !hint.ends_with(WHY));
        }
        hints.splice(0..0, anomaly.map(Cow::Owned));
        let labels = self.window.key_labels(&self.settings.values.bindings);
        self.views.hints.fill(hints, &labels)
    }

    /// What another value for the contact does, in words; `None` if the contact offers none.
    fn trial_words(&self) -> Option<String> {
        self.session.contact_clip()?;
        let trial = self.views.side.trial()?;
        Some(match self.session.trial_run() {
            Some(_) => "without the ghost".to_owned(),
            None => format!("try {}", trial.words(self.session.sim.hz())),
        })
    }

    /// The keys, or the gestures, of the large map, of the view from the side or of the ghosts; none if none of them is shown.
    fn hints_of_closer_look(&self, has_keyboard: bool) -> Vec<Cow<'static, str>> {
        if self.views.map.is_large() {
            return match has_keyboard {
                true => vec![Cow::Borrowed("{map} close the map")],
                false => Vec::new(),
            };
        }
        let shown = self.views.overlays.shown;
        let has_contact = self.session.contact_clip().is_some();
        let is_large = self.views.side.is_large;
        let (mut hints, mut others) = (Vec::new(), Vec::new());
        if shown.moves() && !has_keyboard {
            let size = if is_large {
                "a tap on the card: smaller"
            } else {
                "a tap on the card: larger"
            };
            if has_contact {
                hints.extend([size, "drag across it: other ticks"]);
            }
            if let Some(words) = self.trial_words() {
                others.push(Cow::Owned(format!("{{other_value}}: {words}")));
            }
        } else if shown.moves() {
            if has_contact && !self.session.paused {
                hints.push("{step_back} {step_ahead} ticks of the contact");
            }
            if has_contact {
                hints.push(if is_large {
                    "{side_large} smaller"
                } else {
                    "{side_large} larger"
                });
            }
            hints.push("{overlay_5} close it");
            if has_contact {
                hints.push("{copy_link} share it");
            }
            if let Some(words) = self.trial_words() {
                others.push(Cow::Owned(format!("Shift {{overlay_5}} {words}")));
            }
            let classic = self.session.sim.player().controller == Controller::Classic;
            // They are drawn in the player's view.
            if shown.offers_tests() && classic && !is_large {
                hints.push("{overlay_7} classic's four tests");
            }
        } else if shown.ghosts() && has_keyboard {
            hints.push("{next_controller} next controller");
            if shown.has(Overlay::Panes) {
                hints.push(match self.views.viewpoint {
                    Viewpoint::ThirdPerson => "{outside} through their eyes",
                    Viewpoint::FirstPerson | Viewpoint::Free(_) => "{outside} from outside",
                });
                hints.push("{overlay_8} close it");
            } else {
                hints.push("{overlay_8} side by side");
            }
            hints.extend(["{resync_ghosts} all start here", "{overlay_5} see why"]);
        }
        // A value to try comes first.
        let hints = hints.into_iter().map(Cow::Borrowed);
        others.into_iter().chain(hints).collect()
    }
}
