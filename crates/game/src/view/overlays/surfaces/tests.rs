//! Tests of `surfaces.rs`.

use super::*;
use crate::platform::built_in::BuiltIn;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::level::load_level;

/// The overlay in a shipped level, seen from `eye` after this many ticks of standing still.
fn drawn(name: &str, eye: DVec3, ticks: u32) -> DebugDraw {
    let path = format!("levels/{name}.toml");
    let mut level = load_level(path.as_ref(), &BuiltIn).level.unwrap();
    level.rules.spawn.position = DVec3::new(0.0, 0.5, -15.0);
    let (mut sim, scene) = Sim::of_level(level, 120);
    for _ in 0..ticks {
        sim.tick(&sim.idle_command());
    }
    let mut debug = DebugDraw::new(DVec3::ZERO);
    debug.begin(eye, ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO));
    draw_surfaces(&mut debug, &scene, &sim, 0.0);
    debug
}

fn names(debug: &DebugDraw) -> Vec<&str> {
    let mut names: Vec<_> = debug.labels.iter().map(|label| &*label.text).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_surface_near_the_eye_is_named_with_its_rules() {
    let debug = drawn("surfaces", DVec3::new(0.0, 2.0, 0.0), 0);
    let expected = [
        "belt-away: conveyor 3.0 m/s",
        "belt-back: conveyor 3.0 m/s",
        "belt-up: conveyor 2.0 m/s",
        "ice: friction 0.1",
        "light: sensor",
        "mud: friction 10",
        "shelf: one-way",
        "shelf: one-way",
        "shelf: one-way",
        "slope: slopes up to 65°",
        "steps: steps up to 0.6 m",
    ];
    assert_eq!(names(&debug), expected);
    // From far below, none is in reach.
    let far = drawn("surfaces", DVec3::new(0.0, -1000.0, 0.0), 0);
    assert!(far.labels.is_empty() && far.geometry.faces.is_empty());
}

#[test]
fn a_sensor_says_that_it_is_touched() {
    let debug = drawn("surfaces", DVec3::new(0.0, 2.0, 0.0), 1);
    assert!(names(&debug).contains(&"light: sensor, touched"));
}

#[test]
fn a_level_without_surfaces_has_nothing_drawn() {
    let debug = drawn("courtyard", DVec3::Y, 0);
    assert!(debug.geometry.faces.is_empty() && debug.geometry.lines.is_empty());
    assert!(debug.labels.is_empty());
}

#[test]
fn a_square_has_a_border_of_four_lines_and_arrows_that_keep_their_distance() {
    let [a, b, c, d] =
        [[0.0, 0.0], [0.0, 8.0], [8.0, 8.0], [8.0, 0.0]].map(|[x, z]| DVec3::new(x, 0.0, z));
    let plane = Plane::from_points(a, b, c).unwrap();
    let mut patch = Patch::default();
    patch.add([a, b, c], plane);
    patch.add([a, c, d], plane);
    let places = patch.places.len();
    assert!((8..=MAX_ARROWS).contains(&places), "{places}");
    let mut debug = DebugDraw::new(DVec3::ZERO);
    patch.draw(&mut debug, &SurfaceRules::default());
    assert_eq!(debug.geometry.lines.len(), 4);
    // Each arrow is a line and a head.
    let belt = SurfaceRules {
        conveyor: DVec3::X,
        ..SurfaceRules::default()
    };
    patch.draw(&mut debug, &belt);
    assert_eq!(debug.geometry.lines.len(), 4 + 4 + places);
    assert_eq!(debug.geometry.faces.len(), places);
}
