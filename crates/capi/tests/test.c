/* Calls every function of the header as a hostile or mistaken program would, then prints the hashes of the runs. */
#include "runs.h"

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

static const double HERE[3] = {0, 1, 0};
static const double BAD[3] = {0, NAN, 0};
static const sidle_shape BALL = {.kind = SIDLE_SPHERE, .radius = 0.5};
static const sidle_shape SLAB = {.kind = SIDLE_BOX, .half_extents = {9, 0.5, 9}};

static sidle_collider add(sidle_world world, const sidle_shape *shape, double x, double y, double z) {
    sidle_collider id;
    OK(sidle_world_add_body(world, shape, (double[]){x, y, z}, &id));
    return id;
}

/* Null pointers, in every place that has one. */
static void null_pointers(sidle_world world, sidle_player player) {
    sidle_world made;
    sidle_player made_player;
    sidle_collider id;
    sidle_shape shape;
    double place[3];
    sidle_hit hit;
    sidle_move move;
    sidle_walk walk = {.position = {0, 1, 0}};
    sidle_command command = {0};
    size_t count;
    const float vertex[9] = {0};
    const sidle_status bad = SIDLE_BAD_POINTER;
    EXPECT(bad, sidle_world_new(NULL, 0, NULL, 0, NULL, NULL, NULL));
    EXPECT(bad, sidle_world_new(NULL, 3, NULL, 1, NULL, &made, NULL));
    EXPECT(bad, sidle_world_new((const float *)((const char *)vertex + 1), 2, NULL, 0, NULL, &made, NULL));
    EXPECT(bad, sidle_world_copy(world, NULL));
    EXPECT(bad, sidle_world_add_body(world, NULL, HERE, &id));
    EXPECT(bad, sidle_world_add_body(world, &BALL, NULL, &id));
    EXPECT(bad, sidle_world_add_body(world, &BALL, HERE, NULL));
    EXPECT(bad, sidle_world_move_body(world, 1u << 31, NULL, HERE));
    EXPECT(bad, sidle_world_move_body(world, 1u << 31, &BALL, NULL));
    EXPECT(bad, sidle_world_get_body(world, 1u << 31, NULL, place));
    EXPECT(bad, sidle_world_get_body(world, 1u << 31, &shape, NULL));
    EXPECT(bad, sidle_surface_rules_default(NULL));
    EXPECT(bad, sidle_world_set_surface_rules(world, 1, NULL));
    EXPECT(bad, sidle_cast_ray(world, NULL, NULL, HERE, &hit));
    EXPECT(bad, sidle_cast_ray(world, NULL, HERE, NULL, &hit));
    EXPECT(bad, sidle_cast_ray(world, NULL, HERE, HERE, NULL));
    EXPECT(bad, sidle_cast_shape(world, NULL, NULL, HERE, HERE, &hit));
    EXPECT(bad, sidle_cast_shape(world, NULL, &BALL, NULL, HERE, &hit));
    EXPECT(bad, sidle_cast_shape(world, NULL, &BALL, HERE, NULL, &hit));
    EXPECT(bad, sidle_cast_shape(world, NULL, &BALL, HERE, HERE, NULL));
    EXPECT(bad, sidle_fits(world, NULL, NULL, HERE));
    EXPECT(bad, sidle_fits(world, NULL, &BALL, NULL));
    EXPECT(bad, sidle_move_and_slide(world, NULL, NULL, HERE, HERE, 50, &move, NULL, 0));
    EXPECT(bad, sidle_move_and_slide(world, NULL, &BALL, NULL, HERE, 50, &move, NULL, 0));
    EXPECT(bad, sidle_move_and_slide(world, NULL, &BALL, HERE, NULL, 50, &move, NULL, 0));
    EXPECT(bad, sidle_move_and_slide(world, NULL, &BALL, HERE, HERE, 50, NULL, NULL, 0));
    EXPECT(bad, sidle_move_and_slide(world, NULL, &BALL, HERE, HERE, 50, &move, NULL, 9));
    EXPECT(bad, sidle_step_settings_default(NULL));
    EXPECT(bad, sidle_step_and_slide(world, NULL, NULL, &walk, DT, NULL, NULL, NULL, 0));
    EXPECT(bad, sidle_step_and_slide(world, NULL, &BALL, NULL, DT, NULL, NULL, NULL, 0));
    EXPECT(bad, sidle_step_and_slide(world, NULL, &BALL, &walk, DT, NULL, NULL, NULL, 9));
    EXPECT(bad, sidle_tuning_default(NULL));
    EXPECT(bad, sidle_player_new(NULL, NULL, &made_player));
    EXPECT(bad, sidle_player_new(NULL, HERE, NULL));
    EXPECT(bad, sidle_player_advance(player, world, NULL, DT, NULL));
    OK(sidle_player_advance(player, world, &command, DT, NULL));
    EXPECT(bad, sidle_player_contacts(player, NULL, 1, &count));
    EXPECT(bad, sidle_player_contacts(player, NULL, 0, NULL));
    EXPECT(bad, sidle_player_sensors(player, NULL, 1, &count));
    EXPECT(bad, sidle_player_sensors(player, NULL, 0, NULL));
    EXPECT(bad, sidle_player_save(player, NULL));
    EXPECT(bad, sidle_player_load(player, NULL));
    EXPECT(bad, sidle_player_launch(player, NULL));
    EXPECT(bad, sidle_player_set_tuning(player, world, NULL));
    EXPECT(bad, sidle_player_eye(player, NULL));
    EXPECT(bad, sidle_platform_move(world, 1u << 31, NULL, HERE, NULL, 0, NULL));
    EXPECT(bad, sidle_platform_move(world, 1u << 31, &SLAB, NULL, NULL, 0, NULL));
    EXPECT(bad, sidle_platform_move(world, 1u << 31, &SLAB, HERE, NULL, 1, NULL));
    CHECK(strcmp(sidle_last_error(), "`riders` is null") == 0);
}

