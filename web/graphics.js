// Works around calls in miniquad and its loader gl.js that WebGL2 does not support.

const DEPTH_COMPONENT = 0x1902;
const DEPTH_COMPONENT16 = 0x81a5;
const UNSIGNED_SHORT = 0x1403;
const FLOAT = 0x1406;
const DEPTH_COMPONENT32 = 0x81a7;
const DEPTH_COMPONENT24 = 0x81a6;
const DEPTH_COMPONENT32F = 0x8cac;
const MAX_TEXTURE_MAX_ANISOTROPY = 0x84ff;

// Replaces functions of `env`, the imports that gl.js provides.
export function patchGraphics(env) {
    const { glBindTexture, glGetIntegerv, glTexImage2D, glRenderbufferStorageMultisample } = env;
    env.glGetIntegerv = (name, at) => {
        if (name !== MAX_TEXTURE_MAX_ANISOTROPY) {
            glGetIntegerv(name, at);
            return;
        }
        // Part of an extension, which must be enabled first.
        const { gl } = window;
        const max = gl.getExtension('EXT_texture_filter_anisotropic') ? gl.getParameter(name) : 0;
        new Int32Array(window.wasm_memory.buffer, at, 1)[0] = max;
    };
    env.glRenderbufferStorageMultisample = (target, samples, internal, width, height) => {
        // No WebGL has this one.
        const sized = internal === DEPTH_COMPONENT32 ? DEPTH_COMPONENT24 : internal;
        glRenderbufferStorageMultisample(target, samples, sized, width, height);
    };
    env.glBindTexture = (target, texture) => {
        // After filling a texture, miniquad binds the previous texture again, even a deleted one. gl.js would report an
        // error each time.
        glBindTexture(target, window.GL.textures[texture] ? texture : 0);
    };
    env.glTexImage2D = (target, level, internal, width, height, border, format, type, pixels) => {
        // WebGL1 accepts a depth format without a size. WebGL2 does not, and would draw nothing.
        const depths = { [UNSIGNED_SHORT]: DEPTH_COMPONENT16, [FLOAT]: DEPTH_COMPONENT32F };
        const sized = internal === DEPTH_COMPONENT ? depths[type] ?? internal : internal;
        glTexImage2D(target, level, sized, width, height, border, format, type, pixels);
    };
}
