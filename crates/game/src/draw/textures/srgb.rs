//! The transfer functions of sRGB, between linear light and displayed values.
//!
//! Source: IEC 61966-2-1, 1999.

/// The intensity as displayed of a linear one, both from 0 to 1.
pub fn displayed(linear: f32) -> f32 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// The inverse of [`displayed`].
pub fn linear(displayed: f32) -> f32 {
    if displayed <= 0.040_45 {
        displayed / 12.92
    } else {
        ((displayed + 0.055) / 1.055).powf(2.4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_functions_are_inverse_and_meet_at_their_branches() {
        for step in 0..=1000 {
            let value = step as f32 / 1000.0;
            assert!((displayed(linear(value)) - value).abs() < 1e-5, "{value}");
        }
        assert_eq!([linear(0.0), linear(1.0)], [0.0, 1.0]);
        assert!((displayed(0.5) - 0.735_357).abs() < 1e-5);
    }
}
