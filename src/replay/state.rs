//! Encodes the state in which a recording begins, if that is not the level's start.
//!
//! | what | bytes |
//! |---|---|
//! | how many ticks had passed | count |
//! | the player: position, velocity, heading, pitch | 56 |
//! | mode, controller, which boxes the movers have, whether the player crouches | 1 |
//! | ground: 0 none, 1 floor, 2 steep, 3 wedged, 4 ladder, 5 mantle; for 1 to 5 its normal | 1, and 24 |
//! | only with 8 more in the byte of the ground: the normal of the wall off which the player has jumped last | 24 |
//! | ride: 0 none, 1 on a box; for 1 the box's id and its velocity under the player | 1, and 28 |
//! | how long a jump still works, and how long a press of jump is remembered | 16 |
//! | how many movers | count |
//! | each mover: its distance along its path now and a tick before; metres | 16 |
//! | each mover's switches: backward, aligned, blocked by the player, blocked by a box; and that box's id | 1, and 4 |
//! | only in a level with zones: how many | count |
//! | race: 0 none, 1 ready, 2 running, 3 finished; for 2 and 3 its ticks, and for 2 the passed checkpoints | 1, and counts |
//! | whether the body is in each zone, the first in the lowest bit | a byte for 8 of them |
//!
//! Two parts of a player are left out. [`PlayerState::leaving`] follows from the others. [`PlayerState::air_time`] decides
//! nothing, so a recording that begins in the air counts from its start.

use super::bytes::{Reader, push_number};
use super::input_log::{options_of, set_options};
use crate::geometry::angle::BinaryAngle;
use crate::player::{Command, Ground, PlayerState, Ride, TickInput};
use crate::sim::{Race, Snapshot, ZoneState};
use crate::world::{BoxFit, BoxId, MoverState, Obstacle};

/// The bits of a mover's switches, in one byte.
const BACKWARD: u8 = 1;
const ALIGNED: u8 = 2;
const BY_PLAYER: u8 = 4;
const BY_BOX: u8 = 8;

/// The bit of a crouching player, together with the options of an input.
const CROUCHED: u8 = 32;

/// The bit of a player who has jumped off a wall, together with the kind of the ground.
const LAST_WALL: u8 = 8;

/// The greatest tick number that is accepted. No run is this long, and the ticks after it can still be
/// counted.
const MAX_TICK: u64 = u64::MAX / 2;

/// The greatest distance along a path; metres. A path of a million points from end to end of the largest
/// level is shorter.
const MAX_DISTANCE: f64 = 1e16;

/// Appends `state` to `bytes`.
pub(super) fn push_state(bytes: &mut Vec<u8>, state: &Snapshot) {
    let PlayerState {
        position,
        velocity,
        yaw,
        pitch,
        mode,
        controller,
        ground,
        ride,
        coyote,
        jump_wanted,
        crouched,
        air_time: _,
        leaving: _,
        last_wall,
    } = state.player;
    push_number(bytes, state.tick);
    push_vectors(bytes, &[position, velocity]);
    bytes.extend(yaw.bits().to_le_bytes());
    bytes.extend(pitch.bits().to_le_bytes());
    let options = options_of(&TickInput {
        command: Command {
            mode,
            controller,
            ..Command::default()
        },
        box_fit: state.box_fit,
    });
    bytes.push(options | if crouched { CROUCHED } else { 0 });
    let ground_at = bytes.len();
    push_ground(bytes, ground);
    if let Some(wall) = last_wall {
        bytes[ground_at] |= LAST_WALL;
        push_vectors(bytes, &[wall]);
    }
    bytes.push(u8::from(ride.is_some()));
    if let Some(Ride { platform, velocity }) = ride {
        bytes.extend(platform.0.to_le_bytes());
        push_vectors(bytes, &[velocity]);
    }
    bytes.extend([coyote, jump_wanted].into_iter().flat_map(f64::to_le_bytes));
    push_number(bytes, state.movers.len() as u64);
    for (mover, previous) in &state.movers {
        push_mover(bytes, mover, *previous);
    }
    if !state.zones.inside.is_empty() {
        push_zones(bytes, &state.zones);
    }
}

