//! The game's two fonts: built into the program, or files of the page, which loads them together with the program.

use std::borrow::Cow;

/// One of the two fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Typeface {
    /// For sentences: Ubuntu Light.
    Proportional,
    /// For numbers and code: Hack.
    Monospace,
}

/// The TrueType file of `typeface`.
///
/// # Errors
/// None here, since the program contains both fonts.
#[cfg(not(target_arch = "wasm32"))]
pub fn font_bytes(typeface: Typeface) -> Result<Cow<'static, [u8]>, String> {
    Ok(Cow::Borrowed(match typeface {
        Typeface::Proportional => epaint_default_fonts::UBUNTU_LIGHT,
        Typeface::Monospace => epaint_default_fonts::HACK_REGULAR,
    }))
}

/// The TrueType file of `typeface`, which `web/fonts.mjs` writes.
///
/// # Errors
/// When the page does not have the file.
#[cfg(target_arch = "wasm32")]
pub fn font_bytes(typeface: Typeface) -> Result<Cow<'static, [u8]>, String> {
    let path = match typeface {
        Typeface::Proportional => "fonts/Ubuntu-Light.ttf",
        Typeface::Monospace => "fonts/Hack-Regular.ttf",
    };
    let bytes = super::read(path.as_ref());
    bytes
        .map(Cow::Owned)
        .map_err(|_| format!("the page has no font `{path}`; reload it"))
}
