//! The verdict on each contact: how deep every controller was inside of something, and how much of its speed it kept.
//!
//! A contact begins when the player or a ghost touches a wall, and is over when nobody has touched one for a while. All are
//! measured over the same ticks, with the numbers of `sidle compare`. A ghost that was elsewhere when the contact began
//! met something else: it gets no numbers.

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, PlayerState};
use sidle::sim::Sim;
use sidle::world::Surface;

use crate::session::anomaly::crosses_surface;
use crate::session::contact_watch::ticks_until_over;
use crate::session::ghosts::Ghosts;
use crate::session::tally::Tally;
use crate::session::walls::touched_walls;

/// A ghost within this many radii of the player, and this many ticks of its motion, meets the same walls. Smaller: one that
/// lags a little gets no numbers; larger: contacts with different walls are compared.
const TOGETHER_RADII: f64 = 1.0;
const TOGETHER_TICKS: f64 = 3.0;

/// How often the verdict on a contact that lasts is given anew; per second. Larger: the numbers cannot be read.
const VERDICTS_PER_SECOND: u64 = 4;

/// What one controller made of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    pub controller: Controller,
    pub outcome: Outcome,
}

/// What is known of a controller in a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It was measured, and whether it passed through a surface.
    Measured { tally: Tally, tunnelled: bool },
    /// It was elsewhere when the contact began.
    Elsewhere,
}

impl Outcome {
    /// The outcome in words: `12 mm inside, kept 71 % of its speed`.
    pub fn words(&self) -> String {
        let (tally, tunnelled) = match self {
            Self::Measured { tally, tunnelled } => (tally, *tunnelled),
            Self::Elsewhere => return "elsewhere".to_owned(),
        };
        let inside = if tunnelled {
            "went through".to_owned()
        } else {
            format!("{} inside", millimetres(tally.deepest()))
        };
        match tally.speed_kept() {
            Some(kept) => format!("{inside}, kept {:.0} % of its speed", kept * 100.0),
            None => inside,
        }
    }
}

/// A depth, in metres, as whole millimetres; as tenths if it is small. Below a twentieth there is nothing to see.
fn millimetres(depth: f64) -> String {
    match depth * 1000.0 {
        none if none < 0.05 => "0 mm".to_owned(),
        few if few < 9.95 => format!("{few:.1} mm"),
        many => format!("{many:.0} mm"),
    }
}

/// A controller in the contact that is measured.
#[derive(Clone, Copy, Debug)]
struct Entrant {
    controller: Controller,
    is_here: bool,
    tally: Tally,
    tunnelled: bool,
}

/// Measures the contacts of the player and of the ghosts, and keeps the verdicts on the last one.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    /// The player first.
    entrants: Vec<Entrant>,
    /// The last tick in which a wall was touched; `None`: no contact lasts.
    touched: Option<u64>,
    /// The last tick that was noted.
    tick: u64,
    /// The verdicts on the last contact.
    given: Vec<Verdict>,
    near: Vec<Surface>,
}

impl Verdicts {
    /// The verdicts on the last contact, that of the player first; none before there was one.
    pub fn given(&self) -> &[Verdict] {
        &self.given
    }

    /// Notes the last tick of the player's `sim`, which led from `before` by `command`, and of the `ghosts`.
    pub fn note(&mut self, before: &PlayerState, command: &Command, sim: &Sim, ghosts: &Ghosts) {
        let tick = sim.ticks();
        let is_next = tick == self.tick + 1;
        self.tick = tick;
        let is_torn = || sim.relocated() || ghosts.iter().any(|ghost| ghost.restarted());
        if !is_next || is_torn() {
            self.touched = None;
            return;
        }
        let touches = |sim: &Sim| touched_walls(sim).next().is_some();
        let is_touched = touches(sim) || ghosts.iter().any(|ghost| touches(&ghost.sim));
        let over = ticks_until_over(sim.hz());
        let lasts = self.touched.is_some_and(|touched| tick - touched <= over);
        if !lasts && !is_touched {
            self.touched = None;
            return;
        }
        if !lasts {
            self.begin(before, sim, ghosts);
        }
        let has_tunnelled = self.measure(before, command, sim, ghosts);
        if is_touched {
            self.touched = Some(tick);
        }
        // Right away, then now and then, and with the last tick of a touch.
        let period = u64::from(sim.hz()).div_ceil(VERDICTS_PER_SECOND);
        let is_due = is_touched && tick.is_multiple_of(period);
        if !lasts || is_due || has_tunnelled || self.touched == Some(tick - 1) {
            self.give();
        }
    }

