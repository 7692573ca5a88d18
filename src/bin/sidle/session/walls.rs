//! Which of the touched planes are walls, and which walls are one.

use sidle::geometry::angle::cos_deg;
use sidle::glam::DVec3;
use sidle::player::{Mode, Tuning};
use sidle::sim::Sim;

/// Walls whose normals have at least this cosine, of 25 degrees, are one wall. Smaller: a corner is one wall; larger: a round
/// wall is many.
pub const SAME_WALL_COS: f64 = 0.906;

/// The test whether the plane of a normal is a wall. A walker rests on a floor, which is none; one who flies touches it.
pub fn wall_test(mode: Mode, tuning: &Tuning) -> impl Fn(&DVec3) -> bool {
    let floor_cos = cos_deg(tuning.max_slope_deg);
    move |normal| mode == Mode::Fly || normal.y < floor_cos
}

/// The normals of the walls that took a part of the motion in the last tick of `sim`.
pub fn touched_walls(sim: &Sim) -> impl Iterator<Item = &DVec3> {
    let is_wall = wall_test(sim.player().mode, sim.tuning());
    let planes = sim.contacts().planes().iter();
    planes.filter(move |normal| is_wall(normal))
}
