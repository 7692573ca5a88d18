//! Materials of a mesh: the colours of an MTL file.
//!
//! tobj reads them. It stops at the first mistake, or panics, so it gets only what was checked. A wrong colour
//! is a warning, so the level still loads. Everything else in a material is ignored.

use core::fmt::Write;

use super::lines::{Line, for_each_line, parse_float};
use super::material::linear;
use super::problems::Problems;
use super::source::Source;
use super::words::count;
use super::{Diagnostic, Material};

/// A material of an MTL file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MtlMaterial {
    pub name: String,
    /// Its diffuse colour, as displayed: red, green and blue from 0 to 1.
    pub color: Option<[f32; 3]>,
}

impl MtlMaterial {
    /// What is seen of it. `None` if it has no look of its own.
    pub fn look(&self) -> Option<Material> {
        let [red, green, blue] = self.color?.map(linear);
        Some(Material {
            name: self.name.clone(),
            color: [red, green, blue, 1.0],
            texture: None,
            alpha_cutoff: None,
            // The format does not distinguish the sides.
            double_sided: true,
        })
    }
}

/// The materials of `source`.
pub(super) fn read_materials(source: &Source) -> (Vec<MtlMaterial>, Vec<Diagnostic>) {
    let mut problems = Problems::new(source);
    let mut checked = String::new();
    // Lines before the first name, or below a missing one, belong to no material.
    let mut named = false;
    for_each_line(source.text(), |line| match line.keyword() {
        "newmtl" => {
            let name = line.rest();
            named = !name.is_empty();
            if named {
                // Writing to a text in memory cannot fail.
                let _ = writeln!(checked, "newmtl {name}");
            } else {
                problems.warning(
                    line.span(),
                    "this material has no name and is ignored",
                    "expected `newmtl NAME`",
                    None,
                );
            }
        }
        "Kd" => match read_color(line) {
            Ok(Some([red, green, blue])) if named => {
                let _ = writeln!(checked, "Kd {red} {green} {blue}");
            }
            Ok(_) => {}
            Err(found) => problems.warning(
                line.span(),
                format!("this colour is ignored: {found}"),
                "expected `Kd red green blue`, each from 0 to 1",
                None,
            ),
        },
        _ => {}
    });
    let materials = match tobj::load_mtl_buf(&mut checked.as_bytes()) {
        Ok((materials, _)) => materials,
        Err(error) => {
            problems.warning_of_file(format!("these materials cannot be read: {error}"));
            Vec::new()
        }
    };
    let materials = materials.into_iter().map(|material| MtlMaterial {
        name: material.name,
        color: material.diffuse,
    });
    (materials.collect(), problems.finish())
}

/// The colour of a `Kd` line; `Ok(None)` for the forms that need a spectrum.
fn read_color(line: &Line<'_>) -> Result<Option<[f32; 3]>, String> {
    let words: Vec<_> = line.arguments().iter().map(|word| word.text).collect();
    if matches!(words.first(), Some(&("spectral" | "xyz"))) {
        return Ok(None);
    }
    let mut numbers = Vec::new();
    for word in &words {
        numbers.push(parse_float(word).ok_or_else(|| format!("`{word}` is not a usable number"))?);
    }
    match numbers[..] {
        // By the format, missing green and blue equal red.
        [grey] => Ok(Some([grey; 3].map(|part| part.clamp(0.0, 1.0)))),
        [r, g, b] => Ok(Some([r, g, b].map(|part| part.clamp(0.0, 1.0)))),
        _ => {
            let numbers = count(numbers.len(), "number", "numbers");
            Err(format!("it has {numbers}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<MtlMaterial>, Vec<String>) {
        let (materials, diagnostics) = read_materials(&Source::new("a.mtl", text.into()).unwrap());
        (
            materials,
            diagnostics.iter().map(Diagnostic::location).collect(),
        )
    }

    #[test]
    fn names_and_colours_are_read() {
        let (materials, problems) = read(
            "# made by hand\nnewmtl warm stone # grey\nKd 0.5 0.25 2.0\nillum 2\nmap_Kd\n\nnewmtl b\nKd .5\n",
        );
        assert_eq!(problems, [""; 0]);
        assert_eq!(materials[0].name, "warm stone");
        assert_eq!(materials[0].color, Some([0.5, 0.25, 1.0]));
        assert_eq!(materials[1].color, Some([0.5; 3]));
    }

    #[test]
    fn wrong_colours_are_reported_and_the_rest_is_kept() {
        let (materials, problems) = read(
            "Kd 1 1 1\nnewmtl a\nKd 1 0\nKd nan 0 0\nKd\nKd spectral f.rfl\nKd 1 2 3 4\nnewmtl b\nKd 1 1 1\nnewmtl\nKd 0 0 0",
        );
        assert_eq!(
            problems,
            [
                "a.mtl:3:1",
                "a.mtl:4:1",
                "a.mtl:5:1",
                "a.mtl:7:1",
                "a.mtl:10:1"
            ]
        );
        assert_eq!(materials.len(), 2);
        assert_eq!(materials.last().unwrap().color, Some([1.0; 3]));
    }
}
