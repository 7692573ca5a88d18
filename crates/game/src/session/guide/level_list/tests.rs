//! Tests of `level_list.rs`.

use super::*;

/// The file names of a list.
fn names(levels: &LevelList) -> Vec<String> {
    let paths = levels.entries.iter().map(|entry| &entry.path);
    let names = paths.map(|path| path.file_name().unwrap().to_string_lossy());
    names.map(String::from).collect()
}

fn shipped() -> Vec<String> {
    let paths = gallery().map(|path| path.strip_prefix("levels/").unwrap());
    paths.map(str::to_owned).collect()
}

#[test]
fn the_list_has_the_shipped_levels_in_the_order_in_which_they_teach() {
    let mut levels = LevelList::around(Path::new("levels/courtyard.toml"));
    assert_eq!(names(&levels), shipped());
    assert_eq!(levels.selected().unwrap().name, "Courtyard");
    let count = levels.entries.len() as isize;
    levels.select_by(count - 1);
    assert_eq!(levels.selected().unwrap().name, "Challenges");
    levels.select_by(1);
    assert_eq!(levels.selected().unwrap().name, "Courtyard");
}

#[test]
fn each_shipped_level_is_listed_with_its_goal_and_whether_it_is_reached() {
    let reached = ["corners".to_owned(), "mine".to_owned()];
    let plain = LevelList::around(Path::new("levels/courtyard.toml"));
    let levels = plain.clone().with_goals(&reached);
    for (before, entry) in plain.entries.iter().zip(&levels.entries) {
        let is_corners = entry.path.ends_with("corners.toml");
        assert_eq!(entry.about.starts_with("Goal reached: "), is_corners);
        assert!(is_corners || entry.about.starts_with("Goal: "));
        assert_eq!(entry.is_done, is_corners);
        assert!(entry.about.ends_with(&before.about));
    }
}

#[test]
fn own_levels_come_first_and_walk_scripts_are_none() {
    let folder = std::env::temp_dir().join(format!("sidle-list-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let level = "format = 1\nname = \"Own\"\nspawn.position = [0, 1, 0]\n";
    // One is called like a shipped level, and hides that.
    for (name, text) in [
        ("b.toml", level),
        ("a.toml", level),
        ("speed.toml", level),
        ("walk.toml", "[[step]]\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let levels = LevelList::around(&folder.join("b.toml"));
    std::fs::remove_dir_all(&folder).unwrap();
    let mut expected = vec![
        "a.toml".to_owned(),
        "b.toml".to_owned(),
        "speed.toml".to_owned(),
    ];
    expected.extend(shipped().into_iter().filter(|name| name != "speed.toml"));
    assert_eq!(names(&levels), expected);
    assert_eq!(levels.selected().unwrap().path, folder.join("b.toml"));
    assert_eq!(levels.entries[2].name, "Own");
}

#[test]
fn a_missing_folder_has_the_shipped_levels_only() {
    let mut levels = LevelList::around(Path::new("no/such/folder/a.toml"));
    assert_eq!(names(&levels), shipped());
    levels.select_by(-1);
    assert_eq!(levels.selected().unwrap().name, "Challenges");
}
