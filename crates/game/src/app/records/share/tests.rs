//! Tests of `share.rs`.

use super::*;
use crate::session::load::{LevelSource, Limits, load};
use crate::test_support::{play, walking};
use sidle::geometry::angle::BinaryAngle;
use sidle::player::Command;

/// A walk of so many ticks in the test level, at 60 ticks per second; a `restless` player turns in each tick.
fn walked(ticks: u32, restless: bool) -> (Session, LevelDocument) {
    let mut loaded = load(
        LevelSource::BuiltIn(TEST.into()),
        Limits::Own,
        |_, _| (),
        &mut |_| (),
    );
    let (level, ()) = loaded.level.take().expect("the test level");
    let mut session = Session::new(level, None, 60);
    for tick in 0..ticks {
        let turn = if restless {
            tick.wrapping_mul(0x9E37_79B9).rotate_left(tick % 31)
        } else {
            0
        };
        let command = Command {
            yaw: BinaryAngle::from_bits(turn),
            ..walking(&session.sim, 1.0, 0.0)
        };
        play(&mut session, command);
    }
    let document = LevelDocument::new(&loaded);
    (session, document)
}

/// Searches a little at a time.
fn found(session: &Session, document: &LevelDocument) -> Result<Shared, String> {
    let mut search = Search::begin(session, document, false)?;
    let (path, text) = (document.link_path(), document.text());
    let slice = Duration::from_micros(500);
    std::iter::repeat_with(|| search.advance(slice, &path, text))
        .flatten()
        .next()
        .expect("an end")
}

#[test]
fn of_a_minute_that_is_too_long_the_most_seconds_that_fit_are_shared() {
    let (session, document) = walked(70 * 60, true);
    let (path, text) = (document.link_path(), document.text());
    let whole = |seconds: usize| {
        let past = session.past(TEST, seconds * 60).expect("a past");
        share(past.finish().recording(), &path, text, true)
    };
    let most = (1..60).rev().find_map(|seconds| whole(seconds).ok());
    let (most, shared) = (most.expect("a second fits"), found(&session, &document));
    let shared = shared.expect("a link");
    assert!(whole(60).is_err() && shared.cut);
    assert_eq!((shared.text, shared.seconds), (most.text, most.seconds));
}

#[test]
fn a_short_walk_is_shared_whole_and_nothing_is_no_link() {
    let (session, document) = walked(300, false);
    let shared = found(&session, &document).expect("a link");
    assert_eq!((shared.seconds, shared.cut), (5.0, false));
    let (session, document) = walked(0, false);
    let message = found(&session, &document).err();
    assert_eq!(message.as_deref(), Some("nothing has happened yet"));
}

#[test]
fn a_link_has_the_hash_of_the_level_as_it_was_edited() {
    let (mut session, document) = walked(30, false);
    let before = session.level_hash();
    let mut placement = session.prop_placements().next().expect("a prop");
    placement.position.y += 3.0;
    session.place_prop(0, &placement);
    assert_ne!(session.level_hash(), before);
    let shared = found(&session, &document).expect("a link");
    let moment = Moment::decode(&shared.text).expect("a good link");
    let header = &moment.recording().header;
    assert_eq!(header.level_hash, session.level_hash());
}

const TEST: &str = crate::platform::built_in::TEST_LEVEL;
