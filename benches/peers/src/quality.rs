//! The quality of the moves: escapes, overlaps, jitter and lost speed.

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;

use crate::candidates::{Walk, candidates};
use crate::mover::{Mover, recorded};
use crate::oracle::Oracle;
use crate::scenes::{self, DOWN_SPEED, Mesh, RADIUS, Scenery, TICK, WALK_SPEED};
use crate::table::{Row, Table};

/// Overlaps deeper than this count; metres.
const TOO_DEEP: f64 = 1e-4;

/// What `measure` says of each candidate, a ball in this scene.
fn compared(
    mut row: Row,
    scenery: &Scenery,
    flies: bool,
    measure: impl Fn(&mut dyn Mover) -> String,
) -> Row {
    let capsule = false;
    for mut candidate in candidates(scenery, Walk { flies, capsule }, 1, 1) {
        row = row.words(candidate.name, measure(&mut *candidate.mover));
    }
    row
}

/// The same for walkers on a mesh.
fn walked(row: Row, mesh: Mesh, measure: impl Fn(&mut dyn Mover) -> String) -> Row {
    let boxes = Vec::new();
    compared(row, &Scenery { mesh, boxes }, false, measure)
}

/// Counts escapes from the closed room, and overlaps, which an oracle finds by testing every shape.
pub fn room(table: &mut Table, number: usize) {
    for (as_boxes, kind) in [(true, "boxes"), (false, "triangles")] {
        let scenery = scenes::room(as_boxes);
        let oracle = Oracle::new(&scenery.mesh.triangles(), &scenery.boxes);
        for speed in [5.0, 60.0, 600.0] {
            let course = scenes::flight(speed, 20.0, number);
            let measure = |mover: &mut dyn Mover| {
                let (escapes, ends) = recorded(mover, &course);
                let depths = ends.iter().map(|end| RADIUS - oracle.distance(*end));
                let (count, worst) = depths.fold((0_u64, 0.0), |(count, worst), depth| {
                    (count + u64::from(depth > TOO_DEEP), f64::max(worst, depth))
                });
                format!("{escapes}; {count} ({:.3} mm)", worst * 1e3)
            };
            let row = Row::new(
                format!(
                    "room at {speed} m/s, crates as {kind}: escapes; overlaps > 0.1 mm (worst)"
                ),
                "moves",
            );
            table.add(compared(row, &scenery, true, measure).wanted("0; 0"));
        }
    }
}

/// Pushes straight into corners, and measures the residual motion after 2.5 s.
pub fn corners(table: &mut Table) {
    for angle in [30.0, 60.0, 90.0, 120.0, 150.0] {
        let measure = |mover: &mut dyn Mover| {
            let mut position = DVec3::X * 3.0;
            let mut way = 0.0;
            for tick in 0..300 {
                let end = mover.step(position, DVec3::X * -0.05);
                if tick >= 150 {
                    way += end.distance(position);
                }
                position = end;
            }
            format!("{:.3}", way / 150.0 * 1e6)
        };
        let row = Row::new(
            format!("pushed into a corner of {angle}°: residual motion"),
            "µm per tick",
        );
        table.add(walked(row, scenes::corner(angle), measure).wanted("< 1"));
    }
}

/// Slides along a wall of many triangles at 5 to 85 degrees to it.
pub fn wall(table: &mut Table) {
    let measure = |mover: &mut dyn Mover| {
        let (mut least, mut most): (f64, f64) = (f64::INFINITY, 0.0);
        let (mut wobble, mut drift): (f64, f64) = (0.0, 0.0);
        for angle in (5..=85).step_by(10).map(f64::from) {
            let (into, along) = sin_cos_deg(angle);
            let motion = DVec3::new(-into, 0.0, along) * (WALK_SPEED * TICK);
            let mut position = DVec3::new(RADIUS + 0.05, 0.071, -18.0);
            let (mut from, mut near, mut far) = (position, f64::INFINITY, 0.0);
            let ticks = (30.0 / motion.z).min(2000.0) as u32;
            for tick in 0..ticks {
                position = mover.step(position, motion);
                // By now the body has reached the wall.
                if tick == 20 {
                    from = position;
                }
                if tick >= 20 {
                    near = f64::min(near, position.x);
                    far = f64::max(far, position.x);
                    drift = drift.max((position.y - from.y).abs());
                }
            }
            let kept = (position.z - from.z) / (motion.z * f64::from(ticks - 21));
            (least, most) = (least.min(kept), most.max(kept));
            wobble = wobble.max(far - near);
        }
        let kept = format!("{:.2}–{:.2} %", least * 100.0, most * 100.0);
        format!("{kept}; {:.4} mm; {:.4} mm", wobble * 1e3, drift * 1e3)
    };
    let row = Row::new(
        "slide along a wall of many triangles at 5…85°: speed kept; wobble; rise",
        "",
    );
    table.add(walked(row, scenes::wall(), measure).wanted("100 %; < 0.001 mm"));
}

/// Walks over a flat floor of many triangles, in several directions.
pub fn floor(table: &mut Table) {
    let measure = |mover: &mut dyn Mover| {
        let (mut least, mut wobble): (f64, f64) = (f64::INFINITY, 0.0);
        for heading in (0..360).step_by(25).map(f64::from) {
            let (sin, cos) = sin_cos_deg(heading);
            let level = DVec3::new(cos, 0.0, sin);
            let motion = (level * WALK_SPEED - DVec3::Y * DOWN_SPEED) * TICK;
            let mut position = DVec3::new(0.03, RADIUS + 0.05, 0.07);
            let (mut from, mut low, mut high) = (position, f64::INFINITY, 0.0);
            for tick in 0..220 {
                position = mover.step(position, motion);
                if tick == 20 {
                    from = position;
                }
                if tick >= 20 {
                    low = f64::min(low, position.y);
                    high = f64::max(high, position.y);
                }
            }
            let kept = (position - from).dot(level) / (WALK_SPEED * TICK * 199.0);
            least = least.min(kept);
            wobble = wobble.max(high - low);
        }
        format!("{:.2} %; {:.4} mm", least * 100.0, wobble * 1e3)
    };
    let row = Row::new(
        "walk over a flat floor of many triangles: speed kept; wobble",
        "",
    );
    table.add(walked(row, scenes::floor(), measure).wanted("100 %; < 0.001 mm"));
}
