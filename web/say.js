// Short messages at the bottom of the page, and the clipboard.

import { $, mouse } from './state.js';

const SECONDS = 4;
let timer;

// Shows `message` for a while.
export function say(message) {
    $('say').textContent = message;
    $('say').classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(() => $('say').classList.remove('shown'), SECONDS * 1000);
}

// Copies `text` to the clipboard and shows `message`. The message is null if the game shows its own.
//
// Browsers copy only shortly after a press. Safari requires the call in the handler of the press, but the game copies in
// its next frame. Over plain http (except localhost), no browser has navigator.clipboard. In both cases a field shows the
// text with a button to copy it.
export async function copy(text, message = null) {
    try {
        await navigator.clipboard.writeText(text);
        if (message) {
            say(message);
        }
    } catch {
        // Release the mouse for the button.
        mouse.release();
        $('by-hand').hidden = false;
        $('by-hand-text').value = text;
        $('by-hand-text').select();
        $('by-hand-copy').onclick = () => copyByHand(message);
    }
}

function copyByHand(message) {
    $('by-hand-text').select();
    // Deprecated, but the only way without navigator.clipboard.
    const copied = document.execCommand('copy');
    $('by-hand').hidden = copied;
    say(copied ? message ?? 'copied' : 'press Ctrl C');
}

const closeByHand = () => {
    $('by-hand').hidden = true;
};
$('by-hand-close').onclick = closeByHand;
// A press on the game closes the field.
$('glcanvas').addEventListener('pointerdown', closeByHand);
$('by-hand').addEventListener('keydown', ({ key }) => key === 'Escape' && closeByHand());
