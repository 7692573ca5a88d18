//! The stair of crates in the courtyard, and the way up to its second crate: along the plank, and then by a jump.

use sidle::glam::DVec3;

/// The way up; metres. It goes along the ground to the foot of the plank, up the plank onto the first crate, and by a jump to the
/// second, the higher one at its right.
pub const WAY: [DVec3; 6] = [
    DVec3::new(11.8, 0.0, 9.2),
    DVec3::new(11.8, 0.0, 7.65),
    DVec3::new(11.8, 0.86, 3.9),
    FIRST_CRATE,
    DVec3::new(12.4, 2.2, 3.0),
    SECOND_CRATE,
];

/// The middles of the tops of the first crate and of the second; metres.
const FIRST_CRATE: DVec3 = DVec3::new(11.8, 0.9, 3.0);
const SECOND_CRATE: DVec3 = DVec3::new(13.4, 1.8, 3.0);

/// A body whose middle is so far to the side of the plank's middle still walks up it; metres. Larger: so does one who passes the plank.
const BESIDE_PLANK: f64 = 0.9;

/// The part of the way on which one walks up, along Z; metres. It begins a little before the ring.
const PLANK: [f64; 2] = [3.0, 10.2];

/// A body whose middle is higher than this, and not farther than this from the first crate, is on that, or in a jump from it;
/// metres.
const ON_FIRST: f64 = 1.25;
const NEAR_FIRST: f64 = 2.2;

/// So far along Z before the middle of the first crate, a body is no longer at its edge; metres. Larger: who turns right there passes
/// the second crate, which is turned, and falls.
const PAST_EDGE: f64 = 0.5;

/// What comes next for who climbs the stair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Climb {
    /// The foot of the plank.
    Approach,
    /// The way up to the first crate.
    Plank,
    /// The jump onto the second crate.
    Jump,
}

impl Climb {
    /// What comes next for a player at `position`.
    pub fn at(position: DVec3) -> Self {
        let from_first = (position - FIRST_CRATE).with_y(0.0).length();
        let aside = (position.x - FIRST_CRATE.x).abs();
        let [end, start] = PLANK;
        let is_past_edge = aside > BESIDE_PLANK || position.z < FIRST_CRATE.z + PAST_EDGE;
        if position.y > ON_FIRST && from_first < NEAR_FIRST && is_past_edge {
            Self::Jump
        } else if aside < BESIDE_PLANK && (end..start).contains(&position.z) {
            Self::Plank
        } else {
            Self::Approach
        }
    }

    /// Where it leads; metres.
    pub fn goal(self) -> DVec3 {
        match self {
            Self::Approach => WAY[0],
            Self::Plank => FIRST_CRATE,
            Self::Jump => SECOND_CRATE,
        }
    }
}
