//! Materials of a mesh: the colours and the pictures of an MTL file.
//!
//! tobj reads them. It stops at the first mistake, or panics, so it gets only what was checked. A wrong colour
//! or picture is a warning, so the level still loads. Everything else in a material is ignored.

use core::fmt::Write;
use core::ops::Range;

use glam::Vec2;

use super::lines::{Line, Word, for_each_line, parse_float};
use crate::level::meshes::{Material, TextureWrap, linear};
use crate::level::text::{Diagnostic, Problems, Source, count};

/// The options of a picture that are ignored, with the number of their arguments.
const IGNORED_OPTIONS: [(&str, usize); 9] = [
    ("-blendu", 1),
    ("-blendv", 1),
    ("-bm", 1),
    ("-boost", 1),
    ("-cc", 1),
    ("-imfchan", 1),
    ("-mm", 2),
    ("-texres", 1),
    ("-type", 1),
];

/// A name that no material has: the words of a name have one space between them.
const NO_NAME: &str = "no  name";

/// A material of an MTL file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MtlMaterial {
    pub name: String,
    /// Its diffuse colour, as displayed: red, green and blue from 0 to 1.
    pub color: Option<[f32; 3]>,
    /// The picture of its diffuse colour.
    pub texture: Option<MtlTexture>,
    /// Whether the opacity of that picture cuts holes.
    pub is_cut_out: bool,
}

/// A picture that an MTL file names.
#[derive(Clone, Debug, PartialEq)]
pub struct MtlTexture {
    /// The name of its file, and its place in the text.
    pub file: String,
    pub span: Range<usize>,
    /// The number of that text among those that an OBJ text names.
    pub text: usize,
    /// How texture coordinates are changed. Scaled, then moved.
    pub scale: Vec2,
    pub offset: Vec2,
    pub wrap: TextureWrap,
}

impl MtlTexture {
    /// Where the texture coordinates `uv` of an OBJ text are on the picture, from its top left, because the format
    /// counts from the bottom left.
    pub fn place(&self, uv: Vec2) -> Vec2 {
        let Vec2 { x, y } = uv * self.scale + self.offset;
        let placed = Vec2::new(x, 1.0 - y);
        if placed.is_finite() {
            placed
        } else {
            Vec2::ZERO
        }
    }
}

impl MtlMaterial {
    /// What is seen of it, but for its picture. `None` if it has no separate look.
    pub fn look(&self) -> Option<Material> {
        // Some programs write no colour, or black, together with a picture, and only want the picture.
        let color = match (self.color, &self.texture) {
            (None | Some([0.0, 0.0, 0.0]), Some(_)) => [1.0; 3],
            (color, _) => color?,
        };
        let [red, green, blue] = color.map(linear);
        Some(Material {
            name: self.name.clone(),
            color: [red, green, blue, 1.0],
            texture: None,
            alpha_cutoff: self.is_cut_out.then_some(0.5),
            // The format does not distinguish the sides.
            double_sided: true,
        })
    }
}

