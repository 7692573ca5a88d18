//! The length of a map's scale.

/// The largest of 1, 2 and 5 times a power of ten that is not above `metres`. A length without one, such
/// as that of a hidden window, is returned as it is.
pub fn round_below(metres: f64) -> f64 {
    if !metres.is_normal() || metres < 0.0 {
        return metres;
    }
    let mut power = 1.0;
    while power > metres {
        power /= 10.0;
    }
    while power * 10.0 <= metres {
        power *= 10.0;
    }
    let factors = [5.0, 2.0, 1.0];
    let fits = |factor: &f64| factor * power <= metres;
    factors.into_iter().find(fits).unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_a_round_number() {
        assert_eq!(
            [9.9, 10.0, 0.3, 4.9].map(round_below),
            [5.0, 10.0, 0.2, 2.0]
        );
        assert_eq!([0.0, f64::INFINITY].map(round_below), [0.0, f64::INFINITY]);
    }
}
