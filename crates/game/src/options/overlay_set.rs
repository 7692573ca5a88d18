//! The overlays, and the set of those that are on.

/// An overlay: a drawing over the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Boxes,
    Triangles,
    /// Boxes and triangles, also behind walls.
    Xray,
    Tightness,
    Axes,
    Contacts,
    Moves,
    Candidates,
    Tests,
    Ghosts,
    Tree,
    /// The boxes that notice the player.
    Zones,
    /// The views of the player and of each ghost, side by side.
    Panes,
    /// The floor that an audit has seen, coloured.
    Heat,
    /// The findings of an audit.
    Findings,
    /// The surfaces with separate rules.
    Surfaces,
}

/// An overlay in the table of all overlays.
#[derive(Clone, Copy, Debug)]
pub struct OverlayEntry {
    pub overlay: Overlay,
    /// The name on the command line and in the panel.
    pub name: &'static str,
    /// The number key that switches all its overlays together; `None` if only the panel and the command line switch it.
    pub key: Option<u8>,
    /// Whether it draws the trace of the tick.
    needs_trace: bool,
    /// Whether it marks the target of the crosshair.
    shows_target: bool,
}

impl OverlayEntry {
    const fn new(overlay: Overlay, name: &'static str, key: Option<u8>) -> Self {
        Self {
            overlay,
            name,
            key,
            needs_trace: false,
            shows_target: false,
        }
    }

    const fn needs_trace(self) -> Self {
        Self {
            needs_trace: true,
            ..self
        }
    }

    const fn shows_target(self) -> Self {
        Self {
            shows_target: true,
            ..self
        }
    }
}

impl Overlay {
    /// All overlays, in the order of the panel.
    #[rustfmt::skip]
    pub const ALL: &[OverlayEntry] = &[
        OverlayEntry::new(Self::Boxes, "boxes", Some(1)).shows_target(),
        OverlayEntry::new(Self::Triangles, "triangles", Some(1)).shows_target(),
        OverlayEntry::new(Self::Xray, "xray", Some(1)),
        OverlayEntry::new(Self::Tightness, "tightness", Some(2)).shows_target(),
        OverlayEntry::new(Self::Axes, "axes", Some(3)).shows_target(),
        OverlayEntry::new(Self::Contacts, "contacts", Some(4)),
        OverlayEntry::new(Self::Moves, "moves", Some(5)),
        OverlayEntry::new(Self::Candidates, "candidates", Some(6)).needs_trace(),
        OverlayEntry::new(Self::Tests, "tests", Some(7)).needs_trace(),
        OverlayEntry::new(Self::Ghosts, "ghosts", Some(8)),
        OverlayEntry::new(Self::Tree, "tree", Some(9)),
        OverlayEntry::new(Self::Zones, "zones", Some(1)),
        OverlayEntry::new(Self::Surfaces, "surfaces", Some(4)),
        OverlayEntry::new(Self::Panes, "panes", Some(8)),
        OverlayEntry::new(Self::Heat, "heat", None),
        OverlayEntry::new(Self::Findings, "findings", None),
    ];
}

/// The set of overlays that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OverlaySet(u32);

impl OverlaySet {
    /// Parses the overlays of a command line: `all`, `none`, or names between commas.
    ///
    /// # Errors
    /// A message with the first unknown name and all known ones.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut shown = Self::default();
        for name in text.split(',').map(str::trim) {
            match (name, Overlay::ALL.iter().find(|entry| entry.name == name)) {
                (_, Some(entry)) => shown.0 |= bit(entry.overlay),
                // Panes leave little room for the others.
                ("all", None) => shown = Self::of(|entry| entry.overlay != Overlay::Panes),
                ("none", None) => {}
                (unknown, None) => {
                    let names: Vec<_> = Overlay::ALL.iter().map(|entry| entry.name).collect();
                    let names = names.join(", ");
                    return Err(format!(
                        "there is no overlay `{unknown}`; there are: all, none, {names}"
                    ));
                }
            }
        }
        // Xray alone would draw nothing: add what it shows behind walls.
        let wires = bit(Overlay::Boxes) | bit(Overlay::Triangles);
        if shown.has(Overlay::Xray) && shown.0 & wires == 0 {
            shown.0 |= wires;
        }
        shown.part_views(Overlay::Panes);
        Ok(shown)
    }

    /// The names of the overlays that are on, as [`Self::parse`] reads them.
    pub fn names(self) -> Vec<&'static str> {
        let entries = Overlay::ALL.iter();
        let shown = entries.filter(|entry| self.has(entry.overlay));
        shown.map(|entry| entry.name).collect()
    }

    /// The overlays of the number key `key`.
    fn of_key(key: u8) -> Self {
        Self::of(|entry| entry.key == Some(key))
    }

    /// The overlays that pass `filter`.
    fn of(filter: impl Fn(&OverlayEntry) -> bool) -> Self {
        let entries = Overlay::ALL.iter().filter(|entry| filter(entry));
        Self(entries.fold(0, |bits, entry| bits | bit(entry.overlay)))
    }

    /// Whether any overlay is on.
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether ghosts are on, drawn in the level, or in panes.
    pub fn ghosts(self) -> bool {
        self.has(Overlay::Ghosts) || self.has(Overlay::Panes)
    }

    /// Whether `overlay` is on.
    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & bit(overlay) != 0
    }

    /// Switches `overlay` on or off.
    pub fn set(&mut self, overlay: Overlay, on: bool) {
        if on {
            self.0 |= bit(overlay);
            self.part_views(overlay);
        } else {
            self.0 &= !bit(overlay);
        }
    }

    /// Switches off overlays that have no room next to the `latest` one. Panes take the place of the view from the
    /// side, and that of panes.
    fn part_views(&mut self, latest: Overlay) {
        let pair = [Overlay::Moves, Overlay::Panes];
        if pair.contains(&latest) && pair.iter().all(|overlay| self.has(*overlay)) {
            self.0 &= !(bit(Overlay::Moves) | bit(Overlay::Panes));
            self.0 |= bit(latest);
        }
    }

    /// Whether the view from the side is shown: how the moves of a tick were made.
    pub fn moves(self) -> bool {
        self.has(Overlay::Moves)
    }

    /// Whether to offer the overlay of the classic text's tests, which means that moves are on, and tests are off.
    pub fn offers_tests(self) -> bool {
        self.moves() && !self.has(Overlay::Tests)
    }

    /// Whether an overlay is on that shows the target under the crosshair.
    pub fn shows_target(self) -> bool {
        self.0 & Self::of(|entry| entry.shows_target).0 != 0
    }

    /// Whether an overlay is on that draws the trace.
    pub fn needs_trace(self) -> bool {
        self.0 & Self::of(|entry| entry.needs_trace).0 != 0
    }

    /// Switches the overlays of the number key `key`, off if all are on, else on. Xray and panes come on last, by a
    /// further press.
    pub fn toggle(&mut self, key: u8) {
        let bits = Self::of_key(key).0;
        let first = bits & !bit(Overlay::Xray) & !bit(Overlay::Panes);
        if self.0 & bits == bits {
            self.0 &= !bits;
        } else if self.0 & first == first {
            self.0 |= bits;
        } else {
            self.0 |= first;
        }
        for entry in Overlay::ALL.iter().filter(|entry| entry.key == Some(key)) {
            self.part_views(entry.overlay);
        }
    }
}

fn bit(overlay: Overlay) -> u32 {
    1 << overlay as u32
}

#[cfg(test)]
mod tests;
