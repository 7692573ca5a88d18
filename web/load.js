// Fetches the program and its files, and counts bytes for the progress bar.

// A file that failed to load, with a message for the player.
export class LoadError extends Error {}

export class Loader {
    constructor(base, onProgress) {
        this.base = base;
        this.onProgress = onProgress;
        this.loaded = 0;
        this.total = 0;
    }

    // Loads levels.json, which web/build.sh writes: the levels, and all files with their sizes.
    async list() {
        const response = await this.open('levels.json');
        const list = await response.json();
        this.total = list.wasm + list.files.reduce((sum, file) => sum + file.bytes, 0);
        return list;
    }

    // Loads `files`, and calls `put` for each. Returns the paths of those that failed.
    async files(files, put) {
        const missing = [];
        await Promise.all(files.map(async ({ path }) => {
            try {
                const response = await this.open(path);
                const bytes = await new Response(this.counted(response, path)).arrayBuffer();
                put(path, new Uint8Array(bytes));
            } catch {
                missing.push(path);
            }
        }));
        return missing;
    }

    // Compiles the program while it loads. Sets the content type, since compileStreaming requires it and some servers
    // send another one.
    async program(path) {
        const response = await this.open(path);
        const headers = { 'content-type': 'application/wasm' };
        return WebAssembly.compileStreaming(new Response(this.counted(response, path), { headers }));
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

    // The response's bytes, counted after decompression like the sizes in levels.json.
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
