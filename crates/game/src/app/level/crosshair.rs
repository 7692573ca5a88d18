//! The target of the crosshair while a level is edited, and where props go there.

use sidle::geometry::angle::{BinaryAngle, RADIANS_PER_DEGREE};
use sidle::geometry::float::max;
use sidle::geometry::{Aabb, Obb};
use sidle::glam::{DVec2, DVec3};
use sidle::level::{EntryId, EntryNumbers, EntryTable, Look};
use sidle::player::Mode;
use sidle::query::closest_obb_point;
use sidle::world::{ColliderId, Filter, Misfit};

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

/// Something new may reach this far into another thing; metres. Smaller: what touches counts as overlapping; larger: faces are drawn inside
/// of others.
const OVERLAP: f64 = 2e-3;

/// Something new goes onto what is in its place if that is no higher above it than this, or than the new thing itself; metres. Smaller: a
/// low block is pushed aside by a crate; larger: a thing at a wall lands on the wall.
const MAX_RISE: f64 = 1.05;

/// How often something new is moved until it has room.
const CLEARINGS: usize = 12;

/// A triangle is a floor or a ceiling from this share of its normal along Y on: 45 degrees.
const FLAT: f64 = 0.7;

/// Degrees.
const RIGHT_ANGLE: f64 = 90.0;

/// Whether an axis of a box is level.
fn is_level(axis: DVec3) -> bool {
    axis.y.abs() < 1e-3
}

/// Times a way, its level part.
const LEVEL: DVec3 = DVec3::new(1.0, 0.0, 1.0);

