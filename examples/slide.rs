//! Slides a body through your own triangles, with your own walking code.
//!
//! ```sh
//! cargo run --example slide
//! ```

use sidle::geometry::Triangle;
use sidle::glam::{DVec3, Vec3};
use sidle::player::{Body, MoveSettings, Scratch, move_and_slide};
use sidle::world::World;

fn main() {
    // Triangles as a mesh loader returns them, three corners each: a floor, and a wall across it.
    let corners = [
        [[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 9.0]],
        [[-9.0, 0.0, -9.0], [9.0, 0.0, 9.0], [9.0, 0.0, -9.0]],
        [[-9.0, 0.0, -2.0], [9.0, 0.0, -4.0], [9.0, 3.0, -4.0]],
        [[-9.0, 0.0, -2.0], [9.0, 3.0, -4.0], [-9.0, 3.0, -2.0]],
    ];
    let triangles = corners.map(|corners| corners.map(Vec3::from_array));
    let triangles = triangles.into_iter().filter_map(Triangle::new).collect();
    let world = World::new(triangles, vec![]);

    let body = Body::capsule(0.3, 1.8).expect("a person's size");
    let (settings, mut scratch) = (MoveSettings::default(), Scratch::new());
    let mut position = DVec3::Y * 0.31;
    let mut velocity = DVec3::new(1.0, 0.0, -4.0);
    let dt = 1.0 / 60.0;
    for tick in 0..120 {
        velocity.y -= 20.0 * dt;
        let motion = velocity * dt;
        let result = move_and_slide(
            &world,
            body,
            position,
            motion,
            &settings,
            &mut scratch,
            None,
        );
        position = result.position;
        // The new velocity is the part of the motion that the surfaces allowed.
        velocity = result.clipped_motion / dt;
        if tick % 20 == 0 {
            let touching = result.contacts.touching().len();
            println!("{tick:3}: at {position:.3}, {velocity:.3} m/s, touching {touching}");
        }
    }
}
