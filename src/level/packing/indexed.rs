//! Parts of a level that name shared data by an index.

use crate::geometry::Placement;
use crate::geometry::packing::packed_fields;
use crate::level::meshes::TextureWrap;

/// A [`Material`](crate::level::Material), with an index in place of the picture of its texture.
pub(super) struct PackedMaterial {
    pub texture: Option<(u32, [TextureWrap; 2])>,
    pub name: String,
    pub color: [f32; 4],
    pub alpha_cutoff: Option<f32>,
    pub double_sided: bool,
}

/// A [`Model`](crate::level::Model) with indices: `look` is the name of a prop's kind, or one of the two numbers below.
pub(super) struct PackedModel {
    pub look: u32,
    pub mesh: u32,
    pub placement: Placement,
}

impl PackedModel {
    pub const MESH: u32 = u32::MAX;
    pub const SIGN: u32 = u32::MAX - 1;
}

/// A [`CollidedMesh`](crate::level::CollidedMesh) with indices.
pub(super) struct PackedCollided {
    /// [`Self::MESH`], [`Self::PROP`] or [`Self::TERRAIN`].
    pub owner: u32,
    pub number: usize,
    pub first: u32,
    pub count: u32,
    pub name: u32,
    pub mesh: u32,
    pub placement: Placement,
}

impl PackedCollided {
    pub const MESH: u32 = 0;
    pub const PROP: u32 = 1;
    pub const TERRAIN: u32 = 2;
}

packed_fields!(PackedMaterial {
    texture,
    name,
    color,
    alpha_cutoff,
    double_sided,
});
packed_fields!(PackedModel {
    look,
    mesh,
    placement,
});
packed_fields!(PackedCollided {
    owner,
    number,
    first,
    count,
    name,
    mesh,
    placement,
});
