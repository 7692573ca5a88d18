//! Family: landings on platforms that drive, rise and turn among crates, often near an edge. A player who
//! lands on a platform rides it from that tick on. No platform moves into a body, and none stops without
//! an obstacle.

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Aabb, Polyline, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{BodyShape, Tuning};
use sidle::tolerance::BOX_ROUNDING;
use sidle::world::{BoxFit, BoxId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd};

use crate::family::{Case, Family};
use crate::scene::{Builder, Draw};
use crate::walker::{RATES, Walker, idle, random_body, random_keys, reach, segment_length};
use sidle_conformance::oracle::Oracle;
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "platforms",
    figure: "mm of slip in a tick",
    moves: 200,
    run,
};

/// A rider at rest may slip by at most this on its platform in a tick; metres.
const MAX_SLIP: f64 = 2e-4;

/// The player may touch a crate that is nearer than this; metres.
const NEAR: f64 = 1e-3;

fn run(case: &mut Case<'_>) -> Result<(), String> {
    let random = &mut case.random;
    let tuning = random_body(random);
    let half = DVec3::new(
        random.between(0.3, 2.0),
        random.between(0.1, 1.0),
        random.between(0.3, 2.0),
    );
    let Some(mover) = platform(random, half) else {
        return Ok(());
    };
    let start = place_above(random, &mover, half, &tuning);
    let mut builder = Builder::default();
    if random.below(2) == 0 {
        crates(random, &mut builder, &mover);
    }
    let hz = RATES[random.below(RATES.len())];
    let crates = Oracle::new(&[], &builder.obbs());
    let top = start + DVec3::Y * segment_length(&tuning);
    if crates.distance(start).min(crates.distance(top)) < tuning.radius * 2.0 + 0.1 {
        case.count("no room to land");
        return Ok(());
    }
    let mut walker = Walker::with_movers(&builder, vec![mover], tuning, start, hz);
    // Three platforms in four turn their boxes with them.
    let fit = [BoxFit::Oriented, BoxFit::Aligned][case.random.below(4) / 3];
    walker.sim.set_box_fit(fit);
    let mut landing = Landing {
        walker,
        crates,
        tuning,
        half,
        fit,
        platform: BoxId(builder.boxes.len() as u32),
        presses_keys: case.random.below(3) == 0,
        rested_at: None,
    };
    let mut command = idle();
    for tick in 0..hz * 3 / 2 {
        if landing.presses_keys && tick % (hz / 6) == 0 {
            command = random_keys(&mut case.random);
        }
        landing.walker.tick(case, &command)?;
        landing
            .check(case)
            .map_err(|violation| landing.describe(&violation, tick, hz))?;
    }
    Ok(())
}

/// A player who lands on a platform, and the crates around its path.
struct Landing {
    walker: Walker,
    crates: Oracle,
    tuning: Tuning,
    /// The half extents of the platform; metres.
    half: DVec3,
    fit: BoxFit,
    platform: BoxId,
    presses_keys: bool,
    /// Where the player rested after the last tick, in the space of the platform. `None` if it did not rest there.
    rested_at: Option<DVec3>,
}

impl Landing {
    fn platform(&self) -> &DrivenMover {
        &self.walker.sim.movers()[0]
    }

    /// How far the platform drives in a tick without an obstacle; metres.
    fn drive(&self) -> f64 {
        self.platform().mover.desc().speed / f64::from(self.walker.sim.hz())
    }

    /// Checks the last tick.
    fn check(&mut self, case: &mut Case<'_>) -> Result<(), String> {
        self.check_drive(case)?;
        self.check_rider(case)
    }

    /// Checks that the platform drives as far as it should.
    fn check_drive(&self, case: &mut Case<'_>) -> Result<(), String> {
        let driven = self.platform();
        let length = driven.mover.desc().path.length();
        let drove = (driven.state.distance - driven.previous).abs();
        let due = self.drive();
        let is_at_end = |distance: f64| distance <= due || distance >= length - due;
        if driven.state.blocked_by.is_some() {
            case.count("ticks of a blocked platform");
        } else if (drove - due).abs() > 1e-9 && !is_at_end(driven.state.distance) {
            return Err(format!(
                "drove {drove} m instead of {due} without an obstacle"
            ));
        }
        Ok(())
    }

