//! The controllers of `sidle` as movers.

use std::collections::BTreeSet;

use serde_json::{Number, Value};
use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Triangle};
use sidle::glam::DVec3;
use sidle::player::{
    Command, Contacts, Controller, Driver, KinematicBox, MoveSettings, PlayerState, Rider, Scratch,
    Tuning, advance, boxed, classic, move_and_slide, ride,
};
use sidle::world::{BoxId, ColliderId, SurfaceRules, TriangleId, World, floor_cos};

use crate::{
    Can, Hello, MovedBox, Mover, MoverContact, MoverError, MoverFault, MoverGround, Saved, Setup,
    State,
};

/// A surface whose unit normal has less of the vertical than this is a wall. Smaller: walls are steep ground; larger:
/// steep ground is a wall.
const WALL_COS: f64 = 1e-3;

/// One of our controllers, in process. A tick is that of a [`Sim`](sidle::sim::Sim): the boxes move, carry and push, and
/// then the player moves.
#[derive(Clone, Debug)]
pub struct Ours {
    controller: Controller,
    hz: f64,
    tuning: Tuning,
    world: World,
    /// The ids of the boxes in the setup, each at the index of its box in the world.
    ids: Vec<u32>,
    boxes: Vec<KinematicBox>,
    /// Where each box should be.
    goals: Vec<Obb>,
    player: PlayerState,
    driver: Driver,
    scratch: Scratch,
}

impl Ours {
    /// The `controller` in an empty world.
    #[must_use]
    pub fn new(controller: Controller) -> Self {
        Self {
            controller,
            hz: 120.0,
            tuning: Tuning::default(),
            world: World::default(),
            ids: Vec::new(),
            boxes: Vec::new(),
            goals: Vec::new(),
            player: PlayerState::default(),
            driver: Driver::new(),
            scratch: Scratch::new(),
        }
    }

    /// The player as the library knows it.
    #[must_use]
    pub fn player(&self) -> &PlayerState {
        &self.player
    }

    /// The world with its boxes where they are now. A box that squeezes the player waits for it.
    #[must_use]
    pub fn sidle_world(&self) -> &World {
        &self.world
    }

    fn fault(&self, request: &'static str, fault: MoverFault) -> MoverError {
        MoverError {
            mover: self.controller.name().to_owned(),
            request,
            fault,
        }
    }

    /// The state of the player, who touches `contacts`.
    fn state(&self, contacts: &Contacts) -> State {
        let carried = self.player.ride.map(|ride| ride.velocity);
        State {
            position: self.player.position,
            velocity: self.player.velocity + carried.unwrap_or_default(),
            ground: self.player.ground.into(),
            contacts: reported(contacts),
        }
    }
}

/// The tag of what stops a body only from above.
const ONE_WAY: u32 = 1;

/// The world of a setup.
fn world_of(setup: &Setup) -> World {
    let flagged = |numbers: &[u32]| numbers.iter().copied().collect::<BTreeSet<u32>>();
    let (of_triangles, of_boxes) = (
        flagged(&setup.one_way.triangles),
        flagged(&setup.one_way.boxes),
    );
    let (mut triangles, mut one_way) = (Vec::with_capacity(setup.triangles.len()), Vec::new());
    for (number, corners) in (0..).zip(&setup.triangles) {
        // As in levels, a triangle without an area is no obstacle.
        let Some(triangle) = Triangle::new(corners.map(|corner| corner.as_vec3())) else {
            continue;
        };
        if of_triangles.contains(&number) {
            let id = TriangleId(triangles.len() as u32);
            one_way.push(ColliderId::Triangle(id));
        }
        triangles.push(triangle);
    }
    for (index, (id, _)) in (0..).zip(&setup.boxes) {
        if of_boxes.contains(id) {
            one_way.push(ColliderId::Box(BoxId(index)));
        }
    }
    let boxes = setup.boxes.iter().map(|(_, obb)| *obb);
    let mut world = World::new(triangles, boxes.collect());
    if !one_way.is_empty() {
        let rules = SurfaceRules {
            one_way: true,
            ..SurfaceRules::default()
        };
        world.set_surface_rules(ONE_WAY, rules);
        for collider in one_way {
            world.set_tag(collider, ONE_WAY);
        }
    }
    world
}

/// Contacts as a mover reports them.
fn reported(contacts: &Contacts) -> Vec<MoverContact> {
    let touching = contacts.touching().iter();
    let reported = touching.map(|surface| MoverContact {
        point: surface.point,
        normal: surface.normal,
        depth: (-surface.separation).max(0.0),
    });
    reported.collect()
}

