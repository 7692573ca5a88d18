//! What the usual classes of entities mean.

/// What an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Stands still, and is as its materials say.
    World,
    /// Is drawn, and does not collide.
    Passable,
    Mover(MoverClass),
    Zone(ZoneClass),
    /// A point that others name, or where the player may start.
    Mark,
    /// Has no effect. Its brushes are volumes for something that does not exist here.
    Nothing,
    /// Has no effect here. Its brushes stand still.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoverClass {
    Door,
    Platform,
    Train,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ZoneClass {
    Start,
    Checkpoint,
    Finish,
    Message,
    Teleport,
    Push,
    /// Kills, or only hurts.
    Hurt,
}

/// The classes where a player may start, the best first.
pub(super) const STARTS: [&str; 4] = [
    "info_player_start",
    "info_player_deathmatch",
    "info_player_coop",
    "info_player_start2",
];

/// The classes with a meaning. All others have none.
const CLASSES: [(&str, Class); 32] = [
    ("worldspawn", Class::World),
    ("func_group", Class::World),
    ("func_detail", Class::World),
    ("func_detail_wall", Class::World),
    ("func_detail_fence", Class::World),
    ("func_wall", Class::World),
    ("func_static", Class::World),
    ("func_illusionary", Class::Passable),
    ("func_detail_illusionary", Class::Passable),
    ("func_water", Class::Passable),
    ("func_door", Class::Mover(MoverClass::Door)),
    ("func_plat", Class::Mover(MoverClass::Platform)),
    ("func_train", Class::Mover(MoverClass::Train)),
    ("sidle_start", Class::Zone(ZoneClass::Start)),
    ("sidle_checkpoint", Class::Zone(ZoneClass::Checkpoint)),
    ("sidle_finish", Class::Zone(ZoneClass::Finish)),
    ("trigger_multiple", Class::Zone(ZoneClass::Message)),
    ("trigger_once", Class::Zone(ZoneClass::Message)),
    ("trigger_teleport", Class::Zone(ZoneClass::Teleport)),
    ("trigger_push", Class::Zone(ZoneClass::Push)),
    ("trigger_hurt", Class::Zone(ZoneClass::Hurt)),
    ("info_player_start", Class::Mark),
    ("info_player_deathmatch", Class::Mark),
    ("info_player_coop", Class::Mark),
    ("info_player_start2", Class::Mark),
    ("info_teleport_destination", Class::Mark),
    ("misc_teleporter_dest", Class::Mark),
    ("path_corner", Class::Mark),
    ("target_position", Class::Mark),
    ("info_notnull", Class::Mark),
    ("info_null", Class::Mark),
    ("func_ladder", Class::Nothing),
];

/// The meaning of the class `name`.
pub(super) fn class_of(name: &str) -> Class {
    let mut classes = CLASSES.iter();
    if let Some((_, class)) = classes.find(|(known, _)| name.eq_ignore_ascii_case(known)) {
        return *class;
    }
    let begins = |start: &str| {
        let head = name.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    // Those of mods that cost money or are secret open as well.
    if begins("func_door_") && !begins("func_door_rot") {
        return Class::Mover(MoverClass::Door);
    }
    match begins("trigger_") || begins("func_areaportal") || begins("func_viscluster") {
        true => Class::Nothing,
        false => Class::Unknown,
    }
}
