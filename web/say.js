// Short words at the bottom of the page, and the clipboard.

import { $ } from './state.js';

const SECONDS = 4;
let timer;

// Shows `words` for a while.
export function say(words) {
    $('say').textContent = words;
    $('say').classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(() => $('say').classList.remove('shown'), SECONDS * 1000);
}

// Puts `text` into the clipboard; `words` tell that it is there, unless the game does.
//
// Browsers copy only shortly after a press. Safari is the strictest: it wants the call in the press's own handler, while
// the game copies in its next frame. And where the page comes from plain http (not from localhost), no browser has
// navigator.clipboard. In both cases a field shows the text, with a button whose press counts.
export async function copy(text, words = null) {
    try {
        await navigator.clipboard.writeText(text);
        if (words) {
            say(words);
        }
    } catch {
        // The mouse is needed to press.
        document.exitPointerLock?.();
        $('by-hand').hidden = false;
        $('by-hand-text').value = text;
        $('by-hand-text').select();
        $('by-hand-copy').onclick = () => copyByHand(words);
    }
}

function copyByHand(words) {
    $('by-hand-text').select();
    // Deprecated, but the only way without navigator.clipboard.
    const copied = document.execCommand('copy');
    $('by-hand').hidden = copied;
    say(copied ? words ?? 'copied' : 'press Ctrl C');
}

const closeByHand = () => {
    $('by-hand').hidden = true;
};
$('by-hand-close').onclick = closeByHand;
// Who plays on has no use for it.
$('glcanvas').addEventListener('pointerdown', closeByHand);
$('by-hand').addEventListener('keydown', ({ key }) => key === 'Escape' && closeByHand());
