//! The handles of the selected entry: arrows that move it along an axis, squares that move it on a plane, rings that turn it,
//! and knobs on its faces that size it. [`ring`] has the rings,
//! and [`rise`] the way up on ramps and stairs.

mod ring;
mod rise;

use std::f64::consts::PI;

use sidle::geometry::angle::angle_between;
use sidle::geometry::float::max;
use sidle::geometry::{Obb, Segment};
use sidle::glam::DVec3;
use sidle::level::{EntryNumbers, EntryTable};
use sidle::query::closest_segment_segment;

use self::ring::Ring;
pub use self::rise::way_up;
use crate::options::edit_action::Tool;
use crate::session::editor::Editor;
use crate::session::editor::drag::Ray;
use crate::session::editor::magnet::Magnet;
use crate::session::editor::steps::StepSize;

/// Length of the arrows, and radius of the rings, as a share of the distance from the eye. Larger: they leave a small picture.
const LENGTH: f64 = 0.16;

/// The middle and half the side of the squares between two arrows, as a share of the arrows' length.
const SQUARE: [f64; 2] = [0.42, 0.11];

/// How far from a handle it is still taken; radians. Smaller: hard to hit. Larger: handles cover one another.
const TOLERANCE: f64 = 0.022;

/// The middle of a selected point, which is dragged along the floor; radians. Smaller: an arrow is taken instead. Larger than where
/// the arrows begin, 0.024: their lower ends are covered.
const MIDDLE: f64 = 0.018;

/// The least size of a sized entry; metres.
const LEAST: f64 = 0.01;

/// Nothing is dragged farther than this; metres.
const FARTHEST: f64 = 1000.0;

/// A handle of a gizmo. Axes are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// Moves along an axis of the world.
    Axis(usize),
    /// Moves on the plane across an axis of the world.
    Plane(usize),
    /// Turns about an axis.
    Ring(usize),
    /// Sizes along an axis of the entry; 1 for the face at its end, -1 for the other one.
    Face(usize, f64),
}

/// The handles of the selected entry, as the eye sees them.
#[derive(Clone, Debug)]
pub struct Gizmo {
    /// The middle of the arrows and rings; metres.
    pub center: DVec3,
    /// Their length; metres.
    pub length: f64,
    /// The box of the entry.
    pub obb: Obb,
    /// The selected point of the entry; metres.
    point: Option<DVec3>,
    /// Whether the entry has one factor for all axes.
    grows_evenly: bool,
    /// The axes of the rings.
    pub rings: [DVec3; 3],
    handles: Vec<Handle>,
}

impl Gizmo {
    /// The handles of the entry that `editor` has selected, whose box is `obb`, for an `eye`.
    pub fn new(editor: &Editor, obb: &Obb, eye: DVec3) -> Option<Self> {
        let (table, entry) = (editor.selected()?.table, editor.selected_entry()?);
        let position = editor.position()?;
        let center = match editor.selected_point() {
            Some(_) => position,
            None => obb.center(),
        };
        let turns = table.turns();
        let axes = 0..3;
        // A point is only moved.
        let tool = match editor.selected_point() {
            Some(_) => Tool::Move,
            None => editor.tool,
        };
        let handles = match tool {
            Tool::Move => axes
                .clone()
                .map(Handle::Axis)
                .chain(axes.map(Handle::Plane))
                .collect(),
            Tool::Turn => axes.filter(|axis| turns[*axis]).map(Handle::Ring).collect(),
            Tool::Size if table.has_size() => axes
                .flat_map(|axis| [Handle::Face(axis, 1.0), Handle::Face(axis, -1.0)])
                .collect(),
            Tool::Size => Vec::new(),
        };
        // R = Ry Rx Rz: the axis of X is turned by Y alone.
        let numbers = &entry.numbers;
        let about_y = EntryNumbers {
            rotation_deg: DVec3::Y * numbers.rotation_deg.y,
            ..EntryNumbers::at(DVec3::ZERO)
        };
        let whole = EntryNumbers {
            scale: DVec3::ONE,
            position: DVec3::ZERO,
            ..*numbers
        };
        Some(Self {
            center,
            length: max(center.distance(eye), 0.5) * LENGTH,
            obb: *obb,
            point: editor.selected_point().map(|_| position),
            grows_evenly: table.grows_evenly(),
            rings: [
                about_y.placement().apply(DVec3::X),
                DVec3::Y,
                whole.placement().apply(DVec3::Z),
            ],
            handles,
        })
    }

    /// Its handles.
    pub fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The end of the arrow along `axis`.
    pub fn arrow(&self, axis: usize) -> DVec3 {
        self.center + DVec3::AXES[axis] * self.length
    }

