//! The level itself: sun and sky light, a metre grid on every surface, shadow and fog.
//!
//! The grid is what makes speed and sliding visible. Its lines are drawn without jagged edges by
//! the method of B. Golus, "The Best Darn Grid Shader (Yet)" (2023): lines never thinner than a
//! pixel, but paler instead. How large a pixel is on the surface is computed from the view's
//! geometry, since not every driver gives derivatives to this version of GLSL.

use macroquad::miniquad::{
    Comparison, PipelineParams, RenderingBackend, UniformType, UniformsSource,
};

use super::drawing::Drawing;
use super::mesh_buffer::{MeshBuffer, Vertex};
use super::shadow::{SIZE, Shadow};
use super::{Program, SKY_GLSL, ViewUniforms, columns};
use crate::play::camera::Camera;

pub struct Scene {
    program: Program,
    still: MeshBuffer,
    moving: Option<MeshBuffer>,
    shadow: Shadow,
}

/// All uniforms, laid out as they are declared.
#[repr(C)]
struct Uniforms {
    view_projection: [f32; 16],
    shadow_projection: [f32; 16],
    view: ViewUniforms,
    /// Where the eye is; the fourth is not used.
    eye: [f32; 4],
    /// Width and height of the picture; pixels.
    picture: [f32; 4],
}

impl Scene {
    pub fn new(context: &mut dyn RenderingBackend, drawing: &Drawing) -> Result<Self, String> {
        let mut uniforms = vec![
            ("view_projection", UniformType::Mat4),
            ("shadow_projection", UniformType::Mat4),
        ];
        uniforms.extend(ViewUniforms::LAYOUT);
        uniforms.extend([
            ("eye", UniformType::Float4),
            ("picture", UniformType::Float4),
        ]);
        let texel = format!("const float TEXEL = 1.0 / {SIZE}.0;\n");
        let fragment = [FRAGMENT_HEAD, &texel, SKY_GLSL, FRAGMENT_MAIN].concat();
        let params = PipelineParams {
            depth_test: Comparison::LessOrEqual,
            depth_write: true,
            ..Default::default()
        };
        let program = Program::new(
            context,
            (VERTEX, &fragment),
            &["shadow_map"],
            &uniforms,
            &Vertex::LAYOUT,
            params,
        )?;
        let (still, moving) = upload(context, drawing);
        let scene = Self {
            program,
            still,
            moving,
            shadow: Shadow::new(context, drawing.positions())?,
        };
        scene.shadow.cast(context, scene.meshes());
        Ok(scene)
    }

    /// Takes `drawing` in the place of what there was.
    pub fn show(&mut self, context: &mut dyn RenderingBackend, drawing: &Drawing) {
        for mesh in self.meshes() {
            mesh.delete(context);
        }
        (self.still, self.moving) = upload(context, drawing);
        self.shadow.aim(drawing.positions());
        self.shadow.cast(context, self.meshes());
    }

    fn meshes(&self) -> impl Iterator<Item = &MeshBuffer> {
        core::iter::once(&self.still).chain(&self.moving)
    }

    /// What moves is now made of `vertices`.
    pub fn move_to(&mut self, context: &mut dyn RenderingBackend, vertices: &[Vertex]) {
        if let Some(moving) = &mut self.moving {
            moving.update(context, vertices);
            self.shadow.cast(context, self.meshes());
        }
    }

    pub fn draw(&self, context: &mut dyn RenderingBackend, camera: &Camera) {
        let eye = camera.eye;
        let uniforms = Uniforms {
            view_projection: columns(&camera.view_projection()),
            shadow_projection: columns(&self.shadow.projection),
            view: ViewUniforms::new(camera),
            eye: [eye.x, eye.y, eye.z, 0.0],
            picture: [camera.size.0, camera.size.1, 0.0, 0.0],
        };
        context.apply_pipeline(&self.program.pipeline);
        for mesh in self.meshes() {
            context.apply_bindings(&mesh.bindings(vec![self.shadow.texture]));
            context.apply_uniforms(UniformsSource::table(&uniforms));
            context.draw(0, mesh.count(), 1);
        }
    }
}

fn upload(
    context: &mut dyn RenderingBackend,
    drawing: &Drawing,
) -> (MeshBuffer, Option<MeshBuffer>) {
    let count = drawing.moving.vertices.len();
    let moving = (count > 0).then(|| MeshBuffer::streamed(context, count));
    (MeshBuffer::upload(context, &drawing.still), moving)
}

