//! Tests of `values.rs`.

use super::*;

/// The text of a new file with `values`.
fn written(values: &Values) -> String {
    let changes = values.changes_since(&Values::default());
    changes.iter().fold(String::new(), |text, change| {
        crate::options::settings::text::apply(&text, change)
    })
}

#[test]
fn written_values_are_parsed_back() {
    let mut values = Values {
        start_level: Some("a \"b\".toml".into()),
        sensitivity: 0.001,
        invert_mouse: true,
        field_of_view_deg: 120.0,
        surfaces: SurfaceStyle::Collision,
        ambient_occlusion: false,
        effects: false,
        sound: false,
        volume: 0.25,
        stick_turn_deg: 90.5,
        msaa: Some(8),
        page: Some("https://example.org/sidle/".into()),
        hints_seen: true,
        tour_offered: true,
        tour_done: 3,
        goals: vec!["corners".into(), "speed".into()],
        bindings: Bindings::default(),
    };
    let mut keys = KeyOverrides::default();
    keys.add("walk_forward", &["Up", "Numpad 8"]).unwrap();
    keys.add("turn_up", &["'"]).unwrap();
    keys.add("next_controller", &[]).unwrap();
    values.bindings = Bindings::with_overrides(keys);
    let text = written(&values);
    assert_eq!(Values::parse(&text), (values, vec![]), "{text}");
    assert!(
        text.contains("[keys]\n") && text.contains("next_controller = []"),
        "{text}"
    );
}

#[test]
fn default_values_are_not_written() {
    assert_eq!(written(&Values::default()), "");
}

#[test]
fn each_invalid_value_is_reported_and_the_others_are_used() {
    let text = "start_level = 3\nsensitivity = \"x\"\nfield_of_view_deg = 20\nmsaa = 0\n\
                invert_mouse = 1\nstick_turn_deg = nan\nhints_seen = true\npage = \"sidle\"\nsurfaces = \"nice\"\n\
                effects = 2\nambient_occlusion = \"on\"\nsound = 1\nvolume = 1.5\ntour_done = 6\ngoals = [\"a\", 1]\n\
                [keys]\nwalk_forward = \"Upp\"\nwalk_back = 3\nfly = \"M\"\npause = [\"N\", \"m\"]\n\
                jump = \"Esc\"\nlater = \"X\"\nhelp = \"F2\"\n";
    let (values, problems) = Values::parse(text);
    assert!(values.hints_seen);
    let expected = [
        "1: `start_level` must be the path of a level, in quotes",
        "2: `sensitivity` must be a number from 0.001 to 10",
        "3: `field_of_view_deg` must be a number from 30 to 120",
        "4: `msaa` must be a number from 1 to 16",
        "5: `invert_mouse` must be true or false",
        "6: `stick_turn_deg` must be a number from 10 to 1000",
        "8: `page` must be the address of a page, in quotes",
        "9: `surfaces` must be `materials`, `checker`, `plain` or `collision`, in quotes",
        "10: `effects` must be true or false",
        "11: `ambient_occlusion` must be true or false",
        "12: `sound` must be true or false",
        "13: `volume` must be a number from 0 to 1",
        "14: `tour_done` must be a number from 0 to 5",
        "15: `goals` must be a list of names in quotes",
        "17: `walk_forward` cannot be bound: there is no key `Upp`",
        "18: `walk_back` must be the name of a key in quotes, or a list of some",
        "20: `pause` cannot be bound: `M` does `fly` already",
        "21: `jump` cannot be bound: Esc always leaves",
    ];
    assert_eq!(problems, expected);
    let label = |name: &str| values.bindings.expand_keys(&format!("{{{name}}}"));
    assert_eq!(
        (label("walk_forward"), label("pause")),
        ("W".into(), "P".into())
    );
    assert_eq!((label("fly"), label("jump")), ("M".into(), "Space".into()));
    // An override takes the key from the row that has it by default.
    assert_eq!(
        (label("help"), label("numbers")),
        ("F2".into(), "no key".into())
    );
}
