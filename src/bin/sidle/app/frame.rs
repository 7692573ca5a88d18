//! The picture of a frame: the level, overlays, map, HUD, pages and panel.

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::window::{clear_background, screen_dpi_scale};

use sidle::player::Controller;

use crate::app::Game;
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::session::entries::box_of;
use crate::session::target::Target;
use crate::ui::screens::help;
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
        if self.slot.shows_loading_screen() {
            return self.draw_loading_screen();
        }
        self.place_boxes();
        let hints = self.hints();
        let page = self.page();
        let question = self.question();
        let help_keys = self
            .screens
            .help
            .then(|| self.input.help_keys(&self.key_labels()));
        let has_keyboard = self.window.has_keyboard();
        let clock_keys = self.session.clock().key_hints(has_keyboard);
        let clock_keys = self.key_labels().fill(clock_keys);

        let axes = self.axes();
        let (eye, clearance) = self.views.eye(&self.session, &axes);
        let views = &mut self.views;
        let (screens, session) = (&self.screens, &self.session);
        let camera = views.renderer.camera(eye, &axes, clearance);
        // The help covers all other text and overlays.
        let explains = !screens.help
            && (views.hud.shows_readings || views.overlays.shown.any() || self.slot.edits());
        let points = explains && views.viewpoint.shows_target() && views.map.size != MapSize::Large;
        let target = points
            .then(|| Target::find(session.sim.world(), eye, axes.look))
            .flatten();
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
            trail: &session.trail,
            marked: views
                .marked
                .and_then(|entry| box_of(&session.level, &session.sim, entry)),
            editor: self.slot.document.active_editor(),
        };
        let legend = legend(views.overlays.shown, session.sim.player().controller);
        let debug = if screens.help || views.map.size == MapSize::Large {
            None
        } else {
            views.overlays.draw(&view)
        };
        let marks = debug.map(|debug| (&debug.geometry, page.pixel_scale()));
        views.renderer.draw(&camera, marks);
        if !screens.help {
            views.hud.draw_signs(&camera, views.renderer.pass());
        }
        set_default_camera();
        views.renderer.present();
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
            target: target.map(|target| target.name(&session.level)),
            legend,
            labels: debug.map_or(&[], |debug| &debug.labels),
            panels: debug.map_or(&[], |debug| &debug.panels),
            clock_keys,
            frame: self.window.frame(),
            clock: session.clock(),
            map,
            chart: session.chart.as_ref(),
            page_lists_problems: self.window.text_is_shown,
            question: question.as_deref(),
            camera: &camera,
        };
        if let Some(keys) = &help_keys {
            let level = &session.level;
            help::draw(views.hud.fonts(), &page, &level.name, &level.about, keys);
        } else {
            screens.draw_keys(views.hud.fonts(), &page, &self.settings.values.bindings);
        }
        if screens.hide_text() {
            views.hud.hide_time_bar();
        } else {
            let readings = session.readings();
            views.hud.draw(&page, &readings, &hints, &notes);
            screens.draw_levels(views.hud.fonts(), &page);
        }
        let fonts = views.hud.fonts();
        self.screens
            .draw_loading(fonts, &page, self.slot.loading_view());
        self.screens.draw_question(fonts, &page);
        self.panel.draw();
    }

    /// Draws nothing but how far the first level is loaded, and a question about it.
    fn draw_loading_screen(&mut self) {
        let page = Viewport::current();
        let fonts = self.views.hud.fonts();
        self.screens
            .draw_loading(fonts, &page, self.slot.loading_view());
        self.screens.draw_question(fonts, &page);
    }

    /// Gives the renderer the boxes as they are now, and its settings.
    fn place_boxes(&mut self) {
        let renderer = &mut self.views.renderer;
        let props = renderer
            .dynamic_props()
            .then(|| self.session.prop_placements());
        renderer.set_placements(
            props
                .into_iter()
                .flatten()
                .chain(self.session.mover_placements()),
        );
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
    fn hints(&self) -> Vec<String> {
        let labels = self.key_labels();
        let shown = self.views.overlays.shown;
        let mut hints = self.input.hints(&labels, self.guidance.hints());
        let why = labels.fill("{overlay_5} see why");
        let anomaly = self.session.anomaly().filter(|_| !shown.moves());
        let anomaly = anomaly.map(|anomaly| format!("{}: {why}", anomaly.description()));
        if anomaly.is_some() || shown.moves() {
            hints.retain(|hint| *hint != why);
        }
        let classic = self.session.sim.player().controller == Controller::Classic;
        let asks = shown.offers_tests() && classic && self.window.has_keyboard();
        let asks = asks.then(|| labels.fill("{overlay_7} what the classic text asks"));
        hints.splice(0..0, anomaly.into_iter().chain(asks));
        hints
    }
}
