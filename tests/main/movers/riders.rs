//! Many bodies on the same platforms, which the tests drive themselves, without a [`sidle::sim::Sim`].

use crate::movers::*;
use sidle::geometry::{Obb, rotation_from_degrees};
use sidle::glam::DMat3;
use sidle::player::{
    BodyShape, Driver, KinematicBox, Platform, Rider, Scratch, Squeeze, advance, ride,
};
use sidle::world::{ColliderId, Filter, World};

/// A box along the axes.
pub(crate) fn slab(center: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half_extents).expect("a box")
}

/// A turntable around the origin, rotated by `degrees`.
fn table(degrees: f64) -> Obb {
    let rotation = rotation_from_degrees(DVec3::Y * degrees);
    Obb::new(DVec3::ZERO, rotation, DVec3::new(4.0, 0.1, 4.0)).expect("a box")
}

/// A player at this position.
pub(crate) fn standing(x: f64, y: f64, z: f64, controller: Controller) -> PlayerState {
    PlayerState {
        position: DVec3::new(x, y, z),
        controller,
        ..PlayerState::default()
    }
}

/// The command of a player who presses no key.
pub(crate) fn idle(player: &PlayerState) -> Command {
    Command {
        controller: player.controller,
        ..Command::default()
    }
}

/// Players of equal size in one world, and a platform that the test moves.
pub(crate) struct Group {
    world: World,
    pub(crate) platform: KinematicBox,
    pub(crate) players: Vec<PlayerState>,
    tuning: Tuning,
    /// The id of the box that collides for the first player, if players collide. Those of the others follow it.
    pub(crate) first_own_box: Option<u32>,
    driver: Driver,
    scratch: Scratch,
    pub(crate) dt: f64,
}

impl Group {
    pub(crate) fn new(world: World, pose: Obb, players: Vec<PlayerState>, hz: u32) -> Self {
        Self {
            world,
            platform: KinematicBox::new(BoxId(0), pose),
            players,
            tuning: Tuning::default(),
            first_own_box: None,
            driver: Driver::new(),
            scratch: Scratch::new(),
            dt: 1.0 / f64::from(hz),
        }
    }

    fn own_box(&self, number: usize) -> Option<BoxId> {
        let first = self.first_own_box?;
        Some(BoxId(first + number as u32))
    }

    /// All colliders but the player's own box.
    fn all_others(&self, number: usize) -> Filter {
        let own_box = self.own_box(number);
        own_box.map_or(Filter::ALL, |own_box| {
            Filter::except(ColliderId::Box(own_box))
        })
    }

    /// Moves the platform to the pose `to`, and then each player by its command. Returns whom the platform would squeeze.
    pub(crate) fn tick(
        &mut self,
        to: Obb,
        command: impl Fn(usize, &PlayerState) -> Command,
    ) -> Option<Squeeze> {
        let moved = self.move_platform(to);
        for number in 0..self.players.len() {
            let command = command(number, &self.players[number]);
            self.advance_player(number, &command);
        }
        moved.err()
    }

    fn move_platform(&mut self, to: Obb) -> Result<(), Squeeze> {
        let first_own_box = self.first_own_box;
        let tuning = &self.tuning;
        let riders = self.players.iter_mut().enumerate();
        let riders = riders.map(|(number, state)| Rider {
            own_box: first_own_box.map(|first| BoxId(first + number as u32)),
            ..Rider::new(state, tuning)
        });
        let riders = &mut riders.collect::<Vec<_>>();
        let (world, platform) = (&mut self.world, &mut self.platform);
        self.driver
            .move_to(world, platform, to, riders, &mut self.scratch)
    }

    fn advance_player(&mut self, number: usize, command: &Command) {
        let world = self.world.filtered(self.all_others(number));
        let own_box = self.own_box(number);
        let player = &mut self.players[number];
        let before = player.position;
        let (tuning, scratch) = (&self.tuning, &mut self.scratch);
        let contacts = advance(world, tuning, player, command, self.dt, scratch, None);
        ride(player, contacts, &[self.platform], self.dt);
        if let Some(id) = own_box {
            let obb = *self.world.obb(id).expect("a box");
            let center = obb.center() + player.position - before;
            self.world.move_box(id, slab(center, obb.half_extents()));
        }
    }

