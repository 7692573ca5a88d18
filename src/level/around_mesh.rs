//! A level around a bare mesh: the text of a level file for an OBJ file that has none.

use std::io;
use std::path::Path;

use glam::DVec3;

use super::{Diagnostic, Files, load_level};
use crate::geometry::angle::cos_deg;
use crate::geometry::{Aabb, Sphere};
use crate::player::Tuning;
use crate::world::World;

/// A mesh narrower than this is a thing to look at, and one stands beside it; a wider one is a place,
/// and one stands in it; metres.
const LEAST_PLACE: f64 = 15.0;

/// A mesh narrower, or wider, than this is shown larger, or smaller, so that it has a size to walk
/// around in; metres. (Modellers work in centimetres and in kilometres too.)
const SIZES: core::ops::RangeInclusive<f64> = 3.0..=2000.0;

/// How wide such a mesh is to become; metres.
const USUAL_SIZE: f64 = 12.0;

/// How far from a thing one stands, and how far the ground around it reaches; metres.
const BESIDE: f64 = 3.0;
const GROUND_MARGIN: f64 = 12.0;

/// A place is looked through for ground at so many points along each side, from the middle outwards.
const SAMPLES: i32 = 12;

/// The text of a level file beside the OBJ file `mesh` that shows it, with a spawn found for it: on
/// the ground in the middle of a place, or beside a thing, with ground below both.
///
/// # Errors
/// The problems of the mesh, when it cannot be used.
///
/// # Example
/// ```
/// use sidle::level::{BuiltIn, level_around_mesh};
/// let text = level_around_mesh("assets/car.obj".as_ref(), &BuiltIn).unwrap();
/// assert!(text.contains("file = \"car.obj\""));
/// ```
pub fn level_around_mesh(mesh: &Path, files: &dyn Files) -> Result<String, Vec<Diagnostic>> {
    let name = mesh.file_name().unwrap_or_default().to_string_lossy();
    let stem = mesh.file_stem().unwrap_or_default().to_string_lossy();
    let write = |scale: f64, start: &Start| text(&name, &stem, scale, start);
    let load = |text: String| {
        let level_path = mesh.with_file_name("level.toml");
        let files = WithLevel {
            text,
            path: &level_path,
            files,
        };
        let loaded = load_level(&level_path, &files);
        loaded.level.ok_or(loaded.diagnostics)
    };
    let bare = load(write(1.0, &Start::default()))?;
    let Some(bounds) = bounds_of(&bare.world) else {
        return Ok(write(1.0, &Start::default()));
    };
    let scale = usual_scale(width(&bounds));
    let world = if scale == 1.0 {
        bare.world
    } else {
        load(write(scale, &Start::default()))?.world
    };
    let bounds = bounds_of(&world).unwrap_or(bounds);
    let in_it = (width(&bounds) >= LEAST_PLACE).then(|| find_ground(&world, &bounds));
    let start = in_it.flatten().unwrap_or_else(|| beside(&bounds));
    Ok(write(scale, &start))
}

/// Files, and one level that is not among them.
struct WithLevel<'f> {
    text: String,
    path: &'f Path,
    files: &'f dyn Files,
}

impl Files for WithLevel<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path {
            return Ok(self.text.clone().into_bytes());
        }
        self.files.read(path)
    }
}

/// Where the player begins, and what is put below it.
#[derive(Default)]
struct Start {
    position: DVec3,
    /// The top of a square of ground, and half its side; metres.
    ground: Option<(DVec3, f64)>,
}

fn bounds_of(world: &World) -> Option<Aabb> {
    let corners = world.triangles().iter().flat_map(|it| it.vertices());
    Aabb::from_points(corners)
}

/// The larger of its sides, seen from above.
fn width(bounds: &Aabb) -> f64 {
    let half = bounds.half_extents();
    half.x.max(half.z).max(half.y * 0.5) * 2.0
}

