//! Builds a binary tree over bounds, from the bottom up.
//!
//! Source: D. Meister and J. Bittner, "Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy
//! Construction" (2018). The clusters are sorted along a Morton curve. In each pass, each of them chooses
//! the neighbour with which it has the smallest bounds, and two that choose each other become one. We
//! differ where hardly any do so, as with thousands of boxes in one place or around one centre: then each
//! cluster merges with the next one. So after two passes at most, a fair share of the clusters is gone, and
//! the time is n log n for any colliders.

use glam::{BVec4A, Vec3A, Vec4};

use super::bounds::Bounds;
use crate::parallel::Workers;
use crate::world::BuildQuality;
use crate::world::batch::LANES;

/// How many clusters ahead a pass looks. Smaller: a worse tree; larger: a slower build.
const SEARCH_DISTANCE: usize = 5;

/// The search distance of the best tree. Smaller: more nodes that are reinserted; larger: a slower build.
const BEST_SEARCH_DISTANCE: usize = 14;

/// The search distance when no more clusters than this are left. Every query visits the nodes that they become.
const LAST_SEARCH_DISTANCE: usize = 32;

/// A pass merges few clusters if it merges less than one of this many.
///
/// Smaller: worse trees of usual worlds; larger: a slower build of unusual ones.
const FEW: usize = 16;

/// The bits of a Morton code along each axis.
const CODE_BITS: u32 = 21;

/// The lanes of a node that hold coordinates.
const THREE_LANES: BVec4A = BVec4A::new(true, true, true, false);

/// A node of a binary tree. One with at most [`LANES`] colliders has no children, since they are a list.
///
/// A large world has millions, so it is small. The fourth lanes hold the bits of whole numbers, which nothing computes
/// with.
#[derive(Clone, Copy, Default)]
pub(super) struct BinaryNode {
    /// The lower corner of its bounds, and the first of its two children, or of its listed colliders.
    min_and_first: Vec4,
    /// The upper corner of its bounds, and how many colliders it holds.
    max_and_colliders: Vec4,
}

impl BinaryNode {
    /// The leaf of the collider with this index.
    pub fn leaf(number: u32, bounds: Bounds) -> Self {
        Self::new(bounds, number, 1)
    }

    fn new(bounds: Bounds, first: u32, colliders: u32) -> Self {
        Self {
            min_and_first: bounds.min.extend(f32::from_bits(first)),
            max_and_colliders: bounds.max.extend(f32::from_bits(colliders)),
        }
    }

    #[inline(always)]
    pub fn bounds(&self) -> Bounds {
        // As numbers, the bits in the fourth lanes would be denormal, which processors compute with a hundred times as slowly.
        let corners = [self.min_and_first, self.max_and_colliders];
        let [min, max] = corners.map(|corner| Vec4::select(THREE_LANES, corner, Vec4::ZERO));
        Bounds::new(Vec3A::from_vec4(min), Vec3A::from_vec4(max))
    }

    pub fn set_bounds(&mut self, bounds: Bounds) {
        *self = Self::new(bounds, self.first(), self.colliders());
    }

    /// The first of its two children, or of its listed colliders.
    #[inline(always)]
    pub fn first(&self) -> u32 {
        self.min_and_first.w.to_bits()
    }

    pub fn set_first(&mut self, first: u32) {
        self.min_and_first.w = f32::from_bits(first);
    }

    /// How many colliders it holds.
    #[inline(always)]
    pub fn colliders(&self) -> u32 {
        self.max_and_colliders.w.to_bits()
    }

    /// Whether its colliders are a list.
    pub fn is_list(&self) -> bool {
        self.colliders() <= LANES as u32
    }
}

/// A binary tree, down to lists of a few colliders.
pub(super) struct BinaryTree {
    /// The root is the last. Unless nodes were reinserted, children come before their parents.
    pub nodes: Vec<BinaryNode>,
    /// The collider after each one in its list.
    next: Vec<u32>,
}

