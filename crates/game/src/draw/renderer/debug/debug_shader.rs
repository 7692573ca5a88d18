//! The shaders of lines and translucent faces.

pub const LINE_VERTEX: &str = r"#version 100
precision highp float;
attribute vec2 corner;
attribute vec3 start;
attribute vec3 end;
attribute vec4 color;
attribute float width;
attribute float occluded_opacity;
uniform mat4 view_projection;
uniform vec4 eye;
uniform vec4 picture;
uniform vec4 stroke;
uniform vec4 round;
varying vec4 tint;
// Position on the strip along the line and across it, the line's length, and half its width; pixels.
varying vec4 strip;
void main() {
    float lift = stroke.w > 0.0 ? stroke.w + width * 0.0004 : 0.0;
    vec4 from = view_projection * vec4(mix(start, eye.xyz, lift), 1.0);
    vec4 to = view_projection * vec4(mix(end, eye.xyz, lift), 1.0);
    float near = eye.w;
    float seen = mix(1.0, occluded_opacity, round.y);
    tint = vec4(color.rgb / 255.0 * (1.0 - stroke.z), color.a / 255.0 * stroke.y * seen);
    if (seen <= 0.0 || (from.w < near && to.w < near)) {
        // Invisible, or behind the eye: all corners collapse to one point outside of the picture.
        strip = vec4(0.0);
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    // Clip at the near plane.
    vec4 way = to - from;
    if (from.w < near) from += way * ((near - from.w) / way.w);
    if (to.w < near) to -= way * ((near - to.w) / -way.w);

    vec2 a = from.xy / from.w * picture.xy;
    vec2 b = to.xy / to.w * picture.xy;
    float length = distance(a, b);
    vec2 along = length > 0.0001 ? (b - a) / length : vec2(1.0, 0.0);
    float half_width = max(width * picture.z, 1.0) * 0.5;
    // The dark edges and the colour on them need the same depth, so the strip always has the width of the edges,
    // plus one pixel in which it fades out.
    float reach = half_width * 1.5 + 1.0;
    half_width += min(stroke.x, half_width * 0.5);
    float outward = corner.x * 2.0 - 1.0;
    vec2 at = mix(a, b, corner.x) + along * (outward * reach) + vec2(-along.y, along.x) * (corner.y * reach);
    strip = vec4(corner.x * length + outward * reach, corner.y * reach, length, half_width);
    // Divided by w here and not by the GPU, since the strip is flat on the screen.
    float depth_from = from.z / from.w;
    float depth_to = to.z / to.w;
    float beyond = outward * reach / max(length, reach);
    float depth = mix(depth_from, depth_to, corner.x + beyond);
    gl_Position = vec4(at / picture.xy, depth, 1.0);
}
";

pub const LINE_FRAGMENT: &str = r"#version 100
precision highp float;
uniform vec4 round;
varying vec4 tint;
varying vec4 strip;
void main() {
    float beyond = max(max(-strip.x, strip.x - strip.z), 0.0);
    // A dot has no ends.
    if (round.x < 0.5 && strip.z > 0.01 && beyond > 0.0) discard;
    float cover = clamp(strip.w + 0.5 - length(vec2(beyond, strip.y)), 0.0, 1.0);
    // An almost transparent pixel must not write its depth.
    if (cover < 0.05) discard;
    gl_FragColor = vec4(tint.rgb, tint.a * cover);
}
";

pub const FACE_VERTEX: &str = r"#version 100
precision highp float;
attribute vec3 corner;
attribute vec3 a;
attribute vec3 b;
attribute vec3 c;
attribute vec4 color;
uniform mat4 view_projection;
uniform vec4 eye;
varying vec4 tint;
void main() {
    vec3 place = a * corner.x + b * corner.y + c * corner.z;
    gl_Position = view_projection * vec4(mix(place, eye.xyz, eye.w), 1.0);
    tint = color / 255.0;
}
";

pub const FACE_FRAGMENT: &str = r"#version 100
precision highp float;
varying vec4 tint;
void main() {
    gl_FragColor = tint;
}
";
