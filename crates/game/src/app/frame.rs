//! The picture of a frame: the level, overlays, map, HUD, pages and panel.

use std::borrow::Cow;
use std::rc::Rc;

use macroquad::color::Color;
use macroquad::window::{clear_background, screen_dpi_scale};

use sidle::player::Controller;

use crate::app::Game;
use crate::app::panes::Panes;
use crate::app::side_frame::SideFrame;
use crate::draw::renderer::{Picture, Renderer};
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::options::overlay_set::Overlay;
use crate::options::surface_style::SurfaceStyle;
use crate::session::editor::entries::box_of;
use crate::session::editor::target::Target;
use crate::ui::key_labels::KeyLabels;
use crate::ui::screens::screen::ScreenContext;
use crate::view::context::ViewContext;
use crate::view::hud::HudContent;
use crate::view::overlays::legend;

/// The colour of the sky where nothing else is drawn.
const BACKGROUND: Color = Color::new(0.8, 0.86, 0.9, 1.0);

/// Height of the touch sticks at the lower edge, as in web/style.css; logical pixels.
const TOUCH_STICKS: f32 = 160.0;

impl Game {
    pub(super) fn draw(&mut self) {
        clear_background(BACKGROUND);
        self.views.hud.canvas().begin();
        if self.slot.shows_loading_screen() {
            return self.draw_loading_screen();
        }
        self.place_boxes();
        let hints = self.hints();
        let page = self.page();
        let question = self.question();
        let tour_texts = self.fill_tour_card();
        let shows_help = self.screens.help.is_some();
        let key_helps = if shows_help {
            self.input.help_keys(&self.key_labels())
        } else {
            Vec::new()
        };
        let has_keyboard = self.window.has_keyboard();
        let clock = self.session.clock();
        let clock_keys = if clock.is_visible() {
            self.key_labels().fill(clock.key_hints(has_keyboard))
        } else {
            String::new()
        };

        let side = self.side_frame(&page);
        let axes = self.axes();
        let panes = self.panes(&page, &axes);
        let (eye, clearance) = self.views.eye(&self.session, &axes);
        let own_pane = panes.as_ref().and_then(Panes::own_camera);
        let camera = self.views.renderer.camera(eye, &axes, clearance);
        let camera = own_pane.unwrap_or(camera);
        let tour_arrow = self.tour_arrow(&camera, axes.right);
        let views = &mut self.views;
        let (screens, session) = (&self.screens, &self.session);
        // The help covers all other text and overlays.
        let fills = side.as_ref().is_some_and(SideFrame::fills);
        let explains = !fills
            && panes.is_none()
            && screens.help.is_none()
            && (views.overlays.shown.any() || self.slot.edits());
        let points = explains && views.viewpoint.shows_target() && views.map.size != MapSize::Large;
        let target = points
            .then(|| Target::find(session.sim.world(), eye, axes.look))
            .flatten();
        let findings = self.audit.findings();
        let audit = self.audit.view(&findings, views.overlays.shown);
        let view = ViewContext {
            level: &session.level,
            sim: &session.sim,
            outside: views.viewpoint.shows_body(),
            alpha: session.interpolation_fraction(),
            player_position: session.player_position(),
            eye,
            axes,
            target: target.as_ref(),
            lab: session.lab.as_ref(),
            ghosts: &session.ghosts,
            race_ghost: session.race_ghost(),
            tour_step: tour_texts.as_ref().and_then(|_| self.tour.step()),
            trail: &session.trail,
            marked: views
                .marked
                .and_then(|entry| box_of(&session.level, &session.sim, entry)),
            editor: self.slot.document.active_editor(),
            audit,
            compares_size: screens.mesh_card.is_some(),
        };
        let mut explained = views.overlays.shown;
        if session.sim.zones().is_empty() {
            explained.set(Overlay::Zones, false);
        }
        if session.level.surfaces.is_empty() {
            explained.set(Overlay::Surfaces, false);
        }
        if audit.is_none() {
            explained.set(Overlay::Heat, false);
            explained.set(Overlay::Findings, false);
        }
        if panes.is_some() || !session.verdicts().is_empty() {
            // The panes, and the board of verdicts, have the names of the controllers.
            explained.set(Overlay::Ghosts, false);
            explained.set(Overlay::Panes, false);
        }
        let shows_ghosts = views.overlays.shown.ghosts();
        let legend = legend(explained, session.sim.player().controller, self.audit.heat);
        let debug = if screens.help.is_some() || views.map.size == MapSize::Large {
            None
        } else {
            views.overlays.draw(&view)
        };
        let own = Picture {
            camera,
            marks: None,
            geometry: debug.map(|debug| (&debug.geometry, page.pixel_scale())),
        };
        // Nothing collides with signs.
        let has_signs =
            screens.help.is_none() && self.settings.values.surfaces != SurfaceStyle::Collision;
        let hud = &views.hud;
        let draw_own = |renderer: &mut Renderer| {
            renderer.draw(&own);
            if has_signs {
                hud.draw_signs(&camera, renderer.pass());
            }
            renderer.present();
        };
        let renderer = &mut views.renderer;
        match (&panes, &side) {
            (Some(panes), _) => panes.draw(renderer, own.geometry),
            (None, Some(side)) => {
                let marks = (views.side.debug(), page.pixel_scale());
                let small = |renderer: &Renderer, size| {
                    renderer.camera_of_size(eye, &axes, clearance, size)
                };
                side.draw(renderer, session, marks, draw_own, small);
            }
            (None, None) => draw_own(renderer),
        }
        let map = if screens.hide_text() {
            None
        } else {
            views.map.draw(&view, &camera, &page, screen_dpi_scale())
        };
        let map = map.map(|(drawing, notes)| {
            let world = session.sim.world();
            views
                .renderer
                .draw_plan(world, &drawing, page.pixel_scale());
            notes
        });
        let notes = HudContent {
            side: side.map(|side| side.content(&page, views.side.debug())),
            target: target.map(|target| target.name(&session.level)),
            legend,
            labels: debug.map_or(&[], |debug| &debug.labels),
            panels: debug.map_or(&[], |debug| &debug.panels),
            subject: debug.and_then(|debug| debug.subject),
            clock_keys,
            frame: self.window.frame(),
            all_readings: explained.any() || self.slot.edits() || self.panel.is_open(),
            clock: session.clock(),
            map,
            chart: session.chart.as_ref(),
            race: session.race_clock(),
            verdicts: shows_ghosts.then(|| session.verdicts()),
            panes: panes.as_ref().map(Panes::content),
            tour: tour_texts.as_ref().map(|texts| texts.card(tour_arrow)),
            page_lists_problems: self.window.text_is_shown,
            question: question.as_deref(),
            camera: &camera,
            sight: has_signs.then(|| (session.sim.world(), eye)),
        };
        if screens.hide_text() {
            views.hud.hide_buttons();
        } else {
            let readings = session.readings();
            views.hud.draw(&page, &readings, &hints, &notes);
        }
        let context = ScreenContext {
            name: &session.level.name,
            about: &session.level.about,
            labels: KeyLabels {
                bindings: &self.settings.values.bindings,
                device: self.window.device,
            },
            key_helps,
            head: self.views.hud.top.readings.1,
            loading: self.slot.loading_view(),
        };
        self.screens.draw(self.views.hud.canvas(), &page, &context);
        self.views.hud.canvas().present();
        #[cfg(not(target_arch = "wasm32"))]
        self.screens.draw_level_pictures();
        self.panel.draw();
    }

