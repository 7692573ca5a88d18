//! Family: landings on platforms that drive, rise and turn, near edges too, among crates. A player who
//! stands on one rides it from the tick of landing. No platform moves into a body, and none stops without
//! an obstacle.

use sidle::geometry::angle::sin_cos_deg;
use sidle::geometry::{Aabb, Polyline, rotation_from_degrees};
use sidle::glam::{DMat3, DVec3};
use sidle::player::Tuning;
use sidle::world::{BoxFit, BoxId, Mover, MoverDesc, OnHit, PathEnd};

use crate::family::{Case, Family};
use crate::oracle::Oracle;
use crate::scene::{Builder, Draw};
use crate::walker::{RATES, Walker, idle, random_body, random_keys, rise};
use sidle_tools::random::Random;

pub const FAMILY: Family = Family {
    name: "platforms",
    figure: "mm of slip in a tick",
    moves: 200,
    run,
};

/// A rider without any speed may move by this on its platform in a tick; metres.
const SLIP: f64 = 2e-4;

/// Colliders nearer than this may be touched; metres.
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
    let fixed = Oracle::new(&[], &builder.obbs());
    let top = start + DVec3::Y * rise(&tuning);
    if fixed.distance(start).min(fixed.distance(top)) < tuning.radius * 2.0 + 0.1 {
        case.count("no room to land");
        return Ok(());
    }
    let speed = mover.desc().speed;
    let mut walker = Walker::with_movers(&builder, vec![mover], tuning, start, hz);
    let fit = [BoxFit::Oriented, BoxFit::Aligned][case.random.below(4) / 3];
    walker.sim.set_box_fit(fit);
    let box_id = BoxId(builder.boxes.len() as u32);
    let busy = case.random.below(3) == 0;
    let mut command = idle();
    let mut rode = None;
    for tick in 0..hz * 3 / 2 {
        if busy && tick % (hz / 6) == 0 {
            command = random_keys(&mut case.random);
        }
        walker.tick(case, &command)?;
        let (player, driven) = (*walker.player(), &walker.sim.movers()[0]);
        let text = |what: String| {
            Err(format!(
                "{what}, tick {tick} at {hz} Hz: radius {}, rise {}, half extents {half}, {:?}, {:?}, \
                {player:?}, path {:?} at {speed} m/s",
                tuning.radius,
                rise(&tuning),
                driven.state,
                fit,
                driven.mover.desc().path.points(),
            ))
        };
        let length = driven.mover.desc().path.length();
        let gone = (driven.state.distance - driven.previous).abs();
        let due = speed / f64::from(hz);
        let at_end = |distance: f64| distance <= due || distance >= length - due;
        if driven.state.blocked_by.is_some() {
            case.count("ticks of a blocked platform");
        } else if (gone - due).abs() > 1e-9 && !at_end(driven.state.distance) {
            return text(format!(
                "drove {gone} m instead of {due} without an obstacle"
            ));
        }
        let obb = driven.obb(driven.state.distance);
        let apart = fixed.segment_distance(player.position, rise(&tuning)) - tuning.radius;
        let on_platform = player.ground.stands() && apart > NEAR;
        let rides = player.ride.is_some_and(|ride| ride.platform == box_id);
        if on_platform && !rides {
            return text("stands on the platform and does not ride it".to_owned());
        }
        // Where the player is on the platform, as long as it has no other reason to move.
        let here = obb.to_local(player.position);
        let rests = on_platform && player.velocity.length() < 1e-6 && apart > NEAR + due;
        // An aligned box around a turning one grows and shrinks.
        let keeps_size = fit == BoxFit::Oriented || !driven.mover.desc().turn;
        if let Some(before) = rode.filter(|_| rests && !busy && keeps_size) {
            let slip = here.distance(before);
            case.measure(slip * 1e3);
            if slip > SLIP {
                return text(format!("slipped by {slip} m"));
            }
        }
        // A platform that tilts throws its rider off where it becomes too steep.
        let beside = here - here.clamp(-obb.half_extents(), obb.half_extents());
        let floor_cos = sin_cos_deg(tuning.max_slope_deg).1;
        let flat = (obb.axes() * beside).normalize_or_zero().y >= floor_cos;
        let stays = flat && apart > NEAR + due;
        if rode.is_some() && !busy && keeps_size && !rides && stays {
            return text("a rider is left behind".to_owned());
        }
        if rests && rode.is_none() {
            case.count("landings");
        }
        rode = rests.then_some(here);
    }
    Ok(())
}

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
    let turned = rotation_from_degrees(DVec3::Y * random.between(0.0, 360.0));
    let points = paths[number]
        .iter()
        .map(|point| turned * DVec3::from_array(*point));
    Mover::new(MoverDesc {
        path: Polyline::new(points)?,
        speed: [0.5, 1.5, 3.0, random.between(0.2, 8.0)][random.below(4)],
        bounds: Aabb::from_points([-half, half])?,
        rotation: if random.below(2) == 0 {
            DMat3::IDENTITY
        } else {
            turned
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
    // One path in five rises at once. A lift must not begin inside the player.
    mover
        .obb(0.0)
        .to_world(DVec3::new(x, half.y + radius + 1e-3 + drop, z))
}

/// Crates around the path, none of them near its start.
fn crates(random: &mut Random, builder: &mut Builder, mover: &Mover) {
    let start = mover.obb(0.0);
    for _ in 0..6 {
        let along = mover.desc().path.point_at(random.between(0.0, 8.0));
        let center = along + random.vec3(3.0);
        let half = DVec3::splat(0.1) + random.vec3(0.5).abs();
        let apart = start.half_extents().length() + half.length() + 0.2;
        if center.distance(start.center()) > apart {
            let rotation = rotation_from_degrees(random.vec3(180.0));
            builder.boxes.push((center, rotation, half));
        }
    }
}
