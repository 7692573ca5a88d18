//! Which places lead to which others, and from which of them no way leads back.

use crate::floor::PlaceId;

/// A spawn whose own surroundings have fewer places than this is a ledge above the level, not the level. Smaller: all of a
/// level counts as a trap if its spawn is in the air.
const MIN_HOME: usize = 24;

/// Whether a way leads back from a place to where the level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WayBack {
    /// None does. It was searched in every direction, and so was everything that one gets to from there.
    Absent,
    /// No walker has come back yet. Longer walks find a way, or make sure that there is none.
    Unknown,
    /// A walker came back.
    Known,
}

/// A place that no walker came back from, with all such neighbouring places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basin {
    /// Sorted.
    pub places: Vec<PlaceId>,
}

/// Which places lead to which, and which of them lead home: kept up to date while ways are found.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// For each place, those where walkers that stood or slid there stood next; sorted.
    next: Vec<Vec<PlaceId>>,
    /// For each place, those that lead to it.
    back: Vec<Vec<PlaceId>>,
    /// Whether walkers stand at a place.
    stands: Vec<bool>,
    /// Whether a place leads home.
    returns: Vec<bool>,
    /// The places where walkers stand without a way home, and some from which one was found since the last look; sorted.
    lost: Vec<PlaceId>,
    /// The first place where walkers stand.
    first: Option<PlaceId>,
    /// A place of the region where the level is played.
    home: Option<PlaceId>,
    /// Whether that will not change any more.
    is_settled: bool,
}

impl Graph {
    /// Adds the next place.
    pub fn add(&mut self, stands: bool) {
        let id = PlaceId(self.next.len() as u32);
        let is_first = stands && self.first.is_none();
        if is_first {
            (self.first, self.home) = (Some(id), Some(id));
        }
        self.next.push(Vec::new());
        self.back.push(Vec::new());
        self.stands.push(stands);
        if stands {
            self.lost.push(id);
        }
        self.returns.push(is_first);
    }

    /// The first place where walkers stand.
    pub fn first(&self) -> Option<PlaceId> {
        self.first
    }

    /// Where walkers that stood or slid at a place stood next; sorted.
    pub fn next(&self, id: PlaceId) -> &[PlaceId] {
        &self.next[id.0 as usize]
    }

    /// Notes that a walker that was at `from` stood at `to` next.
    pub fn lead(&mut self, from: PlaceId, to: PlaceId) {
        let next = &mut self.next[from.0 as usize];
        let Err(at) = next.binary_search(&to) else {
            return;
        };
        next.insert(at, to);
        self.back[to.0 as usize].push(from);
        if self.returns[to.0 as usize] {
            flood(&mut self.returns, [from], |id| &self.back[id.0 as usize]);
        }
    }

    /// Finds home, which is where the player first stands, unless that is a ledge without a way back; then the place that
    /// walkers came through most. Returns whether it is another than before, from which other places are lost.
    pub fn find_home(&mut self, visits: impl Fn(PlaceId) -> u32) -> bool {
        let is_new = self.is_new_home(visits);
        if is_new {
            self.lost = self.ids().filter(|id| self.is_lost(*id)).collect();
        } else {
            let mut lost = core::mem::take(&mut self.lost);
            lost.retain(|id| self.is_lost(*id));
            self.lost = lost;
        }
        is_new
    }

    fn is_new_home(&mut self, visits: impl Fn(PlaceId) -> u32) -> bool {
        let Some(first) = self.first.filter(|_| !self.is_settled) else {
            return false;
        };
        let around_first = self.round(first);
        self.is_settled = around_first >= MIN_HOME;
        let home = if self.is_settled {
            first
        } else {
            let standing = self.ids().filter(|id| self.stands[id.0 as usize]);
            let busiest = standing.max_by_key(|id| (visits(*id), core::cmp::Reverse(*id)));
            let is_larger = |id: &PlaceId| self.round(*id) > around_first;
            busiest.filter(is_larger).unwrap_or(first)
        };
        let is_new = self.home != Some(home);
        if is_new {
            self.home = Some(home);
            self.returns = self.leading_to(home);
        }
        is_new
    }

