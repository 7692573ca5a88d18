//! What touches: the corner, edge or face of each shape, and the kinds of contact that follow.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.

/// The part of a shape that touches. Numbers are those of [`Solid`](crate::geometry::Solid).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A corner; also the end of a capsule: 0 is the lower one, 1 the upper.
    Vertex(u16),
    /// An edge.
    Edge(u16),
    /// A flat face; of a half-space and of a plane, number 0.
    Face(u16),
    /// A curved surface: that of a sphere.
    Surface,
}

impl Feature {
    /// The numbered corner, edge or face. Solids have no more than 65536 of each.
    pub(super) fn vertex(number: usize) -> Self {
        Self::Vertex(number as u16)
    }

    pub(super) fn edge(number: usize) -> Self {
        Self::Edge(number as u16)
    }

    pub(super) fn face(number: usize) -> Self {
        Self::Face(number as u16)
    }
}

/// The kinds of contact, in order of worth to a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactKind {
    /// A corner on a face, flat or curved.
    PointFace,
    /// An edge across an edge.
    EdgeEdge,
    /// An edge on a face: between a box and a sphere.
    EdgeFace,
    /// A face on a face, one of them curved.
    FaceFace,
    /// A corner on an edge or a corner. No generator here makes one, on purpose, as in the text: it
    /// is rare, its normal is doubtful, and the next tick brings a better contact.
    PointEdge,
}

impl ContactKind {
    /// The kind of a contact between these two.
    ///
    /// # Example
    /// ```
    /// use sidle::contact::{ContactKind, Feature::{Edge, Face, Surface, Vertex}};
    /// assert_eq!(ContactKind::of(Face(2), Vertex(7)), ContactKind::PointFace);
    /// assert_eq!(ContactKind::of(Surface, Edge(1)), ContactKind::EdgeFace);
    /// ```
    pub fn of(first: Feature, second: Feature) -> Self {
        use Feature::{Edge, Face, Surface, Vertex};
        match (first, second) {
            (Vertex(_), Vertex(_) | Edge(_)) | (Edge(_), Vertex(_)) => Self::PointEdge,
            (Vertex(_), _) | (_, Vertex(_)) => Self::PointFace,
            (Edge(_), Edge(_)) => Self::EdgeEdge,
            (Edge(_), _) | (_, Edge(_)) => Self::EdgeFace,
            (Face(_) | Surface, Face(_) | Surface) => Self::FaceFace,
        }
    }
}
