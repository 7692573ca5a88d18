// The state of the page. style.css reads it from the body, tests from window.sidle.
//
//   loading -> ready <-> playing <-> free       failed: reached from every state, and final
//           -> headless
//
// ready: the card is shown, and a press starts the game. playing: the game has captured the mouse, or is played by touch.
// free: the game runs, and the mouse is released. headless: a simulation has printed its results.

const listeners = [];

export const state = {
    get now() {
        return document.body.dataset.state;
    },
    set now(next) {
        if (next === this.now || this.now === 'failed') {
            return;
        }
        document.body.dataset.state = next;
        for (const listener of listeners) {
            listener(next);
        }
    },
    // Whether the game runs, behind the card or in front of it.
    get runs() {
        return ['ready', 'playing', 'free'].includes(this.now);
    },
    onChange(listener) {
        listeners.push(listener);
    },
};

// The input device used last: 'mouse' (with a keyboard) or 'touch'. Many machines have both.
export const device = {
    get now() {
        return document.body.dataset.device;
    },
    set now(next) {
        document.body.dataset.device = next;
    },
};

// The mouse that the game has captured.
export const mouse = {
    // Whether the page or the game has released it. Otherwise the player has, by pressing Esc or by changing to another window.
    released: false,
    release() {
        this.released = document.pointerLockElement !== null;
        document.exitPointerLock?.();
    },
};

// The element of index.html with this id.
export const $ = id => document.getElementById(id);
