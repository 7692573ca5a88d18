//! Features of a contact: the vertex, edge or face of each shape, and the resulting contact kinds.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.

/// The feature of a shape that touches. Indices are those of [`Solid`](crate::geometry::Solid).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A vertex, or an end of a capsule: 0 at the start of its axis (the lower end of an upright
    /// one), 1 at its end.
    Vertex(u16),
    /// An edge.
    Edge(u16),
    /// A flat face; a half-space and a plane have number 0 only.
    Face(u16),
    /// The curved surface of a sphere or capsule.
    Surface,
}

impl Feature {
    /// The vertex, edge or face with this index. Solids have at most 65536 of each.
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

/// The kinds of contact, the most useful for a response first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactKind {
    /// A vertex on a flat or curved face.
    PointFace,
    /// Two crossing edges.
    EdgeEdge,
    /// An edge on a curved face, a box and a sphere or capsule.
    EdgeFace,
    /// Two faces, at least one of them curved.
    FaceFace,
    /// A vertex on an edge or a vertex. No generator here makes one, as in the text, because the
    /// case is rare, its normal is unreliable, and the next tick gives a better contact.
    PointEdge,
}

impl ContactKind {
    /// The kind of contact between these features.
    ///
    /// # Example
    /// ```
    /// use sidle::contact::{ContactKind, Feature::{Edge, Face, Surface, Vertex}};
    /// assert_eq!(ContactKind::of(Face(2), Vertex(7)), ContactKind::PointFace);
    /// assert_eq!(ContactKind::of(Surface, Edge(1)), ContactKind::EdgeFace);
    /// ```
    #[must_use]
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
