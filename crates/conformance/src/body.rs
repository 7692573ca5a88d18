//! How deep a body is in the world, by brute force. This code shares nothing with a controller.

use sidle::geometry::{Obb, Triangle};
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
                return box_depth(shapes, seconds, position, half_extents);
            }
        };
        if shapes.course.moving.is_empty() {
            return radius - shapes.still.segment_distance(position, rise);
        }
        let now = Oracle::new(&shapes.triangles, &shapes.course.obbs(seconds));
        radius - now.segment_distance(position, rise)
    }
}

/// The depth of an upright box in the deepest shape, along the axis that separates them with the least motion.
fn box_depth(shapes: &Shapes, seconds: f64, position: DVec3, half: DVec3) -> f64 {
    let own = corners(position, [DVec3::X, DVec3::Y, DVec3::Z], half);
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let mut deepest = 0.0_f64;
    for triangle in &shapes.triangles {
        let [a, b, c] = triangle.vertices();
        let reach = (a - b).length().max((a - c).length()) + half.length();
        if a.distance(position) <= reach {
            let normal = (b - a).cross(c - a);
            let depth = overlap(&own, &[a, b, c], &axes, &[b - a, c - b, a - c], &[normal]);
            deepest = deepest.max(depth);
        }
    }
    for obb in shapes.course.obbs(seconds) {
        let theirs = box_axes(&obb);
        let points = corners(obb.center(), theirs, obb.half_extents());
        deepest = deepest.max(overlap(&own, &points, &axes, &theirs, &theirs));
    }
    deepest
}

fn box_axes(obb: &Obb) -> [DVec3; 3] {
    let axes = obb.axes();
    [axes.x_axis, axes.y_axis, axes.z_axis]
}

fn corners(center: DVec3, [x, y, z]: [DVec3; 3], half: DVec3) -> Vec<DVec3> {
    let signs = [-1.0, 1.0];
    let mut corners = Vec::with_capacity(8);
    for i in signs {
        for j in signs {
            for k in signs {
                corners.push(center + x * (half.x * i) + y * (half.y * j) + z * (half.z * k));
            }
        }
    }
    corners
}

/// How much two convex sets of points overlap along the axis where they overlap least; 0 if they are apart. The axes are
/// `faces` of the second, the edges of the first, and the cross products of the edges of both.
fn overlap(
    first: &[DVec3],
    second: &[DVec3],
    edges: &[DVec3; 3],
    other_edges: &[DVec3; 3],
    faces: &[DVec3],
) -> f64 {
    let crossed = edges
        .iter()
        .flat_map(|edge| other_edges.iter().map(|other| edge.cross(*other)));
    let axes = faces.iter().copied().chain(*edges).chain(crossed);
    let span = |points: &[DVec3], axis: DVec3| {
        let places = points.iter().map(|point| point.dot(axis));
        places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
            (low.min(place), high.max(place))
        })
    };
    let mut least = f64::INFINITY;
    for axis in axes
        .filter(|axis| axis.length() > 1e-9)
        .map(DVec3::normalize)
    {
        let ((low, high), (other_low, other_high)) = (span(first, axis), span(second, axis));
        let depth = (high - other_low).min(other_high - low);
        if depth <= 0.0 {
            return 0.0;
        }
        least = least.min(depth);
    }
    least
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
