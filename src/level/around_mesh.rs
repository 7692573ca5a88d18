//! A level around a bare mesh: the text of a level file for an OBJ file that has none.

use std::ffi::OsStr;
use std::path::Path;

use glam::DVec3;

use super::{Files, LoadedLevel, Progress, WithLevel, load_level_reporting};
use crate::geometry::angle::cos_deg;
use crate::geometry::order::{larger, smaller};
use crate::geometry::{Aabb, Sphere, Triangle};
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

/// A level around a bare mesh.
#[derive(Clone, Debug)]
pub struct MeshLevel {
    /// The level, unless the mesh cannot be used, and all problems.
    pub loaded: LoadedLevel,
    /// The text of a level file beside the mesh that makes this level.
    pub text: String,
}

/// Loads the OBJ file `mesh` as a level, with a spawn found for it: on the ground in the middle of a
/// place, or beside a thing, with ground below both. A mesh of no usual size is scaled. `progress` is
/// told how far it is read.
///
/// # Example
/// ```
/// use sidle::level::{Disk, load_mesh_as_level};
/// let level = load_mesh_as_level("assets/car.obj".as_ref(), &Disk, &mut |_| ());
/// assert!(level.text.contains("file = \"car.obj\""));
/// assert!(level.loaded.level.is_some());
/// ```
pub fn load_mesh_as_level(
    mesh: &Path,
    files: &dyn Files,
    progress: &mut dyn FnMut(Progress<'_>),
) -> MeshLevel {
    let mut load = |scale: f64, start: &Start| {
        let path = mesh.with_file_name("level.toml");
        let text = text(mesh, scale, start);
        let files = WithLevel {
            text: &text,
            path: &path,
            files,
        };
        let loaded = load_level_reporting(&path, &files, progress);
        MeshLevel { loaded, text }
    };
    let bare = load(1.0, &Start::default());
    let Some(bounds) = bare.bounds() else {
        return bare;
    };
    let scale = usual_scale(width(&bounds));
    let scaled = if scale == 1.0 {
        bare
    } else {
        load(scale, &Start::default())
    };
    let (Some(bounds), Some(level)) = (scaled.bounds(), &scaled.loaded.level) else {
        return scaled;
    };
    let in_it = (width(&bounds) >= LEAST_PLACE).then(|| find_ground(&level.world, &bounds));
    load(scale, &in_it.flatten().unwrap_or_else(|| beside(&bounds)))
}

impl MeshLevel {
    /// The smallest box around all triangles.
    fn bounds(&self) -> Option<Aabb> {
        let triangles = self.loaded.level.as_ref()?.world.triangles();
        Aabb::from_points(triangles.iter().flat_map(Triangle::vertices))
    }
}

/// Where the player begins, and what is put below it.
#[derive(Default)]
struct Start {
    position: DVec3,
    /// The top of a square of ground, and half its side; metres.
    ground: Option<(DVec3, f64)>,
}

/// The larger of its sides, seen from above.
fn width(bounds: &Aabb) -> f64 {
    let half = bounds.half_extents();
    larger(larger(half.x, half.z), half.y * 0.5) * 2.0
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
    // As far as it takes to see all of it.
    let ahead = DVec3::Z * (half.z + half.y + BESIDE);
    Start {
        position: top + ahead + DVec3::Y * Tuning::default().radius,
        ground: Some((top, larger(half.x, half.z) + GROUND_MARGIN)),
    }
}

fn text(mesh: &Path, scale: f64, start: &Start) -> String {
    let written = |name: Option<&OsStr>| quoted(&name.unwrap_or_default().to_string_lossy());
    let (file, title) = (written(mesh.file_name()), written(mesh.file_stem()));
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
    let ground = start.ground.map_or(0.0, |(top, _)| top.y);
    let low = smaller(start.position.y, ground) - 50.0;
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
    use std::io;

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
        let MeshLevel { loaded, text } =
            load_mesh_as_level(name.as_ref(), &One(mesh.to_owned()), &mut |_| ());
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
            start.distance(DVec3::new(0.0, -299.5, 7.0)) < 0.01,
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
        let broken =
            load_mesh_as_level("a.obj".as_ref(), &One("v 1 2\n".into()), &mut |_| ()).loaded;
        assert!(broken.level.is_none());
        assert_eq!(broken.diagnostics[0].location(), "a.obj:1:1");
    }
}