/// Appends the ground.
pub(super) fn push_ground(bytes: &mut Vec<u8>, ground: Ground) {
    bytes.push(match ground {
        Ground::None => 0,
        Ground::Floor { .. } => 1,
        Ground::Steep { .. } => 2,
        Ground::Wedged { .. } => 3,
        Ground::Ladder { .. } => 4,
        Ground::Mantle { .. } => 5,
    });
    push_vectors(bytes, ground.normal().as_slice());
}

fn push_zones(bytes: &mut Vec<u8>, zones: &ZoneState) {
    push_number(bytes, zones.inside.len() as u64);
    match zones.race {
        Race::None => bytes.push(0),
        Race::Ready => bytes.push(1),
        Race::Running { ticks, checkpoints } => {
            bytes.push(2);
            push_number(bytes, ticks);
            push_number(bytes, checkpoints.into());
        }
        Race::Finished { ticks } => {
            bytes.push(3);
            push_number(bytes, ticks);
        }
    }
    bytes.extend(zones.inside.chunks(8).map(|eight| {
        let bits = eight.iter().zip(0..).map(|(on, bit)| u8::from(*on) << bit);
        bits.sum::<u8>()
    }));
}

pub(super) fn push_vectors(bytes: &mut Vec<u8>, vectors: &[glam::DVec3]) {
    let numbers = vectors.iter().flat_map(|vector| vector.to_array());
    bytes.extend(numbers.flat_map(f64::to_le_bytes));
}

fn push_mover(bytes: &mut Vec<u8>, mover: &MoverState, previous: f64) {
    let MoverState {
        distance,
        backward,
        blocked_by,
        fit,
    } = *mover;
    bytes.extend([distance, previous].into_iter().flat_map(f64::to_le_bytes));
    let (obstacle, id) = match blocked_by {
        None => (0, None),
        Some(Obstacle::Player) => (BY_PLAYER, None),
        Some(Obstacle::Box(id)) => (BY_BOX, Some(id)),
    };
    let switch = |on: bool, bit: u8| if on { bit } else { 0 };
    bytes.push(switch(backward, BACKWARD) | switch(fit == BoxFit::Aligned, ALIGNED) | obstacle);
    bytes.extend(id.into_iter().flat_map(|id| id.0.to_le_bytes()));
}

/// The inverse of [`push_state`], of a level that has zones or has none; `None` if the bytes hold no state. Its numbers
/// may be out of range. See [`out_of_range`].
pub(super) fn read_state(reader: &mut Reader<'_>, has_zones: bool) -> Option<Snapshot> {
    let tick = reader.number().filter(|tick| *tick <= MAX_TICK)?;
    let (position, velocity) = (reader.vector()?, reader.vector()?);
    let (yaw, pitch) = (angle(reader)?, angle(reader)?);
    let mut options = TickInput::default();
    let switches = reader.byte()?;
    set_options(&mut options, switches & !CROUCHED)?;
    let ground = reader.byte()?;
    let has_wall = ground & LAST_WALL != 0;
    let ground = ground_of(ground & !LAST_WALL, reader)?;
    let last_wall = match has_wall {
        true => Some(reader.vector()?),
        false => None,
    };
    let ride = match reader.byte()? {
        0 => None,
        1 => Some(Ride {
            platform: box_id(reader)?,
            velocity: reader.vector()?,
        }),
        _ => return None,
    };
    let mut player = PlayerState {
        position,
        velocity,
        yaw,
        pitch,
        mode: options.command.mode,
        controller: options.command.controller,
        ground,
        ride,
        coyote: reader.f64()?,
        jump_wanted: reader.f64()?,
        crouched: switches & CROUCHED != 0,
        air_time: 0.0,
        leaving: 0.0,
        last_wall,
    };
    player.leaving = player.speed_off_ground();
    // With a count that is too large, the bytes run out before much memory is taken.
    let count = reader.number()?;
    let movers = (0..count).map(|_| read_mover(reader));
    let movers = movers.collect::<Option<_>>()?;
    let zones = match has_zones {
        false => ZoneState::default(),
        true => read_zones(reader)?,
    };
    Some(Snapshot {
        tick,
        player,
        box_fit: options.box_fit,
        movers,
        zones,
    })
}

