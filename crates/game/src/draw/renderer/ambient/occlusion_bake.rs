//! Fills the grid of [`occlusion_grid`](super::occlusion_grid) by rays against the drawn triangles. Slow, so it runs
//! in the background.
//!
//! Takes at most 14 bytes for each cell of the grid, 56 MB in all, and the memory of a [`World`] of the triangles.

use macroquad::math::Vec3;

use sidle::geometry::{Segment, Triangle};
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::parallel::Workers;
use sidle::world::{ColliderId, World};

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::ambient::occluders::Corners;
use crate::draw::renderer::ambient::occlusion_grid::{
    GridLayout, NORMAL_OFFSET, OPEN, OcclusionGrid, Openness,
};
use crate::draw::renderer::level::bounds::Bounds;

/// Levels of more drawn triangles have no ambient occlusion.
pub const MAX_TRIANGLES: usize = 300_000;

/// The number of rays of a cell. Fewer: steps are seen on large walls; more: takes longer.
const RAYS: usize = 64;

/// How far a surface darkens others; metres. Smaller: only corners are dark; larger: whole rooms are.
const REACH: f32 = 3.0;

/// How far beyond the edges of a triangle the shader may look, in cells, which is half the offset along the normal, and
/// a neighbour.
const BESIDE: f32 = 1.75;

/// How much farther than for the normal of the face the shader may look, in cells, because the normal of the light may
/// differ.
const MARGIN: f32 = 0.25;

/// A cell that sees more surfaces from behind is inside of something.
const MAX_BEHIND: usize = RAYS / 4;

/// How many cells deep the inside takes its openness from outside.
const FILLED: usize = 3;

/// How many cells a core fills at once. Fewer: more work to split; more: a bake that is given up ends late.
const PIECE: usize = 1 << 9;

/// How many cells the triangles may touch in total. More: the level is too entangled for a grid.
const MAX_TOUCHES: usize = 400_000_000;

/// Whether a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// The shader never looks there, or only for moving things.
    Air,
    /// Near a surface.
    Near,
    Known,
    /// Inside of something.
    Inside,
}

/// The openness around `triangles`. `None` if there are none, too many, or if `is_cancelled` says so.
pub fn bake(
    triangles: &[Corners],
    is_cancelled: impl Fn() -> bool + Sync,
) -> Option<OcclusionGrid> {
    if triangles.len() > MAX_TRIANGLES {
        return None;
    }
    let solid = triangles.iter();
    let solid = solid.filter_map(|corners| Triangle::new(corners.map(MeshVec3::from_array)));
    let world = World::new(solid.collect(), Vec::new());
    let corners = world.triangles().iter().flat_map(Triangle::vertices);
    let layout = GridLayout::around(&Bounds::around(corners.map(to_render_vec3)))?;
    let mut cells = vec![Cell::Air; layout.len()];
    mark_near(&layout, world.triangles(), &mut cells, &is_cancelled)?;
    let near = (0..cells.len()).filter(|number| cells[*number] == Cell::Near);
    let near: Vec<u32> = near.map(|number| number as u32).collect();
    let pieces: Vec<&[u32]> = near.chunks(PIECE).collect();
    let directions = directions();
    let seen = Workers::All.map(&pieces, |piece| {
        let look = |number: &u32| {
            let center = layout.center(layout.place(*number as usize));
            look_around(&world, center, &directions).map(Openness::to_bytes)
        };
        let is_wanted = !is_cancelled();
        is_wanted.then(|| piece.iter().map(look).collect::<Vec<_>>())
    });
    let mut texels = vec![OPEN; layout.texel_count()];
    for (piece, seen) in pieces.iter().zip(seen) {
        for (number, texel) in piece.iter().zip(seen?) {
            let number = *number as usize;
            cells[number] = match texel {
                Some(texel) => {
                    texels[layout.texel(layout.place(number))] = texel;
                    Cell::Known
                }
                None => Cell::Inside,
            };
        }
    }
    fill_inside(&layout, &mut cells, &mut texels);
    Some(OcclusionGrid { layout, texels })
}

/// Directions that are spread evenly: a spiral from pole to pole, but in an order that soon shows all sides.
fn directions() -> [Vec3; RAYS] {
    let golden_angle = std::f32::consts::PI * (3.0 - 5.0_f32.sqrt());
    std::array::from_fn(|order| {
        let number = order * 27 % RAYS;
        let y = 1.0 - (number as f32 + 0.5) * 2.0 / RAYS as f32;
        let around = (1.0 - y * y).sqrt();
        let (sin, cos) = (number as f32 * golden_angle).sin_cos();
        Vec3::new(around * cos, y, around * sin)
    })
}

