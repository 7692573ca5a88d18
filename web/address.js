// The address of the page, which names the level that is played. So a copy of the address shows the same level, and the browser's
// Back returns to the one before.

import { state } from './state.js';

// The parameters that say how a level starts. They are those of one level. All others say how the page shows any level.
const OF_START = ['level', 'replay', 'script', 'spawn', 'controller', 'mode', 'exhibit'];

// The level of an address that names none.
export const TEST_LEVEL = 'levels/courtyard.toml';

// The words for a level at `path`. That of a link lies in a folder of its kind, whatever path it had.
export const shownPath = path => path.replace(/^linked\/(.*)/, '$1, as it came with the link');

// The parameter of the level at `path`.
export function levelQuery(path) {
    return `level=${encodeURIComponent(path).replaceAll('%2F', '/')}`;
}

// The parameters of the address, as pairs of name and value.
export function readParameters() {
    const read = [...new URLSearchParams(location.search)];
    // A link with a moment contains the recording, the level and the tick rate.
    if (location.hash.startsWith('#moment=')) {
        const replaced = ['replay', 'script', 'level', 'hz'];
        return [...read.filter(([key]) => !replaced.includes(key)), ['replay', location.hash]];
    }
    return read;
}

// Whether the address asks for a simulation instead of the game. The first `simulate` counts, as in
// crates/game/src/platform/parameters.rs.
export function isSimulation(parameters) {
    const parameter = parameters.find(([key]) => key === 'simulate');
    return parameter !== undefined && !['0', 'false', 'no', 'off'].includes(parameter[1]);
}

export class Address {
    #open;
    // The canonical name of a path.
    #nameOf;
    // The level that is played; null at the start.
    #played = null;
    // The level that the player returns to, until it is played.
    #returning = null;

    // `open` opens a level that the player returns to.
    constructor(nameOf, open) {
        this.#nameOf = nameOf;
        this.#open = open;
        // An old Safari also tells of the page's own start.
        window.addEventListener('popstate', () => state.now === 'loading' || this.#return());
    }

    // The level that the address names; null if it names a recording, whose level the program knows.
    get #named() {
        const parameters = new URLSearchParams(location.search);
        const isRecording = parameters.has('replay') || parameters.has('script') || location.hash.startsWith('#moment=');
        return isRecording ? null : this.#nameOf(parameters.get('level') || TEST_LEVEL);
    }

    // The game plays the level `name`.
    played(name) {
        const isFirst = this.#played === null;
        const isReturn = this.#returning === name;
        this.#played = name;
        this.#returning = null;
        if (isReturn || this.#named === name || isFirst && this.#named === null) {
            return;
        }
        // The level to start with, which the player has chosen in an earlier visit, takes the place of an address without level.
        const replaces = isFirst && !new URLSearchParams(location.search).has('level');
        if (replaces) {
            history.replaceState(null, '', this.#of(name));
        } else if (!isFirst) {
            history.pushState(null, '', this.#of(name));
        }
    }

    // The player has chosen the level `name`. If that is played already, its recording ends.
    choose(name) {
        if (name === this.#played && this.#named === null) {
            history.pushState(null, '', this.#of(name));
        }
    }

    // The player goes on with the level that is played. The address may still name one that could not be played.
    settle() {
        if (this.#named !== null && this.#named !== this.#played && this.#returning === null) {
            history.replaceState(null, '', this.#of(this.#played));
        }
    }

    // The level that the player returns to cannot be played.
    giveUp() {
        this.#returning = null;
    }

    // Handles Back and Forward, and another link in the same tab.
    #return() {
        const named = this.#named;
        if (named === null) {
            // A recording plays from its start.
            location.reload();
        } else if (named !== (this.#returning ?? this.#played)) {
            this.#returning = named;
            this.#open(named);
        }
    }

    // The address of the page with the level `name`.
    #of(name) {
        const shared = [...new URLSearchParams(location.search)].filter(([key]) => !OF_START.includes(key));
        const query = new URLSearchParams(shared).toString();
        return `${location.pathname}?${query ? `${query}&` : ''}${levelQuery(name)}`;
    }
}
