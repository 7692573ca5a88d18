//! Players that meet each other round: each stands in the world as a sphere or a capsule, which its own moves leave out.

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Capsule, Obb, Segment, Sphere};
use sidle::glam::{DMat3, DVec3};
use sidle::player::{
    Axis, BodyShape, Command, Controller, Driver, Ground, KinematicBox, MovedBody, PlayerState,
    Rider, Scratch, Tuning, advance, carry, give_way, ride,
};
use sidle::world::{BoxId, ColliderId, Filter, PlacedBody, World};

use crate::random::Random;

fn slab(center: DVec3, half: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half).expect("a finite box")
}

fn floor() -> World {
    World::new(
        vec![],
        vec![slab(DVec3::Y * -0.5, DVec3::new(50.0, 0.5, 50.0))],
    )
}

fn person() -> Tuning {
    Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..Tuning::default()
    }
}

fn standing_at(tuning: &Tuning, x: f64, z: f64) -> PlayerState {
    PlayerState {
        position: DVec3::new(x, tuning.radius + 1e-4, z),
        ..PlayerState::default()
    }
}

/// Players who each have a body in a common world.
struct Group {
    world: World,
    tuning: Tuning,
    players: Vec<PlayerState>,
    bodies: Vec<BoxId>,
    scratch: Scratch,
    hz: f64,
}

impl Group {
    fn new(tuning: Tuning, players: Vec<PlayerState>, hz: f64) -> Self {
        let mut world = floor();
        let mut body = |player: &PlayerState| {
            let placed = tuning.placed_body(player).expect("a valid size");
            world.add_body(placed).expect("an id")
        };
        let bodies = players.iter().map(&mut body).collect();
        Self {
            world,
            tuning,
            players,
            bodies,
            scratch: Scratch::new(),
            hz,
        }
    }

    /// One player's tick. Returns how deep it then is in anything; metres.
    fn tick(&mut self, number: usize, command: &Command) -> f64 {
        let (player, id) = (&mut self.players[number], self.bodies[number]);
        let others = self.world.filtered(Filter::except(ColliderId::Box(id)));
        let scratch = &mut self.scratch;
        advance(
            others,
            &self.tuning,
            player,
            command,
            1.0 / self.hz,
            scratch,
            None,
        );
        let placed = self.tuning.placed_body(player).expect("a valid size");
        let PlacedBody::Upright(capsule) = placed else {
            panic!("a round body");
        };
        let overlap = others.worst_overlap(capsule);
        assert!(self.world.move_body(id, placed));
        overlap
    }
}

/// Walks along `heading`.
fn along(heading: DVec3) -> Command {
    Command {
        forward: Axis::new(1.0),
        yaw: BinaryAngle::from_degrees(libm::atan2(-heading.x, -heading.z).to_degrees()),
        ..Command::default()
    }
}

#[test]
fn players_who_cross_a_square_enter_nobody_and_meet_each_other_round() {
    for (tuning, hz) in [
        (person(), 30.0),
        (person(), 120.0),
        (Tuning::default(), 60.0),
    ] {
        let mut random = Random::new(71);
        let place = |number: u32| {
            (
                f64::from(number % 5) * 1.3 - 2.6,
                f64::from(number / 5) * 1.3 - 2.6,
            )
        };
        let players = (0..25).map(|number| {
            let (x, z) = place(number);
            standing_at(&tuning, x, z)
        });
        let mut group = Group::new(tuning, players.collect(), hz);
        let mut goals = vec![DVec3::ZERO; group.players.len()];
        let (mut nearest, mut deepest) = (f64::INFINITY, 0.0_f64);
        for tick in 0..(hz * 8.0) as usize {
            for (number, goal) in goals.iter_mut().enumerate() {
                if tick % (hz as usize) == number % (hz as usize) {
                    *goal = (random.vec3(4.0) - group.players[number].position).with_y(0.0);
                }
                deepest = deepest.max(group.tick(number, &along(*goal)));
            }
            for (number, one) in group.players.iter().enumerate() {
                assert!(
                    one.position.y < tuning.radius + 1e-3,
                    "{one:?} has left the floor"
                );
                for other in &group.players[..number] {
                    nearest = nearest.min(one.position.distance(other.position));
                }
            }
        }
        assert!(deepest < 1e-6, "{deepest} m deep");
        let radii = tuning.radius * 2.0;
        assert!(
            (radii..radii + 1e-3).contains(&nearest),
            "{nearest} of {radii}"
        );
    }
}