impl Mover for Ours {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        Ok(Hello {
            name: format!("sidle {}", self.controller.name()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            can: Can {
                crouch: self.controller == Controller::Swept,
                ..Can::ALL
            },
            lacks: Vec::new(),
        })
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        if !self.controller.suits(setup.tuning.body) {
            let problem = format!("moves {}, and no capsule", self.controller.moves());
            return Err(self.fault("world", MoverFault::Unsuitable(problem)));
        }
        self.world = world_of(setup);
        self.ids = setup.boxes.iter().map(|(id, _)| *id).collect();
        let boxes = (0..).map(BoxId).zip(self.world.boxes());
        self.boxes = boxes.map(|(id, obb)| KinematicBox::new(id, *obb)).collect();
        self.goals = self.world.boxes().to_vec();
        (self.hz, self.tuning) = (f64::from(setup.hz.max(1)), setup.tuning);
        self.player = PlayerState::default();
        Ok(())
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, yaw: f64) -> Result<State, MoverError> {
        self.player = PlayerState {
            position,
            velocity,
            yaw: BinaryAngle::from_radians(yaw),
            controller: self.controller,
            ..PlayerState::default()
        };
        Ok(self.state(&Contacts::default()))
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        for moved in boxes {
            let at = self.ids.iter().position(|id| *id == moved.id);
            if let Some(goal) = at.and_then(|at| self.goals.get_mut(at)) {
                *goal = moved.obb;
            }
        }
        for (platform, goal) in self.boxes.iter_mut().zip(&self.goals) {
            if platform.obb() == *goal {
                *platform = KinematicBox::new(platform.id(), *goal);
                continue;
            }
            let riders = &mut [Rider::new(&mut self.player, &self.tuning)];
            let (world, scratch) = (&mut self.world, &mut self.scratch);
            // A box that would squeeze the player waits where it is, and goes on in the next tick.
            let _ = self.driver.move_to(world, platform, *goal, riders, scratch);
        }
        let command = Command {
            controller: self.controller,
            respawn: false,
            ..*command
        };
        let (player, scratch) = (&mut self.player, &mut self.scratch);
        let contacts = advance(
            &self.world,
            &self.tuning,
            player,
            &command,
            dt,
            scratch,
            None,
        );
        let contacts = contacts.clone();
        ride(&mut self.player, &contacts, &self.boxes, dt);
        Ok(self.state(&contacts))
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        let (tuning, world, scratch) = (&self.tuning, &self.world, &mut self.scratch);
        let mut player = PlayerState {
            position,
            velocity: motion * self.hz,
            ..self.player
        };
        let mut contacts = Contacts::default();
        match (self.controller, tuning.body()) {
            (Controller::Classic, _) => {
                classic::move_and_push(world, tuning, &mut player, motion, scratch, None);
            }
            (Controller::Boxed, _) => {
                boxed::move_and_push(world, tuning, &mut player, motion, scratch, None);
            }
            (_, Some(body)) => {
                let settings = MoveSettings {
                    max_slope_deg: tuning.max_slope_deg,
                };
                let moved = move_and_slide(world, body, position, motion, &settings, scratch, None);
                player.position = moved.position;
                player.velocity = moved.clipped_motion * self.hz;
                contacts = moved.contacts.clone();
            }
            (_, None) => {}
        }
        player.ride = None;
        self.player = player;
        let flattest = contacts.touching().iter().map(|surface| surface.normal.y);
        let flattest = flattest.fold(0.0, f64::max);
        let ground = if flattest >= floor_cos(self.tuning.max_slope_deg) {
            MoverGround::Floor
        } else if flattest > WALL_COS {
            MoverGround::Steep
        } else {
            MoverGround::None
        };
        Ok(State {
            ground,
            ..self.state(&contacts)
        })
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        let player = serde_json::to_value(self.player).map(|player| with_bits(&player));
        let text = player.map(|player| Saved::from_json(&player.to_string()));
        text.map_err(|error| self.fault("save", MoverFault::Unsuitable(error.to_string())))
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        let player = serde_json::from_str(saved.json()).map(|value| without_bits(&value));
        let player: Result<PlayerState, _> = player.and_then(serde_json::from_value);
        let player = player.map_err(|error| {
            let problem = format!("cannot read its saved state: {error}");
            self.fault("load", MoverFault::Unsuitable(problem))
        })?;
        self.player = player;
        Ok(self.state(&Contacts::default()))
    }
}

