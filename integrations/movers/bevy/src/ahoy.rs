//! bevy_ahoy's `CharacterController`: a movement like that of Source, on avian.
//!
//! Numbers of its authors: everything of `CharacterController::default()` but what a game sets: speed, gravity, the height of jumps
//! and steps and the limit of slopes, which come from the scene, and the speeds that go with these. Its authors recommend a cylinder, because the engine's capsules
//! are poor: `ahoy-cylinder` is one, as high and wide as the body of the scene. Flights and displacements are avian's
//! `MoveAndSlide` with the skin of the controller, since it has none itself.

use std::f32::consts::FRAC_PI_2;

use avian3d::prelude::{
    Collider, LinearVelocity, MoveAndSlideConfig, MoveAndSlideHitResponse, Position,
    SpatialQueryFilter, TranslationInterpolation,
};
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::entity::Entity;
use bevy::math::{Vec2, Vec3};
use bevy::time::Stopwatch;
use bevy::transform::components::Transform;
use bevy_ahoy::input::AccumulatedInput;
use bevy_ahoy::{AhoyPlugins, CharacterController, CharacterControllerState, CharacterLook};
use serde_json::json;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};
use sidle_movers::{Can, Hello, MovedBox, Mover, MoverError, MoverGround, Saved, Setup, State};
use sidle_movers_rust::walk::{refusal, size_of, wish};

use crate::engine::{Engine, of_vector, vector};

/// The body of the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// That of the scene.
    Capsule,
    /// A cylinder as high and wide.
    Cylinder,
}

/// What the next tick depends on.
#[derive(Clone)]
struct Snapshot {
    state: CharacterControllerState,
    input: AccumulatedInput,
    velocity: LinearVelocity,
    center: Vec3,
}

pub struct Ahoy {
    shape: Shape,
    world: Option<(Engine, Entity)>,
    body: Collider,
    config: CharacterController,
    tuning: Tuning,
    /// From the centre of the lower hemisphere to the centre of the body; metres.
    rise: f64,
    saved: Vec<Snapshot>,
}

impl Ahoy {
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            world: None,
            body: Collider::sphere(1.0),
            config: CharacterController::default(),
            tuning: Tuning::default(),
            rise: 0.0,
            saved: Vec::new(),
        }
    }

    fn world(&mut self) -> Result<&mut (Engine, Entity), MoverError> {
        let world = self.world.as_mut();
        world.ok_or_else(|| refusal("tick", "has no world yet"))
    }

    /// The state of the character, whose velocity is that of the last `dt` seconds, or its own.
    fn state(&mut self, from: Option<(Vec3, f64)>) -> Result<State, MoverError> {
        let rise = self.rise;
        let (engine, character) = self.world()?;
        let entity = engine.world().entity(*character);
        let missing = || refusal("tick", "lost its character");
        let center = entity.get::<Position>().ok_or_else(missing)?.0;
        let state = entity
            .get::<CharacterControllerState>()
            .ok_or_else(missing)?;
        let velocity = entity.get::<LinearVelocity>().ok_or_else(missing)?;
        let velocity = match from {
            Some((from, dt)) => (of_vector(center) - of_vector(from)) / dt,
            None => of_vector(velocity.0),
        };
        Ok(State {
            position: of_vector(center) - DVec3::Y * rise,
            velocity,
            ground: if state.grounded.is_some() {
                MoverGround::Floor
            } else {
                MoverGround::None
            },
            contacts: Vec::new(),
        })
    }

    fn snapshot(&mut self) -> Result<Snapshot, MoverError> {
        let (engine, character) = self.world()?;
        let entity = engine.world().entity(*character);
        let missing = || refusal("save", "lost its character");
        Ok(Snapshot {
            state: entity
                .get::<CharacterControllerState>()
                .ok_or_else(missing)?
                .clone(),
            input: entity
                .get::<AccumulatedInput>()
                .ok_or_else(missing)?
                .clone(),
            velocity: *entity.get::<LinearVelocity>().ok_or_else(missing)?,
            center: entity.get::<Position>().ok_or_else(missing)?.0,
        })
    }

    fn restore(&mut self, snapshot: Snapshot) -> Result<(), MoverError> {
        let (engine, character) = self.world()?;
        let mut entity = engine.world().entity_mut(*character);
        entity.insert((
            snapshot.state,
            snapshot.input,
            snapshot.velocity,
            Transform::from_translation(snapshot.center),
        ));
        // A step overwrites a transform whose position is marked as changed.
        if let Some(mut position) = entity.get_mut::<Position>() {
            position.bypass_change_detection().0 = snapshot.center;
        }
        Ok(())
    }

    /// Slides the body from `position` by `motion`, and leaves it there.
    fn slide(&mut self, position: DVec3, motion: DVec3) -> Result<Vec3, MoverError> {
        let (body, config) = (self.body.clone(), self.config.move_and_slide.clone());
        let center = vector(position + DVec3::Y * self.rise);
        let (engine, character) = self.world()?;
        let others = SpatialQueryFilter::from_excluded_entities([*character]);
        let slid = engine.slide(&body, center, vector(motion), &config, &others, |_| {
            MoveAndSlideHitResponse::Accept
        });
        self.restore(Snapshot {
            state: CharacterControllerState::default(),
            input: AccumulatedInput::default(),
            velocity: LinearVelocity::ZERO,
            center: slid.position,
        })?;
        Ok(center)
    }
}

