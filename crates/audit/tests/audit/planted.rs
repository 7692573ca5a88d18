//! Small worlds with planted faults, by seed: rooms of square lots, each with at most one fault.

use std::io;
use std::path::Path;

use sidle::geometry::angle::sin_cos_deg;
use sidle::level::{Files, Level, load_level};
use sidle_audit::{Finding, FindingKind};

use super::random::Random;

/// The side of a lot; metres.
pub const LOT: f64 = 6.0;
/// The height of walls, which no walker climbs; metres.
const WALL: f64 = 3.0;
/// How deep pits and drops are; metres. A jump climbs 1.06 m.
const DEPTH: f64 = 2.2;
/// The body's radius, and how high a jump and a step climb; metres.
const RADIUS: f64 = 0.5;
const CLIMB: f64 = 6.5 * 6.5 / 40.0 + 0.35;

/// A fault of a lot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// A square hole in the floor, this many radii from its middle to its sides.
    Hole(f64),
    /// The same in a wall, at the floor. Only the first row of lots has one.
    Window(f64),
    /// A round pit whose sides have this slope in degrees. In the corners of a square one, walkers climb out. There, the way up
    /// is that of both sides together, which is less steep.
    Pit(f64),
    /// A lower floor without a way up.
    Drop,
    /// A block a centimetre higher than a walker climbs.
    Ledge,
    /// A room whose gate is a centimetre narrower than the body.
    Gate,
    /// A plate on the floor, so high; metres.
    Lip(f64),
}

impl Fault {
    /// Whether `finding` is one that it should have.
    pub fn is_shown_by(self, finding: &Finding) -> bool {
        let kind = finding.kind();
        match self {
            Self::Hole(_) | Self::Window(_) => kind == FindingKind::Escape,
            Self::Pit(_) | Self::Drop => kind == FindingKind::Trap,
            Self::Ledge | Self::Gate => kind == FindingKind::Unreached,
            // Most walkers do not mind it.
            Self::Lip(_) => kind == FindingKind::Snag || finding.message.contains("lip"),
        }
    }

    /// Its row in a table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hole(_) => "hole",
            Self::Window(_) => "window",
            Self::Pit(_) => "pit",
            Self::Drop => "drop",
            Self::Ledge => "ledge",
            Self::Gate => "gate",
            Self::Lip(_) => "lip",
        }
    }

    fn of(random: &mut Random, is_first_row: bool) -> Option<Self> {
        let share = (random.signed() + 1.0) * 0.5;
        match random.below(9) {
            0 => Some(Self::Hole(1.05 + 0.95 * share)),
            1 if is_first_row => Some(Self::Window(1.05 + 0.95 * share)),
            1 | 2 => Some(Self::Pit(51.0 + 29.0 * share)),
            3 => Some(Self::Drop),
            4 => Some(Self::Ledge),
            5 => Some(Self::Gate),
            6 => Some(Self::Lip(0.001 + 0.029 * share)),
            _ => None,
        }
    }
}

/// A lot of a world.
#[derive(Clone, Copy, Debug)]
pub struct Lot {
    /// The corner with the least X and Z.
    pub corner: [f64; 2],
    pub fault: Option<Fault>,
}

impl Lot {
    /// Whether a finding covers a part of the lot, or of its edge.
    pub fn holds(&self, finding: &Finding) -> bool {
        let near = |along: i32, start: f64| {
            let off = f64::from(along) + 0.5 - start;
            off > -1.0 && off < LOT + 1.0
        };
        let mut spots = finding.spots.iter();
        spots.any(|spot| near(spot.at[0], self.corner[0]) && near(spot.at[2], self.corner[1]))
    }
}

/// A world with its faults.
pub struct Planted {
    pub lots: Vec<Lot>,
    mesh: Mesh,
}

/// An OBJ text, and where walkers start in it.
#[derive(Default)]
pub struct Mesh {
    text: String,
    corners: usize,
    /// The height of the ground; metres.
    pub base: f64,
    pub start: [f64; 3],
}

impl Mesh {
    pub fn face(&mut self, corners: &[[f64; 3]]) {
        for [x, y, z] in corners {
            self.text += &format!("v {x:.6} {:.6} {z:.6}\n", y + self.base);
        }
        self.text += "f";
        for _ in corners {
            self.corners += 1;
            self.text += &format!(" {}", self.corners);
        }
        self.text += "\n";
    }

