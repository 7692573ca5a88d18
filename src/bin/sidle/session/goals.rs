//! The goals of the shipped levels: what to do in each, and how the game notices it.

use std::path::Path;

use sidle::geometry::Aabb;
use sidle::glam::DVec3;
use sidle::player::Command;
use sidle::sim::ZoneEffect;

use crate::platform::built_in::shipped_name;
use crate::session::Session;
use crate::session::contact_watch::ContactKind;
use crate::session::feats::Feats;

/// The goal of a level.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The level's file, without its ending.
    pub level: &'static str,
    /// What to do, in one sentence.
    pub sentence: &'static str,
    feat: Feat,
}

/// What reaches a goal.
#[derive(Clone, Copy, Debug)]
enum Feat {
    /// The body's position is in this box, from its lowest corner to its highest; metres.
    Inside([f64; 3], [f64; 3]),
    /// The player stands at least this high; metres, of the body's position.
    Stands(f64),
    /// A contact of one of these kinds begins.
    Meets(&'static [ContactKind]),
    /// The player slides this far along walls; metres.
    Slides(f64),
    /// Two walls hold the player, who pushes.
    Rests,
    /// A race ends at the finish.
    Finishes,
    /// A shape of the lab rests on this many contacts.
    Settles(usize),
}

/// All goals, in the order of the shipped levels.
#[rustfmt::skip]
const GOALS: [Goal; 16] = [
    goal("courtyard", "Stand on the highest crate of the stair.", Feat::Inside([14.2, 3.0, 2.2], [15.8, 4.0, 3.8])),
    goal("corners", "Push into a corner until nothing moves.", Feat::Rests),
    goal("speed", "Go through a wall of 5 cm.", Feat::Meets(&[ContactKind::Tunnel])),
    goal("one-sided", "Let a sheet throw you from its back to its front.", Feat::Meets(&[ContactKind::Tunnel, ContactKind::Thrown])),
    goal("edge-radius", "Let the end of a wall throw you back.", Feat::Meets(&[ContactKind::Thrown])),
    goal("ghost-edges", "Slide 10 m along walls without leaving them.", Feat::Slides(10.0)),
    goal("stairs-and-ramps", "Climb to the platform, 2.4 m above the ground.", Feat::Stands(2.8)),
    goal("columns", "Go through one of the gates.", Feat::Inside([4.0, 0.0, -12.0], [19.0, 1.2, -9.9])),
    goal("boxed", "Stand in the gate ahead: you fit sideways.", Feat::Inside([-0.6, 0.0, -2.3], [0.6, 2.0, -1.7])),
    goal("box-turns", "Stand in the gate on the left.", Feat::Inside([-7.3, 0.0, 3.4], [-6.7, 2.0, 4.6])),
    goal("contact-lab", "Let a shape settle (G) until four contacts hold it.", Feat::Settles(4)),
    goal("car-crash", "Walk through the passage in which one car just fits.", Feat::Inside([-23.0, 0.0, -16.0], [-19.0, 3.0, -12.0])),
    goal("obstacle-course", "Reach the gate, against the clock.", Feat::Finishes),
    goal("spiral-tower", "Stand on the platform, 12 m above the ground.", Feat::Stands(12.4)),
    goal("terrain", "Reach the other end of the valley.", Feat::Inside([-100.0, -50.0, -200.0], [100.0, 100.0, -68.0])),
    goal("garden", "Walk through all the arches to the far end.", Feat::Inside([-4.0, 0.0, -14.0], [4.0, 3.0, -8.0])),
];

const fn goal(level: &'static str, sentence: &'static str, feat: Feat) -> Goal {
    Goal {
        level,
        sentence,
        feat,
    }
}

/// The goal of the shipped level at `path`, if it is one.
pub fn goal_of(path: &Path) -> Option<&'static Goal> {
    let name = shipped_name(path)?;
    GOALS.iter().find(|goal| name == goal.level)
}

/// Looks whether the goal of a level is reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoalWatch {
    feats: Feats,
}

