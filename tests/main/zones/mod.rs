//! Zones: entered at any speed, in order, once; a race that they time; teleports; and a state that is restored.

mod crossing;
mod race;
mod state;
mod teleport;
mod water;

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, Command, Controller, Mode, Rules, Spawn, Tuning};
use sidle::sim::{Sim, ZoneEffect};
use sidle::world::{World, Zone, ZoneAction};

/// A zone along the axes.
fn zone(action: ZoneAction, center: [f64; 3], size: [f64; 3]) -> Zone {
    let half_extents = DVec3::from_array(size) * 0.5;
    let obb = Obb::new(DVec3::from_array(center), DMat3::IDENTITY, half_extents);
    Zone {
        obb: obb.expect("a box"),
        action,
    }
}

/// A gate across the way along -Z, at `z`.
fn gate(action: ZoneAction, z: f64, thickness: f64) -> Zone {
    zone(action, [0.0, 0.0, z], [4.0, 4.0, thickness])
}

/// A player that flies through `world` at `speed`, from the origin along -Z.
fn flyer(world: World, zones: Vec<Zone>, controller: Controller, speed: f64, hz: u32) -> Sim {
    let tuning = Tuning {
        fly_speed: speed,
        ..Tuning::default()
    };
    let rules = Rules {
        spawn: Spawn {
            mode: Mode::Fly,
            controller,
            ..Spawn::default()
        },
        kill_y: -1e6,
    };
    Sim::new(world, tuning, rules, hz).with_zones(zones)
}

/// A player that walks through `world` at 5 m/s, from `position` along -Z.
fn walker(world: World, zones: Vec<Zone>, controller: Controller, position: DVec3) -> Sim {
    let spawn = Spawn {
        position,
        controller,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
    Sim::new(world, Tuning::default(), rules, 60).with_zones(zones)
}

/// The command of a player that goes `forward`, -1 to 1.
fn ahead(sim: &Sim, forward: f64) -> Command {
    Command {
        forward: Axis::new(forward),
        ..sim.idle_command()
    }
}

/// Goes `forward` for `ticks`, and returns what the zones did, each with its tick.
fn go(sim: &mut Sim, forward: f64, ticks: usize) -> Vec<(u64, usize, ZoneEffect)> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        sim.tick(&ahead(sim, forward));
        let tick = sim.ticks();
        let of_tick = sim.zone_events().iter();
        events.extend(of_tick.map(|event| (tick, event.zone, event.effect)));
    }
    events
}

/// The zones and their effects, without the ticks.
fn effects(events: &[(u64, usize, ZoneEffect)]) -> Vec<(usize, ZoneEffect)> {
    events
        .iter()
        .map(|(_, zone, effect)| (*zone, *effect))
        .collect()
}
