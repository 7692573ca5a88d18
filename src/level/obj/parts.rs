//! From the cut faces of an OBJ text to the parts of a mesh, without duplicate triangles.

use super::faces::{CutFaces, FaceDefects};
use super::models::Faces;
use super::mtl::MtlTexture;
use crate::level::meshes::{MeshPart, duplicates, starts};
use crate::parallel::Workers;

/// About how many triangles are filled before they are joined with the others. Smaller: cores wait for one another more often;
/// larger: more memory.
const FILLED_AT_ONCE: usize = 1 << 17;

/// Of fewer triangles, handing them out takes longer than filling them.
const MIN_SHARED: usize = 1 << 13;

/// The parts of a mesh, whose triangles are known by the places of their corners.
pub(super) struct CutParts {
    /// The parts, still without triangles.
    parts: Vec<MeshPart>,
    /// The end of each part's triangles; they start at the end of the previous part's.
    ends: Vec<usize>,
    /// The places of the corners of all triangles, with those that are dropped.
    triangles: Vec<Vec<[u32; 3]>>,
    /// The numbers of those that are dropped; sorted.
    dropped: Vec<usize>,
}

impl CutParts {
    /// The parts of the triangles in `pieces`. Of duplicate triangles one is kept, whichever way it faces, unless
    /// `one_sided` collision distinguishes the sides. Also returns the dropped and altered faces.
    pub fn new(mut pieces: Vec<CutFaces>, faces: &Faces, one_sided: bool) -> (Self, FaceDefects) {
        let mut defects = FaceDefects::default();
        for piece in &mut pieces {
            defects.extend(core::mem::take(&mut piece.defects));
        }
        pieces.retain(|piece| !piece.triangles.is_empty());
        let lists: Vec<_> = pieces
            .iter()
            .map(|piece| piece.triangles.as_slice())
            .collect();
        let dropped = duplicates(
            &lists,
            |triangle| triangle.map(|place| faces.corner(place)),
            one_sided,
        );
        let numbers = Numbers::new(&pieces);
        for number in &dropped {
            defects.add_duplicate(numbers.face_of(*number));
        }

        // Groups follow one another, so a part is a range of triangles.
        let mut parts: Vec<MeshPart> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let group_ends = faces.groups.iter().skip(1).map(|group| group.first_face);
        let mut start = 0;
        for (group, end_face) in faces
            .groups
            .iter()
            .zip(group_ends.chain([faces.corner_ends.len()]))
        {
            let end = numbers.first_of(end_face);
            if end == start {
                continue;
            }
            let material = group.material;
            match (parts.last_mut(), ends.last_mut()) {
                (Some(part), Some(last))
                    if (&part.name, part.material) == (&group.name, material) =>
                {
                    *last = end;
                }
                _ => {
                    parts.push(MeshPart {
                        name: group.name.clone(),
                        material,
                        ..MeshPart::default()
                    });
                    ends.push(end);
                }
            }
            start = end;
        }
        let all = Self {
            parts,
            ends,
            triangles: pieces.into_iter().map(|piece| piece.triangles).collect(),
            dropped,
        };
        (all, defects)
    }

    /// Whether there is no triangle.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The parts, still without triangles.
    pub fn headings(&mut self) -> &mut [MeshPart] {
        &mut self.parts
    }

    /// The parts with their triangles. `textures` are those of the parts' materials.
    pub fn fill(self, faces: &Faces, textures: &[Option<MtlTexture>]) -> Vec<MeshPart> {
        let Self {
            mut parts,
            ends,
            triangles,
            dropped,
        } = self;
        // Each list is of one part.
        let mut lists = Vec::new();
        let (mut start, mut open) = (0, ends.iter().enumerate().peekable());
        for places in &triangles {
            let mut rest = places.as_slice();
            while let Some((part, end)) = open.peek().filter(|_| !rest.is_empty()) {
                let (now, later) = rest.split_at(rest.len().min(*end - start));
                lists.push((*part, start, now));
                (rest, start) = (later, start + now.len());
                if start == **end {
                    open.next();
                }
            }
        }
        let starts = core::iter::once(0).chain(ends.iter().copied());
        for ((part, start), end) in parts.iter_mut().zip(starts).zip(&ends) {
            part.triangles.reserve_exact(end - start);
        }
        let has_more = faces.has_more();
        let textures: Vec<_> = parts
            .iter()
            .map(|part| textures.get(part.material?)?.as_ref())
            .collect();
        let workers = match ends.last() {
            Some(end) if *end >= MIN_SHARED => Workers::All,
            _ => Workers::Caller,
        };
        let mut rest = lists.as_slice();
        while let Some((_, first, _)) = rest.first() {
            let (some, later) =
                rest.split_at(rest.partition_point(|range| range.1 < first + FILLED_AT_ONCE));
            rest = later;
            let filled = workers.map(some, |(part, start, places)| {
                let mut filled = MeshPart::default();
                filled.triangles.reserve_exact(places.len());
                let mut dropped = &dropped[dropped.partition_point(|number| number < start)..];
                for (number, places) in (*start..).zip(*places) {
                    if dropped.first() == Some(&number) {
                        dropped = &dropped[1..];
                        continue;
                    }
                    let triangle = places.map(|place| faces.corner(place));
                    filled.push(
                        triangle,
                        has_more.then(|| faces.seen_at(*places, textures[*part])),
                    );
                }
                filled
            });
            for ((part, ..), filled) in some.iter().zip(filled) {
                parts[*part].append(filled);
            }
        }
        parts
    }
}

/// The numbers of all triangles of consecutive pieces, each of which has a triangle.
struct Numbers<'p> {
    pieces: &'p [CutFaces],
    starts: Vec<usize>,
}

impl<'p> Numbers<'p> {
    fn new(pieces: &'p [CutFaces]) -> Self {
        let starts = starts(pieces.iter().map(|piece| piece.triangles.len()));
        Self {
            pieces,
            starts: starts.collect(),
        }
    }

    /// The number of the face of this triangle.
    fn face_of(&self, triangle: usize) -> usize {
        let piece = self.starts.partition_point(|start| *start <= triangle) - 1;
        self.pieces[piece].faces[triangle - self.starts[piece]] as usize
    }

    /// The number of the first triangle of this face, or else of a later one.
    fn first_of(&self, face: usize) -> usize {
        let is_before = |of: &u32| (*of as usize) < face;
        let ends_before = |piece: &CutFaces| piece.faces.last().is_some_and(is_before);
        let piece = self.pieces.partition_point(ends_before);
        match self.pieces.get(piece) {
            Some(of) => self.starts[piece] + of.faces.partition_point(is_before),
            None => match (self.starts.last(), self.pieces.last()) {
                (Some(start), Some(last)) => start + last.triangles.len(),
                _ => 0,
            },
        }
    }
}
