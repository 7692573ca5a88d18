//! Tests of `tuning.rs`.

use super::*;
use crate::player::BodyShape;
use glam::DVec3;

const SPAWN: &str = "spawn.position = [0, 1, 0]\n";

/// `text` with the default tuning, changed by `change`.
fn tuned(text: &str, change: impl FnOnce(&mut Tuning)) -> String {
    let mut tuning = Tuning::default();
    change(&mut tuning);
    let mut level = LevelText::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let tuned = level.set_tuning(&tuning);
    tuned.unwrap_or_else(|error| panic!("{error}\n{text}"));
    level.text().to_owned()
}

#[test]
fn only_changed_values_are_written_in_their_place() {
    let text = "# A level\r\n[player]  # feel\r\n  gravity=9.81 # the earth\r\n  walk_speed = 4\r\n[spawn]\r\nposition = [0, 1, 0]\r\n";
    let heavy = |tuning: &mut Tuning| (tuning.gravity, tuning.walk_speed) = (30.5, 4.0);
    assert_eq!(tuned(text, heavy), text.replace("9.81", "30.5"));
    let fast = |tuning: &mut Tuning| (tuning.gravity, tuning.walk_speed) = (9.81, 6.0);
    assert_eq!(tuned(text, fast), text.replace("= 4", "= 6"));
    let faster = |tuning: &mut Tuning| (tuning.gravity, tuning.walk_speed) = (9.81, 6.5);
    assert_eq!(tuned(text, faster), text.replace("= 4", "= 6.5"));
}

#[test]
fn keys_are_added_behind_the_last_one_and_deleted_when_default() {
    let text = format!("{SPAWN}[player]\n\tradius = 0.4 # slim\n\n[limits]\nkill_y = -9\n");
    let changed = |tuning: &mut Tuning| {
        tuning.radius = 0.4;
        tuning.ground_accel = f64::INFINITY;
        tuning.one_sided = true;
        tuning.box_half_extents = Some(DVec3::new(0.3, 0.9, 0.25));
    };
    let added =
        "# slim\n\tground_accel = inf\n\tone_sided = true\n\tbox_half_extents = [0.3, 0.9, 0.25]\n";
    let expected = text.replace("# slim\n", added);
    assert_eq!(tuned(&text, changed), expected);
    assert_eq!(tuned(&expected, |tuning| tuning.radius = 0.4), text);
    let bare = text.replace("\tradius = 0.4 # slim\n", "");
    assert_eq!(tuned(&expected, |_| {}), bare);
    assert_eq!(
        tuned(&bare, |tuning| tuning.radius = 2.0),
        bare.replace("[player]\n", "[player]\nradius = 2.0\n")
    );
}

#[test]
fn a_new_table_follows_the_spawn_or_ends_the_text() {
    let text = "format = 1\r\n[spawn]\r\nposition = [0, 1, 0] # here\r\n\r\n[[prop]]\r\nkind = 'crate'\r\nposition = [0, 0, 0]\r\n";
    let capsule = |tuning: &mut Tuning| tuning.body = BodyShape::Capsule;
    let expected = text.replace(
        "# here\r\n",
        "# here\r\n\r\n[player]\r\nbody = \"capsule\"\r\n",
    );
    assert_eq!(tuned(text, capsule), expected);
    // Keys below a header belong to it, so the new header must not precede the spawn's.
    assert_eq!(
        tuned(SPAWN, capsule),
        format!("{SPAWN}\n[player]\nbody = \"capsule\"\n")
    );
    let unended = SPAWN.trim_end();
    assert_eq!(
        tuned(unended, capsule),
        format!("{unended}\n\n[player]\nbody = \"capsule\"")
    );
    assert_eq!(tuned(SPAWN, |_| {}), SPAWN);
}

#[test]
fn inline_tables_and_dotted_keys_keep_their_form() {
    let text = format!("{SPAWN}player = {{ gravity = 3, radius=0.4 }} # all\n");
    let changed = |tuning: &mut Tuning| (tuning.radius, tuning.jump_speed) = (0.4, 9.0);
    let expected = "{ radius=0.4, jump_speed = 9.0 }";
    assert_eq!(
        tuned(&text, changed),
        text.replace("{ gravity = 3, radius=0.4 }", expected)
    );
    let text = format!("player.gravity = 3\n{SPAWN}");
    let changed = |tuning: &mut Tuning| (tuning.gravity, tuning.radius) = (4.0, 0.25);
    let expected = format!("player.gravity = 4\nplayer.radius = 0.25\n{SPAWN}");
    assert_eq!(tuned(&text, changed), expected);
}

#[test]
fn a_written_table_reads_back_as_the_same_tuning() {
    let tuning = Tuning {
        body: BodyShape::Capsule,
        radius: 0.1 + 0.2,
        height: 1e-2 * 170.0,
        fly_speed: 1e5,
        air_accel: f64::INFINITY,
        box_turns: false,
        crouch_lifts_feet: true,
        box_half_extents: Some(DVec3::splat(1.0 / 3.0)),
        ..Tuning::default()
    };
    let text = format!("{SPAWN}{}", player_table(&tuning));
    assert_eq!(tuned(&text, |own| *own = tuning), text);
    assert_eq!(text.lines().count(), 2 + 8);
}

#[test]
fn a_preset_of_the_air_is_written_by_its_name_and_other_numbers_by_theirs() {
    let quake = |tuning: &mut Tuning| AirControl::Quake.apply(tuning);
    let bare = format!("{SPAWN}[player]\ngravity = 9.0\n");
    let heavy = |tuning: &mut Tuning| tuning.gravity = 9.0;
    let named = format!("{bare}air_control = \"quake\"\n");
    let both = |tuning: &mut Tuning| {
        quake(tuning);
        heavy(tuning);
    };
    assert_eq!(tuned(&bare, both), named);
    assert_eq!(tuned(&named, both), named);
    assert_eq!(tuned(&named, heavy), bare);
    let source = |tuning: &mut Tuning| {
        AirControl::Source.apply(tuning);
        heavy(tuning);
    };
    assert_eq!(tuned(&named, source), named.replace("quake", "source"));
    // A tuning that is no preset keeps the name, and the number that differs.
    let slick = |tuning: &mut Tuning| {
        both(tuning);
        tuning.ground_friction = 3.0;
    };
    assert_eq!(
        tuned(&named, slick),
        format!("{named}ground_friction = 3.0\n")
    );
    let table = "\n[player]\nair_control = \"quake\"\n";
    assert_eq!(tuned(SPAWN, quake), format!("{SPAWN}{table}"));
}
