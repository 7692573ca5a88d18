//! The worlds of the soak test: each a closed room with shapes that character controllers are known
//! to fail on.

use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3, Vec3};

use crate::body::Solid;
use crate::family::Shared;
use crate::scene::{Builder, Draw};
use sidle_conformance::oracle::Oracle;
use sidle_tools::random::Random;

/// The number of kinds of worlds.
pub const KINDS: u64 = 13;

/// A world of the soak test.
pub struct Arena {
    pub kind: &'static str,
    pub triangles: Vec<Triangle>,
    pub boxes: Vec<Obb>,
    pub radius: f64,
    center: DVec3,
    /// Half the size of the closed room; `None` if there is no room to escape from.
    half: Option<DVec3>,
}

impl Arena {
    pub fn contains(&self, point: DVec3) -> bool {
        self.half
            .is_none_or(|half| (point - self.center).abs().cmplt(half).all())
    }

    /// A position where the body is clear of all shapes.
    pub fn start(&self, oracle: &Oracle, random: &mut Random, body: &Solid) -> Option<DVec3> {
        let half = self.half.unwrap_or(DVec3::splat(20.0)) - self.radius * 1.1;
        (0..2000)
            .map(|_| self.center + half * random.vec3(1.0))
            .find(|place| body.room(oracle, *place) > self.radius * 0.02)
    }
}

/// The world of a case.
pub fn build(case: u64, random: &mut Random, shared: &Shared) -> Arena {
    let mut builder = Builder::default();
    let mut half = DVec3::splat(5.0);
    let kind = match case % KINDS {
        0 => {
            builder.room(half, 1);
            builder.crates(random, true);
            "room with crates as boxes"
        }
        1 => {
            builder.room(half, 1);
            builder.crates(random, false);
            "room with crates as triangles"
        }
        2 => {
            builder.room(half, 20);
            "tessellated room"
        }
        3 => {
            builder.room(half, 2);
            wedges(&mut builder, random);
            "corners of 5 to 175 degrees"
        }
        4 => {
            builder.room(half, 1);
            soup(&mut builder, random);
            "soup: slivers, duplicates, flipped and crossing triangles"
        }
        5 => {
            builder.room(half, 1);
            terrain(&mut builder, random);
            "terrain"
        }
        6 => {
            builder.room(half, 3);
            slots(&mut builder, random);
            "slots hardly wider than the body"
        }
        7 => {
            builder.room(half, 1);
            rows(&mut builder);
            "boxes side by side, seams and steps"
        }
        8 => {
            builder.room(half, 4);
            sheets(&mut builder, random);
            "thin sheets"
        }
        9 => {
            // Hardly any room to move.
            half = DVec3::new(random.between(0.31, 0.6), random.between(0.305, 1.0), 2.0);
            builder.room(half, 5);
            "a box hardly larger than the body"
        }
        10 => {
            builder.room(half, 1);
            builder.crates(random, true);
            builder.crates(random, false);
            soup(&mut builder, random);
            "everything mixed"
        }
        11 => return shipped(random, shared),
        _ => {
            builder.room(half, 1);
            let meshes = &shared.meshes;
            if meshes.is_empty() {
                columns(&mut builder, random);
            } else {
                let mesh = &meshes[random.below(meshes.len())];
                let rotation = rotation_from_degrees(random.vec3(180.0));
                let size = random.between(4.0, 9.0);
                let place = |corner: DVec3| rotation * corner * size;
                builder
                    .faces
                    .extend(mesh.iter().map(|face| face.map(place)));
            }
            "mesh or columns"
        }
    };
    // A body of 0.01 to 10 m, half of them of 0.3 m; near the origin or 10 km out.
    let radius = if random.below(2) == 0 {
        0.3
    } else {
        0.01 * libm::pow(10.0, random.between(0.0, 3.0))
    };
    let center = match random.below(3) {
        0 => random.direction() * 1e4,
        1 => random.vec3(30.0),
        _ => DVec3::ZERO,
    };
    finish(kind, &builder, half, radius, center)
}

fn finish(kind: &'static str, builder: &Builder, half: DVec3, radius: f64, center: DVec3) -> Arena {
    let scale = radius / 0.3;
    let stored = |corner: DVec3| (center + corner * scale).as_vec3();
    let faces = builder.faces.iter();
    // A level also drops triangles that degenerate in f32.
    let triangles = faces.filter_map(|face| Triangle::new(face.map(stored)));
    let boxes = builder.boxes.iter().filter_map(|(middle, rotation, half)| {
        Obb::new(center + *middle * scale, *rotation, *half * scale)
    });
    // The stored room, slightly larger.
    let slack = Vec3::splat(center.length() as f32 * 2e-7).as_dvec3();
    Arena {
        kind,
        triangles: triangles.collect(),
        boxes: boxes.collect(),
        radius,
        center,
        half: Some(half * scale + slack),
    }
}

