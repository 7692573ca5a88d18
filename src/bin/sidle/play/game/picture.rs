//! The picture of a frame: the level, what explains it, and the text over both.

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::window::{clear_background, screen_dpi_scale};

use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::player::Controller;

use super::Game;
use crate::host::Hands;
use crate::play::hud::{Notes, Page};
use crate::play::lessons::Lessons;
use crate::play::map::MapSize;
use crate::play::overlays::{Target, View};
use crate::play::reload::Reloader;
use crate::play::viewpoint::{FreeCamera, Viewpoint};

/// How much of a touch screen's lower edge its sticks take, as web/style.css has them; logical pixels.
const THUMBS: f32 = 160.0;

impl Game {
    /// What one looks along.
    pub(in crate::play) fn axes(&self) -> ViewAxes {
        let (yaw, pitch) = self.input.view();
        ViewAxes::new(yaw, pitch)
    }

    /// From where one looks, and the free room around it; metres.
    pub(in crate::play) fn eye(&self) -> (DVec3, f64) {
        match self.viewpoint {
            Viewpoint::Eyes => (self.stage.eye(), self.stage.clearance()),
            Viewpoint::Outside => self.stage.eye_outside(self.axes().look),
            Viewpoint::Free(camera) => (camera.eye, FreeCamera::ROOM),
        }
    }

    pub(super) fn draw(&mut self) {
        clear_background(Color::new(0.8, 0.86, 0.9, 1.0));
        let axes = self.axes();
        let sim = &self.stage.sim;
        let (eye, clearance) = self.eye();
        let props = self.renderer.lifts_props().then(|| self.stage.props());
        let placements = props.into_iter().flatten().chain(self.stage.movers());
        self.renderer.place(placements);
        self.renderer.quality = self.pace.quality();
        self.renderer.field_of_view_deg = self.settings.values.field_of_view_deg;
        let camera = self.renderer.camera(eye, &axes, clearance);
        // The help covers all that is written, and all that explains.
        let explains =
            !self.hud.help && (self.hud.panel || self.overlays.shown.any() || self.edits());
        let points = explains && self.viewpoint.points() && self.map.size != MapSize::Large;
        let target = points
            .then(|| Target::find(sim.world(), eye, axes.look))
            .flatten();
        let view = View {
            level: &self.stage.level,
            sim,
            outside: self.viewpoint.sees_body(),
            share: self.stage.share(),
            player: self.stage.player(),
            eye,
            axes,
            target: target.as_ref(),
            lab: self.stage.lab.as_ref(),
            ghosts: &self.stage.ghosts,
            trail: &self.stage.trail,
            editor: self.editor.as_ref().filter(|editor| editor.on),
        };
        let readings = self.stage.readings(
            self.frame_seconds
                .map(|seconds| (seconds, self.pace.quality())),
        );
        let loading = self.reloader.as_ref().and_then(Reloader::loading);
        let loading = loading.map(|percent| format!("loading … {percent} %"));
        let lessons = self.lessons.iter().flat_map(Lessons::hints).collect();
        let mut hints = self.input.hints(lessons);
        let why = self.input.fill("{overlay_5} see why");
        let snag = self.stage.snag().filter(|_| !self.overlays.shown.moves());
        let snag = snag.map(|snag| format!("{}: {why}", snag.words()));
        if snag.is_some() || self.overlays.shown.moves() {
            hints.retain(|hint| *hint != why);
        }
        let controller = sim.player().controller;
        let asks = self.overlays.shown.asks_next() && controller == Controller::Classic;
        let asks = asks && self.input.hands == Hands::Keys;
        let asks = asks.then(|| self.input.fill("{overlay_7} what the classic text asks"));
        hints.splice(0..0, loading.into_iter().chain(snag).chain(asks));
        let mut page = Page::now();
        page.left = self.panel.width(&page);
        page.below = match self.input.hands {
            Hands::Keys => 0.0,
            Hands::Thumbs => THUMBS,
        };
        let legend = self.overlays.shown.legend(controller);
        let question = self.question();
        let sketch = if self.hud.help || self.map.size == MapSize::Large {
            None
        } else {
            self.overlays.draw(&view)
        };
        let marks = sketch.map(|sketch| (&sketch.marks, page.pixels()));
        self.renderer.draw(&camera, marks);
        if !self.hud.help {
            self.hud.draw_signs(&camera, self.renderer.pass());
        }
        set_default_camera();
        self.renderer.show();
        let map = if self.hud.help || self.key_page.is_some() {
            None
        } else {
            self.map.draw(&view, &camera, &page, screen_dpi_scale())
        };
        let map = map.map(|(drawing, notes)| {
            self.renderer
                .draw_plan(view.sim.world(), &drawing, page.pixels());
            notes
        });
        let clock = self.stage.clock();
        let notes = Notes {
            target: target.map(|target| target.name(&self.stage.level)),
            legend,
            labels: sketch.map_or(&[], |sketch| &sketch.labels),
            boards: sketch.map_or(&[], |sketch| &sketch.boards),
            keys: if self.hud.help {
                self.input.keys()
            } else {
                Vec::new()
            },
            levels: self.levels.as_ref(),
            key_page: (self.key_page.as_ref()).map(|page| (page, &self.settings.values.bindings)),
            clock_keys: self.input.fill(clock.keys()),
            clock,
            map,
            chart: self.stage.chart.as_ref(),
            question: question.as_deref(),
            camera: &camera,
        };
        self.hud.draw(&page, &readings, &hints, &notes);
        self.panel.draw();
    }
}
