//! `sidle conformance`.

use std::fs;

use super::run::{Folder, json, sidle};

#[test]
fn a_controller_that_passes_exits_with_0_and_stands_in_every_report() {
    let folder = Folder::new();
    let [out, page, tests] = ["r.json", "r.html", "r.xml"].map(|name| folder.path(name));
    let run = [
        "conformance",
        "--controller",
        "swept",
        "--only",
        "gaps",
        "--json",
        &out,
        "--html",
        &page,
        "--junit",
        &tests,
    ];
    let table = sidle(&run).fine();
    assert!(
        table.contains("gaps") && table.contains("32 of 32"),
        "{table}"
    );
    let report = json(&fs::read_to_string(&out).unwrap());
    let mover = &report["movers"][0];
    assert_eq!(mover["name"], "swept");
    let first = &mover["families"][0]["scenes"][0];
    assert_eq!(
        (&first["scene"], &first["result"]),
        (&"wide".into(), &"passed".into())
    );
    assert!(
        first["figure"].is_number() && first["recording"].is_null(),
        "{first}"
    );
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<h2 id=\"gaps\">") && !page.contains("<script"));
    let tests = fs::read_to_string(tests).unwrap();
    assert!(tests.contains("failures=\"0\""), "{tests}");
}

#[test]
fn a_failure_exits_with_1_and_has_a_recording_that_verifies() {
    let folder = Folder::new();
    let [out, page] = ["r.json", "r.html"].map(|name| folder.path(name));
    let run = [
        "conformance",
        "--controller",
        "classic",
        "--only",
        "thin",
        "--json",
        &out,
        "--html",
        &page,
    ];
    let failed = sidle(&run);
    assert_eq!((failed.code, failed.stderr.as_str()), (1, ""));
    let report = json(&fs::read_to_string(&out).unwrap());
    let scenes = report["movers"][0]["families"][0]["scenes"]
        .as_array()
        .unwrap()
        .clone();
    let mut recordings = scenes
        .iter()
        .filter_map(|scene| scene["recording"].as_str());
    let recording = folder.path(recordings.next().expect("a tunnel"));
    let verified = sidle(&["replay", &recording, "--verify"]).fine();
    assert!(verified.contains("verified"), "{verified}");
    assert!(scenes.iter().any(|scene| scene["result"] == "not offered"));
    assert!(fs::read_to_string(page).unwrap().contains("<svg"));
}

#[test]
fn the_list_has_all_scenes_and_an_unknown_family_is_a_usage_error() {
    let list = sidle(&["conformance", "--list"]).fine();
    let last = list.lines().last().unwrap();
    let mut numbers = last.split(' ').filter_map(|word| word.parse::<u32>().ok());
    let (scenes, variants) = (numbers.next().unwrap(), numbers.next().unwrap());
    assert!(scenes >= 60 && variants >= 600, "{last}");
    assert!(
        sidle(&["conformance", "--only", "walks"])
            .failed(2)
            .contains("walks")
    );
    let padding = ["conformance", "--padding", "jolt=2"];
    assert!(sidle(&padding).failed(2).contains("expected NAME=METRES"));
}

#[test]
fn a_run_that_tests_nothing_fails_and_says_why() {
    let none = ["conformance", "--controller", "boxed", "--only", "resizing"];
    let run = sidle(&none);
    let message = run.stderr;
    assert_eq!(run.code, 1);
    assert!(
        message.contains(
            "nothing was tested: `boxed` offers none of these variants (needs \"crouch\")"
        ),
        "{message}"
    );
    let some = sidle(&[&none[..], &["--controller", "swept"]].concat());
    assert_eq!(some.code, 0);
    assert!(
        some.stderr.contains("warning: `boxed` offers none"),
        "{}",
        some.stderr
    );
}

#[test]
fn a_refusal_is_not_offered_and_is_told_with_its_text() {
    let capsules = r#"x=sh -c 'while read -r line; do case $line in
*hello*) echo "{\"name\":\"x\",\"version\":\"1\",\"can\":[\"move\"]}";;
*sphere*) echo "{\"error\":\"only capsules\"}";;
*world*) echo "{}";;
*) echo "{\"position\":[0,0,0],\"velocity\":[0,0,0],\"ground\":\"none\"}";; esac; done'"#;
    let folder = Folder::new();
    let out = folder.path("r.json");
    let run = [
        "conformance",
        "--only",
        "gaps",
        "--json",
        &out,
        "--mover",
        capsules,
    ];
    let run = sidle(&run);
    let told = "and refuses 16 variants: only capsules";
    assert!(run.stdout.contains(told), "{}", run.stdout);
    let report = json(&fs::read_to_string(&out).unwrap());
    let settings = report["movers"][0]["settings"].as_str().unwrap();
    assert!(settings.contains("refuses 16 variants"), "{settings}");
}

#[test]
fn a_mover_that_does_not_start_and_a_folder_that_is_missing_are_named() {
    let run = sidle(&[
        "conformance",
        "--mover",
        "x=no-such-program",
        "--only",
        "gaps",
    ]);
    let (table, error) = (run.stdout, run.stderr);
    assert!(
        run.code == 1 && table.contains("x: did not say who it is"),
        "{table}"
    );
    let [count, repair] = [
        "`x` answered 32 variants with an error",
        "check the command in --mover",
    ];
    assert!(error.contains(count) && error.contains(repair), "{error}");
    // Before anything runs.
    let folder = Folder::new();
    let out = folder.path("missing/r.json");
    let error = sidle(&["conformance", "--json", &out]).failed(1);
    assert!(error.contains("there is no folder"), "{error}");
}
