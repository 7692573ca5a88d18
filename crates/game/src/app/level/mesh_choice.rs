//! The choice of a bare mesh's unit and upward axis. It is offered when the mesh opens, and kept when the mesh is reloaded
//! or saved as a level.

use sidle::level::MeshSpace;

use crate::app::Game;
use crate::draw::renderer::level::level_mesh::LevelMesh;
use crate::session::load::{LevelSource, Loaded, MeshChooser};
use crate::ui::screens::mesh_card::MeshCard;

impl Game {
    /// Offers the choice for the `loaded` level, if that is a bare mesh whose unit or axis may be another.
    pub(in crate::app) fn offer_mesh_choice(&mut self, loaded: &Loaded<LevelMesh>) {
        let is_known = self.slot.reloader.has_space(loaded.path());
        let is_needed = MeshChooser::is_needed(loaded) && !is_known && !self.playback.is_active();
        let start = self.session.sim.player().position;
        let chooser = MeshChooser::of(loaded, &self.session.level, start);
        let was_shown = self.screens.mesh_card.is_some();
        self.slot.mesh_chooser = chooser.clone();
        let shown = chooser.filter(|_| is_needed || was_shown);
        self.screens.mesh_card = shown.map(MeshCard::new);
    }

    /// Opens the card of the choice, or keeps the choice and closes the card.
    pub(in crate::app) fn toggle_mesh_chooser(&mut self) {
        if self.screens.mesh_card.is_some() {
            return self.keep_mesh_choice();
        }
        match &self.slot.mesh_chooser {
            // Free the mouse, so that it can press the card's buttons.
            Some(chooser) => {
                self.input.mouse.set(false);
                let place = self.session.sim.player().position;
                let chooser = chooser.clone().shown_at(place);
                self.screens.mesh_card = Some(MeshCard::new(chooser));
            }
            None => self.show_message(
                "this level's file says its unit: only the unit of a bare mesh can be chosen",
            ),
        }
    }

    /// Keeps the choice, and closes its card.
    pub(in crate::app) fn keep_mesh_choice(&mut self) {
        let Some(MeshCard { chooser, .. }) = self.screens.mesh_card.take() else {
            return;
        };
        if self.slot.document.unsaved_mesh_level().is_some() && chooser.is_a_unit() {
            self.slot
                .reloader
                .keep_space(chooser.path(), chooser.space());
        }
    }

    /// Keeps the choice, once the player has walked on.
    pub(in crate::app) fn keep_mesh_choice_by_walking(&mut self) {
        let chooser = self.shown_choice();
        let position = self.session.sim.player().position;
        if chooser.is_some_and(|chooser| chooser.is_left_behind(position))
            && !self.slot.is_loading()
        {
            self.keep_mesh_choice();
            self.show_message_with_keys(
                "kept: {mesh_size} chooses another unit, {save_level} saves the level with this one",
            );
        }
    }

    /// Plays the mesh in the unit of this number, from 0.
    pub(in crate::app) fn choose_units(&mut self, number: usize) {
        let chooser = self.shown_choice();
        if let Some(space) = chooser.and_then(|chooser| chooser.with_units(number)) {
            self.play_mesh_in(space);
        }
    }

    /// Plays the mesh with the other upward axis.
    pub(in crate::app) fn choose_other_axis(&mut self) {
        let chooser = self.shown_choice();
        if let Some(space) = chooser.map(MeshChooser::with_other_axis) {
            self.play_mesh_in(space);
        }
    }

    /// The choice on the open card.
    fn shown_choice(&self) -> Option<&MeshChooser> {
        let card = self.screens.mesh_card.as_ref();
        card.map(|card| &card.chooser)
    }

    /// Reloads the mesh in `space`, and plays it.
    fn play_mesh_in(&mut self, space: MeshSpace) {
        let Some((path, _)) = self.slot.document.unsaved_mesh_level() else {
            return;
        };
        let path = path.to_owned();
        self.slot.drop_entering();
        self.slot.reloader.keep_space(&path, space);
        self.slot.reloader.begin(LevelSource::Mesh { path, space });
    }
}
