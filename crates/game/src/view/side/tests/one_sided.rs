//! Tests of what a one-sided face did.

use super::*;

#[test]
fn a_one_sided_face_that_saves_a_fast_body_says_so_and_one_that_throws_it_through_is_no_leap() {
    let sentence = |(z, yaw_deg), kind| {
        let mut session = until("one-sided", (z, yaw_deg, true), kind);
        session.update_contact_clip();
        let mut view = SideView::new(DVec3::ZERO);
        let picture = view.draw(&session, 1.6, 1.0).expect("a contact");
        picture.caption.sentence.clone()
    };
    // The sheet is at z = 35, and a tick is 833 mm long.
    let saved = sentence((36.466, 0.0), ContactKind::Touch);
    assert!(
        saved.starts_with("Its centre landed 201 mm behind a one-sided face, which pushed it back"),
        "{saved}"
    );
    let thrown = sentence((33.0, 180.0), ContactKind::Tunnel);
    assert!(
        thrown.starts_with("Its centre was ") && thrown.contains("from wherever it comes"),
        "{thrown}"
    );
}

#[test]
fn a_push_to_the_front_of_a_one_sided_face_is_told_with_all_lengths_in_one_unit() {
    let mut session = until("one-sided", (33.3, 180.0, false), ContactKind::Tunnel);
    session.update_contact_clip();
    let mut view = SideView::new(DVec3::ZERO);
    let picture = view.draw(&session, 1.6, 1.0).expect("a contact");
    let sentence = &picture.caption.sentence;
    assert!(
        sentence.starts_with("Its centre was ")
            && sentence.contains(" mm behind a one-sided face, which pushes to its front"),
        "{sentence}"
    );
    // It moved more than a metre.
    let rows = &picture.caption.rows;
    let lengths: Vec<&str> = rows.iter().map(|(_, _, length)| length.as_str()).collect();
    let listed = picture.details.rows.iter().filter_map(|row| match row {
        InfoRow::Value(_, value, _) => Some(value.as_str()),
        _ => None,
    });
    for length in lengths.into_iter().chain(listed) {
        assert!(length.contains(" mm") && !length.contains('.'), "{length}");
    }
}