    /// The velocity of a player in the world, with that of its platform.
    fn velocity(&self, number: usize) -> DVec3 {
        let player = &self.players[number];
        player.velocity + player.ride.map(|ride| ride.velocity).unwrap_or_default()
    }

    /// How deep a player overlaps anything else; metres.
    pub(crate) fn overlap(&self, number: usize) -> f64 {
        let world = self.world.filtered(self.all_others(number));
        let body = self.tuning.placed_body(&self.players[number]);
        match world.fits(body.expect("a body")) {
            Ok(()) => 0.0,
            Err(misfit) => misfit.depth(),
        }
    }
}

#[test]
fn many_bodies_on_a_mover_move_as_each_alone_does_in_a_simulation() {
    each(|controller, hz, case| {
        let bus = || MoverDesc {
            turn: true,
            speed: 3.0,
            on_end: PathEnd::Return,
            ..mover_desc(
                &[[0.0, 0.5, 0.0], [0.0, 0.5, -10.0], [10.0, 2.5, -10.0]],
                DVec3::new(3.0, 1.0, 5.0),
            )
        };
        let places = [(1.0, 1.5), (-1.0, 1.5), (0.0, 0.0), (0.5, -2.0), (9.0, 5.0)];
        let start = |(x, z)| DVec3::new(x, if x > 5.0 { 0.5 } else { 1.5 }, z);
        let mut alone =
            places.map(|place| drive(floor(), vec![bus()], start(place), controller, hz));
        let mut shapes = floor();
        let mut movers = add_movers(&mut shapes, vec![bus()]);
        let (mut world, tuning, dt) = (shapes.world(), Tuning::default(), 1.0 / f64::from(hz));
        let mut players = places.map(|place| {
            let position = start(place);
            standing(position.x, position.y, position.z, controller)
        });
        let (mut driver, mut scratch) = (Driver::new(), Scratch::new());
        let mut rides = 0;
        for tick in 0..hz * 6 {
            let riders = players.each_mut().map(|player| Rider::new(player, &tuning));
            let squeezes = driver.drive(&mut world, &mut movers, &mut { riders }, dt, &mut scratch);
            assert_eq!(squeezes, []);
            for (player, drive) in players.iter_mut().zip(&mut alone) {
                let mut command = idle(player);
                command.jump = tick % 100 == 99;
                drive.command = command;
                drive.run(dt);
                let contacts = advance(&world, &tuning, player, &command, dt, &mut scratch, None);
                ride(player, contacts, &movers, dt);
                assert_eq!(*player, drive.player(), "{case}, tick {tick}");
                rides += u32::from(player.ride.is_some());
            }
        }
        assert!(rides > hz * 5, "{case}: {rides}");
    });
}

#[test]
fn a_turntable_turns_all_players_around_its_middle() {
    each(|controller, hz, case| {
        let places = [(1.0, 0.0), (-2.0, 1.0), (3.0, -2.0), (0.0, 0.0)];
        let players = places.map(|(x, z)| standing(x, 0.6, z, controller));
        let world = World::new(vec![], vec![table(0.0)]);
        let mut group = Group::new(world, table(0.0), players.to_vec(), hz);
        group.tick(table(0.0), |_, player| idle(player));
        let places: Vec<_> = group.players.iter().map(|player| player.position).collect();
        // A quarter of a turn in a second, for five seconds.
        for tick in 1..=hz * 5 {
            let to = table(90.0 * f64::from(tick) / f64::from(hz));
            assert_eq!(group.tick(to, |_, player| idle(player)), None, "{case}");
        }
        for (number, place) in places.iter().enumerate() {
            let turned = DVec3::new(place.z, place.y, -place.x);
            let player = &group.players[number];
            assert!(player.position.distance(turned) < 2e-3, "{case}: {number}");
            assert!(player.velocity.length() < 1e-6, "{case}: {number}");
            // The last tick carried the body along a chord of the circle, almost at the speed of the circle.
            let speed = group.velocity(number).length();
            let expected = place.with_y(0.0).length() * std::f64::consts::FRAC_PI_2;
            assert!(
                (speed - expected).abs() < 1e-2,
                "{case}: {speed} {expected}"
            );
            let of_platform = group.platform.velocity_at(player.position, group.dt);
            assert!(
                of_platform.distance(group.velocity(number)) < 1e-6,
                "{case}"
            );
        }
    });
}

