/* sidle: a first-person character controller, for C and every language that calls C.
 *
 * Conventions. Y is up, and coordinates are right-handed. Units are metres, seconds and radians; degrees appear only in
 * names that end in _deg. A yaw of 0 looks along -Z and grows to the left; a positive pitch looks up. A normal has the
 * length 1, and points from the world to the body. The position of a sphere is its centre, that of a capsule the centre
 * of its lower hemisphere, and that of a box its centre; that of a player is tuning.radius above its lowest point, whatever
 * its body. Triangles are two-sided; boxes, spheres and capsules are solid.
 *
 * Calls. Every function returns SIDLE_OK or another sidle_status, and sidle_last_error has a text for the latter. Results
 * are written only with SIDLE_OK, unless the function says otherwise. Pointers may be null only where the text says so.
 * Nothing that a pointer points at is kept. Numbers that are not finite or out of range, null pointers, handles that
 * were freed and colliders that do not exist are refused. No call ends the program, unless its memory runs out.
 *
 * Threads. Any number of threads may read one world at the same time, and each may advance another player. A call that
 * changes a world or a player needs it alone, and returns SIDLE_BUSY, without waiting, if another thread uses it.
 *
 * The same calls with the same numbers give the same bits on every machine.
 */
#ifndef SIDLE_H
#define SIDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A shared library of another version may have other structs: compare with sidle_version(). */
#define SIDLE_VERSION "0.1.0"

/* The result of a call. */
typedef int32_t sidle_status;
enum {
    SIDLE_OK = 0,
    SIDLE_BAD_POINTER = 1,  /* a pointer is null or not aligned */
    SIDLE_BAD_HANDLE = 2,   /* a world or player was freed, or never was one */
    SIDLE_BAD_NUMBER = 3,   /* a number is not finite or out of its range */
    SIDLE_BAD_COLLIDER = 4, /* the world has no such collider */
    SIDLE_NO_ROOM = 5,      /* a body has no room */
    SIDLE_BUSY = 6,         /* another thread uses the object, or a list names it twice */
    SIDLE_FULL = 7,         /* there is no memory, or there are no more ids */
    SIDLE_PANIC = 8         /* the library has a fault; the object it changed can only be freed */
};

/* Worlds and players are handles, which point at nothing. A handle that was freed is never given out again. */
typedef struct sidle_world_handle *sidle_world;
typedef struct sidle_player_handle *sidle_player;

/* A collider of a world. Triangles are numbered from 0; bodies have the highest bit set. */
typedef uint32_t sidle_collider;
#define SIDLE_NO_COLLIDER UINT32_MAX

#define SIDLE_MAX_TRIANGLES 67108864

/* Kinds of shapes. */
enum { SIDLE_SPHERE = 0, SIDLE_CAPSULE = 1, SIDLE_BOX = 2 };

/* Kinds of ground. One stands on a floor, and wedged between slopes that carry together. A player holds a ladder, or a ledge onto which it
   climbs. */
enum { SIDLE_GROUND_NONE = 0, SIDLE_GROUND_FLOOR = 1, SIDLE_GROUND_STEEP = 2, SIDLE_GROUND_WEDGED = 3,
       SIDLE_GROUND_LADDER = 4, SIDLE_GROUND_MANTLE = 5 };

/* Why a move ended: it was made; what it touches allows no more; it turned too often; it was refused. */
enum { SIDLE_MOVE_DONE = 0, SIDLE_MOVE_BLOCKED = 1, SIDLE_MOVE_EXHAUSTED = 2, SIDLE_MOVE_REFUSED = 3 };

/* A shape without a place. A capsule is upright. */
typedef struct sidle_shape {
    uint32_t kind;          /* SIDLE_SPHERE, SIDLE_CAPSULE or SIDLE_BOX */
    double radius;          /* of a sphere or capsule */
    double height;          /* of a capsule, from bottom to top, at least twice the radius */
    double half_extents[3]; /* of a box */
    double rotation[4];     /* of a box: a unit quaternion x, y, z, w; all zeros if it is not turned */
} sidle_shape;

