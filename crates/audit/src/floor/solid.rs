//! The insides of solids, whose floor no player should reach.

use sidle::glam::DVec3;

use sidle::geometry::Segment;
use sidle::geometry::angle::sin_cos_deg;
use sidle::world::{ColliderId, World};

/// In how many level directions walls are looked for.
const DIRECTIONS: u32 = 8;

/// Whether `position` lies inside of a solid: above and on all sides, one sees the back of a face first, no farther away than
/// `reach`.
pub(super) fn encloses(world: &World, position: DVec3, reach: f64) -> bool {
    let sees_back = |direction: DVec3| {
        let sight = Segment::new(position, position + direction * reach);
        let hit = world.intersect_segment(&sight);
        hit.is_some_and(|(collider, _)| match collider {
            ColliderId::Triangle(id) => {
                let face = world.triangles().get(id.0 as usize);
                face.is_some_and(|face| face.plane().normal().dot(direction) > 0.0)
            }
            ColliderId::Box(_) => false,
        })
    };
    let is_surrounded = (0..DIRECTIONS).all(|direction| {
        let (sin, cos) = sin_cos_deg(360.0 / f64::from(DIRECTIONS) * f64::from(direction));
        sees_back(DVec3::new(sin, 0.0, cos))
    });
    is_surrounded && sees_back(DVec3::Y)
}
