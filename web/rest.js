// Idle pauses: the game asks for a rest, and draws no frame until its time is over or the player does something. The browser
// keeps showing the last picture.

// The events that end a rest. Those of the page's buttons also bubble up to the window.
const WAKING = ['keydown', 'keyup', 'pointerdown', 'pointermove', 'pointerup', 'wheel', 'touchstart', 'touchmove', 'resize',
    'focus', 'blur', 'visibilitychange'];

export class Rest {
    #until = 0;

    constructor() {
        for (const type of WAKING) {
            window.addEventListener(type, () => this.end(), { capture: true, passive: true });
        }
    }

    begin(milliseconds) {
        this.#until = performance.now() + milliseconds;
    }

    end() {
        this.#until = 0;
    }

    // Wraps `frame`, so that it is skipped during a rest.
    skips(frame) {
        return () => {
            if (performance.now() >= this.#until) {
                frame();
            }
        };
    }
}
