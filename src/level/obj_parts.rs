//! From the cut faces of an OBJ text to the parts of a mesh, without duplicate triangles.

use super::duplicates::{duplicates, starts};
use super::mesh::MeshPart;
use super::obj_faces::{CutFaces, FaceDefects};
use super::obj_models::{Face, Group, SeenCorners};

/// The parts of the triangles in `pieces`. Of duplicate triangles one is kept, whichever way it faces, unless
/// `one_sided` collision distinguishes the sides. Also returns what was dropped or altered.
pub(super) fn parts(
    mut pieces: Vec<CutFaces>,
    faces: &[Face],
    groups: &[Group],
    seen: &SeenCorners,
    one_sided: bool,
) -> (Vec<MeshPart>, FaceDefects) {
    let mut defects = FaceDefects::default();
    for piece in &mut pieces {
        defects.extend(core::mem::take(&mut piece.defects));
    }
    pieces.retain(|piece| !piece.triangles.is_empty());
    let lists: Vec<_> = pieces.iter().map(|it| it.triangles.as_slice()).collect();
    let dropped = duplicates(&lists, one_sided);
    let numbers = Numbers::new(&pieces);
    for number in &dropped {
        defects.add_duplicate(faces[numbers.face_of(*number)].line_start);
    }

    // Groups follow one another, so a part is a range of triangles.
    let mut parts: Vec<MeshPart> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let group_ends = groups.iter().skip(1).map(|group| group.first_face);
    let mut start = 0;
    for (group, end_face) in groups.iter().zip(group_ends.chain([faces.len()])) {
        let end = numbers.first_of(end_face);
        if end == start {
            continue;
        }
        let material = group.material;
        match (parts.last_mut(), ends.last_mut()) {
            (Some(part), Some(last)) if (&part.name, part.material) == (&group.name, material) => {
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
    fill(&mut parts, &ends, pieces, seen, &dropped);
    (parts, defects)
}

/// Gives each of `parts` the triangles of `pieces` up to its end, without those that are `dropped`.
fn fill(
    parts: &mut [MeshPart],
    ends: &[usize],
    pieces: Vec<CutFaces>,
    seen: &SeenCorners,
    dropped: &[usize],
) {
    let (mut number, mut dropped) = (0, dropped);
    let mut open = parts.iter_mut().zip(ends).peekable();
    // Each piece is freed as soon as it is copied.
    for piece in pieces {
        let (mut rest, mut places) = (piece.triangles.as_slice(), piece.places.as_slice());
        while let Some((part, end)) = open.peek_mut().filter(|_| !rest.is_empty()) {
            if part.triangles.is_empty() {
                part.triangles.reserve_exact(**end - number);
            }
            let (now, later) = rest.split_at(rest.len().min(**end - number));
            let (places_now, places_later) = places.split_at(now.len().min(places.len()));
            for (at, triangle) in now.iter().enumerate() {
                match dropped.split_first() {
                    Some((next, others)) if *next == number + at => dropped = others,
                    _ => part.push(*triangle, places_now.get(at).map(|it| seen.at(*it))),
                }
            }
            (rest, places, number) = (later, places_later, number + now.len());
            if number == **end {
                open.next();
            }
        }
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
