// Touch controls: two sticks that appear under the thumbs, buttons to jump and to crouch, and a sheet with the other buttons.
//
// The sticks' layer covers the canvas, so that touches do not reach gl.js, which would turn them into mouse events. While
// the game shows its panel or a screen, the layer is hidden, and "Done" closes the panel or screen.

import { DOWN, JUMP, RUN } from './pad.js';
import { $, device, state } from './state.js';

// The distance for full deflection of a stick; pixels.
const REACH = 56;

// A left thumb this far from where it began runs; pixels. Smaller: who only walks runs; larger: near the edge, the way is too long.
const RUN_REACH = 104;

// The panel and the screens that cover the game's picture, each with the row of the key that closes it.
const CLOSING_ROWS = { panel: 'panel', levels: 'levels', help: 'help', menu: 'menu', keys: 'key_page', mesh: 'mesh_size' };

export class Touch {
    constructor(host, pad) {
        this.host = host;
        this.pad = pad;
        this.held = 0;
        for (const stick of document.querySelectorAll('.stick')) {
            this.setUpStick(stick);
        }
        this.setUpButton('jump', JUMP);
        this.setUpButton('crouch', DOWN);
        // Prevent the menu of a long press.
        for (const layer of ['thumbs', 'sticks']) {
            $(layer).addEventListener('contextmenu', event => event.preventDefault());
        }
        $('more').onclick = () => this.showSheet($('thumbs').dataset.sheet !== 'open');
        this.detectDevice();
        state.onChange(() => this.showSheet(false));
    }

    // Detects the device of the last press. The game hides its keys on a touch screen.
    detectDevice() {
        const use = now => {
            if (device.now !== now) {
                device.now = now;
                this.host.send(now === 'touch' ? 'device touch' : 'device keyboard');
            }
        };
        use(matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse');
        window.addEventListener('pointerdown', ({ pointerType }) => {
            use(pointerType === 'mouse' ? 'mouse' : 'touch');
        }, { capture: true });
        // iOS ignores the viewport's settings and zooms after a double tap and with two fingers. touch-action in style.css
        // prevents the first, and this listener the second.
        document.addEventListener('gesturestart', event => event.preventDefault());
    }

    setUpStick(stick) {
        const { side } = stick.dataset;
        const knob = stick.querySelector('i');
        let thumb = null;
        let from = null;
        const push = (x, y) => {
            const distance = Math.hypot(x, y);
            const part = distance > REACH ? REACH / distance : 1;
            knob.style.setProperty('--x', `${x * part}px`);
            knob.style.setProperty('--y', `${y * part}px`);
            this.pad.setTouch({ [side]: [x * part / REACH, -y * part / REACH] });
            if (side === 'left') {
                stick.classList.toggle('runs', distance > RUN_REACH);
                this.hold(RUN, distance > RUN_REACH);
            }
        };
        const release = () => {
            thumb = null;
            stick.classList.remove('held');
            knob.style.removeProperty('--at-x');
            knob.style.removeProperty('--at-y');
            push(0, 0);
        };
        stick.addEventListener('pointerdown', event => {
            this.showSheet(false);
            if (thumb === null) {
                thumb = event.pointerId;
                from = [event.clientX, event.clientY];
                stick.setPointerCapture(thumb);
                const box = stick.getBoundingClientRect();
                knob.style.setProperty('--at-x', `${event.clientX - box.left}px`);
                knob.style.setProperty('--at-y', `${event.clientY - box.top}px`);
                stick.classList.add('held');
            }
        });
        stick.addEventListener('pointermove', event => {
            if (event.pointerId === thumb) {
                push(event.clientX - from[0], event.clientY - from[1]);
            }
        });
        for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
            stick.addEventListener(end, event => event.pointerId === thumb && release());
        }
        // A phone call or another app ends a touch without an event.
        window.addEventListener('blur', release);
        state.onChange(release);
    }

    // A button of the pad that is held as long as it is touched.
    setUpButton(id, button) {
        const hold = held => {
            $(id).classList.toggle('held', held);
            this.hold(button, held);
        };
        $(id).addEventListener('pointerdown', () => hold(true));
        for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
            $(id).addEventListener(end, () => hold(false));
        }
        window.addEventListener('blur', () => hold(false));
    }

    // Holds a button of the pad, or releases it.
    hold(button, held) {
        this.held = held ? this.held | button : this.held & ~button;
        this.pad.setTouch({ held: this.held });
    }

    showSheet(open) {
        $('thumbs').dataset.sheet = open ? 'open' : 'closed';
        $('more').setAttribute('aria-expanded', open);
    }

    // Sets the cover of the game's picture: 'panel', 'levels', 'help', 'keys' or 'nothing'.
    setOver(over) {
        const row = CLOSING_ROWS[over];
        $('thumbs').dataset.touches = row ? 'game' : 'sticks';
        $('done').onclick = () => this.host.send(`press ${row}`);
    }
}
