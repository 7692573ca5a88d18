//! A simulated player whose every tick the oracle checks.

use sidle::geometry::Obb;
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{
    Axis, BodyShape, Command, Controller, Event, PlayerState, Rules, Spawn, Tuning,
};
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, DrivenMover, Mover, TriangleId, World};

use crate::body::Solid;
use crate::family::Case;
use crate::scene::{Builder, Draw};
use sidle_conformance::oracle::{MAX_DEPTH, Oracle, point_edge_distance};
use sidle_tools::random::Random;

/// The tick rates of the cases; ticks per second.
pub const RATES: [u32; 8] = [30, 48, 60, 75, 120, 144, 240, 360];

/// One of the usual tick rates, or any other from 20 to 360 Hz.
pub fn any_rate(random: &mut Random) -> u32 {
    let usual = RATES[random.below(RATES.len())];
    [20, usual, usual, 20 + random.below(341) as u32][random.below(4)]
}

/// A walker is locked if no key moves it farther than this; metres.
const MAX_LOCKED_MOTION: f64 = 1e-3;

/// [`Walker::tick_of_many`] checks the ticks of one in this many cases.
const CHECKED: u64 = 16;

/// How far a body may move without a sweep, when it keeps its gap to a surface while its size changes; metres.
pub const MAX_NUDGE: f64 = 2.1e-4;

/// A simulation, and the oracle that checks it.
pub struct Walker {
    pub sim: Sim,
    /// The deepest overlap so far; metres.
    pub deepest: f64,
    oracle: Oracle,
}

impl Walker {
    /// A walker at rest at `position`.
    pub fn new(builder: &Builder, tuning: Tuning, position: DVec3, hz: u32) -> Self {
        let world = World::new(builder.triangles(), builder.obbs());
        Self::of_sim(Sim::new(world, tuning, rules(position), hz))
    }

    /// A walker at rest at `position`, in a world with `movers`. Their boxes follow those of `builder`.
    pub fn with_movers(
        builder: &Builder,
        movers: Vec<Mover>,
        tuning: Tuning,
        position: DVec3,
        hz: u32,
    ) -> Self {
        let mut boxes = builder.obbs();
        let mut driven = Vec::new();
        for mover in movers {
            let id = BoxId(boxes.len() as u32);
            boxes.push(mover.obb(0.0));
            driven.push(DrivenMover::new(mover, id));
        }
        let world = World::new(builder.triangles(), boxes);
        Self::of_sim(Sim::new(world, tuning, rules(position), hz).with_movers(driven))
    }

    /// Watches the player of `sim`.
    pub fn of_sim(sim: Sim) -> Self {
        let world = sim.world();
        let triangles = (0..).zip(world.triangles());
        let triangles: Vec<_> = triangles
            .filter(|(index, _)| is_solid(world, ColliderId::Triangle(TriangleId(*index))))
            .map(|(_, triangle)| *triangle)
            .collect();
        let oracle = Oracle::new(&triangles, &solid_boxes(world));
        Self {
            sim,
            deepest: 0.0,
            oracle,
        }
    }

    pub fn player(&self) -> &PlayerState {
        self.sim.player()
    }

    /// The body as it is now.
    pub fn body(&self) -> Solid {
        self.body_with(self.sim.tuning())
    }

    /// The body that the player would have with this tuning.
    pub fn body_with(&self, tuning: &Tuning) -> Solid {
        Solid::of(&tuning.for_player(self.player()))
    }

    /// The length of the body's inner segment; metres.
    pub fn segment_length(&self) -> f64 {
        self.body().rise
    }

    /// The height of the feet; metres.
    pub fn feet(&self) -> f64 {
        self.player().position.y - self.sim.tuning().radius
    }

    /// Advances one tick, and checks it in a few cases only. For families that need most of their time for the number of cases.
    pub fn tick_of_many(&mut self, case: &Case<'_>, command: &Command) -> Result<(), String> {
        if case.number.is_multiple_of(CHECKED) {
            return self.tick(case, command);
        }
        self.sim.tick(command);
        case.moved();
        Ok(())
    }

