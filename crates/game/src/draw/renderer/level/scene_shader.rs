//! The shaders of the level: sun and sky light, a metre grid on all but small objects, ice, shadow and fog.
//!
//! The grid makes speed and sliding visible. Its lines are antialiased by the method of B. Golus, "The Best Darn Grid
//! Shader (Yet)" (2023). A line is never thinner than a pixel, but paler instead. The size of a pixel on the surface
//! comes from the geometry of the view, since not every driver supports derivatives in this version of GLSL.
//!
//! A face is flat, so the vertex shader computes the values that depend on its normal, as far as the guaranteed eight
//! varyings hold it. There are far fewer corners than pixels, and the level must also run on a computer without a
//! graphics card.

/// The first line of every shader.
pub const VERSION: &str = "#version 100\n";

/// The vertices of a mesh, and with `INSTANCED` the model that they belong to. `placed` takes a place of the mesh, and
/// `placed_normal` one of its packed normals, to the scene. Every pass computes places by these same words, so that
/// depths are equal.
pub const PLACING: &str = r"precision highp float;
attribute vec3 position;
attribute vec4 normals;
attribute vec4 color;
// The normal of two numbers from 0 to 65 534: an octahedron seen from above, whose lower half is folded outwards.
vec3 unpacked(vec2 numbers) {
    vec2 place = numbers / 32767.0 - 1.0;
    float high = 1.0 - abs(place.x) - abs(place.y);
    float fold = max(-high, 0.0);
    place -= fold * vec2(place.x < 0.0 ? -1.0 : 1.0, place.y < 0.0 ? -1.0 : 1.0);
    return vec3(place.x, high, place.y);
}
#ifdef TEXTURED
attribute vec2 tex_coord;
#endif
#ifdef INSTANCED
attribute vec4 row_x;
attribute vec4 row_y;
attribute vec4 row_z;
attribute vec4 scale_shade;
vec3 placed() {
    vec4 place = vec4(position, 1.0);
    return vec3(dot(row_x, place), dot(row_y, place), dot(row_z, place));
}
vec3 placed_normal(vec2 numbers) {
    vec3 along = unpacked(numbers) / (scale_shade.xyz * scale_shade.xyz);
    return normalize(vec3(dot(row_x.xyz, along), dot(row_y.xyz, along), dot(row_z.xyz, along)));
}
#else
vec3 placed() {
    return position;
}
vec3 placed_normal(vec2 numbers) {
    return normalize(unpacked(numbers));
}
#endif
";

/// The depth pre-pass: positions only. It is drawn first, so that hidden pixels are never shaded.
pub const DEPTH_VERTEX: &str = r"
invariant gl_Position;
uniform mat4 view_projection;
void main() {
    gl_Position = view_projection * vec4(placed(), 1.0);
}
";

pub const DEPTH_FRAGMENT: &str = r"#version 100
void main() {}
";

pub const VERTEX_UNIFORMS: &str = r"
invariant gl_Position;
uniform mat4 view_projection;
uniform mat4 shadow_projection;
uniform vec4 right;
uniform vec4 up;
uniform vec4 sun;
uniform vec4 eye;
uniform vec4 picture;
";

/// The values that are interpolated from the corners of a face to its pixels.
pub const VARYINGS: &str = r"
// From the eye to the surface, and the part of it along the normal of the light; metres.
varying vec3 ray;
#ifndef TRIM
varying float height;
#endif
varying vec3 shadow_place;
varying vec2 shadow_slope;
// The colour, and the strength of the grid, or -1 on ice.
varying vec4 tint;
#ifdef TRIM
// The place relative to the middle of the side, and half the size of the side; metres. The components of `ray` along the
// side: two numbers, each in the room that one of the other surfaces' numbers leaves.
varying vec4 side;
varying float side_ray_x;
varying float side_ray_y;
#endif
#ifdef TEXTURED
varying vec2 texture_place;
#endif
// The normal of the light, and the cosine between it and the sun.
varying vec3 lit_normal;
#ifndef TRIM
varying float sun_facing;
#endif
// On the two axes closest to the plane of the face: the position, the ray, and the step of one pixel to the right and
// up at distance 1.
varying vec2 at;
varying vec2 ray_at;
varying vec4 pixel_steps;
// How fast those steps leave the plane of the face, per metre of distance.
varying vec2 tilt;
#ifdef SECTION
// 1 on the inner side of a face: a solid is cut open there.
varying float inside;
#endif
";

