//! Tests of the watch, in walks through small worlds.

use super::*;
use crate::test_support::{floor, slab, walker, walking};
use sidle::geometry::Obb;
use sidle::glam::DMat3;
use sidle::player::Tuning;
use sidle::sim::Snapshot;
use sidle::world::{World, Zone, ZoneAction};

/// A floor, a wall of 0.1 m whose near side is at z = -2, and one at x = 6.
fn yard(controller: Controller, hz: u32) -> Sim {
    let ahead = slab(DVec3::new(0.0, 1.0, -2.05), DVec3::new(99.0, 2.0, 0.05));
    let right = slab(DVec3::new(6.05, 1.0, 0.0), DVec3::new(0.05, 2.0, 99.0));
    let world = World::new(vec![], vec![floor(), ahead, right]);
    walker(world, controller, hz).without_trace()
}

/// A watched walk.
struct Walk {
    sim: Sim,
    watch: ContactWatch,
    /// Every contact that was held, in order.
    held: Vec<Contact>,
}

impl Walk {
    fn new(sim: Sim) -> Self {
        Self {
            sim,
            watch: ContactWatch::default(),
            held: Vec::new(),
        }
    }

    fn tick(&mut self, command: &Command) {
        let before = *self.sim.player();
        self.sim.tick(command);
        let anomaly = Anomaly::find(&before, command, &self.sim);
        self.watch
            .note(&before, command, &self.sim, anomaly.as_ref());
        let Some(now) = self.watch.held() else {
            return;
        };
        match self.held.last_mut() {
            Some(last) if last.begun == now.begun => *last = *now,
            _ => self.held.push(*now),
        }
    }

    /// Walks in a direction to the right and ahead.
    fn walk(&mut self, right: f64, ahead: f64, seconds: f64) -> &mut Self {
        let command = walking(&self.sim, ahead, right);
        let ticks = (seconds * f64::from(self.sim.hz())).round() as u32;
        (0..ticks).for_each(|_| self.tick(&command));
        self
    }

    fn kinds(&self) -> Vec<ContactKind> {
        self.held.iter().map(|contact| contact.kind).collect()
    }
}

#[test]
fn resting_on_the_floor_and_walking_over_it_is_no_contact() {
    for hz in [30, 120, 360] {
        let mut walk = Walk::new(yard(Controller::Swept, hz));
        walk.walk(0.0, 0.0, 2.0).walk(-0.3, -1.0, 2.0);
        assert_eq!(walk.kinds(), [], "{hz} Hz");
    }
}

#[test]
fn sliding_along_a_wall_for_seconds_is_one_touch_at_any_rate() {
    for controller in [Controller::Swept, Controller::Classic, Controller::Boxed] {
        for hz in [30, 60, 120, 240, 360] {
            let mut walk = Walk::new(yard(controller, hz));
            walk.walk(-1.0, 1.0, 4.0);
            assert_eq!(
                walk.kinds(),
                [ContactKind::Touch],
                "{controller:?}, {hz} Hz"
            );
            // 1.5 m at 5 m/s, of which cos 45° leads ahead, take 0.424 s.
            let [touch] = walk.held[..] else { panic!() };
            assert_eq!(touch.tick, touch.begun + 1, "{controller:?}, {hz} Hz");
            let seconds = touch.begun as f64 / f64::from(hz);
            assert!((seconds - 0.424).abs() < 2.0 / f64::from(hz), "{seconds} s");
        }
    }
}

#[test]
fn a_wall_that_was_left_is_touched_again() {
    let mut walk = Walk::new(yard(Controller::Swept, 120));
    walk.walk(-1.0, 1.0, 1.0)
        .walk(-1.0, -0.5, 1.0)
        .walk(-1.0, 1.0, 2.0);
    assert_eq!(walk.kinds(), [ContactKind::Touch; 2]);
}

#[test]
fn a_corner_is_a_crease_and_stays_one_while_the_player_rests_in_it() {
    let mut walk = Walk::new(yard(Controller::Swept, 120));
    walk.walk(1.0, 0.6, 4.0);
    assert_eq!(walk.kinds(), [ContactKind::Touch, ContactKind::Crease]);
}

#[test]
fn who_pushes_straight_against_a_wall_is_blocked() {
    let mut walk = Walk::new(yard(Controller::Swept, 120));
    walk.walk(0.0, 1.0, 3.0);
    assert_eq!(walk.kinds(), [ContactKind::Touch, ContactKind::Blocked]);
}

#[test]
fn a_stair_is_one_step_and_a_ramp_is_none() {
    // Over a low step the ball rolls; a high one is climbed.
    for rise in [0.12, 0.25, 0.33] {
        let stairs = (0..4).map(|step| {
            let up = rise * f64::from(step + 1);
            let center = DVec3::new(0.0, up * 0.5, -11.0 - 0.3 * f64::from(step));
            slab(center, DVec3::new(9.0, up * 0.5, 9.0))
        });
        let boxes = [floor()].into_iter().chain(stairs).collect();
        let mut walk = Walk::new(walker(World::new(vec![], boxes), Controller::Swept, 120));
        walk.walk(0.0, 1.0, 1.5);
        let kinds = walk.kinds();
        let steps = kinds.iter().filter(|kind| **kind == ContactKind::Step);
        assert_eq!(steps.count(), 1, "{rise} m: {:?}", walk.held);
    }
    let turn = DMat3::from_rotation_x(core::f64::consts::FRAC_PI_6);
    let ramp = Obb::new(DVec3::new(0.0, -1.0, -6.0), turn, DVec3::new(9.0, 1.0, 9.0)).unwrap();
    let world = World::new(vec![], vec![floor(), ramp]);
    let mut walk = Walk::new(walker(world, Controller::Swept, 120));
    walk.walk(0.0, 1.0, 1.5);
    assert!(
        walk.sim.player().position.y > 1.0,
        "{:?}",
        walk.sim.player()
    );
    assert_eq!(walk.kinds(), []);
}

