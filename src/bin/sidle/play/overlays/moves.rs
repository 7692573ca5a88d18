//! Overlay `moves`: how the tick that is shown was made: sweep by sweep, push by push, and why it ended.
//!
//! A tick moves a player by centimetres. It is drawn as much larger as it takes to be seen, from where
//! the player was; the numbers are true.

use sidle::glam::DVec3;
use sidle::player::{Controller, Event, Mode};
use sidle::query::PolygonTouch;

use super::View;
use super::board::{Board, Row, millimetres};
use super::palette::{CONTACTS, GUIDE, INK};
use super::sketch::{Pen, Side, Sketch};

/// How long the whole way of a tick is drawn, in radii.
const LENGTH: f64 = 2.6;

/// It is drawn no more than this many times larger.
const MOST_TIMES: f64 = 400.0;

/// More rows than this say nothing more.
const MOST_ROWS: usize = 16;

pub fn draw(sketch: &mut Sketch, view: &View) {
    let events = view.sim.trace().events();
    let radius = view.sim.tuning().radius;
    let start = start_of(events).unwrap_or(view.player);
    let way: f64 = events.iter().map(length_of).sum();
    let times = (LENGTH * radius / way.max(1e-9))
        .clamp(1.0, MOST_TIMES)
        .round();
    let mut board = Board {
        title: format!("How tick {} was made", view.sim.ticks()),
        ..Board::default()
    };
    let enlarged = |point: DVec3| start + (point - start) * times;
    let (mut sweeps, mut pushes) = (0, 0);
    for event in events {
        match event {
            Event::Sweep { from, to, hit } => {
                let color = CONTACTS[sweeps % CONTACTS.len()];
                sweeps += 1;
                sketch.arrow(Pen::new(color, 3.2), enlarged(*from), enlarged(*to));
                sketch.dot(Pen::new(color, 7.0), enlarged(*to));
                board.tinted(
                    format!("sweep {sweeps}"),
                    millimetres(from.distance(*to)),
                    color,
                );
                if let Some((collider, normal)) = hit {
                    let name = view.level.numbered_name_of(*collider);
                    let touch = *to - *normal * radius;
                    sketch.patch(Pen::new(color, 1.6), touch, *normal, radius * 0.5);
                    sketch.arrow(Pen::new(color, 2.2), touch, touch + *normal * radius);
                    sketch.label(touch, Side::Left, color, format!("{sweeps}: {name}"));
                    board.value("  stopped by", name);
                }
            }
            Event::Push {
                collider,
                offset,
                position,
            } => {
                let color = CONTACTS[pushes % CONTACTS.len()];
                pushes += 1;
                let from = *position - *offset;
                sketch.arrow(Pen::new(color, 3.2), enlarged(from), enlarged(*position));
                let name = view.level.numbered_name_of(*collider);
                let depth = millimetres(offset.length());
                let words = format!("{pushes}: {name} {depth}");
                sketch.label(enlarged(*position), Side::Right, color, words);
                board.tinted(format!("push {pushes}, {name}"), depth, color);
            }
            Event::Polygon { triangle, overlap } => {
                let corners = view.world.triangles()[triangle.0 as usize].vertices();
                let (color, said) = match overlap.touch {
                    PolygonTouch::Face => (GUIDE, "face"),
                    PolygonTouch::Edge(_) => (INK, "edge"),
                    PolygonTouch::Miss => continue,
                };
                sketch.triangle(Pen::new(color, 1.4), corners);
                sketch.dot(Pen::new(color, 5.0), overlap.projected);
                let degrees = overlap.projection.angle_sum.to_degrees();
                board.value(
                    format!("triangle {}: {said}", triangle.0),
                    format!("sum {degrees:.1} deg"),
                );
            }
            Event::Jump => board.words("A jump began."),
            Event::Step { rise } => board.value("climbed a step", millimetres(*rise)),
            Event::Snap { drop } => board.value("followed the ground down", millimetres(*drop)),
            Event::Respawn => board.words("Back at the spawn."),
        }
    }
    let sides = view.sim.trace().sides();
    if view.sim.player().controller == Controller::Classic {
        let words = format!("{} / {} / {}", sides.front, sides.intersects, sides.behind);
        board.value("front / intersects / behind", words);
    }
    let hidden = board.rows.len().saturating_sub(MOST_ROWS);
    if hidden > 0 {
        board.rows.truncate(MOST_ROWS);
        board
            .rows
            .push(Row::Words(format!("and {hidden} rows more")));
    }
    board.words(reason(view, sweeps, pushes));
    if times > 1.0 {
        board.words(format!("Drawn {times} times as large."));
    }
    sketch.boards.push(board);
}

/// Where the player was before the first event that moves it.
fn start_of(events: &[Event]) -> Option<DVec3> {
    events.iter().find_map(|event| match event {
        Event::Sweep { from, .. } => Some(*from),
        Event::Push {
            offset, position, ..
        } => Some(*position - *offset),
        _ => None,
    })
}

fn length_of(event: &Event) -> f64 {
    match event {
        Event::Sweep { from, to, .. } => from.distance(*to),
        Event::Push { offset, .. } => offset.length(),
        _ => 0.0,
    }
}

/// Why the player ended where it did, in words.
fn reason(view: &View, sweeps: usize, pushes: usize) -> String {
    let planes = view.sim.trace().planes().len();
    let player = view.sim.player();
    let moves = player.velocity.length() > 1e-3;
    let walks = player.mode == Mode::Walk;
    match (player.controller, sweeps, pushes, planes) {
        (Controller::Swept, 0, _, 0) => "It did not move, and nothing was in its way.".into(),
        (Controller::Swept, 0, ..) => "What it touches leaves no way on: it stays.".into(),
        (Controller::Swept, 1, _, 0) => "The way was free.".into(),
        (Controller::Swept, 1, _, 1) if walks && moves => "One surface led the way.".into(),
        (Controller::Swept, ..) if moves => {
            format!("{planes} surfaces led the way; what is into them is lost.")
        }
        (Controller::Swept, ..) => "Blocked: no way leads on that is not into a surface.".into(),
        (_, _, 0, _) => "It was moved, and nothing pushed it.".into(),
        (_, _, 1, _) => "Moved through anything, then pushed out once.".into(),
        (..) => format!("Moved through anything, then pushed {pushes} times, each at once."),
    }
}
