//! The shadow casters, and the shaders that render their depth.

use macroquad::miniquad::{Comparison, PipelineParams, UniformType};

use crate::draw::renderer::level::scene_buffers::scene_program;
use crate::draw::renderer::level::scene_shader::{PLACING, VERSION};
use crate::draw::renderer::level::surface::Surface;
use crate::draw::renderer::shadows::shadow_map::SIZE;
use crate::draw::renderer::target::program::{Gpu, Program};

/// A shadow caster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caster {
    Chunks {
        is_cut_out: bool,
    },
    Props {
        is_cut_out: bool,
    },
    /// They leave the copy where it is nearer to the sun.
    Movers {
        is_cut_out: bool,
    },
}

impl Caster {
    /// Whether the caster is drawn as groups of models.
    pub fn is_instanced(self) -> bool {
        !matches!(self, Self::Chunks { .. })
    }

    fn is_cut_out(self) -> bool {
        match self {
            Self::Chunks { is_cut_out }
            | Self::Props { is_cut_out }
            | Self::Movers { is_cut_out } => is_cut_out,
        }
    }

    /// The surfaces that it draws.
    pub fn surfaces(self) -> &'static [Surface] {
        if self.is_cut_out() {
            &[Surface::CutOut]
        } else {
            &[Surface::Plain, Surface::Trimmed, Surface::Textured]
        }
    }
}

/// The program that draws it into the shadow map.
pub fn caster_program(context: &mut Gpu, caster: Caster) -> Result<Program, String> {
    let params = PipelineParams {
        depth_test: Comparison::LessOrEqual,
        depth_write: true,
        ..Default::default()
    };
    let mut defines = String::new();
    let mut images = Vec::new();
    if caster.is_instanced() {
        defines += "#define INSTANCED\n";
    }
    if matches!(caster, Caster::Movers { .. }) {
        defines += "#define MOVERS\n";
        images.push("still");
    }
    if caster.is_cut_out() {
        defines += "#define TEXTURED\n";
        images.push("base_color");
    }
    let scale = format!("const float SIZE = {SIZE}.0;\n");
    let vertex = [VERSION, &defines, PLACING, VERTEX].concat();
    let fragment = [VERSION, &defines, FRAGMENT_HEAD, &scale, FRAGMENT].concat();
    let sources = (&*vertex, &*fragment);
    let kind = (caster.is_instanced(), caster.is_cut_out());
    let uniforms = [("projection", UniformType::Mat4)];
    scene_program(context, sources, kind, &images, &uniforms, params)
}

const VERTEX: &str = r"
uniform mat4 projection;
varying float depth;
#ifdef TEXTURED
varying vec2 texture_place;
#endif
void main() {
#ifdef TEXTURED
    texture_place = tex_coord;
#endif
    gl_Position = projection * vec4(placed(), 1.0);
    depth = gl_Position.z * 0.5 + 0.5;
}
";

const FRAGMENT_HEAD: &str = r"precision highp float;
varying float depth;
#ifdef MOVERS
uniform highp sampler2D still;
#endif
#ifdef TEXTURED
uniform sampler2D base_color;
varying vec2 texture_place;
#endif
";

const FRAGMENT: &str = r"
void main() {
#ifdef TEXTURED
    if (texture2D(base_color, texture_place).a < 0.5) discard;
#endif
#ifdef MOVERS
    vec2 reached = texture2D(still, gl_FragCoord.xy / vec2(2.0 * SIZE, SIZE)).rg;
    if (dot(reached, vec2(1.0, 1.0 / 255.0)) < depth) {
        discard;
    }
#endif
    // Red holds whole 255ths, green the remainder.
    float steps = clamp(depth, 0.0, 1.0) * 255.0;
    float rest = fract(steps);
    gl_FragColor = vec4((steps - rest) / 255.0, rest, 0.0, 1.0);
}
";
