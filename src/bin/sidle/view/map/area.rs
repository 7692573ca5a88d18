//! The sheet that the map is drawn on: where it lies on the page, and in the level.

use macroquad::math::Rect;

use sidle::glam::DVec2;

/// Where a map lies. X of the level is to the right on it, -Z upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapArea {
    /// On the page; logical pixels.
    pub rect: Rect,
    /// What is in its middle: x and z; metres.
    pub center: DVec2,
    /// Logical ones.
    pub pixels_per_metre: f64,
}

impl MapArea {
    /// From its middle to its right and upper edges; metres.
    pub fn reach(&self) -> DVec2 {
        size(self.rect) / (2.0 * self.pixels_per_metre)
    }

    /// So many pixels of the page, in metres.
    pub fn metres(&self, pixels: f32) -> f64 {
        f64::from(pixels) / self.pixels_per_metre
    }
}

/// So many pixels per metre show all from the corner `low` to the corner `high` on `rect`.
pub fn fitting(rect: Rect, [low, high]: [DVec2; 2]) -> f64 {
    (size(rect) / (high - low).max(DVec2::splat(1e-3))).min_element()
}

/// What is in the middle of a sheet that reaches as far as `reach` and shows `player` in a level between
/// two corners: the player, but no more beyond the level than there must be.
pub fn middle(player: DVec2, reach: DVec2, [low, high]: [DVec2; 2]) -> DVec2 {
    // Who has left the level is seen all the same.
    let (low, high) = (low.min(player), high.max(player));
    let room = ((high - low) / 2.0 - reach).max(DVec2::ZERO);
    let level = (low + high) / 2.0;
    player.clamp(level - room, level + room)
}

fn size(rect: Rect) -> DVec2 {
    DVec2::new(f64::from(rect.w), f64::from(rect.h))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: [DVec2; 2] = [DVec2::new(-20.0, -10.0), DVec2::new(20.0, 10.0)];

    #[test]
    fn it_reaches_as_far_as_its_pixels_do() {
        let sheet = MapArea {
            rect: Rect::new(100.0, 50.0, 400.0, 200.0),
            center: DVec2::new(3.0, -4.0),
            pixels_per_metre: 10.0,
        };
        assert_eq!(sheet.reach(), DVec2::new(20.0, 10.0));
        assert_eq!(sheet.metres(25.0), 2.5);
    }

    #[test]
    fn the_whole_level_fits() {
        let rect = Rect::new(0.0, 0.0, 400.0, 300.0);
        // 400 px for 40 m: the height would have room for more.
        assert_eq!(fitting(rect, LEVEL), 10.0);
    }

    #[test]
    fn the_player_is_in_the_middle_but_not_at_the_edge_of_the_level() {
        let reach = DVec2::new(5.0, 5.0);
        let at = |player| middle(player, reach, LEVEL);
        let inside = DVec2::new(3.0, 2.0);
        assert_eq!(at(inside), inside);
        assert_eq!(at(DVec2::new(19.0, -9.0)), DVec2::new(15.0, -5.0));
        // On a sheet that shows the whole level, this does not move.
        assert_eq!(middle(inside, DVec2::splat(30.0), LEVEL), DVec2::ZERO);
    }

    #[test]
    fn who_has_left_the_level_is_on_the_sheet() {
        let (reach, player) = (DVec2::splat(5.0), DVec2::new(500.0, 0.0));
        let center = middle(player, reach, LEVEL);
        assert!((player - center).abs().cmple(reach).all(), "{center}");
    }
}