/// With `TRIM` defined, the sides of crates have a frame.
pub const VERTEX_MAIN: &str = r"
#ifdef TRIM
// The two components that lie in the plane of a crate's side, of a vector along the crate's own axes.
vec2 on_side(vec3 vector) {
    vec3 looks = abs(unpacked(normals.xy));
    if (looks.x > looks.y && looks.x > looks.z) {
        return vector.zy;
    }
    return looks.y > looks.z ? vector.xz : vector.xy;
}
#endif

void main() {
    vec3 place = placed();
    vec3 facing = placed_normal(normals.xy);
    vec3 lighted = placed_normal(normals.zw);
    gl_Position = view_projection * vec4(place, 1.0);
    ray = place - eye.xyz;
    // The visible side of a face is lit.
    vec3 seen = facing;
    if (dot(facing, ray) > 0.0) {
        seen = -facing;
        lighted = -lighted;
    }
#ifdef SECTION
    inside = dot(facing, ray) > 0.0 ? 1.0 : 0.0;
    // A cut solid that stands on a floor wins over the floor: its inner side comes nearer, and covers the same pixels.
    if (inside > 0.5) gl_Position = view_projection * vec4(place - ray * 0.0005, 1.0);
#endif

    shadow_place = (shadow_projection * vec4(place, 1.0)).xyz * 0.5 + 0.5;
    // The slope of the surface in the shadow map.
    vec3 towards_sun = (shadow_projection * vec4(facing, 0.0)).xyz;
    float steep = max(abs(towards_sun.z), 0.0001) * sign(towards_sun.z + 0.00001);
    shadow_slope = clamp(-towards_sun.xy / steep, -8.0, 8.0);

    // Displayed colours are close to the square root of the linear light.
    vec3 shown = color.rgb;
#ifdef INSTANCED
    shown = min(floor(shown * scale_shade.w + 0.5), 255.0);
#endif
    float grid = color.a / 255.0;
#ifdef INSTANCED
    // On small objects, the grid would look like seams.
    vec3 scales = abs(scale_shade.xyz);
    grid *= step(3.5, max(scales.x, max(scales.y, scales.z)));
#endif
    // Slippery surfaces have strengths that no other one has.
    bool is_icy = abs(abs(color.a - 128.0) - 126.0) < 0.5;
    tint = vec4(shown * shown / 65025.0, is_icy && eye.w > 0.5 ? -1.0 : grid);
#ifdef TRIM
    vec3 size = scale_shade.xyz;
    side = vec4(on_side(position * size), on_side(size * 0.5));
    vec2 side_ray = on_side((row_x.xyz * ray.x + row_y.xyz * ray.y + row_z.xyz * ray.z) / size);
    side_ray_x = side_ray.x;
    side_ray_y = side_ray.y;
#else
    height = -dot(lighted, ray);
    sun_facing = dot(lighted, sun.xyz);
#endif
#ifdef TEXTURED
    texture_place = tex_coord;
#endif
    lit_normal = lighted;

    vec3 step_x = right.xyz * (2.0 / picture.x);
    vec3 step_y = up.xyz * (2.0 / picture.y);
    tilt = vec2(dot(seen, step_x), dot(seen, step_y)) / max(-dot(seen, ray), 0.0001);
    vec3 looks = abs(facing);
    if (looks.x > looks.y && looks.x > looks.z) {
        at = place.yz;
        ray_at = ray.yz;
        pixel_steps = vec4(step_x.yz, step_y.yz);
    } else if (looks.z > looks.y) {
        at = place.xy;
        ray_at = ray.xy;
        pixel_steps = vec4(step_x.xy, step_y.xy);
    } else {
        at = place.xz;
        ray_at = ray.xz;
        pixel_steps = vec4(step_x.xz, step_y.xz);
    }
}
";

