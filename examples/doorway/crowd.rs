//! Players that meet each other: each stands in the world as a body, which its own moves leave out.

use sidle::geometry::Obb;
use sidle::geometry::angle::BinaryAngle;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, BodyShape, Command, PlayerState, Scratch, Tuning, advance};
use sidle::world::{BoxId, ColliderId, Filter, PlacedBody, World};

use crate::random::Random;

/// Ticks per second.
pub const HZ: u32 = 60;

/// Half of the doorway's width; metres.
const HALF_DOOR: f64 = 0.9;

/// How long a player keeps a direction; ticks.
const TICKS_PER_TURN: u32 = 30;

/// A player that goes no farther than this until its next turn is stuck; metres.
const STUCK: f64 = 0.5;

/// The middle of the line to which players go who are through; metres.
const GOAL: DVec3 = DVec3::new(0.0, 0.0, -60.0);

/// Players on their way through a doorway.
pub struct Crowd {
    world: World,
    tuning: Tuning,
    players: Vec<PlayerState>,
    headings: Vec<DVec3>,
    /// Where each player chose its heading.
    turned_at: Vec<DVec3>,
    random: Random,
    scratch: Scratch,
    tick: u32,
    /// The body of each player in the world.
    bodies: Vec<BoxId>,
    /// What has been seen so far.
    pub report: Report,
}

/// The worst of all ticks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// How deep a player was in anything; metres.
    pub overlap: f64,
    /// How near the axes of two players came, as a share of two radii.
    pub nearest: f64,
    /// The fastest displacement, as a share of a walk's.
    pub speed: f64,
    /// The highest place of a player above the floor; metres.
    pub height: f64,
    /// How many players are behind the doorway.
    pub through: usize,
}

impl Report {
    /// What is wrong with it, if anything is.
    pub fn problem(&self) -> Option<&'static str> {
        if self.overlap > 1e-6 {
            Some("a player has entered something")
        } else if self.nearest < 1.0 {
            Some("a player has entered another one")
        } else if self.speed > 1.0 + 1e-9 {
            Some("a player was faster than a walk")
        } else if self.height > 1e-3 {
            Some("a player has left the floor")
        } else {
            None
        }
    }
}

fn slab(center: DVec3, half: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half).expect("a finite box")
}

impl Crowd {
    /// So many players in front of a doorway, in rows.
    pub fn new(count: u32, seed: u64) -> Self {
        let tuning = Tuning {
            body: BodyShape::Capsule,
            radius: 0.3,
            ..Tuning::default()
        };
        let half_wall = DVec3::new(10.0, 2.0, 0.2);
        let side = HALF_DOOR + half_wall.x;
        let walls = [
            slab(DVec3::NEG_Y * 0.5, DVec3::new(200.0, 0.5, 200.0)),
            slab(DVec3::new(-side, 2.0, 0.0), half_wall),
            slab(DVec3::new(side, 2.0, 0.0), half_wall),
        ];
        let columns = 20;
        let start = |number: u32| {
            let (row, column) = (number / columns, number % columns);
            let x = (f64::from(column) - f64::from(columns - 1) * 0.5) * 0.8;
            DVec3::new(x, tuning.radius + 1e-4, 2.0 + f64::from(row) * 0.8)
        };
        let at = |number| PlayerState {
            position: start(number),
            ..PlayerState::default()
        };
        let players: Vec<_> = (0..count).map(at).collect();
        let mut world = World::new(vec![], walls.to_vec());
        let mut add =
            |player: &PlayerState| world.add_body(body_of(&tuning, player)).expect("an id");
        let bodies = players.iter().map(&mut add).collect();
        Self {
            world,
            tuning,
            headings: vec![DVec3::NEG_Z; players.len()],
            turned_at: vec![DVec3::ZERO; players.len()],
            players,
            random: Random::new(seed),
            scratch: Scratch::new(),
            tick: 0,
            bodies,
            report: Report {
                nearest: f64::INFINITY,
                ..Report::default()
            },
        }
    }

    /// All players, one after the other. Each goes towards the doorway and what is behind it, and a little astray. Those
    /// who are stuck step aside, so that nobody waits for ever.
    pub fn tick(&mut self) {
        let dt = 1.0 / f64::from(HZ);
        let walk = self.tuning.walk_speed * dt;
        for number in 0..self.players.len() {
            let id = self.bodies[number];
            let player = &mut self.players[number];
            let before = player.position;
            if (self.tick + number as u32).is_multiple_of(TICKS_PER_TURN) {
                let goal = if before.z > -1.0 {
                    DVec3::NEG_Z * 2.0
                } else {
                    GOAL + self.random.vec3(24.0).with_z(0.0)
                };
                // Who is stuck steps aside for a while.
                let is_stuck = before.distance(self.turned_at[number]) < STUCK;
                let ahead = if is_stuck { 0.2 } else { 1.0 };
                let way = (goal - before).normalize_or_zero() * ahead;
                self.headings[number] = way + self.random.vec3(0.8);
                self.turned_at[number] = before;
            }
            let heading = self.headings[number];
            let command = Command {
                forward: Axis::new(1.0),
                yaw: BinaryAngle::from_degrees((-heading.x).atan2(-heading.z).to_degrees()),
                ..Command::default()
            };
            let others = self.world.filtered(Filter::except(ColliderId::Box(id)));
            let scratch = &mut self.scratch;
            advance(others, &self.tuning, player, &command, dt, scratch, None);
            let body = self.tuning.body().expect("a valid size");
            let placed = body.at(player.position).expect("a finite position");
            let overlap = others.worst_overlap(placed);
            let made = player.position.distance(before) / walk;
            let height = player.position.y - self.tuning.radius;
            self.world.move_body(id, body_of(&self.tuning, player));
            let report = &mut self.report;
            report.overlap = report.overlap.max(overlap);
            report.speed = report.speed.max(made);
            report.height = report.height.max(height);
        }
        self.tick += 1;
        self.look();
    }

    /// Compares all players with each other.
    fn look(&mut self) {
        let report = &mut self.report;
        for (number, one) in self.players.iter().enumerate() {
            for other in &self.players[..number] {
                let apart = one.position - other.position;
                let share = apart.with_y(0.0).length() / (self.tuning.radius * 2.0);
                report.nearest = report.nearest.min(share);
            }
        }
        let is_through = |player: &&PlayerState| player.position.z < -0.5;
        report.through = self.players.iter().filter(is_through).count();
    }
}

/// The body of a player where it is.
fn body_of(tuning: &Tuning, player: &PlayerState) -> PlacedBody {
    tuning.placed_body(player).expect("a valid size")
}
