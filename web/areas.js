// What fingers press in the game's picture. The game says where it lies, and the page lays transparent buttons over it, since the
// layer of the sticks covers the canvas: the card of the view from the side, the time bar, and the buttons of the tour.

import { $ } from './state.js';

// In the order of WindowState::notify_page_of_areas in crates/game/src/app/window.rs.
const AREAS = ['card', 'time', 'tour-accept', 'tour-back', 'tour-leave'];

// What a finger presses is at least this long and wide; pixels.
const FINGER = 44;

// A finger that moves this far over the card leads to the next tick; pixels. Smaller: the ticks fly by; larger: one drag shows few.
const TICK = 14;

export class Areas {
    constructor(host) {
        this.host = host;
        this.setUpCard();
        drag($('time'), event => {
            const { left, width } = $('time').getBoundingClientRect();
            const share = Math.min(Math.max((event.clientX - left) / width, 0), 1);
            $('time').setAttribute('aria-valuenow', Math.round(100 * share));
            host.send(`seek-share ${share}`);
        });
        $('card-close').onclick = () => host.send('press overlay_5');
        $('tour-accept').onclick = () => host.send('tour accept');
        $('tour-back').onclick = () => host.send('tour back');
        $('tour-leave').onclick = () => host.send('tour leave');
    }

    // A tap makes the contact large or small. A drag shows the ticks before and after.
    setUpCard() {
        let from = 0;
        let shown = 0;
        let isDragged = false;
        drag($('card'), event => {
            if (event.type === 'pointerdown') {
                from = event.clientX;
                shown = 0;
                isDragged = false;
            }
            const ticks = Math.trunc((event.clientX - from) / TICK);
            if (ticks !== shown) {
                this.host.send(`seek-ticks ${ticks - shown}`);
                shown = ticks;
                isDragged = true;
            }
        });
        $('card').onclick = () => isDragged || this.host.send('press side_large');
    }

    // Lays the buttons over the areas, which each have four numbers: left, top, width and height. What is not there has no width.
    place(numbers) {
        AREAS.forEach((id, place) => {
            const [left, top, width, height] = numbers.slice(4 * place, 4 * place + 4);
            // The time bar is at the lower edge of its plate, so a finger needs the room above it.
            const taller = Math.max(FINGER - height, 0);
            const { style } = $(id);
            const lengths = { left, top: top - 0.86 * taller, width, height: height + taller };
            for (const [name, length] of Object.entries(lengths)) {
                style[name] = `${length}px`;
            }
            $(id).hidden = width === 0;
        });
        const [left, top, width] = numbers;
        $('card-close').style.left = `${left + width - FINGER}px`;
        $('card-close').style.top = `${top}px`;
        $('card-close').hidden = $('card').hidden;
    }
}

// Calls `moved` for the first finger's press on `element`, and for each of its moves until it is lifted.
function drag(element, moved) {
    let finger = null;
    element.addEventListener('pointerdown', event => {
        if (finger === null) {
            finger = event.pointerId;
            element.setPointerCapture(finger);
            moved(event);
        }
    });
    element.addEventListener('pointermove', event => event.pointerId === finger && moved(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
        element.addEventListener(end, event => {
            finger = event.pointerId === finger ? null : finger;
        });
    }
}
