//! The goals of the shipped levels: the task in each, and how the game notices it.

use std::path::Path;

use sidle::geometry::Aabb;
use sidle::glam::DVec3;
use sidle::player::{Command, Controller};
use sidle::sim::ZoneEffect;

use crate::platform::built_in::shipped_name;
use crate::session::Session;
use crate::session::guide::wall_watch::WallWatch;
use crate::session::observe::ContactKind;

/// The goal of a level.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The level's file, without its ending.
    pub level: &'static str,
    /// The task, in one sentence.
    pub sentence: &'static str,
    /// Its lesson, in a sentence or two.
    pub lesson: &'static str,
    feat: Feat,
}

/// The condition of a goal.
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
    /// All of these challenges are met, one after the other.
    All(&'static [Challenge]),
}

/// One of the tasks of a level with several. Like a goal, it is met once.
#[derive(Clone, Copy, Debug)]
pub struct Challenge {
    /// Its name among the goals that were reached.
    name: &'static str,
    /// Its lesson, in a sentence.
    pub lesson: &'static str,
    /// The controller with which the body's position comes into the box from the lowest to the highest corner, on foot and
    /// standing; metres.
    controller: Controller,
    least: [f64; 3],
    most: [f64; 3],
}

/// The challenges of the level of that name, in the order of its signs.
#[rustfmt::skip]
const CHALLENGES: [Challenge; 4] = [
    Challenge { name: "challenges 1", lesson: "Classic was behind the wall before it looked.",
        controller: Controller::Classic, least: [-9.6, 0.4, -11.9], most: [-6.4, 0.6, -3.1] },
    Challenge { name: "challenges 2", lesson: "Classic feels edges with half its radius, so it fits where a ball does not.",
        controller: Controller::Classic, least: [-1.6, 0.4, -8.9], most: [1.6, 0.6, -3.6] },
    Challenge { name: "challenges 3", lesson: "A box stands on any part of its bottom, even with nothing below its middle.",
        controller: Controller::Boxed, least: [6.0, 1.47, -5.1], most: [10.0, 1.6, -4.7] },
    Challenge { name: "challenges 4", lesson: "Swept takes a ledge of its step height for ground, also in the air.",
        controller: Controller::Swept, least: [11.0, 1.85, 7.5], most: [14.0, 2.0, 10.5] },
];

/// All goals, in the order of the shipped levels.
#[rustfmt::skip]
const GOALS: [Goal; 20] = [
    goal("courtyard", "Stand on the highest crate of the stair.", "To you, each crate is one box. Its top carries you, and its sides let you slide.",
        Feat::Inside([14.2, 3.0, 2.2], [15.8, 4.0, 3.8])),
    goal("corners", "Push into a corner until nothing moves.", "Each of two walls removes the motion that the other leaves, so nothing is left.",
        Feat::Rests),
    goal("speed", "Go through a wall of 5 cm.", "Who moves first and looks later lands behind a thin wall once a step is longer than the radius.",
        Feat::Meets(&[ContactKind::Tunnel])),
    goal("one-sided", "Go round a sheet and run at its back: let it throw you to its front.", "A surface that knows only its front pushes you out there, from wherever you come.",
        Feat::Meets(&[ContactKind::Tunnel, ContactKind::Thrown])),
    goal("edge-radius", "Let the end of a wall throw you back.", "Classic notices a face late near its edge. Once it does, it pushes you out by all of the depth in one tick.",
        Feat::Meets(&[ContactKind::Thrown])),
    goal("ghost-edges", "Slide 10 m along walls without leaving them.", "The seams between triangles stopped nobody. You slid along them as along one plane.",
        Feat::Slides(10.0)),
    goal("stairs-and-ramps", "Climb to the platform, 2.4 m above the ground.", "Steps of up to 35 cm and slopes of up to 50 degrees are ways up. All else is a wall.",
        Feat::Stands(2.8)),
    goal("columns", "Go through one of the gates.", "A round body slides off a round column, and fits through any gate that is wider than itself.",
        Feat::Inside([4.0, 0.0, -12.0], [19.0, 1.2, -9.9])),
    goal("boxed", "Stand in the gate ahead: you fit sideways.", "A box that turns with you is narrow from one side only, so its heading decides what it passes.",
        Feat::Inside([-0.6, 0.0, -2.3], [0.6, 2.0, -1.7])),
    goal("box-turns", "Stand in the gate on the left.", "A box that stays aligned with the axes fits by its place alone, however you turn.",
        Feat::Inside([-7.3, 0.0, 3.4], [-6.7, 2.0, 4.6])),
    goal("blocks", "Walk along the ledge of 1 cm.", "A flat bottom stands on any part of itself, where a round one needs something below its middle.",
        Feat::Inside([8.4, 1.7, 0.2], [9.0, 2.2, 4.0])),
    goal("contact-lab", "Go on to two boxes, and let them settle until four contacts hold one.", "The deepest contact is resolved first, tick by tick, until four of them hold the box.",
        Feat::Settles(4)),
    goal("car-crash", "Walk through the passage in which one car just fits.", "Two boxes are apart as long as one of fifteen axes shows a gap between them.",
        Feat::Inside([-23.0, 0.0, -16.0], [-19.0, 3.0, -12.0])),
    goal("obstacle-course", "Reach the gate, against the clock.", "Who slides along things loses less time than who stops at them.",
        Feat::Finishes),
    goal("spiral-tower", "Stand on the platform, 12 m above the ground.", "A curved parapet is many flat pieces. Each turns your motion a little, and none stops it.",
        Feat::Stands(12.4)),
    goal("terrain", "Reach the other end of the valley.", "However many triangles the land has, each tick looks only at the few around you.",
        Feat::Inside([-100.0, -50.0, -200.0], [100.0, 100.0, -68.0])),
    goal("garden", "Walk through all the arches to the far end.", "You collide with the triangles that you see, whatever picture lies on them.",
        Feat::Inside([-4.0, 0.0, -14.0], [4.0, 3.0, -8.0])),
    goal("surfaces", "Jump up through three shelves, and stand on the highest.", "A one-way surface stops you from above, and lets you pass from below.",
        Feat::Stands(7.05)),
    goal("moves", "Stand on the bank behind the wall in the pool.", "In water you swim where you look, so the way under a wall is a look down and a look up.",
        Feat::Inside([-5.0, 0.2, -15.0], [5.0, 2.0, -12.0])),
    goal("challenges", "Do the four feats, each with its controller.", "Each of the three is wrong somewhere, and now you know where.",
        Feat::All(&CHALLENGES)),
];

