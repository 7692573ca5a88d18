//! How a number that may be infinite is written, if the feature `serde` is on, since formats such as JSON know no
//! infinity.
//!
//! A format for people writes infinity as the text `inf`, as level files do; any other format as a number.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::Serializer;

/// Infinity, as a text.
const INFINITY: &str = "inf";

/// Writes `number`.
pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if *number == f64::INFINITY && serializer.is_human_readable() {
        serializer.serialize_str(INFINITY)
    } else {
        serializer.serialize_f64(*number)
    }
}

/// Reads a number that [`serialize`] has written.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(NumberOrInfinity)
    } else {
        f64::deserialize(deserializer)
    }
}

/// Takes a number or the text `inf`.
struct NumberOrInfinity;

impl Visitor<'_> for NumberOrInfinity {
    type Value = f64;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a number or \"{INFINITY}\"")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f64, E> {
        Ok(number as f64)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
        if text == INFINITY {
            Ok(f64::INFINITY)
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Str(text), &self))
        }
    }
}
