//! The traps: a floor, and two to six colliders ahead.

use sidle::geometry::{Aabb, Polyline, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::player::Tuning;
use sidle::world::{Mover, MoverDesc, OnHit, PathEnd};

use crate::scene::{Builder, Draw};
use sidle_tools::random::Random;

/// What a trap is made of.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Posts in pairs, with gaps between their edges.
    Gap,
    /// Walls that meet ahead.
    Wedge,
    /// Ramps up, below ceilings that come down.
    Ceiling,
    /// Boxes that lie about.
    Heap,
    /// Steep planes that form a crease or a funnel.
    Crease,
    /// Low boxes, about as high as a step, turned or tilted a little.
    Edges,
    /// Slopes about as steep as the limit.
    Slopes,
    /// Triangles in any position.
    Scraps,
}

const KINDS: [Kind; 8] = [
    Kind::Gap,
    Kind::Wedge,
    Kind::Ceiling,
    Kind::Heap,
    Kind::Crease,
    Kind::Edges,
    Kind::Slopes,
    Kind::Scraps,
];

/// A floor, and two to six colliders ahead of the origin.
pub struct Trap {
    pub kind: Kind,
    /// Where ahead is; degrees.
    pub yaw: f64,
    pub builder: Builder,
    movers: Vec<Block>,
}

#[derive(Clone, Copy)]
struct Block {
    center: DVec3,
    rotation: DMat3,
    half: DVec3,
}

/// What the colliders of a trap have in common.
struct Draft<'t> {
    tuning: &'t Tuning,
    /// The width of gaps; metres.
    gap: f64,
    /// How far ahead the trap is; metres.
    far: f64,
    /// How far walls lean; degrees.
    lean: f64,
}

impl Trap {
    pub fn random(random: &mut Random, tuning: &Tuning) -> Self {
        let yaw = [0.0, random.between(0.0, 360.0)][random.below(2)];
        let turn = rotation_from_degrees(DVec3::Y * yaw);
        let kind = KINDS[random.below(KINDS.len())];
        let mut trap = Self {
            kind,
            yaw,
            builder: Builder::default(),
            movers: Vec::new(),
        };
        let floor = Block {
            center: DVec3::Y * -0.5,
            rotation: DMat3::IDENTITY,
            half: DVec3::new(60.0, 0.5, 60.0),
        };
        let as_box = random.below(2) == 0;
        trap.builder
            .block(floor.center, floor.rotation, floor.half, as_box);
        let draft = Draft {
            tuning,
            gap: random.between(0.05, 2.2) * tuning.radius,
            far: tuning.radius + random.between(0.1, 1.0),
            lean: [0.0, 0.0, random.between(-40.0, 40.0)][random.below(3)],
        };
        for number in 0..2 + random.below(5) as u32 {
            if matches!(kind, Kind::Scraps) {
                let middle =
                    DVec3::new(random.signed(), random.between(0.0, 1.5), -draft.far - 0.7);
                let mut corner = || turn * (middle + random.vec3(1.0));
                trap.builder.faces.push([corner(), corner(), corner()]);
                continue;
            }
            let Block {
                center,
                rotation,
                half,
            } = draft.block(kind, number, random);
            let (center, rotation) = (turn * center, turn * rotation);
            match random.below(5) {
                0 => trap.movers.push(Block {
                    center,
                    rotation,
                    half,
                }),
                1 | 2 => trap.builder.block(center, rotation, half, true),
                _ => trap.builder.block(center, rotation, half, false),
            }
        }
        trap
    }

    /// The movers of the trap, which are at rest.
    pub fn movers(&self) -> Vec<Mover> {
        let at_rest = |block: &Block| {
            Mover::new(MoverDesc {
                path: Polyline::new([block.center, block.center + DVec3::X])?,
                speed: 0.0,
                bounds: Aabb::from_points([-block.half, block.half])?,
                rotation: block.rotation,
                scale: DVec3::ONE,
                turn: false,
                on_end: PathEnd::Stop,
                on_hit: OnHit::Stop,
            })
        };
        self.movers.iter().filter_map(at_rest).collect()
    }
}

