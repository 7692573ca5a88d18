//! The candidates: ours, rapier, and the engines that features compile in.

use sidle::glam::DVec3;

use crate::mover::Mover;
use crate::rapier_mover::RapierMover;
use crate::scenes::Scenery;
use crate::sidle_mover::SidleMover;

/// A mover with its name, and its number of moves.
pub struct Candidate {
    pub name: &'static str,
    pub mover: Box<dyn Mover>,
    pub moves: usize,
}

/// What moves, and how.
#[derive(Clone, Copy)]
pub struct Walk {
    pub flies: bool,
    pub capsule: bool,
}

/// All candidates in a scene, ours first. The others make a part of the moves, because they are slower.
pub fn candidates(scenery: &Scenery, walk: Walk, moves: usize, share: usize) -> Vec<Candidate> {
    let mut sidle = if walk.flies {
        SidleMover::flying(scenery)
    } else {
        SidleMover::walking(scenery)
    };
    let mut rapier = [
        RapierMover::plain(scenery),
        RapierMover::with_steps_and_snap(scenery),
    ];
    if walk.capsule {
        sidle = sidle.as_capsule();
        rapier = rapier.map(RapierMover::as_capsule);
    }
    let few = (moves / share).max(1);
    let of = |name, mover, moves| Candidate { name, mover, moves };
    let [plain, full] = rapier;
    let mut all = vec![
        of("sidle", Box::new(sidle) as Box<dyn Mover>, moves),
        of("rapier", Box::new(plain), few),
        of("rapier, steps and snap", Box::new(full), few),
    ];
    let box3d = box3d_mover(scenery, walk.capsule);
    all.extend(box3d.map(|(mover, _)| of("Box3D", mover, few)));
    let avian = avian_movers(scenery, walk.capsule).into_iter();
    all.extend(avian.map(|(name, mover)| of(name, mover, few)));
    all
}

/// The distance that a body moves before it touches something, by its start and its motion; metres.
pub type CastFn = Box<dyn Fn(DVec3, DVec3) -> Option<f64>>;

/// Box3D's mover, and its cast, if it is compiled in.
#[cfg(feature = "box3d")]
pub fn box3d_mover(scenery: &Scenery, capsule: bool) -> Option<(Box<dyn Mover>, CastFn)> {
    use crate::box3d_mover::Box3dMover;
    let [mover, casts] = [(); 2].map(|()| Box3dMover::new(scenery, capsule));
    let cast = move |start, motion| casts.cast(start, motion);
    Some((Box::new(mover), Box::new(cast)))
}

#[cfg(not(feature = "box3d"))]
pub fn box3d_mover(_: &Scenery, _: bool) -> Option<(Box<dyn Mover>, CastFn)> {
    None
}

/// avian's mover, on meshes as they are and with repaired edges, if it is compiled in.
#[cfg(feature = "avian")]
fn avian_movers(scenery: &Scenery, capsule: bool) -> Vec<(&'static str, Box<dyn Mover>)> {
    use crate::avian_mover::AvianMover;
    let plain = AvianMover::plain(scenery, capsule);
    let repaired = AvianMover::with_repaired_edges(scenery, capsule);
    vec![
        ("avian", Box::new(plain)),
        ("avian, edges repaired", Box::new(repaired)),
    ]
}

#[cfg(not(feature = "avian"))]
fn avian_movers(_: &Scenery, _: bool) -> Vec<(&'static str, Box<dyn Mover>)> {
    Vec::new()
}
