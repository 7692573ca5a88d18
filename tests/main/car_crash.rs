//! `levels/car-crash.toml`: the cars crash where the level says, and pass where they fit.

use sidle::geometry::{Obb, Placement};
use sidle::glam::DVec3;
use sidle::level::load_level;
use sidle::player::TickInput;
use sidle::query::{ObbOverlap, overlap_obb_obb, overlap_obb_obb_axes};
use sidle::sim::Sim;
use sidle::world::{BoxFit, BoxId, DrivenMover, Obstacle};

use crate::support::fs::Disk;

/// The houses and cars, in the order of the level.
const HOUSE: BoxId = BoxId(0);
const TURNED_HOUSE: BoxId = BoxId(1);
const PASSAGE: [BoxId; 2] = [BoxId(2), BoxId(3)];
const TOWER: BoxId = BoxId(4);
const STRAIGHT: usize = 0;
const AT_TURNED: usize = 1;
const THROUGH: usize = 2;
const AT_TOWER: usize = 3;

/// The largest gap between a mover and the box that stops it; metres.
const GAP: f64 = 2e-3;

/// The duration of the whole scene; seconds.
const SECONDS: u32 = 25;

fn sim(boxes: BoxFit) -> (Sim, TickInput) {
    let loaded = load_level("levels/car-crash.toml".as_ref(), &Disk);
    assert_eq!(loaded.diagnostics, []);
    let level = loaded.level.expect("shipped levels are good");
    let sim = Sim::of_level(level, Sim::DEFAULT_HZ).0;
    let input = TickInput {
        command: sim.idle_command(),
        box_fit: boxes,
    };
    (sim, input)
}

/// Runs the level and calls `look` after every tick.
fn run(boxes: BoxFit, mut look: impl FnMut(&Sim)) -> Sim {
    let (mut sim, input) = sim(boxes);
    for _ in 0..SECONDS * sim.hz() {
        sim.play(&input);
        look(&sim);
    }
    sim
}

fn house(sim: &Sim, id: BoxId) -> &Obb {
    &sim.world().boxes()[id.0 as usize]
}

fn car(sim: &Sim, number: usize) -> (&DrivenMover, Obb) {
    let driven = &sim.movers()[number];
    (driven, driven.obb(driven.state.distance))
}

/// The separation of two boxes along their best axis; metres, negative when they overlap.
fn widest_gap(first: &Obb, second: &Obb) -> f64 {
    let gaps = overlap_obb_obb_axes(first, second);
    let gaps = gaps.iter().flatten().map(|gap| gap.separation);
    gaps.fold(f64::NEG_INFINITY, f64::max)
}

fn separating(first: &Obb, second: &Obb, more_than: f64) -> usize {
    let gaps = overlap_obb_obb_axes(first, second);
    let apart = gaps.iter().flatten();
    apart.filter(|gap| gap.separation > more_than).count()
}

#[test]
fn each_car_stops_when_it_touches_its_house() {
    let crashes = [
        (STRAIGHT, HOUSE),
        (AT_TURNED, TURNED_HOUSE),
        (AT_TOWER, TOWER),
    ];
    let end = run(BoxFit::Oriented, |sim| {
        for (number, id) in crashes {
            let (driven, car) = car(sim, number);
            let apart = separating(&car, house(sim, id), GAP);
            if driven.state.blocked_by.is_none() {
                assert!(
                    apart > 0,
                    "car {number} drives on without a separating axis"
                );
            } else {
                assert_eq!(
                    apart, 0,
                    "car {number} has stopped despite a separating axis"
                );
            }
        }
    });
    for (number, id) in crashes {
        let (driven, car) = car(&end, number);
        assert_eq!(driven.state.blocked_by, Some(Obstacle::Box(id)), "{number}");
        let gap = widest_gap(&car, house(&end, id));
        assert!((-1e-4..GAP).contains(&gap), "car {number}: {gap} m");
        // A gap below 0.1 mm allows a contact; a gap above 2 mm does not.
        let ahead = driven.obb(driven.state.distance + GAP);
        let overlap = overlap_obb_obb(&ahead, house(&end, id));
        assert!(matches!(overlap, ObbOverlap::Overlapping(_)), "{number}");
    }
}