    /// How many places both lead to `from` and are led to from there, up to [`MIN_HOME`].
    fn round(&self, from: PlaceId) -> usize {
        let leads_back = self.leading_to(from);
        let mut found = vec![from];
        let mut at = 0;
        while let Some(id) = found.get(at).copied()
            && found.len() < MIN_HOME
        {
            at += 1;
            for next in &self.next[id.0 as usize] {
                if leads_back[next.0 as usize] && !found.contains(next) {
                    found.push(*next);
                }
            }
        }
        found.len().min(MIN_HOME)
    }

    /// Whether each place is `to`, or leads there.
    fn leading_to(&self, to: PlaceId) -> Vec<bool> {
        let mut found = vec![false; self.back.len()];
        flood(&mut found, [to], |id| &self.back[id.0 as usize]);
        found
    }

    fn ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.next.len() as u32).map(PlaceId)
    }

    /// Whether there is a way home from a place where a walker stands or slides.
    pub fn returns(&self, id: PlaceId) -> bool {
        self.home.is_none() || self.returns[id.0 as usize]
    }

    /// Whether walkers stand at each place, and a way leads home from there.
    pub fn homes(&self) -> Vec<bool> {
        let both = self.stands.iter().zip(&self.returns);
        both.map(|(stands, returns)| *stands & *returns).collect()
    }

    /// Whether walkers stand at a place, and a way leads home from there.
    pub fn is_home(&self, id: PlaceId) -> bool {
        self.stands[id.0 as usize] && self.returns(id)
    }

    /// Whether a walker that stands at a place knows no way home.
    fn is_lost(&self, id: PlaceId) -> bool {
        self.stands[id.0 as usize] && !self.returns(id)
    }

    /// Whether a way leads home from each place. None does if neither it nor any place that one gets to from it leads
    /// home or is `left` to be searched.
    pub fn ways_back(&self, left: impl Fn(PlaceId) -> bool) -> Vec<WayBack> {
        let is_left = |id: &PlaceId| !self.returns(*id) && left(*id);
        let mut unknown = vec![false; self.back.len()];
        flood(&mut unknown, self.ids().filter(is_left), |id| {
            &self.back[id.0 as usize]
        });
        let each = self.ids().zip(unknown);
        each.map(|(id, unknown)| match (self.returns(id), unknown) {
            (true, _) => WayBack::Known,
            (false, true) => WayBack::Unknown,
            (false, false) => WayBack::Absent,
        })
        .collect()
    }

    /// The places without a way home where walkers stand, in groups that lead to one another; the first found first.
    /// [`Self::find_home`] comes before it.
    pub fn basins(&self) -> Vec<Basin> {
        let mut taken = vec![false; self.back.len()];
        let mut basins = Vec::new();
        for id in &self.lost {
            if core::mem::replace(&mut taken[id.0 as usize], true) {
                continue;
            }
            let (mut places, mut open) = (Vec::new(), vec![*id]);
            while let Some(id) = open.pop() {
                places.push(id);
                let neighbours = self.next[id.0 as usize].iter();
                for other in neighbours.chain(&self.back[id.0 as usize]) {
                    if self.is_lost(*other)
                        && !core::mem::replace(&mut taken[other.0 as usize], true)
                    {
                        open.push(*other);
                    }
                }
            }
            places.sort_unstable();
            basins.push(Basin { places });
        }
        basins
    }

    /// About how much memory a place takes; bytes. It has a few next places.
    pub const MEMORY: usize = 2 * size_of::<Vec<PlaceId>>() + 2 + 2 * 40;
}

/// Marks the places `from`, and those that come after them, however far they are. `next` are those directly after a place.
fn flood<'p>(
    found: &mut [bool],
    from: impl IntoIterator<Item = PlaceId>,
    next: impl Fn(PlaceId) -> &'p [PlaceId],
) {
    let mut open: Vec<PlaceId> = from.into_iter().collect();
    open.retain(|id| !core::mem::replace(&mut found[id.0 as usize], true));
    while let Some(id) = open.pop() {
        for other in next(id) {
            if !core::mem::replace(&mut found[other.0 as usize], true) {
                open.push(*other);
            }
        }
    }
}

#[cfg(test)]
mod tests;
