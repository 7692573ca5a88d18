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
// A browser lets a page copy only shortly after a press. Safari requires the call in the handler of the press, but the game
// copies in its next frame. Over plain http, except on localhost, no browser has navigator.clipboard. When copying fails, a
// field shows the text, with a button that copies it.
export async function copy(text, message = null) {
    try {
        await navigator.clipboard.writeText(text);
        if (message) {
            say(message);
        }
    } catch {
        // Release the mouse, so that the player can press the button.
        mouse.release();
        $('by-hand').hidden = false;
        $('by-hand-text').value = text;
        $('by-hand-text').select();
        $('by-hand-copy').onclick = () => copyByHand(message);
    }
}

function copyByHand(message) {
    $('by-hand-text').select();
    // This is deprecated, but nothing else copies without navigator.clipboard.
    const copied = document.execCommand('copy');
    $('by-hand').hidden = copied;
    say(copied ? message ?? 'copied' : 'press Ctrl C');
}

const closeField = () => {
    $('by-hand').hidden = true;
};
$('by-hand-close').onclick = closeField;
// A press on the game closes the field.
$('glcanvas').addEventListener('pointerdown', closeField);
$('by-hand').addEventListener('keydown', ({ key }) => key === 'Escape' && closeField());
