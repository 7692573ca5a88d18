//! What a level holds and weighs, by one walk over its document: the budget asks for numbers, the choice of a thread for bytes.

use core::ops::Range;
use std::collections::BTreeMap;
use std::path::Path;

use super::hulls::MIN_HULL;
use super::spending::Spending;
use crate::level::budget::Budget;
use crate::level::choices::CollisionShape;
use crate::level::document::{Document, FileReference};
use crate::level::files::{BUILT_IN_FILES, BUILT_IN_MESHES, Files, SIGN_MESH};
use crate::level::obj::count_obj_triangles;

/// A mesh that a level places.
#[derive(Clone, Copy)]
enum MeshName<'d> {
    File(&'d FileReference),
    /// The path of a built-in one.
    BuiltIn(&'static str),
}

/// How large a mesh is.
#[derive(Clone, Copy, Default)]
pub(super) struct MeshSize {
    /// The length of its file.
    pub bytes: u64,
    /// An upper bound.
    pub triangles: u64,
}

/// What a level holds and weighs.
pub(super) struct Weight {
    pub spending: Spending,
    /// What there is to read and to build: the text, each placed mesh once, and a quarter of it again for every time that it is
    /// placed; bytes. Signs are too small to count. `None`: the size of a placed mesh is unknown.
    pub bytes: Option<u64>,
}

/// What the level of `document` with this `text` holds and weighs. `measure` says how large the mesh of a file is, once for each,
/// and counts what reading it takes.
pub(super) fn weigh(
    document: &Document,
    text: &str,
    budget: &Budget,
    measure: &mut dyn FnMut(&FileReference, &mut Spending) -> Option<MeshSize>,
) -> Weight {
    let mut scale = Scale {
        measure,
        measured: BTreeMap::new(),
        weight: Weight {
            spending: Spending::new(budget, document, text),
            bytes: Some(text.len() as u64),
        },
    };
    for kind in document.kinds.values() {
        scale.measured(MeshName::File(&kind.mesh));
    }
    for entry in &document.meshes {
        let shape = match entry.collide {
            true => CollisionShape::Mesh,
            false => CollisionShape::Box,
        };
        scale.place(MeshName::File(&entry.file), shape, &entry.span);
    }
    for _ in &document.signs {
        let size = scale.measured(MeshName::BuiltIn(SIGN_MESH)).size;
        let triangles = size.unwrap_or_default().triangles;
        scale.weight.spending.add_triangles(triangles, &(0..0));
    }
    let props = document.props.iter();
    let props = props.map(|prop| (&prop.kind, prop.placement.scale, prop.collide, &prop.span));
    // What moves in a map is counted with it.
    let movers = document
        .movers
        .iter()
        .filter(|mover| mover.of_map.is_none());
    let box_shape = CollisionShape::Box;
    let movers = movers.map(|mover| (&mover.kind, mover.scale, box_shape, &mover.span));
    for (kind, scale_of, collide, span) in props.chain(movers) {
        if let Some(shape) = document.shape_of(kind) {
            let triangles = shape.triangle_count(shape.divisions(scale_of));
            scale.add_placed(triangles, collide, span);
            continue;
        }
        let own = document.kinds.get(kind);
        let mesh = own.map(|kind| MeshName::File(&kind.mesh)).or_else(|| {
            let mut built_in = BUILT_IN_FILES.iter();
            let (_, path) = built_in.find(|(name, _)| name == kind)?;
            Some(MeshName::BuiltIn(path))
        });
        // Another kind is an error, which loading reports.
        if let Some(mesh) = mesh {
            scale.place(mesh, collide, span);
        }
    }
    scale.weight
}

/// How large a built-in mesh is.
fn measure_built_in(path: &str) -> Option<MeshSize> {
    let bytes = BUILT_IN_MESHES.read(Path::new(path)).ok()?;
    Some(MeshSize {
        bytes: bytes.len() as u64,
        triangles: count_obj_triangles(&bytes),
    })
}

/// What is known of a mesh.
#[derive(Clone, Copy)]
struct Measured {
    size: Option<MeshSize>,
    is_placed: bool,
}

/// Weighs mesh by mesh.
struct Scale<'d, 'm> {
    measure: &'m mut dyn FnMut(&FileReference, &mut Spending) -> Option<MeshSize>,
    /// By whether it is built in, and its path.
    measured: BTreeMap<(bool, &'d str), Measured>,
    weight: Weight,
}

impl<'d> Scale<'d, '_> {
    fn measured(&mut self, mesh: MeshName<'d>) -> &mut Measured {
        let key = match mesh {
            MeshName::File(reference) => (false, reference.path.as_str()),
            MeshName::BuiltIn(path) => (true, path),
        };
        self.measured.entry(key).or_insert_with(|| Measured {
            size: match mesh {
                MeshName::File(reference) => (self.measure)(reference, &mut self.weight.spending),
                MeshName::BuiltIn(path) => measure_built_in(path),
            },
            is_placed: false,
        })
    }

    /// Adds a mesh that collides as `shape`, placed at `span`.
    fn place(&mut self, mesh: MeshName<'d>, shape: CollisionShape, span: &Range<usize>) {
        let known = self.measured(mesh);
        let Measured { size, is_placed } = core::mem::replace(
            known,
            Measured {
                is_placed: true,
                ..*known
            },
        );
        let bytes = &mut self.weight.bytes;
        *bytes = bytes.zip(size).map(|(bytes, size)| {
            let read = if is_placed { 0 } else { size.bytes };
            bytes.saturating_add(read).saturating_add(size.bytes / 4)
        });
        self.add_placed(size.unwrap_or_default().triangles, shape, span);
    }

    /// Adds the `triangles` of something that collides as `shape`, placed at `span`.
    fn add_placed(&mut self, triangles: u64, shape: CollisionShape, span: &Range<usize>) {
        let spending = &mut self.weight.spending;
        spending.add_triangles(triangles, span);
        match shape {
            CollisionShape::Box => {}
            CollisionShape::Mesh => spending.add_colliders(triangles, span),
            CollisionShape::Hull => spending.add_colliders(MIN_HULL, span),
        }
    }
}
