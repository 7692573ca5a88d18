//! What each controller is for, in the words of the game.

use sidle::player::Controller;

/// How the controller moves a body, what it is best at, and what it cannot.
pub fn purpose(controller: Controller) -> &'static str {
    match controller {
        Controller::Classic => {
            "moves first, then pushes you out, as the founding texts do. Best to learn from: short, and good while you are slow. \
             Fast, it goes through thin walls; corners and seams may throw it"
        }
        Controller::Swept => {
            "finds the first touch, stops there and slides on. Best to play with: never inside of anything, at any speed, and it \
             climbs steps"
        }
        Controller::Boxed => {
            "moves a box, then pushes it off the faces it ran into. Best where all is boxes, along long straight walls. It climbs \
             no step, and fast, it goes through thin walls"
        }
    }
}
