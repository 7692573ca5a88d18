// Mends where miniquad asks the browser, through its loader gl.js, for something that WebGL2 has not.

const DEPTH_COMPONENT = 0x1902;
const DEPTH_COMPONENT16 = 0x81a5;
const UNSIGNED_SHORT = 0x1403;

// `env` are the functions that the loader gives the program.
export function mend(env) {
    const { glBindTexture, glTexImage2D } = env;
    env.glBindTexture = (target, texture) => {
        // After it has filled a texture, miniquad binds again what was bound before, even if that was deleted since: a name
        // that gl.js has nothing for, which it complains of each time.
        glBindTexture(target, window.GL.textures[texture] ? texture : 0);
    };
    env.glTexImage2D = (target, level, internal, width, height, border, format, type, pixels) => {
        // WebGL1 takes a depth format without a size, WebGL2 does not, and a picture with it would stay empty.
        const unsized = internal === DEPTH_COMPONENT && type === UNSIGNED_SHORT;
        const sized = unsized ? DEPTH_COMPONENT16 : internal;
        glTexImage2D(target, level, sized, width, height, border, format, type, pixels);
    };
}