pub const FRAGMENT_HEAD: &str = r"precision highp float;
uniform vec4 look;
// The middle of the near half of the shadow map, in the space of the far half, and its magnification. See `shadow_map`.
uniform vec4 near_shadow;
// The default precision of a sampler is too low for a depth.
uniform highp sampler2D shadow_map;
// How open the room is. See `occlusion_grid`.
uniform sampler2D occlusion_grid;
uniform vec4 eye;
uniform vec4 grid_corner;
uniform vec4 grid_counts;
uniform vec4 grid_texel;
uniform vec4 sun;
#ifdef TEXTURED
uniform sampler2D base_color;
#endif
#ifdef TRIM
uniform vec4 up;
uniform vec4 picture;
#endif
";

/// With `TRIM` defined, the sides of crates have a frame; with `TEXTURED`, surfaces have a texture, which with `CUT_OUT` has
/// holes. `CHECKER` and `BARE` replace all colours. With `SECTION` the inner side of a face is hatched, so that a solid that
/// the near plane cuts open looks solid.
pub const FRAGMENT_MAIN: &str = r"
#ifndef BARE
#ifndef CHECKER
#define COLORED
#endif
#endif

// 1 where sunlight reaches `depth` at a texel, and 0 where it does not. An occluder that is nearer to the sun by
// less than the `size` of a texel shades partly: otherwise joints between objects would look frayed.
float lit_texel(vec2 at, float depth, float size) {
    float reached = dot(texture2D(shadow_map, at).rg, vec2(1.0, 1.0 / 255.0));
    return clamp(1.0 + (reached - depth) * (0.6 / size), 0.0, 1.0);
}

// The width of a texel in the whole texture.
const float HALF_TEXEL = 0.5 * TEXEL;

// `lit_texel` for three neighbours in a row, on a plane that rises by `slope` from one to the next.
vec3 lit_row(vec2 at, float depth, float slope, float size) {
    return vec3(
        lit_texel(at - vec2(HALF_TEXEL, 0.0), depth - slope, size),
        lit_texel(at, depth, size),
        lit_texel(at + vec2(HALF_TEXEL, 0.0), depth + slope, size)
    );
}

// The weights of three neighbours, the middle one of which is `off` texels away, from -0.5 to 0.5.
vec3 spline_weights(float off) {
    vec2 outer = vec2(0.5 - off, 0.5 + off);
    outer *= 0.5 * outer;
    return vec3(outer.x, 1.0 - outer.x - outer.y, outer.y);
}

