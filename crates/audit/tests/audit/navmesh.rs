//! Navmeshes are compared with the floor that walkers reach.

use sidle::glam::DVec3;
use sidle_audit::{Audit, AuditOptions, Finding, FindingKind, Navmesh, NavmeshLink};

use super::planted::{Mesh, level_of};

/// A level rectangle between two corners of the plan, at a height.
#[derive(Clone, Copy)]
struct Plane {
    from: [f64; 2],
    to: [f64; 2],
    height: f64,
}

/// Floor of 12 × 12 m, with a ledge of 4 × 4 m at one side, 5 m higher.
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

/// A two-way link between two places.
fn link(start: [f64; 3], end: [f64; 3]) -> NavmeshLink {
    NavmeshLink {
        ends: [start, end].map(DVec3::from_array),
        radius: 0.6,
        is_two_way: true,
    }
}

/// The findings about these links in a level: the floor, a ledge 1 m above it, one 2.5 m above it, both at its sides, and two floors
/// across gaps of 3 and of 14 m. The last ledge, 30 m away, is beyond reach.
fn faults_of(links: Vec<NavmeshLink>) -> Vec<Finding> {
    let mut mesh = Mesh::default();
    for Plane {
        from: [x0, z0],
        to: [x1, z1],
        height: y,
    } in [
        FLOOR,
        plane([6.2, -6.0], [10.0, -1.0], 1.0),
        plane([6.2, 1.0], [10.0, 6.0], 2.5),
        plane([-3.0, 9.0], [3.0, 13.0], 0.0),
        plane([-3.0, -24.0], [3.0, -20.0], 0.0),
    ] {
        mesh.face(&[[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
        // No way below the ledges.
        let low = y - 3.0;
        mesh.face(&[[x0, y, z0], [x0, low, z0], [x0, low, z1], [x0, y, z1]]);
    }
    mesh.start = [0.0, 0.6, 0.0];
    let mut audit = Audit::new(level_of(&mesh), "planted.toml", AuditOptions::default());
    audit
        .compare_with(&Navmesh::default().with_links(links))
        .unwrap();
    audit.run(300_000, &mut |_| ());
    let mut found = audit.report().findings;
    found.retain(|finding| finding.kind().name().starts_with("navmesh"));
    found
}

#[test]
fn links_that_walkers_go_are_no_findings() {
    let one_way = NavmeshLink {
        is_two_way: false,
        ..link([7.5, 2.6, 3.0], [4.5, 0.1, 3.0])
    };
    // A step up by a jump, a leap over the gap, and a way over plain floor.
    let links = vec![
        link([4.5, 0.1, -3.0], [7.5, 1.1, -3.0]),
        link([0.0, 0.1, 5.0], [0.0, 0.1, 10.0]),
        link([-4.0, 0.1, 0.0], [4.0, 0.1, 2.0]),
    ];
    assert_eq!(faults_of(links), []);
    // Nobody is on the high ledge, so that nobody goes down from it.
    let [down] = &faults_of(vec![one_way])[..] else {
        panic!("one finding")
    };
    assert!(
        down.message
            .contains("no walker reached the floor at its start"),
        "{}",
        down.message
    );
}

#[test]
fn links_that_no_walker_can_go_say_why() {
    let links = vec![
        link([4.5, 0.1, 3.0], [7.5, 2.6, 3.0]),
        link([0.0, 0.1, -5.0], [0.0, 0.1, -21.0]),
        link([4.5, 0.1, 0.0], [20.0, 0.1, 0.0]),
    ];
    let found = faults_of(links);
    let messages: Vec<_> = found
        .iter()
        .map(|finding| finding.message.clone())
        .collect();
    assert_eq!(found.len(), 3, "{messages:#?}");
    for (finding, words) in found.iter().zip([
        "from 0 0.1 -5 to 0 0.1 -21 m that no walker can go: no walker reached the floor at its end",
        "from 4.5 0.1 0 to 20 0.1 0 m that no walker can go: there is no floor at its end",
        "from 4.5 0.1 3 to 7.5 2.6 3 m that no walker can go: no walker reached the floor at its end",
    ]) {
        assert!(finding.message.contains(words), "{messages:#?}");
        assert_eq!(finding.kind(), FindingKind::NavmeshLink);
        assert_eq!(finding.way.len(), 2);
    }
}

/// A floor with a ledge of this height, to which a ramp leads far around, and the findings about a link up to it.
fn faults_at_ledge(height: f64, link: NavmeshLink) -> Vec<Finding> {
    let mut mesh = Mesh::default();
    let h = height;
    mesh.face(&[
        [-6.0, 0.0, -20.0],
        [-6.0, 0.0, 20.0],
        [0.0, 0.0, 20.0],
        [0.0, 0.0, -20.0],
    ]);
    mesh.face(&[
        [0.0, h, -20.0],
        [0.0, h, 12.0],
        [6.0, h, 12.0],
        [6.0, h, -20.0],
    ]);
    mesh.face(&[
        [0.0, h, -20.0],
        [0.0, 0.0, -20.0],
        [0.0, 0.0, 12.0],
        [0.0, h, 12.0],
    ]);
    // The ramp.
    mesh.face(&[
        [0.0, h, 12.0],
        [0.0, 0.0, 20.0],
        [6.0, 0.0, 20.0],
        [6.0, h, 12.0],
    ]);
    mesh.start = [-3.0, 0.6, 0.0];
    let mut audit = Audit::new(level_of(&mesh), "planted.toml", AuditOptions::default());
    audit
        .compare_with(&Navmesh::default().with_links(vec![link]))
        .unwrap();
    audit.run(400_000, &mut |_| ());
    let mut found = audit.report().findings;
    found.retain(|finding| finding.kind() == FindingKind::NavmeshLink);
    found
}

#[test]
fn a_way_far_around_is_not_the_link_and_a_fall_is_one_way() {
    let up = link([-1.5, 0.1, -14.0], [1.5, 3.1, -14.0]);
    let [high] = &faults_at_ledge(3.0, up)[..] else {
        panic!("one finding")
    };
    let words = "that walkers can only go back: its end is 3.00 m higher, and a walker climbs";
    assert!(high.message.contains(words), "{}", high.message);
    let down = NavmeshLink {
        ends: [up.ends[1], up.ends[0]],
        is_two_way: false,
        ..up
    };
    assert_eq!(faults_at_ledge(3.0, down), []);
    let turned = NavmeshLink {
        is_two_way: true,
        ..down
    };
    let [high] = &faults_at_ledge(3.0, turned)[..] else {
        panic!("one finding")
    };
    let words = "that walkers can only go the other way: its end is 3.00 m higher";
    assert!(high.message.contains(words), "{}", high.message);
    // The same ledge, so low that one jumps onto it.
    let low = link([-1.5, 0.1, -14.0], [1.5, 1.1, -14.0]);
    assert_eq!(faults_at_ledge(1.0, low), []);
}

#[test]
fn too_many_links_are_refused_and_damaged_ones_harmless() {
    let far = [f64::NAN, f64::INFINITY, 1e300, -1e9, 1e9, 3e8, -0.0];
    let damaged = far.iter().flat_map(|x| {
        let link = |y: f64| NavmeshLink {
            radius: *x,
            ..link([*x, y, 0.0], [y, 0.1, *x])
        };
        far.map(link)
    });
    let damaged: Vec<_> = damaged.collect();
    let found = faults_of(damaged.clone());
    assert!(found.iter().all(|finding| finding.size.is_finite()));
    let navmesh = Navmesh::default().with_links(damaged);
    assert!(
        navmesh
            .links()
            .iter()
            .all(|link| (0.0..=2.0).contains(&link.radius))
    );
    let links = vec![link([0.0; 3], [1.0; 3]); 10_001];
    let mut mesh = Mesh::default();
    mesh.face(&[
        [-4.0, 0.0, -4.0],
        [-4.0, 0.0, 4.0],
        [4.0, 0.0, 4.0],
        [4.0, 0.0, -4.0],
    ]);
    mesh.start = [0.0, 0.6, 0.0];
    let mut audit = Audit::new(level_of(&mesh), "planted.toml", AuditOptions::default());
    let refused = audit.compare_with(&Navmesh::default().with_links(links));
    assert!(refused.unwrap_err().contains("10001 links"));
}
