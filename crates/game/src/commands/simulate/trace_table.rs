//! The table of `sidle simulate --trace`.

use std::io::Write;
use std::path::{Path, PathBuf};

use sidle::sim::Sim;

use crate::platform;
use crate::platform::terminal;

/// The CSV table with one row per tick.
pub struct TraceTable {
    path: PathBuf,
    out: platform::NewFile,
}

impl TraceTable {
    /// Begins the file at `path`.
    pub fn create(path: &Path) -> Result<Self, String> {
        let mut out =
            platform::create(path).map_err(|error| terminal::cannot_write(path, &error))?;
        writeln!(
            out,
            "tick,time,x,y,z,vx,vy,vz,yaw_deg,pitch_deg,ground,contacts"
        )
        .map_err(|error| terminal::cannot_write(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            out,
        })
    }

    /// Adds the row of the last tick of `sim`.
    pub fn add(&mut self, sim: &Sim) -> Result<(), String> {
        let player = sim.player();
        let (position, velocity) = (player.position, player.velocity);
        // `{}` prints enough digits to read back the same number.
        writeln!(
            self.out,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            sim.ticks(),
            sim.ticks() as f64 / f64::from(sim.hz()),
            position.x,
            position.y,
            position.z,
            velocity.x,
            velocity.y,
            velocity.z,
            player.yaw.degrees(),
            player.pitch.degrees(),
            player.ground.name(),
            sim.contacts().touching().len(),
        )
        .map_err(|error| terminal::cannot_write(&self.path, &error))
    }

    /// Writes what is not written yet.
    pub fn finish(mut self) -> Result<(), String> {
        self.out
            .flush()
            .map_err(|error| terminal::cannot_write(&self.path, &error))
    }
}