/* Freed handles, handles of the other kind, and addresses that are no handles. */
static void foreign_handles(void) {
    sidle_world world, copy;
    sidle_player player;
    OK(sidle_world_new(NULL, 0, NULL, 0, NULL, &world, NULL));
    OK(sidle_world_copy(world, &copy));
    OK(sidle_player_new(NULL, HERE, &player));
    const sidle_world worlds[] = {NULL, world, (sidle_world)player, (sidle_world)(uintptr_t)&world, (sidle_world)UINTPTR_MAX};
    OK(sidle_world_free(world));
    OK(sidle_world_free(NULL));
    OK(sidle_player_free(NULL));
    const sidle_status bad = SIDLE_BAD_HANDLE;
    sidle_hit hit;
    sidle_collider id;
    sidle_move move;
    sidle_walk walk = {0};
    sidle_command command = {0};
    sidle_shape shape;
    sidle_tuning tuning;
    sidle_state state;
    sidle_surface_rules rules;
    double place[3];
    size_t count;
    OK(sidle_tuning_default(&tuning));
    OK(sidle_surface_rules_default(&rules));
    for (size_t at = 0; at < sizeof worlds / sizeof *worlds; at++) {
        sidle_world no = worlds[at], made;
        EXPECT(no == NULL ? SIDLE_OK : bad, sidle_world_free(no));
        EXPECT(bad, sidle_world_copy(no, &made));
        EXPECT(bad, sidle_world_add_body(no, &BALL, HERE, &id));
        EXPECT(bad, sidle_world_move_body(no, 1u << 31, &BALL, HERE));
        EXPECT(bad, sidle_world_get_body(no, 1u << 31, &shape, place));
        EXPECT(bad, sidle_world_remove(no, 0));
        EXPECT(bad, sidle_world_set_enabled(no, 0, 1));
        EXPECT(bad, sidle_world_set_tag(no, 0, 1));
        EXPECT(bad, sidle_world_set_layers(no, 0, 1));
        EXPECT(bad, sidle_world_set_surface_rules(no, 1, &rules));
        EXPECT(bad, sidle_cast_ray(no, NULL, HERE, HERE, &hit));
        EXPECT(bad, sidle_cast_shape(no, NULL, &BALL, HERE, HERE, &hit));
        EXPECT(bad, sidle_fits(no, NULL, &BALL, HERE));
        EXPECT(bad, sidle_move_and_slide(no, NULL, &BALL, HERE, HERE, 50, &move, NULL, 0));
        EXPECT(bad, sidle_step_and_slide(no, NULL, &BALL, &walk, DT, NULL, NULL, NULL, 0));
        EXPECT(bad, sidle_player_advance(player, no, &command, DT, NULL));
        EXPECT(bad, sidle_player_set_tuning(player, no, &tuning));
        EXPECT(bad, sidle_platform_move(no, 1u << 31, &SLAB, HERE, NULL, 0, NULL));
        CHECK(strlen(sidle_last_error()) > 10);
    }
    const sidle_player stale = player;
    OK(sidle_player_free(player));
    const sidle_player players[] = {NULL, stale, (sidle_player)copy, (sidle_player)(uintptr_t)&world};
    for (size_t at = 0; at < sizeof players / sizeof *players; at++) {
        sidle_player no = players[at];
        EXPECT(no == NULL ? SIDLE_OK : bad, sidle_player_free(no));
        EXPECT(bad, sidle_player_advance(no, copy, &command, DT, NULL));
        EXPECT(bad, sidle_player_contacts(no, NULL, 0, &count));
        EXPECT(bad, sidle_player_sensors(no, NULL, 0, &count));
        EXPECT(bad, sidle_player_save(no, &state));
        EXPECT(bad, sidle_player_launch(no, HERE));
        EXPECT(bad, sidle_player_set_tuning(no, copy, &tuning));
        EXPECT(bad, sidle_player_set_filter(no, 1, SIDLE_NO_COLLIDER));
        EXPECT(bad, sidle_player_eye(no, place));
        EXPECT(bad, sidle_platform_move(copy, add(copy, &SLAB, 0, -1, 0), &SLAB, HERE, &no, 1, NULL));
    }
    OK(sidle_world_free(copy));
}

