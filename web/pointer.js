// The mouse: who has it, the game or the page.
//
// The game takes it in a frame after a click, and gives it back. The browser gives it back too: by Esc, which the game
// does not get to see, and when another window comes.

import { say } from './say.js';
import { hands, state } from './state.js';

export class Pointer {
    constructor(canvas, host) {
        this.canvas = canvas;
        this.host = host;
        this.told = false;
        this.wanted = false;
        this.options = { unadjustedMovement: true };
        // Whether a request tells by a promise what comes of it, as Pointer Lock 2.0 has it. Before it
        // there was only the event; now there are both, and a second request may follow the first one's event.
        this.promises = false;
        document.addEventListener('pointerlockchange', () => {
            if (!this.taken) {
                host.send('released');
            }
        });
        document.addEventListener('pointerlockerror', () => this.promises || this.refused());
        // Ctrl W closes the tab, and Ctrl is "down" when flying. With the mouse taken nobody closes a tab on purpose.
        window.addEventListener('beforeunload', event => {
            if (this.taken) {
                event.preventDefault();
            }
        });
    }

    get taken() {
        return document.pointerLockElement === this.canvas;
    }

    // What gl.js's sapp_set_cursor_grab is to do. The game says in each frame what it wants, and for a frame after the
    // browser gave the mouse back it still wants it: only what is new counts.
    hear(grab) {
        if (grab !== this.wanted) {
            this.wanted = grab;
            this.want(grab);
        }
    }

    async want(grab) {
        if (!grab) {
            document.exitPointerLock?.();
        } else if (hands.now === 'touch') {
            // A finger that pressed the canvas is no mouse.
            this.host.send('released');
        } else if (!this.canvas.requestPointerLock) {
            this.tellMissing();
        } else if (!this.taken) {
            try {
                await this.request();
            } catch {
                this.refused();
            }
        }
    }

    // Motion as the mouse reports it, without the desktop's acceleration: an angle per way of the hand. Chromium has
    // it where the system offers it, and refuses the option elsewhere; a browser that does not know the option ignores it.
    // (Firefox tests it on macOS and Windows only.)
    async request() {
        try {
            await this.ask();
        } catch (error) {
            if (error.name !== 'NotSupportedError' || !this.options) {
                throw error;
            }
            this.options = undefined;
            await this.ask();
        }
    }

    ask() {
        const answer = this.canvas.requestPointerLock(this.options);
        this.promises = answer instanceof Promise;
        return answer;
    }

    // Chromium refuses for about 1.3 s after Esc, and always without a press before: the next click asks again.
    refused() {
        this.host.send('released');
        if (state.now !== 'failed') {
            say('The browser keeps the mouse for a moment after Esc: click again.');
        }
    }

    // Phones and tablets: no browser of iOS has it, and Chrome for Android only lately. Sticks turn the view there.
    tellMissing() {
        if (!this.told) {
            this.told = true;
            say('This browser cannot capture the mouse: turn the view with the arrow keys.');
        }
    }
}

// Presses the canvas: the game takes the mouse by a click into it.
export function clickCanvas(canvas) {
    const box = canvas.getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, button: 0 };
    canvas.dispatchEvent(new MouseEvent('mousedown', at));
    canvas.dispatchEvent(new MouseEvent('mouseup', at));
}
