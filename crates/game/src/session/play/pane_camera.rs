//! The cameras of panes outside: they look at all bodies from the same direction, and at one that something hides there from
//! another.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::geometry::{Segment, float};
use sidle::glam::DVec3;

use crate::session::Session;
use crate::session::play::interpolation::THIRD_PERSON_BACK;

/// How far the cameras are turned from the player's heading, to either side, and how far they look down; degrees.
/// Smaller: a wall ahead is seen as a blank plane; larger: one cannot steer.
const TURN_DEG: f64 = 50.0;
const DOWN_DEG: f64 = 24.0;
const STEEP_DEG: f64 = 62.0;

/// The directions: the side, how far down, and the cost as a share of free sight. From above one sees less of how deep a body is in a
/// wall.
const DIRECTIONS: [[f64; 3]; 4] = [
    [TURN_DEG, DOWN_DEG, 0.0],
    [-TURN_DEG, DOWN_DEG, 0.0],
    [TURN_DEG, STEEP_DEG, 0.4],
    [-TURN_DEG, STEEP_DEG, 0.4],
];

/// Further directions, of a camera that would see nothing from the common one: from ahead, as behind a wall that the body passed
/// through, and from high above.
const OTHER_DIRECTIONS: [[f64; 3]; 4] = [
    [180.0 - TURN_DEG, DOWN_DEG, 0.2],
    [TURN_DEG - 180.0, DOWN_DEG, 0.2],
    [180.0 - TURN_DEG, STEEP_DEG, 0.4],
    [0.0, 85.0, 0.5],
];

/// The cameras change to a direction with more free sight by this share of it. Smaller: they jump to and fro.
const OTHER_SIDE_GAIN: f64 = 0.3;

/// With a smaller share of free sight, a camera looks from elsewhere than the others. Smaller: a body fills its pane.
const LEAST_SIGHT: f64 = 0.35;

/// A camera nearer than this to the middle of a body is inside of it, or about to be; radii.
const OUTSIDE: f64 = 1.5;

/// The camera of a pane.
#[derive(Clone, Copy, Debug)]
pub struct PaneCamera {
    pub eye: DVec3,
    /// The free room around the eye; metres.
    pub clearance: f64,
    pub axes: ViewAxes,
    /// Whether it is outside of all bodies.
    pub is_outside: bool,
}

impl Session {
    /// The cameras of the panes, the player's first, for a heading of `yaw`. `direction` is the number of their common direction,
    /// which changes where others are free.
    pub fn pane_cameras(&self, yaw: BinaryAngle, direction: &mut usize) -> Vec<PaneCamera> {
        let bodies = self.bodies();
        let turned = |number: usize| turned(yaw, DIRECTIONS[number]);
        let least = |number: usize| {
            let look = turned(number).look;
            let sights = bodies.iter().map(|body| self.sight(*body, look, &bodies));
            sights.fold(1.0, float::min) - DIRECTIONS[number][2]
        };
        let best = (0..DIRECTIONS.len()).max_by(|one, other| least(*one).total_cmp(&least(*other)));
        if let Some(best) = best.filter(|best| least(*best) > least(*direction) + OTHER_SIDE_GAIN) {
            *direction = best;
        }
        let common = turned(*direction);
        let camera = |body: &DVec3| {
            let axes = self.own_axes(*body, (yaw, common), &bodies);
            let (eye, clearance) = self.pane_eye(*body, axes.look);
            PaneCamera {
                eye,
                clearance,
                axes,
                is_outside: self.is_outside(eye, &bodies),
            }
        };
        bodies.iter().map(camera).collect()
    }

    /// The `common` axes, or others if a camera along them would see too little of `body`.
    fn own_axes(
        &self,
        body: DVec3,
        (yaw, common): (BinaryAngle, ViewAxes),
        bodies: &[DVec3],
    ) -> ViewAxes {
        if self.sight(body, common.look, bodies) >= LEAST_SIGHT {
            return common;
        }
        let all = DIRECTIONS.iter().chain(&OTHER_DIRECTIONS);
        let all = all.map(|direction| {
            let axes = turned(yaw, *direction);
            (self.sight(body, axes.look, bodies) - direction[2], axes)
        });
        let best = all.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map_or(common, |(_, axes)| axes)
    }

    /// The share of the way back to an eye that looks along the unit vector `look` at `body` that is free. 0 if the eye is
    /// inside of one of the `bodies`, or a surface hides the body from it.
    fn sight(&self, body: DVec3, look: DVec3, bodies: &[DVec3]) -> f64 {
        let (eye, _) = self.pane_eye(body, look);
        let hides = |to: DVec3| {
            self.sim
                .world()
                .intersect_segment(&Segment::new(eye, to))
                .is_some()
        };
        if !self.is_outside(eye, bodies) || hides(body) {
            return 0.0;
        }
        eye.distance(body) / (self.sim.tuning().radius * THIRD_PERSON_BACK)
    }

    fn is_outside(&self, eye: DVec3, bodies: &[DVec3]) -> bool {
        let radius = self.sim.tuning().radius;
        let mut bodies = bodies.iter();
        bodies.all(|body| body.distance(eye) > OUTSIDE * radius)
    }

    /// The interpolated positions of the player and of the ghosts; metres.
    fn bodies(&self) -> Vec<DVec3> {
        let fraction = self.interpolation_fraction();
        let ghosts = self.ghosts.iter().map(|ghost| ghost.position_at(fraction));
        std::iter::once(self.player_position())
            .chain(ghosts)
            .collect()
    }
}

/// The axes of a direction for a heading of `yaw`.
fn turned(yaw: BinaryAngle, [side, down, _]: [f64; 3]) -> ViewAxes {
    let turn = BinaryAngle::from_degrees(side);
    let yaw = BinaryAngle::from_bits(yaw.bits().wrapping_add(turn.bits()));
    ViewAxes::new(yaw, BinaryAngle::from_degrees(-down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{courtyard, walk};
    use sidle::player::{Controller, Spawn, Tuning};

    #[test]
    fn a_camera_is_outside_of_all_bodies_and_sees_its_own_also_behind_a_wall_that_it_passed() {
        let mut level = courtyard();
        let yaw = BinaryAngle::from_degrees(-90.0);
        level.rules.spawn = Spawn {
            position: DVec3::new(11.2, 0.5, -4.0),
            yaw,
            controller: Controller::Swept,
            ..level.rules.spawn
        };
        level.tuning = Tuning {
            walk_speed: 100.0,
            ground_accel: f64::INFINITY,
            ..level.tuning
        };
        let mut session = Session::new(level, None, 120);
        session.set_ghosts(true);
        // One tick at a time: the faster body is at most one tick's way beyond the wall.
        let mut direction = 0;
        for _ in 0..12 {
            walk(&mut session, 1, 1.0, 0.0);
            session.snap_to_last_tick();
            let bodies = session.bodies();
            let cameras = session.pane_cameras(yaw, &mut direction);
            assert_eq!(cameras.len(), 3);
            for (camera, body) in cameras.iter().zip(&bodies) {
                let sight = session.sight(*body, camera.axes.look, &bodies);
                assert!(camera.is_outside && sight > 0.2, "{body}: {sight}");
            }
        }
        let apart = session.bodies()[0].distance(session.bodies()[1]);
        assert!(apart > 1.0, "one is beyond the wall: {apart}");
    }
}
