//! Fills the grid of [`occlusion_grid`](super::occlusion_grid) by rays against the drawn triangles. Slow: runs on a thread of
//! its own.

use macroquad::math::Vec3;

use sidle::geometry::{Segment, Triangle};
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::world::{ColliderId, World};

use crate::draw::renderer::bounds::Bounds;
use crate::draw::renderer::occlusion_grid::{
    GridLayout, NORMAL_OFFSET, OPEN, OcclusionGrid, Openness,
};

/// Levels of more drawn triangles have no ambient occlusion.
pub const MOST_TRIANGLES: usize = 300_000;

/// The number of rays of a cell. Fewer: steps are seen on large walls; more: takes longer.
const RAYS: usize = 64;

/// How far a surface darkens others; metres. Smaller: only corners are dark; larger: whole rooms are.
const REACH: f32 = 3.0;

/// How far beyond the edges of a triangle the shader may look, in cells: half the offset along the normal, and a neighbour.
const BESIDE: f32 = 1.75;

/// How much farther than for the normal of the face the shader may look, in cells: the normal of the light may differ.
const MARGIN: f32 = 0.25;

/// A cell that sees more surfaces from behind is inside of something.
const MOST_BEHIND: usize = RAYS / 4;

/// How many cells deep the inside takes its openness from outside.
const FILLED: usize = 3;

/// How many cells the triangles may touch, all told. More: the level is too entangled for a grid.
const MOST_TOUCHES: usize = 400_000_000;

/// Whether a cell is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// The shader never looks there, or only for what moves.
    Air,
    /// Near a surface.
    Near,
    Known,
    /// Inside of something.
    Inside,
}

/// The openness around `triangles`. `None` if there are none, too many, or if `is_cancelled` says so.
pub fn bake(triangles: &[[Vec3; 3]], is_cancelled: impl Fn() -> bool) -> Option<OcclusionGrid> {
    let corners = triangles.iter().flatten().copied();
    let layout = GridLayout::around(&Bounds::around(corners))?;
    let solid = triangles.iter().filter_map(|triangle| {
        Triangle::new(triangle.map(|corner| MeshVec3::from_array(corner.to_array())))
    });
    let world = World::new(solid.collect(), Vec::new());
    let mut cells = vec![Cell::Air; layout.len()];
    mark_near(&layout, world.triangles(), &mut cells, &is_cancelled)?;
    let mut openness = vec![Openness::FULL; layout.len()];
    let directions = directions();
    for number in 0..cells.len() {
        if number % 1024 == 0 && is_cancelled() {
            return None;
        }
        if cells[number] == Cell::Near {
            let seen = look_around(&world, layout.center(layout.place(number)), &directions);
            cells[number] = if seen.is_some() {
                Cell::Known
            } else {
                Cell::Inside
            };
            openness[number] = seen.unwrap_or(Openness::FULL);
        }
    }
    fill_inside(&layout, &mut cells, &mut openness);
    let cells = cells.iter().zip(openness);
    let cells = cells.map(|(cell, openness)| match cell {
        Cell::Known => openness.to_bytes(),
        _ => OPEN,
    });
    let cells: Vec<_> = cells.collect();
    Some(OcclusionGrid {
        texels: layout.texels(&cells),
        layout,
    })
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
        if is_cancelled() || touches > MOST_TOUCHES {
            return None;
        }
        let [a, b, c] = triangle.vertices().map(DVec3::as_vec3);
        let plane = triangle.plane();
        let normal = Vec3::from_array(plane.normal().as_vec3().to_array());
        let corner = Vec3::from_array(a.to_array());
        let Bounds { min, max } =
            Bounds::around([a, b, c].map(|it| Vec3::from_array(it.to_array())));
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

/// What is open around `center`. `None` inside of something.
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
                if behind > MOST_BEHIND {
                    return None;
                }
                hit.fraction as f32
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

/// Gives cells inside of something the mean of their neighbours outside, so that surfaces do not show what is behind them.
fn fill_inside(layout: &GridLayout, cells: &mut [Cell], openness: &mut [Openness]) {
    let mut inside: Vec<usize> = (0..cells.len())
        .filter(|number| cells[*number] == Cell::Inside)
        .collect();
    for _ in 0..FILLED {
        let mut filled = Vec::new();
        for number in &inside {
            let (mut count, mut mean, mut directed) = (0.0, 0.0, Vec3::ZERO);
            for neighbor in neighbors(layout, *number) {
                if cells[neighbor] == Cell::Known {
                    count += 1.0;
                    mean += openness[neighbor].mean;
                    directed += openness[neighbor].directed;
                }
            }
            if count > 0.0 {
                let openness = Openness {
                    mean: mean / count,
                    directed: directed / count,
                };
                filled.push((*number, openness));
            }
        }
        for (number, found) in filled {
            (cells[number], openness[number]) = (Cell::Known, found);
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
