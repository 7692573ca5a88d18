//! How deep a body is in the world, by brute force. This code shares nothing with a controller.

use sidle::geometry::Triangle;
use sidle::glam::DVec3;
use sidle::player::Tuning;
use sidle_movers::SetupBody;

use crate::course::Course;
use crate::oracle::Oracle;

/// The body of a mover.
#[derive(Clone, Copy, Debug)]
pub struct Body(pub SetupBody);

/// The colliders of a course, ready to be measured.
#[derive(Debug)]
pub struct Shapes {
    course: Course,
    triangles: Vec<Triangle>,
    still: Oracle,
}

impl Shapes {
    /// The colliders of `course`.
    #[must_use]
    pub fn new(course: &Course) -> Self {
        let stored = |corners: &[DVec3; 3]| Triangle::new(corners.map(|corner| corner.as_vec3()));
        let triangles: Vec<_> = course.triangles.iter().filter_map(stored).collect();
        Self {
            still: Oracle::new(&triangles, &course.obbs(0.0)),
            triangles,
            course: course.clone(),
        }
    }
}

impl Body {
    /// The same body, crouched.
    #[must_use]
    pub fn crouched(self, tuning: &Tuning) -> Self {
        match self.0 {
            SetupBody::Capsule { radius, .. } => Self(SetupBody::Capsule {
                radius,
                height: tuning.crouch_height.max(radius * 2.0),
            }),
            _ => self,
        }
    }

    /// How deep the body at `position` is in the shapes, whose boxes have moved for `seconds`; metres. Negative: the distance
    /// of a round body.
    #[must_use]
    pub fn depth(&self, shapes: &Shapes, seconds: f64, position: DVec3) -> f64 {
        let (radius, rise) = match self.0 {
            SetupBody::Sphere { radius } => (radius, 0.0),
            SetupBody::Capsule { radius, height } => (radius, height - radius * 2.0),
            SetupBody::Box { half_extents } => {
                let now = Oracle::new(&shapes.triangles, &shapes.course.obbs(seconds));
                return now.box_depth(position, half_extents);
            }
        };
        if shapes.course.moving.is_empty() {
            return radius - shapes.still.segment_distance(position, rise);
        }
        let now = Oracle::new(&shapes.triangles, &shapes.course.obbs(seconds));
        radius - now.segment_distance(position, rise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::Block;

    fn shapes(block: Block) -> Shapes {
        Shapes::new(&Course {
            boxes: vec![block],
            ..Course::default()
        })
    }

    #[test]
    fn a_ball_is_as_deep_as_its_radius_exceeds_the_distance() {
        let wall = shapes(Block::new(DVec3::X * 2.0, DVec3::ONE));
        let ball = Body(SetupBody::Sphere { radius: 0.5 });
        // The face is at x = 1, so the ball at 0.6 is 0.5 - 0.4 = 0.1 deep.
        assert!((ball.depth(&wall, 0.0, DVec3::X * 0.6) - 0.1).abs() < 1e-12);
        assert!(ball.depth(&wall, 0.0, DVec3::ZERO) < 0.0);
    }

    #[test]
    fn a_box_is_as_deep_as_the_shortest_way_out() {
        let wall = shapes(Block::new(DVec3::X * 2.0, DVec3::ONE).turned(DVec3::X * 30.0));
        let body = Body(SetupBody::Box {
            half_extents: DVec3::splat(0.5),
        });
        assert!((body.depth(&wall, 0.0, DVec3::X * 0.6) - 0.1).abs() < 1e-12);
        assert_eq!(body.depth(&wall, 0.0, DVec3::X * 0.4), 0.0);
    }
}
