//! Which places lead to which: from where there is no way back.

use super::archive::{Archive, Place, PlaceId};
use super::cell::Support;
use super::heat::WayBack;

/// A spawn whose own surroundings have fewer places than this is a ledge above the level, not the level. Smaller: all of a
/// level counts as a trap if its spawn is in the air.
const LEAST_HOME: usize = 24;

/// A place that nobody came back from, with all such places beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Basin {
    /// Sorted.
    pub places: Vec<PlaceId>,
}

/// Which places lead to which.
pub(super) struct Graph {
    /// For each place, those that lead to it.
    back: Vec<Vec<PlaceId>>,
    /// Whether a place leads back home.
    returns: Vec<bool>,
}

impl Graph {
    pub fn of(archive: &Archive) -> Self {
        let mut back = vec![Vec::new(); archive.places().len()];
        for (id, place) in archive.with_ids() {
            for next in &place.next {
                back[next.0 as usize].push(id);
            }
        }
        let mut graph = Self {
            returns: Vec::new(),
            back,
        };
        graph.returns = match graph.home(archive) {
            Some(home) => flood(archive, [home], |id| graph.before(id)),
            None => vec![true; archive.places().len()],
        };
        graph
    }

    /// A place of the region where the level is played: where the player first stands, unless that is a ledge without a
    /// way back; then the place that walkers came through most.
    fn home(&self, archive: &Archive) -> Option<PlaceId> {
        let stands = |(_, place): &(PlaceId, &Place)| place.cell.support == Support::Stands;
        let (first, _) = archive.with_ids().find(stands)?;
        let round = |from: PlaceId| {
            let to = flood(archive, [from], |id| self.before(id));
            let ahead = flood(archive, [from], |id| &archive.place(id).next);
            let both = to.into_iter().zip(ahead);
            both.filter(|(to, ahead)| *to && *ahead).count()
        };
        if round(first) >= LEAST_HOME {
            return Some(first);
        }
        let standing = archive.with_ids().filter(stands);
        let (busiest, _) =
            standing.max_by_key(|(id, place)| (place.visits, core::cmp::Reverse(*id)))?;
        if round(busiest) > round(first) {
            Some(busiest)
        } else {
            Some(first)
        }
    }

    /// The places that lead to `id` directly.
    fn before(&self, id: PlaceId) -> &[PlaceId] {
        &self.back[id.0 as usize]
    }

    /// Whether there is a way home from a place where a walker stands or slides.
    pub fn returns(&self, id: PlaceId) -> bool {
        self.returns[id.0 as usize]
    }

    /// Whether a way leads home from each place: none does if neither it nor any place that one gets to from it leads home or
    /// is left to be searched.
    pub fn ways_back(&self, archive: &Archive) -> Vec<WayBack> {
        let is_left = |(id, place): &(PlaceId, &Place)| {
            let is_certain = place.cell.support == Support::Stands && place.searched;
            !self.returns(*id) && (!is_certain || place.is_open)
        };
        let left = archive.with_ids().filter(is_left).map(|(id, _)| id);
        let unknown = flood(archive, left, |id| self.before(id));
        let both = self.returns.iter().zip(unknown);
        both.map(|both| match both {
            (true, _) => WayBack::Known,
            (false, true) => WayBack::Unknown,
            (false, false) => WayBack::Absent,
        })
        .collect()
    }

    /// The places without a way home where walkers stand, in groups that lead to one another; the first found first.
    pub fn basins(&self, archive: &Archive) -> Vec<Basin> {
        let is_lost =
            |id: PlaceId| archive.place(id).cell.support == Support::Stands && !self.returns(id);
        let mut taken = vec![false; self.back.len()];
        let mut basins = Vec::new();
        for (id, _) in archive.with_ids() {
            if !is_lost(id) || taken[id.0 as usize] {
                continue;
            }
            taken[id.0 as usize] = true;
            let (mut places, mut open) = (Vec::new(), vec![id]);
            while let Some(id) = open.pop() {
                places.push(id);
                let beside = archive.place(id).next.iter();
                for other in beside.chain(self.before(id)) {
                    if is_lost(*other) && !core::mem::replace(&mut taken[other.0 as usize], true) {
                        open.push(*other);
                    }
                }
            }
            places.sort_unstable();
            basins.push(Basin { places });
        }
        basins
    }
}

/// Which places are one of `from` or come after it, however far they are. `next` are those directly after a place.
fn flood<'p>(
    archive: &Archive,
    from: impl IntoIterator<Item = PlaceId>,
    next: impl Fn(PlaceId) -> &'p [PlaceId],
) -> Vec<bool> {
    let mut found = vec![false; archive.places().len()];
    let mut open: Vec<PlaceId> = from.into_iter().collect();
    for id in &open {
        found[id.0 as usize] = true;
    }
    while let Some(id) = open.pop() {
        for other in next(id) {
            if !core::mem::replace(&mut found[other.0 as usize], true) {
                open.push(*other);
            }
        }
    }
    found
}