    /// A level square from one corner to the other.
    fn floor(&mut self, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2], y: f64) {
        if x1 - x0 > 1e-9 && z1 - z0 > 1e-9 {
            self.face(&[[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
        }
    }

    /// An upright wall between two points.
    pub fn wall(&mut self, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2], low: f64, high: f64) {
        self.face(&[[x0, low, z0], [x1, low, z1], [x1, high, z1], [x0, high, z0]]);
    }

    /// The sides and the top of a block.
    pub fn block(&mut self, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2], low: f64, high: f64) {
        self.wall([x0, z0], [x1, z0], low, high);
        self.wall([x1, z0], [x1, z1], low, high);
        self.wall([x1, z1], [x0, z1], low, high);
        self.wall([x0, z1], [x0, z0], low, high);
        self.floor([x0, z0], [x1, z1], high);
    }

    /// A level square with a square hole in its middle.
    fn frame(&mut self, [x, z]: [f64; 2], half: f64) {
        let (near, far) = (LOT * 0.5 - half, LOT * 0.5 + half);
        self.floor([x, z], [x + LOT, z + near], 0.0);
        self.floor([x, z + far], [x + LOT, z + LOT], 0.0);
        self.floor([x, z + near], [x + near, z + far], 0.0);
        self.floor([x + far, z + near], [x + LOT, z + far], 0.0);
    }

    pub fn lot(&mut self, lot: &Lot) {
        let [x, z] = lot.corner;
        let (middle, end) = ([x + LOT * 0.5, z + LOT * 0.5], [x + LOT, z + LOT]);
        match lot.fault {
            Some(Fault::Hole(radii)) => self.frame(lot.corner, radii * RADIUS),
            Some(Fault::Pit(degrees)) => self.pit(lot.corner, degrees),
            Some(Fault::Drop) => self.drop(lot.corner, 2.0),
            fault => {
                for row in 0..6 {
                    for column in 0..6 {
                        let (x, z) = (x + f64::from(column), z + f64::from(row));
                        self.floor([x, z], [x + 1.0, z + 1.0], 0.0);
                    }
                }
                match fault {
                    Some(Fault::Ledge) => {
                        let [a, b] = [-1.5, 1.5].map(|off| middle.map(|along| along + off));
                        self.block(a, b, 0.0, CLIMB + 0.01);
                    }
                    Some(Fault::Gate) => self.room(lot.corner, end),
                    Some(Fault::Lip(height)) => {
                        let [a, b] = [-1.5, 1.5].map(|off| middle.map(|along| along + off));
                        self.block(a, b, 0.0, height);
                    }
                    _ => {}
                }
            }
        }
    }

    /// A lower floor of this half width.
    fn drop(&mut self, corner: [f64; 2], half: f64) {
        self.frame(corner, half);
        let [a, b] = [-half, half].map(|off| corner.map(|along| along + LOT * 0.5 + off));
        self.wall(a, [b[0], a[1]], -DEPTH, 0.0);
        self.wall([b[0], a[1]], b, -DEPTH, 0.0);
        self.wall(b, [a[0], b[1]], -DEPTH, 0.0);
        self.wall([a[0], b[1]], a, -DEPTH, 0.0);
        self.floor(a, b, -DEPTH);
    }

    /// A round pit whose sides slope by `degrees`.
    fn pit(&mut self, corner: [f64; 2], degrees: f64) {
        const SIDES: u32 = 24;
        let top = 2.2;
        let (sin, cos) = sin_cos_deg(degrees);
        let bottom = top - DEPTH * cos / sin;
        let [x, z] = corner.map(|along| along + LOT * 0.5);
        let direction = |side: u32| sin_cos_deg(360.0 / f64::from(SIDES) * f64::from(side));
        let ring = |side: u32, radius: f64, y: f64| {
            let (sin, cos) = direction(side);
            [x + sin * radius, y, z + cos * radius]
        };
        // Where the same way meets the edge of the lot.
        let edge = |side: u32| {
            let (sin, cos) = direction(side);
            let most = if sin.abs() > cos.abs() {
                sin.abs()
            } else {
                cos.abs()
            };
            ring(side, LOT * 0.5 / most, 0.0)
        };
        for side in 0..SIDES {
            let next = side + 1;
            let [upper, after] = [side, next].map(|side| ring(side, top, 0.0));
            let [lower, below] = [side, next].map(|side| ring(side, bottom, -DEPTH));
            self.face(&[edge(side), edge(next), after, upper]);
            self.face(&[upper, after, below, lower]);
            self.face(&[lower, below, [x, -DEPTH, z]]);
        }
    }

    /// A closed room in a lot, with a gate that is too narrow.
    fn room(&mut self, [x, z]: [f64; 2], [end_x, end_z]: [f64; 2]) {
        // Walkers pass next to it, to the lots behind.
        let (near, thick) = (1.2, 0.3);
        let (x0, z0, x1, z1) = (x + near, z + near, end_x - near, end_z - near);
        self.block([x0, z0], [x0 + thick, z1], 0.0, WALL);
        self.block([x1 - thick, z0], [x1, z1], 0.0, WALL);
        self.block([x0 + thick, z0], [x1 - thick, z0 + thick], 0.0, WALL);
        let (middle, half) = (x + LOT * 0.5, RADIUS - 0.005);
        self.block([x0 + thick, z1 - thick], [middle - half, z1], 0.0, WALL);
        self.block([middle + half, z1 - thick], [x1 - thick, z1], 0.0, WALL);
    }
}

