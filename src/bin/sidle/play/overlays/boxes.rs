//! Overlay `boxes`: the boxes as which props are collided.

use super::View;
use super::palette::OBB;
use super::sketch::{Pen, Sketch};

const PEN: Pen = Pen::new(OBB, 2.0);

pub fn draw(sketch: &mut Sketch, view: &View) {
    for obb in view.world.boxes() {
        sketch.obb(PEN, obb);
    }
}
