//! Handles are dragged.

use sidle::geometry::Aabb;
use sidle::geometry::angle::{BinaryAngle, sin_cos_deg};

use super::*;
use crate::options::edit_action::{Nudge, NudgeKind};

/// The ray from `eye` through `point`.
fn ray_to(eye: DVec3, point: DVec3) -> Ray {
    let look = (point - eye).normalize();
    Ray {
        eye,
        look,
        heading: DVec3::new(look.x, 0.0, look.z).normalize(),
    }
}

/// Takes what is at `from` and drags it to `to`, as seen from above and aside.
fn drag(editor: &mut Editor, obb: &Obb, from: DVec3, to: DVec3) -> Handle {
    let eye = DVec3::new(3.0, 4.0, 5.0);
    let gizmo = Gizmo::new(editor, obb, eye).unwrap();
    let (start, end) = (ray_to(eye, from), ray_to(eye, to));
    let handle = gizmo.handle_at(&start).expect("a handle");
    editor.hold(handle, gizmo, &start, Magnet::off());
    editor.follow_handle(&start, false).unwrap();
    for share in 1..=20 {
        let through = from.lerp(to, f64::from(share) / 20.0);
        editor.follow_handle(&ray_to(eye, through), false).unwrap();
    }
    editor.follow_handle(&end, false).unwrap();
    editor.end_drag();
    handle
}

#[test]
fn handles_move_turn_and_size_in_steps_and_a_click_changes_nothing() {
    let text = "spawn.position = [0, 1, 0]\n[[prop]]\nkind = \"block\"\nposition = [0, 0, 0]\n";
    let at = |editor: &Editor| {
        let cube = Aabb::from_points([DVec3::splat(-0.5), DVec3::splat(0.5)]);
        let numbers = editor.selected_entry().unwrap().numbers;
        Obb::from_bounds(&cube.unwrap(), &numbers.placement()).unwrap()
    };
    let mut editor = Editor::new("level.toml".as_ref(), text).unwrap();
    editor.select("prop 0".parse().ok());
    let obb = at(&editor);
    let held = drag(&mut editor, &obb, DVec3::X * 0.8, DVec3::X * 0.8);
    assert_eq!((held, editor.text()), (Handle::Axis(0), text), "a click");
    drag(&mut editor, &obb, DVec3::X * 0.8, DVec3::X * 1.53);
    assert_eq!(editor.text(), text.replace("[0, 0, 0]", "[0.7, 0, 0]"));
    assert_eq!(editor.history.len(), 1, "one drag, one undo step");
    editor.undo().unwrap();
    let square = DVec3::new(0.5, 0.0, 0.5);
    let held = drag(
        &mut editor,
        &obb,
        square,
        square + DVec3::new(0.31, 0.0, -0.2),
    );
    assert_eq!(held, Handle::Plane(1));
    let position = editor.entries(EntryTable::Prop)[0].numbers.position;
    assert_eq!(position, DVec3::new(0.3, 0.0, -0.2));
    editor.undo().unwrap();
    editor.tool = Tool::Turn;
    let gizmo = Gizmo::new(&editor, &obb, DVec3::new(3.0, 4.0, 5.0)).unwrap();
    let arm = |degrees: f64| {
        let (sin, cos) = sin_cos_deg(degrees);
        DVec3::new(cos, 0.0, -sin) * gizmo.length
    };
    drag(&mut editor, &obb, arm(20.0), arm(58.0));
    assert_eq!(
        editor.selected_entry().unwrap().numbers.rotation_deg,
        DVec3::Y * 40.0
    );
    editor.undo().unwrap();
    editor.tool = Tool::Size;
    drag(&mut editor, &obb, DVec3::X * 0.5, DVec3::X * 1.48);
    let numbers = editor.selected_entry().unwrap().numbers;
    assert!((numbers.scale.x - 2.0).abs() < 1e-9, "{numbers:?}");
    assert!(
        (at(&editor).center().x - 0.5).abs() < 1e-9,
        "the other face stays"
    );
    // A face that is pushed through the other one leaves a sheet.
    let obb = at(&editor);
    drag(&mut editor, &obb, DVec3::X * 1.5, DVec3::X * -3.0);
    let numbers = editor.selected_entry().unwrap().numbers;
    assert!(
        numbers.scale.x > 0.0 && numbers.scale.x < 0.2,
        "{numbers:?}"
    );
}

