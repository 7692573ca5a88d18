//! The audit of the level that is played: begun, followed, and shown. See [`LevelAudit`].

use sidle::geometry::Segment;
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle_audit::Finding;

use crate::app::Game;
use crate::app::records::playback::Playback;
use crate::options::heat::Heat;
use crate::options::overlay_set::Overlay;
use crate::session::audit::{AuditState, LevelAudit};
use crate::session::eye::{FreeCamera, Viewpoint};
use crate::session::words::count;

/// How long the level's text must stay unchanged before it is audited again; seconds. Smaller: a prop that is dragged begins an
/// audit at each stop; larger: the results are late.
const QUIET_SECONDS: f64 = 0.6;

/// How long a fall may last that a recording began; seconds.
const FALL_SECONDS: u64 = 8;

/// The camera looks at a finding without a recording from this far away, and from this high above it; metres.
const AWAY: f64 = 5.0;
const ABOVE: f64 = 3.0;

impl Game {
    /// Begins to audit the level, cancels the audit, or continues its walkers.
    pub(in crate::app) fn toggle_audit(&mut self) {
        let Some(audit) = self.audit.audit.as_mut() else {
            return self.begin_audit();
        };
        if audit.runs() {
            audit.cancel();
            self.show_message("the audit was cancelled; its findings stay");
        } else if audit.go_on() {
            self.show_message("the walkers go on");
        } else {
            self.begin_audit();
        }
    }

    /// Begins to audit the level as it is now.
    fn begin_audit(&mut self) {
        let document = &self.slot.document;
        if document.stands_in() {
            return;
        }
        let source = document.source();
        let limits = self.slot.reloader.limits(source.path());
        self.audit.text = document.text().to_owned();
        self.audit.changed = None;
        let before = self.audit.audit.take();
        let is_first = before.is_none();
        let audit = self
            .audit
            .audit
            .insert(LevelAudit::begin(source, limits, before));
        if let AuditState::Failed(why) = audit.state() {
            let why = why.clone();
            return self.show_message(why);
        }
        if is_first {
            self.change_overlays(|shown| {
                shown.set(Overlay::Heat, true);
                shown.set(Overlay::Findings, true);
            });
            self.show_message_with_keys(
                "walkers test this level; {finding} shows their findings, and the panel ({panel}) lists them. Its overlays hide the colours.",
            );
        }
    }

    /// Follows the audit, and begins it again when the level has changed; `seconds` have passed.
    pub(in crate::app) fn poll_audit(&mut self, seconds: f64) {
        let desk = &mut self.audit;
        let Some(audit) = &mut desk.audit else { return };
        let ended = audit.poll();
        let text = self.slot.document.text();
        if text != desk.text {
            text.clone_into(&mut desk.text);
            desk.changed = Some(0.0);
        }
        if ended {
            let message = match audit.state() {
                AuditState::Failed(why) => format!("the level cannot be audited: {why}"),
                _ => {
                    let found = count(audit.findings().count(), "finding", "findings");
                    let first = audit.worst().and_then(|at| audit.findings().nth(at));
                    let first = first.map_or_else(String::new, |worst| {
                        let [x, y, z] = worst.at.to_array();
                        let kind = worst.kind().name();
                        format!(
                            ", and first the {kind} at {x:.1} {y:.1} {z:.1}: {}",
                            worst.message
                        )
                    });
                    format!("the audit is done: {found}; {{finding}} shows each{first}")
                }
            };
            self.show_message_with_keys(&message);
        }
        let desk = &mut self.audit;
        if let Some(since) = &mut desk.changed {
            *since += seconds;
            let is_quiet = *since >= QUIET_SECONDS && !self.slot.is_loading();
            let was_cancelled = desk
                .audit
                .as_ref()
                .is_some_and(|audit| *audit.state() == AuditState::Cancelled);
            if is_quiet && was_cancelled {
                desk.changed = None;
            } else if is_quiet {
                self.begin_audit();
            }
        }
    }

    /// Shows the finding `by` places further down, and begins an audit if there is none.
    pub(in crate::app) fn next_finding(&mut self, by: isize) {
        let Some(audit) = self.audit.audit.as_ref() else {
            return self.begin_audit();
        };
        let all = audit.findings().count();
        if all == 0 {
            let message = match audit.state() {
                AuditState::Loading | AuditState::Preparing | AuditState::Walking(_) => {
                    "nothing was found so far"
                }
                AuditState::Done(_) => "the walkers have found nothing",
                AuditState::Cancelled => "nothing was found before the audit was cancelled",
                AuditState::Failed(_) => return self.begin_audit(),
            };
            return self.show_message(message);
        }
        let worst = audit.worst().unwrap_or_default() as isize;
        let first = if by > 0 { worst } else { all as isize - 1 };
        let selected = self.audit.selected();
        let next = selected.map_or(first, |at| (at as isize + by).rem_euclid(all as isize));
        self.show_finding(next as usize);
    }