    /// Begins a contact in a tick that the player began in the state `before`.
    fn begin(&mut self, before: &PlayerState, sim: &Sim, ghosts: &Ghosts) {
        let a_tick = before.velocity.length() / f64::from(sim.hz());
        let reach = sim.tuning().radius * TOGETHER_RADII + a_tick * TOGETHER_TICKS;
        let entrant = |controller, start: DVec3| Entrant {
            controller,
            is_here: start.distance(before.position) <= reach,
            tally: Tally::default(),
            tunnelled: false,
        };
        self.entrants.clear();
        self.entrants
            .push(entrant(sim.player().controller, before.position));
        let others = ghosts.iter();
        self.entrants
            .extend(others.map(|ghost| entrant(ghost.controller(), ghost.previous())));
    }

    /// Measures the last tick of all. Returns whether one of them passed through a surface for the first time.
    fn measure(
        &mut self,
        before: &PlayerState,
        command: &Command,
        sim: &Sim,
        ghosts: &Ghosts,
    ) -> bool {
        let mut has_tunnelled = false;
        let own = (before.position, sim);
        let others = ghosts.iter().map(|ghost| (ghost.previous(), &ghost.sim));
        let all = std::iter::once(own).chain(others);
        for (entrant, (start, sim)) in self.entrants.iter_mut().zip(all) {
            if !entrant.is_here {
                continue;
            }
            entrant.tally.add_motion(start, command, sim);
            entrant.tally.add_overlap(sim, &mut self.near);
            // The swept controller passes through nothing, by construction.
            let tunnels = entrant.controller != Controller::Swept
                && crosses_surface(sim, start, sim.player().position);
            has_tunnelled |= tunnels && !entrant.tunnelled;
            entrant.tunnelled |= tunnels;
        }
        has_tunnelled
    }

