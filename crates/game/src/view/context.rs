//! The data that overlays and map read in one frame.

use sidle::geometry::Obb;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::level::Scene;
use sidle::sim::Sim;
use sidle::world::BoxId;
use sidle_audit::{Finding, HeatSquare};

use crate::options::heat::Heat;
use crate::session::editor::{Editor, Target};
use crate::session::guide::TourStep;
use crate::session::history::{Ghosts, Trail};
use crate::session::lab::Lab;
use crate::session::observe::Effects;

/// The findings of an audit of the level so far.
#[derive(Clone, Copy)]
pub struct AuditView<'v> {
    /// By X, then by Z, then from below.
    pub squares: &'v [HeatSquare],
    /// Another number for other squares.
    pub revision: u64,
    pub heat: Heat,
    /// Those that the level does not ignore.
    pub findings: &'v [&'v Finding],
    /// Which of them the player looks at.
    pub selected: Option<usize>,
}

/// The data that overlays and map read in one frame.
pub struct ViewContext<'v> {
    pub level: &'v Scene,
    pub sim: &'v Sim,
    /// Whether the camera is outside of the player.
    pub outside: bool,
    /// Interpolation factor from the last tick to the next, from 0 to 1.
    pub alpha: f64,
    /// The interpolated position of the player; metres.
    pub player_position: DVec3,
    pub eye: DVec3,
    pub axes: ViewAxes,
    /// The direction through the free mouse that edits the level, if there is one; unit.
    pub pointed: Option<DVec3>,
    pub target: Option<&'v Target>,
    pub lab: Option<&'v Lab>,
    pub ghosts: &'v Ghosts,
    /// Where the ghost of the best race is, and whose it is; metres.
    pub race_ghost: Option<(DVec3, &'static str)>,
    /// The current step of the tour.
    pub tour_step: Option<TourStep>,
    /// The player's past positions.
    pub trail: &'v Trail,
    /// The box around the entry that the text editor of the page is in.
    pub marked: Option<Obb>,
    /// `None` if nothing was audited.
    pub audit: Option<AuditView<'v>>,
    /// The dust, sparks and scratches; `None` if there are no effects, and bodies cast no soft shadows.
    pub effects: Option<&'v Effects>,
    /// Whether a person stands there, for the size of a bare mesh.
    pub compares_size: bool,
    /// `None` if the editor is off.
    pub editor: Option<&'v Editor>,
}

impl ViewContext<'_> {
    /// The boxes that stand still, those of props.
    pub fn still_boxes(&self) -> impl Iterator<Item = &Obb> {
        let boxes = self.sim.world().boxes_with_ids();
        let moves = |id| self.sim.movers().iter().any(|driven| driven.id == id);
        boxes.filter_map(move |(id, obb)| (!moves(id)).then_some(obb))
    }

    /// The boxes of movers, at their interpolated places.
    pub fn moving_boxes(&self) -> impl Iterator<Item = Obb> {
        let movers = self.sim.movers().iter();
        movers.map(|driven| driven.obb(driven.interpolated_distance(self.alpha)))
    }

    /// All boxes; those of movers at their interpolated places.
    pub fn boxes(&self) -> impl Iterator<Item = (BoxId, Obb)> {
        self.sim.world().boxes_with_ids().map(|(id, obb)| {
            let mover = self.sim.movers().iter().find(|driven| driven.id == id);
            let obb = mover.map_or(*obb, |driven| {
                driven.obb(driven.interpolated_distance(self.alpha))
            });
            (id, obb)
        })
    }
}
