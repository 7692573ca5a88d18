//! Tests of `overlay_set.rs`.

use super::*;

#[test]
fn overlay_names_are_parsed_in_any_order() {
    let both = OverlaySet::parse("tightness, boxes").unwrap();
    assert!(both.has(Overlay::Boxes) && both.has(Overlay::Tightness));
    assert!(!both.has(Overlay::Triangles));
    let all = OverlaySet::parse("all").unwrap();
    let over_the_level = Overlay::ALL.iter().map(|entry| entry.overlay);
    let mut over_the_level = over_the_level.filter(|overlay| *overlay != Overlay::Panes);
    assert!(over_the_level.all(|overlay| all.has(overlay)) && !all.has(Overlay::Panes));
    assert_eq!(OverlaySet::parse(&all.names().join(",")), Ok(all));
    assert_eq!(both.names(), ["boxes", "tightness"]);
    assert_eq!(OverlaySet::parse("none"), Ok(OverlaySet(0)));
    assert_eq!(OverlaySet::parse("none,boxes"), OverlaySet::parse("boxes"));
}

#[test]
fn an_unknown_name_is_reported_with_the_known_ones() {
    for (text, unknown) in [
        ("", ""),
        ("boxes,", ""),
        ("Boxes", "Boxes"),
        ("boxes,x", "x"),
    ] {
        let message = OverlaySet::parse(text).unwrap_err();
        assert!(message.contains(&format!("`{unknown}`")), "{message}");
        assert!(
            message.contains("boxes, triangles, xray, tightness, axes"),
            "{message}"
        );
    }
}

#[test]
fn a_key_switches_its_whole_group_and_no_other() {
    let mut shown = OverlaySet::parse("triangles,tightness").unwrap();
    shown.toggle(1);
    assert_eq!(
        shown,
        OverlaySet::parse("boxes,triangles,zones,tightness").unwrap()
    );
    shown.toggle(2);
    assert_eq!(shown, OverlaySet::parse("boxes,triangles,zones").unwrap());
    for key in 2..=9 {
        shown.toggle(key);
        assert_ne!(
            shown,
            OverlaySet::parse("boxes,triangles,zones").unwrap(),
            "{key}"
        );
        if key == 8 {
            // Ghosts, then panes.
            shown.toggle(key);
        }
        shown.toggle(key);
        assert_eq!(
            shown,
            OverlaySet::parse("boxes,triangles,zones").unwrap(),
            "{key}"
        );
    }
    shown.toggle(0);
    assert_eq!(shown, OverlaySet::parse("boxes,triangles,zones").unwrap());
}

#[test]
fn the_first_key_shows_wires_then_xray_then_nothing() {
    let mut shown = OverlaySet::default();
    for names in ["boxes,triangles,zones", "xray,zones", "none"] {
        shown.toggle(1);
        assert_eq!(shown, OverlaySet::parse(names).unwrap(), "{names}");
    }
    // With boxes and xray only, the key first adds the triangles.
    let mut boxes = OverlaySet::parse("boxes,xray").unwrap();
    assert!(!boxes.has(Overlay::Triangles));
    boxes.toggle(1);
    assert_eq!(boxes, OverlaySet::parse("xray,zones").unwrap());
}

#[test]
fn the_key_of_ghosts_shows_them_then_panes_then_nothing() {
    let mut shown = OverlaySet::default();
    for names in ["ghosts", "ghosts,panes", "none"] {
        shown.toggle(8);
        assert_eq!(shown, OverlaySet::parse(names).unwrap(), "{names}");
    }
    assert!(OverlaySet::parse("panes").unwrap().ghosts());
}

#[test]
fn panes_and_the_view_from_the_side_take_each_others_place() {
    let mut shown = OverlaySet::parse("moves").unwrap();
    for (key, names) in [
        (8, "moves,ghosts"),
        (8, "ghosts,panes"),
        (5, "moves,ghosts"),
        (5, "ghosts"),
    ] {
        shown.toggle(key);
        assert_eq!(shown, OverlaySet::parse(names).unwrap(), "{names}");
    }
    shown.set(Overlay::Panes, true);
    shown.set(Overlay::Moves, true);
    assert!(shown.has(Overlay::Moves) && !shown.has(Overlay::Panes));
    let both = OverlaySet::parse("moves,panes").unwrap();
    assert_eq!(both, OverlaySet::parse("panes").unwrap());
}

#[test]
fn only_overlays_of_the_trace_need_it() {
    for (names, reads) in [
        ("none", false),
        (
            "boxes,triangles,tightness,axes,contacts,moves,ghosts,tree",
            false,
        ),
        ("candidates", true),
        ("tests", true),
    ] {
        assert_eq!(
            OverlaySet::parse(names).unwrap().needs_trace(),
            reads,
            "{names}"
        );
    }
}
