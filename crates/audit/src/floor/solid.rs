//! The insides of solids: floor that nobody is meant to reach.

use sidle::glam::DVec3;

use sidle::geometry::Segment;
use sidle::geometry::angle::sin_cos_deg;
use sidle::world::{ColliderId, World};

/// In how many level directions walls are looked for.
const WAYS: u32 = 8;

/// Whether `position` lies inside of a solid: above and on all sides, one sees the back of a face first, no farther away than
/// `reach`.
pub(super) fn encloses(world: &World, position: DVec3, reach: f64) -> bool {
    let sees_back = |way: DVec3| {
        let sight = Segment::new(position, position + way * reach);
        let hit = world.intersect_segment(&sight);
        hit.is_some_and(|(collider, _)| match collider {
            ColliderId::Triangle(id) => {
                let face = world.triangles().get(id.0 as usize);
                face.is_some_and(|face| face.plane().normal().dot(way) > 0.0)
            }
            ColliderId::Box(_) => false,
        })
    };
    let around = (0..WAYS).all(|way| {
        let (sin, cos) = sin_cos_deg(360.0 / f64::from(WAYS) * f64::from(way));
        sees_back(DVec3::new(sin, 0.0, cos))
    });
    around && sees_back(DVec3::Y)
}