#[test]
fn the_size_of_a_place_grows_evenly_from_its_foot() {
    let text = "spawn.position = [0, 1, 0]\n[[prefabs.a.prop]]\nkind = \"block\"\nposition = [0, 0.5, 0]\n\
                [[place]]\nprefab = \"a\"\nposition = [0, 0, 0]\n";
    let cube = [DVec3::new(-0.5, 0.0, -0.5), DVec3::new(0.5, 1.0, 0.5)];
    let cube = Aabb::from_points(cube).unwrap();
    let at = |editor: &Editor| {
        let numbers = editor.selected_entry().unwrap().numbers;
        Obb::from_bounds(&cube, &numbers.placement()).unwrap()
    };
    let mut editor = Editor::new("level.toml".as_ref(), text).unwrap();
    editor.select("place 0".parse().ok());
    editor.tool = Tool::Size;
    let obb = at(&editor);
    let knob = DVec3::new(0.5, 0.5, 0.0);
    drag(&mut editor, &obb, knob, knob + DVec3::X * 1.0);
    let grown = text.replace("[0, 0, 0]\n", "[0.5, 0, 0]\nscale = 2.0\n");
    assert_eq!(editor.text(), grown, "the foot and the other face stay");
    // The knob above it, and the keys.
    let obb = at(&editor);
    let top = obb.center() + DVec3::Y;
    drag(&mut editor, &obb, top, top + DVec3::Y);
    assert_eq!(editor.text(), grown.replace("2.0", "3.0"));
    let kind = NudgeKind::Scale { larger: true };
    let (fine, repeated) = (false, false);
    let nudge = Nudge {
        kind,
        fine,
        repeated,
    };
    editor.next_axis();
    editor
        .nudge(&nudge, BinaryAngle::from_degrees(0.0))
        .unwrap();
    let scale = editor.selected_entry().unwrap().numbers.scale;
    assert!(scale.x > 3.0 && scale == DVec3::splat(scale.x), "{scale}");
}

/// The ring of a block at the origin that is seen along `eye`, taken at `from` and led to `to`: which one, and how far it has turned.
fn turned(eye: DVec3, from: DVec3, to: DVec3) -> (Option<Handle>, f64) {
    let text = "spawn.position = [0, 1, 0]\n[[prop]]\nkind = \"block\"\nposition = [0, 0, 0]\n";
    let mut editor = Editor::new("level.toml".as_ref(), text).unwrap();
    editor.select("prop 0".parse().ok());
    editor.tool = Tool::Turn;
    let cube = Aabb::from_points([DVec3::splat(-0.5), DVec3::splat(0.5)]).unwrap();
    let numbers = editor.selected_entry().unwrap().numbers;
    let obb = Obb::from_bounds(&cube, &numbers.placement()).unwrap();
    let gizmo = Gizmo::new(&editor, &obb, eye).unwrap();
    let (start, end) = (ray_to(eye, from), ray_to(eye, to));
    let handle = gizmo.handle_at(&start);
    if let Some(handle) = handle {
        editor.hold(handle, gizmo, &start, Magnet::off());
        editor.follow_handle(&end, false).unwrap();
    }
    let numbers = editor.selected_entry().unwrap().numbers;
    assert_eq!(numbers.position, DVec3::ZERO, "it only turns");
    (handle, numbers.rotation_deg.y)
}

