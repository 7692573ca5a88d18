//! Measures moves, casts and builds. The candidates take turns in five rounds.

use std::hint::black_box;
use std::time::Instant;

use rapier3d::parry::shape::{TriMesh, TriMeshFlags};
use sidle::geometry::Capsule;
use sidle::glam::DVec3;
use sidle::world::{BuildQuality, World};

use crate::candidates::{Candidate, Walk, box3d_mover, candidates};
use crate::mover::{Mover, Timed, explained, timed, timed_each};
use crate::rapier_mover::{RapierMover, rapier_mesh};
use crate::scenes::{self, Course, Fence, HEIGHT, Mesh, RADIUS, Scenery};
use crate::sidle_mover::SidleMover;
use crate::table::{Row, Table};

const ROUNDS: usize = 5;

/// How many of the slowest moves of a course are listed.
const SLOWEST: usize = 10;

/// The terrains: name, cells along a side, size of a cell in metres, and the divisor of others' moves.
const TERRAINS: [(&str, u32, f64, usize); 2] = [("20 000", 100, 0.5, 4), ("500 000", 500, 0.1, 20)];

/// Times each candidate in each round, in turns after a warm-up. Also returns its last run.
fn in_turns(candidates: &mut [Candidate], course: &Course) -> Vec<(Vec<f64>, Timed)> {
    let warm = candidates.iter_mut().map(|candidate| {
        let few = (candidate.moves / 10).max(1);
        (Vec::new(), timed(&mut *candidate.mover, course, few))
    });
    let mut times: Vec<(Vec<f64>, Timed)> = warm.collect();
    for _ in 0..ROUNDS {
        for (candidate, (rounds, last)) in candidates.iter_mut().zip(&mut times) {
            *last = timed(&mut *candidate.mover, course, candidate.moves);
            rounds.push(last.nanoseconds);
        }
    }
    times
}

/// The shortest time of each move in all rounds.
fn each(mover: &mut dyn Mover, course: &Course, moves: usize) -> Vec<u32> {
    let mut best = vec![u32::MAX; moves];
    for _ in 0..ROUNDS {
        timed_each(mover, course, &mut best);
    }
    best
}

/// The median, the 99th percentile and the worst of some times.
fn tail(times: &[u32]) -> [u32; 3] {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let number = sorted.len();
    [
        sorted[number / 2],
        sorted[number * 99 / 100],
        sorted[number - 1],
    ]
}

fn tail_words([p50, p99, worst]: [u32; 3]) -> String {
    format!("{p50} / {p99} / {worst}")
}

/// Times the candidates in one scene.
fn moves(
    table: &mut Table,
    what: &str,
    wanted: &str,
    course: &Course,
    mut candidates: Vec<Candidate>,
) {
    let times = in_turns(&mut candidates, course);
    let mut row = Row::new(what, "ns per move").wanted(wanted);
    for (candidate, (rounds, last)) in candidates.iter().zip(times) {
        let name = candidate.name;
        let falls = matches!(course.fence, Fence::Turn(_)) && last.escapes > 0;
        if falls {
            row = row.words(name, format!("fell through {} ×", last.escapes));
        } else {
            row = row.rounds(name, rounds);
        }
        table.add_checksum(format!("{what} ({name})"), last.sum);
    }
    table.add(row);
    let mut row = Row::new(format!("{what}: p50 / p99 / worst"), "ns");
    for candidate in &mut candidates {
        let ours = candidate.name == "sidle";
        let number = if ours {
            candidate.moves
        } else {
            (candidate.moves / 4).max(1)
        };
        let times = each(&mut *candidate.mover, course, number);
        row = row.words(candidate.name, tail_words(tail(&times)));
        if ours {
            let [p50, p99, _] = tail(&times);
            let share = f64::from(p99) / f64::from(p50);
            row = row.wanted(format!("p99 ≤ 6 × p50 (is {share:.1} ×)"));
            let mut order: Vec<_> = (0..times.len()).collect();
            order.sort_by_key(|number| std::cmp::Reverse(times[*number]));
            order.truncate(SLOWEST);
            let mut found = explained(&mut *candidate.mover, course, &order);
            found.sort_by_key(|(number, _)| std::cmp::Reverse(times[*number]));
            let lines = found.into_iter();
            let lines = lines.map(|(number, words)| format!("- {} ns, {words}", times[number]));
            table.add_slowest(what, lines.collect());
        }
    }
    table.add(row);
}

