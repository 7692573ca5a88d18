//! Pictures of materials, which the browser decodes.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::host::{sidle_decode_image, sidle_forget_images, take};
use crate::platform::decoding::Decoding;

/// The page's number for an image that it is decoding. `web/images.js` knows it.
const IMAGE_PENDING: isize = -1;

/// Decodes the PNG or JPEG in `bytes`, which has this size. The browser decodes, after the call. Until it is done,
/// the image is among the pending files.
pub fn decode_image(bytes: &[u8], [width, height]: [u32; 2]) -> Decoding {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let key = hasher.finish();
    let (high, low) = ((key >> 32) as u32, key as u32);
    let (at, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the page reads the bytes during the call.
    let result = unsafe { sidle_decode_image(at, length, width, height, high, low) };
    match usize::try_from(result) {
        Ok(length) => Decoding::Done(take(length)),
        Err(_) if result == IMAGE_PENDING => Decoding::Pending,
        Err(_) => Decoding::Failed("the browser refuses it".to_owned()),
    }
}

/// Lets the page forget the images that it has decoded for a level, once that is loaded.
pub fn forget_decoded_images() {
    // SAFETY: the call takes nothing.
    unsafe { sidle_forget_images() }
}
