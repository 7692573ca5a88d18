//! avian's `MoveAndSlide`. The rules of walking are those of its example kinematic_character_3d, with the numbers of the scene for
//! speed, acceleration, gravity and slopes.
//!
//! Numbers of its authors: a skin of 1 cm, 4 iterations, 16 of depenetration, ground within 0.2 m of a person, and the rest of
//! `MoveAndSlideConfig`. It has no steps, no snapping and no platforms.

use avian3d::prelude::{
    Collider, MoveAndSlideConfig, MoveAndSlideHitData, MoveAndSlideHitResponse, SpatialQueryFilter,
};
use bevy::math::{Quat, Vec3};
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};
use sidle_movers::{Can, Hello, MovedBox, Mover, MoverError, Saved, Setup, State};
use sidle_movers_rust::walk::{Walker, names, refusal, size_of, wish};

use crate::engine::{Engine, of_vector, vector};

/// How far below a person of a radius of 0.3 m ground counts; metres.
const GROUND_DISTANCE: f64 = 0.2;

pub struct Avian {
    engine: Option<Engine>,
    body: Collider,
    config: MoveAndSlideConfig,
    tuning: Tuning,
    /// From the centre of the lower hemisphere to the centre of the body; metres.
    rise: f64,
    ground_distance: f32,
    walker: Walker,
}

impl Avian {
    pub fn new() -> Self {
        Self {
            engine: None,
            body: Collider::sphere(1.0),
            config: MoveAndSlideConfig::default(),
            tuning: Tuning::default(),
            rise: 0.0,
            ground_distance: 0.0,
            walker: Walker::default(),
        }
    }

    fn engine(&mut self) -> Result<&mut Engine, MoverError> {
        let engine = self.engine.as_mut();
        engine.ok_or_else(|| refusal("tick", "has no world yet"))
    }

    fn center(&self) -> Vec3 {
        vector(self.walker.position + DVec3::Y * self.rise)
    }

    /// Whether ground that is not too steep is close below.
    fn is_grounded(&mut self) -> Result<bool, MoverError> {
        let (body, center, reach) = (self.body.clone(), self.center(), self.ground_distance);
        let limit = self.min_rise();
        let skin = self.config.skin_width;
        let hit = self.engine()?.ask(|slides| {
            let none = SpatialQueryFilter::default();
            slides.cast_move(
                &body,
                center,
                Quat::IDENTITY,
                Vec3::NEG_Y * reach,
                skin,
                &none,
            )
        });
        Ok(hit.flatten().is_some_and(|hit| hit.normal1.y >= limit))
    }

    /// The least vertical part of the normal of ground that is not too steep.
    fn min_rise(&self) -> f32 {
        (self.tuning.max_slope_deg.to_radians().cos() - 1e-4) as f32
    }

    /// Slides by `motion`. A walk is neither led down a slope by gravity, nor up a steep one by level motion. Also returns the
    /// vertical part of what is left of `motion`, if ground or a ceiling has taken some.
    fn slide(&mut self, motion: DVec3, walks: bool) -> Result<(DVec3, Option<f64>), MoverError> {
        let (body, center, config) = (self.body.clone(), self.center(), self.config.clone());
        let limit = self.min_rise();
        let asked = vector(motion);
        let level = Vec3::new(asked.x, 0.0, asked.z);
        let mut meets_ground = false;
        let none = SpatialQueryFilter::default();
        let on_hit = |hit: MoveAndSlideHitData| {
            let normal = **hit.normal;
            let is_ground = normal.y >= limit;
            meets_ground |= is_ground || normal.y <= -limit;
            let along = *hit.velocity - normal * hit.velocity.dot(normal);
            let leads_down = level.dot(normal) > 1e-3 * level.length();
            if walks && is_ground && along.y < 0.0 && !leads_down {
                hit.velocity.y = 0.0;
            } else if walks && !is_ground && along.y > 0.0 && asked.y <= 0.0 {
                let side = normal.cross(Vec3::Y).normalize_or_zero();
                *hit.velocity = side * level.dot(side) + normal * hit.velocity.dot(normal);
            }
            MoveAndSlideHitResponse::Accept
        };
        let engine = self.engine()?;
        let slid = engine.slide(&body, center, asked, &config, &none, on_hit);
        let left = meets_ground.then(|| f64::from(slid.projected_velocity.y));
        Ok((of_vector(slid.position) - of_vector(center), left))
    }
}

impl Mover for Avian {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        Ok(Hello {
            name: "avian3d MoveAndSlide".to_owned(),
            version: "0.7.0".to_owned(),
            can: Can {
                tick: true,
                move_by: true,
                save: true,
                ..Can::default()
            },
            lacks: names(&[
                "steps",
                "far/step",
                "sizes/step",
                "snapping/stairs",
                "snapping/spiral",
                "snapping/crest",
                "slopes/down",
            ]),
        })
    }

    fn padding(&self) -> f64 {
        self.config.skin_width.into()
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        let (radius, segment) = size_of(setup)?;
        self.engine = Some(Engine::new(setup, |_| ())?);
        self.body = Collider::capsule(radius as f32, segment as f32);
        if segment == 0.0 {
            self.body = Collider::sphere(radius as f32);
        }
        // The gaps of a smaller body than a person are smaller.
        let scale = (radius / 0.3).min(1.0);
        self.config.skin_width = (0.01 * scale) as f32;
        self.ground_distance = (GROUND_DISTANCE * scale) as f32;
        (self.rise, self.tuning) = (segment / 2.0, setup.tuning);
        Ok(())
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, _: f64) -> Result<State, MoverError> {
        self.walker = Walker::new(position, velocity);
        Ok(self.walker.state(velocity))
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        let engine = self.engine()?;
        engine.drive(dt, boxes);
        if !boxes.is_empty() {
            engine.step(dt);
            engine.place(boxes);
        }
        let walks = command.mode != Mode::Fly;
        let wished = wish(command, &self.tuning);
        if walks {
            let accel = if self.walker.grounded {
                self.tuning.ground_accel
            } else {
                self.tuning.air_accel
            };
            let velocity = self.walker.velocity;
            let level = DVec3::new(velocity.x, 0.0, velocity.z).move_towards(wished, accel * dt);
            let rise = if self.walker.grounded && command.jump {
                self.tuning.jump_speed
            } else {
                velocity.y - self.tuning.gravity * dt
            };
            self.walker.velocity = DVec3::new(level.x, rise, level.z);
        } else {
            self.walker.velocity = wished;
        }
        let (moved, rise) = self.slide(self.walker.velocity * dt, walks)?;
        if let Some(rise) = rise {
            self.walker.velocity.y = rise / dt;
        }
        self.walker.position += moved;
        self.walker.grounded = walks && self.is_grounded()?;
        Ok(self.walker.state(moved / dt))
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.walker = Walker::new(position, DVec3::ZERO);
        let (moved, _) = self.slide(motion, false)?;
        self.walker.position += moved;
        Ok(self.walker.state(DVec3::ZERO))
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        Ok(self.walker.saved())
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        self.walker.load(saved)
    }
}
