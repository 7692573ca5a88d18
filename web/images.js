// Decodes images by the browser, whose decoders the game then need not contain.

// Results of `take`, besides texels. `src/bin/sidle/platform/web.rs` knows them.
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
            const copy = bytes.slice();
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

async function texelsOf(bytes, [width, height]) {
    // As they are in the file: neither converted to the screen's colours nor darkened by alpha.
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' };
    const bitmap = await createImageBitmap(new Blob([bytes]), options);
    try {
        // A photo that says it is to be turned.
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
