// Mends where miniquad's loader, gl.js, asks the browser for something that WebGL2 has not.

const DEPTH_COMPONENT = 0x1902;
const DEPTH_COMPONENT16 = 0x81a5;
const UNSIGNED_SHORT = 0x1403;

// `env` are the functions that the loader gives the program.
export function mend(env) {
    const { glBindTexture, glTexImage2D } = env;
    env.glTexImage2D = (target, level, internal, width, height, border, format, type, pixels) => {
        // WebGL1 takes a depth format without a size, WebGL2 does not, and a picture with it would stay empty.
        const unsized = internal === DEPTH_COMPONENT && type === UNSIGNED_SHORT;
        const sized = unsized ? DEPTH_COMPONENT16 : internal;
        glTexImage2D(target, level, sized, width, height, border, format, type, pixels);
    };
    // Whoever makes a texture binds again what was bound before, though it may be gone by now. OpenGL takes that; the
    // loader complains of it.
    env.glBindTexture = (target, texture) => {
        glBindTexture(target, window.GL.textures[texture] ? texture : 0);
    };
}
