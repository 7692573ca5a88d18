//! The keys of level files and walk scripts, in one table.
//!
//! The reader takes known keys, required keys and ranges from it. `sidle schema` makes the JSON schema
//! from it, and `tests/main/format_reference.rs` holds the key tables of `levels/format.md` against it. A new
//! key needs a row here and a line where the reader uses its value.

mod key;
mod level;
mod prefabs;
mod script;

pub use key::{Key, KeyDefault, KeyTable, NumberRange, TableForm, ValueType};
pub use level::LEVEL;
pub(crate) use level::{
    AUDIT, AUDIT_BOX, AUDIT_IGNORED, FORMAT, HEAD, KINDS, LAB, LIMITS, MESH, MOVER, PLAYER, PROP,
    SIGN, SPAWN, SURFACES, TERRAIN, ZONE,
};
pub(crate) use prefabs::{PLACE, PREFABS};
pub(crate) use script::STEP;
pub use script::{MAX_STEP_SECONDS, SCRIPT};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Tuning;

    #[test]
    fn a_value_is_described_by_shape_unit_and_range() {
        for (key, expected) in [
            (PLAYER.key("radius"), "m, 0.001 to 1000"),
            (PLAYER.key("ground_accel"), "m/s², 0 up, or `inf`"),
            (
                PLAYER.key("box_half_extents"),
                "`[x, y, z]`, m, each 0.001 to 1000",
            ),
            (SPAWN.key("position"), "`[x, y, z]`, metres"),
            (SPAWN.key("pitch_deg"), "degrees, -90 to 90"),
            (SPAWN.key("mode"), "`\"walk\"`, `\"fly\"`"),
            (MESH.key("scale"), "number or `[x, y, z]`, not 0"),
            (MOVER.key("path"), "`[[x, y, z], …]`, metres"),
            (SIGN.key("text"), "string, up to 240 characters"),
            (HEAD.key("format"), "`1`"),
        ] {
            assert_eq!(key.map(Key::written).as_deref(), Some(expected));
        }
    }

    #[test]
    fn every_number_of_the_player_has_its_key() {
        for name in Tuning::number_names() {
            let key = PLAYER.key(name);
            assert!(key.is_some_and(|key| key.number.is_some()), "{name}");
        }
    }

    #[test]
    fn no_table_names_a_key_twice() {
        for table in LEVEL.iter().chain(SCRIPT) {
            for (at, key) in table.keys.iter().enumerate() {
                let first = table.keys.iter().position(|other| other.name == key.name);
                assert_eq!(first, Some(at), "{} {}", table.header(), key.name);
                assert!(!key.doc().is_empty(), "{} {}", table.header(), key.name);
            }
        }
    }
}
