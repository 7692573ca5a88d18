// Captures and releases the mouse.
//
// The game captures the mouse in the frame after a click, and can release it. The browser also releases the mouse: after
// Esc, which the game does not see, and when another window gets the focus.

import { say } from './say.js';
import { device, mouse, state } from './state.js';

export class Pointer {
    constructor(canvas, host) {
        this.canvas = canvas;
        this.host = host;
        this.warned = false;
        this.wanted = false;
        // Whether a press on play waits for its answer. A program that is replaced leaves it to the next one.
        this.asked = false;
        this.options = { unadjustedMovement: true };
        // Whether requests return a promise, as in Pointer Lock 2.0. Then the error event is ignored, since a second
        // request may follow the first one's event.
        this.promises = false;
        document.addEventListener('pointerlockchange', () => {
            if (!this.taken) {
                host.send('mouse released');
            }
        });
        document.addEventListener('pointerlockerror', () => this.promises || this.refused());
        // Ctrl is "down" when flying, and Ctrl W closes the tab: ask first while the mouse is captured.
        window.addEventListener('beforeunload', event => {
            if (this.taken || this.asked) {
                event.preventDefault();
            }
        });
    }

    get taken() {
        return document.pointerLockElement === this.canvas;
    }

    // Asks the game to capture the mouse.
    ask() {
        this.asked = true;
        clickCanvas(this.canvas);
    }

    // The game has drawn a frame: it has taken the press, or does something else with it.
    answer() {
        this.asked &&= this.wanted;
    }

    // Asks a new program for the mouse if the program before had it, or was about to capture it.
    askAgain() {
        if (this.taken || this.asked) {
            this.ask();
        }
    }

    // Replaces sapp_set_cursor_grab of gl.js. The game calls it in each frame. After the browser has released the mouse,
    // one more frame calls it with true, so only changes count.
    setWanted(grab) {
        if (grab !== this.wanted) {
            this.wanted = grab;
            this.capture(grab).then(() => {
                this.asked = false;
            });
        }
    }

    async capture(grab) {
        if (!grab) {
            mouse.release();
        } else if (device.now === 'touch') {
            // The canvas was pressed by a finger, not by the mouse.
            this.host.send('mouse released');
        } else if (!this.canvas.requestPointerLock) {
            this.warnMissing();
        } else if (!this.taken) {
            try {
                await this.request();
            } catch {
                this.refused();
            }
        }
    }

    // Requests raw motion, without the desktop's acceleration. Chromium refuses the option where the system does not
    // support it; browsers without the option ignore it. (Firefox tests it on macOS and Windows only.)
    async request() {
        try {
            await this.lock();
        } catch (error) {
            if (error.name !== 'NotSupportedError' || !this.options) {
                throw error;
            }
            this.options = undefined;
            await this.lock();
        }
    }

    lock() {
        const result = this.canvas.requestPointerLock(this.options);
        this.promises = result instanceof Promise;
        return result;
    }

    // Browsers refuse a capture for a moment after Esc, and without a press in the last seconds, as when the graphics were
    // lost meanwhile. The next click tries again.
    refused() {
        this.host.send('mouse released');
        if (state.now !== 'failed') {
            say('The browser has not captured the mouse: click again.');
        }
    }

    // No browser of iOS can capture the mouse, and Chrome for Android only since recently.
    warnMissing() {
        if (!this.warned) {
            this.warned = true;
            say('This browser cannot capture the mouse: turn the view with the arrow keys.');
        }
    }
}

// Clicks the canvas, so that the game captures the mouse.
function clickCanvas(canvas) {
    const box = canvas.getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, button: 0 };
    canvas.dispatchEvent(new MouseEvent('mousedown', at));
    canvas.dispatchEvent(new MouseEvent('mouseup', at));
}