/// The same value with its fractions as texts of their bits, because reading decimals may change the last one.
fn with_bits(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let bits = number.as_f64().unwrap_or_default().to_bits();
            Value::String(format!("{bits:016x}"))
        }
        Value::Array(values) => values.iter().map(with_bits).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, value)| (name.clone(), with_bits(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// The value that [`with_bits`] was made of.
fn without_bits(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let is_number = text.len() == 16;
            let bits = u64::from_str_radix(text, 16).ok().filter(|_| is_number);
            let number = bits.and_then(|bits| Number::from_f64(f64::from_bits(bits)));
            number.map_or_else(|| value.clone(), Value::Number)
        }
        Value::Array(values) => values.iter().map(without_bits).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, value)| (name.clone(), without_bits(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use sidle::glam::DMat3;
    use sidle::player::Axis;
    use sidle::sim::Sim;

    use super::*;

    fn slab(center: DVec3, half_extents: DVec3) -> Obb {
        Obb::new(center, DMat3::IDENTITY, half_extents).unwrap()
    }

    /// A floor whose top is half a metre below the origin, and a wall 3 m ahead.
    fn room() -> Setup {
        let floor = slab(DVec3::NEG_Y, DVec3::new(9.0, 0.5, 9.0));
        let wall = slab(DVec3::NEG_Z * 4.0, DVec3::new(9.0, 9.0, 1.0));
        Setup {
            boxes: vec![(3, floor), (8, wall)],
            ..Setup::new(120, Tuning::default())
        }
    }

    fn ahead() -> Command {
        Command {
            forward: Axis::new(1.0),
            right: Axis::new(0.4),
            ..Command::default()
        }
    }

    #[test]
    fn a_tick_is_bit_for_bit_that_of_a_simulation() {
        for (_, controller) in Controller::NAMES {
            let setup = room().for_controller(controller);
            let mut mover = Ours::new(controller);
            mover.world(&setup).unwrap();
            mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0).unwrap();
            let boxes = setup.boxes.iter().map(|(_, obb)| *obb).collect();
            let world = World::new(Vec::new(), boxes);
            let mut sim = Sim::new(world, setup.tuning, Default::default(), 120);
            let command = Command {
                controller,
                ..ahead()
            };
            for _ in 0..240 {
                sim.tick(&command);
                let state = mover.tick(1.0 / 120.0, &ahead(), &[]).unwrap();
                assert_eq!(state.position, sim.player().position, "{controller:?}");
            }
        }
    }

    #[test]
    fn a_saved_state_continues_with_the_same_bits() {
        let mut mover = Ours::new(Controller::Swept);
        mover.world(&room()).unwrap();
        mover.reset(DVec3::Y * 0.7, DVec3::ZERO, 0.3).unwrap();
        for _ in 0..37 {
            mover.tick(1.0 / 120.0, &ahead(), &[]).unwrap();
        }
        let saved = mover.save().unwrap();
        let once = |mover: &mut Ours| {
            let states = (0..90).map(|_| mover.tick(1.0 / 120.0, &ahead(), &[]).unwrap());
            states.last().unwrap()
        };
        let first = once(&mut mover);
        mover.load(&saved).unwrap();
        assert_eq!(once(&mut mover), first);
    }

    #[test]
    fn a_lift_carries_the_player_and_reports_the_velocity_in_the_world() {
        let mut mover = Ours::new(Controller::Swept);
        mover.world(&room()).unwrap();
        mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0).unwrap();
        let half_extents = DVec3::new(9.0, 0.5, 9.0);
        let mut state = State::default();
        for tick in 1..=120 {
            let height = f64::from(tick) / 120.0;
            let moved = MovedBox {
                id: 3,
                obb: slab(DVec3::Y * (height - 1.0), half_extents),
                velocity: DVec3::Y,
            };
            state = mover
                .tick(1.0 / 120.0, &Command::default(), &[moved])
                .unwrap();
        }
        assert!((state.position.y - 1.0).abs() < 2e-3, "{state:?}");
        assert!((state.velocity - DVec3::Y).length() < 1e-6, "{state:?}");
    }

    #[test]
    fn a_body_rises_through_what_stops_it_only_from_above_and_lands_on_it() {
        let mut setup = room();
        let corner = |x: f64, z: f64| DVec3::new(x * 9.0, 0.6, z * 9.0);
        // One without an area, then a square at a height of 0.6 m.
        setup.triangles = vec![
            [DVec3::ZERO; 3],
            [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)],
            [corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)],
        ];
        setup.one_way.triangles = vec![1, 2];
        let upper = slab(DVec3::Y * 2.0, DVec3::new(9.0, 0.1, 9.0));
        setup.boxes.push((9, upper));
        for (expected, boxes) in [(2.6, vec![9]), (0.0, vec![])] {
            setup.one_way.boxes = boxes;
            setup.tuning.jump_speed = 12.0;
            let mut mover = Ours::new(Controller::Swept);
            mover.world(&setup).unwrap();
            mover.reset(DVec3::ZERO, DVec3::ZERO, 0.0).unwrap();
            let mut state = State::default();
            for tick in 0..240 {
                let command = Command {
                    jump: tick == 20,
                    ..Command::default()
                };
                state = mover.tick(1.0 / 120.0, &command, &[]).unwrap();
            }
            assert!((state.position.y - expected).abs() < 2e-3, "{state:?}");
            setup.one_way.triangles.clear();
        }
    }

    #[test]
    fn a_move_slides_along_the_wall() {
        for (_, controller) in Controller::NAMES {
            let mut mover = Ours::new(controller);
            mover.world(&room().for_controller(controller)).unwrap();
            let start = DVec3::new(0.0, 0.3, -2.3);
            let state = mover.move_by(start, DVec3::new(0.4, 0.0, -0.3)).unwrap();
            let expected = DVec3::new(0.4, 0.3, -2.5);
            assert!(
                (state.position - expected).length() < 1e-3,
                "{controller:?} {state:?}"
            );
        }
    }

    #[test]
    fn a_capsule_is_refused_by_those_who_have_none() {
        let tuning = Tuning {
            body: sidle::player::BodyShape::Capsule,
            ..Tuning::default()
        };
        let error = Ours::new(Controller::Classic).world(&Setup::new(120, tuning));
        let expected = "the mover `classic` moves a sphere, and no capsule";
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}
