//! The result of decoding an image.

/// The state of an image.
pub enum Decoding {
    /// Red, green, blue and alpha of each texel, row by row from the top.
    Done(Vec<u8>),
    /// Why it cannot be decoded.
    Failed(String),
    /// The page decodes it, and loads the level again when it is done.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        allow(dead_code, reason = "a computer decodes at once")
    )]
    Pending,
}
