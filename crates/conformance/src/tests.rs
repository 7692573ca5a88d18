//! Movers that are wrong on purpose. Every family must find one of them, since a scene that nothing fails tests nothing.

use sidle::glam::DVec3;
use sidle::player::{Command, Controller, Tuning};
use sidle_movers::{Hello, MovedBox, Mover, MoverError, MoverGround, Ours, Saved, Setup, State};

use crate::body::{Body, Shapes};
use crate::check::Outcome;
use crate::judge::{Subject, examine};
use crate::run::Run;
use crate::scene::Family;

/// How a mover is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// It goes straight through everything.
    Tunnels,
    /// It is a centimetre off in every other state.
    Jitters,
    /// It does not fall, and never stands.
    Floats,
    /// It neither climbs nor follows steps.
    IgnoresSteps,
    /// It stays where it is.
    DoesNothing,
    /// So does this one. It says that it keeps a gap, and what it lacks.
    Modest,
}

/// Our swept controller with a fault.
struct Planted {
    fault: Fault,
    ours: Ours,
    /// How many requests it has had, which no reset forgets.
    requests: u64,
    state: State,
    hz: f64,
}

impl Planted {
    fn new(fault: Fault) -> Self {
        Self {
            fault,
            ours: Ours::new(Controller::Swept),
            requests: 0,
            state: State::default(),
            hz: 60.0,
        }
    }

    /// The state with the fault, where a body without obstacles would have moved by `free`.
    fn spoilt(&mut self, state: State, free: DVec3) -> State {
        self.requests += 1;
        let before = self.state.position;
        let ground = MoverGround::None;
        self.state = match self.fault {
            Fault::Tunnels => State {
                position: before + free,
                ground,
                ..state
            },
            Fault::Jitters => {
                let sign = if self.requests.is_multiple_of(7) {
                    0.01
                } else {
                    -0.005
                };
                State {
                    position: state.position + DVec3::new(sign, sign, sign),
                    ..state
                }
            }
            Fault::Floats => State {
                position: DVec3::new(state.position.x, before.y + 0.01, state.position.z),
                ground,
                ..state
            },
            Fault::IgnoresSteps => state,
            Fault::DoesNothing | Fault::Modest => State {
                position: before,
                ..State::default()
            },
        };
        self.state.clone()
    }
}

impl Mover for Planted {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        let lacks = match self.fault {
            Fault::Modest => ["creases", "walls/level"].map(String::from).into(),
            _ => Vec::new(),
        };
        let hello = self.ours.hello()?;
        Ok(Hello { lacks, ..hello })
    }

    fn padding(&self) -> f64 {
        if self.fault == Fault::Modest {
            0.02
        } else {
            0.0
        }
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        self.hz = f64::from(setup.hz);
        let tuning = match self.fault {
            Fault::IgnoresSteps => Tuning {
                step_height: 0.0,
                snap_distance: 0.0,
                ..setup.tuning
            },
            _ => setup.tuning,
        };
        self.ours.world(&Setup {
            tuning,
            ..setup.clone()
        })
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, yaw: f64) -> Result<State, MoverError> {
        self.state = self.ours.reset(position, velocity, yaw)?;
        Ok(self.state.clone())
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        let state = self.ours.tick(dt, command, boxes)?;
        let free = command.walk_wish() * (5.0 * dt) - DVec3::Y * (10.0 * dt * dt);
        Ok(self.spoilt(state, free))
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.state.position = position;
        let state = self.ours.move_by(position, motion)?;
        Ok(self.spoilt(state, motion))
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        self.ours.save()
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        self.ours.load(saved)
    }
}

/// A clock that says that every request takes a hundredth of a second.
fn slow_clock() -> f64 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static TIME: AtomicU32 = AtomicU32::new(0);
    f64::from(TIME.fetch_add(1, Ordering::Relaxed)) * 0.01
}

/// How many trials of a family the mover fails.
fn failures(fault: Fault, family: Family) -> usize {
    let scenes: Vec<_> = family
        .scenes()
        .into_iter()
        .map(|mut scene| {
            // The first, one in the middle and the last are enough.
            let count = scene.trials.len();
            let mut number = 0;
            scene.trials.retain(|_| {
                number += 1;
                [1, count / 2, count].contains(&number)
            });
            scene
        })
        .collect();
    let mut subject = Subject {
        start: &mut || Ok(Box::new(Planted::new(fault)) as Box<dyn Mover>),
        boxed: false,
        padding: None,
    };
    let examination = examine(&mut subject, &scenes, Some(slow_clock), &mut |_| ());
    let results = examination.results.iter().flatten();
    results
        .filter(|result| result.outcome == Outcome::Failed)
        .count()
}

