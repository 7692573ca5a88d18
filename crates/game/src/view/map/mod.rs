//! The map: the level from above around the player, small in a corner or over most of the window.
//!
//! The map cuts the level at the height of the player's body. Walls at that height are cut and bright. Floors below are
//! darker with depth, and surfaces too steep to stand on are red. -Z always points upwards, as in the pictures of
//! `sidle compare` and in the coordinates of a level.

pub mod heat_layer;
pub mod layers;
pub mod map_view;

use macroquad::math::{Rect, Vec2};

use sidle::glam::{DVec2, DVec3, Vec3Swizzles};
use sidle::player::{Mode, PlayerState};
use sidle::world::{World, floor_cos};

use crate::draw::camera::Camera;
use crate::draw::renderer::PlanScene;
use crate::draw::renderer::flat::plan::PlanView;
use crate::draw::viewport::Viewport;
use crate::options::map_size::MapSize;
use crate::session::words::round_below;
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::map::layers::MapLayers;
use crate::view::map::map_view::{center_on, fit_scale};

pub use map_view::MapView;

/// The rectangle of the map in the viewport; `None` if the map is off.
pub fn rect_of(size: MapSize, viewport: &Viewport) -> Option<Rect> {
    let [margin, head, foot] = [14.0, 14.0, 64.0].map(|length| viewport.scaled(length));
    Some(match size {
        MapSize::Off => return None,
        MapSize::Inset => {
            let side = (viewport.height * 0.42)
                .min(viewport.width * 0.3)
                .round()
                .max(1.0);
            // On a touch screen, the sticks cover the bottom, and the legend and the clock the top: the map lies above
            // the left stick.
            let left = if viewport.bottom_inset > 0.0 {
                viewport.left_inset + margin
            } else {
                viewport.width - side - margin
            };
            if left + side > viewport.width {
                return None;
            }
            let top = viewport.height - viewport.bottom_inset - side - margin;
            Rect::new(left.round(), top.max(0.0).round(), side, side)
        }
        MapSize::Large => Rect::new(
            viewport.left_inset + margin,
            head,
            (viewport.free_width() - 2.0 * margin).max(1.0),
            (viewport.height - head - foot).max(1.0),
        ),
    })
}

/// Half the width of the inset, in radii of the player.
const INSET_RADII: f64 = 20.0;

/// The strip for the text of the large map, at scale 1, and its largest share of the map's width or height; logical pixels.
/// Smaller: text covers the level; larger: the level is small.
const STRIP: f32 = 230.0;
const MAX_STRIP: f32 = 0.3;

/// The strip of the large map in `rect` that holds its text, so that none covers the level, at the right, or in a tall
/// window at the bottom.
fn text_strip(rect: Rect, viewport: &Viewport) -> Rect {
    let mut strip = rect;
    if rect.w >= rect.h {
        strip.w = viewport.scaled(STRIP).min(rect.w * MAX_STRIP);
        strip.x = rect.right() - strip.w;
    } else {
        strip.h = viewport.scaled(STRIP).min(rect.h * MAX_STRIP);
        strip.y = rect.bottom() - strip.h;
    }
    strip
}

/// Largest factor by which the large map is zoomed in or out.
const MAX_ZOOM: f64 = 32.0;

/// The cut follows the body in steps of this height, so that its lines are not computed again in every tick; metres.
const CUT_STEP: f64 = 0.05;

/// The cut avoids round heights by this offset, since floors lie there; metres.
const CUT_OFFSET: f64 = 0.013;

/// A jump no farther than this from the cut does not move it; metres.
const MAX_JUMP: f64 = 1.5;

/// Smallest distance between the lines of the grid; logical pixels.
const MIN_GRID_PIXELS: f64 = 14.0;

/// The text of the map, and where the map is.
pub struct MapAnnotations {
    pub size: MapSize,
    pub view: MapView,
    /// The part of the large map that its text takes.
    pub strip: Rect,
    /// Height of the cut; metres.
    pub cut: f64,
    pub legend: Vec<LegendRow>,
}

/// The map, with its state between frames.
pub struct Map {
    pub size: MapSize,
    /// Zoom factor of the large map.
    zoom: f64,
    /// Height of the cut; metres. `None` before the first frame.
    cut: Option<f64>,
    /// The smallest and the largest x and z of the level; metres.
    bounds: Option<[DVec2; 2]>,
    layers: MapLayers,
}

impl Map {
    pub fn new(size: MapSize, origin: DVec3) -> Self {
        Self {
            size,
            zoom: 1.0,
            cut: None,
            bounds: None,
            layers: MapLayers::new(origin),
        }
    }

    /// Whether the map covers most of the window.
    pub fn is_large(&self) -> bool {
        self.size == MapSize::Large
    }

    /// Closes the map if it is large. Returns whether it was.
    pub fn leave_large(&mut self) -> bool {
        let was_large = self.is_large();
        if was_large {
            self.size = self.size.next();
        }
        was_large
    }

