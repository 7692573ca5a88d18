//! Tests of `loading.rs`.

use super::*;
use crate::platform::built_in::TEST_LEVEL;
use sidle::level::Level;

/// The level loaded from `source`, prepared by `prepare`.
fn wait(source: &LevelSource, prepare: Prepare<()>) -> Loaded<()> {
    let mut loading = Loading::begin(source.clone(), Limits::Own, prepare);
    loop {
        if let Some(loaded) = loading.poll() {
            return loaded;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

#[test]
fn a_level_of_a_thread_equals_one_that_is_loaded_here() {
    let meshless = LevelSource::Edited {
        path: "levels/empty.toml".into(),
        text: "format = 1\nname = \"Empty\"\nspawn.position = [0, 1, 0]\n".to_owned(),
    };
    let files = [
        "levels/courtyard.toml",
        "assets/car.obj",
        "levels/none.toml",
    ];
    let files = files.map(|path| LevelSource::File(path.into()));
    for source in files
        .into_iter()
        .chain([LevelSource::BuiltIn(TEST_LEVEL.into()), meshless])
    {
        let here = load(source.clone(), Limits::Own, |_, _| (), &mut |_| ());
        let there = wait(&source, |_, _| ());
        assert!(there.level == here.level, "{source:?}");
        assert_eq!(there.diagnostics, here.diagnostics, "{source:?}");
        assert_eq!(there.text, here.text, "{source:?}");
    }
}

#[test]
fn loading_that_panics_is_reported() {
    fn panics(_: &Level, _: &mut Vec<Diagnostic>) {
        panic!("a test of loading that breaks off");
    }
    let loaded = wait(&LevelSource::BuiltIn(TEST_LEVEL.into()), panics);
    assert!(loaded.level.is_none());
    assert!(
        loaded.diagnostics[0]
            .message
            .starts_with("loading broke off")
    );
}

#[test]
fn what_is_given_up_is_freed_on_a_thread() {
    static FREED: AtomicUsize = AtomicUsize::new(0);
    struct Counted;
    impl Drop for Counted {
        fn drop(&mut self) {
            assert_ne!(std::thread::current().name(), Some(THIS), "freed here");
            FREED.fetch_add(1, Ordering::Relaxed);
        }
    }
    impl Handover for Counted {
        type Arriving = ();
        fn pack(&self, _: &mut dyn FnMut(&[u8])) {}
        fn add((): &mut (), _: &[u8]) -> Option<()> {
            None
        }
        fn finish((): (), _: &Level) -> Option<Self> {
            None
        }
    }
    const THIS: &str = "session::load::loading::tests::what_is_given_up_is_freed_on_a_thread";
    let wait = || std::thread::sleep(Duration::from_millis(5));
    // At once, and after it is loaded.
    for pauses in [0, 40] {
        let before = FREED.load(Ordering::Relaxed);
        let loading = Loading::begin(
            LevelSource::BuiltIn(TEST_LEVEL.into()),
            Limits::Own,
            |_, _| Counted,
        );
        (0..pauses).for_each(|_| wait());
        loading.cancel();
        while FREED.load(Ordering::Relaxed) == before {
            wait();
        }
    }
}

#[test]
fn a_status_survives_a_round_trip_as_a_number() {
    for stage in 0..STAGES.len() {
        for percent in [None, Some(0), Some(37), Some(100)] {
            let status = LoadStatus { stage, percent };
            assert_eq!(LoadStatus::of_number(status.to_number()), status);
            assert!(!status.words().is_empty());
        }
    }
    assert_eq!(LoadStatus::of_number(usize::MAX).words(), "");
}
