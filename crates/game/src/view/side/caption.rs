//! The words and numbers of the view from the side.

use std::borrow::Cow;

use macroquad::color::Color;

use sidle::glam::DVec3;
use sidle::level::Scene;
use sidle::player::Controller;
use sidle::world::ColliderId;

use crate::session::observe::ContactKind;
use crate::session::play::{ClipSubject, ClipTick};
use crate::session::words::count;
use crate::view::palette::{ASKED, LEFT, THROWN, TRIAL};
use crate::view::side::arrows::{Arrows, MOVED, taken_name};
use crate::view::side::cause::Cause;
use crate::view::side::explanations;
use crate::view::side::figures::{Figures, length_text};
use crate::view::side::refused_step::RefusedStep;
use crate::view::side::section::PassedWall;
use crate::view::side::tick_breakdown::TickBreakdown;

/// The text below the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    pub title: String,
    pub sentence: String,
    /// A colour, its meaning, and a value.
    pub rows: Vec<(Color, Cow<'static, str>, String)>,
    /// The number of ticks in the clip, the one that is shown, and that of the contact.
    pub ticks: [usize; 3],
    /// How the arrows are drawn.
    pub note: String,
}

impl Caption {
    /// The words before there was any contact.
    pub fn nothing_yet() -> Self {
        Self {
            title: "The contact inspector".to_owned(),
            sentence: "Walk into something to see the contact here.".to_owned(),
            ..Self::default()
        }
    }
}

/// The subject of a caption.
pub struct CaptionSubject<'c> {
    pub subject: ClipSubject,
    pub tick: &'c ClipTick,
    pub breakdown: &'c TickBreakdown,
    pub arrows: &'c Arrows,
    pub met: &'c [ColliderId],
    pub passed: Option<&'c PassedWall>,
    pub radius: f64,
    /// How many different walls took a part of the motion.
    pub walls: usize,
    /// The step that stopped the player and was not climbed.
    pub refused: Option<RefusedStep>,
    /// The cause of something unexpected.
    pub cause: Option<&'c Cause>,
    /// Another value, and how the same keys moved the player with it; metres.
    pub other: Option<(String, DVec3)>,
    /// How long ago the contact was; whole seconds.
    pub age: u64,
}

/// The caption of a tick of a clip, without its ticks.
pub fn caption(about: &CaptionSubject, level: &Scene) -> Caption {
    let account = about.arrows.account;
    let taken_name = taken_name(&account);
    let figures = Figures::new(&account);
    let mut rows = vec![(ASKED, "asked".into(), figures.asked)];
    let taken = figures.taken.as_ref();
    rows.extend(taken.map(|taken| (THROWN, taken_name.into(), taken.clone())));
    let moved = figures.moved;
    rows.push(match (figures.thrown_back, account.share()) {
        // Of its whole way, which may also lead aside.
        (Some(back), _) => (LEFT, MOVED.into(), back_text(moved, &back)),
        // The way up a step, or down with the ground, is none that was asked for, nor is one that is longer.
        (None, Some(share)) if !about.breakdown.changes_height() && !account.exceeds() => {
            let share = share_text(share, figures.taken.is_some());
            (LEFT, MOVED.into(), format!("{moved}, {share}"))
        }
        (None, _) => (LEFT, MOVED.into(), moved),
    });
    if let Some((value, motion)) = &about.other {
        let length = length_text(motion.length());
        let words = match account.back_by(*motion) {
            Some(back) => back_text(length, &length_text(back)),
            None => length,
        };
        rows.push((TRIAL, value.clone().into(), words));
    }
    let magnification = about.arrows.magnification;
    Caption {
        title: title(about, level),
        sentence: sentence(about),
        rows,
        ticks: [0; 3],
        note: if magnification > 1.0 {
            format!("arrows {magnification} times as long")
        } else {
            "arrows in true length".to_owned()
        },
    }
}

/// The length of a way as text, and how far `back` it leads, unless all of it does.
fn back_text(moved: String, back: &str) -> String {
    if moved == back {
        format!("{moved} back")
    } else {
        format!("{moved}, back {back}")
    }
}

/// A share of the asked way in per cent. If something `is_taken`, it is never rounded away.
fn share_text(share: f64, is_taken: bool) -> String {
    let percent = share * 100.0;
    if is_taken && (99.5..99.95).contains(&percent) {
        format!("{percent:.1} %")
    } else {
        format!("{percent:.0} %")
    }
}

