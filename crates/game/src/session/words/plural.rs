//! Numbers of things, in the singular or the plural.

/// "1 corner" or "3 corners".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        assert_eq!(count(1, "corner", "corners"), "1 corner");
        assert_eq!(count(0, "box", "boxes"), "0 boxes");
    }
}
