//! The nearest points of a core against slower searches that share nothing with them.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::query::{
    ObbOverlap, closest_triangle_point, overlap_obb_obb, overlap_obb_triangle, sweep_box_capsule,
    sweep_box_obb, sweep_box_triangle_until,
};
use crate::test_support::Random;

/// The least distance of the core to a convex shape whose nearest point to any point is known: from point to nearest point and
/// back, which comes nearer with each step.
fn by_alternation(core: &Core, nearest: impl Fn(DVec3) -> DVec3) -> f64 {
    let mut least = f64::INFINITY;
    for number in 0..8 {
        let corner = [1, 2, 4].map(|bit| if number & bit == 0 { -1.0 } else { 1.0 });
        let corner = DVec3::from_array(corner);
        let mut on_core = core.middle + corner * core.half;
        for _ in 0..1000 {
            let on_shape = nearest(on_core);
            on_core = core.middle + (on_shape - core.middle).clamp(-core.half, core.half);
            least = min(least, on_core.distance(on_shape));
        }
    }
    least
}

/// An upright box of a case, mostly of a usual size.
fn body(random: &mut Random) -> UprightBody {
    let half_width = random.vec3(0.5).x.abs() + 0.02;
    let rise = if random.vec3(1.0).x < 0.0 { 0.0 } else { 1.2 };
    UprightBody::square_box(random.vec3(0.7), half_width, rise).unwrap()
}

fn triangle(random: &mut Random, case: usize) -> Option<Triangle> {
    let mut corners = [(); 3].map(|()| random.vec3(2.0));
    match case % 4 {
        // Level, as a floor.
        0 => corners.iter_mut().for_each(|corner| corner.y = 0.25),
        // Upright along an axis, as a wall.
        1 => corners.iter_mut().for_each(|corner| corner.z = -0.5),
        _ => {}
    }
    Triangle::new(corners.map(|corner| corner.as_vec3()))
}

fn obb(random: &mut Random, case: usize) -> Obb {
    let rotation = match case % 4 {
        0 => DMat3::IDENTITY,
        1 => rotation_from_degrees(DVec3::Y * random.vec3(180.0).x),
        2 => rotation_from_degrees(DVec3::new(0.0, 90.0, 0.0)),
        _ => rotation_from_degrees(random.vec3(180.0)),
    };
    Obb::new(random.vec3(1.5), rotation, random.vec3(1.0).abs()).unwrap()
}

#[test]
fn no_other_points_of_a_core_and_a_triangle_are_nearer() {
    let mut random = Random::new(53);
    let mut apart = 0;
    for case in 0..600 {
        let Some(triangle) = triangle(&mut random, case) else {
            continue;
        };
        let core = Core::of(&body(&mut random));
        let pair = core.closest_to_triangle(&triangle);
        let (found, label) = (pair.distance_squared().sqrt(), format!("seed 53, {case}"));
        let on_triangle = closest_triangle_point(&triangle, pair.on_second);
        assert!(on_triangle.abs_diff_eq(pair.on_second, 1e-7), "{label}");
        let from_middle = (pair.on_first - core.middle).abs() - core.half;
        assert!(from_middle.max_element() < 1e-12, "{label}");
        let least = by_alternation(&core, |point| closest_triangle_point(&triangle, point));
        assert!(found <= least + 1e-9, "{label}: {found} > {least}");
        let overlap = overlap_obb_triangle(&core.obb().unwrap(), &triangle);
        if let ObbOverlap::Apart(gap) = overlap {
            assert!(found >= gap.separation - 1e-9, "{label}");
            apart += 1;
        } else {
            assert!(found < 1e-9, "{label}: {found} within");
        }
        let mirrored = core.is_far_from(&triangle, DVec3::ZERO, found * 0.99);
        assert!(
            !core.is_far_from(&triangle, DVec3::ZERO, found + 1e-9),
            "{label}"
        );
        assert!(found > 0.0 || !mirrored, "{label}");
    }
    assert!((100..500).contains(&apart), "{apart}");
}

