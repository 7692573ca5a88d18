// Loads the two parts of the program, and gives the second one to all that need it. program.js joins them.

import { Loader } from './load.js';
import { Program } from './program.js';
import { say } from './say.js';

export class Parts {
    #loader;
    // The catalog's entry of the second part.
    #file = null;
    #first = null;
    #second = null;
    // A promise of the second part, while it is requested.
    #asked = null;

    // `base` is the address of the page's folder.
    constructor(base) {
        this.#loader = new Loader(base, () => {});
    }

    // Loads the first part, or `all`. `loader` shows the progress.
    async load({ later, ...first }, loader, all) {
        this.#file = later;
        [this.#first, this.#second] = await Promise.all([loader.program(first), all ? loader.program(later) : null]);
    }

    // The program. Its second part is requested now, if it is not there, and once more if it does not arrive.
    program() {
        const later = this.#second ?? this.second();
        // A program that needs it tries again, and says what is missing.
        later.catch?.(() => this.second()).catch(() => {});
        return new Program(this.#first, later, () => this.#secondNow());
    }

    // Calls `act`, which needs the second part: at once, or when that is there. Until then the game goes on.
    async whenAll(act) {
        if (this.#first !== null && this.#second === null) {
            say('loading the rest of the game');
            // If it does not arrive, the program itself tries, and says so.
            await this.second().catch(() => {});
        }
        act();
    }

    // A promise of the second part. One that did not arrive is requested again.
    second() {
        if (this.#second) {
            return Promise.resolve(this.#second);
        }
        this.#asked ??= this.#request().finally(() => {
            this.#asked = null;
        });
        return this.#asked;
    }

    // A promise of both parts, for a worker.
    async both() {
        return [this.#first, await this.second()];
    }

    async #request() {
        try {
            const module = await this.#loader.program(this.#file);
            this.#second ??= module;
        } catch (error) {
            if (this.#second === null) {
                throw error;
            }
        }
        return this.#second;
    }

    // The second part, for which everything waits if it is not there. A worker that is started later also gets it.
    #secondNow() {
        this.#second ??= this.#loader.programNow(this.#file);
        return this.#second;
    }
}
