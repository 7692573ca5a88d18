// A phone's keyboard covers the lower part of the page, which keeps its size. The level's text moves above it.

import { $ } from './state.js';

// What is covered by less than this is no keyboard, but a bar of the browser; pixels.
const MIN_KEYBOARD = 120;

// Follows the keyboard: `changed` is called when it opens, closes, or changes its height.
export function watchKeyboard(changed) {
    const view = window.visualViewport;
    if (!view) {
        return;
    }
    let before = 0;
    const update = () => {
        // Who has enlarged the page with two fingers sees a part of it, without a keyboard.
        const covered = view.scale > 1.01 ? 0 : Math.round(window.innerHeight - view.height - view.offsetTop);
        const keyboard = covered < MIN_KEYBOARD ? 0 : covered;
        if (keyboard === before) {
            return;
        }
        before = keyboard;
        document.body.dataset.keyboard = keyboard > 0 ? 'open' : 'closed';
        const { style } = document.documentElement;
        style.setProperty('--covered', `${keyboard}px`);
        style.setProperty('--seen', keyboard > 0 ? `${view.height}px` : '100dvh');
        changed();
    };
    view.addEventListener('resize', update);
    view.addEventListener('scroll', update);
    // A page that was scrolled to what is typed stays so when the keyboard closes.
    $('drawer').addEventListener('focusout', () => window.scrollTo(0, 0));
}
