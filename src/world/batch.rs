//! Up to four colliders as a structure of arrays, for tests with SIMD, and lists of such batches.
//!
//! A triangle is its three corners. A box is its bounding sphere: three equal corners, and the radius as a margin
//! around them.

#![allow(
    clippy::disallowed_types,
    reason = "the broad phase is conservative f32"
)]

use glam::{Mat4, Vec3, Vec4};

use super::probe::Probe;
use crate::geometry::{Obb, Triangle};

/// The number of colliders tested together.
pub(super) const LANES: usize = 4;

/// A generous bound on the relative rounding error of an f32 coordinate.
pub(super) const F32_ERROR: f32 = 1e-6;

/// Four vectors as a structure of arrays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vec3x4 {
    pub x: Vec4,
    pub y: Vec4,
    pub z: Vec4,
}

impl Vec3x4 {
    #[inline(always)]
    pub fn splat(vector: Vec3) -> Self {
        Self {
            x: Vec4::splat(vector.x),
            y: Vec4::splat(vector.y),
            z: Vec4::splat(vector.z),
        }
    }

    #[inline(always)]
    pub fn dot(self, other: Self) -> Vec4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    #[inline(always)]
    pub fn length_squared(self) -> Vec4 {
        self.dot(self)
    }

    #[inline(always)]
    pub fn negated(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }

    /// The largest component of each.
    #[inline(always)]
    pub fn largest(self) -> Vec4 {
        self.x.max(self.y).max(self.z)
    }

    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self {
            x: self.x.min(other.x),
            y: self.y.min(other.y),
            z: self.z.min(other.z),
        }
    }

    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self {
            x: self.x.max(other.x),
            y: self.y.max(other.y),
            z: self.z.max(other.z),
        }
    }
}

impl core::ops::Sub for Vec3x4 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}

/// Up to four colliders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    pub corners: [Vec3x4; 3],
    /// How far a collider may reach beyond its corners: 0 for a triangle.
    pub margin: Vec4,
    pub numbers: [u32; LANES],
    /// A bit for each lane that has a collider.
    pub used: u32,
    /// A bit for each lane that has a bounding sphere.
    pub round: u32,
}

impl Batch {
    /// Calls `visit` with the index of each collider whose bit is set.
    #[inline(always)]
    pub fn visit(&self, bits: u32, mut visit: impl FnMut(u32)) {
        for lane in lanes(bits) {
            visit(self.numbers[lane]);
        }
    }
}

/// A box's bounding sphere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub center: Vec3,
    pub radius: f32,
}

impl Round {
    pub fn of_box(obb: &Obb) -> Self {
        let (center, radius) = (obb.center().as_vec3(), obb.half_extents().length() as f32);
        let slack = (center.abs().max_element() + radius) * F32_ERROR;
        Self {
            center,
            radius: radius + slack,
        }
    }
}

/// The added part of a world, by tree indices.
pub(super) trait AddedShapes {
    /// The triangle with this index; `None` if it is of a box.
    fn added_triangle(&self, number: u32) -> Option<&Triangle>;

    /// The bounding sphere of the box with this index.
    fn added_round(&self, number: u32) -> Round;
}

/// The colliders of a world, as the broad phase sees them.
#[derive(Clone, Copy)]
pub(super) struct Shapes<'w> {
    pub triangles: &'w [Triangle],
    pub rounds: &'w [Round],
}

/// The colliders of a world to which some were added.
#[derive(Clone, Copy)]
pub(super) struct MixedShapes<'w> {
    pub built: Shapes<'w>,
    pub added: &'w dyn AddedShapes,
}

impl Shapes<'_> {
    /// The batch of the one to four colliders with these tree indices.
    #[inline(always)]
    pub fn batch(&self, listed: &[u32]) -> Batch {
        batch(listed, |number| self.lane(number))
    }

    /// The collider with this tree index.
    #[inline(always)]
    fn lane(&self, number: u32) -> Lane {
        let place = number as usize;
        match self.triangles.get(place) {
            Some(triangle) => Lane::of_triangle(triangle),
            None => Lane::of_round(&self.rounds[place - self.triangles.len()]),
        }
    }
}

impl MixedShapes<'_> {
    /// The batch of the listed shapes, as [`Shapes::batch`].
    fn batch(&self, listed: &[u32]) -> Batch {
        batch(listed, |number| self.lane(number))
    }

    fn lane(&self, number: u32) -> Lane {
        let Shapes { triangles, rounds } = self.built;
        let built = triangles.len() + rounds.len();
        if (number as usize) < built {
            self.built.lane(number)
        } else if let Some(triangle) = self.added.added_triangle(number) {
            Lane::of_triangle(triangle)
        } else {
            Lane::of_round(&self.added.added_round(number))
        }
    }
}