/// Walks over both terrains, of a ball and of a capsule.
pub fn walks(table: &mut Table, number: usize) {
    for (name, cells, cell, share) in TERRAINS {
        let scenery = mesh_only(scenes::terrain(cells, cell));
        for (of, capsule, wanted) in [("", false, "≥ 28 ×"), (" of a capsule", true, "–")] {
            let number = if capsule { number / 4 } else { number };
            let course = scenes::walk(f64::from(cells) * cell, number);
            let what = format!("walk{of} on {name} triangles");
            let walk = Walk {
                flies: false,
                capsule,
            };
            let all = candidates(&scenery, walk, number, share);
            moves(table, &what, wanted, &course, all);
        }
    }
}

/// Single moves of a ball and of a capsule into a dense mesh.
pub fn scan(table: &mut Table, number: usize) {
    let scenery = mesh_only(scenes::statue(100_000));
    let course = scenes::towards_statue(number / 200);
    for (name, capsule, most) in [("ball", false, 150), ("capsule", true, 400)] {
        let (mut sidle, mut rapier) = (SidleMover::flying(&scenery), RapierMover::plain(&scenery));
        if capsule {
            (sidle, rapier) = (sidle.as_capsule(), rapier.as_capsule());
        }
        let times = [
            press_times(&mut sidle, &course),
            press_times(&mut rapier, &course[..(course.len() / 10).max(1)]),
        ];
        let what = format!("press a {name} into a scan of 100 000 triangles");
        table.add(
            Row::new(format!("{what}: p50 / p99 / worst"), "ns")
                .sidle(tail_words(times[0]))
                .rapier(tail_words(times[1]))
                .wanted(format!("p50 ≤ {most} µs")),
        );
    }
}

/// The median, the 99th percentile and the worst time of second moves, from where the first ones end.
fn press_times(mover: &mut dyn Mover, course: &[(DVec3, DVec3)]) -> [u32; 3] {
    let mut best = vec![u32::MAX; course.len()];
    for _ in 0..ROUNDS {
        for ((start, motion), best) in course.iter().zip(&mut best) {
            let touching = mover.step(*start, *motion);
            let begin = Instant::now();
            black_box(mover.step(touching, *motion));
            *best = (*best).min(begin.elapsed().as_nanos() as u32);
        }
    }
    tail(&best)
}

/// Flights through the room, with the crates as boxes and as triangles.
pub fn flights(table: &mut Table, number: usize) {
    // Speed, moves before a turn, and what is wanted with boxes and with triangles.
    let flights = [
        (5.0, 20.0, ["≥ 11.5 ×", "≥ 21 ×"]),
        (60.0, 20.0, ["≥ 41 ×", "≥ 57 ×"]),
        (600.0, 20.0, ["≥ 72 ×", "≥ 88 ×"]),
        (60.0, 1.0, ["≥ 5.5 ×", "≥ 9.4 ×"]),
        (600.0, 1.0, ["≥ 13.6 ×", "≥ 17.6 ×"]),
    ];
    for (place, kind) in ["boxes", "triangles"].into_iter().enumerate() {
        let scenery = scenes::room(place == 0);
        for (speed, kept, wanted) in flights {
            let turns = if kept > 1.0 {
                ""
            } else {
                ", turning in every move"
            };
            for (of, capsule) in [("", false), (", a capsule", true)] {
                let number = if capsule { number / 4 } else { number };
                let wanted = if capsule { "–" } else { wanted[place] };
                let course = scenes::flight(speed, kept, number);
                let what = format!("room at {speed} m/s, crates as {kind}{turns}{of}");
                let walk = Walk {
                    flies: true,
                    capsule,
                };
                let all = candidates(&scenery, walk, number, 4);
                moves(table, &what, wanted, &course, all);
            }
        }
    }
}

