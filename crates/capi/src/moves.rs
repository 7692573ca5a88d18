//! Moves of bodies whose velocity is the caller's.

use std::cell::RefCell;

use sidle::glam::DVec3;
use sidle::player::{
    Contacts, MoveSettings, Scratch, SlideEnd, StepSettings, move_and_slide, step_and_slide,
};

use crate::convert::{filter, place, seconds, vector, within};
use crate::failure::{Failure, Status, guard};
use crate::handles::WorldHandle;
use crate::memory::{In, Out};
use crate::types::{Contact, FilterDesc, Move, Report, Shape, StepSettingsDesc, Walk};
use crate::worlds::Scene;

/// The longest motion of a move; metres, along each axis.
const MAX_MOTION: f64 = 1e9;

thread_local! {
    /// Memory of the moves of this thread. It changes no result.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Calls `act` with memory that the moves of this thread reuse.
fn with_scratch<R>(act: impl FnOnce(&mut Scratch) -> Result<R, Failure>) -> Result<R, Failure> {
    SCRATCH.with(|scratch| match scratch.try_borrow_mut() {
        Ok(mut scratch) => act(&mut scratch),
        Err(_) => act(&mut Scratch::new()),
    })
}

fn write_contacts(
    contacts: &Contacts,
    scene: &Scene,
    out: Out<Contact>,
    capacity: usize,
) -> Result<(), Failure> {
    let touching = contacts.touching().iter();
    let values = touching.map(|surface| Contact::of(surface, scene));
    out.write_all(values, capacity, "contacts")
}

/// Moves a body, and slides it along what it meets.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_move_and_slide(
    world: WorldHandle,
    filter_by: In<FilterDesc>,
    shape: In<Shape>,
    position: In<[f64; 3]>,
    motion: In<[f64; 3]>,
    max_slope_deg: f64,
    result: Out<Move>,
    contacts: Out<Contact>,
    capacity: usize,
) -> Status {
    guard(|| {
        let out = result.place("result")?;
        let filter = filter(filter_by.read_if_any("filter_by")?);
        let mover = shape.read("shape")?.mover()?;
        let from = mover.reference(place(position.read("position")?, "position")?);
        let motion = vector(motion.read("motion")?, MAX_MOTION, "motion")?;
        let max_slope_deg = within(max_slope_deg, [0.0, 90.0], "max_slope_deg")?;
        let settings = MoveSettings { max_slope_deg };
        world.read(|scene| {
            with_scratch(|scratch| {
                let seen = scene.world.filtered(filter);
                let moved =
                    move_and_slide(seen, mover.body, from, motion, &settings, scratch, None);
                write_contacts(moved.contacts, scene, contacts, capacity)?;
                out.write(Move {
                    position: mover.position(moved.position).to_array(),
                    clipped_motion: moved.clipped_motion.to_array(),
                    end: match moved.end {
                        SlideEnd::Done => 0,
                        SlideEnd::Blocked => 1,
                        SlideEnd::Exhausted => 2,
                        _ => 3,
                    },
                    contact_count: moved.contacts.touching().len() as u32,
                });
                Ok(())
            })
        })
    })
}

/// The usual limits of a walk.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_step_settings_default(settings: Out<StepSettingsDesc>) -> Status {
    guard(|| {
        settings
            .place("settings")?
            .write(StepSettings::default().into());
        Ok(())
    })
}

/// Moves a walking body.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_step_and_slide(
    world: WorldHandle,
    filter_by: In<FilterDesc>,
    shape: In<Shape>,
    walk: Out<Walk>,
    dt: f64,
    settings: In<StepSettingsDesc>,
    report: Out<Report>,
    contacts: Out<Contact>,
    capacity: usize,
) -> Status {
    guard(|| {
        let (out, report) = (walk.place("walk")?, report.place_if_any("report")?);
        let filter = filter(filter_by.read_if_any("filter_by")?);
        let mover = shape.read("shape")?.mover()?;
        let mut walk = out.read().state()?;
        walk.position = mover.reference(walk.position);
        let dt = seconds(dt)?;
        let settings = settings.read_if_any("settings")?;
        let settings = settings.map_or(Ok(StepSettings::default()), |desc| desc.settings())?;
        world.read(|scene| {
            with_scratch(|scratch| {
                let seen = scene.world.filtered(filter);
                let met = step_and_slide(seen, mover.body, &mut walk, dt, &settings, scratch, None);
                write_contacts(met, scene, contacts, capacity)?;
                let place: DVec3 = walk.position;
                if let Some(report) = report {
                    report.write(Report::of(met, scene, place, walk.ground.stands()));
                }
                walk.position = mover.position(walk.position);
                out.write(Walk::of(&walk));
                Ok(())
            })
        })
    })
}