    /// Checks that a player on the platform rides it, does not slip and is not left behind.
    fn check_rider(&mut self, case: &mut Case<'_>) -> Result<(), String> {
        let (player, driven) = (*self.walker.player(), self.platform());
        let obb = driven.obb(driven.state.distance);
        let to_crates = self
            .crates
            .segment_distance(player.position, segment_length(&self.tuning))
            - reach(&self.tuning);
        let on_platform = player.ground.stands() && to_crates > NEAR;
        let rides = player
            .ride
            .is_some_and(|ride| ride.platform == self.platform);
        if on_platform && !rides {
            return Err("stands on the platform and does not ride it".to_owned());
        }
        // A crate that the platform reaches in the next tick may push its rider.
        let is_undisturbed = to_crates > NEAR + self.drive();
        let rests = on_platform && player.velocity.length() < 1e-6 && is_undisturbed;
        let here = obb.to_local(player.position);
        // An aligned box around a turning platform grows and shrinks.
        let keeps_size = self.fit == BoxFit::Oriented || !driven.mover.desc().turn;
        let was_left_alone = !self.presses_keys && keeps_size;
        if let Some(before) = self.rested_at.filter(|_| rests && was_left_alone) {
            let slip = here.distance(before);
            let beyond = slip - self.turns_below_box();
            case.measure(beyond.max(0.0) * 1e3);
            if beyond > MAX_SLIP {
                return Err(format!("slipped by {slip} m"));
            }
        }
        // A platform that tilts throws its rider off where it becomes too steep.
        let outside = here - here.clamp(-obb.half_extents(), obb.half_extents());
        let floor_cos = sin_cos_deg(self.tuning.max_slope_deg).1;
        let is_flat = (obb.axes() * outside).normalize_or_zero().y >= floor_cos;
        // A platform turns out from under a corner of a box whose middle is beside it.
        let is_above = self.tuning.body != BodyShape::Box || (outside.x == 0.0 && outside.z == 0.0);
        let should_ride = is_flat && is_above && is_undisturbed;
        if self.rested_at.is_some() && was_left_alone && !rides && should_ride {
            return Err("a rider is left behind".to_owned());
        }
        if rests && self.rested_at.is_none() {
            case.count("landings");
        }
        self.rested_at = rests.then_some(here);
        Ok(())
    }

    /// How far a box at rest may move on the platform in the last tick because it does not turn with it: it sinks and rises by its
    /// rounded edges where it stands on an edge of the platform, and is lifted where the platform tilts. 0 for other bodies; metres.
    fn turns_below_box(&self) -> f64 {
        let driven = self.platform();
        if self.tuning.body != BodyShape::Box || !driven.mover.desc().turn {
            return 0.0;
        }
        let [was, is] =
            [driven.previous, driven.state.distance].map(|distance| driven.obb(distance).axes());
        let turned = (0..3).map(|axis| was.col(axis).distance(is.col(axis)));
        BOX_ROUNDING + reach(&self.tuning) * turned.fold(0.0, f64::max)
    }

    /// Describes a `violation` in this tick, with the state that explains it.
    fn describe(&self, violation: &str, tick: u32, hz: u32) -> String {
        let driven = self.platform();
        let desc = driven.mover.desc();
        format!(
            "{violation}, tick {tick} at {hz} Hz: radius {}, segment {}, half extents {}, {:?}, {:?}, \
            {:?}, path {:?} at {} m/s",
            self.tuning.radius,
            segment_length(&self.tuning),
            self.half,
            driven.state,
            self.fit,
            self.walker.player(),
            desc.path.points(),
            desc.speed,
        )
    }
}

/// A platform on a random path, with half extents `half`. `None` if no path or box can be made of the numbers.
pub fn platform(random: &mut Random, half: DVec3) -> Option<Mover> {
    let paths: [&[[f64; 3]]; 5] = [
        &[[0.0, 0.0, 0.0], [60.0, 0.0, 0.0]],
        &[[0.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
        &[[0.0, 0.0, 0.0], [1.0, 3.0, 1.0], [2.0, 0.0, 0.0]],
        &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 9.0]],
        &[
            [0.0, 0.0, 0.0],
            [3.0, 0.0, 0.0],
            [3.0, 0.0, 3.0],
            [0.0, 0.0, 0.0],
        ],
    ];
    let number = random.below(paths.len());
    let turn = rotation_from_degrees(DVec3::Y * random.between(0.0, 360.0));
    let points = paths[number]
        .iter()
        .map(|point| turn * DVec3::from_array(*point));
    Mover::new(MoverDesc {
        path: Polyline::new(points)?,
        speed: [0.5, 1.5, 3.0, random.between(0.2, 8.0)][random.below(4)],
        bounds: Aabb::from_points([-half, half])?,
        rotation: if random.below(2) == 0 {
            DMat3::IDENTITY
        } else {
            turn
        },
        scale: DVec3::ONE,
        turn: number > 2 || random.below(3) == 0,
        on_end: if number == 4 {
            PathEnd::Restart
        } else {
            PathEnd::Return
        },
        on_hit: [OnHit::Stop, OnHit::Return, OnHit::Pass][random.below(3)],
    })
}

/// A place just above the platform, mostly near an edge or a corner.
fn place_above(random: &mut Random, mover: &Mover, half: DVec3, tuning: &Tuning) -> DVec3 {
    let radius = tuning.radius;
    let side = |random: &mut Random, half: f64| match random.below(3) {
        0 => half * random.signed(),
        _ => (half + radius * 0.6 * random.signed()) * random.signed().signum(),
    };
    let (x, z) = (side(random, half.x), side(random, half.z));
    let drop = [0.0, 0.05, 0.5][random.below(3)] * random.unit();
    // One path in five rises from the first tick, so even a lift begins just below the player.
    mover
        .obb(0.0)
        .to_world(DVec3::new(x, half.y + radius + 1e-3 + drop, z))
}

/// Crates around the path, none of them near its start.
fn crates(random: &mut Random, builder: &mut Builder, mover: &Mover) {
    let start = mover.obb(0.0);
    for _ in 0..6 {
        let path_point = mover.desc().path.point_at(random.between(0.0, 8.0));
        let center = path_point + random.vec3(3.0);
        let half = DVec3::splat(0.1) + random.vec3(0.5).abs();
        let min_distance = start.half_extents().length() + half.length() + 0.2;
        if center.distance(start.center()) > min_distance {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            builder.boxes.push((center, rotation, half));
        }
    }
}
