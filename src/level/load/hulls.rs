//! The hulls of the meshes whose props collide as one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use crate::geometry::float::max;
use crate::geometry::tessellate::{HullError, hull_faces};
use crate::level::document::PropEntry;
use crate::level::meshes::{Mesh, MeshPart};
use crate::level::text::Problems;

/// The fewest triangles of a hull.
pub(super) const MIN_HULL: u64 = 4;

/// The hulls found so far.
#[derive(Default)]
pub(super) struct Hulls {
    /// By mesh, all of which the loader keeps.
    of_meshes: BTreeMap<*const Mesh, Result<Arc<Mesh>, HullError>>,
    /// The starts of the places that are reported.
    reported: BTreeSet<usize>,
}

impl Hulls {
    /// The hull of `mesh`, which is that of the kind of `prop`. Reports a mesh without one where the text asks for it.
    pub fn of(
        &mut self,
        prop: &PropEntry,
        mesh: &Arc<Mesh>,
        problems: &mut Problems<'_>,
    ) -> Option<Arc<Mesh>> {
        let known = self.of_meshes.entry(Arc::as_ptr(mesh));
        let hull = known.or_insert_with(|| hull_of(mesh).map(Arc::new)).clone();
        let error = match hull {
            Ok(hull) => return Some(hull),
            Err(error) => error,
        };
        if self.reported.insert(prop.collide_span.start) {
            let kind = &prop.kind;
            let (message, label) = match error {
                HullError::Flat => (
                    format!("the mesh of `{kind}` is flat, so it has no hull"),
                    "expected `mesh` or `box` for a flat mesh",
                ),
                HullError::TooLarge => (
                    format!("the hull of `{kind}` has too many corners"),
                    "expected `mesh`, `box` or a kind with a simpler mesh",
                ),
            };
            problems.error(prop.collide_span.clone(), message, label, None);
        }
        None
    }
}

/// The least height of a triangle in a hull, as a part of its longest side. Smaller: where corners would be in one line but for their
/// rounding, triangles have no area once they are placed; larger: thin faces are missing.
const MIN_HEIGHT: f64 = 4e-7;

/// Whether a triangle is as thin as the rounding of its corners.
fn is_sliver(corners: &[Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    let sides = [b - a, c - b, a - c].map(|side| side.length_squared());
    let longest = sides.into_iter().fold(0.0, max);
    (b - a).cross(c - a).length() <= MIN_HEIGHT * longest
}

/// The convex hull of `mesh`, as a mesh.
fn hull_of(mesh: &Mesh) -> Result<Mesh, HullError> {
    let corners = mesh.parts.iter().flat_map(|part| &part.triangles);
    let mut triangles = hull_faces(corners.flatten().copied())?;
    triangles.retain(|corners| !is_sliver(corners));
    let part = MeshPart {
        name: "hull".to_owned(),
        triangles,
        ..MeshPart::default()
    };
    Ok(Mesh {
        parts: vec![part],
        materials: Vec::new(),
        bounds: mesh.bounds,
    })
}
