//! Gizmos for what happened to a player in the last tick: ways, what stopped them, planes, creases and pushes.
//!
//! [`TraceGizmosPlugin`] draws the trace of every [`Player`] who has a [`PlayerTrace`]. Switch it on and off, or change its lines, in
//! the group [`TraceGizmos`] of Bevy's `GizmoConfigStore`. A game with other colours calls [`draw_trace`], or reads the trace.
//!
//! ```
//! use bevy_gizmos::gizmos::GizmoBuffer;
//! use bevy_math::DVec3;
//! use bevy_sidle::gizmos::{TraceGizmos, draw_trace};
//! let mut buffer = GizmoBuffer::<TraceGizmos, ()>::new();
//! draw_trace(&mut buffer, &sidle::player::Trace::new(), 0.5, DVec3::ZERO);
//! assert!(buffer.list_positions.is_empty()); // nothing happened
//! ```

use bevy_app::{App, Last, Plugin};
use bevy_color::{Color, Srgba};
use bevy_ecs::prelude::*;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::{GizmoBuffer, Gizmos};
use bevy_gizmos::{AppGizmoBuilder, GizmoMeshSystems};
use bevy_math::{DVec3, Isometry3d, Quat, Vec3};
use bevy_reflect::Reflect;
use sidle::player::{Event, Trace};

use crate::{DrawOrigin, Player, PlayerTrace};

/// The ways that the body went.
pub const WAY: Color = Color::Srgba(Srgba::rgb(0.2, 0.85, 0.65));
/// What was left of the motion when it turned.
pub const LEFT: Color = Color::Srgba(Srgba::rgb(0.95, 0.95, 0.95));
/// The normals of the surfaces that stopped it.
pub const NORMAL: Color = Color::Srgba(Srgba::rgb(0.95, 0.85, 0.25));
/// The planes that the rest of the motion must not enter.
pub const PLANE: Color = Color::Srgba(Srgba::rgb(0.45, 0.7, 0.95));
/// The edges between two planes that block the motion together.
pub const CREASE: Color = Color::Srgba(Srgba::rgb(0.95, 0.45, 0.8));
/// The pushes out of colliders.
pub const PUSH: Color = Color::Srgba(Srgba::rgb(0.95, 0.35, 0.2));

/// A motion of one tick is short. Arrows for what was left of it are so many times as long.
const MOTION_SCALE: f32 = 8.0;

/// The configuration of these gizmos.
#[derive(Clone, Copy, Debug, Default, Reflect, GizmoConfigGroup)]
pub struct TraceGizmos;

/// Draws the traces of all players. Needs Bevy's `GizmoPlugin`, which `DefaultPlugins` has.
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceGizmosPlugin;

impl Plugin for TraceGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<TraceGizmos>()
            .add_systems(Last, draw_traces.before(GizmoMeshSystems));
    }
}

fn draw_traces(
    mut gizmos: Gizmos<TraceGizmos>,
    origin: Res<DrawOrigin>,
    players: Query<(&Player, &PlayerTrace)>,
) {
    for (player, trace) in &players {
        let radius = player.tuning.for_player(&player.state).radius;
        draw_trace(&mut gizmos, &trace.0, radius, origin.0);
    }
}

/// Draws what happened to a body with this `radius`, seen from `origin`; metres.
///
/// Surfaces are drawn where they would touch a sphere: a radius from its centre, against the normal.
pub fn draw_trace<Group: GizmoConfigGroup, Clear: 'static + Send + Sync>(
    gizmos: &mut GizmoBuffer<Group, Clear>,
    trace: &Trace,
    radius: f64,
    origin: DVec3,
) {
    let seen = |point: DVec3| (point - origin).as_vec3();
    let size = radius as f32;
    // The planes that apply to the next turn.
    let mut planes: Vec<DVec3> = Vec::new();
    for event in trace.events() {
        match event {
            Event::Move { from, to } => gizmos.line(seen(*from), seen(*to), WAY),
            Event::Sweep { from, to, hit } => {
                gizmos.line(seen(*from), seen(*to), WAY);
                if let Some((_, normal)) = hit {
                    let point = seen(*to - *normal * radius);
                    gizmos.arrow(point, point + normal.as_vec3() * size, NORMAL);
                }
            }
            Event::Plane { normal } => planes.push(*normal),
            Event::Turn {
                position,
                left,
                way,
                crease,
            } => {
                for normal in planes.drain(..) {
                    draw_plane(
                        gizmos,
                        seen(*position - normal * radius),
                        normal.as_vec3(),
                        size,
                    );
                }
                let start = seen(*position);
                gizmos.arrow(start, start + left.as_vec3() * MOTION_SCALE, LEFT);
                gizmos.arrow(start, start + way.as_vec3() * MOTION_SCALE, WAY);
                if let Some(crease) = crease {
                    let half = crease.as_vec3() * size;
                    gizmos.line(start - half, start + half, CREASE);
                }
            }
            Event::Push {
                offset, position, ..
            } => {
                gizmos.arrow(seen(*position - *offset), seen(*position), PUSH);
            }
            _ => {}
        }
    }
}

/// Draws a disc in a plane, and its normal.
fn draw_plane<Group: GizmoConfigGroup, Clear: 'static + Send + Sync>(
    gizmos: &mut GizmoBuffer<Group, Clear>,
    point: Vec3,
    normal: Vec3,
    size: f32,
) {
    let turn = Quat::from_rotation_arc(Vec3::Z, normal);
    gizmos.circle(Isometry3d::new(point, turn), size * 0.4, PLANE);
    gizmos.line(point, point + normal * (size * 0.4), PLANE);
}
