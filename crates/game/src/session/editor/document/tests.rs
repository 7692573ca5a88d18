//! Tests of `document.rs`.

use std::fs;

use super::*;
use crate::session::Session;
use crate::session::load::{Limits, load};
use crate::test_support::{Folder, enter_root, walk};
use sidle::player::Controller;

fn read(path: &Path) -> Loaded<()> {
    let source = LevelSource::File(path.to_owned());
    load(source, Limits::Own, |_, _| (), &mut |_| ())
}

#[test]
fn the_level_that_is_written_around_a_bare_mesh_is_the_one_that_is_played() {
    enter_root();
    let folder = Folder::new("document");
    let mesh = folder.0.join("courtyard.obj");
    fs::copy("assets/courtyard.obj", &mesh).expect("a mesh");
    let mut loaded = read(&mesh);
    let (level, ()) = loaded.level.take().expect("a good mesh");
    let mut session = Session::new(level, None, 60);
    let person = session.change_stature(Controller::Swept);
    let person = person.expect("room for a person");
    walk(&mut session, 60, 1.0, 0.0);
    let place = session.sim.player().position;

    let mut document = LevelDocument::new(&loaded);
    assert!(matches!(document.open_editor(), Err(NotEditable::BareMesh)));
    let (_, text) = document.unsaved_mesh_level().expect("a bare mesh");
    let path = mesh.with_extension("toml");
    fs::write(&path, text).expect("a level");
    document.set_path(&path);
    assert!(document.unsaved_mesh_level().is_none() && document.is_own());
    assert_eq!(document.source(), LevelSource::File(path.clone()));

    // When it comes from its file, the player stays in place, as who it is, and can edit it.
    let mut written = read(&path);
    assert!(document.is_same(&written));
    let (level, ()) = written.level.take().expect("a good level");
    let again = Session::new(level, None, 60).continued_from(&mut session);
    assert_eq!(
        (again.stature(), again.sim.player().position),
        (person, place)
    );
    document.reload(&written).expect("a text to edit");
    assert!(document.open_editor().is_ok());
}
