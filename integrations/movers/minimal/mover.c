/* A complete mover for sidle, in C: a sphere that moves by `move`, a step at a time, until it would enter something.
 *
 * docs/movers.md explains the protocol. It needs the C library alone:  cc -O2 -o mover mover.c -lm
 * Its reader knows only the order in which sidle writes the keys that it needs. A real mover takes a JSON library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double (*triangles)[9], (*boxes)[15], radius, position[3], velocity[3];
static size_t triangle_count, box_count;

/* Reads numbers after the key, or after `from` if there is none. Returns the place behind them. */
static char *read_numbers(char *from, const char *key, double *out, size_t count) {
    char *at = key ? strstr(from, key) : from;
    for (size_t i = 0; at && i < count; i++) {
        at += key && i == 0 ? strlen(key) : 0;
        at += strcspn(at, "-0123456789");
        out[i] = strtod(at, &at);
    }
    return at;
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

/* The squared distance of a point from a box: center, three axes, half extents. */
static double box_distance(const double *p, const double *box) {
    double sum = 0, from[3] = {p[0] - box[0], p[1] - box[1], p[2] - box[2]};
    for (int axis = 0; axis < 3; axis++) {
        double along = dot(from, box + 3 + 3 * axis), off = along - clamp(along, -box[12 + axis], box[12 + axis]);
        sum += off * off;
    }
    return sum;
}

/* The squared distance of a point from a triangle: that of its face if the point is over it, else of its edges. */
static double triangle_distance(const double *p, const double *t) {
    double u[3], v[3], w[3], best = INFINITY;
    for (int i = 0; i < 3; i++) u[i] = t[3 + i] - t[i], v[i] = t[6 + i] - t[i], w[i] = p[i] - t[i];
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v), area = uu * vv - uv * uv;
    double s = (wu * vv - wv * uv) / area, r = (wv * uu - wu * uv) / area;
    if (area > 0 && s >= 0 && r >= 0 && s + r <= 1) {
        for (int i = 0; i < 3; i++) w[i] -= s * u[i] + r * v[i];
        return dot(w, w);
    }
    for (int edge = 0; edge < 3; edge++) {
        const double *a = t + 3 * edge, *b = t + 3 * ((edge + 1) % 3);
        double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, q[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
        double share = dot(d, d) > 0 ? clamp(dot(q, d) / dot(d, d), 0, 1) : 0;
        for (int i = 0; i < 3; i++) q[i] -= share * d[i];
        best = fmin(best, dot(q, q));
    }
    return best;
}

static int is_free(const double *p) {
    for (size_t i = 0; i < triangle_count; i++)
        if (triangle_distance(p, triangles[i]) < radius * radius) return 0;
    for (size_t i = 0; i < box_count; i++)
        if (box_distance(p, boxes[i]) < radius * radius) return 0;
    return 1;
}

/* Moves along each axis in turn, by steps of a hundredth of the radius. */
static void move(const double *motion) {
    double length = sqrt(dot(motion, motion));
    int steps = (int)clamp(ceil(length / (0.01 * radius)), 1, 1e6);
    for (int step = 0; step < steps; step++)
        for (int axis = 0; axis < 3; axis++) {
            double before = position[axis];
            position[axis] += motion[axis] / steps;
            if (!is_free(position)) position[axis] = before;
        }
}

static void read_world(char *line) {
    char *at = strstr(line, "\"triangles\":["), *end = strstr(line, "\"boxes\":[");
    read_numbers(line, "\"radius\":", &radius, 1);
    triangles = realloc(triangles, (end - at) * sizeof *triangles / 18 + sizeof *triangles);
    for (triangle_count = 0, at += 12; (at = strchr(at + 1, '[')) && at < end; triangle_count++)
        at = read_numbers(at, NULL, triangles[triangle_count], 9);
    boxes = realloc(boxes, (strlen(end) / 30 + 1) * sizeof *boxes);
    for (box_count = 0, at = end; (at = strstr(at, "\"center\"")); box_count++) {
        at = read_numbers(at, "\"center\":", boxes[box_count], 3);
        at = read_numbers(at, "\"axes\":", boxes[box_count] + 3, 9);
        at = read_numbers(at, "\"half_extents\":", boxes[box_count] + 12, 3);
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        double motion[3];
        if (strstr(line, "\"do\":\"hello\"")) {
            puts("{\"name\":\"minimal-c\",\"version\":\"1\",\"can\":[\"move\"]}");
        } else if (strstr(line, "\"do\":\"world\"")) {
            if (strstr(line, "\"shape\":\"sphere\"")) read_world(line), puts("{}");
            else puts("{\"error\":\"only spheres\"}");
        } else if (strstr(line, "\"do\":\"reset\"") || strstr(line, "\"do\":\"move\"")) {
            read_numbers(line, "\"position\":", position, 3);
            if (read_numbers(line, "\"motion\":", motion, 3)) move(motion);
            printf("{\"position\":[%.17g,%.17g,%.17g],\"velocity\":[%.17g,%.17g,%.17g],\"ground\":\"none\"}\n",
                   position[0], position[1], position[2], velocity[0], velocity[1], velocity[2]);
        } else break;
        fflush(stdout);
    }
    return 0;
}
