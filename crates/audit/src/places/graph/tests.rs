//! Tests of `graph.rs`.

use super::*;
use crate::test_support::random::Random;

/// The graph of a ring of `count` places where walkers stand, which begins with place 0.
fn ring(count: u32) -> Graph {
    let mut graph = Graph::default();
    for _ in 0..count {
        graph.add(true);
    }
    for id in 0..count {
        graph.lead(PlaceId(id), PlaceId((id + 1) % count));
    }
    graph
}

#[test]
fn ways_found_one_by_one_lead_home_as_a_search_of_all_tells() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut graph = ring(MIN_HOME as u32);
        for _ in 0..40 {
            graph.add(random.below(4) > 0);
        }
        graph.find_home(|_| 0);
        for _ in 0..random.below(120) {
            let [from, to] = [(); 2].map(|()| PlaceId(random.below(64) as u32));
            if from != to {
                graph.lead(from, to);
            }
            assert_eq!(graph.returns, graph.leading_to(PlaceId(0)));
        }
        graph.find_home(|_| 0);
        let lost: usize = graph.basins().iter().map(|basin| basin.places.len()).sum();
        assert_eq!(lost, graph.ids().filter(|id| graph.is_lost(*id)).count());
    }
}

#[test]
fn home_is_where_the_player_first_stands_unless_that_is_a_ledge() {
    let mut graph = ring(MIN_HOME as u32 - 1);
    assert_eq!(graph.round(PlaceId(0)), MIN_HOME - 1);
    let below = MIN_HOME as u32 - 1;
    for _ in 0..MIN_HOME {
        graph.add(true);
    }
    for id in 0..MIN_HOME as u32 {
        let to = (id + 1) % MIN_HOME as u32;
        graph.lead(PlaceId(below + id), PlaceId(below + to));
    }
    // One falls from the ledge, and never comes back.
    graph.lead(PlaceId(3), PlaceId(below));
    assert!(graph.is_home(PlaceId(3)) && !graph.is_home(PlaceId(below)));
    assert!(graph.find_home(|id| u32::from(id.0 == below + 5)));
    assert!(graph.is_home(PlaceId(below)));
    assert_eq!(graph.basins(), []);
    assert!(graph.is_home(PlaceId(3)));
    // A way up makes the ledge a part of the level.
    graph.lead(PlaceId(below + 2), PlaceId(7));
    assert!(graph.find_home(|_| 0));
    assert!(graph.is_settled && graph.home == Some(PlaceId(0)));
    assert_eq!(graph.basins(), []);
}

#[test]
fn before_anybody_stands_nobody_is_lost() {
    let mut graph = Graph::default();
    graph.find_home(|_| 0);
    graph.add(false);
    graph.find_home(|_| 0);
    assert!(graph.returns(PlaceId(0)) && !graph.is_home(PlaceId(0)));
    assert_eq!(graph.ways_back(|_| true), [WayBack::Known]);
}