/// How a body leaves a platform, and what it does meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Leaving {
    Jump,
    WalkOff,
    Tilt,
    Vanish,
    Fly,
}

#[test]
fn a_body_that_leaves_a_platform_keeps_its_velocity() {
    use Leaving::{Fly, Jump, Tilt, Vanish, WalkOff};
    each(|controller, hz, case| {
        for leaving in [Jump, WalkOff, Tilt, Vanish, Fly] {
            let case = format!("{case}, {leaving:?}");
            let half_extents = DVec3::new(2.0, 0.1, 2.0);
            let pose = |x: f64, roll: f64| {
                let rotation = rotation_from_degrees(DVec3::X * roll);
                Obb::new(DVec3::X * x, rotation, half_extents).expect("a box")
            };
            let start = pose(0.0, 0.0);
            let world = World::new(vec![], vec![start]);
            let players = vec![standing(0.0, 0.6, 0.0, controller)];
            let mut group = Group::new(world, start, players, hz);
            let (mut x, mut roll) = (0.0, 0.0);
            let speed = DVec3::X * 4.0;
            for _ in 0..hz {
                x += speed.x * group.dt;
                group.tick(pose(x, roll), |_, player| idle(player));
            }
            assert!(group.players[0].ride.is_some(), "{case}");
            let mut velocity = DVec3::ZERO;
            for _ in 0..hz {
                x += speed.x * group.dt;
                match leaving {
                    Tilt => roll = f64::min(roll + 240.0 * group.dt, 89.0),
                    Vanish => {
                        group.world.set_layers(ColliderId::Box(BoxId(0)), 0);
                    }
                    Jump | WalkOff | Fly => {}
                }
                group.tick(pose(x, roll), |_, player| Command {
                    jump: leaving == Jump,
                    right: Axis::ZERO,
                    forward: Axis::new(if leaving == WalkOff { 1.0 } else { 0.0 }),
                    mode: if leaving == Fly {
                        Mode::Fly
                    } else {
                        Mode::Walk
                    },
                    ..idle(player)
                });
                if group.players[0].ride.is_none() {
                    velocity = group.velocity(0);
                    break;
                }
            }
            assert_eq!(group.players[0].ride, None, "{case}");
            assert!((velocity.x - 4.0).abs() < 1e-2, "{case}: {velocity}");
            match leaving {
                Jump => assert!(velocity.y > 6.0, "{case}: {velocity}"),
                // The velocity turns down a little while the body walks over the edge.
                WalkOff => assert!(velocity.z < -3.0, "{case}: {velocity}"),
                _ => assert!(velocity.z.abs() < 6.0, "{case}: {velocity}"),
            }
        }
    });
}

#[test]
fn a_body_that_jumps_off_a_turntable_flies_off_along_the_tangent() {
    each(|controller, hz, case| {
        let world = World::new(vec![], vec![table(0.0)]);
        let players = vec![standing(3.0, 0.6, 0.0, controller)];
        let mut group = Group::new(world, table(0.0), players, hz);
        let deg = |tick: u32| 120.0 * f64::from(tick) / f64::from(hz);
        for tick in 1..=hz {
            group.tick(table(deg(tick)), |_, player| idle(player));
        }
        let radius = group.players[0].position.with_y(0.0);
        group.tick(table(deg(hz + 1)), |_, player| Command {
            jump: true,
            ..idle(player)
        });
        let player = &group.players[0];
        assert_eq!(player.ride, None, "{case}");
        let tangent = DVec3::Y.cross(radius) * 120.0_f64.to_radians();
        // The body keeps the velocity of the last tick. Since then, the tangent has turned for up to a tick and a half.
        let turned = 1.5 * 120.0_f64.to_radians() * group.dt * tangent.length();
        let error = player.velocity.with_y(0.0).distance(tangent);
        assert!(error < turned + 1e-2, "{case}: {error} m/s");
    });
}

