//! A level around a bare mesh: writes the level file that the mesh does not have.

use std::ffi::OsStr;
use std::path::Path;

use glam::DVec3;

use super::document::Document;
use super::loader::{Cache, Loader};
use super::open::display_name;
use super::range::LARGEST;
use super::source::Source;
use super::{Budget, Diagnostic, Files, LoadStage, LoadedLevel, Progress};
use crate::geometry::angle::cos_deg;
use crate::geometry::float::{max, min};
use crate::geometry::{Aabb, Sphere, Triangle};
use crate::parallel::Workers;
use crate::player::Tuning;
use crate::world::World;

/// The player starts inside a mesh that is at least this wide, and beside a narrower one; metres.
const LEAST_PLACE: f64 = 15.0;

/// The widths that keep their scale; metres. Other meshes are scaled: modellers also work in centimetres
/// and kilometres.
const SIZES: core::ops::RangeInclusive<f64> = 3.0..=2000.0;

/// The width of a mesh after scaling, roughly; metres.
const USUAL_SIZE: f64 = 12.0;

/// The distance of the spawn from a narrow mesh, and the ground's margin around both; metres.
const BESIDE: f64 = 3.0;
const GROUND_MARGIN: f64 = 12.0;

/// The room around a mesh for the spawn, the ground and `kill_y`, far more than they take; metres.
const AROUND: f64 = 1e4;

/// The search for ground samples this many points from the middle to each side.
const SAMPLES: i32 = 12;

/// A level around a bare mesh.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct MeshLevel {
    /// The level, unless the mesh cannot be used, and all problems.
    pub loaded: LoadedLevel,
    /// The text of a level file beside the mesh that makes this level.
    pub text: String,
}