/// How far the box reaches from its middle along the unit vector `axis`; metres.
fn reach(obb: &Obb, axis: DVec3) -> f64 {
    (obb.axes().transpose() * axis)
        .abs()
        .dot(obb.half_extents())
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
        let bounds = self.bounds(table, kind)?;
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
        let numbers = self.raised_from_ground(numbers, &bounds, |_| true)?;
        Some(match table {
            EntryTable::Zone => numbers,
            _ => self.cleared(&numbers, &bounds).unwrap_or(numbers),
        })
    }

    /// The bounds of something new, before it is placed.
    fn bounds(&self, table: EntryTable, kind: Option<&str>) -> Option<Aabb> {
        let of_kind = |look: &Look| matches!(look, Look::Prop { kind: of } if Some(&**of) == kind);
        let level = &self.session.level;
        let mut models = level.props().iter().chain(&level.mover_models);
        let sim = &self.session.sim;
        let placed = |kind| level.place_of(|placed| placed.prefab == kind);
        let placed = kind.filter(|_| table == EntryTable::Place).and_then(placed);
        let placed = placed.and_then(|number| place_bounds(level, sim, number));
        match models.find(|model| of_kind(&model.look)) {
            _ if matches!(table, EntryTable::Place | EntryTable::Mesh) => match placed {
                Some(bounds) => Some(bounds),
                // Nobody knows its size yet: it stands on its origin.
                None => Aabb::from_points(CUBE.map(|corner| corner + DVec3::Y * 0.5)),
            },
            Some(model) => Some(model.mesh.bounds),
            None if table == EntryTable::Sign => Aabb::from_points(SIGN),
            None => Aabb::from_points(if kind == Some("fence") { FENCE } else { CUBE }),
        }
    }

    /// What an entry overlaps that was put at `numbers`.
    pub fn overlapped(
        &self,
        table: EntryTable,
        kind: Option<&str>,
        numbers: &EntryNumbers,
    ) -> Option<String> {
        let bounds = self
            .bounds(table, kind)
            .filter(|_| table != EntryTable::Zone)?;
        let (_, misfit) = self.misfit(numbers, &bounds)?;
        Some(self.session.level.numbered_name_of(misfit.surface.collider))
    }

    /// Moves something new out of what is in its place: onto what is in its middle, and next to what it only reaches into. `None` if there is
    /// no room near.
    fn cleared(&self, numbers: &EntryNumbers, bounds: &Aabb) -> Option<EntryNumbers> {
        let mut cleared = *numbers;
        for _ in 0..CLEARINGS {
            let Some((obb, misfit)) = self.misfit(&cleared, bounds) else {
                return Some(cleared);
            };
            let (middle, half) = (obb.center(), obb.aligned().half_extents());
            let carrier = self.solid(misfit.surface.collider).filter(|solid| {
                let apart = (solid.center() - middle).abs();
                let half = solid.aligned().half_extents();
                apart.x < half.x && apart.z < half.z
            });
            let rise = carrier.map(|solid| {
                let top = solid.center().y + solid.aligned().half_extents().y;
                top - (middle.y - half.y)
            });
            cleared.position += match rise.filter(|rise| *rise <= max(half.y * 2.0, MAX_RISE)) {
                Some(rise) => DVec3::Y * (rise - OVERLAP),
                None => self.aside(&obb, misfit.surface.collider)?,
            };
            let moved = (cleared.position - numbers.position) * LEVEL;
            if moved.length() > max(half.x, half.z) * 2.0 {
                return None;
            }
        }
        None
    }

    /// The shortest level way of the box out of `collider`, to the side where its middle is.
    fn aside(&self, obb: &Obb, collider: ColliderId) -> Option<DVec3> {
        let (point, axes, other) = match (self.solid(collider), collider) {
            (Some(solid), _) => {
                let axes = [obb.axes(), solid.axes()];
                let axes = axes.map(|axes| [axes.x_axis, axes.y_axis, axes.z_axis]);
                (solid.center(), axes.concat(), Some(solid))
            }
            (None, ColliderId::Triangle(id)) => {
                let triangle = self.session.sim.world().triangle(id)?;
                let normal = triangle.plane().normal() * LEVEL;
                (triangle.vertices()[0], vec![normal.try_normalize()?], None)
            }
            (None, ColliderId::Box(_)) => return None,
        };
        let apart = obb.center() - point;
        let ways = axes.into_iter().filter(|axis| is_level(*axis)).map(|axis| {
            let room = reach(obb, axis) + other.map_or(0.0, |other| reach(&other, axis));
            let side = if apart.dot(axis) < 0.0 { -axis } else { axis };
            side * (room - apart.dot(side) + OVERLAP)
        });
        ways.min_by(|a, b| a.length().total_cmp(&b.length()))
    }

    /// The box of something at `numbers`, smaller by [`OVERLAP`], and what it overlaps besides floors of a mesh, into which a thing may sink.
    fn misfit(&self, numbers: &EntryNumbers, bounds: &Aabb) -> Option<(Obb, Misfit)> {
        let obb = Obb::from_bounds(bounds, &numbers.placement())?;
        let half = obb
            .half_extents()
            .map(|half| max(half - OVERLAP, half * 0.5));
        let obb = Obb::new(obb.center(), obb.axes(), half)?;
        let world = self.session.sim.world();
        let is_upright = |id: ColliderId| match id {
            ColliderId::Box(_) => true,
            ColliderId::Triangle(id) => {
                let triangle = world.triangle(id);
                triangle.is_some_and(|triangle| triangle.plane().normal().y.abs() < FLAT)
            }
        };
        let upright = world.filtered(Filter::ALL).only(&is_upright);
        Some((obb, upright.fits(obb).err()?))
    }

    /// The box of the object that `collider` belongs to; `None` if that is a mesh.
    fn solid(&self, collider: ColliderId) -> Option<Obb> {
        let (level, sim) = (&self.session.level, &self.session.sim);
        match collider {
            ColliderId::Box(id) => sim.world().boxes().get(id.0 as usize).copied(),
            ColliderId::Triangle(_) => {
                let entry = entry_of(level, collider)?;
                let number = (entry.table == EntryTable::Prop).then_some(entry.number)?;
                level.prop_bounds(number)
            }
        }
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
