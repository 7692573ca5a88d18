//! A level over its budget is refused before anything is built, with what, how much and the limit.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sidle::level::{
    Budget, BudgetItem, Excess, Files, LoadedLevel, WithLevel, load_level_reporting,
};
use sidle::replay::Moment;
use sidle::sim::Sim;

use crate::support::cases;
use crate::support::fs::{self, Disk};

const HEAD: &str =
    "format = 1\nname = \"A\"\nspawn.position = [0, 5, 0]\nspawn.controller = \"swept\"\n";

/// A machine at rest takes up to four seconds, for a hundred thousand props in a debug build. A busy one may take several times
/// as long. What costs the square of their number takes ten minutes.
const LIMIT: Duration = Duration::from_secs(60);

/// Every other file is one with a single triangle.
struct Triangle;

impl Files for Triangle {
    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Ok(b"v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n".to_vec())
    }
}

fn load(body: &str, budget: &Budget) -> LoadedLevel {
    let path = "levels/a.toml".as_ref();
    let text = format!("{HEAD}{body}");
    let files = WithLevel {
        path,
        text: &text,
        files: &Triangle,
    };
    let start = Instant::now();
    let loaded = load_level_reporting(path, &files, budget, &mut |_| ());
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
    loaded
}

fn errors(loaded: &LoadedLevel) -> Vec<String> {
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|problem| problem.is_error());
    errors
        .map(|problem| format!("{}: {}", problem.location(), problem.message))
        .collect()
}

#[test]
fn every_number_of_a_budget_is_a_limit() {
    let mesh = "[[mesh]]\nfile = \"a.obj\"\n";
    let kind = "[kinds.a]\nmesh = \"a.obj\"\n";
    let prop = "[[prop]]\nkind = \"a\"\nposition = [0, 0, 0]\n";
    let mover =
        "[[mover]]\nkind = \"a\"\nspeed = 1\npath = [[0, 0, 0], [9, 0, 0]]\non_hit = \"pass\"\n";
    let zone =
        "[[zone]]\nposition = [0, 0, 0]\nsize = [1, 1, 1]\non_enter = \"message\"\ntext = \"a\"\n";
    let own = Budget::OWN;
    for (things, body, budget) in [
        ("meshes", mesh.repeat(4), Budget { meshes: 3, ..own }),
        (
            "triangles",
            mesh.repeat(4),
            Budget {
                triangles: 3,
                ..own
            },
        ),
        (
            "triangles",
            format!("{kind}{}", prop.repeat(4)),
            Budget {
                triangles: 3,
                ..own
            },
        ),
        (
            "triangles",
            format!("{kind}{}", mover.repeat(4)),
            Budget {
                triangles: 3,
                ..own
            },
        ),
        (
            "props",
            format!("{kind}{}", prop.repeat(4)),
            Budget { props: 3, ..own },
        ),
        (
            "movers",
            format!("{kind}{}", mover.repeat(4)),
            Budget { movers: 3, ..own },
        ),
        ("zones", zone.repeat(4), Budget { zones: 3, ..own }),
    ] {
        let found = errors(&load(&body, &budget));
        assert_eq!(found.len(), 1, "{things}: {found:?}");
        let message = format!("this level has 4 {things}, and may have at most 3");
        assert!(found[0].ends_with(&message), "{found:?}");
        // At the limit it is accepted.
        let whole = Budget {
            meshes: 4,
            triangles: 4,
            props: 4,
            movers: 4,
            zones: 4,
            ..own
        };
        assert_eq!(errors(&load(&body, &whole)), [""; 0], "{things}");
    }
    let points = Budget {
        path_points: 3,
        ..own
    };
    let found = errors(&load(&format!("{kind}{}", mover.repeat(2)), &points));
    assert!(
        found[0].ends_with("has 4 points of paths, and may have at most 3"),
        "{found:?}"
    );
    for (budget, things) in [
        (
            Budget {
                mesh_bytes: 10,
                ..own
            },
            "bytes of meshes",
        ),
        (
            Budget {
                memory: 1 << 10,
                ..own
            },
            "MB of memory",
        ),
        (
            Budget {
                text_bytes: 100,
                ..own
            },
            "bytes, and may have at most 100",
        ),
    ] {
        let found = errors(&load(&mesh.repeat(4), &budget));
        assert!(found[0].contains(things), "{found:?}");
    }
}

