//! Numbers in the panel: written as text, and read from the player's typing.

/// The text for an infinite acceleration.
pub const AT_ONCE: &str = "at once";

/// `value` with its useful digits, with three decimals, more below a hundredth, and fewer above a hundred.
pub fn written(value: f64) -> String {
    if value.is_infinite() {
        return AT_ONCE.to_owned();
    }
    let places = match value.abs() {
        small if small > 0.0 && small < 0.01 => 5,
        large if large >= 100.0 => 1,
        _ => 3,
    };
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The number in `text`; a decimal comma and a unit are allowed.
pub fn read(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase().replace(',', ".");
    if text.starts_with("inf") || text == AT_ONCE {
        return Some(f64::INFINITY);
    }
    let is_part = |sign: char| sign.is_ascii_digit() || "+-.e".contains(sign);
    let end = text.find(|sign| !is_part(sign)).unwrap_or(text.len());
    text[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_without_trailing_zeros() {
        let cases = [
            (0.5, "0.5"),
            (20.0, "20"),
            (0.0, "0"),
            (0.0015, "0.0015"),
            (1.0 / 3.0, "0.333"),
            (123.456, "123.5"),
            (100_000.0, "100000"),
            (f64::INFINITY, "at once"),
        ];
        for (value, text) in cases {
            assert_eq!(written(value), text);
        }
    }

    #[test]
    fn a_typed_number_may_have_a_comma_or_a_unit_or_be_at_once() {
        let cases = [
            (" 3.25", Some(3.25)),
            ("0,5", Some(0.5)),
            ("60 m/s²", Some(60.0)),
            ("1e3", Some(1000.0)),
            ("At once", Some(f64::INFINITY)),
            ("inf", Some(f64::INFINITY)),
            ("fast", None),
            ("", None),
        ];
        for (text, value) in cases {
            assert_eq!(read(text), value, "{text}");
        }
    }
}
