//! What a map's text says, in the units and axes of the map.

use core::ops::Range;

use glam::DVec3;

use super::hull::HullPlane;
use super::mapping::Mapping;

/// An entity: its keys, and what it is made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Entity<'t> {
    /// The place of its `{`.
    pub at: u32,
    /// Among the entities of the map, from 0, as editors count.
    pub number: u32,
    pub pairs: Vec<Pair<'t>>,
    /// The value of the first `classname`, which is read for each face.
    pub class: Option<&'t str>,
    pub brushes: Vec<Brush<'t>>,
    pub patches: Vec<Patch<'t>>,
}

/// A key of an entity, with its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'t> {
    pub key: &'t str,
    pub value: &'t str,
    /// The place of the value, in its quotes.
    pub at: u32,
}

impl Pair<'_> {
    /// The place of the value in its quotes.
    pub fn place(&self) -> Range<usize> {
        let at = self.at as usize;
        at..at + self.value.len() + 2
    }
}

/// A solid between planes.
#[derive(Clone, Debug)]
pub(super) struct Brush<'t> {
    /// The place of its `{`.
    pub at: u32,
    /// Among the brushes and patches of its entity, from 0, as editors count.
    pub number: u32,
    pub faces: Vec<Face<'t>>,
}

/// A face of a brush.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face<'t> {
    pub plane: HullPlane,
    pub material: &'t str,
    /// The `contents` and the `flags` of Quake II; 0 without.
    pub contents: u32,
    pub flags: u32,
    /// How the picture of its material lies on it. None in the formats of Quake III and Doom 3, which place it otherwise.
    pub mapping: Option<Mapping>,
}

/// A curved surface of Quake III.
#[derive(Clone, Debug)]
pub(super) struct Patch<'t> {
    pub material: &'t str,
    /// How many lists of points there are, and how many points each has; odd, and at least 3.
    pub size: [usize; 2],
    /// List by list.
    pub points: Vec<DVec3>,
}

impl<'t> Entity<'t> {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.brushes.is_empty() && self.patches.is_empty()
    }

    /// The value of a key. The first counts, as in TrenchBroom.
    pub fn pair(&self, key: &str) -> Option<&Pair<'t>> {
        let mut pairs = self.pairs.iter();
        pairs.find(|pair| pair.key.eq_ignore_ascii_case(key))
    }

    /// The value of a key, unless it is empty.
    pub fn value(&self, key: &str) -> Option<&'t str> {
        let value = self.pair(key)?.value.trim();
        (!value.is_empty()).then_some(value)
    }

    /// Its class. An entity without one has no name.
    pub fn class(&self) -> &'t str {
        self.class.unwrap_or_default()
    }

    /// A number.
    pub fn number(&self, key: &str) -> Option<f64> {
        finite(self.value(key)?)
    }

    /// Three numbers.
    pub fn vector(&self, key: &str) -> Option<DVec3> {
        let mut words = self.value(key)?.split_ascii_whitespace();
        let mut next = || finite(words.next()?);
        Some(DVec3::new(next()?, next()?, next()?))
    }
}

/// The number that `word` is, if it is one of a usual size.
pub(super) fn finite(word: &str) -> Option<f64> {
    let number = word.parse::<f64>().ok();
    number.filter(|number| number.abs() <= 1e30)
}
