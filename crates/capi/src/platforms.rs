//! Platforms: boxes that move, carry and push.

use sidle::player::{KinematicBox, Rider};
use sidle::world::{Filter, PlacedBody};

use crate::convert::{NO_COLLIDER, body_id, number, place};
use crate::failure::{Code, Failure, Shown, Status, guard};
use crate::handles::{PlayerHandle, WorldHandle, lock};
use crate::memory::{In, Out};
use crate::types::{Shape, SqueezeDesc};
use crate::worlds::Scene;

/// The most riders of a platform.
const MAX_RIDERS: usize = 1 << 16;

/// Moves a box by a tick, with those who ride on it or are in its way.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_platform_move(
    world: WorldHandle,
    collider: u32,
    shape: In<Shape>,
    position: In<[f64; 3]>,
    riders: In<PlayerHandle>,
    rider_count: usize,
    squeeze: Out<SqueezeDesc>,
) -> Status {
    guard(|| {
        let out = squeeze.place_if_any("squeeze")?;
        let to = place(position.read("position")?, "position")?;
        let to = shape.read("shape")?.obb(to, "shape.")?;
        let id = body_id(collider, "collider")?;
        let riders = riders.slice(rider_count, MAX_RIDERS, "riders")?;
        let found = riders.iter().map(|rider| rider.find());
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let players = found.iter().map(|player| lock(player));
        let mut players = players.collect::<Result<Vec<_>, _>>()?;
        world.change(|scene| {
            let Scene {
                world,
                platforms,
                driver,
                scratch,
                ..
            } = scene;
            // In the order of their ids, so that nothing depends on the order of the calls.
            let at = match platforms.binary_search_by_key(&id, |platform| platform.id()) {
                Ok(at) => at,
                Err(at) => {
                    let obb = match world.body(id) {
                        Some(PlacedBody::Box(obb)) => obb,
                        Some(_) => {
                            return Err(Failure::new(Code::Collider, "a platform must be a box"));
                        }
                        None => return Err(Scene::missing(collider)),
                    };
                    platforms.insert(at, KinematicBox::new(id, obb));
                    at
                }
            };
            let mut riders: Vec<_> = players
                .iter_mut()
                .map(|player| {
                    let player = &mut **player;
                    Rider {
                        filter: Filter {
                            mask: player.mask,
                            except: None,
                        },
                        own_box: player.own_body,
                        ..Rider::new(&mut player.state, &player.tuning)
                    }
                })
                .collect();
            let moved = driver.move_to(world, &mut platforms[at], to, &mut riders, scratch);
            moved.map_err(|found| {
                if let Some(out) = out {
                    out.write(SqueezeDesc {
                        missing: found.missing,
                        rider: found.rider as u32,
                        against: found.against.map_or(NO_COLLIDER, number),
                    });
                }
                let (rider, missing) = (found.rider, Shown(found.missing));
                let text = format!("rider {rider} has no room: {missing} m of the way are missing");
                Failure::new(Code::NoRoom, text)
            })
        })
    })
}
