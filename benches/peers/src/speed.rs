//! Measures moves, casts and builds. The candidates take turns, and the shortest of three times counts.

use std::hint::black_box;
use std::time::Instant;

use rapier3d::parry::shape::{TriMesh, TriMeshFlags};
use sidle::geometry::Capsule;
use sidle::glam::DVec3;
use sidle::world::{BuildQuality, World};

use crate::mover::{Mover, Timed, timed, timed_each};
use crate::rapier_mover::{RapierMover, rapier_mesh};
use crate::scenes::{self, Course, Fence, HEIGHT, Mesh, RADIUS, Scenery};
use crate::sidle_mover::SidleMover;
use crate::table::{Row, Table};

const REPEATS: usize = 3;

/// The terrains: name, cells along a side, size of a cell in metres, and the divisor of rapier's moves.
const TERRAINS: [(&str, u32, f64, usize); 2] = [("20 000", 100, 0.5, 4), ("500 000", 500, 0.1, 20)];

/// Times each mover over its number of moves; the movers take turns.
fn in_turns(movers: &mut [(&mut dyn Mover, usize)], course: &Course) -> Vec<Timed> {
    let mut best: Vec<Timed> = Vec::new();
    for (mover, moves) in movers.iter_mut() {
        let warm = timed(&mut **mover, course, (*moves / 10).max(1));
        best.push(Timed {
            nanoseconds: f64::INFINITY,
            ..warm
        });
    }
    for _ in 0..REPEATS {
        for ((mover, moves), best) in movers.iter_mut().zip(&mut best) {
            let now = timed(&mut **mover, course, *moves);
            *best = Timed {
                nanoseconds: best.nanoseconds.min(now.nanoseconds),
                ..now
            };
        }
    }
    best
}

/// The median, the 99th percentile and the worst time of single moves.
fn tail(mover: &mut dyn Mover, course: &Course, moves: usize) -> [u32; 3] {
    let mut best = vec![u32::MAX; moves];
    for _ in 0..REPEATS {
        timed_each(mover, course, &mut best);
    }
    best.sort_unstable();
    [best[moves / 2], best[moves * 99 / 100], best[moves - 1]]
}

fn tail_row(table: &mut Table, what: &str, sidle: [u32; 3], rapier: [u32; 3]) {
    let cell = |[p50, p99, worst]: [u32; 3]| format!("{p50} / {p99} / {worst}");
    let [p50, p99, _] = sidle;
    let share = f64::from(p99) / f64::from(p50);
    table.add(
        Row::new(format!("{what}: p50 / p99 / worst"), "ns")
            .sidle(cell(sidle))
            .rapier(cell(rapier))
            .wanted(format!("p99 ≤ 6 × p50 (is {share:.1} ×)")),
    );
}

/// Times three movers in one scene. rapier makes fewer moves, because it is slower.
fn moves(
    table: &mut Table,
    what: &str,
    wanted: &str,
    course: &Course,
    movers: [&mut dyn Mover; 3],
    rapier_share: usize,
) {
    let all = course.motions.len();
    let few = (all / rapier_share).max(1);
    let [sidle, rapier, full] = movers;
    let times = in_turns(
        &mut [(&mut *sidle, all), (&mut *rapier, few), (full, few)],
        course,
    );
    let cell = |place: usize| match (&times[place], course.fence) {
        (time, Fence::Turn(_)) if time.escapes > 0 => {
            format!("{:.0} (fell through {} ×)", time.nanoseconds, time.escapes)
        }
        (time, _) => format!("{:.0}", time.nanoseconds),
    };
    table.add(
        Row::new(what, "ns per move")
            .sidle(cell(0))
            .rapier(cell(1))
            .rapier_full(cell(2))
            .ratio(times[1].nanoseconds / times[0].nanoseconds)
            .wanted(wanted),
    );
    table.add_checksum(format!("{what} (sidle)"), times[0].sum);
    table.add_checksum(format!("{what} (rapier)"), times[1].sum);
    let tails = [
        tail(sidle, course, all),
        tail(rapier, course, (few / 4).max(1)),
    ];
    tail_row(table, what, tails[0], tails[1]);
}

/// Walks over both terrains, of a ball and of a capsule.
pub fn walks(table: &mut Table, number: usize) {
    for ((name, cells, cell, share), wanted) in TERRAINS.into_iter().zip(["≥ 28", "≥ 28"]) {
        let scenery = mesh_only(scenes::terrain(cells, cell));
        let course = scenes::walk(f64::from(cells) * cell, number);
        moves(
            table,
            &format!("walk on {name} triangles"),
            wanted,
            &course,
            [
                &mut SidleMover::walking(&scenery),
                &mut RapierMover::plain(&scenery),
                &mut RapierMover::with_steps_and_snap(&scenery),
            ],
            share,
        );
        let course = scenes::walk(f64::from(cells) * cell, number / 4);
        moves(
            table,
            &format!("walk of a capsule on {name} triangles"),
            "–",
            &course,
            [
                &mut SidleMover::walking(&scenery).as_capsule(),
                &mut RapierMover::plain(&scenery).as_capsule(),
                &mut RapierMover::with_steps_and_snap(&scenery).as_capsule(),
            ],
            share,
        );
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
        let cell = |[p50, p99, worst]: [u32; 3]| format!("{p50} / {p99} / {worst}");
        table.add(
            Row::new(format!("{what}: p50 / p99 / worst"), "ns")
                .sidle(cell(times[0]))
                .rapier(cell(times[1]))
                .ratio(f64::from(times[1][0]) / f64::from(times[0][0]))
                .wanted(format!("p50 ≤ {most} µs")),
        );
    }
}