const fn goal(
    level: &'static str,
    sentence: &'static str,
    lesson: &'static str,
    feat: Feat,
) -> Goal {
    Goal {
        level,
        sentence,
        lesson,
        feat,
    }
}

impl Goal {
    /// Whether its level is among those whose goals were `reached`.
    pub fn is_among(&self, reached: &[String]) -> bool {
        reached.iter().any(|level| level == self.level)
    }

    /// Its challenges; most goals have none.
    pub fn challenges(&self) -> &'static [Challenge] {
        match self.feat {
            Feat::All(challenges) => challenges,
            _ => &[],
        }
    }

    /// How many of its challenges are among those `reached`.
    pub fn challenges_met(&self, reached: &[String]) -> usize {
        let challenges = self.challenges().iter();
        challenges
            .filter(|challenge| challenge.is_among(reached))
            .count()
    }

    /// The challenge that `session` meets now, and that is not among those `reached`. It is added to them.
    pub fn meet_challenge(
        &self,
        session: &Session,
        reached: &mut Vec<String>,
    ) -> Option<&'static Challenge> {
        let mut challenges = self.challenges().iter();
        let met = challenges
            .find(|challenge| !challenge.is_among(reached) && challenge.is_met(session))?;
        reached.push(met.name.to_owned());
        Some(met)
    }

    /// Whether a contact reaches it, which the view from the side explains.
    pub fn is_contact(&self) -> bool {
        matches!(self.feat, Feat::Meets(_))
    }
}

impl Challenge {
    fn is_among(&self, reached: &[String]) -> bool {
        reached.iter().any(|name| name == self.name)
    }

    fn is_met(&self, session: &Session) -> bool {
        let player = session.sim.player();
        player.controller == self.controller
            && player.ground.stands()
            && is_inside(player.position, self.least, self.most)
    }
}

/// Whether `position` is in the box between two corners.
fn is_inside(position: DVec3, least: [f64; 3], most: [f64; 3]) -> bool {
    let bounds = Aabb::from_points([least, most].map(DVec3::from_array));
    bounds.is_some_and(|bounds| bounds.contains(position))
}

/// The goal of the shipped level at `path`, if it is one.
pub fn goal_of(path: &Path) -> Option<&'static Goal> {
    let name = shipped_name(path)?;
    GOALS.iter().find(|goal| name == goal.level)
}

/// How many goals of the shipped levels are among those `reached`, and how many there are.
pub fn goal_count(reached: &[String]) -> (usize, usize) {
    let known = GOALS.iter().filter(|goal| goal.is_among(reached));
    (known.count(), GOALS.len())
}

/// The goals of all shipped levels as JSON for the page: each has the level's path, its words, and whether it is among those
/// `reached`.
pub fn goals_json(reached: &[String]) -> String {
    let goal = |goal: &Goal| {
        serde_json::json!({
            "path": format!("levels/{}.toml", goal.level),
            "words": goal.sentence,
            "reached": goal.is_among(reached),
        })
    };
    serde_json::Value::from_iter(GOALS.iter().map(goal)).to_string()
}

/// Looks whether the goal of a level is reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoalWatch {
    wall_watch: WallWatch,
}

impl GoalWatch {
    /// Notes the last tick of `session`, in which `command` moved the player from `before`. Returns whether it has reached `goal`.
    pub fn reaches(
        &mut self,
        goal: &Goal,
        session: &Session,
        before: DVec3,
        command: &Command,
    ) -> bool {
        let follows = self.wall_watch.note(session, before, command);
        let (sim, player) = (&session.sim, session.sim.player());
        match goal.feat {
            Feat::Inside(least, most) => is_inside(player.position, least, most),
            Feat::Stands(height) => player.ground.stands() && player.position.y >= height,
            Feat::Meets(kinds) => follows && session.begins_contact(kinds),
            Feat::Slides(length) => self.wall_watch.slid() >= length,
            Feat::Rests => self.wall_watch.rests(),
            Feat::Finishes => {
                let mut events = sim.zone_events().iter();
                events.any(|event| matches!(event.effect, ZoneEffect::Finish { .. }))
            }
            Feat::Settles(contacts) => {
                let lab = session.lab.as_ref();
                lab.is_some_and(|lab| lab.settles && lab.contacts().len() >= contacts)
            }
            // They count one by one.
            Feat::All(_) => false,
        }
    }
}

#[cfg(test)]
mod tests;