impl Mover for Ahoy {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        let name = match self.shape {
            Shape::Capsule => "bevy_ahoy CharacterController",
            Shape::Cylinder => "bevy_ahoy CharacterController, a cylinder",
        };
        Ok(Hello {
            name: name.to_owned(),
            version: "0.2.0".to_owned(),
            can: Can {
                tick: true,
                move_by: true,
                save: true,
                platforms: true,
                ..Can::default()
            },
            lacks: Vec::new(),
        })
    }

    fn padding(&self) -> f64 {
        self.config.move_and_slide.skin_width.into()
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        let (radius, segment) = size_of(setup)?;
        let tuning = setup.tuning;
        self.saved.clear();
        self.body = match self.shape {
            _ if segment == 0.0 => Collider::sphere(radius as f32),
            Shape::Capsule => Collider::capsule(radius as f32, segment as f32),
            Shape::Cylinder => Collider::cylinder(radius as f32, (segment + radius * 2.0) as f32),
        };
        let usual = CharacterController::default();
        // The lengths of a smaller body than a person are smaller.
        let scale = (radius / 0.3).min(1.0) as f32;
        // Some of its speeds go with its speed of 12 m/s, and one with its jump, which is 1.8 m high.
        let pace = tuning.walk_speed as f32 / usual.speed;
        let leap = tuning.jump_speed as f32 / (2.0 * usual.gravity * usual.jump_height).sqrt();
        let slope = (tuning.max_slope_deg.to_radians() as f32).min(FRAC_PI_2);
        self.config = CharacterController {
            crouch_height: (segment + radius * 2.0) as f32 * (usual.crouch_height / 1.8),
            speed: tuning.walk_speed as f32,
            stop_speed: usual.stop_speed * pace,
            max_air_wish_speed: usual.max_air_wish_speed * pace,
            unground_speed: usual.unground_speed * leap,
            gravity: tuning.gravity as f32,
            jump_height: if tuning.gravity > 0.0 {
                (tuning.jump_speed.powi(2) / (2.0 * tuning.gravity)) as f32
            } else {
                usual.jump_height
            },
            step_size: tuning.step_height as f32,
            min_walk_cos: slope.cos(),
            ground_distance: usual.ground_distance * scale,
            min_step_ledge_space: usual.min_step_ledge_space * scale,
            move_and_slide: MoveAndSlideConfig {
                skin_width: usual.move_and_slide.skin_width * scale,
                ..usual.move_and_slide.clone()
            },
            ..usual
        };
        (self.rise, self.tuning) = (segment / 2.0, tuning);
        let mut engine = Engine::new(setup, |app| {
            app.add_plugins(AhoyPlugins::default());
        })?;
        let character = engine.world().spawn((
            self.config.clone(),
            self.body.clone(),
            CharacterLook::default(),
            Transform::default(),
        ));
        let character = character.id();
        // Smooths what is drawn between steps, and moves the body for it.
        engine
            .world()
            .entity_mut(character)
            .remove::<TranslationInterpolation>();
        engine.settle();
        self.world = Some((engine, character));
        Ok(())
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, _: f64) -> Result<State, MoverError> {
        let center = vector(position + DVec3::Y * self.rise);
        self.restore(Snapshot {
            state: CharacterControllerState::default(),
            input: AccumulatedInput::default(),
            velocity: LinearVelocity(vector(velocity)),
            center,
        })?;
        self.state(None)
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        let (tuning, rise) = (self.tuning, self.rise);
        let (engine, character) = self.world()?;
        let character = *character;
        engine.drive(dt, boxes);
        let position = engine.world().entity(character).get::<Position>();
        let from = position.map_or(Vec3::ZERO, |position| position.0);
        if command.mode == Mode::Fly {
            if !boxes.is_empty() {
                engine.step(dt);
                engine.place(boxes);
            }
            let from = of_vector(from) - DVec3::Y * rise;
            let from = self.slide(from, wish(command, &tuning) * dt)?;
            return self.state(Some((from, dt)));
        }
        let fast = if command.fast {
            tuning.fast_factor
        } else {
            1.0
        };
        let mut entity = engine.world().entity_mut(character);
        if let Some(mut look) = entity.get_mut::<CharacterLook>() {
            (look.yaw, look.pitch) = (command.yaw.radians() as f32, command.pitch.radians() as f32);
        }
        if let Some(mut config) = entity.get_mut::<CharacterController>() {
            config.speed = (tuning.walk_speed * fast) as f32;
        }
        if let Some(mut input) = entity.get_mut::<AccumulatedInput>() {
            let keys = Vec2::new(command.right.value() as f32, command.forward.value() as f32);
            input.last_movement = Some(keys);
            if command.jump {
                input.jumped = Some(Stopwatch::new());
            }
        }
        engine.step(dt);
        engine.place(boxes);
        self.state(Some((from, dt)))
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.slide(position, motion)?;
        self.state(None)
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        let snapshot = self.snapshot()?;
        self.saved.push(snapshot);
        Ok(Saved::from_json(&json!(self.saved.len() - 1).to_string()))
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        let number = saved.json().parse::<usize>().ok();
        let snapshot = number.and_then(|number| self.saved.get(number)).cloned();
        let snapshot = snapshot.ok_or_else(|| refusal("load", "has no such state"))?;
        self.restore(snapshot)?;
        self.state(None)
    }
}
