//! Questions about a world.

use sidle::geometry::Segment;
use sidle::glam::DVec3;
use sidle::world::PlacedBody;

use crate::convert::{filter, number, place, vector};
use crate::failure::{Failure, Status, guard};
use crate::handles::WorldHandle;
use crate::memory::{In, Out};
use crate::types::{FilterDesc, Hit, Shape};

/// The longest motion of a cast; metres, along each axis.
const MAX_MOTION: f64 = 1e12;

/// The first collider on the way of a ray.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_cast_ray(
    world: WorldHandle,
    filter_by: In<FilterDesc>,
    from: In<[f64; 3]>,
    to: In<[f64; 3]>,
    hit: Out<Hit>,
) -> Status {
    guard(|| {
        let out = hit.place("hit")?;
        let filter = filter(filter_by.read_if_any("filter_by")?);
        let from = place(from.read("from")?, "from")?;
        let to = vector(to.read("to")?, MAX_MOTION, "to")?;
        world.read(|scene| {
            let seen = scene.world.filtered(filter);
            let first = seen.intersect_segment(&Segment::new(from, to));
            out.write(first.map_or(Hit::nothing(to), |(id, hit)| Hit {
                fraction: hit.fraction,
                position: hit.point.to_array(),
                point: hit.point.to_array(),
                normal: hit.normal.to_array(),
                collider: number(id),
                tag: scene.world.tag(id),
            }));
            Ok(())
        })
    })
}

/// The first collider that a moving shape touches.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_cast_shape(
    world: WorldHandle,
    filter_by: In<FilterDesc>,
    shape: In<Shape>,
    position: In<[f64; 3]>,
    motion: In<[f64; 3]>,
    hit: Out<Hit>,
) -> Status {
    guard(|| {
        let out = hit.place("hit")?;
        let filter = filter(filter_by.read_if_any("filter_by")?);
        let start = position.read("position")?;
        let body = shape.read("shape")?.placed(start)?;
        let motion = vector(motion.read("motion")?, MAX_MOTION, "motion")?;
        world.read(|scene| {
            let seen = scene.world.filtered(filter);
            let first = match body {
                PlacedBody::Upright(body) => {
                    let first = seen.sweep_body(body, motion);
                    first.map(|(id, hit)| (id, hit.fraction, hit.center, hit.point, hit.normal))
                }
                PlacedBody::Box(obb) => {
                    let first = seen.sweep_obb(&obb, motion);
                    first.map(|(id, hit)| (id, hit.fraction, hit.center, hit.center, hit.normal))
                }
            };
            let end = DVec3::from_array(start) + motion;
            out.write(first.map_or(
                Hit::nothing(end),
                |(id, fraction, center, point, normal)| Hit {
                    fraction,
                    position: center.to_array(),
                    point: point.to_array(),
                    normal: normal.to_array(),
                    collider: number(id),
                    tag: scene.world.tag(id),
                },
            ));
            Ok(())
        })
    })
}

/// Whether a shape fits at a place.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_fits(
    world: WorldHandle,
    filter_by: In<FilterDesc>,
    shape: In<Shape>,
    position: In<[f64; 3]>,
) -> Status {
    guard(|| {
        let filter = filter(filter_by.read_if_any("filter_by")?);
        let body = shape.read("shape")?.placed(position.read("position")?)?;
        world.read(|scene| {
            let fits = scene.world.filtered(filter).fits(body);
            fits.map_err(|misfit| Failure::no_room(&misfit.surface))
        })
    })
}
