//! Overlay `heat`: the floor that an audit has seen, coloured by how often walkers came, how soon, or whether they came back.

use macroquad::color::Color;

use sidle::glam::DVec3;
use sidle_audit::HeatSquare;

use crate::draw::debug_draw::DebugDraw;
use crate::options::heat::Heat;
use crate::session::audit::{STEPS, Shades, near_x};
use crate::view::context::ViewContext;
use crate::view::legend::LegendRow;
use crate::view::palette::{self, HEAT, UNREACHED};

/// The meanings of the colours of `heat`.
pub fn legend(heat: Heat) -> Vec<LegendRow> {
    let mut rows = match heat {
        Heat::Visits => vec![
            (HEAT[0], "walkers came seldom"),
            (HEAT[STEPS - 1], "walkers came often"),
        ],
        Heat::Soon => vec![
            (HEAT[0], "walkers came late"),
            (HEAT[STEPS - 1], "walkers came soon"),
        ],
        Heat::Back => vec![
            (palette::RETURNS, "walkers come back"),
            (palette::NOT_YET, "no walker came back yet"),
            (palette::ERROR, "no way back"),
        ],
    };
    rows.push((UNREACHED, "nobody came"));
    rows
}

/// Squares farther from the eye are not drawn; metres. Larger: more faces in each frame.
const REACH: f64 = 30.0;

/// The eye moves this far before the squares around it are chosen again; metres.
const STEP: f64 = 3.0;

/// How far above the floor a square floats, the share of its side that it covers, and its opacity. Lower: a floor that is not
/// flat hides it.
const LIFT: f64 = 0.03;
const COVER: f64 = 0.94;
const OPACITY: f32 = 0.55;

/// The steepest floor that a square follows, its rise in a metre.
const STEEPEST: f64 = 1.5;

/// The squares around the eye.
#[derive(Default)]
pub struct HeatOverlay {
    /// The conditions that they were made for.
    made_for: Option<(u64, Heat, DVec3)>,
    faces: Vec<(Color, [DVec3; 4])>,
}

impl HeatOverlay {
    /// Draws the squares near the eye.
    pub fn draw(&mut self, debug: &mut DebugDraw, view: &ViewContext) {
        let Some(audit) = view.audit else {
            return;
        };
        let place = (view.eye / STEP).round() * STEP;
        let wanted = (audit.revision, audit.heat, place);
        if self.made_for != Some(wanted) {
            self.made_for = Some(wanted);
            self.faces = faces(audit.squares, audit.heat, place);
        }
        for (color, corners) in &self.faces {
            debug.face(*color, corners);
        }
    }
}

/// The faces of the squares around `eye`.
fn faces(squares: &[HeatSquare], heat: Heat, eye: DVec3) -> Vec<(Color, [DVec3; 4])> {
    let shades = Shades::new(heat, squares);
    let mut faces = Vec::new();
    for square in near_x(squares, eye.x, REACH) {
        let half = square.side * 0.5;
        let [x, z] = square.corner.map(|along| along + half);
        let middle = DVec3::new(x, square.height + LIFT, z);
        if middle.distance(eye) > REACH {
            continue;
        }
        let color = palette::shade(shades.of(square)).with_alpha(OPACITY);
        let rise = [[1.0, 0.0], [0.0, 1.0]].map(|direction| rise(squares, square, direction));
        let half = half * COVER;
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let corner = |[x, z]: [f64; 2]| {
            let (x, z) = (x * half, z * half);
            middle + DVec3::new(x, rise[0] * x + rise[1] * z, z)
        };
        faces.push((color, corners.map(corner)));
    }
    faces
}

/// How much the floor of `square` rises in a metre along `direction`, by the squares next to it.
fn rise(squares: &[HeatSquare], square: &HeatSquare, direction: [f64; 2]) -> f64 {
    let slope = |sign: f64| {
        let at = [0, 1].map(|axis| square.corner[axis] + direction[axis] * square.side * sign);
        let height = height_at(squares, square, at)?;
        let slope = (height - square.height) * sign / square.side;
        (slope.abs() <= STEEPEST).then_some(slope)
    };
    match (slope(1.0), slope(-1.0)) {
        (Some(a), Some(b)) => (a + b) * 0.5,
        (Some(a), None) | (None, Some(a)) => a,
        (None, None) => 0.0,
    }
}

/// The height of the square with the corner `at` that is nearest to the height of `square`.
fn height_at(squares: &[HeatSquare], square: &HeatSquare, at: [f64; 2]) -> Option<f64> {
    // Corners are multiples of the side, but for rounding.
    let near = square.side * 0.25;
    let is_before = |it: &HeatSquare| {
        let [x, z] = it.corner;
        x < at[0] - near || (x < at[0] + near && z < at[1] - near)
    };
    let first = squares.partition_point(is_before);
    let column = squares[first..].iter().take_while(|square| {
        (square.corner[0] - at[0]).abs() < near && (square.corner[1] - at[1]).abs() < near
    });
    let away = |height: &f64| (height - square.height).abs();
    column
        .map(|square| square.height)
        .min_by(|a, b| away(a).total_cmp(&away(b)))
}