/* Counts beyond all memory, indices beyond all vertices, and numbers that are none or too large. */
static void bad_numbers(sidle_world world, sidle_player player) {
    const sidle_status bad = SIDLE_BAD_NUMBER;
    const float nan_vertex[] = {0, 0, 0, 0, 0, 1, NAN, 0, 0}, far_vertex[] = {0, 0, 0, 0, 0, 1, 1e30f, 0, 0};
    const float vertices[] = {0, 0, 0, 0, 0, 1, 1, 0, 0};
    const uint32_t beyond[] = {0, 1, 3}, faces[] = {0, 1, 2, 0, 1, 1};
    const size_t counts[] = {SIZE_MAX, SIZE_MAX / 3, SIZE_MAX / 12, (size_t)SIDLE_MAX_TRIANGLES * 3 + 1};
    sidle_world made;
    sidle_player made_player;
    for (size_t at = 0; at < 4; at++) {
        EXPECT(bad, sidle_world_new(vertices, 3, faces, counts[at], NULL, &made, NULL));
        EXPECT(bad, sidle_world_new(vertices, counts[at], faces, 1, NULL, &made, NULL));
        EXPECT(bad, sidle_world_new(vertices, counts[at], NULL, counts[at], NULL, &made, NULL));
    }
    EXPECT(bad, sidle_world_new(vertices, 3, beyond, 1, NULL, &made, NULL));
    CHECK(strcmp(sidle_last_error(), "triangle 0 names vertex 3 of 3") == 0);
    EXPECT(bad, sidle_world_new(vertices, 3, NULL, 2, NULL, &made, NULL));
    EXPECT(bad, sidle_world_new(nan_vertex, 3, NULL, 1, NULL, &made, NULL));
    EXPECT(bad, sidle_world_new(far_vertex, 3, NULL, 1, NULL, &made, NULL));
    uint32_t left_out = 0;
    OK(sidle_world_new(vertices, 3, faces, 2, (uint32_t[]){5, 6}, &made, &left_out));
    CHECK(left_out == 1);
    sidle_hit hit;
    OK(sidle_cast_ray(made, NULL, (double[]){0.2, 1, 0.2}, (double[]){0.2, -1, 0.2}, &hit));
    CHECK(hit.collider == 0 && hit.tag == 5 && hit.fraction == 0.5 && hit.normal[1] == 1);
    OK(sidle_cast_ray(made, NULL, (double[]){9, 1, 0}, (double[]){9, -1, 0}, &hit));
    CHECK(hit.collider == SIDLE_NO_COLLIDER && hit.fraction == 1);
    OK(sidle_world_free(made));

    sidle_collider id;
    sidle_shape shapes[] = {
        {.kind = 3}, {.kind = SIDLE_SPHERE}, {.kind = SIDLE_SPHERE, .radius = NAN}, {.kind = SIDLE_SPHERE, .radius = -1},
        {.kind = SIDLE_SPHERE, .radius = INFINITY}, {.kind = SIDLE_CAPSULE, .radius = 0.5, .height = 0.9}, {.kind = SIDLE_BOX},
        {.kind = SIDLE_CAPSULE, .radius = 1e300, .height = 1e301},
        {.kind = SIDLE_BOX, .half_extents = {1, 1, 1}, .rotation = {1, 1, 0, 0}},
        {.kind = SIDLE_BOX, .half_extents = {1, 1, NAN}}, {.kind = SIDLE_BOX, .half_extents = {1, 1, 1}, .rotation = {0, 0, 0, NAN}},
    };
    sidle_move move;
    sidle_walk walk = {.position = {0, 1, 0}};
    for (size_t at = 0; at < sizeof shapes / sizeof *shapes; at++) {
        EXPECT(bad, sidle_world_add_body(world, &shapes[at], HERE, &id));
        EXPECT(bad, sidle_cast_shape(world, NULL, &shapes[at], HERE, HERE, &hit));
        EXPECT(bad, sidle_fits(world, NULL, &shapes[at], HERE));
        EXPECT(bad, sidle_move_and_slide(world, NULL, &shapes[at], HERE, HERE, 50, &move, NULL, 0));
        EXPECT(bad, sidle_step_and_slide(world, NULL, &shapes[at], &walk, DT, NULL, NULL, NULL, 0));
    }
    /* Boxes that do not move: one that is flat, one that is oblong and one that is turned. */
    const sidle_shape still[] = {SLAB, {.kind = SIDLE_BOX, .half_extents = {0.3, 0.9, 0.2}},
        {.kind = SIDLE_BOX, .half_extents = {0.3, 0.9, 0.3}, .rotation = {0, 0.6, 0, 0.8}}};
    for (size_t at = 0; at < sizeof still / sizeof *still; at++) {
        EXPECT(bad, sidle_move_and_slide(world, NULL, &still[at], HERE, HERE, 50, &move, NULL, 0));
        EXPECT(bad, sidle_step_and_slide(world, NULL, &still[at], &walk, DT, NULL, NULL, NULL, 0));
    }
    CHECK(strcmp(sidle_last_error(), "`shape.rotation` turns a box that moves, which never turns; set it to zeros") == 0);
    EXPECT(bad, sidle_world_add_body(world, &BALL, BAD, &id));
    EXPECT(bad, sidle_cast_ray(world, NULL, BAD, HERE, &hit));
    EXPECT(bad, sidle_cast_ray(world, NULL, HERE, (double[]){0, 1e300, 0}, &hit));
    EXPECT(bad, sidle_cast_shape(world, NULL, &BALL, HERE, BAD, &hit));
    EXPECT(bad, sidle_move_and_slide(world, NULL, &BALL, HERE, BAD, 50, &move, NULL, 0));
    EXPECT(bad, sidle_move_and_slide(world, NULL, &BALL, HERE, HERE, NAN, &move, NULL, 0));
    const double ticks[] = {NAN, -1, INFINITY, 2};
    for (size_t at = 0; at < 4; at++) {
        sidle_command command = {0};
        EXPECT(bad, sidle_player_advance(player, world, &command, ticks[at], NULL));
        EXPECT(bad, sidle_step_and_slide(world, NULL, &BALL, &walk, ticks[at], NULL, NULL, NULL, 0));
    }
    sidle_walk walks[] = {{.position = {NAN, 0, 0}}, {.velocity = {0, 1e300, 0}}, {.ground = 4}, {.ground = SIDLE_GROUND_FLOOR}};
    for (size_t at = 0; at < 4; at++) {
        EXPECT(bad, sidle_step_and_slide(world, NULL, &BALL, &walks[at], DT, NULL, NULL, NULL, 0));
    }
    sidle_step_settings settings;
    OK(sidle_step_settings_default(&settings));
    settings.step_height = NAN;
    EXPECT(bad, sidle_step_and_slide(world, NULL, &BALL, &walk, DT, &settings, NULL, NULL, 0));
    sidle_command commands[] = {{.forward = NAN}, {.right = 2}, {.yaw = INFINITY}, {.jump = 2}, {.fly = 77}};
    for (size_t at = 0; at < 5; at++) {
        EXPECT(bad, sidle_player_advance(player, world, &commands[at], DT, NULL));
    }
    sidle_tuning tuning;
    OK(sidle_tuning_default(&tuning));
    tuning.gravity = -1;
    EXPECT(bad, sidle_player_new(&tuning, HERE, &made_player));
    EXPECT(bad, sidle_player_set_tuning(player, world, &tuning));
    CHECK(strcmp(sidle_last_error(), "`tuning.gravity` is -1, not from 0 to 100000") == 0);
    tuning.gravity = 20;
    tuning.body = 3;
    EXPECT(bad, sidle_player_new(&tuning, HERE, &made_player));
    EXPECT(bad, sidle_player_new(NULL, BAD, &made_player));
    EXPECT(bad, sidle_player_launch(player, BAD));
    sidle_state state, changed;
    OK(sidle_player_save(player, &state));
    for (int part = 0; part < 6; part++) {
        changed = state;
        if (part == 0) changed.position[1] = NAN;
        if (part == 1) changed.velocity[0] = 1e300;
        if (part == 2) changed.ground = 9;
        if (part == 3) changed.crouched = 2;
        if (part == 4) changed.coyote = -1;
        if (part == 5) changed.leaving = NAN;
        EXPECT(bad, sidle_player_load(player, &changed));
    }
    changed = state;
    changed.ride = 5;
    EXPECT(SIDLE_BAD_COLLIDER, sidle_player_load(player, &changed));
    sidle_surface_rules rules;
    OK(sidle_surface_rules_default(&rules));
    rules.friction = -1;
    EXPECT(bad, sidle_world_set_surface_rules(world, 1, &rules));
    rules.friction = 1;
    rules.max_slope_deg = NAN;
    EXPECT(bad, sidle_world_set_surface_rules(world, 1, &rules));
    EXPECT(bad, sidle_platform_move(world, 1u << 31, &BALL, HERE, NULL, 0, NULL));
    EXPECT(bad, sidle_platform_move(world, 1u << 31, &SLAB, BAD, NULL, 0, NULL));
    EXPECT(bad, sidle_platform_move(world, 1u << 31, &SLAB, HERE, &player, SIZE_MAX, NULL));
}