    /// Shows another level, or the same level after a change.
    pub fn set_level(&mut self, origin: DVec3) {
        *self = Self {
            zoom: self.zoom,
            ..Self::new(self.size, origin)
        };
    }

    /// Multiplies the zoom factor of the large map; ignored at other sizes.
    pub fn zoom(&mut self, factor: f64) {
        if self.is_large() {
            self.zoom = (self.zoom * factor).clamp(1.0 / MAX_ZOOM, MAX_ZOOM);
        }
    }

    /// Prepares the map of `view`, which `camera` sees; `dpi` is the number of physical pixels per logical pixel.
    ///
    /// # Returns
    /// The plan and its annotations. `None` if the map is off.
    pub fn draw(
        &mut self,
        view: &ViewContext,
        camera: &Camera,
        viewport: &Viewport,
        dpi: f32,
    ) -> Option<(PlanScene<'_>, MapAnnotations)> {
        let rect = rect_of(self.size, viewport)?;
        let cut = cut_height(self.cut, view.sim.player());
        self.cut = Some(cut);
        let bounds = *self.bounds.get_or_insert_with(|| bounds(view.sim.world()));
        let player = view.player_position.xz();
        let strip = text_strip(rect, viewport);
        let map_view = self.map_view(rect, strip, player, bounds, view.sim.tuning().radius);
        let half_width = f64::from(camera.half_width);
        self.layers.draw(view, half_width, &map_view, cut);
        let pixels = |length: f32| (length * dpi).round() as i32;
        let plan = PlanView {
            center: DVec3::new(map_view.center.x, cut, map_view.center.y),
            half_extents: map_view.half_extents().to_array().map(|half| half as f32),
            screen_rect: [
                pixels(rect.x),
                pixels(viewport.height - rect.bottom()),
                pixels(rect.w),
                pixels(rect.h),
            ],
            grid_spacing: grid_spacing(map_view.pixels_per_metre),
            min_floor_normal_y: floor_cos(view.sim.tuning().max_slope_deg),
        };
        let scene = PlanScene {
            view: plan,
            boxes: self.layers.boxes(),
            layers: self.layers.geometry(),
        };
        let annotations = MapAnnotations {
            size: self.size,
            view: map_view,
            strip,
            cut,
            legend: layers::legend(view),
        };
        Some((scene, annotations))
    }

    /// The part of the level shown in `rect`, for a player of this `radius`. On the large map, the level lies next to
    /// the `strip`.
    fn map_view(
        &self,
        rect: Rect,
        strip: Rect,
        player: DVec2,
        bounds: [DVec2; 2],
        radius: f64,
    ) -> MapView {
        let near = f64::from(rect.w) / (2.0 * INSET_RADII * radius);
        if !self.is_large() {
            return MapView {
                rect,
                center: player,
                pixels_per_metre: near,
            };
        }
        // The strip takes a whole side.
        let taken = if strip.x > rect.x {
            Vec2::new(strip.w, 0.0)
        } else {
            Vec2::new(0.0, strip.h)
        };
        let beside = Rect::new(rect.x, rect.y, rect.w - taken.x, rect.h - taken.y);
        let mut part = MapView {
            rect: beside,
            center: player,
            // A margin, so that the outer walls are visible.
            pixels_per_metre: fit_scale(beside, bounds).min(near) * 0.94 * self.zoom,
        };
        part.center = center_on(player, part.half_extents(), bounds);
        let [across, down] = [taken.x, taken.y].map(|pixels| part.metres(pixels * 0.5));
        MapView {
            rect,
            center: part.center + DVec2::new(across, down),
            ..part
        }
    }
}

/// The new height of the cut, which was at `previous`, the height of the body. Jumps do not move the cut.
fn cut_height(previous: Option<f64>, player: &PlayerState) -> f64 {
    let y = player.position.y;
    let stands = player.ground.stands() || player.mode == Mode::Fly;
    match previous {
        Some(previous) if !stands && (y - previous).abs() < MAX_JUMP => previous,
        _ => (y / CUT_STEP).round() * CUT_STEP + CUT_OFFSET,
    }
}

/// The smallest and the largest x and z of all colliders.
fn bounds(world: &World) -> [DVec2; 2] {
    let triangles = world.triangles().iter();
    let corners = triangles.flat_map(|triangle| triangle.vertices());
    let ends = world.boxes().iter().flat_map(|obb| {
        let (center, half) = (obb.center(), obb.aligned().half_extents());
        [center - half, center + half]
    });
    let all = corners.chain(ends).map(|corner| corner.xz());
    let bounds = all
        .map(|corner| [corner, corner])
        .reduce(|[low, high], [one, other]| [low.min(one), high.max(other)]);
    bounds.unwrap_or_default()
}

/// The distance between the lines of the grid, a round number of metres.
fn grid_spacing(pixels_per_metre: f64) -> f64 {
    let min_spacing = MIN_GRID_PIXELS / pixels_per_metre;
    let spacing = round_below(min_spacing);
    let next = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * spacing);
    next.into_iter()
        .find(|metres| *metres >= min_spacing)
        .unwrap_or(spacing)
}

#[cfg(test)]
mod tests;
