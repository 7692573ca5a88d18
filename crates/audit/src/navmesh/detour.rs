//! Reads the files of Detour, the library that finds ways on the meshes of Recast.
//!
//! Source: Recast Navigation 1.6, `DetourNavMesh.h` (`dtMeshHeader`, `dtPoly`, `dtPolyDetail`, `dtOffMeshConnection`, version 7) and the demo's
//! `Sample.cpp` (the set of tiles, version 1). All numbers are little-endian, and references have 32 bits.

use sidle::glam::DVec3;

use super::link::NavmeshLink;

/// "MSET" and "DNAV", as numbers.
const SET: u32 = 0x4d53_4554;
const TILE: u32 = 0x444e_4156;

const SET_VERSION: u32 = 1;
const TILE_VERSION: u32 = 7;

/// The bytes of the head of a set, of the head of a tile in it, and of the head of a tile's own data.
const SET_HEAD: usize = 40;
const ENTRY_HEAD: usize = 8;
const TILE_HEAD: usize = 100;

/// The bytes of a corner, a polygon, a link between two of them, the detail of a polygon, a triangle of it, a box around some, and an
/// off-mesh connection.
const CORNER: usize = 12;
const POLYGON: usize = 32;
const LINK: usize = 12;
const DETAIL: usize = 12;
const TRIANGLE: usize = 4;
const BOX: usize = 16;
const CONNECTION: usize = 36;

/// The kind of polygons that stand for a link between places that are apart.
const OFF_MESH: u8 = 1;

/// The flag of an off-mesh connection that also leads back.
const TWO_WAY: u8 = 1;

/// The triangles of a navmesh, and its links.
type Parts = (Vec<[DVec3; 3]>, Vec<NavmeshLink>);

/// The parts of a set of tiles, or of one.
pub fn read(bytes: &[u8]) -> Result<Parts, String> {
    let file = Bytes(bytes);
    let mut parts = Parts::default();
    match file.u32(0) {
        Some(TILE) => tile(file, &mut parts)?,
        Some(SET) => {
            check_version(file, SET_VERSION)?;
            let count = file.u32(8).ok_or_else(cut_off)?;
            let mut rest = file.from(SET_HEAD).ok_or_else(cut_off)?;
            for _ in 0..count {
                let length = rest.u32(4).ok_or_else(cut_off)? as usize;
                let data = rest.from(ENTRY_HEAD).ok_or_else(cut_off)?;
                tile(data.first(length).ok_or_else(cut_off)?, &mut parts)?;
                rest = data.from(length).ok_or_else(cut_off)?;
            }
        }
        _ => {
            return Err(
                "it is no navmesh of Recast: it begins with neither MSET nor DNAV".to_owned(),
            );
        }
    }
    Ok(parts)
}

fn cut_off() -> String {
    "the navmesh is cut off".to_owned()
}

fn check_version(file: Bytes<'_>, known: u32) -> Result<(), String> {
    match file.u32(4) {
        Some(version) if version == known => Ok(()),
        Some(version) => Err(format!(
            "the navmesh has version {version}, and {known} is known"
        )),
        None => Err(cut_off()),
    }
}