// Within this share of its sides, the near half is not used: a filter needs neighbours.
const float NEAR_EDGE = 2.0 * TEXEL;
// The share of sunlight that reaches the surface: 0 in shadow, 1 in light.
//
// Samples the nine texels around the position, with the weights of a quadratic B-spline: without them, edges that run
// across the texels would look like stairs. Each sample is compared with the depth of this surface's own plane at that
// texel, so a surface never shades itself even at grazing light, and shadows begin where objects touch.
float sunlight() {
    if (any(lessThan(shadow_place, vec3(0.0))) || any(greaterThan(shadow_place, vec3(1.0)))) {
        return 1.0;
    }
    vec2 near_place = (shadow_place.xy - near_shadow.xy) * near_shadow.z + 0.5;
    bool is_near = all(greaterThan(near_place, vec2(NEAR_EDGE))) && all(lessThan(near_place, vec2(1.0 - NEAR_EDGE)));
    vec2 place = is_near ? near_place : shadow_place.xy;
    // The size of a texel in the space of the far half.
    float size = is_near ? TEXEL / near_shadow.z : TEXEL;
    vec2 texel = place / TEXEL;
    vec2 middle = floor(texel) + 0.5;
    vec2 off = texel - middle;
    vec2 slope = shadow_slope * size;
    // A bias hides the quantization of the stored depth.
    float depth = shadow_place.z - dot(slope, off) - 0.00003;
    // The halves lie side by side.
    vec2 at = vec2(middle.x * HALF_TEXEL + (is_near ? 0.5 : 0.0), middle.y * TEXEL);
    vec3 columns = spline_weights(off.x);
    return dot(spline_weights(off.y), vec3(
        dot(columns, lit_row(at - vec2(0.0, TEXEL), depth - slope.y, slope.x, size)),
        dot(columns, lit_row(at, depth, slope.x, size)),
        dot(columns, lit_row(at + vec2(0.0, TEXEL), depth + slope.y, slope.x, size))
    ));
}

// Lines of `width` metres at every multiple of `spacing`, on two coordinates with pixels of `pixel` metres: 0 between
// lines, 1 on a line.
float lines(vec2 coordinate, vec2 pixel, float spacing, float width) {
    vec2 drawn = max(vec2(width), pixel * 1.2);
    vec2 from_line = abs(fract(coordinate / spacing - 0.5) - 0.5) * spacing;
    vec2 line = clamp((drawn * 0.5 - from_line) / (pixel * 1.2) + 0.5, 0.0, 1.0);
    line *= width / drawn;
    // A pixel that spans several lines shows their average.
    line = mix(line, vec2(width / spacing), clamp(pixel / spacing * 2.0 - 0.6, 0.0, 1.0));
    return max(line.x, line.y);
}

// How much darker a line of the grid is than the surface, and how much two square metres differ in brightness.
const float GRID_STRENGTH = 0.28;
const float TILE_STRENGTH = 0.07;

// A hash from 0 to 1 for each square metre.
float tile(vec2 cell) {
    vec2 mixed = fract(cell * vec2(0.1031, 0.1367));
    mixed += dot(mixed, mixed.yx + 19.19);
    return fract((mixed.x + mixed.y) * mixed.y);
}

// The brightness of each square metre and of the lines between them; `size` is the size of a pixel in metres.
float metre_grid(vec2 size) {
    size = max(size, vec2(0.00001));
    float line = max(0.7 * lines(at, size, 1.0, 0.012), lines(at, size, 5.0, 0.022));
    float fade = clamp(1.4 - 2.0 * max(size.x, size.y), 0.0, 1.0);
    return 1.0 - GRID_STRENGTH * line + TILE_STRENGTH * fade * (tile(floor(at)) - 0.5);
}

#ifdef TRIM
// The share of a pixel that a line covers: `from` its middle, `thick`, and in pixels of `pixel` metres.
vec2 covered(vec2 from, float thick, vec2 pixel) {
    vec2 both = min(from + pixel * 0.5, thick * 0.5) - max(from - pixel * 0.5, -thick * 0.5);
    return clamp(both / pixel, 0.0, 1.0);
}

const float SEAM = 0.012;

