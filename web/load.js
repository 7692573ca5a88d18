// Fetches the program and the files of the game, and counts the bytes for the progress bar.

// The time limit for a file of the game, and for each pause while the program arrives.
const MAX_SECONDS = 30;

// A file that failed to load, with a message for the player.
export class LoadError extends Error {}

// `base` is the address of the page's folder. `onProgress` is called with the loaded bytes, all bytes, and the current file.
export class Loader {
    constructor(base, onProgress) {
        this.base = base;
        this.onProgress = onProgress;
        this.loaded = 0;
        this.total = 0;
    }

    // Loads the catalog of the page's files and levels, which web/assemble.mjs writes.
    async catalog(path) {
        const response = await this.open(path);
        return response.json();
    }

    // Compiles the program at the path `at`, of this many `bytes`, while it arrives. Sets the content type, since
    // compileStreaming requires it and some servers send another one.
    async program({ at, bytes }) {
        this.total += bytes;
        const stalled = new AbortController();
        let timer = null;
        const waitOn = () => {
            clearTimeout(timer);
            timer = setTimeout(() => stalled.abort(), MAX_SECONDS * 1000);
        };
        waitOn();
        try {
            const response = await this.open(at, stalled.signal);
            const headers = { 'content-type': 'application/wasm' };
            return await WebAssembly.compileStreaming(new Response(this.counted(response, at, waitOn), { headers }));
        } catch (error) {
            throw stalled.signal.aborted ? new LoadError(`${at}: nothing has arrived for ${MAX_SECONDS} seconds`) : error;
        } finally {
            clearTimeout(timer);
        }
    }

    // Compiles a part of the program while everything waits for it. Of text in this encoding, each character's low byte is one of the file.
    programNow({ at }) {
        const request = new XMLHttpRequest();
        request.open('GET', new URL(at, this.base), false);
        request.overrideMimeType('text/plain; charset=x-user-defined');
        try {
            request.send();
        } catch (error) {
            throw new LoadError(`${at}: ${error.message}`);
        }
        if (request.status !== 200) {
            throw new LoadError(`${at}: ${request.status} ${request.statusText}`);
        }
        return new WebAssembly.Module(Uint8Array.from(request.responseText, character => character.charCodeAt(0)));
    }

    // Returns the content of a file of the game, or null if the server does not have it. Follows no redirection, which may
    // lead out of the page's folder. `bytes` is the file's size, if it is known.
    async file(url, bytes = 0) {
        this.total += bytes;
        const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(MAX_SECONDS * 1000) });
        if (response.ok) {
            const counted = bytes ? new Response(this.counted(response, url.slice(this.base.length))) : response;
            return new Uint8Array(await counted.arrayBuffer());
        } else if ([404, 410].includes(response.status)) {
            return null;
        }
        throw new Error(`${response.status} ${response.statusText}`);
    }

    // Requests a file that the page cannot do without.
    async open(path, signal) {
        let response;
        try {
            response = await fetch(new URL(path, this.base), { signal });
        } catch (error) {
            throw new LoadError(`${path}: ${error.message}`);
        }
        if (!response.ok) {
            throw new LoadError(`${path}: ${response.status} ${response.statusText}`);
        }
        return response;
    }

    // Returns the response's bytes, and counts them as they pass, and calls `passes`. They are decompressed, like the sizes in the
    // catalog.
    counted(response, path, passes = () => {}) {
        return response.body.pipeThrough(new TransformStream({
            transform: (chunk, controller) => {
                passes();
                this.loaded += chunk.length;
                this.onProgress(this.loaded, this.total, path);
                controller.enqueue(chunk);
            },
        }));
    }
}
