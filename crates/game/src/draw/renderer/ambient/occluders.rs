//! Occluders: the triangles of everything that stands still and has no holes.

use macroquad::math::Vec3;

use crate::draw::glam_interop::to_render_vec3;
use crate::draw::renderer::ambient::occlusion_bake::MAX_TRIANGLES;
use crate::draw::renderer::level::chunks::Chunk;
use crate::draw::renderer::level::instances::Models;
use crate::draw::renderer::level::vertices::Vertex;
use crate::draw::textures::prepare::DrawnTexture;

/// The corners of a triangle, counter-clockwise from its front.
pub type Corners = [[f32; 3]; 3];

/// The triangles of a level that darken others, without its props, because an editor may move those.
#[derive(Debug, Default, PartialEq)]
pub struct Occluders {
    /// The triangles of meshes and signs. `None` if there are too many.
    pub still: Option<Vec<Corners>>,
    /// Whether each texture has holes, through which light comes.
    cut_outs: Vec<bool>,
}

impl Occluders {
    /// The occluders with these `still` triangles.
    pub fn new(still: Option<Vec<Corners>>, textures: &[DrawnTexture]) -> Self {
        let cut_outs = textures.iter().map(|texture| texture.is_cut_out);
        Self {
            still,
            cut_outs: cut_outs.collect(),
        }
    }

    /// The occluders of the level with these `chunks`.
    pub fn of_chunks(chunks: &[Chunk], textures: &[DrawnTexture]) -> Self {
        let mut occluders = Self::new(None, textures);
        let triangles = chunks.iter().map(|chunk| chunk.geometry.indices.len() / 3);
        if triangles.sum::<usize>() > MAX_TRIANGLES {
            return occluders;
        }
        let geometries = chunks.iter().map(|chunk| &chunk.geometry);
        let solid = geometries.filter(|geometry| !occluders.has_holes(geometry.texture));
        let still = solid.flat_map(|geometry| {
            let triangles = geometry.indices.chunks_exact(3);
            triangles.map(|corners| {
                let corner = |at: usize| &geometry.vertices[usize::from(corners[at])];
                front([corner(0), corner(1), corner(2)])
            })
        });
        occluders.still = Some(still.collect());
        occluders
    }

    /// All triangles, with those of the props of `models` as they are now. `None` if they are too many.
    pub fn triangles(&self, models: &Models) -> Option<Vec<Corners>> {
        let still = self.still.as_ref()?;
        let count = still.len() + models.prop_triangle_count();
        if count > MAX_TRIANGLES {
            return None;
        }
        let mut triangles = Vec::with_capacity(count);
        triangles.extend_from_slice(still);
        let props = models.prop_triangles(|texture| self.has_holes(texture));
        triangles.extend(props.map(|corners| corners.map(|corner| corner.to_array())));
        Some(triangles)
    }

    fn has_holes(&self, texture: Option<u32>) -> bool {
        texture.is_some_and(|number| self.cut_outs.get(number as usize) == Some(&true))
    }
}

/// The corners counter-clockwise from the front. A mesh that is mirrored has them in the other order.
fn front(corners: [&Vertex; 3]) -> Corners {
    let [a, b, c] = corners.map(|corner| Vec3::from_array(corner.position()));
    let face = to_render_vec3(corners[0].face());
    let is_front = (b - a).cross(c - a).dot(face) >= 0.0;
    let corners = if is_front { [a, b, c] } else { [a, c, b] };
    corners.map(|corner| corner.to_array())
}

#[cfg(test)]
mod tests;
