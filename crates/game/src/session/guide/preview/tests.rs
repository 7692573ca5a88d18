//! Tests of `preview.rs`.

use sidle::geometry::{Obb, Triangle};
use sidle::glam::{DMat3, Vec3};

use super::*;
use crate::session::load::{LevelSource, Limits, load};
use crate::session::recordings::load_recording;
use crate::test_support::enter_root;

#[test]
fn a_preview_names_the_level_the_controller_and_the_length_and_draws_the_path() {
    enter_root();
    let recording = load_recording("recordings/ride.sidle".as_ref()).expect("a recording");
    let path = format!("levels/{}", recording.header.file);
    let loaded = load(
        LevelSource::File(path.into()),
        Limits::Own,
        |_, _| (),
        &mut |_| (),
    );
    let (mut level, ()) = loaded.level.expect("a level");
    recording.header.apply_to(&mut level);
    let session = Session::new(level, None, recording.header.hz);
    let mut maker = PreviewMaker::new(&session, &recording);
    // A little in each frame.
    let mut slices = std::iter::repeat_with(|| maker.advance(&session, Duration::from_micros(200)));
    let preview = slices.find_map(|preview| preview).expect("a preview");
    assert_eq!(preview.level, session.level.name);
    assert_eq!(preview.seconds, recording.seconds());
    assert!(!preview.controllers.is_empty());
    let Map {
        corners: [low, high],
        path,
        ground,
        ..
    } = &preview.map;
    assert!(path.len() > 10 && path.len() <= MAX_POINTS + 1);
    assert!(!ground.is_empty() && ground.len() <= MAX_SHAPES);
    let inside = |place: &Point| {
        [0, 1]
            .iter()
            .all(|at| (low[*at]..=high[*at]).contains(&place[*at]))
    };
    assert!(path.iter().all(inside));
    assert!(preview.message().starts_with("preview {\"level\":"));
}

#[test]
fn a_map_is_made_in_parts_and_leaves_nothing_out() {
    let at = |number: usize| Vec3::X * number as f32;
    let walls = 2 * SOLIDS_AT_ONCE + 1;
    let corners = [Vec3::ZERO, Vec3::Z, 2.0 * Vec3::Y];
    let wall = |number| Triangle::new(corners.map(|corner| corner + at(number)));
    let floor = Triangle::new([Vec3::ZERO, Vec3::Z, at(1)]);
    let block = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(0.1));
    let world = World::new(
        (0..walls).filter_map(wall).chain(floor).collect(),
        vec![block.expect("a box"); 3],
    );
    let path = [DVec3::Y, DVec3::new(walls as f64, 1.0, 0.0)];
    let mut maker = MapMaker::around(&path);
    let parts = 1 + (0..).take_while(|_| !maker.advance(&world)).count();
    assert_eq!(parts, 3);
    let Map {
        ground,
        boxes,
        walls: lines,
        ..
    } = maker.map;
    assert_eq!((ground.len(), boxes.len(), lines.len()), (1, 3, walls));
    assert_eq!(
        lines.last(),
        Some(&[[walls as f64 - 1.0, 0.5], [walls as f64 - 1.0, 0.0]])
    );
    let mut maker = MapMaker::around(&path);
    assert!(maker.advance(&World::new(vec![], vec![])));
}