/// 1 for a mesh of a usual size; else 1, 2 or 5 times a power of ten that makes it one.
fn usual_scale(width: f64) -> f64 {
    if SIZES.contains(&width) {
        return 1.0;
    }
    let wanted = USUAL_SIZE / width;
    let mut power = 1.0;
    while power * 10.0 <= wanted {
        power *= 10.0;
    }
    while power > wanted {
        power *= 0.1;
    }
    let steps = [5.0, 2.0, 1.0].into_iter();
    let mut fitting = steps.filter(|step| step * power <= wanted);
    let scale = fitting.next().unwrap_or(1.0) * power;
    // 0.1 has no exact power.
    if scale < 1.0 {
        1.0 / libm::round(1.0 / scale)
    } else {
        scale
    }
}

/// On the walkable ground that is nearest to the middle, under the open sky.
fn find_ground(world: &World, bounds: &Aabb) -> Option<Start> {
    let tuning = Tuning::default();
    let (radius, floor_cos) = (tuning.radius, cos_deg(tuning.max_slope_deg));
    let (center, half) = (bounds.center(), bounds.half_extents());
    let fall = DVec3::NEG_Y * (half.y * 2.0 + radius * 4.0);
    let mut samples: Vec<_> = (-SAMPLES..=SAMPLES)
        .flat_map(|i| (-SAMPLES..=SAMPLES).map(move |j| (i, j)))
        .collect();
    samples.sort_by_key(|(i, j)| (i * i + j * j, *i, *j));
    samples.into_iter().find_map(|(i, j)| {
        let share = DVec3::new(f64::from(i), 0.0, f64::from(j)) / f64::from(SAMPLES);
        let top = center + share * half * 0.95 + DVec3::Y * (half.y + radius * 2.0);
        let (_, hit) = world.sweep_sphere(&Sphere::new(top, radius)?, fall)?;
        (hit.normal.y >= floor_cos).then_some(Start {
            position: hit.center,
            ground: None,
        })
    })
}

/// On ground put below the mesh, before its front.
fn beside(bounds: &Aabb) -> Start {
    let (center, half) = (bounds.center(), bounds.half_extents());
    let top = DVec3::new(center.x, bounds.min().y, center.z);
    let ahead = DVec3::Z * (half.z + BESIDE);
    Start {
        position: top + ahead + DVec3::Y * Tuning::default().radius,
        ground: Some((top, half.x.max(half.z) + GROUND_MARGIN)),
    }
}

fn text(name: &str, stem: &str, scale: f64, start: &Start) -> String {
    let (file, title) = (quoted(name), quoted(stem));
    // To the millimetre, upwards: nobody begins in the ground.
    let [x, y, z] = (start.position * 1000.0)
        .ceil()
        .to_array()
        .map(|it| it / 1000.0);
    let mut text = format!(
        "format = 1\nname = {title}\n\n[spawn]\nposition = [{x:?}, {y:?}, {z:?}]\n\n\
         [[mesh]]\nfile = {file}\n"
    );
    if scale != 1.0 {
        text += &format!("scale = {scale:?}\n");
    }
    let low = start
        .position
        .y
        .min(start.ground.map_or(0.0, |(top, _)| top.y))
        - 50.0;
    if low < -20.0 {
        text = text.replacen(
            "\n[[mesh]]",
            &format!("\n[limits]\nkill_y = {low:.1}\n\n[[mesh]]"),
            1,
        );
    }
    if let Some((top, half)) = start.ground {
        let (side, height) = (libm::ceil(half * 2.0), top.y - 0.5);
        text += &format!(
            "\n[[prop]]                       # the ground below it\nkind = \"crate\"\n\
             position = [{:.3}, {height:.3}, {:.3}]\nscale = [{side:.1}, 1.0, {side:.1}]\n",
            top.x, top.z
        );
    }
    text
}