#[test]
fn a_budget_names_the_first_place_beyond_it() {
    let prop = "[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n";
    let loaded = load(
        &prop.repeat(5),
        &Budget {
            props: 3,
            ..Budget::OWN
        },
    );
    // Four lines, and three props of three lines.
    assert_eq!(
        errors(&loaded),
        ["levels/a.toml:14:1: this level has 5 props, and may have at most 3"]
    );
    assert!(loaded.diagnostics[0].help.is_some());
}

#[test]
fn thousands_of_boxes_in_one_place_cost_no_quadratic_time() {
    let prop = "[[prop]]\nkind = \"crate\"\nposition = [0, 0.5, 0]\n";
    let many = prop.repeat(cases(30_000, 100_000));
    let any = Budget {
        tick_tests: u64::MAX,
        ..Budget::OWN
    };
    assert_eq!(errors(&load(&many, &any)), [""; 0]);
    // The ticks would take long.
    let found = errors(&load(&many, &Budget::OWN));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("at 0.2, 0.8, 0.2, a body touches"),
        "{found:?}"
    );
    let found = errors(&load(&prop.repeat(19_000), &Budget::LINK));
    assert!(found[0].contains("19000 props"), "{found:?}");
    let mover = "[[mover]]\nkind = \"crate\"\nspeed = 1\npath = [[0, 0, 0], [9, 0, 0]]\n";
    for (count, budget) in [(cases(5_000, 10_000), Budget::OWN), (200, Budget::LINK)] {
        let found = errors(&load(&mover.repeat(count), &budget));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains("every tick compares each pair"),
            "{found:?}"
        );
    }
}

#[test]
fn links_that_froze_a_page_are_refused_at_once() {
    for (name, link) in [
        (
            "terrain30",
            include_str!("../fixtures/hostile/terrain30.txt"),
        ),
        ("hang", include_str!("../fixtures/hostile/hang.txt")),
        ("pile", include_str!("../fixtures/hostile/pile.txt")),
    ] {
        let start = Instant::now();
        let moment = Moment::decode(link).unwrap_or_else(|error| panic!("{name}: {error}"));
        let path = moment.path().as_ref();
        let files = WithLevel {
            path,
            text: moment.text(),
            files: &Disk,
        };
        let loaded = load_level_reporting(path, &files, &Budget::LINK, &mut |_| ());
        assert!(loaded.level.is_none(), "{name}");
        assert!(!errors(&loaded).is_empty(), "{name}");
        assert!(start.elapsed() < LIMIT, "{name}: {:?}", start.elapsed());
    }
}

#[test]
fn shipped_levels_are_far_below_the_limit_of_a_tick() {
    let budget = Budget {
        tick_tests: Budget::LINK.tick_tests * 2 / 5,
        ..Budget::OWN
    };
    for entry in fs::read_dir("levels").expect("a folder") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let loaded = load_level_reporting(&path, &Disk, &budget, &mut |_| ());
            assert_eq!(errors(&loaded), [""; 0], "{}", path.display());
        }
    }
}

#[test]
fn a_link_of_many_ticks_is_refused_when_it_is_read() {
    let link = include_str!("../fixtures/hostile/ticks33M.txt");
    let error = Moment::decode(link)
        .expect_err("a day of ticks")
        .to_string();
    assert!(
        error.contains("33554432 ticks, and may have 1048576"),
        "{error}"
    );
}

#[test]
fn the_largest_link_stays_within_two_hundred_megabytes_by_estimate() {
    let Budget {
        triangles, memory, ..
    } = Budget::LINK;
    assert!(memory <= 200_000_000, "{memory} bytes");
    // The limit of triangles counts before that of memory does, so the message names what the author can see.
    let mesh = "[[mesh]]\nfile = \"../assets/terrain.obj\"\n";
    let load = |meshes: usize| {
        let text = format!(
            "format = 1\nname = \"A\"\nspawn.position = [0, 50, 0]\n{}",
            mesh.repeat(meshes)
        );
        let path = "levels/a.toml".as_ref();
        let files = WithLevel {
            path,
            text: &text,
            files: &Disk,
        };
        errors(&load_level_reporting(
            path,
            &files,
            &Budget::LINK,
            &mut |_| (),
        ))
    };
    // A terrain has 53 792 triangles.
    let most = triangles as usize / 53_792;
    assert_eq!(load(most), [""; 0]);
    let found = load(most + 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].ends_with("triangles, and may have at most 500000"),
        "{found:?}"
    );
}

fn items(excess: &Excess) -> Vec<(BudgetItem, u64, u64)> {
    let overruns = excess.overruns.iter();
    overruns
        .map(|overrun| (overrun.item, overrun.found, overrun.limit))
        .collect()
}