/* Which colliders a call meets: those on one of the layers in mask, without one. A null filter meets all. */
typedef struct sidle_filter {
    uint32_t mask;         /* a bit for each layer; UINT32_MAX for all */
    sidle_collider except; /* left out; SIDLE_NO_COLLIDER for none */
} sidle_filter;

/* The effects of a surface on players. Begin with sidle_surface_rules_default. */
typedef struct sidle_surface_rules {
    double friction;      /* scales the acceleration along the ground; 0 or more */
    double conveyor[3];   /* carries everyone who stands there; m/s, up to 1000 */
    double max_slope_deg; /* replaces the tuning's, 0 to 89; below 0 it does not */
    double step_height;   /* replaces the tuning's, 0 to 1000; below 0 it does not */
    uint32_t one_way;     /* 1: it stops a body from above only */
    uint32_t sensor;      /* 1: it stops nothing, and is listed by sidle_player_sensors */
    uint32_t ladder;      /* 1: a player climbs it where it is too steep to stand on */
} sidle_surface_rules;

/* A box of water, in which players swim where it reaches their chest. Its current carries swimmers along, and waders the more the deeper
 * they stand. Boxes that meet are one water, with the highest surface and the current of the first one in the list. */
typedef struct sidle_water {
    double position[3];     /* of its centre */
    double half_extents[3];
    double rotation[4];     /* a unit quaternion x, y, z, w; all zeros if it is not turned */
    double current[3];      /* m/s, up to 1000 */
} sidle_water;

/* The first touch of a cast. */
typedef struct sidle_hit {
    double fraction;         /* share of the way, 0 to 1; 1 if nothing is hit */
    double position[3];      /* of the ray's end or the shape there */
    double point[3];         /* the touched point; of a box that moves, its position */
    double normal[3];        /* zero if nothing is hit */
    sidle_collider collider; /* SIDLE_NO_COLLIDER if nothing is hit */
    uint32_t tag;            /* the collider's */
} sidle_hit;

/* A surface that a body touches. */
typedef struct sidle_contact {
    double point[3];
    double normal[3];
    double separation; /* between body and surface; negative in overlap */
    sidle_collider collider;
    uint32_t tag;
} sidle_contact;

/* The result of sidle_move_and_slide. */
typedef struct sidle_move {
    double position[3];
    double clipped_motion[3]; /* the part of the motion that the surfaces allow */
    uint32_t end;             /* SIDLE_MOVE_DONE and so on */
    uint32_t contact_count;   /* how many surfaces it touches, however many were written */
} sidle_move;

/* A walking body of sidle_step_and_slide. For a jump, set ground to SIDLE_GROUND_NONE. */
typedef struct sidle_walk {
    double position[3];
    double velocity[3];      /* on the ground, it lies along the ground */
    double ground_normal[3]; /* of ground, if there is one */
    uint32_t ground;         /* SIDLE_GROUND_NONE and so on */
} sidle_walk;

/* The limits of a walking body. Begin with sidle_step_settings_default. */
typedef struct sidle_step_settings {
    double max_slope_deg; /* the steepest ground that is walked on; 0 to 90 */
    double step_height;   /* the highest step that is climbed; 0 to 1000 */
    double snap_distance; /* how far down the ground is followed in a move; 0 to 1000 */
    double launch_speed;  /* who leads off the ground faster takes off; m/s, also infinite */
    double wish[3];       /* where the body wants to go, of any length; zero for nowhere */
    uint32_t surf;        /* 1: in the air, it rides up on surfaces that are too steep to stand on */
} sidle_step_settings;