// A crate's frame and diagonal brace: 0 on the boards, 1 on the frame. Everything is averaged over the pixel, whose size
// is that of a circle on a plane seen at a slant: it grows by the square root of 1 + q squared, where q is the ray along
// the measured direction, per metre of height above the plane.
float crate_frame(float ahead, float height, out float seam) {
    vec2 q = vec2(side_ray_x, side_ray_y) / max(height, 0.0001);
    float across = max(ahead * length(up.xyz) * 2.0 / picture.y, 0.00001);
    vec2 pixel = across * sqrt(1.0 + q * q);
    vec2 from_edge = side.zw - abs(side.xy);
    float frame = min(0.09, min(side.z, side.w) * 0.3);
    vec2 near = max(from_edge - pixel * 0.5, 0.0);
    vec2 far = min(from_edge + pixel * 0.5, side.zw);
    vec2 boards = 1.0 - clamp((min(far, frame) - near) / max(far - near, 0.00001), 0.0, 1.0);
    // The brace: its distance is measured in units that differ from metres, by the length of their gradient.
    vec2 inner = max(side.zw - frame, vec2(0.001));
    vec2 gradient = vec2(0.7, -0.7) * min(inner.x, inner.y) / inner;
    float brace = abs(dot(side.xy, gradient));
    float along = dot(gradient, q);
    float brace_pixel = across * sqrt(dot(gradient, gradient) + along * along);
    float beside_brace = 1.0 - covered(vec2(brace), frame * 1.2, vec2(brace_pixel)).x;
    vec2 edge_seams = covered(abs(from_edge - frame), SEAM, pixel) * boards.yx * beside_brace;
    float brace_seam = covered(vec2(brace - frame * 0.6), SEAM, vec2(brace_pixel)).x * boards.x * boards.y;
    seam = min(edge_seams.x + edge_seams.y + brace_seam, 1.0);
    return 1.0 - boards.x * boards.y * beside_brace;
}
#endif

// Light from the sky above, and from a sunny floor below.
vec3 shade_light(vec3 normal) {
    vec3 sky = vec3(0.39, 0.46, 0.58);
    vec3 floor_bounce = vec3(0.43, 0.37, 0.29);
    vec3 light = mix(floor_bounce, sky, normal.y * 0.5 + 0.5);
    // Brighter on one side of the sun than on the other, so that two walls that meet at 150 degrees differ. The share grows
    // with the angle about evenly for all walls in the shade, and fastest for those that face the sun, whose light differs
    // least.
    float sunwards = dot(normal.xz, vec2(0.74, 0.67));
    float sidewards = dot(normal.xz, vec2(-0.67, 0.74));
    return light * (1.0 + 0.32 * sidewards * (1.0 + 0.5 * sunwards));
}

// The look of surfaces without their materials.
const vec3 BARE_COLOR = vec3(0.55, 0.53, 0.50);

#ifdef CHECKER
// Squares of one metre, light and dark; farther than they can be seen, their average.
vec3 checker(vec2 pixel) {
    vec2 size = max(pixel, vec2(0.00001));
    // How far the pixel is from the nearest edge of a square, on each axis, from -1 to 1 across the edge.
    vec2 place = abs(fract(at * 0.5) - 0.5) - 0.25;
    vec2 side = clamp(place * 2.0 / size, -1.0, 1.0);
    float sharp = clamp(1.5 - max(size.x, size.y), 0.0, 1.0);
    float dark = 0.5 + 0.5 * side.x * side.y * sharp;
    return mix(vec3(0.62, 0.60, 0.56), vec3(0.20, 0.23, 0.27), dark);
}
#endif

const vec3 SUN_LIGHT = vec3(1.02, 0.86, 0.64);
// A little light from the eye, so that surfaces inside of rooms differ.
const vec3 EYE_LIGHT = vec3(0.16, 0.155, 0.14);

#ifdef COLORED
// A ridge where `wave` crosses zero.
float ridge(float wave) {
    float near = 1.0 - abs(sin(wave));
    near *= near;
    near *= near;
    return near * near;
}

// The colour of ice: bluish and cloudy, with pale veins that fade where a pixel is wider than they are.
vec3 ice(vec3 color, vec2 pixel) {
    vec2 bent = at + 0.4 * sin(at.yx * 1.9 + vec2(0.0, 1.7)) + 0.12 * sin(at.yx * 6.1);
    float veins = ridge(dot(bent, vec2(1.5, 0.6))) + ridge(dot(bent, vec2(-0.5, 1.1)) + 0.8);
    float cloud = sin(bent.x * 0.9) * sin(bent.y * 1.3);
    float sharp = clamp(1.3 - 8.0 * max(pixel.x, pixel.y), 0.15, 1.0);
    color = mix(color, vec3(0.42, 0.66, 0.80), 0.65) * (0.95 + 0.08 * cloud);
    return mix(color, vec3(0.86, 0.94, 1.0), 0.5 * min(veins, 1.0) * sharp);
}

