//! The picture of a frame: the level, what explains it, and the text over both.

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::window::{clear_background, screen_dpi_scale};

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::player::Controller;

use crate::app::Game;
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::platform::event::InputDevice;
use crate::session::target::Target;
use crate::session::viewpoint::{FreeCamera, Viewpoint};
use crate::ui::first_hints::FirstHints;
use crate::ui::screens::help;
use crate::view::context::ViewContext;
use crate::view::hud::HudContent;
use crate::view::overlays::legend;

/// How much of a touch screen's lower edge its sticks take, as web/style.css has them; logical pixels.
const THUMBS: f32 = 160.0;

impl Game {
    /// What one looks along.
    pub(super) fn axes(&self) -> ViewAxes {
        let (yaw, pitch) = self.input.view();
        ViewAxes::new(yaw, pitch)
    }

    /// From where one looks, and the free room around it; metres.
    pub(super) fn eye(&self) -> (DVec3, f64) {
        match self.viewpoint {
            Viewpoint::Eyes => (self.session.eye(), self.session.clearance()),
            Viewpoint::Outside => self.session.eye_outside(self.axes().look),
            Viewpoint::Free(camera) => (camera.eye, FreeCamera::ROOM),
        }
    }

    pub(super) fn draw(&mut self) {
        clear_background(Color::new(0.8, 0.86, 0.9, 1.0));
        let axes = self.axes();
        let sim = &self.session.sim;
        let (eye, clearance) = self.eye();
        let props = self.renderer.dynamic_props().then(|| self.session.props());
        let placements = props.into_iter().flatten().chain(self.session.movers());
        self.renderer.set_placements(placements);
        self.renderer.quality = self.adaptive_quality.quality();
        self.renderer.field_of_view_deg = self.settings.values.field_of_view_deg;
        let camera = self.renderer.camera(eye, &axes, clearance);
        // The help covers all that is written, and all that explains.
        let explains =
            !self.screens.help && (self.hud.shows_readings || self.overlays.shown.any() || self.edits());
        let points = explains && self.viewpoint.points() && self.map.size != MapSize::Large;
        let target = points
            .then(|| Target::find(sim.world(), eye, axes.look))
            .flatten();
        let view = ViewContext {
            level: &self.session.level,
            sim,
            outside: self.viewpoint.sees_body(),
            alpha: self.session.share(),
            player_position: self.session.player(),
            eye,
            axes,
            target: target.as_ref(),
            lab: self.session.lab.as_ref(),
            ghosts: &self.session.ghosts,
            trail: &self.session.trail,
            editor: self.document.active_editor(),
        };
        let readings = self.session.readings();
        let frame = self
            .frame_seconds
            .map(|seconds| (seconds, self.adaptive_quality.quality()));
        let loading = self.reloader.loading();
        let loading = loading.map(|percent| format!("loading … {percent} %"));
        let first_hints = self.first_hints.iter().flat_map(FirstHints::hints).collect();
        let mut hints = self.input.hints(first_hints);
        let why = self.input.fill("{overlay_5} see why");
        let anomaly = self.session.anomaly().filter(|_| !self.overlays.shown.moves());
        let anomaly = anomaly.map(|anomaly| format!("{}: {why}", anomaly.words()));
        if anomaly.is_some() || self.overlays.shown.moves() {
            hints.retain(|hint| *hint != why);
        }
        let controller = sim.player().controller;
        let asks = self.overlays.shown.asks_next() && controller == Controller::Classic;
        let asks = asks && self.input.device == InputDevice::Keyboard;
        let asks = asks.then(|| self.input.fill("{overlay_7} what the classic text asks"));
        hints.splice(0..0, loading.into_iter().chain(anomaly).chain(asks));
        let mut page = Viewport::current();
        page.left_inset = self.panel.width(&page);
        page.bottom_inset = match self.input.device {
            InputDevice::Keyboard => 0.0,
            InputDevice::Touch => THUMBS,
        };
        let legend = legend(self.overlays.shown, controller);
        let question = self.question();
        let debug = if self.screens.help || self.map.size == MapSize::Large {
            None
        } else {
            self.overlays.draw(&view)
        };
        let marks = debug.map(|debug| (&debug.geometry, page.pixel_scale()));
        self.renderer.draw(&camera, marks);
        if !self.screens.help {
            self.hud.draw_signs(&camera, self.renderer.pass());
        }
        set_default_camera();
        self.renderer.present();
        let map = if self.screens.help || self.screens.key_page.is_some() {
            None
        } else {
            self.map.draw(&view, &camera, &page, screen_dpi_scale())
        };
        let map = map.map(|(drawing, notes)| {
            self.renderer
                .draw_plan(view.sim.world(), &drawing, page.pixel_scale());
            notes
        });
        let clock = self.session.clock();
        let notes = HudContent {
            target: target.map(|target| target.name(&self.session.level)),
            legend,
            labels: debug.map_or(&[], |debug| &debug.labels),
            panels: debug.map_or(&[], |debug| &debug.panels),
            clock_keys: self.input.fill(clock.keys()),
            frame,
            clock,
            map,
            chart: self.session.chart.as_ref(),
            question: question.as_deref(),
            camera: &camera,
        };
        let fonts = self.hud.fonts();
        if self.screens.help {
            let level = &self.session.level;
            help::draw(fonts, &page, &level.name, &level.about, &self.input.keys());
        } else {
            self.screens.draw_keys(fonts, &page, &self.settings.values.bindings);
        }
        if self.screens.hide_text() {
            self.hud.hide_time_bar();
        } else {
            self.hud.draw(&page, &readings, &hints, &notes);
            self.screens.draw_levels(self.hud.fonts(), &page);
        }
        self.panel.draw();
    }
}
