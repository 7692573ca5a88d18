//! What the pictures of the layout tests show.

use macroquad::color::Color;
use macroquad::math::Rect;

use sidle::glam::DVec2;

use crate::draw::info_panel::InfoPanel;
use crate::options::map_size::MapSize;
use crate::session::play::{RaceResult, RaceTime, Split};
use crate::view::map::{MapAnnotations, MapView};
use crate::view::side::caption::Caption;

pub const COLOR: Color = Color::new(1.0, 0.5, 0.0, 1.0);

pub fn caption() -> Caption {
    let row = |meaning: &'static str, value: &str| (COLOR, meaning.into(), value.to_owned());
    Caption {
        title: "Thrown: barrier.obj, 3 s ago".to_owned(),
        sentence: "Thrown back by 237 mm. Edge radius factor 1.0 notices an edge within 500 mm. It was 502 mm away a tick before. \
                   Once noticed, the face pushed the body out by all 430 mm."
            .to_owned(),
        rows: vec![
            row("asked", "41.7 mm"),
            row("pushed", "278.7 mm"),
            row("moved", "237.0 mm, back 237 mm"),
            row("with 960 ticks/s", "237.0 mm, back 237 mm"),
        ],
        ticks: [17, 8, 8],
        note: "arrows in true length".to_owned(),
    }
}

/// A race of many checkpoints that earns a medal.
pub fn race_result(time: RaceTime) -> RaceResult {
    let split = |behind| Split {
        time,
        behind: Some(behind),
    };
    RaceResult {
        time,
        verdict:
            "it does not count: not all of it was played, or the level or its tuning was changed"
                .to_owned(),
        splits: [0.25, -1.5, 12.75]
            .into_iter()
            .cycle()
            .take(8)
            .map(split)
            .collect(),
        ghost: Some("the author"),
        medals: vec![
            (("gold", time), false),
            (("silver", time), true),
            (("bronze", time), true),
        ],
        recording: None,
        tick: 1,
    }
}

/// The title of an info panel, and the value in each of its rows.
pub const DETAILS: &str = "How tick 1592 was made";
pub const DETAIL: &str = "17.8 mm";

pub fn details() -> InfoPanel {
    let mut panel = InfoPanel {
        title: DETAILS.to_owned(),
        ..InfoPanel::default()
    };
    for number in 0..9 {
        panel.value(
            format!("push {number}, barrier.obj, triangle 139"),
            DETAIL.to_owned(),
        );
    }
    panel
}

/// A map in `rect`.
pub fn map_notes(rect: Rect) -> MapAnnotations {
    MapAnnotations {
        size: MapSize::Inset,
        view: MapView {
            rect,
            center: DVec2::ZERO,
            pixels_per_metre: 10.0,
        },
        strip: rect,
        cut: 0.5,
        legend: Vec::new(),
    }
}
