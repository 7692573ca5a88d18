//! Floors of boxes.

use super::*;
use sidle::geometry::{Obb, Polyline};
use sidle::glam::DMat3;
use sidle::player::Tuning;
use sidle::world::{
    BoxId, ColliderId, DrivenMover, Mover, MoverDesc, OnHit, PathEnd, SurfaceRules, World, Zone,
    ZoneAction,
};

fn floor(boxes: &[(DVec3, DVec3)]) -> Floor {
    floor_with(boxes, SurfaceRules::default())
}

/// The floor of `boxes`, of which the last has these rules.
fn floor_with(boxes: &[(DVec3, DVec3)], rules_of_last: SurfaceRules) -> Floor {
    floor_in(boxes, rules_of_last, false)
}

/// The same in a map, or not.
fn floor_in(boxes: &[(DVec3, DVec3)], rules_of_last: SurfaceRules, is_map: bool) -> Floor {
    let obb = |(center, half): &(DVec3, DVec3)| Obb::new(*center, DMat3::IDENTITY, *half);
    let mut world = World::new(vec![], boxes.iter().filter_map(obb).collect());
    if let Some(last) = (boxes.len() as u32).checked_sub(1) {
        world.set_tag(ColliderId::Box(BoxId(last)), 1);
        world.set_surface_rules(1, rules_of_last);
    }
    let rules = sidle::player::Rules {
        spawn: sidle::player::Spawn {
            position: DVec3::new(0.1, 0.5, 0.1),
            ..Default::default()
        },
        ..Default::default()
    };
    let sim = Sim::new(world, Tuning::default(), rules, 120);
    let map = Aabb::from_points([DVec3::splat(-12.0), DVec3::splat(12.0)]);
    let map = map.filter(|_| is_map);
    Floor::of(&sim, &Grid::new(0.5, None, 0), 1.0, map)
}

#[test]
fn an_empty_world_has_no_floor() {
    assert_eq!(floor(&[]).points.len(), 0);
}

#[test]
fn a_plate_is_one_patch_with_all_of_its_area() {
    let found = floor(&[(DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0))]);
    assert_eq!((found.points.len(), found.patches.len()), (320, 1));
    assert_eq!(found.points.len() as f64 * found.area, 80.0);
    assert!(
        found
            .points
            .iter()
            .all(|point| (point.position.y - 0.5).abs() < 1e-3)
    );
    assert!(found.patches[0].is_expected);
}

#[test]
fn a_wall_parts_a_floor_and_a_low_ceiling_takes_it_away() {
    let plate = (DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0));
    let wall = (DVec3::Y, DVec3::new(0.05, 1.0, 4.0));
    let found = floor(&[plate, wall]);
    // The middle of the body keeps 0.55 m away: the columns at 0.25 m on both sides are lost.
    let low = |point: &&FloorPoint| point.position.y < 1.0;
    assert_eq!(found.points.iter().filter(low).count(), 320 - 2 * 16);
    let ceiling = (DVec3::Y * 1.9, DVec3::new(5.0, 1.0, 4.0));
    let found = floor(&[plate, ceiling]);
    assert_eq!(found.points.iter().filter(low).count(), 0);
}

#[test]
fn a_ledge_just_too_high_is_expected_and_a_roof_is_not() {
    let plate = (DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0));
    for (height, is_expected) in [(1.5, true), (2.3, true), (2.5, false), (6.0, false)] {
        let ledge = (
            DVec3::new(8.0, height - 0.5, 0.0),
            DVec3::new(3.0, 0.5, 4.0),
        );
        let found = floor(&[plate, ledge]);
        let upper = found
            .points
            .iter()
            .find(|point| point.contact.y > 1.0)
            .unwrap();
        let patch = found.patches[upper.patch as usize];
        assert_eq!(patch.is_expected, is_expected, "{height}");
    }
}

#[test]
fn a_step_leads_up_as_high_as_the_surface_above_allows() {
    let plate = (DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0));
    let ledge = (DVec3::new(4.0, -0.7, 0.0), DVec3::new(1.0, 1.3, 4.0));
    for (step_height, leads) in [(None, false), (Some(0.7), true), (Some(0.5), false)] {
        let rules = SurfaceRules {
            step_height,
            ..SurfaceRules::default()
        };
        let found = floor_with(&[plate, ledge], rules);
        let at = |is_above: bool| {
            let mut points = found.points.iter();
            points.position(|point| (point.contact.y > 0.5) == is_above)
        };
        let (low, high) = (at(false).unwrap(), at(true).unwrap());
        assert_eq!(found.are_connected(low, high), leads, "{step_height:?}");
        assert_eq!(found.are_connected(high, low), leads, "{step_height:?}");
    }
}

