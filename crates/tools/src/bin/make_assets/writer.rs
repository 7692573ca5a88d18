//! Writes a mesh as an OBJ file and an MTL file, with texture coordinates where its material has a picture.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::{fs, io, path::Path};

use crate::mesh::{Face, Mesh, Point};
use crate::palette::{PALETTE, PICTURES};

/// Writes `STEM.obj` and `STEM.mtl`. Corners of one object that agree to four decimals share a vertex. Each vertex
/// precedes the first face that uses it, and faces count vertices back from their line, because such a file compresses to
/// half the size.
pub fn write(mesh: &Mesh, folder: &Path) -> io::Result<()> {
    let stem = mesh.stem;
    let head = format!(
        "# {}\n# Metres, Y up, right-handed. Made by make_assets. Licence: MIT OR Apache-2.0.\n",
        mesh.about
    );
    let mut obj = format!("{head}mtllib {stem}.mtl\n");
    let (mut vertices, mut faces) = (0_usize, 0_usize);
    let (mut min, mut max) = ([i64::MAX; 3], [i64::MIN; 3]);
    let mut used = BTreeSet::new();
    for object in &mesh.objects {
        let mut index_of: BTreeMap<[i64; 3], usize> = BTreeMap::new();
        line(&mut obj, format_args!("\no {}", object.name));
        let mut material = "";
        for face in &object.faces {
            used.insert(face.material);
            if face.material != material {
                material = face.material;
                line(&mut obj, format_args!("usemtl {material}"));
            }
            let picture = PICTURES.iter().find(|(name, ..)| *name == material);
            let mut corners = Vec::with_capacity(face.corners.len());
            for corner in &face.corners {
                let key = corner.map(|c| (c * 10_000.0).round() as i64);
                let index = *index_of.entry(key).or_insert_with(|| {
                    let [x, y, z] = key.map(|k| k as f64 / 10_000.0);
                    line(&mut obj, format_args!("v {x} {y} {z}"));
                    for a in 0..3 {
                        (min[a], max[a]) = (min[a].min(key[a]), max[a].max(key[a]));
                    }
                    vertices += 1;
                    vertices
                });
                if let Some((.., metres)) = picture {
                    let place = laid_flat(face, corner).map(|coordinate| coordinate / metres);
                    let [u, v] = place.map(|coordinate| (coordinate * 10_000.0).round() / 10_000.0);
                    line(&mut obj, format_args!("vt {u} {v}"));
                }
                corners.push(index);
            }
            let count = corners.len();
            obj.push('f');
            for (at, index) in corners.into_iter().enumerate() {
                write!(obj, " -{}", vertices + 1 - index).expect("a String takes all text");
                if picture.is_some() {
                    write!(obj, "/-{}", count - at).expect("a String takes all text");
                }
            }
            obj.push('\n');
            faces += 1;
        }
    }
    let mut mtl = head;
    for (name, [r, g, b]) in PALETTE.iter().filter(|(name, _)| used.contains(name)) {
        line(
            &mut mtl,
            format_args!("\nnewmtl {name}\nKd {r:.2} {g:.2} {b:.2}"),
        );
        if let Some((_, file, _)) = PICTURES.iter().find(|(known, ..)| known == name) {
            line(&mut mtl, format_args!("map_Kd {file}"));
        }
    }
    fs::write(folder.join(format!("{stem}.obj")), obj)?;
    fs::write(folder.join(format!("{stem}.mtl")), mtl)?;
    let size = [0, 1, 2].map(|a| (max[a] - min[a]) as f64 / 10_000.0);
    println!(
        "{stem}: {} objects, {vertices} vertices, {faces} faces, {} x {} x {} m from y = {}",
        mesh.objects.len(),
        size[0],
        size[1],
        size[2],
        min[1] as f64 / 10_000.0
    );
    Ok(())
}

/// The place of a corner of `face` on a picture that is projected onto it along the axis that it faces most, upright on
/// walls; metres.
fn laid_flat(face: &Face, [x, y, z]: &Point) -> [f64; 2] {
    let next = face.corners.iter().cycle().skip(1);
    let mut normal = [0.0_f64; 3];
    for ([ax, ay, az], [bx, by, bz]) in face.corners.iter().zip(next) {
        normal[0] += ay * bz - az * by;
        normal[1] += az * bx - ax * bz;
        normal[2] += ax * by - ay * bx;
    }
    let [nx, ny, nz] = normal.map(f64::abs);
    if ny >= nx && ny >= nz {
        [*x, -z]
    } else if nx >= nz {
        [-z * normal[0].signum(), *y]
    } else {
        [x * normal[2].signum(), *y]
    }
}

/// Appends one line of text.
fn line(text: &mut String, content: std::fmt::Arguments) {
    writeln!(text, "{content}").expect("a String takes all text");
}
