//! Reports of the page: events, and the state of gamepads and touch sticks.

use super::host::{sidle_gamepad, sidle_next_event, take_text};
use super::jobs::run_jobs;
use crate::platform::event::{Answer, HostEvent, InputDevice, TimeFlow};

/// Runs the jobs that wait, and returns the page's events since the last call.
pub fn poll_events() -> Vec<HostEvent> {
    run_jobs();
    // SAFETY: the call returns the length of the result buffer, or a negative number.
    let next = || usize::try_from(unsafe { sidle_next_event() }).ok();
    let texts = std::iter::from_fn(|| next().map(take_text));
    texts
        .filter_map(|text| match text.split_once(' ') {
            Some(("open", path)) => Some(HostEvent::Open(path.into())),
            Some(("press", name)) => Some(HostEvent::Press(name.to_owned())),
            Some(("loading", "cancel")) => Some(HostEvent::CancelLoading),
            Some(("answer", answer)) => {
                let mut names = Answer::NAMES.iter();
                let (_, answer) = names.find(|(name, _)| *name == answer)?;
                Some(HostEvent::Answer(*answer))
            }
            Some(("mouse", "released")) => Some(HostEvent::MouseReleased),
            Some(("time", "stop")) => Some(HostEvent::Time(TimeFlow::Stopped)),
            Some(("time", "present")) => Some(HostEvent::Time(TimeFlow::Presented)),
            Some(("time", "run")) => Some(HostEvent::Time(TimeFlow::Running)),
            Some(("frame", "embedded")) => Some(HostEvent::Embedded),
            Some(("seek", tick)) => Some(HostEvent::Seek(tick.parse().ok()?)),
            Some(("vary", what)) => {
                let (name, value) = what.split_once(' ')?;
                Some(HostEvent::Vary(name.to_owned(), value.to_owned()))
            }
            Some(("text", shown)) => Some(HostEvent::TextShown(shown == "shown")),
            Some(("mark", entry)) => Some(HostEvent::Mark(entry.parse().ok())),
            Some(("lab-drag", numbers)) => Some(HostEvent::DragLabShape(parse_numbers(numbers)?)),
            Some(("lab-turn", numbers)) => Some(HostEvent::TurnLabShape(parse_numbers(numbers)?)),
            Some(("lab-orbit", numbers)) => Some(HostEvent::OrbitLab(parse_numbers(numbers)?)),
            Some(("new", "level")) => Some(HostEvent::NewLevel),
            Some(("tour", "accept")) => Some(HostEvent::AcceptTour),
            Some(("tour", "back")) => Some(HostEvent::BackInTour),
            Some(("tour", "leave")) => Some(HostEvent::LeaveTour),
            Some(("seek-ticks", ticks)) => Some(HostEvent::SeekTicks(ticks.parse().ok()?)),
            Some(("seek-share", share)) => {
                let [share] = parse_numbers(share)?;
                Some(HostEvent::SeekShare(share))
            }
            Some(("graphics", "lost")) => Some(HostEvent::Suspend),
            Some(("settings", "saved")) => Some(HostEvent::SettingsSaved),
            Some(("best", "kept")) => Some(HostEvent::BestTimeKept),
            Some(("settings", "save")) => Some(HostEvent::SaveSettings),
            Some(("device", "keyboard")) => Some(HostEvent::Device(InputDevice::Keyboard)),
            Some(("device", "touch")) => Some(HostEvent::Device(InputDevice::Touch)),
            _ => None,
        })
        .collect()
}

/// The finite numbers of an event.
fn parse_numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers = text.split(' ').map(str::parse);
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().ok()?;
    let numbers = <[f64; N]>::try_from(numbers).ok()?;
    numbers
        .iter()
        .all(|number| number.is_finite())
        .then_some(numbers)
}

/// The state of the page's gamepad and touch sticks, as left and right stick, each as right and forward from -1 to 1;
/// then the buttons held and those pressed since the last frame, one bit each.
pub fn gamepad() -> ([[f64; 2]; 2], [u32; 2]) {
    let mut numbers = [0.0; 6];
    // SAFETY: the page writes six numbers.
    unsafe { sidle_gamepad(numbers.as_mut_ptr()) };
    let [a, b, c, d, held, pressed] = numbers;
    ([[a, b], [c, d]], [held as u32, pressed as u32])
}
