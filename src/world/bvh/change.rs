//! Puts colliders into a tree and takes them out, one by one.
//!
//! Source: A. Guttman, "R-Trees: A Dynamic Index Structure for Spatial Searching" (1984). A collider goes down to where
//! the bounds grow least, and a full node is split in two, so the tree stays shallow in whatever order the colliders
//! come. We differ after a removal. Colliders that fit into one leaf, or into the node above, move there at once.

use super::bounds::{Bounds, Zone, bounds, box_bounds, box_zone, triangle_bounds, zone};
use super::{Bvh, LEAF, MAX_PLACES, NO_CHILD, NO_COLLIDER, Node, ParentLane};
use super::{leaf_child, leaf_places};
use crate::geometry::{Obb, Triangle};
use crate::world::batch::{LANES, Round, lanes};
use crate::world::collider::{BoxId, Collider};

/// One more than fits.
const FULL: usize = LANES + 1;

/// The colliders of a tree: its triangles, then its boxes.
pub type Lists<'w> = (&'w [Triangle], &'w [Obb]);

impl Bvh {
    /// Puts the collider with this number into the tree, which does not hold it. A box may be the first after all others.
    pub fn insert(&mut self, number: u32, lists: Lists<'_>) {
        let collider = Collider::of(number, lists.0, lists.1);
        let zone = zone(&collider);
        if let Collider::Box(id, obb) = &collider {
            let at = id.0 as usize;
            if at == self.rounds.len() {
                self.rounds.push(Round::of_box(obb));
                self.box_lanes.push(zone.lane());
            }
            (self.rounds[at], self.box_lanes[at]) = (Round::of_box(obb), zone.lane());
            if at == self.box_bounds.len() {
                self.box_bounds.push(box_bounds(obb));
            } else if let Some(known) = self.box_bounds.get_mut(at) {
                *known = box_bounds(obb);
            }
            if let Some(home) = self.homes.get_mut(at) {
                *home = None;
            }
        }
        match zone {
            Zone::Beyond => {}
            Zone::Tree if self.order.len() <= MAX_PLACES as usize => {
                self.insert_in_tree(number, &bounds(&collider), lists);
            }
            Zone::Tree | Zone::Outside => self.outside.push(number),
        }
    }

    fn insert_in_tree(&mut self, number: u32, added: &Bounds, lists: Lists<'_>) {
        let first_box = lists.0.len();
        if self.nodes.is_empty() {
            self.new_node();
        }
        let mut at = 0;
        let lane = loop {
            let Some(lane) = self.nodes[at].best_lane(added) else {
                let leaf = self.new_leaf(&[number]);
                return self.attach(at, 0, leaf, added, first_box);
            };
            let child = self.nodes[at].children[lane];
            if child & LEAF != 0 {
                break lane;
            }
            let grown = self.nodes[at].lane_bounds(lane).union(added);
            self.nodes[at].set_bounds(lane, &grown);
            at = child as usize;
        };
        let child = self.nodes[at].children[lane];
        let (old, count) = (self.nodes[at].lane_bounds(lane), leaf_places(child).len());
        let grown = old.union(added);
        let mut numbers = [number; FULL];
        numbers[..count].copy_from_slice(self.leaf(child));
        if count < LANES {
            let is_apart = grown.half_area() > old.half_area() + added.half_area();
            if is_apart && let Some(empty) = self.nodes[at].empty_lane() {
                let leaf = self.new_leaf(&[number]);
                return self.attach(at, empty, leaf, added, first_box);
            }
            self.free_leaf(child);
            let leaf = self.new_leaf(&numbers[..=count]);
            return self.attach(at, lane, leaf, &grown, first_box);
        }
        let all = numbers.map(|number| bounds(&Collider::of(number, lists.0, lists.1)));
        self.free_leaf(child);
        let halves = halves(&all);
        let [stays, leaves] = halves.map(|bits| {
            let mut chosen = [number; LANES];
            for (place, from) in members(bits).enumerate() {
                chosen[place] = numbers[from];
            }
            self.new_leaf(&chosen[..bits.count_ones() as usize])
        });
        let [old, new] = halves.map(|bits| union(&all, bits));
        self.attach(at, lane, stays, &old, first_box);
        self.add_child(at, leaves, new, first_box);
    }

