//! One mover of the command line, and its body.

use std::collections::VecDeque;

use sidle::geometry::Obb;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, OuterStep, PlayerState, Tuning};
use sidle::sim::OuterTick;
use sidle::world::{BoxId, ColliderId, Surface};
use sidle_movers::{Can, MovedBox, Mover, MoverError, Saved, Setup, State};

/// How many past states a mover can return to, a minute at the usual rate. Smaller: a rewind ends earlier; larger: more memory.
const MAX_PAST: usize = 7200;

/// How long all saved states together may be; bytes. Smaller and larger: as above.
const MAX_SAVED: usize = 32 << 20;

/// A state that the mover was in.
struct Past {
    place: (DVec3, DVec3),
    saved: Option<Saved>,
}

/// One mover of the command line.
pub struct OuterMover {
    name: String,
    mover: Box<dyn Mover>,
    can: Can,
    has_ended: bool,
    /// Whether the player may return to an earlier tick.
    keeps_past: bool,
    /// The world that it has: rate, tuning, and the number of triangles and boxes.
    world: Option<(u32, Tuning, usize, usize)>,
    /// Where it knows each box to be.
    boxes: Vec<Obb>,
    /// Position and velocity of its body.
    body: Option<(DVec3, DVec3)>,
    /// Where its body was after its last ticks, the latest last.
    past: VecDeque<Past>,
    /// The state with which its next tick begins, if that is given.
    given: Option<Past>,
    /// The length of all saved states; bytes.
    saved: usize,
    near: Vec<Surface>,
}

impl OuterMover {
    /// The mover called `name`.
    ///
    /// # Errors
    /// When it does not say who it is, or does not walk.
    pub fn new(name: String, mut mover: Box<dyn Mover>) -> Result<Self, String> {
        let hello = mover.hello().map_err(|error| error.to_string())?;
        if !hello.can.tick {
            return Err(format!(
                "the mover `{name}` only offers `move`, and no rules of walking\n\
                 only `sidle conformance` measures such a mover"
            ));
        }
        Ok(Self {
            name,
            mover,
            can: hello.can,
            keeps_past: false,
            has_ended: false,
            world: None,
            boxes: Vec::new(),
            body: None,
            past: VecDeque::new(),
            given: None,
            saved: 0,
            near: Vec::new(),
        })
    }

    /// Remembers its states, so that it can return to them.
    pub fn keep_past(&mut self) {
        self.keeps_past = true;
    }

    /// Sends the world before its next tick, because that may have changed.
    pub fn forget_world(&mut self) {
        self.world = None;
    }

    /// The state that it is in. `None` if it cannot save it, or has ended.
    pub fn save(&mut self, messages: &mut Vec<String>) -> Option<Saved> {
        if self.has_ended || !self.can.save || self.world.is_none() {
            return None;
        }
        let saved = self.mover.save();
        let message = |error: MoverError| {
            self.has_ended = true;
            messages.push(error.to_string());
        };
        saved.map_err(message).ok()
    }

    /// Begins the next tick in a state that a mover of its kind has saved where `player` is, or with the place and the speed of
    /// the player alone.
    pub fn begin(&mut self, player: &PlayerState, saved: Option<Saved>) {
        self.body = None;
        self.given = saved.map(|saved| Past {
            place: place_of(player),
            saved: Some(saved),
        });
    }

    /// Whether it has not ended.
    pub fn is_alive(&self) -> bool {
        !self.has_ended
    }

    /// Makes a tick. Adds to `messages` what the player should know.
    pub fn step(&mut self, tick: &OuterTick<'_>, messages: &mut Vec<String>) -> Option<OuterStep> {
        if self.has_ended {
            return None;
        }
        match self.answer(tick, messages) {
            Ok(state) => Some(state.step_in(tick, &mut self.near)),
            Err(error) => {
                self.has_ended = true;
                messages.push(error.to_string());
                None
            }
        }
    }

