//! After warm-up, a tick allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sidle::geometry::angle::BinaryAngle;
use sidle::geometry::{Obb, Sphere};
use sidle::glam::{DMat3, DVec3};
use sidle::level::{Disk, load_level, load_script};
use sidle::player::{Axis, Command, Controller, PlayerState, Scratch, Tuning, advance};
use sidle::sim::Sim;
use sidle::world::{BoxId, ColliderId, Filter, SurfaceRules, World};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count of this thread's allocations.
struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller fulfils the contract of `alloc`, and `layout` is unchanged.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller fulfils the contract of `dealloc`, and `System` allocated `pointer`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn neither_a_tick_nor_a_cast_allocates_after_warm_up() {
    let cases = Controller::NAMES.map(|(_, controller)| controller);
    let levels = [
        "levels/courtyard.toml",
        "levels/car-crash.toml",
        "levels/obstacle-course.toml",
    ];
    for (path, controller) in levels
        .iter()
        .flat_map(|path| cases.map(|case| (path, case)))
    {
        let mut level = load_level(path.as_ref(), &Disk)
            .level
            .expect("a good level");
        level.rules.spawn.controller = controller;
        let script = load_script("recordings/tour.toml".as_ref(), &Disk).script;
        let script = script.expect("a good script");
        let mut inputs: Vec<_> = script.inputs(&level.rules.spawn, 120).collect();
        // Each tour starts with a respawn, so both tours are the same.
        inputs[0].command.respawn = true;
        let mut sim = Sim::of_level(level, 120).0;
        // The first tour allocates all the memory that the second one needs.
        let mut tour = || inputs.iter().for_each(|input| sim.play(input));
        assert!(
            allocations(&mut tour) > 0,
            "the first tour allocates nothing"
        );
        assert_eq!(allocations(&mut tour), 0, "{path}, {controller:?}");

        let sphere = Sphere::new(sim.player().position, 0.5).expect("a sphere");
        let cast = || {
            let motion = DVec3::new(30.0, 0.5, -20.0);
            std::hint::black_box(sim.world().sweep_sphere(&sphere, motion));
        };
        assert_eq!(allocations(cast), 0, "a cast");
    }
}

#[test]
fn a_climb_allocates_nothing_after_warm_up() {
    let slab = |at: DVec3, half| Obb::new(at, DMat3::IDENTITY, half).expect("a box");
    let ground = slab(DVec3::NEG_Y, DVec3::new(50.0, 1.0, 50.0));
    let ladder = slab(DVec3::Y * 2.0, DVec3::new(0.5, 2.0, 0.05));
    let mut world = World::new(vec![], vec![ground, ladder]);
    world.set_tag(ColliderId::Box(BoxId(1)), 1);
    let rule = SurfaceRules {
        ladder: true,
        ..SurfaceRules::default()
    };
    assert!(world.set_surface_rules(1, rule));
    let (tuning, mut scratch) = (Tuning::default(), Scratch::new());
    let mut climb = || {
        let mut player = PlayerState {
            position: DVec3::new(0.1, 0.5, 2.0),
            ..PlayerState::default()
        };
        for tick in 0..600 {
            let command = Command {
                forward: Axis::new(if tick % 200 < 150 { 1.0 } else { -1.0 }),
                jump: tick == 250,
                ..Command::default()
            };
            advance(
                &world,
                &tuning,
                &mut player,
                &command,
                1.0 / 120.0,
                &mut scratch,
                None,
            );
        }
    };
    climb();
    assert_eq!(allocations(climb), 0);
}

#[test]
fn neither_a_tick_among_round_bodies_nor_their_motion_allocates_after_warm_up() {
    let floor = Obb::new(
        DVec3::Y * -0.5,
        DMat3::IDENTITY,
        DVec3::new(50.0, 0.5, 50.0),
    );
    let mut world = World::new(vec![], vec![floor.expect("a box")]);
    let (tuning, mut scratch) = (Tuning::default(), Scratch::new());
    let at = |number: i32| PlayerState {
        position: DVec3::new(f64::from(number % 4), 0.5, f64::from(number / 4)) * 1.5,
        ..PlayerState::default()
    };
    let mut players: Vec<_> = (0..16).map(at).collect();
    let body = |player: &PlayerState| tuning.placed_body(player).expect("a valid size");
    let ids: Vec<_> = players
        .iter()
        .map(|player| world.add_body(body(player)).expect("an id"))
        .collect();
    let start = players.clone();
    let mut play = || {
        players.clone_from(&start);
        for tick in 0..240 {
            for (number, (player, id)) in players.iter_mut().zip(&ids).enumerate() {
                let turn = f64::from((tick / 30 * 97 + number as i32 * 53) % 360);
                let command = Command {
                    forward: Axis::new(1.0),
                    yaw: BinaryAngle::from_degrees(turn),
                    ..Command::default()
                };
                let others = world.filtered(Filter::except(ColliderId::Box(*id)));
                advance(
                    others,
                    &tuning,
                    player,
                    &command,
                    1.0 / 60.0,
                    &mut scratch,
                    None,
                );
                assert!(world.move_body(*id, body(player)));
            }
        }
    };
    // The tree of the bodies has grown as large as it needs to be after a few rounds, which begin with different trees.
    (0..4).for_each(|_| play());
    assert_eq!(allocations(play), 0);
}
