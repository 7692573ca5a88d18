//! The player's stature: the founding texts' camera sphere, or a person, in any level.
//!
//! It decides where the eye is, and in a session also the shape of the body. With the swept controller, a person is a
//! capsule. The other controllers move a sphere or a box, and the person's eye rides above it on an
//! [`EyePost`](crate::session::eye::eye_post::EyePost).

use sidle::geometry::float;
use sidle::level::Eye;
use sidle::player::{BodyShape, Controller, Tuning};

/// The largest radius of a person; metres.
const PERSON_RADIUS: f64 = 0.3;

/// The player's stature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stature {
    /// The eye is the middle of the body.
    Camera,
    /// The eye is a head's.
    Person,
}

impl Stature {
    /// The stature in a level. It follows from the level's `eye`, or else from the `body`.
    pub fn of_level(eye: Option<Eye>, body: BodyShape) -> Self {
        match (eye, body) {
            (Some(Eye::Head), _) | (None, BodyShape::Capsule) => Self::Person,
            (Some(Eye::Centre), _) | (None, BodyShape::Sphere) => Self::Camera,
        }
    }

    /// The other stature.
    pub fn other(self) -> Self {
        match self {
            Self::Camera => Self::Person,
            Self::Person => Self::Camera,
        }
    }

    /// The tuning `now` with the body of this stature under `controller`, in a level that has the tuning `level` for bodies
    /// of `level_stature`.
    pub fn tuning(
        self,
        now: &Tuning,
        (level, level_stature): (&Tuning, Self),
        controller: Controller,
    ) -> Tuning {
        let (body, radius) = if self == level_stature {
            (level.body, level.radius)
        } else {
            match (self, controller) {
                (Self::Person, Controller::Swept) => {
                    let slim = float::min(level.radius, PERSON_RADIUS);
                    (BodyShape::Capsule, float::min(slim, level.height * 0.5))
                }
                _ => (BodyShape::Sphere, level.radius),
            }
        };
        // A body of the same shape keeps what was tried in the panel.
        if body == now.body {
            *now
        } else {
            Tuning {
                body,
                radius,
                ..*now
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Controller; 3] = [Controller::Classic, Controller::Swept, Controller::Boxed];

    #[test]
    fn the_levels_word_counts_before_its_body() {
        let of = Stature::of_level;
        assert_eq!(of(None, BodyShape::Sphere), Stature::Camera);
        assert_eq!(of(None, BodyShape::Capsule), Stature::Person);
        assert_eq!(of(Some(Eye::Head), BodyShape::Sphere), Stature::Person);
        assert_eq!(of(Some(Eye::Centre), BodyShape::Capsule), Stature::Camera);
    }

    #[test]
    fn every_controller_suits_the_body_of_every_stature_and_the_way_back_leads_to_the_level() {
        let sphere = Tuning::default();
        for controller in ALL {
            let level = (&sphere, Stature::Camera);
            let person = Stature::Person.tuning(&sphere, level, controller);
            assert!(controller.suits(person.body) && person.is_valid());
            assert_eq!(
                person.body == BodyShape::Capsule,
                controller == Controller::Swept
            );
            assert_eq!(Stature::Camera.tuning(&person, level, controller), sphere);
        }
        let capsule = Tuning {
            body: BodyShape::Capsule,
            radius: 0.3,
            ..sphere
        };
        let level = (&capsule, Stature::Person);
        let camera = Stature::Camera.tuning(&capsule, level, Controller::Swept);
        assert_eq!((camera.body, camera.radius), (BodyShape::Sphere, 0.3));
        assert_eq!(
            Stature::Person.tuning(&camera, level, Controller::Swept),
            capsule
        );
    }

    #[test]
    fn a_person_is_a_valid_body_in_a_level_of_giants_and_of_mice() {
        for (radius, height) in [(1e-3, 2e-3), (0.5, 0.01), (1e3, 1e4)] {
            let level = Tuning {
                radius,
                height,
                ..Tuning::default()
            };
            let person =
                Stature::Person.tuning(&level, (&level, Stature::Camera), Controller::Swept);
            assert!(person.is_valid(), "{radius} {height}");
        }
    }
}
