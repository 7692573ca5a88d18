// What the page is doing: one word, which style.css reads from the body, and tests from window.sidle.
//
//   loading -> ready <-> playing <-> free       failed: from anywhere, and for good
//           -> headless
//
// ready: the card is shown, and a press begins. playing: the game has the mouse, or thumbs.
// free: the game goes on, and the mouse is the page's. headless: a simulation has printed all of it.

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
    // Whether the game is there, with the card over it or not.
    get runs() {
        return ['ready', 'playing', 'free'].includes(this.now);
    },
    onChange(listener) {
        listeners.push(listener);
    },
};

// With what one plays: 'mouse' (and keys) or 'touch'. The last one that was used counts, since many machines have both.
export const hands = {
    get now() {
        return document.body.dataset.hands;
    },
    set now(next) {
        document.body.dataset.hands = next;
    },
};

// The element with this id; they all stand in index.html.
export const $ = id => document.getElementById(id);
