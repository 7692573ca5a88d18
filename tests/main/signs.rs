//! What the signs of the levels promise happens to a player who follows them.

use std::collections::BTreeSet;
use std::path::Path;

use sidle::geometry::angle::sin_cos_deg;
use sidle::glam::DVec3;
use sidle::player::Controller;

use crate::support::fs;
use crate::support::{Walk, shipped_level};

const SWEPT: Controller = Controller::Swept;
const CLASSIC: Controller = Controller::Classic;
const ALL: [Controller; 3] = [CLASSIC, SWEPT, Controller::Boxed];

/// The titles of the signs of each level, and the test that follows them.
#[rustfmt::skip]
const FOLLOWED: [(&str, &[&str], &str); 59] = [
    ("box-turns", &["The gate ahead", "The gate on the left", "Beside a wall"], "a_box_that_turns_fits_sideways_and_one_that_does_not_fits_through_one_gate_only"),
    ("blocks", &["Blocks", "Gaps of half a metre"], "a_box_walks_over_gaps_of_half_a_metre_with_a_level_eye_and_a_ball_dips_into_each"),
    ("blocks", &["A ledge of 1 cm"], "a_box_walks_along_a_ledge_of_one_centimetre_where_a_ball_falls"),
    ("blocks", &["Two gates"], "a_box_fits_through_the_straight_gate_only_and_a_ball_through_both"),
    ("blocks", &["A post"], "a_post_stops_a_box_that_meets_it_with_its_shoulder_and_a_ball_slips_past"),
    ("boxed", &["The gate ahead", "The gate on the left", "Beside a wall"], "a_box_that_turns_fits_sideways_and_one_that_does_not_fits_through_one_gate_only"),
    ("car-crash", &["Overlays {overlay_1} and {overlay_3}"], "separating_axes_only_vanish_while_a_car_drives_straight_at_a_house"),
    ("car-crash", &["Aligned boxes"], "a_car_with_an_aabb_crashes_between_the_houses"),
    ("challenges", &["Classic: through the wall"], "the_pad_throws_classic_through_the_wall_however_it_is_entered_and_swept_against_it"),
    ("challenges", &["Classic: a gate of 90 cm"], "classic_squeezes_through_a_gate_in_which_swept_and_boxed_stop"),
    ("challenges", &["Boxed: stand on air"], "a_box_stands_on_the_end_of_the_ledge_where_a_sphere_sinks_or_falls"),
    ("challenges", &["Swept: higher than a jump"], "only_swept_jumps_onto_the_block"),
    ("columns", &["Columns", "140, 120, 110, 102 cm", "98 and 90 cm"], "swept_passes_gates_that_it_fits_through_and_classic_squeezes_through_every_gate"),
    ("columns", &["A wood"], "a_walker_passes_the_columns_without_steering"),
    ("columns", &["Ten columns in a ring"], "a_walker_goes_up_into_the_ring_and_out_on_the_other_side"),
    ("corners", &["Corners", "30, 60, 90 and 120°"], "swept_rests_beside_the_walls_of_a_corner_and_classic_leans_into_them"),
    ("corners", &["150°"], "classic_and_swept_rest_between_the_walls_of_the_bluntest_corner"),
    ("corners", &["A corner on a slope"], "a_corner_on_a_slope_stops_a_runner_who_runs_up_into_it"),
    ("corners", &["Two walls"], "a_trench_lets_a_walker_go_along_it_and_not_out_of_it"),
    ("corners", &["Three walls"], "swept_rests_on_the_walls_of_a_funnel_and_classic_is_pushed_out_of_its_tip"),
    ("corners", &["Four walls"], "the_ramp_on_the_right_leads_up_to_the_funnels"),
    ("courtyard", &["Courtyard"], "a_slide_along_the_fence_is_noticed_for_every_controller_and_rate"),
    ("courtyard", &["Crates"], "a_walker_enters_no_crate_from_any_side"),
    ("courtyard", &["15, 30, 45 and 60°"], "the_courtyard_has_three_ramps_to_walk_up_and_one_that_is_a_wall"),
    ("courtyard", &["Seven columns"], "a_body_of_one_metre_fits_through_all_gaps_between_the_seven_columns"),
    ("courtyard", &["The pen"], "nobody_leaves_the_pen_on_foot_and_a_flight_leads_into_it"),
    ("edge-radius", &["Along the wall", "Half the radius", "See why"], "the_whole_radius_is_thrown_back_at_the_end_of_the_wall_and_half_of_it_passes"),
    ("garden", &["Meshes as they were made", "Smooth and coloured"], "the_garden_has_textures_from_obj_and_gltf"),
    ("garden", &["Cut out, and solid"], "leaves_stop_who_flies_at_them"),
    ("ghost-edges", &["Ghost edges", "3456 triangles of floor, 1152 of wall", "A floor of nine boxes", "Stone and crates in turn"], "swept_loses_no_speed_at_joints_and_boxed_catches_on_some"),
    ("moves", &["River"], "a_swimmer_drifts_across_the_river_and_climbs_out_at_the_other_bank"),
    ("moves", &["Moves", "Pool"], "the_way_to_the_bank_behind_the_pool_leads_under_its_wall"),
    ("moves", &["Ladder, net, rope"], "the_ladder_the_net_and_the_rope_lead_onto_the_tower_and_its_bare_wall_does_not"),
    ("moves", &["Ledges"], "ledges_up_to_two_metres_are_climbed_from_a_jump"),
    ("moves", &["Shaft"], "jumps_from_wall_to_wall_lead_up_the_shaft_and_one_wall_alone_does_not"),
    ("moves", &["Flight"], "a_flight_that_is_steered_leads_around_the_wall"),
    ("moves", &["Slope"], "a_surfer_gains_speed_along_the_slope_and_whoever_lets_go_slides_off"),
    ("obstacle-course", &["Obstacle course", "Weave", "The beam", "2 m of nothing", "The lift", "There!"], "the_clock_of_the_obstacle_course_runs_from_the_foot_of_the_stairs_to_the_gate"),
    ("obstacle-course", &["The funnel"], "the_slants_of_the_funnel_lead_to_the_door"),
    ("one-sided", &["Run ahead", "Without the remedy", "From behind"], "a_one_sided_sheet_holds_a_runner_from_the_front_and_throws_one_from_behind_to_its_front"),
    ("speed", &["Walk ahead", "Now run, with {fast}"], "the_thin_wall_stops_a_walker_and_a_runner_is_stopped_only_if_swept"),
    ("speed", &["The launch ramp"], "the_launch_ramp_throws_a_walker_34_metres_and_a_runner_over_the_end"),
    ("spiral-tower", &["Twelve metres up", "Nearly 2000 triangles", "The top"], "a_walk_script_climbs_the_tower_and_a_player_who_stops_on_the_ramp_stands"),
    ("stairs-and-ramps", &["Six ramps, six stairs", "50 and 60°"], "ramps_up_to_forty_degrees_are_walkable_and_from_fifty_degrees_on_they_are_not"),
    ("stairs-and-ramps", &["10, 20, 30 and 34 cm", "40 and 48 cm"], "swept_climbs_steps_up_to_its_step_height_and_classic_rolls_up_higher_ones"),
    ("stairs-and-ramps", &["Five fronts, steps of 30 cm"], "a_sphere_and_a_person_run_up_steps_with_five_fronts_at_any_speed_and_rate"),
    ("stairs-and-ramps", &["40 cm, leaning back"], "nobody_climbs_steps_of_40_cm_that_lean_back"),
    ("stairs-and-ramps", &["Jump pad"], "the_jump_pad_throws_everyone_onto_the_stage"),
    ("surfaces", &["Surfaces"], "every_surface_near_the_eye_is_named_with_its_rules"),
    ("surfaces", &["Mud", "Ice"], "a_runner_slides_far_on_ice_less_on_the_floor_and_hardly_in_mud"),
    ("surfaces", &["Belts"], "a_belt_adds_its_speed_to_that_of_a_runner_or_takes_it_away"),
    ("surfaces", &["A belt on a ramp"], "who_stands_still_on_the_belt_of_the_ramp_is_carried_up"),
    ("surfaces", &["Light barrier"], "the_light_barrier_stops_nobody_and_is_reported_while_it_is_touched"),
    ("surfaces", &["One-way"], "a_jump_leads_up_through_each_shelf_and_ends_on_it"),
    ("surfaces", &["Their own limits"], "steps_of_half_a_metre_and_slopes_of_sixty_degrees_are_climbed_where_the_surface_allows_it"),
    ("terrain", &["53792 triangles", "The other end"], "the_terrain_has_all_its_triangles_and_can_be_crossed_from_end_to_end"),
    ("terrain", &["Brown is steep"], "brown_slopes_of_the_valley_are_walls"),
    ("terrain", &["The triangles near you"], "few_triangles_of_the_valley_are_near_a_walker"),
    ("stairs-and-ramps", &["10, 20, 30 and 40°"], "a_walker_goes_down_a_ramp_at_full_speed_and_stands_where_the_key_is_let_go"),
];

