//! Which parts of a level's meshes are so slippery that they look like ice.

use std::sync::Arc;

use sidle::level::{Level, Look, Mesh, TriangleOwner};
use sidle::world::{BoxId, ColliderId, TriangleId};

use crate::session::observe::ICY;

/// The slippery parts.
#[derive(Debug, Default)]
pub struct Ice {
    /// Each as its mesh, and its number in it.
    parts: Vec<(*const Mesh, usize)>,
    /// The kinds of props and movers all of which are.
    kinds: Vec<Arc<str>>,
}

impl Ice {
    /// Those of `level`.
    pub fn of(level: &Level) -> Self {
        let (world, scene) = (&level.world, &level.scene);
        let is_icy = |tag| world.surface_rules(tag).friction < ICY;
        let mut ice = Self::default();
        if !(1..=scene.surfaces.len() as u32).any(is_icy) {
            return ice;
        }
        for id in (0..world.boxes().len() as u32).map(BoxId) {
            let model = scene.model_of(id);
            let model = model.filter(|_| is_icy(world.tag(ColliderId::Box(id))));
            if let Some(Look::Prop { kind }) = model.map(|model| &model.look) {
                ice.add_kind(kind);
            }
        }
        for collided in scene.collided_meshes() {
            let (mesh, is_prop) = (
                &collided.mesh,
                matches!(collided.owner, TriangleOwner::Prop(_)),
            );
            // Triangles without an area are not in the world.
            let mut placed = mesh.placed(&collided.placement);
            let mut next = collided.first.0;
            for (number, part) in mesh.parts.iter().enumerate() {
                // No part follows the last one, so one of its triangles says enough.
                let is_last = number + 1 == mesh.parts.len();
                let most = if is_last { 1 } else { usize::MAX };
                let triangles = placed.by_ref().take(part.triangles.len());
                let there = triangles.flatten().take(most).count();
                if there > 0 && is_icy(world.tag(ColliderId::Triangle(TriangleId(next)))) {
                    ice.parts.push((Arc::as_ptr(mesh), number));
                    // What collides may be a hull, which is not drawn.
                    if is_prop && mesh.parts.len() == 1 {
                        ice.add_kind(&collided.name);
                    }
                }
                next += there as u32;
            }
        }
        ice
    }

    /// Whether part `number` of `mesh` is among them, in a model with this `look`.
    pub fn has(&self, mesh: &Mesh, number: usize, look: &Look) -> bool {
        let is_kind = matches!(look, Look::Prop { kind } if self.kinds.contains(kind));
        is_kind || self.parts.contains(&(std::ptr::from_ref(mesh), number))
    }

    fn add_kind(&mut self, kind: &Arc<str>) {
        if !self.kinds.contains(kind) {
            self.kinds.push(kind.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::BuiltIn;
    use sidle::level::{WithLevel, load_level};

    #[test]
    fn the_ice_of_a_shipped_level_is_one_material_of_its_mesh() {
        let path = "levels/surfaces.toml";
        let level = load_level(path.as_ref(), &BuiltIn).level.expect("a level");
        let (ice, mesh) = (Ice::of(&level), &level.scene.models[0].mesh);
        for (number, part) in mesh.parts.iter().enumerate() {
            let material = mesh.material_of(part).map(|material| &*material.name);
            let is_ice = ice.has(mesh, number, &Look::Mesh);
            assert_eq!(is_ice, material == Some("ice"), "{material:?}");
        }
        let courtyard = load_level("levels/courtyard.toml".as_ref(), &BuiltIn).level;
        let ice = Ice::of(&courtyard.expect("a level"));
        assert!(ice.parts.is_empty() && ice.kinds.is_empty());
    }

    #[test]
    fn a_kind_of_props_is_of_ice_if_its_boxes_are_and_wet_stone_is_not() {
        let icy = |friction: f64| {
            let path = "levels/rink.toml".as_ref();
            let text = format!(
                "format = 1\nname = \"Rink\"\nspawn.position = [0, 2, 0]\n\
                 surfaces.slick = {{ match = \"crate\", friction = {friction} }}\n\
                 [[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n\
                 [[prop]]\nkind = \"fence\"\nposition = [5, 0, 0]\n"
            );
            let files = WithLevel {
                path,
                text: &text,
                files: &BuiltIn,
            };
            let level = load_level(path, &files).level.expect("a level");
            let ice = Ice::of(&level);
            let props = level.scene.props().iter();
            let icy = props.map(|prop| ice.has(&prop.mesh, 0, &prop.look));
            icy.collect::<Vec<_>>()
        };
        assert_eq!(icy(0.2), [true, false]);
        assert_eq!(icy(0.8), [false, false]);
    }
}
