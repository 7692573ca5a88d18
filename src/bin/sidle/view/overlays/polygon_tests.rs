//! Overlay `tests`: what the founding text asks about a triangle near the player, number by number:
//! the projected point, the sum of angles around it, and the zone of half the radius along the edges.
//!
//! Of the classic controller these are the tick's own tests, of the triangle that pushed it hardest. To the others, the same is asked about the
//! triangle under the crosshair, or the nearest: so one sees what the text would say there.

use sidle::geometry::Sphere;
use sidle::player::{Event, PlayerState, Tuning};
use sidle::query::PolygonTouch;
use sidle::world::{ColliderId, TriangleId};

use crate::draw::board::Board;
use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::palette::INK;
use crate::view::context::ViewContext;
use crate::view::lab::polygon;

/// Triangles farther from the player than this are not asked about; metres.
const REACH: f64 = 3.0;

/// A push by less than this is not seen; metres.
const VISIBLE: f64 = 5e-3;

/// Who only touches a triangle does not reach through its plane. Then a sphere is asked about that is so
/// much larger.
const LARGER: f64 = 1.1;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let mut board = Board {
        title: "What the classic text asks".to_owned(),
        ..Board::default()
    };
    if let Some((id, sphere, made)) = asked(view) {
        let Tuning {
            edge_radius_factor, ..
        } = view.sim.tuning();
        let name = view.level.numbered_name_of(ColliderId::Triangle(id));
        board.words(if made {
            format!("Asked in this tick, of {name}.")
        } else {
            format!("Of {name}, and a sphere a tenth larger: yours does no more than touch.")
        });
        let corners = view.sim.world().triangles()[id.0 as usize].vertices();
        debug.triangle(Pen::new(INK, 1.6), corners);
        polygon::show(debug, &mut board, &sphere, &corners, *edge_radius_factor);
    } else {
        board.words(format!(
            "No triangle is nearer than {REACH} m: boxes are not asked this."
        ));
    }
    debug.boards.push(board);
}

/// Which triangle is shown, with the sphere that is asked about, and whether the tick asked it itself.
fn asked(view: &ViewContext) -> Option<(TriangleId, Sphere, bool)> {
    let PlayerState { position, .. } = *view.sim.player();
    let ball = Sphere::new(position, view.sim.tuning().radius)?;
    // What pushed by a way that one sees is what one wonders about.
    let pushes = view.sim.trace().pushes();
    let pushes = pushes.filter(|(_, offset)| offset.length() > VISIBLE);
    let hardest = pushes.max_by(|a, b| a.1.length().total_cmp(&b.1.length()));
    let hardest = hardest.and_then(|(collider, _)| triangle(collider));
    let pointed_at = view
        .target
        .filter(|target| target.point.distance(position) <= ball.radius() + REACH)
        .and_then(|target| triangle(target.collider));
    let pointed_at = hardest.or(pointed_at);
    let tests = view.sim.trace().events().iter().rev();
    let tests = tests.filter_map(|event| match event {
        Event::Polygon { triangle, overlap } => Some((*triangle, overlap)),
        _ => None,
    });
    let made = match pointed_at {
        Some(id) => tests.clone().find(|(other, _)| *other == id),
        None => tests
            .clone()
            .find(|(_, overlap)| overlap.touch != PolygonTouch::Miss),
    };
    if let Some((id, overlap)) = made {
        let normal = view.sim.world().triangles()[id.0 as usize].plane().normal();
        return Some((
            id,
            ball.at(overlap.projected + normal * overlap.distance),
            true,
        ));
    }
    let mut near = Vec::new();
    view.sim.world().surfaces_near(ball, REACH, &mut near);
    near.sort_by(|a, b| a.separation.total_cmp(&b.separation));
    let nearest = || near.iter().find_map(|surface| triangle(surface.collider));
    let larger = Sphere::new(position, ball.radius() * LARGER)?;
    Some((pointed_at.or_else(nearest)?, larger, false))
}

fn triangle(collider: ColliderId) -> Option<TriangleId> {
    match collider {
        ColliderId::Triangle(id) => Some(id),
        ColliderId::Box(_) => None,
    }
}
