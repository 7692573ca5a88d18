//! Tests of `eye_post.rs`.

use super::*;
use sidle::geometry::Obb;
use sidle::glam::DMat3;

/// A slab whose lower side is at 1.2 m, from x = 0 to x = 4.
fn under_a_slab() -> World {
    let slab = Obb::new(
        DVec3::new(2.0, 1.3, 0.0),
        DMat3::IDENTITY,
        DVec3::new(2.0, 0.1, 3.0),
    );
    World::new(vec![], slab.into_iter().collect())
}

fn head(x: f64) -> Sphere {
    Sphere::new(DVec3::new(x, 0.5, 0.0), 0.2).expect("a ball")
}

#[test]
fn a_walk_under_a_slab_bends_the_post_before_it_and_never_enters_it_at_any_tick_rate() {
    let world = under_a_slab();
    for (hz, speed) in [
        (30.0, 5.0),
        (60.0, 10.0),
        (120.0, 5.0),
        (360.0, 0.3),
        (120.0, 50.0),
    ] {
        let mut post = EyePost::default();
        post.settle(&world, &head(-3.0), 1.1);
        assert_eq!(post.rise_at(&world, &head(-3.0), 1.0), 1.1);
        let (mut x, mut last, mut steepest) = (-3.0, 1.1, 0.0_f64);
        while x < 7.0 {
            post.tick(&world, &head(x), 1.1, DVec3::X * speed, 1.0 / hz);
            for part in 0..4 {
                let fraction = f64::from(part) * 0.25;
                let ball = head(x + speed / hz * fraction);
                let rise = post.rise_at(&world, &ball, fraction);
                let eye = ball.center() + DVec3::Y * rise;
                let inside = (0.0..=4.0).contains(&eye.x) && (1.2..=1.4).contains(&eye.y);
                assert!(
                    !inside,
                    "{hz} Hz, {speed} m/s: the eye is in the slab at {eye}"
                );
                steepest = float::max(steepest, last - rise);
                last = rise;
            }
            x += speed / hz;
        }
        if speed <= 10.0 {
            assert!(
                steepest < 0.25,
                "{hz} Hz, {speed} m/s: a drop of {steepest} m at once"
            );
        }
    }
}

#[test]
fn a_wall_ahead_does_not_bend_the_post() {
    let wall = Obb::new(
        DVec3::new(1.0, 2.0, 0.0),
        DMat3::IDENTITY,
        DVec3::new(0.1, 2.0, 3.0),
    );
    let world = World::new(vec![], wall.into_iter().collect());
    let mut post = EyePost::default();
    for x in [-1.0, 0.0, 0.4] {
        post.settle(&world, &head(x), 1.1);
        post.tick(&world, &head(x), 1.1, DVec3::X * 5.0, 1.0 / 60.0);
        assert_eq!(post.rise_at(&world, &head(x), 1.0), 1.1, "{x}");
    }
}

#[test]
fn a_height_of_zero_below_the_middle_or_no_number_leaves_the_eye_in_the_body() {
    let world = under_a_slab();
    for wanted in [0.0, -1.0, f64::NAN] {
        let mut post = EyePost::default();
        post.settle(&world, &head(0.0), wanted);
        post.tick(&world, &head(0.0), wanted, DVec3::ZERO, 1.0 / 30.0);
        assert_eq!(post.rise_at(&world, &head(0.0), 0.5), 0.0);
    }
}
