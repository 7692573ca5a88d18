//! Tests of the side view: where it looks from.

use super::*;

fn subject(motion: DVec3, normals: &[DVec3]) -> FramingSubject {
    FramingSubject {
        points: vec![DVec3::Y, DVec3::Y + motion],
        radius: 0.5,
        focus: DVec3::Y,
        motion,
        normals: normals.to_vec(),
        aside: DVec3::X,
        upright: false,
    }
}

fn framed(subject: &FramingSubject) -> Framing {
    Framing::new(subject, 1.6, None, |_| 1.0)
}

#[test]
fn a_slide_along_a_wall_is_seen_from_above_on_the_open_side() {
    let framing = framed(&subject(DVec3::new(0.03, 0.0, -0.03), &[DVec3::Z]));
    // 66 degrees above the horizon.
    assert!((framing.towards.y - 0.9135).abs() < 1e-3, "{framing:?}");
    assert!(framing.towards.z > 0.4 && framing.towards.x.abs() < 1e-9);
}

#[test]
fn a_straight_hit_and_a_throw_are_seen_from_the_side() {
    for motion in [DVec3::NEG_Z * 0.04, DVec3::Z, DVec3::NEG_Z * 300.0] {
        let framing = framed(&subject(motion, &[DVec3::Z]));
        assert!(framing.towards.x.abs() > 0.9, "{framing:?}");
        assert!(framing.towards.z.abs() < 1e-9 && framing.towards.y > 0.2);
    }
}

#[test]
fn a_step_is_seen_from_the_side_even_at_a_slant() {
    let mut slanted = subject(DVec3::new(0.03, 0.0, -0.03), &[DVec3::Z]);
    slanted.upright = true;
    let framing = framed(&slanted);
    assert!(framing.towards.x.abs() > 0.9, "{framing:?}");
}

#[test]
fn two_walls_are_seen_along_their_crease() {
    let corner = framed(&subject(DVec3::new(-1.0, 0.0, -1.0), &[DVec3::X, DVec3::Z]));
    assert!(
        corner.towards.y > 0.9 && corner.towards.x > 0.2,
        "{corner:?}"
    );
    // The crease of a ramp and a wall next to it is level.
    let ramp = DVec3::new(0.0, 0.8, 0.6);
    let level = framed(&subject(DVec3::NEG_Z, &[ramp, DVec3::Z]));
    assert!(level.towards.x.abs() > 0.9, "{level:?}");
}

