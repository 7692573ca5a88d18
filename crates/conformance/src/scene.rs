//! The families of scenes. Another family takes a row here, a function in `scenes/`, a fault in `tests.rs` and a row in
//! docs/conformance.md.

use crate::scenes;
use crate::trial::Trial;

/// A question to a mover, and its variants.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its family.
    pub family: Family,
    /// Its name in the family.
    pub name: &'static str,
    /// What a mover should do, as a sentence.
    pub asks: &'static str,
    /// Its variants, each with another name.
    pub trials: Vec<Trial>,
}

macro_rules! families {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal in $module:ident::$scenes:ident),* $(,)?) => {
        /// A kind of difficulty.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Family {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Family {
            /// All families with their names, in the order of reports.
            pub const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$variant)),*];

            /// What the family is about.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)*
                }
            }

            /// Its scenes.
            #[must_use]
            pub fn scenes(self) -> Vec<Scene> {
                match self {
                    $(Self::$variant => scenes::$module::$scenes(),)*
                }
            }
        }
    };
}

families! {
    /// Flat walls at every angle.
    Walls = "walls" in walls::walls,
    /// Two planes that meet in a line along which the motion leads.
    Creases = "creases" in corners::creases,
    /// Two walls that close the way.
    Corners = "corners" in corners::corners,
    /// Surfaces made of many parts.
    Seams = "seams" in seams::scenes,
    /// Thin walls at up to 600 m/s.
    Thin = "thin" in thin::scenes,
    /// A box against the triangles of its faces.
    Boxes = "boxes" in repeat::boxes,
    /// Slopes around the limit.
    Slopes = "slopes" in slopes::scenes,
    /// Steps and stairs up.
    Steps = "steps" in steps::scenes,
    /// Steps and stairs down, ledges and jumps.
    Snapping = "snapping" in snapping::scenes,
    /// Ceilings above a jump, a run and a flight.
    Ceilings = "ceilings" in ceilings::ceilings,
    /// Low passages.
    Passages = "passages" in passages::passages,
    /// Ceilings that come down to the floor.
    Wedges = "wedges" in ceilings::wedges,
    /// Gaps between walls and posts.
    Gaps = "gaps" in corners::gaps,
    /// Boxes that carry, lift, turn and push.
    Platforms = "platforms" in platforms::scenes,
    /// Bodies that begin inside something.
    Inside = "inside" in sizes::inside,
    /// Bodies that crouch.
    Resizing = "resizing" in passages::resizing,
    /// Places far from the origin.
    Far = "far" in sizes::far,
    /// Small and large bodies.
    Sizes = "sizes" in sizes::sizes,
    /// Bumpy floors and dirty meshes.
    Noise = "noise" in noise::scenes,
    /// The same triangles in another order.
    Order = "order" in repeat::order,
    /// The same run twice.
    Repeat = "repeat" in repeat::repeat,
    /// The time of a request.
    Cost = "cost" in noise::cost,
}

impl Family {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// The family of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut names = Self::NAMES.iter();
        names
            .find(|(known, _)| *known == name)
            .map(|(_, family)| *family)
    }
}
