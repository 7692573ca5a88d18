//! Numbers of things, in the singular or the plural, and large numbers.

/// "1 corner" or "3 corners".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A number with a space before every third digit from the right, such as `20 000 000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_gaps() {
        let numbers = [0, 999, 1000, u64::MAX].map(grouped);
        assert_eq!(numbers, ["0", "999", "1 000", "18 446 744 073 709 551 615"]);
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!(count(1, "corner", "corners"), "1 corner");
        assert_eq!(count(0, "box", "boxes"), "0 boxes");
    }
}
