// Levels and recordings that cannot be played, because the page has no such file or the file does not arrive. The card then shows
// the list of levels, with a sentence about the reason.

import { TEST_LEVEL } from './address.js';
import { $, state } from './state.js';

// The parameters that name files.
const OF_FILES = ['level', 'replay', 'script'];

// The files of these folders last until the page closes.
const OF_VISIT = /^(dropped|linked)\//;

export class Missing {
    #host;
    #base;
    // Whether the address names a missing file, until another level than the first one is played.
    #isFirst = false;

    // `base` is the address of the page's folder.
    constructor(host, base) {
        this.#host = host;
        this.#base = base;
    }

    // The files of the page that the parameters of its address name. The game refuses all others, and a link is no file.
    named(parameters) {
        const isFile = ([key, path]) => OF_FILES.includes(key) && /^[^#]+$/.test(path) && this.#host.files.isInside(path);
        return parameters.filter(isFile).map(([, path]) => path);
    }

    // The first of these files that is missing; undefined if all are there.
    #absent(parameters) {
        return this.named(parameters).find(path => this.#host.whyMissing(path) !== null);
    }

    // Why one of these files is missing, in a sentence; null if all are there.
    why(parameters) {
        const path = this.#absent(parameters);
        return path === undefined ? null : this.#reason(path);
    }

    // If one of these files is missing, takes all of them out of the parameters. The game then starts with the test level.
    leaveOut(parameters) {
        const path = this.#absent(parameters);
        if (path !== undefined) {
            this.#show(path);
            this.#isFirst = true;
            const others = parameters.filter(([key]) => !OF_FILES.includes(key));
            parameters.splice(0, parameters.length, ...others, ['level', TEST_LEVEL]);
        }
    }

    // Handles the game's report of a level. Returns whether the level is missing.
    report({ path, played }) {
        if (!played && this.#host.whyMissing(path)) {
            this.#show(path);
            return true;
        }
        if (played && !this.#isFirst) {
            this.hide();
        }
        this.#isFirst = false;
        return false;
    }

    hide() {
        $('missing').hidden = true;
    }

    #show(path) {
        $('missing').textContent = this.#words(path);
        $('missing').hidden = false;
        // The player may have chosen the level far down in the list.
        $('missing').scrollIntoView({ block: 'nearest' });
    }

    #words(path) {
        const name = this.#host.files.name(path);
        if (OF_VISIT.test(name)) {
            return `${name.replace(OF_VISIT, '')} is a file of an earlier visit, which the page does not keep. Open it again, or choose a level.`;
        }
        if (this.#host.whyMissing(path) === 'absent') {
            return `${this.#reason(path)} Choose a level.`;
        }
        return `${this.#reason(path)} ${navigator.onLine ? 'Try again, or choose another level.'
            : 'Without one, you can play the levels that you have played before.'}`;
    }

    #reason(path) {
        const name = this.#host.files.name(path);
        if (this.#host.whyMissing(path) === 'absent') {
            return `This page has no file ${name}.`;
        }
        return navigator.onLine ? `${name} did not arrive. The server may be busy.` : `${name} needs a network.`;
    }

    // Marks the levels of the list that cannot be played without a network, whenever that goes or returns.
    watchNetwork() {
        const mark = () => $('levels').querySelectorAll('a').forEach(link => this.#mark(link));
        ['online', 'offline'].forEach(name => window.addEventListener(name, mark));
        state.onChange(mark);
    }

    async #mark(link) {
        const isAway = !navigator.onLine && !await this.#isStored(link.dataset.path);
        link.classList.toggle('away', isAway);
        const size = link.querySelector('small');
        if (size) {
            size.dataset.size ??= size.textContent;
            size.textContent = isAway ? 'needs a network' : size.dataset.size;
        }
    }

    // Whether the browser has stored a level, with all that it needs.
    async #isStored(path) {
        const files = [path, ...this.#host.files.offered(path).needs ?? []].map(name => this.#host.files.offered(name));
        const found = await Promise.all(files.map(({ at, text }) => text !== undefined || window.caches?.match(new URL(at, this.#base))));
        return found.every(Boolean);
    }
}