/* Colliders that do not exist or are of another kind. */
static void missing_colliders(sidle_world world) {
    const sidle_collider none[] = {SIDLE_NO_COLLIDER, 99, 1u << 31 | 12345};
    const sidle_status bad = SIDLE_BAD_COLLIDER;
    sidle_shape shape;
    double place[3];
    for (size_t at = 0; at < 3; at++) {
        EXPECT(bad, sidle_world_move_body(world, none[at], &BALL, HERE));
        EXPECT(bad, sidle_world_get_body(world, none[at], &shape, place));
        EXPECT(bad, sidle_world_remove(world, none[at]));
        EXPECT(bad, sidle_world_set_enabled(world, none[at], 1));
        EXPECT(bad, sidle_world_set_tag(world, none[at], 1));
        EXPECT(bad, sidle_world_set_layers(world, none[at], 1));
        EXPECT(bad, sidle_platform_move(world, none[at], &SLAB, HERE, NULL, 0, NULL));
    }
    sidle_collider ball = add(world, &BALL, 50, 0, 0);
    EXPECT(SIDLE_BAD_NUMBER, sidle_world_set_enabled(world, ball, 3));
    EXPECT(bad, sidle_platform_move(world, ball, &SLAB, HERE, NULL, 0, NULL));
    OK(sidle_world_get_body(world, ball, &shape, place));
    CHECK(shape.kind == SIDLE_SPHERE && shape.radius == 0.5 && place[0] == 50);
    OK(sidle_world_remove(world, ball));
    EXPECT(bad, sidle_world_remove(world, ball));
    CHECK(add(world, &BALL, 50, 0, 0) != ball);
}

