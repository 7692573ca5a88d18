//! An SVG map: the level from above, with the paths of the controllers.
//!
//! The map is cut like a floor plan. Ground below the cut is seen from above, the higher the darker. Walls that cross
//! the cut are drawn bold. Everything above the cut is left out. The height of the cut is the median height of the
//! body on floors; jumps, flights and falls do not count.

pub mod view;

use std::fmt::Write;

use sidle::glam::{DVec2, DVec3, Vec3Swizzles};
use sidle::level::Level;
use sidle::player::Controller;
use sidle::world::floor_plan::{cut_triangle, faces_above, top};

use crate::commands::compare::map::view::{LegendEntry, View};
use crate::commands::compare::measure::{Measures, worst_mm};
use crate::commands::svg::{self, INK};
use crate::options::controllers;
use crate::view::palette;

/// Steps of brightness between the lowest ground and the cut.
const TINTS: usize = 14;

/// The tints of the lowest and of the highest ground; red, green, blue.
const LOW: [f64; 3] = [246.0, 245.0, 240.0];
const HIGH: [f64; 3] = [206.0, 203.0, 192.0];

/// Thinner triangles are not drawn, because only their stroke would be visible; pixels.
const MIN_THICKNESS: f64 = 0.3;

/// A point of a path nearer than this to the previous one is left out; pixels.
const POINT_SPACING: f64 = 0.6;

/// The opacities of the faces and of the edges of a box, for boxes that the cut crosses and for boxes below it. Larger: the
/// paths do not stand out.
const CUT_BOX: (f64, f64) = (0.5, 0.9);
const LOW_BOX: (f64, f64) = (0.25, 0.4);

/// Widths of the paths; pixels. Each is narrower than the one before, so that all are visible where they coincide.
const WIDTHS: [f64; 3] = [5.6, 3.4, 1.6];

/// The width of the path of each run.
fn widths() -> impl Iterator<Item = f64> {
    WIDTHS.into_iter().chain(std::iter::repeat(WIDTHS[2]))
}

fn color(controller: Controller) -> String {
    svg::hex(palette::controller_on_paper(controller))
}