    /// The middle of a face of the box.
    pub fn face(&self, axis: usize, side: f64) -> DVec3 {
        self.obb.center() + self.obb.axes().col(axis) * (self.obb.half_extents()[axis] * side)
    }

    /// The ring that turns about an axis.
    fn ring(&self, axis: usize) -> Ring {
        Ring {
            center: self.center,
            about: self.rings[axis],
            radius: self.length,
        }
    }

    /// The corners of the square that moves across `axis`.
    pub fn square(&self, axis: usize) -> [DVec3; 4] {
        let [u, v] = [1, 2].map(|next| DVec3::AXES[(axis + next) % 3]);
        let [middle, half] = SQUARE.map(|share| share * self.length);
        [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)]
            .map(|(a, b)| self.center + (u + v) * middle + (u * a + v * b) * half)
    }

    /// The handle that `ray` meets, the nearest to it if there are several.
    pub fn handle_at(&self, ray: &Ray) -> Option<Handle> {
        let mut nearest = (TOLERANCE, None);
        for handle in &self.handles {
            let angle = self.angle_to(*handle, ray);
            if angle < nearest.0 {
                nearest = (angle, Some(*handle));
            }
        }
        nearest.1
    }

    /// The point of the selected entry that `ray` meets. The first one of a mover is where it stands, and moves with it.
    pub fn point_at(&self, editor: &Editor, ray: &Ray) -> Option<usize> {
        let first = usize::from(editor.selected()?.table == EntryTable::Mover);
        let points = editor.selected_entry()?.points.iter().enumerate();
        let meets = |point: DVec3| {
            angle_between(point - ray.eye, ray.look).is_some_and(|angle| angle < TOLERANCE)
        };
        let mut points = points.skip(first).filter(|(_, point)| meets(**point));
        points.next().map(|(number, _)| number)
    }

    /// The point that a press along `ray` takes by itself, although it meets this `handle`: one that a handle of the entry's motion
    /// covers. A ring or a knob comes before it, and so do the point's own handles once it is selected, except in their middle.
    pub fn taken_point(&self, editor: &Editor, ray: &Ray, handle: Option<Handle>) -> Option<usize> {
        let point = self.point_at(editor, ray)?;
        let is_middle = angle_between(self.center - ray.eye, ray.look) < Some(MIDDLE);
        let is_held = match editor.selected_point() == Some(point) {
            true => !is_middle,
            false => editor.tool != Tool::Move,
        };
        (handle.is_none() || !is_held).then_some(point)
    }

    /// The angle between `ray` and a handle, as the eye sees them; radians.
    fn angle_to(&self, handle: Handle, ray: &Ray) -> f64 {
        let aside = |point: DVec3| angle_between(point - ray.eye, ray.look).unwrap_or(PI);
        match handle {
            Handle::Axis(axis) => {
                let arrow = DVec3::AXES[axis] * self.length;
                let arrow = Segment::new(self.center + arrow * 0.15, self.center + arrow);
                let seen = Segment::new(ray.eye, ray.eye + ray.look * FARTHEST);
                aside(closest_segment_segment(&seen, &arrow).on_second)
            }
            Handle::Plane(axis) => {
                let [middle, half] = SQUARE.map(|share| share * self.length);
                let inside = |point: DVec3| {
                    let from = point - self.center;
                    [1, 2]
                        .iter()
                        .all(|next| (from[(axis + next) % 3] - middle).abs() < half)
                };
                match on_plane(ray, self.center, DVec3::AXES[axis]).is_some_and(inside) {
                    true => 0.0,
                    false => PI,
                }
            }
            Handle::Ring(axis) => {
                let nearest = self.ring(axis).nearest(ray);
                nearest.map_or(PI, |(_, angle)| angle)
            }
            Handle::Face(axis, side) => aside(self.face(axis, side)),
        }
    }

    /// The numbers of an entry that had `numbers` when `handle` was taken along the first ray, and is held along the second: on the
    /// grid of `step`, or where its faces meet those of `magnet`.
    pub fn dragged(
        &self,
        handle: Handle,
        [start, now]: [&Ray; 2],
        numbers: &EntryNumbers,
        (step, magnet): (StepSize, &Magnet),
    ) -> Option<EntryNumbers> {
        let mut dragged = *numbers;
        let nearest = |value: f64, step: f64| (value / step).round() * step;
        match handle {
            Handle::Axis(axis) => {
                let along = DVec3::AXES[axis];
                let by =
                    along_axis(now, self.center, along)? - along_axis(start, self.center, along)?;
                let start = self.origin(numbers);
                dragged.position = start;
                dragged.position[axis] = nearest(start[axis] + by, step.metres);
                let is_along = |own: DVec3| own.cross(along).length_squared() < 1e-6;
                dragged.position =
                    self.drawn(magnet, start, along * by, dragged.position, is_along);
            }
            Handle::Plane(axis) => {
                let across = DVec3::AXES[axis];
                let by =
                    on_plane(now, self.center, across)? - on_plane(start, self.center, across)?;
                let start = self.origin(numbers);
                dragged.position = start;
                for next in [1, 2] {
                    let axis = (axis + next) % 3;
                    dragged.position[axis] = nearest(start[axis] + by[axis], step.metres);
                }
                let is_in_plane = |own: DVec3| own.dot(across).abs() < 1e-3;
                dragged.position = self.drawn(magnet, start, by, dragged.position, is_in_plane);
            }
            Handle::Ring(axis) => {
                let degrees = self.ring(axis).turn([start, now])?;
                let angle = &mut dragged.rotation_deg[axis];
                *angle = wrapped(nearest(*angle + degrees, step.degrees));
            }
            Handle::Face(axis, side) => {
                let out = self.obb.axes().col(axis) * side;
                let before = self.obb.half_extents()[axis] * 2.0;
                let face = self.face(axis, side);
                let by = along_axis(now, face, out)? - along_axis(start, face, out)?;
                let stepped = nearest(before + by, step.metres);
                let met = magnet.growth(&self.obb, axis, side, by);
                let met = met.map_or(stepped, |by| before + by);
                let after = max(met, max(step.metres, LEAST));
                let growth = after / before;
                if self.grows_evenly {
                    // It grows from the middle of the other face, and stays on the floor.
                    let down = self.face(1, -1.0) - self.obb.center();
                    let aside = if axis == 1 { DVec3::ZERO } else { down };
                    let fixed = self.face(axis, -side) + aside;
                    dragged.scale *= growth;
                    dragged.position = fixed + (numbers.position - fixed) * growth;
                    return within_reach(dragged);
                }
                // The other face stays where it is. The origin keeps its share of the box.
                let from = numbers.position - self.obb.center();
                let along = out * from.dot(out);
                dragged.scale[axis] *= growth;
                dragged.position += along * (growth - 1.0) + out * ((after - before) * 0.5);
            }
        }
        within_reach(dragged)
    }

    /// `place` for an entry that was at `start` and is dragged `by` that: where its faces meet others along an axis that `counts`.
    fn drawn(
        &self,
        magnet: &Magnet,
        start: DVec3,
        by: DVec3,
        place: DVec3,
        counts: impl Fn(DVec3) -> bool,
    ) -> DVec3 {
        if self.point.is_some() {
            return place;
        }
        let to_middle = self.obb.center() - start;
        let raw = self.obb.center() + by;
        magnet.drawn(&self.obb, raw, place + to_middle, counts) - to_middle
    }

    /// Where the origin of the dragged entry or point was.
    fn origin(&self, numbers: &EntryNumbers) -> DVec3 {
        self.point.unwrap_or(numbers.position)
    }
}