const VERTEX: &str = r"#version 100
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec4 color;
attribute vec4 trim;
uniform mat4 view_projection;
uniform mat4 shadow_projection;
varying vec3 place;
varying vec3 shadow_place;
varying vec2 shadow_slope;
varying vec3 face;
varying vec4 tint;
varying vec4 side;
void main() {
    gl_Position = view_projection * vec4(position, 1.0);
    place = position;
    face = normal;
    shadow_place = (shadow_projection * vec4(position, 1.0)).xyz * 0.5 + 0.5;
    // How the surface's depth changes across the shadow's picture.
    vec3 towards_sun = (shadow_projection * vec4(normal, 0.0)).xyz;
    float steep = max(abs(towards_sun.z), 0.0001) * sign(towards_sun.z + 0.00001);
    shadow_slope = clamp(-towards_sun.xy / steep, -8.0, 8.0);
    // Displayed colours are stored as about the root of the light.
    tint = vec4(color.rgb * color.rgb / 65025.0, color.a / 255.0);
    side = trim;
}
";

const FRAGMENT_HEAD: &str = r"#version 100
precision highp float;
uniform vec4 look;
uniform vec4 right;
uniform vec4 up;
uniform vec4 sun;
uniform vec4 eye;
uniform vec4 picture;
// A sampler is of low precision unless told otherwise: too low for a depth.
uniform highp sampler2D shadow_map;
varying vec3 place;
varying vec3 shadow_place;
varying vec2 shadow_slope;
varying vec3 face;
varying vec4 tint;
varying vec4 side;
";

const FRAGMENT_MAIN: &str = r"
// 1 where the sun reaches as deep as `depth`, at a texel, and 0 where it does not. What is in the way
// by less than a texel's size shades only in part: joints between things would look frayed.
float lit_texel(vec2 at, float depth) {
    float reached = dot(texture2D(shadow_map, at).rg, vec2(1.0, 1.0 / 255.0));
    return clamp(1.0 + (reached - depth) * (0.6 / TEXEL), 0.0, 1.0);
}

// How much of the sun reaches the surface: 0 in the shadow, 1 in the light.
//
// Nine texels around the place are asked, weighted by a quadratic B-spline, so that the edge is soft
// and smooth. Each is asked for the depth that this surface's own plane has there: so a surface never
// shades itself, however flat the light falls, and shadows begin where things touch.
float sunlight() {
    vec3 at = shadow_place;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) {
        return 1.0;
    }
    vec2 middle = (floor(at.xy / TEXEL) + 0.5) * TEXEL;
    vec2 off = (at.xy - middle) / TEXEL;
    vec2 before = 0.5 * (0.5 - off) * (0.5 - off);
    vec2 after = 0.5 * (0.5 + off) * (0.5 + off);
    vec2 amid = 1.0 - before - after;
    vec2 slope = shadow_slope * TEXEL;
    // The steps in which the depth is stored must not show.
    float depth = at.z - dot(slope, off) - 0.00003;
    vec3 light = vec3(0.0);
    for (int row = -1; row <= 1; row++) {
        vec2 center = middle + vec2(0.0, float(row) * TEXEL);
        float here = depth + float(row) * slope.y;
        float sum = before.x * lit_texel(center - vec2(TEXEL, 0.0), here - slope.x)
                  + amid.x * lit_texel(center, here)
                  + after.x * lit_texel(center + vec2(TEXEL, 0.0), here + slope.x);
        light[row + 1] = sum;
    }
    return dot(light, vec3(before.y, amid.y, after.y));
}

// Lines of `width` metres at every multiple of `spacing`, on two coordinates whose pixel is `pixel`
// metres large: 0 between the lines, 1 on one.
float lines(vec2 coordinate, vec2 pixel, float spacing, float width) {
    vec2 drawn = max(vec2(width), pixel * 1.2);
    vec2 from_line = abs(fract(coordinate / spacing - 0.5) - 0.5) * spacing;
    vec2 line = clamp((drawn * 0.5 - from_line) / (pixel * 1.2) + 0.5, 0.0, 1.0);
    line *= width / drawn;
    // Where a pixel spans several lines, only their average is left.
    line = mix(line, vec2(width / spacing), clamp(pixel / spacing * 2.0 - 0.6, 0.0, 1.0));
    return max(line.x, line.y);
}

// How much darker a line of the grid is than the surface, and how different two square metres are.
const float GRID_STRENGTH = 0.28;
const float TILE_STRENGTH = 0.07;