/// The median, the 99th percentile and the worst time of second moves, from where the first ones end.
fn press_times(mover: &mut dyn Mover, course: &[(DVec3, DVec3)]) -> [u32; 3] {
    let mut best = vec![u32::MAX; course.len()];
    for _ in 0..REPEATS {
        for ((start, motion), best) in course.iter().zip(&mut best) {
            let touching = mover.step(*start, *motion);
            let begin = Instant::now();
            black_box(mover.step(touching, *motion));
            *best = (*best).min(begin.elapsed().as_nanos() as u32);
        }
    }
    best.sort_unstable();
    let number = best.len();
    [best[number / 2], best[number * 99 / 100], best[number - 1]]
}

/// Flights through the room, with the crates as boxes and as triangles.
pub fn flights(table: &mut Table, number: usize) {
    // Speed, moves before a turn, and what is wanted with boxes and with triangles.
    let flights = [
        (5.0, 20.0, ["≥ 11.5", "≥ 21"]),
        (60.0, 20.0, ["≥ 41", "≥ 57"]),
        (600.0, 20.0, ["≥ 72", "≥ 88"]),
        (60.0, 1.0, ["≥ 5.5", "≥ 9.4"]),
        (600.0, 1.0, ["≥ 13.6", "≥ 17.6"]),
    ];
    for (place, kind) in ["boxes", "triangles"].into_iter().enumerate() {
        let scenery = scenes::room(place == 0);
        for (speed, kept, wanted) in flights {
            let wanted = wanted[place];
            let course = scenes::flight(speed, kept, number);
            let turns = if kept > 1.0 {
                ""
            } else {
                ", turning in every move"
            };
            moves(
                table,
                &format!("room at {speed} m/s, crates as {kind}{turns}"),
                wanted,
                &course,
                [
                    &mut SidleMover::flying(&scenery),
                    &mut RapierMover::plain(&scenery),
                    &mut RapierMover::with_steps_and_snap(&scenery),
                ],
                4,
            );
        }
    }
}

/// Casts over both terrains, of a ball and of a capsule, and how often the results agree.
pub fn casts(table: &mut Table, number: usize) {
    let wanted = [
        ["≥ 14.4", "≥ 13.6", "≥ 12.6"],
        ["≥ 20.7", "≥ 19.3", "≥ 19.1"],
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
            let of_rapier = || {
                let hit = |(start, motion)| rapier.cast(start, motion);
                casts.iter().copied().map(hit).collect::<Vec<_>>()
            };
            let mut best = [f64::INFINITY; 3];
            let mut found = [of_sidle(&sidle), of_rapier(), of_sidle(&best_sidle)];
            for _ in 0..REPEATS {
                let mut note = |place: usize, cast: &dyn Fn() -> Vec<Option<f64>>| {
                    let begin = Instant::now();
                    found[place] = black_box(cast());
                    best[place] = best[place].min(begin.elapsed().as_nanos() as f64);
                };
                note(0, &|| of_sidle(&sidle));
                note(1, &of_rapier);
                note(2, &|| of_sidle(&best_sidle));
            }
            assert_eq!(found[0], found[2], "the build quality changes no result");
            let same = |(a, b): &(&Option<f64>, &Option<f64>)| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-3,
                // A hit at the very end of the motion depends on rounding.
                (Some(only), None) | (None, Some(only)) => length - only < 1e-3,
                (None, None) => true,
            };
            let agree = found[0].iter().zip(&found[1]).filter(same).count();
            let hits = found[0].iter().flatten().count();
            let share = |part: usize| 100.0 * part as f64 / casts.len() as f64;
            let per_cast = best.map(|nanoseconds| nanoseconds / casts.len() as f64);
            table.add(
                Row::new(
                    format!("{what} of {length} m on {name} triangles"),
                    "ns per cast",
                )
                .sidle(format!("{:.0}", per_cast[0]))
                .rapier(format!("{:.0}", per_cast[1]))
                .ratio(per_cast[1] / per_cast[0])
                .wanted(wanted),
            );
            table.add(
                Row::new("… in a world of the best build quality", "ns per cast")
                    .sidle(format!("{:.0}", per_cast[2]))
                    .rapier(format!("{:.0}", per_cast[1]))
                    .ratio(per_cast[1] / per_cast[2])
                    .wanted(wanted),
            );
            table.add(
                Row::new("… of these hit; agree within 1 mm", "%")
                    .sidle(format!("{:.1}; {:.2}", share(hits), share(agree)))
                    .wanted("agree ≥ 98"),
            );
        }
    }
}

/// Builds of both terrains.
pub fn builds(table: &mut Table) {
    for (name, cells, cell, _) in TERRAINS {
        let mesh = scenes::terrain(cells, cell);
        let mut best = [f64::INFINITY; 5];
        for _ in 0..REPEATS * 2 {
            let mut note = |place: usize, work: &mut dyn FnMut()| {
                let begin = Instant::now();
                work();
                best[place] = best[place].min(begin.elapsed().as_secs_f64() * 1e3);
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
            ("from triangles ÷ no flags", best[0], best[2], "≥ 1"),
            ("of the best quality ÷ no flags", best[4], best[2], "–"),
            (
                "from corners ÷ internal edges repaired",
                best[1],
                best[3],
                "–",
            ),
        ];
        for (how, sidle, rapier, wanted) in rows {
            table.add(
                Row::new(format!("build of {name} triangles, {how}"), "ms")
                    .sidle(format!("{sidle:.1}"))
                    .rapier(format!("{rapier:.1}"))
                    .ratio(rapier / sidle)
                    .wanted(wanted),
            );
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
    for _ in 0..=REPEATS {
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
