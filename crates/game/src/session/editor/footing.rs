//! Whether the player of an edited level falls out of it.

use sidle::glam::DVec3;
use sidle::player::Mode;
use sidle::sim::Sim;

use crate::session::editor::Target;

/// How much faster the player falls than after a jump to the same height, before it counts as falling out. Smaller: a jump across a
/// gap is taken for a fall. Larger: the fall is longer.
const FASTER: f64 = 1.2;

/// Whether the player walks, stands on nothing, and has nothing below that it could land on.
pub fn has_no_ground(sim: &Sim) -> bool {
    let player = sim.player();
    let below = || Target::find(sim.world(), player.position, DVec3::NEG_Y);
    player.mode == Mode::Walk
        && !player.ground.stands()
        && below().is_none_or(|below| below.point.y < sim.rules().kill_y)
}

/// Whether the player falls with nothing below, faster than from a jump.
pub fn falls_out(sim: &Sim) -> bool {
    let down = -sim.player().velocity.y;
    down > sim.tuning().jump_speed * FASTER && has_no_ground(sim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::level;
    use sidle::player::{Axis, Command};

    fn sim(text: &str) -> Sim {
        let text = format!("format = 1\nname = \"Test\"\n{text}");
        Sim::of_level(level(&text), 60).0
    }

    /// Ticks `sim` while `command` is held, until the player falls out or this many ticks have passed.
    fn falls_within(sim: &mut Sim, command: Command, ticks: u32) -> bool {
        (0..ticks).any(|_| {
            sim.tick(&command);
            falls_out(sim)
        })
    }

    #[test]
    fn an_empty_level_has_no_ground_and_whoever_walks_there_falls_out_of_it() {
        let mut sim = sim("spawn.position = [0, 1, 0]\n");
        assert!(has_no_ground(&sim) && !falls_out(&sim));
        assert!(falls_within(&mut sim, Command::default(), 120));
        assert!(!sim.respawned() && sim.player().position.y > -10.0);
        // Flying, nobody falls.
        let flying = Command {
            mode: Mode::Fly,
            ..Command::default()
        };
        sim.tick(&flying);
        assert!(!has_no_ground(&sim) && !falls_out(&sim));
    }

    #[test]
    fn who_stands_jumps_or_falls_to_a_floor_does_not_fall_out() {
        let floor = "[[prop]]\nkind = \"block\"\nposition = [0, -0.5, 0]\nscale = [4, 1, 4]\n";
        for height in [0.5, 20.0] {
            let mut sim = sim(&format!("spawn.position = [0, {height}, 0]\n{floor}"));
            let jumps = Command {
                jump: true,
                ..Command::default()
            };
            assert!(!falls_within(&mut sim, jumps, 240), "{height}");
            assert!(!has_no_ground(&sim), "{height}");
        }
        // Below where the player would respawn, a floor does not help.
        let far = format!(
            "limits.kill_y = -3\nspawn.position = [9, 1, 0]\n{}",
            floor.replace("-0.5", "-50.5")
        );
        assert!(has_no_ground(&sim(&far.replace("[9,", "[0,"))));
    }

    #[test]
    fn a_flight_leads_out_of_a_block_and_from_between_a_block_and_a_platform() {
        let block = "spawn.position = [0, 0.5, 0]\n[[prop]]\nkind = \"block\"\n";
        let inside = format!("{block}position = [0, 0.5, 0]\nscale = [4, 1, 4]\n");
        let between = format!(
            "{block}position = [2.2, 0.5, 0]\nscale = [4, 3, 4]\n[[mover]]\nkind = \"block\"\nspeed = 1\n\
             on_hit = \"pass\"\npath = [[-4, 0.5, 0], [-2, 0.5, 0]]\nscale = [4, 1, 4]\n"
        );
        for text in [inside, between] {
            for (up, forward) in [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                let mut sim = sim(&text);
                let flies = Command {
                    mode: Mode::Fly,
                    up: Axis::new(up),
                    forward: Axis::new(forward),
                    ..Command::default()
                };
                for _ in 0..60 {
                    sim.tick(&Command::default());
                }
                let start = sim.player().position;
                for _ in 0..60 {
                    sim.tick(&flies);
                }
                let flown = sim.player().position.distance(start);
                assert!(flown > 5.0, "{up} {forward}: {flown}\n{text}");
            }
        }
    }
}