// A number from 0 to 1 for each square metre, with no pattern to be seen.
float tile(vec2 cell) {
    vec2 mixed = fract(cell * vec2(0.1031, 0.1367));
    mixed += dot(mixed, mixed.yx + 19.19);
    return fract((mixed.x + mixed.y) * mixed.y);
}

// How bright each square metre is, and the lines between them, on the two axes that the surface
// faces least.
float metre_grid(vec3 normal, vec3 pixel) {
    vec3 facing = abs(normal);
    vec2 at = place.xz;
    vec2 size = pixel.xz;
    if (facing.x > facing.y && facing.x > facing.z) {
        at = place.yz;
        size = pixel.yz;
    } else if (facing.z > facing.y) {
        at = place.xy;
        size = pixel.xy;
    }
    size = max(size, vec2(0.00001));
    float line = max(0.7 * lines(at, size, 1.0, 0.012), lines(at, size, 5.0, 0.022));
    float fade = clamp(1.4 - 2.0 * max(size.x, size.y), 0.0, 1.0);
    return 1.0 - GRID_STRENGTH * line + TILE_STRENGTH * fade * (tile(floor(at)) - 0.5);
}

// A crate's frame and diagonal brace: 0 on the boards, 1 on the frame.
float crate_frame(out float seam) {
    vec2 from_edge = side.zw - abs(side.xy);
    float shorter = min(side.z, side.w);
    float frame = min(0.09, shorter * 0.3);
    float edge = min(from_edge.x, from_edge.y);
    vec2 inner = max(side.zw - frame, vec2(0.001));
    float brace = abs(side.x / inner.x - side.y / inner.y) * min(inner.x, inner.y) * 0.7;
    float outside = min(edge - frame, brace - frame * 0.6);
    seam = 1.0 - smoothstep(0.0, 0.012, abs(outside));
    return step(outside, 0.0);
}

const vec3 SUN_LIGHT = vec3(0.95, 0.85, 0.69);

// What reaches a surface without the sun: the sky from above, from below the light that a sunny
// floor throws back, and a little from where the eye is, so that rooms have shape too.
vec3 shade_light(vec3 normal, float facing_eye) {
    vec3 sky = vec3(0.43, 0.47, 0.54);
    vec3 floor_bounce = vec3(0.43, 0.37, 0.29);
    vec3 light = mix(floor_bounce, sky, normal.y * 0.5 + 0.5);
    // The sky is brighter on the sun's side: two walls in the shade differ.
    light *= 1.0 + 0.10 * dot(normal.xz, vec2(0.8, 0.6));
    return light + vec3(0.16, 0.155, 0.14) * facing_eye;
}

void main() {
    vec3 ray = place - eye.xyz;
    float distance = length(ray);
    vec3 normal = normalize(face);
    // Both sides of a face are lit as what one sees of them.
    if (dot(normal, ray) > 0.0) normal = -normal;

    // How far one pixel reaches on this surface: the view's ray, moved by a pixel, meets its plane.
    float depth = max(dot(ray, look.xyz), 0.0001);
    vec3 direction = ray / depth;
    float facing = min(dot(normal, direction), -0.002);
    vec3 step_x = right.xyz * (2.0 / picture.x);
    vec3 step_y = up.xyz * (2.0 / picture.y);
    vec3 pixel = abs(depth * (step_x - direction * (dot(normal, step_x) / facing)))
               + abs(depth * (step_y - direction * (dot(normal, step_y) / facing)));

    vec3 color = tint.rgb;
    if (side.z > 0.0) {
        float seam;
        float frame = crate_frame(seam);
        float near = 1.0 - smoothstep(12.0, 40.0, distance);
        color *= mix(0.82, 1.12, frame);
        color *= 1.0 - 0.45 * seam * near;
    }
    color *= mix(1.0, metre_grid(normal, pixel), tint.a);

    float facing_eye = -dot(normal, ray) / distance;
    float sun_facing = max(dot(normal, sun.xyz), 0.0);
    // Where the light falls very flat, the shadow's texels are too coarse: there it fades.
    sun_facing *= smoothstep(0.02, 0.15, sun_facing);
    float lit = sun_facing > 0.0 ? sunlight() : 0.0;
    color *= shade_light(normal, facing_eye) + SUN_LIGHT * (sun_facing * lit);

    float far = distance / 170.0;
    color = mix(HORIZON, color, exp(-far * far));
    gl_FragColor = vec4(to_display(color), 1.0);
}
";