#[test]
fn a_zone_that_throws_the_player_is_a_launch_for_every_controller_and_rate() {
    for controller in [Controller::Swept, Controller::Classic, Controller::Boxed] {
        for hz in [30, 120, 360] {
            let obb = slab(DVec3::new(0.0, 0.0, -1.2), DVec3::new(0.5, 0.05, 0.2));
            let velocity = DVec3::Y * 6.0;
            let action = ZoneAction::Launch { velocity };
            let sim = yard(controller, hz).with_zones(vec![Zone { obb, action }]);
            let mut walk = Walk::new(sim);
            walk.walk(0.0, 1.0, 0.3).walk(0.0, -1.0, 0.2);
            assert_eq!(
                walk.kinds(),
                [ContactKind::Launch],
                "{controller:?}, {hz} Hz"
            );
            assert!(walk.sim.player().position.y > 0.6);
        }
    }
}

/// Classic at 300 m/s: 2.5 m in a tick.
fn swift(controller: Controller) -> Sim {
    let sim = yard(controller, 120);
    let tuning = Tuning {
        walk_speed: 300.0,
        ..*sim.tuning()
    };
    Sim::new(sim.world().clone(), tuning, *sim.rules(), 120).without_trace()
}

#[test]
fn a_tunnel_is_seen_and_held_against_lesser_contacts() {
    let mut walk = Walk::new(swift(Controller::Classic));
    walk.walk(0.0, 1.0, 0.1);
    assert_eq!(walk.kinds(), [ContactKind::Tunnel]);
    let mut walk = Walk::new(swift(Controller::Swept));
    walk.walk(0.0, 1.0, 0.2);
    assert_eq!(walk.kinds(), [ContactKind::Touch]);
}

#[test]
fn a_lesser_contact_replaces_a_throw_only_after_some_seconds() {
    let mut watch = ContactWatch::default();
    let contact = |tick, kind| Contact {
        tick,
        begun: tick,
        kind,
        thrown: 0.1,
    };
    watch.offer(contact(10, ContactKind::Thrown), 12, 100);
    watch.offer(contact(400, ContactKind::Crease), 12, 100);
    assert_eq!(watch.held().unwrap().kind, ContactKind::Thrown);
    watch.offer(contact(401, ContactKind::Tunnel), 12, 100);
    assert_eq!(watch.held().unwrap().tick, 401);
    watch.offer(contact(802, ContactKind::Touch), 12, 100);
    assert_eq!(watch.held().unwrap().kind, ContactKind::Touch);
}

#[test]
fn a_rewind_discards_the_contact_of_a_later_tick_and_finds_it_again() {
    let mut walk = Walk::new(yard(Controller::Swept, 120));
    let start: Snapshot = walk.sim.snapshot();
    walk.walk(-1.0, 1.0, 1.0);
    let first = walk.held[0];
    walk.sim.restore(&start);
    walk.walk(0.0, 0.0, 0.1);
    assert_eq!(walk.watch.held(), None);
    walk.sim.restore(&start);
    walk.walk(-1.0, 1.0, 1.0);
    assert_eq!(walk.watch.held(), Some(&first));
}

#[test]
fn another_controller_and_a_respawn_end_what_lasted() {
    let mut walk = Walk::new(yard(Controller::Swept, 120));
    walk.walk(-1.0, 1.0, 1.0);
    let command = Command {
        controller: Controller::Classic,
        ..walking(&walk.sim, 1.0, -1.0)
    };
    (0..60).for_each(|_| walk.tick(&command));
    assert_eq!(walk.kinds(), [ContactKind::Touch; 2]);
    let respawn = Command {
        respawn: true,
        ..command
    };
    walk.tick(&respawn);
    (0..120).for_each(|_| walk.tick(&command));
    assert_eq!(walk.kinds(), [ContactKind::Touch; 3]);
}

#[test]
fn the_watch_has_a_fixed_size() {
    // Nothing that it remembers grows.
    assert!(size_of::<ContactWatch>() < 1024);
}

#[test]
fn a_body_that_rests_at_a_wall_shows_nothing() {
    let mut walk = Walk::new(yard(Controller::Swept, 120));
    walk.walk(0.0, 1.0, 2.0);
    let ahead = walking(&walk.sim, 1.0, 0.0);
    let still = walking(&walk.sim, 0.0, 0.0);
    let before = *walk.sim.player();
    walk.sim.tick(&ahead);
    assert!(happens(&before, &ahead, &walk.sim), "it pushes");
    let before = *walk.sim.player();
    walk.sim.tick(&still);
    assert!(!happens(&before, &still, &walk.sim), "it rests");
    let held = walk.watch.held().copied();
    walk.watch.note(&before, &still, &walk.sim, None);
    assert_eq!(walk.watch.held().copied(), held);
}