#[test]
fn a_ring_that_is_seen_edge_on_is_taken_and_turns_by_the_motion_along_it() {
    // The radius is 0.16 of the 5 m, so 0.8 m: 30 degrees are 0.8 m * 0.5236 = 0.419 m along it.
    let to = 0.4 + 0.419;
    for above in [-0.02, 0.0, 0.02] {
        let from = DVec3::new(0.4, above, 0.8);
        let held = turned(DVec3::Z * 5.0, from, DVec3::new(to, above, 0.8));
        assert_eq!(held, (Some(Handle::Ring(1)), 30.0), "{above}");
        // The motion across it does not count.
        let held = turned(DVec3::Z * 5.0, from, DVec3::new(to, 1.0, 0.8));
        assert_eq!(held, (Some(Handle::Ring(1)), 30.0), "{above}");
        let back = DVec3::new(0.4 - 0.419, above, 0.8);
        assert_eq!(turned(DVec3::Z * 5.0, from, back).1, -30.0, "{above}");
    }
}

#[test]
fn a_ring_turns_the_same_way_however_far_the_eye_is_above_it() {
    for height in [-3.0, -1.0, -0.3, 0.0, 0.3, 1.0, 3.0] {
        let eye = DVec3::new(0.0, height, 5.0);
        let radius = eye.length() * LENGTH;
        let near = |x: f64| DVec3::new(x, 0.0, (radius * radius - x * x).sqrt());
        let (handle, degrees) = turned(eye, near(0.2), near(0.5));
        assert_eq!(handle, Some(Handle::Ring(1)), "{height}");
        assert!((15.0..=30.0).contains(&degrees), "{height}: {degrees}");
    }
}

#[test]
fn a_ring_comes_before_the_target_that_it_covers_and_an_arrow_after_it() {
    // The ring of 0.16 * 7.071 m = 1.131 m, 20 degrees from X.
    let text = "spawn.position = [0, 1, 0]\n[[zone]]\non_enter = \"teleport\"\nposition = [0, 0, 0]\n\
                size = [1, 1, 1]\nto = [1.063, 0, -0.387]\n";
    let mut editor = Editor::new("level.toml".as_ref(), text).unwrap();
    editor.select("zone 0".parse().ok());
    let cube = Aabb::from_points([DVec3::splat(-0.5), DVec3::splat(0.5)]).unwrap();
    let obb = Obb::from_bounds(&cube, &EntryNumbers::at(DVec3::ZERO).placement()).unwrap();
    let eye = DVec3::new(3.0, 4.0, 5.0);
    let ray = ray_to(eye, DVec3::new(1.063, 0.0, -0.387));
    let taken = |editor: &Editor| {
        let gizmo = Gizmo::new(editor, &obb, eye).unwrap();
        let handle = gizmo.handle_at(&ray);
        (handle, gizmo.taken_point(editor, &ray, handle))
    };
    assert_eq!(taken(&editor).1, Some(0), "it is moved by itself");
    editor.tool = Tool::Turn;
    assert_eq!(taken(&editor), (Some(Handle::Ring(1)), None));
    // Once it is selected, it has arrows, and no rings.
    editor.select_point(0);
    editor.tool = Tool::Turn;
    let gizmo = Gizmo::new(&editor, &obb, eye).unwrap();
    let start = gizmo.center + DVec3::Y * gizmo.length * 0.8;
    let (start, end) = (ray_to(eye, start), ray_to(eye, start + DVec3::Y * 2.0));
    let handle = gizmo.handle_at(&start);
    assert_eq!(handle, Some(Handle::Axis(1)));
    assert_eq!(gizmo.taken_point(&editor, &start, handle), None);
    // Its middle goes along the floor, although an arrow begins there.
    let middle = ray_to(eye, gizmo.center + DVec3::Y * gizmo.length * 0.08);
    let handle = gizmo.handle_at(&middle);
    assert!(handle.is_some());
    assert_eq!(gizmo.taken_point(&editor, &middle, handle), Some(0));
    editor.hold(Handle::Axis(1), gizmo, &start, Magnet::off());
    editor.follow_handle(&end, false).unwrap();
    assert_eq!(
        editor.text(),
        text.replace("[1.063, 0, -0.387]", "[1.063, 2, -0.387]")
    );
}