/* A player that is a box climbs a step, and its flat side stops at a wall. */
static void a_box_that_steps(void) {
    sidle_world world;
    sidle_player player;
    sidle_tuning tuning;
    OK(sidle_world_new(NULL, 0, NULL, 0, NULL, &world, NULL));
    add(world, &SLAB, 0, -0.5, 0);
    add(world, &(sidle_shape){.kind = SIDLE_BOX, .half_extents = {2, 0.15, 2}}, 0, 0.15, -3);
    add(world, &(sidle_shape){.kind = SIDLE_BOX, .half_extents = {2, 2, 1}}, 0, 2, -4);
    OK(sidle_tuning_default(&tuning));
    tuning.body = SIDLE_BOX;
    tuning.radius = 0.3;
    OK(sidle_player_new(&tuning, (double[]){0.1, 0.3, 0}, &player));
    const sidle_command ahead = {.forward = 1};
    for (int tick = 0; tick < 240; tick++) {
        OK(sidle_player_advance(player, world, &ahead, DT, NULL));
    }
    sidle_state state;
    OK(sidle_player_save(player, &state));
    CHECK(fabs(state.position[1] - 0.6) < 1e-3 && fabs(state.position[2] + 2.7) < 1e-3);
    OK(sidle_player_free(player));

    /* A box under the rules of the caller, whose position is its centre, comes to the same place. */
    const sidle_shape person = {.kind = SIDLE_BOX, .half_extents = {0.3, 0.875, 0.3}};
    sidle_walk walk = {.position = {0.1, 0.875, 0}};
    OK(sidle_fits(world, NULL, &person, (double[]){0.1, 0.8751, 0}));
    for (int tick = 0; tick < 240; tick++) {
        walk.velocity[2] = -5;
        OK(sidle_step_and_slide(world, NULL, &person, &walk, DT, NULL, NULL, NULL, 0));
    }
    CHECK(walk.ground == SIDLE_GROUND_FLOOR);
    CHECK(fabs(walk.position[1] - 0.3 - 0.875) < 1e-3 && fabs(walk.position[2] + 2.7) < 1e-3);

    /* It slides along the wall with the rest of its motion, and touches it with the whole of its side. */
    sidle_move moved;
    sidle_contact contacts[8];
    const double motion[3] = {0.5, 0, -0.5};
    OK(sidle_move_and_slide(world, NULL, &person, walk.position, motion, 90, &moved, contacts, 8));
    CHECK(moved.contact_count == 2 && contacts[0].separation < 1e-3 && contacts[1].separation < 1e-3);
    CHECK(fabs(moved.position[0] - walk.position[0] - 0.5) < 1e-3 && fabs(moved.position[2] + 2.7) < 1e-3);
    CHECK(moved.clipped_motion[2] == 0 && fabs(moved.position[1] - walk.position[1]) < 1e-3);
    OK(sidle_world_free(world));
}

