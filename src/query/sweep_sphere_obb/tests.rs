//! Tests of `sweep_sphere_obb.rs`.

use super::*;
use crate::geometry::rotation_from_degrees;
use crate::test_support::{Random, check_sweep};
use glam::DMat3;

fn sweep(start: DVec3, motion: DVec3) -> Option<SweepHit> {
    let unit = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::ONE).unwrap();
    sweep_sphere_obb(&Sphere::new(start, 1.0).unwrap(), motion, &unit)
}

#[test]
fn face_edge_and_corner_each_stop_the_sphere_one_radius_away() {
    for direction in [
        DVec3::X,
        DVec3::NEG_Y,
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::ONE,
    ] {
        let hit = sweep(direction * 5.0, direction * -5.0).unwrap();
        assert!(
            hit.normal.abs_diff_eq(direction.normalize(), 1e-12),
            "{direction}: {hit:?}"
        );
        assert!(hit.point.abs_diff_eq(direction, 1e-12));
        assert!((hit.center.distance(hit.point) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn motion_beside_a_corner_is_free_though_it_enters_the_inflated_box() {
    // Past the edge x = y = 1 along z, off by (0.75, 0.75): inside the box inflated by 1, but
    // 1.06 m from the edge.
    let start = DVec3::new(1.75, 1.75, -5.0);
    assert_eq!(sweep(start, DVec3::Z * 10.0), None);
    assert!(sweep(start - DVec3::X * 0.1, DVec3::Z * 10.0).is_some());
}

#[test]
fn a_sphere_past_one_edge_is_stopped_by_the_next_edge() {
    // Enters the inflated box next to the edge along z, leaves that edge's reach, and lands on
    // the edge along x.
    let start = DVec3::new(1.9, 1.9, 0.0);
    let hit = sweep(start, DVec3::new(-1.5, -0.6, 1.99)).unwrap();
    assert!((hit.center.distance(hit.point) - 1.0).abs() < 1e-9);
}

#[test]
fn touching_at_the_start_hits_only_if_the_motion_goes_deeper() {
    let at_rest = DVec3::new(0.3, 2.0, 0.3);
    assert_eq!(
        sweep(at_rest, DVec3::new(1.0, -0.1, 0.0)).unwrap().fraction,
        0.0
    );
    assert_eq!(sweep(at_rest, DVec3::X), None);
    assert_eq!(sweep(at_rest, DVec3::Y), None);
    // With the centre inside, towards the nearest face is outwards.
    let inside = DVec3::new(0.0, 0.9, 0.0);
    assert_eq!(sweep(inside, DVec3::Y), None);
    assert_eq!(sweep(inside, DVec3::NEG_Y).unwrap().normal, DVec3::Y);
}

#[test]
fn it_agrees_with_conservative_advancement_on_random_boxes() {
    let mut random = Random::new(29);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..20_000 {
        let rotation = rotation_from_degrees(random.vec3(180.0));
        let mut half = random.vec3(1.5).abs();
        if case % 7 == 0 {
            half.y = 0.0; // a sheet
        }
        let obb = Obb::new(random.vec3(2.0), rotation, half).unwrap();
        let sphere = Sphere::new(random.vec3(5.0), 0.05 + random.signed().abs()).unwrap();
        let aim = obb.to_world(random.vec3(2.5));
        let motion = (aim - sphere.center()) * (1.0 + random.signed().abs());
        let closest = |center| closest_obb_point(&obb, center);
        if closest(sphere.center()).distance(sphere.center()) <= sphere.radius() {
            continue;
        }
        let found = sweep_sphere_obb(&sphere, motion, &obb);
        let name = format!("seed 29, case {case}");
        let hit = check_sweep(&sphere, motion, found.as_ref(), closest, 1e-5, &name);
        hits += u32::from(hit);
        misses += u32::from(!hit);
    }
    assert!(hits > 3000 && misses > 3000, "{hits} hits, {misses} misses");
}

/// [`sweep_sphere_obb`] without shortcuts. It always looks for the touch at the start, and at all seven parts of the motion.
fn sweep_all_parts(sphere: &Sphere, motion: DVec3, obb: &Obb) -> Option<SweepHit> {
    let (start, radius) = (sphere.center(), sphere.radius());
    let at = |fraction: f64| {
        let center = start + motion * fraction;
        let point = closest_obb_point(obb, center);
        let away = center - point;
        (center, point, away)
    };
    let (_, point, away) = at(0.0);
    if away.length_squared() <= radius * radius * (1.0 + START_MARGIN) {
        let inside = || closest_obb_face(obb, start).normal;
        let normal = away.try_normalize().unwrap_or_else(inside);
        let hit = SweepHit {
            fraction: 0.0,
            center: start,
            point,
            normal,
        };
        return (normal.dot(motion) < 0.0).then_some(hit);
    }
    let (from, half) = (obb.to_local(start), obb.half_extents());
    let way = obb.axes().transpose() * motion;
    let mut ends = [1.0; 7];
    for axis in 0..3 {
        for (slot, face) in [(2 * axis, half[axis]), (2 * axis + 1, -half[axis])] {
            let fraction = (face - from[axis]) / way[axis];
            if fraction > 0.0 && fraction < 1.0 {
                ends[slot] = fraction;
            }
        }
    }
    ends.sort_unstable_by(f64::total_cmp);
    let mut begin = 0.0;
    for end in ends {
        let middle = from + way * ((begin + end) * 0.5);
        let (mut beyond, mut across, mut power) = (DVec3::ZERO, DVec3::ZERO, -radius * radius);
        for axis in 0..3 {
            if middle[axis].abs() > half[axis] {
                let face = half[axis].copysign(middle[axis]);
                beyond[axis] = from[axis] + way[axis] * begin - face;
                across[axis] = way[axis];
                power += beyond[axis] * beyond[axis];
            }
        }
        let wait = if power <= 0.0 {
            Some(0.0)
        } else {
            enter_ball(beyond, across, radius, power).filter(|wait| *wait <= end - begin)
        };
        if let Some(wait) = wait {
            let fraction = begin + wait;
            let (center, point, away) = at(fraction);
            return Some(SweepHit {
                fraction,
                center,
                point,
                normal: away.try_normalize()?,
            });
        }
        begin = end;
    }
    None
}

#[test]
fn its_shortcuts_change_no_bit() {
    let mut random = Random::new(31);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..60_000 {
        let rotation = match case % 3 {
            0 => DMat3::IDENTITY,
            _ => rotation_from_degrees(random.vec3(180.0)),
        };
        let mut half = random.vec3(1.5).abs();
        if case % 7 == 0 {
            half.y = 0.0; // a sheet
        }
        let far = random.vec3([0.0, 1e3, 1e7][case / 3 % 3]);
        let obb = Obb::new(far + random.vec3(2.0), rotation, half).unwrap();
        let radius = [1e-3, 0.3, 20.0][case / 9 % 3];
        // From inside, from a gap around the one that a slide keeps, and from far away.
        let on_box = obb.to_world(random.vec3(1.2).clamp(-half, half));
        let gap = [-0.1, 0.0, 1e-7, 5e-5, 1e-3, 0.5, 9.0][case / 27 % 7] * random.signed().abs();
        let outward = obb.axes().col(case % 3) * random.signed().signum();
        let start = on_box + outward * (radius + gap);
        let length = [1e-6, 0.1, 3.0, 500.0][case / 189 % 4];
        let motion = match case % 5 {
            0 => obb.axes().col((case + 1) % 3) * length, // along a face
            1 => outward * -length,
            _ => random.vec3(length),
        };
        let sphere = Sphere::new(start, radius).unwrap();
        let found = sweep_sphere_obb(&sphere, motion, &obb);
        let bits = |hit: SweepHit| {
            [hit.center, hit.point, hit.normal, DVec3::X * hit.fraction]
                .map(|vector| vector.to_array().map(f64::to_bits))
        };
        let expected = sweep_all_parts(&sphere, motion, &obb);
        assert_eq!(found.map(bits), expected.map(bits), "seed 31, case {case}");
        match found {
            Some(_) => hits += 1,
            None => misses += 1,
        }
    }
    assert!(hits > 9_000 && misses > 9_000, "{hits}, {misses}");
}
