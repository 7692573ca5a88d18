//! The shaders of the level from above: the map's colours, hatching and grid.

pub const VERTEX_HEAD: &str = r"#version 100
precision highp float;
attribute vec3 corner;
attribute vec3 facing;
uniform vec4 sheet;
uniform vec4 heights;
varying vec3 place;
varying vec3 normal;
varying vec4 paint;
void show() {
    // Of two surfaces in one place, the back face wins: a solid that stands on a floor was cut open.
    float raised = normal.y < -0.01 ? 0.002 : 0.0;
    float deep = (heights.x - place.y - raised) / (heights.x - heights.y + 1.0);
    float depth = heights.z > 0.5 ? 0.0 : clamp(-0.9 + 1.8 * deep, -0.95, 0.95);
    gl_Position = vec4((place.x - sheet.x) * sheet.z, (sheet.y - place.z) * sheet.w, depth, 1.0);
}
";

pub const MESH_VERTEX: &str = r"
void main() {
    place = corner;
    normal = facing;
    paint = vec4(0.0);
    show();
}
";

pub const BOX_VERTEX: &str = r"
attribute vec3 center;
attribute vec3 half_x;
attribute vec3 half_y;
attribute vec3 half_z;
attribute vec4 color;
void main() {
    place = center + half_x * corner.x + half_y * corner.y + half_z * corner.z;
    normal = normalize(half_x) * facing.x + normalize(half_y) * facing.y + normalize(half_z) * facing.z;
    paint = color / 255.0;
    show();
}
";

pub const FRAGMENT: &str = r"#version 100
precision highp float;
uniform vec4 heights;
uniform vec4 grid;
varying vec3 place;
varying vec3 normal;
varying vec4 paint;
// The share of this pixel that a line covers at this distance in metres.
float line(float away) {
    return clamp(1.0 - away * grid.w, 0.0, 1.0);
}
void main() {
    bool above = heights.z > 0.5;
    if (above != (place.y > heights.x)) discard;
    vec3 color;
    if (above || normal.y < -0.01) {
        // Solid: hatching.
        color = mix(vec3(0.38, 0.44, 0.48), paint.rgb * 0.75, paint.a);
        float across = fract((place.x - place.z) * grid.w / 9.0) * 9.0;
        color *= 1.0 - 0.2 * clamp(2.2 - abs(across - 4.5), 0.0, 1.0);
    } else {
        // Darker with depth.
        float near = 1.0 / (1.0 + (heights.x - place.y) / 1.6);
        color = mix(vec3(0.11, 0.15, 0.18), vec3(0.30, 0.37, 0.42), near);
        float light = dot(normal, normalize(vec3(-0.5, 1.0, -0.35))) / 0.853;
        color *= 0.35 + 0.65 * light;
        color = mix(color, paint.rgb * (0.35 + 0.35 * near) * (0.5 + 0.5 * light), paint.a * 0.8);
        // Too steep to stand on.
        if (normal.y < heights.w) color = mix(color, vec3(0.62, 0.25, 0.16), 0.5);
        vec2 away = abs(fract((place.xz - grid.xy) / grid.z + 0.5) - 0.5) * grid.z;
        color += 0.055 * max(line(away.x), line(away.y));
    }
    gl_FragColor = vec4(color, 1.0);
}
";