    fn answer(
        &mut self,
        tick: &OuterTick<'_>,
        messages: &mut Vec<String>,
    ) -> Result<State, MoverError> {
        self.show_world(tick)?;
        self.place_body(tick, messages)?;
        let dt = 1.0 / f64::from(tick.hz);
        let moved = self.moved_boxes(tick, dt);
        let up = if self.can.crouch || tick.command.mode == Mode::Fly {
            tick.command.up
        } else {
            Default::default()
        };
        let command = Command {
            up,
            ..*tick.command
        };
        let state = self.mover.tick(dt, &command, &moved)?;
        let place = (state.position, state.velocity);
        self.body = Some(place);
        if !self.keeps_past {
            return Ok(state);
        }
        let saved = self.can.save.then(|| self.mover.save()).transpose()?;
        self.saved += saved.as_ref().map_or(0, |saved| saved.json().len());
        self.past.push_back(Past { place, saved });
        while self.past.len() > MAX_PAST || self.saved > MAX_SAVED {
            let first = self.past.pop_front();
            let saved = first.and_then(|past| past.saved);
            self.saved -= saved.map_or(0, |saved| saved.json().len());
        }
        Ok(state)
    }

    /// Sends the world, if the mover has another one.
    fn show_world(&mut self, tick: &OuterTick<'_>) -> Result<(), MoverError> {
        let boxes = tick.world.boxes();
        let triangles = tick.world.triangles().len();
        let world = (tick.hz, *tick.tuning, triangles, boxes.len());
        if self.world == Some(world) {
            return Ok(());
        }
        let setup = Setup::new(tick.hz, *tick.tuning).with_world(tick.world);
        self.mover.world(&setup)?;
        (self.world, self.body) = (Some(world), None);
        self.boxes = boxes.to_vec();
        self.past.clear();
        self.saved = 0;
        Ok(())
    }

    /// Puts the body where the player is, if it is elsewhere.
    fn place_body(
        &mut self,
        tick: &OuterTick<'_>,
        messages: &mut Vec<String>,
    ) -> Result<(), MoverError> {
        let (position, velocity) = place_of(tick.player);
        if self.body == Some((position, velocity)) {
            return Ok(());
        }
        let given = self.given.take();
        let known = given.iter().chain(self.past.iter().rev());
        let known = known.map(|past| (past.place, &past.saved));
        let mut known = known.filter(|(place, _)| *place == (position, velocity));
        match known.next() {
            Some((_, Some(saved))) => {
                self.mover.load(saved)?;
            }
            unsaved => {
                if unsaved.is_some() {
                    messages.push(format!(
                        "the mover `{}` cannot save its state: it goes on from its place and speed alone",
                        self.name
                    ));
                }
                self.mover
                    .reset(position, velocity, tick.command.yaw.radians())?;
            }
        }
        Ok(())
    }

    /// The boxes that are elsewhere than the mover knows. After a rewind that may be far, so their speed is that at which they
    /// drive.
    fn moved_boxes(&mut self, tick: &OuterTick<'_>, dt: f64) -> Vec<MovedBox> {
        let mut moved = Vec::new();
        for (id, (known, obb)) in (0..).zip(self.boxes.iter_mut().zip(tick.world.boxes())) {
            // It does not know a sensor.
            let tag = tick.world.tag(ColliderId::Box(BoxId(id)));
            if known != obb && !tick.world.surface_rules(tag).sensor {
                let driven = tick.movers.iter().find(|driven| driven.id.0 == id);
                let velocity = driven.map(|driven| driven.velocity_at(obb.center(), dt));
                moved.push(MovedBox {
                    id,
                    obb: *obb,
                    velocity: velocity.unwrap_or_default(),
                });
                *known = *obb;
            }
        }
        moved
    }
}

/// The position and the velocity of a player in the world.
fn place_of(player: &PlayerState) -> (DVec3, DVec3) {
    let ride = player.ride.map(|ride| ride.velocity);
    (player.position, player.velocity + ride.unwrap_or_default())
}
