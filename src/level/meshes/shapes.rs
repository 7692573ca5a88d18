//! The built-in kinds that have no file: block, ramp, stairs and cylinder.
//!
//! Each fills the unit cube around its origin, so that a prop's scale is its size in metres. How finely it is divided follows
//! from that size: a step of stairs has the same height however high the stairs are, and a wide column has more sides.

use glam::{DVec3, Vec3};

use super::material::{Material, linear};
use super::mesh::{Mesh, MeshPart, SeenTriangle, bounds_of};
use crate::geometry::float::max;
use crate::geometry::tessellate::{CylinderFit, cylinder};
use crate::level::choices::CollisionShape;
use crate::level::text::name_of;

/// The greatest height of a step of stairs; metres. Smaller: more triangles; larger: beyond the usual `step_height` of 0.35
/// nobody walks up.
const RISE: f64 = 0.2;

/// The most steps of stairs. Smaller: high towers have steps that nobody climbs; larger: one prop can have many triangles.
const MAX_STEPS: u32 = 256;

/// The sides of cylinders up to these diameters, in metres; beyond the last, [`MOST_SIDES`]. Multiples of 4, so that a cylinder
/// fills its box.
const SIDES: [(f64, u32); 4] = [(0.5, 16), (2.0, 32), (6.0, 48), (20.0, 64)];

/// The sides of the widest cylinders.
const MOST_SIDES: u32 = 96;

/// A built-in kind of props and movers that is a plain solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A box.
    Block,
    /// A wedge that rises towards -Z.
    Ramp,
    /// Stairs that rise towards -Z, in steps of 0.2 m or a little less.
    Stairs,
    /// An upright column.
    Cylinder,
}

impl Shape {
    /// The shapes, with the names of their kinds.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("block", Self::Block),
        ("ramp", Self::Ramp),
        ("stairs", Self::Stairs),
        ("cylinder", Self::Cylinder),
    ];

    /// The colour of a shape whose level names none, red, green and blue as displayed.
    pub const COLOR: [u8; 3] = [0xc8, 0xc4, 0xbb];

    /// The name of its kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }

    /// The shape of this built-in kind.
    #[must_use]
    pub fn of_kind(kind: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(name, _)| *name == kind);
        found.map(|(_, shape)| *shape)
    }

    /// How its props collide, unless the level says otherwise: exactly as they look.
    #[must_use]
    pub fn collide(self) -> CollisionShape {
        match self {
            Self::Block => CollisionShape::Box,
            Self::Ramp | Self::Stairs | Self::Cylinder => CollisionShape::Mesh,
        }
    }

    /// How finely one of this `size` is divided: steps of stairs, sides of a cylinder, else 0. Two with the same number have the
    /// same mesh.
    pub(crate) fn divisions(self, size: DVec3) -> u32 {
        match self {
            Self::Block | Self::Ramp => 0,
            // 1.0 / 0.2 must not become 6 steps because of the last bit.
            Self::Stairs => (libm::ceil(size.y / RISE - 1e-6) as u32).clamp(1, MAX_STEPS),
            Self::Cylinder => {
                let width = max(size.x, size.z);
                let known = SIDES.iter().find(|(diameter, _)| width <= *diameter);
                known.map_or(MOST_SIDES, |(_, sides)| *sides)
            }
        }
    }

    /// How many triangles its mesh has.
    pub(crate) fn triangle_count(self, divisions: u32) -> u64 {
        let divisions = u64::from(divisions);
        match self {
            Self::Block => 12,
            Self::Ramp => 8,
            Self::Stairs => 8 * divisions + 4,
            Self::Cylinder => 4 * divisions - 4,
        }
    }

    /// Its mesh: closed, wound counter-clockwise from outside, of one material in this colour, which has the kind's name.
    pub(crate) fn mesh(self, divisions: u32, color: [u8; 3]) -> Option<Mesh> {
        let mut solid = Solid(MeshPart {
            name: self.name().to_owned(),
            material: Some(0),
            ..MeshPart::default()
        });
        match self {
            Self::Block => solid.add_stairs(1),
            Self::Ramp => solid.add_ramp(),
            Self::Stairs => solid.add_stairs(divisions),
            Self::Cylinder => solid.add_cylinder(divisions),
        }
        let parts = vec![solid.0];
        let [red, green, blue] = color.map(|part| linear(f32::from(part) / 255.0));
        Some(Mesh {
            bounds: bounds_of(&parts)?,
            parts,
            materials: vec![Material {
                name: self.name().to_owned(),
                color: [red, green, blue, 1.0],
                texture: None,
                alpha_cutoff: None,
                double_sided: false,
            }],
        })
    }
}

/// Half the width of a shape.
const HALF: f32 = 0.5;

/// A solid that grows face by face.
struct Solid(MeshPart);

impl Solid {
    /// Adds a flat quadrilateral, counter-clockwise from outside.
    fn quad(&mut self, [a, b, c, d]: [Vec3; 4]) {
        self.0.push([a, b, c], None);
        self.0.push([a, c, d], None);
    }

    /// Adds a rectangle across the whole width, from the left end of one edge to the left end of the other. Each is given by its
    /// height and its place along Z.
    fn across(&mut self, [from, to]: [[f32; 2]; 2]) {
        let corner = |x: f32, [y, z]: [f32; 2]| Vec3::new(x, y, z);
        self.quad([
            corner(-HALF, from),
            corner(HALF, from),
            corner(HALF, to),
            corner(-HALF, to),
        ]);
    }

