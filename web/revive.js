// Lost graphics. A browser may take them away, for example when a driver restarts or another page needs the memory, and
// with them everything that the game has drawn into. The game then says how to continue, and once the browser returns the
// graphics, the page starts the program anew in the same place.

import { fail, stopGame } from './problems.js';
import { say } from './say.js';
import { state } from './state.js';

// The browser returns the graphics within this time, or not at all.
const LONGEST_SECONDS = 30;

// The parameters of the page's address that describe the picture. All others say how the first program started.
const OF_PICTURE = ['msaa', 'resolution', 'fov', 'sensitivity'];

export class Revival {
    // What the game says of how to continue; null while the graphics are there.
    #suspended = null;
    #returned = false;
    #timer;
    #restart;
    #parameters;

    // `restart` starts a program with the parameters that it is given, and with `paused`.
    constructor({ canvas, host, parameters, restart }) {
        this.#restart = restart;
        this.#parameters = parameters;
        canvas.addEventListener('webglcontextlost', event => {
            // Otherwise the browser would not return them.
            event.preventDefault();
            if (!state.runs) {
                this.#fail();
                return;
            }
            this.#returned = false;
            this.#timer = setTimeout(() => this.#fail(), LONGEST_SECONDS * 1000);
            say('the browser has stopped the graphics: the game waits for them');
            host.send('graphics lost');
        });
        canvas.addEventListener('webglcontextrestored', () => {
            this.#returned = true;
            this.#continue();
        });
    }

    // Stops the program, which has said how to continue.
    suspend([parameters, paused]) {
        stopGame();
        const kept = this.#parameters.filter(([name]) => OF_PICTURE.includes(name));
        this.#suspended = { parameters: [...kept, ...parameters], paused };
        this.#continue();
    }

    #continue() {
        if (this.#suspended && this.#returned && state.now !== 'failed') {
            const { parameters, paused } = this.#suspended;
            this.#suspended = null;
            clearTimeout(this.#timer);
            this.#restart(parameters, paused);
        }
    }

    #fail() {
        fail('The graphics were lost', 'The browser has stopped the graphics of this page, for example because a driver restarted '
            + 'or memory ran low. Reload to continue.');
    }
}
