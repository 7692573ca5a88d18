//! The founding texts, item by item: which function does it, which test proves it, and where it is seen.
//!
//! Five texts started this project. What they describe is here as it is described, flaws included,
//! beside what does not fail. The contact lab is `levels/contact-lab.toml`; its exhibits are called by
//! `sidle levels/contact-lab.toml --exhibit NAME`, or with `N` in the game.
//!
//! # Camera sphere against polygons
//! Source: N. Sakharnykh, "Camera collision", GameDev.ru, 2003, after a gametutorials.com demo.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | the sphere against the polygon's plane: Front, Intersects, Behind | [`classify_sphere_plane`](fn@crate::query::classify_sphere_plane) | `a_sphere_of_radius_two_is_classified_all_along_the_normal` | contact lab, `sphere-polygon` |
//! | the centre, projected on the plane | [`closest_plane_point`](fn@crate::query::closest_plane_point) | `points_on_either_side_project_to_the_same_place` | contact lab, `sphere-polygon` |
//! | inside by the sum of angles, at 0.99 of a full turn | [`contains_polygon_point`](fn@crate::query::contains_polygon_point) | `from_the_middle_every_convex_polygon_is_a_full_turn` | contact lab, `sphere-polygon` |
//! | the edges, felt at half the radius | [`overlap_sphere_polygon_edges`](fn@crate::query::overlap_sphere_polygon_edges) | `beside_the_polygon_half_the_radius_passes_what_the_whole_radius_meets` | contact lab, `sphere-polygon`; `edge_radius_factor` in a level |
//! | the push-out offset of either side | [`separate_sphere_plane`](fn@crate::query::separate_sphere_plane) | `afterwards_the_sphere_touches_from_its_own_side` | contact lab, `sphere-polygon` |
//! | every polygon pushes, at once, in order | [`classic::move_and_push`](fn@crate::player::classic::move_and_push) | `the_sphere_comes_to_rest_at_exactly_its_radius_and_keeps_its_slide` | controller `classic`; courtyard |
//! | the closest point of a segment | [`closest_segment_point`](fn@crate::query::closest_segment_point) | `both_ends_clamp_and_the_middle_projects` | contact lab, `sphere-polygon` |
//! | a plane's distance, `d = -n·p0` | [`Plane`](crate::geometry::Plane) | `the_offset_is_the_origins_signed_distance` | contact lab, `sphere-polygon`, `sphere-plane-sweep` |
//! | the angle between two vectors | [`angle_between`](fn@crate::geometry::angle::angle_between) | `every_two_vectors_of_some_length_have_an_angle` | contact lab, `sphere-polygon` |
//! | line–plane: do the ends lie on opposite sides, and where is the point | [`intersect_segment_plane`](fn@crate::query::intersect_segment_plane) | `opposite_sides_cross_where_the_height_is_used_up` | contact lab, `segment-polygon` |
//! | line–polygon | [`intersect_segment_polygon`](fn@crate::query::intersect_segment_polygon), [`World::pick`](crate::world::World::pick) | `it_agrees_with_the_signs_of_volumes_on_random_polygons` | what the crosshair names; contact lab, `segment-polygon` |
//! | flaw: a centre that passes the plane in one tick is pushed out on the far side | controller `classic` | `faster_than_the_radius_per_tick_the_push_out_leaves_on_the_far_side` | `levels/speed.toml` |
//! | its remedy: one-sided faces | [`separate_sphere_plane_one_sided`](fn@crate::query::separate_sphere_plane_one_sided) | `one_sided_faces_bring_it_back_to_the_front` | `one_sided` in a level |
//! | flaw: with the whole radius, corners snag | `edge_radius_factor = 1.0` | `round_a_convex_corner_half_the_radius_passes_and_the_whole_radius_is_thrown_back` | courtyard, round the walled corners |
//! | flaw: the sum of angles accepts a little outside | [`contains_polygon_point`](fn@crate::query::contains_polygon_point) | `a_little_outside_still_counts_which_is_the_texts_known_flaw` | contact lab, `sphere-polygon` |
//!
//! # Moving spheres and boxes
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | sphere–plane sweep | [`sweep_sphere_plane`](fn@crate::query::sweep_sphere_plane) | `the_first_touch_is_where_the_gap_is_used_up` | contact lab, `sphere-plane-sweep` |
//! | with `r = 0`: a segment against a plane | [`sweep_sphere_plane`](fn@crate::query::sweep_sphere_plane), [`intersect_segment_plane`](fn@crate::query::intersect_segment_plane) | `a_sphere_of_no_size_to_speak_of_is_a_segment` | contact lab, `segment-polygon` |
//! | planes from a point and a normal, or three points | [`Plane::new`](crate::geometry::Plane::new), [`Plane::from_points`](crate::geometry::Plane::from_points) | `three_points_in_one_line_make_no_plane` | contact lab, `sphere-plane-sweep` |
//! | sphere–sphere sweep | [`sweep_sphere_sphere`](fn@crate::query::sweep_sphere_sphere) | `it_agrees_with_small_safe_steps` | contact lab, `sphere-sphere-sweep` |
//! | box–box sweep | [`sweep_obb_obb`](fn@crate::query::sweep_obb_obb) | `two_turned_beams_meet_with_their_edges` | contact lab, `box-box-sweep` |
//!
//! # Oriented boxes by separating axes
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996, as a course page of Seoul National University teaches it; "OBB collision 2", blog, 2016.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | the box of a mesh: scale in the extents, rotation alone in the axes | [`Obb::from_bounds`](crate::geometry::Obb::from_bounds) | `every_corner_of_the_mesh_is_on_the_box` | overlay `boxes`, key `1` |
//! | with the rotation left out, an AABB | [`Obb::aligned`](crate::geometry::Obb::aligned) | `an_aabb_crashes_where_the_obb_passes` | key `B` in `levels/car-crash.toml`; `box_turns` in a level |
//! | box–box by 15 axes | [`overlap_obb_obb`](fn@crate::query::overlap_obb_obb), [`overlap_obb_obb_axes`](fn@crate::query::overlap_obb_obb_axes) | `it_agrees_with_the_144_edges_against_faces` | overlay `axes`, key `3`; contact lab, `box-box` |
//! | moving boxes: a car drives into a building | [`DrivenMover`](crate::world::DrivenMover) | `before_a_box_it_stops_returns_or_passes` | `levels/car-crash.toml` |
//! | tightness of sphere, AABB and OBB | [`Sphere::bounding`](crate::geometry::Sphere::bounding), `volume` | `it_is_the_smallest_of_all_candidates` | overlay `tightness`, key `2` |
//! | a character that is a box and slides along faces | [`boxed::move_and_push`](fn@crate::player::boxed::move_and_push) | `along_a_fence_the_speed_along_it_is_kept_whatever_the_order_of_its_panels` | controller `boxed`; the fences and the pen of the courtyard |
//! | box–triangle, for the meshes that it meets | [`overlap_obb_triangle`](fn@crate::query::overlap_obb_triangle) | `it_agrees_with_a_dense_sampling_of_the_triangle` | controller `boxed` |
//!
//! # Generating contacts
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | a contact: point, normal, depth, kind | [`Contact`](crate::contact::Contact), [`ContactKind`](crate::contact::ContactKind) | `face_edge_and_corner_each_give_their_own_normal` | contact lab, everywhere |
//! | primitives with offsets, and assemblies of them | [`Shape`](crate::geometry::Shape), [`Assembly`](crate::contact::Assembly), [`contact_assembly_assembly`](fn@crate::contact::contact_assembly_assembly) | `assemblies_have_the_contacts_of_their_parts_placed_by_hand` | contact lab, `assemblies` |
//! | sphere–sphere | [`contact_sphere_sphere`](fn@crate::contact::contact_sphere_sphere) | `touching_counts_just_apart_does_not_and_the_same_centre_goes_up` | contact lab, `sphere-sphere` |
//! | sphere–half-space, sphere–true plane | [`contact_sphere_half_space`](fn@crate::contact::contact_sphere_half_space), [`contact_sphere_plane`](fn@crate::contact::contact_sphere_plane) | `touching_counts_and_the_nearer_side_pushes` | contact lab, `sphere-half-space`, `sphere-plane` |
//! | box–half-space: four for a face, two for an edge | [`contact_obb_half_space`](fn@crate::contact::contact_obb_half_space) | `a_face_gives_four_an_edge_two_a_corner_one_and_a_sunken_box_eight` | contact lab, `box-half-space` |
//! | capsule–half-space | [`contact_capsule_half_space`](fn@crate::contact::contact_capsule_half_space) | `the_features_are_the_lower_corners_in_order` | contact lab, `capsule-half-space` |
//! | sphere–box, the centre inside too | [`contact_sphere_obb`](fn@crate::contact::contact_sphere_obb) | `a_centre_inside_leaves_through_the_nearest_face` | contact lab, `sphere-box`, `sphere-in-box` |
//! | box–box: point–face both ways, edge–edge | [`contact_obb_obb`](fn@crate::contact::contact_obb_obb), [`contact_obb_obb_least`](fn@crate::contact::contact_obb_obb_least) | `fifty_thousand_pairs_swap_and_get_out` | contact lab, `box-box`, `crossed-boxes` |
//! | coherence: contacts kept by their features | [`ContactCache`](crate::contact::ContactCache) | `a_box_that_settles_on_the_ground_has_its_four_corners_in_a_few_ticks` | contact lab, `box-half-space`, key `G` |
//! | the response that lets the set fill | [`resolve_contact`](fn@crate::contact::resolve_contact) | `the_touching_point_moves_out_by_the_depth` | contact lab, `box-box`, key `G` |
//! | convex polyhedra by the same algorithm | [`contact_polyhedron_polyhedron`](fn@crate::contact::contact_polyhedron_polyhedron) | `boxes_as_polyhedra_have_the_contacts_of_boxes` | contact lab, `polyhedra` |
//! | a bounded buffer that a generator appends to | [`ContactBuffer`](crate::contact::ContactBuffer) | `a_full_buffer_keeps_what_came_first` | contact lab, `assemblies` |
