//! Worlds: triangles that stay, and bodies that come, move and go.

use sidle::geometry::Triangle;
use sidle::glam::{DVec3, Vec3};
use sidle::player::{Driver, KinematicBox, MAX_COORDINATE, Scratch};
use sidle::world::{ColliderId, TriangleId, World, Zone};

use crate::convert::{body_id, collider, number, switch, worst};
use crate::failure::{Code, Failure, Status, guard};
use crate::handles::WorldHandle;
use crate::memory::{In, Out};
use crate::types::{Shape, SurfaceRulesDesc, WaterDesc};

/// `SIDLE_MAX_TRIANGLES`, and as many vertices for each as it has corners.
const MAX_TRIANGLES: usize = 1 << 26;

/// The most boxes of water.
const MAX_WATER: usize = 1 << 16;

/// A world with its platforms and its water.
#[derive(Default)]
pub(crate) struct Scene {
    pub world: World,
    pub water: Vec<Zone>,
    pub platforms: Vec<KinematicBox>,
    pub driver: Driver,
    pub scratch: Scratch,
}

impl Scene {
    /// Refuses a collider that does not exist.
    pub fn missing(number: u32) -> Failure {
        let text = format!("the world has no collider {number:#x}");
        Failure::new(Code::Collider, text)
    }

    /// Calls `act` for a collider that exists. `act` returns whether it does.
    fn change(
        &mut self,
        number: u32,
        act: impl FnOnce(&mut World, ColliderId) -> bool,
    ) -> Result<(), Failure> {
        let done = collider(number).is_some_and(|id| act(&mut self.world, id));
        done.then_some(()).ok_or_else(|| Self::missing(number))
    }

    /// Forgets that a body is a platform.
    fn forget_platform(&mut self, number: u32) {
        let id = collider(number);
        self.platforms
            .retain(|platform| Some(ColliderId::Box(platform.id())) != id);
    }
}

/// The triangles of a mesh, each with its tag, and how many others have no area.
fn triangles(
    vertices: &[[f32; 3]],
    indices: Option<&[[u32; 3]]>,
    count: usize,
    tags: Option<&[u32]>,
) -> Result<(Vec<Triangle>, Vec<u32>, u32), Failure> {
    let (mut kept, mut kept_tags, mut left_out) = (Vec::new(), Vec::new(), 0);
    let room = kept.try_reserve_exact(count);
    room.map_err(|_| Failure::new(Code::Full, format!("no memory for {count} triangles")))?;
    for at in 0..count {
        let corners = match indices {
            Some(indices) => indices[at].map(|index| index as usize),
            None => [0, 1, 2].map(|corner| at * 3 + corner),
        };
        let mut found = [Vec3::ZERO; 3];
        for (vertex, index) in found.iter_mut().zip(corners) {
            let numbers = vertices.get(index).ok_or_else(|| {
                let most = vertices.len();
                Failure::number(format!("triangle {at} names vertex {index} of {most}"))
            })?;
            *vertex = Vec3::from_array(*numbers);
            if !vertex
                .as_dvec3()
                .abs()
                .cmple(DVec3::splat(MAX_COORDINATE))
                .all()
            {
                let text = format!("vertex {index} has {}", worst(numbers.map(f64::from)));
                return Err(Failure::number(text));
            }
        }
        match Triangle::new(found) {
            Some(triangle) => {
                kept.push(triangle);
                kept_tags.extend(tags.map(|tags| tags[at]));
            }
            None => left_out += 1,
        }
    }
    Ok((kept, kept_tags, left_out))
}

/// Makes a world of `triangle_count` triangles.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_new(
    vertices: In<f32>,
    vertex_count: usize,
    indices: In<u32>,
    triangle_count: usize,
    tags: In<u32>,
    world: Out<WorldHandle>,
    left_out: Out<u32>,
) -> Status {
    guard(|| {
        let (place, left) = (world.place("world")?, left_out.place_if_any("left_out")?);
        let most = MAX_TRIANGLES * 3;
        let too_many = |count, name: &str, most| {
            Failure::number(format!("`{name}` is {count}, more than {most}"))
        };
        if triangle_count > MAX_TRIANGLES {
            return Err(too_many(triangle_count, "triangle_count", MAX_TRIANGLES));
        }
        if vertex_count > most {
            return Err(too_many(vertex_count, "vertex_count", most));
        }
        let corners = triangle_count * 3;
        let (vertices, _) = vertices
            .slice(vertex_count * 3, most * 3, "vertices")?
            .as_chunks();
        let indices = indices.slice_if_any(corners, most, "indices")?;
        let indices = indices.map(|indices| indices.as_chunks().0);
        let tags = tags.slice_if_any(triangle_count, most, "tags")?;
        let (kept, tags, count) = triangles(vertices, indices, triangle_count, tags)?;
        let mut scene = Scene {
            world: World::new(kept, vec![]),
            ..Scene::default()
        };
        for (id, tag) in (0..).zip(tags) {
            if tag != 0 {
                let id = ColliderId::Triangle(TriangleId(id));
                scene.world.set_tag(id, tag);
            }
        }
        place.write(WorldHandle::add(scene)?);
        if let Some(left) = left {
            left.write(count);
        }
        Ok(())
    })
}