/* Filters, tags, sensors, crouches without room, squeezes and players that meet. */
static void rules_of_a_world(void) {
    sidle_world world;
    sidle_player player, other;
    OK(sidle_world_new(NULL, 0, NULL, 0, NULL, &world, NULL));
    sidle_collider floor = add(world, &SLAB, 0, -0.5, 0);
    sidle_collider door = add(world, &(sidle_shape){.kind = SIDLE_BOX, .half_extents = {2, 2, 0.1}}, 0, 2, -2);
    OK(sidle_world_set_tag(world, door, 7));
    OK(sidle_world_set_layers(world, door, 2));
    sidle_hit hit;
    const double motion[] = {0, 0, -9};
    OK(sidle_cast_shape(world, NULL, &BALL, HERE, motion, &hit));
    CHECK(hit.collider == door && hit.tag == 7 && fabs(hit.position[2] + 1.4) < 1e-9);
    OK(sidle_cast_shape(world, &(sidle_filter){1, SIDLE_NO_COLLIDER}, &BALL, HERE, motion, &hit));
    CHECK(hit.collider == SIDLE_NO_COLLIDER && hit.position[2] == -9);
    OK(sidle_cast_shape(world, &(sidle_filter){UINT32_MAX, door}, &SLAB, (double[]){0, 9, 0}, (double[]){0, -9, 0}, &hit));
    CHECK(hit.collider == floor);

    sidle_tuning tuning;
    OK(sidle_tuning_default(&tuning));
    OK(sidle_player_new(&tuning, (double[]){0, 0.5, 0}, &player));
    sidle_command ahead = {.forward = 1};
    sidle_state state;
    sidle_report report;
    sidle_contact contacts[4];
    size_t count;
    for (int tick = 0; tick < 120; tick++) {
        OK(sidle_player_advance(player, world, &ahead, DT, &report));
    }
    OK(sidle_player_contacts(player, contacts, 1, &count));
    CHECK(count == 2 && report.contact_count == 2 && report.underfoot == floor && contacts[0].collider == floor);
    OK(sidle_player_save(player, &state));
    CHECK(fabs(state.position[2] + 1.4) < 1e-3);

    /* As a sensor, the door lets the player through. */
    sidle_surface_rules rules;
    OK(sidle_surface_rules_default(&rules));
    rules.sensor = 1;
    OK(sidle_world_set_surface_rules(world, 7, &rules));
    sidle_collider sensors[2];
    OK(sidle_player_advance(player, world, &ahead, DT, &report));
    OK(sidle_player_sensors(player, sensors, 2, &count));
    CHECK(count == 1 && report.sensor_count == 1 && sensors[0] == door);
    for (int tick = 0; tick < 60; tick++) {
        OK(sidle_player_advance(player, world, &ahead, DT, &report));
    }
    OK(sidle_player_save(player, &state));
    CHECK(state.position[2] < -2.5);

    /* A larger body needs room, and the text says how much. */
    sidle_collider roof = add(world, &SLAB, 0, 2, 0);
    tuning.body = SIDLE_CAPSULE;
    EXPECT(SIDLE_NO_ROOM, sidle_player_set_tuning(player, world, &tuning));
    CHECK(strstr(sidle_last_error(), "0.25 m are missing"));
    EXPECT(SIDLE_NO_ROOM, sidle_fits(world, NULL, &BALL, (double[]){0, 1.4, 0}));
    OK(sidle_fits(world, NULL, &BALL, HERE));

    /* A roof that comes down stops before the player. */
    sidle_squeeze squeeze;
    double low[] = {0, 2, 0};
    sidle_status moved = SIDLE_OK;
    for (int tick = 0; tick < 240 && moved == SIDLE_OK; tick++) {
        low[1] -= DT;
        moved = sidle_platform_move(world, roof, &SLAB, low, &player, 1, &squeeze);
    }
    EXPECT(SIDLE_NO_ROOM, moved);
    CHECK(squeeze.rider == 0 && squeeze.missing > 0 && squeeze.against == floor && fabs(low[1] - 1.5) < 0.02);
    const sidle_player twice[] = {player, player};
    EXPECT(SIDLE_BUSY, sidle_platform_move(world, roof, &SLAB, low, twice, 2, NULL));
    OK(sidle_world_remove(world, roof));

    /* A jump pad. */
    OK(sidle_player_launch(player, (double[]){0, 8, 0}));
    OK(sidle_player_advance(player, world, &(sidle_command){0}, DT, &report));
    CHECK(report.underfoot == SIDLE_NO_COLLIDER);
    do {
        OK(sidle_player_advance(player, world, &(sidle_command){0}, DT, &report));
    } while (!report.landed);
    CHECK(fabs(report.landing_speed - 8) < 0.3 && fabs(report.air_time - 0.8) < 0.05);

    /* Two players who meet: each has a body that the other meets. */
    OK(sidle_player_save(player, &state));
    OK(sidle_player_new(NULL, (double[]){state.position[0], 0.5, state.position[2] - 3}, &other));
    sidle_collider own = add(world, &BALL, state.position[0], state.position[1], state.position[2]);
    sidle_collider others = add(world, &BALL, state.position[0], 0.5, state.position[2] - 3);
    OK(sidle_player_set_filter(player, UINT32_MAX, own));
    OK(sidle_player_set_filter(other, UINT32_MAX, others));
    sidle_state met;
    for (int tick = 0; tick < 120; tick++) {
        OK(sidle_player_advance(player, world, &ahead, DT, NULL));
        OK(sidle_player_save(player, &met));
        OK(sidle_world_move_body(world, own, &BALL, met.position));
    }
    CHECK(fabs(state.position[2] - met.position[2] - 2) < 1e-3);
    double eye[3];
    OK(sidle_player_eye(player, eye));
    CHECK(eye[1] == met.position[1]);

    /* A copy of the world does not change with the original. */
    sidle_world copy;
    OK(sidle_world_copy(world, &copy));
    OK(sidle_world_set_enabled(world, floor, 0));
    OK(sidle_cast_ray(world, NULL, (double[]){5, 1, 5}, (double[]){5, -1, 5}, &hit));
    CHECK(hit.collider == SIDLE_NO_COLLIDER);
    OK(sidle_cast_ray(copy, NULL, (double[]){5, 1, 5}, (double[]){5, -1, 5}, &hit));
    CHECK(hit.collider == floor);
    OK(sidle_world_free(copy));
    OK(sidle_player_free(player));
    OK(sidle_player_free(other));
    OK(sidle_world_free(world));
}

