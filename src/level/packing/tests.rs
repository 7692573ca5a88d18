//! Tests of packing: every level comes back as it was, and damaged chunks are refused.

use super::*;
use crate::level::budget::{BudgetItem, Overrun};
use crate::level::files::Disk;
use crate::level::load::load_level;
use crate::sim::Sim;
use std::path::{Path, PathBuf};

fn chunks_of(loaded: &LoadedLevel) -> Vec<Vec<u8>> {
    let mut chunks = Vec::new();
    let (level, excess) = (loaded.level.as_ref(), loaded.excess.as_ref());
    pack_level(level, &loaded.diagnostics, excess, &mut |chunk| {
        chunks.push(chunk.to_vec());
    });
    chunks
}

fn unpack(chunks: &[Vec<u8>]) -> Option<LoadedLevel> {
    let mut unpacker = LevelUnpacker::default();
    for chunk in chunks {
        unpacker.add(chunk)?;
    }
    unpacker.finish()
}

/// All levels in a folder and those below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_level_and_every_broken_file_survives_a_round_trip() {
    let (mut good, mut broken) = (0, 0);
    for path in ["levels", "tests/fixtures"]
        .map(|folder| files(folder.as_ref()))
        .concat()
    {
        let loaded = load_level(&path, &Disk);
        let back = unpack(&chunks_of(&loaded)).unwrap_or_else(|| panic!("{path:?}"));
        assert_eq!(back.diagnostics, loaded.diagnostics, "{path:?}");
        assert!(back.level == loaded.level, "{path:?}");
        // The tree and all bits are the same, too: what comes back packs to the same bytes.
        assert!(chunks_of(&back) == chunks_of(&loaded), "{path:?}");
        match back.level {
            Some(_) => good += 1,
            None => broken += 1,
        }
    }
    assert!(good >= 15 && broken > 20, "{good} good, {broken} broken");
}

#[test]
fn what_is_over_the_budget_survives_a_round_trip() {
    let overruns = BudgetItem::NAMES.map(|(_, item)| Overrun {
        item,
        found: u64::MAX,
        limit: 7,
    });
    let excess = Excess {
        overruns: overruns.to_vec(),
        mesh_bytes: 1,
        triangles: 1 << 40,
        memory: u64::MAX,
    };
    let loaded = LoadedLevel {
        level: None,
        diagnostics: Vec::new(),
        excess: Some(excess.clone()),
    };
    let back = unpack(&chunks_of(&loaded)).expect("what was packed");
    assert_eq!(back.excess, Some(excess));
}

#[test]
fn meshes_stay_shared() {
    let loaded = load_level(Path::new("levels/courtyard.toml"), &Disk);
    let level = unpack(&chunks_of(&loaded)).unwrap().level.unwrap();
    let first = &level.scene.collided_meshes()[0];
    assert_eq!(first.owner, TriangleOwner::Mesh(0));
    let model = &level.scene.models[0];
    assert!(Arc::ptr_eq(&first.mesh, &model.mesh));
}

#[test]
fn damaged_chunks_never_panic_and_what_they_hold_can_be_simulated() {
    let mut random = crate::test_support::Random::new(5);
    let loaded = load_level(Path::new("levels/car-crash.toml"), &Disk);
    let chunks = chunks_of(&loaded);
    let mut refused = 0;
    for case in 0..1500 {
        let mut damaged = chunks.clone();
        let mut below = |limit: usize| {
            let share = (random.vec3(1.0).x + 1.0) * 0.5;
            ((share * limit as f64) as usize).min(limit - 1)
        };
        let chunk = below(damaged.len());
        let at = below(damaged[chunk].len());
        match case % 4 {
            0 => damaged[chunk].truncate(at),
            1 => drop(damaged.remove(chunk)),
            2 => damaged[chunk][at] ^= 1 << below(8),
            _ => damaged[chunk][at] = below(256) as u8,
        }
        let Some(level) = unpack(&damaged).and_then(|loaded| loaded.level) else {
            refused += 1;
            continue;
        };
        let mut sim = Sim::of_level(level, 60).0;
        for _ in 0..20 {
            sim.tick(&sim.idle_command());
        }
    }
    assert!(refused > 500, "{refused} of 1500");
}
