//! Bounds in f32, rounded outward, and how far from the origin colliders may reach.

use glam::{DVec3, Vec3A};

use super::ParentLane;
use crate::geometry::{Capsule, Obb, Triangle};
use crate::tolerance::WORLD_EDGE;
use crate::world::collider::Collider;
use crate::world::probe::SAFE;

/// All bounds, also those of queries, are clamped to this distance from the origin, where the empty
/// lanes at [`NOWHERE`](super::NOWHERE) stay out of reach. Clamping keeps the order of numbers, so bounds that
/// overlap still do.
const EDGE: f32 = 1e17;

/// An axis-aligned box in f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub min: Vec3A,
    pub max: Vec3A,
}

impl Bounds {
    /// Contains nothing.
    pub const EMPTY: Self = Self {
        min: Vec3A::INFINITY,
        max: Vec3A::NEG_INFINITY,
    };

    #[inline]
    pub fn new(min: Vec3A, max: Vec3A) -> Self {
        Self { min, max }
    }

    /// The bounds of all these together.
    #[inline]
    pub fn around(all: impl IntoIterator<Item = Self>) -> Self {
        let all = all.into_iter();
        all.fold(Self::EMPTY, |around, bounds| around.union(&bounds))
    }

    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Whether all of `inner` is within.
    #[inline]
    pub fn contains(&self, inner: &Self) -> bool {
        (self.min.cmple(inner.min) & self.max.cmpge(inner.max)).all()
    }

    /// Larger on every side by half of its size.
    pub fn grown(&self) -> Self {
        let half = (self.max - self.min) * 0.5;
        Self::new(self.min - half, self.max + half)
    }

    /// Half of the surface's area.
    #[inline]
    pub fn half_area(&self) -> f32 {
        let size = self.max - self.min;
        size.x * size.y + (size.x + size.y) * size.z
    }
}

pub(super) fn bounds(collider: &Collider<'_>) -> Bounds {
    match collider {
        Collider::Triangle(_, triangle) => triangle_bounds(triangle),
        Collider::Box(_, obb) => box_bounds(obb),
        Collider::Round(_, body) => box_bounds(&body.around),
    }
}

pub(super) fn triangle_bounds(triangle: &Triangle) -> Bounds {
    let [a, b, c] = triangle.stored_vertices().map(Vec3A::from);
    Bounds::new(clamped(a.min(b).min(c)), clamped(a.max(b).max(c)))
}

fn clamped(point: Vec3A) -> Vec3A {
    point.clamp(Vec3A::splat(-EDGE), Vec3A::splat(EDGE))
}

pub(super) fn box_bounds(obb: &Obb) -> Bounds {
    let (axes, half) = (obb.axes(), obb.half_extents());
    let reach =
        axes.x_axis.abs() * half.x + axes.y_axis.abs() * half.y + axes.z_axis.abs() * half.z;
    // Wider by a few rounding errors.
    let reach = reach + (reach + obb.center().abs()) * 1e-12;
    let (min, max) = (obb.center() - reach, obb.center() + reach);
    Bounds::new(round_down(min), round_up(max))
}

fn round_down(point: DVec3) -> Vec3A {
    let down = |x: f64| {
        let near = x as f32;
        if f64::from(near) > x {
            near.next_down()
        } else {
            near
        }
    };
    clamped(Vec3A::new(down(point.x), down(point.y), down(point.z)))
}

fn round_up(point: DVec3) -> Vec3A {
    -round_down(-point)
}

/// The bounds of `body` inflated by `reach`, slightly enlarged.
pub(super) fn inflated_bounds(body: &Capsule, reach: f64) -> Bounds {
    let axis = body.axis();
    let reach = body.radius() + reach;
    // In f64; rounding outward to f32 enlarges it.
    let reach = DVec3::splat(reach + (reach + axis.end.abs().max_element()) * 1e-12);
    Bounds::new(round_down(axis.start - reach), round_up(axis.end + reach))
}

/// How far from the origin a collider reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    /// Not farther than [`SAFE`].
    Tree,
    /// Farther, but not beyond [`WORLD_EDGE`].
    Outside,
    /// Beyond the edge of the world, where nothing is found.
    Beyond,
}

impl Zone {
    fn of_reach(reach: f64) -> Self {
        if reach <= f64::from(SAFE) {
            Self::Tree
        } else if reach <= WORLD_EDGE {
            Self::Outside
        } else {
            Self::Beyond
        }
    }

    pub fn of_lane(lane: ParentLane) -> Self {
        match lane {
            ParentLane::OUTSIDE => Self::Outside,
            ParentLane::BEYOND => Self::Beyond,
            _ => Self::Tree,
        }
    }

    /// The lane of a box in this zone, until the tree has one for it.
    pub fn lane(self) -> ParentLane {
        match self {
            Self::Tree => ParentLane::default(),
            Self::Outside => ParentLane::OUTSIDE,
            Self::Beyond => ParentLane::BEYOND,
        }
    }
}

pub(super) fn zone(collider: &Collider<'_>) -> Zone {
    match collider {
        Collider::Triangle(_, triangle) => triangle_zone(triangle),
        Collider::Box(_, obb) => box_zone(obb),
        Collider::Round(_, body) => box_zone(&body.around),
    }
}

pub(super) fn triangle_zone(triangle: &Triangle) -> Zone {
    let [a, b, c] = triangle
        .stored_vertices()
        .map(|corner| Vec3A::from(corner).abs());
    Zone::of_reach(a.max(b).max(c).max_element().into())
}

pub(super) fn box_zone(obb: &Obb) -> Zone {
    let half = obb.half_extents();
    Zone::of_reach(obb.center().abs().max_element() + half.x + half.y + half.z)
}

/// Whether no number of `vector` is beyond the edge of the world, or not a number.
pub(super) fn is_within_edge(vector: DVec3) -> bool {
    vector.abs().cmple(DVec3::splat(WORLD_EDGE)).all()
}

pub(super) fn is_in_world(body: &Capsule) -> bool {
    is_within_edge(body.base()) && body.radius() + body.rise() <= WORLD_EDGE
}
