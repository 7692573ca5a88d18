// Fingers on the lab's shape: one drags it, two turn it, three lead the camera around it. In a lab, the sticks keep only the lower part of the screen, and
// this layer covers the rest of the picture.

import { $, state } from './state.js';

// Two fingers that move this share of the picture's height turn the shape by a radian. Smaller: the shape turns faster.
const HEIGHT_PER_RADIAN = 0.3;

export class Hand {
    #fingers = new Map();
    #host;

    constructor(host) {
        this.#host = host;
        const layer = $('hand');
        layer.addEventListener('pointerdown', event => {
            // A fourth finger does nothing.
            if (this.#fingers.size < 3) {
                layer.setPointerCapture(event.pointerId);
                this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
            }
        });
        layer.addEventListener('pointermove', event => this.#move(event));
        for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            layer.addEventListener(end, event => this.#fingers.delete(event.pointerId));
        }
        // A call or another app ends a touch without an event.
        const release = () => this.#fingers.clear();
        window.addEventListener('blur', release);
        state.onChange(release);
        layer.addEventListener('contextmenu', event => event.preventDefault());
        for (const [id, row] of [['lab-next', 'lab_next'], ['lab-settle', 'lab_settle'], ['lab-restart', 'lab_restart']]) {
            $(id).onclick = () => host.send(`press ${row}`);
        }
    }

    // Sets what a finger holds: 'shape' or 'nothing'.
    setHeld(held) {
        document.body.dataset.hand = held;
        this.#fingers.clear();
    }

    #move({ pointerId, clientX, clientY }) {
        const before = this.#fingers.get(pointerId);
        if (!before) {
            return;
        }
        const height = $('glcanvas').clientHeight;
        const [right, down] = [(clientX - before[0]) / height, (clientY - before[1]) / height];
        const other = [...this.#fingers].find(([id]) => id !== pointerId)?.[1];
        this.#fingers.set(pointerId, [clientX, clientY]);
        if (this.#fingers.size === 3) {
            // Of three fingers, each moves the middle by a third.
            this.#host.send(`lab-orbit ${right / 3} ${down / 3}`);
        } else if (other) {
            // Of two fingers, each moves the middle by half.
            const [x, y] = [right, down].map(way => way / 2 / HEIGHT_PER_RADIAN);
            this.#host.send(`lab-turn ${x} ${y} ${angleBetween(other, before, [clientX, clientY])}`);
        } else {
            this.#host.send(`lab-drag ${right} ${down}`);
        }
    }
}

// The angle at `middle` from one point to the other, clockwise on the screen; radians from -pi to pi.
function angleBetween(middle, one, other) {
    const [from, to] = [one, other].map(([x, y]) => Math.atan2(y - middle[1], x - middle[0]));
    return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}
