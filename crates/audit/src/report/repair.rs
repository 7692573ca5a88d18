//! How to mend what an audit finds.

use core::fmt;

/// How to mend what was found. A report in a file holds its sentence.
///
/// # Example
/// ```
/// use sidle_audit::Repair;
/// let repair = Repair::from("give both faces the same vertices, such as by `sidle mend`, or ignore it if walkers do not mind");
/// assert_eq!(repair, Repair::WeldEdges);
/// assert_eq!(Repair::from(repair.to_string()), Repair::WeldEdges);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repair {
    /// The level ends there: put something around it, or say that this is intended.
    FenceOff,
    /// The level goes on below its `kill_y`: lower that.
    LowerKillY,
    /// Of two faces in one place, remove one.
    RemoveFaces,
    /// Bring two floors to one height.
    LevelFloors,
    /// Give two faces the same vertices.
    WeldEdges,
    /// Of two brushes in one place, move one.
    MoveBrushes,
    /// Let the edges of two brushes meet.
    AlignBrushes,
    /// Watch the difference between the controllers somewhere, and choose one.
    ChooseController(String),
    /// What this sentence says.
    Other(String),
}

/// The sentences of those that are the same everywhere.
const SENTENCES: [(&str, Repair); 7] = [
    (
        "put a fence or more ground around it; or, if the level is an island, say so with `ignore` in `[audit]`",
        Repair::FenceOff,
    ),
    (
        "lower `kill_y` in `[limits]` if players may go down there, or close the way down",
        Repair::LowerKillY,
    ),
    (
        "remove one face of each pair in your modeller, or by `sidle mend`",
        Repair::RemoveFaces,
    ),
    (
        "bring both floors to one height, or ignore it if walkers do not mind",
        Repair::LevelFloors,
    ),
    (
        "give both faces the same vertices, such as by `sidle mend`, or ignore it if walkers do not mind",
        Repair::WeldEdges,
    ),
    (
        "move one brush of each pair, or join them in the map's editor",
        Repair::MoveBrushes,
    ),
    (
        "put the corners of both brushes on the map's grid, or ignore it if walkers do not mind",
        Repair::AlignBrushes,
    ),
];

/// What stands around the thing that [`Repair::ChooseController`] names.
const CHOOSE: [&str; 2] = [
    "watch the difference ",
    ", and choose the level's controller",
];

impl Repair {
    /// The same in a map of brushes, whose vertices nobody edits.
    pub(crate) fn of_brushes(self) -> Self {
        match self {
            Self::RemoveFaces => Self::MoveBrushes,
            Self::WeldEdges => Self::AlignBrushes,
            other => other,
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChooseController(thing) => write!(f, "{}{thing}{}", CHOOSE[0], CHOOSE[1]),
            Self::Other(sentence) => f.write_str(sentence),
            same => {
                let mut sentences = SENTENCES.iter();
                let found = sentences.find(|(_, repair)| repair == same);
                f.write_str(found.map_or("", |(sentence, _)| sentence))
            }
        }
    }
}

impl From<&str> for Repair {
    fn from(text: &str) -> Self {
        let mut sentences = SENTENCES.iter();
        if let Some((_, repair)) = sentences.find(|(sentence, _)| *sentence == text) {
            return repair.clone();
        }
        let rest = text.strip_prefix(CHOOSE[0]);
        match rest.and_then(|rest| rest.strip_suffix(CHOOSE[1])) {
            Some(thing) => Self::ChooseController(thing.to_owned()),
            None => Self::Other(text.to_owned()),
        }
    }
}

impl From<String> for Repair {
    fn from(text: String) -> Self {
        Self::from(&*text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repair_comes_back_from_its_sentence() {
        for (sentence, repair) in SENTENCES {
            assert_eq!(repair.to_string(), sentence);
            assert_eq!(Repair::from(sentence), repair);
        }
        for repair in [
            Repair::ChooseController("at `crate 3`".to_owned()),
            Repair::Other("lower it".to_owned()),
        ] {
            assert_eq!(Repair::from(repair.to_string()), repair);
        }
    }
}