/// The map of `all` paths in `level`, with the boxes at their start.
pub fn draw(level: &Level, hz: u32, all: &[Measures]) -> String {
    let points = || {
        all.iter()
            .flat_map(|measures| measures.legs.iter().flatten())
    };
    let floors = all.iter().flat_map(|measures| &measures.floors);
    let mut heights: Vec<f64> = floors.copied().collect();
    heights.sort_unstable_by(f64::total_cmp);
    let start = level.rules.spawn.position.y;
    let cut = heights.get(heights.len() / 2).copied().unwrap_or(start);
    let view = View::around(points().map(|point| point.xz()), &level.world);

    let mut svg = String::new();
    view.begin(&mut svg, &level.scene.name, &subtitle(hz, all));
    let _ = writeln!(svg, r#"<g clip-path="url(#map)">"#);
    draw_ground(&mut svg, &view, level, cut);
    draw_boxes(&mut svg, &view, level, cut);
    draw_walls(&mut svg, &view, level, cut);
    for (measures, width) in all.iter().zip(widths()) {
        draw_path(&mut svg, &view, measures, width);
    }
    for measures in all {
        draw_deepest(&mut svg, &view, measures);
    }
    draw_ends(&mut svg, &view, all);
    let _ = writeln!(svg, "</g>");
    view.frame(&mut svg);
    view.scale_bar(&mut svg);
    for (at, (measures, width)) in all.iter().zip(widths()).enumerate() {
        let entry = LegendEntry {
            color: color(measures.controller),
            width,
            name: controllers::name(measures.controller),
            lines: numbers(measures),
        };
        view.legend(&mut svg, at, &entry);
    }
    svg.push_str("</svg>\n");
    svg
}

fn subtitle(hz: u32, all: &[Measures]) -> String {
    let ticks = all.first().map_or(0, |measures| measures.ticks);
    let seconds = ticks as f64 / f64::from(hz);
    format!("{seconds:.1} s at {hz} ticks a second, the same commands for each controller")
}

/// The two lines of the legend about a path.
fn numbers(measures: &Measures) -> [String; 2] {
    let Measures {
        distance, respawns, ..
    } = measures;
    let kept = measures.speed_kept().map_or(String::new(), |kept| {
        format!(", {:.1} % of speed kept", kept * 100.0)
    });
    let falls = match respawns {
        0 => String::new(),
        1 => ", 1 return".to_owned(),
        many => format!(", {many} returns"),
    };
    [
        format!("{distance:.1} m{kept}"),
        format!("at worst {:.1} mm deep{falls}", worst_mm(measures)),
    ]
}

/// Draws everything but walls. Triangles above the cut are drawn first, below the rest, so that roofs hide nothing,
/// and the top of a hill is not a hole.
fn draw_ground(svg: &mut String, view: &View, level: &Level, cut: f64) {
    let triangles = level.world.triangles().iter();
    let flat = triangles.filter(|triangle| triangle.plane().normal().y.abs() > 0.05);
    let flat: Vec<_> = flat.map(|triangle| triangle.vertices()).collect();
    let height = |[a, b, c]: &[DVec3; 3]| (a.y + b.y + c.y) / 3.0;
    let lowest = flat.iter().map(height).fold(cut, f64::min);
    let (mut above, mut tints) = (String::new(), vec![String::new(); TINTS]);
    for corners in &flat {
        let data = if corners.iter().all(|corner| corner.y > cut) {
            &mut above
        } else {
            let share = (height(corners) - lowest) / (cut - lowest).max(1e-9);
            let tint = (share * (TINTS - 1) as f64).round() as usize;
            &mut tints[tint.min(TINTS - 1)]
        };
        let [a, b, c] = corners.map(|corner| corner.xz());
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let thickness = (b - a).perp_dot(c - a) / longest * view.pixels_per_metre;
        // All with the same winding: a roof and its underside must not cancel each other out.
        if thickness > MIN_THICKNESS {
            view.polygon(data, &[a, b, c]);
        } else if thickness < -MIN_THICKNESS {
            view.polygon(data, &[a, c, b]);
        }
    }
    let shares = (0..TINTS).map(|tint| tint as f64 / (TINTS - 1) as f64);
    let layers = tints.iter().zip(shares);
    for (data, share) in core::iter::once((&above, 1.0)).chain(layers) {
        let [red, green, blue] = [0, 1, 2].map(|at| LOW[at] + (HIGH[at] - LOW[at]) * share);
        let fill = format!("rgb({red:.0},{green:.0},{blue:.0})");
        if !data.is_empty() {
            // The stroke closes the seams between neighbours.
            let _ = writeln!(
                svg,
                r#"<path fill="{fill}" stroke="{fill}" stroke-width="0.6" d="{data}"/>"#
            );
        }
    }
}

/// Draws props, and movers with their paths.
fn draw_boxes(svg: &mut String, view: &View, level: &Level, cut: f64) {
    let mut boxes: Vec<_> = level.world.boxes_with_ids().collect();
    boxes.sort_by(|(_, one), (_, other)| top(one).total_cmp(&top(other)));
    for (id, obb) in boxes {
        let driven = level.movers.iter().find(|driven| driven.id == id);
        if let Some(driven) = driven {
            let mut path = String::new();
            view.polyline(&mut path, driven.mover.desc().path.points().iter().copied());
            let _ = writeln!(
                svg,
                r#"<path fill="none" stroke="{INK}" stroke-opacity="0.6" stroke-width="1.2" stroke-dasharray="5 4" d="{path}"/>"#
            );
        }
        let bottom = 2.0 * obb.center().y - top(obb);
        if bottom > cut {
            continue;
        }
        let mut faces = String::new();
        for face in faces_above(obb) {
            view.polygon(&mut faces, &face.map(|corner| corner.xz()));
        }
        let fill = svg::hex(match driven {
            Some(_) => palette::MOVER,
            None => palette::OBB,
        });
        let (opacity, edge) = if top(obb) > cut { CUT_BOX } else { LOW_BOX };
        let _ = writeln!(
            svg,
            r#"<path fill="{fill}" fill-opacity="{opacity}" stroke="{INK}" stroke-opacity="{edge}" stroke-width="0.9" stroke-linejoin="round" d="{faces}"/>"#
        );
    }
}

/// Draws the lines where the cut crosses the meshes.
fn draw_walls(svg: &mut String, view: &View, level: &Level, cut: f64) {
    let mut data = String::new();
    let triangles = level.world.triangles().iter();
    for line in triangles.filter_map(|triangle| cut_triangle(triangle, cut)) {
        view.polyline(&mut data, line);
    }
    let _ = writeln!(
        svg,
        r#"<path fill="none" stroke="{INK}" stroke-width="1.6" stroke-linecap="round" d="{data}"/>"#
    );
}

fn draw_path(svg: &mut String, view: &View, measures: &Measures, width: f64) {
    let (mut data, mut falls) = (String::new(), String::new());
    for (at, leg) in measures.legs.iter().enumerate() {
        view.polyline(
            &mut data,
            thinned(leg, POINT_SPACING / view.pixels_per_metre),
        );
        let Some(last) = leg.last().filter(|_| at + 1 < measures.legs.len()) else {
            continue;
        };
        let DVec2 { x, y } = view.pixel(last.xz());
        let _ = write!(falls, "M{:.1} {:.1}l9 9m0 -9l-9 9", x - 4.5, y - 4.5);
    }
    let color = color(measures.controller);
    let _ = writeln!(
        svg,
        r#"<g fill="none" stroke="{color}" stroke-linecap="round" stroke-linejoin="round"><path stroke-width="{width}" d="{data}"/><path stroke-width="2.4" d="{falls}"/></g>"#
    );
}

/// The points of `leg` at least `spacing` from the previous one, and the last point.
fn thinned(leg: &[DVec3], spacing: f64) -> impl Iterator<Item = DVec3> {
    let mut kept: Option<DVec3> = None;
    let last = leg.len().saturating_sub(1);
    leg.iter().enumerate().filter_map(move |(at, point)| {
        let far = kept.is_none_or(|kept| kept.xz().distance(point.xz()) >= spacing);
        (far || at == last).then(|| {
            kept = Some(*point);
            *point
        })
    })
}

/// Draws a ring around the place of the deepest overlap, if that is visible.
fn draw_deepest(svg: &mut String, view: &View, measures: &Measures) {
    let Some(worst) = measures.worst.as_ref().filter(|worst| worst.depth > 1e-3) else {
        return;
    };
    let DVec2 { x, y } = view.pixel(worst.player.position.xz());
    let (color, millimetres) = (color(measures.controller), worst.depth * 1e3);
    let _ = writeln!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="11" fill="none" stroke="white" stroke-width="5"/><circle cx="{x:.1}" cy="{y:.1}" r="11" fill="none" stroke="{color}" stroke-width="2.4"/>"#
    );
    view.label(
        svg,
        DVec2::new(x + 17.0, y + 4.5),
        &format!("{millimetres:.0} mm deep"),
    );
}

/// Draws a ring at the common start, and a disc at each end.
fn draw_ends(svg: &mut String, view: &View, all: &[Measures]) {
    for (measures, width) in all.iter().zip(widths()) {
        let DVec2 { x, y } = view.pixel(measures.end.position.xz());
        let (color, radius) = (color(measures.controller), width + 3.0);
        let _ = writeln!(
            svg,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{color}" stroke="white" stroke-width="1.5"/>"#
        );
    }
    let Some(start) = all
        .first()
        .and_then(|measures| measures.legs.first()?.first())
    else {
        return;
    };
    let DVec2 { x, y } = view.pixel(start.xz());
    let _ = writeln!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="7" fill="white" stroke="{INK}" stroke-width="2.6"/>"#
    );
    view.label(svg, DVec2::new(x + 13.0, y + 4.5), "start");
}
