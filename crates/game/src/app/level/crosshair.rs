//! The target of the crosshair while a level is edited, and where props go there.

use sidle::geometry::angle::{BinaryAngle, RADIANS_PER_DEGREE};
use sidle::geometry::float::max;
use sidle::geometry::{Aabb, Obb};
use sidle::glam::{DVec2, DVec3};
use sidle::level::{EntryId, EntryNumbers, EntryTable, Look};
use sidle::player::Mode;
use sidle::query::closest_obb_point;
use sidle::world::ColliderId;

use crate::session::Session;
use crate::session::editor::{
    Drag, DragPlane, Editor, Gizmo, Handle, Item, Magnet, Ray, StepSize, Target, ahead_and_right,
    entry_of, outline_of, pick, place_bounds, resting_position, wrapped,
};

/// A new prop is at most this far away; metres.
const MAX_DISTANCE: f64 = 60.0;

/// The room between the player and something new; metres.
const ROOM: f64 = 1.0;

/// The distance of a new prop if the crosshair points at nothing and no floor is ahead; metres.
const AHEAD: f64 = 4.0;

/// The distances at which a floor ahead is sought for it, before; metres. Larger: what is dropped above the horizon is out of sight.
const FLOORS: [f64; 3] = [12.0, 8.0, 4.0];

/// How near the seen point of a floor is to the sought one; metres.
const NEAR: f64 = 0.01;

/// Degrees.
const RIGHT_ANGLE: f64 = 90.0;

/// Whether an axis of a box is level.
fn is_level(axis: DVec3) -> bool {
    axis.y.abs() < 1e-3
}

/// The bounds of the unit cube around the origin, which crates and the plain shapes fill.
const CUBE: [DVec3; 2] = [DVec3::splat(-0.5), DVec3::splat(0.5)];

/// The bounds of a fence.
const FENCE: [DVec3; 2] = [DVec3::new(-1.0, 0.0, -0.04), DVec3::new(1.0, 0.8, 0.04)];

/// The bounds of a sign.
const SIGN: [DVec3; 2] = [DVec3::new(-1.08, 0.0, -0.06), DVec3::new(1.08, 1.72, 0.06)];

/// The crosshair in a session, or the free mouse.
pub struct Crosshair<'s> {
    pub session: &'s Session,
    pub ray: Ray,
    pub yaw: BinaryAngle,
}