/// Marks the cells that the shader may look at for a surface.
fn mark_near(
    layout: &GridLayout,
    triangles: &[Triangle],
    cells: &mut [Cell],
    is_cancelled: &impl Fn() -> bool,
) -> Option<()> {
    let mut touches = 0;
    let beside = BESIDE * layout.cell;
    for triangle in triangles {
        if is_cancelled() || touches > MAX_TOUCHES {
            return None;
        }
        let corners = triangle.vertices().map(to_render_vec3);
        let normal = to_render_vec3(triangle.plane().normal());
        let corner = corners[0];
        let Bounds { min, max } = Bounds::around(corners);
        let (min, max) = (min - beside, max + beside);
        // The cells on the two other axes each have a range on the axis that the triangle faces most.
        let steep = normal.abs();
        let axis = (0..3).max_by(|one, other| steep[*one].total_cmp(&steep[*other]))?;
        let [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
        let range = |axis: usize, low: f32, high: f32| {
            let cell = |place: f32| (place - layout.corner[axis]) / layout.cell;
            let last = layout.counts[axis] - 1;
            let low = (cell(low).floor().max(0.0) as u32).min(last);
            low..=(cell(high).floor().max(0.0) as u32).min(last)
        };
        // The shader looks in front of the surface, and at the neighbours of that place.
        let neighbors = steep.element_sum();
        let in_front = (neighbors + NORMAL_OFFSET + MARGIN) * layout.cell / normal[axis];
        let behind = (neighbors - NORMAL_OFFSET + MARGIN) * layout.cell / normal[axis];
        for u in range(first, min[first], max[first]) {
            for v in range(second, min[second], max[second]) {
                let mut place = [0; 3];
                (place[first], place[second]) = (u, v);
                let center = layout.center(place);
                let off = corner - center;
                let along = off[first] * normal[first] + off[second] * normal[second];
                let height = corner[axis] + along / normal[axis];
                let ends = [height + in_front, height - behind];
                let low = ends[0].min(ends[1]).max(min[axis]);
                let high = ends[0].max(ends[1]).min(max[axis]);
                if low > high {
                    continue;
                }
                for w in range(axis, low, high) {
                    place[axis] = w;
                    let cell = &mut cells[layout.number(place)];
                    *cell = Cell::Near;
                    touches += 1;
                }
            }
        }
    }
    Some(())
}

/// The openness around `center`. `None` inside of something.
fn look_around(world: &World, center: Vec3, directions: &[Vec3; RAYS]) -> Option<Openness> {
    let start = DVec3::from_array(center.to_array().map(f64::from));
    let (mut mean, mut directed, mut behind) = (0.0, Vec3::ZERO, 0);
    for direction in directions {
        let way = DVec3::from_array((*direction * REACH).to_array().map(f64::from));
        let hit = world.intersect_segment(&Segment::new(start, start + way));
        let open = match hit {
            Some((ColliderId::Triangle(id), hit)) => {
                let triangle = world.triangles().get(id.0 as usize);
                let normal = triangle.map_or(hit.normal, |it| it.plane().normal());
                behind += usize::from(normal.dot(way) > 0.0);
                if behind > MAX_BEHIND {
                    return None;
                }
                // The farther a surface is, the less it darkens.
                (hit.fraction * hit.fraction) as f32
            }
            _ => 1.0,
        };
        mean += open;
        directed += *direction * open;
    }
    let share = 1.0 / RAYS as f32;
    Some(Openness {
        mean: mean * share,
        directed: directed * share,
    })
}

/// Gives cells inside of something the mean of their neighbours outside, so that surfaces do not show the darkness
/// behind them.
fn fill_inside(layout: &GridLayout, cells: &mut [Cell], texels: &mut [[u8; 4]]) {
    let mut inside: Vec<usize> = (0..cells.len())
        .filter(|number| cells[*number] == Cell::Inside)
        .collect();
    for _ in 0..FILLED {
        let mut filled = Vec::new();
        for number in &inside {
            let (mut count, mut sums) = (0, [0; 4]);
            for neighbor in neighbors(layout, *number) {
                if cells[neighbor] == Cell::Known {
                    count += 1;
                    let texel = texels[layout.texel(layout.place(neighbor))];
                    for (sum, part) in sums.iter_mut().zip(texel) {
                        *sum += u32::from(part);
                    }
                }
            }
            if count > 0 {
                filled.push((*number, sums.map(|sum| ((sum + count / 2) / count) as u8)));
            }
        }
        for (number, texel) in filled {
            cells[number] = Cell::Known;
            texels[layout.texel(layout.place(number))] = texel;
        }
        inside.retain(|number| cells[*number] == Cell::Inside);
    }
}

/// The cells around the one of this number, at most 26.
fn neighbors(layout: &GridLayout, number: usize) -> impl Iterator<Item = usize> {
    let place = layout.place(number);
    let layout = *layout;
    (0..27_u32).filter_map(move |at| {
        let steps = [at % 3, at / 3 % 3, at / 9];
        let mut near = [0; 3];
        for axis in 0..3 {
            near[axis] = (place[axis] + steps[axis]).checked_sub(1)?;
            if near[axis] >= layout.counts[axis] {
                return None;
            }
        }
        (at != 13).then(|| layout.number(near))
    })
}

#[cfg(test)]
mod tests;
