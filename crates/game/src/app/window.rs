//! The state of the window, and of the page around it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use macroquad::window::set_fullscreen;

use sidle::level::EntryId;
use sidle::player::Controller;

use crate::app::records::share::{PassedOn, SharedView};
use crate::draw::adaptive_quality::{AdaptiveQuality, Quality};
use crate::options::bindings::Bindings;
use crate::platform;
use crate::platform::event::{InputDevice, TimeFlow};
use crate::ui::key_labels::KeyLabels;
use crate::view::hud::tour_card::TourButtons;
use crate::view::hud::{HudAreas, TopEnds};

/// How much the newest frame counts in the average frame time.
const FRAME_WEIGHT: f64 = 0.08;

/// The state of the window, and of the page around it.
pub struct WindowState {
    fullscreen: bool,
    /// Average frame time; `None` before the first frame; seconds.
    frame_seconds: Option<f64>,
    pub adaptive_quality: AdaptiveQuality,
    /// How long the game rested in the current frame.
    pub rested: Duration,
    /// Whether the host lets time pass.
    pub time: TimeFlow,
    pub device: InputDevice,
    /// Whether to write a screenshot after this frame.
    pub screenshot_due: bool,
    /// The link to a contact whose picture that screenshot is.
    pub shared: Option<(PassedOn, SharedView)>,
    /// Whether the game ends after this frame, since there is no level to play.
    pub ended: bool,
    /// Whether the page is a frame of another page.
    pub is_embedded: bool,
    /// Whether the page shows the level's text.
    pub text_is_shown: bool,
    /// The clock that the page was last notified of.
    notified_clock: Option<([u64; 3], u32, bool, Controller)>,
    /// The entry of the text that the page was last notified of.
    notified_entry: Option<EntryId>,
    /// The lower end of the bars at the top of the picture, as the page was last notified.
    notified_top: [u32; 3],
    /// What fingers can press in the picture, as the page was last notified.
    notified_areas: [[u32; 4]; 5],
    /// The level, the cover, and whether the level has a lab, as the page was last notified.
    notified: Option<(PathBuf, &'static str, bool)>,
    /// Whether time is paused, as the page was last notified.
    notified_pause: bool,
}

impl WindowState {
    pub fn new(adaptive_quality: AdaptiveQuality) -> Self {
        Self {
            fullscreen: false,
            frame_seconds: None,
            adaptive_quality,
            rested: Duration::ZERO,
            time: TimeFlow::default(),
            device: InputDevice::default(),
            screenshot_due: false,
            shared: None,
            ended: false,
            is_embedded: false,
            notified_clock: None,
            text_is_shown: false,
            notified_entry: None,
            notified_top: [0; 3],
            notified_areas: [[0; 4]; 5],
            notified: None,
            notified_pause: false,
        }
    }

    /// Begins a frame; the last one took `seconds`.
    pub fn begin_frame(&mut self, seconds: f64) {
        let average = self.frame_seconds.unwrap_or(seconds);
        self.frame_seconds = Some(average + (seconds - average) * FRAME_WEIGHT);
        self.adaptive_quality.end_frame(seconds);
    }

    /// Average frame time in seconds, and the quality of the picture.
    pub fn frame(&self) -> Option<(f64, Quality)> {
        let seconds = self.frame_seconds?;
        Some((seconds, self.adaptive_quality.quality()))
    }

    pub fn time_runs(&self) -> bool {
        self.time == TimeFlow::Running
    }

    /// The labels of the keys in `bindings`, for the device that the player uses.
    pub fn key_labels<'b>(&self, bindings: &'b Bindings) -> KeyLabels<'b> {
        let device = self.device;
        KeyLabels { bindings, device }
    }

    pub fn has_keyboard(&self) -> bool {
        self.device == InputDevice::Keyboard
    }

    pub fn toggle_fullscreen(&mut self) {
        self.fullscreen = !self.fullscreen;
        set_fullscreen(self.fullscreen);
    }

    /// Notifies the page of the entry of the level's text that the player points at.
    pub fn notify_page_of_entry(&mut self, entry: Option<EntryId>) {
        if self.notified_entry != entry {
            let name = entry.map_or_else(|| "none".to_owned(), |entry| entry.to_string());
            platform::notify_page(&format!("entry {name}"));
            self.notified_entry = entry;
        }
    }

    /// Notifies the page of the first tick that can be shown, the shown one and the last, at `hz` ticks per second, whether time
    /// is `paused`, and which `controller` moves the player.
    pub fn notify_page_of_clock(
        &mut self,
        ticks: [u64; 3],
        hz: u32,
        paused: bool,
        controller: Controller,
    ) {
        let clock = Some((ticks, hz, paused, controller));
        if self.notified_clock != clock {
            let [first, shown, last] = ticks;
            let (time, name) = (if paused { "paused" } else { "runs" }, controller.name());
            platform::notify_page(&format!("clock {first} {shown} {last} {hz} {time} {name}"));
            self.notified_clock = clock;
        }
    }

    /// Notifies the page of the lower end of the bars at the top of the picture, so that its bar leaves them free.
    pub fn notify_page_of_top(&mut self, ends: TopEnds) {
        let (right, bottom) = ends.readings;
        let top = [right, bottom, ends.time_bar].map(|edge| edge.ceil() as u32);
        if self.notified_top != top {
            let [right, bottom, time_bar] = top;
            platform::notify_page(&format!("top {right} {bottom} {time_bar}"));
            self.notified_top = top;
        }
    }

    /// Notifies the page of what fingers can press in the picture, in the order of `AREAS` in web/areas.js. Each has its left,
    /// top, width and height; those that are not there have none.
    pub fn notify_page_of_areas(&mut self, areas: &HudAreas) {
        let TourButtons {
            accept,
            back,
            leave,
        } = areas.tour;
        let areas = [areas.side_card, areas.time_bar, accept, back, leave];
        let areas = areas.map(|area| {
            let area = area.unwrap_or_default();
            [area.x, area.y, area.w, area.h].map(|length| length.ceil() as u32)
        });
        if self.notified_areas != areas {
            let numbers = areas.as_flattened().iter().map(u32::to_string);
            let numbers: Vec<_> = numbers.collect();
            platform::notify_page(&format!("areas {}", numbers.join(" ")));
            self.notified_areas = areas;
        }
    }

    /// Notifies the page of a pause, and of its end.
    pub fn notify_page_of_pause(&mut self, paused: bool) {
        if self.notified_pause != paused {
            platform::notify_page(if paused { "paused" } else { "resumed" });
            self.notified_pause = paused;
        }
    }

    /// Notifies the page of things that it cannot see: the drawn `level`, the page that is `open` over it, and
    /// whether the level has a lab, whose shape fingers move.
    pub fn notify_page(&mut self, level: &Path, cover: &'static str, has_lab: bool) {
        let notified = self.notified.as_ref();
        let same_level = notified.is_some_and(|(before, ..)| before == level);
        let same_cover = notified.is_some_and(|(_, before, _)| *before == cover);
        let same_lab = notified.is_some_and(|(.., before)| *before == has_lab);
        if same_level && same_cover && same_lab {
            return;
        }
        if notified.is_none() {
            platform::notify_page("drawn");
        }
        if !same_level {
            platform::notify_page(&format!("level {}", level.display()));
        }
        if !same_cover {
            platform::notify_page(&format!("over {cover}"));
        }
        if !same_lab {
            let hand = if has_lab { "shape" } else { "nothing" };
            platform::notify_page(&format!("hand {hand}"));
        }
        self.notified = Some((level.to_owned(), cover, has_lab));
    }
}
