//! The geometry and the motions, which are the same for every mover.

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3, Vec3};

/// The radius of every body, a ball or a capsule; metres.
pub const RADIUS: f64 = 0.3;
/// Length of a tick; seconds.
pub const TICK: f64 = 1.0 / 60.0;
/// The height of a capsule; metres.
pub const HEIGHT: f64 = 1.8;
/// The height of the statue; metres.
const STATUE_HEIGHT: f64 = 6.0;
/// Half the size of the closed room; metres.
pub const ROOM_HALF: f64 = 5.0;
/// The horizontal and the downward speed of a walker; metres per second.
pub const WALK_SPEED: f64 = 5.0;
pub const DOWN_SPEED: f64 = 3.0;

/// A small seeded generator (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn point(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_: i32| self.between(-size, size)))
    }

    pub fn direction(&mut self) -> DVec3 {
        loop {
            let point = self.point(1.0);
            if (0.01..1.0).contains(&point.length_squared()) {
                return point.normalize();
            }
        }
    }
}

/// A triangle mesh with shared corners.
#[derive(Clone, Default)]
pub struct Mesh {
    pub corners: Vec<Vec3>,
    pub faces: Vec<[u32; 3]>,
}

/// The colliders of a scene: triangles and boxes.
#[derive(Clone, Default)]
pub struct Scenery {
    pub mesh: Mesh,
    pub boxes: Vec<Obb>,
}

impl Mesh {
    pub fn triangles(&self) -> Vec<Triangle> {
        let corners = |face: &[u32; 3]| face.map(|corner| self.corners[corner as usize]);
        let faces = self.faces.iter().map(corners);
        faces.filter_map(Triangle::new).collect()
    }

    /// A parallelogram of `u_cells` × `v_cells` cells, two triangles each, lifted by `height(x, z)`.
    fn sheet(
        &mut self,
        origin: DVec3,
        (u, u_cells): (DVec3, u32),
        (v, v_cells): (DVec3, u32),
        height: impl Fn(DVec3) -> f64,
    ) {
        let first = self.corners.len() as u32;
        for i in 0..=u_cells {
            for j in 0..=v_cells {
                let (i, j) = (f64::from(i), f64::from(j));
                let flat = origin + u * (i / f64::from(u_cells)) + v * (j / f64::from(v_cells));
                self.corners
                    .push((flat + DVec3::Y * height(flat)).as_vec3());
            }
        }
        let at = |i: u32, j: u32| first + i * (v_cells + 1) + j;
        for i in 0..u_cells {
            for j in 0..v_cells {
                let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
                self.faces.extend([[a, b, c], [a, c, d]]);
            }
        }
    }

    fn cuboid(&mut self, center: DVec3, rotation: DMat3, half: DVec3) {
        let first = self.corners.len() as u32;
        for number in 0..8_u32 {
            let side = |bit: u32| if number & bit == 0 { -1.0 } else { 1.0 };
            let local = half * DVec3::new(side(1), side(2), side(4));
            self.corners.push((center + rotation * local).as_vec3());
        }
        for [a, b, c, d] in [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ] {
            let corner = |number: u32| first + number;
            self.faces.extend([
                [corner(a), corner(b), corner(c)],
                [corner(a), corner(c), corner(d)],
            ]);
        }
    }
}

/// A closed, bumpy statue 6 m tall around the Y axis, of about so many triangles, as a scanner sees one.
pub fn statue(triangles: u32) -> Mesh {
    let (mut mesh, mut random) = (Mesh::default(), Random::new(99));
    let rows = (f64::from(triangles) * 0.72).sqrt() as u32;
    let columns = triangles / 2 / rows;
    for row in 0..=rows {
        let height = STATUE_HEIGHT * f64::from(row) / f64::from(rows);
        for column in 0..columns {
            let turn = core::f64::consts::TAU * f64::from(column) / f64::from(columns);
            let folds = 0.2 * sin_cos(height * 2.1).0 + 0.1 * sin_cos(turn * 3.0 + height).0;
            let grooves = 0.05 * sin_cos(turn * 11.0).0 * sin_cos(height * 9.0).1;
            let radius = 0.5 + folds + grooves + random.between(-0.004, 0.004);
            let (sin, cos) = sin_cos(turn);
            let corner = DVec3::new(radius * cos, height, radius * sin);
            mesh.corners.push(corner.as_vec3());
        }
    }
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let (low, high) = (row * columns, (row + 1) * columns);
        let next = (column + 1) % columns;
        let [a, b, c, d] = [low + column, low + next, high + next, high + column];
        mesh.faces.extend([[a, c, b], [a, d, c]]);
    }
    mesh
}

/// Motions of 0.8 m from next to the statue towards it: start and displacement.
pub fn towards_statue(number: usize) -> Vec<(DVec3, DVec3)> {
    let mut random = Random::new(4);
    let motion = |_| {
        let (sin, cos) = sin_cos(random.between(0.0, core::f64::consts::TAU));
        let height = random.between(0.3, STATUE_HEIGHT - 2.3);
        let start = DVec3::new(cos * 1.4, height, sin * 1.4);
        let aim = DVec3::Y * height + random.point(0.5);
        (start, (aim - start).normalize() * 0.8)
    };
    (0..number).map(motion).collect()
}

/// The height of the terrain: from -1 to 1 m, nowhere steeper than 45 degrees.
pub fn terrain_height(place: DVec3) -> f64 {
    let ((sin_x, _), (_, cos_z)) = (sin_cos(place.x), sin_cos(place.z));
    sin_x * cos_z
}

