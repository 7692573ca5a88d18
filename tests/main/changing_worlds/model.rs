//! A world that changes at random, and a plain list of what it must hold.

use std::collections::BTreeMap;

use sidle::geometry::{Obb, Pose, Triangle, rotation_from_degrees};
use sidle::glam::{DVec3, Vec3};
use sidle::world::{BoxId, ColliderId, MeshId, SurfaceRules, TriangleId, World};

use crate::random::Random;

pub const SEED: u64 = 71;

/// Half the size of the room that everything is in; metres.
pub const SIZE: f64 = 6.0;

/// The tags that have rules.
pub const ONE_WAY: u32 = 1;
pub const SENSOR: u32 = 2;
pub const ICE: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Triangle(Triangle),
    Box(Obb),
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub shape: Shape,
    pub is_enabled: bool,
    pub tag: u32,
    pub layers: u32,
}

pub struct Model {
    pub world: World,
    pub entries: BTreeMap<ColliderId, Entry>,
    meshes: BTreeMap<MeshId, Vec<Triangle>>,
    /// Everything that was removed.
    pub removed: Vec<ColliderId>,
}

fn entry(shape: Shape) -> Entry {
    Entry {
        shape,
        is_enabled: true,
        tag: 0,
        layers: u32::MAX,
    }
}

pub fn triangle(random: &mut Random, at: DVec3) -> Triangle {
    loop {
        let corners = [0; 3].map(|_: i32| (at + random.vec3(1.5)).as_vec3());
        if let Some(triangle) = Triangle::new(corners) {
            return triangle;
        }
    }
}

/// A place: most are in the room, some in one of few places, and some far beyond the tree or the edge of the world.
fn place(random: &mut Random) -> DVec3 {
    match random.below(40) {
        0 => DVec3::X * 1e13,
        1 => DVec3::X * 1e31,
        2..=8 => DVec3::ONE,
        _ => random.vec3(SIZE),
    }
}

pub fn obb(random: &mut Random) -> Obb {
    let rotation = rotation_from_degrees(random.vec3(180.0));
    let half = random.vec3(0.6).abs() * [0.0, 1.0, 1.0, 3.0][random.below(4)];
    Obb::new(place(random), rotation, half).unwrap()
}

/// A pose in which the corners of a mesh keep their digits.
fn pose(random: &mut Random) -> Pose {
    Pose::new(random.vec3(SIZE), random.vec3(180.0)).unwrap()
}

fn placed(mesh: &[Triangle], pose: &Pose) -> Vec<Triangle> {
    let place = |triangle: &Triangle| {
        triangle
            .vertices()
            .map(|vertex| pose.apply(vertex).as_vec3())
    };
    mesh.iter()
        .map(|triangle| Triangle::new(place(triangle)).unwrap())
        .collect()
}

impl Model {
    pub fn new(random: &mut Random, count: usize) -> Self {
        let triangles: Vec<_> = (0..count)
            .map(|_| {
                let at = random.vec3(SIZE);
                triangle(random, at)
            })
            .collect();
        let boxes: Vec<_> = (0..count / 2).map(|_| obb(random)).collect();
        let mut world = World::new(triangles.clone(), boxes.clone());
        set_rules(&mut world);
        let triangles = (0..).map(TriangleId).zip(triangles);
        let boxes = (0..).map(BoxId).zip(boxes);
        let triangles = triangles
            .map(|(id, triangle)| (ColliderId::Triangle(id), entry(Shape::Triangle(triangle))));
        let boxes = boxes.map(|(id, obb)| (ColliderId::Box(id), entry(Shape::Box(obb))));
        Self {
            world,
            entries: triangles.chain(boxes).collect(),
            meshes: BTreeMap::new(),
            removed: Vec::new(),
        }
    }

    /// Adds a floor of two triangles, which is not among what changes.
    pub fn add_floor(&mut self) {
        let [a, b, c, d] = [(-20.0, -20.0), (-20.0, 20.0), (20.0, 20.0), (20.0, -20.0)]
            .map(|(x, z)| Vec3::new(x, -3.0, z));
        let floor = [[a, b, c], [a, c, d]].map(|corners| Triangle::new(corners).unwrap());
        let id = self
            .world
            .add_mesh(floor.to_vec(), &Pose::IDENTITY)
            .unwrap();
        self.note_mesh(id, &floor);
    }

    fn note_mesh(&mut self, MeshId(first): MeshId, triangles: &[Triangle]) {
        for (id, triangle) in (first.0..).map(TriangleId).zip(triangles) {
            let id = ColliderId::Triangle(id);
            let known = self.entries.get(&id).copied();
            let shape = Shape::Triangle(*triangle);
            let entry = Entry {
                shape,
                ..known.unwrap_or(entry(shape))
            };
            assert!(!self.removed.contains(&id), "{id:?} again");
            self.entries.insert(id, entry);
        }
    }

    fn mesh_entries(&mut self, mesh: MeshId) -> Vec<ColliderId> {
        let count = self.meshes[&mesh].len() as u32;
        let ids = mesh.0.0..mesh.0.0 + count;
        ids.map(|id| ColliderId::Triangle(TriangleId(id))).collect()
    }

