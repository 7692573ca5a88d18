//! The player's stature: the founding texts' camera sphere, or a person, in any level.
//!
//! It decides where the eye is, and in a session also the shape of the body. With the swept controller, a player who
//! chooses to be a person is a capsule. The other controllers move a sphere or a box, and the person's eye rides above it on an
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
            (Some(Eye::Head), _) | (None, BodyShape::Capsule | BodyShape::Box) => Self::Person,
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

    /// The tuning `now` with the body of a player who chooses this stature under `controller`, in a level that has the tuning
    /// `level` for bodies of `level_stature`.
    ///
    /// A level may begin with a sphere that sees as a person. Whoever then chooses to be a person gets a person's body.
    pub fn tuning(
        self,
        now: &Tuning,
        (level, level_stature): (&Tuning, Self),
        controller: Controller,
    ) -> Tuning {
        let is_person = self == Self::Person && controller == Controller::Swept;
        let has_own_body = self == level_stature && (!is_person || level.body != BodyShape::Sphere);
        let (body, radius) = if has_own_body {
            (level.body, level.radius)
        } else if is_person {
            let slim = float::min(level.radius, PERSON_RADIUS);
            (BodyShape::Capsule, float::min(slim, level.height * 0.5))
        } else {
            (BodyShape::Sphere, level.radius)
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
    fn whoever_chooses_to_be_a_person_is_a_capsule_where_a_sphere_sees_as_one() {
        let sphere = Tuning::default();
        let level = (&sphere, Stature::Person);
        let camera = Stature::Camera.tuning(&sphere, level, Controller::Swept);
        assert_eq!(camera, sphere);
        let person = Stature::Person.tuning(&camera, level, Controller::Swept);
        assert_eq!(
            (person.body, person.radius),
            (BodyShape::Capsule, PERSON_RADIUS)
        );
        // The other controllers move no capsule.
        let classic = Stature::Person.tuning(&person, level, Controller::Classic);
        assert_eq!(classic, sphere);
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
