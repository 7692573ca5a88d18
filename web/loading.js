// The bar over the game while it loads a level: the stage, how far it is, and a button that cancels.

import { $, mouse, state } from './state.js';

// The bar appears when loading takes longer, so that small levels do not make it flash; milliseconds.
const DELAY = 300;

let timer = null;

export function makeLoading(host) {
    const cancel = () => host.send('loading cancel');
    $('loading-cancel').onclick = cancel;
    // Before the game and the page's other parts, which Esc would leave.
    window.addEventListener('keydown', event => {
        if (event.code === 'Escape' && !$('loading-level').hidden) {
            event.preventDefault();
            event.stopImmediatePropagation();
            cancel();
        }
    }, true);
    // While the mouse is captured, the browser takes Esc and only frees the mouse.
    document.addEventListener('pointerlockchange', () => {
        const freed = document.pointerLockElement === null && !mouse.released && document.hasFocus();
        if (freed && state.now !== 'ready' && !$('loading-level').hidden) {
            cancel();
        }
        mouse.released = false;
    });
}

// Shows the stage in the words of `[percent, ...words]`, where percent may be `?`. Hides the bar if there are none.
export function showLoading([percent, ...words]) {
    const bar = $('loading-level');
    if (percent === undefined) {
        clearTimeout(timer);
        timer = null;
        bar.hidden = true;
        return;
    }
    timer ??= setTimeout(() => {
        bar.hidden = false;
    }, DELAY);
    $('loading-stage').textContent = words.join(' ');
    if (percent === '?') {
        $('loading-share').removeAttribute('value');
    } else {
        $('loading-share').value = Number(percent);
    }
}
