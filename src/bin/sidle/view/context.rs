//! What everything that is drawn over the level looks at.

use sidle::geometry::Obb;
use sidle::geometry::angle::ViewAxes;
use sidle::glam::DVec3;
use sidle::level::Scene;
use sidle::sim::Sim;
use sidle::world::BoxId;

use crate::session::editor::Editor;
use crate::session::ghosts::Ghosts;
use crate::session::lab::state::Lab;
use crate::session::target::Target;
use crate::session::trail::Trail;

/// What overlays look at.
pub struct ViewContext<'v> {
    pub level: &'v Scene,
    pub sim: &'v Sim,
    /// Whether the player is seen from outside.
    pub outside: bool,
    /// How much of the way from the last tick to the next is to be seen, as a fraction.
    pub share: f64,
    /// Where the player is; metres.
    pub player: DVec3,
    pub eye: DVec3,
    pub axes: ViewAxes,
    pub target: Option<&'v Target>,
    pub lab: Option<&'v Lab>,
    pub ghosts: &'v Ghosts,
    /// Where the player was.
    pub trail: &'v Trail,
    /// While it is on.
    pub editor: Option<&'v Editor>,
}

impl ViewContext<'_> {
    /// All boxes, those of movers where they are drawn.
    pub fn boxes(&self) -> impl Iterator<Item = (BoxId, Obb)> {
        self.sim.world().boxes_with_ids().map(|(id, obb)| {
            let mover = self.sim.movers().iter().find(|driven| driven.id == id);
            let obb = mover.map_or(*obb, |driven| {
                driven.obb(driven.interpolated_distance(self.share))
            });
            (id, obb)
        })
    }
}
