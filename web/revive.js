// Lost graphics. A browser may take them away at any time, for example when a driver restarts or another page needs the
// memory, and with them everything that the program has uploaded. Once the browser returns them, the page restarts the
// program. A game first reports how to continue in the same place. A program that has not drawn yet starts as before.

import { fail, stopGame } from './problems.js';
import { say } from './say.js';
import { showWork } from './start.js';
import { state } from './state.js';

// The browser returns the graphics to a visible page within this time, or not at all.
const MAX_SECONDS = 30;

// A program may notice that its graphics are gone before the browser reports it; milliseconds. Smaller: a slow machine
// shows a failure that it would survive; larger: a true failure of the start is shown late.
const REPORT_DELAY = 1000;

// The parameters of the page's address that describe the picture. All others say how the first program started.
const OF_PICTURE = ['msaa', 'resolution', 'fov', 'sensitivity'];

export class Revival {
    #canvas;
    #host;
    #parameters;
    #begin;
    // The canvas's graphics; null without a picture.
    #context = null;
    // The browser has reported the loss, and has not returned the graphics yet.
    #lost = false;
    #timer;
    // The program that runs: how it was started, and whether it has drawn a frame.
    #run = null;
    // The program to start when the graphics are there.
    #next = null;
    // Ends when the last program has started or failed.
    #beginning = Promise.resolve();

    // `begin` starts a program with `parameters`, and `paused` if that is true.
    constructor({ canvas, host, parameters, begin }) {
        this.#canvas = canvas;
        this.#host = host;
        this.#parameters = parameters;
        this.#begin = begin;
        canvas.addEventListener('webglcontextlost', event => {
            // Otherwise the browser would not return them.
            event.preventDefault();
            this.#lost = true;
            this.#limitWait();
            this.#handleLoss();
        });
        canvas.addEventListener('webglcontextrestored', () => {
            this.#lost = false;
            clearTimeout(this.#timer);
            this.#continue();
        });
    }

    // Asks for the graphics that gl.js will use: a canvas has only one context. Returns whether the browser has them.
    open() {
        this.#context = this.#canvas.getContext('webgl2');
        return this.#context !== null;
    }

    // Starts the first program.
    async start() {
        this.#next = { parameters: this.#parameters, paused: false, drawn: false };
        await this.#continue();
    }

    // The program has drawn a frame.
    drawn() {
        if (this.#run) {
            this.#run.drawn = true;
        }
    }

    // Stops the program, which has said how to continue.
    suspend([parameters, paused]) {
        // It is asked again if the graphics are lost again before it has answered.
        if (!this.#run) {
            return;
        }
        const kept = this.#parameters.filter(([name]) => OF_PICTURE.includes(name));
        this.#restart({ parameters: [...kept, ...parameters], paused, drawn: false });
    }

    // Calls `show`, which shows a failure of the program. If lost graphics have caused it, the program starts again instead,
    // as it was started: it can no longer say how to continue.
    async report(show) {
        const run = this.#run;
        if (this.givenUp) {
            return;
        }
        if (!run.drawn || this.#isLost) {
            stopGame();
            if (await this.#isLostSoon()) {
                // Another report, or the loss itself, may have come first.
                if (run === this.#run) {
                    this.#restart({ ...run, drawn: false });
                }
                return;
            }
        }
        show();
    }

    // Whether the program has been given up, and another one will replace it.
    get givenUp() {
        return this.#next !== null;
    }

    get #isLost() {
        // The context knows before the page gets the event.
        return this.#lost || Boolean(this.#context?.isContextLost());
    }

    async #isLostSoon() {
        const end = performance.now() + REPORT_DELAY;
        while (this.#context && !this.#isLost && performance.now() < end) {
            await new Promise(later => setTimeout(later, REPORT_DELAY / 20));
        }
        return this.#isLost;
    }

    #handleLoss() {
        this.#showWait();
        if (this.#run?.drawn) {
            this.#host.send('graphics lost');
        } else if (this.#run) {
            this.#restart(this.#run);
        }
    }

    #restart(next) {
        stopGame();
        this.#run = null;
        this.#next = next;
        this.#continue();
    }

    // Starts the next program, once the graphics are there and the one before no longer waits for files.
    async #continue() {
        await this.#beginning;
        if (!this.#next || state.now === 'failed') {
            return;
        }
        if (this.#isLost) {
            this.#showWait();
        } else {
            this.#run = this.#next;
            this.#next = null;
            this.#beginning = this.#begin(this.#run);
            await this.#beginning;
        }
    }

    #showWait() {
        if (state.now === 'loading') {
            showWork('waiting: the browser has stopped the graphics');
        } else {
            say('the browser has stopped the graphics: the game waits for them');
        }
    }

    #limitWait() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => (document.hidden ? this.#limitWait() : this.#fail()), MAX_SECONDS * 1000);
    }

    #fail() {
        fail('The graphics were lost', 'The browser has stopped the graphics of this page, for example because a driver restarted '
            + `or memory ran low, and has not returned them within ${MAX_SECONDS} seconds. Reload to continue.`);
    }
}
