//! Parts of a level that name what they share by an index.

use crate::geometry::Placement;
use crate::geometry::packing::Packed;
use crate::level::meshes::{Material, TextureWrap};

/// A [`Material`], with an index in place of the picture of its texture.
pub(super) struct PackedMaterial {
    pub texture: Option<(u32, [TextureWrap; 2])>,
    pub material: Material,
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
    pub is_prop: bool,
    pub number: u64,
    pub first: u32,
    pub count: u32,
    pub name: u32,
    pub mesh: u32,
    pub placement: Placement,
}

impl Packed for PackedMaterial {
    fn pack(&self, bytes: &mut Vec<u8>) {
        let Self { texture, material } = self;
        texture.is_some().pack(bytes);
        if let Some((image, wrap)) = texture {
            image.pack(bytes);
            wrap.iter().for_each(|wrap| wrap.pack(bytes));
        }
        material.name.pack(bytes);
        material.color.pack(bytes);
        material.alpha_cutoff.pack(bytes);
        material.double_sided.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        let texture = match bool::unpack(bytes)? {
            true => {
                let image = Packed::unpack(bytes)?;
                let wrap = [Packed::unpack(bytes)?, Packed::unpack(bytes)?];
                Some((image, wrap))
            }
            false => None,
        };
        let material = Material {
            name: Packed::unpack(bytes)?,
            color: Packed::unpack(bytes)?,
            texture: None,
            alpha_cutoff: Packed::unpack(bytes)?,
            double_sided: Packed::unpack(bytes)?,
        };
        Some(Self { texture, material })
    }
}

impl Packed for PackedModel {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.look.pack(bytes);
        self.mesh.pack(bytes);
        self.placement.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            look: Packed::unpack(bytes)?,
            mesh: Packed::unpack(bytes)?,
            placement: Packed::unpack(bytes)?,
        })
    }
}

impl Packed for PackedCollided {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.is_prop.pack(bytes);
        self.number.pack(bytes);
        self.first.pack(bytes);
        self.count.pack(bytes);
        self.name.pack(bytes);
        self.mesh.pack(bytes);
        self.placement.pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            is_prop: Packed::unpack(bytes)?,
            number: Packed::unpack(bytes)?,
            first: Packed::unpack(bytes)?,
            count: Packed::unpack(bytes)?,
            name: Packed::unpack(bytes)?,
            mesh: Packed::unpack(bytes)?,
            placement: Packed::unpack(bytes)?,
        })
    }
}