fn sin_cos(radians: f64) -> (f64, f64) {
    sin_cos_deg(radians.to_degrees())
}

/// A square of terrain around the origin.
pub fn terrain(cells: u32, cell: f64) -> Mesh {
    let (mut mesh, size) = (Mesh::default(), f64::from(cells) * cell);
    let corner = DVec3::new(-0.5, 0.0, -0.5) * size;
    mesh.sheet(
        corner,
        (DVec3::X * size, cells),
        (DVec3::Z * size, cells),
        terrain_height,
    );
    mesh
}

/// A flat floor of 40 × 40 m around the origin, in cells of 0.25 m.
pub fn floor() -> Mesh {
    let mut mesh = Mesh::default();
    let corner = DVec3::new(-20.0, 0.0, -20.0);
    mesh.sheet(
        corner,
        (DVec3::X * 40.0, 160),
        (DVec3::Z * 40.0, 160),
        |_| 0.0,
    );
    mesh
}

/// An upright wall at x = 0, 40 m along z and 4 m high, in cells of 0.25 m.
pub fn wall() -> Mesh {
    let mut mesh = Mesh::default();
    let corner = DVec3::new(0.0, -2.0, -20.0);
    mesh.sheet(corner, (DVec3::Z * 40.0, 160), (DVec3::Y * 4.0, 16), |_| {
        0.0
    });
    mesh
}

/// Two upright walls that meet at the origin with `angle` degrees between them, open towards +X.
pub fn corner(angle: f64) -> Mesh {
    let mut mesh = Mesh::default();
    for side in [-1.0, 1.0] {
        let (sin, cos) = sin_cos_deg(angle * 0.5);
        let along = DVec3::new(cos, 0.0, sin * side) * 8.0;
        mesh.sheet(-DVec3::Y * 2.0, (along, 1), (DVec3::Y * 4.0, 1), |_| 0.0);
    }
    mesh
}

/// A closed room with twelve turned crates, as boxes or as triangles.
pub fn room(crates_as_boxes: bool) -> Scenery {
    let mut scenery = Scenery::default();
    let half = DVec3::splat(ROOM_HALF);
    scenery.mesh.cuboid(DVec3::ZERO, DMat3::IDENTITY, half);
    let mut random = Random::new(12);
    while scenery.boxes.len() < 12 {
        let center = random.point(4.5);
        let rotation = rotation_from_degrees(random.point(180.0));
        let half = DVec3::from_array([0; 3].map(|_: i32| random.between(0.2, 1.2)));
        // Keep the middle of the room free: every mover starts there.
        if center.length() > half.length() + RADIUS * 2.0 {
            scenery.boxes.extend(Obb::new(center, rotation, half));
        }
    }
    if !crates_as_boxes {
        for obb in std::mem::take(&mut scenery.boxes) {
            scenery
                .mesh
                .cuboid(obb.center(), obb.axes(), obb.half_extents());
        }
    }
    scenery
}

/// The limit of a scene.
#[derive(Clone, Copy)]
pub enum Fence {
    /// Walkers turn inward at this distance from the middle; metres.
    Turn(f64),
    /// A body beyond this distance has escaped: it is counted and starts again; metres.
    Count(f64),
}

/// The motions in a scene.
pub struct Course {
    pub start: DVec3,
    pub motions: Vec<DVec3>,
    pub fence: Fence,
}

/// A walk over `size` metres of terrain, slowly turning.
pub fn walk(size: f64, moves: usize) -> Course {
    let mut random = Random::new(7);
    let (mut heading, mut turn) = (0.4, 0.0);
    let motions = (0..moves).map(|number| {
        if number % 60 == 0 {
            turn = random.between(-0.02, 0.02);
        }
        heading += turn;
        let (sin, cos) = sin_cos(heading);
        DVec3::new(WALK_SPEED * cos, -DOWN_SPEED, WALK_SPEED * sin) * TICK
    });
    Course {
        start: DVec3::new(1.1, terrain_height(DVec3::new(1.1, 0.0, 0.7)) + 0.6, 0.7),
        motions: motions.collect(),
        fence: Fence::Turn(size * 0.5 - 1.0),
    }
}

/// Random moves through the room. `kept` is the mean number of moves before a change of direction: with
/// 20 the body pushes against surfaces for a while, with 1 it mostly flies.
pub fn flight(speed: f64, kept: f64, moves: usize) -> Course {
    let mut random = Random::new(600);
    let mut heading = DVec3::X;
    let motions = (0..moves).map(|_| {
        if random.unit() * kept < 1.0 {
            heading = random.direction();
        }
        heading * (speed * TICK)
    });
    Course {
        start: DVec3::ZERO,
        motions: motions.collect(),
        fence: Fence::Count(ROOM_HALF),
    }
}

/// Casts of `length` from slightly above the terrain, in every direction.
pub fn casts(size: f64, length: f64, number: usize) -> Vec<(DVec3, DVec3)> {
    let mut random = Random::new(55);
    let half = size * 0.5 - length - 1.0;
    let cast = |_| {
        let mut place = random.point(half);
        place.y = terrain_height(place);
        // The normal of the surface, from the derivatives of its height.
        let ((sin_x, cos_x), (sin_z, cos_z)) = (sin_cos(place.x), sin_cos(place.z));
        let normal = DVec3::new(-cos_x * cos_z, 1.0, sin_x * sin_z).normalize();
        let gap = random.between(0.02, 0.2);
        (place + normal * (RADIUS + gap), random.direction() * length)
    };
    (0..number).map(cast).collect()
}