    /// Makes one change of any kind.
    pub fn change(&mut self, random: &mut Random) {
        let pick = |random: &mut Random, count: usize| (count > 0).then(|| random.below(count));
        let mesh = pick(random, self.meshes.len());
        let mesh = mesh.map(|at| *self.meshes.keys().nth(at).unwrap());
        let collider = pick(random, self.entries.len());
        let collider = collider.map(|at| *self.entries.keys().nth(at).unwrap());
        let is_of_mesh =
            |id| matches!(id, ColliderId::Triangle(id) if self.world.mesh_of(id).is_some());
        let single = collider.filter(|id| !is_of_mesh(*id));
        match (random.below(14), single, mesh) {
            (0..=2, ..) => {
                let obb = obb(random);
                let id = ColliderId::Box(self.world.add_box(obb).unwrap());
                assert!(!self.removed.contains(&id), "{id:?} again");
                assert!(self.entries.insert(id, entry(Shape::Box(obb))).is_none());
            }
            (3, ..) if self.meshes.len() < 12 => {
                let count = 1 + random.below(12);
                let mesh: Vec<_> = (0..count).map(|_| triangle(random, DVec3::ZERO)).collect();
                let pose = pose(random);
                let id = self.world.add_mesh(mesh.clone(), &pose).unwrap();
                self.note_mesh(id, &placed(&mesh, &pose));
                self.meshes.insert(id, mesh);
            }
            (4 | 5, Some(id), _) => {
                assert!(self.world.remove(id));
                assert!(!self.world.remove(id), "{id:?} twice");
                self.entries.remove(&id);
                self.removed.push(id);
            }
            (6, _, Some(mesh)) if random.below(3) == 0 => {
                assert!(self.world.remove_mesh(mesh));
                for id in self.mesh_entries(mesh) {
                    self.entries.remove(&id);
                    self.removed.push(id);
                }
                self.meshes.remove(&mesh);
            }
            (7, Some(ColliderId::Box(id)), _) => {
                let obb = obb(random);
                assert!(self.world.move_box(id, obb));
                self.entries.get_mut(&ColliderId::Box(id)).unwrap().shape = Shape::Box(obb);
            }
            (7, Some(ColliderId::Triangle(id)), _) => {
                let at = place(random);
                let moved = triangle(random, if at.x > 1e12 { DVec3::ONE } else { at });
                assert!(self.world.move_triangles(id, &[moved]));
                let entry = self.entries.get_mut(&ColliderId::Triangle(id)).unwrap();
                entry.shape = Shape::Triangle(moved);
            }
            (8, _, Some(mesh)) => {
                let pose = pose(random);
                assert!(self.world.move_mesh(mesh, &pose));
                let moved = placed(&self.meshes[&mesh], &pose);
                self.note_mesh(mesh, &moved);
            }
            (9 | 10, Some(id), _) => {
                let is_enabled = random.below(2) == 0;
                assert!(self.world.set_enabled(id, is_enabled));
                self.entries.get_mut(&id).unwrap().is_enabled = is_enabled;
            }
            (11, _, Some(mesh)) => {
                let is_enabled = random.below(2) == 0;
                assert!(self.world.set_mesh_enabled(mesh, is_enabled));
                for id in self.mesh_entries(mesh) {
                    self.entries.get_mut(&id).unwrap().is_enabled = is_enabled;
                }
            }
            (12, ..) => {
                if let Some(id) = collider {
                    let (tag, layers) = (random.below(5) as u32, [u32::MAX, 2, 4][random.below(3)]);
                    assert!(self.world.set_tag(id, tag) && self.world.set_layers(id, layers));
                    let entry = self.entries.get_mut(&id).unwrap();
                    (entry.tag, entry.layers) = (tag, layers);
                }
            }
            (13, ..) if random.below(8) == 0 => self.world.rebuild(),
            _ => {}
        }
    }

    /// A new world of the colliders that are enabled, and the id of each of them there.
    pub fn rebuilt(&self) -> (World, BTreeMap<ColliderId, ColliderId>) {
        let enabled = || self.entries.iter().filter(|(_, entry)| entry.is_enabled);
        let (mut triangles, mut boxes, mut ids) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (id, entry) in enabled() {
            let new = match entry.shape {
                Shape::Triangle(triangle) => {
                    triangles.push(triangle);
                    ColliderId::Triangle(TriangleId(triangles.len() as u32 - 1))
                }
                Shape::Box(obb) => {
                    boxes.push(obb);
                    ColliderId::Box(BoxId(boxes.len() as u32 - 1))
                }
            };
            ids.insert(*id, new);
        }
        let mut world = World::new(triangles, boxes);
        set_rules(&mut world);
        for (id, entry) in enabled() {
            assert!(world.set_tag(ids[id], entry.tag) && world.set_layers(ids[id], entry.layers));
        }
        (world, ids)
    }
}

fn set_rules(world: &mut World) {
    let usual = SurfaceRules::default();
    assert!(world.set_surface_rules(
        ONE_WAY,
        SurfaceRules {
            one_way: true,
            ..usual
        }
    ));
    assert!(world.set_surface_rules(
        SENSOR,
        SurfaceRules {
            sensor: true,
            ..usual
        }
    ));
    assert!(world.set_surface_rules(
        ICE,
        SurfaceRules {
            friction: 0.1,
            ..usual
        }
    ));
}
