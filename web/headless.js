// The page with ?simulate=1: no picture and no card. The game runs its walk at once. Its results and messages go to the
// console and onto the page.

import { $, state } from './state.js';

// Hides the game. Returns the function that prints a line.
export function makeHeadless() {
    document.body.dataset.simulate = '';
    $('lines').hidden = false;
    return text => {
        console.log(text);
        $('lines').append(`${text}\n`);
    };
}

export function endHeadless() {
    state.now = 'headless';
}