    /// Adds a child to a node, whose bounds above have room for it. A full node is split.
    fn add_child(&mut self, mut at: usize, mut child: u32, mut added: Bounds, first_box: usize) {
        loop {
            if let Some(lane) = self.nodes[at].empty_lane() {
                return self.attach(at, lane, child, &added, first_box);
            }
            let node = self.nodes[at];
            let (mut children, mut all) = ([child; FULL], [added; FULL]);
            for lane in 0..LANES {
                (children[lane], all[lane]) = (node.children[lane], node.lane_bounds(lane));
            }
            let halves = halves(&all);
            // The root stays the first node.
            let one = if at == 0 {
                self.new_node() as usize
            } else {
                at
            };
            let other = self.new_node() as usize;
            for (half, bits) in [one, other].into_iter().zip(halves) {
                self.nodes[half] = Node::EMPTY;
                for (lane, from) in members(bits).enumerate() {
                    self.attach(half, lane, children[from], &all[from], first_box);
                }
            }
            let [of_one, of_other] = [one, other].map(|half| self.nodes[half].bounds());
            if at == 0 {
                self.nodes[0] = Node::EMPTY;
                self.attach(0, 0, one as u32, &of_one, first_box);
                return self.attach(0, 1, other as u32, &of_other, first_box);
            }
            let parent = self.node_parents[at];
            self.nodes[parent.node()].set_bounds(parent.lane(), &of_one);
            (at, child, added) = (parent.node(), other as u32, of_other);
        }
    }

    /// Takes the collider with this number out of the tree. Nothing happens if the tree does not hold it.
    pub fn remove(&mut self, number: u32, lists: Lists<'_>) {
        let place = match Collider::of(number, lists.0, lists.1) {
            Collider::Box(id, _) | Collider::Round(id, _) => {
                let lane =
                    core::mem::replace(&mut self.box_lanes[id.0 as usize], ParentLane::ABSENT);
                lane.is_in_tree().then_some(lane)
            }
            Collider::Triangle(_, triangle) => self.lane_of_triangle(number, triangle),
        };
        let listed = place.and_then(|place| {
            let child = *self.nodes.get(place.node())?.children.get(place.lane())?;
            let at = self.leaf(child).iter().position(|known| *known == number)?;
            Some((place, child, at))
        });
        let Some((place, child, at)) = listed else {
            return self.outside.retain(|outside| *outside != number);
        };
        let places = leaf_places(child);
        let last = places.end - 1;
        self.order.swap(places.start + at, last);
        self.order[last] = NO_COLLIDER;
        let (node, lane) = (place.node(), place.lane());
        if places.len() == 1 {
            self.free_leaf(child);
            self.nodes[node].clear(lane);
        } else {
            let rest = leaf_child(places.start, places.len() - 1);
            let bounds = self.leaf_bounds(rest, lists.0, lists.1);
            self.attach(node, lane, rest, &bounds, lists.0.len());
            self.join_leaves(node, lane, lists.0.len());
        }
        self.close_up(node, lists.0.len());
    }