fn title(about: &CaptionSubject, level: &Scene) -> String {
    let ClipSubject::Contact(contact) = about.subject else {
        return format!("Tick {}", about.tick.tick);
    };
    let what = match contact.kind {
        ContactKind::Touch => "Touch",
        ContactKind::Blocked => "Blocked",
        ContactKind::Crease => "Two surfaces",
        ContactKind::Step => "Step",
        ContactKind::Launch => "Launch",
        ContactKind::Thrown => "Thrown",
        ContactKind::Tunnel => "Through the wall",
    };
    let off = about.tick.tick as i64 - contact.tick as i64;
    let ticks = || count(off.unsigned_abs() as usize, "tick", "ticks");
    match off {
        0 => {
            let met = about.met.first();
            let met = met.filter(|_| contact.kind != ContactKind::Launch);
            let name = met.map(|met| level.name_of(*met));
            let name = name.map_or(String::new(), |name| format!(": {name}"));
            let age = match about.age {
                0 => String::new(),
                age => format!(", {age} s ago"),
            };
            format!("{what}{name}{age}")
        }
        1.. => format!("{what}: {} later", ticks()),
        _ => format!("{what}: {} before", ticks()),
    }
}

fn sentence(about: &CaptionSubject) -> String {
    let tick = about.tick;
    if tick.respawned {
        return "Back at the spawn.".to_owned();
    }
    let to_front = about.cause.filter(|cause| cause.is_to_front);
    if let Some(cause) = to_front.filter(|_| about.arrows.account.thrown_back().is_none()) {
        return cause.sentence.clone();
    }
    if let Some(passed) = about.passed {
        let wall = match passed.thickness() {
            Some(thickness) => format!("the wall of {}", length_text(thickness)),
            None => "the sheet".to_owned(),
        };
        let account = about.arrows.account;
        let (asked, radius) = (account.asked.length(), about.radius);
        let out = if account.is_pushed {
            ", and was pushed out on the far side"
        } else {
            ""
        };
        return if asked > radius {
            format!(
                "Asked to move {} in one tick, more than its radius of {}, its centre landed beyond {wall}{out}.",
                length_text(asked),
                length_text(radius)
            )
        } else {
            format!("It had sunk in so deep that its centre passed the surface{out}.")
        };
    }
    let is_step = matches!(about.subject, ClipSubject::Contact(contact)
        if contact.kind == ContactKind::Step && contact.tick == tick.tick);
    if is_step && about.breakdown.climbed.is_none() {
        let rise = tick.motion.y;
        return format!(
            "Rolls over an edge, {} up in this tick.",
            length_text(rise.max(0.0))
        );
    }
    let rises = tick.motion.y > 0.15 && tick.after.controller != Controller::Swept;
    if rises && about.arrows.account.taken.length() > tick.motion.y {
        let cause = about.cause.map(|cause| &*cause.sentence);
        let cause = cause.unwrap_or("It had sunk into the surface.");
        return format!("Pushed up by {}. {cause}", length_text(tick.motion.y));
    }
    let reason = explanations::reason(
        about.breakdown,
        [tick.before.controller, tick.after.controller],
        about.walls,
        (
            &Figures::new(&about.arrows.account),
            about.cause.map(|cause| &*cause.sentence),
        ),
    );
    let landing = tick.landing.map(|landing| {
        let ground = tick.after.ride.map_or(DVec3::ZERO, |ride| ride.velocity);
        let (speed, seconds) = (landing.speed_onto(ground), landing.air_time);
        format!("Lands at {speed:.1} m/s, after {seconds:.2} s in the air.")
    });
    // The floor that it lands on is all that was hit.
    let is_landing = landing.is_some() && about.walls == 0;
    let reason = Some(reason).filter(|_| !is_landing || tick.after.controller != Controller::Swept);
    let take_off = explanations::take_off(about.breakdown).map(str::to_owned);
    let refused = about.refused.as_ref().map(RefusedStep::sentence);
    let launch = tick.launched.then(|| launch_sentence(tick.after.velocity));
    let parts = [take_off, reason, refused, landing, launch];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" ")
}

/// What a zone does that throws the player with this `velocity`, m/s.
fn launch_sentence(velocity: DVec3) -> String {
    let along = velocity.with_y(0.0).length();
    format!(
        "A zone throws it into the air: {:.1} m/s up and {along:.1} m/s along, whatever its speed was.",
        velocity.y
    )
}
