//! Which overlays are on.

/// Something that can be drawn over the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Boxes,
    Triangles,
    /// Boxes and triangles, through whatever hides them.
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
    /// All overlays: the name for the command line, and the number key that switches it. Overlays of
    /// one key are switched together.
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

/// Which overlays are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OverlaySet(u32);

impl OverlaySet {
    /// The overlays that a command line asks for: `all`, `none`, or names between commas.
    ///
    /// # Errors
    /// Names the first unknown one, and all known ones.
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
        // Alone, there would be nothing to see through the walls.
        let wires = bit(Overlay::Boxes) | bit(Overlay::Triangles);
        if shown.has(Overlay::Xray) && shown.0 & wires == 0 {
            shown.0 |= wires;
        }
        Ok(shown)
    }

    /// The set of `overlay` alone.
    pub fn only(overlay: Overlay) -> Self {
        Self(bit(overlay))
    }

    /// Those of the number key `key`.
    fn of_key(key: u8) -> Self {
        Self::of(|other| other == key)
    }

    /// Those whose key is wanted.
    fn of(wanted: impl Fn(u8) -> bool) -> Self {
        let wanted = Overlay::ALL.iter().filter(|(.., key)| wanted(*key));
        Self(wanted.fold(0, |bits, (overlay, ..)| bits | bit(*overlay)))
    }

    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the other controllers are to go along.
    pub fn ghosts(self) -> bool {
        self.has(Overlay::Ghosts)
    }

    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & bit(overlay) != 0
    }

    /// Switches one overlay.
    pub fn set(&mut self, overlay: Overlay, on: bool) {
        if on {
            self.0 |= bit(overlay);
        } else {
            self.0 &= !bit(overlay);
        }
    }

    /// Whether how a tick was made is looked at.
    pub fn moves(self) -> bool {
        self.has(Overlay::Moves)
    }

    /// Whether one sees how a tick was made, and not yet what the classic text asked in it.
    pub fn asks_next(self) -> bool {
        self.moves() && !self.has(Overlay::Tests)
    }

    /// Whether the thing under the crosshair is shown among others.
    pub fn points(self) -> bool {
        let shapes = [
            Overlay::Boxes,
            Overlay::Triangles,
            Overlay::Tightness,
            Overlay::Axes,
        ];
        shapes.into_iter().any(|overlay| self.has(overlay))
    }

    /// Whether anything is drawn of what a trace records.
    pub fn reads_trace(self) -> bool {
        let readers = [Overlay::Moves, Overlay::Candidates, Overlay::Tests];
        readers.into_iter().any(|overlay| self.has(overlay))
    }

    /// Switches the overlays of the number key `key`: off if all are on, else on. What sees through
    /// walls comes last, after the same without it.
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
    fn names_are_read_in_any_order_and_number() {
        let both = OverlaySet::parse("tightness, boxes").unwrap();
        assert!(both.has(Overlay::Boxes) && both.has(Overlay::Tightness));
        assert!(!both.has(Overlay::Triangles));
        assert_eq!(OverlaySet::parse("all"), Ok(OverlaySet(0b111_1111_1111)));
        assert_eq!(OverlaySet::parse("none"), Ok(OverlaySet(0)));
        assert_eq!(OverlaySet::parse("none,boxes"), OverlaySet::parse("boxes"));
    }

    #[test]
    fn an_unknown_name_is_told_with_the_known_ones() {
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
    fn the_first_key_goes_from_nothing_over_wires_to_wires_through_walls_and_back() {
        let mut shown = OverlaySet::default();
        for names in ["boxes,triangles", "xray", "none"] {
            shown.toggle(1);
            assert_eq!(shown, OverlaySet::parse(names).unwrap(), "{names}");
        }
        // Only boxes, through walls: the key first adds what is missing.
        let mut boxes = OverlaySet::parse("boxes,xray").unwrap();
        assert!(!boxes.has(Overlay::Triangles));
        boxes.toggle(1);
        assert_eq!(boxes, OverlaySet::parse("xray").unwrap());
    }

    #[test]
    fn a_trace_is_recorded_for_those_overlays_that_read_it() {
        for (names, reads) in [
            ("none", false),
            ("boxes,triangles,tightness,axes,contacts,ghosts,tree", false),
            ("moves", true),
            ("candidates", true),
            ("tests", true),
        ] {
            assert_eq!(
                OverlaySet::parse(names).unwrap().reads_trace(),
                reads,
                "{names}"
            );
        }
    }
}
