//! Whether a body fits at a place, and the way out of a place where it does not.

use sidle::geometry::{Capsule, Obb, Sphere, Triangle};
use sidle::glam::{DMat3, DVec3};
use sidle::world::{BoxId, ColliderId, Filter, World};

use crate::support::{add_block, add_box, floor};

#[test]
fn under_a_sloped_ceiling_the_misfit_points_away_from_it() {
    let mut shapes = floor();
    // A slab that leans by 30 degrees.
    add_box(
        &mut shapes,
        DVec3::new(0.0, 1.7, 0.0),
        DVec3::new(0.0, 0.0, 30.0),
        DVec3::new(6.0, 0.2, 6.0),
    );
    let world = shapes.world();
    let body = |height: f64| Capsule::new(DVec3::Y * 0.3, 0.3, height - 0.6).unwrap();
    assert_eq!(world.fits(body(1.4)), Ok(()));
    let misfit = world.fits(body(1.75)).unwrap_err();
    let up = DVec3::new(-(30_f64.to_radians().sin()), 30_f64.to_radians().cos(), 0.0);
    assert!((misfit.surface.normal + up).length() < 1e-9, "{misfit:?}");
    // It gets out along the floor.
    let way = misfit.way_out.expect("a way along the floor");
    assert!(way.y.abs() < 1e-6 && way.x.abs() > 0.1, "{way}");
    let there = body(1.75).at(DVec3::Y * 0.3 + way);
    assert_eq!(world.fits(there), Ok(()));
}

#[test]
fn the_way_out_is_the_shortest() {
    let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let world = World::new(vec![], vec![cube]);
    let ball = |x, y, z| Sphere::new(DVec3::new(x, y, z), 0.5).unwrap();
    for (body, expected) in [
        (ball(1.25, 0.0, 0.0), DVec3::X * 0.25),
        (ball(0.25, 0.5, 0.0), DVec3::X * 1.25),
        (ball(-0.75, 1.875, 0.0), DVec3::Y * 0.625),
        // At an edge: 0.5 m of radius, 0.25·√2 m away.
        (
            ball(1.25, 2.25, 0.0),
            DVec3::new(1.0, 1.0, 0.0).normalize() * (0.5 - 0.125_f64.sqrt()),
        ),
    ] {
        let misfit = world.fits(body).unwrap_err();
        let way = misfit.way_out.unwrap();
        assert!((way - expected).length() < 1e-6, "{body:?}: {way}");
    }
    // In a corner of floor and wall, the way leads out of both.
    let mut shapes = floor();
    add_block(
        &mut shapes,
        DVec3::new(2.0, 2.0, 0.0),
        DVec3::new(2.0, 4.0, 8.0),
    );
    let way = shapes
        .world()
        .fits(ball(0.75, 0.4, 0.0))
        .unwrap_err()
        .way_out
        .unwrap();
    assert!((way - DVec3::new(-0.25, 0.1, 0.0)).length() < 1e-6, "{way}");
    // A box in a box.
    let player = Obb::new(
        DVec3::new(1.25, 0.0, 0.0),
        DMat3::IDENTITY,
        DVec3::splat(0.5),
    )
    .unwrap();
    let way = world.fits(player).unwrap_err().way_out.unwrap();
    assert!((way - DVec3::X * 0.25).length() < 1e-9, "{way}");
}

#[test]
fn fits_is_exact_and_two_sided_and_respects_the_filter() {
    let far = [0.0, 1024.0, 65536.0];
    for offset in far {
        let place = DVec3::splat(offset);
        let corners = [[-4.0, -4.0], [0.0, 4.0], [4.0, -4.0]];
        let corners = corners.map(|[x, z]| (place + DVec3::new(x, 0.0, z)).as_vec3());
        let [a, b, c] = corners;
        for triangle in [[a, b, c], [c, b, a]] {
            let triangle = Triangle::new(triangle).unwrap();
            let world = World::new(vec![triangle], vec![]);
            for side in [-1.0, 1.0] {
                let at =
                    |gap: f64| Sphere::new(place + DVec3::Y * side * (0.5 + gap), 0.5).unwrap();
                for (gap, fits) in [(1e-3, true), (0.0, true), (-1e-6, false), (-1e-3, false)] {
                    let result = world.fits(at(gap));
                    assert_eq!(result.is_ok(), fits, "{offset}, {side}, {gap}: {result:?}");
                    if let Err(misfit) = result {
                        let way = misfit.way_out.unwrap();
                        assert!((way - DVec3::Y * side * -gap).length() < 1e-9, "{way}");
                        let id = misfit.surface.collider;
                        assert_eq!(world.filtered(Filter::except(id)).fits(at(gap)), Ok(()));
                    }
                }
            }
        }
    }
    let cube = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    let world = World::new(vec![], vec![cube, cube]);
    let inside = Sphere::new(DVec3::ZERO, 0.1).unwrap();
    let misfit = world.fits(inside).unwrap_err();
    assert_eq!(
        misfit.surface.collider,
        ColliderId::Box(BoxId(0)),
        "a box is solid"
    );
}