/* How a player moves. Begin with sidle_tuning_default. Each number has the meaning and the range of levels/format.md. */
typedef struct sidle_tuning {
    uint32_t body;              /* SIDLE_SPHERE, SIDLE_CAPSULE, or SIDLE_BOX: upright, 2 * radius wide, never turns */
    uint32_t crouch_lifts_feet; /* 1: a crouch in the air pulls up the feet */
    double radius;
    double height;        /* of a capsule or box, from bottom to top */
    double eye_height;    /* of a capsule or box, above the bottom */
    double walk_speed;    /* m/s */
    double fly_speed;     /* m/s */
    double fast_factor;   /* multiplies both while command.fast is 1 */
    double ground_accel;  /* m/s^2; INFINITY is at once */
    double air_accel;     /* m/s^2; INFINITY is at once */
    double gravity;       /* m/s^2 */
    double jump_speed;    /* m/s */
    double coyote_time;   /* how long after leaving the ground a jump still works */
    double jump_buffer;   /* how long before landing a press of jump is remembered */
    double max_slope_deg; /* the steepest ground that is walked on */
    double step_height;   /* the highest step that is climbed */
    double snap_distance; /* how far the ground may fall away in a tick before one takes off */
    double crouch_height; /* of a capsule or box that crouches */
    double crouch_factor; /* multiplies walk_speed in a crouch */
    double launch_speed;  /* how fast a push must lead off the ground to lift the player; m/s */
    double wall_jump_speed; /* of a jump in the air, away from a wall; 0: none; m/s */
    double mantle_height;   /* the highest ledge above the feet that a player in the air climbs onto; 0: none */
    double ground_gain;     /* above 0: keys on the ground add speed as in Quake, this many times the wanted one a second */
    double ground_friction; /* with ground_gain: the share of its speed that a walker loses a second */
    double stop_speed;      /* with ground_gain: slower walkers lose as much speed as one this fast; m/s */
    double air_gain;        /* above 0: keys in the air add speed as in Quake, and steep slopes are surfed */
    double air_speed_cap;   /* with air_gain: beyond it, keys add nothing along their direction; 0: none; m/s */
} sidle_tuning;

/* What a player requests for a tick. All zeros stand still. The numbers are rounded before the simulation reads them. */
typedef struct sidle_command {
    double forward; /* -1 to 1 */
    double right;   /* -1 to 1 */
    double up;      /* -1 to 1: flying or in water, up or down; walking, below 0 crouches */
    double yaw;
    double pitch;
    uint32_t jump; /* 1 in the tick in which it was pressed */
    uint32_t fast; /* 1: moves faster */
    uint32_t fly;  /* 1: flies from this tick on */
} sidle_command;

/* The whole state of a player, without padding. A copy of its bytes is a saved game or a snapshot for rollback. */
typedef struct sidle_state {
    double position[3];
    double velocity[3];      /* relative to the platform that carries the player */
    double ground_normal[3]; /* of ground, if there is one */
    double ride_velocity[3]; /* of the platform under the player's feet */
    double coyote;           /* how long a jump still works */
    double jump_wanted;      /* how long a press of jump is still remembered */
    double air_time;         /* how long the player has not stood */
    double leaving;          /* how fast the last tick led off the ground */
    double last_wall[3];     /* the normal of the wall off which it has jumped last, or zero */
    uint32_t yaw;            /* 2^32 are a turn */
    uint32_t pitch;          /* 2^32 are a turn */
    uint32_t ground;         /* SIDLE_GROUND_NONE and so on */
    sidle_collider ride;     /* the platform that carries the player, or SIDLE_NO_COLLIDER */
    uint32_t fly;            /* 1: it flies */
    uint32_t crouched;       /* 1: it crouches */
} sidle_state;

/* What happened in a tick. */
typedef struct sidle_report {
    double landing_speed;     /* of a landing; m/s */
    double air_time;          /* before the landing */
    double climbed;           /* how far steps have raised the walker */
    double dropped;           /* how far it followed the ground straight down */
    double water_surface;     /* the height of the surface of the water that reaches the player; -INFINITY if it is dry */
    uint32_t landed;          /* 1: it did not stand before, and stands now */
    sidle_collider underfoot; /* on which it stands, or SIDLE_NO_COLLIDER */
    uint32_t contact_count;   /* how many surfaces it touches */
    uint32_t sensor_count;    /* how many sensors it passed */
    uint32_t swims;           /* 1: it swims, because the water reaches its chest */
} sidle_report;