#[test]
fn the_house_ahead_is_where_the_level_says() {
    // From -9 m, 2.1 m to the car's nose, to the wall at 8 m.
    let end = run(BoxFit::Oriented, |_| {});
    let distance = end.movers()[STRAIGHT].state.distance;
    assert!((distance - 14.9).abs() < GAP, "{distance}");
}

#[test]
fn separating_axes_only_vanish_while_a_car_drives_straight_at_a_house() {
    let mut counts = [STRAIGHT, AT_TURNED, AT_TOWER].map(|_| Vec::new());
    run(BoxFit::Oriented, |sim| {
        let pairs = [
            (STRAIGHT, HOUSE),
            (AT_TURNED, TURNED_HOUSE),
            (AT_TOWER, TOWER),
        ];
        for (counts, (number, id)) in counts.iter_mut().zip(pairs) {
            let (driven, car) = car(sim, number);
            if driven.state.blocked_by.is_none() {
                counts.push(separating(&car, house(sim, id), 0.0));
            }
        }
    });
    for counts in &mut counts {
        assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
        counts.dedup();
    }
    // Parallel to the house, all four axes show the same gap; otherwise they vanish one after
    // another.
    assert_eq!(counts[0], [4]);
    assert!(counts[1].len() >= 2, "{:?}", counts[1]);
    assert!(counts[2].len() >= 4, "{:?}", counts[2]);
}

#[test]
fn a_car_with_an_obb_passes_between_the_houses_and_completes_a_lap() {
    let (mut rounds, mut closest, mut before) = (0, f64::INFINITY, 0.0);
    run(BoxFit::Oriented, |sim| {
        let (driven, car) = car(sim, THROUGH);
        assert_eq!(driven.state.blocked_by, None);
        for id in PASSAGE {
            closest = closest.min(widest_gap(&car, house(sim, id)));
        }
        rounds += u32::from(driven.state.distance < before);
        before = driven.state.distance;
    });
    assert!(rounds >= 1, "no lap in {SECONDS} s");
    // The passage is 2.5 m wide, the car 1.8 m, and 5 cm off the middle.
    assert!((0.25..0.35).contains(&closest), "{closest}");
}

#[test]
fn a_car_with_an_aabb_crashes_between_the_houses() {
    let end = run(BoxFit::Aligned, |_| {});
    let (driven, car) = car(&end, THROUGH);
    let Some(Obstacle::Box(id)) = driven.state.blocked_by else {
        panic!("{:?}", driven.state);
    };
    assert!(PASSAGE.contains(&id), "{id:?}");
    assert!(widest_gap(&car, house(&end, id)) < GAP);
    // There, its OBB is still well apart from both houses.
    let own = driven.mover.obb(driven.state.distance);
    for id in PASSAGE {
        assert!(widest_gap(&own, house(&end, id)) > 0.2);
    }
    // Along a world axis, an OBB and an AABB behave the same.
    let straight = end.movers()[STRAIGHT].state;
    assert_eq!(straight.blocked_by, Some(Obstacle::Box(HOUSE)));
}

#[test]
fn a_house_mesh_fills_its_box_at_the_height_of_a_car() {
    let loaded = load_level("levels/car-crash.toml".as_ref(), &Disk);
    let level = loaded.level.expect("shipped levels are good");
    for id in [HOUSE, TOWER] {
        let mesh = &level.scene.model_of(id).expect("a house").mesh;
        let obb = Obb::from_bounds(&mesh.bounds, &Placement::IDENTITY).expect("bounds");
        let half = obb.half_extents();
        // Corners on each of the four sides, at bumper height.
        let triangles = mesh.parts.iter().flat_map(|part| &part.triangles);
        let corners: Vec<DVec3> = triangles
            .flatten()
            .map(|corner| obb.to_local(corner.as_dvec3()))
            .filter(|corner| (corner.y + half.y - 0.9).abs() < 1e-6)
            .collect();
        for side in [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z] {
            let on_it = |corner: &&DVec3| (corner.dot(side) - half.dot(side.abs())).abs() < 1e-6;
            assert!(corners.iter().filter(on_it).count() >= 2, "{side}");
        }
    }
}