impl BinaryTree {
    /// The tree over the colliders with these `numbers`, of which there is one at least, and all of which are less than
    /// `count` and have `around` as the bounds of all, built by `workers`. Only the calling thread reinserts nodes for the
    /// best tree.
    pub fn new(
        numbers: Vec<u32>,
        around: Bounds,
        bounds: impl Fn(u32) -> Bounds + Sync,
        count: usize,
        quality: BuildQuality,
        workers: Workers,
    ) -> Self {
        let mut clusters = sorted(&numbers, around, bounds, workers);
        // A large world needs the memory.
        drop(numbers);
        // The lists hold three colliders on average, and seldom less.
        let most_nodes = clusters.len() / 4 * 3 + LANES;
        let mut tree = Self {
            nodes: Vec::new(),
            next: vec![0; count],
        };
        let mut choices = Vec::new();
        loop {
            let count = clusters.len();
            if count <= 1 {
                break;
            }
            if count <= LAST_SEARCH_DISTANCE {
                choose::<LAST_SEARCH_DISTANCE>(&clusters, &mut choices, workers);
            } else if quality == BuildQuality::Best {
                choose::<BEST_SEARCH_DISTANCE>(&clusters, &mut choices, workers);
            } else {
                choose::<SEARCH_DISTANCE>(&clusters, &mut choices, workers);
            }
            tree.merge(&mut clusters, &choices);
            if count - clusters.len() < count.div_ceil(FEW) {
                choose_next(clusters.len(), &mut choices);
                tree.merge(&mut clusters, &choices);
            }
            // Now come the nodes, and need the memory. Before, most clusters are lists, which need none.
            if clusters.len() < clusters.capacity() / 2 {
                choices = Vec::new();
                clusters.shrink_to_fit();
                let more_nodes = most_nodes.saturating_sub(tree.nodes.len());
                tree.nodes.reserve_exact(more_nodes);
            }
        }
        tree.nodes.append(&mut clusters);
        if quality == BuildQuality::Best {
            tree.reinsert();
        }
        tree
    }

    /// Makes one cluster of any two that chose each other, in the place of the first.
    fn merge(&mut self, clusters: &mut Vec<BinaryNode>, choices: &[Choice]) {
        let mut count = 0;
        for (place, choice) in choices.iter().enumerate() {
            let (cluster, other) = (clusters[place], choice.place() as usize);
            let mutual = choices
                .get(other)
                .is_some_and(|back| back.place() as usize == place);
            if mutual && place > other {
                continue;
            }
            clusters[count] = if mutual {
                self.merged(cluster, clusters[other])
            } else {
                cluster
            };
            count += 1;
        }
        clusters.truncate(count);
    }

    /// The node of two clusters.
    fn merged(&mut self, one: BinaryNode, other: BinaryNode) -> BinaryNode {
        let colliders = one.colliders() + other.colliders();
        let bounds = one.bounds().union(&other.bounds());
        let mut node = BinaryNode::new(bounds, one.first(), colliders);
        if node.is_list() {
            self.join_lists(&one, &other);
        } else {
            node.set_first(self.nodes.len() as u32);
            self.nodes.extend([one, other]);
        }
        node
    }

    /// Appends one list to another.
    fn join_lists(&mut self, one: &BinaryNode, other: &BinaryNode) {
        let last = self.list(one).last().unwrap_or(one.first());
        self.next[last as usize] = other.first();
    }

    /// Counts the colliders of a node again, after its children changed. It becomes a list if they are few.
    pub fn join_children(&mut self, at: usize) {
        let first = self.nodes[at].first() as usize;
        let (one, other) = (self.nodes[first], self.nodes[first + 1]);
        let colliders = one.colliders() + other.colliders();
        let mut node = BinaryNode::new(self.nodes[at].bounds(), first as u32, colliders);
        if node.is_list() {
            node.set_first(one.first());
            self.join_lists(&one, &other);
        }
        self.nodes[at] = node;
    }

    /// How many colliders it holds.
    pub fn colliders(&self) -> usize {
        self.nodes
            .last()
            .map_or(0, |root| root.colliders() as usize)
    }

    /// The indices of the colliders of a list.
    pub fn list(&self, node: &BinaryNode) -> impl Iterator<Item = u32> {
        let numbers = core::iter::successors(Some(node.first()), |number| {
            self.next.get(*number as usize).copied()
        });
        numbers.take(node.colliders() as usize)
    }
}