#[test]
fn a_platform_reports_which_body_it_would_squeeze_against_which_collider_and_by_how_much() {
    each(|controller, hz, case| {
        // A lift rises to a ceiling that is only over the second body. The ceiling stops it at every gap, even at none.
        for gap in [0.0, 1e-6, 0.05, 0.5] {
            let half_extents = DVec3::new(4.0, 0.1, 1.0);
            let pose = |y: f64| slab(DVec3::Y * y, half_extents);
            let ceiling = slab(DVec3::new(2.0, 1.6 + gap, 0.0), DVec3::splat(0.5));
            let world = World::new(vec![], vec![pose(0.0), ceiling]);
            let players = [-2.0, 2.0].map(|x| standing(x, 0.6, 0.0, controller));
            let mut group = Group::new(world, pose(0.0), players.to_vec(), hz);
            group.tick(pose(0.0), |_, player| idle(player));
            let mut squeezes = 0;
            for tick in 1..=hz {
                let to = pose(f64::from(tick) * group.dt);
                let squeeze = group.tick(to, |_, player| idle(player));
                let missing = to.center().y - group.platform.obb().center().y;
                for number in 0..2 {
                    let overlap = group.overlap(number);
                    assert!(overlap < 2e-3, "{case}, {gap}: {overlap}");
                }
                let Some(squeeze) = squeeze else {
                    assert!(missing.abs() < 1e-12, "{case}, {gap}: {missing}");
                    continue;
                };
                squeezes += 1;
                assert_eq!(squeeze.platform, BoxId(0), "{case}");
                assert_eq!(squeeze.rider, 1, "{case}");
                assert_eq!(squeeze.against, Some(ColliderId::Box(BoxId(1))), "{case}");
                assert!(
                    (squeeze.missing - missing).abs() < 1e-12,
                    "{case}: {missing}"
                );
            }
            let end = group.platform.obb().center().y;
            assert!(
                squeezes > 0 && (end - gap).abs() < 3e-3,
                "{case}, {gap}: {end}"
            );
            assert!(
                (group.players[0].position.y - 0.6 - end).abs() < 2e-3,
                "{case}"
            );
        }
    });
}

#[test]
fn a_simulation_reports_its_squeezed_player_until_it_is_restored() {
    let mut shapes = floor();
    add_block(
        &mut shapes,
        DVec3::new(6.05, 2.0, 0.0),
        DVec3::new(0.1, 4.0, 8.0),
    );
    let press = mover_desc(&[[0.0, 1.0, 0.0], [9.0, 1.0, 0.0]], CUBE);
    let player = DVec3::new(4.0, 0.5, 0.0);
    let mut drive = drive(shapes, vec![press], player, Controller::Swept, 60);
    let start = drive.sim.snapshot();
    drive.run(1.0);
    assert_eq!(drive.sim.squeezes(), []);
    drive.run(3.0);
    let [squeeze] = drive.sim.squeezes() else {
        panic!("one mover presses");
    };
    // At 2 m/s and 60 Hz, a tick of the mover is a thirtieth of a metre long. It may go a little of it.
    assert_eq!((squeeze.rider, squeeze.platform), (0, BoxId(1)));
    assert_eq!(squeeze.against, Some(ColliderId::Box(BoxId(0))));
    assert!((squeeze.missing - 1.0 / 30.0).abs() < 1e-3, "{squeeze}");
    drive.sim.restore(&start);
    assert_eq!(drive.sim.squeezes(), []);
}

