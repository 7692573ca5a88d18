//! Fills the grid of [`occlusion_grid`](super::occlusion_grid) by rays against the drawn triangles. Slow: runs beside the
//! frames.
//!
//! Takes at most 14 bytes for each cell of the grid, 56 MB in all, and the memory of a [`World`] of the triangles.

use macroquad::math::Vec3;

use sidle::geometry::{Segment, Triangle};
use sidle::glam::{DVec3, Vec3 as MeshVec3};
use sidle::world::{ColliderId, World};

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::bounds::Bounds;
use crate::draw::renderer::occluders::Corners;
use crate::draw::renderer::occlusion_grid::{
    GridLayout, NORMAL_OFFSET, OPEN, OcclusionGrid, Openness,
};
use crate::draw::renderer::workers::map_all;

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

/// How many cells a core fills at once. Fewer: more work to split; more: a bake that is given up ends late.
const PIECE: usize = 1 << 9;

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
pub fn bake(
    triangles: &[Corners],
    is_cancelled: impl Fn() -> bool + Sync,
) -> Option<OcclusionGrid> {
    if triangles.len() > MOST_TRIANGLES {
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
    let seen = map_all(&pieces, |piece| {
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
        if is_cancelled() || touches > MOST_TOUCHES {
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

/// Gives cells inside of something the mean of their neighbours outside, so that surfaces do not show what is behind them.
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
mod tests {
    use super::*;

    /// The two triangles of a parallelogram; the front is where its sides turn counter-clockwise.
    fn quad(corner: Vec3, first: Vec3, second: Vec3) -> [Corners; 2] {
        let opposite = corner + first + second;
        let triangles = [
            [corner, corner + first, opposite],
            [corner, opposite, corner + second],
        ];
        triangles.map(|corners| corners.map(|corner| corner.to_array()))
    }

    /// A floor of 16 m around the origin.
    fn floor() -> Vec<Corners> {
        quad(Vec3::new(-8.0, 0.0, -8.0), Vec3::Z * 16.0, Vec3::X * 16.0).to_vec()
    }

    /// A box whose faces look outwards.
    fn solid(min: Vec3, size: Vec3) -> Vec<Corners> {
        let [x, y, z] = [Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z];
        [
            quad(min, y, x),
            quad(min, z, y),
            quad(min, x, z),
            quad(min + z, x, y),
            quad(min + x, y, z),
            quad(min + y, z, x),
        ]
        .concat()
    }

    fn baked(triangles: &[Corners]) -> OcclusionGrid {
        bake(triangles, || false).expect("a grid")
    }

    /// The shader's `openness`.
    fn openness(grid: &OcclusionGrid, place: Vec3, normal: Vec3) -> f32 {
        let layout = &grid.layout;
        let [width, _] = layout.texture_size();
        let place = (place - layout.corner) / layout.cell + normal * NORMAL_OFFSET - 0.5;
        let (first, mut share) = (place.floor(), 0.0);
        let off = place - first;
        for corner in 0..8 {
            let step = [0, 1, 2].map(|axis| corner >> axis & 1);
            let weight = |axis: usize| match step[axis] {
                0 => 1.0 - off[axis],
                _ => off[axis],
            };
            let [x, y, z] = [0, 1, 2].map(|axis| first[axis] as u32 + step[axis]);
            let across = y % layout.columns * layout.counts[0] + x;
            let down = y / layout.columns * layout.counts[2] + z;
            let texel = grid.texels[(down * width + across) as usize];
            let [r, g, b, mean] = texel.map(f32::from);
            let open = mean + (Vec3::new(r, g, b) - 128.0).dot(normal);
            share += weight(0) * weight(1) * weight(2) * open / 255.0;
        }
        share.clamp(0.0, 1.0)
    }

    #[test]
    fn a_floor_in_the_open_is_fully_open() {
        let grid = baked(&floor());
        for place in [
            Vec3::ZERO,
            Vec3::new(3.1, 0.0, -5.7),
            Vec3::new(-7.9, 0.0, 7.9),
        ] {
            let open = openness(&grid, place, Vec3::Y);
            assert!(open > 0.97, "{place} {open}");
        }
    }

    #[test]
    fn a_wall_darkens_the_floor_the_more_the_nearer_it_is() {
        let mut triangles = floor();
        triangles.extend(solid(
            Vec3::new(-8.0, -1.0, -8.0),
            Vec3::new(16.0, 6.0, 4.0),
        ));
        let grid = baked(&triangles);
        // The wall's face is at z = -4.
        let at = |away: f32| openness(&grid, Vec3::new(0.3, 0.0, away - 4.0), Vec3::Y);
        // Half of the sky is hidden.
        assert!((0.45..0.65).contains(&at(0.01)), "{}", at(0.01));
        let shares = [0.01, 0.3, 0.6, 1.0, 1.5, 2.2, 3.2].map(at);
        assert!(shares.is_sorted(), "{shares:?}");
        assert!(shares[6] > 0.95, "{shares:?}");
        let on_wall = |high: f32| openness(&grid, Vec3::new(0.3, high, -4.0), Vec3::Z);
        assert!(on_wall(0.01) < 0.65 && on_wall(3.5) > 0.95);
    }

    #[test]
    fn the_corners_of_a_room_are_darker_than_its_walls_and_the_street_is_bright() {
        // Five walls of 0.3 m, and a floor that goes on under them.
        let mut triangles = floor();
        for (min, size) in [
            ([-3.0, 0.0, -3.0], [6.0, 3.0, 0.3]),
            ([-3.0, 0.0, 2.7], [6.0, 3.0, 0.3]),
            ([-3.0, 0.0, -3.0], [0.3, 3.0, 6.0]),
            ([2.7, 0.0, -3.0], [0.3, 3.0, 6.0]),
            ([-3.0, 3.0, -3.0], [6.0, 0.3, 6.0]),
        ] {
            triangles.extend(solid(Vec3::from_array(min), Vec3::from_array(size)));
        }
        let grid = baked(&triangles);
        let floor = |x: f32, z: f32| openness(&grid, Vec3::new(x, 0.0, z), Vec3::Y);
        let (corner, side, middle) = (floor(2.6, 2.6), floor(2.6, 0.0), floor(0.0, 0.0));
        assert!(corner + 0.1 < side && side + 0.1 < middle);
        // Just behind the wall, nothing of the room's darkness.
        assert!(floor(3.05, 0.0) > 0.4 && floor(3.05, 0.0) > corner + 0.2);
        assert!(floor(6.5, 0.0) > 0.95);
    }

    #[test]
    fn the_inside_of_a_crate_does_not_darken_what_is_around_it() {
        let mut triangles = floor();
        triangles.extend(solid(Vec3::new(-0.5, 0.0, -0.5), Vec3::ONE));
        let grid = baked(&triangles);
        let beside = openness(&grid, Vec3::new(0.55, 0.0, 0.0), Vec3::Y);
        assert!((0.4..0.8).contains(&beside), "{beside}");
        let top = openness(&grid, Vec3::new(0.45, 1.0, 0.45), Vec3::Y);
        assert!(top > 0.95, "{top}");
    }

    #[test]
    fn a_sloping_plane_is_open_everywhere() {
        for turn in 0..12 {
            let (sin, cos) = (turn as f32 * 0.55).sin_cos();
            let first = Vec3::new(cos, 0.4 * sin, sin).normalize();
            let second = first.cross(Vec3::new(0.1, 1.0, cos)).normalize();
            let normal = first.cross(second).normalize();
            let corner = (first + second) * -4.0;
            let grid = baked(&quad(corner, first * 8.0, second * 8.0));
            for number in 0..200 {
                let along = |step: usize| (number * step % 199) as f32 / 199.0 * 7.8 + 0.1;
                let place = corner + first * along(37) + second * along(91);
                let open = openness(&grid, place, normal);
                assert!(open > 0.9, "{turn} {place} {normal} {open}");
            }
        }
    }

    #[test]
    fn nothing_comes_of_nothing_nor_of_a_cancelled_bake() {
        assert!(bake(&[], || false).is_none());
        assert!(bake(&floor(), || true).is_none());
        let nowhere = [[f32::NAN; 3]; 3];
        assert!(bake(&[nowhere], || false).is_none());
        // A line has no area.
        let line = [0.0, 1.0, 2.0].map(|along| [along, 0.0, 0.0]);
        assert!(bake(&[line], || false).is_none());
        let many = vec![floor()[0]; MOST_TRIANGLES + 1];
        assert!(bake(&many, || panic!("nothing is baked")).is_none());
    }

    #[test]
    fn the_same_triangles_give_the_same_grid() {
        let mut triangles = floor();
        triangles.extend(solid(Vec3::ONE, Vec3::new(2.0, 1.0, 1.5)));
        assert_eq!(baked(&triangles).texels, baked(&triangles).texels);
    }
}
