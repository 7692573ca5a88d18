//! What the usual names of materials mean.
//!
//! Source: the documentation of ericw-tools' qbsp, and the surface flags of Quake II.

use super::text::{Brush, Face};

/// What a brush is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// Collides, and is drawn but for its hidden faces.
    Solid,
    /// Collides, and is not drawn.
    Clip,
    /// Is drawn, and does not collide.
    Passable,
    /// A liquid that is none of lava. A player swims in it.
    Water,
    /// Neither.
    Nothing,
}

/// What a face is by its material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaceKind {
    Drawn,
    /// Part of a solid, and not drawn.
    Hidden,
    Clip,
    Water,
    /// Lava, fog, or the surface of a teleport.
    Passable,
    /// Of no use to a walker: for compilers and other players.
    Nothing,
    /// The brush is neither solid nor drawn, whatever its other faces are.
    NothingAtAll,
}

/// Names of faces that are not drawn, behind the last `/`.
const HIDDEN: [&str; 7] = [
    "skip",
    "null",
    "bevel",
    "caulk",
    "nodraw",
    "invisible",
    "invis",
];

/// Names of brushes for compilers.
const HELPERS: [&str; 8] = [
    "hint",
    "hintskip",
    "hintcaulk",
    "areaportal",
    "antiportal",
    "clusterportal",
    "origin",
    "cameraclip",
];

/// Clips for others than walkers.
const OTHER_CLIPS: [&str; 6] = [
    "monsterclip",
    "npcclip",
    "botclip",
    "weapclip",
    "weaponclip",
    "missileclip",
];

/// Names of brushes that are volumes.
const VOLUMES: [&str; 6] = [
    "trigger",
    "aaatrigger",
    "donotenter",
    "lightgrid",
    "nodrop",
    "nobuild",
];

/// Flags of Quake II.
const SKY: u32 = 4;
const NO_DRAW: u32 = 0x80;
const HINT: u32 = 0x100;
const SKIP: u32 = 0x200;

/// Contents of Quake II: lava; slime and water; clips of players and monsters; the origin of a turning thing.
const LAVA: u32 = 8;
const WATER: u32 = 16 | 32;
const PLAYER_CLIP: u32 = 0x1_0000;
const MONSTER_CLIP: u32 = 0x2_0000;
const ORIGIN: u32 = 0x100_0000;

/// What the faces of `brush` make of it.
pub(super) fn contents_of(brush: &Brush<'_>) -> Contents {
    let mut kinds = brush.faces.iter().map(kind_of);
    if kinds.clone().any(|kind| kind == FaceKind::NothingAtAll) {
        return Contents::Nothing;
    }
    // Of mixed materials, the first counts, as in the compilers.
    match kinds.next() {
        Some(FaceKind::Clip) => Contents::Clip,
        Some(FaceKind::Water) => Contents::Water,
        Some(FaceKind::Passable) => Contents::Passable,
        Some(FaceKind::Nothing) => Contents::Nothing,
        _ => Contents::Solid,
    }
}

/// Whether a face of a solid is drawn.
pub(super) fn is_drawn(face: &Face<'_>) -> bool {
    let kind = kind_of(face);
    matches!(kind, FaceKind::Drawn | FaceKind::Water | FaceKind::Passable)
}

/// What a patch of this material is.
pub(super) fn contents_of_patch(material: &str) -> Contents {
    match kind_of_name(material) {
        FaceKind::Drawn => Contents::Solid,
        FaceKind::Hidden | FaceKind::Clip => Contents::Clip,
        FaceKind::Water | FaceKind::Passable => Contents::Passable,
        FaceKind::Nothing | FaceKind::NothingAtAll => Contents::Nothing,
    }
}

fn kind_of(face: &Face<'_>) -> FaceKind {
    let Face {
        contents, flags, ..
    } = *face;
    if contents & ORIGIN != 0 || flags & HINT != 0 {
        FaceKind::NothingAtAll
    } else if contents & PLAYER_CLIP != 0 {
        FaceKind::Clip
    } else if contents & MONSTER_CLIP != 0 {
        FaceKind::Nothing
    } else if contents & LAVA != 0 {
        FaceKind::Passable
    } else if contents & WATER != 0 {
        FaceKind::Water
    } else if flags & (SKY | NO_DRAW | SKIP) != 0 {
        FaceKind::Hidden
    } else {
        kind_of_name(face.material)
    }
}