/// The materials of `source`.
pub(super) fn read_materials(source: &Source) -> (Vec<MtlMaterial>, Vec<Diagnostic>) {
    let mut problems = Problems::new(source);
    let mut checked = String::new();
    // Of each name: its picture, and the file of its opacity.
    let mut pictures: Vec<(Option<MtlTexture>, Option<String>)> = Vec::new();
    for_each_line(source.text(), |line| {
        // Lines before the first name, or below a missing one, belong to no material.
        let keyword = line.keyword();
        if keyword == "newmtl" {
            let name = line.rest();
            if name.is_empty() {
                problems.warning(
                    line.span(),
                    "this material has no name and is ignored",
                    "expected `newmtl NAME`",
                    None,
                );
            }
            // Writing to a text in memory cannot fail.
            let _ = writeln!(
                checked,
                "newmtl {}",
                if name.is_empty() { NO_NAME } else { &name }
            );
            pictures.push((None, None));
        } else if keyword == "Kd" {
            match read_color(line) {
                Ok(Some([red, green, blue])) if !pictures.is_empty() => {
                    let _ = writeln!(checked, "Kd {red} {green} {blue}");
                }
                Ok(_) => {}
                Err(found) => problems.warning(
                    line.span(),
                    format!("this colour is ignored: {found}"),
                    "expected `Kd red green blue`, each from 0 to 1",
                    None,
                ),
            }
        } else if keyword.eq_ignore_ascii_case("map_Kd") {
            let texture = read_texture(line);
            if texture.is_none() && !line.arguments().is_empty() {
                let message = "this line names no picture, so it is ignored";
                let label = "expected the name of a PNG or JPEG file behind the options";
                problems.warning(line.span(), message, label, None);
            }
            if let (Some(texture), Some(last)) = (texture, pictures.last_mut()) {
                let _ = writeln!(checked, "map_Kd {}", texture.file);
                last.0 = Some(texture);
            }
        } else if keyword.eq_ignore_ascii_case("map_d")
            && let (Some(texture), Some(last)) = (read_texture(line), pictures.last_mut())
        {
            last.1 = Some(texture.file);
        }
    });
    let materials = match tobj::load_mtl_buf(&mut checked.as_bytes()) {
        Ok((materials, _)) => materials,
        Err(error) => {
            problems.warning_of_file(format!("these materials cannot be read: {error}"));
            Vec::new()
        }
    };
    let materials = materials.into_iter().zip(pictures);
    let materials = materials.filter(|(material, _)| material.name != NO_NAME);
    let materials = materials.map(|(material, (texture, opacity))| {
        let texture = texture.filter(|_| material.diffuse_texture.is_some());
        MtlMaterial {
            is_cut_out: texture
                .as_ref()
                .is_some_and(|texture| opacity == Some(texture.file.clone())),
            name: material.name,
            color: material.diffuse,
            texture,
        }
    });
    (materials.collect(), problems.finish())
}

/// The picture of a line such as `map_Kd -o 0.5 0 -clamp on wood.png`. `None` if it names none.
fn read_texture(line: &Line<'_>) -> Option<MtlTexture> {
    let mut texture = MtlTexture {
        file: String::new(),
        span: line.rest_span(),
        text: 0,
        scale: Vec2::ONE,
        offset: Vec2::ZERO,
        wrap: TextureWrap::Repeat,
    };
    let mut turbulence = Vec2::ZERO;
    let mut words = line.arguments();
    while let [option, rest @ ..] = words {
        let ignored = IGNORED_OPTIONS
            .iter()
            .find(|(name, _)| *name == option.text);
        words = match (option.text, ignored) {
            (_, Some((_, arguments))) => rest.get(*arguments..)?,
            ("-clamp", _) => {
                let (value, rest) = rest.split_first()?;
                if value.text == "on" {
                    texture.wrap = TextureWrap::Clamp;
                }
                rest
            }
            ("-o", _) => read_numbers(rest, &mut texture.offset),
            ("-s", _) => read_numbers(rest, &mut texture.scale),
            ("-t", _) => read_numbers(rest, &mut turbulence),
            _ => break,
        };
    }
    let names: Vec<_> = words.iter().map(|word| word.text).collect();
    texture.file = names.join(" ").trim_matches('"').trim().to_owned();
    if let (Some(first), Some(last)) = (words.first(), words.last()) {
        texture.span = first.span().start..last.span().end;
    }
    (!texture.file.is_empty()).then_some(texture)
}

/// Reads one to three numbers, of which the third is for solid textures. Returns the words behind them.
fn read_numbers<'w, 't>(words: &'w [Word<'t>], numbers: &mut Vec2) -> &'w [Word<'t>] {
    // The last word of all is the file's name.
    let most = words.len().saturating_sub(1).min(3);
    let mut read = 0;
    while let Some(number) = words[..most]
        .get(read)
        .and_then(|word| parse_float(word.text))
    {
        match read {
            0 => numbers.x = number,
            1 => numbers.y = number,
            _ => {}
        }
        read += 1;
    }
    &words[read..]
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
mod tests;
