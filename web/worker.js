// A worker that does work for the game, with an instance of the program. background.js is the page's side.
//
// The worker keeps the page's files from one request to the next, and asks the page for those that have changed. It cannot read
// what the page refuses to read.

import { Host } from './host.js';
import { Loader } from './load.js';
import { Program } from './program.js';

const base = new URL('.', self.location.href).href;
// The files for which the worker waits: their pieces so far, and who gets them.
const awaited = new Map();
let program = null;
let exports = null;
let [begun, failed] = [null, null];
// Fulfilled once the program runs. A request may come before the program.
const starting = new Promise((resolve, reject) => {
    [begun, failed] = [resolve, reject];
});
// The functions of the program for audits, in the worker that audits.
let auditor = null;

const toGame = message => self.postMessage({ message }, [message.buffer]);
// Where the program's messages go: to the game, or, for a level to audit, to the program for audits.
let send = toGame;

const host = new Host({
    base,
    load: null,
    ask: name => new Promise(resolve => {
        awaited.set(name, { pieces: [], resolve });
        self.postMessage({ ask: name });
    }),
    on: {
        send: message => send(message),
        panic: () => self.postMessage({ failed: true }),
    },
});

self.onmessage = async ({ data }) => {
    if (data.program) {
        program = new Program(...data.program);
        start().then(begun, failed);
    } else if (data.request) {
        await serve(data);
    } else {
        receive(data);
    }
};

// Receives a piece of a file, or its end.
function receive({ name, piece, exists, stamp }) {
    const { pieces, resolve } = awaited.get(name);
    if (piece) {
        pieces.push(piece);
        return;
    }
    awaited.delete(name);
    const bytes = new Uint8Array(pieces.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of pieces) {
        bytes.set(part, at);
        at += part.length;
    }
    resolve(exists ? { bytes, stamp } : null);
}

async function start() {
    exports = await instantiate();
    self.postMessage({ ready: true });
}

// Makes an instance of the program. Stubs replace the functions that a window needs, since a worker never calls them.
async function instantiate() {
    return program.instantiate({ ...program.stubs(), ...host.imports });
}

// Does the work of a request, and reports that it is done, or why not.
async function serve({ request, stamps, number, audit, ticks = 0 }) {
    try {
        await starting;
        forgetChanged(new Map(stamps));
        host.request = request;
        host.number = number;
        if (audit) {
            auditor ??= await loadAuditor(audit);
            await auditWith(auditor, ticks);
        } else {
            await host.repeat(exports, () => exports.sidle_serve());
        }
        self.postMessage({ done: true });
    } catch (error) {
        self.postMessage(error === MISSING ? { missing: true } : { failed: true });
    }
}

// Forgets the files that the page has changed or removed, and those that were missing.
function forgetChanged(stamps) {
    host.files.retain(name => host.files.stamp(name) !== undefined && host.files.stamp(name) === stamps.get(name));
}

// Thrown if the program for audits did not arrive.
const MISSING = new Error('missing');

// Loads the program for audits, which has a separate memory. Returns its functions.
async function loadAuditor(file) {
    const host = new Host({ base, load: null, on: { send: toGame } });
    const loaded = await new Loader(base, () => {}).program(file).catch(() => {
        throw MISSING;
    });
    const { exports } = await WebAssembly.instantiate(loaded, { env: host.imports });
    return {
        add: chunk => {
            host.request = chunk;
            host.run(exports, () => exports.sidle_audit_add());
        },
        walk: ticks => host.run(exports, () => exports.sidle_audit_walk(ticks)),
    };
}

// Audits the level of the request. An empty request continues with the last level. The walkers walk for this many `ticks`, or,
// if that is 0, for as long as an audit in the game lasts.
async function auditWith({ add, walk }, ticks) {
    if (host.request.length > 0) {
        send = add;
        await host.repeat(exports, () => exports.sidle_serve());
        // A new instance frees the memory in which the level was loaded.
        exports = await instantiate();
    }
    walk(ticks);
}
