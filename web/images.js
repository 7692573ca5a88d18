// Decodes images by the browser, whose decoders the game then need not contain.

// Results of `take`, besides texels. `crates/game/src/platform/web/images.rs` knows them.
export const IMAGE_PENDING = -1;
export const IMAGE_FAILED = -2;

export class Images {
    // The texels of each decoded image by its key; null if the browser cannot decode it.
    #decoded = new Map();

    // The texels of the encoded image `bytes`: red, green, blue and alpha of each, row by row from the top. Else a number in
    // their place. `key` is the same for the same bytes. `wait` gets a name and a promise; after that, the caller asks again.
    take(key, bytes, size, wait) {
        if (!this.#decoded.has(key)) {
            // The game's memory may move.
            const copy = ignoreOrientation(bytes.slice());
            wait(`image ${key}`, () => texelsOf(copy, size).then(
                texels => this.#decoded.set(key, texels),
                () => this.#decoded.set(key, null),
            ));
            return IMAGE_PENDING;
        }
        return this.#decoded.get(key) ?? IMAGE_FAILED;
    }

    // Forgets all images: the level is loaded.
    forget() {
        this.#decoded.clear();
    }
}

// A JPEG may say how to turn a photo, but a texture is never turned. Makes the browser skip that part, by giving the
// segments of Exif the number of an application that it does not know.
function ignoreOrientation(bytes) {
    const [EXIF, UNKNOWN, SCAN] = [0xe1, 0xef, 0xda];
    const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
    for (let at = 2; isJpeg && bytes[at] === 0xff && bytes[at + 1] !== SCAN; at += 2 + (bytes[at + 2] << 8 | bytes[at + 3])) {
        if (bytes[at + 1] === EXIF) {
            bytes[at + 1] = UNKNOWN;
        }
    }
    return bytes;
}

async function texelsOf(bytes, [width, height]) {
    // As they are in the file: neither converted to the screen's colours nor darkened by alpha.
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' };
    const bitmap = await createImageBitmap(new Blob([bytes]), options);
    try {
        if (bitmap.width !== width || bitmap.height !== height) {
            throw new Error('its size is not what it says');
        }
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(bitmap, 0, 0);
        return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
    } finally {
        bitmap.close();
    }
}
