//! Which parts of a level's meshes, and which props and movers, are so slippery that they look like ice.

use std::collections::BTreeSet;
use std::sync::Arc;

use sidle::level::{Level, Mesh, TriangleOwner};
use sidle::world::{BoxId, ColliderId, TriangleId};

use crate::session::observe::ICY;

/// The slippery parts.
#[derive(Debug, Default)]
pub struct Ice {
    /// Each as its mesh, and its number in it.
    parts: Vec<(*const Mesh, usize)>,
    /// The props all of which are, by number, then the movers.
    models: BTreeSet<usize>,
    /// Whether everything is.
    everything: bool,
}

impl Ice {
    /// Everything is of ice.
    pub const EVERYTHING: Self = Self {
        parts: Vec::new(),
        models: BTreeSet::new(),
        everything: true,
    };

    /// Those of `level`.
    pub fn of(level: &Level) -> Self {
        let (world, scene) = (&level.world, &level.scene);
        let is_icy = |tag| world.surface_rules(tag).friction < ICY;
        let mut ice = Self::default();
        if !(1..=scene.surfaces.len() as u32).any(is_icy) {
            return ice;
        }
        for id in (0..world.boxes().len() as u32).map(BoxId) {
            let mover = || Some(scene.props().len() + scene.mover_of(id)?);
            let model = scene.prop_of(ColliderId::Box(id)).or_else(mover);
            let is_icy = is_icy(world.tag(ColliderId::Box(id)));
            ice.models.extend(model.filter(|_| is_icy));
        }
        for collided in scene.collided_meshes() {
            let mesh = &collided.mesh;
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
                    // What collides may be a hull, which is not drawn.
                    match collided.owner {
                        TriangleOwner::Prop(prop) if mesh.parts.len() == 1 => {
                            ice.models.insert(prop);
                        }
                        _ => ice.parts.push((Arc::as_ptr(mesh), number)),
                    }
                }
                next += there as u32;
            }
        }
        ice
    }

    /// Whether part `number` of `mesh` is among them.
    pub fn has(&self, mesh: &Mesh, number: usize) -> bool {
        self.everything || self.parts.contains(&(std::ptr::from_ref(mesh), number))
    }

    /// Whether all of the prop of this number is among them, or of the mover, which follow the props.
    pub fn has_model(&self, number: usize) -> bool {
        self.models.contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::built_in::BuiltIn;
    use crate::test_support::level;
    use sidle::level::load_level;

    #[test]
    fn the_ice_of_a_shipped_level_is_one_material_of_its_mesh() {
        let path = "levels/surfaces.toml";
        let level = load_level(path.as_ref(), &BuiltIn).level.expect("a level");
        let (ice, mesh) = (Ice::of(&level), &level.scene.models[0].mesh);
        for (number, part) in mesh.parts.iter().enumerate() {
            let material = mesh.material_of(part).map(|material| &*material.name);
            let is_ice = ice.has(mesh, number);
            assert_eq!(is_ice, material == Some("ice"), "{material:?}");
        }
        let courtyard = load_level("levels/courtyard.toml".as_ref(), &BuiltIn).level;
        let ice = Ice::of(&courtyard.expect("a level"));
        assert!(ice.parts.is_empty() && ice.models.is_empty());
    }

    #[test]
    fn props_and_movers_are_of_ice_by_their_kind_or_alone_and_wet_stone_is_not() {
        let icy = |friction: f64| {
            let text = format!(
                "format = 1\nname = \"Rink\"\nspawn.position = [0, 2, 0]\n\
                 surfaces.slick = {{ match = \"crate\", friction = {friction} }}\n\
                 [[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n\
                 [[prop]]\nkind = \"fence\"\nposition = [5, 0, 0]\n\
                 [[prop]]\nkind = \"block\"\nposition = [9, 0, 0]\nsurface = \"slick\"\n\
                 [[prop]]\nkind = \"block\"\nposition = [13, 0, 0]\n\
                 [[prop]]\nkind = \"ramp\"\nposition = [17, 0, 0]\nsurface = \"slick\"\n\
                 [[prop]]\nkind = \"ramp\"\nposition = [21, 0, 0]\n\
                 [[mover]]\nkind = \"block\"\npath = [[0, 0, 9], [4, 0, 9]]\nspeed = 1\nsurface = \"slick\"\n"
            );
            let level = level(&text);
            let ice = Ice::of(&level);
            let of_mesh = level.scene.props().iter();
            assert!(of_mesh.clone().all(|prop| !ice.has(&prop.mesh, 0)));
            (0..=of_mesh.len())
                .map(|number| ice.has_model(number))
                .collect::<Vec<_>>()
        };
        assert_eq!(icy(0.2), [true, false, true, false, true, false, true]);
        assert_eq!(icy(0.8), [false; 7]);
    }
}