/// `numbers`, unless they are too far away.
fn within_reach(numbers: EntryNumbers) -> Option<EntryNumbers> {
    (numbers.position.abs().max_element() <= FARTHEST * FARTHEST).then_some(numbers)
}

/// How far along the line through `start` the point is that is nearest to `ray`; metres. `None` if the ray runs along it.
fn along_axis(ray: &Ray, start: DVec3, along: DVec3) -> Option<f64> {
    /// Squared sine of the least angle: 3 degrees.
    const PARALLEL: f64 = 0.003;
    let from = start - ray.eye;
    let cosine = along.dot(ray.look);
    let across = 1.0 - cosine * cosine;
    let place = (cosine * ray.look.dot(from) - along.dot(from)) / across;
    (across > PARALLEL && place.abs() < FARTHEST).then_some(place)
}

/// Where `ray` meets the plane through `center` across the unit vector `normal`.
fn on_plane(ray: &Ray, center: DVec3, normal: DVec3) -> Option<DVec3> {
    let towards = normal.dot(ray.look);
    let distance = normal.dot(center - ray.eye) / towards;
    (distance > 0.0 && distance < FARTHEST).then(|| ray.eye + ray.look * distance)
}

/// An angle in degrees, from -180 to 180.
pub fn wrapped(degrees: f64) -> f64 {
    degrees - 360.0 * (degrees / 360.0).round()
}

#[cfg(test)]
mod tests;
