//! The view from the side: a second camera that shows the last contact worth seeing, cut open through the body.
//!
//! [`framing`] places the camera, [`section`] cuts the surroundings by a plane through the body, and [`account`] splits the
//! motion of a tick into what was asked for, what was taken away, and how the player moved. [`diagram`] draws all of it, with its [`arrows`], and [`mod@caption`] says it in
//! words. [`mod@figures`] rounds them once for all. [`tick_breakdown`] and [`explanations`] go through the steps of a tick, and [`refused_step`] measures one that was not
//! climbed. [`mod@cause`] finds why something unexpected happened.

pub mod account;
pub mod arrows;
pub mod caption;
pub mod cause;
pub mod details;
pub mod diagram;
pub mod explanations;
pub mod figures;
pub mod framing;
pub mod refused_step;
pub mod section;
pub mod tick_breakdown;

use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::geometry::{Placement, Plane, Segment};
use sidle::glam::DVec3;
use sidle::player::{BodyShape, Controller, Tuning};
use sidle::sim::Sim;

use crate::draw::debug_draw::DebugDraw;
use crate::draw::info_panel::InfoPanel;
use crate::session::Session;
use crate::session::observe::ContactKind;
use crate::session::play::{ClipSubject, ClipTick, ContactClip, Trial};
use crate::view::overlays::water;
use crate::view::side::account::{Account, different_walls, walls};
use crate::view::side::arrows::Arrows;
use crate::view::side::caption::{Caption, CaptionSubject, caption};
use crate::view::side::cause::Cause;
use crate::view::side::diagram::middle;
use crate::view::side::framing::{Framing, FramingSubject};
use crate::view::side::refused_step::RefusedStep;
use crate::view::side::tick_breakdown::TickBreakdown;

/// How far the camera looks for what is in its way; radii of the body.
const SIGHT: f64 = 8.0;

/// How far from the body the section has outlines; radii of the body, and times the length of the tick's motion.
const SECTION_RADII: f64 = 6.0;

/// The view from the side.
pub struct SideView {
    /// Whether it fills the window, and the player's own view is small.
    pub is_large: bool,
    subject: Option<ClipSubject>,
    /// How many ticks after the contact the shown one is; negative before it.
    cursor: i64,
    framing: Option<Framing>,
    /// Time that the camera has not moved for; seconds.
    seconds: f64,
    /// Another value that would change the shown tick.
    trial: Option<Trial>,
    debug: DebugDraw,
}

/// The picture of one frame.
pub struct SidePicture {
    pub eye: DVec3,
    pub axes: ViewAxes,
    /// How far in front of the eye the level is cut; metres.
    pub cut: f64,
    /// Where the movers were; `None` means where they are.
    pub movers: Option<Vec<Placement>>,
    pub caption: Caption,
    /// The steps of the tick.
    pub details: InfoPanel,
}

impl SideView {
    /// The view for a scene around `origin`.
    pub fn new(origin: DVec3) -> Self {
        Self {
            is_large: false,
            subject: None,
            cursor: 0,
            framing: None,
            seconds: 0.0,
            trial: None,
            debug: DebugDraw::new(origin),
        }
    }

    /// Another value to try, which would change the tick that is shown.
    pub fn trial(&self) -> Option<Trial> {
        self.trial
    }

    /// Lets the camera move for `seconds` more.
    pub fn pass(&mut self, seconds: f64) {
        self.seconds += seconds;
    }

    /// Shows the tick this many ticks after the shown one.
    pub fn scrub(&mut self, ticks: i64) {
        self.cursor += ticks;
    }

    /// The tick that is shown of the contact in `clip`.
    pub fn shown_tick(&self, clip: &ContactClip) -> u64 {
        let tick = clip
            .subject
            .middle_tick()
            .saturating_add_signed(self.cursor);
        clip.ticks()[clip.index_of(tick)].tick
    }

    /// The lines, faces and labels of the last picture.
    pub fn debug(&self) -> &DebugDraw {
        &self.debug
    }

