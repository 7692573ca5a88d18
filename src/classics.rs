//! The classic texts, item by item: which function implements it, which test proves it, and where
//! the game shows it.
//!
//! Five texts started this project. The library implements what they describe, flaws included, next
//! to methods without those flaws. The contact lab is `levels/contact-lab.toml`. Key `N` goes to
//! the next exhibit; `sidle levels/contact-lab.toml --exhibit NAME` opens one.
//!
//! # Camera sphere against polygons
//! Source: N. Sakharnykh, "Camera collision", GameDev.ru, 2003, after a gametutorials.com demo.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | classify a sphere against the polygon's plane: Front, Intersects, Behind | [`classify_sphere_plane`](fn@crate::query::classify_sphere_plane) | `a_sphere_is_classified_by_its_height_over_the_plane` | contact lab, `sphere-polygon` |
//! | project the centre on the plane | [`closest_plane_point`](fn@crate::query::closest_plane_point) | `points_on_either_side_project_to_the_same_point` | contact lab, `sphere-polygon` |
//! | point in polygon by the sum of angles, at 0.99 of a full turn | [`contains_polygon_point`](fn@crate::query::contains_polygon_point) | `from_the_middle_every_regular_polygon_spans_a_full_turn` | contact lab, `sphere-polygon` |
//! | the edges, tested with half the radius | [`overlap_sphere_polygon_edges`](fn@crate::query::overlap_sphere_polygon_edges) | `half_the_radius_misses_an_edge_that_the_whole_radius_reaches` | contact lab, `sphere-polygon`; `edge_radius_factor` in a level |
//! | the push-out offset of either side | [`separate_sphere_plane`](fn@crate::query::separate_sphere_plane) | `the_shifted_sphere_touches_from_its_own_side` | contact lab, `sphere-polygon` |
//! | every polygon pushes immediately, in order | [`classic::move_and_push`](fn@crate::player::classic::move_and_push) | `the_sphere_comes_to_rest_at_exactly_its_radius_and_keeps_its_slide` | controller `classic`; courtyard |
//! | the closest point of a segment | [`closest_segment_point`](fn@crate::query::closest_segment_point) | `the_ends_clamp_and_the_middle_projects` | contact lab, `sphere-polygon` |
//! | the offset of a plane, `d = -n·p0` | [`Plane`](crate::geometry::Plane) | `the_offset_is_the_signed_distance_of_the_origin` | contact lab, `sphere-polygon`, `sphere-plane-sweep` |
//! | the angle between two vectors | [`angle_between`](fn@crate::geometry::angle::angle_between) | `any_two_vectors_with_a_length_have_an_angle` | contact lab, `sphere-polygon` |
//! | line–plane: are the ends on opposite sides, and where is the intersection | [`intersect_segment_plane`](fn@crate::query::intersect_segment_plane) | `ends_on_opposite_sides_hit_where_the_height_reaches_zero` | contact lab, `segment-polygon` |
//! | line–polygon | [`intersect_segment_polygon`](fn@crate::query::intersect_segment_polygon), [`World::intersect_segment`](crate::world::World::intersect_segment) | `it_agrees_with_signed_volumes_on_random_polygons` | the object under the crosshair; contact lab, `segment-polygon` |
//! | flaw: a centre that passes the plane in one tick is pushed out on the far side | controller `classic` | `above_one_radius_per_tick_the_push_out_exits_on_the_far_side` | `levels/speed.toml` |
//! | the remedy: one-sided faces | [`separate_sphere_plane_one_sided`](fn@crate::query::separate_sphere_plane_one_sided) | `one_sided_faces_bring_it_back_to_the_front` | `one_sided` in a level |
//! | flaw: with the whole radius, the camera catches on corners | `edge_radius_factor = 1.0` | `at_a_convex_corner_half_the_radius_passes_and_the_whole_radius_is_thrown_back` | courtyard, at the walled corners |
//! | flaw: the sum of angles accepts points slightly outside | [`contains_polygon_point`](fn@crate::query::contains_polygon_point) | `a_point_slightly_outside_still_counts_a_known_flaw_of_the_text` | contact lab, `sphere-polygon` |
//!
//! # Moving spheres and boxes
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | sphere–plane sweep | [`sweep_sphere_plane`](fn@crate::query::sweep_sphere_plane) | `the_first_touch_comes_after_the_gap` | contact lab, `sphere-plane-sweep` |
//! | with `r = 0`: a segment against a plane | [`sweep_sphere_plane`](fn@crate::query::sweep_sphere_plane), [`intersect_segment_plane`](fn@crate::query::intersect_segment_plane) | `a_tiny_sphere_behaves_like_a_segment` | contact lab, `segment-polygon` |
//! | planes from a point and a normal, or three points | [`Plane::new`](crate::geometry::Plane::new), [`Plane::from_points`](crate::geometry::Plane::from_points) | `three_collinear_points_make_no_plane` | contact lab, `sphere-plane-sweep` |
//! | sphere–sphere sweep | [`sweep_sphere_sphere`](fn@crate::query::sweep_sphere_sphere) | `it_agrees_with_conservative_steps` | contact lab, `sphere-sphere-sweep` |
//! | box–box sweep | [`sweep_obb_obb`](fn@crate::query::sweep_obb_obb) | `two_rotated_beams_meet_with_their_edges` | contact lab, `box-box-sweep` |
//!
//! # Oriented boxes by separating axes
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996, as a course page of Seoul National University teaches it; "OBB collision 2", blog, 2016.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | the box of a mesh: scale in the extents, only the rotation in the axes | [`Obb::from_bounds`](crate::geometry::Obb::from_bounds) | `every_corner_of_the_mesh_bounds_is_a_corner_of_the_box` | overlay `boxes`, key `1` |
//! | without the rotation, an AABB | [`Obb::aligned`](crate::geometry::Obb::aligned) | `a_car_with_an_aabb_crashes_where_one_with_an_obb_passes` | key `B` in `levels/car-crash.toml`; `box_turns` in a level |
//! | box–box by 15 axes | [`overlap_obb_obb`](fn@crate::query::overlap_obb_obb), [`overlap_obb_obb_axes`](fn@crate::query::overlap_obb_obb_axes) | `it_agrees_with_the_144_edge_face_tests` | overlay `axes`, key `3`; contact lab, `box-box` |
//! | moving boxes: a car drives into a building | [`DrivenMover`](crate::world::DrivenMover) | `a_mover_that_hits_a_box_stops_returns_or_passes` | `levels/car-crash.toml` |
//! | tightness of sphere, AABB and OBB | [`Sphere::bounding`](crate::geometry::Sphere::bounding), `volume` | `the_sphere_is_the_smallest_of_all_candidates` | overlay `tightness`, key `2` |
//! | a box-shaped character that slides along faces | [`boxed::move_and_push`](fn@crate::player::boxed::move_and_push) | `along_a_fence_the_speed_along_it_is_kept_whatever_the_order_of_its_panels` | controller `boxed`; the fences and the pen of the courtyard |
//! | box–triangle, for that character against meshes | [`overlap_obb_triangle`](fn@crate::query::overlap_obb_triangle) | `it_agrees_with_dense_samples_of_the_triangle` | controller `boxed` |
//!
//! # Generating contacts
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.
//!
//! | what | function | test | seen |
//! |---|---|---|---|
//! | a contact: point, normal, depth, kind | [`Contact`](crate::contact::Contact), [`ContactKind`](crate::contact::ContactKind) | `face_edge_and_vertex_each_have_their_own_normal` | contact lab, all exhibits |
//! | primitives with offsets, and assemblies of them | [`Shape`](crate::geometry::Shape), [`Assembly`](crate::contact::Assembly), [`contact_assembly_assembly`](fn@crate::contact::contact_assembly_assembly) | `assemblies_have_the_contacts_of_their_separately_placed_parts` | contact lab, `assemblies` |
//! | sphere–sphere | [`contact_sphere_sphere`](fn@crate::contact::contact_sphere_sphere) | `touching_counts_just_apart_does_not_and_concentric_spheres_push_up` | contact lab, `sphere-sphere` |
//! | sphere–half-space, sphere–two-sided plane | [`contact_sphere_half_space`](fn@crate::contact::contact_sphere_half_space), [`contact_sphere_plane`](fn@crate::contact::contact_sphere_plane) | `just_touching_counts_and_the_nearer_side_pushes` | contact lab, `sphere-half-space`, `sphere-plane` |
//! | box–half-space: four for a face, two for an edge | [`contact_obb_half_space`](fn@crate::contact::contact_obb_half_space) | `a_face_has_four_contacts_an_edge_two_a_corner_one_a_sunken_box_eight` | contact lab, `box-half-space` |
//! | capsule–half-space | [`contact_capsule_half_space`](fn@crate::contact::contact_capsule_half_space) | `the_features_are_the_lower_corners_in_order` | contact lab, `capsule-half-space` |
//! | sphere–box, also with the centre inside | [`contact_sphere_obb`](fn@crate::contact::contact_sphere_obb) | `a_centre_inside_is_pushed_out_through_the_nearest_face` | contact lab, `sphere-box`, `sphere-in-box` |
//! | box–box: point–face both ways, edge–edge | [`contact_obb_obb`](fn@crate::contact::contact_obb_obb), [`contact_obb_obb_min_translation`](fn@crate::contact::contact_obb_obb_min_translation) | `fifty_thousand_pairs_swap_consistently_and_separate` | contact lab, `box-box`, `crossed-boxes` |
//! | coherence: contacts cached by their features | [`ContactCache`](crate::contact::ContactCache) | `a_box_that_settles_on_the_ground_gets_four_corner_contacts_in_a_few_ticks` | contact lab, `box-half-space`, key `G` |
//! | the response that fills the cache | [`resolve_contact`](fn@crate::contact::resolve_contact) | `the_touching_point_moves_out_by_the_depth` | contact lab, `box-box`, key `G` |
//! | convex polyhedra by the same algorithm | [`contact_polyhedron_polyhedron`](fn@crate::contact::contact_polyhedron_polyhedron) | `boxes_as_polyhedra_have_the_contacts_of_boxes` | contact lab, `polyhedra` |
//! | a bounded buffer that a generator appends to | [`ContactBuffer`](crate::contact::ContactBuffer) | `a_full_buffer_keeps_the_first_contacts` | contact lab, `assemblies` |
