//! The mouse in a lab: the left button drags the shape, with Shift it turns it, and the right button leads the camera around.

use macroquad::input::{
    MouseButton, is_mouse_button_down, is_mouse_button_pressed, mouse_position,
};
use macroquad::window::screen_height;

use crate::options::action::LabGesture;
use crate::ui::input::keyboard::is_shift_down;

/// The mouse turns the shape by a radian on a way of this length, as two fingers do (web/hand.js); a share of the picture's
/// height.
const HEIGHT_PER_RADIAN: f64 = 0.3;

/// The disk on the picture in which the mouse takes hold of the lab's shape; logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeDisk {
    pub center: (f32, f32),
    pub radius: f32,
}

impl ShapeDisk {
    fn contains(&self, (x, y): (f32, f32)) -> bool {
        let (across, down) = (x - self.center.0, y - self.center.1);
        across * across + down * down <= self.radius * self.radius
    }
}

/// The object that the mouse holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Shape,
    Camera,
}

/// The buttons and the place of the mouse in a frame.
#[derive(Clone, Copy, Debug, Default)]
struct MouseState {
    /// Logical pixels.
    place: (f32, f32),
    left: ButtonState,
    right: ButtonState,
    shift: bool,
    /// The picture's height; logical pixels.
    height: f32,
}

#[derive(Clone, Copy, Debug, Default)]
struct ButtonState {
    pressed: bool,
    down: bool,
}

impl ButtonState {
    fn poll(button: MouseButton) -> Self {
        Self {
            pressed: is_mouse_button_pressed(button),
            down: is_mouse_button_down(button),
        }
    }
}

/// The mouse over a lab.
#[derive(Debug, Default)]
pub struct LabMouse {
    held: Option<Held>,
    /// Where the mouse was in the last frame; logical pixels.
    place: (f32, f32),
}

impl LabMouse {
    /// Whether the mouse holds the shape or the camera.
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// Polls the mouse. `shape` is the place of the shape for the free mouse; `None` if there is none, or something covers it.
    pub fn poll(&mut self, shape: Option<ShapeDisk>) -> Option<LabGesture> {
        self.advance(
            MouseState {
                place: mouse_position(),
                left: ButtonState::poll(MouseButton::Left),
                right: ButtonState::poll(MouseButton::Right),
                shift: is_shift_down(),
                height: screen_height(),
            },
            shape,
        )
    }

    /// The gesture of a mouse that is now in this state. A shape that is held still is dragged by nothing.
    fn advance(&mut self, mouse: MouseState, shape: Option<ShapeDisk>) -> Option<LabGesture> {
        let before = std::mem::replace(&mut self.place, mouse.place);
        let shape = match shape {
            Some(shape) => shape,
            None => {
                self.held = None;
                return None;
            }
        };
        if mouse.left.pressed && shape.contains(mouse.place) {
            self.held = Some(Held::Shape);
        } else if mouse.right.pressed {
            self.held = Some(Held::Camera);
        }
        let motion = [mouse.place.0 - before.0, mouse.place.1 - before.1];
        let shares = motion.map(|pixels| f64::from(pixels / mouse.height.max(1.0)));
        match self.held? {
            Held::Shape if !mouse.left.down => self.held = None,
            Held::Camera if !mouse.right.down => self.held = None,
            // Before the press, the mouse moved nothing.
            _ if mouse.left.pressed || mouse.right.pressed => {}
            Held::Shape if mouse.shift => {
                let [right, down] = shares.map(|share| share / HEIGHT_PER_RADIAN);
                return Some(LabGesture::Turn([right, down, 0.0]));
            }
            Held::Shape => return Some(LabGesture::Drag(shares)),
            Held::Camera => return Some(LabGesture::Orbit(shares)),
        }
        None
    }
}

#[cfg(test)]
mod tests;
