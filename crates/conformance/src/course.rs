//! The world of a trial: triangles, boxes, and boxes that move.

use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};

/// A box, in the numbers that a level file has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Its centre; metres.
    pub center: DVec3,
    /// Angles about X, Y and Z, as in a level.
    pub rotation_deg: DVec3,
    /// Half its size; metres.
    pub half_extents: DVec3,
}

impl Block {
    /// A box along the axes of the world.
    #[must_use]
    pub fn new(center: DVec3, half_extents: DVec3) -> Self {
        Self {
            center,
            rotation_deg: DVec3::ZERO,
            half_extents,
        }
    }

    /// The same box, turned.
    #[must_use]
    pub fn turned(self, rotation_deg: DVec3) -> Self {
        Self {
            rotation_deg,
            ..self
        }
    }

    /// The box; `None` if a number is out of range.
    #[must_use]
    pub fn obb(&self) -> Option<Obb> {
        let rotation = rotation_from_degrees(self.rotation_deg);
        Obb::new(self.center, rotation, self.half_extents)
    }
}

/// A box that moves while the trial runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBlock {
    /// The box at the start.
    pub block: Block,
    /// The velocity of its centre; m/s.
    pub velocity: DVec3,
    /// How fast it turns to the left; degrees per second.
    pub turn_deg_per_s: f64,
    /// It stops after this time; seconds.
    pub until: f64,
}

impl MovingBlock {
    /// The box after `seconds`.
    #[must_use]
    pub fn at(&self, seconds: f64) -> Block {
        let seconds = seconds.max(0.0).min(self.until);
        Block {
            center: self.block.center + self.velocity * seconds,
            rotation_deg: self.block.rotation_deg + DVec3::Y * (self.turn_deg_per_s * seconds),
            ..self.block
        }
    }
}

/// The colliders of a trial.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// Triangles whose corners are single-precision numbers, so that every mover has the same ones; metres.
    pub triangles: Vec<[DVec3; 3]>,
    /// Boxes at rest.
    pub boxes: Vec<Block>,
    /// Boxes that move.
    pub moving: Vec<MovingBlock>,
}

/// The nearest place with single-precision coordinates.
fn rounded(point: DVec3) -> DVec3 {
    point.as_vec3().as_dvec3()
}

impl Course {
    /// Adds a triangle.
    pub fn triangle(&mut self, corners: [DVec3; 3]) {
        self.triangles.push(corners.map(rounded));
    }

    /// Adds a quad as two triangles.
    pub fn quad(&mut self, [a, b, c, d]: [DVec3; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a parallelogram with the sides `u` and `v`, divided into `cells` along each.
    pub fn sheet(&mut self, origin: DVec3, u: DVec3, v: DVec3, cells: u32) {
        let share = |number: u32| f64::from(number) / f64::from(cells);
        let at = |i: u32, j: u32| origin + u * share(i) + v * share(j);
        for i in 0..cells {
            for j in 0..cells {
                self.quad([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }

    /// Adds a level floor at `height`, `half` metres around the axis of Y.
    pub fn floor(&mut self, height: f64, half: f64) {
        let origin = DVec3::new(-half, height, -half);
        self.sheet(origin, DVec3::Z * (half * 2.0), DVec3::X * (half * 2.0), 1);
    }

    /// Adds a surface that has this `profile` of (z, y) in every plane of constant X between `-half` and `half`.
    /// Its front is above it, for a profile from +Z to -Z.
    pub fn extrude(&mut self, profile: &[(f64, f64)], half: f64) {
        for pair in profile.windows(2) {
            let at = |(z, y): (f64, f64), x: f64| DVec3::new(x, y, z);
            let (from, to) = (pair[0], pair[1]);
            self.quad([at(from, -half), at(from, half), at(to, half), at(to, -half)]);
        }
    }

    /// Adds the six sides of a box as triangles.
    pub fn cuboid(&mut self, block: &Block) {
        let axes = rotation_from_degrees(block.rotation_deg);
        let at = |x: f64, y: f64, z: f64| {
            block.center + axes * (block.half_extents * DVec3::new(x, y, z))
        };
        for side in [-1.0, 1.0] {
            let mut sides = [
                [
                    at(side, -1., -1.),
                    at(side, 1., -1.),
                    at(side, 1., 1.),
                    at(side, -1., 1.),
                ],
                [
                    at(-1., side, -1.),
                    at(-1., side, 1.),
                    at(1., side, 1.),
                    at(1., side, -1.),
                ],
                [
                    at(-1., -1., side),
                    at(1., -1., side),
                    at(1., 1., side),
                    at(-1., 1., side),
                ],
            ];
            for corners in &mut sides {
                if side < 0.0 {
                    corners.reverse();
                }
                self.quad(*corners);
            }
        }
    }

    /// Adds a box, as a box or as its triangles.
    pub fn solid(&mut self, block: Block, form: Form) {
        match form {
            Form::Boxes => self.boxes.push(block),
            Form::Triangles => self.cuboid(&block),
        }
    }

    /// Adds a level wall, whose front faces towards the direction `facing_deg` from +Z to the left, through `point`.
    /// It reaches `half` metres to both sides, and as far up and down. Behind it is a metre of solid, or nothing.
    pub fn wall(&mut self, point: DVec3, facing_deg: f64, half: f64, form: Form) {
        let turn = DVec3::Y * facing_deg;
        let axes = rotation_from_degrees(turn);
        match form {
            Form::Boxes => {
                let center = point - axes.z_axis * 0.5;
                let block = Block::new(center, DVec3::new(half, half, 0.5)).turned(turn);
                self.boxes.push(block);
            }
            Form::Triangles => {
                let (along, up) = (axes.x_axis * half, DVec3::Y * half);
                self.sheet(point - along - up, along * 2.0, up * 2.0, 4);
            }
        }
    }

    /// The same course, turned about the axis of Y through the origin, and then moved. Only for boxes without other turns.
    #[must_use]
    pub fn placed(mut self, turn_deg: f64, offset: DVec3) -> Self {
        let axes = rotation_from_degrees(DVec3::Y * turn_deg);
        for corners in &mut self.triangles {
            *corners = corners.map(|corner| rounded(axes * corner + offset));
        }
        for block in &mut self.boxes {
            block.center = axes * block.center + offset;
            block.rotation_deg.y += turn_deg;
        }
        self
    }

    /// All boxes after `seconds`, first those at rest.
    #[must_use]
    pub fn obbs(&self, seconds: f64) -> Vec<Obb> {
        let moving = self.moving.iter().map(|block| block.at(seconds));
        let all = self.boxes.iter().copied().chain(moving);
        all.filter_map(|block| block.obb()).collect()
    }
}

/// How a solid is given to a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As triangles.
    Triangles,
    /// As boxes.
    Boxes,
}

impl Form {
    /// Both forms with their names in variants.
    pub const NAMES: [(&'static str, Self); 2] =
        [("triangles", Self::Triangles), ("boxes", Self::Boxes)];
}

/// The direction `deg` to the left of -Z, level.
#[must_use]
pub fn heading(deg: f64) -> DVec3 {
    rotation_from_degrees(DVec3::Y * deg) * DVec3::NEG_Z
}

/// The axes of a turn about Y.
#[must_use]
pub fn turn(deg: f64) -> DMat3 {
    rotation_from_degrees(DVec3::Y * deg)
}