/// As a TOML string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => quoted += &format!("\\u{:04X}", u32::from(sign)),
            sign => quoted.push(sign),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::super::Severity;
    use super::*;
    use crate::player::Command;
    use crate::sim::Sim;

    /// One mesh, by any name.
    struct One(String);

    impl Files for One {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            let is_mesh = path.extension().is_some_and(|end| end == "obj");
            let text = is_mesh.then(|| self.0.clone().into_bytes());
            text.ok_or(io::ErrorKind::NotFound.into())
        }
    }

    /// A box of this size that stands on `base`.
    fn box_mesh(size: DVec3, base: DVec3) -> String {
        let mut text = String::new();
        for number in 0..8 {
            let side = |bit: i32| if number >> bit & 1 == 1 { 0.5 } else { -0.5 };
            let corner = base + size * (DVec3::new(side(0), side(1), side(2)) + DVec3::Y * 0.5);
            text += &format!("v {} {} {}\n", corner.x, corner.y, corner.z);
        }
        text + "f 1 3 4 2\nf 5 6 8 7\nf 1 5 7 3\nf 2 4 8 6\nf 1 2 6 5\nf 3 7 8 4\n"
    }

    /// The level's text, and where a player ends that stands there for a second.
    fn stand(mesh: &str, name: &str) -> (String, DVec3) {
        let files = One(mesh.to_owned());
        let text = level_around_mesh(name.as_ref(), &files).expect("a mesh that can be used");
        let files = WithLevel {
            text: text.clone(),
            path: "level.toml".as_ref(),
            files: &files,
        };
        let loaded = load_level("level.toml".as_ref(), &files);
        let errors = loaded.diagnostics.iter();
        let errors: Vec<_> = errors.filter(|it| it.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        assert!(
            loaded.diagnostics.is_empty(),
            "{:?}\n{text}",
            loaded.diagnostics
        );
        let mut sim = Sim::of_level(&mut loaded.level.unwrap(), 60);
        let start = sim.player().position;
        for _ in 0..60 {
            sim.tick(&Command::default());
        }
        assert_eq!(sim.player().ground.name(), "floor", "{text}");
        assert!(start.distance(sim.player().position) < 0.01, "{text}");
        (text, start)
    }

    #[test]
    fn in_a_place_one_stands_in_the_middle_of_its_ground() {
        let (_, start) = stand(
            &box_mesh(DVec3::new(40.0, 2.0, 60.0), DVec3::X * 5.0),
            "a.obj",
        );
        assert!(start.distance(DVec3::new(5.0, 2.5, 0.0)) < 0.01, "{start}");
    }

    #[test]
    fn beside_a_thing_one_stands_on_ground_that_is_put_below_it() {
        let (text, start) = stand(&box_mesh(DVec3::splat(4.0), DVec3::Y * -300.0), "a.obj");
        assert!(
            start.distance(DVec3::new(0.0, -299.5, 5.0)) < 0.01,
            "{start}"
        );
        assert!(text.contains("kill_y = -35") && text.contains("kind = \"crate\""));
    }

    #[test]
    fn what_is_too_small_or_too_large_is_shown_in_a_usual_size() {
        let (text, _) = stand(&box_mesh(DVec3::splat(0.02), DVec3::ZERO), "a.obj");
        assert!(text.contains("scale = 500.0"), "{text}");
        let (text, _) = stand(&box_mesh(DVec3::splat(30_000.0), DVec3::ZERO), "a.obj");
        assert!(text.contains("scale = 0.0002\n"), "{text}");
        let scales = [2.9, 1e-3, 1e4, 12.0].map(usual_scale);
        assert_eq!(scales, [2.0, 10_000.0, 0.001, 1.0]);
    }

    #[test]
    fn a_name_with_quotes_is_written_so_that_toml_reads_it_back() {
        let name = "a \"b\" \\ c.obj";
        let (text, _) = stand(&box_mesh(DVec3::splat(4.0), DVec3::ZERO), name);
        assert!(text.contains(r#"file = "a \"b\" \\ c.obj""#), "{text}");
    }

    #[test]
    fn a_mesh_that_cannot_be_used_is_told_with_its_place() {
        let problems = level_around_mesh("a.obj".as_ref(), &One("v 1 2\n".into())).unwrap_err();
        assert_eq!(problems[0].location(), "a.obj:1:1");
    }
}