    /// The lane of a triangle's leaf; `None` if it is not in the tree.
    fn lane_of_triangle(&self, number: u32, triangle: &Triangle) -> Option<ParentLane> {
        let inner = triangle_bounds(triangle);
        let mut stack: Vec<usize> = self.nodes.first().map(|_| 0).into_iter().collect();
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at];
            for lane in lanes(node.meets(&inner)) {
                let child = node.children[lane];
                if child == NO_CHILD || !node.lane_bounds(lane).contains(&inner) {
                    continue;
                }
                if child & LEAF == 0 {
                    stack.push(child as usize);
                } else if self.leaf(child).contains(&number) {
                    return Some(ParentLane::new(at as u32, lane));
                }
            }
        }
        None
    }

    /// Makes one leaf of this one and that next to it with which it fits best, if they are not larger together.
    fn join_leaves(&mut self, at: usize, lane: usize, first_box: usize) {
        let node = self.nodes[at];
        let (child, own) = (node.children[lane], node.lane_bounds(lane));
        let count = leaf_places(child).len();
        let is_leaf = |child: u32| child & LEAF != 0 && child != NO_CHILD;
        let others = (0..LANES).filter(|other| {
            let child = node.children[*other];
            *other != lane && is_leaf(child) && leaf_places(child).len() + count <= LANES
        });
        let growth = |other: &usize| {
            let sibling = node.lane_bounds(*other);
            own.union(&sibling).half_area() - sibling.half_area() - own.half_area()
        };
        let Some(other) = others.min_by(|a, b| growth(a).total_cmp(&growth(b))) else {
            return;
        };
        if growth(&other) > 0.0 {
            return;
        }
        let (sibling, mut numbers) = (node.children[other], [0; LANES]);
        let all = count + leaf_places(sibling).len();
        numbers[..count].copy_from_slice(self.leaf(child));
        numbers[count..all].copy_from_slice(self.leaf(sibling));
        self.free_leaf(child);
        self.free_leaf(sibling);
        let leaf = self.new_leaf(&numbers[..all]);
        let around = own.union(&node.lane_bounds(other));
        self.nodes[at].clear(other);
        self.attach(at, lane, leaf, &around, first_box);
    }

    /// Moves the children of a node into the node above while they fit there, and refits the nodes above.
    fn close_up(&mut self, mut at: usize, first_box: usize) {
        while at != 0 {
            let parent = self.node_parents[at];
            let (above, node) = (parent.node(), self.nodes[at]);
            if self.nodes[above].count() + node.count() > LANES + 1 {
                break;
            }
            self.nodes[above].clear(parent.lane());
            self.move_children(&node, above, first_box);
            self.free_node(at);
            at = above;
        }
        // A root with one node below it becomes that node.
        while at == 0 && self.nodes[0].count() == 1 {
            let child = self.nodes[0].children.into_iter().min().unwrap_or(NO_CHILD);
            if child & LEAF != 0 {
                break;
            }
            let node = self.nodes[child as usize];
            self.nodes[0] = Node::EMPTY;
            self.move_children(&node, 0, first_box);
            self.free_node(child as usize);
        }
        self.refit_above(at);
    }

    /// Attaches the children of `node` to empty lanes of another.
    fn move_children(&mut self, node: &Node, to: usize, first_box: usize) {
        for lane in (0..LANES).filter(|lane| node.children[*lane] != NO_CHILD) {
            if let Some(empty) = self.nodes[to].empty_lane() {
                let (child, bounds) = (node.children[lane], node.lane_bounds(lane));
                self.attach(to, empty, child, &bounds, first_box);
            }
        }
    }

    /// Refits the lanes above a node.
    fn refit_above(&mut self, mut at: usize) {
        while at != 0 {
            let (parent, bounds) = (self.node_parents[at], self.nodes[at].bounds());
            self.nodes[parent.node()].set_bounds(parent.lane(), &bounds);
            at = parent.node();
        }
    }

    /// Takes notice that the box `id` of a tree without triangles moved. Refitting is fast, but a box far away from
    /// those next to it in the tree slows down all queries, so it gets a new place.
    pub fn move_box(&mut self, id: BoxId, boxes: &[Obb]) {
        let number = id.0 as usize;
        let lane = self.box_lanes[number];
        if lane == ParentLane::ABSENT {
            return;
        }
        if self.homes.len() <= number {
            self.homes.resize(number + 1, None);
        }
        if lane.is_in_tree() {
            let nodes = &self.nodes;
            let home =
                self.homes[number].get_or_insert_with(|| nodes[lane.node()].bounds().grown());
            let own = box_bounds(&boxes[number]);
            if home.contains(&own) && box_zone(&boxes[number]) == Zone::Tree {
                if self.box_bounds.len() < boxes.len() {
                    self.box_bounds = boxes.iter().map(box_bounds).collect();
                }
                self.box_bounds[number] = own;
                self.rounds[number] = Round::of_box(&boxes[number]);
                let leaf = self.leaf(self.nodes[lane.node()].children[lane.lane()]);
                let listed = leaf.iter().map(|number| self.box_bounds[*number as usize]);
                let around = Bounds::around(listed);
                return self.refit_lane(lane, around);
            }
        }
        self.remove(id.0, (&[], boxes));
        self.insert(id.0, (&[], boxes));
    }

    /// Puts a child into a lane.
    fn attach(&mut self, at: usize, lane: usize, child: u32, bounds: &Bounds, first_box: usize) {
        self.nodes[at].children[lane] = child;
        self.nodes[at].set_bounds(lane, bounds);
        let place = ParentLane::new(at as u32, lane);
        if child & LEAF == 0 {
            self.node_parents[child as usize] = place;
            return;
        }
        for number in &self.order[leaf_places(child)] {
            if let Some(number) = (*number as usize).checked_sub(first_box) {
                self.box_lanes[number] = place;
            }
        }
    }

    fn new_node(&mut self) -> u32 {
        if let Some(free) = self.free_nodes.pop() {
            return free;
        }
        self.nodes.push(Node::EMPTY);
        self.node_parents.push(ParentLane::default());
        self.nodes.len() as u32 - 1
    }

    fn free_node(&mut self, at: usize) {
        self.nodes[at] = Node::EMPTY;
        self.free_nodes.push(at as u32);
    }

    /// The child index of a new leaf with these colliders.
    fn new_leaf(&mut self, numbers: &[u32]) -> u32 {
        let first = match self.free_leaves.pop() {
            Some(free) => free as usize,
            None => {
                let first = self.order.len();
                self.order.extend([NO_COLLIDER; LANES]);
                self.added_places += LANES;
                first
            }
        };
        self.order[first..first + numbers.len()].copy_from_slice(numbers);
        leaf_child(first, numbers.len())
    }

    /// Gives back the places of a leaf. Those of a leaf that was built have no room for another.
    fn free_leaf(&mut self, child: u32) {
        let places = leaf_places(child);
        self.order[places.clone()].fill(NO_COLLIDER);
        if places.start >= self.order.len() - self.added_places {
            self.free_leaves.push(places.start as u32);
        }
    }
}