/// The inverse of [`push_ground`].
pub(super) fn read_ground(reader: &mut Reader<'_>) -> Option<Ground> {
    let kind = reader.byte()?;
    ground_of(kind, reader)
}

/// The ground of this kind, whose normal follows.
fn ground_of(kind: u8, reader: &mut Reader<'_>) -> Option<Ground> {
    Some(match kind {
        0 => Ground::None,
        1 => Ground::Floor {
            normal: reader.vector()?,
        },
        2 => Ground::Steep {
            normal: reader.vector()?,
        },
        3 => Ground::Wedged {
            normal: reader.vector()?,
        },
        4 => Ground::Ladder {
            normal: reader.vector()?,
        },
        5 => Ground::Mantle {
            normal: reader.vector()?,
        },
        _ => return None,
    })
}

fn read_zones(reader: &mut Reader<'_>) -> Option<ZoneState> {
    let count = reader.number().filter(|count| *count > 0)?;
    let ticks = |reader: &mut Reader<'_>| reader.number().filter(|ticks| *ticks <= MAX_TICK);
    let race = match reader.byte()? {
        0 => Race::None,
        1 => Race::Ready,
        2 => Race::Running {
            ticks: ticks(reader)?,
            checkpoints: u32::try_from(reader.number()?).ok()?,
        },
        3 => Race::Finished {
            ticks: ticks(reader)?,
        },
        _ => return None,
    };
    // With a count that is too large, there are not as many bytes.
    let bytes = reader.take(count.div_ceil(8))?;
    let mut bits = bytes
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
    let count = usize::try_from(count).ok()?;
    let inside = bits.by_ref().take(count).collect();
    let is_canonical = !bits.any(|bit| bit);
    is_canonical.then_some(ZoneState { inside, race })
}

fn read_mover(reader: &mut Reader<'_>) -> Option<(MoverState, f64)> {
    let (distance, previous) = (reader.f64()?, reader.f64()?);
    let switches = reader.byte()?;
    let on = |bit: u8| switches & bit != 0;
    let blocked_by = match (on(BY_PLAYER), on(BY_BOX)) {
        (false, false) => None,
        (true, false) => Some(Obstacle::Player),
        (false, true) => Some(Obstacle::Box(box_id(reader)?)),
        (true, true) => return None,
    };
    let state = MoverState {
        distance,
        backward: on(BACKWARD),
        blocked_by,
        fit: if on(ALIGNED) {
            BoxFit::Aligned
        } else {
            BoxFit::Oriented
        },
    };
    (switches < 16).then_some((state, previous))
}

fn angle(reader: &mut Reader<'_>) -> Option<BinaryAngle> {
    reader
        .array()
        .map(u32::from_le_bytes)
        .map(BinaryAngle::from_bits)
}

fn box_id(reader: &mut Reader<'_>) -> Option<BoxId> {
    reader.array().map(u32::from_le_bytes).map(BoxId)
}

