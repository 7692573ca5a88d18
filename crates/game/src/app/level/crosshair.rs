//! The target of the crosshair while a level is edited, and where props go there.

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::geometry::{Aabb, Obb};
use sidle::glam::DVec3;
use sidle::level::{Look, PropNumbers, Shape};
use sidle::query::closest_obb_point;
use sidle::world::ColliderId;

use crate::session::Session;
use crate::session::editor::{DragPlane, Editor, StepSize, Target, resting_position};

/// A new prop is at most this far away; metres.
const MAX_DISTANCE: f64 = 60.0;

/// The distance of a new prop if the crosshair points at nothing; metres.
const AHEAD: f64 = 4.0;

/// The bounds of the unit cube around the origin, which crates and the plain shapes fill.
const CUBE: [DVec3; 2] = [DVec3::splat(-0.5), DVec3::splat(0.5)];

/// The bounds of a fence.
const FENCE: [DVec3; 2] = [DVec3::new(-1.0, 0.0, -0.04), DVec3::new(1.0, 0.8, 0.04)];

/// The size of a new ramp, and of new stairs: easy to walk up; metres.
const SLOPE: DVec3 = DVec3::new(2.0, 1.0, 2.0);

/// The crosshair in a session.
pub struct Crosshair<'s> {
    pub session: &'s Session,
    pub eye: DVec3,
    pub axes: ViewAxes,
    pub yaw: BinaryAngle,
}

impl Crosshair<'_> {
    /// The prop under the crosshair.
    pub fn prop(&self) -> Option<usize> {
        let target = Target::find(self.session.sim.world(), self.eye, self.axes.look)?;
        self.session.level.prop_of(target.collider)
    }

    /// Why nothing under the crosshair can be selected.
    pub fn unselectable(&self) -> String {
        let world = self.session.sim.world();
        match Target::find(world, self.eye, self.axes.look) {
            Some(target) => {
                let name = self.session.level.name_of(target.collider);
                format!("{name} is not a prop: point at a prop, or press ⟦Tab⟧ for the next one")
            }
            None => {
                "nothing is under the crosshair: point at a prop, or press ⟦Tab⟧ for the next one"
                    .to_owned()
            }
        }
    }

    /// The plane on which the prop under the crosshair is dragged.
    pub fn drag_plane(&self) -> Option<DragPlane> {
        let look = self.axes.look;
        let target = Target::find(self.session.sim.world(), self.eye, look)?;
        Some(DragPlane::new(self.eye, look, target.point))
    }

    /// Where the dragged prop goes, if the view has moved it.
    pub fn drag(&self, editor: &mut Editor) -> Option<DVec3> {
        let mut position = editor.update_drag(self.eye, &self.axes)?;
        let (number, prop) = (editor.selected()?, editor.selected_prop()?);
        let (numbers, metres) = (prop.numbers, editor.step().metres);
        let level = &self.session.level;
        let is_other = |id: ColliderId| level.prop_of(id) != Some(number);
        let bounds = level.props().get(number)?.mesh.bounds;
        position.x = (position.x / metres).round() * metres;
        position.z = (position.z / metres).round() * metres;
        let dragged = PropNumbers {
            position,
            ..numbers
        };
        let dragged = self.raised_from_ground(dragged, &bounds, is_other)?;
        let obb = Obb::from_bounds(&bounds, &dragged.placement())?;
        // Not into the player: that would push the player away, and so move the crosshair.
        let player = self.session.sim.player().position;
        let room = closest_obb_point(&obb, player).distance(player);
        (room > self.session.sim.tuning().radius).then_some(dragged.position)
    }

    /// A new prop of `kind` at the crosshair, across the view.
    pub fn new_prop(&self, kind: &str, step: StepSize) -> Option<PropNumbers> {
        let of_kind = |look: &Look| matches!(look, Look::Prop { kind: of } if **of == *kind);
        let mut props = self.session.level.props().iter();
        let bounds = match props.find(|prop| of_kind(&prop.look)) {
            Some(prop) => prop.mesh.bounds,
            None => Aabb::from_points(if kind == "fence" { FENCE } else { CUBE })?,
        };
        let mut numbers = PropNumbers::at(DVec3::ZERO);
        if matches!(Shape::of_kind(kind), Some(Shape::Ramp | Shape::Stairs)) {
            numbers.scale = SLOPE;
        }
        numbers.rotation_deg.y = (self.yaw.degrees() / step.degrees).round() * step.degrees;
        let look = self.axes.look;
        let target = Target::find(self.session.sim.world(), self.eye, look);
        numbers.position = match target.filter(|target| target.distance < MAX_DISTANCE) {
            Some(target) => {
                resting_position(&numbers, &bounds, target.point, target.normal, step.metres)?
            }
            None => self.eye + look * AHEAD,
        };
        self.raised_from_ground(numbers, &bounds, |_| true)
    }

    /// The prop, raised if it would otherwise reach below the ground, at the foot of a wall for instance. The ground
    /// is the first collider below its middle that `counts`.
    fn raised_from_ground(
        &self,
        numbers: PropNumbers,
        bounds: &Aabb,
        counts: impl Fn(ColliderId) -> bool,
    ) -> Option<PropNumbers> {
        let obb = Obb::from_bounds(bounds, &numbers.placement())?;
        let reach = obb.aligned().half_extents().y;
        let top = obb.center() + DVec3::Y * (reach * 2.0);
        let world = self.session.sim.world();
        let below = Target::find_among(world, top, DVec3::NEG_Y, counts);
        let sunk = below.map_or(0.0, |ground| ground.point.y - (obb.center().y - reach));
        let mut raised = numbers;
        // A prop on something higher stands there on purpose.
        if sunk > 0.0 && sunk <= reach * 2.0 {
            raised.position.y += sunk;
        }
        Some(raised)
    }
}
