// Fetches the program and its files, counting bytes for the bar.

// What failed to load, with words for people.
export class LoadError extends Error {}

export class Loader {
    constructor(base, onProgress) {
        this.base = base;
        this.onProgress = onProgress;
        this.loaded = 0;
        this.total = 0;
    }

    // levels.json: the levels, and all files with their sizes. web/build.sh writes it.
    async list() {
        const response = await this.open('levels.json');
        const list = await response.json();
        this.total = list.wasm + list.files.reduce((sum, file) => sum + file.bytes, 0);
        return list;
    }

    // All of `files`, each given to `put` as it comes. Returns the paths of those that did not come.
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

    // Compiles while it loads. The content type is ours: servers that do not know .wasm send another one, which
    // compileStreaming refuses in every browser.
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

    // The response's bytes, counted as they pass: after decompression, as levels.json has them.
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