#[test]
fn a_slope_is_floor_by_its_own_limit() {
    let rotation = sidle::geometry::rotation_from_degrees(DVec3::X * 30.0);
    let ramp = Obb::new(DVec3::ZERO, rotation, DVec3::new(5.0, 1.0, 5.0)).unwrap();
    let points = |max_slope_deg| {
        let mut world = World::new(vec![], vec![ramp]);
        let rules = SurfaceRules {
            max_slope_deg,
            ..SurfaceRules::default()
        };
        world.set_surface_rules(0, rules);
        let sim = Sim::new(world, Tuning::default(), Default::default(), 120);
        Floor::of(&sim, &Grid::new(0.5, None, 0), 1.0, None)
            .points
            .len()
    };
    assert!(points(None) > 0);
    assert_eq!(points(Some(40.0)), points(None));
    assert_eq!(points(Some(20.0)), 0);
}

#[test]
fn nobody_expects_a_way_to_floor_behind_a_closed_wall() {
    // Two plates, and a wall between them of this height, with a slit of this width. The farther one may be a closed room.
    let expected = |top: f64, slit: f64, is_room: bool, is_map: bool| {
        let plate = |x: f64| (DVec3::new(x, -0.5, 0.0), DVec3::new(2.75, 0.5, 3.0));
        let piece = |sign: f64| {
            let (near, far) = (slit * 0.5, 9.0);
            let middle = sign * (near + far) * 0.5;
            let half = DVec3::new(0.25, (top + 1.0) * 0.5, (far - near) * 0.5);
            (DVec3::new(3.0, (top - 1.0) * 0.5, middle), half)
        };
        let mut boxes = vec![plate(0.0), plate(6.0), piece(1.0), piece(-1.0)];
        if is_room {
            let half = [DVec3::new(0.25, 3.5, 4.0), DVec3::new(3.0, 3.5, 0.25)];
            boxes.extend([
                (DVec3::new(9.0, 2.5, 0.0), half[0]),
                (DVec3::new(6.0, 2.5, 3.25), half[1]),
                (DVec3::new(6.0, 2.5, -3.25), half[1]),
                (DVec3::new(6.0, 6.0, 0.0), DVec3::new(4.0, 0.5, 4.0)),
            ]);
        }
        let floor = floor_in(&boxes, SurfaceRules::default(), is_map);
        let mut points = floor.points.iter();
        let behind = points.find(|point| point.position.x > 4.0 && point.position.y < 1.0);
        let patch = behind.expect("a floor behind the wall").patch;
        floor.patches[patch as usize].is_expected
    };
    assert!(!expected(6.0, 0.0, false, false));
    // Too narrow for the body, and too high to climb: both may be meant as a way.
    assert!(expected(6.0, 0.6, false, false));
    assert!(expected(2.0, 0.0, false, false));
    // A room may have lost its door. What is closed between the brushes of a map need not be a room.
    assert!(expected(6.0, 0.0, true, false));
    assert!(!expected(6.0, 0.0, true, true));
}

#[test]
fn air_leads_through_the_rooms_of_a_map_but_not_out_of_it() {
    // Two rooms side by side, with a doorway of this width, floor outside behind the second, and perhaps a hole in its wall.
    let air = |door: f64, hole: f64| {
        let wall = |x: f64, slit: f64| {
            [-1.0, 1.0].map(|sign| {
                let half = DVec3::new(0.25, 3.0, (3.0 - slit * 0.5) * 0.5);
                (DVec3::new(x, 3.0, sign * (3.0 - half.z)), half)
            })
        };
        let side = |z: f64| (DVec3::new(2.0, 3.0, z), DVec3::new(5.0, 3.0, 0.25));
        let mut boxes = vec![
            (DVec3::new(4.0, -0.5, 0.0), DVec3::new(7.0, 0.5, 3.0)),
            (DVec3::new(2.0, 6.25, 0.0), DVec3::new(5.0, 0.25, 3.5)),
            side(3.25),
            side(-3.25),
        ];
        boxes.extend([wall(-2.75, 0.0), wall(2.0, door), wall(6.75, hole)].concat());
        let obb = |(center, half): &(DVec3, DVec3)| Obb::new(*center, DMat3::IDENTITY, *half);
        let world = World::new(vec![], boxes.iter().filter_map(obb).collect());
        let sim = Sim::new(world, Tuning::default(), Default::default(), 120);
        let floor = Floor::of(&sim, &Grid::new(0.5, None, 0), 1.0, None);
        let patch_at = |x: f64| {
            let mut points = floor.points.iter();
            let is_there = |point: &&FloorPoint| {
                point.position.y < 1.0
                    && (point.position.x - x).abs() < 0.5
                    && point.position.z.abs() < 0.5
            };
            points.find(is_there).expect("a floor there").patch
        };
        let bounds = Aabb::from_points([DVec3::splat(-12.0), DVec3::splat(12.0)]).unwrap();
        let count = floor.patches.len();
        let points = floor.points.iter();
        let points: Vec<_> = points.map(|point| (point.position, point.patch)).collect();
        let found = air::patches(&sim, bounds, &points, [count; 2], patch_at(0.0))?;
        Some([4.5, 9.0].map(|x| found[patch_at(x) as usize]))
    };
    assert_eq!(air(0.0, 0.0), Some([false, false]));
    // Too narrow for a body, and wide enough.
    assert_eq!(air(0.8, 0.0), Some([true, false]));
    assert_eq!(air(2.0, 0.0), Some([true, false]));
    // Air leads out: nothing is outside.
    assert_eq!(air(2.0, 1.0), None);
}