/// Adds the parts of one tile.
fn tile(tile: Bytes<'_>, (triangles, all_links): &mut Parts) -> Result<(), String> {
    if tile.u32(0) != Some(TILE) {
        return Err("a tile of the navmesh does not begin with DNAV".to_owned());
    }
    check_version(tile, TILE_VERSION)?;
    let number = |at: usize| {
        tile.u32(at)
            .map(|number| number as usize)
            .ok_or_else(cut_off)
    };
    let [
        polygons,
        corners,
        links,
        details,
        detail_corners,
        detail_triangles,
        boxes,
        connections,
    ] = [
        number(24)?,
        number(28)?,
        number(32)?,
        number(36)?,
        number(40)?,
        number(44)?,
        number(48)?,
        number(52)?,
    ];
    let mut rest = tile.from(TILE_HEAD).ok_or_else(cut_off)?;
    let mut next = |count: usize, size: usize| {
        let length = count.checked_mul(size)?;
        let list = rest.first(length)?;
        rest = rest.from(length)?;
        Some(list)
    };
    let mut lists = || {
        let corners = next(corners, CORNER)?;
        let polygons = next(polygons, POLYGON)?;
        next(links, LINK)?;
        let details = next(details, DETAIL)?;
        let detail_corners = next(detail_corners, CORNER)?;
        let detail_triangles = next(detail_triangles, TRIANGLE)?;
        next(boxes, BOX)?;
        Some([
            corners,
            polygons,
            details,
            detail_corners,
            detail_triangles,
            next(connections, CONNECTION)?,
        ])
    };
    let [
        corners,
        polygons,
        details,
        detail_corners,
        detail_triangles,
        connections,
    ] = lists().ok_or_else(cut_off)?;
    all_links.extend(connections.pieces(CONNECTION).filter_map(|connection| {
        let radius = f32::from_bits(connection.u32(2 * CORNER)?);
        Some(NavmeshLink {
            ends: [connection.corner(0)?, connection.corner(1)?],
            radius: f64::from(radius),
            is_two_way: connection.u8(2 * CORNER + 6)? & TWO_WAY != 0,
        })
    }));
    for (number, polygon) in polygons.pieces(POLYGON).enumerate() {
        let (Some(count), Some(kind)) = (polygon.u8(30), polygon.u8(31)) else {
            continue;
        };
        if kind >> 6 == OFF_MESH {
            continue;
        }
        let outline = (0..usize::from(count).min(6)).map(|corner| {
            let corner = polygon.u16(4 + corner * 2)?;
            corners.corner(usize::from(corner))
        });
        let outline: Option<Vec<DVec3>> = outline.collect();
        let outline = outline.ok_or("a polygon of the navmesh has a corner that does not exist")?;
        let before = triangles.len();
        let detailed = details.piece(number, DETAIL).and_then(|detail| {
            let first = detail.u32(0)? as usize;
            let triangle = detail.u32(4)? as usize;
            for number in triangle..triangle + usize::from(detail.u8(9)?) {
                let indices = detail_triangles.piece(number, TRIANGLE)?;
                let corner = |at: usize| {
                    let index = usize::from(indices.u8(at)?);
                    match index.checked_sub(outline.len()) {
                        None => outline.get(index).copied(),
                        Some(more) => detail_corners.corner(first.checked_add(more)?),
                    }
                };
                triangles.push([corner(0)?, corner(1)?, corner(2)?]);
            }
            Some(())
        });
        // Without a fine surface, the polygon itself.
        if detailed.is_none() || triangles.len() == before {
            triangles.truncate(before);
            for pair in outline.get(1..).unwrap_or_default().windows(2) {
                triangles.push([outline[0], pair[0], pair[1]]);
            }
        }
    }
    Ok(())
}

/// Bytes of a file.
#[derive(Clone, Copy)]
struct Bytes<'f>(&'f [u8]);

impl<'f> Bytes<'f> {
    fn first(self, length: usize) -> Option<Self> {
        self.0.get(..length).map(Self)
    }

    fn from(self, start: usize) -> Option<Self> {
        self.0.get(start..).map(Self)
    }

    /// Pieces of `size` bytes.
    fn pieces(self, size: usize) -> impl Iterator<Item = Self> {
        self.0.chunks_exact(size).map(Self)
    }

    fn piece(self, number: usize, size: usize) -> Option<Self> {
        self.from(number.checked_mul(size)?)?.first(size)
    }

    fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.from(at)?.0.first_chunk()?;
        Some(u16::from_le_bytes(*bytes))
    }

    fn u32(self, at: usize) -> Option<u32> {
        let bytes = self.from(at)?.0.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    fn corner(self, number: usize) -> Option<DVec3> {
        let corner = self.piece(number, CORNER)?;
        let along = |axis: usize| {
            let bits = corner.u32(axis * 4)?;
            Some(f64::from(f32::from_bits(bits)))
        };
        Some(DVec3::new(along(0)?, along(1)?, along(2)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile with a square of 2 m, whose middle is 1 m high in its fine surface, and a link between two places, one way.
    fn square(has_detail: bool) -> Vec<u8> {
        let mut bytes = Vec::new();
        let put = |bytes: &mut Vec<u8>, numbers: &[u32]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        put(&mut bytes, &[TILE, TILE_VERSION, 0, 0, 0, 0]);
        let details = if has_detail { [1, 1, 4] } else { [0; 3] };
        put(&mut bytes, &[2, 4, 1]);
        put(&mut bytes, &details);
        put(&mut bytes, &[1, 1]);
        bytes.resize(TILE_HEAD, 0);
        for [x, z] in [[0.0_f32, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0]] {
            put(&mut bytes, &[x, 0.0, z].map(f32::to_bits));
        }
        for [count, kind] in [[4, 0], [2, OFF_MESH << 6]] {
            put(&mut bytes, &[0]);
            let indices = [0_u16, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1];
            bytes.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
            bytes.extend([count, kind]);
        }
        bytes.resize(bytes.len() + LINK, 0);
        if has_detail {
            put(&mut bytes, &[0, 0]);
            bytes.extend([1, 4, 0, 0]);
            put(&mut bytes, &[1.0_f32, 1.0, 1.0].map(f32::to_bits));
            bytes.extend([[0, 1, 4, 0], [1, 2, 4, 0], [2, 3, 4, 0], [3, 0, 4, 0]].concat());
        }
        bytes.resize(bytes.len() + BOX, 0);
        put(
            &mut bytes,
            &[1.0_f32, 0.5, 1.0, 6.0, 2.0, 1.0, 0.75].map(f32::to_bits),
        );
        bytes.extend([1, 0, 0, 0xff, 0, 0, 0, 0]);
        bytes
    }

    /// A set of these tiles.
    fn set(tiles: &[Vec<u8>]) -> Vec<u8> {
        let numbers = [SET, SET_VERSION, tiles.len() as u32];
        let mut bytes = numbers.map(u32::to_le_bytes).concat();
        bytes.resize(SET_HEAD, 0);
        for tile in tiles {
            bytes.extend([0; 4]);
            bytes.extend((tile.len() as u32).to_le_bytes());
            bytes.extend(tile);
        }
        bytes
    }

    #[test]
    fn the_fine_surface_of_a_polygon_is_read_where_there_is_one() {
        let triangles = |bytes: &[u8]| read(bytes).map(|(triangles, _)| triangles);
        let plain = triangles(&square(false)).unwrap();
        assert_eq!(plain.len(), 2);
        assert!(plain.as_flattened().iter().all(|corner| corner.y == 0.0));
        let fine = triangles(&square(true)).unwrap();
        assert_eq!(fine.len(), 4);
        assert!(fine.iter().all(|triangle| triangle[2] == DVec3::ONE));
        let both = triangles(&set(&[square(true), square(false)])).unwrap();
        assert_eq!(both, [fine, plain].concat());
        assert_eq!(read(&set(&[])), Ok(Parts::default()));
    }

    #[test]
    fn links_between_places_that_are_apart_are_read() {
        let one_way = NavmeshLink {
            ends: [DVec3::new(1.0, 0.5, 1.0), DVec3::new(6.0, 2.0, 1.0)],
            radius: 0.75,
            is_two_way: false,
        };
        let (_, links) = read(&square(true)).unwrap();
        assert_eq!(links, [one_way]);
        let mut bytes = square(false);
        let flags = bytes.len() - 6;
        bytes[flags] = TWO_WAY;
        let (_, links) = read(&set(&[square(true), bytes])).unwrap();
        let two_way = NavmeshLink {
            is_two_way: true,
            ..one_way
        };
        assert_eq!(links, [one_way, two_way]);
    }

    #[test]
    fn what_is_cut_off_or_damaged_never_panics() {
        let whole = set(&[square(true), square(false)]);
        for at in 0..whole.len() {
            assert!(read(&whole[..at]).is_err(), "{at} bytes");
            for wrong in [0, 1, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = wrong;
                read(&bytes).ok();
            }
        }
    }

    #[test]
    fn another_version_is_refused_with_its_number() {
        let mut bytes = square(false);
        bytes[4] = 9;
        let message = read(&bytes).unwrap_err();
        assert_eq!(message, "the navmesh has version 9, and 7 is known");
    }
}
