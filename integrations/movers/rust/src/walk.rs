//! The rules of walking for engines that take a displacement, and leave the rest to the game: those of `../js/walk.js`. And what
//! else their adapters have in common.

use serde_json::json;
use sidle::glam::DVec3;
use sidle::player::{Command, Mode, Tuning};
use sidle_movers::{MoverError, MoverFault, MoverGround, Saved, Setup, SetupBody, State};

/// Walks for an engine that takes a displacement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walker {
    pub position: DVec3,
    pub velocity: DVec3,
    pub grounded: bool,
}

impl Walker {
    /// In the air, with this velocity.
    pub fn new(position: DVec3, velocity: DVec3) -> Self {
        Self {
            position,
            velocity,
            grounded: false,
        }
    }

    /// The displacement to ask for in this tick.
    pub fn displacement(&mut self, dt: f64, command: &Command, tuning: &Tuning) -> DVec3 {
        if command.mode == Mode::Fly {
            self.velocity = wish(command, tuning);
            return self.velocity * dt;
        }
        let accel = if self.grounded {
            tuning.ground_accel
        } else {
            tuning.air_accel
        };
        let level = DVec3::new(self.velocity.x, 0.0, self.velocity.z);
        let rise = match (self.grounded, command.jump) {
            (true, true) => tuning.jump_speed,
            (true, false) => 0.0,
            (false, _) => self.velocity.y,
        };
        self.velocity = level.move_towards(wish(command, tuning), accel * dt);
        self.velocity.y = rise - tuning.gravity * dt;
        self.velocity * dt
    }

    /// Takes what the engine made of it: walls and ceilings take the velocity into them. Ground that a body can walk on takes
    /// nothing of the level speed, which the keys set anew in each tick; a steep slope leads a fall aside.
    pub fn moved(&mut self, dt: f64, displacement: DVec3, grounded: bool) -> State {
        let real = displacement / dt;
        let velocity = self.velocity;
        let walks_on_slope = grounded && real.y.abs() > 0.01;
        let is_slowed = if grounded {
            real.x.hypot(real.z) < velocity.x.hypot(velocity.z)
        } else {
            real.length() < velocity.length()
        };
        if is_slowed && !walks_on_slope {
            (self.velocity.x, self.velocity.z) = (real.x, real.z);
        }
        self.velocity.y = if grounded {
            0.0
        } else if velocity.y < 0.0 {
            real.y.max(velocity.y).min(0.0)
        } else {
            real.y.min(velocity.y).max(0.0)
        };
        self.position += displacement;
        self.grounded = grounded;
        self.state(real)
    }

    /// The state of a body that has this velocity.
    pub fn state(&self, velocity: DVec3) -> State {
        State {
            position: self.position,
            velocity,
            ground: if self.grounded {
                MoverGround::Floor
            } else {
                MoverGround::None
            },
            contacts: Vec::new(),
        }
    }

    /// Everything, as bits, because reading decimals may change the last one.
    pub fn saved(&self) -> Saved {
        let numbers =
            [self.position, self.velocity].map(|vector| vector.to_array().map(f64::to_bits));
        Saved::from_json(&json!([numbers, self.grounded]).to_string())
    }

    /// Returns to what was saved, with its state.
    pub fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        let ([position, velocity], grounded): ([[u64; 3]; 2], bool) =
            serde_json::from_str(saved.json()).map_err(|error| {
                refusal("load", format!("cannot read its saved state: {error}"))
            })?;
        let vector = |bits: [u64; 3]| DVec3::from_array(bits.map(f64::from_bits));
        *self = Self {
            position: vector(position),
            velocity: vector(velocity),
            grounded,
        };
        Ok(self.state(self.velocity))
    }
}

/// The velocity that the keys ask for: level in walk mode, in all directions in fly mode; m/s.
pub fn wish(command: &Command, tuning: &Tuning) -> DVec3 {
    let factor = if command.fast {
        tuning.fast_factor
    } else {
        1.0
    };
    match command.mode {
        Mode::Fly => command.fly_wish() * tuning.fly_speed * factor,
        Mode::Walk => command.walk_wish() * tuning.walk_speed * factor,
    }
}

/// That the engine cannot have this; `problem` says why, after its name.
pub fn refusal(request: &'static str, problem: impl Into<String>) -> MoverError {
    MoverError {
        mover: env!("CARGO_PKG_NAME").to_owned(),
        request,
        fault: MoverFault::Unsuitable(problem.into()),
    }
}

/// The radius of the body, and the length of the segment between the centres of its hemispheres, 0 for a sphere; metres.
pub fn size_of(setup: &Setup) -> Result<(f64, f64), MoverError> {
    match setup.body() {
        SetupBody::Sphere { radius } => Ok((radius, 0.0)),
        SetupBody::Capsule { radius, height } => Ok((radius, (height - radius * 2.0).max(0.0))),
        SetupBody::Box { .. } => Err(refusal("world", "moves a sphere or a capsule, and no box")),
    }
}

/// The triangles with an area. Engines refuse those without.
pub fn solid_triangles(setup: &Setup) -> Vec<[DVec3; 3]> {
    let area = |[a, b, c]: &[DVec3; 3]| (*b - *a).cross(*c - *a).length();
    let all = setup.triangles.iter().copied();
    all.filter(|corners| area(corners) > 0.0).collect()
}

/// Those triangles as the corners and faces of a mesh, with vectors of the engine. `None` if there are none.
pub fn solid_mesh<V>(setup: &Setup, vector: fn(DVec3) -> V) -> Option<(Vec<V>, Vec<[u32; 3]>)> {
    let solid = solid_triangles(setup);
    let corners: Vec<V> = solid.iter().flatten().copied().map(vector).collect();
    let faces = (0..solid.len() as u32).map(|n| [n * 3, n * 3 + 1, n * 3 + 2]);
    (!solid.is_empty()).then(|| (corners, faces.collect()))
}

/// The names of families and scenes as `Hello::lacks` wants them.
pub fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
