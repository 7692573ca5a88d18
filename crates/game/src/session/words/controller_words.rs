//! The purpose of each controller, in the words of the game.

use sidle::player::Controller;

/// The strength of the controller, in few words.
pub fn best_at(controller: Controller) -> &'static str {
    match controller {
        Controller::Classic => "best where simple code and low speed are enough",
        Controller::Swept => "best for players, since it enters nothing",
        Controller::Boxed => "best at long straight walls",
        Controller::Outer(_) => "best at what its engine needs",
    }
}

/// How the controller moves a body, its strengths, and its limits.
pub fn purpose(controller: Controller) -> &'static str {
    match controller {
        Controller::Classic => {
            "moves first, then pushes you out. Simple, and fine at low speed. At high speed it passes through thin walls, and \
             corners or seams can fling you"
        }
        Controller::Swept => {
            "finds the first touch, stops there and slides on. Never inside anything, at any speed, and it climbs steps. The best \
             one to play with"
        }
        Controller::Boxed => {
            "moves a box, then pushes it off the faces it ran into. Best along long straight walls. It climbs no step, and at high \
             speed it passes through thin walls"
        }
        Controller::Outer(_) => "a mover of the command line. It follows its rules, not ours",
    }
}