/// The leaves of the colliders with these `numbers`, in the order of their centres along a Morton curve. Their bounds are
/// computed more than once, since a large world needs the memory.
fn sorted(
    numbers: &[u32],
    around: Bounds,
    bounds: impl Fn(u32) -> Bounds + Sync,
    workers: Workers,
) -> Vec<BinaryNode> {
    let codes = 1 << CODE_BITS;
    // Cubes, not cells of the shape of the world: a flat one would be divided by height as often as by place. Without an
    // extent, all centres have the code 0.
    let size = (around.max - around.min)
        .max_element()
        .max(f32::MIN_POSITIVE);
    let per_length = codes as f32 * 0.5 / size;
    let code = |bounds: Bounds| {
        let twice = (bounds.min - around.min) + (bounds.max - around.min);
        let places = (twice * per_length).to_array();
        let [x, y, z] = places.map(|place| spread((place as u32).min(codes - 1)));
        x | y << 1 | z << 2
    };
    // The code without its lowest bits, and the place in their stead.
    let places = (numbers.len() as u64).next_power_of_two() - 1;
    let mut order = workers.map_numbers(numbers.len(), |place| {
        (code(bounds(numbers[place])) << 1 & !places) | place as u64
    });
    workers.sort(&mut order);
    workers.map_numbers(numbers.len(), |at| {
        let number = numbers[(order[at] & places) as usize];
        BinaryNode::leaf(number, bounds(number))
    })
}

/// The low [`CODE_BITS`] bits of `number`, each followed by two zeros.
fn spread(number: u32) -> u64 {
    let mut bits = u64::from(number);
    for (shift, mask) in [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

/// The neighbour that a cluster chooses: the area of both together, above the place of the neighbour. The
/// lowest number is the best choice, and of equal areas the last place. No area is negative, so the bits
/// have the order of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice(u64);

impl Choice {
    const NONE: Self = Self(u64::MAX);

    fn new(place: u32, area: f32) -> Self {
        Self(u64::from(area.to_bits()) << 32 | u64::from(!place))
    }

    fn place(self) -> u32 {
        !(self.0 as u32)
    }
}

/// Lets each cluster choose among those up to `DISTANCE` before and behind it. Of equals, it chooses the
/// last one, so at least two choose each other.
fn choose<const DISTANCE: usize>(
    clusters: &[BinaryNode],
    choices: &mut Vec<Choice>,
    workers: Workers,
) {
    choices.clear();
    choices.resize(clusters.len(), Choice::NONE);
    workers.change_pieces(choices, |first, choices| {
        let end = first + choices.len();
        let clear = choices.len().saturating_sub(DISTANCE);
        let own = &clusters[first..end];
        for at in 0..clear {
            let near = at..=at + DISTANCE;
            choose_ahead(first + at, &own[near.clone()], &mut choices[near]);
        }
        for at in clear..own.len() {
            choose_ahead(first + at, &own[at..], &mut choices[at..]);
        }
        // What is in the pieces before and behind is compared for this piece only.
        for (choice, place) in choices.iter_mut().zip(first..) {
            let before = place.saturating_sub(DISTANCE)..first;
            let behind = end..(place + 1 + DISTANCE).min(clusters.len());
            for other in before.chain(behind) {
                let both = clusters[place].bounds().union(&clusters[other].bounds());
                let area = both.half_area();
                *choice = (*choice).min(Choice::new(other as u32, area));
            }
        }
    });
}

/// Compares the first of `clusters`, which is at `place`, with the others, for both of them.
#[inline(always)]
fn choose_ahead(place: usize, clusters: &[BinaryNode], choices: &mut [Choice]) {
    let ([cluster, others @ ..], [choice, others_choices @ ..]) = (clusters, choices) else {
        return;
    };
    let (place, mut best, bounds) = (place as u32, *choice, cluster.bounds());
    for ((other, other_choice), number) in others.iter().zip(others_choices).zip(place + 1..) {
        let area = bounds.union(&other.bounds()).half_area();
        best = best.min(Choice::new(number, area));
        *other_choice = (*other_choice).min(Choice::new(place, area));
    }
    *choice = best;
}

/// Lets each of `count` clusters choose the next one, or the one before, in pairs.
fn choose_next(count: usize, choices: &mut Vec<Choice>) {
    choices.clear();
    choices.extend((0..count as u32).map(|place| Choice::new(place ^ 1, 0.0)));
}

#[cfg(test)]
mod tests;
