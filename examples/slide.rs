//! The mover in a game of one's own: triangles in, a sliding player out.
//!
//! ```sh
//! cargo run --example slide
//! ```

use sidle::geometry::Triangle;
use sidle::glam::{DVec3, Vec3};
use sidle::player::{Body, Trace, Tuning, move_and_slide};
use sidle::world::World;

fn main() {
    // What a mesh loader gives: corners, three by three. A floor, and a wall across it.
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
    let (tuning, mut trace) = (Tuning::default(), Trace::new());
    let mut position = DVec3::Y * 0.31;
    let mut velocity = DVec3::new(1.0, 0.0, -4.0);
    let dt = 1.0 / 60.0;
    for tick in 0..120 {
        velocity.y -= 20.0 * dt;
        let slide = move_and_slide(&world, &tuning, body, position, velocity * dt, &mut trace);
        position = slide.position;
        // What the surfaces left of the motion is the new velocity.
        velocity = slide.motion / dt;
        if tick % 20 == 0 {
            let touching = trace.touching().len();
            println!("{tick:3}: at {position:.3}, {velocity:.3} m/s, touching {touching}");
        }
    }
}