/* Why a platform stopped. */
typedef struct sidle_squeeze {
    double missing;         /* how much of its way it did not make */
    uint32_t rider;         /* the place of the player without room among the riders */
    sidle_collider against; /* the obstacle behind that player, or SIDLE_NO_COLLIDER */
} sidle_squeeze;

/* The version of the library. */
const char *sidle_version(void);

/* The text of the last failure in this thread; empty before the first. It is valid until the next failure. */
const char *sidle_last_error(void);

/* Makes a world of triangles, which stay where they are. The place of a triangle is its collider.
 * vertices: x, y, z of each vertex. May be null for an empty world.
 * indices: three vertices for each triangle. Null: each triangle has the next three vertices.
 * tags: a tag for each triangle. Null: all 0. Triangles without an area are left out, which moves the numbers of those
 * after them, so a program that wants to know which one it hit gives each a tag.
 * left_out: how many have no area. May be null. */
sidle_status sidle_world_new(const float *vertices, size_t vertex_count, const uint32_t *indices, size_t triangle_count, const uint32_t *tags, sidle_world *world, uint32_t *left_out);

/* Frees a world. Null is allowed. */
sidle_status sidle_world_free(sidle_world world);

/* Makes a copy of a world, for rollback. It shares what neither changes, and has the same colliders and platforms. */
sidle_status sidle_world_copy(sidle_world world, sidle_world *copy);

/* Adds a box, sphere or capsule, such as a crate, a door or the body of another player. */
sidle_status sidle_world_add_body(sidle_world world, const sidle_shape *shape, const double position[3], sidle_collider *collider);

/* Moves a body at once, or gives it another shape. It carries and pushes nobody: see sidle_platform_move. */
sidle_status sidle_world_move_body(sidle_world world, sidle_collider collider, const sidle_shape *shape, const double position[3]);

/* Finds where a body is. */
sidle_status sidle_world_get_body(sidle_world world, sidle_collider collider, sidle_shape *shape, double position[3]);

/* Removes a body or triangle. Its number is not given out again. */
sidle_status sidle_world_remove(sidle_world world, sidle_collider collider);

/* Disables a body or triangle (0), or enables it again (1). */
sidle_status sidle_world_set_enabled(sidle_world world, sidle_collider collider, uint32_t enabled);

/* Gives a collider a tag, any number of yours. At first it is 0. */
sidle_status sidle_world_set_tag(sidle_world world, sidle_collider collider, uint32_t tag);

/* Puts a collider on layers, a bit for each. At first it is on all. */
sidle_status sidle_world_set_layers(sidle_world world, sidle_collider collider, uint32_t layers);

/* The rules of a usual surface. */
sidle_status sidle_surface_rules_default(sidle_surface_rules *rules);

/* Sets the effects of all colliders with this tag. */
sidle_status sidle_world_set_surface_rules(sidle_world world, uint32_t tag, const sidle_surface_rules *rules);

/* Sets all water of a world, up to 65536 boxes, in which sidle_player_advance lets players swim. It stops nothing. For a tide, call it again.
 * water may be null with count 0. */
sidle_status sidle_world_set_water(sidle_world world, const sidle_water *water, size_t count);

/* Finds the first collider on the straight way between two points. filter_by may be null. */
sidle_status sidle_cast_ray(sidle_world world, const sidle_filter *filter_by, const double from[3], const double to[3], sidle_hit *hit);

/* Finds the first collider that a shape touches on its way. filter_by may be null. */
sidle_status sidle_cast_shape(sidle_world world, const sidle_filter *filter_by, const sidle_shape *shape, const double position[3], const double motion[3], sidle_hit *hit);

/* SIDLE_OK if a shape fits at a place, and SIDLE_NO_ROOM with a text if not. filter_by may be null. */
sidle_status sidle_fits(sidle_world world, const sidle_filter *filter_by, const sidle_shape *shape, const double position[3]);