/// Loads the file `mesh` (OBJ, glTF or GLB) as a level. It finds a spawn: on the ground in the middle of a wide mesh, or
/// beside a narrow one, with added ground below both. It scales a mesh of an unusual size. It calls
/// `progress` while it reads.
///
/// # Example
/// ```
/// use sidle::level::{Budget, Disk, load_mesh_as_level};
/// let level = load_mesh_as_level("assets/car.obj".as_ref(), &Disk, &Budget::OWN, &mut |_| ());
/// assert!(level.text.contains("file = \"car.obj\""));
/// assert!(level.loaded.level.is_some());
/// ```
pub fn load_mesh_as_level(
    mesh: &Path,
    files: &dyn Files,
    budget: &Budget,
    progress: &mut dyn FnMut(Progress<'_>),
) -> MeshLevel {
    let path = mesh.with_file_name("level.toml");
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = display_name(&path);
    let mut cache = Cache::default();
    // The triangles at a scale, or the text of that level and its problems.
    let mut place = |scale: f64, cache: &mut Cache| {
        let source = Source::from_text(&name, text(mesh, scale, &Start::default()));
        let (document, problems) = Document::parse(&source);
        let loader = Loader::new(folder, files, budget, progress, problems, cache);
        let placed = loader.triangles(document);
        placed.map_err(|loaded| {
            let text = source.text().to_owned();
            Box::new(MeshLevel {
                loaded: *loaded,
                text,
            })
        })
    };
    let mut triangles = match place(1.0, &mut cache) {
        Ok(triangles) => triangles,
        Err(unusable) => return *unusable,
    };
    let mut scale = 1.0;
    if let Some(bounds) = bounds_of(&triangles) {
        scale = usual_scale(width(&bounds));
    }
    if let Some(problem) = bounds_of(&triangles).and_then(|bounds| misfit(mesh, &bounds, scale)) {
        let (diagnostics, excess) = (vec![problem], None);
        return MeshLevel {
            loaded: LoadedLevel {
                level: None,
                diagnostics,
                excess,
            },
            text: text(mesh, 1.0, &Start::default()),
        };
    }
    if scale != 1.0 {
        triangles = match place(scale, &mut cache) {
            Ok(triangles) => triangles,
            Err(unusable) => return *unusable,
        };
    }
    let start = bounds_of(&triangles).map(|bounds| {
        if width(&bounds) < LEAST_PLACE {
            return beside(&bounds);
        }
        progress(Progress::begin(LoadStage::Build));
        let world = cache
            .world
            .insert(World::build(triangles, Vec::new(), Workers::All));
        find_ground(world, &bounds).unwrap_or_else(|| beside(&bounds))
    });
    let text = text(mesh, scale, &start.unwrap_or_default());
    let source = Source::from_text(&name, text);
    let (document, mut problems) = Document::parse(&source);
    // Nobody wrote these numbers.
    problems.drop_notes();
    // It is counted already, but for the ground.
    let budget = &Budget::UNLIMITED;
    let loader = Loader::new(folder, files, budget, progress, problems, &mut cache);
    MeshLevel {
        loaded: loader.load(document),
        text: source.text().to_owned(),
    }
}

/// Why `mesh`, with these `bounds`, cannot be used at this `scale`: the numbers of the level around it would be out of range.
fn misfit(mesh: &Path, bounds: &Aabb, scale: f64) -> Option<Diagnostic> {
    let width = metres(width(bounds));
    let farthest = bounds.min().abs().max(bounds.max().abs()).max_element();
    let (message, help) = if scale > LARGEST {
        let least = metres(USUAL_SIZE / LARGEST);
        (
            format!(
                "this mesh is too small: it is {width} wide, and may be enlarged {LARGEST:e} times at most"
            ),
            format!("enlarge it in your modeller to {least} or more, and export it again"),
        )
    } else if farthest * scale > LARGEST - AROUND {
        let away = metres(farthest);
        (
            format!(
                "this mesh is too far from its origin: it is {width} wide, and reaches to {away} from there"
            ),
            "move it to the origin in your modeller, and export it again".to_owned(),
        )
    } else {
        return None;
    };
    Some(Diagnostic::of_file(display_name(mesh), message).with_help(help))
}

/// A length with two digits.
fn metres(length: f64) -> String {
    if (0.01..1e6).contains(&length) {
        format!("{length:.2} m")
    } else {
        format!("{length:.1e} m")
    }
}

/// The smallest box around all triangles.
fn bounds_of(triangles: &[Triangle]) -> Option<Aabb> {
    Aabb::from_points(triangles.iter().flat_map(Triangle::vertices))
}

/// The spawn, and the ground below it.
#[derive(Default)]
struct Start {
    position: DVec3,
    /// The top of a square of ground, and half its side; metres.
    ground: Option<(DVec3, f64)>,
}

/// The larger side, seen from above; of a tall mesh, half its height.
fn width(bounds: &Aabb) -> f64 {
    let half = bounds.half_extents();
    max(max(half.x, half.z), half.y * 0.5) * 2.0
}

/// The scale of a mesh: 1 for a usual width, otherwise 1, 2 or 5 times a power of ten.
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

/// A spawn on the walkable ground nearest to the middle, under the open sky.
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

/// A spawn before the mesh's front, on ground below the mesh.
fn beside(bounds: &Aabb) -> Start {
    let (center, half) = (bounds.center(), bounds.half_extents());
    let top = DVec3::new(center.x, bounds.min().y, center.z);
    // Far enough to see all of it.
    let ahead = half.z + half.y + BESIDE;
    // Of a tall mesh, the spawn is farther away than the usual ground reaches.
    let ground = max(max(half.x, half.z) + GROUND_MARGIN, ahead + BESIDE);
    Start {
        position: top + DVec3::Z * ahead + DVec3::Y * Tuning::default().radius,
        ground: Some((top, ground)),
    }
}

fn text(mesh: &Path, scale: f64, start: &Start) -> String {
    let written = |name: Option<&OsStr>| quoted(&name.unwrap_or_default().to_string_lossy());
    let (file, title) = (written(mesh.file_name()), written(mesh.file_stem()));
    // Rounded up to the millimetre, so the player does not start in the ground.
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
    let low = min(start.position.y, ground) - 50.0;
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
    use crate::test_support::MemoryFiles;

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

    /// The level's text, and the player's position after a second.
    fn stand(mesh: &str, name: &str) -> (String, DVec3) {
        let MeshLevel { loaded, text } = load_mesh_as_level(
            name.as_ref(),
            &MemoryFiles::new([(name, mesh)]),
            &Budget::OWN,
            &mut |_| (),
        );
        let errors = loaded.diagnostics.iter();
        let errors: Vec<_> = errors.filter(|it| it.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        assert!(
            loaded.diagnostics.is_empty(),
            "{:?}\n{text}",
            loaded.diagnostics
        );
        let mut sim = Sim::of_level(loaded.level.unwrap(), 60).0;
        let start = sim.player().position;
        for _ in 0..60 {
            sim.tick(&Command::default());
        }
        assert_eq!(sim.player().ground.name(), "floor", "{text}");
        assert!(start.distance(sim.player().position) < 0.01, "{text}");
        (text, start)
    }

    #[test]
    fn the_spawn_of_a_wide_mesh_is_in_the_middle_of_its_ground() {
        let (_, start) = stand(
            &box_mesh(DVec3::new(40.0, 2.0, 60.0), DVec3::X * 5.0),
            "a.obj",
        );
        assert!(start.distance(DVec3::new(5.0, 2.5, 0.0)) < 0.01, "{start}");
    }

    #[test]
    fn the_spawn_of_a_narrow_mesh_is_beside_it_on_added_ground() {
        let (text, start) = stand(&box_mesh(DVec3::splat(4.0), DVec3::Y * -300.0), "a.obj");
        assert!(
            start.distance(DVec3::new(0.0, -299.5, 7.0)) < 0.01,
            "{start}"
        );
        assert!(text.contains("kill_y = -35") && text.contains("kind = \"crate\""));
    }

    #[test]
    fn a_mesh_of_unusual_size_is_scaled() {
        let (text, _) = stand(&box_mesh(DVec3::splat(0.02), DVec3::ZERO), "a.obj");
        assert!(text.contains("scale = 500.0"), "{text}");
        let (text, _) = stand(&box_mesh(DVec3::splat(30_000.0), DVec3::ZERO), "a.obj");
        assert!(text.contains("scale = 0.0002\n"), "{text}");
        let scales = [2.9, 1e-3, 1e4, 12.0].map(usual_scale);
        assert_eq!(scales, [2.0, 10_000.0, 0.001, 1.0]);
    }

    #[test]
    fn a_bare_mesh_is_read_and_built_once() {
        /// Counts the reads of the mesh.
        struct Counted(MemoryFiles<'static>, core::cell::Cell<usize>);

        impl Files for Counted {
            fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
                self.1.set(self.1.get() + 1);
                self.0.read(path)
            }
        }

        let sizes = [DVec3::splat(4.0), DVec3::new(40.0, 2.0, 60.0)];
        let usual = sizes.map(|size| box_mesh(size, DVec3::ZERO));
        let unusual = [0.02, 30_000.0].map(|size| box_mesh(DVec3::splat(size), DVec3::ZERO));
        for mesh in usual.into_iter().chain(unusual) {
            let files = Counted(
                MemoryFiles::new([("a.obj", mesh)]),
                core::cell::Cell::new(0),
            );
            let mut stages = Vec::new();
            let mut report = |progress: Progress<'_>| stages.push(progress.stage);
            let made = load_mesh_as_level("a.obj".as_ref(), &files, &Budget::OWN, &mut report);
            assert_eq!(
                stages,
                [LoadStage::Build, LoadStage::Check],
                "{}",
                made.text
            );
            assert_eq!(files.1.get(), 1, "{}", made.text);
            // The text alone makes the same level.
            let files = super::super::WithLevel {
                path: "level.toml".as_ref(),
                text: &made.text,
                files: &files,
            };
            let path = "level.toml".as_ref();
            let loaded = super::super::load_level(path, &files);
            assert!(loaded.level == made.loaded.level, "{}", made.text);
            assert_eq!(loaded.diagnostics, made.loaded.diagnostics);
        }
    }

    #[test]
    fn a_file_name_with_quotes_is_escaped() {
        let name = "a \"b\" \\ c.obj";
        let (text, _) = stand(&box_mesh(DVec3::splat(4.0), DVec3::ZERO), name);
        assert!(text.contains(r#"file = "a \"b\" \\ c.obj""#), "{text}");
    }

    #[test]
    fn a_mesh_of_any_size_and_place_is_played_or_refused_in_words_of_its_author() {
        let refused = |mesh: &str| {
            let files = MemoryFiles::new([("tiny.obj", mesh)]);
            let path = "tiny.obj".as_ref();
            let budget = &Budget::OWN;
            let made = load_mesh_as_level(path, &files, budget, &mut |_| ()).loaded;
            assert!(made.level.is_none());
            let problem = made.diagnostics.first().expect("a problem").clone();
            let words = problem.to_string();
            for of_levels in ["level.toml", "`scale`", "`position`", "toml"] {
                assert!(!words.contains(of_levels), "{words}");
            }
            assert!(problem.location().starts_with("tiny.obj"), "{words}");
            problem.message + ": " + &problem.help.unwrap_or_default()
        };
        // The smallest that 32 bits hold, and the smallest that may be scaled.
        let small = "this mesh is too small: it is 1.0e-30 m wide, and may be enlarged 1e9 times at most: enlarge it in your \
                     modeller to 1.2e-8 m or more, and export it again";
        assert_eq!(refused(&box_mesh(DVec3::splat(1e-30), DVec3::ZERO)), small);
        let floor = "v 0 0 0\nv 0 0 1e-20\nv 1e-20 0 0\nf 1 2 3\n";
        for mesh in [
            box_mesh(DVec3::splat(1e-44), DVec3::ZERO),
            box_mesh(DVec3::splat(5e-9), DVec3::ZERO),
            floor.to_owned(),
        ] {
            assert!(refused(&mesh).starts_with("this mesh is too small"));
        }
        // Scaled 10 000 times, it would lie beyond the end of levels.
        let far = box_mesh(DVec3::splat(1e-3), DVec3::X * 1e6);
        let words = "this mesh is too far from its origin: it is 1.0e-3 m wide, and reaches to 1.0e6 m from there: move it \
                     to the origin in your modeller, and export it again";
        // 32 bits cut the width to a sixteenth of a metre, or to nothing.
        assert!(refused(&far).contains("no usable triangle") || refused(&far) == words);
        for (size, base) in [(10.0, DVec3::X * 2e9), (1.0, DVec3::Z * 1e8)] {
            let words = refused(&box_mesh(DVec3::splat(size), base));
            let fits = ["this mesh is too far", "this mesh has no usable"];
            assert!(fits.iter().any(|start| words.starts_with(start)), "{words}");
        }
        for nothing in [
            "",
            "v 0 0 0\n",
            "v 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3\n",
            "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
        ] {
            assert!(refused(nothing).starts_with("this mesh has no usable triangle"));
        }
        // What is played, with ground below the player's feet: see `stand`.
        for mesh in [
            box_mesh(DVec3::splat(2e-8), DVec3::ZERO),
            box_mesh(DVec3::splat(1e37), DVec3::ZERO),
            box_mesh(DVec3::splat(1e5), DVec3::X * 1e9),
            box_mesh(DVec3::new(0.1, 25.0, 0.1), DVec3::ZERO),
            box_mesh(DVec3::new(1.0, 1000.0, 1.0), DVec3::ZERO),
            box_mesh(DVec3::new(5.0, 0.001, 5.0), DVec3::ZERO),
        ] {
            stand(&mesh, "a.obj");
        }
    }

    #[test]
    fn an_unusable_mesh_is_reported_with_its_place() {
        let broken = load_mesh_as_level(
            "a.obj".as_ref(),
            &MemoryFiles::new([("a.obj", "v 1 2\n")]),
            &Budget::OWN,
            &mut |_| (),
        )
        .loaded;
        assert!(broken.level.is_none());
        assert_eq!(broken.diagnostics[0].location(), "a.obj:1:1");
    }
}
