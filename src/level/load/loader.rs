//! From a level's text to a level: loads the files that it names and builds the world.

mod maps;
mod meshes;
mod placing;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::spending::Spending;
use super::surface_tags::apply_surfaces;
use super::weigh::{MeshSize, weigh};
use crate::geometry::Triangle;
use crate::level::authored::{Authored, CachedMap};
use crate::level::budget::{Budget, Excess};
use crate::level::checks::{
    check_crowding, check_facing, check_kinds, check_lost_props, check_movers, check_race,
    check_spawn, check_surfaces, check_teleports, find_expected_zones,
};
use crate::level::document::Document;
use crate::level::files::{Files, LoadStage, Progress};
use crate::level::loaded::{Level, LoadedLevel};

use crate::level::meshes::{Images, Mesh};
use crate::level::text::{Diagnostic, Problems, sort_by_place};
use crate::level::toml::FARTHEST;
use crate::parallel::Workers;
use crate::world::{BuildQuality, World};
use placing::{Parts, Placing};

/// What several loads of one mesh share: its file is read once, and its world is built once.
#[derive(Default)]
pub struct Cache {
    /// The problems of all files that a level names.
    of_others: Vec<Diagnostic>,
    /// By path. `None` for a mesh with errors, which are reported already.
    pub meshes: BTreeMap<PathBuf, Option<Arc<Authored>>>,
    /// The bytes of meshes that are measured and not yet read.
    measured: BTreeMap<PathBuf, (Vec<u8>, MeshSize)>,
    /// As `meshes`, for built-in ones, whose paths do not belong to the level's folder.
    built_in_meshes: BTreeMap<PathBuf, Option<Arc<Mesh>>>,
    /// The maps, by path.
    pub maps: BTreeMap<PathBuf, CachedMap>,
    images: Images,
    /// A world that a level may have, too.
    pub world: Option<World>,
}

/// Loads the files that a level names, each once.
pub struct Loader<'l> {
    folder: &'l Path,
    files: &'l dyn Files,
    budget: &'l Budget,
    progress: &'l mut dyn FnMut(Progress<'_>),
    /// Whether faces push to their front only.
    one_sided: bool,
    /// How far a placed mesh may reach; metres.
    farthest: f64,
    /// The problems of the level file itself.
    problems: Problems<'l>,
    cache: &'l mut Cache,
}

impl<'l> Loader<'l> {
    /// A loader for the level with these `problems`, whose files are in `folder`.
    pub fn new(
        folder: &'l Path,
        files: &'l dyn Files,
        budget: &'l Budget,
        progress: &'l mut dyn FnMut(Progress<'_>),
        problems: Problems<'l>,
        cache: &'l mut Cache,
    ) -> Self {
        Self {
            folder,
            files,
            budget,
            progress,
            one_sided: false,
            farthest: FARTHEST,
            problems,
            cache,
        }
    }

    /// The level of `document`, unless there are errors, and all problems of all files.
    pub fn load(mut self, mut document: Document) -> LoadedLevel {
        self.one_sided = document.tuning.one_sided;
        self.read_maps(&mut document);
        let mut spending = self.weigh(&document);
        if spending.is_exceeded() {
            return self.refuse(&spending);
        }
        let zones_of_text = document.zones.len();
        let Parts {
            mut level,
            triangles,
            boxes,
            surfaces,
        } = self.place(&mut document);
        // Those of meshes are known only now.
        for entry in document.zones.iter().skip(zones_of_text) {
            spending.add_zone(&entry.span);
        }
        if spending.is_exceeded() {
            return self.refuse(&spending);
        }
        let same = |world: &World| world.triangles() == triangles && world.boxes() == boxes;
        level.world = match self.cache.world.take().filter(same) {
            Some(world) => world,
            None => {
                (self.progress)(Progress::begin(LoadStage::Build));
                World::build(triangles, boxes, BuildQuality::Fast, Workers::All)
            }
        };
        apply_surfaces(&mut level, &document, &surfaces);
        let mut excess = None;
        if self.is_complete() {
            (self.progress)(Progress::begin(LoadStage::Check));
            check_spawn(&level, &document.spawn_span, &mut self.problems);
            let pairs = check_movers(&level, &document.movers, self.budget, &mut self.problems);
            let overrun = pairs
                .or_else(|| check_crowding(&level, &document, self.budget, &mut self.problems));
            excess = overrun.map(|overrun| spending.excess(vec![overrun]));
            find_expected_zones(&mut level, &document.expected_zones, &mut self.problems);
            check_race(&document.zones, &mut self.problems);
            check_teleports(&level, &document.zones, &mut self.problems);
            check_lost_props(&level, &document.props, &mut self.problems);
            check_facing(&level, &document.meshes, &mut self.problems);
            check_kinds(&level, &document.kinds, &mut self.problems);
            check_surfaces(&level.scene, &document.surfaces, &mut self.problems);
        }
        self.finish(Some(level), excess)
    }

    /// The triangles of the level of `document`, without building it.
    ///
    /// # Errors
    /// The problems, if there are errors.
    pub fn triangles(mut self, mut document: Document) -> Result<Vec<Triangle>, Box<LoadedLevel>> {
        self.one_sided = document.tuning.one_sided;
        self.read_maps(&mut document);
        // They are scaled once their size is known.
        self.farthest = f64::INFINITY;
        let spending = self.weigh(&document);
        if spending.is_exceeded() {
            let excess = spending.report(&mut self.problems);
            return Err(Box::new(self.finish(None, excess)));
        }
        let parts = self.place(&mut document);
        if self.is_complete() {
            Ok(parts.triangles)
        } else {
            Err(Box::new(self.finish(None, None)))
        }
    }

    /// Whether no file has an error.
    fn is_complete(&self) -> bool {
        let mut others = self.cache.of_others.iter();
        !self.problems.has_errors() && others.all(|problem| !problem.is_error())
    }

    /// The result, without a level if there are errors.
    fn finish(self, level: Option<Level>, excess: Option<Excess>) -> LoadedLevel {
        let mut diagnostics = self.problems.finish();
        diagnostics.append(&mut self.cache.of_others);
        sort_by_place(&mut diagnostics);
        let is_valid = diagnostics.iter().all(|diagnostic| !diagnostic.is_error());
        LoadedLevel {
            level: level.filter(|_| is_valid),
            diagnostics,
            excess,
        }
    }

    /// Weighs what the level would hold.
    fn weigh(&mut self, document: &Document) -> Spending {
        let (text, budget) = (self.problems.source().text(), self.budget);
        let measure = &mut |reference: &_, spending: &mut _| self.measure(reference, spending);
        weigh(document, text, budget, measure).spending
    }

    /// The result for a level over its budget.
    fn refuse(mut self, spending: &Spending) -> LoadedLevel {
        let is_valid = !self.problems.has_errors();
        let excess = spending.report(&mut self.problems).filter(|_| is_valid);
        self.finish(None, excess)
    }

    /// Reads the meshes of `document`, adds their zones to it, and places everything.
    fn place(&mut self, document: &mut Document) -> Parts {
        let mut placing = Placing::new(self, document);
        let zones = placing.meshes(&document.meshes, &document.tuning);
        document.zones.extend(zones);
        placing.zones(&document.zones);
        placing.signs(&document.signs);
        placing.kinds(&document.kinds);
        placing.props(&document.props);
        placing.movers(&document.movers);
        placing.finish()
    }
}
