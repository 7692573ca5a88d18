//! The report of a slide: contacts and a result always, events only while a trace is written.

use glam::DVec3;

use super::workspace::active_among;
use super::{Slide, Slider};
use crate::player::{Event, SlideEnd, Stop};
use crate::query::SweepHit;
use crate::tolerance::{CONTACT_GAP, MIN_DISTANCE, PARALLEL_SQUARED};
use crate::world::ColliderId;

/// A part of the motion below this share counts as zero.
///
/// Smaller: rounding errors turn single planes into creases; larger: blunt creases count as one plane.
const NEGLIGIBLE_SHARE: f64 = 1e-9;

impl Slider<'_, '_> {
    /// Reports the surfaces that are touched now, sorted by id.
    pub(super) fn report_touching(&mut self) {
        let touching = self.contacts.touching_mut();
        touching.clear();
        touching.extend_from_slice(&self.work.contacts);
        touching.sort_unstable_by_key(|surface| surface.collider);
    }

    /// Traces the gathered colliders and the reach of the query.
    #[cold]
    pub(super) fn report_gathered(&mut self) {
        let nearby = &self.work.nearby;
        self.tracer.push(Event::Gather {
            position: self.body.base(),
            reach: nearby.budget() + CONTACT_GAP,
        });
        self.tracer.add_near(nearby.colliders(self.world));
    }

    /// Traces a sweep from `from` to where the body is now.
    #[cold]
    pub(super) fn report_sweep(&mut self, from: DVec3, hit: Option<&(ColliderId, SweepHit)>) {
        self.tracer.push(Event::Sweep {
            from,
            to: self.body.base(),
            hit: hit.map(|(collider, hit)| (*collider, hit.normal)),
        });
        if let Some((collider, _)) = hit {
            self.tracer.mark_acted(*collider);
        }
    }

    /// Traces the chosen planes, and the part `way` that they allow of the remaining motion `left`.
    #[cold]
    pub(super) fn report_turn(&mut self, left: DVec3, way: DVec3) {
        for contact in active_among(&self.work.contacts, &self.work.active) {
            self.tracer.mark_acted(contact.collider);
        }
        let planes = &self.work.planes;
        for normal in planes.iter().copied() {
            self.tracer.push(Event::Plane { normal });
        }
        self.tracer.push(Event::Turn {
            position: self.body.base(),
            left,
            way,
            crease: crease(planes, left, way),
        });
    }

    /// Why a motion ends when `left` remains of it and the allowed part, `way`, is not taken.
    pub(super) fn stop_reason(&self, left: DVec3, way: DVec3, turned: bool) -> Stop {
        if self.request.motion.length() <= MIN_DISTANCE {
            Stop::Still
        } else if left.length() <= MIN_DISTANCE {
            Stop::Free
        } else if turned {
            Stop::Met
        } else if way.length() <= MIN_DISTANCE {
            Stop::Blocked
        } else {
            Stop::Against
        }
    }

    /// The result of a motion that ended because of `stop`.
    pub(super) fn result(&self, stop: Stop) -> Slide {
        let end = match stop {
            Stop::Exhausted => SlideEnd::Exhausted,
            Stop::Refused => SlideEnd::Refused,
            Stop::Still | Stop::Free if self.work.planes.is_empty() => SlideEnd::Done,
            _ => SlideEnd::Blocked,
        };
        Slide {
            position: self.body.base(),
            velocity: *self.velocity,
            end,
        }
    }
}

/// The direction of the edge between two of `planes` that together reduce the motion `left` to `way`.
/// `None` if one plane alone does so, or if it takes more than two.
fn crease(planes: &[DVec3], left: DVec3, way: DVec3) -> Option<DVec3> {
    let taken = left - way;
    let length = taken.length();
    let alone = |normal: &DVec3| taken.cross(*normal).length() <= NEGLIGIBLE_SHARE * length;
    if length <= NEGLIGIBLE_SHARE * left.length() || planes.iter().any(alone) {
        return None;
    }
    for (place, first) in planes.iter().enumerate() {
        for second in &planes[place + 1..] {
            let crease = first.cross(*second);
            // The removed part lies between both normals, and has no component along the edge.
            let parallel = crease.length_squared() <= PARALLEL_SQUARED;
            let across = taken.dot(crease).abs() > NEGLIGIBLE_SHARE * length;
            let between = first.cross(taken).dot(crease) * taken.cross(*second).dot(crease) > 0.0;
            if !parallel && !across && between && taken.dot(*first + *second) < 0.0 {
                let forward = if way.dot(crease) < 0.0 { -1.0 } else { 1.0 };
                return Some(crease.normalize() * forward);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
