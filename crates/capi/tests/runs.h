/* The runs of `native.rs` in C. Each returns the hash of all its states. */
#include <math.h>
#include <sidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0 / 120.0)

/* Stops with the place and the library's text unless a call has this status. */
#define EXPECT(status, call)                                                                          \
    do {                                                                                              \
        sidle_status found = (call);                                                                  \
        if (found != (status)) {                                                                      \
            fprintf(stderr, "%s:%d: %s: %d: %s\n", __FILE__, __LINE__, #call, found, sidle_last_error()); \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)
#define OK(call) EXPECT(SIDLE_OK, call)

static uint64_t hash_of(uint64_t hash, const double *numbers, size_t count) {
    for (size_t at = 0; at < count; at++) {
        uint64_t bits;
        memcpy(&bits, &numbers[at], sizeof bits);
        for (int byte = 0; byte < 8; byte++) {
            hash = (hash ^ (bits >> (8 * byte) & 255)) * 0x100000001B3u;
        }
    }
    return hash;
}
#define NO_HASH 0xCBF29CE484222325u

static sidle_world hills(void) {
    static float vertices[16 * 16 * 6 * 3];
    float *next = vertices;
    for (int x = -8; x < 8; x++) {
        for (int z = -8; z < 8; z++) {
            const int corners[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 0}, {1, 1}, {1, 0}};
            for (int corner = 0; corner < 6; corner++) {
                int i = x + corners[corner][0], k = z + corners[corner][1];
                *next++ = (float)i;
                *next++ = (float)((i * 7 + k * 13) % 11) * 0.07f;
                *next++ = (float)k;
            }
        }
    }
    sidle_world world;
    uint32_t left_out;
    OK(sidle_world_new(vertices, 16 * 16 * 6, NULL, 16 * 16 * 2, NULL, &world, &left_out));
    if (left_out != 0) {
        fprintf(stderr, "%u triangles have no area\n", left_out);
        exit(1);
    }
    return world;
}

static uint64_t player_run(void) {
    sidle_world world = hills();
    sidle_shape slab = {.kind = SIDLE_BOX, .half_extents = {2, 0.25, 1}, .rotation = {0, 0.6, 0, 0.8}};
    double place[3] = {0, 0, -3};
    sidle_collider lift;
    OK(sidle_world_add_body(world, &slab, place, &lift));
    sidle_tuning tuning;
    OK(sidle_tuning_default(&tuning));
    tuning.body = SIDLE_CAPSULE;
    tuning.radius = 0.4;
    sidle_player player;
    OK(sidle_player_new(&tuning, (double[]){0.3, 2, 0.2}, &player));
    uint64_t hash = NO_HASH;
    for (int tick = 1; tick <= 1200; tick++) {
        double seconds = tick * DT, share = tick % 240 / 240.0;
        place[1] = tick % 480 < 240 ? share : 1 - share;
        sidle_squeeze squeeze;
        sidle_status moved = sidle_platform_move(world, lift, &slab, place, &player, 1, &squeeze);
        if (moved != SIDLE_NO_ROOM) {
            OK(moved);
        }
        sidle_command command = {
            .forward = tick % 300 < 200 ? 1 : 0,
            .right = fmod(seconds, 2) - 1,
            .up = tick % 400 > 350 ? -1 : 0,
            .yaw = seconds * 1.25,
            .jump = tick % 90 == 0,
            .fast = tick % 360 > 240,
        };
        OK(sidle_player_advance(player, world, &command, DT, NULL));
        sidle_state state;
        OK(sidle_player_save(player, &state));
        /* A loaded copy goes on as the original does. */
        OK(sidle_player_load(player, &state));
        double stands = state.ground == SIDLE_GROUND_FLOOR || state.ground == SIDLE_GROUND_WEDGED;
        hash = hash_of(hash, state.position, 3);
        hash = hash_of(hash, state.velocity, 3);
        hash = hash_of(hash, &stands, 1);
    }
    OK(sidle_player_free(player));
    OK(sidle_world_free(world));
    return hash;
}

static uint64_t water_run(void) {
    sidle_world world = hills();
    const sidle_water waters[] = {
        {.position = {0, -1.5, 0}, .half_extents = {9, 2, 2}, .rotation = {0, 0.6, 0, 0.8}, .current = {0.5, 0, -1.5}},
        {.position = {2, 1, 2}, .half_extents = {3, 1, 3}},
    };
    OK(sidle_world_set_water(world, waters, 2));
    sidle_tuning tuning;
    OK(sidle_tuning_default(&tuning));
    tuning.body = SIDLE_CAPSULE;
    tuning.radius = 0.3;
    sidle_player player;
    sidle_state start, state;
    OK(sidle_player_new(&tuning, (double[]){0.3, 2, 0.2}, &player));
    OK(sidle_player_save(player, &start));
    uint64_t hash = NO_HASH;
    for (int tick = 0; tick < 1200; tick++) {
        if (tick % 240 == 0) {
            OK(sidle_player_load(player, &start));
        }
        double seconds = tick * DT;
        sidle_command command = {
            .forward = tick % 300 < 200 ? 1 : 0,
            .up = tick % 200 > 150 ? 1 : 0,
            .yaw = seconds * 1.25,
            .pitch = fmod(seconds, 1) - 0.5,
            .jump = tick % 90 == 0,
        };
        sidle_report report;
        OK(sidle_player_advance(player, world, &command, DT, &report));
        OK(sidle_player_save(player, &state));
        double wet[2] = {isinf(report.water_surface) ? 0 : report.water_surface, report.swims};
        hash = hash_of(hash, state.position, 3);
        hash = hash_of(hash, state.velocity, 3);
        hash = hash_of(hash, wet, 2);
    }
    OK(sidle_player_free(player));
    OK(sidle_world_free(world));
    return hash;
}

static void motion_of(int at, double motion[3]) {
    motion[0] = (at * 7 % 13 - 6.0) * 0.05;
    motion[1] = (at * 5 % 13 - 6.0 - 1.0) * 0.05;
    motion[2] = (at * 3 % 13 - 6.0) * 0.05;
}

static uint64_t moves_run(void) {
    sidle_world world = hills();
    sidle_shape ball = {.kind = SIDLE_SPHERE, .radius = 0.3};
    double position[3] = {0, 2, 0}, motion[3];
    uint64_t hash = NO_HASH;
    for (int at = 0; at < 600; at++) {
        sidle_move moved;
        sidle_contact contacts[16];
        motion_of(at, motion);
        OK(sidle_move_and_slide(world, NULL, &ball, position, motion, 90, &moved, contacts, 16));
        memcpy(position, moved.position, sizeof position);
        double count = moved.contact_count;
        hash = hash_of(hash, position, 3);
        hash = hash_of(hash, moved.clipped_motion, 3);
        hash = hash_of(hash, &count, 1);
        if (fabs(position[0]) > 7 || fabs(position[1]) > 7 || fabs(position[2]) > 7) {
            memcpy(position, (double[]){0, 2, 0}, sizeof position);
        }
    }
    OK(sidle_world_free(world));
    return hash;
}

static uint64_t steps_run(void) {
    sidle_world world = hills();
    sidle_shape stair = {.kind = SIDLE_BOX, .half_extents = {0.5, 0.3, 4}};
    sidle_collider id;
    OK(sidle_world_add_body(world, &stair, (double[]){2, 0.6, 0}, &id));
    sidle_shape person = {.kind = SIDLE_CAPSULE, .radius = 0.3, .height = 1.8};
    sidle_walk walk = {.position = {0, 2, 0}};
    uint64_t hash = NO_HASH;
    for (int at = 0; at < 600; at++) {
        walk.velocity[0] = at % 200 < 100 ? 4 : -4;
        walk.velocity[2] = at % 7 - 3.0;
        if (walk.ground != SIDLE_GROUND_FLOOR && walk.ground != SIDLE_GROUND_WEDGED) {
            walk.velocity[1] -= 20 * DT;
        }
        if (at % 150 == 149) {
            walk.velocity[1] = 6;
            walk.ground = SIDLE_GROUND_NONE;
        }
        sidle_report report;
        OK(sidle_step_and_slide(world, NULL, &person, &walk, DT, NULL, &report, NULL, 0));
        hash = hash_of(hash, &report.climbed, 1);
        hash = hash_of(hash, walk.position, 3);
        hash = hash_of(hash, walk.velocity, 3);
    }
    OK(sidle_world_free(world));
    return hash;
}

static uint64_t casts_run(void) {
    sidle_world world = hills();
    sidle_shape person = {.kind = SIDLE_CAPSULE, .radius = 0.3, .height = 1.8};
    uint64_t hash = NO_HASH;
    for (int at = 0; at < 300; at++) {
        double from[3], first[3], second[3];
        motion_of(at, from);
        motion_of(at + 1, first);
        motion_of(at + 2, second);
        for (int axis = 0; axis < 3; axis++) {
            from[axis] = from[axis] * 8 + (axis == 1 ? 5 : 0);
        }
        double way[3] = {first[0], -9, second[2]};
        double to[3] = {from[0] + way[0], from[1] + way[1], from[2] + way[2]};
        sidle_hit hit;
        OK(sidle_cast_ray(world, NULL, from, to, &hit));
        if (hit.collider != SIDLE_NO_COLLIDER) {
            hash = hash_of(hash, hit.point, 3);
            hash = hash_of(hash, hit.normal, 3);
        }
        OK(sidle_cast_shape(world, NULL, &person, from, way, &hit));
        if (hit.collider != SIDLE_NO_COLLIDER) {
            hash = hash_of(hash, hit.position, 3);
            hash = hash_of(hash, hit.normal, 3);
            hash = hash_of(hash, &hit.fraction, 1);
        }
    }
    OK(sidle_world_free(world));
    return hash;
}