impl Draft<'_> {
    /// The collider with this number. Even ones are on the left, or below.
    fn block(&self, kind: Kind, number: u32, random: &mut Random) -> Block {
        let (far, radius) = (self.far, self.tuning.radius);
        let is_even = number.is_multiple_of(2);
        let side = if is_even { -1.0 } else { 1.0 };
        match kind {
            Kind::Gap => {
                let yaw = [45.0, 0.0, random.between(0.0, 90.0)][random.below(3)];
                let half = [0.2, random.between(0.02, 0.5)][random.below(2)];
                let row = f64::from(number / 2);
                Block {
                    center: DVec3::new(
                        side * (self.gap * 0.5 + half),
                        1.0,
                        -far - half * 1.5 - row * 0.5,
                    ),
                    rotation: rotation_from_degrees(DVec3::Y * yaw),
                    half: DVec3::new(half, 1.0, half),
                }
            }
            Kind::Wedge => {
                let angle = random.between(2.0, 178.0) * 0.5;
                let rotation =
                    rotation_from_degrees(DVec3::new(self.lean, side * (90.0 - angle), 0.0));
                let middle = DVec3::new(0.0, 1.0, -far - 1.0);
                Block {
                    center: middle + rotation * DVec3::new(side * 3.0, 0.0, -0.05),
                    rotation,
                    half: DVec3::new(3.0, 3.0, 0.05),
                }
            }
            Kind::Ceiling => {
                let (tilt, height) = if is_even {
                    (random.between(10.0, 80.0), 0.0)
                } else {
                    let height = radius * 2.0 + random.between(0.1, 3.0);
                    (-random.between(5.0, 80.0), height)
                };
                let rotation =
                    rotation_from_degrees(DVec3::new(tilt, random.between(-20.0, 20.0), 0.0));
                let middle = DVec3::new(0.0, height, -far);
                Block {
                    center: middle + rotation * DVec3::Y * (0.05 * side),
                    rotation,
                    half: DVec3::new(6.0, 0.05, 6.0),
                }
            }
            Kind::Heap | Kind::Scraps => {
                let half = DVec3::from_array([0; 3].map(|_: i32| random.between(0.05, 1.0)));
                let aside = random.signed() * (self.gap + half.x);
                Block {
                    center: DVec3::new(aside, random.between(0.0, 2.0), -far - half.length()),
                    rotation: rotation_from_degrees(random.vec3(180.0)),
                    half,
                }
            }
            Kind::Crease => plane_ahead(far, random.between(51.0, 89.0), 80.0, random),
            Kind::Slopes => {
                let limit = self.tuning.max_slope_deg;
                let slope = [
                    limit,
                    limit + random.between(-2.0, 2.0),
                    random.between(20.0, 70.0),
                ][random.below(3)];
                let reach = [30.0, 100.0][random.below(2)];
                plane_ahead(far, slope, reach, random)
            }
            Kind::Edges => {
                let step = self.tuning.step_height;
                let height = [step, step * random.between(0.3, 1.3)][random.below(2)];
                let tilt = [0.0, 20.0][random.below(2)];
                let turn = DVec3::new(
                    random.signed() * tilt,
                    random.between(0.0, 90.0),
                    random.signed() * tilt,
                );
                let half = DVec3::new(random.between(0.05, 1.0), 0.5, random.between(0.05, 1.0));
                let aside = random.signed() * (self.gap + half.x);
                Block {
                    center: DVec3::new(
                        aside,
                        height - half.y,
                        -far - half.z - random.between(0.0, 0.5),
                    ),
                    rotation: rotation_from_degrees(turn),
                    half,
                }
            }
        }
    }
}

/// A plate that rises ahead by `slope` degrees from `far` metres ahead, and is turned aside by up to `turn` degrees.
fn plane_ahead(far: f64, slope: f64, turn: f64, random: &mut Random) -> Block {
    let turn = DVec3::new(slope, random.signed() * turn, 0.0);
    let rotation = rotation_from_degrees(turn);
    Block {
        center: DVec3::NEG_Z * far - rotation * DVec3::Y * 0.05,
        rotation,
        half: DVec3::new(5.0, 0.05, 5.0),
    }
}