impl Crosshair<'_> {
    /// The entry under the crosshair.
    pub fn entry(&self, editor: &Editor) -> Option<EntryId> {
        pick(&self.session.level, &self.session.sim, editor, &self.ray)
    }

    /// The handles of the selected entry, and the one under the crosshair.
    pub fn handle(&self, editor: &Editor) -> Option<(Gizmo, Option<Handle>)> {
        let (level, sim) = (&self.session.level, &self.session.sim);
        let obb = outline_of(level, sim, editor, editor.selected()?)?;
        let gizmo = Gizmo::new(editor, &obb, self.ray.eye)?;
        let handle = gizmo.handle_at(&self.ray);
        Some((gizmo, handle))
    }

    /// Why nothing is selected.
    pub fn unselectable(&self) -> &'static str {
        "nothing is there to select: point at an object, or press ⟦Tab⟧ for the next one"
    }

    /// The plane on which `entry`, which is under the crosshair, is dragged.
    pub fn drag_plane(&self, editor: &Editor, entry: EntryId) -> Option<DragPlane> {
        let Ray { eye, look, .. } = self.ray;
        let target = Target::find(self.session.sim.world(), eye, look);
        let is_solid = matches!(
            entry.table,
            EntryTable::Prop
                | EntryTable::Mover
                | EntryTable::Mesh
                | EntryTable::Terrain
                | EntryTable::Place
        );
        let point = match target.filter(|_| is_solid) {
            Some(target) => target.point,
            None => outline_of(&self.session.level, &self.session.sim, editor, entry)?.center(),
        };
        Some(DragPlane::new(eye, look, point))
    }

    /// Where the dragged entry goes, if the view or the mouse has moved it.
    pub fn drag(&self, editor: &mut Editor, fine: bool) -> Option<DVec3> {
        let raw = editor.update_drag(&self.ray)?;
        let mut position = raw;
        let metres = editor.step_size(fine).metres;
        position.x = (position.x / metres).round() * metres;
        position.z = (position.z / metres).round() * metres;
        let (entry, numbers) = (editor.selected()?, editor.selected_entry()?.numbers);
        let outline = outline_of(&self.session.level, &self.session.sim, editor, entry);
        if let Some(Drag::Body { magnet, .. }) = editor.drag().filter(|_| !fine)
            && let Some(obb) = outline
        {
            let to_middle = obb.center() - numbers.position;
            let middle = magnet.drawn(&obb, raw + to_middle, position + to_middle, is_level);
            position = middle - to_middle;
        }
        let dragged = EntryNumbers {
            position,
            ..numbers
        };
        if entry.table != EntryTable::Prop || editor.selected_point().is_some() {
            return Some(position);
        }
        let level = &self.session.level;
        let is_other = |id: ColliderId| level.prop_of(id) != Some(entry.number);
        let bounds = level.props().get(entry.number)?.mesh.bounds;
        let dragged = self.raised_from_ground(dragged, &bounds, is_other)?;
        let obb = Obb::from_bounds(&bounds, &dragged.placement())?;
        // Not into the player: that would push the player away, and so move the crosshair.
        let player = self.session.sim.player().position;
        let room = closest_obb_point(&obb, player).distance(player);
        (room > self.session.sim.tuning().radius).then_some(dragged.position)
    }

    /// The boxes of all props that are not selected, which what is dragged may meet.
    pub fn magnet(&self, editor: &Editor) -> Magnet {
        let is_thing = editor.selected().is_some_and(|id| {
            !matches!(
                id.table,
                EntryTable::Spawn | EntryTable::Sign | EntryTable::Terrain
            )
        });
        if !is_thing || editor.selected_point().is_some() {
            return Magnet::off();
        }
        let level = &self.session.level;
        let placed = editor.all_selected().filter_map(|id| match id.table {
            EntryTable::Place => level.placed.get(id.number),
            _ => None,
        });
        let of_places: Vec<_> = placed.map(|placed| placed.props.clone()).collect();
        let is_other = |number: &usize| {
            let own = editor.all_selected().any(|id| id == EntryId::prop(*number));
            !own && !of_places.iter().any(|props| props.contains(number))
        };
        self.magnet_of(is_other, editor.step())
    }

    /// The boxes of the props that count.
    fn magnet_of(&self, counts: impl Fn(&usize) -> bool, step: StepSize) -> Magnet {
        let level = &self.session.level;
        let props = (0..level.props().len()).filter(counts);
        let boxes = props.filter_map(|number| level.prop_bounds(number));
        Magnet::new(boxes.collect(), step.metres)
    }

    /// Where a player starts that stands at the crosshair.
    pub fn spawn(&self) -> Option<DVec3> {
        let target = Target::find(self.session.sim.world(), self.ray.eye, self.ray.look)?;
        Some(self.session.own_place_at(target.point, target.normal))
    }

    /// Where the level's own body stands if it is in the place of the player, or would stand after a fall from the player's flight.
    pub fn standing(&self) -> DVec3 {
        let (session, player) = (self.session, self.session.sim.player());
        let below = match player.mode {
            Mode::Walk => None,
            Mode::Fly => Target::find(session.sim.world(), player.position, DVec3::NEG_Y),
        };
        match below {
            Some(below) => session.own_place(below.point),
            None => session.own_position(),
        }
    }

    /// A new item at the crosshair, across the view.
    pub fn new_item(&self, item: &Item, step: StepSize) -> Option<EntryNumbers> {
        let mut numbers = EntryNumbers::at(DVec3::ZERO);
        numbers.scale = item.scale;
        let yaw = self.yaw.degrees();
        if item.table == EntryTable::Sign {
            numbers.rotation_deg.y = (yaw / step.degrees).round() * step.degrees;
        } else if item.table == EntryTable::Prop {
            // Along what it stands on or at, so that their faces can meet.
            let along = self.yaw_below();
            let turned = ((yaw - along) / RIGHT_ANGLE).round() * RIGHT_ANGLE;
            numbers.rotation_deg.y = wrapped(((along + turned) * 10.0).round() / 10.0);
        }
        self.put(item.table, item.kind(), numbers, step)
    }

    /// The turn about Y of the upright prop under the crosshair, or else 0; degrees.
    fn yaw_below(&self) -> f64 {
        let Ray { eye, look, .. } = self.ray;
        let level = &self.session.level;
        let target = Target::find(self.session.sim.world(), eye, look);
        let prop = target.and_then(|target| level.prop_of(target.collider));
        let obb = prop.and_then(|number| level.prop_bounds(number));
        let ahead = obb.map_or(DVec3::Z, |obb| obb.axes().z_axis);
        let turned = DVec2::new(ahead.z, ahead.x);
        match ahead.y.abs() < 1e-3 {
            true => turned.to_angle() / RADIANS_PER_DEGREE,
            false => 0.0,
        }
    }

    /// An entry like `numbers` at the crosshair.
    pub fn put(
        &self,
        table: EntryTable,
        kind: Option<&str>,
        mut numbers: EntryNumbers,
        step: StepSize,
    ) -> Option<EntryNumbers> {
        let of_kind = |look: &Look| matches!(look, Look::Prop { kind: of } if Some(&**of) == kind);
        let level = &self.session.level;
        let mut models = level.props().iter().chain(&level.mover_models);
        let sim = &self.session.sim;
        let placed = |kind| level.place_of(|placed| placed.prefab == kind);
        let placed = kind.filter(|_| table == EntryTable::Place).and_then(placed);
        let placed = placed.and_then(|number| place_bounds(level, sim, number));
        let bounds = match models.find(|model| of_kind(&model.look)) {
            _ if matches!(table, EntryTable::Place | EntryTable::Mesh) => match placed {
                Some(bounds) => bounds,
                // Nobody knows its size yet: it stands on its origin.
                None => Aabb::from_points(CUBE.map(|corner| corner + DVec3::Y * 0.5))?,
            },
            Some(model) => model.mesh.bounds,
            None if table == EntryTable::Sign => Aabb::from_points(SIGN)?,
            None => Aabb::from_points(if kind == Some("fence") { FENCE } else { CUBE })?,
        };
        let Ray { eye, look, .. } = self.ray;
        let target = Target::find(self.session.sim.world(), eye, look);
        numbers.position = match target.filter(|target| target.distance < MAX_DISTANCE) {
            Some(target) => {
                resting_position(&numbers, &bounds, target.point, target.normal, step.metres)?
            }
            None => match self.floor_ahead() {
                Some(floor) => resting_position(&numbers, &bounds, floor, DVec3::Y, step.metres)?,
                None => eye + look * AHEAD,
            },
        };
        if matches!(table, EntryTable::Prop | EntryTable::Mover)
            && let Some(obb) = Obb::from_bounds(&bounds, &numbers.placement())
        {
            let magnet = self.magnet_of(|_| true, step);
            let middle = magnet.drawn(&obb, obb.center(), obb.center(), is_level);
            numbers.position += middle - obb.center();
        }
        // Right before the player it would fill the view, and a zone is nothing to see.
        let player = self.session.sim.player().position;
        let room = self.session.sim.tuning().radius + ROOM;
        let [ahead, _] = ahead_and_right(self.yaw);
        let mut left = if table == EntryTable::Zone { 0 } else { 60 };
        while left > 0
            && let Some(obb) = Obb::from_bounds(&bounds, &numbers.placement())
            && closest_obb_point(&obb, player).distance(player) < room
        {
            numbers.position += ahead * max(step.metres, 0.1);
            left -= 1;
        }
        self.raised_from_ground(numbers, &bounds, |_| true)
    }

    /// The floor that is seen ahead, for something that would hang in the air.
    fn floor_ahead(&self) -> Option<DVec3> {
        let world = self.session.sim.world();
        let Ray { eye, heading, .. } = self.ray;
        let mut ahead = FLOORS.iter().map(|metres| eye + heading * *metres);
        ahead.find_map(|above| {
            let floor = Target::find(world, above, DVec3::NEG_Y)?.point;
            let way = floor - eye;
            let seen = Target::find(world, eye, way.try_normalize()?)?;
            // Not behind a wall.
            (seen.point.distance(floor) < NEAR).then_some(floor)
        })
    }

    /// How far down each of these boxes goes to stand on what is below its middle, besides all of them.
    pub fn lowered(&self, boxes: &[(EntryId, Aabb)]) -> Vec<(EntryId, DVec3)> {
        let (level, world) = (&self.session.level, self.session.sim.world());
        let is_other = |id| {
            let entry = entry_of(level, id);
            boxes.iter().all(|(own, _)| Some(*own) != entry)
        };
        let moves = boxes.iter().filter_map(|(id, aabb)| {
            let top = aabb.center() + DVec3::Y * aabb.half_extents().y;
            let below = Target::find_among(world, top, DVec3::NEG_Y, is_other)?;
            Some((*id, DVec3::Y * (below.point.y - aabb.min().y)))
        });
        moves.collect()
    }

    /// The prop, raised if it would otherwise reach below the ground, at the foot of a wall for instance. The ground
    /// is the first collider below its middle that `counts`.
    fn raised_from_ground(
        &self,
        numbers: EntryNumbers,
        bounds: &Aabb,
        counts: impl Fn(ColliderId) -> bool,
    ) -> Option<EntryNumbers> {
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

#[cfg(test)]
mod tests;