#[test]
fn no_other_points_of_a_core_and_a_box_are_nearer() {
    let mut random = Random::new(59);
    let mut apart = 0;
    for case in 0..600 {
        let (core, obb) = (Core::of(&body(&mut random)), obb(&mut random, case));
        let pair = core.closest_to_obb(&obb);
        let (found, label) = (pair.distance_squared().sqrt(), format!("seed 59, {case}"));
        let nearest = |point| crate::query::closest_obb_point(&obb, point);
        assert!(
            nearest(pair.on_second).abs_diff_eq(pair.on_second, 1e-9),
            "{label}"
        );
        let least = by_alternation(&core, nearest);
        assert!(found <= least + 1e-9, "{label}: {found} > {least}");
        match overlap_obb_obb(&core.obb().unwrap(), &obb) {
            ObbOverlap::Apart(gap) => {
                assert!(found >= gap.separation - 1e-9, "{label}");
                apart += 1;
            }
            ObbOverlap::Overlapping(_) => assert!(found < 1e-9, "{label}: {found} within"),
        }
    }
    assert!((100..550).contains(&apart), "{apart}");
}

#[test]
fn a_swept_box_stops_where_it_first_touches() {
    let mut random = Random::new(61);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..900 {
        let body = body(&mut random);
        let (motion, core) = (random.vec3(3.0), Core::of(&body));
        let (hit, distance): (_, Box<dyn Fn(f64) -> f64>) = match case % 3 {
            0 => {
                let Some(triangle) = triangle(&mut random, case / 3) else {
                    continue;
                };
                let hit = sweep_box_triangle_until(&body, motion, 1.0, &triangle);
                let at = move |fraction| {
                    let moved = core.moved(motion * fraction);
                    moved
                        .closest_to_triangle(&triangle)
                        .distance_squared()
                        .sqrt()
                };
                (hit, Box::new(at))
            }
            1 => {
                let obb = obb(&mut random, case / 3);
                let at = move |fraction| {
                    let moved = core.moved(motion * fraction);
                    moved.closest_to_obb(&obb).distance_squared().sqrt()
                };
                (sweep_box_obb(&body, motion, &obb), Box::new(at))
            }
            _ => {
                let other = crate::geometry::Capsule::new(random.vec3(1.5), 0.4, 0.7).unwrap();
                let at = move |fraction| {
                    let moved = core.moved(motion * fraction);
                    let pair = moved.closest_to_axis(other.base(), other.rise());
                    pair.distance_squared().sqrt() - other.radius()
                };
                (sweep_box_capsule(&body, motion, &other), Box::new(at))
            }
        };
        let (gap, label) = (
            |fraction| distance(fraction) - body.rounding(),
            format!("seed 61, {case}"),
        );
        let steps = (0..=200).map(|step| gap(f64::from(step) / 200.0));
        let least = steps.fold(f64::INFINITY, min);
        match hit {
            Some(hit) if gap(0.0) > 1e-6 => {
                hits += 1;
                assert!(
                    gap(hit.fraction).abs() < 1e-8,
                    "{label}: {}",
                    gap(hit.fraction)
                );
                assert!(gap(hit.fraction * 0.99) > -1e-8, "{label}");
                assert!(hit.normal.dot(motion) < 0.0, "{label}");
            }
            None if gap(0.0) > 1e-6 => {
                misses += 1;
                assert!(least > -1e-8, "{label}: {least} deep");
            }
            _ => {}
        }
    }
    assert!(hits > 60 && misses > 100, "{hits}, {misses}");
}

#[test]
fn a_box_on_a_floor_of_two_triangles_sees_the_floor_only() {
    // The edge of the second triangle is 1.5 mm beside the core, which is 10 mm above the floor.
    let corner = |x: f32, z: f32| glam::Vec3::new(x, 0.0, z);
    let next = [corner(0.2915, -9.0), corner(0.2915, 9.0), corner(9.0, 0.0)];
    let next = Triangle::new(next).unwrap();
    let body = UprightBody::square_box(DVec3::Y * 0.3, 0.3, 1.2).unwrap();
    let pair = Core::of(&body).closest_to_triangle(&next);
    let normal = (pair.on_first - pair.on_second).normalize();
    assert!(
        normal.y > 0.98 && pair.distance_squared().sqrt() < 0.0102,
        "{pair:?}"
    );
}
