//! A box goes over the upper edge of a ladder in small pieces, and tries longer ones first.

use std::cell::RefCell;

use super::*;
use crate::player::{Event, Trace};
use crate::world::{Filter, Hit, HitResponder, HitResponse};

/// The height of the box; metres.
const HEIGHT: f64 = 1.75;

/// A beam above the ladder, which a box meets only where it goes on straight up past the edge of the roof.
const BEAM: u32 = 3;

fn below_a_beam() -> World {
    let beam = ROOF + HEIGHT + 0.02;
    let mut world = house(&[
        slab([-0.5, 0.0, 0.0], [0.5, ROOF, 0.1]),
        slab([-2.0, beam, -2.0], [2.0, beam + 0.3, 2.0]),
    ]);
    world.set_tag(ColliderId::Box(BoxId(BEAM)), 0);
    world
}

#[test]
fn the_tries_of_a_box_are_told_to_nobody() {
    let world = below_a_beam();
    let tuning = Tuning {
        body: BodyShape::Box,
        radius: 0.3,
        height: HEIGHT,
        // 4.8 m/s up.
        walk_speed: 8.0,
        ..Tuning::default()
    };
    let beam = ColliderId::Box(BoxId(BEAM));
    for hz in [30, 60] {
        let asked = RefCell::new(Vec::new());
        let respond = |hit: &Hit| {
            asked.borrow_mut().push(hit.collider);
            HitResponse::Slide
        };
        let responder = HitResponder::new(80.0, &respond);
        let seen = world.filtered(Filter::ALL).on_hit(&responder);
        let mut walk = Walk::new(&world, tuning, hz, DVec3::new(0.0, 0.0, 0.5));
        let (mut told, mut scratch, mut trace) = (walk.state, Scratch::new(), Trace::new());
        let dt = 1.0 / f64::from(hz);
        for tick in 0..2 * hz {
            let (command, case) = (look(1.0, 0.0, 0.0), format!("{hz} Hz, tick {tick}"));
            let (climbs, from) = (walk.climbs(), told.position);
            walk.tick(command);
            let traced = Some(&mut trace);
            let contacts = advance(seen, &tuning, &mut told, &command, dt, &mut scratch, traced);
            let mut planes = contacts.planes().iter();
            let met = planes.any(|normal| normal.y < -0.5) || asked.borrow().contains(&beam);
            // A walk on the roof may meet the beam.
            assert!(!met || !climbs, "{case}");
            // Neither a responder nor a trace changes the climb.
            assert_eq!(told, walk.state, "{case}");
            // Each sweep of a climb begins where the last one ended.
            let mut place = from;
            for event in trace.events() {
                if let Event::Sweep { from, to, .. } = event {
                    assert!(!climbs || place.distance(*from) < 1e-9, "{case}");
                    place = *to;
                }
            }
        }
        assert!((walk.feet() - ROOF).abs() < 1e-3 && told.ground.stands());
    }
}
