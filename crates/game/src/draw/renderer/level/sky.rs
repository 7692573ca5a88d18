//! The sky: one triangle over the whole picture, whose colour depends on the direction of each pixel.

use macroquad::miniquad::{Bindings, Comparison, PipelineParams, UniformsSource, VertexFormat};

use crate::draw::camera::Camera;
use crate::draw::renderer::target::program::{
    Gpu, Program, SKY_GLSL, ViewUniforms, fullscreen_triangle,
};

/// The shader of the sky.
pub struct Sky {
    program: Program,
    bindings: Bindings,
}

impl Sky {
    pub fn new(context: &mut Gpu) -> Result<Self, String> {
        let fragment = [FRAGMENT_HEAD, SKY_GLSL, FRAGMENT_MAIN].concat();
        let program = Program::new(
            context,
            (VERTEX, &fragment),
            &[],
            &ViewUniforms::LAYOUT,
            &[("corner", VertexFormat::Float2)],
            PipelineParams {
                depth_test: Comparison::LessOrEqual,
                // miniquad enables the depth test only together with depth writes.
                depth_write: true,
                ..Default::default()
            },
        )?;
        let bindings = fullscreen_triangle(context);
        Ok(Self { program, bindings })
    }

    pub fn draw(&self, context: &mut Gpu, camera: &Camera) {
        context.apply_pipeline(&self.program.pipeline);
        context.apply_bindings(&self.bindings);
        context.apply_uniforms(UniformsSource::table(&ViewUniforms::new(camera)));
        context.draw(0, 3, 1);
    }
}

const VERTEX: &str = r"#version 100
precision highp float;
attribute vec2 corner;
uniform vec4 look;
uniform vec4 right;
uniform vec4 up;
varying vec3 direction;
void main() {
    // On the far plane: behind everything.
    gl_Position = vec4(corner, 1.0, 1.0);
    direction = look.xyz + corner.x * right.xyz + corner.y * up.xyz;
}
";

const FRAGMENT_HEAD: &str = r"#version 100
precision highp float;
uniform vec4 sun;
varying vec3 direction;
";

const FRAGMENT_MAIN: &str = r"
void main() {
    vec3 towards = normalize(direction);
    vec3 zenith = vec3(0.14, 0.34, 0.66);
    vec3 haze = vec3(0.52, 0.56, 0.56);
    vec3 color = towards.y > 0.0
        ? mix(HORIZON, zenith, mix(sqrt(towards.y), towards.y, 0.12))
        : mix(HORIZON, haze, clamp(-towards.y * 2.5, 0.0, 1.0));
    float near_sun = max(dot(towards, sun.xyz), 0.0);
    // The powers 6 and 96, without a logarithm.
    float third = near_sun * near_sun * near_sun;
    float sixth = third * third;
    float twelfth = sixth * sixth;
    float narrow = twelfth * twelfth;
    narrow *= narrow;
    color += vec3(1.0, 0.86, 0.62) * (0.16 * sixth + 0.35 * narrow * narrow);
    color += vec3(1.0, 0.9, 0.7) * smoothstep(0.9994, 0.9998, near_sun);
    gl_FragColor = vec4(to_display(color), 1.0);
}
";