    /// Advances one tick and checks it. The body must be at a finite place, have come there by the sweeps and
    /// pushes of the trace, and have been inside of nothing on the way.
    pub fn tick(&mut self, case: &Case<'_>, command: &Command) -> Result<(), String> {
        let before = *self.player();
        self.sim.tick(command);
        case.moved();
        if !self.sim.movers().is_empty() {
            self.oracle.set_boxes(&solid_boxes(self.sim.world()));
        }
        if self.sim.respawned() {
            return Ok(());
        }
        let depth = self.check(&before).map_err(|violation| {
            format!(
                "{violation}, tick {} at {} Hz: radius {}, segment {}, from {before:?} by {command:?} to {:?}",
                self.sim.ticks(),
                self.sim.hz(),
                self.sim.tuning().radius,
                self.segment_length(),
                self.player()
            )
        })?;
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    /// Checks the tick that began in the state `before`. Returns the depth of the deepest overlap; metres.
    fn check(&self, before: &PlayerState) -> Result<f64, String> {
        let (after, body) = (self.player(), self.body());
        if !after.position.is_finite() || !after.velocity.is_finite() {
            return Err("not finite".to_owned());
        }
        let near = self.near(before.position);
        let mut depth = body.depth(&near, after.position);
        // Movers carry and push the player before the first traced motion, so the path is checked only without movers.
        let has_movers = !self.sim.movers().is_empty();
        // The sweeps that start at a place that was reached, as their ends. All places on them are reached as well.
        let mut reached = vec![(before.position, before.position)];
        let is_on = |sweeps: &[(DVec3, DVec3)], place: DVec3| {
            let mut sweeps = sweeps.iter();
            sweeps.any(|(from, to)| point_edge_distance(place, *from, *to) <= MAX_NUDGE)
        };
        for event in self.sim.trace().events() {
            match event {
                Event::Sweep { from, to, .. } => {
                    if is_on(&reached, *from) {
                        reached.push((*from, *to));
                    }
                    let on_path = body.depth_on_path(&near, *from, *to);
                    depth = depth.max(on_path);
                }
                Event::Push { position, .. } => reached.push((*position, *position)),
                _ => {}
            }
        }
        if depth > MAX_DEPTH {
            return Err(format!("{depth} m deep"));
        }
        if !is_on(&reached, after.position) && !has_movers {
            return Err("no swept motion leads there".to_owned());
        }
        Ok(depth)
    }

    /// Whether neither a jump nor a walk in any of 16 directions moves the walker by more than 1 mm within
    /// 0.3 s. Restores the state afterwards.
    pub fn is_locked(&mut self, case: &Case<'_>) -> Result<bool, String> {
        let start = self.sim.snapshot();
        let walks = (0..16).map(|direction| ahead(f64::from(direction) * 22.5));
        let jump = Command {
            jump: true,
            ..idle()
        };
        let mut locked = true;
        'keys: for command in walks.chain([jump]) {
            self.sim.restore(&start);
            for _ in 0..self.sim.hz() * 3 / 10 {
                self.tick(case, &command)?;
                if self.player().position.distance(start.player.position) > MAX_LOCKED_MOTION {
                    locked = false;
                    break 'keys;
                }
            }
        }
        self.sim.restore(&start);
        Ok(locked)
    }

    /// The shapes around the motions of the last tick.
    fn near(&self, start: DVec3) -> Oracle {
        let (mut low, mut high) = (start, start);
        let mut include = |point: DVec3| (low, high) = (low.min(point), high.max(point));
        include(self.player().position);
        for event in self.sim.trace().events() {
            if let Event::Sweep { from, to, .. } = event {
                include(*from);
                include(*to);
            }
        }
        let margin = DVec3::splat(self.sim.tuning().radius * 2.0);
        let up = DVec3::Y * self.segment_length();
        self.oracle.within(low - margin, high + up + margin)
    }
}

/// Whether a collider stops bodies on every side. A sensor stops none, and a body may be inside of a one-way platform.
fn is_solid(world: &World, collider: ColliderId) -> bool {
    let rules = world.surface_rules(world.tag(collider));
    !rules.sensor && !rules.one_way
}

fn solid_boxes(world: &World) -> Vec<Obb> {
    let boxes = (0..).zip(world.boxes());
    boxes
        .filter(|(index, _)| is_solid(world, ColliderId::Box(BoxId(*index))))
        .map(|(_, obb)| *obb)
        .collect()
}

/// The rules of a world whose players spawn at `position`, and do not respawn however far they fall.
pub fn rules(position: DVec3) -> Rules {
    Rules {
        spawn: Spawn {
            position,
            controller: Controller::Swept,
            ..Spawn::default()
        },
        kill_y: -1e4,
    }
}

/// The radius of a ball around the end of the inner segment, within which all of the end of a body of this tuning is; metres.
pub fn reach(tuning: &Tuning) -> f64 {
    match tuning.body {
        BodyShape::Box => tuning.radius * 3.0_f64.sqrt(),
        _ => tuning.radius,
    }
}

/// The length of the inner segment of a body with this tuning; metres.
pub fn segment_length(tuning: &Tuning) -> f64 {
    match tuning.body {
        BodyShape::Sphere => 0.0,
        BodyShape::Capsule | BodyShape::Box => tuning.height - tuning.radius * 2.0,
    }
}

/// The shipped tuning with a random body: a sphere, or a capsule or box like a person.
pub fn random_body(random: &mut Random) -> Tuning {
    let radius = [0.3, 0.5, random.between(0.2, 0.6)][random.below(3)];
    let body = [BodyShape::Sphere, BodyShape::Capsule, BodyShape::Box][random.below(3)];
    Tuning {
        body,
        radius: match body {
            BodyShape::Sphere => radius,
            _ => radius.min(0.4),
        },
        height: [1.75, random.between(1.0, 2.0)][random.below(2)],
        ..Tuning::default()
    }
}

/// Walks straight ahead, looking along `yaw_deg`; 0 is -Z.
pub fn ahead(yaw_deg: f64) -> Command {
    Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        controller: Controller::Swept,
        ..Command::default()
    }
}

/// Presses no key.
pub fn idle() -> Command {
    Command {
        controller: Controller::Swept,
        ..Command::default()
    }
}

/// Presses random keys, looking in a random direction.
pub fn random_keys(random: &mut Random) -> Command {
    let mut axis = || Axis::new(random.below(3) as f64 - 1.0);
    let (forward, right) = (axis(), axis());
    Command {
        forward,
        right,
        jump: random.below(6) == 0,
        fast: random.below(4) == 0,
        ..ahead(random.signed() * 180.0)
    }
}
