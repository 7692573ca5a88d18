//! A level around a bare mesh: writes the level file that the mesh does not have.
//!
//! Reading order: [`load_mesh_as_level`] here, `guess.rs` (its unit and upward axis), `start_search.rs` (where the player
//! starts), `columns.rs` (its floors along vertical lines) and `ranks.rs` (sorts them).

mod columns;
mod guess;
mod ranks;
mod start_search;

pub use guess::MeshGuess;

use std::ffi::OsStr;
use std::path::Path;

use glam::DVec3;

use crate::geometry::float::{max, min};
use crate::geometry::{Aabb, Placement, Triangle};
use crate::level::authored::AuthoredStart;
use crate::level::budget::Budget;
use crate::level::choices::{LengthUnit, MeshSpace, UpAxis};
use crate::level::document::Document;
use crate::level::files::{Files, LoadStage, Progress, display_name};
use crate::level::gltf::is_gltf;
use crate::level::load::{Cache, Loader};
use crate::level::loaded::LoadedLevel;
use crate::level::map::is_map;
use crate::level::text::{Diagnostic, Source};
use crate::level::toml::{LARGEST, toml_string};
use crate::parallel::Workers;
use crate::player::Tuning;
use crate::world::{BuildQuality, World};
use guess::{USUAL_SIZE, guess, width};
use start_search::{MeshStart, StartSearch};

/// The distance of the spawn from a narrow mesh, and the ground's margin around both; metres.
const BESIDE: f64 = 3.0;
const GROUND_MARGIN: f64 = 12.0;

/// The room around a mesh for the spawn, the ground and `kill_y`, far more than they take; metres.
const AROUND: f64 = 1e4;

/// A level around a bare mesh.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct MeshLevel {
    /// The level, unless the mesh cannot be used, and all problems.
    pub loaded: LoadedLevel,
    /// The text of a level file next to the mesh that makes this level.
    pub text: String,
    /// The unit and the upward axis that the mesh is taken with.
    pub guess: MeshGuess,
}

/// Loads the file `mesh` (OBJ, glTF, GLB or a map of Quake) as a level. In `space`, or in a guessed one, it finds a spawn, on a
/// floor, in a room if there is one, or next to a narrow mesh, with added ground below both. It calls `progress`
/// while it reads.
///
/// # Example
/// ```
/// use sidle::level::{Budget, Disk, LengthUnit, MeshSpace, load_mesh_as_level};
/// let car = |space| load_mesh_as_level("assets/car.obj".as_ref(), space, &Disk, &Budget::OWN, &mut |_| ());
/// let level = car(None);
/// assert!(level.text.contains("file = \"car.obj\""));
/// assert!(level.loaded.level.is_some());
/// // The player knows better.
/// let space = MeshSpace { units: LengthUnit::Foot, ..MeshSpace::default() };
/// assert!(car(Some(space)).text.contains("units = \"ft\""));
/// ```
pub fn load_mesh_as_level(
    mesh: &Path,
    space: Option<MeshSpace>,
    files: &dyn Files,
    budget: &Budget,
    progress: &mut dyn FnMut(Progress<'_>),
) -> MeshLevel {
    let path = mesh.with_file_name("level.toml");
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = display_name(&path);
    let mut cache = Cache::default();
    let as_it_is = MeshGuess::chosen(MeshSpace::default());
    // The triangles as they are taken, or the text of that level and its problems.
    let mut place = |guess: MeshGuess, cache: &mut Cache| {
        let source = Source::from_text(&name, text(mesh, &guess, &Start::default()));
        let (document, problems) = Document::parse(&source);
        let loader = Loader::new(folder, files, budget, progress, problems, cache);
        let placed = loader.triangles(document);
        placed.map_err(|loaded| {
            Box::new(MeshLevel {
                loaded: *loaded,
                text: source.text().to_owned(),
                guess,
            })
        })
    };
    let mut triangles = match place(as_it_is, &mut cache) {
        Ok(triangles) => triangles,
        Err(unusable) => return *unusable,
    };
    let mut bounds = bounds_of(&triangles);
    let guess = match (space, bounds) {
        // A map says its units, and has an upward axis.
        _ if is_map(mesh) => as_it_is,
        (Some(space), _) => MeshGuess::chosen(space),
        // The format says the unit and the axis; a file that seems not to keep to it gets a question.
        (None, Some(bounds)) if is_gltf(mesh, &[]) => {
            let other = guess(&triangles, &bounds);
            let is_kept = (other.space, other.scale) == (as_it_is.space, as_it_is.scale);
            MeshGuess {
                space: as_it_is.space,
                scale: other.scale,
                is_doubtful: !is_kept,
            }
        }
        (None, Some(bounds)) => guess(&triangles, &bounds),
        (None, None) => as_it_is,
    };
    let factor = guess.scale * guess.space.units.metres();
    if let Some(problem) = bounds.and_then(|bounds| misfit(mesh, &bounds, factor)) {
        let (diagnostics, excess) = (vec![problem], None);
        return MeshLevel {
            loaded: LoadedLevel {
                level: None,
                diagnostics,
                excess,
            },
            text: text(mesh, &as_it_is, &Start::default()),
            guess,
        };
    }
    if guess.scale != 1.0 || guess.space != MeshSpace::default() {
        triangles = match place(guess, &mut cache) {
            Ok(triangles) => triangles,
            Err(unusable) => return *unusable,
        };
        bounds = bounds_of(&triangles);
    }
    let file = folder.join(mesh.file_name().unwrap_or_default());
    let of_map = cache.maps.get(&file).and_then(|cached| cached.map.as_ref());
    let of_mesh = cache.meshes.get(&file).and_then(Option::as_ref);
    let authored = of_map.or(of_mesh).and_then(|authored| authored.start);
    let space = guess.space.placed(&Placement {
        scale: DVec3::splat(guess.scale),
        ..Placement::IDENTITY
    });
    let authored = authored.map(|start| AuthoredStart {
        feet: space.apply(start.feet),
        ..start
    });
    let start = bounds.map(|bounds| {
        if let Some(start) = authored {
            return authored_start(start, &bounds);
        }
        let search = StartSearch::new(&triangles, &bounds);
        let found = search.is_promising().then(|| {
            progress(Progress::begin(LoadStage::Build));
            let world = World::build(triangles, Vec::new(), BuildQuality::Fast, Workers::All);
            search.find(cache.world.insert(world))
        });
        match found.flatten() {
            Some(at) => Start {
                at,
                ..Start::default()
            },
            None => start_beside(&bounds),
        }
    });
    let text = text(mesh, &guess, &start.unwrap_or_default());
    let source = Source::from_text(&name, text);
    let (document, mut problems) = Document::parse(&source);
    // These numbers are guessed, and stand in no file.
    problems.drop_notes();
    // It is counted already, but for the ground. Only a map has movers, so that a tick may cost more than its triangles.
    let budget = if is_map(mesh) {
        &Budget {
            mover_pairs: budget.mover_pairs,
            tick_tests: budget.tick_tests,
            ..Budget::UNLIMITED
        }
    } else {
        &Budget::UNLIMITED
    };
    let loader = Loader::new(folder, files, budget, progress, problems, &mut cache);
    MeshLevel {
        loaded: loader.load(document),
        text: source.text().to_owned(),
        guess,
    }
}

/// Why `mesh`, with these `bounds`, cannot be used at this `scale`, because the numbers of the level around it would be
/// out of range.
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
    let pieces = Workers::All.map_pieces(triangles, |_, piece| {
        Aabb::from_points(piece.iter().flat_map(Triangle::vertices))
    });
    let ends = pieces.into_iter().flatten();
    Aabb::from_points(ends.flat_map(|bounds| [bounds.min(), bounds.max()]))
}