/// Frees a world.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_free(world: WorldHandle) -> Status {
    guard(|| world.remove())
}

/// Makes a copy of a world, which shares what neither changes.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_copy(world: WorldHandle, copy: Out<WorldHandle>) -> Status {
    guard(|| {
        let out = copy.place("copy")?;
        let scene = world.read(|scene| {
            Ok(Scene {
                world: scene.world.clone(),
                water: scene.water.clone(),
                platforms: scene.platforms.clone(),
                ..Scene::default()
            })
        })?;
        out.write(WorldHandle::add(scene)?);
        Ok(())
    })
}

/// Adds a body.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_add_body(
    world: WorldHandle,
    shape: In<Shape>,
    position: In<[f64; 3]>,
    collider: Out<u32>,
) -> Status {
    guard(|| {
        let place = collider.place("collider")?;
        let body = shape.read("shape")?.placed(position.read("position")?)?;
        world.change(|scene| {
            let id = scene.world.add_body(body);
            let id =
                id.ok_or_else(|| Failure::new(Code::Full, "the world has no ids for more bodies"))?;
            place.write(number(ColliderId::Box(id)));
            Ok(())
        })
    })
}

/// Moves a body, or gives it another shape.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_move_body(
    world: WorldHandle,
    collider: u32,
    shape: In<Shape>,
    position: In<[f64; 3]>,
) -> Status {
    guard(|| {
        let body = shape.read("shape")?.placed(position.read("position")?)?;
        let id = body_id(collider, "collider")?;
        world.change(|scene| {
            scene.change(collider, |world, _| world.move_body(id, body))?;
            scene.forget_platform(collider);
            Ok(())
        })
    })
}

/// Where a body is.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_get_body(
    world: WorldHandle,
    collider: u32,
    shape: Out<Shape>,
    position: Out<[f64; 3]>,
) -> Status {
    guard(|| {
        let (shape, position) = (shape.place("shape")?, position.place("position")?);
        let id = body_id(collider, "collider")?;
        world.read(|scene| {
            let body = scene.world.body(id);
            let body = body.ok_or_else(|| Scene::missing(collider))?;
            let (found, place) = Shape::of(&body);
            shape.write(found);
            position.write(place);
            Ok(())
        })
    })
}

/// Removes a collider.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_remove(world: WorldHandle, collider: u32) -> Status {
    guard(|| {
        world.change(|scene| {
            scene.change(collider, |world, id| world.remove(id))?;
            scene.forget_platform(collider);
            Ok(())
        })
    })
}

/// Disables a collider, or enables it again.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_set_enabled(
    world: WorldHandle,
    collider: u32,
    enabled: u32,
) -> Status {
    guard(|| {
        let enabled = switch(enabled, "enabled")?;
        world.change(|scene| scene.change(collider, |world, id| world.set_enabled(id, enabled)))
    })
}

/// Gives a collider a tag.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_set_tag(world: WorldHandle, collider: u32, tag: u32) -> Status {
    guard(|| world.change(|scene| scene.change(collider, |world, id| world.set_tag(id, tag))))
}

/// Puts a collider on layers.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_set_layers(world: WorldHandle, collider: u32, layers: u32) -> Status {
    guard(|| world.change(|scene| scene.change(collider, |world, id| world.set_layers(id, layers))))
}

/// The rules of a usual surface.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_surface_rules_default(rules: Out<SurfaceRulesDesc>) -> Status {
    guard(|| {
        rules.place("rules")?.write(SurfaceRulesDesc::usual());
        Ok(())
    })
}

/// Sets the rules of the colliders with a tag.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_set_surface_rules(
    world: WorldHandle,
    tag: u32,
    rules: In<SurfaceRulesDesc>,
) -> Status {
    guard(|| {
        let rules = rules.read("rules")?.rules()?;
        world.change(|scene| {
            let done = scene.world.set_surface_rules(tag, rules);
            done.then_some(())
                .ok_or_else(|| Failure::number("a number of `rules` is out of range"))
        })
    })
}

/// Sets all water.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_world_set_water(
    world: WorldHandle,
    water: In<WaterDesc>,
    count: usize,
) -> Status {
    guard(|| {
        let water = water.slice(count, MAX_WATER, "water")?.iter().enumerate();
        let zones =
            water.map(|(at, desc)| desc.zone().map_err(|failure| failure.within("water", at)));
        let zones = zones.collect::<Result<Vec<_>, _>>()?;
        world.change(|scene| {
            scene.water = zones;
            Ok(())
        })
    })
}