#[test]
fn whoever_passes_another_player_at_the_side_slides_around_without_a_corner() {
    // The same way past a box of that width ends at its face.
    let tuning = person();
    let pass = |aside: f64, as_box: bool| {
        let players = vec![
            standing_at(&tuning, aside, 4.0),
            standing_at(&tuning, 0.0, 0.0),
        ];
        let mut group = Group::new(tuning, players, 60.0);
        if as_box {
            let half = DVec3::new(0.3, 0.9, 0.3);
            group
                .world
                .move_body(group.bodies[1], slab(DVec3::Y * 0.9, half));
        }
        for _ in 0..180 {
            group.tick(0, &along(DVec3::NEG_Z));
        }
        group.players[0].position.z
    };
    assert!(pass(0.1, false) < -2.0);
    assert!(pass(0.1, true) > 0.5);
}

#[test]
fn a_sweep_a_segment_and_a_point_meet_the_exact_shape() {
    let (mut world, mut random) = (World::default(), Random::new(72));
    for case in 0..500 {
        let sizes = random.vec3(1.0).abs();
        let capsule = Capsule::new(random.vec3(2.0), 0.1 + sizes.x, sizes.y).expect("a capsule");
        let id = world.add_body(capsule).expect("an id");
        assert_eq!(world.body(id), Some(PlacedBody::from(capsule)));
        let body = Capsule::new(random.vec3(5.0), 0.1 + sizes.z, sizes.x).expect("a capsule");
        let motion = random.vec3(9.0);
        let swept = world.sweep_capsule(&body, motion);
        let expected = sidle::query::sweep_capsule_capsule(&body, motion, &capsule);
        let apart = world.worst_overlap(body) == 0.0;
        if apart {
            assert_eq!(swept.map(|(_, hit)| hit), expected, "seed 72, case {case}");
        }
        let segment = Segment::new(random.vec3(5.0), random.vec3(5.0));
        let shot = world.intersect_segment(&segment);
        let expected = sidle::query::intersect_segment_capsule(&segment, &capsule);
        assert_eq!(
            shot,
            expected.map(|hit| (ColliderId::Box(id), hit)),
            "seed 72, case {case}"
        );
        // A point next to its end is in the box around it, but not in the body.
        let mut found = vec![];
        let corner = world
            .obb(id)
            .expect("a box")
            .to_world(world.obb(id).expect("a box").half_extents() * 0.99);
        world.boxes_at(corner, &mut found);
        assert!(found.is_empty());
        world.boxes_at(capsule.base(), &mut found);
        assert_eq!(found, [id]);
        assert!(world.remove(ColliderId::Box(id)));
        assert_eq!(world.body(id), None);
    }
}

#[test]
fn a_body_changes_its_shape_and_a_box_of_the_level_stays_a_box() {
    let mut world = floor();
    let tall = Capsule::new(DVec3::Y * 0.3, 0.3, 1.2).expect("a capsule");
    let id = world.add_body(tall).expect("an id");
    let above = Segment::new(DVec3::new(-2.0, 1.5, 0.0), DVec3::new(2.0, 1.5, 0.0));
    assert!(world.intersect_segment(&above).is_some());
    let crouched = Capsule::new(DVec3::Y * 0.3, 0.3, 0.4).expect("a capsule");
    assert!(world.move_body(id, crouched));
    assert!(world.intersect_segment(&above).is_none());
    assert!(world.move_body(id, slab(DVec3::Y, DVec3::ONE)));
    assert_eq!(world.body(id), world.obb(id).copied().map(PlacedBody::Box));
    assert!(!world.move_body(BoxId(0), tall));
    assert!(world.move_body(BoxId(0), slab(DVec3::NEG_Y, DVec3::ONE)));
    assert!(!world.move_body(BoxId(7), tall));
    assert!(world.move_body(id, tall));
    // A world with the body is another one than a world with the box around it.
    let mut boxed = world.clone();
    let around = *world.obb(id).expect("a box");
    assert_eq!(world, boxed);
    assert!(boxed.move_box(id, around));
    assert_ne!(world, boxed);
}

#[test]
fn every_controller_is_pushed_out_of_a_body_that_moves_into_it() {
    for (_, controller) in Controller::NAMES {
        let tuning = Tuning::default();
        let mut player = PlayerState {
            controller,
            ..standing_at(&tuning, 0.0, 0.0)
        };
        let mut world = floor();
        let ball = |x| Sphere::new(DVec3::new(x, 0.5, 0.0), 0.5).expect("a ball");
        let id = world.add_body(ball(-3.0)).expect("an id");
        let mut scratch = Scratch::new();
        for step in 0..100 {
            assert!(world.move_body(id, ball(-1.2 + f64::from(step) * 0.01)));
            let room = give_way(&world, &tuning, &mut player, id, &mut scratch);
            assert_eq!(room, Ok(()), "{controller:?}");
        }
        // The ball comes to -0.21 m, and the player is a metre ahead.
        let x = player.position.x;
        assert!((x - 0.79).abs() < 2e-2, "{controller:?}: {x}");
    }
}

