//! The player's stature, camera sphere or person, and its messages.

use sidle::player::{BodyShape, Controller};

use crate::app::Game;
use crate::options::controllers;
use crate::session::eye::Stature;

impl Game {
    /// Makes the player a person, or a camera sphere again.
    pub(super) fn change_stature(&mut self) {
        if self.playback.is_active() {
            return self.show_message_with_keys(
                "the body is that of the recording: {respawn} lets you play yourself",
            );
        }
        let controller = self.input.player.controller();
        match self.session.change_stature(controller) {
            Ok(stature) => {
                self.offer_controllers();
                let words = self.words_for(stature);
                self.show_message(words);
            }
            Err(error) => self.show_message(format!("no room to change your body: {error}")),
        }
    }

    /// Gives a person the body that `controller` moves.
    pub(super) fn suit_body(&mut self, controller: Controller) {
        if !self.playback.is_active() && self.session.has_chosen_stature() {
            if !self.session.suit_body_to(controller) {
                // The swept controller moves every body.
                self.input.player.set_controller(Controller::Swept);
            }
            self.offer_controllers();
        }
    }

    /// Says in a first game that the player is a camera sphere, and how large.
    pub(super) fn announce_stature(&mut self) {
        let is_camera = self.session.stature() == Stature::Camera && self.session.lab.is_none();
        let is_asked = self.guidance.is_first_game() && self.window.has_keyboard();
        if is_camera && is_asked && !self.playback.is_active() {
            let words = self.words_for(Stature::Camera);
            let words = format!("{words} · {{stature}} a person");
            self.show_message_with_keys(&words);
        }
    }

    /// Says that a level begins with another controller than the one that the player had `before`.
    pub(super) fn announce_controller(&mut self, before: Controller) {
        let now = self.input.player.controller();
        if now != before && self.session.lab.is_none() && !self.playback.is_active() {
            let name = controllers::name(now);
            let words = format!("this level begins with {name}: {{next_controller}} takes another");
            self.show_message_with_keys(&words);
        }
    }

    fn words_for(&self, stature: Stature) -> String {
        let tuning = self.session.sim.tuning();
        let metres = |length: f64| format!("{} m", (length * 100.0).round() / 100.0);
        let (width, height) = (metres(tuning.radius * 2.0), metres(tuning.eye_height));
        let controller = self.input.player.controller();
        match (stature, tuning.body) {
            (Stature::Camera, body)
                if controller == Controller::Boxed || body == BodyShape::Box =>
            {
                "You are a box, with the eye in its middle".to_owned()
            }
            (Stature::Camera, _) => {
                format!("You are a camera sphere, {width} wide, with the eye in its middle")
            }
            (Stature::Person, BodyShape::Capsule | BodyShape::Box) => {
                format!("You are a person, {} tall", metres(tuning.height))
            }
            (Stature::Person, BodyShape::Sphere) => {
                format!(
                    "Eye at {height}, as a person's; the body is still {}",
                    controller.moves()
                )
            }
        }
    }

    /// Offers the controllers that can move the player's body, or the body that it would get.
    pub(super) fn offer_controllers(&mut self) {
        let body = self.session.sim.tuning().body;
        if self.session.has_chosen_stature() && self.session.tuning.body == BodyShape::Sphere {
            self.input.player.offer_all(body);
        } else {
            self.input.player.set_body(body);
        }
    }
}
