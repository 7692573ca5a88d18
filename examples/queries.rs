//! Asks a world questions, without a player: what a ray hits, what a ball meets, who fits where, what is near.
//!
//! ```sh
//! cargo run --example queries
//! ```

use sidle::geometry::{Capsule, Obb, Segment, Sphere, Triangle};
use sidle::glam::{DMat3, DVec3, Vec3};
use sidle::world::{BoxId, ColliderId, Filter, World};

fn main() {
    // A floor of two triangles at y = 0, and two crates of 1 m on it.
    let corners = [
        [[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 9.0]],
        [[-9.0, 0.0, -9.0], [9.0, 0.0, 9.0], [9.0, 0.0, -9.0]],
    ];
    let floor = corners.map(|corners| corners.map(Vec3::from_array));
    let crates = [DVec3::new(0.0, 0.5, -3.0), DVec3::new(0.0, 0.5, -6.0)];
    let crates = crates.map(|center| Obb::new(center, DMat3::IDENTITY, DVec3::splat(0.5)));
    let world = World::new(
        floor.into_iter().filter_map(Triangle::new).collect(),
        crates.into_iter().flatten().collect(),
    );
    // What the game knows of each box: its number is its place in the list.
    let names = ["wooden crate", "iron crate"];
    let name = |collider: ColliderId| match collider {
        ColliderId::Box(BoxId(number)) => names[number as usize],
        ColliderId::Triangle(_) => "floor",
    };

    // A shot from the eye. The second shot passes through the wooden crate, which a filter leaves out.
    let shot = Segment::new(DVec3::new(0.0, 0.8, 0.0), DVec3::new(0.0, 0.8, -20.0));
    let (collider, hit) = world.intersect_segment(&shot).expect("a hit");
    println!("the shot hits the {} at {:.2}", name(collider), hit.point);
    assert!((hit.point.z + 2.5).abs() < 1e-9);
    let wood = ColliderId::Box(BoxId(0));
    let others = world.filtered(Filter::except(wood));
    let (collider, hit) = others.intersect_segment(&shot).expect("a hit");
    println!(
        "the second shot hits the {} at {:.2}",
        name(collider),
        hit.point
    );
    assert!((hit.point.z + 5.5).abs() < 1e-9);

    // A ball that rolls ahead: where it is when it meets something, and which way that faces.
    let ball = Sphere::new(DVec3::new(0.3, 0.25, 0.0), 0.2).expect("a ball");
    let motion = DVec3::new(0.0, 0.0, -8.0);
    let (collider, hit) = world.sweep_sphere(&ball, motion).expect("a hit");
    println!(
        "the ball meets the {} after {:.2} m",
        name(collider),
        hit.fraction * 8.0
    );
    assert!((hit.fraction * 8.0 - 2.3).abs() < 1e-9 && hit.normal == DVec3::Z);

    // Is there room for a person between the crates, and on top of one with the head at 2.5 m?
    let person =
        |feet: DVec3| Capsule::new(feet + DVec3::Y * 0.301, 0.3, 1.2).expect("a person of 1.8 m");
    for feet in [DVec3::new(0.0, 0.0, -4.5), DVec3::new(0.0, 0.0, -3.2)] {
        match world.fits(person(feet)) {
            Ok(()) => println!("a person fits at {feet:.2}"),
            Err(misfit) => println!("a person does not fit at {feet:.2}: {misfit}"),
        }
    }
    assert!(world.fits(person(DVec3::new(0.0, 0.0, -4.5))).is_ok());
    assert!(world.fits(person(DVec3::new(0.0, 0.0, -3.2))).is_err());

    // What a person could touch within half a metre: a hint for `press E`.
    let mut near = Vec::new();
    world.surfaces_near(person(DVec3::new(0.0, 0.0, -2.0)), 0.5, &mut near);
    for surface in &near {
        let (name, distance) = (name(surface.collider), surface.separation);
        println!("near: {name}, {distance:.3} m away");
    }
    assert_eq!(near.len(), 2, "the floor and a crate");
}