/// The first part of `state` that is out of range in every level. [`Snapshot::misfit`] compares the rest with
/// a level.
pub(super) fn out_of_range(state: &Snapshot) -> Option<&'static str> {
    let is_on_path = |(mover, previous): &(MoverState, f64)| {
        (0.0..=MAX_DISTANCE).contains(&mover.distance) && previous.abs() <= MAX_DISTANCE
    };
    let movers = (!state.movers.iter().all(is_on_path)).then_some("movers");
    state.player.out_of_range().or(movers)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::player::{Controller, Mode};
    use glam::DVec3;

    /// A state in which every value differs from its default.
    pub fn state() -> Snapshot {
        let mover = |blocked_by, backward, fit| MoverState {
            distance: 1.5,
            backward,
            blocked_by,
            fit,
        };
        Snapshot {
            tick: 12_345,
            player: PlayerState {
                position: DVec3::new(1.0, 2.0, 3.0),
                velocity: DVec3::new(-1.0, 0.5, 0.25),
                yaw: BinaryAngle::from_degrees(12.0),
                pitch: BinaryAngle::from_degrees(-5.0),
                mode: Mode::Fly,
                controller: Controller::Boxed,
                ground: Ground::Floor { normal: DVec3::Y },
                ride: Some(Ride {
                    platform: BoxId(3),
                    velocity: DVec3::X,
                }),
                coyote: 0.0625,
                jump_wanted: 0.125,
                crouched: true,
                air_time: 0.0,
                leaving: 0.5,
                last_wall: Some(DVec3::X),
            },
            box_fit: BoxFit::Aligned,
            movers: Box::new([
                (mover(None, false, BoxFit::Aligned), 1.25),
                (mover(Some(Obstacle::Player), true, BoxFit::Oriented), 1.5),
                (
                    mover(Some(Obstacle::Box(BoxId(7))), true, BoxFit::Aligned),
                    2.0,
                ),
            ]),
            zones: ZoneState::default(),
        }
    }

    /// A state in a level with zones.
    fn state_with_zones(zones: usize, race: Race) -> Snapshot {
        let mut zones = ZoneState {
            inside: (0..zones).map(|zone| zone % 3 == 1).collect(),
            race,
            ..ZoneState::default()
        };
        if let Some(last) = zones.inside.last_mut() {
            *last = true;
        }
        Snapshot { zones, ..state() }
    }

    #[test]
    fn every_kind_of_ground_ride_and_mover_survives_a_round_trip() {
        let whole = state();
        let mut bare = state();
        (bare.player.ride, bare.player.ground) = (None, Ground::None);
        bare.player.last_wall = None;
        bare.player.crouched = false;
        let mut steep = state();
        steep.player.ground = Ground::Steep { normal: DVec3::X };
        let mut wedged = state();
        wedged.player.ground = Ground::Wedged { normal: DVec3::Y };
        let mut ladder = state();
        ladder.player.ground = Ground::Ladder { normal: DVec3::Z };
        let mut mantle = state();
        mantle.player.ground = Ground::Mantle { normal: DVec3::Z };
        let running = Race::Running {
            ticks: 300,
            checkpoints: 2,
        };
        let zones = [
            state_with_zones(1, Race::None),
            state_with_zones(8, Race::Ready),
            state_with_zones(9, running),
            state_with_zones(200, Race::Finished { ticks: 7 }),
        ];
        for mut state in [whole, bare, steep, wedged, ladder, mantle]
            .into_iter()
            .chain(zones)
        {
            state.player.leaving = state.player.speed_off_ground();
            let has_zones = !state.zones.inside.is_empty();
            let mut bytes = Vec::new();
            push_state(&mut bytes, &state);
            let mut reader = Reader(&bytes);
            assert_eq!(read_state(&mut reader, has_zones), Some(state));
            assert!(reader.0.is_empty());
            for end in 0..bytes.len() {
                let part = read_state(&mut Reader(&bytes[..end]), has_zones);
                assert_eq!(part, None, "{end} bytes");
            }
        }
        let endless = Snapshot {
            tick: u64::MAX,
            ..state()
        };
        let mut bytes = Vec::new();
        push_state(&mut bytes, &endless);
        assert_eq!(read_state(&mut Reader(&bytes), false), None);
    }

    #[test]
    fn damaged_zones_are_refused_and_take_no_memory() {
        let mut bytes = Vec::new();
        push_zones(&mut bytes, &state_with_zones(9, Race::Ready).zones);
        let read = |bytes: &[u8]| read_zones(&mut Reader(bytes));
        assert_eq!(bytes.len(), 4);
        assert!(read(&bytes).is_some());
        // No zones, an unknown race, a bit of a tenth zone, and more zones than bytes.
        for (at, byte) in [(0, 0), (1, 4), (3, 3), (0, 17)] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            assert_eq!(read(&damaged), None, "{at}");
        }
        let mut endless = Vec::new();
        push_number(&mut endless, u64::MAX);
        endless.extend([1, 255, 255]);
        assert_eq!(read(&endless), None);
        let forever = ZoneState {
            race: Race::Finished { ticks: u64::MAX },
            ..state_with_zones(1, Race::None).zones
        };
        let mut bytes = Vec::new();
        push_zones(&mut bytes, &forever);
        assert_eq!(read(&bytes), None);
    }
}