#[test]
fn a_player_without_room_is_named_as_squeezed_by_a_body() {
    let tuning = Tuning::default();
    let mut player = standing_at(&tuning, 0.0, 0.0);
    let mut world = floor();
    let wall = world.add_box(slab(DVec3::new(1.5, 0.0, 0.0), DVec3::new(0.99, 9.0, 9.0)));
    let wall = wall.expect("an id");
    let ball = Sphere::new(DVec3::new(-0.8, 0.5, 0.0), 0.5).expect("a ball");
    let id = world.add_body(ball).expect("an id");
    let before = player.position;
    let squeezed = give_way(&world, &tuning, &mut player, id, &mut Scratch::new());
    let squeezed = squeezed.expect_err("no room");
    assert_eq!(squeezed.against, Some(ColliderId::Box(wall)));
    assert_eq!(player.position, before);
}

#[test]
fn whoever_stands_on_a_head_is_carried_and_slides_off_its_side() {
    let tuning = person();
    let top = tuning.height + tuning.radius;
    for (aside, stays) in [(0.0, true), (0.5, false)] {
        let mut group = Group::new(tuning, vec![standing_at(&tuning, 0.0, 0.0)], 60.0);
        let mut rider = PlayerState {
            position: DVec3::new(aside, top + 1e-4, 0.0),
            ..PlayerState::default()
        };
        let (id, dt) = (group.bodies[0], 1.0 / group.hz);
        for _ in 0..60 {
            let before = group.players[0].position;
            group.tick(0, &along(DVec3::NEG_Z));
            let moved = group.players[0].position - before;
            if rider.ride.is_some_and(|ride| ride.platform == id) {
                carry(
                    &group.world,
                    &tuning,
                    &mut rider,
                    moved,
                    id,
                    &mut group.scratch,
                );
            }
            let idle = Command::default();
            let contacts = advance(
                &group.world,
                &tuning,
                &mut rider,
                &idle,
                dt,
                &mut group.scratch,
                None,
            );
            ride(&mut rider, contacts, &[MovedBody { id, moved }], dt);
        }
        let above = rider.position - group.players[0].position;
        assert_eq!((above.y - tuning.height).abs() < 1e-2, stays, "{rider:?}");
        if stays {
            assert!(above.with_y(0.0).length() < 0.12, "{above}");
            assert!(matches!(rider.ground, Ground::Floor { .. }));
        }
    }
}

#[test]
fn a_lift_takes_the_round_bodies_of_its_riders_along() {
    let tuning = person();
    let pose = |y: f64| slab(DVec3::Y * (y - 0.1), DVec3::new(4.0, 0.1, 4.0));
    let mut world = World::new(vec![], vec![pose(0.0)]);
    let mut players = [-1.0, 1.0].map(|x| standing_at(&tuning, x, 0.0));
    let bodies = players.map(|player| {
        let placed = tuning.placed_body(&player).expect("a valid size");
        world.add_body(placed).expect("an id")
    });
    let (mut lift, mut driver, mut scratch) = (
        KinematicBox::new(BoxId(0), pose(0.0)),
        Driver::new(),
        Scratch::new(),
    );
    for tick in 1..=60 {
        let riders = players.iter_mut().zip(bodies).map(|(player, body)| Rider {
            filter: Filter::except(ColliderId::Box(body)),
            own_box: Some(body),
            ..Rider::new(player, &tuning)
        });
        let mut riders: Vec<_> = riders.collect();
        let to = pose(f64::from(tick) / 60.0);
        let moved = driver.move_to(&mut world, &mut lift, to, &mut riders, &mut scratch);
        assert_eq!(moved, Ok(()));
        for (player, body) in players.iter_mut().zip(bodies) {
            let others = world.filtered(Filter::except(ColliderId::Box(body)));
            let idle = Command::default();
            let contacts = advance(
                others,
                &tuning,
                player,
                &idle,
                1.0 / 60.0,
                &mut scratch,
                None,
            );
            ride(player, contacts, &[lift], 1.0 / 60.0);
            world.move_body(body, tuning.placed_body(player).expect("a valid size"));
        }
    }
    for (player, body) in players.iter().zip(bodies) {
        assert!((player.position.y - 1.3).abs() < 2e-3, "{player:?}");
        assert_eq!(world.body(body), tuning.placed_body(player));
    }
}
