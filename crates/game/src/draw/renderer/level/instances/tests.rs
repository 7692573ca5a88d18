//! Tests of `instances.rs`.

use super::*;
use crate::platform::built_in::BuiltIn;
use sidle::level::load_level;

fn car_crash() -> Models {
    let loaded = load_level("levels/car-crash.toml".as_ref(), &BuiltIn);
    let scene = loaded.level.expect("a level").scene;
    assert!(!scene.props().is_empty() && !scene.mover_models.is_empty());
    let textures = TextureTable::of_scene(&scene);
    Models::new(
        &scene,
        DVec3::new(5.0, 0.0, -10.0),
        (&textures, &Ice::default()),
    )
}

/// Where the shader places the mesh's `corner`.
fn placed(instance: &Instance, corner: DVec3) -> Vec3 {
    let corner = corner.extend(1.0).as_vec4().to_array();
    let row = |row: usize| {
        let products = instance.rows[row].iter().zip(corner);
        products.map(|(a, b)| a * b).sum()
    };
    Vec3::new(row(0), row(1), row(2))
}

/// Every instance lies where its model does, within the bounds of its group.
fn check(models: &Models) {
    let mut count = 0;
    for group in &models.groups {
        assert!(group.instances.len() <= MAX_GROUP);
        assert_eq!(group.instances.len(), group.members.len());
        for (instance, member) in group.instances.iter().zip(&group.members) {
            let model = &models.models[*member as usize];
            assert_eq!(
                (model.kind, group.moves),
                (group.kind, *member as usize >= models.props)
            );
            for corner in &models.kinds[model.kind].corners {
                let expected = to_render_vec3(model.placement.apply(*corner) - models.origin);
                let place = placed(instance, *corner);
                assert!(place.distance(expected) < 1e-4, "{place} {expected}");
                let grown = group.bounds.union(Bounds::around([place]));
                assert!((grown.max - group.bounds.max).length() < 1e-4);
                assert!((grown.min - group.bounds.min).length() < 1e-4);
            }
            count += 1;
        }
    }
    assert_eq!(count, models.models.len());
}

#[test]
fn every_prop_and_every_mover_is_drawn_where_it_is() {
    check(&car_crash());
}

#[test]
fn moving_a_model_changes_its_own_group_only() {
    let mut models = car_crash();
    let placements = |models: &Models| {
        let all = models.models.iter();
        all.map(|model| model.placement).collect::<Vec<_>>()
    };
    let before = placements(&models);
    let (props, movers) = before.split_at(models.props);
    models
        .groups
        .iter_mut()
        .for_each(|group| group.changed = false);
    models.place_props(props.iter().copied());
    models.place_movers(movers.iter().copied());
    assert!(
        models.groups.iter().all(|group| !group.changed),
        "nothing has moved"
    );

    let mut moved = movers.to_vec();
    moved[0] = Placement::new(
        DVec3::new(90.0, 3.0, 7.0),
        DVec3::new(10.0, 20.0, 30.0),
        DVec3::new(1.0, -2.0, 0.5),
    );
    models.place_movers(moved.iter().copied());
    let changed = models.groups.iter().filter(|group| group.changed);
    let changed: Vec<_> = changed.map(|group| group.moves).collect();
    assert_eq!(changed, [true]);
    assert_eq!(placements(&models)[models.props], moved[0]);
    check(&models);
}

#[test]
fn a_level_without_models_has_no_groups() {
    let loaded = load_level("levels/terrain.toml".as_ref(), &BuiltIn);
    let scene = loaded.level.expect("a level").scene;
    let models = Models::new(
        &scene,
        DVec3::ZERO,
        (&TextureTable::default(), &Ice::default()),
    );
    assert!(scene.props().is_empty() && models.groups.is_empty());
    assert_eq!(models.positions().count(), 0);
}