    /// Shows the finding of this number. Its recording is played, seen from the side, or else the free camera looks at
    /// it.
    pub(in crate::app) fn show_finding(&mut self, number: usize) {
        let findings = self.audit.findings();
        let Some(finding) = findings.get(number).copied().cloned() else {
            return;
        };
        let all = findings.len();
        self.audit.selected = Some(finding.id());
        self.change_overlays(|shown| shown.set(Overlay::Findings, true));
        if let Err(why) = self.replay_finding(&finding) {
            self.look_at(finding.at);
            if !why.is_empty() {
                return self.show_message(format!("its recording is not played: {why}"));
            }
        }
        self.show_message(format!(
            "{} of {all}: {}; {}",
            number + 1,
            finding.message,
            finding.repair
        ));
    }

    /// Writes into the level's text that the finding of this number is meant, or all of its kind in the box around it. The level
    /// is then audited again.
    pub(in crate::app) fn ignore_finding(&mut self, number: usize, by_box: bool) {
        let id = self.audit.findings().get(number).map(|finding| {
            if by_box {
                finding.box_id()
            } else {
                finding.id()
            }
        });
        let (Some(id), Some(editor)) = (id, self.open_editor()) else {
            return;
        };
        if let Err(error) = editor.ignore_finding(&id) {
            return self.show_message(error.to_string());
        }
        self.apply_edits();
        self.show_message_with_keys(&format!(
            "the level ignores `{id}` now, as an entry of `[audit]`: in the editor ({{editor}}), ⟦Ctrl+Z⟧ takes it back and ⟦Ctrl+S⟧ saves it"
        ));
    }

    /// Plays the recording of a finding, seen from the side.
    ///
    /// # Errors
    /// When it cannot be played; an empty message, if there is none.
    fn replay_finding(&mut self, finding: &Finding) -> Result<(), String> {
        let recording = finding.recording.as_ref().ok_or_else(String::new)?;
        let before = self.session.visit(&recording.header)?;
        self.save_ended_recording();
        self.drop_preview();
        let viewpoint = self.views.viewpoint;
        self.audit.before.get_or_insert((before, viewpoint));
        let quiet = recording.inputs.ticks() + FALL_SECONDS * u64::from(self.session.sim.hz());
        self.audit.quiet_until = self.session.sim.ticks() + quiet;
        let inputs: Vec<_> = recording.inputs.iter().collect();
        if let Some(first) = inputs.first() {
            self.input.resume_from(first);
        }
        self.playback = Playback::new(Some(Box::new(inputs.into_iter())));
        self.input.player.set_body(self.session.sim.tuning().body);
        // From outside, the player sees the obstacle of the walker.
        self.set_viewpoint(Viewpoint::ThirdPerson);
        self.change_overlays(|shown| shown.set(Overlay::Moves, true));
        Ok(())
    }

    /// Looks at a place with the free camera, if possible from where nothing hides it.
    fn look_at(&mut self, place: DVec3) {
        const DIRECTIONS: u32 = 16;
        let world = self.session.sim.world();
        let mut eyes = (0..DIRECTIONS).map(|number| {
            let angle =
                BinaryAngle::from_degrees(360.0 / f64::from(DIRECTIONS) * f64::from(number));
            let heading = ViewAxes::new(angle, BinaryAngle::ZERO).heading;
            (angle, place - heading * AWAY + DVec3::Y * ABOVE)
        });
        let is_free = |(_, eye): &(BinaryAngle, DVec3)| {
            let sight = Segment::new(*eye, place);
            world.intersect_segment(&sight).is_none()
        };
        let first = eyes.clone().next();
        let Some((yaw, eye)) = eyes.find(is_free).or(first) else {
            return;
        };
        self.set_viewpoint(Viewpoint::Free(FreeCamera { eye }));
        let pitch = -(ABOVE / AWAY).atan().to_degrees();
        self.input.view.set(yaw, BinaryAngle::from_degrees(pitch));
    }

    /// Returns to where the player was before the first finding.
    pub(in crate::app) fn leave_finding(&mut self) {
        if let Viewpoint::Free(_) = self.views.viewpoint {
            self.set_viewpoint(Viewpoint::FirstPerson);
        }
        self.audit.selected = None;
        let Some((before, viewpoint)) = self.audit.before.take() else {
            return;
        };
        self.playback.stop();
        self.audit.quiet_until = 0;
        if let Err(why) = self.session.go_to(&before) {
            return self.show_message(format!("there is no way back: {why}"));
        }
        self.save_ended_recording();
        if let Viewpoint::FirstPerson | Viewpoint::ThirdPerson = viewpoint {
            self.set_viewpoint(viewpoint);
        }
        self.input.resume_from(&self.session.idle_input());
        self.input.player.set_body(self.session.sim.tuning().body);
        self.change_overlays(|shown| shown.set(Overlay::Moves, false));
    }

    /// Shows this heat of the audit.
    pub(in crate::app) fn set_heat(&mut self, heat: Heat) {
        self.audit.heat = heat;
        self.change_overlays(|shown| shown.set(Overlay::Heat, true));
        self.show_message(format!("heat: {}", heat.about()));
    }
}
