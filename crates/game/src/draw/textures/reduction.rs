//! Which textures are drawn at a smaller size, so that all of them fit into the memory of the graphics card.

/// The bytes that all textures of a level may take, without their mipmaps. Larger: sharper, and small graphics cards swap.
pub const MAX_BYTES: u64 = 256 << 20;

/// The bytes of a texture of this size.
fn bytes([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height) * 4
}

/// The size of a texture after it was halved this often.
fn halved(size: [u32; 2], times: u8) -> [u32; 2] {
    size.map(|length| (length >> times).max(1))
}

/// How often the texture of each of `sizes` is halved so that all together take at most `max_bytes` bytes, always halving
/// always the largest.
pub fn halvings(sizes: &[[u32; 2]], max_bytes: u64) -> Vec<u8> {
    let mut times = vec![0; sizes.len()];
    loop {
        let now = sizes.iter().zip(&times);
        let now = now.map(|(size, times)| bytes(halved(*size, *times)));
        let (mut sum, mut largest) = (0, (0, 0));
        for (number, bytes) in now.enumerate() {
            sum += bytes;
            if bytes > largest.1 {
                largest = (number, bytes);
            }
        }
        // Nothing is smaller than one texel.
        if sum <= max_bytes || largest.1 <= 4 {
            return times;
        }
        times[largest.0] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_that_fit_keep_their_size() {
        assert!(halvings(&[], 0).is_empty());
        // 8192 x 8192 texels of four bytes are exactly 256 MB.
        assert_eq!(halvings(&[[8192, 8192]], MAX_BYTES), [0]);
        assert_eq!(halvings(&[[8192, 8192], [1, 1]], MAX_BYTES), [1, 0]);
    }

    #[test]
    fn the_largest_are_halved_first() {
        // 64 + 16 + 4 KiB; the largest becomes 16 KiB, then two of 16 remain.
        let sizes = [[128, 128], [64, 64], [32, 32]];
        assert_eq!(halvings(&sizes, 84 << 10), [0, 0, 0]);
        assert_eq!(halvings(&sizes, 36 << 10), [1, 0, 0]);
        assert_eq!(halvings(&sizes, 24 << 10), [2, 0, 0]);
        assert_eq!(halvings(&sizes, 12 << 10), [2, 1, 0]);
    }

    #[test]
    fn no_limit_is_too_small() {
        let sizes = [[5, 1], [1, 7], [3, 3]];
        let times = halvings(&sizes, 0);
        for (size, times) in sizes.into_iter().zip(times) {
            assert_eq!(halved(size, times), [1, 1]);
        }
    }
}