impl GoalWatch {
    /// Notes the last tick of `session`, which led from `before` by `command`. Returns whether it has reached `goal`.
    pub fn reaches(
        &mut self,
        goal: &Goal,
        session: &Session,
        before: DVec3,
        command: &Command,
    ) -> bool {
        let follows = self.feats.note(session, before, command);
        let (sim, player) = (&session.sim, session.sim.player());
        match goal.feat {
            Feat::Inside(least, most) => {
                let bounds = Aabb::from_points([least, most].map(DVec3::from_array));
                bounds.is_some_and(|it| it.contains(player.position))
            }
            Feat::Stands(height) => player.ground.stands() && player.position.y >= height,
            Feat::Meets(kinds) => follows && session.begins_contact(kinds),
            Feat::Slides(length) => self.feats.slid() >= length,
            Feat::Rests => self.feats.rests(),
            Feat::Finishes => {
                let mut events = sim.zone_events().iter();
                events.any(|event| matches!(event.effect, ZoneEffect::Finish { .. }))
            }
            Feat::Settles(contacts) => {
                let lab = session.lab.as_ref();
                lab.is_some_and(|lab| lab.settles && lab.contacts().len() >= contacts)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::{BuiltIn, gallery};
    use crate::session::lab::state::LabInput;
    use sidle::geometry::angle::BinaryAngle;
    use sidle::level::{Level, load_level, load_script};
    use sidle::player::{Axis, Controller, Mode, TickInput};
    use std::ffi::OsString;

    fn level(name: &str) -> (Level, &'static Goal) {
        let path = format!("levels/{name}.toml");
        let goal = goal_of(path.as_ref()).expect("a goal");
        let level = load_level(path.as_ref(), &BuiltIn).level;
        (level.expect("a shipped level"), goal)
    }

    /// Whether `inputs` reach the goal of `level`.
    fn reaches(
        level: Level,
        goal: &Goal,
        exhibit: Option<&str>,
        inputs: impl Iterator<Item = TickInput>,
    ) -> bool {
        let mut session = Session::new(level, exhibit, 120);
        let mut watch = GoalWatch::default();
        if let Some(lab) = &mut session.lab {
            lab.settles = true;
        }
        for input in inputs {
            let before = session.sim.player().position;
            session.tick(&input, &LabInput::default());
            if watch.reaches(goal, &session, before, &input.command) {
                return true;
            }
        }
        false
    }

    /// A walk of `seconds` from `position` along `yaw_deg`.
    fn walk(
        name: &str,
        (controller, position): (Controller, [f64; 3]),
        (yaw_deg, forward, right): (f64, f64, f64),
        seconds: f64,
    ) -> bool {
        let (mut level, goal) = level(name);
        level.rules.spawn.controller = controller;
        level.rules.spawn.position = DVec3::from_array(position);
        level.rules.spawn.yaw = BinaryAngle::from_degrees(yaw_deg);
        let command = Command {
            forward: Axis::new(forward),
            right: Axis::new(right),
            yaw: BinaryAngle::from_degrees(yaw_deg),
            controller,
            mode: Mode::Walk,
            fast: name == "speed",
            jump: name == "courtyard",
            ..Command::default()
        };
        let ticks = (seconds * 120.0) as usize;
        reaches(
            level,
            goal,
            None,
            std::iter::repeat_n(command.into(), ticks),
        )
    }

    /// The shipped walk script through the level `name`.
    fn script(name: &str) -> bool {
        let (level, goal) = level(name);
        let path = format!("tests/fixtures/walks/{name}.toml");
        let script = load_script(path.as_ref(), &crate::platform::HostFiles).script;
        let inputs = script.expect("a script").inputs(&level.rules.spawn, 120);
        reaches(level, goal, None, inputs)
    }

    #[test]
    fn every_shipped_level_has_one_goal_and_no_other_level_has() {
        let stems: Vec<_> = gallery()
            .map(|path| Path::new(path).file_stem().expect("a name").to_owned())
            .collect();
        let goals: Vec<_> = GOALS
            .iter()
            .map(|goal| OsString::from(goal.level))
            .collect();
        assert_eq!(stems, goals);
        for other in [
            "levels/mine.toml",
            "speed.toml",
            "mine/speed.toml",
            "",
            "levels",
        ] {
            assert!(goal_of(other.as_ref()).is_none(), "{other}");
        }
        assert!(goal_of("/home/me/sidle/levels/speed.toml".as_ref()).is_some());
    }

    #[test]
    fn nobody_reaches_a_goal_by_standing_at_the_start() {
        for goal in &GOALS {
            let (level, goal) = level(goal.level);
            if level.scene.lab.is_some() {
                continue;
            }
            let idle = Session::new(level.clone(), None, 120).idle_input();
            let inputs = std::iter::repeat_n(idle, 240);
            assert!(!reaches(level, goal, None, inputs), "{}", goal.level);
        }
    }

    #[test]
    fn every_goal_is_reached_by_what_its_sentence_says() {
        use Controller::{Boxed, Classic, Swept};
        let ahead = |yaw_deg| (yaw_deg, 1.0, 0.0);
        assert!(walk(
            "courtyard",
            (Swept, [13.4, 3.2, 3.0]),
            ahead(-90.0),
            1.0
        ));
        assert!(walk("corners", (Swept, [13.6, 0.6, -6.0]), ahead(0.0), 6.0));
        assert!(walk("speed", (Classic, [0.0, 0.5, 95.0]), ahead(0.0), 1.0));
        assert!(walk(
            "one-sided",
            (Classic, [0.0, 0.5, 25.0]),
            ahead(180.0),
            0.5
        ));
        assert!(walk(
            "edge-radius",
            (Classic, [0.0, 0.5, 3.0]),
            ahead(60.0),
            4.0
        ));
        assert!(walk(
            "ghost-edges",
            (Swept, [-9.0, 0.5, 3.0]),
            ahead(30.0),
            3.5
        ));
        assert!(walk(
            "stairs-and-ramps",
            (Swept, [-17.8, 0.5, -1.5]),
            ahead(0.0),
            6.0
        ));
        assert!(walk(
            "car-crash",
            (Swept, [-16.0, 0.5, -9.0]),
            ahead(45.0),
            3.0
        ));
        assert!(walk("columns", (Swept, [4.9, 0.5, -5.0]), ahead(0.0), 2.0));
        assert!(walk(
            "boxed",
            (Boxed, [0.0, 0.5, 2.0]),
            (90.0, 0.0, 1.0),
            2.0
        ));
        assert!(walk(
            "box-turns",
            (Boxed, [-3.0, 0.5, 4.0]),
            ahead(90.0),
            2.0
        ));
        assert!(walk("garden", (Swept, [0.0, 0.5, 9.0]), ahead(0.0), 4.0));
        for name in ["spiral-tower", "terrain", "obstacle-course"] {
            assert!(script(name), "{name}");
        }
    }

    #[test]
    fn what_falls_short_of_a_sentence_does_not_reach_its_goal() {
        use Controller::{Boxed, Swept};
        let ahead = |yaw_deg| (yaw_deg, 1.0, 0.0);
        // Stopped by a wall; a gate that is too narrow; a gate that the box does not fit.
        assert!(!walk("speed", (Swept, [0.0, 0.5, 95.0]), ahead(0.0), 1.0));
        assert!(!walk(
            "columns",
            (Swept, [18.05, 0.5, -5.0]),
            ahead(0.0),
            2.0
        ));
        assert!(!walk("boxed", (Boxed, [0.0, 0.5, 2.0]), ahead(0.0), 2.0));
        assert!(!walk(
            "box-turns",
            (Boxed, [0.0, 0.5, 2.0]),
            ahead(0.0),
            2.0
        ));
    }

    #[test]
    fn a_box_that_settles_reaches_the_goal_of_the_lab() {
        let (level, goal) = level("contact-lab");
        let idle = Session::new(level.clone(), None, 120).idle_input();
        let inputs = std::iter::repeat_n(idle, 1200);
        assert!(reaches(level, goal, Some("box-box"), inputs));
    }
}
