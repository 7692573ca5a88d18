//! The window's icon: a ball that slides along a wall.

use macroquad::miniquad::conf::Icon;

/// Draws the icon in all sizes.
pub fn draw() -> Icon {
    Icon {
        small: pixels::<16, 1024>(),
        medium: pixels::<32, 4096>(),
        big: pixels::<64, 16384>(),
    }
}

/// Draws a square of `SIZE` pixels; `BYTES` is `4 · SIZE²`.
fn pixels<const SIZE: usize, const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (at, pixel) in bytes.chunks_exact_mut(4).enumerate() {
        // From -1 to 1, y up.
        let x = ((at % SIZE) as f32 + 0.5) / SIZE as f32 * 2.0 - 1.0;
        let y = 1.0 - ((at / SIZE) as f32 + 0.5) / SIZE as f32 * 2.0;
        let wall = y < -0.45 - 0.3 * x;
        let (ball_x, ball_y) = (x + 0.05, y - 0.18);
        let ball = ball_x * ball_x + ball_y * ball_y < 0.3;
        let color: [u8; 3] = match (ball, wall) {
            (true, _) if ball_x * 0.6 - ball_y > 0.15 => [214, 110, 70],
            (true, _) => [240, 142, 92],
            (false, true) => [88, 96, 104],
            (false, false) => [196, 218, 230],
        };
        pixel[..3].copy_from_slice(&color);
        pixel[3] = 255;
    }
    bytes
}
