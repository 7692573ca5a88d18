//! sidle's swept controller.

use std::collections::BTreeMap;

use sidle::glam::DVec3;
use sidle::player::{Body, Event, MoveSettings, Scratch, Trace, move_and_slide};
use sidle::world::{BuildQuality, ColliderId, World};

use crate::mover::Mover;
use crate::scenes::{HEIGHT, RADIUS, Scenery};

pub struct SidleMover {
    pub world: World,
    body: Body,
    settings: MoveSettings,
    scratch: Scratch,
}

impl SidleMover {
    /// A walker with the default slope limit.
    pub fn walking(scenery: &Scenery) -> Self {
        Self {
            world: World::new(scenery.mesh.triangles(), scenery.boxes.clone()),
            body: Body::sphere(RADIUS).expect("a positive radius"),
            settings: MoveSettings::default(),
            scratch: Scratch::new(),
        }
    }

    /// The same world with the best tree.
    #[must_use]
    pub fn with_best_tree(mut self) -> Self {
        let (triangles, boxes) = (self.world.triangles().to_vec(), self.world.boxes().to_vec());
        self.world = World::with_quality(triangles, boxes, BuildQuality::Best);
        self
    }

    /// The same with a capsule.
    #[must_use]
    pub fn as_capsule(mut self) -> Self {
        self.body = Body::capsule(RADIUS, HEIGHT).expect("a positive size");
        self
    }

    /// A flying camera, for which no slope is too steep.
    pub fn flying(scenery: &Scenery) -> Self {
        let mut mover = Self::walking(scenery);
        mover.settings = MoveSettings::FLIGHT;
        mover
    }

    /// Where a motion from `position` ends.
    fn moved(&mut self, position: DVec3, motion: DVec3, trace: Option<&mut Trace>) -> DVec3 {
        let (settings, scratch) = (&self.settings, &mut self.scratch);
        move_and_slide(
            &self.world,
            self.body,
            position,
            motion,
            settings,
            scratch,
            trace,
        )
        .position
    }
}

impl Mover for SidleMover {
    fn step(&mut self, position: DVec3, motion: DVec3) -> DVec3 {
        self.moved(position, motion, None)
    }

    /// How many colliders, sweeps and planes it had, and which collider it met most often.
    fn explain(&mut self, position: DVec3, motion: DVec3) -> Option<String> {
        let mut trace = Trace::new();
        self.moved(position, motion, Some(&mut trace));
        let (mut sweeps, mut turns, mut pushes) = (0, 0, 0);
        let mut met: BTreeMap<ColliderId, usize> = BTreeMap::new();
        for event in trace.events() {
            match event {
                Event::Sweep { hit, .. } => {
                    sweeps += 1;
                    if let Some((collider, _)) = hit {
                        *met.entry(*collider).or_default() += 1;
                    }
                }
                Event::Turn { .. } => turns += 1,
                Event::Push { .. } => pushes += 1,
                _ => {}
            }
        }
        let most = met.iter().max_by_key(|(_, count)| **count);
        let most = most.map_or("nothing".to_owned(), |(collider, count)| {
            format!("{} colliders, {collider:?} {count} times", met.len())
        });
        Some(format!(
            "at {position:.2}: {} candidates, {sweeps} sweeps, {turns} turns, {pushes} pushes; met {most}",
            trace.candidates().len()
        ))
    }
}
