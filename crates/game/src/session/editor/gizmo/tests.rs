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
