//! The insides of solids, whose floor no player should reach.

use sidle::glam::DVec3;

use sidle::geometry::Segment;
use sidle::geometry::angle::sin_cos_deg;
use sidle::world::{ColliderId, World};

/// In how many level directions walls are looked for.
const DIRECTIONS: u32 = 8;

/// From how many of those directions, and up, one sees the back of a face inside of a solid. Where two solids touch, one of their
/// two faces in one place is seen. Fewer: a room with a flipped wall counts as a solid; more: the inside of touching solids counts as floor.
const LEAST_BACKS: usize = 6;

/// Whether `position` lies inside of a solid: above and all around, one sees a face no farther away than `reach`, and mostly its
/// back. A room without a roof is no solid, even if all its walls are flipped.
pub(super) fn encloses(world: &World, position: DVec3, reach: f64) -> bool {
    // Whether the first face in this direction shows its back; `None`: there is nothing.
    let sees_back = |direction: DVec3| {
        let sight = Segment::new(position, position + direction * reach);
        let (collider, _) = world.intersect_segment(&sight)?;
        Some(match collider {
            ColliderId::Triangle(id) => {
                let face = world.triangles().get(id.0 as usize);
                face.is_some_and(|face| face.plane().normal().dot(direction) > 0.0)
            }
            ColliderId::Box(_) => false,
        })
    };
    let around = (0..DIRECTIONS).map(|direction| {
        let (sin, cos) = sin_cos_deg(360.0 / f64::from(DIRECTIONS) * f64::from(direction));
        DVec3::new(sin, 0.0, cos)
    });
    let all: Option<Vec<bool>> = around.chain([DVec3::Y]).map(sees_back).collect();
    all.is_some_and(|all| all.into_iter().filter(|is_back| *is_back).count() >= LEAST_BACKS)
}
