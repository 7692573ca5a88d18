//! Worlds full of ties, and their permutations.

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::world::{BoxId, BuildQuality, World};

use crate::random::Random;

/// The shapes of a world for a body with a radius of about 1.
#[derive(Clone, Default)]
pub struct Shapes {
    pub triangles: Vec<Triangle>,
    pub boxes: Vec<Obb>,
}

/// One order of the shapes of a world.
pub struct Order {
    pub world: World,
    /// Where each box of the original world is.
    pub places: Vec<BoxId>,
}

impl Shapes {
    /// The shapes of a world.
    pub fn of(world: &World) -> Self {
        Self {
            triangles: world.triangles().to_vec(),
            boxes: world.boxes().to_vec(),
        }
    }

    fn face(&mut self, corners: [DVec3; 3]) {
        self.triangles
            .extend(Triangle::new(corners.map(DVec3::as_vec3)));
    }

    /// Adds two triangles.
    pub fn quad(&mut self, [a, b, c, d]: [DVec3; 4]) {
        self.face([a, b, c]);
        self.face([a, c, d]);
    }

    /// Adds a box.
    pub fn cuboid(&mut self, center: DVec3, rotation: DMat3, half: DVec3) {
        self.boxes.extend(Obb::new(center, rotation, half));
    }

    /// The twelve triangles of a box.
    fn cuboid_of_faces(&mut self, center: DVec3, rotation: DMat3, half: DVec3) {
        let at = |x: f64, y: f64, z: f64| center + rotation * (half * DVec3::new(x, y, z));
        for side in [-1.0, 1.0] {
            let ring = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            self.quad(ring.map(|(u, v)| at(side, u, v)));
            self.quad(ring.map(|(u, v)| at(v, side, u)));
            self.quad(ring.map(|(u, v)| at(u, v, side)));
        }
    }

    /// The same shapes, `scale` times as large, around `middle`.
    pub fn placed(&self, scale: f64, middle: DVec3) -> Self {
        let mut placed = Self::default();
        for triangle in &self.triangles {
            placed.face(triangle.vertices().map(|corner| middle + corner * scale));
        }
        for obb in &self.boxes {
            let center = middle + obb.center() * scale;
            placed.cuboid(center, obb.axes(), obb.half_extents() * scale);
        }
        placed
    }

    /// The world as it is, reversed, and shuffled three times. The last one has the best tree.
    pub fn orders(&self, random: &mut Random) -> [Order; 5] {
        let ahead = |length: usize| (0..length).collect::<Vec<_>>();
        [0, 1, 2, 3, 4].map(|order| {
            let mut order_of = |length: usize| {
                let mut places = ahead(length);
                match order {
                    0 => {}
                    1 => places.reverse(),
                    _ => (1..length).for_each(|last| places.swap(last, random.below(last + 1))),
                }
                places
            };
            let triangles = order_of(self.triangles.len());
            let boxes = order_of(self.boxes.len());
            let mut places = vec![BoxId(0); boxes.len()];
            for (new, old) in boxes.iter().enumerate() {
                places[*old] = BoxId(new as u32);
            }
            let quality = match order {
                4 => BuildQuality::Best,
                _ => BuildQuality::Fast,
            };
            let world = World::with_quality(
                triangles.iter().map(|old| self.triangles[*old]).collect(),
                boxes.iter().map(|old| self.boxes[*old]).collect(),
                quality,
            );
            Order { world, places }
        })
    }
}

type Build = fn(&mut Random) -> Shapes;

/// The kinds of worlds.
pub const KINDS: [(&str, Build); 9] = [
    ("soup", soup),
    ("slivers", slivers),
    ("shared vertices", shared_vertices),
    ("duplicates", duplicates),
    ("cone", cone),
    ("boxes with shared faces", grid_of_boxes),
    ("boxes in triangles", boxes_in_triangles),
    ("heap", heap),
    ("corridor", corridor),
];

/// A number in [low, high).
fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * (random.signed() * 0.5 + 0.5)
}

/// Triangles of all sizes.
fn soup(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    for _ in 0..30 {
        let (center, size) = (random.vec3(5.0), between(random, 0.1, 4.0));
        shapes.face([0; 3].map(|_: i32| center + random.vec3(size)));
    }
    shapes
}

/// Long thin triangles that meet in a few points.
fn slivers(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    let tips = [0; 4].map(|_: i32| random.vec3(5.0));
    for _ in 0..30 {
        let (from, to) = (tips[random.below(4)], random.vec3(6.0));
        let width = [1e-4, 1e-3, 1e-2][random.below(3)];
        shapes.face([from, to, to + random.vec3(width)]);
    }
    shapes
}

