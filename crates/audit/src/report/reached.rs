//! Which points of a floor were reached, as a short text.

/// Which points of a level's floor were reached.
///
/// # Example
/// ```
/// use sidle_audit::Reached;
/// let reached = Reached::parse("2 3 1").unwrap(); // two that were not, three that were, one that was not
/// assert_eq!((reached.count(), reached.len()), (3, 6));
/// assert_eq!(reached.to_string(), "2 3 1");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached(Vec<bool>);

impl Reached {
    /// The points, in the order of the level's floor.
    pub(crate) fn new(points: Vec<bool>) -> Self {
        Self(points)
    }

    /// Whether each point was reached.
    pub fn points(&self) -> &[bool] {
        &self.0
    }

    /// How many points the floor has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no floor.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many points were reached.
    pub fn count(&self) -> usize {
        self.0.iter().filter(|reached| **reached).count()
    }

    /// The union of both. `None` if they are of different floors.
    #[must_use]
    pub fn united(&self, other: &Self) -> Option<Self> {
        let both = self.0.iter().zip(&other.0);
        (self.len() == other.len()).then(|| Self(both.map(|(a, b)| a | b).collect()))
    }

    /// The points of a text, as the lengths of runs of points, of which the first was not reached, the second was, and
    /// so on. `None` if the text does not have this form, or is too long for a floor.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        const MAX: usize = 1 << 26;
        let (mut points, mut reached) = (Vec::new(), false);
        for length in text.split_whitespace() {
            let length: usize = length.parse().ok()?;
            let end = points.len().checked_add(length).filter(|end| *end <= MAX)?;
            points.resize(end, reached);
            reached = !reached;
        }
        Some(Self(points))
    }
}

impl core::fmt::Display for Reached {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.0.first() == Some(&true) {
            f.write_str("0 ")?;
        }
        for (number, run) in self.0.chunk_by(|a, b| a == b).enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{}", run.len())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_survives_a_round_trip_and_no_other_is_read() {
        for text in ["", "5", "0 5", "1 1 1", "0 3 2 9"] {
            assert_eq!(
                Reached::parse(text)
                    .map(|reached| reached.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in ["x", "-1", "1 99999999999", "99999999999999999999"] {
            assert_eq!(Reached::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_either_has_reached_is_reached() {
        let [a, b] = ["1 2 3", "0 1 5"].map(|text| Reached::parse(text).unwrap());
        assert_eq!(a.united(&b).unwrap().to_string(), "0 3 3");
        assert_eq!(a.united(&Reached::default()), None);
    }
}