    /// Draws the contact of `session` for a picture of this `aspect`, width to height, of which this share of the width
    /// at the left is free. `None` if there was no contact yet.
    pub fn draw(&mut self, session: &Session, aspect: f64, free: f64) -> Option<SidePicture> {
        let clip = session.contact_clip()?;
        let sim = &session.sim;
        if self.subject != Some(clip.subject) {
            (self.subject, self.cursor) = (Some(clip.subject), 0);
        }
        let shown = if session.paused {
            sim.ticks()
        } else {
            self.shown_tick(clip)
        };
        // Not beyond the first and the last tick.
        self.cursor = shown as i64 - clip.subject.middle_tick() as i64;
        let index = clip.index_of(shown);
        let tick = &clip.ticks()[index];
        let before = index.checked_sub(1).map(|before| &clip.ticks()[before]);
        let tuning = sim.tuning();
        let account = Account::new(tick, before, tuning);
        let arrows = Arrows::new(account, middle(tuning, &tick.before), tuning.radius);
        let framing = self
            .frame(clip, tick, &arrows, sim, Framing::free_aspect(aspect, free))
            .beside(aspect, free);
        let main = main_tick(clip);
        let focus = middle(tuning, &main.after);
        let walls = walls(tick, tuning);
        let (surfaces, passed) = (section::met(tick, &walls), section::passed(tick, sim));
        let colliders = surfaces.iter().map(|(collider, _)| *collider);
        let through = passed.iter().map(|wall| wall.collider);
        let met: Vec<_> = through.chain(colliders).collect();
        self.debug.begin(framing.eye(), framing.axes());
        let reach = tuning.radius * SECTION_RADII + tick.motion.length();
        let plane = (focus, framing.towards);
        section::draw(&mut self.debug, sim, tick, plane, reach, &met);
        if tick.after.controller == Controller::Classic {
            let body = (middle(tuning, &tick.after), tuning.radius);
            section::draw_extensions(&mut self.debug, sim, &surfaces, body);
        }
        let unexpected = matches!(clip.subject, ClipSubject::Contact(contact)
            if contact.kind >= ContactKind::Thrown);
        let breakdown = TickBreakdown::new(&tick.events, tick.after.position);
        let touched = diagram::Met {
            surfaces: &surfaces,
            passed: passed.as_ref(),
            breakdown: &breakdown,
        };
        diagram::draw(
            &mut self.debug,
            clip,
            index,
            unexpected,
            tuning,
            &arrows,
            &touched,
        );
        let refused = RefusedStep::find(tick, &breakdown, &walls, sim);
        let cause = Cause::find(tick, &account, passed.as_ref(), refused.as_ref(), sim);
        self.trial = cause.as_ref().and_then(|cause| cause.trial);
        let run = session.trial_run();
        let other = run.and_then(|run| Some((run.trial, run.at(tick.tick)?)));
        if let Some((trial, [_, after])) = other {
            let words = trial.words(sim.hz());
            diagram::draw_trial(&mut self.debug, tuning, after, words);
        }
        let other = other.map(|(trial, [before, after])| {
            (
                trial.short_words(sim.hz()),
                after.position - before.position,
            )
        });
        // Last, because it hides what is drawn behind it later.
        if let Some(plane) = Plane::new(focus, framing.towards) {
            water::draw_cut(&mut self.debug, sim, &plane);
        }
        let about = CaptionSubject {
            subject: clip.subject,
            tick,
            breakdown: &breakdown,
            arrows: &arrows,
            met: &met,
            passed: passed.as_ref(),
            radius: tuning.radius,
            walls: different_walls(tick, &walls),
            refused,
            cause: cause.as_ref(),
            other,
            age: sim.ticks().saturating_sub(clip.subject.middle_tick()) / u64::from(sim.hz()),
        };
        let mut caption = caption(&about, &session.level);
        let contact = clip.index_of(clip.subject.middle_tick());
        caption.ticks = [clip.ticks().len(), index, contact];
        Some(SidePicture {
            eye: framing.eye(),
            axes: framing.axes(),
            cut: framing.cut(focus),
            movers: movers(tick, sim),
            caption,
            details: details::panel(tick.tick, &account, &breakdown, &session.level),
        })
    }

    /// Moves the camera to where it sees the contact of `clip` and the shown `tick`.
    fn frame(
        &mut self,
        clip: &ContactClip,
        tick: &ClipTick,
        arrows: &Arrows,
        sim: &Sim,
        aspect: f64,
    ) -> Framing {
        let tuning = sim.tuning();
        let subject = framing_subject(clip, tick, arrows, tuning);
        let sight = |towards: DVec3| {
            let end = subject.focus + towards * (subject.radius * SIGHT);
            let hit = sim
                .world()
                .intersect_segment(&Segment::new(subject.focus, end));
            hit.map_or(1.0, |(_, hit)| hit.fraction)
        };
        let target = Framing::new(&subject, aspect, self.framing.as_ref(), sight);
        let framing = self.framing.get_or_insert(target);
        framing.glide(&target, std::mem::take(&mut self.seconds));
        *framing
    }
}

/// The tick that the clip is about.
fn main_tick(clip: &ContactClip) -> &ClipTick {
    &clip.ticks()[clip.index_of(clip.subject.middle_tick())]
}

fn framing_subject(
    clip: &ContactClip,
    tick: &ClipTick,
    arrows: &Arrows,
    tuning: &Tuning,
) -> FramingSubject {
    let main = main_tick(clip);
    let states = [&main.before, &main.after, &tick.before, &tick.after];
    let bodies = states.map(|state| middle(tuning, state));
    let points = bodies.into_iter().chain(arrows.points()).collect();
    let before = clip.index_of(main.tick.saturating_sub(1));
    let before = Some(&clip.ticks()[before]).filter(|before| before.tick < main.tick);
    let size = tuning.for_player(&main.after);
    let radius = match size.body {
        BodyShape::Capsule | BodyShape::Box => size.height * 0.5,
        BodyShape::Sphere => size.radius,
    };
    FramingSubject {
        points,
        radius,
        focus: middle(tuning, &main.after),
        motion: Account::new(main, before, tuning).asked,
        normals: walls(main, tuning),
        aside: ViewAxes::new(main.before.yaw, BinaryAngle::ZERO).right,
        upright: is_upright(clip.subject, main),
    }
}

/// Whether what matters of a contact is its height, or how it went through one wall.
fn is_upright(subject: ClipSubject, main: &ClipTick) -> bool {
    let ClipSubject::Contact(contact) = subject else {
        return false;
    };
    match contact.kind {
        ContactKind::Step | ContactKind::Launch | ContactKind::Tunnel => true,
        // Out of a corner, a body is thrown along the floor.
        ContactKind::Thrown => main.motion.y.abs() > 0.5 * main.motion.length(),
        ContactKind::Touch | ContactKind::Blocked | ContactKind::Crease => false,
    }
}

/// Where the movers were in `tick`; `None` means where they are now.
fn movers(tick: &ClipTick, sim: &Sim) -> Option<Vec<Placement>> {
    let now = sim.movers().iter().map(|driven| driven.state.distance);
    let differs = !now.eq(tick.movers.iter().copied());
    let then = sim.movers().iter().zip(&tick.movers);
    differs.then(|| {
        then.map(|(driven, distance)| driven.mover.placement(*distance))
            .collect()
    })
}

#[cfg(test)]
mod tests;
