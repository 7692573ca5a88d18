//! All controllers that the player can choose: those of the library, and the movers of the command line.

use std::sync::OnceLock;

use sidle::player::Controller;

/// The names of the movers of the command line, by their number.
static MOVERS: OnceLock<Vec<String>> = OnceLock::new();

/// Names the movers of the command line, once, when the program starts.
#[cfg(not(target_arch = "wasm32"))]
pub fn name_movers(names: Vec<String>) {
    // A second call would be a mistake of the program, and changes nothing.
    let _ = MOVERS.set(names);
}

/// Those of the library, and then the movers.
pub fn all() -> impl Iterator<Item = Controller> {
    let ours = Controller::NAMES
        .into_iter()
        .map(|(_, controller)| controller);
    let movers = (0..Controller::MAX_OUTER).zip(MOVERS.get().into_iter().flatten());
    ours.chain(movers.map(|(number, _)| Controller::Outer(number)))
}

/// The name of a controller. A recording may have a mover that this program does not know.
pub fn name(controller: Controller) -> &'static str {
    let Controller::Outer(number) = controller else {
        return controller.name();
    };
    let names = MOVERS.get();
    let name = names.and_then(|names| names.get(usize::from(number)));
    name.map_or("mover", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_controller_of_no_mover_has_a_name_all_the_same() {
        assert_eq!(name(Controller::Outer(7)), "mover");
        assert_eq!(name(Controller::Swept), "swept");
    }
}
