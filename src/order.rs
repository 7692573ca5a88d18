//! Sorting, and making sorted sets, where time does not matter.
//!
//! Hidden, and used by the game as well. The standard library's sorts are compiled again for each type and order, which takes 4 kB of
//! the page's program each time. This one is compiled once. It needs memory for a number per item.

use core::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts `items` by `order`. Equal ones keep their order, as with [`slice::sort_by`].
pub fn sort_by<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    let mut from = sorted_numbers(items.len(), &mut |a, b| order(&items[a], &items[b]));
    // Which item goes to each place is known. Each cycle of exchanged places is gone through once.
    for start in 0..items.len() {
        let mut at = start;
        while from[at] != start {
            let next = from[at];
            items.swap(at, next);
            from[at] = at;
            at = next;
        }
        from[at] = at;
    }
}

/// Sorts `items` by their keys. Equal ones keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The set of `items`. Collected, they would be sorted first.
pub fn set_of<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}

/// The map of `items`, of which the last one of each key counts.
pub fn map_of<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in items {
        map.insert(key, value);
    }
    map
}

/// The numbers below `count` in an order.
fn sorted_numbers(count: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<_> = (0..count).collect();
    numbers.sort_by(|a, b| order(*a, *b));
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = Random::new(1);
        for count in [0, 1, 2, 3, 50, 1000] {
            // Many are equal, and only their numbers tell them apart.
            let items = (0..count).map(|number| (random.below(1 + count / 3), number));
            let mut items: Vec<_> = items.collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            assert_eq!(items, expected);
        }
    }
}