fn kind_of_name(material: &str) -> FaceKind {
    let name = material.rsplit('/').next().unwrap_or_default();
    let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    // Names of other languages may have a character there that is longer than a byte.
    let begins = |start: &str| {
        let head = name.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    let ends = |end: &str| {
        let at = name.len().checked_sub(end.len());
        let tail = at.and_then(|at| name.get(at..));
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    };
    if is(&HELPERS) || ends("nonsolid") {
        FaceKind::NothingAtAll
    } else if is(&OTHER_CLIPS) || is(&VOLUMES) {
        FaceKind::Nothing
    } else if ends("clip") {
        FaceKind::Clip
    } else if is(&HIDDEN) || begins("sky") {
        FaceKind::Hidden
    } else if ends("fog") || ["*lava", "!lava", "*tele"].into_iter().any(begins) {
        FaceKind::Passable
    } else if begins("*") || begins("!") {
        FaceKind::Water
    } else {
        FaceKind::Drawn
    }
}

/// A colour for a material without a picture, by its name: linear, light and pale, so that shades are seen.
pub(super) fn color_of(material: &str) -> [f32; 4] {
    // Fowler, Noll and Vo's FNV-1a.
    let hash = material.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    let part = |shift: u32| 0.30 + 0.25 * ((hash >> shift & 0xff) as f32 / 255.0);
    [part(0), part(8), part(16), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::map::hull::HullPlane;
    use glam::DVec3;

    fn brush(materials: &[&'static str]) -> Brush<'static> {
        let face = |material: &&'static str| Face {
            plane: HullPlane {
                normal: DVec3::X,
                distance: 0.0,
            },
            material,
            contents: 0,
            flags: 0,
            mapping: None,
        };
        Brush {
            at: 0,
            number: 0,
            faces: materials.iter().map(face).collect(),
        }
    }

    #[test]
    fn the_usual_names_say_what_collides_and_what_is_drawn() {
        for (names, expected) in [
            (&["stone", "CLIP"][..], Contents::Solid),
            (&["clip"], Contents::Clip),
            (&["common/Clip"], Contents::Clip),
            (&["common/playerclip"], Contents::Clip),
            (&["common/weapclip"], Contents::Nothing),
            (&["skip", "HintSkip"], Contents::Nothing),
            (&["signs/arrow", "common/nodrawnonsolid"], Contents::Nothing),
            (&["common/nodrop"], Contents::Nothing),
            (&["sfx/hellfog"], Contents::Passable),
            (&["skip"], Contents::Solid),
            (&["stone", "origin"], Contents::Nothing),
            (&["trigger"], Contents::Nothing),
            (&["*water1"], Contents::Water),
            (&["!toxic"], Contents::Water),
            (&["*04mwat2"], Contents::Water),
            (&["*Lava1"], Contents::Passable),
            (&["*teleport"], Contents::Passable),
            (&["sky1"], Contents::Solid),
            (&["ö"], Contents::Solid),
        ] {
            assert_eq!(contents_of(&brush(names)), expected, "{names:?}");
        }
        for (name, drawn) in [
            ("sky1", false),
            ("common/caulk", false),
            ("nodraw", false),
            ("paperclips", true),
        ] {
            assert_eq!(is_drawn(&brush(&[name]).faces[0]), drawn, "{name}");
        }
    }

    #[test]
    fn the_flags_of_quake_2_count_before_the_name() {
        let mut face = brush(&["e1u1/metal"]).faces[0];
        face.flags = NO_DRAW;
        assert!(!is_drawn(&face));
        face.contents = PLAYER_CLIP | 0x800_0000;
        let clip = Brush {
            faces: vec![face],
            ..brush(&[])
        };
        assert_eq!(contents_of(&clip), Contents::Clip);
        for (contents, expected) in [
            (32, Contents::Water),
            (16, Contents::Water),
            (8, Contents::Passable),
        ] {
            face.contents = contents;
            let liquid = Brush {
                faces: vec![face],
                ..brush(&[])
            };
            assert_eq!(contents_of(&liquid), expected);
        }
    }
}
