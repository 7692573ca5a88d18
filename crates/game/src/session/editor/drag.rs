//! Dragging an entry: the plane on which it moves, or the handle that is held.

use std::f64::consts::FRAC_PI_2;

use sidle::geometry::angle::{RADIANS_PER_DEGREE, angle_between, sin_cos_deg};
use sidle::geometry::float::clamp;
use sidle::glam::DVec3;
use sidle::level::{EditError, EntryNumbers};

use crate::session::editor::Editor;
use crate::session::editor::gizmo::{Gizmo, Handle};
use crate::session::editor::magnet::Magnet;

/// A smaller turn of the view, or of the ray through the mouse, is a click: 1 degree, in radians.
const CLICK_TURN: f64 = 0.0175;

/// The same for a handle, which is held by its end. Smaller: a click moves something.
const HANDLE_TURN: f64 = 0.003;

/// The ray from the eye through the crosshair, or through the free mouse.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    pub eye: DVec3,
    /// Unit.
    pub look: DVec3,
    /// The unit level part of `look`.
    pub heading: DVec3,
}

/// An entry being dragged.
#[derive(Clone, Debug)]
pub enum Drag {
    /// By its body, on a plane.
    Body {
        /// The ray's direction at the start.
        start: DVec3,
        plane: DragPlane,
        /// The position at the start; metres.
        position: DVec3,
        /// Whether the ray has turned far enough to move it. A click alone moves nothing.
        moving: bool,
        /// What its faces may meet.
        magnet: Magnet,
    },
    /// None: the mouse draws a box around what it selects.
    Box {
        /// Two corners, from the left and from the top, as shares of the picture.
        corners: [(f32, f32); 2],
        /// Whether it adds to what is selected.
        adds: bool,
    },
    /// By a handle of its gizmo.
    Handle {
        handle: Handle,
        gizmo: Box<Gizmo>,
        start: Ray,
        numbers: EntryNumbers,
        moving: bool,
        /// What its faces may meet.
        magnet: Magnet,
    },
}

impl Editor {
    /// Starts to drag the selected entry on `plane`, along `ray`. Its faces may meet those of `magnet`.
    pub fn begin_drag(&mut self, ray: &Ray, plane: DragPlane, magnet: Magnet) {
        self.end_step();
        self.drag = self.position().map(|position| Drag::Body {
            start: ray.look,
            plane,
            position,
            moving: false,
            magnet,
        });
    }

    /// Starts to drag the selected entry by this handle, held along `ray`. Its faces may meet those of `magnet`.
    pub fn hold(&mut self, handle: Handle, gizmo: Gizmo, ray: &Ray, magnet: Magnet) {
        self.end_step();
        self.drag = self.selected_entry().map(|entry| Drag::Handle {
            handle,
            gizmo: Box::new(gizmo),
            start: *ray,
            numbers: entry.numbers,
            moving: false,
            magnet,
        });
    }

    /// Starts to draw a box from this place of the picture.
    pub fn begin_box(&mut self, corner: (f32, f32), adds: bool) {
        self.drag = Some(Drag::Box {
            corners: [corner; 2],
            adds,
        });
    }

    /// Draws the box to this place, if there is one.
    pub fn update_box(&mut self, corner: Option<(f32, f32)>) {
        if let (Some(Drag::Box { corners, .. }), Some(corner)) = (&mut self.drag, corner) {
            corners[1] = corner;
        }
    }

    /// Where the dragged entry goes along `ray`, if it is held by its body and follows.
    pub fn update_drag(&mut self, ray: &Ray) -> Option<DVec3> {
        let Some(Drag::Body {
            start,
            plane,
            position,
            moving,
            ..
        }) = &mut self.drag
        else {
            return None;
        };
        *moving |= start.distance(ray.look) > CLICK_TURN;
        let by = plane.displacement(ray.eye, ray.look, ray.heading);
        moving.then_some(*position + by)
    }

    /// Lets the handle that is held follow `ray`, in steps of this size. The whole drag is one undo step.
    ///
    /// # Errors
    /// When the text cannot be changed this way.
    pub fn follow_handle(&mut self, ray: &Ray, fine: bool) -> Result<(), EditError> {
        let step = self.step_size(fine);
        let Some(Drag::Handle {
            handle,
            gizmo,
            start,
            numbers,
            moving,
            magnet,
        }) = &mut self.drag
        else {
            return Ok(());
        };
        *moving |= start.look.distance(ray.look) > HANDLE_TURN;
        if !*moving {
            return Ok(());
        }
        let off = Magnet::off();
        let magnet = if fine { &off } else { &*magnet };
        match gizmo.dragged(*handle, [&*start, ray], numbers, (step, magnet)) {
            Some(numbers) if self.selected_point().is_some() => {
                self.move_to(numbers.position, true)
            }
            Some(numbers) => self.place(&numbers, true),
            None => Ok(()),
        }
    }

    /// How the selected entry is held, while it is.
    pub fn drag(&self) -> Option<&Drag> {
        self.drag.as_ref()
    }

    /// Lets go of the dragged entry.
    pub fn end_drag(&mut self) {
        self.drag = None;
    }
}

/// The least angle between the view and the plane; radians, 25 degrees. Smaller: a turn of the view throws a prop that was
/// grabbed at the height of the eye; larger: a prop on the floor lags behind the crosshair.
const MIN_ANGLE: f64 = 0.436;

