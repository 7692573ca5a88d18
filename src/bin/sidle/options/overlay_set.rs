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
}

impl Overlay {
    /// All overlays, with the name on the command line and the number key. A key switches all its overlays together.
    pub const ALL: [(Self, &'static str, u8); 11] = [
        (Self::Boxes, "boxes", 1),
        (Self::Triangles, "triangles", 1),
        (Self::Xray, "xray", 1),
        (Self::Tightness, "tightness", 2),
        (Self::Axes, "axes", 3),
        (Self::Contacts, "contacts", 4),
        (Self::Moves, "moves", 5),
        (Self::Candidates, "candidates", 6),
        (Self::Tests, "tests", 7),
        (Self::Ghosts, "ghosts", 8),
        (Self::Tree, "tree", 9),
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
            let known = |(_, known, _): &&(Overlay, &str, u8)| *known == name;
            match (name, Overlay::ALL.iter().find(known)) {
                (_, Some((overlay, ..))) => shown.0 |= bit(*overlay),
                ("all", None) => shown = Self::of(|_| true),
                ("none", None) => {}
                (unknown, None) => {
                    let names = Overlay::ALL.map(|(_, name, _)| name).join(", ");
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
        Ok(shown)
    }

    /// The overlays of the number key `key`.
    fn of_key(key: u8) -> Self {
        Self::of(|other| other == key)
    }

    /// The overlays whose number key passes `filter`.
    fn of(filter: impl Fn(u8) -> bool) -> Self {
        let overlays = Overlay::ALL.iter().filter(|(.., key)| filter(*key));
        Self(overlays.fold(0, |bits, (overlay, ..)| bits | bit(*overlay)))
    }

    /// Whether any overlay is on.
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether ghosts are on.
    pub fn ghosts(self) -> bool {
        self.has(Overlay::Ghosts)
    }

    /// Whether `overlay` is on.
    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & bit(overlay) != 0
    }

    /// Switches `overlay` on or off.
    pub fn set(&mut self, overlay: Overlay, on: bool) {
        if on {
            self.0 |= bit(overlay);
        } else {
            self.0 &= !bit(overlay);
        }
    }

    /// Whether the moves of the tick are shown.
    pub fn moves(self) -> bool {
        self.has(Overlay::Moves)
    }

    /// Whether to offer the overlay of the classic text's tests: moves are on, and tests are off.
    pub fn offers_tests(self) -> bool {
        self.moves() && !self.has(Overlay::Tests)
    }

    /// Whether an overlay is on that shows the target under the crosshair.
    pub fn shows_target(self) -> bool {
        let shapes = [
            Overlay::Boxes,
            Overlay::Triangles,
            Overlay::Tightness,
            Overlay::Axes,
        ];
        shapes.into_iter().any(|overlay| self.has(overlay))
    }

    /// Whether an overlay is on that draws the trace.
    pub fn needs_trace(self) -> bool {
        let readers = [Overlay::Moves, Overlay::Candidates, Overlay::Tests];
        readers.into_iter().any(|overlay| self.has(overlay))
    }

    /// Switches the overlays of the number key `key`: off if all are on, else on. Xray comes on last, by a further
    /// press.
    pub fn toggle(&mut self, key: u8) {
        let bits = Self::of_key(key).0;
        let first = bits & !bit(Overlay::Xray);
        if self.0 & bits == bits {
            self.0 &= !bits;
        } else if self.0 & first == first {
            self.0 |= bits;
        } else {
            self.0 |= first;
        }
    }
}

fn bit(overlay: Overlay) -> u32 {
    1 << overlay as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlay_names_are_parsed_in_any_order() {
        let both = OverlaySet::parse("tightness, boxes").unwrap();
        assert!(both.has(Overlay::Boxes) && both.has(Overlay::Tightness));
        assert!(!both.has(Overlay::Triangles));
        assert_eq!(OverlaySet::parse("all"), Ok(OverlaySet(0b111_1111_1111)));
        assert_eq!(OverlaySet::parse("none"), Ok(OverlaySet(0)));
        assert_eq!(OverlaySet::parse("none,boxes"), OverlaySet::parse("boxes"));
    }

    #[test]
    fn an_unknown_name_is_reported_with_the_known_ones() {
        for (text, unknown) in [
            ("", ""),
            ("boxes,", ""),
            ("Boxes", "Boxes"),
            ("boxes,x", "x"),
        ] {
            let message = OverlaySet::parse(text).unwrap_err();
            assert!(message.contains(&format!("`{unknown}`")), "{message}");
            assert!(
                message.contains("boxes, triangles, xray, tightness, axes"),
                "{message}"
            );
        }
    }

    #[test]
    fn a_key_switches_its_whole_group_and_no_other() {
        let mut shown = OverlaySet::parse("triangles,tightness").unwrap();
        shown.toggle(1);
        assert_eq!(
            shown,
            OverlaySet::parse("boxes,triangles,tightness").unwrap()
        );
        shown.toggle(2);
        assert_eq!(shown, OverlaySet::parse("boxes,triangles").unwrap());
        for key in 2..=9 {
            shown.toggle(key);
            assert_ne!(
                shown,
                OverlaySet::parse("boxes,triangles").unwrap(),
                "{key}"
            );
            shown.toggle(key);
            assert_eq!(
                shown,
                OverlaySet::parse("boxes,triangles").unwrap(),
                "{key}"
            );
        }
        shown.toggle(0);
        assert_eq!(shown, OverlaySet::parse("boxes,triangles").unwrap());
    }

    #[test]
    fn the_first_key_shows_wires_then_xray_then_nothing() {
        let mut shown = OverlaySet::default();
        for names in ["boxes,triangles", "xray", "none"] {
            shown.toggle(1);
            assert_eq!(shown, OverlaySet::parse(names).unwrap(), "{names}");
        }
        // With boxes and xray only, the key first adds the triangles.
        let mut boxes = OverlaySet::parse("boxes,xray").unwrap();
        assert!(!boxes.has(Overlay::Triangles));
        boxes.toggle(1);
        assert_eq!(boxes, OverlaySet::parse("xray").unwrap());
    }

    #[test]
    fn only_overlays_of_the_trace_need_it() {
        for (names, reads) in [
            ("none", false),
            ("boxes,triangles,tightness,axes,contacts,ghosts,tree", false),
            ("moves", true),
            ("candidates", true),
            ("tests", true),
        ] {
            assert_eq!(
                OverlaySet::parse(names).unwrap().needs_trace(),
                reads,
                "{names}"
            );
        }
    }
}
