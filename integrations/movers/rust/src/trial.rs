//! Worlds and walks for the tests of adapters. They panic where a mover refuses, as tests do.

use sidle::geometry::Obb;
use sidle::glam::{DMat3, DVec3};
use sidle::player::{Axis, BodyShape, Command, Tuning};
use sidle_movers::{Mover, MoverGround, Setup, State};

use crate::Make;

/// A person in an empty world of 60 ticks a second.
#[must_use]
pub fn person() -> Setup {
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.3,
        height: 1.8,
        max_slope_deg: 45.0,
        step_height: 0.35,
        walk_speed: 5.0,
        ..Tuning::default()
    };
    Setup::new(60, tuning)
}

/// A box along the axes.
#[must_use]
pub fn cuboid(center: DVec3, half_extents: DVec3) -> Obb {
    Obb::new(center, DMat3::IDENTITY, half_extents).expect("a box")
}

/// A box whose top is at a height of 0.
#[must_use]
pub fn floor() -> Obb {
    cuboid(DVec3::Y * -0.5, DVec3::new(50.0, 0.5, 50.0))
}

/// A person on a slope of so many degrees, which rises along -Z from the origin.
#[must_use]
pub fn slope(deg: f64) -> Setup {
    let rise = deg.to_radians().tan() * 50.0;
    let at = |x: f64, z: f64| DVec3::new(x, rise * -z, z * 50.0);
    let [a, b, c, d] = [
        at(-50.0, 1.0),
        at(50.0, 1.0),
        at(50.0, -1.0),
        at(-50.0, -1.0),
    ];
    Setup {
        triangles: vec![[a, b, c], [a, c, d]],
        ..person()
    }
}

/// The mover in this world, a little above `start`.
#[must_use]
pub fn in_world(mut mover: Box<dyn Mover>, setup: &Setup, start: DVec3) -> Box<dyn Mover> {
    mover.world(setup).expect("a world");
    let start = start + DVec3::Y * (mover.padding() + 0.005);
    mover.reset(start, DVec3::ZERO, 0.0).expect("a state");
    mover
}

/// The states of so many ticks.
pub fn walk(mover: &mut dyn Mover, command: &Command, ticks: usize) -> Vec<State> {
    let tick = |_| mover.tick(1.0 / 60.0, command, &[]).expect("a state");
    (0..ticks).map(tick).collect()
}

/// The command to walk along -Z.
#[must_use]
pub fn ahead() -> Command {
    Command {
        forward: Axis::new(1.0),
        ..Command::default()
    }
}

/// Walks each mover to a wall, where it stops and stands, and from where a saved state goes on to the same bits.
pub fn walk_to_a_wall(movers: &[(&str, Make)]) {
    for (name, make) in movers {
        let wall = cuboid(DVec3::new(0.0, 1.0, -4.0), DVec3::new(4.0, 3.0, 1.0));
        let setup = Setup {
            boxes: vec![(0, floor()), (1, wall)],
            ..person()
        };
        let mut mover = in_world(make(false), &setup, DVec3::Y * 0.3);
        let end = walk(&mut *mover, &ahead(), 120).pop().expect("a state");
        let far = (end.position - DVec3::new(0.0, 0.3, -2.7)).abs();
        assert!(
            far.max_element() < mover.padding() + 0.01,
            "{name}: {}",
            end.position
        );
        assert_eq!(end.ground, MoverGround::Floor, "{name}");
        let saved = mover.save().expect("a saved state");
        let back = Command {
            forward: Axis::new(-1.0),
            ..Command::default()
        };
        let first = walk(&mut *mover, &back, 30);
        mover.load(&saved).expect("a state");
        assert_eq!(walk(&mut *mover, &back, 30), first, "{name}");
    }
}
