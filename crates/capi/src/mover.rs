//! What moves by the caller's velocity: a sphere, a capsule, or an upright box.

use sidle::glam::{DMat3, DVec3};
use sidle::player::Body;

use crate::convert::BOX;
use crate::failure::Failure;
use crate::types::Shape;

/// A body that moves by the caller's velocity.
pub(crate) struct Mover {
    pub body: Body,
    /// How far its reference point is below the position that the caller names, which is the centre of a box; metres.
    below: f64,
}

impl Mover {
    /// The reference point of a body at the caller's position.
    pub(crate) fn reference(&self, position: DVec3) -> DVec3 {
        self.shifted(position, -self.below)
    }

    /// The caller's position of a body with this reference point.
    pub(crate) fn position(&self, reference: DVec3) -> DVec3 {
        self.shifted(reference, self.below)
    }

    fn shifted(&self, place: DVec3, rise: f64) -> DVec3 {
        // No sum changes the sign of a zero.
        if rise == 0.0 {
            place
        } else {
            place + DVec3::Y * rise
        }
    }
}

impl Shape {
    /// What moves. A box is upright and square.
    pub(crate) fn mover(&self) -> Result<Mover, Failure> {
        if self.kind != BOX || cfg!(sidle_without_boxes) {
            let body = self.body()?;
            return Ok(Mover { body, below: 0.0 });
        }
        let obb = self.obb(DVec3::ZERO, "shape.")?;
        if obb.axes() != DMat3::IDENTITY {
            return Err(Failure::number(
                "`shape.rotation` turns a box that moves, which never turns; set it to zeros",
            ));
        }
        let half = obb.half_extents();
        let is_square = half.x == half.z && half.y >= half.x;
        let body = Body::square_box(half.x, half.y * 2.0).filter(|_| is_square);
        let refused = || {
            Failure::number(
                "`shape.half_extents` is not that of a box that moves: as wide as deep, and no lower",
            )
        };
        Ok(Mover {
            body: body.ok_or_else(refused)?,
            below: half.y - half.x,
        })
    }
}
