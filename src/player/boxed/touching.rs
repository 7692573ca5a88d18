//! The surfaces that the box touches, and the ground that it follows down.

use glam::DVec3;

use super::find_near;
use crate::geometry::float::max;
use crate::player::{PlayerState, Scratch, Tuning};
use crate::query::{
    AxisGap, ObbOverlap, closest_obb_point, closest_triangle_point, overlap_obb_obb,
    overlap_obb_obb_axes, overlap_obb_triangle, overlap_obb_triangle_axes,
};
use crate::tolerance::{BACK_OFF, TOUCH, WALL_COS};
use crate::world::{Collider, FilteredWorld, RoundBody, SlopeLimit, Surface};

/// Fills the contacts with all surfaces that the box touches.
pub(in crate::player) fn find_touching(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &PlayerState,
    scratch: &mut Scratch,
) {
    let Scratch { near, contacts, .. } = scratch;
    contacts.touching_mut().clear();
    let Some(obb) = tuning.obb(state.position, state.yaw) else {
        return;
    };
    find_near(world, &obb, TOUCH, near);
    near.retain(|number| world.is_below(*number, &obb.into(), TOUCH));
    for number in near.iter() {
        let collider = world.collider(*number);
        let (touch, point) = match collider {
            Collider::Triangle(_, triangle) => {
                if is_clear(&overlap_obb_triangle(&obb, triangle)) {
                    continue;
                }
                let [x, y, z, own, edges @ ..] = overlap_obb_triangle_axes(&obb, triangle);
                (
                    touch(&[own], &[x, y, z], &edges),
                    closest_triangle_point(triangle, obb.center()),
                )
            }
            Collider::Box(_, other) | Collider::Round(_, RoundBody { around: other, .. }) => {
                if is_clear(&overlap_obb_obb(&obb, other)) {
                    continue;
                }
                let gaps = overlap_obb_obb_axes(&obb, other);
                (
                    touch(&[], &gaps[..6], &gaps[6..]),
                    closest_obb_point(other, obb.center()),
                )
            }
        };
        if let Some((normal, separation)) = touch {
            contacts.touching_mut().push(Surface {
                collider: collider.id(),
                point,
                normal,
                separation,
            });
        }
    }
}

/// Whether the first separating axis alone shows that the shapes do not touch.
fn is_clear<Axis>(overlap: &ObbOverlap<Axis>) -> bool {
    matches!(overlap, ObbOverlap::Apart(gap) if gap.separation > TOUCH)
}

/// The normal and the separation of a contact. They come from the collider's `own` face if the box touches
/// it; else from the steepest of the touched `faces`; else from the edges. The steepest face counts because a
/// corner that only just reaches under another supports no player. `None` if the shapes do not touch.
fn touch<Axis>(
    own: &[Option<AxisGap<Axis>>],
    faces: &[Option<AxisGap<Axis>>],
    edges: &[Option<AxisGap<Axis>>],
) -> Option<(DVec3, f64)> {
    let all = own.iter().chain(faces).chain(edges).flatten();
    let nearest = all.max_by(|a, b| a.separation.total_cmp(&b.separation))?;
    if nearest.separation > TOUCH {
        return None;
    }
    let touched = |gap: &&AxisGap<Axis>| gap.separation >= nearest.separation - TOUCH;
    let own = own.iter().flatten().find(touched);
    let faces = faces.iter().flatten().filter(touched);
    let steepest = faces.min_by(|a, b| a.direction.y.total_cmp(&b.direction.y));
    let gap = own.or(steepest).unwrap_or(nearest);
    Some((gap.direction, gap.separation))
}

/// Where a walker that left the ground by less than the snap distance lands, straight down. `None` if there
/// is not floor, or another surface comes first.
pub(in crate::player) fn follow_ground_down(
    world: FilteredWorld<'_>,
    tuning: &Tuning,
    state: &PlayerState,
    slope: SlopeLimit,
    scratch: &mut Scratch,
) -> Option<DVec3> {
    let obb = tuning.obb(state.position, state.yaw)?;
    let near = &mut scratch.near;
    find_near(world, &obb, tuning.snap_distance, near);
    near.retain(|number| world.is_below(*number, &obb.into(), TOUCH));
    let drops = near.iter().filter_map(|number| {
        let collider = world.collider(*number);
        let drop = match collider {
            Collider::Triangle(_, triangle) => {
                drop_onto(&overlap_obb_triangle_axes(&obb, triangle))
            }
            Collider::Box(_, other) | Collider::Round(_, RoundBody { around: other, .. }) => {
                drop_onto(&overlap_obb_obb_axes(&obb, other))
            }
        };
        drop.map(|(drop, normal)| (drop, normal, collider.id()))
    });
    let (drop, normal, collider) = drops.min_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    (drop <= tuning.snap_distance && normal.y >= slope.cos_of(world.world(), collider))
        .then(|| state.position - DVec3::Y * drop)
}

/// How far a box falls straight down onto the shape to which it has these `gaps`, and the normal there.
/// `None` if the box falls past the shape, or is already inside.
fn drop_onto<Axis>(gaps: &[Option<AxisGap<Axis>>]) -> Option<(f64, DVec3)> {
    let mut last: Option<(f64, DVec3)> = None;
    for gap in gaps
        .iter()
        .flatten()
        .filter(|gap| gap.separation > -BACK_OFF)
    {
        // The box is next to or below the shape: no fall closes this gap.
        if gap.direction.y < WALL_COS {
            return None;
        }
        // The shapes meet when the last gap is closed.
        let drop = max(gap.separation, 0.0) / gap.direction.y;
        if last.is_none_or(|(latest, _)| drop > latest) {
            last = Some((drop, gap.direction));
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Obb, rotation_from_degrees};
    use glam::DMat3;

    fn prop(center: DVec3, size: DVec3) -> Obb {
        Obb::new(center, DMat3::IDENTITY, size * 0.5).unwrap()
    }

    #[test]
    fn a_drop_ends_where_the_last_gap_closes() {
        let slope = rotation_from_degrees(DVec3::Z * 30.0);
        let slope = Obb::new(DVec3::ZERO, slope, DVec3::new(9.0, 1.0, 9.0)).unwrap();
        let (sin, cos) = crate::geometry::angle::sin_cos_deg(30.0);
        // A box of 1 m, 0.1 m above the position where its lower edge touches the slope.
        let touching = (1.0 + 0.5 * (sin + cos)) / cos;
        let player = prop(DVec3::Y * (touching + 0.1), DVec3::ONE);
        let (drop, normal) = drop_onto(&overlap_obb_obb_axes(&player, &slope)).unwrap();
        assert!((drop - 0.1).abs() < 1e-12, "{drop}");
        assert!(
            normal.abs_diff_eq(DVec3::new(-sin, cos, 0.0), 1e-12),
            "{normal}"
        );
        let next_to_slope = prop(DVec3::new(0.0, 9.0, 9.6), DVec3::ONE);
        assert_eq!(
            drop_onto(&overlap_obb_obb_axes(&next_to_slope, &slope)),
            None
        );
    }

    #[test]
    fn a_corner_level_with_the_top_of_a_crate_touches_its_side() {
        // The crate's top and the box's bottom are both at y = 1, its side and the box's at x = 1.
        let crate_box = prop(DVec3::ZERO, DVec3::splat(2.0));
        let player = prop(DVec3::new(1.5, 1.5, 0.0), DVec3::ONE);
        let gaps = overlap_obb_obb_axes(&player, &crate_box);
        assert_eq!(touch(&[], &gaps[..6], &gaps[6..]), Some((DVec3::X, 0.0)));
    }
}