/// The view may come as near to the plane during a drag, and to its perpendicular; radians, 8 and 88 degrees.
const ANGLES: [f64; 2] = [0.14, 1.536];

/// The level plane through the point at which a prop was grabbed. The point stays under the crosshair.
///
/// A plane at the height of the eye has no place for most views. So a plane that the view would meet at less than 25
/// degrees counts as one that it meets at 25, at the same distance. Turns of the view then move the prop as they do
/// there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DragPlane {
    /// The distance of the eye from the plane; metres.
    depth: f64,
    /// The angle between view and plane at the start, and the view's pitch; radians.
    angle: f64,
    pitch: f64,
    /// 1 for a plane below the eye, -1 for one above it.
    side: f64,
    /// The grabbed point; metres.
    grabbed: DVec3,
}

impl DragPlane {
    /// The plane of a drag that grabs `grabbed` from `eye`, with the view along the unit vector `look`.
    pub fn new(eye: DVec3, look: DVec3, grabbed: DVec3) -> Self {
        let height = eye.y - grabbed.y;
        let across = level(grabbed - eye).length();
        let angle = elevation(grabbed - eye).abs();
        let (angle, side) = if angle < MIN_ANGLE {
            (MIN_ANGLE, 1.0)
        } else {
            (angle, height.signum())
        };
        let depth = if angle > MIN_ANGLE {
            height.abs()
        } else {
            across * tan(angle)
        };
        Self {
            depth,
            angle,
            pitch: elevation(look),
            side,
            grabbed,
        }
    }

    /// How far the prop has moved, seen from `eye` along the unit vector `look` with its level part `heading`; metres.
    pub fn displacement(&self, eye: DVec3, look: DVec3, heading: DVec3) -> DVec3 {
        let angle = self.angle + (self.pitch - elevation(look)) * self.side;
        let [min, max] = ANGLES;
        let across = self.depth / tan(clamp(angle, min, max));
        level(eye + heading * across - self.grabbed)
    }
}

/// The angle of `direction` above the horizontal; radians.
fn elevation(direction: DVec3) -> f64 {
    let down = angle_between(direction, DVec3::Y).map_or(0.0, |angle| angle - FRAC_PI_2);
    -down
}

/// The tangent of an angle in radians.
fn tan(angle: f64) -> f64 {
    let (sin, cos) = sin_cos_deg(angle / RADIANS_PER_DEGREE);
    sin / cos
}

/// The horizontal part of `vector`.
fn level(vector: DVec3) -> DVec3 {
    DVec3::new(vector.x, 0.0, vector.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidle::geometry::angle::{BinaryAngle, ViewAxes};

    fn view(yaw: f64, pitch: f64) -> ViewAxes {
        ViewAxes::new(
            BinaryAngle::from_degrees(yaw),
            BinaryAngle::from_degrees(pitch),
        )
    }

    /// Where the point is, that was grabbed at `distance` along the pitch `from`, after a turn to `yaw` and `to`.
    fn dragged(eye: DVec3, distance: f64, from: f64, (yaw, to): (f64, f64)) -> DVec3 {
        let (start, now) = (view(0.0, from), view(yaw, to));
        let grabbed = eye + start.look * distance;
        let plane = DragPlane::new(eye, start.look, grabbed);
        grabbed + plane.displacement(eye, now.look, now.heading)
    }

    #[test]
    fn a_view_that_does_not_turn_moves_nothing_at_any_pitch() {
        for pitch in [-88.0, -60.0, -25.0, -9.0, 0.0, 9.0, 60.0, 88.0] {
            let eye = DVec3::new(3.0, 1.6, -2.0);
            let still = dragged(eye, 2.4, pitch, (0.0, pitch));
            let start = eye + view(0.0, pitch).look * 2.4;
            assert!(still.distance(start) < 1e-3, "{pitch}: {still}");
        }
    }

    #[test]
    fn the_point_stays_under_the_crosshair_on_a_plane_well_below_or_above_the_eye() {
        for (from, to) in [(-40.0, -30.0), (-40.0, -70.0), (50.0, 40.0)] {
            let eye = DVec3::Y * 1.6;
            let point = dragged(eye, 2.0, from, (30.0, to));
            let off = (point - eye).normalize().dot(view(30.0, to).look);
            assert!(off > 1.0 - 1e-6, "{from} to {to}: {off}");
        }
    }

    #[test]
    fn nine_degrees_of_pitch_move_a_prop_by_no_more_than_its_distance() {
        for from in [-60.0, -30.0, -20.0, -9.0, -1.0, 0.0, 5.0, 20.0] {
            for turn in [-9.0, 9.0] {
                let eye = DVec3::Y * 0.5;
                let start = eye + view(0.0, from).look * 2.4;
                let end = dragged(eye, 2.4, from, (0.0, from + turn));
                assert!(end.distance(start) < 2.4, "{from} by {turn}: {end}");
                assert_eq!(end.y, start.y);
            }
        }
    }

    #[test]
    fn a_drag_to_the_horizon_and_beyond_stays_within_reach() {
        for to in [-1.0, 0.0, 30.0, 89.0] {
            let end = dragged(DVec3::Y * 1.6, 2.4, -30.0, (180.0, to));
            assert!(end.is_finite() && end.length() < 15.0, "{to}: {end}");
        }
    }
}
