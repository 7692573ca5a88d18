//! Players: a whole walk in one call.

use sidle::glam::DVec3;
use sidle::player::{
    Contacts, Ground, Mode, PlayerState, RetuneError, Scratch, Tuning, Water, advance, retune,
    ride, swim,
};
use sidle::world::{BoxId, ColliderId, Filter};

use crate::convert::{NO_COLLIDER, body_id, number, place, seconds, vector};
use crate::failure::{Failure, Status, guard};
use crate::handles::{PlayerHandle, WorldHandle};
use crate::memory::{In, Out, Plain};
use crate::types::{CommandDesc, Contact, Report, State, TuningDesc};
use crate::worlds::Scene;

/// The fastest launch; m/s, along each axis.
const MAX_LAUNCH: f64 = 1e6;

/// A player with its memory.
pub(crate) struct Player {
    pub state: PlayerState,
    pub tuning: Tuning,
    pub mask: u32,
    /// Its body in the world, which it does not meet.
    pub own_body: Option<BoxId>,
    scratch: Scratch,
    /// What it touched at the end of the last tick.
    contacts: Vec<Contact>,
    sensors: Vec<u32>,
}

impl Player {
    fn filter(&self) -> Filter {
        Filter {
            mask: self.mask,
            except: self.own_body.map(ColliderId::Box),
        }
    }
}

impl Report {
    pub(crate) fn of(contacts: &Contacts, scene: &Scene, position: DVec3, stands: bool) -> Self {
        let landing = contacts.landing();
        let underfoot = contacts.underfoot(&scene.world, position);
        let underfoot = underfoot.filter(|_| stands);
        Self {
            landing_speed: landing.map_or(0.0, |landing| landing.speed()),
            air_time: landing.map_or(0.0, |landing| landing.air_time),
            climbed: contacts.climbed(),
            dropped: contacts.dropped(),
            water_surface: f64::NEG_INFINITY,
            landed: u32::from(landing.is_some()),
            underfoot: underfoot.map_or(NO_COLLIDER, |surface| number(surface.collider)),
            contact_count: contacts.touching().len() as u32,
            sensor_count: contacts.sensors().len() as u32,
            swims: 0,
        }
    }

    /// The same report, of a player in water.
    fn in_water(mut self, water: Option<Water>, tuning: &Tuning, state: &PlayerState) -> Self {
        if let Some(water) = water {
            self.water_surface = water.surface;
            let is_held = matches!(state.ground, Ground::Ladder { .. } | Ground::Mantle { .. });
            let moves_freely = state.mode == Mode::Walk && !is_held;
            self.swims = u32::from(moves_freely && water.is_deep(tuning, state));
        }
        self
    }
}

/// The shipped tuning.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_tuning_default(tuning: Out<TuningDesc>) -> Status {
    guard(|| {
        tuning.place("tuning")?.write(Tuning::default().into());
        Ok(())
    })
}

/// Makes a player.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_new(
    tuning: In<TuningDesc>,
    position: In<[f64; 3]>,
    player: Out<PlayerHandle>,
) -> Status {
    guard(|| {
        let out = player.place("player")?;
        let tuning = tuning.read_if_any("tuning")?;
        let tuning = tuning.map_or(Ok(Tuning::default()), |desc| desc.tuning())?;
        let position = place(position.read("position")?, "position")?;
        out.write(PlayerHandle::add(Player {
            state: PlayerState {
                position,
                ..PlayerState::default()
            },
            tuning,
            mask: u32::MAX,
            own_body: None,
            scratch: Scratch::new(),
            contacts: Vec::new(),
            sensors: Vec::new(),
        })?);
        Ok(())
    })
}

/// Frees a player.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_free(player: PlayerHandle) -> Status {
    guard(|| player.remove())
}