/* A player who sinks in a pool, which stays in a copy of the world. */
static void water_of_a_world(void) {
    sidle_world world, copy;
    sidle_player player;
    OK(sidle_world_new(NULL, 0, NULL, 0, NULL, &world, NULL));
    add(world, &SLAB, 0, -4.5, 0);
    OK(sidle_player_new(NULL, (double[]){0, -2, 0}, &player));
    sidle_water pool[] = {{.position = {0, -2, 0}, .half_extents = {5, 2, 5}, .current = {1, 0, 0}},
                          {.position = {0, 50, 0}, .half_extents = {5, 2, 5}}};
    OK(sidle_world_set_water(world, pool, 2));
    OK(sidle_world_copy(world, &copy));

    /* What is refused changes nothing, and names the box. */
    EXPECT(SIDLE_BAD_POINTER, sidle_world_set_water(world, NULL, 1));
    EXPECT(SIDLE_BAD_NUMBER, sidle_world_set_water(world, pool, SIZE_MAX));
    pool[1].current[1] = 2000;
    EXPECT(SIDLE_BAD_NUMBER, sidle_world_set_water(world, pool, 2));
    CHECK(strstr(sidle_last_error(), "`water[1]`: `current` has 2000, beyond 1000"));
    pool[1].current[1] = 0;
    pool[1].half_extents[0] = NAN;
    EXPECT(SIDLE_BAD_NUMBER, sidle_world_set_water(world, pool, 2));
    CHECK(strstr(sidle_last_error(), "`water[1]`: `half_extents` is "));
    pool[1].half_extents[0] = 1;
    pool[1].rotation[0] = 2;
    EXPECT(SIDLE_BAD_NUMBER, sidle_world_set_water(world, pool, 2));
    CHECK(strstr(sidle_last_error(), "`water[1]`: `rotation` is no unit quaternion"));
    pool[1].rotation[0] = 0;
    pool[1].position[2] = INFINITY;
    EXPECT(SIDLE_BAD_NUMBER, sidle_world_set_water(world, pool, 2));

    const sidle_command idle = {0};
    sidle_report report;
    sidle_state state;
    for (int tick = 0; tick < 240; tick++) {
        OK(sidle_player_advance(player, world, &idle, DT, &report));
    }
    OK(sidle_player_save(player, &state));
    CHECK(report.swims == 1 && report.water_surface == 0);
    CHECK(fabs(state.velocity[0] - 1) < 1e-3 && fabs(state.velocity[1] + 0.5) < 1e-3);
    OK(sidle_world_set_water(world, NULL, 0));
    OK(sidle_player_advance(player, world, &idle, DT, &report));
    CHECK(report.swims == 0 && isinf(report.water_surface) && report.water_surface < 0);
    OK(sidle_player_load(player, &state));
    OK(sidle_player_advance(player, copy, &idle, DT, &report));
    CHECK(report.swims == 1);
    OK(sidle_player_advance(player, copy, &(sidle_command){.fly = 1}, DT, &report));
    CHECK(report.swims == 0 && report.water_surface == 0);
    OK(sidle_player_free(player));
    OK(sidle_world_free(copy));
    OK(sidle_world_free(world));
}

int main(void) {
    CHECK(strcmp(sidle_version(), SIDLE_VERSION) == 0);
    CHECK(strcmp(sidle_last_error(), "") == 0);
    sidle_world world;
    sidle_player player;
    OK(sidle_world_new(NULL, 0, NULL, 0, NULL, &world, NULL));
    OK(sidle_player_new(NULL, HERE, &player));
    null_pointers(world, player);
    bad_numbers(world, player);
    missing_colliders(world);
    OK(sidle_player_free(player));
    OK(sidle_world_free(world));
    foreign_handles();
    rules_of_a_world();
    a_box_that_steps();
    water_of_a_world();
    printf("player %016llx\n", (unsigned long long)player_run());
    printf("moves %016llx\n", (unsigned long long)moves_run());
    printf("steps %016llx\n", (unsigned long long)steps_run());
    printf("casts %016llx\n", (unsigned long long)casts_run());
    printf("water %016llx\n", (unsigned long long)water_run());
    return 0;
}