impl Planted {
    /// The world of this seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let [columns, rows] = [[1, 2], [2, 2], [1, 3], [1, 4], [2, 2]][random.below(5)];
        let (mut lots, mut mesh) = (Vec::new(), Mesh::default());
        for row in 0..rows {
            for column in 0..columns {
                let is_start = row == rows - 1 && column == 0;
                let fault = Fault::of(&mut random, row == 0);
                lots.push(Lot {
                    corner: [f64::from(column) * LOT, f64::from(row) * LOT],
                    fault: fault.filter(|_| !is_start),
                });
            }
        }
        for lot in &lots {
            mesh.lot(lot);
        }
        let (width, depth) = (f64::from(columns) * LOT, f64::from(rows) * LOT);
        mesh.wall([0.0, 0.0], [0.0, depth], -0.5, WALL);
        mesh.wall([width, 0.0], [width, depth], -0.5, WALL);
        mesh.wall([0.0, depth], [width, depth], -0.5, WALL);
        for lot in lots.iter().take(columns as usize) {
            let [x, _] = lot.corner;
            match lot.fault {
                Some(Fault::Window(radii)) => {
                    let (middle, half) = (x + LOT * 0.5, radii * RADIUS);
                    mesh.wall([x, 0.0], [middle - half, 0.0], -0.5, WALL);
                    mesh.wall([middle + half, 0.0], [x + LOT, 0.0], -0.5, WALL);
                    mesh.wall([middle - half, 0.0], [middle + half, 0.0], half * 2.0, WALL);
                }
                _ => mesh.wall([x, 0.0], [x + LOT, 0.0], -0.5, WALL),
            }
        }
        mesh.start = [LOT * 0.5, 0.5, depth - LOT * 0.5];
        Self { lots, mesh }
    }

    /// The world as a level.
    pub fn level(&self) -> Level {
        level_of(&self.mesh)
    }
}

/// A level with this mesh.
pub fn level_of(mesh: &Mesh) -> Level {
    level_with(mesh, "")
}

/// The same with more in its text.
pub fn level_with(mesh: &Mesh, more: &str) -> Level {
    let text = format!(
        "format = 1\nname = \"Planted\"\n[spawn]\nposition = {:?}\n[[mesh]]\nfile = \"planted.obj\"\n{more}",
        mesh.start
    );
    let files = InMemory([("planted.toml", text.as_str()), ("planted.obj", &mesh.text)]);
    let loaded = load_level("planted.toml".as_ref(), &files);
    loaded.level.expect("a good level")
}

/// Two files in memory.
pub struct InMemory<'t>(pub [(&'t str, &'t str); 2]);

impl Files for InMemory<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut files = self.0.iter();
        let found = files.find(|(name, _)| Path::new(name) == path);
        found
            .map(|(_, text)| text.as_bytes().to_vec())
            .ok_or(io::ErrorKind::NotFound.into())
    }

    fn names(&self, _: &Path) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// How many faults of each kind there were, how many were found, and the reports without a fault.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Planted and found, by the fault's name.
    pub rows: std::collections::BTreeMap<&'static str, [u32; 2]>,
    /// Escapes, traps and stuck walkers where no fault was planted.
    pub false_alarms: Vec<String>,
    pub missed: Vec<String>,
}

impl Score {
    /// Adds the findings in the world of `seed`.
    pub fn add(&mut self, seed: u64, lots: &[Lot], findings: &[Finding]) {
        for lot in lots {
            let Some(fault) = lot.fault else { continue };
            let row = self.rows.entry(fault.name()).or_default();
            row[0] += 1;
            let mut shown = findings.iter().filter(|finding| fault.is_shown_by(finding));
            if shown.any(|finding| lot.holds(finding)) {
                row[1] += 1;
            } else {
                self.missed
                    .push(format!("seed {seed}: {fault:?} at {:?}", lot.corner));
            }
        }
        let severe = [FindingKind::Escape, FindingKind::Trap, FindingKind::Stuck];
        for finding in findings
            .iter()
            .filter(|finding| severe.contains(&finding.kind()))
        {
            let is_planted = lots.iter().any(|lot| {
                lot.holds(finding) && lot.fault.is_some_and(|fault| fault.is_shown_by(finding))
            });
            if !is_planted {
                let (id, message) = (finding.id(), &finding.message);
                self.false_alarms
                    .push(format!("seed {seed}: {id}: {message}"));
            }
        }
    }
}
