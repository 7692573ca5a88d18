//! A wide world with planted faults. Hills surround buildings and level lots with one fault each.

use std::collections::BTreeMap;

use sidle::level::Level;

use super::planted::{Fault, LOT, Lot, Mesh, level_of};
use super::random::Random;

/// The height of a building; metres.
const BUILDING: f64 = 8.0;

/// The object on a square of the world.
enum Site {
    Fault(Fault),
    Building,
}

/// A world of square lots. Most of them are hilly ground.
pub struct Wide {
    pub lots: Vec<Lot>,
    mesh: Mesh,
}

impl Wide {
    /// A square world about `width` metres wide, with `faults` faults and as many buildings.
    pub fn new(width: f64, faults: usize) -> Self {
        let squares = (width / LOT) as usize;
        let sites = sites(squares, faults);
        let ground = Ground::new(squares, &sites);
        let (mut lots, mut mesh) = (Vec::new(), Mesh::default());
        for x in 0..squares {
            for z in 0..squares {
                let Some(site) = sites.get(&[x, z]) else {
                    ground.add_square(x, z, &mut mesh);
                    continue;
                };
                let fault = match site {
                    Site::Fault(fault) => Some(*fault),
                    Site::Building => None,
                };
                let corner = [x, z].map(|number| number as f64 * LOT);
                let lot = Lot { corner, fault };
                mesh.base = ground.height(x, z);
                mesh.lot(&lot);
                if fault.is_some() {
                    lots.push(lot);
                } else {
                    let [a, b] = [1.0, LOT - 1.0].map(|off| corner.map(|along| along + off));
                    mesh.block(a, b, 0.0, BUILDING);
                }
            }
        }
        add_outer_walls(squares, &mut mesh);
        let middle = LOT * (squares / 2) as f64 + LOT * 0.5;
        let height = ground.height(squares / 2, squares / 2);
        mesh.start = [middle, height + 0.5, middle];
        Self { lots, mesh }
    }

    /// The world as a level.
    pub fn level(&self) -> Level {
        level_of(&self.mesh)
    }
}

/// The squares with a fault or a building, by the corner with the least X and Z. No two of them touch, and none touches
/// the square where the walkers start.
fn sites(squares: usize, faults: usize) -> BTreeMap<[usize; 2], Site> {
    let mut random = Random::new(1);
    let mut sites: BTreeMap<[usize; 2], Site> = BTreeMap::new();
    let share = |random: &mut Random| (random.signed() + 1.0) * 0.5;
    while sites.len() < faults * 2 {
        let at = [(); 2].map(|()| 2 + random.below(squares - 4));
        let is_near = |[x, z]: [usize; 2]| x.abs_diff(at[0]) < 2 && z.abs_diff(at[1]) < 2;
        if is_near([squares / 2; 2]) || sites.keys().any(|site| is_near(*site)) {
            continue;
        }
        let site = match sites.len() % 12 {
            0 => Site::Fault(Fault::Hole(1.05 + 0.95 * share(&mut random))),
            2 => Site::Fault(Fault::Pit(51.0 + 29.0 * share(&mut random))),
            4 => Site::Fault(Fault::Drop),
            6 => Site::Fault(Fault::Ledge),
            8 => Site::Fault(Fault::Gate),
            10 => Site::Fault(Fault::Lip(0.001 + 0.029 * share(&mut random))),
            _ => Site::Building,
        };
        sites.insert(at, site);
    }
    sites
}

/// The heights of the corners of all squares.
struct Ground {
    squares: usize,
    /// The heights around the sites and the start, which are level.
    level: BTreeMap<[usize; 2], f64>,
}

impl Ground {
    fn new(squares: usize, sites: &BTreeMap<[usize; 2], Site>) -> Self {
        let mut ground = Self {
            squares,
            level: BTreeMap::new(),
        };
        for [x, z] in sites.keys().copied().chain([[squares / 2; 2]]) {
            for [i, j] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                let height = ground.hill(x, z);
                ground.level.insert([x + i, z + j], height);
            }
        }
        ground
    }

    /// The height of a corner of the hills, which slope up to 20 degrees, and are level at the edge of the world.
    fn hill(&self, x: usize, z: usize) -> f64 {
        if [x, z].iter().any(|at| *at == 0 || *at == self.squares) {
            return 0.0;
        }
        let wave = |number: usize, length: f64| {
            sidle::geometry::angle::sin_cos_deg(number as f64 * LOT / length * 360.0).0
        };
        4.0 * wave(x, 170.0) * wave(z, 130.0) + 1.0 * wave(x + z, 60.0)
    }

    fn height(&self, x: usize, z: usize) -> f64 {
        let level = self.level.get(&[x, z]).copied();
        level.unwrap_or_else(|| self.hill(x, z))
    }

    /// Adds the ground of a square without a site.
    fn add_square(&self, x: usize, z: usize, mesh: &mut Mesh) {
        let corner = |i: usize, j: usize| {
            let [x, z] = [x + i, z + j];
            [x as f64 * LOT, self.height(x, z), z as f64 * LOT]
        };
        mesh.base = 0.0;
        mesh.face(&[corner(0, 0), corner(0, 1), corner(1, 1)]);
        mesh.face(&[corner(0, 0), corner(1, 1), corner(1, 0)]);
    }
}

/// Adds the walls around the world.
fn add_outer_walls(squares: usize, mesh: &mut Mesh) {
    mesh.base = 0.0;
    let end = squares as f64 * LOT;
    for [from, to] in [
        [[0.0, 0.0], [end, 0.0]],
        [[end, 0.0], [end, end]],
        [[end, end], [0.0, end]],
        [[0.0, end], [0.0, 0.0]],
    ] {
        mesh.wall(from, to, -0.5, 12.0);
    }
}
