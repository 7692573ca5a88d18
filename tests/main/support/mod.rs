//! Shared helpers of the walking tests: small worlds built in code, and a player that walks in them.

#![allow(dead_code)] // Each test file uses only a part of this module.

pub mod fs;

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Aabb, Obb, Polyline, Triangle, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::level::{Level, load_level};
use sidle::player::{Axis, Command, Controller, Mode, PlayerState, Rules, Spawn, Tuning};
use sidle::sim::Sim;
use sidle::world::{BoxId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd, World};

use self::fs::Disk;

/// How many cases to try: `few`, or `many` if the environment variable `THOROUGH` is set.
pub fn cases(few: usize, many: usize) -> usize {
    if std::env::var_os("THOROUGH").is_some() {
        many
    } else {
        few
    }
}

/// The tick rates at which a walk must end the same.
pub const RATES: [u32; 3] = [60, 120, 240];

/// The shapes of a world under construction.
#[derive(Clone, Default)]
pub struct Shapes {
    pub triangles: Vec<Triangle>,
    pub boxes: Vec<Obb>,
}

impl Shapes {
    pub fn world(self) -> World {
        World::new(self.triangles, self.boxes)
    }
}

/// Adds a flat quadrilateral as two triangles, counter-clockwise seen from its front.
pub fn add_quad(shapes: &mut Shapes, corners: [[f32; 3]; 4]) {
    let [a, b, c, d] = corners.map(Vec3::from_array);
    for triangle in [[a, b, c], [a, c, d]] {
        let triangle = Triangle::new(triangle).expect("a face with an area");
        shapes.triangles.push(triangle);
    }
}

/// Adds a parallelogram of `cells` by `cells` quads, counter-clockwise from `u` to `v`.
pub fn add_sheet(shapes: &mut Shapes, corner: DVec3, u: DVec3, v: DVec3, cells: u32) {
    let share = |cell: u32| f64::from(cell) / f64::from(cells);
    let at = |i: u32, j: u32| (corner + u * share(i) + v * share(j)).as_vec3().to_array();
    for i in 0..cells {
        for j in 0..cells {
            add_quad(
                shapes,
                [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)],
            );
        }
    }
}

/// Adds a flat floor of 200 by 200 metres at y = 0.
pub fn add_floor(shapes: &mut Shapes) {
    let h = 100.0;
    add_quad(
        shapes,
        [[-h, 0.0, -h], [-h, 0.0, h], [h, 0.0, h], [h, 0.0, -h]],
    );
}

/// A floor only.
pub fn floor() -> Shapes {
    let mut shapes = Shapes::default();
    add_floor(&mut shapes);
    shapes
}

/// Adds a box along the axes.
pub fn add_block(shapes: &mut Shapes, center: DVec3, size: DVec3) {
    add_box(shapes, center, DVec3::ZERO, size);
}

/// Adds a box.
pub fn add_box(shapes: &mut Shapes, center: DVec3, rotation_deg: DVec3, size: DVec3) {
    let rotation = rotation_from_degrees(rotation_deg);
    let obb = Obb::new(center, rotation, size * 0.5).expect("a box with finite numbers");
    shapes.boxes.push(obb);
}

/// A box of `size` that drives along `points` at 2 m/s, and stops at their end and at what is in its way.
pub fn mover_desc<P: Copy + Into<DVec3>>(points: &[P], size: DVec3) -> MoverDesc {
    MoverDesc {
        path: Polyline::new(points.iter().copied().map(P::into)).expect("a path"),
        speed: 2.0,
        bounds: Aabb::from_points([size * -0.5, size * 0.5]).expect("bounds"),
        rotation: DMat3::IDENTITY,
        scale: DVec3::ONE,
        turn: false,
        on_end: PathEnd::Stop,
        on_hit: OnHit::Stop,
    }
}

/// Adds the boxes of movers, each at the start of its path.
pub fn add_movers(shapes: &mut Shapes, descs: Vec<MoverDesc>) -> Vec<DrivenMover> {
    let mut add = |desc| {
        let mover = Mover::new(desc).expect("a mover");
        let id = BoxId(shapes.boxes.len() as u32);
        shapes.boxes.push(mover.obb(0.0));
        DrivenMover::new(mover, id)
    };
    descs.into_iter().map(&mut add).collect()
}

/// The rules of a player with `controller` who starts at `position` and respawns below -20 m.
pub fn rules(position: DVec3, controller: Controller) -> Rules {
    let spawn = Spawn {
        position,
        controller,
        ..Spawn::default()
    };
    Rules {
        spawn,
        kill_y: -20.0,
    }
}

/// A simulation of a player with the swept controller who starts at `position`.
pub fn swept_sim(world: World, tuning: Tuning, position: DVec3, hz: u32) -> Sim {
    Sim::new(world, tuning, rules(position, Controller::Swept), hz)
}

/// How deep the player's sphere or capsule is in the world; metres.
pub fn overlap(sim: &Sim) -> f64 {
    let body = sim.tuning().for_player(sim.player()).body();
    let body = body.and_then(|body| body.at(sim.player().position));
    sim.world().worst_overlap(body.expect("a finite body"))
}

/// The level `levels/<name>.toml`, which must have no problems.
pub fn shipped_level(name: &str) -> Level {
    let loaded = load_level(format!("levels/{name}.toml").as_ref(), &Disk);
    assert_eq!(loaded.diagnostics, [], "{name}");
    loaded.level.expect("a shipped level")
}