#[test]
fn invalid_times_ids_and_positions_move_no_body() {
    let bus = || mover_desc(&[[0.0, 0.5, 0.0], [9.0, 0.5, 0.0]], CUBE);
    for dt in [0.0, -1.0, f64::NAN] {
        let mut shapes = floor();
        let mut movers = add_movers(&mut shapes, vec![bus()]);
        let (mut world, tuning) = (shapes.world(), Tuning::default());
        let start = standing(0.0, 2.0, 0.0, Controller::Swept);
        let mut player = start;
        let (mut driver, mut scratch) = (Driver::new(), Scratch::new());
        let riders = &mut [Rider::new(&mut player, &tuning)];
        driver.drive(&mut world, &mut movers, riders, dt, &mut scratch);
        assert_eq!(movers[0].state.distance, 0.0);
        assert_eq!(movers[0].velocity_at(DVec3::X, dt), DVec3::ZERO);
        assert_eq!(player, start);
    }
    // Neither do boxes that are not in the world move a body, nor is a body moved that has no finite position.
    let mut world = World::new(vec![], vec![slab(DVec3::ZERO, DVec3::ONE)]);
    let mut nowhere = KinematicBox::new(BoxId(7), slab(DVec3::ZERO, DVec3::ONE));
    let mut player = standing(f64::NAN, f64::INFINITY, 0.0, Controller::Swept);
    let tuning = Tuning {
        body: BodyShape::Capsule,
        ..Tuning::default()
    };
    let (mut driver, mut scratch) = (Driver::new(), Scratch::new());
    let riders = &mut [Rider {
        own_box: Some(BoxId(9)),
        ..Rider::new(&mut player, &tuning)
    }];
    let to = slab(DVec3::X, DVec3::ONE);
    let moved = driver.move_to(&mut world, &mut nowhere, to, riders, &mut scratch);
    assert_eq!(moved, Ok(()));
    assert_eq!(world.boxes()[0].center(), DVec3::ZERO);
}

#[test]
fn platforms_and_passengers_may_be_added_to_a_world_later() {
    each(|controller, hz, case| {
        let pose = |x: f64| slab(DVec3::X * x, DVec3::new(3.0, 0.1, 3.0));
        let far = slab(DVec3::Y * -50.0, DVec3::ONE);
        let mut world = World::new(vec![], vec![far]);
        let id = world.add_box(pose(0.0)).expect("an id");
        let mut group = Group::new(world, far, vec![standing(0.0, 0.6, 0.0, controller)], hz);
        group.platform = KinematicBox::new(id, pose(0.0));
        let own_box = slab(DVec3::Y * 0.6, DVec3::splat(0.5));
        group.first_own_box = group.world.add_box(own_box).map(|id| id.0);
        for tick in 0..=hz {
            let to = pose(2.0 * f64::from(tick) * group.dt);
            assert_eq!(group.tick(to, |_, player| idle(player)), None, "{case}");
        }
        let player = group.players[0];
        let at = player.position;
        assert!((at.x - 2.0).abs() < 2e-3, "{case}: {at}");
        let own_box = group
            .own_box(0)
            .and_then(|id| group.world.obb(id))
            .expect("a box");
        assert!(
            (own_box.center() - player.position).length() < 1e-9,
            "{case}"
        );
        // A removed platform no longer carries its rider.
        assert!(group.world.remove(ColliderId::Box(id)));
        group.tick(pose(9.0), |_, player| idle(player));
        assert_eq!(group.players[0].ride, None, "{case}");
        assert!((group.velocity(0).x - 2.0).abs() < 1e-3, "{case}");
    });
    // A mover stops at a box that was added, and goes on when it is removed.
    let mut shapes = floor();
    let mut movers = add_movers(
        &mut shapes,
        vec![mover_desc(&[[0.0, 1.0, 0.0], [20.0, 1.0, 0.0]], CUBE)],
    );
    let mut world = shapes.world();
    let wall = world
        .add_box(slab(DVec3::new(6.0, 1.0, 0.0), DVec3::ONE))
        .expect("an id");
    let (mut driver, mut scratch) = (Driver::new(), Scratch::new());
    for _ in 0..300 {
        driver.drive(&mut world, &mut movers, &mut [], 1.0 / 60.0, &mut scratch);
    }
    assert_eq!(movers[0].state.blocked_by, Some(Obstacle::Box(wall)));
    assert!((movers[0].state.distance - 4.0).abs() < 2e-3);
    assert!(world.remove(ColliderId::Box(wall)));
    for _ in 0..60 {
        driver.drive(&mut world, &mut movers, &mut [], 1.0 / 60.0, &mut scratch);
    }
    assert!((movers[0].state.distance - 6.0).abs() < 2e-3);
}
