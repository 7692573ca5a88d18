//! Tests of `handover.rs`.

use super::*;
use crate::platform::built_in::TEST_LEVEL;
use crate::session::load::limits::Limits;
use crate::session::load::loader::load;
use crate::test_support::enter_root;
use sidle::level::{LengthUnit, MeshSpace, UpAxis};
use std::cell::RefCell;

/// The level of `source` as it comes from a worker.
fn hand_over(source: &LevelSource) -> Loaded<()> {
    for limits in [Limits::Own, Limits::Lifted] {
        let request = pack_request(source, limits).expect("a request");
        assert_eq!(unpack_request(&request), Some((source.clone(), limits)));
    }
    let request = pack_request(source, Limits::Own).expect("a request");
    let arriving = RefCell::new((Arriving::<()>::default(), None));
    serve(&request, |_, _| (), &|message| {
        let (level, last) = &mut *arriving.borrow_mut();
        assert_ne!(
            *last,
            Some(Arrival::Complete),
            "the end is the last message"
        );
        *last = level.add(message);
        assert!(last.is_some());
    });
    let (arriving, last) = arriving.into_inner();
    assert_eq!(last, Some(Arrival::Complete));
    arriving.finish(source.clone()).expect("a level")
}

#[test]
fn what_comes_from_a_worker_equals_what_is_loaded_here() {
    enter_root();
    let file = |path: &str| LevelSource::File(path.into());
    let text = std::fs::read_to_string("levels/car-crash.toml").expect("a level");
    let edited = |text: &str| LevelSource::Edited {
        path: "levels/courtyard.toml".into(),
        text: text.to_owned(),
    };
    let link = |text: &str| LevelSource::Link {
        path: "levels/guest.toml".into(),
        text: text.to_owned(),
    };
    let mesh = |units, up| LevelSource::Mesh {
        path: "assets/car.obj".into(),
        space: MeshSpace { units, up },
    };
    let sources = [
        mesh(LengthUnit::Foot, UpAxis::Y),
        mesh(LengthUnit::Metre, UpAxis::Z),
        link(&text),
        link("format = 1\nname = \"a\"\n"),
        file("levels/courtyard.toml"),
        file("assets/courtyard.obj"),
        file("levels/none.toml"),
        edited(&text),
        edited("format = 1\nname = \"a\"\n"),
    ];
    for source in sources {
        let here = load(source.clone(), Limits::Own, |_, _| (), &mut |_| ());
        let there = hand_over(&source);
        assert_eq!(there.diagnostics, here.diagnostics, "{source:?}");
        assert!(there.level == here.level, "{source:?}");
        assert_eq!(there.text, here.text, "{source:?}");
        assert_eq!(there.files, here.files, "{source:?}");
        let hash = here.level.map(|(level, ())| StaticHash::of_level(&level));
        assert_eq!(there.static_hash, hash, "{source:?}");
    }
}

#[test]
fn a_request_that_is_cut_loads_nothing() {
    let request = pack_request(&LevelSource::File("levels/a.toml".into()), Limits::Own).unwrap();
    for end in 0..request.len() {
        assert_eq!(unpack_request(&request[..end]), None);
        serve(&request[..end], |_, _| (), &|_| panic!("a message"));
    }
    for own in [
        LevelSource::BuiltIn(TEST_LEVEL.into()),
        LevelSource::StandIn,
    ] {
        assert_eq!(pack_request(&own, Limits::Own), None);
    }
}
