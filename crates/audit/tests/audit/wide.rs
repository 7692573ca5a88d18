//! A wide world with planted faults: hills, buildings, and lots on level ground with a fault each.

use std::collections::BTreeMap;

use sidle::level::Level;

use super::planted::{Fault, LOT, Lot, Mesh, level_of};
use super::random::Random;

/// How high a building is; metres.
const BUILDING: f64 = 8.0;

/// The object on a square of the world.
enum Site {
    Fault(Fault),
    Building,
}

/// A world of squares as wide as a lot.
pub struct Wide {
    pub lots: Vec<Lot>,
    mesh: Mesh,
}

impl Wide {
    /// A square world, about so many metres wide, with so many faults and as many buildings.
    pub fn new(width: f64, faults: usize) -> Self {
        let squares = (width / LOT) as usize;
        let mut random = Random::new(1);
        let mut sites: BTreeMap<[usize; 2], Site> = BTreeMap::new();
        let share = |random: &mut Random| (random.signed() + 1.0) * 0.5;
        while sites.len() < faults * 2 {
            let at = [(); 2].map(|()| 2 + random.below(squares - 4));
            // Nothing stands beside anything else, or where the walkers start.
            let is_near = |[x, z]: [usize; 2]| x.abs_diff(at[0]) < 2 && z.abs_diff(at[1]) < 2;
            if is_near([squares / 2; 2]) || sites.keys().any(|it| is_near(*it)) {
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
        // Hills with slopes up to 20 degrees, level at the edge of the world, at each site and where the walkers start.
        let hill = |x: usize, z: usize| {
            let along = |number: usize| number as f64 * LOT;
            let wave =
                |at: f64, length: f64| sidle::geometry::angle::sin_cos_deg(at / length * 360.0).0;
            let is_edge = [x, z].iter().any(|it| *it == 0 || *it == squares);
            let height = 4.0 * wave(along(x), 170.0) * wave(along(z), 130.0)
                + 1.0 * wave(along(x + z), 60.0);
            if is_edge { 0.0 } else { height }
        };
        let mut heights: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        for [x, z] in sites.keys().copied().chain([[squares / 2; 2]]) {
            for [i, j] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                heights.insert([x + i, z + j], hill(x, z));
            }
        }
        let height =
            |x: usize, z: usize| heights.get(&[x, z]).copied().unwrap_or_else(|| hill(x, z));
        let (mut lots, mut mesh) = (Vec::new(), Mesh::default());
        for x in 0..squares {
            for z in 0..squares {
                let corner = [x, z].map(|number| number as f64 * LOT);
                let fault = match sites.get(&[x, z]) {
                    None => {
                        let at = |i: usize, j: usize| {
                            let [x, z] = [x + i, z + j];
                            [x as f64 * LOT, height(x, z), z as f64 * LOT]
                        };
                        mesh.base = 0.0;
                        mesh.face(&[at(0, 0), at(0, 1), at(1, 1)]);
                        mesh.face(&[at(0, 0), at(1, 1), at(1, 0)]);
                        continue;
                    }
                    Some(Site::Fault(fault)) => Some(*fault),
                    Some(Site::Building) => None,
                };
                mesh.base = height(x, z);
                let lot = Lot { corner, fault };
                mesh.lot(&lot);
                if fault.is_some() {
                    lots.push(lot);
                } else {
                    let [a, b] = [1.0, LOT - 1.0].map(|off| corner.map(|along| along + off));
                    mesh.block(a, b, 0.0, BUILDING);
                }
            }
        }
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
        mesh.start = [
            LOT * (squares / 2) as f64 + LOT * 0.5,
            height(squares / 2, squares / 2) + 0.5,
            LOT * (squares / 2) as f64 + LOT * 0.5,
        ];
        Self { lots, mesh }
    }

    /// The world as a level.
    pub fn level(&self) -> Level {
        level_of(&self.mesh)
    }
}