fn wedges(builder: &mut Builder, random: &mut Random) {
    let up = DVec3::Y * 10.0;
    for (x, z) in [(-2.5, -2.5), (2.5, -2.5), (-2.5, 2.5), (2.5, 2.5)] {
        let angle = random.between(5.0, 175.0);
        let turn = random.between(0.0, 360.0);
        let apex = DVec3::new(x, -5.0, z);
        for side in [turn, turn + angle] {
            let arm = rotation_from_degrees(DVec3::Y * side) * DVec3::X * 2.4;
            builder.sheet(apex, arm, up, 1 + random.below(12) as u32);
        }
    }
    // One more lies down: a crease on a slope.
    let lean = rotation_from_degrees(random.vec3(60.0));
    let (along, side) = (lean * DVec3::X * 4.0, lean * DVec3::new(0.0, 1.5, 1.5));
    builder.sheet(DVec3::ZERO, along, side, 3);
    builder.sheet(DVec3::ZERO, along, lean * DVec3::new(0.0, 1.5, -1.5), 4);
}

fn soup(builder: &mut Builder, random: &mut Random) {
    for _ in 0..60 {
        let corner = random.vec3(4.5);
        let size = random.between(0.05, 3.0);
        let mut face = [
            corner,
            corner + random.vec3(size),
            corner + random.vec3(size),
        ];
        match random.below(5) {
            // A sliver.
            0 => face[2] = face[0].lerp(face[1], random.unit()) + random.vec3(1e-3),
            // A duplicate, once flipped.
            1 => builder.faces.push([face[0], face[2], face[1]]),
            2 => builder.faces.push(face),
            // Two that cross.
            3 => builder.faces.push([
                face[1],
                face[2] + (face[0] - face[1]),
                corner + random.vec3(1.0),
            ]),
            _ => {}
        }
        builder.faces.push(face);
    }
}

fn terrain(builder: &mut Builder, random: &mut Random) {
    let (cells, size) = (24, 10.0);
    let (waves, height) = (random.between(0.5, 3.0), random.between(0.1, 1.5));
    let at = |i: i32, j: i32| {
        let (x, z) = (
            f64::from(i) / f64::from(cells),
            f64::from(j) / f64::from(cells),
        );
        let wave = libm::sin(x * waves * 6.3) * libm::cos(z * waves * 6.3);
        DVec3::new((x - 0.5) * size, wave * height - 2.0, (z - 0.5) * size)
    };
    for i in 0..cells {
        for j in 0..cells {
            builder.quad([at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
}

fn slots(builder: &mut Builder, random: &mut Random) {
    for slot in 0..5 {
        let x = f64::from(slot) * 2.0 - 4.0;
        // From about 1 mm too narrow to about 2 mm wider than the body.
        let width = 0.6 + [-1e-3, 1e-5, 5e-5, 2e-4, 2e-3][slot as usize] * random.between(0.5, 1.5);
        let lean = random.between(-0.02, 0.02);
        for side in [-0.5, 0.5] {
            let foot = DVec3::new(x + side * width, -5.0, -3.0);
            let up = DVec3::new(side * lean, 10.0, 0.0);
            builder.sheet(foot, up, DVec3::Z * 6.0, 6);
        }
    }
}

fn rows(builder: &mut Builder) {
    for i in 0..10 {
        for j in 0..4 {
            let top = -4.0 + f64::from(j) * 0.2;
            let center = DVec3::new(f64::from(i) - 4.5, top - 0.5, f64::from(j) - 2.0);
            builder
                .boxes
                .push((center, DMat3::IDENTITY, DVec3::splat(0.5)));
        }
    }
    for i in 0..8 {
        let center = DVec3::new(f64::from(i) - 3.5, 0.0, 3.0);
        builder.cuboid(center, DMat3::IDENTITY, DVec3::new(0.5, 2.0, 0.04));
    }
}

fn sheets(builder: &mut Builder, random: &mut Random) {
    for _ in 0..10 {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let (u, v) = (rotation * DVec3::X * 4.0, rotation * DVec3::Y * 4.0);
        builder.sheet(
            random.vec3(4.0) - (u + v) * 0.5,
            u,
            v,
            1 + random.below(6) as u32,
        );
    }
}

fn columns(builder: &mut Builder, random: &mut Random) {
    for _ in 0..12 {
        let (foot, radius) = (random.vec3(4.0), random.between(0.02, 0.8));
        let sides = 3 + random.below(20) as i32;
        let corner = |side: i32| {
            let turn = rotation_from_degrees(
                DVec3::Y * (360.0 * f64::from(side % sides) / f64::from(sides)),
            );
            DVec3::new(foot.x, -5.0, foot.z) + turn * DVec3::X * radius
        };
        for side in 0..sides {
            let (a, b) = (corner(side), corner(side + 1));
            builder.quad([a, b, b + DVec3::Y * 10.0, a + DVec3::Y * 10.0]);
        }
    }
}

/// The test level as shipped.
fn shipped(random: &mut Random, shared: &Shared) -> Arena {
    let mut levels = shared.levels.iter();
    let level = levels.find(|(name, _)| name == "courtyard");
    let world = level
        .map(|(_, level)| level.world.clone())
        .unwrap_or_default();
    Arena {
        kind: "the test level",
        triangles: world.triangles().to_vec(),
        boxes: world.boxes().to_vec(),
        radius: random.between(0.05, 0.6),
        center: DVec3::Y * 2.0,
        half: None,
    }
}
