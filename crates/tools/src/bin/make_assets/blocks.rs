//! Solids composed of blocks, with openings.

use std::collections::{BTreeMap, BTreeSet};

use crate::mesh::{Face, Point, face};

/// A cell or a grid point of one layer of `blocks`, indexed along its two directions.
type Spot = (i32, i32);

/// The surface of a solid composed of blocks. `lines` (ascending; x, y, z) divide space into
/// blocks. A block is full where `is_solid` returns `true` for its middle; openings are empty
/// blocks.
///
/// Adjacent coplanar faces become one n-gon. An n-gon with a hole is cut next to the hole, because
/// an OBJ face has only an outer rim. A corner of one face is always a corner of its neighbours
/// too, so there are no T-junctions and no cracks. Two blocks must not touch along an edge only.
///
/// `paint` gives the material of the faces in one plane, by its axis (0, 1, 2) and coordinate.
pub fn blocks(
    paint: impl Fn(usize, f64) -> &'static str,
    lines: [&[f64]; 3],
    is_solid: impl Fn(Point) -> bool,
) -> Vec<Face> {
    let full = |cell: [i32; 3]| {
        let inside = (0..3).all(|a| cell[a] >= 0 && (cell[a] as usize) < lines[a].len() - 1);
        let middle = |a: usize| {
            let line = cell[a] as usize;
            (lines[a][line] + lines[a][line + 1]) / 2.0
        };
        inside && is_solid([middle(0), middle(1), middle(2)])
    };
    let mut rims: Vec<Vec<[i32; 3]>> = Vec::new();
    let mut materials = Vec::new();
    for axis in 0..3 {
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        for layer in 0..lines[axis].len() as i32 {
            let at = |(i, j): Spot, along: i32| {
                let mut spot = [along; 3];
                (spot[first], spot[second]) = (i, j);
                spot
            };
            for faces_forward in [true, false] {
                let (behind, ahead) = if faces_forward {
                    (layer - 1, layer)
                } else {
                    (layer, layer - 1)
                };
                let columns = lines[first].len() as i32 - 1;
                let rows = lines[second].len() as i32 - 1;
                let bare = (0..columns)
                    .flat_map(|i| (0..rows).map(move |j| (i, j)))
                    .filter(|&cell| full(at(cell, behind)) && !full(at(cell, ahead)));
                for mut rim in rims_of(bare.collect()) {
                    if !faces_forward {
                        rim.reverse();
                    }
                    rims.push(rim.into_iter().map(|spot| at(spot, layer)).collect());
                    materials.push(paint(axis, lines[axis][layer as usize]));
                }
            }
        }
    }
    // A rim lists every grid point on it. Keep only the points at which some rim turns.
    let turns = |rim: &[[i32; 3]], k: usize| {
        let (before, here, after) = (
            rim[(k + rim.len() - 1) % rim.len()],
            rim[k],
            rim[(k + 1) % rim.len()],
        );
        (0..3).any(|a| (here[a] == before[a]) != (after[a] == here[a]))
    };
    let needed: BTreeSet<[i32; 3]> = rims
        .iter()
        .flat_map(|rim| (0..rim.len()).filter(|&k| turns(rim, k)).map(|k| rim[k]))
        .collect();
    let point = |spot: [i32; 3]| [0, 1, 2].map(|a| lines[a][spot[a] as usize]);
    let corners = |rim: Vec<[i32; 3]>| -> Vec<Point> {
        let kept = rim.into_iter().filter(|spot| needed.contains(spot));
        kept.map(point).collect()
    };
    let painted = materials.into_iter().zip(rims);
    painted
        .map(|(material, rim)| face(material, corners(rim)))
        .collect()
}

/// The outer rims, counter-clockwise, of pieces without holes that together cover `cells`.
fn rims_of(mut cells: BTreeSet<Spot>) -> Vec<Vec<Spot>> {
    let mut rims = Vec::new();
    while let Some(&start) = cells.first() {
        let mut piece = BTreeSet::new();
        let mut open = vec![start];
        while let Some((i, j)) = open.pop() {
            if cells.remove(&(i, j)) {
                piece.insert((i, j));
                open.extend([(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]);
            }
        }
        let mut loops = loops_round(&piece);
        if loops.len() == 1 {
            rims.append(&mut loops);
            continue;
        }
        // The outer loop holds the smallest point of all; every other loop is a hole. Cut along the
        // hole's near side.
        let outer = loops.iter().position(|l| l.contains(&start)).unwrap_or(0);
        let hole = &loops[usize::from(outer == 0)];
        let cut = hole.iter().map(|spot| spot.0).min().unwrap_or(start.0);
        let (near, far): (BTreeSet<Spot>, BTreeSet<Spot>) =
            piece.iter().partition(|cell| cell.0 < cut);
        rims.append(&mut rims_of(near));
        rims.append(&mut rims_of(far));
    }
    rims
}

/// All closed loops that bound `cells`, with the cells on their left.
fn loops_round(cells: &BTreeSet<Spot>) -> Vec<Vec<Spot>> {
    let mut next = BTreeMap::new();
    for &(i, j) in cells {
        for (from, to, across) in [
            ((i, j), (i + 1, j), (i, j - 1)),
            ((i + 1, j), (i + 1, j + 1), (i + 1, j)),
            ((i + 1, j + 1), (i, j + 1), (i, j + 1)),
            ((i, j + 1), (i, j), (i - 1, j)),
        ] {
            if !cells.contains(&across) {
                next.insert(from, to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((start, mut spot)) = next.pop_first() {
        let mut rim = vec![start];
        while spot != start {
            rim.push(spot);
            spot = next
                .remove(&spot)
                .expect("a bounding edge ends where another begins");
        }
        loops.push(rim);
    }
    loops
}
