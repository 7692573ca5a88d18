// Runs work of the game in a worker, so that the page stays responsive. This is the page's side of worker.js.

import { WORKER_CRASHED, WORKER_MISSING, WORKER_SILENT, WORKER_UNAVAILABLE } from './host.js';

// The bytes of a file that are copied at once. Smaller: the worker waits longer for a file; larger: a frame is late.
const PIECE = 1 << 21;

export class Background {
    // Returns a promise of both parts of the compiled program, once the first one is there. One that failed is made again.
    program = null;
    // In the worker that audits: the catalog's entry of the program for it, which the worker loads when it is first needed.
    audit = null;
    #provide;
    #number;
    #stays;
    #ready;
    #worker = null;
    #messages = [];
    // Whether the worker has run the program.
    #runs = false;
    #broken = false;
    #busy = false;

    // `provide` returns a file of the page; see Host.provide. The worker handles what the game requests of this `number`. It
    // `stays` for the next request, or ends with each, which frees its memory. If it is `ready`, an idle worker is kept when
    // the game stops it, and a busy one is replaced at once.
    constructor(provide, { number, stays = false, ready = false }) {
        this.#provide = provide;
        this.#number = number;
        this.#stays = stays;
        this.#ready = ready;
    }

    // Starts the worker before it is needed.
    warm() {
        if (this.#worker || this.#broken || !this.program) {
            return;
        }
        try {
            this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        } catch {
            this.#broken = true;
            return;
        }
        const worker = this.#worker;
        worker.onmessage = ({ data }) => this.#receive(worker, data);
        // A script that does not load, or an old browser.
        worker.onerror = event => {
            event.preventDefault();
            this.#fail();
        };
        this.program().then(program => worker.postMessage({ program }), () => worker === this.#worker && this.#fail({ isBroken: false }));
    }

    // Sends a request of the game. Returns whether a worker handles it.
    start(request, files) {
        this.#interrupt();
        this.warm();
        if (!this.#worker) {
            return false;
        }
        this.#busy = true;
        const stamps = files.list().map(name => [name, files.stamp(name)]);
        this.#worker.postMessage({ request, stamps, number: this.#number, audit: this.audit }, [request.buffer]);
        return true;
    }

    // The next message for the game, or a number in its place.
    next() {
        return this.#messages.shift() ?? (this.#busy ? WORKER_SILENT : WORKER_UNAVAILABLE);
    }

    // Ends the request.
    stop() {
        const ended = this.#interrupt();
        if (this.#ready && ended) {
            this.warm();
        } else if (!this.#ready && this.#worker) {
            this.#end();
        }
    }

    // A busy worker cannot be interrupted, so it is ended. Returns whether it is.
    #interrupt() {
        this.#messages = [];
        const ended = this.#busy;
        if (ended) {
            this.#end();
        }
        return ended;
    }

    #end() {
        this.#worker.onmessage = null;
        this.#worker.terminate();
        this.#worker = null;
        this.#busy = false;
        this.#runs = false;
    }

    // A worker that never ran is not tried again, unless only its program is missing.
    #fail({ isBroken = !this.#runs } = {}) {
        this.#broken ||= isBroken;
        this.#messages.push(this.#runs ? WORKER_CRASHED : WORKER_UNAVAILABLE);
        this.#end();
    }

    // Sends a file in pieces, since a copy of a large one would delay a frame.
    async #send(worker, name, file) {
        const { bytes, stamp } = file ?? { bytes: null, stamp: null };
        for (let at = 0; at < (bytes?.length ?? 0); at += PIECE) {
            worker.postMessage({ name, piece: bytes.slice(at, at + PIECE) });
            await new Promise(resolve => setTimeout(resolve));
        }
        worker.postMessage({ name, stamp, exists: bytes !== null });
    }

    async #receive(worker, data) {
        if (data.ready) {
            this.#runs = true;
        } else if (data.message) {
            this.#messages.push(data.message);
        } else if (data.ask !== undefined) {
            await this.#send(worker, data.ask, await this.#provide(data.ask));
        } else if (data.done) {
            this.#busy = false;
            if (!this.#stays) {
                this.#end();
            }
        } else if (data.missing) {
            this.#messages.push(WORKER_MISSING);
            this.#busy = false;
        } else if (data.failed) {
            this.#fail();
        }
    }
}
