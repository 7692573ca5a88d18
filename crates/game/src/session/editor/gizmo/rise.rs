//! The way up on ramps and stairs.

use sidle::glam::DVec3;
use sidle::level::{EntryNumbers, Shape};

/// The middles of the lower and of the upper edge of a ramp or of stairs; metres. `None` for other kinds, and for one that is turned over.
pub fn way_up(kind: &str, numbers: &EntryNumbers) -> Option<[DVec3; 2]> {
    let rises = matches!(Shape::of_kind(kind), Some(Shape::Ramp | Shape::Stairs));
    let placement = numbers.placement();
    let ends = [(-0.5, 0.5), (0.5, -0.5)].map(|(y, z)| placement.apply(DVec3::new(0.0, y, z)));
    (rises && ends[0].y < ends[1].y).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::editor::Target;
    use crate::test_support::level;
    use sidle::sim::Sim;

    #[test]
    fn the_way_up_leads_up_the_slope_that_collides_however_it_is_turned() {
        for kind in ["ramp", "stairs"] {
            for yaw in [0.0, 90.0, 180.0, 235.0] {
                let text = format!(
                    "format = 1\nname = \"Test\"\nspawn.position = [9, 1, 9]\n[[prop]]\nkind = \"{kind}\"\n\
                     position = [0, 0.5, 0]\nscale = [2, 1, 4]\nrotation_deg = [0, {yaw}, 0]\n"
                );
                let (sim, _) = Sim::of_level(level(&text), 60);
                let numbers = EntryNumbers {
                    rotation_deg: DVec3::Y * yaw,
                    scale: DVec3::new(2.0, 1.0, 4.0),
                    ..EntryNumbers::at(DVec3::Y * 0.5)
                };
                let [from, to] = way_up(kind, &numbers).expect("a way up");
                let height = |share: f64| {
                    let above = from.lerp(to, share) + DVec3::Y * 3.0;
                    let hit = Target::find(sim.world(), above, DVec3::NEG_Y);
                    hit.expect("the slope").point.y
                };
                // A meter rises over 4 m, in steps of 0.2 m at most.
                for share in [0.1, 0.5, 0.9] {
                    let off = height(share) - share;
                    assert!((-0.01..=0.21).contains(&off), "{kind} {yaw} {share}: {off}");
                }
            }
        }
    }

    #[test]
    fn a_block_and_a_ramp_on_its_head_have_no_way_up() {
        let mut numbers = EntryNumbers::at(DVec3::ZERO);
        assert_eq!(way_up("block", &numbers), None);
        assert!(way_up("ramp", &numbers).is_some());
        numbers.rotation_deg.x = 180.0;
        assert_eq!(way_up("ramp", &numbers), None);
    }
}
