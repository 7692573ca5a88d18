//! The kinds of surfaces, each of which has separate shaders, and the styles in which a player may see them.

use crate::options::surface_style::SurfaceStyle;

/// A kind of surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surface {
    /// In colours only.
    Plain,
    /// A crate's side, which has a frame.
    Trimmed,
    Textured,
    /// Textured, with holes.
    CutOut,
}

impl Surface {
    pub const ALL: [Self; 4] = [Self::Plain, Self::Trimmed, Self::Textured, Self::CutOut];

    /// Whether its vertices have places in a texture, and the shader samples it.
    pub fn is_textured(self) -> bool {
        matches!(self, Self::Textured | Self::CutOut)
    }
}

/// The kind of surface that a shader of the level draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant {
    /// Whether it draws models, which are instanced, instead of chunks.
    pub is_instanced: bool,
    pub surface: Surface,
    pub style: SurfaceStyle,
    /// Whether solids are cut open.
    pub is_section: bool,
}

impl Variant {
    /// The macros that the shaders see.
    pub fn defines(self) -> String {
        let surface: &[&str] = match self.surface {
            Surface::Plain => &[],
            Surface::Trimmed => &["TRIM"],
            Surface::Textured => &["TEXTURED"],
            Surface::CutOut => &["TEXTURED", "CUT_OUT"],
        };
        let style: &[&str] = match self.style {
            SurfaceStyle::Materials | SurfaceStyle::Collision => &[],
            SurfaceStyle::Checker => &["CHECKER"],
            SurfaceStyle::Plain => &["BARE"],
        };
        let instanced: &[&str] = if self.is_instanced {
            &["INSTANCED"]
        } else {
            &[]
        };
        let section: &[&str] = if self.is_section { &["SECTION"] } else { &[] };
        let all = instanced.iter().chain(surface).chain(style).chain(section);
        all.map(|name| format!("#define {name}\n")).collect()
    }
}
