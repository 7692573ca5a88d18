//! The map: the level from above around the player, small in a corner or over most of the window.
//!
//! It is a section at the height of the player's body: what one runs into is cut there, and bright; what
//! one walks on is below it, the deeper the darker; what is too steep to stand on is red. It shows the
//! tick that is shown, and -Z is always upwards, so that it can be compared with a level's numbers and
//! with the pictures of `sidle compare`.

pub mod area;
pub mod marks;

use macroquad::color::Color;
use macroquad::math::Rect;

use sidle::geometry::angle::cos_deg;
use sidle::glam::{DVec2, DVec3, Vec3Swizzles};
use sidle::player::{Mode, PlayerState};
use sidle::world::World;

use crate::draw::camera::Camera;
use crate::draw::page::Page;
use crate::draw::renderer::PlanDrawing;
use crate::draw::renderer::plan::{PlanBox, PlanView};
use crate::options::map_size::MapSize;
use crate::session::floor_plan::round_below;
use crate::view::context::ViewContext;
use crate::view::map::area::{fitting, middle};
use crate::view::map::marks::Drawn;

pub use area::MapArea;

/// Where the map lies on a page, if it is shown.
fn place_of(size: MapSize, page: &Page) -> Option<Rect> {
    let [margin, head, foot] = [14.0, 14.0, 64.0].map(|length| page.scaled(length));
    Some(match size {
        MapSize::Off => return None,
        MapSize::Inset => {
            let side = (page.height * 0.42).min(page.width * 0.3).round().max(1.0);
            let (left, top) = (page.width - side - margin, page.height - side - margin);
            Rect::new(left.round(), top.round(), side, side)
        }
        MapSize::Large => Rect::new(
            page.left + margin,
            head,
            (page.room() - 2.0 * margin).max(1.0),
            (page.height - head - foot).max(1.0),
        ),
    })
}

/// The inset shows so many radii of the player from its middle to its edges.
const INSET_RADII: f64 = 20.0;

const MOST_ZOOM: f64 = 32.0;

/// The cut follows the body in such steps, so that the lines of the cut are not made anew in every tick;
/// and lies so much beside a round height, where there are floors; metres.
const CUT_STEP: f64 = 0.05;
const CUT_ASIDE: f64 = 0.013;

/// Who jumps no farther than this from the height of the cut leaves it where it is; metres.
const JUMP: f64 = 1.5;

/// Lines of the grid are at least so far from each other; logical pixels.
const GRID_PIXELS: f64 = 14.0;

/// What of the map is told in words.
pub struct MapNotes {
    pub size: MapSize,
    pub sheet: MapArea,
    /// The height at which the level is cut; metres.
    pub cut: f64,
    /// What its colours mean.
    pub legend: Vec<(Color, &'static str)>,
}

/// The map, with what it keeps from frame to frame.
pub struct Map {
    pub size: MapSize,
    /// How many times larger than at first the large map shows things.
    zoom: f64,
    /// The height at which the level is cut; metres. `None` before the first look.
    cut: Option<f64>,
    /// The least and the greatest x and z of the level; metres.
    bounds: Option<[DVec2; 2]>,
    origin: DVec3,
    drawn: Drawn,
    boxes: Vec<PlanBox>,
}

impl Map {
    pub fn new(size: MapSize, origin: DVec3) -> Self {
        Self {
            size,
            zoom: 1.0,
            cut: None,
            bounds: None,
            origin,
            drawn: Drawn::new(origin),
            boxes: Vec::new(),
        }
    }

    /// Another level, or one that was changed, is shown from now on.
    pub fn enter(&mut self, origin: DVec3) {
        *self = Self {
            zoom: self.zoom,
            ..Self::new(self.size, origin)
        };
    }

    /// Shows things so many times larger; only while the map is large.
    pub fn zoom(&mut self, times: f64) {
        if self.size == MapSize::Large {
            self.zoom = (self.zoom * times).clamp(1.0 / MOST_ZOOM, MOST_ZOOM);
        }
    }

    /// Everything that is drawn for `view`, which `camera` sees, on a page, and what is told of it, if the map
    /// is shown; `dpi` are the screen's own pixels per pixel of the page.
    pub fn draw(
        &mut self,
        view: &ViewContext,
        camera: &Camera,
        page: &Page,
        dpi: f32,
    ) -> Option<(PlanDrawing<'_>, MapNotes)> {
        let rect = place_of(self.size, page)?;
        let cut = cut_height(self.cut, view.sim.player());
        self.cut = Some(cut);
        let bounds = *self.bounds.get_or_insert_with(|| bounds(view.sim.world()));
        let player = view.player.xz();
        let sheet = self.sheet(rect, player, bounds, view.sim.tuning().radius);
        self.boxes.clear();
        let boxes = view.boxes().map(|(id, obb)| {
            let moves = view.sim.movers().iter().any(|driven| driven.id == id);
            PlanBox::new(&obb, self.origin, marks::box_color(moves))
        });
        self.boxes.extend(boxes);
        let half_width = f64::from(camera.half_width);
        self.drawn.draw(view, half_width, &sheet, cut);
        let pixels = |length: f32| (length * dpi).round() as i32;
        let plan = PlanView {
            center: DVec3::new(sheet.center.x, cut, sheet.center.y),
            reach: sheet.reach().to_array().map(|reach| reach as f32),
            place: [
                pixels(rect.x),
                pixels(page.height - rect.bottom()),
                pixels(rect.w),
                pixels(rect.h),
            ],
            grid: grid_spacing(sheet.pixels_per_metre),
            floor_cos: cos_deg(view.sim.tuning().max_slope_deg),
        };
        let drawing = PlanDrawing {
            view: plan,
            boxes: &self.boxes,
            layers: self.drawn.layers(),
        };
        let notes = MapNotes {
            size: self.size,
            sheet,
            cut,
            legend: marks::legend(view),
        };
        Some((drawing, notes))
    }

