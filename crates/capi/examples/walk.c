/* A walk in C: a person runs over a floor, up a stair of boxes and onto a lift, and a line a second says where.
 *
 *     cargo build --release -p sidle-capi
 *     cc -I crates/capi/include crates/capi/examples/walk.c -o walk target/release/libsidle_c.a -lm -lpthread -ldl
 *     ./walk
 */
#include <sidle.h>
#include <stdio.h>
#include <stdlib.h>

/* Stops with the library's text if a call fails. */
static void check(sidle_status status) {
    if (status != SIDLE_OK) {
        fprintf(stderr, "sidle: %s\n", sidle_last_error());
        exit(1);
    }
}

int main(void) {
    /* A floor of two triangles, 40 m wide. */
    const float corners[] = {-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20};
    const uint32_t faces[] = {0, 1, 2, 0, 2, 3};
    sidle_world world;
    check(sidle_world_new(corners, 4, faces, 2, NULL, &world, NULL));

    /* Ten steps of 0.2 m, each a box, that lead away from the player. */
    for (int step = 0; step < 10; step++) {
        sidle_shape block = {.kind = SIDLE_BOX, .half_extents = {1.5, 0.1 * (step + 1), 0.2}};
        double place[] = {0, 0.1 * (step + 1), -3.2 - 0.4 * step};
        sidle_collider id;
        check(sidle_world_add_body(world, &block, place, &id));
    }

    /* A lift behind the last step. */
    sidle_shape slab = {.kind = SIDLE_BOX, .half_extents = {1.5, 0.1, 1.5}};
    double lift_at[] = {0, 1.9, -8.5};
    sidle_collider lift;
    check(sidle_world_add_body(world, &slab, lift_at, &lift));

    sidle_tuning tuning;
    check(sidle_tuning_default(&tuning));
    tuning.body = SIDLE_CAPSULE;
    tuning.radius = 0.3;
    sidle_player player;
    check(sidle_player_new(&tuning, (double[]){0, 0.3, 0}, &player));

    const double dt = 1.0 / 60.0;
    for (int tick = 1; tick <= 60 * 6; tick++) {
        if (tick > 60 * 3) {
            lift_at[1] += 1.0 * dt; /* It goes up by a metre a second, and the player with it. */
        }
        sidle_status moved = sidle_platform_move(world, lift, &slab, lift_at, &player, 1, NULL);
        check(moved == SIDLE_NO_ROOM ? SIDLE_OK : moved);

        sidle_command command = {.forward = tick < 60 * 1.7 ? 1.0 : 0.0};
        sidle_report report;
        check(sidle_player_advance(player, world, &command, dt, &report));
        if (tick % 60 == 0) {
            sidle_state state;
            check(sidle_player_save(player, &state));
            printf("%d s: at %.2f %.2f %.2f, %s\n", tick / 60, state.position[0], state.position[1], state.position[2],
                   state.ride == lift ? "on the lift" : report.underfoot == SIDLE_NO_COLLIDER ? "in the air" : "on the ground");
        }
    }
    check(sidle_player_free(player));
    check(sidle_world_free(world));
    return 0;
}
