//! Tests of `chart.rs`.

use super::*;

#[test]
fn all_plots_have_room_in_small_and_large_windows_and_none_in_a_tiny_one() {
    for (width, height) in [
        (640.0, 400.0),
        (1280.0, 720.0),
        (2560.0, 1080.0),
        (3840.0, 2160.0),
    ] {
        let viewport = Viewport::new(width, height);
        let layout = Layout::new(&viewport, height - 30.0).unwrap();
        assert_eq!(layout.across * layout.down, ChartRow::ALL.len(), "{width}");
        let Rect { x, y, w, h } = layout.place;
        assert!(x > 0.0 && x + w < width && y > height * 0.4 && y + h < height);
    }
    assert_eq!(Layout::new(&Viewport::new(200.0, 400.0), 370.0), None);
    assert_eq!(Layout::new(&Viewport::new(640.0, 90.0), 60.0), None);
}

#[test]
fn a_number_that_rounds_to_zero_has_no_sign() {
    assert_eq!(number(-0.004, 2), "0.00");
    assert_eq!(number(-0.006, 2), "-0.01");
    assert_eq!(number(-0.4, 0), "0");
    assert_eq!(number(10.25, 1), "10.2");
}

#[test]
fn scales_cover_the_plot_and_spread_out_small_values() {
    for row in ChartRow::ALL {
        let scale = Scale::of(row);
        let (low, high) = scale.range;
        assert_eq!((scale.height(low), scale.height(high)), (0.0, 1.0));
        assert_eq!(scale.height(high * 9.0), 1.0);
        let heights = scale.marks.iter().map(|mark| scale.height(*mark));
        let heights: Vec<_> = heights.collect();
        assert!(
            heights.windows(2).all(|two| two[0] + 0.08 < two[1]),
            "{row:?}: {heights:?}"
        );
    }
    let gap = Scale::of(ChartRow::Gap);
    assert_eq!(gap.height(0.0), 0.5);
    // 1% of the range is far more than 1% of the height.
    assert!(gap.height(5.0) > 0.7);
    let speed = Scale::of(ChartRow::Speed);
    assert!((speed.height(57.5) - 0.5).abs() < 1e-6);
}
