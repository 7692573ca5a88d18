//! Changes of the tuning: a body grows only where there is room.

use sidle::glam::DVec3;
use sidle::player::{BodySize, Command, Controller, Tuning};
use sidle::sim::{RetuneError, Sim};
use sidle::tolerance::CONTACT_GAP;
use sidle::world::Misfit;

use crate::body_size::{
    CEILINGS, Ceiling, RATES, ahead, child, overlap, person, room, stand, tick,
};
use crate::support::{add_block, add_floor, floor, swept_sim};

/// The misfit with which a change was refused.
fn misfit(result: Result<(), RetuneError>) -> Misfit {
    match result {
        Err(RetuneError::NoRoom(misfit)) => misfit,
        other => panic!("{other:?}"),
    }
}

#[test]
fn standing_up_does_not_throw_through_the_roof() {
    for ceiling in CEILINGS {
        for hz in RATES {
            for center in [DVec3::ZERO, DVec3::new(1024.0, 0.0, -4096.0)] {
                let case = format!("{ceiling:?}, {hz} Hz, {center}");
                let start = center + DVec3::Y * 0.4;
                let mut sim = swept_sim(room(center, 1.5, ceiling).world(), child(), start, hz);
                tick(&mut sim, 0.5, stand());
                let before = sim.snapshot();
                let misfit = misfit(sim.retune(person()));
                assert_eq!(sim.snapshot(), before, "{case}");
                assert_eq!(*sim.tuning(), child(), "{case}");
                // 1.75 m of body in 1.5 m, and the gap to the floor.
                let missing = misfit.missing();
                assert!((missing.y + 0.25).abs() <= CONTACT_GAP, "{case}: {missing}");
                assert_eq!((missing.x, missing.z), (0.0, 0.0), "{case}");
                // The nearest place that fits is on the roof, or next to it.
                let way = misfit.way_out.expect("a place on the roof");
                let there = person()
                    .body()
                    .and_then(|body| body.at(before.player.position + way));
                assert_eq!(sim.world().fits(there.unwrap()), Ok(()), "{case}");
                assert!((1.0..2.0).contains(&way.length()), "{case}: {way}");
                tick(&mut sim, 0.5, ahead(stand()));
                assert!(sim.player().position.y < 0.31, "{case}");
            }
        }
    }
}

#[test]
fn a_body_grows_into_a_room_of_exactly_its_height_and_not_into_one_a_millimetre_lower() {
    for ceiling in CEILINGS {
        for (height, fits) in [
            (1.75, true),
            (1.7505, true),
            (1.751, true),
            (1.749, false),
            (1.7495, false),
            (3.0, true),
        ] {
            let mut sim = swept_sim(
                room(DVec3::ZERO, height, ceiling).world(),
                child(),
                DVec3::Y * 0.35,
                120,
            );
            tick(&mut sim, 0.5, stand());
            let feet = sim.player().position.y;
            let result = sim.retune(person());
            assert_eq!(result.is_ok(), fits, "{ceiling:?} at {height}: {result:?}");
            let moved = (sim.player().position.y - feet).abs();
            assert!(moved <= CONTACT_GAP, "{ceiling:?} at {height}: {moved}");
            assert!(overlap(&sim) <= 1e-7, "{ceiling:?} at {height}");
            tick(&mut sim, 0.5, stand());
        }
    }
}

#[test]
fn a_body_grows_sideways_only_between_walls_that_leave_room() {
    for (apart, fits) in [(1.0, true), (1.2, true), (0.999, false), (0.8, false)] {
        let mut shapes = floor();
        for side in [-1.0, 1.0] {
            let middle = DVec3::new(side * (apart + 1.0) * 0.5, 1.0, 0.0);
            add_block(&mut shapes, middle, DVec3::new(1.0, 2.0, 9.0));
        }
        let mut sim = swept_sim(shapes.world(), person(), DVec3::Y * 0.35, 120);
        tick(&mut sim, 0.5, stand());
        let wide = BodySize {
            radius: 0.5,
            ..sim.tuning().size()
        };
        let feet = sim.player().position.y - 0.3;
        let result = sim.try_resize(wide);
        assert_eq!(result.is_ok(), fits, "{apart}: {result:?}");
        if fits {
            assert!((sim.player().position.y - 0.5 - feet).abs() < 1e-12);
            tick(&mut sim, 0.5, stand());
        } else {
            let misfit = misfit(result);
            assert!((misfit.depth() - (1.0 - apart) * 0.5).abs() < 1e-9);
            assert!(misfit.to_string().ends_with("m more room beside it"));
        }
    }
}