/* Moves a body exactly up to the first touch, then slides it along the surface with the rest of the motion. A box that moves is
 * upright, as wide as deep, no lower than wide, and never turns. Its edges are rounded by 10 mm, or by a quarter of its width if that
 * is less. For a flight, max_slope_deg is 90. Writes up to capacity contacts. filter_by may be null, and contacts with capacity 0. */
sidle_status sidle_move_and_slide(sidle_world world, const sidle_filter *filter_by, const sidle_shape *shape, const double position[3], const double motion[3], double max_slope_deg, sidle_move *result, sidle_contact *contacts, size_t capacity);

/* The limits of the shipped tuning. */
sidle_status sidle_step_settings_default(sidle_step_settings *settings);

/* Moves a walking body, as that of sidle_move_and_slide, by walk->velocity for dt seconds: it slides, climbs steps, follows the ground down and
 * finds the ground. dt is from 0 to 1. filter_by, settings and report may be null, and contacts with capacity 0. */
sidle_status sidle_step_and_slide(sidle_world world, const sidle_filter *filter_by, const sidle_shape *shape, sidle_walk *walk, double dt, const sidle_step_settings *settings, sidle_report *report, sidle_contact *contacts, size_t capacity);

/* The shipped tuning: a sphere of 0.5 m. */
sidle_status sidle_tuning_default(sidle_tuning *tuning);

/* Makes a player, in no world. tuning may be null. */
sidle_status sidle_player_new(const sidle_tuning *tuning, const double position[3], sidle_player *player);

/* Frees a player. Null is allowed. */
sidle_status sidle_player_free(sidle_player player);

/* Advances a player by a tick of dt seconds, from 0 to 1: it walks, flies, or swims in the water of the world. report may be null. */
sidle_status sidle_player_advance(sidle_player player, sidle_world world, const sidle_command *command, double dt, sidle_report *report);

/* Writes up to capacity surfaces that the player touched at the end of its last tick, and how many there are. */
sidle_status sidle_player_contacts(sidle_player player, sidle_contact *contacts, size_t capacity, size_t *count);

/* Writes up to capacity sensors that the player passed in its last tick, and how many there are. */
sidle_status sidle_player_sensors(sidle_player player, sidle_collider *colliders, size_t capacity, size_t *count);

/* Saves the whole state of a player. */
sidle_status sidle_player_save(sidle_player player, sidle_state *state);

/* Loads a saved state, or one that was changed, such as for a teleport. */
sidle_status sidle_player_load(sidle_player player, const sidle_state *state);

/* Throws a player into the air, as a jump pad or an explosion does. */
sidle_status sidle_player_launch(sidle_player player, const double velocity[3]);

/* Gives a player another tuning. SIDLE_NO_ROOM, and no change, if its new body does not fit where it is. */
sidle_status sidle_player_set_tuning(sidle_player player, sidle_world world, const sidle_tuning *tuning);

/* Chooses the layers that a player meets. own_body, or SIDLE_NO_COLLIDER, is the player's body in the world, which others
 * meet and itself does not. Move it after each tick of the player. Platforms take it along. */
sidle_status sidle_player_set_filter(sidle_player player, uint32_t mask, sidle_collider own_body);

/* Finds the eye of a player. */
sidle_status sidle_player_eye(sidle_player player, double eye[3]);

/* Moves a box by a tick, straight ahead and turning by the shorter way. It carries the riders who stand on it, and pushes
 * those in its way. Call it in every tick, also while the box rests, and advance the players afterwards: who leaves the box
 * keeps its velocity. SIDLE_NO_ROOM if a rider has no room: the box then stops before that rider, and squeeze, which may
 * be null, is written. riders may be null with rider_count 0, and there are up to 65536. */
sidle_status sidle_platform_move(sidle_world world, sidle_collider collider, const sidle_shape *shape, const double position[3], const sidle_player *riders, size_t rider_count, sidle_squeeze *squeeze);

#ifdef __cplusplus
}
#endif

#endif