// With the sky and the sun mirrored, most at a flat angle.
vec3 glossy(vec3 color, vec3 normal, vec3 along, float lit, float open) {
    vec3 towards = reflect(along, normal);
    float flatness = 1.0 + min(dot(along, normal), 0.0);
    float mirrored = 0.06 + 0.64 * flatness * flatness * flatness;
    vec3 sky = mix(HORIZON, vec3(0.14, 0.34, 0.66), max(towards.y, 0.0));
    float spot = max(dot(towards, sun.xyz), 0.0);
    spot *= spot;
    spot *= spot;
    spot *= spot;
    spot *= spot;
    float narrow = spot * spot;
    narrow *= narrow;
    return mix(color, sky * open, mirrored) + SUN_LIGHT * (lit * (0.25 * spot + 0.7 * narrow));
}
#endif

void main() {
    float distance = length(ray);
#ifdef TRIM
    float height = -dot(lit_normal, ray);
    float sun_facing = dot(lit_normal, sun.xyz);
#endif
    // The size of a pixel on this surface: where the ray through the next pixel meets the plane.
    float ahead = max(dot(ray, look.xyz), 0.0001);
    vec2 pixel = ahead * (abs(pixel_steps.xy + ray_at * tilt.x) + abs(pixel_steps.zw + ray_at * tilt.y));

#ifdef TEXTURED
    vec4 texel = texture2D(base_color, texture_place);
#ifdef CUT_OUT
    if (texel.a < 0.5) discard;
#endif
#endif
#ifdef SECTION
    if (inside > 0.5) {
        // A stripe every 12 pixels, with soft edges: hard ones are of uneven width.
        float from_middle = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 12.0) - 0.5) * 12.0;
        float stripe = clamp(1.7 - from_middle, 0.0, 1.0);
        gl_FragColor = vec4(mix(vec3(0.17, 0.20, 0.24), vec3(0.33, 0.38, 0.44), stripe), 1.0);
        return;
    }
#endif
#ifdef BARE
    vec3 color = BARE_COLOR;
#else
#ifdef CHECKER
    vec3 color = checker(pixel);
#else
    vec3 color = tint.rgb;
#ifdef TEXTURED
    // Displayed colours are close to the square root of the linear light.
    color *= texel.rgb * texel.rgb;
#endif
#ifdef TRIM
    float seam;
    float frame = crate_frame(ahead, height, seam);
    color *= mix(0.82, 1.12, frame);
    color *= 1.0 - 0.45 * seam;
#endif
#ifndef TEXTURED
    color *= mix(1.0, metre_grid(pixel), max(tint.a, 0.0));
#endif
    if (tint.a < 0.0) {
        color = ice(color, pixel);
    }
#endif
#endif

    float facing = max(sun_facing, 0.0);
    // Fades at grazing light, where the texels of the shadow map are too coarse.
    facing *= smoothstep(0.02, 0.15, facing);
    float lit = facing > 0.0 ? sunlight() : 0.0;
    vec3 normal = normalize(lit_normal);
    vec3 ambient = shade_light(normal) + EYE_LIGHT * (max(height, 0.0) / distance);
    float open = openness(normal);
    color *= ambient * open + SUN_LIGHT * (facing * lit);
#ifdef COLORED
    if (tint.a < 0.0) {
        color = glossy(color, normal, ray / distance, lit, open);
    }
#endif

    float far = distance / 170.0;
    color = mix(HORIZON, color, exp(-far * far));
    gl_FragColor = vec4(to_display(color), 1.0);
}
";
