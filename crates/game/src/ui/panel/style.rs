//! The look of the panel: the game's fonts and colours on dark slate.

use std::borrow::Cow;

use egui::epaint::CornerRadius;
use egui::{
    Color32, Context, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Visuals,
};
use macroquad::color::Color;

use crate::draw::theme::ACCENT;
use crate::platform::fonts::{Typeface, font_bytes};

pub const INK: Color32 = Color32::from_rgb(0xF0, 0xF4, 0xF7);
pub const FAINT: Color32 = Color32::from_rgb(0x9C, 0xAA, 0xB6);
pub const SLATE: Color32 = Color32::from_rgb(0x16, 0x1D, 0x24);
const DEEP: Color32 = Color32::from_rgb(0x0D, 0x12, 0x17);
const RAISED: Color32 = Color32::from_rgb(0x26, 0x31, 0x3B);
const HOVERED: Color32 = Color32::from_rgb(0x33, 0x42, 0x4F);
const EDGE: Color32 = Color32::from_rgb(0x3A, 0x49, 0x56);

/// The colour of changed values, chosen entries and section names.
pub fn accent() -> Color32 {
    color(ACCENT)
}

/// `color` for egui.
pub fn color(color: Color) -> Color32 {
    let [r, g, b, a]: [u8; 4] = color.into();
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// Applies the look to `context`.
///
/// # Errors
/// When a font is missing.
pub fn apply(context: &Context) -> Result<(), String> {
    let mut fonts = FontDefinitions::empty();
    for (name, typeface) in [
        ("words", Typeface::Proportional),
        ("numbers", Typeface::Monospace),
    ] {
        let font = match font_bytes(typeface)? {
            Cow::Borrowed(bytes) => FontData::from_static(bytes),
            Cow::Owned(bytes) => FontData::from_owned(bytes),
        };
        fonts.font_data.insert(name.to_owned(), font.into());
    }
    let families = [
        (FontFamily::Proportional, ["words", "numbers"]),
        (FontFamily::Monospace, ["numbers", "words"]),
    ];
    for (family, names) in families {
        let names = names.map(str::to_owned).to_vec();
        fonts.families.insert(family, names);
    }
    context.set_fonts(fonts);
    context.options_mut(|options| options.zoom_with_keyboard = false);
    context.all_styles_mut(|style| {
        style.visuals = visuals();
        style.text_styles = [
            (TextStyle::Small, FontId::proportional(12.0)),
            (TextStyle::Body, FontId::proportional(14.0)),
            (TextStyle::Button, FontId::proportional(14.0)),
            (TextStyle::Heading, FontId::proportional(17.0)),
            (TextStyle::Monospace, FontId::monospace(12.5)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(6.0, 3.0);
        style.spacing.button_padding = egui::vec2(6.0, 1.0);
        style.spacing.interact_size.y = ROW;
        style.spacing.slider_rail_height = 4.0;
        style.spacing.tooltip_width = 300.0;
        style.spacing.scroll = egui::style::ScrollStyle::solid();
        style.spacing.scroll.bar_width = 7.0;
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.25;
        style.animation_time = 0.06;
    });
    Ok(())
}

/// Height of a row for a mouse; points.
const ROW: f32 = 18.0;

/// Height of a row for a finger; logical pixels of the page. Smaller: a finger presses the row next to it.
const TOUCH_ROW: f32 = 26.0;

/// Sets the height of rows and buttons, where `touch` makes room for fingers. `scale` is the page's number of logical
/// pixels per point.
pub fn set_row_height(context: &Context, touch: bool, scale: f32) {
    let height = if touch {
        ROW.max(TOUCH_ROW / scale)
    } else {
        ROW
    };
    if context.style().spacing.interact_size.y != height {
        context.all_styles_mut(|style| style.spacing.interact_size.y = height);
    }
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = None;
    visuals.panel_fill = SLATE;
    visuals.window_fill = DEEP;
    visuals.window_stroke = Stroke::new(1.0, EDGE);
    visuals.extreme_bg_color = DEEP;
    visuals.faint_bg_color = RAISED;
    visuals.slider_trailing_fill = true;
    visuals.selection.bg_fill = color(ACCENT).gamma_multiply(0.75);
    visuals.selection.stroke = Stroke::new(1.0, DEEP);
    visuals.window_shadow = egui::epaint::Shadow::NONE;
    visuals.popup_shadow = egui::epaint::Shadow::NONE;
    let widgets = &mut visuals.widgets;
    for (widget, fill, ink) in [
        (&mut widgets.noninteractive, SLATE, INK),
        (&mut widgets.inactive, RAISED, INK),
        (&mut widgets.hovered, HOVERED, Color32::WHITE),
        (&mut widgets.active, EDGE, Color32::WHITE),
        (&mut widgets.open, RAISED, INK),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, ink);
        widget.corner_radius = CornerRadius::same(3);
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, EDGE);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::viewport::Viewport;

    /// The minimum of the accessibility guidelines; logical pixels.
    const MIN_TARGET: f32 = 24.0;

    #[test]
    fn a_finger_finds_rows_of_at_least_24_pixels_on_every_phone() {
        let context = Context::default();
        for (width, height) in [
            (390.0, 844.0),
            (844.0, 390.0),
            (320.0, 568.0),
            (1280.0, 720.0),
        ] {
            let scale = Viewport::new(width, height).scaled(1.0);
            set_row_height(&context, true, scale);
            let row = context.style().spacing.interact_size.y * scale;
            assert!(row >= MIN_TARGET, "{width}x{height}: {row}");
            set_row_height(&context, false, scale);
            assert_eq!(context.style().spacing.interact_size.y, ROW);
        }
    }
}