#[test]
fn a_zone_that_leads_elsewhere_hides_only_floor_to_which_nobody_falls_past_it() {
    let boxes = [
        (DVec3::new(0.0, -0.5, 0.0), DVec3::new(4.0, 0.5, 4.0)),
        (DVec3::new(8.0, -9.5, 0.0), DVec3::new(4.0, 0.5, 4.0)),
    ];
    let obb = |(center, half): (DVec3, DVec3)| Obb::new(center, DMat3::IDENTITY, half);
    // Whether one expects to reach the lower floor, if such a zone reaches from below the edge of the upper one so far.
    let is_expected = |width: f64, to: DVec3| {
        let world = World::new(vec![], boxes.into_iter().filter_map(obb).collect());
        let sim = Sim::new(world, Tuning::default(), Default::default(), 120);
        let half = DVec3::new(width * 0.5, 0.5, 6.0);
        let zone = obb((DVec3::new(4.0 + half.x, -5.0, 0.0), half)).map(|obb| Zone {
            obb,
            action: ZoneAction::Teleport { to },
        });
        let sim = sim.with_zones(zone.into_iter().collect());
        let floor = Floor::of(&sim, &Grid::new(0.5, None, 0), 1.0, None);
        let mut points = floor.points.iter();
        let lower = points.find(|point| point.contact.y < -1.0).unwrap();
        floor.patches[lower.patch as usize].is_expected
    };
    let (away, there) = (DVec3::Y * 0.5, DVec3::new(10.0, -8.0, 0.0));
    assert!(is_expected(0.0, away));
    assert!(!is_expected(8.0, away));
    assert!(is_expected(1.2, away));
    // It leads to the same floor.
    assert!(is_expected(8.0, there));
}

#[test]
fn a_door_opens_no_way_through_the_wall_behind_it() {
    let is_free = |wall: bool| {
        let block = |x: f64| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::new(0.1, 2.0, 2.0));
        let mut world = World::new(vec![], block(2.0).into_iter().filter(|_| wall).collect());
        let desc = MoverDesc {
            path: Polyline::new([DVec3::X, DVec3::new(1.0, 9.0, 0.0)]).unwrap(),
            speed: 1.0,
            bounds: Aabb::from_points([DVec3::splat(-1.0), DVec3::ONE]).unwrap(),
            rotation: DMat3::IDENTITY,
            scale: DVec3::new(0.1, 2.0, 2.0),
            turn: false,
            on_end: PathEnd::Return,
            on_hit: OnHit::Stop,
        };
        let door = Mover::new(desc).unwrap();
        let id = world.add_box(door.obb(0.0)).unwrap();
        let sim = Sim::new(world, Tuning::default(), Default::default(), 120);
        let sim = sim.with_movers(vec![DrivenMover::new(door, id)]);
        let ends = [DVec3::ZERO, DVec3::X * 4.0];
        [
            is_free(&sim, ends[0], ends[1]),
            is_free_for_ball(&sim, 0.5, ends[0], ends[1]),
        ]
    };
    assert_eq!([is_free(false), is_free(true)], [[true; 2], [false; 2]]);
}

#[test]
fn floor_is_expected_from_where_the_player_falls_to_and_not_from_what_is_nearer_to_the_spawn() {
    // A roof, and a hole in it above the ground.
    let boxes = [
        (DVec3::new(0.0, -8.5, 0.0), DVec3::new(4.0, 0.5, 4.0)),
        (DVec3::new(3.0, -1.5, 0.0), DVec3::new(1.5, 0.5, 4.0)),
    ];
    let floor = floor(&boxes);
    let expected = floor.points.iter().map(|point| {
        let patch = floor.patches[point.patch as usize];
        (point.contact.y < -7.0, patch.is_expected)
    });
    assert!(expected.clone().count() > 100);
    assert!(
        expected
            .into_iter()
            .all(|(is_ground, is_expected)| is_ground == is_expected)
    );
}

#[test]
fn the_memory_of_a_floor_counts_its_points_and_platforms() {
    let mut found = floor(&[(DVec3::NEG_Y, DVec3::new(5.0, 1.0, 4.0))]);
    let before = found.memory();
    assert!(before > found.points.len() * size_of::<FloorPoint>());
    found.platforms.push(Platform {
        mover: 0,
        bodies: vec![[DVec3::ZERO; 2]; 100],
        area: 1.0,
        is_expected: false,
    });
    let bodies = 100 * size_of::<[DVec3; 2]>();
    assert_eq!(found.memory(), before + size_of::<Platform>() + bodies);
}
