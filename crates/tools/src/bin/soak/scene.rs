//! Building blocks of the families' worlds: random values, and shapes.

use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::player::Tuning;

use crate::body::Solid;
use sidle_tools::random::Random;

/// The random values that the worlds need.
pub trait Draw {
    /// In [0, 1).
    fn unit(&mut self) -> f64;

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn direction(&mut self) -> DVec3;

    /// A direction to push in for a while: any direction, or one along the axes and diagonals with
    /// exact integer components.
    fn heading(&mut self) -> DVec3;
}

impl Draw for Random {
    fn unit(&mut self) -> f64 {
        self.signed() * 0.5 + 0.5
    }

    fn direction(&mut self) -> DVec3 {
        loop {
            let point = self.vec3(1.0);
            if (0.01..1.0).contains(&point.length_squared()) {
                return point.normalize();
            }
        }
    }

    fn heading(&mut self) -> DVec3 {
        if self.below(3) > 0 {
            return self.direction() * self.between(0.05, 1.0);
        }
        let whole = DVec3::from_array([0; 3].map(|_: i32| self.below(3) as f64 - 1.0));
        whole.clamp_length_max(1.0)
    }
}

/// The shapes of a world relative to its middle, for a body of 0.3 m.
#[derive(Default)]
pub struct Builder {
    pub faces: Vec<[DVec3; 3]>,
    pub boxes: Vec<(DVec3, DMat3, DVec3)>,
}

impl Builder {
    pub fn quad(&mut self, corners: [DVec3; 4]) {
        let [a, b, c, d] = corners;
        self.faces.extend([[a, b, c], [a, c, d]]);
    }

    /// A parallelogram divided into cells.
    pub fn sheet(&mut self, origin: DVec3, u: DVec3, v: DVec3, cells: u32) {
        let at = |i: u32, j: u32| {
            origin + u * (f64::from(i) / f64::from(cells)) + v * (f64::from(j) / f64::from(cells))
        };
        for i in 0..cells {
            for j in 0..cells {
                self.quad([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }

    /// The six walls of a room with these half extents, each of `cells` by `cells` quads.
    pub fn room(&mut self, half: DVec3, cells: u32) {
        let DVec3 { x, y, z } = half * 2.0;
        let low = -half;
        let (x, y, z) = (DVec3::X * x, DVec3::Y * y, DVec3::Z * z);
        for (u, v, w) in [(x, y, z), (y, z, x), (z, x, y)] {
            self.sheet(low, u, v, cells);
            self.sheet(low + w, u, v, cells);
        }
    }

    pub fn cuboid(&mut self, center: DVec3, rotation: DMat3, half: DVec3) {
        let at = |x: f64, y: f64, z: f64| center + rotation * (half * DVec3::new(x, y, z));
        for side in [-1.0, 1.0] {
            self.quad([
                at(side, -1., -1.),
                at(side, 1., -1.),
                at(side, 1., 1.),
                at(side, -1., 1.),
            ]);
            self.quad([
                at(-1., side, -1.),
                at(1., side, -1.),
                at(1., side, 1.),
                at(-1., side, 1.),
            ]);
            self.quad([
                at(-1., -1., side),
                at(1., -1., side),
                at(1., 1., side),
                at(-1., 1., side),
            ]);
        }
    }

    pub fn crates(&mut self, random: &mut Random, as_boxes: bool) {
        for _ in 0..12 {
            let center = random.vec3(4.5);
            let rotation = rotation_from_degrees(random.vec3(180.0));
            let half = DVec3::from_array([0; 3].map(|_: i32| random.between(0.05, 1.2)));
            if as_boxes {
                self.boxes.push((center, rotation, half));
            } else {
                self.cuboid(center, rotation, half);
            }
        }
    }

    /// A box, as a box or as twelve triangles.
    pub fn block(&mut self, center: DVec3, rotation: DMat3, half: DVec3, as_box: bool) {
        if as_box {
            self.boxes.push((center, rotation, half));
        } else {
            self.cuboid(center, rotation, half);
        }
    }

    /// All triangles that do not degenerate when they are stored.
    pub fn triangles(&self) -> Vec<Triangle> {
        let stored = |face: &[DVec3; 3]| Triangle::new(face.map(|corner| corner.as_vec3()));
        self.faces.iter().filter_map(stored).collect()
    }

    pub fn obbs(&self) -> Vec<Obb> {
        let boxes = self.boxes.iter();
        boxes
            .filter_map(|(center, axes, half)| Obb::new(*center, *axes, *half))
            .collect()
    }
}

/// A plane that bounds the room of a body: a point of it, and its unit normal towards the body.
pub struct Bound {
    pub point: DVec3,
    pub normal: DVec3,
}

impl Bound {
    pub fn new(point: DVec3, normal: DVec3) -> Self {
        Self { point, normal }
    }

    /// Adds the plane around its point to a world: a square sheet, or the face of a box.
    pub fn build(&self, builder: &mut Builder, half: f64, as_box: bool, cells: u32) {
        let level = self.normal.cross(DVec3::Y).try_normalize();
        let along = level.unwrap_or(DVec3::X);
        let up = self.normal.cross(along);
        if as_box {
            let rotation = DMat3::from_cols(along, up, self.normal);
            let center = self.point - self.normal * 0.5;
            builder
                .boxes
                .push((center, rotation, DVec3::new(half, half, 0.5)));
        } else {
            let corner = self.point - (along + up) * half;
            builder.sheet(corner, along * (half * 2.0), up * (half * 2.0), cells);
        }
    }
}

/// How far a body of this tuning at `position` is behind the worst of the planes; metres, negative in front of all.
pub fn behind(bounds: &[Bound], position: DVec3, segment_length: f64, tuning: &Tuning) -> f64 {
    let body = Solid::new(tuning.body, tuning.radius, segment_length);
    let depth = |bound: &Bound| {
        let base = (position - bound.point).dot(bound.normal);
        body.reach(bound.normal) - base.min(base + bound.normal.y * segment_length)
    };
    bounds.iter().map(depth).fold(f64::NEG_INFINITY, f64::max)
}