/// A walker in a level that starts at `position` and faces `yaw_deg`.
pub fn walker(mut level: Level, controller: Controller, position: [f64; 3], yaw_deg: f64) -> Walk {
    level.rules.spawn = Spawn {
        position: DVec3::from_array(position),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        pitch: BinaryAngle::ZERO,
        controller,
        mode: Mode::Walk,
    };
    Walk::start(Sim::of_level(level, Sim::DEFAULT_HZ).0)
}

/// A ramp on a floor: it climbs towards -Z from z = 0 by `slope_deg`, 40 m long and 20 m wide.
pub fn ramp(slope_deg: f64) -> Shapes {
    let (sin, cos) = sidle::geometry::angle::sin_cos_deg(slope_deg);
    let (top, far) = ((40.0 * sin) as f32, (-40.0 * cos) as f32);
    let mut shapes = floor();
    add_quad(
        &mut shapes,
        [
            [-10.0, 0.0, 0.0],
            [10.0, 0.0, 0.0],
            [10.0, top, far],
            [-10.0, top, far],
        ],
    );
    shapes
}

/// A player who walks tick by tick.
pub struct Walk {
    pub sim: Sim,
    command: Command,
    /// The state after each tick so far.
    pub states: Vec<PlayerState>,
    /// The deepest penetration of the world after any tick; metres.
    pub worst_overlap: f64,
}

impl Walk {
    /// A player on foot at `position`, with the classic controller and the default tuning, at 120
    /// Hz.
    pub fn on(shapes: Shapes, position: DVec3) -> Self {
        Self::tuned(shapes, position, Tuning::default(), Sim::DEFAULT_HZ)
    }

    pub fn tuned(shapes: Shapes, position: DVec3, tuning: Tuning, hz: u32) -> Self {
        let rules = rules(position, Controller::Classic);
        Self::start(Sim::new(shapes.world(), tuning, rules, hz))
    }

    pub fn start(sim: Sim) -> Self {
        let command = sim.idle_command();
        Self {
            sim,
            command,
            states: Vec::new(),
            worst_overlap: 0.0,
        }
    }

    pub fn controller(mut self, controller: Controller) -> Self {
        self.command.controller = controller;
        self
    }

    pub fn fly(mut self) -> Self {
        self.command.mode = Mode::Fly;
        self
    }

    /// Runs from now on.
    pub fn fast(mut self) -> Self {
        self.command.fast = true;
        self
    }

    pub fn on_foot(mut self) -> Self {
        self.command.mode = Mode::Walk;
        self
    }

    /// Faces `yaw_deg` from now on.
    pub fn facing(mut self, yaw_deg: f64) -> Self {
        self.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(yaw_deg);
        self
    }

    /// Walks or flies ahead.
    pub fn forward(self, seconds: f64) -> Self {
        self.ahead(1.0, seconds)
    }

    /// Stands without input.
    pub fn stand(self, seconds: f64) -> Self {
        self.ahead(0.0, seconds)
    }

    /// Jumps on the spot.
    pub fn jump(mut self, seconds: f64) -> Self {
        self.command.jump = true;
        self.tick();
        self.command.jump = false;
        let rest = seconds - 1.0 / f64::from(self.sim.hz());
        self.stand(rest)
    }

    /// Jumps while walking ahead.
    pub fn jump_ahead(mut self, seconds: f64) -> Self {
        self.command.jump = true;
        self.command.forward = Axis::new(1.0);
        self.tick();
        self.command.jump = false;
        self.forward(seconds)
    }

    fn ahead(mut self, forward: f64, seconds: f64) -> Self {
        self.command.forward = Axis::new(forward);
        let ticks = (seconds * f64::from(self.sim.hz())).round() as u32;
        for _ in 0..ticks {
            self.tick();
        }
        self.command.forward = Axis::ZERO;
        self
    }

    fn tick(&mut self) {
        self.sim.tick(&self.command);
        let player = *self.sim.player();
        assert!(
            player.position.is_finite() && player.velocity.is_finite(),
            "{player:?}"
        );
        self.worst_overlap = self.worst_overlap.max(overlap(&self.sim));
        self.states.push(player);
    }

    pub fn position(&self) -> DVec3 {
        self.sim.player().position
    }

    pub fn velocity(&self) -> DVec3 {
        self.sim.player().velocity
    }

    pub fn ground(&self) -> &'static str {
        self.sim.player().ground.name()
    }

    /// The highest speed so far; m/s.
    pub fn top_speed(&self) -> f64 {
        self.states
            .iter()
            .map(|state| state.velocity.length())
            .fold(0.0, f64::max)
    }
}

/// Ten steps, each `rise` high and 0.4 m deep, that climb towards -Z from z = -2, and a landing.
pub fn stairs(rise: f64) -> Shapes {
    flight_of_stairs(rise, 0.4)
}

pub fn flight_of_stairs(rise: f64, tread: f64) -> Shapes {
    let mut shapes = floor();
    for step in 1..=10 {
        let height = rise * f64::from(step);
        let front = -2.0 - tread * f64::from(step - 1);
        let depth = if step == 10 { 60.0 } else { tread };
        let center = DVec3::new(0.0, height * 0.5, front - depth * 0.5);
        add_block(&mut shapes, center, DVec3::new(8.0, height, depth));
    }
    shapes
}
