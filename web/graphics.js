// Works around calls in miniquad and its loader gl.js that WebGL2 does not support.

const DEPTH_COMPONENT = 0x1902;
const DEPTH_COMPONENT16 = 0x81a5;
const UNSIGNED_SHORT = 0x1403;

// Replaces functions of `env`, the imports that gl.js provides.
export function patchGraphics(env) {
    const { glBindTexture, glTexImage2D } = env;
    env.glBindTexture = (target, texture) => {
        // After filling a texture, miniquad binds the previous texture again, even a deleted one. gl.js would report an
        // error each time.
        glBindTexture(target, window.GL.textures[texture] ? texture : 0);
    };
    env.glTexImage2D = (target, level, internal, width, height, border, format, type, pixels) => {
        // WebGL1 accepts a depth format without a size. WebGL2 does not, and would draw nothing.
        const unsized = internal === DEPTH_COMPONENT && type === UNSIGNED_SHORT;
        const sized = unsized ? DEPTH_COMPONENT16 : internal;
        glTexImage2D(target, level, sized, width, height, border, format, type, pixels);
    };
}