/// A candidate's casts: its name, and all its results.
type Cast<'c> = (&'static str, &'c dyn Fn() -> Vec<Option<f64>>);

/// Casts over both terrains, of a ball and of a capsule, and how often the results agree.
pub fn casts(table: &mut Table, number: usize) {
    let wanted = [
        ["≥ 14.4 ×", "≥ 13.6 ×", "≥ 12.6 ×"],
        ["≥ 20.7 ×", "≥ 19.3 ×", "≥ 19.1 ×"],
    ];
    for ((name, cells, cell, _), wanted) in TERRAINS.into_iter().zip(wanted) {
        let scenery = mesh_only(scenes::terrain(cells, cell));
        let sidle = SidleMover::walking(&scenery).world;
        let best_sidle = SidleMover::walking(&scenery).with_best_tree().world;
        let of_ball = RapierMover::plain(&scenery);
        let of_capsule = RapierMover::plain(&scenery).as_capsule();
        let rises = [
            (0.0, "cast", &of_ball),
            (HEIGHT - 2.0 * RADIUS, "cast of a capsule", &of_capsule),
        ];
        let lengths = [0.1, 1.0, 5.0].into_iter().zip(wanted);
        for ((length, wanted), (rise, what, rapier)) in
            lengths.flat_map(|length| rises.map(|rise| (length, rise)))
        {
            let wanted = if rise > 0.0 { "–" } else { wanted };
            let number = if rise > 0.0 { number / 4 } else { number };
            let mut casts = scenes::casts(f64::from(cells) * cell, length, number);
            let body = |base| Capsule::new(base, RADIUS, rise).expect("finite");
            casts.retain(|(start, _)| sidle.worst_overlap(body(*start)) == 0.0);
            let of_sidle = |world: &World| {
                let hit = |(start, motion)| {
                    let (_, hit) = world.sweep_capsule(&body(start), motion)?;
                    Some(hit.fraction * length)
                };
                casts.iter().copied().map(hit).collect::<Vec<_>>()
            };
            let of_peer = |cast: &dyn Fn(DVec3, DVec3) -> Option<f64>| {
                let hit = |(start, motion)| cast(start, motion);
                casts.iter().copied().map(hit).collect::<Vec<_>>()
            };
            let of_rapier = || of_peer(&|start, motion| rapier.cast(start, motion));
            let of_parry = || of_peer(&|start, motion| rapier.cast_by_parry(start, motion));
            let box3d = box3d_mover(&scenery, rise > 0.0);
            let of_box3d = box3d.map(|(_, cast)| move || of_peer(&cast));
            let ours = || of_sidle(&sidle);
            let ours_best = || of_sidle(&best_sidle);
            let mut runs: Vec<Cast<'_>> = vec![
                ("sidle", &ours),
                ("rapier", &of_rapier),
                ("sidle, best", &ours_best),
                ("parry", &of_parry),
            ];
            if let Some(cast) = &of_box3d {
                runs.push(("Box3D", cast));
            }
            let mut found: Vec<_> = runs.iter().map(|(_, cast)| cast()).collect();
            let mut rounds = vec![Vec::new(); runs.len()];
            for _ in 0..ROUNDS {
                for (place, (_, cast)) in runs.iter().enumerate() {
                    let begin = Instant::now();
                    found[place] = black_box(cast());
                    let nanoseconds = begin.elapsed().as_nanos() as f64;
                    rounds[place].push(nanoseconds / casts.len() as f64);
                }
            }
            assert_eq!(found[0], found[2], "the build quality changes no result");
            let same = |(a, b): &(&Option<f64>, &Option<f64>)| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-3,
                // A hit at the very end of the motion depends on rounding.
                (Some(only), None) | (None, Some(only)) => length - only < 1e-3,
                (None, None) => true,
            };
            let hits = found[0].iter().flatten().count();
            let share = |part: usize| 100.0 * part as f64 / casts.len() as f64;
            let mut times = Row::new(
                format!("{what} of {length} m on {name} triangles"),
                "ns per cast",
            );
            let mut best = Row::new("… in a world of the best build quality", "ns per cast");
            let mut agree = Row::new("… hit; agree with ours within 1 mm", "%")
                .sidle(format!("{:.1}", share(hits)));
            for (place, (name, _)) in runs.iter().enumerate() {
                let rounds = rounds[place].clone();
                match *name {
                    "sidle, best" => best = best.rounds("sidle", rounds),
                    "sidle" => times = times.rounds(name, rounds),
                    _ => {
                        best = best.rounds(name, rounds.clone());
                        times = times.rounds(name, rounds);
                        let alike = found[0].iter().zip(&found[place]).filter(same).count();
                        agree = agree.words(name, format!("{:.2}", share(alike)));
                    }
                }
            }
            table.add(times.wanted(wanted));
            table.add(best.wanted(wanted));
            table.add(agree.wanted("≥ 98"));
        }
    }
}