#[test]
fn without_motion_or_normal_and_straight_down_there_is_still_a_view() {
    let cases = [
        (DVec3::ZERO, vec![]),
        (DVec3::ZERO, vec![DVec3::Y]),
        (DVec3::NEG_Y, vec![DVec3::Y]),
        (DVec3::NEG_Y, vec![]),
        (DVec3::Y * 1e-12, vec![DVec3::NEG_Y, DVec3::Y]),
    ];
    for (motion, normals) in cases {
        let framing = framed(&subject(motion, &normals));
        assert!(
            framing.towards.x.abs() > 0.9,
            "{motion} {normals:?}: {framing:?}"
        );
        assert!((framing.towards.length() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn everything_fits_into_the_picture_for_bodies_of_any_size() {
    for scale in [1e-3, 0.5, 40.0] {
        for motion in [DVec3::NEG_Z, DVec3::new(0.7, -0.2, 0.4), DVec3::X * 30.0] {
            let subject = FramingSubject {
                radius: 0.5 * scale,
                points: vec![DVec3::Y * scale, (DVec3::Y + motion) * scale],
                focus: DVec3::Y * scale,
                ..subject(motion * scale, &[DVec3::Z])
            };
            let framing = framed(&subject);
            let axes = framing.axes();
            let half = (FIELD_OF_VIEW_DEG * 0.5).to_radians().tan();
            for point in &subject.points {
                let ray = *point - framing.eye();
                let ahead = ray.dot(axes.look);
                let up = ray.dot(axes.right.cross(axes.look)).abs() + subject.radius;
                let right = ray.dot(axes.right).abs() + subject.radius;
                assert!(
                    up <= half * ahead && right <= half * 1.6 * ahead,
                    "{framing:?}"
                );
            }
        }
    }
}

#[test]
fn the_free_side_is_chosen_and_kept_until_the_other_is_much_better() {
    let hit = subject(DVec3::NEG_Z, &[DVec3::Z]);
    let right = |towards: DVec3| if towards.x > 0.0 { 1.0 } else { 0.1 };
    let seen = Framing::new(&hit, 1.6, None, right);
    assert!(seen.towards.x > 0.9);
    let a_little_worse = |towards: DVec3| if towards.x > 0.0 { 0.8 } else { 1.0 };
    let kept = Framing::new(&hit, 1.6, Some(&seen), a_little_worse);
    assert!(kept.towards.x > 0.9);
    let left = |towards: DVec3| if towards.x > 0.0 { 0.1 } else { 1.0 };
    assert!(Framing::new(&hit, 1.6, Some(&seen), left).towards.x < -0.9);
    // From below the eaves of a roof, the camera rises.
    let high = |towards: DVec3| if towards.y > 0.3 { 1.0 } else { 0.2 };
    assert!(Framing::new(&hit, 1.6, None, high).towards.y > 0.5);
}

#[test]
fn the_camera_glides_to_what_is_near_and_jumps_to_what_is_far() {
    let mut framing = framed(&subject(DVec3::NEG_Z, &[DVec3::Z]));
    let start = framing;
    let near = Framing {
        center: start.center + DVec3::X,
        ..start
    };
    framing.glide(&near, 1.0 / 60.0);
    let moved = framing.center.distance(start.center);
    assert!(moved > 0.05 && moved < 0.3, "{moved}");
    (0..120).for_each(|_| framing.glide(&near, 1.0 / 60.0));
    assert_eq!(framing, near);
    let far = Framing {
        center: start.center + DVec3::X * 500.0,
        ..start
    };
    framing.glide(&far, 1.0 / 60.0);
    assert_eq!(framing, far);
    // No time, no motion.
    framing.glide(&far, 0.0);
    assert_eq!(framing, far);
}

#[test]
fn beside_a_card_what_is_seen_is_in_the_middle_of_the_rest() {
    let framing = framed(&subject(DVec3::NEG_Z, &[DVec3::Z]));
    assert_eq!(framing.beside(1.6, 1.0), framing);
    assert_eq!(Framing::free_aspect(1.6, 0.5), 0.8);
    // Upright, the subject lies below the middle and keeps its width.
    assert_eq!(Framing::free_aspect(0.5, 0.1), 0.5 / BELOW);
    let below = framing.beside(0.5, 0.1);
    let (lifted, up) = (below.center - framing.center, DVec3::Y);
    assert!(lifted.dot(up) > 0.5 * lifted.length());
    assert_eq!(below.distance, framing.distance / BELOW);
    let moved = framing.beside(1.6, 0.6);
    // The rest is 0.6 of the picture, so its middle is 0.4 of half the picture to the left.
    let half_width = (FIELD_OF_VIEW_DEG * 0.5).to_radians().tan() * 1.6;
    let ray = framing.center - moved.eye();
    let axes = moved.axes();
    let place = ray.dot(axes.right) / (ray.dot(axes.look) * half_width);
    assert!((place + 0.4).abs() < 1e-9, "{place}");
    assert_eq!(moved.cut(framing.center), framing.cut(framing.center));
}

#[test]
fn the_cut_goes_through_the_focus() {
    let subject = subject(DVec3::NEG_Z, &[DVec3::Z]);
    let framing = framed(&subject);
    let on_plane = framing.eye() - framing.towards * framing.cut(subject.focus);
    assert!((on_plane - subject.focus).dot(framing.towards).abs() < 1e-9);
}
