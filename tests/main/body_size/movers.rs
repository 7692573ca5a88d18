//! Crouching next to, under and on movers.

use sidle::glam::DVec3;
use sidle::player::Tuning;
use sidle::sim::Sim;
use sidle::world::{MoverDesc, PathEnd};

use crate::body_size::{RATES, low, overlap, person, stand, tick};
use crate::support::{Shapes, add_block, add_movers, floor, mover_desc, swept_sim};

/// A floor, and a box of 2 m by 0.2 m that drives along `path`, starting at its first point.
fn with_lift(path: [DVec3; 2], speed: f64, mut shapes: Shapes, tuning: Tuning, hz: u32) -> Sim {
    let lift = MoverDesc {
        speed,
        on_end: PathEnd::Return,
        ..mover_desc(&path, DVec3::new(2.0, 0.2, 2.0))
    };
    let movers = add_movers(&mut shapes, vec![lift]);
    swept_sim(shapes.world(), tuning, DVec3::Y * 0.35, hz).with_movers(movers)
}

#[test]
fn nobody_stands_up_into_a_mover_that_passes_above() {
    for hz in RATES {
        // Its lower side is at 1.2 m; it comes and goes.
        let path = [DVec3::new(-6.0, 1.3, 0.0), DVec3::new(6.0, 1.3, 0.0)];
        let mut sim = with_lift(path, 3.0, floor(), person(), hz);
        tick(&mut sim, 0.2, low());
        let (mut stood, mut stayed) = (0, 0);
        for number in 0..hz * 8 {
            // The key is tapped all the time.
            sim.tick(&if number % 5 == 0 { low() } else { stand() });
            assert!(overlap(&sim) <= 1e-6, "{hz} Hz: {}", overlap(&sim));
            let above = sim.movers()[0]
                .obb(sim.movers()[0].state.distance)
                .center()
                .x;
            if sim.player().crouched && above.abs() < 1.2 {
                stayed += 1;
            }
            stood += u32::from(!sim.player().crouched);
        }
        assert!(stood > 0 && stayed > 0, "{hz} Hz: {stood}, {stayed}");
        assert!(sim.player().position.y < 0.31);
    }
}

#[test]
fn a_lift_takes_a_crouching_rider_up_to_the_slab_and_down_again() {
    for hz in RATES {
        // The lift's top goes from 0.2 m to 3.2 m; a slab at 2.5 m above it.
        let path = [DVec3::Y * 0.1, DVec3::Y * 3.1];
        let mut shapes = floor();
        add_block(&mut shapes, DVec3::Y * 2.6, DVec3::new(4.0, 0.2, 4.0));
        let mut sim = with_lift(path, 1.0, shapes, person(), hz);
        let mut state = sim.snapshot();
        state.player.position = DVec3::Y * 0.51;
        sim.restore(&state);
        let mut highest = 0.0_f64;
        for _ in 0..hz * 4 {
            sim.tick(&low());
            assert!(overlap(&sim) <= 1e-6, "{hz} Hz: {}", overlap(&sim));
            highest = highest.max(sim.player().position.y - 0.3);
        }
        // 1 m of room is left between lift and slab; a standing rider has 1.75 m.
        assert!((highest - 1.5).abs() < 0.01, "{hz} Hz: {highest}");
        for _ in 0..hz {
            sim.tick(&stand());
            assert!(sim.player().crouched && overlap(&sim) <= 1e-6, "{hz} Hz");
        }
    }
}
