//! Sorts numbers through whole numbers of 64 bits, so that the program contains one sort for all of them.

use crate::parallel::Workers;

/// The sign of a number.
const SIGN: u64 = 1 << 63;

/// Bits that sort as `number` does.
fn sortable(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// Sorts `numbers`, from the least on.
pub(super) fn sort(numbers: &mut [f64]) {
    let mut bits: Vec<u64> = numbers.iter().map(|number| sortable(*number)).collect();
    Workers::All.sort(&mut bits);
    for (number, bits) in numbers.iter_mut().zip(bits) {
        *number = f64::from_bits(if bits & SIGN == 0 { !bits } else { bits ^ SIGN });
    }
}

/// The places of `numbers`, from the least number on. Numbers that differ by less than a billionth keep their order.
pub(super) fn order(numbers: &[f64]) -> Vec<usize> {
    // The place stands in the lowest bits.
    let places = (numbers.len() as u64).next_power_of_two() - 1;
    let all = numbers.iter().zip(0..);
    let mut keys: Vec<u64> = all
        .map(|(number, place)| sortable(*number) & !places | place)
        .collect();
    Workers::All.sort(&mut keys);
    let places = keys.into_iter().map(|key| (key & places) as usize);
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::Random;

    #[test]
    fn numbers_of_all_signs_and_sizes_are_sorted() {
        let mut random = Random::new(4);
        for count in [0, 1, 2, 7, 20_000] {
            let mut numbers: Vec<f64> = (0..count).map(|_| random.vec3(9.0).x).collect();
            numbers.extend([0.0, -0.0, 1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY]);
            let places = order(&numbers);
            let ordered: Vec<_> = places.iter().map(|place| numbers[*place]).collect();
            assert!(ordered.is_sorted_by(|a, b| a - b < 1e-6 || a <= b));
            let mut expected = numbers.clone();
            expected.sort_by(f64::total_cmp);
            sort(&mut numbers);
            assert!(numbers == expected);
        }
        assert_eq!(order(&[3.0, 1.0, 3.0, -2.0]), [3, 1, 0, 2]);
    }
}