#[test]
fn a_growing_sphere_keeps_its_lowest_point_and_a_shrinking_one_always_fits() {
    let ball = Tuning {
        radius: 0.3,
        ..Tuning::default()
    };
    let mut sim = swept_sim(
        room(DVec3::ZERO, 1.0, Ceiling::Box).world(),
        ball,
        DVec3::Y * 0.35,
        120,
    );
    tick(&mut sim, 0.5, stand());
    let bottom = |sim: &Sim| sim.player().position.y - sim.tuning().radius;
    let before = bottom(&sim);
    for (radius, fits) in [
        (0.49, true),
        (0.5, true),
        (0.51, false),
        (1e3, false),
        (1e-3, true),
    ] {
        let result = sim.retune(Tuning { radius, ..ball });
        assert_eq!(result.is_ok(), fits, "{radius}: {result:?}");
        assert!((bottom(&sim) - before).abs() <= CONTACT_GAP, "{radius}");
        assert!(overlap(&sim) <= 1e-7);
    }
    let person = Tuning {
        height: 0.9,
        ..person()
    };
    assert_eq!(sim.retune(person), Ok(()), "a capsule lower than the room");
    assert_eq!(
        sim.retune(Tuning {
            radius: f64::NAN,
            ..person
        }),
        Err(RetuneError::Invalid)
    );
}

#[test]
fn numbers_other_than_the_size_change_anywhere_even_inside_something() {
    let mut shapes = floor();
    add_block(&mut shapes, DVec3::ZERO, DVec3::splat(4.0));
    let mut sim = swept_sim(shapes.world(), child(), DVec3::NEG_Y * 1.5, 120);
    assert_eq!(
        sim.retune(Tuning {
            gravity: 1.0,
            ..child()
        }),
        Ok(())
    );
    // It is in a solid box: it may shrink, and it may not grow any deeper.
    let slim = Tuning {
        radius: 0.2,
        ..child()
    };
    assert_eq!(sim.retune(slim), Ok(()));
    misfit(sim.retune(person()));
}

#[test]
fn a_box_grows_only_where_it_fits_with_its_lowest_face_in_place() {
    let boxed = |half: DVec3| Tuning {
        box_half_extents: Some(half),
        box_turns: false,
        ..Tuning::default()
    };
    let small = boxed(DVec3::new(0.3, 0.4, 0.3));
    for ceiling in CEILINGS {
        let start = DVec3::Y * 0.5;
        let mut sim = swept_sim(room(DVec3::ZERO, 1.5, ceiling).world(), small, start, 120);
        let idle = Command {
            controller: Controller::Boxed,
            ..stand()
        };
        (0..120).for_each(|_| sim.tick(&idle));
        let bottom = |sim: &Sim| sim.player().position.y - sim.tuning().box_half_extents.unwrap().y;
        let before = bottom(&sim);
        assert!(before.abs() < 1e-3, "{ceiling:?}: {before}");
        let tall = misfit(sim.retune(boxed(DVec3::new(0.3, 0.875, 0.3))));
        assert!(
            (tall.missing().y + 0.25).abs() < 1e-3,
            "{ceiling:?}: {tall:?}"
        );
        assert_eq!(
            sim.retune(boxed(DVec3::new(0.5, 0.74, 0.3))),
            Ok(()),
            "{ceiling:?}"
        );
        assert!((bottom(&sim) - before).abs() < 1e-12);
    }
}

#[test]
fn a_box_becomes_a_sphere_only_where_the_sphere_fits() {
    // A flat box under a ceiling of 0.5 m; the sphere needs 1 m.
    let flat = Tuning {
        box_half_extents: Some(DVec3::new(0.3, 0.2, 0.3)),
        ..Tuning::default()
    };
    let mut shapes = floor();
    add_block(
        &mut shapes,
        DVec3::new(0.0, 0.6, 0.0),
        DVec3::new(4.0, 0.2, 4.0),
    );
    let start = DVec3::Y * 0.25;
    let mut sim = swept_sim(shapes.world(), flat, start, 120);
    let with = |controller| Command {
        controller,
        ..stand()
    };
    let state = sidle::player::PlayerState {
        controller: Controller::Boxed,
        position: start,
        ..Default::default()
    };
    let mut snapshot = sim.snapshot();
    snapshot.player = state;
    sim.restore(&snapshot);
    for controller in [Controller::Swept, Controller::Classic] {
        (0..60).for_each(|_| sim.tick(&with(controller)));
        assert_eq!(sim.player().controller, Controller::Boxed);
        let at = sim.player().position;
        assert!((at.y - 0.2).abs() < 1e-3, "{at}");
    }
    // It walks out, and becomes a sphere as soon as that fits.
    let out = ahead(with(Controller::Swept));
    (0..240).for_each(|_| sim.tick(&out));
    assert_eq!(sim.player().controller, Controller::Swept);
    assert!((sim.player().position.y - 0.5).abs() < 1e-3);
    assert!(overlap(&sim) <= 1e-7);
}

#[test]
fn a_level_that_gives_the_player_a_size_without_room_takes_it_to_the_spawn() {
    let center = DVec3::new(20.0, 0.0, 0.0);
    let world = || {
        let mut shapes = room(center, 1.5, Ceiling::Box);
        add_floor(&mut shapes);
        shapes
    };
    let at = |tuning| swept_sim(world().world(), tuning, DVec3::Y * 0.3, 120);
    let mut before = at(child());
    let mut state = before.snapshot();
    state.player.position = center + DVec3::Y * 0.3;
    before.restore(&state);
    let same = at(child()).continued_from(&before);
    assert_eq!(same.player().position, state.player.position);
    assert!(!same.respawned());
    let grown = at(person()).continued_from(&before);
    assert_eq!(grown.player().position, DVec3::Y * 0.3);
    assert!(grown.respawned());
}