/// Builds of both terrains.
pub fn builds(table: &mut Table) {
    for (name, cells, cell, _) in TERRAINS {
        let mesh = scenes::terrain(cells, cell);
        let mut rounds = [const { Vec::new() }; 5];
        for _ in 0..ROUNDS {
            let mut note = |place: usize, work: &mut dyn FnMut()| {
                let begin = Instant::now();
                work();
                rounds[place].push(begin.elapsed().as_secs_f64() * 1e3);
            };
            let mut triangles = mesh.triangles();
            note(0, &mut || {
                black_box(World::new(std::mem::take(&mut triangles), Vec::new()));
            });
            note(1, &mut || {
                black_box(World::new(mesh.triangles(), Vec::new()));
            });
            let mut triangles = mesh.triangles();
            note(4, &mut || {
                let triangles = std::mem::take(&mut triangles);
                black_box(World::with_quality(
                    triangles,
                    Vec::new(),
                    BuildQuality::Best,
                ));
            });
            let flags = [TriMeshFlags::empty(), TriMeshFlags::FIX_INTERNAL_EDGES];
            for (place, flags) in [2, 3].into_iter().zip(flags) {
                let (mut corners, mut faces) = rapier_mesh(&mesh);
                note(place, &mut || {
                    let (corners, faces) =
                        (std::mem::take(&mut corners), std::mem::take(&mut faces));
                    black_box(TriMesh::with_flags(corners, faces, flags).is_ok());
                });
            }
        }
        let rows = [
            ("from triangles ÷ no flags", 0, 2, "≥ 1 ×"),
            ("of the best quality ÷ no flags", 4, 2, "–"),
            ("from corners ÷ internal edges repaired", 1, 3, "–"),
        ];
        for (how, sidle, rapier, wanted) in rows {
            let what = format!("build of {name} triangles, {how}");
            let row = Row::new(what, "ms").rounds("sidle", rounds[sidle].clone());
            table.add(row.rounds("rapier", rounds[rapier].clone()).wanted(wanted));
        }
    }
}

/// Walks over the same terrain with an increasing area.
pub fn density(table: &mut Table, number: usize) {
    let areas: [u32; 3] = [71, 224, 708];
    let mut movers = Vec::new();
    for cells in areas {
        let scenery = mesh_only(scenes::terrain(cells, 0.5));
        let course = scenes::walk(f64::from(cells) * 0.5, number);
        movers.push((SidleMover::walking(&scenery), course, f64::INFINITY));
    }
    for _ in 0..=ROUNDS {
        for (mover, course, best) in &mut movers {
            *best = best.min(timed(mover, course, number).nanoseconds);
        }
    }
    let costs: Vec<_> = movers.iter().map(|(_, _, best)| *best).collect();
    let cells: Vec<_> = costs.iter().map(|cost| format!("{cost:.0}")).collect();
    table.add(
        Row::new(
            "walk at equal density on 10 k / 100 k / 1 M triangles",
            "ns per move",
        )
        .sidle(cells.join(" / "))
        .wanted(format!(
            "most ÷ least ≤ 1.5 (is {:.2})",
            costs[2] / costs[0]
        )),
    );
}

fn mesh_only(mesh: Mesh) -> Scenery {
    Scenery {
        mesh,
        boxes: Vec::new(),
    }
}