#[test]
fn what_is_over_the_budget_is_told_with_the_cost_of_the_whole_level() {
    let own = Budget::OWN;
    // Each file has one triangle and 33 bytes.
    let meshes: String = (0..9)
        .map(|number| format!("[[mesh]]\nfile = \"{number}.obj\"\n"))
        .collect();
    let few = Budget {
        triangles: 3,
        mesh_bytes: 90,
        ..own
    };
    let excess = load(&meshes, &few).excess.expect("an excess");
    assert_eq!(
        items(&excess),
        [
            (BudgetItem::MeshBytes, 9 * 33, 90),
            (BudgetItem::Triangles, 9, 3)
        ]
    );
    assert_eq!((excess.triangles, excess.mesh_bytes), (9, 9 * 33));
    assert!(excess.memory > 9 * 300 && excess.can_be_lifted());
    // Of a link's level, no further file is read.
    let link = Budget {
        counts_all: false,
        ..few
    };
    let excess = load(&meshes, &link).excess.expect("an excess");
    assert_eq!(items(&excess), [(BudgetItem::MeshBytes, 3 * 33, 90)]);
    // At the limit, and without limits, there is none.
    let whole = Budget {
        triangles: 9,
        mesh_bytes: 9 * 33,
        ..own
    };
    for budget in [whole, Budget::UNLIMITED] {
        let loaded = load(&meshes, &budget);
        assert!(loaded.excess.is_none() && loaded.level.is_some());
    }
    // The text itself, and the pairs of movers, which only the placed boxes show.
    let short = Budget {
        text_bytes: 10,
        ..own
    };
    let excess = load(&meshes, &short).excess.expect("an excess");
    let bytes = (HEAD.len() + meshes.len()) as u64;
    assert_eq!(items(&excess), [(BudgetItem::TextBytes, bytes, 10)]);
    let mover = "[[mover]]\nkind = \"crate\"\nspeed = 1\npath = [[0, 0, 0], [9, 0, 0]]\n";
    let few = Budget {
        mover_pairs: 5,
        ..own
    };
    let excess = load(&mover.repeat(3), &few).excess.expect("an excess");
    assert_eq!(items(&excess), [(BudgetItem::MoverPairs, 6, 5)]);
}

#[test]
fn a_level_with_other_errors_is_not_only_too_large() {
    let budget = Budget {
        props: 1,
        ..Budget::OWN
    };
    let prop = "[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n";
    assert!(load(&prop.repeat(2), &budget).excess.is_some());
    let broken = format!("{}[[prop]]\nkind = \"tree\"\n", prop.repeat(2));
    let loaded = load(&broken, &budget);
    assert!(loaded.excess.is_none() && errors(&loaded).len() > 1);
}

#[test]
fn what_cannot_be_addressed_is_refused_even_without_limits() {
    let narrow = Budget {
        least_memory: 4_000_000,
        ..Budget::UNLIMITED
    };
    // A triangle that collides takes at least 52 bytes, and one that is only drawn is not counted.
    let mesh = "[[mesh]]\nfile = \"a.obj\"\n";
    let many = mesh.repeat(60_000);
    let found = errors(&load(&many, &narrow));
    assert_eq!(found.len(), 1, "{found:?}");
    let message = "needs at least 5 MB of memory, and this program can address only 4";
    assert!(found[0].ends_with(message), "{found:?}");
    let excess = load(&many, &narrow).excess.expect("an excess");
    assert!(!excess.can_be_lifted());
    let drawn = format!("{mesh}collide = false\n").repeat(30_000);
    assert_eq!(errors(&load(&drawn, &narrow)), [""; 0]);
}

#[test]
fn fast_movers_and_a_tiny_player_do_not_make_a_tick_slow() {
    // The player's radius bounds a step of a mover, so each of these would need millions of steps.
    let player = "[player]\nradius = 0.01\n";
    let mover =
        "[[mover]]\nkind = \"crate\"\nspeed = 1000\non_hit = \"pass\"\non_end = \"restart\"\n";
    let movers: String = (0..200)
        .map(|x| format!("{mover}path = [[{x}, 0, 0], [{x}, 0, 1]]\n"))
        .collect();
    let loaded = load(&format!("{player}{movers}"), &Budget::LINK);
    assert_eq!(errors(&loaded), [""; 0]);
    let mut sim = Sim::of_level(loaded.level.expect("a level"), 1).0;
    let start = Instant::now();
    for _ in 0..20 {
        sim.tick(&sim.idle_command());
    }
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
}
