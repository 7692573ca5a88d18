//! Medals of a race, by the time of its author, whose ghost runs along until the player has a time.

use sidle::replay::Recording;

use crate::session::play::race::RaceTime;

/// The author's run through the obstacle course, which `course.toml` describes.
const COURSE: &[u8] = include_bytes!("medals/course.sidle");

/// The medals, and which share of the author's time each allows; percent. The lift of the course comes every five seconds, which
/// a good run may have to wait for.
const MEDALS: [(&str, u64); 3] = [("gold", 100), ("silver", 140), ("bronze", 200)];

/// The author's run.
pub fn author_race() -> Option<Recording> {
    Recording::decode(COURSE).ok()
}

/// A medal, and the longest time that earns it.
pub type Medal = (&'static str, RaceTime);

/// All medals of a race that its author ran in `author`, the best one first.
fn medals(author: RaceTime) -> impl DoubleEndedIterator<Item = Medal> {
    let time = move |percent| RaceTime {
        ticks: author.ticks * percent / 100,
        hz: author.hz,
    };
    MEDALS
        .into_iter()
        .map(move |(name, percent)| (name, time(percent)))
}

/// All medals, the best one first, and whether `time` earns each.
pub fn all(time: RaceTime, author: RaceTime) -> Vec<(Medal, bool)> {
    let all = medals(author);
    all.map(|medal| (medal, !medal.1.beats(time))).collect()
}

/// The best medal that `time` earns.
pub fn earned(time: RaceTime, author: RaceTime) -> Option<&'static str> {
    let mut all = medals(author);
    all.find(|(_, most)| !most.beats(time))
        .map(|(name, _)| name)
}

/// The next medal to earn after the `best` time.
pub fn next(best: Option<RaceTime>, author: RaceTime) -> Option<Medal> {
    let lacks = |most: RaceTime| best.is_none_or(|best| most.beats(best));
    medals(author).rev().find(|(_, most)| lacks(*most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::session::play::recorded_time;
    use crate::test_support::{enter_root, play};
    use sidle::level::{Disk, load_level, load_script};
    use sidle::sim::Sim;

    fn time(ticks: u64) -> RaceTime {
        RaceTime { ticks, hz: 100 }
    }

    #[test]
    fn a_medal_is_earned_up_to_its_time_and_the_next_one_is_harder() {
        let author = time(1000);
        for (ticks, medal, after) in [
            (1, Some("gold"), None),
            (1000, Some("gold"), None),
            (1001, Some("silver"), Some(("gold", time(1000)))),
            (1400, Some("silver"), Some(("gold", time(1000)))),
            (1401, Some("bronze"), Some(("silver", time(1400)))),
            (2001, None, Some(("bronze", time(2000)))),
        ] {
            assert_eq!(earned(time(ticks), author), medal, "{ticks}");
            assert_eq!(next(Some(time(ticks)), author), after, "{ticks}");
        }
        assert_eq!(next(None, author), Some(("bronze", time(2000))));
    }

    /// After a change of the course or of the simulation, RECORDINGS_WRITE=1 records the author's run again.
    #[test]
    fn the_author_runs_the_course_as_it_is() {
        enter_root();
        let level = load_level("levels/obstacle-course.toml".as_ref(), &Disk);
        let mut level = level.level.expect("a good level");
        // The run keeps the default of its day.
        level.tuning.snap_distance = 0.2;
        let folder = "crates/game/src/session/play/medals";
        let script = load_script(format!("{folder}/course.toml").as_ref(), &Disk);
        let inputs = script.script.expect("a good script");
        let inputs = inputs.inputs(&level.rules.spawn, Sim::DEFAULT_HZ);
        let mut session = Session::new(level, None, Sim::DEFAULT_HZ);
        for input in inputs {
            play(&mut session, input.command);
        }
        let mut run = session.take_finished_race().expect("a race");
        run.checks.clear();
        if std::env::var_os("RECORDINGS_WRITE").is_some() {
            std::fs::write(format!("{folder}/course.sidle"), run.encode()).expect("written");
            return;
        }
        let shipped = author_race().expect("a recording");
        assert_eq!(shipped, run);
        let time = recorded_time(&shipped).expect("a race");
        session.set_best_race(None);
        assert_eq!(
            (session.best_time(), session.medal(time)),
            (None, Some("gold"))
        );
    }
}
