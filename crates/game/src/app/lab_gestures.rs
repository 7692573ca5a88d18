//! The hand in the lab: mouse and fingers drag and turn the shape in the plane of the picture, and lead the camera around it.

use macroquad::window::{screen_height, screen_width};

use sidle::geometry::Segment;
use sidle::geometry::float::{clamp, max};
use sidle::glam::DVec3;

use crate::app::Game;
use crate::options::action::LabGesture;
use crate::session::eye::{FreeCamera, Viewpoint};
use crate::session::lab::Lab;
use crate::ui::input::lab_mouse::ShapeDisk;

/// The shape is at least this far away for a hand; metres. Smaller: a shape next to the eye hardly moves.
const NEAREST: f64 = 0.3;

/// The largest gesture of a frame; shares of the picture's height, and radians.
const LARGEST_GESTURE: f64 = 1.0;

/// The camera goes by this angle around the exhibit on a way as long as the picture is high; degrees.
const ORBIT_DEG: f64 = 180.0;

/// How near to the exhibit the camera comes, and how far from it; metres.
const DISTANCES: (f64, f64) = (0.5, 12.0);

/// The camera rises over obstacles in front of the exhibit in steps of this angle; degrees.
const RISE_DEG: f64 = 2.0;
const MAX_RISES: u32 = 45;

/// The mouse takes hold of a small shape within this distance of its centre; a share of the picture's height.
const MIN_RADIUS: f32 = 0.05;

impl Game {
    /// Applies a gesture in the lab.
    pub(super) fn handle_lab(&mut self, gesture: LabGesture) {
        match gesture {
            LabGesture::Drag(shares) => self.drag_lab_shape(shares),
            LabGesture::Turn(angles) => self.turn_lab_shape(angles),
            LabGesture::Orbit(shares) => self.orbit_lab(shares),
        }
    }

    /// Whether the picture shows a lab, and the wheel comes nearer to it.
    pub(super) fn sees_lab(&self) -> bool {
        self.session.lab.is_some() && !self.views.map.is_large()
    }

    /// Where the mouse takes hold of the lab's shape, unless something covers the picture.
    pub(super) fn lab_shape_on_picture(&self) -> Option<ShapeDisk> {
        let is_covered = self.screens.top().is_some()
            || self.panel.capture().mouse()
            || self.slot.edits()
            || !self.sees_lab();
        let lab = self.session.lab.as_ref().filter(|_| !is_covered)?;
        let axes = self.axes();
        let (eye, clearance) = self.views.eye(&self.session, &axes);
        let camera = self.views.renderer.camera(eye, &axes, clearance);
        let (x, y) = camera.project(lab.position())?;
        let distance = max((lab.position() - eye).dot(axes.look), NEAREST);
        let reach = lab.exhibit().first.reach() / distance;
        let share = reach as f32 / (2.0 * camera.half_height);
        Some(ShapeDisk {
            center: (x * screen_width(), y * screen_height()),
            radius: share.max(MIN_RADIUS) * screen_height(),
        })
    }

    /// Moves the lab's shape to the right and down by these shares of the picture's height, so that it stays in the hand.
    fn drag_lab_shape(&mut self, shares: [f64; 2]) {
        let axes = self.axes();
        let (eye, _) = self.views.eye(&self.session, &axes);
        let half_angle = self.settings.values.field_of_view_deg.to_radians() * 0.5;
        let Some(lab) = &mut self.session.lab else {
            return;
        };
        let distance = (lab.position() - eye).dot(axes.look).max(NEAREST);
        let height = 2.0 * distance * half_angle.tan();
        let [right, down] = shares.map(|share| limited(share) * height);
        let up = axes.right.cross(axes.look);
        lab.place_by_hand(axes.right * right - up * down, DVec3::ZERO);
    }

    /// Turns the lab's shape, its near side to the right and down, and the whole clockwise; radians.
    fn turn_lab_shape(&mut self, angles: [f64; 3]) {
        let axes = self.axes();
        let Some(lab) = &mut self.session.lab else {
            return;
        };
        let [right, down, clockwise] = angles.map(limited);
        let up = axes.right.cross(axes.look);
        let turn = up * right + axes.right * down + axes.look * clockwise;
        lab.place_by_hand(DVec3::ZERO, turn);
    }

    /// Leads a free camera around the exhibit, which keeps its place on the picture; over obstacles in front of it.
    fn orbit_lab(&mut self, shares: [f64; 2]) {
        let [right, down] = shares.map(|share| limited(share) * ORBIT_DEG);
        self.move_lab_camera(|offset| offset, right, down);
        for _ in 0..MAX_RISES {
            if !self.hides_exhibit() {
                break;
            }
            self.move_lab_camera(|offset| offset, 0.0, RISE_DEG);
        }
    }

    /// Whether something of the level lies between the eye and the exhibit.
    fn hides_exhibit(&self) -> bool {
        let (eye, _) = self.views.eye(&self.session, &self.axes());
        let world = self.session.sim.world();
        let lab = self.session.lab.as_ref();
        let way = lab.map(|lab| Segment::new(eye, lab.origin()));
        way.is_some_and(|way| world.intersect_segment(&way).is_some())
    }

    /// Brings a free camera nearer to the exhibit by this factor, or farther away.
    pub(super) fn approach_lab(&mut self, factor: f64) {
        let nearer = |offset: DVec3| {
            let (least, most) = DISTANCES;
            let distance = clamp(offset.length() / factor, least, most);
            offset.normalize_or(DVec3::NEG_Z) * distance
        };
        self.move_lab_camera(nearer, 0.0, 0.0);
    }

    /// Moves a free camera so that the way from it to the exhibit, as the camera sees it, becomes `change` of it, and turns the
    /// camera by these degrees to the right and down.
    fn move_lab_camera(
        &mut self,
        change: impl FnOnce(DVec3) -> DVec3,
        right_deg: f64,
        down_deg: f64,
    ) {
        let Some(origin) = self.session.lab.as_ref().map(Lab::origin) else {
            return;
        };
        let before = self.axes();
        let (eye, _) = self.views.eye(&self.session, &before);
        let up = before.right.cross(before.look);
        let way = origin - eye;
        let offset = change(DVec3::new(
            way.dot(before.right),
            way.dot(up),
            way.dot(before.look),
        ));
        if !matches!(self.views.viewpoint, Viewpoint::Free(_)) {
            self.set_viewpoint(Viewpoint::Free(FreeCamera { eye }));
        }
        self.input.view.turn(-right_deg, -down_deg);
        self.input.view.normalize();
        let after = self.axes();
        let up = after.right.cross(after.look);
        let way = after.right * offset.x + up * offset.y + after.look * offset.z;
        self.set_viewpoint(Viewpoint::Free(FreeCamera { eye: origin - way }));
    }
}

fn limited(amount: f64) -> f64 {
    clamp(amount, -LARGEST_GESTURE, LARGEST_GESTURE)
}