    /// What part of the level is shown on `rect`, for a player of this `radius`.
    fn sheet(&self, rect: Rect, player: DVec2, bounds: [DVec2; 2], radius: f64) -> MapArea {
        let whole = fitting(rect, bounds);
        let near = f64::from(rect.w) / (2.0 * INSET_RADII * radius);
        let pixels_per_metre = match self.size {
            MapSize::Off | MapSize::Inset => near,
            // Somewhat smaller, so that the outer walls are seen.
            MapSize::Large => whole.min(near) * 0.94 * self.zoom,
        };
        let mut sheet = MapArea {
            rect,
            center: player,
            pixels_per_metre,
        };
        if self.size == MapSize::Large {
            sheet.center = middle(player, sheet.reach(), bounds);
        }
        sheet
    }
}

/// The height at which the level is cut, which was at `held`: that of the body over its floor. Jumps leave
/// it where it is.
fn cut_height(held: Option<f64>, player: &PlayerState) -> f64 {
    let y = player.position.y;
    let stands = player.ground.is_floor() || player.mode == Mode::Fly;
    match held {
        Some(held) if !stands && (y - held).abs() < JUMP => held,
        _ => (y / CUT_STEP).round() * CUT_STEP + CUT_ASIDE,
    }
}

/// The least and the greatest x and z of all that is collided.
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

/// The distance of the grid's lines: a round number of metres.
fn grid_spacing(pixels_per_metre: f64) -> f64 {
    let least = GRID_PIXELS / pixels_per_metre;
    let spacing = round_below(least);
    let next = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * spacing);
    next.into_iter()
        .find(|metres| *metres >= least)
        .unwrap_or(spacing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::player::Ground;

    fn at(y: f64, ground: Ground) -> PlayerState {
        PlayerState {
            position: DVec3::Y * y,
            ground,
            ..PlayerState::default()
        }
    }

    #[test]
    fn the_cut_is_at_the_bodys_height_and_stays_there_in_a_jump() {
        let floor = Ground::Floor { normal: DVec3::Y };
        let close = |height: f64, expected: f64| (height - expected).abs() < CUT_STEP;
        let standing = cut_height(None, &at(0.5, floor));
        assert!(close(standing, 0.5), "{standing}");
        let jumping = cut_height(Some(standing), &at(1.4, Ground::None));
        assert_eq!(jumping, standing);
        let landed = cut_height(Some(jumping), &at(1.4, floor));
        assert!(close(landed, 1.4), "{landed}");
        let fallen = cut_height(Some(landed), &at(-9.0, Ground::None));
        assert!(close(fallen, -9.0), "{fallen}");
        let flying = PlayerState {
            mode: Mode::Fly,
            ..at(0.9, Ground::None)
        };
        assert!(close(cut_height(Some(standing), &flying), 0.9));
    }

    #[test]
    fn the_grid_is_round_and_never_too_fine() {
        // 14 px apart at least.
        for (pixels_per_metre, metres) in [(20.0, 1.0), (14.0, 1.0), (10.0, 2.0), (1.0, 20.0)] {
            let spacing = grid_spacing(pixels_per_metre);
            assert!((spacing - metres).abs() < 1e-9, "{spacing}");
        }
    }

    #[test]
    fn the_key_goes_through_all_sizes() {
        let mut size = MapSize::Off;
        for expected in [MapSize::Inset, MapSize::Large, MapSize::Off] {
            size = size.next();
            assert_eq!(size, expected);
        }
    }

    #[test]
    fn it_lies_on_the_page_in_windows_of_any_size() {
        for (width, height) in [
            (1280.0, 720.0),
            (640.0, 400.0),
            (320.0, 240.0),
            (300.0, 900.0),
        ] {
            let page = Page::new(width, height);
            for size in [MapSize::Inset, MapSize::Large] {
                let place = place_of(size, &page).unwrap();
                assert!(place.w > 80.0 && place.h > 80.0, "{place:?}");
                assert!(place.x >= 0.0 && place.y >= 0.0, "{place:?}");
                assert!(
                    place.right() <= width && place.bottom() <= height,
                    "{place:?}"
                );
            }
        }
    }

    #[test]
    fn only_the_large_map_is_zoomed() {
        let mut map = Map::new(MapSize::Inset, DVec3::ZERO);
        map.zoom(3.0);
        assert_eq!(map.zoom, 1.0);
        map.size = MapSize::Large;
        map.zoom(3.0);
        assert_eq!(map.zoom, 3.0);
        map.zoom(0.0);
        assert_eq!(map.zoom, 1.0 / MOST_ZOOM);
    }
}
