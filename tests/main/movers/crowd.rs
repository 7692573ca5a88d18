//! Many random movers, and a player of the swept controller among them.

use crate::movers::*;

/// The next pseudo-random number from -1 to 1. Source: G. Marsaglia's xorshift, 2003.
fn next(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

#[test]
fn a_swept_player_among_movers_never_overlaps_a_collider() {
    let (mut rides, mut stops, mut pushed) = (0, 0, 0);
    for seed in 1..=12_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut shapes = floor();
        for _ in 0..12 {
            let center = DVec3::new(next(&mut state) * 9.0, 0.0, next(&mut state) * 9.0);
            let size = DVec3::new(1.0, 2.0, 1.5) + DVec3::splat(next(&mut state).abs());
            let turn = DVec3::Y * (next(&mut state) * 90.0);
            add_box(&mut shapes, center, turn, size);
        }
        let descs = (0..8).map(|number| {
            let mut point = || {
                let height = 0.3 + next(&mut state).abs() * 1.5;
                [next(&mut state) * 9.0, height, next(&mut state) * 9.0]
            };
            let path = [point(), point(), point()];
            let size = DVec3::new(2.5, 0.6, 2.0) + DVec3::splat(next(&mut state).abs() * 0.8);
            MoverDesc {
                turn: number % 2 == 0,
                speed: [1.0, 4.0, 20.0, 200.0][number % 4],
                on_end: PathEnd::Return,
                on_hit: [OnHit::Pass, OnHit::Return, OnHit::Stop][number % 3],
                ..mover_desc(&path, size)
            }
        });
        let descs = descs.collect();
        let start = DVec3::new(0.0, 9.0, 0.0);
        let mut drive = drive(shapes, descs, start, Controller::Swept, 120);
        for tick in 0..3000 {
            if tick % 40 == 0 {
                drive.command.forward = Axis::new(next(&mut state) + 0.5);
                drive.command.right = Axis::new(next(&mut state));
                let yaw = next(&mut state) * 180.0;
                drive.command.yaw = sidle::geometry::angle::BinaryAngle::from_degrees(yaw);
            }
            drive.command.jump = tick % 90 == 0;
            let before = drive.player().position;
            drive.run(1.0 / 120.0);
            let overlap = drive.overlap();
            assert!(overlap < 1e-4, "seed {seed}, tick {tick}: {overlap} m deep");
            rides += u32::from(drive.player().ride.is_some());
            let stopped = |driven: &DrivenMover| driven.state.blocked_by == Some(Obstacle::Player);
            stops += u32::from(drive.sim.movers().iter().any(stopped));
            pushed += u32::from(drive.player().position.distance(before) > 0.2);
        }
    }
    assert!(
        rides > 100 && stops > 50 && pushed > 500,
        "{rides} {stops} {pushed}"
    );
}
