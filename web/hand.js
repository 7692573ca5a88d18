// Touch control of the lab's shape. One finger drags it, two fingers turn it, and three move the camera around it. In a lab, the
// touch sticks keep only the lower part of the screen, and a layer for these fingers covers the rest.

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
        for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            layer.addEventListener(type, event => this.#fingers.delete(event.pointerId));
        }
        // A phone call or another app ends a touch without an event.
        const forgetFingers = () => this.#fingers.clear();
        window.addEventListener('blur', forgetFingers);
        state.onChange(forgetFingers);
        layer.addEventListener('contextmenu', event => event.preventDefault());
        for (const [id, action] of [['lab-next', 'lab_next'], ['lab-settle', 'lab_settle'], ['lab-restart', 'lab_restart']]) {
            $(id).onclick = () => host.send(`press ${action}`);
        }
    }

    // Sets what the fingers can hold, 'shape' in a lab or 'nothing' elsewhere. style.css shows the layer for a shape.
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
            // The camera follows the middle of the three fingers, which each of them moves by a third of its way.
            this.#host.send(`lab-orbit ${right / 3} ${down / 3}`);
        } else if (other) {
            // The turn follows the middle of the two fingers, which each of them moves by half of its way.
            const [x, y] = [right, down].map(distance => distance / 2 / HEIGHT_PER_RADIAN);
            this.#host.send(`lab-turn ${x} ${y} ${angleBetween(other, before, [clientX, clientY])}`);
        } else {
            this.#host.send(`lab-drag ${right} ${down}`);
        }
    }
}

// The angle by which `before` turns around `middle` to reach `after`, clockwise on the screen; radians from -pi to pi.
function angleBetween(middle, before, after) {
    const [from, to] = [before, after].map(([x, y]) => Math.atan2(y - middle[1], x - middle[0]));
    return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}
