//! Repeats walks to restore states that were dropped, and to record how a walker comes to a finding.

use super::archive::Archive;
use crate::floor::{PlaceId, Support};
use crate::walk::{Commands, Job, Kept, Moment, Walker};
use sidle::player::Command;
use sidle::replay::{LevelHash, Recorder, Recording};
use sidle::sim::Sim;

/// The description of the level that a recording begins with.
#[derive(Clone, Debug)]
pub struct Title {
    /// The level's name.
    pub level: String,
    /// The path of its file.
    pub path: String,
    pub hash: LevelHash,
}

impl Title {
    /// A recorder of a run that begins in the state of `sim`.
    pub fn recorder(&self, sim: &Sim) -> Recorder {
        Recorder::with_level_hash(&self.level, &self.path, sim, self.hash)
    }
}

/// The longest chain of walks that a recording holds. Longer: it takes long to watch.
const MAX_WALKS: usize = 16;

/// The state of the first walker that came to a place. If the state was dropped, it is computed again.
pub(super) fn state_of(archive: &Archive, id: PlaceId, sim: &mut Walker) -> Option<Kept> {
    // Go back to a place that still has its state, and repeat the walks from there.
    let mut walks = Vec::new();
    let mut at = id;
    let mut state = loop {
        let place = archive.place(at);
        if let Some(state) = &place.state {
            break (**state).clone();
        }
        let (job, _) = place.found_by;
        // A place is found from an earlier one.
        if job.start >= at {
            return None;
        }
        walks.push(place.found_by);
        at = job.start;
    };
    while let Some((job, moment)) = walks.pop() {
        sim.restore(&state);
        repeat(sim, job, moment, |_, _| ());
        state = sim.snapshot();
    }
    Some(state)
}

/// Repeats the walk of `job` from the state of `sim` up to `moment`. Calls `watch` after each tick.
fn repeat(sim: &mut Walker, job: Job, moment: Moment, mut watch: impl FnMut(&Command, &Sim)) {
    let mut commands = Commands::of(job.plan, moment.run, sim);
    for tick in 0..moment.tick {
        let command = commands.next(tick, sim);
        sim.tick(&command);
        watch(&command, sim);
    }
}

/// The walks that lead to `moment` of `job`, first to last. They begin at a place where the walker stands, unless the chain
/// is too long.
fn chain(archive: &Archive, job: Job, moment: Moment) -> Vec<(Job, Moment)> {
    let mut walks = vec![(job, moment)];
    let mut start = job.start;
    while archive.place(start).cell.support != Support::Stands
        && start.0 > 0
        && walks.len() < MAX_WALKS
    {
        let before = archive.place(start).found_by;
        start = before.0.start;
        walks.push(before);
    }
    walks.reverse();
    walks
}

/// Records the walk of `job` up to `moment`, beginning at the last place before it where the walker stood. Leaves `sim` at the
/// end. Calls `watch` before the first tick and after each tick.
pub fn record(
    archive: &Archive,
    job: Job,
    moment: Moment,
    title: &Title,
    sim: &mut Walker,
    mut watch: impl FnMut(&Sim),
) -> Option<Recording> {
    let walks = chain(archive, job, moment);
    let state = state_of(archive, walks.first()?.0.start, sim)?;
    sim.restore(&state);
    let mut recorder = title.recorder(sim);
    watch(sim);
    for (job, moment) in walks {
        repeat(sim, job, moment, |command, sim| {
            recorder.add(command, sim);
            watch(sim);
        });
    }
    Some(recorder.recording())
}
