// The bar over the game while it loads a level. It shows the stage and the progress, and has a button that cancels.

import { $, mouse, state } from './state.js';

// The bar appears only if loading takes longer than this, so that it does not flash for small levels; milliseconds.
const DELAY = 300;

let timer = null;

export function setUpLoading(host) {
    const cancel = () => host.send('loading cancel');
    $('loading-cancel').onclick = cancel;
    // Takes Esc before the game and the other parts of the page, which it would close.
    window.addEventListener('keydown', event => {
        if (event.code === 'Escape' && !$('loading-level').hidden) {
            event.preventDefault();
            event.stopImmediatePropagation();
            cancel();
        }
    }, true);
    // While the mouse is captured, the browser frees it on Esc, and the page sees no press. A mouse that the player has freed
    // counts as a press of Esc.
    document.addEventListener('pointerlockchange', () => {
        const byPlayer = document.pointerLockElement === null && !mouse.released && document.hasFocus();
        if (byPlayer && state.now !== 'ready' && !$('loading-level').hidden) {
            cancel();
        }
        mouse.released = false;
    });
}

// Shows a notification of the game: the progress in percent, or `?` if it is unknown, and the words for the stage. Without
// either, hides the bar.
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
