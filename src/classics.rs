//! The classic texts, item by item: whether the library does what the text says, which function does
//! it, which test proves it, and where the game shows it.
//!
//! Five texts started this project. The library implements what they describe, flaws included, next
//! to methods without those flaws. `tests/main/transcriptions/` has the formulas once more, written down
//! literally and without any help of the library, and compares 100 000 seeded cases of most.
//!
//! Two parts of the sources are not among the texts that we compare with: the second page of the first
//! text, on lines, and the code of the book on contacts. Their rows follow summaries and say so.
//!
//! The contact lab is `levels/contact-lab.toml`. Key `N` goes to the next exhibit; `sidle
//! levels/contact-lab.toml --exhibit NAME` opens one.
//!
//! # Camera sphere against polygons
//! Source: N. Sakharnykh, "Camera collision", GameDev.ru, 2003, after a gametutorials.com demo.
//!
//! | what | compared with the text | function | test | seen |
//! |---|---|---|---|---|
//! | classify a sphere against the polygon's plane: Front, Intersects, Behind | as written | [`classify_sphere_plane`](fn@crate::query::classify_sphere_plane) | `classification_projection_and_offset_match_the_text` | contact lab, `sphere-polygon` |
//! | project the centre on the plane | as written | [`closest_plane_point`](fn@crate::query::closest_plane_point) | `classification_projection_and_offset_match_the_text` | contact lab, `sphere-polygon` |
//! | point in polygon by the sum of angles, at 0.99 of a full turn | differs: a corner counts as inside, where the text divides by zero; a cosine beyond ±1 is clamped | [`contains_polygon_point`](fn@crate::query::contains_polygon_point) | `the_angle_sum_matches_the_text_with_two_guards_added` | contact lab, `sphere-polygon` |
//! | the edges, tested with half the radius | as written | [`overlap_sphere_polygon_edges`](fn@crate::query::overlap_sphere_polygon_edges) | `the_edge_test_and_the_closest_point_on_an_edge_match_the_text` | contact lab, `sphere-polygon-edge` |
//! | the push-out offset of either side | as written | [`separate_sphere_plane`](fn@crate::query::separate_sphere_plane) | `classification_projection_and_offset_match_the_text` | contact lab, `sphere-polygon` |
//! | every polygon pushes immediately, in order | differs: the view has a direction and no target to shift, since it moves with the position; a velocity is added, and boxes push after the polygons; the printed corners `{pVertices, …}` lack the index `[i]`, which we supply | [`classic::move_and_push`](fn@crate::player::classic::move_and_push) | `the_classic_loop_over_soups_of_triangles_matches_the_text` | controller `classic`; courtyard |
//! | the closest point of a segment | differs: one division by the squared length instead of a unit direction, without a root; a segment without length gives its start, where the text divides by zero | [`closest_segment_point`](fn@crate::query::closest_segment_point) | `the_edge_test_and_the_closest_point_on_an_edge_match_the_text` | contact lab, `sphere-polygon` |
//! | the offset of a plane, `d = -n·p0` | as written | [`Plane`](crate::geometry::Plane) | `the_offset_is_the_signed_distance_of_the_origin` | contact lab, `sphere-polygon`, `sphere-plane-sweep` |
//! | the angle between two vectors | differs: the cosine is clamped, and a vector without length has no angle; the dot product as printed has a slip, `v3.x * v3.y`, and ours is the one that is meant | [`angle_between`](fn@crate::geometry::angle::angle_between) | `any_two_vectors_with_a_length_have_an_angle` | contact lab, `sphere-polygon` |
//! | line–plane: are the ends on opposite sides, and where is the intersection | differs: an end in the plane counts, since a picking ray may end on a surface; the text has this on its second page, which we know from a summary | [`intersect_segment_plane`](fn@crate::query::intersect_segment_plane) | `line_plane_and_line_polygon_match_the_text_except_for_ends_in_the_plane` | contact lab, `segment-polygon` |
//! | line–polygon | differs: an end in the plane counts; the angle sum has its guards; also on the second page | [`intersect_segment_polygon`](fn@crate::query::intersect_segment_polygon), [`World::intersect_segment`](crate::world::World::intersect_segment) | `line_plane_and_line_polygon_match_the_text_except_for_ends_in_the_plane` | contact lab, `segment-polygon`; the object under the crosshair |
//! | flaw: a centre that passes the plane in one tick is pushed out on the far side | as written | controller `classic` | `above_one_radius_per_tick_the_push_out_exits_on_the_far_side` | `levels/speed.toml` |
//! | the remedy: one-sided faces | as written | [`separate_sphere_plane_one_sided`](fn@crate::query::separate_sphere_plane_one_sided) | `one_sided_faces_bring_it_back_to_the_front` | `levels/one-sided.toml` |
//! | flaw: with the whole radius, the camera catches on corners | as written; the text expects none of this from other bodies, see *cylinders* below | `edge_radius_factor = 1.0` | `at_a_convex_corner_half_the_radius_passes_and_the_whole_radius_is_thrown_back` | `levels/edge-radius.toml`; courtyard, at the walled corners, with the factor set in the panel |
//! | flaw: the sum of angles accepts points slightly outside | as written | [`contains_polygon_point`](fn@crate::query::contains_polygon_point) | `a_point_slightly_outside_still_counts_a_known_flaw_of_the_text` | contact lab, `sphere-polygon` |
//!
//! # Moving spheres and boxes
//! Source: M. Gomez, "Simple Intersection Tests For Games", Gamasutra, 1999.
//!
//! | what | compared with the text | function | test | seen |
//! |---|---|---|---|---|
//! | sphere–plane sweep | differs: a sphere that just reaches the plane touches it, so that it also stops there; the text takes `d0 ≠ d1` for granted where there is a motion, and its own conditions leave out the motion along the plane and one from behind, as ours do | [`sweep_sphere_plane`](fn@crate::query::sweep_sphere_plane) | `the_sphere_plane_sweep_matches_the_article_except_that_just_reaching_touches` | contact lab, `sphere-plane-sweep` |
//! | with `r = 0`: a ray or a segment against a plane | differs: a function of its own, since a sphere has a positive radius; just reaching touches | [`sweep_point_plane`](fn@crate::query::sweep_point_plane) | `with_a_radius_of_zero_the_sweep_is_a_ray` | contact lab, `ray-plane` |
//! | a lower and an upper bound for the time of overlap, from which a subdivision may start | differs: the text has a formula for the lower bound alone; ours has both, also for spheres and for boxes, and from either side of a plane | [`sweep_sphere_plane_interval`](fn@crate::query::sweep_sphere_plane_interval), [`sweep_sphere_sphere_interval`](fn@crate::query::sweep_sphere_sphere_interval), [`sweep_obb_obb_interval`](fn@crate::query::sweep_obb_obb_interval) | `every_overlap_of_a_subdivided_motion_is_within_the_bounds_of_the_sweep` | contact lab, `sphere-plane-sweep`, `sphere-plane-steps`, `sphere-sphere-sweep`, `box-box-sweep` |
//! | subdivided motion, the method before the sweep | as written, in words; that long steps jump over the plane is our addition, and the text says it of one test a frame | [`sweep_sphere_plane_sampled`](fn@crate::query::sweep_sphere_plane_sampled) | `subdivided_motion_is_an_overlap_test_at_every_step` | contact lab, `sphere-plane-steps` |
//! | the orientation at the touch, interpolated by `u` | differs: quaternions are interpolated linearly and then given unit length, since numbers in between are no rotation otherwise; nothing that the game sweeps turns on its way | [`Pose::interpolated`](crate::geometry::Pose::interpolated) | `an_interpolated_pose_takes_the_shorter_way_and_stays_a_rotation` | contact lab, `sphere-plane-sweep` |
//! | planes from a point and a normal, or three points | differs: a normal of any length is made a unit vector, and three points in a line make no plane; the text checks neither | [`Plane::new`](crate::geometry::Plane::new), [`Plane::from_points`](crate::geometry::Plane::from_points) | `three_collinear_points_make_no_plane` | contact lab, `sphere-plane-sweep`; every triangle of a mesh |
//! | sphere–sphere sweep | added: of the article's family | [`sweep_sphere_sphere`](fn@crate::query::sweep_sphere_sphere) | `it_agrees_with_conservative_advancement` | contact lab, `sphere-sphere-sweep` |
//! | box–box sweep | added: of the article's family, for turned boxes | [`sweep_obb_obb`](fn@crate::query::sweep_obb_obb) | `two_rotated_beams_meet_with_their_edges` | contact lab, `box-box-sweep` |
//!
//! # Oriented boxes by separating axes
//! Source: S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree", 1996, as a course page of Seoul National University teaches it ("the page"); "OBB collision 2", blog, 2016.
//!
//! | what | compared with the text | function | test | seen |
//! |---|---|---|---|---|
//! | the box of a mesh: scale in the extents, only the rotation in the axes | differs: the blog centres it on the position of the mesh's origin, we on the middle of the mesh, since the blog's box encloses only a mesh around its origin; a mirroring scale gives a positive extent | [`Obb::from_bounds`](crate::geometry::Obb::from_bounds) | `the_box_of_a_mesh_matches_the_blog_except_for_its_centre_and_for_mirrors` | overlay `boxes`, key `1` |
//! | the page's `initBox`: a box from its least and its greatest corner | as written | [`Obb::from_bounds`](crate::geometry::Obb::from_bounds) with [`Placement::IDENTITY`](crate::geometry::Placement::IDENTITY) | `a_box_that_is_initialised_and_moved_has_the_axes_and_the_centre_of_the_course_page` | contact lab, `box-matrix`; overlay `boxes`, key `1` |
//! | the page's `moveBox`: a rotation and a translation for the axes and the centre | as written; a mover of a level is placed anew in every tick, by the distance that it has driven, so that rounding does not add up | [`Obb::transformed`](crate::geometry::Obb::transformed) | `a_box_that_is_initialised_and_moved_has_the_axes_and_the_centre_of_the_course_page` | contact lab, `box-matrix`, under the hand or the keys; `levels/car-crash.toml` |
//! | the blog's AABB: extents kept, rotation left out | differs: the blog keeps the position of the mesh as the centre, we keep the middle of the turned mesh, since the box then stays where the mesh is; the middle circles around the position unless it is there, so ours stays still for a body that turns about its middle, as the `boxed` player does | [`Obb::without_rotation`](crate::geometry::Obb::without_rotation) | `without_its_rotation_a_box_keeps_its_centre_which_circles_around_the_position_of_its_mesh` | contact lab, `box-aabb`; overlay `tightness`, key `2`; `levels/box-turns.toml` |
//! | the AABB that encloses the turned box | as written on the page | [`Obb::aligned`](crate::geometry::Obb::aligned) | `the_aligned_box_and_every_projection_span_the_least_and_the_greatest_corner` | contact lab, `box-aabb`; overlay `tightness`, key `2`; key `B` in `levels/car-crash.toml` |
//! | a box projected on any axis | as written | [`Obb::project`](crate::geometry::Obb::project) | `the_aligned_box_and_every_projection_span_the_least_and_the_greatest_corner` | contact lab, `box-projection` |
//! | points into and out of a box | added: neither text has such a function; the book on contacts converts a sphere's centre like this | [`Obb::to_local`](crate::geometry::Obb::to_local), [`Obb::to_world`](crate::geometry::Obb::to_world) | `every_corner_of_the_mesh_bounds_is_a_corner_of_the_box` | contact lab, `box-matrix` |
//! | a box from and to a matrix and a quaternion | differs: the blog takes the axes from the rows of a rotation matrix, ours are columns, as in glam; scale, shear and mirrors are refused, since they would break the tests; quaternions are added | [`Obb::from_matrix`](crate::geometry::Obb::from_matrix), [`Obb::to_matrix`](crate::geometry::Obb::to_matrix), [`Obb::from_quaternion`](crate::geometry::Obb::from_quaternion), [`Obb::to_quaternion`](crate::geometry::Obb::to_quaternion) | `a_box_survives_the_way_through_a_matrix_and_through_a_quaternion` | contact lab, `box-matrix` |
//! | box–box by 15 axes | differs: nearly parallel edges have no axis, since their product is only rounding; the shallowest axis is kept for a push; `D` goes from the second box to the first, as normals do | [`overlap_obb_obb`](fn@crate::query::overlap_obb_obb), [`overlap_obb_obb_axes`](fn@crate::query::overlap_obb_obb_axes) | `the_15_axes_match_the_text_and_the_first_separating_one_ends_the_test` | contact lab, `box-box`; overlay `axes`, key `3` |
//! | the page's table: `R0`, `R1` and `R` of each axis, apart where `R > R0 + R1` | differs: the page's cross products keep their length, ours have unit length, so that all three are in metres; that changes no answer | [`overlap_obb_obb_axes`](fn@crate::query::overlap_obb_obb_axes), [`Obb::project`](crate::geometry::Obb::project) | `the_table_has_the_radii_and_the_distance_for_each_of_the_15_axes` | contact lab, `box-edges` |
//! | brute force: 144 tests of edges against faces | differs: the centres are tested too, since the edges miss a box inside the other | [`overlap_obb_obb_edges`](fn@crate::query::overlap_obb_obb_edges) | `the_144_tests_and_the_15_axes_give_the_same_answer` | contact lab, `box-edges` |
//! | moving boxes: a car drives into a building | as written; the arrow keys turn the view there and here | [`DrivenMover`](crate::world::DrivenMover) | `a_mover_that_hits_a_box_stops_returns_or_passes` | `levels/car-crash.toml` |
//! | tightness of sphere, AABB and OBB | as written; the volumes are added | [`Sphere::bounding`](crate::geometry::Sphere::bounding), `volume` | `the_sphere_is_the_smallest_of_all_candidates` | overlay `tightness`, key `2` |
//! | a tree of bounding spheres, whose deeper levels leave less air | added: the page only names it; ours cuts the mesh in halves, and measures the space that a level encloses. The world itself has a tree of boxes, overlay `tree` | [`SphereTree`](crate::geometry::SphereTree), [`SphereTree::union_volume_of_level`](crate::geometry::SphereTree::union_volume_of_level) | `each_level_of_the_tree_leaves_less_air_around_the_props_of_the_courtyard` | overlay `tightness`, key `2` |
//! | a box-shaped character that slides along faces | differs: the text finds the face that was hit and leaves open which one counts of several; ours takes the face that the motion reached, and after a turn the axis of least penetration; the text moves along a sliding vector, ours makes the whole motion and is then pushed out along the normal, which leaves the same part of it | [`boxed::move_and_push`](fn@crate::player::boxed::move_and_push) | `along_a_fence_the_speed_along_it_is_kept_whatever_the_order_of_its_panels` | `levels/boxed.toml`, `levels/box-turns.toml`; controller `boxed` at the fences and the pen of the courtyard |
//! | box–triangle, for that character against meshes | added | [`overlap_obb_triangle`](fn@crate::query::overlap_obb_triangle) | `it_agrees_with_dense_samples_of_the_triangle` | contact lab, `box-triangle`; controller `boxed` |
//!
//! # Generating contacts
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13.
//!
//! All normals point from the second shape to the first, the shape that is pushed. The text's convention
//! is the opposite, from the first to the second. Our point is on the surface of the second shape. Where a
//! corner has gone in, the text's point is that corner, which is
//! [`Contact::point_on_first`](crate::contact::Contact::point_on_first). Shapes that just touch have a contact
//! of depth 0, so that a body at rest has one. The book's code, which we know from a summary, leaves out
//! touching spheres and half-spaces.
//!
//! | what | compared with the text | function | test | seen |
//! |---|---|---|---|---|
//! | a contact: point, normal, depth, kind | differs: the normal points to the first shape, in the text to the second; the point is on the second shape, in the text it is the corner that went in or the middle | [`Contact`](crate::contact::Contact), [`ContactKind`](crate::contact::ContactKind) | `face_edge_and_vertex_each_have_their_own_normal` | contact lab, `sphere-box` and all other contacts |
//! | primitives with offsets, and assemblies of them | as written; capsules and polyhedra are added as parts | [`Shape`](crate::geometry::Shape), [`Assembly`](crate::contact::Assembly), [`contact_assembly_assembly`](fn@crate::contact::contact_assembly_assembly) | `assemblies_have_the_contacts_of_their_separately_placed_parts` | contact lab, `assemblies`, `assemblies-mixed` |
//! | sphere–sphere | differs: touching counts; the point is on the second sphere; concentric spheres have the normal +Y, the way out that a player expects; the book's code has no contact for these, and its point has a slip, half a line *beyond* the first centre | [`contact_sphere_sphere`](fn@crate::contact::contact_sphere_sphere) | `sphere_sphere_matches_the_text_except_for_the_point_and_for_touching_and_concentric_spheres` | contact lab, `sphere-sphere` |
//! | sphere–half-space, sphere–two-sided plane | differs: touching a half-space counts; where the text goes on to the plane, it has a sphere collide that is *farther* than its radius, and ours collides when it is nearer, as is meant | [`contact_sphere_half_space`](fn@crate::contact::contact_sphere_half_space), [`contact_sphere_plane`](fn@crate::contact::contact_sphere_plane) | `sphere_half_space_and_sphere_plane_match_the_text_except_that_touching_a_half_space_counts` | contact lab, `sphere-half-space`, `sphere-plane` |
//! | box–half-space: four for a face, two for an edge | differs: the point is the corner projected on the plane, as all our points are on the second shape; the text's corner is `point_on_first` | [`contact_obb_half_space`](fn@crate::contact::contact_obb_half_space) | `box_half_space_has_a_contact_for_every_corner_at_or_below_the_plane` | contact lab, `box-half-space` |
//! | box–two-sided plane | added | [`contact_obb_plane`](fn@crate::contact::contact_obb_plane) | `a_plane_pushes_a_box_to_the_side_of_its_centre` | contact lab, `box-plane` |
//! | capsule–half-space, capsule–two-sided plane | added: the text has no capsules | [`contact_capsule_half_space`](fn@crate::contact::contact_capsule_half_space), [`contact_capsule_plane`](fn@crate::contact::contact_capsule_plane) | `a_capsule_touches_a_half_space_as_the_spheres_at_its_ends_do` | contact lab, `capsule-half-space`, `capsule-plane` |
//! | capsule–sphere, capsule–capsule | added | [`contact_capsule_sphere`](fn@crate::contact::contact_capsule_sphere), [`contact_capsule_capsule`](fn@crate::contact::contact_capsule_capsule) | `the_depth_is_what_a_search_over_both_axes_finds_and_moving_by_it_separates` | contact lab, `capsule-sphere`, `capsule-capsule` |
//! | capsule–box | added | [`contact_capsule_obb`](fn@crate::contact::contact_capsule_obb) | `boxes_agree_with_a_search_over_their_planes` | contact lab, `capsule-box` |
//! | capsule–polyhedron, sphere–polyhedron | added | [`contact_capsule_polyhedron`](fn@crate::contact::contact_capsule_polyhedron), [`contact_sphere_polyhedron`](fn@crate::contact::contact_sphere_polyhedron) | `polyhedra_and_spheres_agree_with_a_search_over_their_planes` | contact lab, `capsule-polyhedron`, `sphere-polyhedron` |
//! | capsule–triangle | added | [`contact_capsule_triangle`](fn@crate::contact::contact_capsule_triangle) | `triangles_agree_with_a_search_over_their_planes` | contact lab, `capsule-triangle` |
//! | sphere–box, also with the centre inside | differs: the normal points to the sphere; a centre inside leaves through the nearest face, where the text has no direction; the early out along the three axes is as written, and one more axis is left out, see below | [`contact_sphere_obb`](fn@crate::contact::contact_sphere_obb) | `box_sphere_matches_the_text_with_the_normal_towards_the_sphere_and_an_answer_for_inside` | contact lab, `sphere-box`, `sphere-in-box` |
//! | box–box: point–face both ways | differs: the point is on the second box; the text's corner is the point itself if it is the second's, and `point_on_first` if it is the first's | [`contact_obb_obb`](fn@crate::contact::contact_obb_obb) | `box_box_point_face_matches_the_text_and_wins_unless_edges_are_deeper` | contact lab, `box-box` |
//! | box–box: edge–edge, the sign by the distance to the other's centre | differs: the sign and the depth are as written, and far too deep where edges lie behind one another; the point is the nearest one of the second box's edge, where the text also allows the middle; parallel edges have no contact, since no place on them is nearest | [`contact_obb_obb_as_written`](fn@crate::contact::contact_obb_obb_as_written) | `box_box_as_written_is_the_deeper_of_point_face_and_edge_edge` | contact lab, `box-box-as-written` |
//! | box–box: edge–edge, the sign by the faces of the edges | differs: each edge must be the outermost part of its box along the normal, so that the push separates the edges | [`contact_obb_obb`](fn@crate::contact::contact_obb_obb) | `a_corner_in_a_corner_counts_as_deep_as_the_edges_behind_it` | contact lab, `crossed-boxes`, `box-box-as-written` |
//! | box–box: the minimum translation | added: it always separates | [`contact_obb_obb_min_translation`](fn@crate::contact::contact_obb_obb_min_translation) | `fifty_thousand_pairs_swap_consistently_and_separate` | contact lab, `box-box-as-written` |
//! | coherence: contacts cached by their features | differs: a contact whose corner has slid off the face is dropped too, since it would stay below the plane of the face for ever; contacts of curved surfaces are not kept, since the shape rolls on them | [`ContactCache`](crate::contact::ContactCache) | `a_box_that_settles_on_the_ground_gets_four_corner_contacts_in_a_few_ticks` | contact lab, `box-half-space`, key `G` |
//! | the response that fills the cache | added: the text's own response is another chapter | [`resolve_contact`](fn@crate::contact::resolve_contact) | `the_touching_point_moves_out_by_the_depth` | contact lab, `box-box`, key `G` |
//! | convex polyhedra by the same algorithm | differs: the edge–edge sign by the faces and the point on the second solid, as for boxes | [`contact_polyhedron_polyhedron`](fn@crate::contact::contact_polyhedron_polyhedron) | `boxes_as_polyhedra_have_the_contacts_of_boxes` | contact lab, `polyhedra` |
//! | a polyhedron with a box, half-space or plane | added: by the same algorithm | [`contact_polyhedron_obb`](fn@crate::contact::contact_polyhedron_obb), [`contact_polyhedron_half_space`](fn@crate::contact::contact_polyhedron_half_space), [`contact_polyhedron_plane`](fn@crate::contact::contact_polyhedron_plane) | `a_box_and_the_same_box_as_a_polyhedron_have_the_same_contacts` | contact lab, `polyhedron-box`, `polyhedron-half-space` |
//! | a bounded buffer that a generator appends to | as written | [`ContactBuffer`](crate::contact::ContactBuffer) | `a_full_buffer_keeps_the_first_contacts` | contact lab, `assemblies` |
//!
//! # Mentioned only
//! The texts name these without a formula, and the library does not have them:
//!
//! - bodies of other shapes, *cylinders* and *ellipsoids*. The text on the camera expects that a box, a
//!   cylinder or an ellipsoid would not have the trouble of the sphere at a corner. We disagree: a
//!   cylinder catches on edges as a box does, and an ellipsoid is a sphere in a stretched world, with
//!   the same edges. See K. Fauerby, "Improved Collision detection and Response", 2003. The bodies here
//!   are spheres, capsules and boxes;
//! - the *middle as the point of a contact*, halfway between a corner and the face, or between two
//!   edges. The book on contacts allows either. A response that wants it takes the middle of
//!   [`Contact::point`](crate::contact::Contact::point) and
//!   [`Contact::point_on_first`](crate::contact::Contact::point_on_first);
//! - *one more axis for the early out of sphere and box*, from the centre of the box to that of the
//!   sphere. The three axes of the box let some spheres near corners through, and so would the fourth.
//!   The closest point decides these exactly, at little cost;
//! - the blog's *default box*, with half extents of zero and the axes of the world. Such a box is a point
//!   that collides. [`Obb::new`](crate::geometry::Obb::new) makes it from these numbers, and there is no
//!   default that a forgotten box could have;
//! - *disks and cylinders* as targets of a sweep. Levels are made of triangles and boxes. See C.
//!   Ericson, *Real-Time Collision Detection*, 2005, chapter 5;
//! - *GJK* and *V-Clip* for polyhedra with many faces. See G. van den Bergen, *Collision Detection in
//!   Interactive 3D Environments*, 2003. The naive algorithm here suits a few faces;
//! - *building convex hulls* for contacts: [`Polyhedron`](crate::geometry::Polyhedron) takes vertices
//!   and faces that are convex already; [`convex_hull`](crate::geometry::tessellate::convex_hull) makes triangles for a world. See C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull
//!   Algorithm for Convex Hulls", 1996.
