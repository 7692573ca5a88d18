//! The view of the audit of the level, and how it came to its place.

use sidle_audit::Finding;

use crate::options::heat::Heat;
use crate::options::overlay_set::{Overlay, OverlaySet};
use crate::platform;
use crate::session::audit::LevelAudit;
use crate::session::eye::Viewpoint;
use crate::session::play::PlaceBefore;
use crate::view::context::AuditView;

/// The audit of the level, and its view.
#[derive(Default)]
pub struct AuditDesk {
    pub audit: Option<LevelAudit>,
    pub heat: Heat,
    /// The id of the finding that the player looks at.
    pub selected: Option<String>,
    /// The text of the level that is audited.
    pub text: String,
    /// How long ago the level has changed; `None` if it is the one that is audited.
    pub changed: Option<f64>,
    /// Where the player was before the first finding.
    pub before: Option<(PlaceBefore, Viewpoint)>,
    /// The words of the finding stay up to this tick, while its recording is played and the player falls on after it.
    pub quiet_until: u64,
}

impl AuditDesk {
    /// The findings that the level does not ignore.
    pub fn findings(&self) -> Vec<&Finding> {
        self.audit.iter().flat_map(LevelAudit::findings).collect()
    }

    /// The number of the finding that the player looks at, from 0.
    pub fn selected(&self) -> Option<usize> {
        let id = self.selected.as_ref()?;
        let mut findings = self.audit.as_ref()?.findings();
        findings.position(|finding| finding.id() == *id)
    }

    /// The data for the overlays `shown`; `None` if nothing was audited.
    pub fn view<'v>(
        &'v self,
        findings: &'v [&'v Finding],
        shown: OverlaySet,
    ) -> Option<AuditView<'v>> {
        let audit = self.audit.as_ref()?;
        let results = audit.results().filter(|_| shown.has(Overlay::Heat));
        Some(AuditView {
            squares: results.map_or(&[], |results| &results.squares),
            revision: audit.revision(),
            heat: self.heat,
            findings: if shown.has(Overlay::Findings) {
                findings
            } else {
                &[]
            },
            selected: self.selected(),
        })
    }

    /// Whether the player looks at a finding, and can return.
    pub fn visits(&self) -> bool {
        self.before.is_some()
    }

    /// Whether the words of a finding stay at this tick.
    pub fn is_quiet_at(&self, tick: u64) -> bool {
        tick < self.quiet_until
    }

    /// The player has left the recording.
    pub fn end_replay(&mut self) {
        self.quiet_until = 0;
    }

    /// Notes that the level was loaded again.
    pub fn note_change(&mut self) {
        if self.audit.is_some() {
            self.changed = Some(0.0);
        }
    }

    /// Forgets everything, because another level is played.
    pub fn clear(&mut self) {
        let heat = self.heat;
        if let Some(audit) = self.audit.take() {
            platform::discard(audit);
        }
        *self = Self {
            heat,
            ..Self::default()
        };
    }
}