impl Node {
    fn clear(&mut self, lane: usize) {
        self.children[lane] = NO_CHILD;
        for corner in &mut self.corners {
            corner
                .iter_mut()
                .for_each(|axis| axis[lane] = super::NOWHERE);
        }
    }

    fn empty_lane(&self) -> Option<usize> {
        self.children.iter().position(|child| *child == NO_CHILD)
    }

    /// How many children it has.
    fn count(&self) -> usize {
        let children = self.children.iter();
        children.filter(|child| **child != NO_CHILD).count()
    }

    /// The lane that grows least by `added`; of equal ones the smallest. `None` if it has no child.
    fn best_lane(&self, added: &Bounds) -> Option<usize> {
        let mut best: Option<(f32, f32, usize)> = None;
        for lane in (0..LANES).filter(|lane| self.children[*lane] != NO_CHILD) {
            let own = self.lane_bounds(lane);
            let area = own.half_area();
            let cost = (own.union(added).half_area() - area, area, lane);
            if best.is_none_or(|best| cost < best) {
                best = Some(cost);
            }
        }
        best.map(|(_, _, lane)| lane)
    }
}

/// The two halves, a bit for each of their members, whose bounds have the smallest areas.
fn halves(all: &[Bounds; FULL]) -> [u32; 2] {
    const EVERY: u32 = (1 << FULL) - 1;
    let pairs = (1..EVERY).filter(|bits| bits.count_ones() == 2);
    let area = |bits: u32| union(all, bits).half_area() + union(all, EVERY & !bits).half_area();
    let best = pairs.min_by(|a, b| area(*a).total_cmp(&area(*b)));
    let pair = best.unwrap_or(0b11);
    [EVERY & !pair, pair]
}

/// The places whose bits are set.
fn members(bits: u32) -> impl Iterator<Item = usize> {
    (0..FULL).filter(move |at| bits >> at & 1 != 0)
}

/// The bounds of those whose bits are set.
fn union(all: &[Bounds; FULL], bits: u32) -> Bounds {
    Bounds::around(members(bits).map(|at| all[at]))
}
