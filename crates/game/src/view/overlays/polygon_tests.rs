//! Overlay `tests`: the classic tests of a sphere and a triangle near the player, with all numbers: the projected point,
//! the sum of angles around it, and the zone along the edges.
//!
//! For the classic controller these are the tests of the tick itself, for the triangle that pushed it hardest. For the
//! other controllers the overlay tests the target, or else the nearest triangle.

use sidle::geometry::Sphere;
use sidle::player::{Event, PlayerState, Tuning};
use sidle::query::PolygonTouch;
use sidle::world::{ColliderId, TriangleId};

use crate::draw::debug_draw::{DebugDraw, Pen};
use crate::draw::info_panel::InfoPanel;
use crate::view::context::ViewContext;
use crate::view::lab::polygon;
use crate::view::legend::LegendRow;
use crate::view::palette::{GUIDE, NEUTRAL, RESULT, STANDING};

pub const LEGEND: [LegendRow; 3] = [
    (GUIDE, "projected point, its angles"),
    (STANDING, "edge zone: radius × factor"),
    (RESULT, "edge within it; the push"),
];

/// Triangles farther from the player than this are not tested; metres.
const REACH: f64 = 3.0;

/// A shorter push is invisible; metres.
const MIN_VISIBLE_PUSH: f64 = 5e-3;

/// A sphere that only touches a triangle does not intersect its plane, so the overlay tests a sphere larger by this
/// factor.
const ENLARGEMENT: f64 = 1.1;

pub fn draw(debug: &mut DebugDraw, view: &ViewContext) {
    let mut panel = InfoPanel {
        title: "Classic's four tests".to_owned(),
        ..InfoPanel::default()
    };
    if let Some((id, sphere, made)) = tested(view) {
        let Tuning {
            edge_radius_factor,
            one_sided,
            ..
        } = *view.sim.tuning();
        let name = view.level.numbered_name_of(ColliderId::Triangle(id));
        panel.text(if made {
            format!("Tested in this tick, with {name}.")
        } else {
            format!("Shown for a sphere 10 % larger, since yours only touches {name}.")
        });
        let corners = view.sim.world().triangles()[id.0 as usize].vertices();
        debug.triangle(Pen::new(NEUTRAL, 1.6), corners);
        polygon::show(
            debug,
            &mut panel,
            &sphere,
            &corners,
            (edge_radius_factor, one_sided),
        );
    } else {
        panel.text(format!(
            "No triangle is nearer than {REACH} m. Boxes have no such test."
        ));
    }
    debug.panels.push(panel);
}

/// The triangle to show, the tested sphere, and whether the tick made this test itself.
fn tested(view: &ViewContext) -> Option<(TriangleId, Sphere, bool)> {
    let PlayerState { position, .. } = *view.sim.player();
    let ball = Sphere::new(position, view.sim.tuning().radius)?;
    // A visible push is the most interesting.
    let pushes = view.sim.trace().pushes();
    let pushes = pushes.filter(|(_, offset)| offset.length() > MIN_VISIBLE_PUSH);
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
    let larger = Sphere::new(position, ball.radius() * ENLARGEMENT)?;
    Some((pointed_at.or_else(nearest)?, larger, false))
}

fn triangle(collider: ColliderId) -> Option<TriangleId> {
    match collider {
        ColliderId::Triangle(id) => Some(id),
        ColliderId::Box(_) => None,
    }
}