/// The spawn, and the ground below it.
#[derive(Default)]
struct Start {
    at: MeshStart,
    /// The top of a square of ground, and half its side; metres.
    ground: Option<(DVec3, f64)>,
    /// The lowest height of the level, if the start does not say it; metres.
    lowest: Option<f64>,
}

/// The start that a file names, above its lowest floor.
fn authored_start(start: AuthoredStart, bounds: &Aabb) -> Start {
    Start {
        at: MeshStart {
            position: start.feet + DVec3::Y * Tuning::default().radius,
            yaw_deg: start.yaw_deg,
        },
        ground: None,
        lowest: Some(bounds.min().y),
    }
}

/// A spawn before the mesh's front, on ground below the mesh.
fn start_beside(bounds: &Aabb) -> Start {
    let (center, half) = (bounds.center(), bounds.half_extents());
    let top = DVec3::new(center.x, bounds.min().y, center.z);
    // Far enough to see all of it.
    let ahead = half.z + half.y + BESIDE;
    // Of a tall mesh, the spawn is farther away than the usual ground reaches.
    let ground = max(max(half.x, half.z) + GROUND_MARGIN, ahead + BESIDE);
    Start {
        at: MeshStart {
            position: top + DVec3::Z * ahead + DVec3::Y * Tuning::default().radius,
            yaw_deg: 0.0,
        },
        ground: Some((top, ground)),
        lowest: None,
    }
}

fn text(mesh: &Path, guess: &MeshGuess, start: &Start) -> String {
    let written = |name: Option<&OsStr>| toml_string(&name.unwrap_or_default().to_string_lossy());
    let (file, title) = (written(mesh.file_name()), written(mesh.file_stem()));
    // Rounded up to the millimetre, so the player does not start in the ground; but not for a rounding error.
    let [x, y, z] = (start.at.position * 1000.0 - 1e-6)
        .ceil()
        .to_array()
        .map(|number| number / 1000.0 + 0.0);
    let mut text =
        format!("format = 1\nname = {title}\n\n[spawn]\nposition = [{x:?}, {y:?}, {z:?}]\n");
    if start.at.yaw_deg != 0.0 {
        text += &format!("yaw_deg = {:?}\n", start.at.yaw_deg);
    }
    text += &format!("\n[[mesh]]\nfile = {file}\n");
    let MeshSpace { units, up } = guess.space;
    if units != LengthUnit::Metre {
        text += &format!("units = \"{}\"\n", units.name());
    }
    if up != UpAxis::Y {
        text += &format!("up = \"{}\"\n", up.name());
    }
    if guess.scale != 1.0 {
        text += &format!("scale = {:?}        # no unit fits\n", guess.scale);
    }
    let ground = start.ground.map_or(0.0, |(top, _)| top.y);
    let ground = start.lowest.map_or(ground, |lowest| min(ground, lowest));
    let low = min(start.at.position.y, ground) - 50.0;
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
            "\n[[prop]]                       # the ground below it\nkind = \"block\"\n\
             position = [{:.3}, {height:.3}, {:.3}]\nscale = [{side:.1}, 1.0, {side:.1}]\n",
            top.x, top.z
        );
    }
    text
}

#[cfg(test)]
pub(super) mod tests;
