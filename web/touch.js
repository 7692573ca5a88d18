// Thumbs: two sticks that appear where a thumb goes down, a button to jump, and a sheet with the rest.
//
// The layer of the sticks lies over the canvas, so what begins on it never reaches gl.js, which would turn touches into
// a mouse. Where the game itself shows something to press, its panel or its help, the layer goes away, and "Done"
// closes that.

import { JUMP } from './pad.js';
import { $, hands, state } from './state.js';

// How far a thumb pushes a stick to its end: pixels of the page.
const REACH = 56;

// What lies over the game's picture, in its words, and the row of the key that closes it.
const CLOSES = { panel: 'panel', levels: 'levels', help: 'help', keys: 'key_page' };

export class Touch {
    constructor(host, pad) {
        this.host = host;
        this.pad = pad;
        for (const stick of document.querySelectorAll('.stick')) {
            this.makeStick(stick);
        }
        this.makeJump();
        $('more').onclick = () => this.showSheet($('thumbs').dataset.sheet !== 'open');
        this.noticeHands();
        state.onChange(() => this.showSheet(false));
    }

    // Where the last press came from: a finger, or a mouse. The game tells of no keys where there are none.
    noticeHands() {
        const take = now => {
            if (hands.now !== now) {
                hands.now = now;
                this.host.send(now === 'touch' ? 'thumbs' : 'keys');
            }
        };
        take(matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse');
        window.addEventListener('pointerdown', ({ pointerType }) => {
            take(pointerType === 'mouse' ? 'mouse' : 'touch');
        }, { capture: true });
        // iOS zooms by a double tap and by two fingers whatever the viewport says; touch-action in style.css ends the
        // first, this the second.
        document.addEventListener('gesturestart', event => event.preventDefault());
    }

    makeStick(stick) {
        const { side } = stick.dataset;
        const knob = stick.querySelector('i');
        let thumb = null;
        let from = null;
        const push = (x, y) => {
            const way = Math.hypot(x, y);
            const part = way > REACH ? REACH / way : 1;
            knob.style.setProperty('--x', `${x * part}px`);
            knob.style.setProperty('--y', `${y * part}px`);
            this.pad.setTouch({ [side]: [x * part / REACH, -y * part / REACH] });
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
        // A call or another app: the thumb's end is told to nobody.
        window.addEventListener('blur', release);
        state.onChange(release);
    }

    makeJump() {
        const hold = held => {
            $('jump').classList.toggle('held', held);
            this.pad.setTouch({ held: held ? JUMP : 0 });
        };
        $('jump').addEventListener('pointerdown', () => hold(true));
        for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
            $('jump').addEventListener(end, () => hold(false));
        }
        window.addEventListener('blur', () => hold(false));
        // A long press shows no menu.
        $('thumbs').addEventListener('contextmenu', event => event.preventDefault());
        $('sticks').addEventListener('contextmenu', event => event.preventDefault());
    }

    showSheet(open) {
        $('thumbs').dataset.sheet = open ? 'open' : 'closed';
        $('more').setAttribute('aria-expanded', open);
    }

    // The game shows something over its picture, or nothing any more.
    setOver(over) {
        const closes = CLOSES[over];
        $('thumbs').dataset.touches = closes ? 'game' : 'sticks';
        $('done').onclick = () => this.host.send(`ask ${closes}`);
    }
}
