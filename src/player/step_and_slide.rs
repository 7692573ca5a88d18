//! One move of a walking body, for games with their own movement rules.

use glam::DVec3;

use super::move_and_slide::find_sensors;
use super::trace::Tracer;
use super::{Body, Contacts, Event, Ground, Scratch, StepSettings, Stop, Trace, WalkState, swept};
use crate::tolerance::WORLD_EDGE;
use crate::world::FilteredWorld;

/// Moves a walking `body` by `state.velocity` for `dt` seconds, as the swept controller does: it slides along what it
/// meets, climbs steps, follows the ground down, and finds the ground.
///
/// [`advance`](fn@super::advance) moves a swept player by the same code. What comes before that is the game's: keys,
/// acceleration, friction, gravity and jumps.
///
/// # On the ground
/// Who stands at the start steps up and follows the ground down. Its velocity needs no gravity, and may be level or lie
/// along the ground. It keeps its speed and its level heading, and at the end it lies along the ground. A part that leads
/// into the ground or slowly off it is lost. A velocity that leads up, and off the ground faster than
/// [`StepSettings::launch_speed`], takes off. To take off at any speed, a game sets the ground to [`Ground::None`].
///
/// At a step, it goes on to the first place where it can stand, however short the motion is. That leads it farther than its
/// velocity does by at most the depth of the step's front and `radius · (1 − sin max_slope_deg)` together. A motion that
/// climbs is at least 1 mm long.
///
/// # In the air
/// Who does not stand only slides, until it lands. A landing keeps the level part of the velocity.
///
/// # Arguments
/// - `world`: a `&World`, or a filtered view of it. See [`World::filtered`](crate::world::World::filtered).
/// - `state`: where the body is and how it moves. It is changed.
/// - `dt`: seconds; 0 or more. With 0, the body stays where it is, and finds its ground.
/// - `trace`, if there is one, is emptied and then filled with the move's events. It changes no result.
///
/// # Returns
/// The contacts, with the steps climbed ([`Contacts::climbed`]), the ground followed down ([`Contacts::dropped`]) and
/// the landing ([`Contacts::landing`], whose time in the air is that of this move alone).
///
/// If a number is not finite, `dt` is negative, or the motion leads beyond [`WORLD_EDGE`], the body stays where it is,
/// without velocity, ground and contacts.
///
/// # Example
/// A walker meets a kerb of 0.2 m, and goes on with its whole speed:
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::World};
/// use sidle::player::{Body, Ground, Scratch, StepSettings, WalkState, step_and_slide};
/// let slab = |z, y| Obb::new(DVec3::new(0.0, y - 1.0, z), DMat3::IDENTITY, DVec3::new(9.0, 1.0, 5.0)).unwrap();
/// let world = World::new(vec![], vec![slab(0.0, 0.0), slab(-6.0, 0.2)]);
/// let (body, settings, mut scratch) = (Body::capsule(0.3, 1.8).unwrap(), StepSettings::default(), Scratch::new());
/// let mut walk = WalkState { position: DVec3::Y * 0.3, ..WalkState::default() };
/// step_and_slide(&world, body, &mut walk, 0.0, &settings, &mut scratch, None);
/// assert!(walk.ground.stands());
/// let mut climbed = 0.0;
/// for _ in 0..60 {
///     walk.velocity = DVec3::NEG_Z * 5.0;
///     climbed += step_and_slide(&world, body, &mut walk, 1.0 / 60.0, &settings, &mut scratch, None).climbed();
/// }
/// assert!(walk.position.abs_diff_eq(DVec3::new(0.0, 0.5, -5.0), 1e-3));
/// assert!((climbed - 0.2).abs() < 1e-3);
/// assert_eq!(walk.ground, Ground::Floor { normal: DVec3::Y });
/// ```
#[doc(alias = "character controller")]
#[doc(alias = "move_and_slide")]
#[doc(alias = "step slide move")]
pub fn step_and_slide<'w, 's>(
    world: impl Into<FilteredWorld<'w>>,
    body: Body,
    state: &mut WalkState,
    dt: f64,
    settings: &StepSettings,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> &'s Contacts {
    step_in(&world.into(), body, state, dt, settings, scratch, trace)
}

/// [`step_and_slide`] in a filtered world. It is not generic, so that it is compiled once, together with its callees.
fn step_in<'s>(
    world: &FilteredWorld<'_>,
    body: Body,
    state: &mut WalkState,
    dt: f64,
    settings: &StepSettings,
    scratch: &'s mut Scratch,
    trace: Option<&mut Trace>,
) -> &'s Contacts {
    scratch.begin(world);
    let (tracer, start) = (&mut Tracer::new(trace), state.position);
    let walked = settings.checked().and_then(|settings| {
        let mut walk = state.checked().filter(|_| dt >= 0.0)?;
        if walk.takes_off(settings.launch_speed) {
            tracer.push(Event::Launch);
            walk.ground = Ground::None;
        }
        walk.lie_along_ground();
        let (stood, velocity) = (walk.ground.stands(), walk.velocity);
        let motion = velocity * dt;
        if !motion.abs().cmple(DVec3::splat(WORLD_EDGE)).all() {
            return None;
        }
        swept::step_and_slide(world, body, &mut walk, motion, &settings, scratch, tracer);
        walk.lie_along_ground();
        if let Some(normal) = walk.ground.support().filter(|_| !stood) {
            scratch.contacts.land(velocity, normal);
            scratch.contacts.time_landing(0.0, dt);
        }
        walk.checked()
    });
    match walked {
        Some(walk) => {
            *state = walk;
            find_sensors(world, body, start, walk.position, &mut scratch.contacts);
        }
        None => {
            tracer.push(Event::Stop(Stop::Refused));
            scratch.clear();
            *state = WalkState {
                position: start,
                ..WalkState::default()
            };
        }
    }
    scratch.contacts()
}