    /// Adds a triangle on both sides, given by its heights and places along Z, counter-clockwise from the right.
    fn sides(&mut self, [a, b, c]: [[f32; 2]; 3]) {
        let corner = |x: f32, [y, z]: [f32; 2]| Vec3::new(x, y, z);
        self.0.push([a, b, c].map(|at| corner(HALF, at)), None);
        self.0.push([a, c, b].map(|at| corner(-HALF, at)), None);
    }

    /// The faces below and behind.
    fn add_base(&mut self) {
        self.across([[-HALF, -HALF], [-HALF, HALF]]);
        self.across([[HALF, -HALF], [-HALF, -HALF]]);
    }

    fn add_ramp(&mut self) {
        let (low, high) = ([-HALF, HALF], [HALF, -HALF]);
        self.across([low, high]);
        self.sides([[-HALF, -HALF], high, low]);
        self.add_base();
    }

    /// Its sides meet the steps corner by corner, so that every edge belongs to two faces.
    fn add_stairs(&mut self, steps: u32) {
        let part = |step: u32| step as f32 / steps as f32 - HALF;
        for step in 0..steps {
            let (low, high) = (part(step), part(step + 1));
            // The place of the riser along Z is the opposite of the height below it.
            let [inner, nose, next] = [[low, -low], [high, -low], [high, -high]];
            self.across([inner, nose]);
            self.across([nose, next]);
            self.sides([inner, next, nose]);
            self.sides([[-HALF, -HALF], next, inner]);
        }
        self.add_base();
    }

    /// Looks round, and collides as its flat sides.
    fn add_cylinder(&mut self, sides: u32) {
        let (center, half) = (DVec3::ZERO, f64::from(HALF));
        let inside = CylinderFit::Inside;
        for triangle in cylinder(center, half, half, sides, inside).unwrap_or_default() {
            let corners = triangle.vertices().map(|corner| corner.as_vec3());
            let is_side = triangle.plane().normal().y.abs() < 0.5;
            let seen = is_side.then(|| SeenTriangle {
                normals: Some(corners.map(|corner| corner.with_y(0.0))),
                ..SeenTriangle::default()
            });
            self.0.push(corners, seen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::files::{BUILT_IN_FILES, BUILT_IN_KINDS};
    use crate::level::meshes::EdgeDefects;

    /// The volume of the mesh, by the divergence theorem: positive if it is wound outwards.
    fn volume(mesh: &Mesh) -> f64 {
        let triangles = mesh.parts.iter().flat_map(|part| &part.triangles);
        let sixfold = triangles.map(|triangle| {
            let [a, b, c] = triangle.map(|corner| corner.as_dvec3());
            a.dot(b.cross(c))
        });
        sixfold.sum::<f64>() / 6.0
    }

    #[test]
    fn shapes_are_closed_fill_their_cube_and_have_the_volume_of_their_formula() {
        let sixteenth = core::f64::consts::TAU / 16.0;
        for (shape, size, expected) in [
            (Shape::Block, DVec3::ONE, 1.0),
            (Shape::Ramp, DVec3::ONE, 0.5),
            // Five steps: (1 + 2 + 3 + 4 + 5) / 25.
            (Shape::Stairs, DVec3::ONE, 0.6),
            // 0.16 m is one step, which is a block.
            (Shape::Stairs, DVec3::new(9.0, 0.16, 9.0), 1.0),
            // The area of a regular polygon: sides · r² · sin(angle) / 2.
            (
                Shape::Cylinder,
                DVec3::splat(0.4),
                2.0 * libm::sin(sixteenth),
            ),
        ] {
            let divisions = shape.divisions(size);
            let mesh = shape.mesh(divisions, Shape::COLOR).unwrap();
            assert!((volume(&mesh) - expected).abs() < 1e-6, "{shape:?}");
            let half = DVec3::splat(0.5);
            assert_eq!((mesh.bounds.min(), mesh.bounds.max()), (-half, half));
            let count = mesh.triangle_count() as u64;
            assert_eq!(count, shape.triangle_count(divisions), "{shape:?}");
            assert_eq!(EdgeDefects::of(&mesh), EdgeDefects::default(), "{shape:?}");
        }
    }

    #[test]
    fn a_step_stays_low_and_a_side_short_at_every_size() {
        let steps = |height: f64| Shape::Stairs.divisions(DVec3::new(1.0, height, 1.0));
        for (height, expected) in [
            (1e-9, 1),
            (0.2, 1),
            (0.21, 2),
            (1.0, 5),
            (2.4, 12),
            (1e9, MAX_STEPS),
        ] {
            assert_eq!(steps(height), expected, "{height} m");
        }
        let sides = |width: f64| Shape::Cylinder.divisions(DVec3::new(width, 1.0, width));
        assert_eq!([0.3, 1.0, 5.0, 1e9].map(sides), [16, 32, 48, 96]);
    }

    #[test]
    fn every_built_in_kind_is_a_shape_or_has_a_file() {
        for kind in BUILT_IN_KINDS {
            let has_file = BUILT_IN_FILES.iter().any(|(name, _)| *name == kind);
            assert_ne!(has_file, Shape::of_kind(kind).is_some(), "{kind}");
        }
        let all = BUILT_IN_FILES.len() + Shape::NAMES.len();
        assert_eq!(BUILT_IN_KINDS.len(), all);
    }
}