    fn give(&mut self) {
        self.given.clear();
        self.given.extend(self.entrants.iter().map(|entrant| {
            let (tally, tunnelled) = (entrant.tally, entrant.tunnelled);
            Verdict {
                controller: entrant.controller,
                outcome: if entrant.is_here {
                    Outcome::Measured { tally, tunnelled }
                } else {
                    Outcome::Elsewhere
                },
            }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::session::lab::state::LabInput;
    use crate::test_support::courtyard;
    use sidle::geometry::angle::BinaryAngle;
    use sidle::player::{Axis, Spawn, Tuning};

    /// A session in the courtyard with ghosts, at `position` and looking along `yaw_deg`.
    fn session(position: [f64; 3], yaw_deg: f64, hz: u32, walk_speed: f64) -> Session {
        let mut level = courtyard();
        level.rules.spawn = Spawn {
            position: DVec3::from_array(position),
            yaw: BinaryAngle::from_degrees(yaw_deg),
            controller: Controller::Classic,
            ..level.rules.spawn
        };
        level.tuning = Tuning {
            walk_speed,
            ground_accel: f64::INFINITY,
            ..level.tuning
        };
        let mut session = Session::new(level, None, hz);
        session.set_ghosts(true);
        session
    }

    fn walk(session: &mut Session, ticks: usize) -> Command {
        let command = Command {
            forward: Axis::new(1.0),
            ..session.sim.idle_command()
        };
        for _ in 0..ticks {
            session.tick(&command.into(), &LabInput::default());
        }
        command
    }

    fn outcome(session: &Session, controller: Controller) -> Outcome {
        let mut verdicts = session.verdicts().iter();
        let verdict = verdicts.find(|verdict| verdict.controller == controller);
        verdict.expect("a verdict").outcome
    }

    fn measured(session: &Session, controller: Controller) -> (Tally, bool) {
        match outcome(session, controller) {
            Outcome::Measured { tally, tunnelled } => (tally, tunnelled),
            Outcome::Elsewhere => panic!("{controller:?} was elsewhere"),
        }
    }

    #[test]
    fn without_a_contact_or_without_ghosts_there_is_no_verdict() {
        let mut alone = session([8.0, 0.5, 12.0], -60.0, 120, 5.0);
        alone.set_ghosts(false);
        walk(&mut alone, 240);
        assert!(alone.verdicts().is_empty());
        let mut free = session([0.0, 0.5, 16.0], 0.0, 120, 5.0);
        walk(&mut free, 60);
        assert!(free.verdicts().is_empty());
    }

    #[test]
    fn each_controller_gets_its_own_line_and_the_swept_one_is_never_inside() {
        for hz in [30, 60, 120, 240, 360] {
            let mut session = session([7.0, 0.5, 12.0], -45.0, hz, 5.0);
            walk(&mut session, hz as usize * 2);
            let order: Vec<_> = session.verdicts().iter().map(|it| it.controller).collect();
            assert_eq!(
                order,
                [Controller::Classic, Controller::Swept, Controller::Boxed],
                "{hz}"
            );
            let (swept, tunnelled) = measured(&session, Controller::Swept);
            assert!(!tunnelled && swept.deepest() < 1e-6, "{hz}");
            // Along a fence at 45 degrees, cos 45 degrees of the speed is left.
            let kept = swept.speed_kept().expect("a motion");
            assert!((0.69..0.76).contains(&kept), "{hz}: {kept}");
        }
    }

    #[test]
    fn the_verdict_has_the_numbers_of_the_same_ticks_measured_alone() {
        let mut session = session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
        let (mut tally, mut near) = (Tally::default(), Vec::new());
        let mut begun = false;
        for _ in 0..300 {
            let before = session.sim.player().position;
            let command = walk(&mut session, 1);
            // Whoever touches it first begins the contact for all.
            let ghosts = session.ghosts.iter().map(|ghost| &ghost.sim);
            let mut sims = ghosts.chain([&session.sim]);
            begun |= sims.any(|sim| touched_walls(sim).next().is_some());
            if begun {
                tally.add_motion(before, &command, &session.sim);
                tally.add_overlap(&session.sim, &mut near);
            }
            // Given anew in this tick.
            if begun && session.sim.ticks().is_multiple_of(30) {
                let (given, _) = measured(&session, Controller::Classic);
                assert_eq!(given, tally);
            }
        }
        assert!(begun);
    }

    #[test]
    fn at_speed_the_classic_goes_through_and_the_swept_is_stopped() {
        let mut session = session([11.2, 0.5, -4.0], -90.0, 120, 100.0);
        walk(&mut session, 12);
        let (_, tunnelled) = measured(&session, Controller::Classic);
        assert!(tunnelled);
        let (swept, tunnelled) = measured(&session, Controller::Swept);
        assert!(!tunnelled && swept.speed_kept().is_some_and(|kept| kept < 0.5));
        // From now on it is elsewhere, until the ghosts restart.
        let idle = session.sim.idle_command();
        for _ in 0..60 {
            session.tick(&idle.into(), &LabInput::default());
        }
        session.resync_ghosts();
        walk(&mut session, 1);
        assert!(!session.verdicts().is_empty(), "the last verdict stays");
    }

    #[test]
    fn who_was_elsewhere_when_the_contact_began_gets_no_numbers() {
        let mut session = session([11.2, 0.5, -4.0], -90.0, 120, 100.0);
        walk(&mut session, 20);
        // Back with the classic, which is beyond the wall; the swept one is before it.
        let apart = session
            .ghosts
            .iter()
            .map(|ghost| ghost.player().position.x)
            .fold(f64::INFINITY, sidle::geometry::float::min);
        assert!(session.sim.player().position.x - apart > 1.0);
        let back = Command {
            forward: Axis::new(-0.05),
            ..session.sim.idle_command()
        };
        let idle = session.sim.idle_command();
        for _ in 0..60 {
            session.tick(&idle.into(), &LabInput::default());
        }
        for _ in 0..300 {
            session.tick(&back.into(), &LabInput::default());
        }
        assert_eq!(outcome(&session, Controller::Swept), Outcome::Elsewhere);
    }

    #[test]
    fn a_rewind_ends_the_contact_and_a_new_history_forgets_it() {
        let mut session = session([7.0, 0.5, 12.0], -45.0, 120, 5.0);
        walk(&mut session, 200);
        let before = session.verdicts().to_vec();
        assert!(!before.is_empty());
        session.seek(crate::options::action::Seek::Ticks(-30));
        assert_eq!(
            session.verdicts(),
            before,
            "seeking shows, and measures nothing"
        );
        walk(&mut session, 2);
        let (tally, _) = measured(&session, Controller::Swept);
        let kept = tally.speed_kept().expect("a motion");
        assert!((0.5..1.0).contains(&kept), "measured anew: {kept}");
        session.set_hz(60);
        assert!(session.verdicts().is_empty());
    }

    #[test]
    fn the_words_round_to_what_can_be_seen() {
        for (depth, words) in [
            (0.0, "0 mm"),
            (4.9e-5, "0 mm"),
            (5.1e-5, "0.1 mm"),
            (0.0099, "9.9 mm"),
            (0.00996, "10 mm"),
            (0.012_3, "12 mm"),
            (1.5, "1500 mm"),
        ] {
            assert_eq!(millimetres(depth), words);
        }
        let still = Outcome::Measured {
            tally: Tally::default(),
            tunnelled: false,
        };
        assert_eq!(still.words(), "0 mm inside");
        assert_eq!(Outcome::Elsewhere.words(), "elsewhere");
    }
}
