// A worker with an instance of the program that works for the game. background.js is the page's side.
//
// It keeps the page's files between two requests, and asks for those that have changed. What the page refuses to read, the
// worker cannot read either.

import { Host } from './host.js';

const asked = new Map();
let exports = null;
let starting = null;

const host = new Host({
    base: new URL('.', self.location.href).href,
    load: null,
    ask: name => new Promise(resolve => {
        asked.set(name, { pieces: [], resolve });
        self.postMessage({ ask: name });
    }),
    on: {
        send: message => self.postMessage({ message }, [message.buffer]),
        panic: () => self.postMessage({ failed: true }),
    },
});

self.onmessage = async ({ data }) => {
    if (data.program) {
        starting = start(data.program);
    } else if (data.request) {
        await serve(data);
    } else {
        receive(data);
    }
};

// Receives a piece of a file, or its end.
function receive({ name, piece, exists, stamp }) {
    const { pieces, resolve } = asked.get(name);
    if (piece) {
        pieces.push(piece);
        return;
    }
    asked.delete(name);
    const bytes = new Uint8Array(pieces.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of pieces) {
        bytes.set(part, at);
        at += part.length;
    }
    resolve(exists ? { bytes, stamp } : null);
}

// The functions that a window needs are replaced by stubs, since loading never calls them.
async function start(program) {
    const functions = WebAssembly.Module.imports(program).filter(({ kind }) => kind === 'function');
    const stubs = Object.fromEntries(functions.map(({ name }) => [name, () => 0]));
    exports = await WebAssembly.instantiate(program, { env: { ...stubs, ...host.imports } }).then(it => it.exports);
    self.postMessage({ ready: true });
}

async function serve({ request, stamps, number }) {
    try {
        await starting;
        forgetChanged(new Map(stamps));
        host.request = request;
        host.number = number;
        await host.repeat(exports, () => exports.sidle_serve());
        self.postMessage({ done: true });
    } catch {
        self.postMessage({ failed: true });
    }
}

// Forgets the files that the page has changed or removed, and those that were missing.
function forgetChanged(stamps) {
    host.files.retain(name => host.files.stamp(name) !== undefined && host.files.stamp(name) === stamps.get(name));
}