/// A walker in the level `name` who starts at `position` and faces `yaw_deg`.
fn walker(name: &str, controller: Controller, position: [f64; 3], yaw_deg: f64) -> Walk {
    crate::support::walker(shipped_level(name), controller, position, yaw_deg)
}

fn highest(walk: &Walk) -> f64 {
    let heights = walk.states.iter().map(|state| state.position.y);
    heights.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_courtyard_has_three_ramps_to_walk_up_and_one_that_is_a_wall() {
    for controller in ALL {
        for (slope, x) in [(15, -17.0), (30, -14.0), (45, -11.0), (60, -8.0)] {
            let walk = walker("courtyard", controller, [x, 0.5, -7.0], 0.0).forward(4.0);
            // The platform is 2 m high.
            let top = highest(&walk);
            assert_eq!(top > 2.4, slope < 50, "{controller:?} on {slope}: {top}");
        }
    }
}

#[test]
fn a_body_of_one_metre_fits_through_all_gaps_between_the_seven_columns() {
    let thickness = |column: usize| 0.3 + 0.15 * column as f64;
    let gap = |column: usize| 1.6 - 0.1 * column as f64;
    let length = (0..7).map(thickness).sum::<f64>() + (0..6).map(gap).sum::<f64>();
    for controller in ALL {
        let mut x = 15.2 - length * 0.5;
        for column in 0..6 {
            x += thickness(column);
            let middle = x + gap(column) * 0.5;
            let walk = walker("courtyard", controller, [middle, 0.5, -8.0], 0.0).forward(1.2);
            let at = walk.position();
            assert!(at.z < -12.5, "{controller:?} in gap {column}: {at}");
            x += gap(column);
        }
    }
}

#[test]
fn nobody_leaves_the_pen_on_foot_and_a_flight_leads_into_it() {
    let is_inside =
        |place: DVec3| (12.0..18.0).contains(&place.x) && (-21.0..-15.0).contains(&place.z);
    for controller in ALL {
        for yaw in (0..360).step_by(45) {
            let walk = walker("courtyard", controller, [15.0, 0.5, -18.0], f64::from(yaw));
            let mut walk = walk.forward(0.7);
            for _ in 0..3 {
                walk = walk.jump_ahead(0.7);
            }
            let at = walk.position();
            assert!(is_inside(at), "{controller:?} at {yaw}: {at}");
        }
        // From the side where the sign stands.
        let walk = walker("courtyard", controller, [15.0, 4.0, -12.0], 0.0);
        let above = walk.fly().forward(0.75).on_foot().stand(1.5);
        let at = above.position();
        assert!(is_inside(at), "{controller:?}: {at}");
    }
}

#[test]
fn a_trench_lets_a_walker_go_along_it_and_not_out_of_it() {
    for controller in ALL {
        let walked = |yaw| {
            let walk = walker("corners", controller, [-16.2, 3.2, -16.4], yaw).stand(1.5);
            walk.forward(2.0).position()
        };
        let [back, front] = [0.0, 180.0].map(|yaw| walked(yaw).z);
        assert!(front - back > 3.0, "{controller:?}: {back} to {front}");
        for yaw in [60.0, 90.0, -90.0, -60.0] {
            // The rim is at 2.6 m.
            let height = walked(yaw).y;
            assert!(height < 1.5, "{controller:?} at {yaw}: {height}");
        }
    }
}

#[test]
fn the_ramp_on_the_right_leads_up_to_the_funnels() {
    for controller in ALL {
        let walk = walker("corners", controller, [8.0, 0.5, -17.4], 90.0).forward(2.4);
        assert!(highest(&walk) > 3.0, "{controller:?}: {}", highest(&walk));
    }
}

#[test]
fn a_walker_goes_down_a_ramp_at_full_speed_and_stands_where_the_key_is_let_go() {
    let from_foot = |x| walker("stairs-and-ramps", SWEPT, [x, 0.5, -6.0], 0.0);
    for x in [-17.8, -14.8, -11.8, -8.8] {
        let mut up = from_foot(x);
        while up.position().y < 1.6 {
            assert!(up.states.len() < 600, "at {x}: {}", up.position());
            up = up.forward(0.05);
        }
        let let_go = up.states.len();
        let stands = up.stand(0.5);
        let rest = &stands.states[let_go + 20..];
        let moved = rest[0].position.distance(stands.position());
        assert!(moved < 1e-9, "at {x}: {moved} m");
        let down = stands.facing(180.0);
        let start = down.states.len();
        let down = down.forward(0.5);
        // The first ticks accelerate, and the last may be on the yard.
        let speeds = down.states[start + 12..]
            .iter()
            .filter(|sign| sign.position.y > 1.1);
        let speeds: Vec<f64> = speeds.map(|state| state.velocity.length()).collect();
        assert!(!speeds.is_empty(), "at {x}: {}", down.position());
        let slowest = speeds.iter().copied().fold(f64::INFINITY, f64::min);
        assert!((slowest - 5.0).abs() < 1e-3, "at {x}: {slowest} m/s");
    }
}

#[test]
fn a_walker_goes_up_into_the_ring_and_out_on_the_other_side() {
    let middle = DVec3::new(-10.0, 0.0, -12.6);
    for controller in [SWEPT, CLASSIC] {
        for gap in 0..10 {
            let yaw = 18.0 + 36.0 * f64::from(gap);
            let (sin, cos) = sin_cos_deg(yaw);
            let outwards = DVec3::new(sin, 0.0, cos);
            let from = (middle + outwards * 6.0).with_y(0.5).to_array();
            let walk = walker("columns", controller, from, yaw).forward(2.4);
            let across = (walk.position() - middle).dot(outwards);
            assert!(
                across < -4.0,
                "{controller:?} from {yaw}: {}",
                walk.position()
            );
            // Two steps of 15 cm.
            assert!((highest(&walk) - 0.8).abs() < 1e-3, "{}", highest(&walk));
        }
    }
}

#[test]
fn brown_slopes_of_the_valley_are_walls() {
    for controller in ALL {
        for (x, yaw) in [(52.0, -90.0), (-52.0, 90.0)] {
            let walk = walker("terrain", controller, [x, 12.0, 21.0], yaw).forward(14.0);
            let (place, height) = (walk.position(), highest(&walk));
            // The mountains at the rim, 82 m from the middle, are 26 m high and more.
            assert!(
                place.x.abs() < 78.0 && height < 20.0,
                "{controller:?} from {x}: {place}, {height} m"
            );
        }
    }
}

#[test]
fn the_thin_wall_stops_a_walker_and_a_runner_is_stopped_only_if_swept() {
    for controller in ALL {
        let spawn = [0.0, 0.5, 95.0];
        let walk = walker("speed", controller, spawn, 0.0).forward(1.0);
        let place = walk.position().z;
        assert!((75.5..75.6).contains(&place), "{controller:?}: {place}");
        // A step back, as the level says, and again with Shift: through this wall and the next.
        for tick in 1..12 {
            let back = walker("speed", controller, [0.0, 0.5, place], 180.0);
            let back = back.forward(f64::from(tick) / 120.0);
            let run = back.facing(0.0).fast().forward(0.6).position().z;
            assert_eq!(run < 50.0, controller != SWEPT, "{controller:?}: {run}");
        }
    }
}

#[test]
fn the_launch_ramp_throws_a_walker_34_metres_and_a_runner_over_the_end() {
    let start = || walker("speed", CLASSIC, [30.0, 0.5, 95.0], 0.0);
    let walk = start().forward(3.0);
    let mut flight = walk.states.iter().filter(|state| !state.ground.is_floor());
    let (first, last) = (flight.next().unwrap(), flight.next_back().unwrap());
    let distance = first.position.z - last.position.z;
    assert!((33.0..35.0).contains(&distance), "{distance}");
    let run = start().fast().forward(2.2);
    assert!(run.position().z < -100.0, "{}", run.position());
}

#[test]
fn the_slants_of_the_funnel_lead_to_the_door() {
    for controller in ALL {
        for x in [-2.2, -1.5, -0.8, 0.8, 1.5, 2.2] {
            let from = [x, 2.9, -44.0];
            let walk = walker("obstacle-course", controller, from, 0.0).forward(3.0);
            let place = walk.position();
            assert!(
                place.z < -53.0 && place.x.abs() < 0.1,
                "{controller:?} from {x}: {place}"
            );
        }
    }
}

#[test]
fn leaves_stop_who_flies_at_them() {
    for controller in ALL {
        for aside in [-0.4, 0.0, 0.4] {
            let from = [-6.5 + aside, 3.7, 11.5];
            // The middle of the crown is at 3.7 m, over z = 5.5; nothing else is in the way.
            let flown = walker("garden", controller, from, 0.0).fly().forward(1.5);
            let place = flown.position();
            assert!(place.z > 5.0, "{controller:?} at {aside}: {place}");
        }
    }
}

#[test]
fn a_walker_enters_no_crate_from_any_side() {
    let level = shipped_level("courtyard");
    assert_eq!(level.world.boxes().len(), level.scene.props().len());
    // The crates behind the sign: turned, scaled and tipped.
    let sign = DVec3::new(-5.0, 0.0, 9.2);
    for obb in level.world.boxes() {
        let middle = obb.center();
        if middle.distance(sign) > 6.0 {
            continue;
        }
        for yaw in (0..360).step_by(45) {
            let (sin, cos) = sin_cos_deg(f64::from(yaw));
            let aside = DVec3::new(cos, 0.0, -sin) * 0.4;
            let from = (middle + aside + DVec3::new(sin, 0.0, cos) * 2.5).with_y(0.6);
            let walk = walker("courtyard", SWEPT, from.to_array(), f64::from(yaw)).forward(1.0);
            assert!(
                walk.worst_overlap < 1e-12,
                "{middle} at {yaw}: {} m",
                walk.worst_overlap
            );
        }
    }
}

#[test]
fn few_triangles_of_the_valley_are_near_a_walker() {
    let level = shipped_level("terrain");
    let [x, y, z] = level.rules.spawn.position.to_array();
    let walk = walker("terrain", SWEPT, [x, y, z], -20.0).forward(2.0);
    let near = walk.sim.trace().candidates().len();
    assert!(
        (1..100).contains(&near),
        "{near} of {}",
        level.world.triangles().len()
    );
}

#[test]
fn every_sign_has_a_test_that_follows_it() {
    let mut sources = String::new();
    for folder in ["tests", "crates/game/src"] {
        read_all(folder.as_ref(), &mut sources);
    }
    let mut followed = BTreeSet::new();
    for (level, titles, test) in FOLLOWED {
        assert!(sources.contains(&format!("fn {test}()")), "no test {test}");
        followed.extend(
            titles
                .iter()
                .map(|title| (level.to_owned(), (*title).to_owned())),
        );
    }
    let mut signs = BTreeSet::new();
    for entry in fs::read_dir("levels").expect("the levels") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            for sign in &shipped_level(&name).scene.signs {
                let title = sign.text.lines().next().expect("a title");
                signs.insert((name.clone(), title.to_owned()));
            }
        }
    }
    assert_eq!(followed, signs);
}

/// Adds the text of all source files in `folder`, and in the folders in it, to `text`.
fn read_all(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if fs::is_dir(&path) {
            read_all(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a source"));
        }
    }
}
