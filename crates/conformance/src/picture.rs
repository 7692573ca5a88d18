//! A run as a picture, from the side or from above.

use std::fmt::Write as _;

use sidle::glam::{DVec2, DVec3};
use sidle::player::BodyShape;

use crate::check::Judged;
use crate::run::Run;
use crate::trial::Trial;

/// The width and the height of a picture; pixels.
const SIZE: DVec2 = DVec2::new(320.0, 200.0);

/// The most triangles and boxes of a picture, those nearest to the worst place. Larger: reports of dense meshes get long.
const MAX_SHAPES: usize = 60;

/// A picture, as SVG, of the path of `run` around the place where it is worst.
#[must_use]
pub fn svg(trial: &Trial, run: &Run, judged: &Judged) -> String {
    let view = View::of(trial, run, judged.tick);
    let mut text = format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
        SIZE.x,
        SIZE.y,
        if view.from_above {
            "from above"
        } else {
            "from the side"
        }
    );
    shapes(&mut text, trial, &view, judged.tick);
    path(&mut text, trial, run, &view);
    body(&mut text, trial, run.start(trial), &view, "start");
    body(&mut text, trial, view.worst, &view, "worst");
    text.push_str("</svg>");
    text
}

/// Which way a picture looks.
struct View {
    from_above: bool,
    /// The level direction that leads to the right.
    right: DVec3,
    middle: DVec2,
    scale: f64,
    worst: DVec3,
}

impl View {
    fn of(trial: &Trial, run: &Run, tick: usize) -> Self {
        let worst = run
            .states
            .get(tick)
            .map_or(run.began, |state| state.position);
        let start = run.start(trial);
        let way = run.end() - start;
        let level = DVec3::new(way.x, 0.0, way.z);
        let right = if trial.from_above {
            DVec3::X
        } else {
            level.try_normalize().unwrap_or(DVec3::NEG_Z)
        };
        let mut view = Self {
            from_above: trial.from_above,
            right,
            middle: DVec2::ZERO,
            scale: 1.0,
            worst,
        };
        // Around the worst place, with as much of the way from the start as fits in ten bodies.
        let size = trial.tuning.radius * 4.0 + if trial.from_above { 0.0 } else { rise(trial) };
        let reach = worst.distance(start).min(size * 4.0).max(size) * 1.3;
        view.scale = SIZE.y / reach;
        let middle = worst + DVec3::Y * (rise(trial) * 0.5);
        view.middle =
            view.flat(middle.lerp(start, (size / worst.distance(start).max(size)).min(0.5)));
        view
    }

    /// The place in the picture's plane; metres, with y down.
    fn flat(&self, point: DVec3) -> DVec2 {
        if self.from_above {
            DVec2::new(point.x, point.z)
        } else {
            DVec2::new(point.dot(self.right), -point.y)
        }
    }

    fn pixel(&self, point: DVec3) -> DVec2 {
        let pixel = (self.flat(point) - self.middle) * self.scale + SIZE * 0.5;
        // Far outside, so that no number gets long.
        pixel.clamp(DVec2::splat(-2000.0), DVec2::splat(2000.0))
    }
}

fn rise(trial: &Trial) -> f64 {
    match trial.tuning.body {
        BodyShape::Sphere => 0.0,
        BodyShape::Capsule | BodyShape::Box => trial.tuning.height - trial.tuning.radius * 2.0,
    }
}

fn shapes(text: &mut String, trial: &Trial, view: &View, tick: usize) {
    let mut polygons: Vec<(f64, Vec<DVec3>)> = Vec::new();
    let distance = |corners: &[DVec3]| {
        let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let size = corners.iter().map(|corner| corner.distance(middle));
        middle.distance(view.worst) - size.fold(0.0, f64::max)
    };
    for corners in &trial.course.triangles {
        polygons.push((distance(corners), corners.to_vec()));
    }
    for obb in trial.course.obbs(trial.moving_for(tick + 1)) {
        let (axes, half) = (obb.axes(), obb.half_extents());
        for (u, v, w) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            for side in [-1.0, 1.0] {
                let [u, v, w] = [u, v, w].map(|axis| axes.col(axis) * half[axis]);
                let face = obb.center() + w * side;
                let corners = vec![face - u - v, face + u - v, face + u + v, face - u + v];
                polygons.push((distance(&corners), corners));
            }
        }
    }
    polygons.sort_by(|first, second| first.0.total_cmp(&second.0));
    for (_, corners) in polygons.iter().take(MAX_SHAPES) {
        text.push_str("<path class=\"solid\" d=\"");
        for (number, corner) in corners.iter().enumerate() {
            let pixel = view.pixel(*corner);
            let letter = if number == 0 { 'M' } else { 'L' };
            let _ = write!(text, "{letter}{:.1} {:.1}", pixel.x, pixel.y);
        }
        text.push_str("Z\"/>");
    }
}

fn path(text: &mut String, trial: &Trial, run: &Run, view: &View) {
    text.push_str("<polyline class=\"path\" points=\"");
    // Every tick near the worst place would be too much for long runs.
    let every = (run.states.len() / 120).max(1);
    for (tick, state) in run.states.iter().enumerate().skip(trial.settle) {
        if tick % every == 0 {
            let pixel = view.pixel(state.position);
            let _ = write!(text, "{:.1},{:.1} ", pixel.x, pixel.y);
        }
    }
    text.push_str("\"/>");
}

fn body(text: &mut String, trial: &Trial, position: DVec3, view: &View, class: &str) {
    let radius = trial.tuning.radius * view.scale;
    let rise = if view.from_above {
        0.0
    } else {
        rise(trial) * view.scale
    };
    let pixel = view.pixel(position);
    let _ = write!(
        text,
        "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\"/>",
        pixel.x - radius,
        pixel.y - radius - rise,
        radius * 2.0,
        radius * 2.0 + rise,
        radius
    );
}