#[test]
fn every_family_fails_a_mover_that_is_wrong_on_purpose() {
    let finders = [
        (Family::Walls, Fault::Tunnels),
        (Family::Creases, Fault::DoesNothing),
        (Family::Corners, Fault::Jitters),
        (Family::Seams, Fault::Jitters),
        (Family::Thin, Fault::Tunnels),
        (Family::Boxes, Fault::Tunnels),
        (Family::Slopes, Fault::DoesNothing),
        (Family::Steps, Fault::IgnoresSteps),
        (Family::Snapping, Fault::IgnoresSteps),
        (Family::Ceilings, Fault::Floats),
        (Family::Passages, Fault::Tunnels),
        (Family::Wedges, Fault::Jitters),
        (Family::Gaps, Fault::DoesNothing),
        (Family::Platforms, Fault::DoesNothing),
        (Family::Inside, Fault::DoesNothing),
        (Family::Resizing, Fault::Tunnels),
        (Family::Far, Fault::DoesNothing),
        (Family::Sizes, Fault::Tunnels),
        (Family::Noise, Fault::Floats),
        (Family::Order, Fault::Jitters),
        (Family::Repeat, Fault::Jitters),
        (Family::Cost, Fault::DoesNothing),
    ];
    assert_eq!(finders.len(), Family::NAMES.len());
    for (family, fault) in finders {
        assert!(failures(fault, family) > 0, "{family:?} passes {fault:?}");
    }
}

#[test]
fn a_mover_that_floats_or_does_nothing_fails_most_families() {
    for fault in [Fault::Tunnels, Fault::Floats, Fault::DoesNothing] {
        let families = Family::NAMES.iter().map(|(_, family)| *family);
        let failed = families
            .filter(|family| failures(fault, *family) > 0)
            .count();
        assert!(failed >= 12, "{fault:?} fails {failed}");
    }
}

/// Whether a ball at `center` touches the back of the face, not of an edge, of a triangle.
fn touches_back(center: DVec3, radius: f64, [a, b, c]: [DVec3; 3]) -> bool {
    let Some(normal) = (b - a).cross(c - a).try_normalize() else {
        return false;
    };
    let height = (center - a).dot(normal);
    let is_above = |from: DVec3, to: DVec3| (to - from).cross(center - from).dot(normal) >= 0.0;
    height < 0.0 && height > -(radius + 0.01) && is_above(a, b) && is_above(b, c) && is_above(c, a)
}

#[test]
fn faces_show_their_front_to_the_body_except_where_the_scene_is_about_backs() {
    let families = Family::NAMES.iter().map(|(_, family)| *family);
    let scenes = families.flat_map(Family::scenes);
    let about_backs = [(Family::Thin, "back"), (Family::Noise, "dirt")];
    for scene in scenes.filter(|scene| scene.family != Family::Cost) {
        // The variants of a scene differ in numbers only, and the first one has triangles.
        let trial = &scene.trials[0];
        let mut ours = Ours::new(Controller::Swept);
        let run = Run::of(trial, &mut ours, false, None, None).unwrap();
        let touches = run.states.iter().step_by(4).any(|state| {
            let center = state.position;
            let mut triangles = trial.course.triangles.iter();
            triangles.any(|corners| touches_back(center, trial.tuning.radius, *corners))
        });
        let expected = about_backs.contains(&(scene.family, scene.name));
        assert_eq!(touches, expected, "{:?} {}", scene.family, scene.name);
    }
}

#[test]
fn a_mover_with_a_padding_starts_outside_of_its_padding() {
    for (_, family) in Family::NAMES {
        if matches!(family, Family::Inside) {
            continue;
        }
        for scene in family.scenes() {
            for trial in &scene.trials {
                // The largest one that leaves room, also for the 5 mm above the floor.
                let padding =
                    (trial.room * 0.5 - 0.003).min(0.1) * (trial.tuning.radius / 0.3).min(1.0);
                let body = Body(trial.setup(&trial.course, false).body());
                let shapes = Shapes::new(&trial.course);
                let start = trial.start + trial.clear * padding;
                let depth = body.depth(&shapes, 0.0, start);
                let name = (scene.family, scene.name, &trial.variant);
                assert!(depth + padding <= 1e-6, "{name:?}: {depth} of {padding}");
            }
        }
    }
}

#[test]
fn what_a_mover_says_that_it_lacks_is_no_failure() {
    let scenes = [Family::Walls, Family::Creases]
        .map(Family::scenes)
        .concat();
    let mut subject = Subject {
        start: &mut || Ok(Box::new(Planted::new(Fault::Modest)) as Box<dyn Mover>),
        boxed: false,
        padding: None,
    };
    let examination = examine(&mut subject, &scenes, None, &mut |_| ());
    for (scene, results) in scenes.iter().zip(&examination.results) {
        let lacked = scene.family == Family::Creases || scene.name == "level";
        let all = results
            .iter()
            .all(|result| (result.outcome == Outcome::NotOffered) == lacked);
        assert!(all, "{:?} {}", scene.family, scene.name);
    }
    assert_eq!(examination.padding, Some([0.02; 2]));
}

#[test]
fn there_are_at_least_60_scenes_with_600_variants_and_no_name_comes_twice() {
    let families = Family::NAMES.iter().map(|(_, family)| *family);
    let scenes: Vec<_> = families.flat_map(Family::scenes).collect();
    let variants: usize = scenes.iter().map(|scene| scene.trials.len()).sum();
    assert!(scenes.len() >= 60, "{} scenes", scenes.len());
    assert!(variants >= 600, "{variants} variants");
    let mut names = std::collections::BTreeSet::new();
    for scene in &scenes {
        for trial in &scene.trials {
            assert!(!trial.checks.is_empty() && !trial.is_empty());
            let name = (scene.family, scene.name, trial.variant.clone());
            assert!(names.insert(name), "{} {}", scene.name, trial.variant);
        }
    }
}
