//! Navmeshes are compared with the floor that walkers reach.

use sidle::glam::DVec3;
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, Navmesh};

use super::planted::{Mesh, level_of};

/// A level rectangle between two corners of the plan, at a height.
#[derive(Clone, Copy)]
struct Plane {
    from: [f64; 2],
    to: [f64; 2],
    height: f64,
}

/// Floor of 12 × 12 m, and a ledge of 4 × 4 m beside it, 5 m higher.
const FLOOR: Plane = plane([-6.0, -6.0], [6.0, 6.0], 0.0);
const LEDGE: Plane = plane([6.5, -2.0], [10.5, 2.0], 5.0);

const fn plane(from: [f64; 2], to: [f64; 2], height: f64) -> Plane {
    Plane { from, to, height }
}

/// The differences between a navmesh of these planes and the level. They are narrower by the radius of the body, as Recast makes
/// them, and a little higher.
fn differences(planes: &[Plane]) -> Vec<Finding> {
    let mut mesh = Mesh::default();
    for Plane {
        from: [x0, z0],
        to: [x1, z1],
        height: y,
    } in [FLOOR, LEDGE]
    {
        mesh.face(&[[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
    }
    mesh.start = [0.0, 0.6, 0.0];
    let mut audit = Audit::new(level_of(&mesh), "planted.toml", AuditOptions::default());
    let triangles = planes.iter().flat_map(|plane| {
        let [x0, z0] = plane.from.map(|along| along + 0.4);
        let [x1, z1] = plane.to.map(|along| along - 0.4);
        let corner = |x, z| DVec3::new(x, plane.height + 0.1, z);
        let [a, b, c, d] = [
            corner(x0, z0),
            corner(x0, z1),
            corner(x1, z1),
            corner(x1, z0),
        ];
        [[a, b, c], [a, c, d]]
    });
    audit
        .compare_with(&Navmesh::new(triangles.collect()))
        .unwrap();
    audit.run(100_000, &mut |_| ());
    let mut found = audit.report().findings;
    found.retain(|finding| finding.kind().name().starts_with("navmesh"));
    found
}

#[test]
fn a_navmesh_of_what_walkers_reach_has_no_difference() {
    assert_eq!(differences(&[FLOOR]), []);
}

#[test]
fn a_ledge_that_nobody_reaches_is_one_difference() {
    let found = differences(&[FLOOR, LEDGE]);
    let [ledge] = &found[..] else {
        panic!("{found:#?}")
    };
    assert_eq!(ledge.kind(), FindingKind::NavmeshUnreached);
    assert!(
        ledge.message.contains("no way leads to it"),
        "{}",
        ledge.message
    );
    assert!(
        ledge.at.distance(DVec3::new(8.5, 5.1, 0.0)) < 0.5,
        "{}",
        ledge.at
    );
    assert!((2.9..3.6).contains(&ledge.size), "{}", ledge.size);
}

#[test]
fn a_navmesh_in_the_air_is_a_difference_of_another_kind() {
    let found = differences(&[FLOOR, plane([-3.0, -3.0], [3.0, 3.0], 1.5)]);
    let [air] = &found[..] else {
        panic!("{found:#?}")
    };
    assert_eq!(air.kind(), FindingKind::NavmeshUnreached);
    assert!(
        air.message.contains("cannot stand there"),
        "{}",
        air.message
    );
}

#[test]
fn floor_that_the_navmesh_lacks_is_one_difference() {
    let found = differences(&[plane([-6.0, -6.0], [0.0, 6.0], 0.0)]);
    let [half] = &found[..] else {
        panic!("{found:#?}")
    };
    assert_eq!(half.kind(), FindingKind::NavmeshMissing);
    assert!(
        half.at.distance(DVec3::new(3.0, 0.0, 0.0)) < 1.0,
        "{}",
        half.at
    );
    // The rims and what is within reach of the navmesh are left out.
    assert!((6.0..8.0).contains(&half.size), "{}", half.size);
}

#[test]
fn a_navmesh_that_covers_the_level_very_many_times_is_refused() {
    let far = 1e9;
    let corners = [[-far, -far], [far, -far], [0.0, far]].map(|[x, z]| DVec3::new(x, 0.0, z));
    let mut mesh = Mesh::default();
    mesh.face(&[
        [-40.0, 0.0, -40.0],
        [-40.0, 0.0, 40.0],
        [40.0, 0.0, 40.0],
        [40.0, 0.0, -40.0],
    ]);
    mesh.start = [0.0, 0.6, 0.0];
    let mut audit = Audit::new(level_of(&mesh), "planted.toml", AuditOptions::default());
    assert!(
        audit
            .compare_with(&Navmesh::new(vec![corners; 30_000]))
            .is_err()
    );
}
