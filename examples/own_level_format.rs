//! A game with its level format. It reads a text, builds a world from it, and remembers what each collider is.
//!
//! ```sh
//! cargo run --example own_level_format
//! ```
//!
//! The library needs no file and no feature for it. `World::new` numbers its triangles and its boxes in the order of
//! the lists, so a list next to each of them says what stands where.

use sidle::geometry::{Obb, Triangle, rotation_from_degrees};
use sidle::glam::{DVec3, Vec3};
use sidle::player::{Axis, Command, Rules, Spawn, Tuning};
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, TriangleId, World};

/// A level in the format of this game: a word, and then numbers.
const LEVEL: &str = "\
start 0 1 4
floor grass 20
box crate 0 0.5 -1 1 1 1 turned 30
box wall 0 1 -5 20 2 0.5
";

/// A level, as the game knows it.
#[derive(Debug, Default)]
struct Level {
    start: DVec3,
    triangles: Vec<Triangle>,
    boxes: Vec<Obb>,
    /// What each triangle is, and each box.
    triangle_names: Vec<String>,
    box_names: Vec<String>,
}

impl Level {
    /// Reads a level. The error names the line.
    fn read(text: &str) -> Result<Self, String> {
        let mut level = Self::default();
        for (number, line) in text.lines().enumerate() {
            level
                .read_line(line)
                .ok_or_else(|| format!("line {}: cannot read `{line}`", number + 1))?;
        }
        Ok(level)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at)?.parse::<f64>().ok();
        let vector = |at| Some(DVec3::new(number(at)?, number(at + 1)?, number(at + 2)?));
        match *words.first()? {
            "start" => self.start = vector(1)?,
            "floor" => {
                let half = number(2)? as f32 * 0.5;
                let corner = |x: f32, z: f32| Vec3::new(x * half, 0.0, z * half);
                // Counter-clockwise, seen from above.
                let halves = [
                    [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)],
                    [corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)],
                ];
                for half in halves {
                    self.triangles.push(Triangle::new(half)?);
                    self.triangle_names.push(words[1].to_owned());
                }
            }
            "box" => {
                let turned = if words.get(8) == Some(&"turned") {
                    number(9)?
                } else {
                    0.0
                };
                let rotation = rotation_from_degrees(DVec3::Y * turned);
                self.boxes
                    .push(Obb::new(vector(2)?, rotation, vector(5)? * 0.5)?);
                self.box_names.push(words[1].to_owned());
            }
            _ => return None,
        }
        Some(())
    }

    fn name_of(&self, collider: ColliderId) -> &str {
        match collider {
            ColliderId::Triangle(TriangleId(at)) => &self.triangle_names[at as usize],
            ColliderId::Box(BoxId(at)) => &self.box_names[at as usize],
        }
    }
}

fn main() -> Result<(), String> {
    let level = Level::read(LEVEL)?;
    assert!(Level::read("box crate 1 2").is_err() && Level::read("tree").is_err());

    let world = World::new(level.triangles.clone(), level.boxes.clone());
    let spawn = Spawn {
        position: level.start,
        ..Spawn::default()
    };
    let rules = Rules {
        spawn,
        ..Rules::default()
    };
    let mut sim = Sim::new(world, Tuning::default(), rules, 60);

    // Three seconds ahead: into the crate, around it, and to the wall.
    let mut met: Vec<&str> = Vec::new();
    for _ in 0..180 {
        sim.tick(&Command {
            forward: Axis::new(1.0),
            ..Command::default()
        });
        for surface in sim.contacts().touching() {
            let name = level.name_of(surface.collider);
            if !met.contains(&name) {
                println!("after {:.2} s: {name}", sim.ticks() as f64 / 60.0);
                met.push(name);
            }
        }
    }
    assert_eq!(met, ["grass", "crate", "wall"]);
    Ok(())
}
