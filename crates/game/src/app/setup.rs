//! How a game starts.

use std::path::PathBuf;

use sidle::geometry::angle::BinaryAngle;
use sidle::replay::Recording;
use sidle::sim::Snapshot;

use crate::app::records::playback::Playback;
use crate::draw::adaptive_quality::AdaptiveQuality;
#[cfg(not(target_arch = "wasm32"))]
use crate::draw::movie::Format;
use crate::options::arguments::StartArguments;
use crate::options::map_size::MapSize;
use crate::options::overlay_set::OverlaySet;
use crate::options::settings::Settings;
use crate::session::eye::Viewpoint;
use crate::session::load::{LevelSource, OversizeQuestion};
use crate::session::movers::Movers;
use crate::session::recordings::CommandSource;

/// A picture to take instead of playing.
pub struct ScreenshotRequest {
    pub path: PathBuf,
    /// Game time before the picture; seconds.
    pub after: f64,
}

/// A moving picture to take instead of playing.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Debug)]
pub struct MovieRequest {
    pub path: PathBuf,
    pub format: Format,
    /// Pixels.
    pub size: [u16; 2],
    pub fps: u32,
    /// The tick of each frame, counted from the start of the recording.
    pub ticks: Vec<u64>,
}

/// What to take instead of playing.
pub enum Capture {
    Screenshot(ScreenshotRequest),
    #[cfg(not(target_arch = "wasm32"))]
    Movie(MovieRequest),
}

/// The first level, if another one stands in for it when the game begins, and how it starts.
pub struct FirstLevel {
    pub source: LevelSource,
    pub input: CommandSource,
    pub exhibit: Option<String>,
    /// The question that the player answers before it is loaded.
    pub question: Option<OversizeQuestion>,
}

/// How a game starts, apart from its level.
pub struct GameSetup {
    /// The first level, if another one stands in for it when the game begins.
    pub first: Option<FirstLevel>,
    /// The inputs of a script or a recording, which replace live input at first.
    pub playback: Playback,
    /// Ticks per second.
    pub hz: u32,
    /// The state to start in. `None` means the start of the level.
    pub state: Option<Snapshot>,
    /// The recording that the game plays back, if it plays one.
    pub recording: Option<Recording>,
    /// Whether the recording came with a link.
    pub is_shared: bool,
    pub settings: Settings,
    /// The movers of the command line.
    pub movers: Movers,
    /// Whether the tour is offered.
    pub offers_tour: bool,
    /// The problems of the settings file.
    pub complaints: Vec<String>,
    /// The tick of the recording at which the game pauses.
    pub tick: Option<u64>,
    pub overlays: OverlaySet,
    /// Whether the view from the side fills the window.
    pub why: bool,
    pub exhibit: Option<String>,
    /// The start that the command line sets instead of the level's.
    pub start: StartArguments,
    pub viewpoint: Viewpoint,
    pub map: MapSize,
    /// Yaw and pitch of a free camera.
    pub free_view: Option<(BinaryAngle, BinaryAngle)>,
    /// Whether the panel is open.
    pub panel: bool,
    pub adaptive_quality: AdaptiveQuality,
}
