//! Which faces of a mesh are flipped: of neighbours that look to opposite sides, the fewer.

use super::report::MendReport;
use super::soup::Soup;

/// Turns the fewer faces of every connected part, so that its neighbours look to the same side. Where three faces or more share
/// an edge, nothing is said of its sides.
pub fn turn_flipped(soup: &mut Soup, report: &mut MendReport) {
    let sides = soup.sides();
    // The neighbours of each face, and whether it looks to the other side.
    let mut neighbours: Vec<Vec<(u32, bool)>> = vec![Vec::new(); soup.faces.len()];
    for edge in sides.chunk_by(|a, b| a.0 == b.0) {
        if let [(_, one), (_, other)] = edge {
            let is_flipped = soup.ends(*one) == soup.ends(*other);
            neighbours[one.face].push((other.face as u32, is_flipped));
            neighbours[other.face].push((one.face as u32, is_flipped));
        }
    }
    // Whether a face looks otherwise than the first of its part.
    let mut turned: Vec<Option<bool>> = vec![None; soup.faces.len()];
    for first in 0..soup.faces.len() {
        if turned[first].is_some() {
            continue;
        }
        turned[first] = Some(false);
        let (mut part, mut next) = (vec![first], 0);
        while let Some(face) = part.get(next).copied() {
            next += 1;
            let here = turned[face].unwrap_or_default();
            for (other, is_flipped) in &neighbours[face] {
                let other = *other as usize;
                // On a strip with one side, a face may already be known otherwise. It stays.
                if turned[other].is_none() {
                    turned[other] = Some(here != *is_flipped);
                    part.push(other);
                }
            }
        }
        let others = part.iter().filter(|face| turned[**face] == Some(true));
        let is_majority = others.count() * 2 > part.len();
        part.sort_unstable();
        for face in part {
            if turned[face] == Some(!is_majority) {
                report.flipped.add(soup.middle(face));
                soup.flip(face);
            }
        }
    }
}