/// A mesh whose heights are whole numbers, so that many triangles share planes, edges and vertices.
fn shared_vertices(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    const CELLS: usize = 6;
    let scale = [0.25, 0.5, 1.0][random.below(3)];
    let heights = [0; (CELLS + 1) * (CELLS + 1)].map(|_: i32| random.below(3) as f64 * scale);
    let at = |i: usize, j: usize| {
        let level = DVec3::new(i as f64 - 3.0, -1.0, j as f64 - 3.0);
        level + DVec3::Y * heights[i * (CELLS + 1) + j]
    };
    for i in 0..CELLS {
        for j in 0..CELLS {
            shapes.quad([at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    shapes
}

/// Triangles, each three times: the same, turned, and with a neighbour in the same plane.
fn duplicates(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    for _ in 0..10 {
        let [a, b, c] = [0; 3].map(|_: i32| random.vec3(5.0).round());
        for face in [
            [a, b, c],
            [a, b, c],
            [b, c, a],
            [c, b, a],
            [c, b, b + c - a],
        ] {
            shapes.face(face);
        }
    }
    shapes
}

/// A cone of 3 to 40 triangles with its apex up or down, with or without a base.
fn cone(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    let sides = 3 + random.below(38);
    let (width, height) = (between(random, 0.5, 6.0), between(random, 0.2, 8.0));
    let apex = DVec3::Y * height * [1.0, -1.0][random.below(2)];
    let (turn, closed) = (between(random, 0.0, 360.0), random.below(2) == 0);
    let rim = |step: usize| {
        let (sin, cos) = sin_cos_deg(turn + 360.0 * step as f64 / sides as f64);
        DVec3::new(cos, 0.0, sin) * width
    };
    for side in 0..sides {
        shapes.face([apex, rim(side), rim(side + 1)]);
        if closed {
            shapes.face([DVec3::ZERO, rim(side), rim(side + 1)]);
        }
    }
    shapes
}

/// A turned grid of cubes with gaps. The others share faces, edges and corners.
fn grid_of_boxes(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    let rotation = match random.below(3) {
        0 => rotation_from_degrees(random.vec3(180.0)),
        _ => DMat3::IDENTITY,
    };
    for place in 0..64 {
        let cell = DVec3::new(
            (place % 4) as f64,
            (place / 4 % 4) as f64,
            (place / 16) as f64,
        );
        let center = rotation * (cell * 2.0 - 3.0);
        if random.below(2) == 0 {
            let half = [DVec3::ONE, DVec3::splat(1.0), DVec3::new(1.0, 0.5, 1.0)][random.below(3)];
            shapes.cuboid(center, rotation, half);
        }
    }
    shapes
}

/// Boxes that coincide with their own twelve triangles, or overlap with flush faces.
fn boxes_in_triangles(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    for _ in 0..5 {
        let (center, half) = (
            random.vec3(4.0).round(),
            random.vec3(2.0).round().abs() + 0.5,
        );
        let rotation = match random.below(3) {
            0 => rotation_from_degrees(random.vec3(180.0)),
            _ => DMat3::IDENTITY,
        };
        shapes.cuboid(center, rotation, half);
        shapes.cuboid_of_faces(center, rotation, half);
        shapes.cuboid(center + rotation.x_axis, rotation, half);
    }
    shapes
}

/// So dense that most places in it overlap something.
fn heap(random: &mut Random) -> Shapes {
    let mut shapes = soup(random);
    for _ in 0..4 {
        let half = DVec3::splat(1.2) + random.vec3(1.0);
        let center = random.vec3(4.0).round();
        let rotation = rotation_from_degrees(DVec3::Y * 30.0 * random.below(3) as f64);
        shapes.cuboid(center, rotation, half);
        shapes.cuboid(center + DVec3::X, rotation, half);
    }
    shapes
}

/// Nearly parallel walls, a little farther apart than a body of radius 1.
fn corridor(random: &mut Random) -> Shapes {
    let mut shapes = Shapes::default();
    let lean = [0.0, 1e-8, 1e-4, 0.1][random.below(4)];
    let half = 1.0 + [0.0, 1e-6, 1e-4, 2e-4][random.below(4)];
    for side in [-1.0, 1.0] {
        for cell in -3..3 {
            let z = f64::from(cell) * 2.0;
            let at = |y: f64, z: f64| DVec3::new(side * (half + y * lean), y, z);
            shapes.quad([at(-4.0, z), at(4.0, z), at(4.0, z + 2.0), at(-4.0, z + 2.0)]);
        }
    }
    shapes
}