/// The batch of the one to four colliders with these tree indices, which are looked up by `lane`.
#[inline(always)]
fn batch(listed: &[u32], lane: impl Fn(u32) -> Lane) -> Batch {
    let last = listed.last().copied().unwrap_or_default();
    let number = |lane: usize| listed.get(lane).copied().unwrap_or(last);
    let numbers = [number(0), number(1), number(2), number(3)];
    let [x, y, z, w] = numbers;
    // Written out, since a `map` over an array is not inlined.
    let (x, y, z, w) = (lane(x), lane(y), lane(z), lane(w));
    // From four colliders of four coordinates to four coordinates of four colliders.
    let low = Mat4::from_cols(x.low, y.low, z.low, w.low).transpose();
    let high = Mat4::from_cols(x.high, y.high, z.high, w.high).transpose();
    let ends = Vec4::new(x.end, y.end, z.end, w.end);
    let margin = Vec4::new(x.margin, y.margin, z.margin, w.margin);
    let corner = |x, y, z| Vec3x4 { x, y, z };
    let used = (1 << listed.len().min(LANES)) - 1;
    Batch {
        corners: [
            corner(low.x_axis, low.y_axis, low.z_axis),
            corner(low.w_axis, high.x_axis, high.y_axis),
            corner(high.z_axis, high.w_axis, ends),
        ],
        margin,
        numbers,
        used,
        round: used & margin.cmpgt(Vec4::ZERO).bitmask(),
    }
}

/// The nine coordinates of a collider's corners, and its margin.
struct Lane {
    low: Vec4,
    high: Vec4,
    end: f32,
    margin: f32,
}

impl Lane {
    #[inline(always)]
    fn of_triangle(triangle: &Triangle) -> Self {
        let [low @ .., _, _, _, _, end] = triangle.coordinates();
        let [_, _, _, _, high @ .., _] = triangle.coordinates();
        Self {
            low: Vec4::from_array(*low),
            high: Vec4::from_array(*high),
            end: *end,
            margin: 0.0,
        }
    }

    #[inline(always)]
    fn of_round(round: &Round) -> Self {
        let Vec3 { x, y, z } = round.center;
        Self {
            low: Vec4::new(x, y, z, x),
            high: Vec4::new(y, z, x, y),
            end: z,
            margin: round.radius,
        }
    }
}

/// A list of colliders in batches of four.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchList {
    /// The colliders that every query visits.
    everywhere: Vec<u32>,
    numbers: Vec<u32>,
    batches: Vec<Batch>,
}

impl BatchList {
    pub fn clear(&mut self) {
        self.everywhere.clear();
        self.numbers.clear();
        self.batches.clear();
    }

    /// How many colliders it has, but for those that every query visits.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether it has none at all.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.everywhere.is_empty()
    }

    /// The collider, if it is the only one.
    #[inline]
    pub fn only(&self) -> Option<u32> {
        match self.numbers[..] {
            [number] if self.everywhere.is_empty() => Some(number),
            _ => None,
        }
    }

    /// The indices of all colliders.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.everywhere.iter().chain(&self.numbers).copied()
    }

    /// Adds a collider, for [`Self::finish`].
    #[inline]
    pub fn push(&mut self, number: u32) {
        self.numbers.push(number);
    }

    /// Adds a collider that every query visits.
    pub fn push_everywhere(&mut self, number: u32) {
        self.everywhere.push(number);
    }

    /// Makes batches of all colliders but those that every query visits.
    pub fn finish(&mut self, shapes: Shapes<'_>) {
        let numbers = self.numbers.chunks(LANES);
        self.batches
            .extend(numbers.map(|numbers| shapes.batch(numbers)));
    }

    /// As [`Self::finish`], in a world to which colliders were added.
    pub fn finish_mixed(&mut self, shapes: MixedShapes<'_>) {
        let numbers = self.numbers.chunks(LANES);
        self.batches
            .extend(numbers.map(|numbers| shapes.batch(numbers)));
    }

    /// Calls `visit` with the index of each collider that `probe` may touch at rest.
    pub fn visit(&self, probe: &Probe, mut visit: impl FnMut(u32)) {
        self.everywhere.iter().copied().for_each(&mut visit);
        for batch in &self.batches {
            batch.visit(probe.touched(batch), &mut visit);
        }
    }

    /// As [`Self::visit`], for a moving probe. `visit` returns the fraction of the motion beyond which hits no longer matter.
    pub fn visit_until(&self, probe: &Probe, mut visit: impl FnMut(u32) -> f32) {
        let mut limit = 1.0;
        for number in &self.everywhere {
            limit = visit(*number);
        }
        for batch in &self.batches {
            limit = probe.visit(batch, limit, &mut visit);
        }
    }
}

/// The root of each number. `Vec4::sqrt` takes them one by one.
#[inline(always)]
pub(super) fn square_root(numbers: Vec4) -> Vec4 {
    let [x, y, z, w] = numbers.to_array();
    Vec4::new(x.sqrt(), y.sqrt(), z.sqrt(), w.sqrt())
}

/// The lanes whose bits are set, lowest first.
pub(super) fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}