/// Advances a player by a tick.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_advance(
    player: PlayerHandle,
    world: WorldHandle,
    command: In<CommandDesc>,
    dt: f64,
    report: Out<Report>,
) -> Status {
    guard(|| {
        let out = report.place_if_any("report")?;
        let (command, dt) = (command.read("command")?.command()?, seconds(dt)?);
        player.with(|player| {
            world.read(|scene| {
                let seen = scene.world.filtered(player.filter());
                let mut state = player.state;
                let (tuning, scratch) = (&player.tuning, &mut player.scratch);
                let (now, command) = (&mut state, &command);
                let met = match Water::around(&scene.water, tuning, now) {
                    Some(water) => swim(seen, tuning, now, command, &water, dt, scratch, None),
                    None => advance(seen, tuning, now, command, dt, scratch, None),
                };
                ride(&mut state, met, &scene.platforms, dt);
                if let Some(part) = state.out_of_range() {
                    let text = format!("the {part} of the player would leave its range");
                    return Err(Failure::number(text));
                }
                player.state = state;
                player.contacts.clear();
                let touching = met.touching().iter();
                let touching = touching.map(|surface| Contact::of(surface, scene));
                player.contacts.extend(touching);
                player.sensors.clear();
                let sensors = met.sensors().iter();
                player.sensors.extend(sensors.map(|sensor| number(*sensor)));
                if let Some(out) = out {
                    let stands = state.ground.stands();
                    let report = Report::of(met, scene, state.position, stands);
                    let water = Water::around(&scene.water, tuning, &state);
                    out.write(report.in_water(water, tuning, &state));
                }
                Ok(())
            })
        })
    })
}

/// Writes as much of a player's list as there is room for, and how long the list is.
fn write_list<T: Plain>(
    list: &[T],
    out: Out<T>,
    capacity: usize,
    count: Out<usize>,
    name: &str,
) -> Result<(), Failure> {
    let count = count.place("count")?;
    out.write_all(list.iter().copied(), capacity, name)?;
    count.write(list.len());
    Ok(())
}

/// The surfaces that a player touched at the end of its last tick.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_contacts(
    player: PlayerHandle,
    contacts: Out<Contact>,
    capacity: usize,
    count: Out<usize>,
) -> Status {
    guard(|| {
        player.with(|player| write_list(&player.contacts, contacts, capacity, count, "contacts"))
    })
}

/// The sensors that a player passed in its last tick.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_sensors(
    player: PlayerHandle,
    colliders: Out<u32>,
    capacity: usize,
    count: Out<usize>,
) -> Status {
    guard(|| {
        player.with(|player| write_list(&player.sensors, colliders, capacity, count, "colliders"))
    })
}

/// The whole state of a player.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_save(player: PlayerHandle, state: Out<State>) -> Status {
    guard(|| {
        let out = state.place("state")?;
        player.with(|player| {
            out.write(State::of(&player.state));
            Ok(())
        })
    })
}

/// Gives a player another state.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_load(player: PlayerHandle, state: In<State>) -> Status {
    guard(|| {
        let state = state.read("state")?.state()?;
        player.with(|player| {
            player.state = state;
            player.contacts.clear();
            player.sensors.clear();
            Ok(())
        })
    })
}

/// Throws a player into the air.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_launch(player: PlayerHandle, velocity: In<[f64; 3]>) -> Status {
    guard(|| {
        let velocity = vector(velocity.read("velocity")?, MAX_LAUNCH, "velocity")?;
        player.with(|player| {
            player.state.launch(velocity);
            Ok(())
        })
    })
}

/// Gives a player another tuning, if its body then fits.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_set_tuning(
    player: PlayerHandle,
    world: WorldHandle,
    tuning: In<TuningDesc>,
) -> Status {
    guard(|| {
        let now = tuning.read("tuning")?.tuning()?;
        player.with(|player| {
            world.read(|scene| {
                let seen = scene.world.filtered(player.filter());
                retune(seen, &mut player.tuning, &mut player.state, now).map_err(
                    |error| match error {
                        RetuneError::NoRoom(misfit) => Failure::no_room(&misfit.surface),
                        _ => Failure::number("a number of `tuning` is out of its range"),
                    },
                )
            })
        })
    })
}

/// Chooses which colliders a player meets.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_set_filter(
    player: PlayerHandle,
    mask: u32,
    own_body: u32,
) -> Status {
    guard(|| {
        let own_body = match own_body {
            NO_COLLIDER => None,
            own_body => Some(body_id(own_body, "own_body")?),
        };
        player.with(|player| {
            (player.mask, player.own_body) = (mask, own_body);
            Ok(())
        })
    })
}

/// How far the eye of a player is above its position.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_player_eye(player: PlayerHandle, eye: Out<[f64; 3]>) -> Status {
    guard(|| {
        let out = eye.place("eye")?;
        player.with(|player| {
            let up = player.tuning.for_player(&player.state).eye_offset();
            out.write((player.state.position + DVec3::Y * up).to_array());
            Ok(())
        })
    })
}
