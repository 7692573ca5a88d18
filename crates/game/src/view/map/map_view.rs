//! The map's view: its rectangle on the screen, and the part of the level in it.

use macroquad::math::Rect;

use sidle::glam::DVec2;

/// Which part of the level a map shows, and where. The level's X points to the right, -Z upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapView {
    /// Rectangle on the screen; logical pixels.
    pub rect: Rect,
    /// The x and z of the point in the middle; metres.
    pub center: DVec2,
    /// Logical pixels per metre.
    pub pixels_per_metre: f64,
}

impl MapView {
    /// Half the width and half the height; metres.
    pub fn half_extents(&self) -> DVec2 {
        size(self.rect) / (2.0 * self.pixels_per_metre)
    }

    /// Converts logical pixels to metres.
    pub fn metres(&self, pixels: f32) -> f64 {
        f64::from(pixels) / self.pixels_per_metre
    }
}

/// The pixels per metre at which the area between two corners fits into `rect`.
pub fn fit_scale(rect: Rect, [low, high]: [DVec2; 2]) -> f64 {
    (size(rect) / (high - low).max(DVec2::splat(1e-3))).min_element()
}

/// The center of a map that follows `player` through a level between the corners `low` and `high`. It stops at the edge of the
/// level, so that the map shows as little as possible beyond it; metres.
pub fn center_on(player: DVec2, half_extents: DVec2, [low, high]: [DVec2; 2]) -> DVec2 {
    // The map also shows a player who has left the level.
    let (low, high) = (low.min(player), high.max(player));
    let slack = ((high - low) / 2.0 - half_extents).max(DVec2::ZERO);
    let center = (low + high) / 2.0;
    player.clamp(center - slack, center + slack)
}

fn size(rect: Rect) -> DVec2 {
    DVec2::new(f64::from(rect.w), f64::from(rect.h))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: [DVec2; 2] = [DVec2::new(-20.0, -10.0), DVec2::new(20.0, 10.0)];

    #[test]
    fn pixels_convert_to_metres() {
        let map_view = MapView {
            rect: Rect::new(100.0, 50.0, 400.0, 200.0),
            center: DVec2::new(3.0, -4.0),
            pixels_per_metre: 10.0,
        };
        assert_eq!(map_view.half_extents(), DVec2::new(20.0, 10.0));
        assert_eq!(map_view.metres(25.0), 2.5);
    }

    #[test]
    fn fit_scale_shows_the_whole_level() {
        let rect = Rect::new(0.0, 0.0, 400.0, 300.0);
        // 400 px for 40 m. The height alone would allow 15 px per metre.
        assert_eq!(fit_scale(rect, LEVEL), 10.0);
    }

    #[test]
    fn the_map_centers_on_the_player_and_stops_at_the_edge_of_the_level() {
        let half_extents = DVec2::new(5.0, 5.0);
        let at = |player| center_on(player, half_extents, LEVEL);
        let inside = DVec2::new(3.0, 2.0);
        assert_eq!(at(inside), inside);
        assert_eq!(at(DVec2::new(19.0, -9.0)), DVec2::new(15.0, -5.0));
        // A map that shows the whole level does not move.
        assert_eq!(center_on(inside, DVec2::splat(30.0), LEVEL), DVec2::ZERO);
    }

    #[test]
    fn a_player_outside_of_the_level_is_on_the_map() {
        let (half_extents, player) = (DVec2::splat(5.0), DVec2::new(500.0, 0.0));
        let center = center_on(player, half_extents, LEVEL);
        assert!(
            (player - center).abs().cmple(half_extents).all(),
            "{center}"
        );
    }
}
