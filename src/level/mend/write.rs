//! The OBJ text of a mended mesh.

use std::collections::BTreeMap;
use std::fmt::Write;

use glam::{Vec2, Vec3};

use crate::level::meshes::{Mesh, MeshPart};

/// The OBJ text of `mesh`, which was read from the text `original`: its materials lie in the same files.
pub fn obj_text(mesh: &Mesh, original: &str) -> String {
    let mut text =
        "# Mended by sidle: welded, without duplicates and slivers, in triangles.\n".to_owned();
    for line in original.lines().map(str::trim) {
        if line.starts_with("mtllib ") {
            text += line;
            text.push('\n');
        }
    }
    let is_colored = mesh.parts.iter().any(|part| !part.colors.is_empty());
    let mut lists = Lists::default();
    let mut name = None;
    let mut material = None;
    for part in &mesh.parts {
        let mut faces = String::new();
        let mut vertices = String::new();
        for number in 0..part.triangles.len() {
            lists.write_face(part, number, is_colored, &mut vertices, &mut faces);
        }
        if name != Some(&part.name) && !part.name.is_empty() {
            let _ = writeln!(text, "o {}", part.name);
            name = Some(&part.name);
        }
        text += &vertices;
        let used = mesh.material_of(part).map(|material| &*material.name);
        if used != material {
            if let Some(used) = used {
                let _ = writeln!(text, "usemtl {used}");
            }
            material = used;
        }
        text += &faces;
    }
    text
}

/// The bits of numbers, to find them again.
type Bits<const N: usize> = BTreeMap<[u32; N], usize>;

/// What is written already, with its numbers from 1.
#[derive(Default)]
struct Lists {
    places: BTreeMap<([u32; 3], [u8; 4]), usize>,
    tex_coords: Bits<2>,
    normals: Bits<3>,
}

impl Lists {
    /// Writes a face into `faces`, and what it needs for the first time into `vertices`.
    fn write_face(
        &mut self,
        part: &MeshPart,
        number: usize,
        is_colored: bool,
        vertices: &mut String,
        faces: &mut String,
    ) {
        let (triangle, tex_coords) = (part.triangles[number], part.tex_coords.get(number));
        let (normals, colors) = (part.normals.get(number), part.colors.get(number));
        faces.push('f');
        for at in 0..3 {
            let color = colors.map_or([255; 4], |colors| colors[at]);
            let place = self.place(triangle[at], is_colored.then_some(color), vertices);
            let _ = write!(faces, " {place}");
            let texture = tex_coords.map(|places| self.tex_coord(places[at], vertices));
            let normal = normals.map(|normals| {
                let normal = normals[at].unpack().as_vec3();
                self.normal(normal, vertices)
            });
            let _ = match (texture, normal) {
                (None, None) => Ok(()),
                (Some(texture), None) => write!(faces, "/{texture}"),
                (Some(texture), Some(normal)) => write!(faces, "/{texture}/{normal}"),
                (None, Some(normal)) => write!(faces, "//{normal}"),
            };
        }
        faces.push('\n');
    }

    fn place(&mut self, place: Vec3, color: Option<[u8; 4]>, text: &mut String) -> usize {
        let next = self.places.len() + 1;
        let key = (bits(place.to_array()), color.unwrap_or_default());
        let number = *self.places.entry(key).or_insert(next);
        if number == next {
            let [x, y, z] = place.to_array();
            let _ = write!(text, "v {x} {y} {z}");
            if let Some([red, green, blue, _]) = color {
                let [red, green, blue] = [red, green, blue].map(displayed);
                let _ = write!(text, " {red:.4} {green:.4} {blue:.4}");
            }
            text.push('\n');
        }
        number
    }

    fn tex_coord(&mut self, place: Vec2, text: &mut String) -> usize {
        let next = self.tex_coords.len() + 1;
        let number = *self
            .tex_coords
            .entry(bits(place.to_array()))
            .or_insert(next);
        if number == next {
            // In OBJ files, V grows upwards.
            let _ = writeln!(text, "vt {} {}", place.x, 1.0 - place.y);
        }
        number
    }

    fn normal(&mut self, normal: Vec3, text: &mut String) -> usize {
        let next = self.normals.len() + 1;
        let number = *self.normals.entry(bits(normal.to_array())).or_insert(next);
        if number == next {
            let [x, y, z] = normal.to_array();
            let _ = writeln!(text, "vn {x:.4} {y:.4} {z:.4}");
        }
        number
    }
}

/// The bits of numbers. Both zeros are one.
fn bits<const N: usize>(numbers: [f32; N]) -> [u32; N] {
    numbers.map(|number| (number + 0.0).to_bits())
}

/// The intensity as displayed, from 0 to 1, of a linear one from 0 to 255: the inverse of [`linear`](crate::level::meshes::linear).
fn displayed(linear: u8) -> f64 {
    let linear = f64::from(linear) / 255.0;
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055
    }
}