    /// Draws nothing but how far the first level is loaded, and a question about it.
    fn draw_loading_screen(&mut self) {
        let page = Viewport::current();
        let context = ScreenContext {
            name: &self.session.level.name,
            about: &self.session.level.about,
            labels: KeyLabels {
                bindings: &self.settings.values.bindings,
                device: self.window.device,
            },
            key_helps: Vec::new(),
            head: 0.0,
            loading: self.slot.loading_view(),
        };
        let canvas = self.views.hud.canvas();
        self.screens.draw(canvas, &page, &context);
        canvas.present();
    }

    /// Gives the renderer the boxes as they are now, and its settings.
    fn place_boxes(&mut self) {
        let renderer = &mut self.views.renderer;
        // Only an editor moves props.
        if self.slot.document.editor().is_some() {
            renderer.place_props(self.session.prop_placements());
        }
        renderer.place_movers(self.session.mover_placements());
        renderer.set_style(self.settings.values.surfaces);
        renderer.set_ambient_occlusion(self.settings.values.ambient_occlusion);
        renderer.update_collision(self.session.sim.world());
        renderer.quality = self.window.adaptive_quality.quality();
        renderer.field_of_view_deg = self.settings.values.field_of_view_deg;
    }

    /// The page, without what the panel and the touch sticks cover.
    fn page(&self) -> Viewport {
        let mut page = Viewport::current();
        page.left_inset = self.panel.width(&page);
        page.bottom_inset = if self.window.has_keyboard() {
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
        let anomaly = self.session.anomaly().filter(|_| !shown.moves());
        let anomaly = anomaly.map(|anomaly| format!("{}: {WHY}", anomaly.description()));
        if anomaly.is_some() || shown.moves() {
            hints.retain(|hint| *hint != WHY);
        }
        if shown.moves() && self.window.has_keyboard() {
            let scrubs = !self.session.paused && self.session.contact_clip().is_some();
            let scrub = scrubs.then_some("{step_back} {step_ahead} ticks of the contact");
            let size = if self.views.side.is_large {
                "{side_large} smaller"
            } else {
                "{side_large} larger"
            };
            let all = scrub.into_iter().chain([size, "{overlay_5} close it"]);
            hints.splice(0..0, all.map(Cow::Borrowed));
        }
        let classic = self.session.sim.player().controller == Controller::Classic;
        if shown.offers_tests() && classic && self.window.has_keyboard() {
            hints.push(Cow::Borrowed("{overlay_7} what the classic text asks"));
        }
        hints.splice(0..0, anomaly.map(Cow::Owned));
        let labels = KeyLabels {
            bindings: &self.settings.values.bindings,
            device: self.window.device,
        };
        self.views.hints.fill(hints, &labels)
    }
}
