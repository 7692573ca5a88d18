//! The floor that an audit has seen, and its findings, on the map.

use std::collections::BTreeMap;

use sidle::glam::{DVec2, DVec3};
use sidle_audit::HeatSquare;

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::options::heat::Heat;
use crate::session::audit::{Shades, near_x};
use crate::view::context::AuditView;
use crate::view::map::map_view::MapView;
use crate::view::palette;

/// The smallest square; pixels. Squares that would be smaller are joined. Smaller: more faces on the map of a large level.
const MIN: f64 = 4.0;

const OPACITY: f32 = 0.75;

/// The cut hides squares this far above it, and moves in steps of this; metres.
const STOREY: f64 = 1.0;

/// The radii of a pin, and of the selected one; pixels.
const PIN: f32 = 4.0;
const SELECTED: f32 = 9.0;

/// The squares on the map, which are rebuilt only when they change.
pub struct HeatLayer {
    debug: DebugDraw,
    made_for: Option<MadeFor>,
}

/// The conditions that the squares were made for.
#[derive(Clone, Copy, PartialEq)]
struct MadeFor {
    revision: u64,
    heat: Heat,
    cut: f64,
    /// How many squares are joined along each side.
    joined: i64,
    /// The middle and half the size of the part of the level; metres.
    part: (DVec2, DVec2),
}

impl HeatLayer {
    pub fn new(origin: DVec3) -> Self {
        Self {
            debug: DebugDraw::new(origin),
            made_for: None,
        }
    }

    /// The layer as it was drawn last.
    pub fn debug(&self) -> &DebugDraw {
        &self.debug
    }

    /// Draws the squares below the height `cut`, if `audit` shows any.
    pub fn draw(&mut self, audit: Option<&AuditView>, map_view: &MapView, cut: f64) {
        let is_shown = |audit: &&AuditView| !audit.squares.is_empty();
        let Some(audit) = audit.filter(is_shown) else {
            if self.made_for.take().is_some() {
                self.debug.geometry.clear();
            }
            return;
        };
        let half = map_view.half_extents();
        let side = audit.squares[0].side;
        let pixels = side * map_view.pixels_per_metre;
        let wanted = MadeFor {
            revision: audit.revision,
            heat: audit.heat,
            cut: (cut / STOREY).ceil() * STOREY,
            joined: (MIN / pixels.max(1e-6)).ceil().max(1.0) as i64,
            // The map moves by its half before more is drawn.
            part: ((map_view.center / half).round() * half, half * 2.0),
        };
        if self.made_for != Some(wanted) {
            self.made_for = Some(wanted);
            self.make(audit.squares, &wanted);
        }
    }

    fn make(&mut self, squares: &[HeatSquare], wanted: &MadeFor) {
        self.debug.geometry.clear();
        let shades = Shades::new(wanted.heat, squares);
        let (middle, half) = wanted.part;
        let mut blocks: BTreeMap<[i64; 2], HeatSquare> = BTreeMap::new();
        for square in near_x(squares, middle.x, half.x) {
            let [_, z] = square.corner;
            if (z - middle.y).abs() > half.y || square.height > wanted.cut {
                continue;
            }
            let number = |along: f64| (along / square.side).round() as i64;
            let block = square
                .corner
                .map(|coordinate| number(coordinate).div_euclid(wanted.joined));
            blocks
                .entry(block)
                .and_modify(|known| join(known, square))
                .or_insert(*square);
        }
        for ([x, z], square) in &blocks {
            let side = square.side * wanted.joined as f64;
            let [x, z] = [x, z].map(|number| *number as f64 * side);
            let color = palette::shade(shades.of(square)).with_alpha(OPACITY);
            let corner = |right: f64, down: f64| {
                DVec3::new(x + right * side, square.height, z + down * side)
            };
            let corners = [
                corner(0.0, 0.0),
                corner(1.0, 0.0),
                corner(1.0, 1.0),
                corner(0.0, 1.0),
            ];
            self.debug.face(color, &corners);
        }
    }
}

/// Makes `known` a square that also stands for `other`.
fn join(known: &mut HeatSquare, other: &HeatSquare) {
    known.height = known.height.max(other.height);
    known.visits = known.visits.max(other.visits);
    known.soonest = match (known.soonest, other.soonest) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    // A place without a way back must be seen.
    known.way_back = match (known.way_back, other.way_back) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
}

/// Draws a pin for each finding.
pub fn draw_pins(debug: &mut DebugDraw, audit: &AuditView, map_view: &MapView) {
    for (number, finding) in audit.findings.iter().enumerate() {
        let color = palette::severity(finding.kind().severity());
        debug.dot(Pen::new(color, 2.0 * PIN), finding.at);
        if Some(number) == audit.selected {
            let radius = map_view.metres(SELECTED);
            debug.circle(Pen::new(color, 2.5), finding.at, DVec3::Y, radius);
        }
    }
}
