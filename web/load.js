// Fetches the program and its files, and counts bytes for the progress bar.

// The time limit for a file of the game.
const LONGEST_SECONDS = 30;

// A file that failed to load, with a message for the player.
export class LoadError extends Error {}

export class Loader {
    constructor(base, onProgress) {
        this.base = base;
        this.onProgress = onProgress;
        this.loaded = 0;
        this.total = 0;
    }

    // Loads the catalog, which web/assemble.mjs writes: what the page has, and the levels to list.
    async catalog(path) {
        const response = await this.open(path);
        return response.json();
    }

    // Compiles the program while it loads. Sets the content type, since compileStreaming requires it and some servers
    // send another one.
    async program({ at, bytes }) {
        this.total += bytes;
        const response = await this.open(at);
        const headers = { 'content-type': 'application/wasm' };
        return WebAssembly.compileStreaming(new Response(this.counted(response, at), { headers }));
    }

    // Loads a file of the game; null if the server does not have it. Follows no redirection, which may lead out of the
    // page's folder. `bytes` is the file's size, if it is known.
    async file(url, bytes = 0) {
        this.total += bytes;
        const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LONGEST_SECONDS * 1000) });
        if (response.ok) {
            const read = bytes ? new Response(this.counted(response, url.slice(this.base.length))) : response;
            return new Uint8Array(await read.arrayBuffer());
        } else if ([404, 410].includes(response.status)) {
            return null;
        }
        throw new Error(`${response.status} ${response.statusText}`);
    }

    async open(path) {
        let response;
        try {
            response = await fetch(new URL(path, this.base));
        } catch (error) {
            throw new LoadError(`${path}: ${error.message}`);
        }
        if (!response.ok) {
            throw new LoadError(`${path}: ${response.status} ${response.statusText}`);
        }
        return response;
    }

    // The response's bytes, counted after decompression like the sizes in the catalog.
    counted(response, path) {
        return response.body.pipeThrough(new TransformStream({
            transform: (chunk, controller) => {
                this.loaded += chunk.length;
                this.onProgress(this.loaded, this.total, path);
                controller.enqueue(chunk);
            },
        }));
    }
}
