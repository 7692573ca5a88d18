//! Ledges that are climbed, at every tick rate, and those that are not.

use glam::{DMat3, DVec3};

use crate::geometry::Obb;
use crate::player::{Axis, BodyShape, Command, Controller, Event, Ground, PlayerState, Tuning};
use crate::test_support::Walk;
use crate::world::{BoxId, ColliderId, World};

const RATES: [u32; 5] = [30, 60, 120, 240, 360];
const MANTLE: f64 = 1.2;

fn slab(low: [f64; 3], high: [f64; 3]) -> Obb {
    let (low, high) = (DVec3::from_array(low), DVec3::from_array(high));
    Obb::new((low + high) * 0.5, DMat3::IDENTITY, (high - low) * 0.5).expect("a box")
}

/// The ground, a block of this height behind z = 0 and this deep, and other boxes.
fn block(height: f64, depth: f64, others: &[Obb]) -> World {
    let mut boxes = vec![
        slab([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0]),
        slab([-5.0, 0.0, -depth], [5.0, height, 0.0]),
    ];
    boxes.extend(others);
    World::new(vec![], boxes)
}

fn tunings() -> [Tuning; 2] {
    let sphere = Tuning {
        mantle_height: MANTLE,
        ..Tuning::default()
    };
    let person = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        ..sphere
    };
    [sphere, person]
}

/// A walk at the block.
struct Try<'w> {
    walk: Walk<'w>,
    /// The highest place of the feet; metres.
    highest: f64,
    mantled: u32,
}

impl<'w> Try<'w> {
    /// One who stands in front of the block.
    fn new(world: &'w World, tuning: Tuning, hz: u32) -> Self {
        let state = PlayerState {
            position: DVec3::new(0.3, tuning.radius + 5e-5, tuning.radius + 0.2),
            controller: Controller::Swept,
            ..PlayerState::default()
        };
        Self {
            walk: Walk::new(world, tuning, hz, state),
            highest: 0.0,
            mantled: 0,
        }
    }

    fn tick(&mut self, command: Command) {
        let mut events = self.walk.tick(command).iter();
        let mantles = events.any(|event| matches!(event, Event::Mantle { .. }));
        let body = self
            .walk
            .tuning
            .body()
            .and_then(|body| body.at(self.walk.state.position));
        assert!(
            self.walk.world.worst_overlap(body.expect("a body")) < 2e-4,
            "{:?}",
            self.walk.state
        );
        self.mantled += u32::from(mantles);
        self.highest = self.highest.max(self.feet());
    }

    /// Jumps at the block, and goes on into it for so many seconds.
    fn jump_at(&mut self, seconds: f64) {
        (0..2).for_each(|_| self.tick(ahead()));
        self.tick(Command {
            jump: true,
            ..ahead()
        });
        (0..(seconds * f64::from(self.walk.hz)) as u32).for_each(|_| self.tick(ahead()));
    }

    fn feet(&self) -> f64 {
        self.walk.state.position.y - self.walk.tuning.radius
    }
}

fn ahead() -> Command {
    Command {
        forward: Axis::new(1.0),
        ..Command::default()
    }
}

#[test]
fn a_jump_at_a_ledge_climbs_onto_it_without_a_hop() {
    for tuning in tunings() {
        for hz in RATES {
            // A jump alone leads about 1 m up, so the highest ledge is a little more than both together.
            for (height, climbs) in [(1.5, true), (2.0, true), (2.15, true), (2.4, false)] {
                let world = block(height, 40.0, &[]);
                let mut walk = Try::new(&world, tuning, hz);
                walk.jump_at(1.5);
                let what = format!("{hz}, {height}: {:?}", walk.walk.state);
                assert_eq!(walk.feet() > height - 1e-3, climbs, "{what}");
                assert_eq!(walk.mantled > 2, climbs, "{what}");
                if climbs {
                    assert!(
                        walk.highest < height + 2e-3 && walk.walk.state.ground.stands(),
                        "{what}"
                    );
                    let none = Tuning {
                        mantle_height: 0.0,
                        ..tuning
                    };
                    let mut walk = Try::new(&world, none, hz);
                    walk.jump_at(1.5);
                    assert!(walk.feet() < 1e-3 && walk.mantled == 0, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_ledge_without_room_is_not_climbed_and_a_fence_is() {
    for tuning in tunings() {
        let tall = tuning.body().expect("a body").height();
        for hz in [30, 120] {
            let roof = |gap: f64| slab([-5.0, 1.8 + gap, -40.0], [5.0, 9.0, -0.0]);
            let cases = [
                (block(1.8, 40.0, &[roof(tall - 0.05)]), false, "a low roof"),
                (
                    block(1.8, 40.0, &[roof(tall + 0.05)]),
                    true,
                    "room under a roof",
                ),
                (block(1.8, 0.1, &[]), true, "a fence"),
                (block(1.8, 1.5, &[]), true, "a block"),
                (
                    block(1.8, 40.0, &[slab([-5.0, 1.8, -40.0], [5.0, 9.0, -0.2])]),
                    false,
                    "a sill",
                ),
            ];
            for (world, climbs, what) in cases {
                let mut walk = Try::new(&world, tuning, hz);
                walk.jump_at(0.9);
                assert_eq!(
                    walk.mantled > 0,
                    climbs,
                    "{hz}, {what}: {:?}",
                    walk.walk.state
                );
            }
        }
    }
}

#[test]
fn a_window_little_higher_than_the_body_is_climbed_into_at_any_height() {
    for tuning in tunings() {
        let tall = tuning.body().expect("a body").height();
        for (hz, number) in [30, 120]
            .into_iter()
            .flat_map(|hz| (0..18).map(move |number| (hz, number)))
        {
            let sill = 1.25 + 0.05 * f64::from(number);
            let above = sill + tall + 0.01;
            let wall = slab([-5.0, above, -40.0], [5.0, above + 5.0, 0.0]);
            let world = block(sill, 40.0, &[wall]);
            let mut walk = Try::new(&world, tuning, hz);
            walk.jump_at(1.5);
            let is_in = walk.feet() > sill - 1e-3 && walk.walk.state.ground.stands();
            assert!(is_in, "{hz}, {sill}: {:?}", walk.walk.state);
        }
    }
}

#[test]
fn who_lets_go_or_is_pushed_off_falls_and_a_ledge_that_goes_ends_the_climb() {
    for tuning in tunings() {
        for hz in RATES {
            let mut world = block(2.0, 40.0, &[]);
            let mut climbing = Try::new(&world, tuning, hz);
            climbing.jump_at(0.0);
            while !matches!(climbing.walk.state.ground, Ground::Mantle { .. }) {
                climbing.tick(ahead());
            }
            let held = climbing.walk.state;
            climbing.tick(Command::default());
            assert!(
                climbing.walk.state.ground == Ground::None && climbing.walk.state.velocity.y <= 0.0
            );
            climbing.walk.state = held;
            climbing.walk.state.velocity += DVec3::Z * 6.0;
            climbing.tick(ahead());
            assert_eq!(climbing.walk.state.ground, Ground::None);
            assert!(climbing.walk.state.velocity.z > 4.0);
            let goes = ColliderId::Box(BoxId(1));
            world.set_enabled(goes, false);
            let mut falling = Try::new(&world, tuning, hz);
            falling.walk.state = held;
            falling.tick(ahead());
            assert_eq!(falling.walk.state.ground, Ground::None, "{hz}");
        }
    }
}
