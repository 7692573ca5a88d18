//! A walker under watch: each tick is checked by the oracle.

use sidle::geometry::angle::BinaryAngle;
use sidle::glam::DVec3;
use sidle::player::{
    Axis, BodyShape, Command, Controller, Event, PlayerState, Rules, Spawn, Tuning,
};
use sidle::sim::Sim;
use sidle::world::{BoxId, DrivenMover, Mover, World};

use crate::family::Case;
use crate::oracle::{Oracle, TOO_DEEP, point_edge_distance};
use crate::scene::{Builder, Draw};
use sidle_tools::random::Random;

/// Tick rates.
pub const RATES: [u32; 8] = [30, 48, 60, 75, 120, 144, 240, 360];

/// A walker that no key moves farther than this is locked; metres.
const LOCKED: f64 = 1e-3;

/// A body whose size changes may leave the gap that it keeps to a surface, without a sweep; metres.
pub const NUDGE: f64 = 2.1e-4;

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

    /// The same with movers, whose boxes are added to the world's.
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

    pub fn of_sim(sim: Sim) -> Self {
        let oracle = Oracle::new(sim.world().triangles(), sim.world().boxes());
        Self {
            sim,
            deepest: 0.0,
            oracle,
        }
    }

    pub fn player(&self) -> &PlayerState {
        self.sim.player()
    }

    /// The length of the body's inner segment; metres.
    pub fn rise(&self) -> f64 {
        self.rise_with(self.sim.tuning())
    }

    /// The same if the player had this tuning.
    pub fn rise_with(&self, tuning: &Tuning) -> f64 {
        rise(&tuning.for_player(self.player()))
    }

    /// The height of the feet; metres.
    pub fn feet(&self) -> f64 {
        self.player().position.y - self.sim.tuning().radius
    }

    /// Advances one tick and checks it. The body is at a finite place, has gone there along motions that
    /// the trace shows, and has nowhere been inside anything.
    pub fn tick(&mut self, case: &Case<'_>, command: &Command) -> Result<(), String> {
        let before = *self.player();
        self.sim.tick(command);
        case.moved();
        if !self.sim.movers().is_empty() {
            self.oracle.set_boxes(self.sim.world().boxes());
        }
        if self.sim.respawned() {
            return Ok(());
        }
        let depth = self.check(&before).map_err(|what| {
            format!(
                "{what}, tick {} at {} Hz: radius {}, rise {}, from {before:?} by {command:?} to {:?}",
                self.sim.ticks(),
                self.sim.hz(),
                self.sim.tuning().radius,
                self.rise(),
                self.player()
            )
        })?;
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    /// Checks the tick that began in the state `before`. Returns the depth of the deepest overlap; metres.
    fn check(&self, before: &PlayerState) -> Result<f64, String> {
        let (after, radius, rise) = (self.player(), self.sim.tuning().radius, self.rise());
        if !after.position.is_finite() || !after.velocity.is_finite() {
            return Err("not finite".to_owned());
        }
        let near = self.near(before.position);
        let mut depth = radius - near.segment_distance(after.position, rise);
        // The movers carry and push the player before the first traced motion.
        let has_movers = !self.sim.movers().is_empty();
        // Every place on a swept way from a reached place is reached.
        let mut reached = vec![(before.position, before.position)];
        let reaches = |ways: &[(DVec3, DVec3)], place: DVec3| {
            let mut ways = ways.iter();
            ways.any(|(from, to)| point_edge_distance(place, *from, *to) <= NUDGE)
        };
        for event in self.sim.trace().events() {
            match event {
                Event::Sweep { from, to, .. } => {
                    if reaches(&reached, *from) {
                        reached.push((*from, *to));
                    }
                    depth = depth.max(radius - near.nearest_on_way(*from, *to, radius, rise));
                }
                Event::Push { position, .. } => reached.push((*position, *position)),
                _ => {}
            }
        }
        if depth > TOO_DEEP {
            return Err(format!("{depth} m deep"));
        }
        if !reaches(&reached, after.position) && !has_movers {
            return Err("no swept motion leads there".to_owned());
        }
        Ok(depth)
    }

    /// Whether no key moves the walker by more than 1 mm within 0.3 s, neither a jump nor a walk in any of
    /// 16 directions. Restores the state afterwards.
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
                if self.player().position.distance(start.player.position) > LOCKED {
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
        let mut take = |point: DVec3| (low, high) = (low.min(point), high.max(point));
        take(self.player().position);
        for event in self.sim.trace().events() {
            if let Event::Sweep { from, to, .. } = event {
                take(*from);
                take(*to);
            }
        }
        let margin = DVec3::splat(self.sim.tuning().radius * 1.5);
        let up = DVec3::Y * self.rise();
        self.oracle.within(low - margin, high + up + margin)
    }
}

/// A spawn at `position`, far above the height of a fall.
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

/// The length of the inner segment of a body of this tuning; metres.
pub fn rise(tuning: &Tuning) -> f64 {
    match tuning.body {
        BodyShape::Sphere => 0.0,
        BodyShape::Capsule => tuning.height - tuning.radius * 2.0,
    }
}

/// The shipped tuning with a random body: a sphere, or a capsule like a person.
pub fn random_body(random: &mut Random) -> Tuning {
    let radius = [0.3, 0.5, random.between(0.2, 0.6)][random.below(3)];
    let capsule = random.below(2) == 0;
    Tuning {
        body: if capsule {
            BodyShape::Capsule
        } else {
            BodyShape::Sphere
        },
        radius: if capsule { radius.min(0.4) } else { radius },
        height: [1.75, random.between(1.0, 2.0)][random.below(2)],
        ..Tuning::default()
    }
}

/// Straight ahead in the direction `yaw_deg`; 0 is -Z.
pub fn ahead(yaw_deg: f64) -> Command {
    Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_degrees(yaw_deg),
        controller: Controller::Swept,
        ..Command::default()
    }
}

/// No key.
pub fn idle() -> Command {
    Command {
        controller: Controller::Swept,
        ..Command::default()
    }
}

/// Random keys of a walker.
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
